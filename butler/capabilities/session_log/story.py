"""The whole story of a session: the entries of its earlier parts in other files (forks, reverts), then those of its own log.

A log without earlier parts gives its entries as they are. With them every line is a number of ``facts.part_line``, so that
the fold sees one story in its order and each anchor still names the file and line. The session is the own log's: what an
earlier part says of itself is a state that held then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, get_args

from butler.capabilities.session_log.facts import Facts, Part, anchor_of, own_line, part_and_line, part_line
from butler.capabilities.session_log.models import Command, Entry, FileChange, Mark, SessionInfo, Source, StateChange
from butler.capabilities.session_log.opening import OpenLog, open_text
from butler.capabilities.session_log.peeking import moment
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.sources import open_source
from butler.errors import ButlerError
from butler.paths import shown_log

if TYPE_CHECKING:
    from butler.house import House

_LINES = {
    kind: tuple(field.name for field in fields(kind) if field.name in ("line", "end_line", "from_line"))
    for kind in get_args(Entry)
}
_NAMED_BY_LINE = re.compile(r"(?:person-)?L\d+")
"""Calls without an id are named by their line, which another part has too."""
_STATES = ("cwd", "branch", "model", "client_version")
_PIECE = 1 << 20
_NEVER_RAN = frozenset({"declined", "not_run"})


def story_facts(house: House, log: OpenLog) -> Facts:
    """The facts of the whole story of ``log``, which was opened and not read yet.

    Raises:
        Unreadable: see ``OpenLog.entries``.
    """
    from butler.capabilities.session_log.growing import fold_log  # late: who only reads handovers needs no fold
    from butler.maids.session_log_worker import gather

    story = Story(house, log)
    return story.told(gather(story.entries) if story.is_joined else fold_log(house, log).facts(0))


class Story:
    """One opened log with its earlier parts. Iterate ``entries`` once, to the end; then ``told`` adds the parts to the facts."""

    def __init__(self, house: House, log: OpenLog) -> None:
        self._house = house
        self._log = log
        self._parts = [_part(house, source) for source in log.sources]
        self._read = [source for source, part in zip(log.sources, self._parts, strict=True) if part.read]

    @property
    def is_joined(self) -> bool:
        """Whether an earlier part of the story was found and can be read."""
        return bool(self._read)

    @property
    def entries(self) -> Iterator[Entry]:
        """The entries from the farthest part to the end of the log; a part that breaks off is told among the parts.

        Raises (while iterating): as the entries of the log itself.
        """
        return self._whole() if self._read else self._log.entries

    def told(self, facts: Facts) -> Facts:
        """The facts with the parts of the story."""
        return replace(facts, parts=tuple(self._parts)) if self._parts else facts

    def _whole(self) -> Iterator[Entry]:
        own = self._log.entries
        first = next(own)
        if isinstance(first, SessionInfo):
            yield replace(first, line=part_line(self._read[-1].number, 1))
        for source in reversed(self._read):
            yield from self._earlier(source)
        yield from _restated(first, 1) if isinstance(first, SessionInfo) else (_moved(first, 1),)
        for entry in own:
            self._left(2, entry.at)
            yield _moved(entry, 1)

    def _left(self, number: int, at: str | None) -> None:
        """Note when the story left a part: at the first entry of the next file that is more than its head."""
        if at is not None and number - 2 < len(self._parts) and self._parts[number - 2].left_at is None:
            self._parts[number - 2] = replace(self._parts[number - 2], left_at=at)

    def _earlier(self, source: Source) -> Iterator[Entry]:
        """The entries of one part, its own words about its session as states."""
        at = source.number - 2
        try:
            if source.until:
                yield from self._opened(source)
            if source.withdrawn_from is not None:
                self._parts[at] = self._taken_back(self._parts[at], source)
        except (ButlerError, OSError):
            self._parts[at] = replace(self._parts[at], problem="unreadable")

    def _opened(self, source: Source) -> Iterator[Entry]:
        with open_source(self._house, source) as log:
            for entry in log.entries:
                if isinstance(entry, SessionInfo):
                    yield from _restated(entry, source.number)
                else:
                    self._left(source.number + 1, entry.at)
                    yield _moved(entry, source.number)
            at = source.number - 2
            self._parts[at] = replace(self._parts[at], skipped=log.receipt.skipped_count)

    def _taken_back(self, part: Part, source: Source) -> Part:
        """How much the turns behind the end of the part did; only they are read."""
        commands: set[str] = set()
        edits, receipt = 0, ReceiptBuilder(self._log.format.name)
        stream, _ = open_text(Path(source.path))
        with stream:
            _pass_over(stream, source.until)
            for entry in self._log.format.entries(raw_lines(stream, receipt), receipt):
                if isinstance(entry, Command) and entry.state not in _NEVER_RAN:
                    commands.add(entry.call_id)
                edits += isinstance(entry, FileChange) and entry.ok
        return replace(part, commands=len(commands), edits=edits)


def _pass_over(stream: IO[bytes], size: int) -> None:
    """Read and forget: a packed text has no other way to a place."""
    while size > 0 and (piece := stream.read(min(size, _PIECE))):
        size -= len(piece)


def _part(house: House, source: Source) -> Part:
    return Part(
        source.number,
        source.kind,
        source.rollout_id,
        session_id=source.session_id,
        path=shown_log(Path(source.path), house.start.home) if source.path else "",
        bytes=source.until,
        lines=source.last_line,
        withdrawn_from=part_line(source.number, source.withdrawn_from) if source.withdrawn_from else None,
        copied_until=source.copied_until,
        problem=source.problem,
    )


def _restated(info: SessionInfo, part: int) -> Iterator[Entry]:
    """What a log says about its session, as states that held from there on."""
    for name in _STATES:
        value = getattr(info, name)
        if value is not None:
            yield StateChange(part_line(part, info.line), info.at, name, value)


def _moved(entry: Entry, part: int) -> Entry:
    """The entry with its lines as those of a part."""
    found: dict[str, Any] = {}
    for name in _LINES[type(entry)]:
        line = getattr(entry, name)
        if line is not None:
            found[name] = part_line(part, line)
    call = getattr(entry, "call_id", None)
    if part > 1 and call is not None and _NAMED_BY_LINE.fullmatch(call):
        found["call_id"] = f"S{part}:{call}"
    return replace(entry, **found)


def placed(marks: Sequence[Mark], facts: Facts) -> tuple[Mark, ...]:
    """The marks of a session with their lines as those of its facts: after a revert older marks stand in the older file."""
    reverts = [part for part in facts.parts if part.kind == "revert" and part.read]
    return tuple(replace(mark, line=_numbered(facts, _part_at(mark.at, reverts), mark.line)) for mark in marks)


def line_in(facts: Facts, log: str, line: int) -> int:
    """A line of the log that was shown as ``log``, as one of the facts: of the earlier part that it is now, else of the log itself."""
    parts = (part.number for part in facts.parts if part.read and _file(part.path) == _file(log))
    return _numbered(facts, next(parts, 1), line)


def _file(path: str) -> str:
    """What a log is called wherever it was moved, packed or not."""
    return path.rsplit("/", 1)[-1].removesuffix(".zst")


def _numbered(facts: Facts, part: int, line: int) -> int:
    return part_line(part, line) if part > 1 else facts.own(line)


def _part_at(stamp: str, reverts: Sequence[Part]) -> int:
    """The file that was in force at a time: the farthest one that the story had not left yet."""
    at = moment(stamp)
    left = [(part.number, moment(part.left_at)) for part in reverts]
    return max((number for number, end in left if at is not None and end is not None and at < end), default=1)


def plain_lines(value: Any) -> Any:
    """Shown facts with their lines as a reader names them: 12, in an earlier part ``S2:L12``."""
    if isinstance(value, dict):
        return {key: plain_lines(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_lines(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return own_line(value) if part_and_line(value)[0] == 1 else anchor_of(value)
    return value
