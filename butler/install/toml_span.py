"""Where a table stands in a TOML text: adding or taking out one table changes no other byte.

Python writes no TOML, and a writer would not keep a person's comments. A new table is put at the end of the file, where a
header may always stand; what belongs to a table is found statement by statement. Every change is compared through
``tomllib`` by whoever makes it.
"""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from butler.install.spans import Insertion, Misfit, Span
from butler.records import dataclass

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_NAME = re.compile(r"""(?:[^"'\[\]=#\n]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')+""")
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}\n]|[^"\'#\[\]{}\n]+',
    re.DOTALL,
)


class Number(str):
    """A number with a fraction or an exponent, as it is spelled: what is written again is the same text."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Statement:
    """A header or a key with its value: its whole name, and from the start of its first line to behind its last."""

    name: tuple[str, ...]
    header: bool
    start: int
    end: int


def parse(text: str) -> Any:
    """The value of a document.

    Raises:
        ValueError: it is not TOML.
    """
    return tomllib.loads(text.removeprefix("\ufeff"), parse_float=Number)


def insert(text: str, path: Sequence[str], value: Any, *, element: bool = False) -> Insertion:
    """What to insert so that the table at ``path`` is ``value``: a header and its lines at the end of the file.

    Raises:
        Misfit: tables alone can be added, and something else stands on the way, or nothing can be added to it here.
    """
    if element or not isinstance(value, Mapping):
        raise Misfit(".".join(path))
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = list(_table(tuple(path), value))
    body = text.removeprefix("\ufeff")
    gap = "" if not body or body.endswith("\n") else newline
    gap += newline if body.strip() and not re.search(r"\n[ \t\r]*\n\Z", body) else ""
    found = Insertion(len(text), gap + newline.join(lines) + newline, len(path) - 1)
    try:
        parse(text[: found.at] + found.text)
    except ValueError as problem:
        raise Misfit(".".join(path)) from problem
    return found


def remove(text: str, path: Sequence[str], value: Any = None, *, element: bool = False, existed: int) -> list[Span]:
    """The spans to cut so that the table at ``path`` with all below it is gone, and the blank line in front of it."""
    wanted = tuple(path)
    spans: list[Span] = []
    open_span: list[int] | None = None
    for statement in _statements(text):
        ours = statement.name[: len(wanted)] == wanted
        if (
            ours
            and open_span is not None
            and not (statement.header and _paragraph(text, open_span[1], statement.start))
        ):
            open_span[1] = statement.end
        elif ours:
            open_span = [statement.start, statement.end]
            spans.append(Span(*open_span))
        else:
            open_span = None
        if open_span is not None:
            spans[-1] = Span(*open_span)
    return [_with_gap(text, span) for span in spans]


def _paragraph(text: str, start: int, end: int) -> bool:
    """Whether a comment stands between two statements: then it may be about something else."""
    return "#" in text[start:end]


def _with_gap(text: str, span: Span) -> Span:
    """With the blank line in front, where a blank line or the end of the file follows."""
    before = re.search(r"(?:\A|\n)([ \t]*\r?\n)\Z", text[: span.start])
    follows = re.match(r"[ \t]*(?:\r?\n|\Z)", text[span.end :])
    return Span(before.start(1), span.end) if before and follows else span


def _statements(text: str) -> Iterator[_Statement]:
    at, table = 1 if text.startswith("\ufeff") else 0, ()
    names: tuple[str, ...] = table
    while True:
        gap = _GAP.match(text, at)
        start = gap.end() if gap else at
        if start >= len(text):
            return
        line = text.rfind("\n", 0, start) + 1
        if text[start] == "[":
            opening = 2 if text.startswith("[[", start) else 1
            names = _keys(text, start + opening)
            end = _line_end(text, start + opening)
            yield _Statement(names, True, line, end)
        else:
            end = _line_end(text, start)
            yield _Statement((*names, *_keys(text, start)), False, line, end)
        at = end


def _keys(text: str, at: int) -> tuple[str, ...]:
    """The names of a dotted key, unquoted as ``tomllib`` does."""
    written = _NAME.match(text, at)
    if written is None:
        return ()
    found: Any = tomllib.loads(f"{written[0].strip()} = 0")
    names = []
    while isinstance(found, dict):
        ((name, found),) = found.items()
        names.append(name)
    return tuple(names)


def _line_end(text: str, at: int) -> int:
    """Behind the line break that ends the statement at ``at``; strings and brackets may hold others."""
    depth = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return len(text)
        at = token.end()
        if token[0] in {"[", "{"}:
            depth += 1
        elif token[0] in {"]", "}"}:
            depth -= 1
        elif token[0] == "\n" and depth <= 0:
            return at
    return at


def _table(path: tuple[str, ...], values: Mapping[str, Any]) -> Iterator[str]:
    yield f"[{'.'.join(map(_key, path))}]"
    inner = {name: value for name, value in values.items() if isinstance(value, Mapping)}
    for name, value in values.items():
        if name not in inner:
            yield f"{_key(name)} = {_value(value)}"
    for name, table in inner.items():
        yield ""
        yield from _table((*path, name), table)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and not isinstance(value, Number):
        return _string(value)
    if isinstance(value, int | Number):
        return str(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(name)} = {_value(inner)}' for name, inner in value.items())}}}"
    raise Misfit(type(value).__name__)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
