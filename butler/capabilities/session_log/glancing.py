"""A glance at a session log: enough to count and to sort it among thousands, for a thirtieth of what a peek costs.

Where the log has not the usual shape a glance says nothing, and ``peeking`` has to look. What a glance says is what a peek
would say.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from butler.capabilities.session_log.formats import Glance, SessionLogFormat
from butler.capabilities.session_log.peeking import HEAD_BYTES, HEAD_LINES, TAIL_BYTES, moment, stamp_of
from butler.records import dataclass

_FOLDERS = (b'"cwd":', b'"relocatedCwd":', b"<cwd>")
"""What stands before the name of a folder, wherever a reader takes one from."""
_NAME = re.compile(rb'\s{0,4}"((?:[^"\\]|\\.){0,8192})"')
_TAGGED = re.compile(rb"([^<]{0,8192})</cwd>")
_FIRST, _LAST = HEAD_BYTES[0], TAIL_BYTES[0]
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Seen:
    """What a glance tells: the first lines, the time of the last one, and whether the log belongs to the folders asked for."""

    first: Glance
    last_at: str
    here: bool


def glance(path: Path, reader: SessionLogFormat, holds: Callable[[str], bool] | None) -> Seen | None:
    """Glance at a plain log.

    Args:
        path: the file.
        reader: its client's format.
        holds: whether a folder is one of those asked for; None where every folder is.

    Returns:
        None where only a peek can tell.
    """
    if reader.glance is None:
        return None
    try:
        head, tail, size = _ends(path)
    except (OSError, ValueError):
        return None
    whole = size <= len(head)
    first = reader.glance(_lines(head, whole), whole and head.count(b"\n") < HEAD_LINES)
    if first is None or (first.first_at and moment(first.first_at) is None):
        return None
    last_at = _newest(tail, size <= len(tail))
    if last_at is None:
        return None
    if holds is None or holds(first.cwd):
        return Seen(first, last_at, here=True)
    others = {name for part in ((head,) if whole else (head, tail)) for name in _named(part)}
    return None if any(map(holds, others)) else Seen(first, last_at, here=False)


def _ends(path: Path) -> tuple[bytes, bytes, int]:
    """The first and the last bytes of a plain file and its size; a pipe is not waited for."""
    handle = os.open(path, _FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return b"", b"", 0
        size = status.st_size
        head = os.pread(handle, min(size, _FIRST), 0)
        tail = head[-_LAST:] if size <= len(head) else os.pread(handle, _LAST, size - _LAST)
        return head, tail, size
    finally:
        os.close(handle)


def _lines(head: bytes, whole: bool) -> Iterator[bytes]:
    """The first lines without their newlines; a last one that is cut is none."""
    start = 0
    for _ in range(HEAD_LINES):
        end = head.find(b"\n", start)
        if end < 0:
            if whole:
                yield head[start:]
            return
        yield head[start:end]
        start = end + 1


def _newest(tail: bytes, whole: bool) -> str | None:
    """The time of the last line that carries one; None where the first of the bytes is reached before."""
    end = len(tail)
    while end > 0:
        start = tail.rfind(b"\n", 0, end) + 1
        if start == 0 and not whole:
            return None
        if (at := stamp_of(tail[start:end])) is not None:
            return at
        end = start - 1
    return None


def _named(part: bytes) -> set[str]:
    """Every folder that a reader might take out of these bytes, and more."""
    raw: set[bytes] = set()
    for mark in _FOLDERS:
        pattern = _TAGGED if mark == b"<cwd>" else _NAME
        raw.update(found[1] for piece in part.split(mark)[1:] if (found := pattern.match(piece)))
    return {name.strip() for text in raw for name in _unescaped(text)}


def _unescaped(text: bytes) -> Iterator[str]:
    """The text that stands between quotes in JSON."""
    try:
        yield str(json.loads(b'"' + text + b'"')) if b"\\" in text else text.decode()
    except ValueError:
        return
