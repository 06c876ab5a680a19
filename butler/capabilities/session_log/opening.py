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

from butler.capabilities.session_log.formats import LineReader, LogHead, SessionLogFormat, looks_like_json
from butler.capabilities.session_log.models import Entry, ReadReceipt, Source
from butler.capabilities.session_log.packed import MAGIC, Unpacked
from butler.capabilities.session_log.reading.lines import raw_lines, records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import Kept, give_back, keep
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
_BUFFER = 128 * 1024


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
        self._begun: tuple[int, LineReader] | None = None
        self._keeper: Callable[[int, Kept], None] | None = None

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

    @property
    def can_go_on(self) -> bool:
        """Whether reading can stop after any line and go on later: a plain file, read whole, of a format that can."""
        return isinstance(self._stream, _Until) and self._stream.is_whole and self.format.reader is not None

    @property
    def plain(self) -> IO[bytes]:
        """The file itself, to be looked into before the entries are asked for, or in ``at_last_line``; where it can go on."""
        return cast("_Until", self._stream).file

    def go_on(self, offset: int, kept: Kept) -> bool:
        """Read on from ``offset`` with what was ``kept`` there, before anything was read; False if that does not fit."""
        assert self.format.reader is not None
        builder = ReceiptBuilder(self.format.name)
        reader = self.format.reader(builder)
        try:
            give_back({"receipt": builder, **reader.parts}, kept)
        except KeyError:
            return False
        self._builder, self._begun = builder, (offset, reader)
        return True

    def at_last_line(self, keep: Callable[[int, Kept], None]) -> None:
        """Call ``keep`` when all entries of the whole lines were taken: with the offset there and the reader's state.

        What ``keep`` is given changes when reading goes on.
        """
        self._keeper = keep

    def _told(self) -> Iterator[Entry]:
        """The entries as the format tells them."""
        if self.format.reader is None:
            yield from self.format.entries(raw_lines(self._stream, self._builder), self._builder)
            return
        offset, reader = self._begun or (0, self.format.reader(self._builder))
        self._stream.seek(offset)
        if self._keeper is not None:
            end = cast("_Until", self._stream).last_line_end()
            yield from reader.feed(raw_lines(_Until(self.plain, end, offset), self._builder))
            self._keeper(end, keep({"receipt": self._builder, **reader.parts}))
            self._stream.seek(end)
        yield from reader.feed(raw_lines(self._stream, self._builder))
        yield from reader.end()

    def _read(self) -> Iterator[Entry]:
        count, found = self._builder.count, self._begun is not None
        completed = self.format.completes(self.path) if self.format.completes is not None else None
        for source in self.sources:
            if source.problem and source.kind != "copy":  # a copy is in the log itself
                self._builder.parent_missing(source.rollout_id)
        try:
            for entry in self._told():
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


class _Until(io.BufferedReader):
    """The first ``size`` bytes of ``file``, read by lines: what grows behind them does not exist.

    With ``start`` it begins there and is a second look at a file that stays open when this is closed.
    """

    def __init__(self, file: IO[bytes], size: int, start: int | None = None, *, is_whole: bool = False) -> None:
        self.file = file
        self.is_whole = is_whole
        super().__init__(_Bounded(file, size, start), _BUFFER)

    @property
    def damaged(self) -> bool:
        return bool(getattr(self.file, "damaged", False))

    def last_line_end(self) -> int:
        """The offset behind the last newline, 0 where there is none."""
        end = self.seek(0, io.SEEK_END)
        while end > 0:
            start = max(end - _BUFFER, 0)
            self.seek(start)
            at = self.read(end - start).rfind(b"\n")
            if at >= 0:
                return start + at + 1
            end = start
        return 0


class _Bounded(io.RawIOBase):
    """The first ``size`` bytes of a file that others may read, too."""

    def __init__(self, file: IO[bytes], size: int, start: int | None) -> None:
        self._file = file
        self._size = size
        self._at = start or 0
        self._owns = start is None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + (0, self._at, self._size)[whence]
        return self._at

    def readinto(self, buffer: Any) -> int:
        if self._file.tell() != self._at:
            self._file.seek(self._at)
        left = max(self._size - self._at, 0)
        count: int = self._file.readinto(memoryview(buffer)[:left])  # type: ignore[attr-defined]
        self._at += count
        return count

    def close(self) -> None:
        if self._owns:
            self._file.close()
        super().close()


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
        end = size if until is None else min(size, until)
        return _Until(stream, end, is_whole=until is None)
    whole = PackedText(Unpacked(stream, size, _named(path)), 1 << 18)
    return whole if until is None else _Until(whole, until)


class PackedText(io.BufferedReader):
    """The text of a packed file, by lines."""

    @property
    def damaged(self) -> bool:
        """Whether the packed data breaks off before its end."""
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
