"""A line that is too long to be parsed: what its first and last bytes tell is kept, the rest is never held in memory.

Nearly always one text fills such a line (an output, a pasted file). Then the head of the line, a mark and its tail are
the same record with the middle of that text left out. Where several values are that long, the record is closed behind
the first one; the plain fields at its very end (ids, time) are kept then, too.
"""

from __future__ import annotations

import json
import re
from typing import IO

EDGE = 64 * 1024
"""Bytes that are kept of each end of a line."""
PIECE = 1 << 20
"""Most bytes that are read at once."""

_TOKEN = re.compile(rb'"(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*+(?P<end>"?)|[{}\[\],]', re.DOTALL)
_OUTSIDE_ESCAPES = re.compile(rb'(?<!\\)\\u[0-9a-fA-F]{4}|(?<=[^\\]{6})[^"\x80-\xbf]')
_PART_OF_CHARACTER = re.compile(rb"[\xc2-\xf4][\x80-\xbf]{0,2}\Z")
_LAST_FIELDS = re.compile(rb'(?:,\s*"\w+":\s*(?:"[^"\\]*"|true|false|null|-?\d[\d.eE+-]*))+\s*\}\s*\Z')
_LAST_FIELDS_ROOM = 4096
_CLOSING = {b"{": b"}", b"[": b"]"}


class Shortened(bytes):
    """A line without its middle; the receipt tells of it already."""


def read_on(start: bytes, stream: IO[bytes], most: int) -> tuple[bytes, int]:
    """The line that begins with ``start``, and its size; of one over ``most`` bytes what its ends tell, maybe nothing."""
    pieces, size, last = [start], len(start), start
    while not last.endswith(b"\n") and (piece := stream.readline(PIECE)):
        size += len(piece)
        if size > most:
            pieces = [pieces[0], pieces[-1][-EDGE:], piece]
        else:
            pieces.append(piece)
        last = piece
    if size <= most:
        return b"".join(pieces), size
    return shortened(start[:EDGE], b"".join(pieces[1:])[-EDGE:], size), size


def shortened(head: bytes, tail: bytes, size: int) -> Shortened:
    """What a line of ``size`` bytes tells by its first and last bytes: a whole record, or text; empty for anything else."""
    head = _PART_OF_CHARACTER.sub(b"", head)
    if head.startswith(b"{"):
        return Shortened(_record(head, tail, size))
    return Shortened(b"" if head.startswith(b"[") else _joined(head, tail, size))


def _record(head: bytes, tail: bytes, size: int) -> bytes:
    """The record without its middle; empty where it cannot be told, or is still being written."""
    opened, cut, in_text, comma = _outline(head)
    candidates = []
    if in_text:
        early = head[:cut] + _mark(size - cut) + b'"' + _closing(opened)
        candidates = [_joined(head[:cut], tail, size), _with_last_fields(early, tail)]
    if comma is not None:
        candidates.append(_with_last_fields(head[: comma[0]] + _closing(comma[1]), tail))
    if not tail.endswith(b"\n"):
        del candidates[1:]
    return next(filter(_is_record, candidates), b"")


def _joined(head: bytes, tail: bytes, size: int) -> bytes:
    """Head and tail with a mark between them; the tail begins where no escape and no character is cut in two."""
    found = _OUTSIDE_ESCAPES.search(tail, 6)
    tail = tail[found.start() :] if found else b""
    return head + _mark(size - len(head) - len(tail)) + tail


def _outline(head: bytes) -> tuple[bytes, int, bool, tuple[int, bytes] | None]:
    """The brackets open at the end of ``head``, where it can be cut, whether that is inside a text, and the last comma.

    Of the comma: where it stands, and the brackets open there.
    """
    opened, comma = b"", None
    for token in _TOKEN.finditer(head):
        sign = token[0]
        if sign in (b"{", b"["):
            opened += sign
        elif sign in (b"}", b"]"):
            opened = opened[:-1]
        elif sign == b",":
            comma = (token.start(), opened)
        elif not token["end"]:
            return opened, token.end(), True, comma
    return opened, len(head), False, comma


def _with_last_fields(record: bytes, tail: bytes) -> bytes:
    """A record that was closed early, with the plain fields that stand at the very end of its line."""
    last = _LAST_FIELDS.search(tail, max(len(tail) - _LAST_FIELDS_ROOM, 0))
    return record[:-1] + last[0] if last else record + b"\n"


def _closing(opened: bytes) -> bytes:
    return b"".join(_CLOSING[opened[at : at + 1]] for at in range(len(opened) - 1, -1, -1))


def _is_record(candidate: bytes) -> bool:
    try:
        return isinstance(json.loads(candidate.decode("utf-8", errors="replace")), dict)
    except (ValueError, RecursionError):
        return False


def _mark(missing: int) -> bytes:
    return f" [… {missing} bytes not read …] ".encode()
