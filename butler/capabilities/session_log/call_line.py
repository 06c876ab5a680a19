"""Finding the line of a call that runs now: a client writes it some milliseconds after the call starts (8 to 65 ms seen)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from butler.brains import LogFile
from butler.capabilities.session_log.opening import open_plain, open_text
from butler.errors import ButlerError

WAIT_SECONDS = 1.0
_PAUSE = 0.05
_MISSED: deque[str] = deque(maxlen=32)
"""Calls that a second did not bring; whoever asks for one of them again looks once and does not wait."""
_TAIL = 512 * 1024
_CHUNK = 1 << 20


def wait_for_tool_use(files: Callable[[], Iterable[LogFile]], tool_use_id: str) -> LogFile | None:
    """The first of ``files`` that holds the call near its end, asked again until it appears or a second has passed."""
    deadline = time.monotonic() + (0 if tool_use_id in _MISSED else WAIT_SECONDS)
    while True:
        for file in files():
            if holds_tool_use(file.path, tool_use_id):
                return file
        if time.monotonic() >= deadline:
            _MISSED.append(tool_use_id)
            return None
        time.sleep(_PAUSE)


def holds_tool_use(path: Path, tool_use_id: str) -> bool:
    """Whether the id stands, as a JSON string, in the last half megabyte of the log."""
    try:
        stream, size = open_plain(path)
        with stream:
            stream.seek(max(size - _TAIL, 0))
            return f'"{tool_use_id}"'.encode() in stream.read(_TAIL)
    except (ButlerError, OSError):
        return False


def line_now(path: Path, tool_use_id: str | None = None) -> tuple[int, bool]:
    """The line at which a log stands: that of the call, if it is written, else its last one; and whether the call was found.

    Raises:
        NotFound, Refused, Unreadable: the log cannot be opened.
    """
    wanted = f'"{tool_use_id}"'.encode() if tool_use_id else None
    lines = found = 0
    whole = True
    stream, _ = open_text(path)
    with stream:
        while line := stream.readline(_CHUNK):
            if wanted is not None and not found and wanted in line:
                found = lines + 1
            whole = line.endswith(b"\n")
            lines += whole
    lines += not whole
    return (found or lines), bool(found)
