"""Opening an anchor: the entries of a log around one line, or its last ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from butler.capabilities.session_log.models import Command, Entry, ReadReceipt, Source, Subagent, ToolUse
from butler.capabilities.session_log.opening import OpenLog, open_log
from butler.capabilities.session_log.sources import open_source
from butler.errors import NotFound
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.house import House

NEIGHBOURS = 2
"""Entries shown before an anchor."""
_LOOK_AHEAD = 400
"""Lines read behind the last entry, since a call's result stands some lines after the call."""


@dataclass(frozen=True, slots=True)
class Page:
    """Entries of a log. ``before`` of them stand before the line that was asked for; ``next_line`` is where to go on.

    ``sources`` are the earlier parts of the session's story; ``receipt`` tells what was read for this page, ``whole``
    whether that was the whole file.
    """

    entries: tuple[Entry, ...]
    before: int
    next_line: int | None
    sources: tuple[Source, ...] = ()
    receipt: ReadReceipt | None = None
    whole: bool = False


def read_at(house: House, path: Path, line: int | None, count: int, source: int = 1) -> Page:
    """The ``count`` entries at and after ``line`` with two before it; without ``line`` the last ``count`` of the log.

    ``source`` 2 and up reads an earlier part of the session's story (anchors ``[S2:L45]``) in its own file, and behind its
    end the turns that a revert took back, where ``line`` is one of theirs.

    Raises:
        NotFound: ``no_such_line`` behind the end of the log, ``no_such_source``, ``source_missing``.
        ButlerError: the log cannot be opened (see ``opening``).
    """
    with open_log(house, path) as log:
        if source == 1:
            return _page(log, line, count, log.sources)
        sources = log.sources
    wanted = next((item for item in sources if item.number == source), None)
    if wanted is None:
        raise NotFound("no_such_source", source=source, count=len(sources) + 1)
    with _opened(house, wanted, line) as earlier:
        return _page(earlier, line, count, sources)


def _opened(house: House, source: Source, line: int | None) -> OpenLog:
    taken_back = source.withdrawn_from is not None and line is not None and line >= source.withdrawn_from
    return open_log(house, Path(source.path)) if taken_back else open_source(house, source)


def _page(log: OpenLog, line: int | None, count: int, sources: tuple[Source, ...]) -> Page:
    if line is None:
        last = _by_line(deque(log.entries, maxlen=count + _LOOK_AHEAD))[-count:]
        return Page(tuple(last), 0, None, sources, log.receipt, whole=True)
    before, found, whole = _around(log, line, count)
    settled = _by_line(found)
    following = settled[count].line if len(settled) > count else None
    return Page((*before, *settled[:count]), len(before), following, sources, log.receipt, whole)


def _around(log: OpenLog, line: int, count: int) -> tuple[deque[Entry], list[Entry], bool]:
    """Entries before and from ``line`` on, and whether the log was read to its end."""
    before: deque[Entry] = deque(maxlen=NEIGHBOURS)
    found: list[Entry] = []
    for entry in log.entries:
        if entry.line < line:
            _replace_or_add(before, entry)
        else:
            found.append(entry)
            if len(found) > count and entry.line > found[count].line + _LOOK_AHEAD:
                return before, found, False
    if not found and line > max(log.receipt.lines, 1):
        raise NotFound("no_such_line", last=log.receipt.lines)
    return before, found, True


def _by_line(entries: Iterable[Entry]) -> list[Entry]:
    """The entries in line order, each call once in its last state."""
    latest: dict[object, Entry] = {}
    for number, entry in enumerate(entries):
        latest[_key(entry) or number] = entry
    return sorted(latest.values(), key=lambda entry: entry.line)


def _key(entry: Entry) -> tuple[str, str] | None:
    if isinstance(entry, Command | ToolUse | Subagent) and entry.call_id:
        return type(entry).__name__, entry.call_id
    return None


def _replace_or_add(before: deque[Entry], entry: Entry) -> None:
    """Take a neighbour; a later state of one that is there replaces it."""
    key = _key(entry)
    for at, known in enumerate(before):
        if key is not None and _key(known) == key:
            before[at] = entry
            return
    before.append(entry)
