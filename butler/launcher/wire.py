"""The wire to the client: the process's own stdin and stdout, taken away from everybody else.

Descriptor 0 becomes the null device and 1 becomes stderr, so nothing that is imported or run can read from the client or
print between two messages. Until the live server asks for its first line, a thread reads for the desk; then the server
reads the wire itself and the thread ends with the line it is waiting for. Lines that are no message are answered here.
"""

from __future__ import annotations

import io
import os
import sys
import threading
from collections import deque
from time import monotonic

from butler.launcher.lines import INTERNAL_ERROR, Refused, error_line, read_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from butler.launcher.desk import Desk

PIECE = 65536


class Wire:
    """The only reader and writer of the connection.

    Attributes:
        last_heard: when the client or the server last said something (monotonic seconds).
    """

    def __init__(self, desk: Desk | None = None) -> None:
        """Take the standard streams (raises OSError where the process has none); with ``desk`` answers begin at once."""
        self.last_heard = monotonic()
        self._desk = desk
        self._in, self._out = _take_streams()
        self._rest, self._ended = b"", False
        self._lines: deque[bytes] = deque()
        self._changed = threading.Condition()
        self._served = desk is None
        self._reading = desk is not None
        self._half_written = b""
        self._writing = threading.Lock()
        if desk is not None:
            threading.Thread(target=self._answer_at_the_desk, name="butler-desk", daemon=True).start()

    def read_for_server(self) -> bytes:
        """The next line that the live server must see, whole; empty at the end. From now on the desk is closed."""
        with self._changed:
            self._served = True
            if self._desk is not None:
                self._desk.close()
            while self._reading and not self._lines:
                self._changed.wait()
            if self._lines:
                return self._lines.popleft()
        while line := self._next_line():
            if self._message(line) is not None:
                return line
        return b""

    def write_from_server(self, content: bytes) -> None:
        """Send what the live server writes, without the answer that the desk has given already."""
        self.last_heard = monotonic()
        whole, end, self._half_written = (self._half_written + content).rpartition(b"\n")
        if end:
            self.send(self._without_echo(whole + end))

    def send(self, content: bytes) -> None:
        """Write whole lines to the client."""
        left = memoryview(content)
        with self._writing:
            while left:
                left = left[os.write(self._out, left) :]

    def refuse_waiting(self, reason: str) -> None:
        """Answer every request that still waits for a live server that does not come."""
        with self._changed:
            if self._served or self._desk is None:
                return
            self._served = True
            self._desk.close()
            for request_id in self._desk.waiting:
                self.send(error_line(request_id, INTERNAL_ERROR, reason))
            self._desk.waiting.clear()

    @property
    def is_served(self) -> bool:
        """Whether the live server has taken over."""
        return self._served

    @property
    def given(self) -> Mapping[tuple[str, str], bytes]:
        """The results that the desk sent, by (protocol version, method)."""
        return self._desk.given if self._desk is not None else {}

    def _answer_at_the_desk(self) -> None:
        try:
            while not self._served:
                line = self._next_line()
                with self._changed:
                    if not line:
                        self._leave()
                    if not line or self._take(line):
                        self._lines.append(line)
                    self._changed.notify_all()
                if not line:
                    break
        finally:  # whatever happens, nobody may wait for this thread for ever
            with self._changed:
                self._reading = False
                self._changed.notify_all()

    def _leave(self) -> None:
        """The client left: where it waits for nothing, what is being loaded is not needed."""
        if not self._served and self._desk is not None and not self._desk.waiting:
            os._exit(0)

    def _take(self, line: bytes) -> bool:
        """Answer the line where the desk can; whether the live server must see it."""
        message = self._message(line)
        if message is None:
            return False
        assert self._desk is not None
        answer, goes_on = self._desk.take(message)
        if answer is not None:
            self.send(answer)
        return goes_on

    def _message(self, line: bytes) -> dict[str, object] | None:
        self.last_heard = monotonic()
        try:
            return read_message(line)
        except Refused as refused:
            self.send(refused.answer)
            return None

    def _next_line(self) -> bytes:
        """The next line with its end; what is left at the end of the stream; then empty for ever."""
        pieces = []
        while not self._ended:
            line, end, rest = self._rest.partition(b"\n")
            pieces.append(line + end)
            self._rest = rest
            if end:
                break
            self._rest = os.read(self._in, PIECE)
            self._ended = not self._rest
        return b"".join(pieces)

    def _without_echo(self, content: bytes) -> bytes:
        if self._desk is None or self._desk.echo is None:
            return content
        kept = []
        for line in content.splitlines(keepends=True):
            if self._desk.echo is not None and self._is_echo(line):
                self._desk.echo = None
            else:
                kept.append(line)
        return b"".join(kept)

    def _is_echo(self, line: bytes) -> bool:
        try:
            message = read_message(line)
        except Refused:
            return False
        if message is None or "method" in message or self._desk is None:
            return False
        told = message.get("id")
        return type(told) is type(self._desk.echo) and told == self._desk.echo


def attach(wire: Wire) -> None:
    """Give the MCP library the wire where it looks for one: in ``sys.stdin.buffer`` and ``sys.stdout.buffer``.

    Everybody else who uses ``sys.stdin`` and ``sys.stdout`` gets descriptors 0 and 1, which lead nowhere and to stderr.
    """
    sys.stdin = _Front(io.BufferedReader(io.FileIO(0, closefd=False)), _Inlet(wire))
    sys.stdout = _Front(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), _Outlet(wire))


class _Front(io.TextIOWrapper):
    """A standard stream whose ``buffer`` is the wire."""

    def __init__(self, plain: io.BufferedReader | io.BufferedWriter, wire_end: io.BufferedIOBase) -> None:
        super().__init__(plain, encoding="utf-8", errors="replace", line_buffering=True)
        self._wire_end = wire_end

    @property
    def buffer(self) -> io.BufferedIOBase:  # type: ignore[override]
        return self._wire_end


class _Inlet(io.BufferedIOBase):
    """The client's lines, one for each read."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1, /) -> bytes:
        return self._wire.read_for_server()


class _Outlet(io.BufferedIOBase):
    """What goes to the client."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def writable(self) -> bool:
        return True

    def write(self, content: bytes, /) -> int:  # type: ignore[override]
        self._wire.write_from_server(bytes(content))
        return len(content)


def _take_streams() -> tuple[int, int]:
    """Private copies of descriptors 0 and 1, which then lead to the null device and to stderr."""
    private = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nowhere, 1)
    os.close(nowhere)
    return private
