"""The tools of the session_log room."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from butler.capabilities.session_log.anchors import Page, read_at
from butler.capabilities.session_log.call_line import line_now
from butler.capabilities.session_log.marks import NOTE_LIMIT, set_mark
from butler.capabilities.session_log.sessions import NoSession, SessionChoice, choose_session
from butler.capabilities.session_log.showing import (
    ANSWER_BYTES,
    Shower,
    fitting,
    receipt_values,
    session_values,
    size_of,
    source_values,
)
from butler.capabilities.session_log.sources import reverted_by
from butler.capabilities.session_log.summaries import write_summary
from butler.capabilities.session_log.surveying import name_logs
from butler.capability import Caller, reads, writes
from butler.envelope import Envelope, ok
from butler.errors import InvalidInput, NotFound
from butler.maids.text_worker import clip
from butler.phrases import say

if TYPE_CHECKING:
    from butler.house import House

DEFAULT_COUNT = 10
MOST = 200
_ANCHOR = re.compile(r"\[?(?:S(?P<part>[1-9]\d{0,2}):)?L?(?P<line>\d{1,12})\]?")
_SOURCE = re.compile(r"(?:(?P<session>.+):|:?)S(?P<number>[1-9]\d{0,2})", re.DOTALL)


class SessionLogTools:
    """Marks, reading at an anchor, and summaries of session logs."""

    def __init__(self, house: House) -> None:
        self._house = house

    @writes
    def session_log_mark(self, caller: Caller, note: str) -> Envelope:
        """Set a note at the present line of your own session: a decision, a finding, what comes next.

        Call it at turning points; handovers and summaries show the note with its line.

        Args:
            note: one short text; lines may begin with a label (decision, fact, next, risk, ...).
        """
        choice = self._chosen(caller, None)
        shower = Shower(self._house)
        if len(note.encode("utf-8", "replace")) > NOTE_LIMIT:
            raise InvalidInput("invalid_note", limit=NOTE_LIMIT)
        line, confirmed = line_now(choice.path, caller.tool_use_id)
        session = (choice.agent, choice.session_id or choice.path.stem)
        mark = set_mark(self._house, caller, session, line, shower.text(note))
        data = {
            "session": self._session(choice, shower),
            "line": mark.line,
            "anchor": f"[L{mark.line}]",
            "at": mark.at,
            "note": mark.note,
            "writer": mark.writer,
            "call_found": confirmed,
        }
        return ok(self._say("mark_set", line=mark.line, session=session[1]), data)

    @reads
    def session_log_read(
        self, caller: Caller, session: str | None = None, line: int | str | None = None, count: int | None = None
    ) -> Envelope:
        """Open an anchor: for [L123] pass line=123 to see what the session log says there. Without line: its last entries.
        In a script print structuredContent of the result.

        Args:
            session: a session id, its unique start, or a log file; your own session when left out.
            line: the anchor's line, from 1; or the anchor itself, such as "S2:L45".
            count: how many entries, 1 to 200 (default 10); fewer are given where they would not fit.
        """
        wanted = _within("count", DEFAULT_COUNT if count is None else count, 1, MOST)
        named, number = _source_of(session)
        at, source = _anchor(line, number)
        choice = self._chosen(caller, named)
        shower = Shower(self._house, source)
        page = read_at(self._house, choice.path, at, wanted, source)
        told = self._session(choice, shower) | self._story(choice, page, shower, source)
        data: dict[str, Any] = {"session": told, "line": at}
        room = ANSWER_BYTES - size_of(data)
        if at is None:  # the end of the log is what was asked for
            shown = fitting(shower, page.entries[::-1], room)[::-1]
            following = None
        else:
            shown = fitting(shower, page.entries, room)
            following = page.entries[len(shown)].line if len(shown) < len(page.entries) else page.next_line
        fewer = len(page.entries) - len(shown)
        name_logs(self._house, shown)
        withdrawn = told.get("reverted_by", {}).get("from_line") if source == 1 else _withdrawn(page, source)
        for entry in shown:
            if withdrawn and entry["line"] >= withdrawn:
                entry["withdrawn"] = True
        data |= {"entries": shown, "before": min(page.before, len(shown)), "left_out": fewer, "next_line": following}
        summary = self._say("entries_shown", count=len(shown))
        if fewer:
            summary += " " + self._say("entries_earlier" if at is None else "entries_fewer", count=fewer)
        if suspicious := sum("suspicious" in entry for entry in shown):
            summary += " " + self._say("entries_suspicious", count=suspicious)
        if source == 1 and (older := [f"S{item.number}" for item in page.sources if item.kind == "revert"]):
            summary += " " + self._say("entries_reverted", parts=", ".join(older))
        if choice.why == "chosen_by_moved":
            summary += " " + choice.reason(self._house.settings.language)
        part = f":S{source}" if source > 1 else ""
        again = {"session": f"{choice.session_id or named}{part}", "line": following, "count": wanted}
        return ok(summary, data, then=("session_log_read", again) if following else None)

    @writes
    def session_log_summarize(
        self, caller: Caller, session: str | None = None, since: int | str | None = None
    ) -> Envelope:
        """Write a short summary of one session log (requests, checks, failures, files, plan) under session_logs/snapshots.

        Args:
            session: a session id, its unique start, or a log file; your own session when left out.
            since: session (default), mark, last_handover or a line number: where words, checks and failures begin.
        """
        choice = self._chosen(caller, session)
        shower = Shower(self._house)
        path, text = write_summary(self._house, choice, since)
        data: dict[str, Any] = {
            "session": self._session(choice, shower),
            "summary_file": str(path.relative_to(self._house.project.root)),
            "bytes": len(text.encode("utf-8", "replace")),
        }
        room = ANSWER_BYTES - size_of(data)
        document, limit = text, len(text)
        while size_of(document) > room:
            limit = limit * 3 // 4
            document = clip(text, limit)
        data["document"] = document
        return ok(self._say("summary_written", file=data["summary_file"]), data)

    def _chosen(self, caller: Caller, session: str | None) -> SessionChoice:
        choice = choose_session(self._house, caller, session)
        if isinstance(choice, NoSession):
            raise NotFound(
                "no_session", reason=choice.reason(self._house.settings.language), left_out=dict(choice.left_out)
            )
        return choice

    def _story(self, choice: SessionChoice, page: Page, shower: Shower, source: int) -> dict[str, Any]:
        """The files of the session's story, and what could not be read of this one."""
        told: dict[str, Any] = {"source": source} if source > 1 else {}
        revert = reverted_by(self._house, choice.path)
        if revert is not None:
            newer, first = revert
            told["reverted_by"] = {"log": shower.text(self._house.shown(newer)), "from_line": first}
        if page.sources:
            told["sources"] = [source_values(self._house, item, shower) for item in page.sources]
        if page.receipt is not None:
            told["receipt"] = receipt_values(self._house, page.receipt, shower) | {"whole": page.whole}
        return told

    def _session(self, choice: SessionChoice, shower: Shower) -> dict[str, Any]:
        return session_values(self._house, choice, shower)

    def _say(self, key: str, **facts: Any) -> str:
        return say(key, self._house.settings.language, **facts)


def _source_of(session: str | None) -> tuple[str | None, int]:
    """The session that is meant and the number of the source: ``019a…:S2``, ``:S2`` for one's own session."""
    found = _SOURCE.fullmatch(session.strip()) if session is not None else None
    return (found["session"] or None, int(found["number"])) if found else (session, 1)


def _anchor(given: int | str | None, part: int) -> tuple[int | None, int]:
    """The line and the source that an anchor names; without one in it the source is ``part``."""
    if not isinstance(given, str):
        return given if given is None else _within("line", given, 1, 10**12), part
    found = _ANCHOR.fullmatch(given.strip())
    if found is None:
        raise InvalidInput("invalid_arguments", problems='line: a number from 1, or an anchor such as "S2:L45"')
    source = int(found["part"] or part)
    if part not in (1, source):
        raise InvalidInput("invalid_arguments", problems=f"line: {given} is no line of the part S{part}")
    return _within("line", int(found["line"]), 1, 10**12), source


def _withdrawn(page: Page, source: int) -> int | None:
    """The first line of an earlier part that a revert took back."""
    return next((item.withdrawn_from for item in page.sources if item.number == source), None)


def _within(name: str, value: int, least: int, most: int) -> int:
    if isinstance(value, bool) or not least <= value <= most:
        raise InvalidInput("invalid_arguments", problems=f"{name}: from {least} to {most}")
    return value
