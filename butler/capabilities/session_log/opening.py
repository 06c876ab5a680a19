"""Opening one session log: any path, never hanging, read-only, as it stood at that moment.

The format is told by content (the first objects of the file), never by the name. Bytes that the client appends after the
opening are not read, so that one reading is one state of the log.
"""

from __future__ import annotations

import io
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, cast

from butler.capabilities.session_log.formats import LogHead, SessionLogFormat, looks_like_json
from butler.capabilities.session_log.models import Entry, ReadReceipt, Source
from butler.capabilities.session_log.packed import MAGIC, Unpacked
from butler.capabilities.session_log.reading.lines import raw_lines, records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.errors import NotFound, Refused, Unreadable
from butler.maids.text_worker import visible
from butler.phrases import Phrase
from butler.phrases.session_log import SEEN
from butler.storage import kind_of

if TYPE_CHECKING:
    from butler.house import House

LONG_LOG = 50_000_000
"""Bytes; a longer log takes long enough that a person who waits is told."""
HEAD_OBJECTS = 20
_HEAD_LINES = 60
_HEAD_BYTES = 64 * 1024


class OpenLog:
    """One opened log. Iterate ``entries`` once, to the end; then ``receipt`` tells what was read. Close it, or use ``with``.

    Attributes:
        path: as it was given.
        format: the format that recognised the content.
        size: bytes at the opening; what is appended later is not read.
        head: its first bytes and objects.
    """

    def __init__(
        self,
        path: Path,
        found: SessionLogFormat,
        stream: IO[bytes],
        *,
        size: int,
        head: LogHead,
        asked: tuple[str, ...],
        earlier: Callable[[OpenLog], tuple[Source, ...]],
    ) -> None:
        self.path = path
        self.format = found
        self.head = head
        self.size = size
        self._stream = stream
        self._asked = asked
        self._builder = ReceiptBuilder(found.name)
        self._running: Iterator[Entry] | None = None
        self._earlier = earlier
        self._sources: tuple[Source, ...] | None = None

    @property
    def entries(self) -> Iterator[Entry]:
        """The entries in file order, counted into the receipt (the same iterator each time).

        Raises (while iterating):
            Unreadable: ``log_no_entries`` at the end of a file that held none; ``log_unreadable``.
        """
        if self._running is None:
            self._running = self._read()
        return self._running

    @property
    def sources(self) -> tuple[Source, ...]:
        """The earlier parts of this session's story in other files (forks, reverts); ``sources.open_source`` opens one."""
        if self._sources is None:
            self._sources = self._earlier(self) if self.format.earlier_part is not None else ()
        return self._sources

    def _read(self) -> Iterator[Entry]:
        count, found = self._builder.count, False
        completed = self.format.completes(self.path) if self.format.completes is not None else None
        for source in self.sources:
            if source.problem and source.kind != "copy":  # a copy is in the log itself
                self._builder.parent_missing(source.rollout_id)
        try:
            for entry in self.format.entries(raw_lines(self._stream, self._builder), self._builder):
                count(entry)
                found = True
                yield entry if completed is None else completed(entry)
        except OSError as error:
            raise _unreadable(self.path, error) from error
        if getattr(self._stream, "damaged", False):
            self._builder.skip(self._builder.lines, "packed data breaks off")
        if not found:
            raise self._nothing()

    def _nothing(self) -> Unreadable:
        receipt = self._builder.build()
        types = Counter(receipt.unknown_types).most_common(5)
        seen = [f"{receipt.lines} lines", f"{receipt.skipped_count} unreadable places"]
        seen += [f"{count} x {name!r}" for name, count in types]
        return Unreadable(
            "log_no_entries",
            file=_named(self.path),
            format=self.format.name,
            seen=", ".join(seen),
            asked=", ".join(self._asked),
        )

    @property
    def receipt(self) -> ReadReceipt:
        """What was read so far; complete when ``entries`` has ended."""
        return self._builder.build()

    def close(self) -> None:
        """Let the file go."""
        self._stream.close()

    def __enter__(self) -> OpenLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_log(house: House, path: Path, *, until: int | None = None) -> OpenLog:
    """Open the session log at ``path`` (a plain file, or a link to one) and recognise its format.

    Args:
        house: whose formats are asked.
        path: the file; a packed one (``.jsonl.zst``) is unpacked while it is read.
        until: read only the first ``until`` bytes (of the unpacked text), as a fork does with its parent.

    Raises:
        NotFound: ``log_missing``.
        Refused: ``log_not_regular`` for folders, pipes, sockets and devices.
        Unreadable: ``log_unreadable``, ``log_empty``, ``log_packed`` (nothing here can unpack it), ``log_packed_too_big``,
            ``log_unknown_format`` for binary data and anything that no format recognises (says what was seen).
    """
    formats = sorted(house.staff.formats.values(), key=lambda item: (item.rank, item.name))
    stream, size = open_plain(path)
    if size > LONG_LOG:
        house.start.progress(size)
    try:
        if size == 0:
            raise Unreadable("log_empty", file=_named(path))
        stream = _text(path, stream, size, until)
        head = read_head(stream)
        damaged = getattr(stream, "damaged", False)
        stream.seek(0)
        found = next((item for item in formats if item.recognises(head)), None)
        if found is None and damaged:
            raise Unreadable("log_unreadable", file=_named(path), reason="damaged packed data")
        if found is None:
            raise _unknown(path, head, [item.name for item in formats])
        asked = tuple(item.name for item in formats)
        return OpenLog(path, found, stream, size=size, head=head, asked=asked, earlier=_earlier(house))
    except OSError as error:
        stream.close()
        raise _unreadable(path, error) from error
    except BaseException:
        stream.close()
        raise


def _earlier(house: House) -> Callable[[OpenLog], tuple[Source, ...]]:
    def found(log: OpenLog) -> tuple[Source, ...]:
        from butler.capabilities.session_log.sources import sources_of

        return sources_of(house, log)

    return found


def open_plain(path: Path) -> tuple[IO[bytes], int]:
    """A plain file for reading and its size now; never waits for a pipe, never opens a device.

    Raises:
        NotFound: ``log_missing``. Refused: ``log_not_regular``. Unreadable: ``log_unreadable``.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Refused("log_not_regular", kind=kind_of(status.st_mode))
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise NotFound("log_missing") from error
    except OSError as error:
        raise _unreadable(path, error) from error
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise Refused("log_not_regular", kind=kind_of(status.st_mode))
    return os.fdopen(handle, "rb"), status.st_size


def read_head(stream: IO[bytes]) -> LogHead:
    """The first bytes and the first JSON objects of a stream that stands at its start."""
    start = stream.read(_HEAD_BYTES)
    stream.seek(0)
    scratch = ReceiptBuilder("head")
    objects: list[dict[str, Any]] = []
    lines = ((number, line) for (number, line), _ in zip(raw_lines(stream, scratch), range(_HEAD_LINES), strict=False))
    for _, found in records(lines, scratch):
        objects.append(found)
        if len(objects) == HEAD_OBJECTS:
            break
    return LogHead(tuple(objects), start)


class _Until:
    """The first ``size`` bytes of a file, read by lines: what grows behind them does not exist."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._size = self._left = size

    def readline(self, limit: int = -1) -> bytes:
        line = self._file.readline(self._left if limit < 0 else min(limit, self._left))
        self._left -= len(line)
        return line

    def read(self, limit: int = -1) -> bytes:
        data = self._file.read(self._left if limit < 0 else min(limit, self._left))
        self._left -= len(data)
        return data

    def seek(self, position: int) -> int:
        self._left = self._size - position
        return self._file.seek(position)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> _Until:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def damaged(self) -> bool:
        return bool(getattr(self._file, "damaged", False))


def open_text(path: Path) -> tuple[IO[bytes], int]:
    """The text of a plain or packed file, from its start, and the size of the file now.

    Raises:
        NotFound: ``log_missing``. Refused: ``log_not_regular``. Unreadable: ``log_unreadable``, ``log_packed``.
    """
    stream, size = open_plain(path)
    try:
        return _text(path, stream, size, None), size
    except OSError as error:
        stream.close()
        raise _unreadable(path, error) from error
    except BaseException:
        stream.close()
        raise


def _text(path: Path, stream: IO[bytes], size: int, until: int | None) -> IO[bytes]:
    """The text of an opened file of ``size`` bytes: its first ``until`` bytes, unpacked where it is packed."""
    magic = stream.read(len(MAGIC))
    stream.seek(0)
    if magic != MAGIC:
        return cast("IO[bytes]", _Until(stream, size if until is None else min(size, until)))
    whole = cast("IO[bytes]", _Packed(Unpacked(stream, size, _named(path)), 1 << 18))
    return whole if until is None else cast("IO[bytes]", _Until(whole, until))


class _Packed(io.BufferedReader):
    """The text of a packed file, by lines."""

    @property
    def damaged(self) -> bool:
        return bool(getattr(self.raw, "damaged", False))


def _unknown(path: Path, head: LogHead, asked: list[str]) -> Unreadable:
    return Unreadable("log_unknown_format", file=_named(path), seen=_seen(head), asked=", ".join(asked))


def _seen(head: LogHead) -> Phrase:
    if head.objects:
        keys = ", ".join(sorted({visible(str(key))[:30] for found in head.objects[:5] for key in found})[:12])
        return Phrase(*(text.format(keys=keys or "-") for text in SEEN["objects"]))
    if b"\0" in head.start:
        return SEEN["binary"]
    return SEEN["json" if looks_like_json(head.start.removeprefix(b"\xef\xbb\xbf")) else "nothing"]


def _named(path: Path) -> str:
    return visible(path.name, keep_newlines=False)[:120]


def _unreadable(path: Path, error: OSError) -> Unreadable:
    return Unreadable("log_unreadable", file=_named(path), reason=error.strerror or type(error).__name__)
