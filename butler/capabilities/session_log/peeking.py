"""A quick look at a session log: who wrote it, where, when its last line was written, and how it stands.

Only the first and the last lines are read, so that hundreds of logs can be compared. The time is that of the last line
that carries one, never the file's.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

from butler.capabilities.session_log.formats import RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Boundary, Command, Entry, Message, SessionInfo, StateChange
from butler.capabilities.session_log.opening import PackedText, open_text
from butler.capabilities.session_log.reading.lines import fast_parser
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.errors import ButlerError
from butler.records import dataclass

State: TypeAlias = Literal["finished", "open", "aborted", "unknown"]

HEAD_BYTES = (128 * 1024, 4 * 1024 * 1024)
TAIL_BYTES = (32 * 1024, 1024 * 1024, 16 * 1024 * 1024)
HEAD_LINES = 200
"""So many first lines are looked at, of the first ``HEAD_BYTES``; the second amount only where the first does not tell."""
_TAIL_LINES = 300
_ASKING = frozenset({"typed", "queued", "slash_command"})


@dataclass(frozen=True, slots=True)
class Peek:
    """What the first and last lines tell. ``cwds`` are the first and the last folder they name; times are as the client wrote them.

    ``first_at`` is the time of the first line, ``first_id`` the id of the first record that has one.
    """

    info: SessionInfo
    cwds: tuple[str, ...]
    first_request: str | None
    title: str | None
    last_at: str | None
    state: State
    first_at: str | None = None
    first_id: str | None = None

    @property
    def last(self) -> datetime:
        """The time of the last line; the beginning of time where it is unknown."""
        return moment(self.last_at) or datetime.min.replace(tzinfo=UTC)


def peek(path: Path, reader: SessionLogFormat) -> Peek | None:
    """Look at the log at ``path`` as its client's format; None when it cannot be read or holds nothing of that format."""
    try:
        stream, size = open_text(path)
        with stream:
            ends = _Ends(stream, size)
            head_lines, head = _head(ends, reader)
            tail_lines, last_at = _tail(ends)
            first_at, first_id = _beginning(ends)
    except (ButlerError, OSError):
        return None
    info = _identity(head)
    if info is None:
        return None
    tail = head if tail_lines == head_lines else list(_entries(reader, tail_lines))
    everything = [*head, *tail]
    return Peek(
        info=info,
        cwds=_ends(list(_cwds(everything))),
        first_request=next(_requests(head), None),
        title=next((e.value for e in reversed(everything) if isinstance(e, StateChange) and e.name == "title"), None),
        last_at=last_at or info.at,
        state=_state(everything, tail),
        first_at=first_at,
        first_id=first_id,
    )


class _Ends:
    """The first and last bytes of a log. A packed one is read through once and its ends are kept."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self._stream = stream
        self._packed = isinstance(stream, PackedText)
        self.size = size
        if self._packed:
            self._keep(stream)

    def first(self, amount: int) -> bytes:
        """At most the first ``amount`` bytes."""
        if self._packed:
            return self._first[:amount]
        self._stream.seek(0)
        return self._stream.read(min(amount, self.size))

    def last(self, amount: int) -> tuple[bytes, bool]:
        """At most the last ``amount`` bytes, and whether they begin at the start of the log."""
        if self._packed:
            return bytes(self._last[-amount:]), self.size <= min(amount, len(self._last))
        start = max(self.size - amount, 0)
        self._stream.seek(start)
        return self._stream.read(self.size - start), start == 0

    def _keep(self, stream: IO[bytes]) -> None:
        self._first = stream.read(HEAD_BYTES[-1])
        self._last = bytearray(self._first)
        self.size = len(self._first)
        while piece := stream.read(1 << 20):
            self.size += len(piece)
            self._last += piece
            del self._last[: -TAIL_BYTES[1]]


def moment(stamp: str | None) -> datetime | None:
    """The time that a log wrote as ISO-8601 text, in UTC where it names no offset; None where it is none."""
    try:
        found = datetime.fromisoformat(stamp) if stamp else None
    except ValueError:
        return None
    if found is None:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _entries(reader: SessionLogFormat, lines: Iterable[RawLine]) -> Iterable[Entry]:
    return reader.entries(lines, ReceiptBuilder(reader.name))


def _head(ends: _Ends, reader: SessionLogFormat) -> tuple[list[RawLine], list[Entry]]:
    """The first lines and their entries; more bytes only where the first lines are too long to tell who wrote them."""
    lines: list[RawLine] = []
    entries: list[Entry] = []
    for amount in HEAD_BYTES:
        lines = [(n, line + b"\n") for n, line in enumerate(_first_lines(ends, amount), 1) if line]
        entries = list(_entries(reader, lines))
        if amount >= ends.size or (_identity(entries) is not None and any(_requests(entries))):
            break
    return lines, entries


def _first_lines(ends: _Ends, amount: int) -> list[bytes]:
    lines = ends.first(amount).split(b"\n")
    if amount < ends.size:
        lines.pop()
    return lines[:HEAD_LINES]


def _beginning(ends: _Ends) -> tuple[str | None, str | None]:
    """The time of the first line that carries one, and the id of the first record that has one (a fork copies both lines)."""
    first_at = first_id = None
    for line in _first_lines(ends, HEAD_BYTES[0]):
        first_at = first_at or stamp_of(line)
        if first_id is None and b'"uuid"' in line:
            try:
                found = _parsed(line)
            except (ValueError, RecursionError):
                continue
            first_id = found.get("uuid") if isinstance(found, dict) and isinstance(found.get("uuid"), str) else None
        if first_at and first_id:
            break
    return first_at, first_id


def _tail(ends: _Ends) -> tuple[list[RawLine], str | None]:
    """The last whole lines and the newest time stamp among them."""
    lines: list[bytes] = []
    stamp = None
    for amount in TAIL_BYTES:
        found, whole = ends.last(amount)
        lines = found.split(b"\n")
        if not whole:
            lines.pop(0)
        stamp = next((at for line in reversed(lines) if (at := stamp_of(line)) is not None), None)
        if stamp is not None or whole:
            break
    return [(n, line + b"\n") for n, line in enumerate(lines[-_TAIL_LINES:], 1) if line], stamp


def stamp_of(line: bytes) -> str | None:
    """The time that a line of a log carries as its own, where it is one."""
    if b'"timestamp"' not in line:
        return None
    try:
        value = _parsed(line)
    except (ValueError, RecursionError):
        return None
    stamp = value.get("timestamp") if isinstance(value, dict) else None
    return stamp if isinstance(stamp, str) and moment(stamp) is not None else None


def _parsed(line: bytes) -> Any:
    """The JSON value of a line, by the fast parser where it takes it."""
    try:
        return fast_parser()(line, cache_strings="keys")
    except ValueError:
        return json.loads(line)


def _identity(entries: Iterable[Entry]) -> SessionInfo | None:
    """The first ``SessionInfo`` with what the later ones add."""
    found: SessionInfo | None = None
    for entry in entries:
        if not isinstance(entry, SessionInfo):
            continue
        if found is None:
            found = entry
            continue
        unknown = [f.name for f in fields(SessionInfo) if getattr(found, f.name) is None]
        found = replace(found, **{name: getattr(entry, name) for name in unknown})
    return found


def _cwds(entries: Iterable[Entry]) -> Iterable[str]:
    for entry in entries:
        if isinstance(entry, SessionInfo) and entry.cwd:
            yield entry.cwd
        elif isinstance(entry, StateChange) and entry.name == "cwd":
            yield entry.value


def _ends(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((names[0], names[-1]))) if names else ()


def _requests(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, Message) and entry.speaker == "person" and entry.channel in _ASKING and entry.text.strip():
            yield entry.text


def _state(entries: Iterable[Entry], tail: Iterable[Entry]) -> State:
    """How the session stood at its end.

    A client version that never marks the end of a turn does not tell ``open``, save by a call without a result.
    """
    state: State = "unknown"
    waiting = False
    for entry in deque(sorted(tail, key=lambda entry: entry.line), maxlen=200):
        waiting = isinstance(entry, Command) and entry.state == "unanswered" and not entry.background
        match entry:
            case Boundary(kind="turn_finished" | "ended") | Message(speaker="agent", channel="final"):
                state = "finished"
            case Boundary(kind="turn_aborted"):
                state = "aborted"
            case Boundary(kind="turn_started" | "resumed") | Message(speaker="person", channel="typed" | "queued"):
                state = "open"
            case Command(state="running" | "unanswered", background=False):
                state = "open"
            case _:
                pass
    return state if state != "open" or waiting or any(map(_marks_turns, entries)) else "unknown"


def _marks_turns(entry: Entry) -> bool:
    match entry:
        case Boundary(kind="turn_started" | "turn_finished") | Message(speaker="agent", channel="final"):
            return True
        case _:
            return False
