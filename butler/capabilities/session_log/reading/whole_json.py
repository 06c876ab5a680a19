"""A whole file that is one JSON value: its elements one by one, each with the line on which it begins."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

MAX_BYTES = 64 * 1024 * 1024
"""Most bytes of a file that are held as one JSON value; what is behind them is counted as skipped."""

LISTS = ("messages", "chat_messages", "conversations", "contents", "history", "items")
"""Names under which a file keeps its list of messages."""

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[\s\x00]*")


class Element(NamedTuple):
    """One value of the list and where it begins."""

    line: int
    value: Any


class WholeFile(NamedTuple):
    """The plain fields beside the list, and the elements of the list."""

    fields: dict[str, Any]
    elements: list[Element]


def read_whole(lines: Iterable[tuple[int, bytes]], receipt: ReceiptBuilder) -> WholeFile:
    """Read all of ``lines`` as one array, or as one object that keeps an array under a name of ``LISTS``.

    What can be read before a damaged place is given; the place is counted.
    """
    data = bytearray()
    for number, line in lines:
        if len(data) + len(line) > MAX_BYTES:
            receipt.skip(number, "file too large for one JSON value", len(line))
            break
        data += line
    start = len(data) - len(data.lstrip(b"\xef\xbb\xbf\x00")) if data[:1].strip(b"\xef\x00") == b"" else 0
    text = (data[start:] if start else data).decode("utf-8", errors="replace")
    data.clear()
    return _Reader(text, receipt).whole()


class _Reader:
    """Walks the outer brackets by hand and leaves the values to the standard library."""

    def __init__(self, text: str, receipt: ReceiptBuilder) -> None:
        self._text = text
        self._receipt = receipt
        self._at = self._counted = 0
        self._line = 1

    def whole(self) -> WholeFile:
        self._skip_space()
        if self._take("["):
            return WholeFile({}, list(self._elements()))
        fields: dict[str, Any] = {}
        elements: list[Element] = []
        if self._take("{"):
            try:
                self._object(fields, elements)
            except (ValueError, RecursionError):
                self._damaged()
        if not elements and isinstance(fields.get("mapping"), dict):  # one conversation of an export, alone
            elements.append(Element(1, fields))
        return WholeFile(fields, elements)

    def _object(self, fields: dict[str, Any], elements: list[Element]) -> None:
        while not self._take("}"):
            key = self._value()
            if not self._take(":") or not isinstance(key, str):
                raise ValueError("no key")
            if key in LISTS and not elements and self._peek("["):
                self._take("[")
                elements += self._elements()
            else:
                fields[key] = self._value()
            if not self._take(",") and not self._peek("}"):
                raise ValueError("no comma")

    def _elements(self) -> Iterator[Element]:
        while not self._take("]"):
            start = self._at
            try:
                value = self._value()
            except (ValueError, RecursionError):
                self._damaged()
                return
            yield Element(self._line_of(start), value)
            self._take(",")

    def _value(self) -> Any:
        value, self._at = _DECODER.raw_decode(self._text, self._at)
        self._skip_space()
        return value

    def _peek(self, mark: str) -> bool:
        return self._text.startswith(mark, self._at)

    def _take(self, mark: str) -> bool:
        if not self._peek(mark):
            return False
        self._at += 1
        self._skip_space()
        return True

    def _skip_space(self) -> None:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _line_of(self, position: int) -> int:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position
        return self._line

    def _damaged(self) -> None:
        self._receipt.skip(self._line_of(max(self._at, self._counted)), "damaged JSON", len(self._text) - self._at)
        self._at = len(self._text)
