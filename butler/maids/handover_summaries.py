"""What saved summaries tell a handover: requests, decisions, open steps and commits of sessions whose log is not read.

Every line says which summary it is from and holds no anchor, for anchors are lines of the present log. At most
`MOST_SUMMARIES` are used, of each the lines that tell most. What a hand changed since is said at each line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from butler.capabilities.handover.models import Line, Materials, Said, SummarySource, said
from butler.maids.document_check import metadata, split_sections
from butler.maids.document_items import groups_of
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.late_patterns import late
from butler.maids.notes_worker import parse_notes
from butler.maids.session_log_summary_worker import is_as_written
from butler.phrases import catalogue
from butler.records import dataclass

MOST_SUMMARIES = 2
_MOST = {"requests": 6, "decisions": 8, "steps": 8, "commits": 4}
_ANCHORED = late(r"\[(?:S\d{1,3}:)?L\d{1,9}\] ?")
_ANCHOR = late(r"\s*\[(?:S\d{1,3}:)?L\d{1,9}\]")
_ESCAPED = late(r"\\([!-/:-@\[-`{-~])")
_LAST = late(r"(\d{1,9})\D*$")
_STATES = ("open", "answered", "done", "superseded")
_SHOWN = 240


@dataclass(frozen=True, slots=True)
class SummaryHead:
    """What a summary says about itself; ``issue`` is as it stands there, ``last_line`` that of its log."""

    session_id: str
    agent: str
    created_at: str
    issue: object = None
    last_line: int = 0


@dataclass(frozen=True, slots=True)
class _Told:
    """The rows of a summary as plain text, oldest first; ``requests`` are (state, words)."""

    requests: tuple[tuple[str, str], ...] = ()
    decisions: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    words: str = ""


def summary_head(text: str) -> SummaryHead | None:
    """What the METADATA of a summary says; None where it is none, or damaged."""
    found = metadata(text)
    names = {one.name for one in split_sections(text)}
    session, agent = found.get("session_id"), found.get("agent")
    if not isinstance(session, str) or not isinstance(agent, str) or not {"REQUESTS", "PLAN"} <= names:
        return None
    last = _LAST.search(str(found.get("lines", "")))
    return SummaryHead(
        session, agent, str(found.get("created_at", "")), found.get("issue"), int(last[1]) if last else 0
    )


def add_summaries(desk: Desk, pen: Pen, materials: Materials) -> None:
    """All pieces that come from summaries, in the sections where they belong."""
    for at, source in enumerate(materials.summaries[:MOST_SUMMARIES]):
        _Teller(desk, pen, source, at, marked=source.own and bool(materials.marks)).tell()


def summaries_metadata(materials: Materials) -> dict[str, Any]:
    """The sessions whose summaries were used, for METADATA; nothing where there are none."""
    used = [f"{one.session_id} {one.created_at}" for one in materials.summaries[:MOST_SUMMARIES]]
    return {"summaries": used} if used else {}


def summarised_sessions(found: Mapping[str, Any]) -> frozenset[str]:
    """The sessions that a handover's METADATA names so."""
    used = found.get("summaries")
    return (
        frozenset(one.split(" ")[0] for one in used if isinstance(one, str)) if isinstance(used, list) else frozenset()
    )


class _Teller:
    """Lays the lines of one summary on the desk; those of a session whose log is gone are worth more.

    ``marked``: its marks are known, so those in the summary are left out.
    """

    def __init__(self, desk: Desk, pen: Pen, source: SummarySource, at: int, *, marked: bool) -> None:
        self._desk, self._pen, self._source, self._at = desk, pen, source, at
        self._marked = marked
        self._less = 0 if source.own else 18
        doubts: dict[bool | None, Said | str] = {
            True: "",
            False: said("summary_edited"),
            None: said("summary_unsealed"),
        }
        self._doubt = doubts[is_as_written(source.text)]

    def tell(self) -> None:
        """All its lines."""
        source, head = self._source, summary_head(self._source.text)
        session, date = self._pen.line(source.session_id, 80), self._pen.line(source.created_at[:10], 20)
        if head is None:
            line = said("summary_damaged", session=session, date=date, file=self._pen.code(source.file, 200))
            self._desk.add("CURRENT_STATE", "summary", (self._at, 0), Form(88, Line(line)))
            return
        whose = said(
            "summary_whose", session=session, agent=self._pen.line(head.agent, 40), lines=head.last_line,
            file=self._pen.code(source.file, 200),
        )  # fmt: skip
        self._add("CURRENT_STATE", 0, [whose], [94])
        told = _read(source.text, with_marks=not self._marked)
        requests = _ends_first(told.requests, _MOST["requests"])
        lines = [said("summary_request", state=said(f"state_word_{s}"), text=self._text(t)) for s, t in requests]
        worths = [93 if n < 2 else 84 if state == "open" else 62 for n, (state, _) in enumerate(requests)]
        self._add("CURRENT_STATE", 1, lines, worths)
        commits = told.commits[-_MOST["commits"] :]
        self._add("CURRENT_STATE", 2, [said("summary_commit", text=self._text(one)) for one in commits], [70] * 9)
        if told.words and source.own:
            self._add("CURRENT_STATE", 3, [said("summary_words", text=self._text(told.words, 300))], [86])
        decisions = told.decisions[-_MOST["decisions"] :]
        worths = [92 - (len(decisions) - n) for n in range(len(decisions))]
        self._add("DECISION", 4, [said("summary_decision", text=self._text(one)) for one in decisions], worths)
        steps = told.steps[: _MOST["steps"]]
        worths = [90 - n for n in range(len(steps))]
        self._add("NEXT_ACTION", 5, [said("summary_step", text=self._text(one)) for one in steps], worths)

    def _text(self, text: str, limit: int = _SHOWN) -> str:
        return self._pen.line(text, limit)

    def _add(self, section: str, kind: int, lines: Iterable[Said], worths: Sequence[int]) -> None:
        source = self._source
        session, date = self._pen.line(source.session_id, 80), self._pen.line(source.created_at[:10], 20)
        group = {"NEXT_ACTION": "next"}.get(section, "summary")
        for number, (line, worth) in enumerate(zip(lines, worths, strict=False)):
            whole = said("summary_from", text=line, session=session, date=date, doubt=self._doubt)
            order = (8, 900 + self._at, number) if section == "NEXT_ACTION" else (self._at, kind, number)
            self._desk.add(section, group, order, Form(worth - self._less, Line(whole)))


def _ends_first(requests: Sequence[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """The first and the last request, then the newest others; open ones before those that were answered."""
    if not requests:
        return []
    ends = [requests[0], *([requests[-1]] if len(requests) > 1 else [])]
    others = [one for one in reversed(requests[1:-1]) if one[0] not in ("done", "superseded")]
    others.sort(key=lambda one: one[0] != "open")
    return [*ends, *others][:most]


def _read(text: str, *, with_marks: bool) -> _Told:
    """The rows of a summary; what does not read like one is left out."""
    sections = {one.name: one.body for one in split_sections(text)}

    def rows(name: str) -> list[str]:
        items = (item for group in groups_of(sections.get(name, "")) for item in group.items)
        return [_plain(item.bare) for item in items if _ANCHORED.match(item.bare)]

    plan = [row.split(": ", 1) for row in rows("PLAN") if ": " in row]
    marked = rows("MARKS") if with_marks else []
    marks = [note for row in marked if ": " in row for note in parse_notes(row.split(": ", 1)[1]).labelled]
    return _Told(
        tuple(_requests(rows("REQUESTS"))),
        (*rows("DECISIONS"), *(note.text for note in marks if note.label in ("decision", "rejected"))),
        (
            *(text for state, text in plan if state in ("pending", "in_progress")),
            *(note.text for note in marks if note.label == "next"),
        ),
        tuple(rows("COMMITS")),
        next(reversed(rows("AGENT_WORDS")), ""),
    )


def _plain(row: str) -> str:
    """A row without its anchors and Markdown's backslashes."""
    return _ESCAPED.sub(r"\1", _ANCHOR.sub("", row)).strip()


def _requests(rows: Iterable[str]) -> Iterator[tuple[str, str]]:
    words = {phrase: state for state in _STATES for phrase in catalogue()[1][f"summary_{state}"]}
    for row in rows:
        state, _, text = row.partition(": ")
        if state in words and text:
            yield words[state], text
