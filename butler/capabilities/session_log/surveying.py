"""Looking through the logs of the clients: which sessions of this project there are, and what was left out.

Nothing is chosen here: see ``sessions``. Times are those of the lines, never of the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from butler.brains import Brain, LogFile
from butler.capabilities.session_log.folders import Folders
from butler.capabilities.session_log.glancing import Seen, glance
from butler.capabilities.session_log.models import Thread
from butler.capabilities.session_log.packed import can_unpack
from butler.capabilities.session_log.peeking import Peek, moment, peek
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.house import House

_ENOUGH = 8
_OLD_SECONDS = 3 * 86_400.0
MOST_GLANCES = 20_000
"""So many logs of a client are looked into at most, the files written last first; a peek counts as ``_PEEK`` of them."""
_PEEK = 8


class Candidate:
    """One session log of a Brain with what its first and last lines tell: as little as is asked for.

    Attributes:
        seen: what a glance told; None where it told nothing, or none was cast.
    """

    __slots__ = ("_look", "_looks", "brain", "file", "seen")

    def __init__(
        self, brain: Brain, file: LogFile, looks: Callable[[Path], Peek | None], seen: Seen | None = None
    ) -> None:
        self.brain, self.file, self.seen = brain, file, seen
        self._looks = looks
        self._look: Peek | Literal["not yet"] | None = "not yet"

    @property
    def look(self) -> Peek | None:
        """A full look at the first and last lines, at the first asking; None where the log cannot be read."""
        if self._look == "not yet":
            self._look = self._looks(self.file.path)
        return self._look

    @property
    def session_id(self) -> str:
        """The id inside the log, else the one in its name; a subagent's log is called by its own name."""
        if not self.file.main:
            return self.file.session_id
        inner = self.seen.first.session_id if self.seen else self.look.info.session_id if self.look else None
        return inner or self.file.session_id

    @property
    def thread(self) -> Thread | None:
        """What kind of thread the log tells; None where it cannot be read."""
        return self.seen.first.thread if self.seen else self.look.info.thread if self.look else None

    @property
    def parent(self) -> str | None:
        """The session that a subagent's log belongs to: by the place of the file, else by the id that the log names."""
        known = self.file.parent or (self.seen.first.parent_id if self.seen else None)
        return known or (self.look.info.parent_id if self.look else None)

    @property
    def last_at(self) -> str | None:
        """The time of the last line, as the client wrote it."""
        return self.seen.last_at if self.seen else self.look.last_at if self.look else None

    @property
    def beginning(self) -> tuple[str | None, str | None]:
        """The time of the first line that carries one, and the id of the first record that has one."""
        if self.seen:
            return self.seen.first.first_at, self.seen.first.first_id
        return (self.look.first_at, self.look.first_id) if self.look else (None, None)


@dataclass(frozen=True, slots=True)
class Known:
    """What a survey has seen, for another one of the same folders right after it.

    ``files`` are every log of a Brain by its name, ``logs`` those that were looked into by their path.
    """

    files: dict[str, list[LogFile]] = field(default_factory=dict)
    logs: dict[str, Candidate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Survey:
    """The sessions of this project, newest first by their last line, and what was left out.

    ``children`` are the subagents' logs that were met, only where every log was looked at. ``looked`` counts the logs that
    were opened.
    """

    candidates: tuple[Candidate, ...]
    left_out: Mapping[str, int]
    children: tuple[Candidate, ...] = ()
    looked: int = 0


@dataclass(slots=True)
class _Look:
    """What looking through a client's files has found so far."""

    found: list[Candidate] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    children: list[Candidate] = field(default_factory=list)
    looked: int = 0
    spent: int = 0


def survey(
    house: House, brains: Iterable[Brain], *, every: bool = False, everywhere: bool = False, known: Known | None = None
) -> Survey:
    """The main threads of this project, with ``everywhere`` of all folders.

    Args:
        house: the house of the project.
        brains: whose logs.
        every: look at every log; without it the look ends at files far older than enough newer sessions. Of more than
            ``MOST_GLANCES`` the others are counted as ``not_looked`` all the same.
        everywhere: of all folders.
        known: what an earlier survey of the same folders has seen; what this one sees is added.
    """
    folders = None if everywhere else Folders(house)
    known = known or Known()
    look_at = partial(_look_through, house, folders=folders, every=every, known=known)
    total = _Look()
    for brain in brains:
        look = _Look()
        if folders is not None and brain.by_folder and not every:
            look = look_at(brain, list(files_of(house, brain, folders.places)))
        if not look.found:
            if brain.name not in known.files:
                known.files[brain.name] = list(files_of(house, brain))
            look = look_at(brain, known.files[brain.name])
        total.found += look.found
        total.children += look.children
        total.left_out.update(look.left_out)
        total.looked += look.looked
    total.found.sort(key=lambda item: str(item.file.path))
    total.found.sort(key=_last, reverse=True)
    total.children.sort(key=lambda item: str(item.file.path))
    return Survey(tuple(total.found), dict(sorted(total.left_out.items())), tuple(total.children), total.looked)


def _look_through(
    house: House, brain: Brain, files: list[LogFile], *, folders: Folders | None, every: bool, known: Known
) -> _Look:
    current = in_force(files)
    look = _Look()
    if len(current) < len(files):
        look.left_out["reverted"] = len(files) - len(current)
    for file in sorted(current, key=lambda item: (-item.modified, str(item.path))):
        found = look.found
        if not every and len(found) >= _ENOUGH and file.modified < found[_ENOUGH - 1].file.modified - _OLD_SECONDS:
            break
        candidate: Candidate | None = None
        if not file.main:
            reason, candidate = "subagent", _unseen(brain, file)
        elif file.packed and not can_unpack():
            reason = "packed"
        elif look.spent >= MOST_GLANCES:
            reason = "not_looked"
        else:
            look.looked += 1
            if (candidate := known.logs.get(str(file.path))) is None or candidate.file != file:
                candidate = known.logs[str(file.path)] = glanced(house, brain, file, folders)
            look.spent += 1 if candidate.seen else _PEEK
            reason = _why_not(candidate, folders)
        if not reason and candidate is not None:
            found.append(candidate)
            continue
        look.left_out[reason] += 1
        if reason == "subagent" and every and candidate is not None:
            look.children.append(candidate)
    return look


def _why_not(candidate: Candidate, folders: Folders | None) -> str:
    """Why a log is left out; empty: it is one of those asked for."""
    if candidate.thread is None:
        return "unreadable"
    if candidate.thread not in {"main", "unknown"}:
        return "subagent"
    if folders is not None and not (candidate.seen.here if candidate.seen else here(folders, candidate.look)):
        return "other_folder"
    return ""


def in_force(files: Iterable[LogFile]) -> list[LogFile]:
    """The files without those that a later file of the same session replaced (a revert leaves the older one behind)."""
    everything = list(files)
    newest: dict[str, str] = {}
    for file in everything:
        newest[file.session_id] = max(newest.get(file.session_id, ""), file.part)
    return [file for file in everything if file.part == newest[file.session_id]]


def files_of(house: House, brain: Brain, folders: tuple[Path, ...] = ()) -> Iterator[LogFile]:
    """The log files of a Brain in its log home."""
    yield from brain.log_files(brain.log_home(house.start.environment, house.start.home), folders)


def name_logs(house: House, entries: Iterable[dict[str, Any]]) -> None:
    """Write into shown subagent entries where the subagent's own log lies (``log``), if it is there."""
    asked = [entry for entry in entries if entry["kind"] == "subagent" and entry.get("session_id")]
    if not asked:
        return
    files = {
        file.session_id.removeprefix("agent-"): file.path
        for brain in house.staff.brains.values()
        for file in files_of(house, brain)
    }
    for entry in asked:
        path = files.get(str(entry["session_id"]).removeprefix("agent-"))
        if path is not None:
            entry["log"] = house.shown(path)


def looked(house: House, brain: Brain, file: LogFile) -> Candidate:
    """A log whose first and last lines are looked at when they are asked for."""
    reader = house.staff.formats.get(brain.log_format)
    if reader is None or (file.packed and not can_unpack()):
        return Candidate(brain, file, lambda path: None)
    return Candidate(brain, file, lambda path: peek(path, reader))


def glanced(house: House, brain: Brain, file: LogFile, folders: Folders | None) -> Candidate:
    """A log with what a glance tells; where that is nothing it is looked at when something is asked for."""
    candidate = looked(house, brain, file)
    reader = house.staff.formats.get(brain.log_format)
    if reader is not None and not file.packed:
        candidate.seen = glance(file.path, reader, folders.hold if folders is not None else None)
    return candidate


def _unseen(brain: Brain, file: LogFile) -> Candidate:
    """A log of which nothing but the file was seen."""
    return Candidate(brain, file, lambda path: None)


def _last(candidate: Candidate) -> float:
    if candidate.thread is None:
        return float("-inf")
    return (moment(candidate.last_at) or datetime.min.replace(tzinfo=UTC)).timestamp()


def latest(candidates: Iterable[Candidate]) -> Candidate:
    """The one whose last line is the newest."""
    return max(sorted(candidates, key=lambda item: str(item.file.path)), key=_last)


def here(folders: Folders, look: Peek | None) -> bool | None:
    """Whether a log belongs to the project; None where it names no folder."""
    if look is None or not look.cwds:
        return None
    return any(folders.hold(cwd) for cwd in look.cwds)
