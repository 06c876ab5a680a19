"""Where the readings of long logs are kept: one file for each log, in the user's data folder; without them all is slower.

A file is a line of JSON and the state behind it. It counts only for the very log, code and settings that it was made with:
the same inode, the same first bytes, the same bytes before the place where reading stopped. A log that shrank, was replaced
or rewritten is read anew. Several processes may read and write at once: each file is written whole and put in its place.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import butler
from butler.capabilities.session_log.kept_state import Frozen, Place, as_values, needles, thaw
from butler.errors import ButlerError
from butler.records import dataclass
from butler.storage import make_data_folder, read_bytes, remove_file, write_atomic

if TYPE_CHECKING:
    from butler.house import House

MOST_FILES = 32
MOST_BYTES = 128 * 1024 * 1024
"""How many readings are kept, and how many bytes of them; the oldest go first."""
LONGEST = 32 * 1024 * 1024
"""Bytes of one reading; one that needs more is not kept."""
_FOLDER = "readings"
_WINDOW = 64 * 1024
_BLOCK = 512 * 1024
_CODE = ("maids", "capabilities/session_log", "capabilities/session_log/reading", "capabilities/session_log/formats")


@dataclass(frozen=True, slots=True)
class Reading:
    """How far a log was read, and what reader and fold knew there, in parts."""

    offset: int
    parts: list[Any]


@dataclass(frozen=True, slots=True)
class KeptReading:
    """What is kept, or will be, of one log that is open.

    ``stream`` is the file itself, which is looked into anywhere; ``size`` its bytes when it was opened: a reading that
    another process kept since may reach further and does not count.
    """

    house: House
    path: Path
    format_name: str
    stream: IO[bytes]
    size: int

    def load(self, parts: int) -> Reading | None:
        """The kept reading with its first ``parts``; None where there is none that still counts."""
        with suppress(
            ButlerError, OSError, ValueError, LookupError, TypeError, AttributeError, EOFError, pickle.UnpicklingError
        ):
            head, _, body = read_bytes(self._file, limit=LONGEST).partition(b"\n")
            told = json.loads(head)
            offset = told["offset"]
            if offset <= self.size and (told["key"], told["body"], told["log"]) == (
                self._key,
                _digest(body),
                _mark_of(self.stream, offset),
            ):
                frozen = Frozen(body, told["mark"], tuple(Place(*one) for one in told["secrets"]))
                return Reading(offset, thaw(frozen, [self._text(place) for place in frozen.secrets], parts))
        return None

    def save(self, offset: int, frozen: Frozen) -> None:
        """Keep what was read up to ``offset``; where that fails nothing is kept."""
        told = {"key": self._key, "offset": offset, "log": _mark_of(self.stream, offset), "body": _digest(frozen.body)}
        content = json.dumps({**told, **as_values(frozen)}).encode() + b"\n" + frozen.body
        if told["log"] is None or len(content) > LONGEST:
            return
        with suppress(ButlerError, OSError):
            folder = make_data_folder(self.house.user.data, _FOLDER)
            write_atomic(folder / self._file.name, content)
            _make_room(folder)

    def places_of(self, texts: list[str], until: int) -> list[Place] | None:
        """Where the first ``until`` bytes of the log have each of ``texts``; None if one is not there."""
        wanted = {number: list(needles(text)) for number, text in enumerate(texts)}
        longest = max((len(raw) for ways in wanted.values() for _, raw in ways), default=0)
        found: dict[int, Place] = {}
        at, before = 0, b""
        self.stream.seek(0)
        while wanted and at < until and (block := self.stream.read(min(_BLOCK, until - at))):
            here, start = before + block, at - len(before)
            for number in list(wanted):
                place = _first(wanted[number], here, texts[number])
                if place is not None:
                    found[number] = replace(place, offset=start + place.offset)
                    del wanted[number]
            at += len(block)
            before = here[-longest:]
        return None if wanted else [found[number] for number in range(len(texts))]

    @property
    def _file(self) -> Path:
        name = hashlib.sha256(os.fsencode(self.path.absolute())).hexdigest()[:32]
        return self.house.user.data / _FOLDER / f"{name}.reading"

    @property
    def _key(self) -> str:
        """What a reading depends on beside the log: its path and format, our code, the Python that runs it, what is redacted."""
        settings = self.house.settings
        parts = [
            str(self.path.absolute()),
            self.format_name,
            _code(),
            sys.version,
            repr((settings.redact, settings.allow, settings.second_engine)),
        ]
        return _digest("\0".join(parts).encode("utf-8", "surrogateescape"))

    def _text(self, place: Place) -> str:
        self.stream.seek(place.offset)
        return place.text(self.stream.read(place.length))


def _first(ways: list[tuple[int, bytes]], block: bytes, text: str) -> Place | None:
    """Where ``block`` has ``text`` in one of the ``ways`` to write it."""
    for escapes, raw in ways:
        at = block.find(raw)
        place = Place(at, len(raw), escapes)
        if at >= 0 and _says(place, raw, text):
            return place
    return None


def _says(place: Place, raw: bytes, text: str) -> bool:
    try:
        return place.text(raw) == text
    except ValueError:
        return False


@cache
def _code() -> str:
    """Our own version, and name, size and time of each file that reads or folds."""
    root = Path(butler.__file__).parent
    files = []
    for folder in _CODE:
        with suppress(OSError), os.scandir(root / folder) as found:
            files += [
                (folder, one.name, one.stat().st_size, one.stat().st_mtime_ns)
                for one in found
                if one.name.endswith(".py")
            ]
    return repr((butler.__version__, sorted(files)))


def _mark_of(stream: IO[bytes], offset: int) -> list[Any] | None:
    """What tells a log apart from any other at its path; None where it is shorter than ``offset``."""
    status = os.fstat(stream.fileno())
    if status.st_size < offset:
        return None
    start = min(_WINDOW, offset)
    stream.seek(0)
    first = stream.read(start)
    stream.seek(offset - start)
    return [status.st_dev, status.st_ino, _digest(first), _digest(stream.read(start))]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _make_room(folder: Path) -> None:
    """Remove the oldest readings beyond the bounds."""
    with os.scandir(folder) as found:
        files = sorted(
            ((one.stat().st_mtime_ns, one.stat().st_size, one.path) for one in found if one.is_file()), reverse=True
        )
    total = 0
    for number, (_, size, path) in enumerate(files):
        total += size
        if number >= MOST_FILES or total > MOST_BYTES:
            remove_file(Path(path))
