"""The earlier parts of a session's story that lie in other files: parents of forks, the log before a revert.

Codex writes a fork or a revert as a new file that refers to the first bytes of another one (``history_base``), or, in
older versions, copies the parent's lines. The parent may have been archived or packed since; it may refer to a parent
itself. What cannot be found is said, never left out silently. The parts stay files of their own: nothing is mixed.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from butler.capabilities.session_log.formats import EarlierPart, LogHead, SessionLogFormat
from butler.capabilities.session_log.models import Source
from butler.capabilities.session_log.opening import OpenLog, open_log, open_text, read_head
from butler.capabilities.session_log.reading.codex_history import told
from butler.capabilities.session_log.reading.lines import MAX_LINE
from butler.capabilities.session_log.surveying import files_of
from butler.errors import ButlerError, NotFound
from butler.looking import is_file, names_in
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.house import House

MOST_SOURCES = 16
"""Deepest chain of forks that is followed."""
_PIECE = 1 << 20
_ROLLOUT = re.compile(r"[-_]([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.jsonl(?:\.zst)?\Z")
_ORDINAL = re.compile(rb'"ordinal": ?(\d{1,15})[,}]')
_HEAD = 120
_COPY_WINDOW = 8
"""How many of the parent's lines a copy may have left out before the next one that it repeats."""


def sources_of(house: House, log: OpenLog) -> tuple[Source, ...]:
    """The earlier parts of the story of ``log``, the nearest parent first; empty where the story begins in it."""
    asks = log.format.earlier_part
    found: list[Source] = []
    child, head, known = log.path, log.head, {_name(log.path)}
    while asks is not None and (part := asks(head)) is not None:
        number = len(found) + 2
        if len(found) >= MOST_SOURCES:
            return (*found, _broken(number, part, "too_deep"))
        parent = _find(house, log.format, child, part.rollout_id)
        if parent is None:
            return (*found, _broken(number, part, "missing"))
        if _name(parent) in known:
            return (*found, _broken(number, part, "cycle"))
        known.add(_name(parent))
        try:
            source, parent_head = _looked_at(number, part, child, head, parent)
        except (ButlerError, OSError):
            return (*found, replace(_broken(number, part, "unreadable"), path=str(parent)))
        found.append(source)
        if source.problem:
            break
        child, head = parent, parent_head
    return tuple(found)


def open_source(house: House, source: Source) -> OpenLog:
    """Open one earlier part as a log of its own that ends where the story left it.

    Raises:
        NotFound: ``source_missing`` where it could not be found or read. ButlerError: see ``open_log``.
    """
    if source.problem:
        raise NotFound("source_missing", rollout=source.rollout_id, why=source.problem)
    return open_log(house, Path(source.path), until=source.until)


def reverted_by(house: House, path: Path) -> tuple[Path, int | None] | None:
    """The file that replaced ``path`` after a revert, and the first line of ``path`` whose turns were taken back.

    None where ``path`` is in force; the line is None where nothing was taken back or the newer file does not tell.
    """
    start = house.start
    brains = [
        brain
        for brain in house.staff.brains.values()
        if brain.in_parts
        and path.is_relative_to(brain.log_home(start.environment, start.home))
        and _refers(house.staff.formats.get(brain.log_format))
    ]
    files = [file for brain in brains for file in files_of(house, brain) if file.part]
    own = next((file for file in files if file.path == path), None)
    if own is None:
        return None
    newer = [file for file in files if file.session_id == own.session_id and file.part > own.part]
    if not newer:
        return None
    current = max(newer, key=lambda file: (file.part, not file.packed))
    try:
        with open_log(house, current.path) as log:
            sources = log.sources
    except ButlerError:
        sources = ()
    return current.path, next((item.withdrawn_from for item in sources if item.path == str(path)), None)


def _refers(found: SessionLogFormat | None) -> bool:
    """Whether logs of a format can begin in another file at all."""
    return found is not None and found.earlier_part is not None


def _broken(number: int, part: EarlierPart, problem: str) -> Source:
    return Source(number, "copy" if part.copied else "fork", part.rollout_id, problem=problem)


def _name(path: Path) -> str:
    """What a plain rollout and its packed or archived twin have in common."""
    return path.name.removesuffix(".zst")


def _find(house: House, reader: SessionLogFormat, child: Path, rollout_id: str) -> Path | None:
    """The file of a rollout: beside the child, else in the client's log home; a plain file before a packed one."""
    own = [child.parent / name for name in names_in(child.parent) if name.startswith("rollout-")]
    environment, home = house.start.environment, house.start.home
    brains = [brain for brain in house.staff.brains.values() if brain.log_format == reader.name]
    others = (file.path for brain in brains for file in brain.log_files(brain.log_home(environment, home), ()))
    return _first(own, rollout_id) or _first(others, rollout_id)


def _rollout_of(path: Path) -> str | None:
    """The id at the end of a rollout's name: that of the thread, after a revert that of the file."""
    found = _ROLLOUT.search(path.name)
    return found[1] if found else None


def _first(paths: Iterable[Path], rollout_id: str) -> Path | None:
    hits = [path for path in paths if _rollout_of(path) == rollout_id and is_file(path)]
    return min(hits, key=lambda path: (path.suffix == ".zst", str(path)), default=None)


def _looked_at(
    number: int, part: EarlierPart, child: Path, child_head: LogHead, parent: Path
) -> tuple[Source, LogHead]:
    stream, _ = open_text(parent)
    with stream:
        head = read_head(stream)
        stream.seek(0)
        session, own = _session(head), _session(child_head)
        source = Source(number, "fork", part.rollout_id, session, str(parent))
        if part.copied:
            return _copied(source, child, stream), head
        end = _End(part.until or 0, *_counted(stream, part.until or 0))
        if part.until is None or not end.whole:
            stream.seek(0)
            end = _by_ordinal(stream, part.ordinal)
    source = replace(source, until=end.until, last_line=end.lines, problem="" if end.whole else "changed")
    if session is not None and session == own:
        source = replace(source, kind="revert", withdrawn_from=end.lines + 1 if end.more and end.whole else None)
    return source, head


@dataclass(frozen=True, slots=True)
class _End:
    """Where a part ends: after how many bytes and lines, whether that is the end of a line, whether more follows."""

    until: int
    lines: int
    whole: bool
    more: bool


def _by_ordinal(stream: IO[bytes], ordinal: int | None) -> _End:
    """The end by the numbers of the lines: a file that was rewritten keeps them while its bytes move."""
    until = lines = 0
    numbered = False
    for line in _lines(stream):
        found = _ORDINAL.search(line, 0, _HEAD)
        if ordinal is None or (found is not None and int(found[1]) >= ordinal):
            return _End(until, lines, ordinal is not None and numbered, True)
        numbered = numbered or found is not None
        until += len(line)
        lines += 1
    return _End(until, lines, numbered, False)


def _session(head: LogHead) -> str | None:
    payload = head.objects[0].get("payload") if head.objects else None
    found = payload.get("id") if isinstance(payload, dict) else None
    return found if isinstance(found, str) else None


def _counted(stream: IO[bytes], until: int) -> tuple[int, bool, bool]:
    """The lines of the first ``until`` bytes, whether the last of them ends there, and whether more follows."""
    left, lines, last = until, 0, b"\n"
    while left > 0 and (piece := stream.read(min(_PIECE, left))):
        lines += piece.count(b"\n")
        left -= len(piece)
        last = piece[-1:]
    return lines, left == 0 and last == b"\n", bool(stream.read(1))


def _copied(source: Source, child: Path, parent: IO[bytes]) -> Source:
    """How far the lines of ``child`` behind its first one repeat those of ``parent``."""
    until = last_line = 0
    copied: int | None = None
    ahead: deque[bytes] = deque()
    rest = _lines(parent)
    stream, _ = open_text(child)
    with stream:
        for number, line in enumerate(_lines(stream), 1):
            if number == 1:
                continue
            while len(ahead) < _COPY_WINDOW and (following := next(rest, None)) is not None:
                ahead.append(following)
            at = next((at for at, known in enumerate(ahead) if told(known) == told(line)), None)
            if at is None:
                break
            copied = number
            for _ in range(at + 1):
                until += len(ahead.popleft())
                last_line += 1
    return replace(source, kind="copy", until=until, last_line=last_line, copied_until=copied)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    while line := stream.readline(MAX_LINE):
        yield line
