"""Session log formats: one module each, named as the format is named, each offering one ``FORMAT``.

Adding a format is adding a module (or installing a package with an entry point) and its fixtures; nothing else changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from butler.capabilities.session_log.models import Entry, Thread
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import Part
from butler.records import dataclass

RawLine: TypeAlias = tuple[int, bytes]
"""(1-based line number, the line's bytes with the newline that ends it)."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """The start of a log, for recognising it: up to 20 JSON objects from its first lines, and its first bytes."""

    objects: tuple[dict[str, Any], ...]
    start: bytes


@dataclass(frozen=True, slots=True)
class EarlierPart:
    """Where the story of a log begins, if that is another file.

    ``rollout_id`` ends that file's name (before ``.jsonl``); its first ``until`` bytes, the lines numbered below
    ``ordinal``, belong to the story (None where the log does not say). ``copied``: the log itself holds a copy of them
    behind its first line.
    """

    rollout_id: str
    until: int | None
    ordinal: int | None = None
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """What the first lines of a log tell about it: the same as its entries would, where the lines have the usual shape.

    ``cwd`` is the first folder that they name, ``first_at`` the time of the first line that carries one, ``first_id`` the
    id of the first record that has one.
    """

    session_id: str
    cwd: str
    thread: Thread
    parent_id: str | None = None
    first_at: str | None = None
    first_id: str | None = None


class LineReader(Protocol):
    """Reads a log piece by piece, so that reading can stop at the end of any line and go on later, in another process.

    Between two calls everything that it remembers is in ``parts`` (``reading.state``: ``keep`` takes the state out,
    ``give_back`` puts it into a new reader of the same format and version); the receipt is the caller's.
    """

    @property
    def parts(self) -> Mapping[str, Part]:
        """Whatever remembers something between two lines, by name."""

    def feed(self, lines: Iterable[RawLine]) -> Iterator[Entry]:
        """The entries that these lines complete; iterate to the end, then it may be called again with later lines."""

    def end(self) -> Iterable[Entry]:
        """The entries that only the end of the log completes; nothing may be read afterwards. The receipt may get notes."""


@dataclass(frozen=True, slots=True)
class SessionLogFormat:
    """How to recognise one format and how to read it.

    ``rank``: lower is asked first (own formats: codex 10, claude 20, role/content 50, plain text 1000).
    ``entries`` streams: it never holds the file, never raises on a bad line, and tells the builder what it skipped.
    ``earlier_part``, for a format that needs it: what the head of a log says about an earlier file of its story.
    ``completes``, likewise: given the path of a log, what fills in entries from files beside it.
    ``reader``, for a format that can go on where it stopped: a new reader; ``entries`` is its ``feed`` and its ``end``.
    ``glance``, to look through thousands of logs: given up to 200 first lines (the first 128 KiB, whole lines alone) and
    whether they are the whole log, what they tell; None where only the entries do.
    ``any_text``: it takes texts that are no session logs by themselves, so that a file it recognises may be anything.
    """

    name: str
    agent: str
    rank: int
    recognises: Callable[[LogHead], bool]
    entries: Callable[[Iterable[RawLine], ReceiptBuilder], Iterator[Entry]]
    earlier_part: Callable[[LogHead], EarlierPart | None] | None = None
    completes: Callable[[Path], Callable[[Entry], Entry]] | None = None
    any_text: bool = False
    reader: Callable[[ReceiptBuilder], LineReader] | None = None
    glance: Callable[[Iterable[bytes], bool], Glance | None] | None = None


_JSON = re.compile(
    rb"""\s*(?:\{\s*(?:["'}]|\Z)|\[\s*+(?:["{\[]|\]?\s*\Z|(?:-?\d[\d.eE+-]{0,30}|true|false|null)\s*(?:,|\]\s*\Z|\Z)))"""
)


def looks_like_json(start: bytes) -> bool:
    """Whether a text begins as JSON does and prose does not: ``{"``, ``[{``, ``[1,``, but not ``[10:21]`` or ``[ ] task``."""
    return _JSON.match(start) is not None
