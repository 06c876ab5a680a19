"""Which session is "this session": named, told by the client, or the newest main thread of this project.

Nothing is guessed: a session that the client names and whose log is not found is an absence, and the newest is chosen by
the time of the last line of each log, never by file times, never among subagent, review or internal threads.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from butler.brains import Brain, LogFile
from butler.capabilities.session_log.call_line import wait_for_tool_use
from butler.capabilities.session_log.folders import Folders
from butler.capabilities.session_log.opening import open_text, read_head
from butler.capabilities.session_log.peeking import Peek, moment, peek
from butler.capabilities.session_log.surveying import (
    Candidate,
    Known,
    files_of,
    here,
    in_force,
    latest,
    looked,
    survey,
)
from butler.capability import Caller
from butler.errors import InvalidInput, NotFound, Refused
from butler.maids.text_worker import visible
from butler.phrases import Language, say
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.house import House

Why: TypeAlias = Literal[
    "chosen_by_file", "chosen_by_id", "chosen_by_moved", "chosen_by_call", "chosen_by_client", "chosen_newest"
]

_SHORTEST_PREFIX = 4
_RECENT_SECONDS = 600.0
_MOST_RECENT = 40
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|agent-[0-9a-z-]+")


@dataclass(frozen=True, slots=True)
class SessionChoice:
    """The log that was chosen, why, and what else there was.

    Attributes:
        path: the log file.
        agent: the client that wrote it (a Brain's name, else the format's agent).
        session_id: None where neither the client's files nor the log tell one.
        why: key of the phrase that says why this one.
        of_this_project: False for a log of another folder, None where the log names no folder.
        cwd: the folder that the log names first.
        last_at: time of its last line as the client wrote it.
        next_best: up to three others of this project, newest first (only where the newest was chosen).
        left_out: how many logs were looked at and left out, by reason: ``other_folder``, ``subagent``, ``packed``,
            ``unreadable``, ``reverted`` (a later file of the same session is in force), ``not_looked`` (too many, the
            others were written later).
        also_live: ids of those of ``next_best`` that were written within the last ten minutes.
        unconfirmed: the client named a call, and no log that was looked at holds it.
    """

    path: Path
    agent: str
    session_id: str | None
    why: Why
    of_this_project: bool | None = None
    cwd: str | None = None
    last_at: str | None = None
    next_best: tuple[Candidate, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    also_live: tuple[str, ...] = ()
    unconfirmed: bool = False

    def reason(self, language: Language) -> str:
        """Why this log, as a sentence; other sessions of this project that were written lately are named."""
        said = say(self.why, language)
        if self.also_live:
            said = say("chosen_newest_of_live", language, others=", ".join(self.also_live))
        said = say("chosen_unconfirmed", language, reason=said) if self.unconfirmed else said
        return _of_those_looked_into(said, self.left_out, language)


@dataclass(frozen=True, slots=True)
class NoSession:
    """No session log fits: a normal absence, with its reason."""

    why: Literal["no_session_here", "no_session_told"]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def reason(self, language: Language) -> str:
        """Why there is none, as a sentence."""
        return _of_those_looked_into(say(self.why, language), self.left_out, language)


def _of_those_looked_into(said: str, left_out: Mapping[str, int], language: Language) -> str:
    """A reason, and how many logs it does not speak of."""
    count = left_out.get("not_looked", 0)
    return say("chosen_not_looked", language, reason=said, count=count) if count else said


def choose_session(
    house: House, caller: Caller, session: str | None = None, *, known: Known | None = None
) -> SessionChoice | NoSession:
    """Choose the session log that a call is about.

    Args:
        house: the house of the caller's project.
        caller: who calls, as far as the client says it.
        session: a session id, its unique start (at least 4 characters) or a file; None for the caller's own session.
        known: what a survey of this project has seen just now.

    Raises:
        NotFound: ``session_not_found`` with the nearest ids; ``log_missing``.
        InvalidInput: ``session_ambiguous`` with the ids that begin so.
        Unreadable, Refused: a given file cannot be a log (see ``opening``); ``log_not_allowed``: over MCP a file that no format
            knows as a session log, outside of the project. A person on the command line may name any text.
    """
    if session is not None:
        return _named(house, caller, session.strip())
    brain = house.staff.brains.get(caller.client)
    if brain is not None and (told := _told(house, brain, caller)) is not None:
        return told
    newest = _newest(house, [brain] if brain is not None else list(house.staff.brains.values()), known)
    if brain is not None and caller.tool_use_id and isinstance(newest, SessionChoice):
        return replace(newest, unconfirmed=True)
    return newest


def settled(house: House, caller: Caller) -> Caller:
    """``caller`` under the session whose log holds the call: after ``/clear`` its environment names the one before.

    Unchanged where the client names no call, or none that a log holds.
    """
    brain = house.staff.brains.get(caller.client)
    if brain is None or caller.tool_use_id is None:
        return caller
    found = _by_tool_use(house, brain, caller.tool_use_id, _own(house, brain, caller))
    return caller if found is None or found.session_id is None else replace(caller, session_id=found.session_id)


# --- 1. a session that the call names


def _named(house: House, caller: Caller, session: str) -> SessionChoice:
    path = _as_file(house, session)
    if path is None:
        return _chosen(house, _by_id(house, session), "chosen_by_id")
    if _there(path) or not (found := _ID.findall(path.name)):
        return _by_file(house, caller, _without_detours(path))
    try:
        return _chosen(house, _by_id(house, found[0]), "chosen_by_moved")
    except NotFound as error:
        raise NotFound("log_missing") from error


def _as_file(house: House, session: str) -> Path | None:
    """The path that the text means, or None where it is an id."""
    if "\0" in session or not session:
        raise NotFound("session_not_found", near="-")
    looks_so = "/" in session or "\\" in session or session.startswith("~") or Path(session).suffix != ""
    path = Path(session)
    if session.startswith("~/"):
        path = house.start.home / session[2:]
    places = [path] if path.is_absolute() else [house.start.folder / path, house.project.root / path]
    if not looks_so:
        return next((place for place in places if _there(place) and place.is_file()), None)
    return next((place for place in places if _there(place)), places[0])


def _without_detours(path: Path) -> Path:
    """The path without ``..`` and ``.`` where it is still the same file (behind a link to a folder it may be another)."""
    short = Path(os.path.normpath(path))
    try:
        return short if short.samefile(path) else path
    except OSError:
        return path


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, a loop of links
        return False


def _by_file(house: House, caller: Caller, path: Path) -> SessionChoice:
    stream, _ = open_text(path)
    with stream:
        head = read_head(stream)
    formats = sorted(house.staff.formats.values(), key=lambda item: (item.rank, item.name))
    reader = next((item for item in formats if item.recognises(head)), None)
    if (reader is None or reader.any_text) and not (caller.is_person or _inside(house, path)):
        raise Refused("log_not_allowed", file=visible(path.name, keep_newlines=False)[:120])
    look = peek(path, reader) if reader is not None else None
    ids = _ID.findall(path.name)
    return SessionChoice(
        path=path,
        agent=_agent(house, reader.name if reader else None, look),
        session_id=(look.info.session_id if look else None) or (ids[0] if ids else None),
        why="chosen_by_file",
        of_this_project=here(Folders(house), look),
        cwd=look.cwds[0] if look and look.cwds else None,
        last_at=look.last_at if look else None,
    )


def _inside(house: House, path: Path) -> bool:
    """Whether a file that is there lies in the project, links resolved: a Brain may read any text there by itself."""
    return path.resolve().is_relative_to(house.project.root.resolve())


def _agent(house: House, format_name: str | None, look: Peek | None) -> str:
    for brain in house.staff.brains.values():
        if brain.log_format == format_name:
            return brain.name
    return look.info.agent if look else "unknown"


def _by_id(house: House, session: str) -> Candidate:
    """The log of an id or of its unique start, in any folder; of several files of one session the newest by last line."""
    wanted = session.lower()
    files = [(brain, file) for brain in house.staff.brains.values() for file in files_of(house, brain)]
    hits = [(brain, file) for brain, file in files if file.session_id.lower() in (wanted, f"agent-{wanted}")]
    if not hits and len(wanted) >= _SHORTEST_PREFIX:
        hits = [(brain, file) for brain, file in files if file.session_id.lower().startswith(wanted)]
    ids = sorted({file.session_id for _, file in hits})
    if not ids:
        known = sorted({file.session_id for _, file in files if file.main})
        near = difflib.get_close_matches(wanted[:64], known, 3, 0.3) or [c.session_id for c in _here_now(house)]
        raise NotFound("session_not_found", near=", ".join(near[:3]) or "-")
    if len(ids) > 1:
        raise InvalidInput("session_ambiguous", count=len(ids), candidates=", ".join(ids[:8]))
    current = {file.path for file in in_force(file for _, file in hits)}
    return latest(looked(house, brain, file) for brain, file in hits if file.path in current)


def _here_now(house: House) -> tuple[Candidate, ...]:
    found = survey(house, list(house.staff.brains.values()))
    return found.candidates[:3]


# --- 2. a session that the client tells


def _told(house: House, brain: Brain, caller: Caller) -> SessionChoice | NoSession | None:
    """The session that the client tells with the call; None where it tells nothing that could be found by itself."""
    own = _own(house, brain, caller)
    if caller.tool_use_id and (found := _by_tool_use(house, brain, caller.tool_use_id, own)) is not None:
        return found
    if caller.session_id is None:
        return None
    if not own:
        return NoSession("no_session_told")
    choice = _chosen(house, latest(looked(house, brain, file) for file in own), "chosen_by_client")
    if not caller.tool_use_id:
        return choice
    return None if choice.of_this_project is False else replace(choice, unconfirmed=True)


def _own(house: House, brain: Brain, caller: Caller) -> list[LogFile]:
    """The files of the session that the client's environment names."""
    return in_force(f for f in files_of(house, brain) if caller.session_id and f.session_id == caller.session_id)


def _by_tool_use(house: House, brain: Brain, tool_use_id: str, own: list[LogFile]) -> SessionChoice | None:
    """The log that holds the call; a call of a subagent belongs to the session that started the subagent."""
    holder = wait_for_tool_use(lambda: [*own, *_recent(files_of(house, brain), own)], tool_use_id)
    if holder is None:
        return None
    found = looked(house, brain, holder)
    if not holder.main and found.look is not None:
        parent = found.look.info.parent_id or found.look.info.session_id
        mains = [file for file in files_of(house, brain) if file.main and file.session_id == parent]
        if mains:
            found = latest(looked(house, brain, file) for file in mains)
    return _chosen(house, found, "chosen_by_call")


def _recent(files: Iterable[LogFile], own: list[LogFile]) -> list[LogFile]:
    """The files written last, first: the line of a call that runs now was written within the last seconds."""
    paths = {file.path for file in own}
    others = [file for file in files if file.path not in paths and not file.packed]
    since = max((file.modified for file in others), default=0.0) - _RECENT_SECONDS
    others = [file for file in others if file.modified >= since]
    return sorted(others, key=lambda file: (-file.modified, str(file.path)))[:_MOST_RECENT]


# --- 3. the newest main thread of this project


def _newest(house: House, brains: list[Brain], known: Known | None) -> SessionChoice | NoSession:
    found = survey(house, brains, known=known)
    if not found.candidates:
        return NoSession("no_session_here", found.left_out)
    choice = _chosen(house, found.candidates[0], "chosen_newest")
    others = found.candidates[1:4]
    live = tuple(item.session_id for item in others if _written_lately(house, item))
    return replace(choice, next_best=others, left_out=found.left_out, also_live=live)


def _written_lately(house: House, candidate: Candidate) -> bool:
    last = moment(candidate.last_at)
    return last is not None and (house.now() - last).total_seconds() < _RECENT_SECONDS


# --- shared


def _chosen(house: House, candidate: Candidate, why: Why) -> SessionChoice:
    look = candidate.look
    return SessionChoice(
        path=candidate.file.path,
        agent=candidate.brain.name,
        session_id=candidate.session_id,
        why=why,
        of_this_project=here(Folders(house), look),
        cwd=look.cwds[0] if look and look.cwds else None,
        last_at=look.last_at if look else None,
    )
