"""The kept answers of a server: a small file of ours, written from what the live server said and read in one go.

First line: ``{"format": 1, "key": ..., "digest": ..., "watched": [[path, mtime_ns, size], ...]}``. Each further line is
``<protocol version> <method> <result>`` with the result's bytes as the server wrote them; ``-`` stands for a version that
the server does not know. A file that is not exactly so, is not ours alone, or has another key is as good as none.

Whoever may write this file may as well change Butler's code or the user's configuration; it deserves the same trust.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

    Answers = Mapping[tuple[str, str], bytes]

FORMAT: Final = 1
LIMIT: Final = 4_000_000
"""Bytes of a file that is read; a file of the built-in rooms has 80,000."""
UNKNOWN_VERSION: Final = "-"


def dump(key: str, answers: Answers, watched: Iterable[str]) -> bytes:
    """The content of a file that `load` reads; a watched file that is not there is left out."""
    body = b"".join(b"%b %b %b\n" % (v.encode(), m.encode(), result) for (v, m), result in sorted(answers.items()))
    marks = [mark for path in sorted(set(watched)) if (mark := _mark(path)) is not None]
    head = {"format": FORMAT, "key": key, "digest": _digest(body), "watched": marks}
    return json.dumps(head).encode() + b"\n" + body


def load(place: str, key: str) -> dict[tuple[str, str], bytes] | None:
    """The answers kept under ``key`` in the file ``place``; None where there are none that may be trusted."""
    try:
        content = _own_file(place)
        top, _, body = content.partition(b"\n")
        head: Any = json.loads(top)
        if not (isinstance(head, dict) and head.get("format") == FORMAT and head.get("key") == key):
            return None
        if head.get("digest") != _digest(body) or any(_mark(mark[0]) != mark for mark in head["watched"]):
            return None
        found = {}
        for line in body.splitlines():
            version, method, result = line.split(b" ", 2)
            found[version.decode(), method.decode()] = result
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return found or None


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()


def _mark(path: str) -> list[object] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 (pathlib costs as much as all the rest here)
    except OSError:
        return None
    return [path, status.st_mtime_ns, status.st_size]


def _own_file(place: str) -> bytes:
    """The content of a plain file that nobody else can write, in a folder of which the same is true."""
    handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status, folder = os.fstat(handle), os.lstat(os.path.dirname(place))  # noqa: PTH120
        if not stat.S_ISREG(status.st_mode) or status.st_size > LIMIT:
            raise ValueError("not a file of ours")
        for found in (status, folder):
            if found.st_uid != os.geteuid() or found.st_mode & 0o022:
                raise PermissionError("others may write it")
        content = b""
        while piece := os.read(handle, LIMIT):
            content += piece
        return content
    finally:
        os.close(handle)
