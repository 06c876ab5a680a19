"""Packed session logs (``.jsonl.zst``): unpacked while they are read, with flat memory and a stated limit.

Asked in this order: ``compression.zstd`` (Python 3.14), ``zstandard`` (the extra ``[zstd]``), the ``zstd`` program. Without
any of them a packed log is refused as ``log_packed`` and counted in lists. A file that unpacks to more than
``MOST_UNPACKED`` bytes, or to more than ``MOST_RATIO`` times its size once ``RATIO_FROM`` is passed, is refused
(``log_packed_too_big``): rollouts pack to between a fifth and a fiftieth.
"""

from __future__ import annotations

import importlib
import io
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Protocol

from butler.errors import ButlerError, Unreadable
from butler.process import stream as stream_of

MAGIC = b"\x28\xb5\x2f\xfd"
MOST_UNPACKED = 4 << 30
MOST_RATIO = 400
RATIO_FROM = 256 << 20
_WINDOW = 128 << 20
"""Most bytes that unpacking may hold: ``zstd`` itself refuses more without being asked for it."""
_PIECE = 64 * 1024
_BITE = 1024
"""Bytes unpacked at once: even these never become more than some 32 MB."""
_SECONDS = 300.0
_FOLDER = Path("/")


class _Source(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def can_unpack() -> bool:
    """Whether packed logs can be read here."""
    return _module() is not None or shutil.which("zstd") is not None


class Unpacked(io.RawIOBase):
    """The unpacked bytes of an open packed file. ``damaged`` says, after the end, that the packed data broke off."""

    def __init__(self, file: IO[bytes], size: int, name: str) -> None:
        super().__init__()
        self.damaged = False
        self._file, self._size, self._name = file, size, name
        self._open = ExitStack()
        self._given = 0
        self._failures: tuple[type[BaseException], ...] = (EOFError, OSError, ValueError)
        self._code: Callable[[], int] = lambda: 0
        self._source = self._begin()

    def readable(self) -> bool:
        """True."""
        return True

    def seekable(self) -> bool:
        """True: back to the start only."""
        return True

    def tell(self) -> int:
        """How many bytes were given since the start."""
        return self._given

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Back to the start: the file is unpacked anew.

        Raises:
            io.UnsupportedOperation: any other place.
        """
        if (offset, whence) != (0, io.SEEK_SET):
            raise io.UnsupportedOperation("a packed log is read from its start")
        self._open.close()
        self._given, self.damaged = 0, False
        self._source = self._begin()
        return 0

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer``; 0 at the end.

        Raises:
            Unreadable: ``log_packed_too_big``. Unavailable: ``timed_out``.
        """
        try:
            piece = self._source.read(min(len(buffer), _PIECE))
        except ButlerError:
            raise
        except self._failures:
            self.damaged = True
            return 0
        if not piece:
            self.damaged = self.damaged or self._code() != 0
            return 0
        self._given += len(piece)
        if self._given > MOST_UNPACKED or self._given > max(RATIO_FROM, self._size * MOST_RATIO):
            raise Unreadable("log_packed_too_big", file=self._name, megabytes=self._given >> 20)
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        """Let the unpacking and the file go."""
        if not self.closed:
            self._open.close()
            self._file.close()
        super().close()

    def _begin(self) -> _Source:
        """The first way of unpacking that is there."""
        self._file.seek(0)
        module = _module()
        if module is None:
            if shutil.which("zstd") is None:
                raise Unreadable("log_packed", file=self._name)
            os.lseek(self._file.fileno(), 0, os.SEEK_SET)  # the program reads where the descriptor stands
            command = ["zstd", "-d", "-c", "-q", f"--memory={_WINDOW >> 20}MB"]
            running = self._open.enter_context(stream_of(command, source=self._file, folder=_FOLDER, seconds=_SECONDS))
            self._code = lambda: running.end().code
            return running
        self._failures += (module.ZstdError,)
        if hasattr(module, "ZstdFile"):
            found: _Source = self._open.enter_context(module.ZstdFile(self._file))
            return found
        return _Frames(self._file, module)


class _Frames:
    """Unpacking with ``zstandard``, whose own reader takes a file that breaks off for one that ends."""

    def __init__(self, file: IO[bytes], module: Any) -> None:
        self._file = file
        self._begin = module.ZstdDecompressor(max_window_size=_WINDOW).decompressobj
        self._frame = self._begin()
        self._rest = b""
        self._given = memoryview(b"")

    def read(self, size: int = _PIECE) -> bytes:
        """At most ``size`` bytes; empty at the end.

        Raises:
            EOFError: the last frame has no end.
        """
        while not self._given:
            packed = self._rest or self._file.read(_BITE)
            self._rest = b""
            if not packed:
                if self._frame.eof:
                    return b""
                raise EOFError
            if self._frame.eof:
                self._frame = self._begin()
            self._given = memoryview(self._frame.decompress(packed))
            self._rest = self._frame.unused_data if self._frame.eof else b""
        piece = self._given[:size]
        self._given = self._given[size:]
        return bytes(piece)


def _module() -> Any | None:
    for name in ("compression.zstd", "zstandard"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None
