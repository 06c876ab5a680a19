"""Looking through the logs of the clients: which sessions of this project there are, and what was left out.

Nothing is chosen here: see ``sessions``. Times are those of the lines, never of the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler.brains import Brain, LogFile
from butler.capabilities.session_log.folders import Folders
from butler.capabilities.session_log.packed import can_unpack
from butler.capabilities.session_log.peeking import Peek, peek
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.house import House

_ENOUGH = 8
_OLD_SECONDS = 3 * 86_400.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One session log of a Brain with what its first and last lines tell; ``look`` is None where it cannot be read."""

    brain: Brain
    file: LogFile
    look: Peek | None

    @property
    def session_id(self) -> str:
        """The id inside the log, else the one in its name; a subagent's log is called by its own name."""
        inner = self.look.info.session_id if self.look and self.file.main else None
        return inner or self.file.session_id


@dataclass(frozen=True, slots=True)
class Survey:
    """The sessions of this project, newest first by their last line, and what was left out.

    ``children`` are the subagents' logs that were met, only where every log was looked at.
    """

    candidates: tuple[Candidate, ...]
    left_out: Mapping[str, int]
    children: tuple[Candidate, ...] = ()


@dataclass(slots=True)
class _Look:
    """What looking through a client's files has found so far."""

    found: list[Candidate]
    left_out: Counter[str]
    children: list[Candidate]


def survey(house: House, brains: Iterable[Brain], *, every: bool = False, everywhere: bool = False) -> Survey:
    """The main threads of this project, with ``everywhere`` of all folders.

    Without ``every`` the look ends at files far older than enough newer sessions.
    """
    folders = None if everywhere else Folders(house)
    found: list[Candidate] = []
    children: list[Candidate] = []
    left_out: Counter[str] = Counter()
    for brain in brains:
        look = _Look([], Counter(), [])
        if folders is not None and not every:
            look = _look_through(house, brain, folders, files_of(house, brain, folders.places), every)
        if not look.found:
            look = _look_through(house, brain, folders, files_of(house, brain), every)
        found += look.found
        children += look.children
        left_out.update(look.left_out)
    found.sort(key=lambda item: str(item.file.path))
    found.sort(key=_last, reverse=True)
    children.sort(key=lambda item: str(item.file.path))
    return Survey(tuple(found), dict(sorted(left_out.items())), tuple(children))


def _look_through(house: House, brain: Brain, folders: Folders | None, files: Iterable[LogFile], every: bool) -> _Look:
    everything = list(files)
    current = in_force(everything)
    look = _Look([], Counter(), [])
    if len(current) < len(everything):
        look.left_out["reverted"] = len(everything) - len(current)
    for file in sorted(current, key=lambda item: (-item.modified, str(item.path))):
        found = look.found
        if not every and len(found) >= _ENOUGH and file.modified < found[_ENOUGH - 1].file.modified - _OLD_SECONDS:
            break
        reason, candidate = _fits(house, brain, folders, file)
        if not reason and candidate is not None:
            found.append(candidate)
            continue
        look.left_out[reason] += 1
        if reason == "subagent" and every:
            look.children.append(candidate or Candidate(brain, file, None))
    return look


def _fits(house: House, brain: Brain, folders: Folders | None, file: LogFile) -> tuple[str, Candidate | None]:
    """Why a log is left out (empty: it is one of those asked for), and what was seen of it."""
    if not file.main:
        return "subagent", None
    if file.packed and not can_unpack():
        return "packed", None
    candidate = looked(house, brain, file)
    if candidate.look is None:
        return "unreadable", None
    if candidate.look.info.thread not in {"main", "unknown"}:
        return "subagent", candidate
    if folders is not None and not here(folders, candidate.look):
        return "other_folder", None
    return "", candidate


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
    """A log with what its first and last lines tell."""
    reader = house.staff.formats.get(brain.log_format)
    readable = reader is not None and not (file.packed and not can_unpack())
    return Candidate(brain, file, peek(file.path, reader) if reader is not None and readable else None)


def _last(candidate: Candidate) -> float:
    return candidate.look.last.timestamp() if candidate.look and candidate.look.last_at else float("-inf")


def latest(candidates: Iterable[Candidate]) -> Candidate:
    """The one whose last line is the newest."""
    return max(sorted(candidates, key=lambda item: str(item.file.path)), key=_last)


def here(folders: Folders, look: Peek | None) -> bool | None:
    """Whether a log belongs to the project; None where it names no folder."""
    if look is None or not look.cwds:
        return None
    return any(folders.hold(cwd) for cwd in look.cwds)
