"""From bytes to JSON records, never stopping at a bad line.

Rules (each one a public bug of some reader): bytes are split on ``\\n`` only, since U+2028, U+0085 and form feeds occur
raw inside records; leading NULs are dropped; invalid UTF-8 is replaced for the line alone; one physical line may hold
two records, or half of one followed by a whole one; an unterminated last line is dropped silently only if it does not
parse, because the client may still be writing it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import IO, Any

from butler.capabilities.session_log.reading.long_lines import PIECE, Shortened, read_on
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

MAX_LINE = 32 * 1024 * 1024
"""Longest line that is parsed, in bytes: twice the longest seen in public reports, and parsing takes some 100 MB for it."""

_DECODER = json.JSONDecoder()
_RESYNC = re.compile(r'\{"(?:parentUuid|type|timestamp|uuid|role)"')
_PACKAGE, _PART = "pydantic_core", "_pydantic_core"
_ATTEMPTS = 64
"""So many broken places of one line are stepped over: a splice makes one or two, and each costs a look at the whole line."""


def raw_lines(stream: IO[bytes], receipt: ReceiptBuilder) -> Iterator[tuple[int, bytes]]:
    """Number and give the lines of ``stream`` with their newline; of a line over ``MAX_LINE`` what its ends tell.

    The numbers go on from the lines that ``receipt`` has counted.
    """
    number = receipt.lines
    for piece in iter(partial(stream.readline, PIECE), b""):
        number += 1
        line, size = piece, len(piece)
        if size == PIECE and not line.endswith(b"\n"):
            line, size = read_on(piece, stream, MAX_LINE)
            if size > MAX_LINE:
                receipt.skip(number, "line too long, middle not read" if line else "line too long", size)
        receipt.bytes += size
        receipt.lines = number
        if line:
            yield number, line


def records(lines: Iterable[tuple[int, bytes]], receipt: ReceiptBuilder) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects on each line, with the line's number.

    The parser that comes with pydantic takes half the time of ``json.loads`` and refuses more (lone surrogates, deep
    nesting, a byte order mark); what it refuses is read in the tolerant way.
    """
    parse = fast_parser()
    for number, line in lines:
        try:
            value = parse(line, cache_strings="keys")
        except ValueError:
            for found in _tolerant(number, line, receipt):
                yield number, found
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            receipt.skip(number, "not an object", len(line))


@cache
def fast_parser() -> Callable[..., Any]:
    """The parser that comes with pydantic; loaded when the first log is read.

    Where nothing else has loaded the package it is loaded without what the package tells of schemas: that is four
    fifths of the time, and 5 MB.
    """
    if _PACKAGE not in sys.modules and (alone := _compiled_alone()) is not None:
        return alone
    from pydantic_core import from_json

    return from_json


def _compiled_alone() -> Callable[..., Any] | None:
    """The parser out of the compiled part of its package; None where that is not where it is today."""
    whole = find_spec(_PACKAGE)
    found = whole and PathFinder.find_spec(f"{_PACKAGE}.{_PART}", whole.submodule_search_locations)
    if not found or found.loader is None:
        return None
    try:
        module = sys.modules[found.name] = module_from_spec(found)
        found.loader.exec_module(module)
        parser: Callable[..., Any] = module.from_json
    except (ImportError, AttributeError):
        sys.modules.pop(found.name, None)
        return None
    return parser


def _tolerant(number: int, line: bytes, receipt: ReceiptBuilder) -> Iterator[dict[str, Any]]:
    """Read one line with the standard library, and what can be read of it where it is not one JSON value."""
    try:
        value = _writable(json.loads(line))
    except (ValueError, RecursionError):
        yield from _recover(number, line, receipt)
        return
    if isinstance(value, dict):
        yield value
    else:
        receipt.skip(number, "not an object", len(line))


def _recover(number: int, line: bytes, receipt: ReceiptBuilder) -> Iterator[dict[str, Any]]:
    """Read what can be read of a line that is not one JSON value."""
    text = line.lstrip(b"\x00\xef\xbb\xbf").decode("utf-8", errors="replace").strip().strip("\x00")
    if not text:
        if line.strip(b"\r\n \t"):
            receipt.skip(number, "empty bytes (NUL)", len(line))
        return
    position, damaged, broken = 0, False, 0
    while position < len(text) and broken < _ATTEMPTS:
        try:
            value, end = _DECODER.raw_decode(text, position)
            value = _writable(value) if isinstance(value, dict) else value
        except (ValueError, RecursionError):
            damaged = True
            broken += 1
            position = _next_record(text, position + 1)
            continue
        if isinstance(value, dict):
            yield value
        else:
            damaged = True
        position = end
        while position < len(text) and text[position] in " \t\r\x00":
            position += 1
    if damaged and not isinstance(line, Shortened):
        ended = line.endswith(b"\n")
        receipt.skip(number, "damaged JSON" if ended else "unfinished last line", len(line))


def _writable(value: Any) -> Any:
    """``value`` with lone surrogates (half of a cut emoji, which no file can hold) replaced by question marks."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.loads(text.encode("utf-8", errors="replace"))
    return value


def _next_record(text: str, position: int) -> int:
    """Where the next known record start stands at or after ``position``; the end of the text if there is none."""
    found = _RESYNC.search(text, position)
    return len(text) if found is None else found.start()
