"""Where something stands in a JSON text: adding or taking out one member or element changes no other byte.

A client's file is its user's: indentation, order, escapes, big numbers and a missing last newline stay as they are. What
the places between are is read with the standard library's own scanner, so a text that it refuses is refused here too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from butler.install.spans import Insertion, Misfit, Span
from butler.records import dataclass

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_UNIT = "  "


@dataclass(frozen=True, slots=True)
class _Part:
    """One member or element: ``start`` at its key (or value), ``value`` at its value, ``end`` behind it."""

    key: str | None
    start: int
    value: int
    end: int


def parse(text: str) -> Any:
    """The value of a document; a blank document is an empty object.

    Raises:
        ValueError: it is not JSON.
    """
    if _is_blank(text):
        return {}
    found = json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse)
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def insert(text: str, path: Sequence[str], value: Any, *, element: bool = False) -> Insertion:
    """What to insert so that the member at ``path`` is ``value``, or the array there has ``value`` as its last element.

    Missing objects and arrays on the way are made. ``Insertion.existed`` counts the containers that were there.

    Raises:
        Misfit: something of another kind stands on the way.
    """
    if _is_blank(text):
        whole = json.dumps(_nested(path, value, element), ensure_ascii=False, indent=_UNIT)
        return Insertion(len(text), whole if text.strip("\ufeff") else f"{whole}\n", 0)
    node, outer, depth = _root(text), "", 0
    while depth < len(path) and (element or depth < len(path) - 1):
        parts = _parts(text, node)
        found = _named(parts, path[depth])
        if found is None:
            break
        outer = _indent(text, node, parts, outer)
        node, depth = found.value, depth + 1
        if text[node] != ("[" if element and depth == len(path) else "{"):
            raise Misfit(".".join(path[:depth]))
    inner = value if depth == len(path) else _nested(path[depth + 1 :], value, element)
    name = None if depth == len(path) else path[depth]
    at, piece = _appended(text, node, outer, _Fresh(name, inner))
    return Insertion(at, piece, depth)


def remove(text: str, path: Sequence[str], value: Any = None, *, element: bool = False, existed: int) -> list[Span]:
    """The span to cut so that the member at ``path``, or the last element equal to ``value`` in the array there, is gone.

    Containers that it leaves empty go with it, down to the first ``existed`` of them. Nothing where there is nothing.
    """
    chain = _chain(text, path)
    if len(chain) < len(path):
        return []
    inner: int | None = None
    if element:
        inner = _element(text, chain[-1][1], value)
        if inner is None:
            return []
        steps = [*chain, (_parts(text, chain[-1][1].value), inner)]
    else:
        steps = list(chain)
    places = [(parts, part if isinstance(part, int) else parts.index(part)) for parts, part in steps]
    at = len(places) - 1
    while at > existed and len(places[at][0]) == 1:
        at -= 1
    parts, index = places[at]
    node = chain[at - 1][1].value if at else _root(text)
    return [_cut(text, node, parts, index)]


def _cut(text: str, node: int, parts: list[_Part], index: int) -> Span:
    """The part with its comma and the blanks that came with it: what `_appended` would have inserted."""
    if len(parts) == 1:
        return Span(node + 1, _skip(text, parts[0].end))
    if index:
        return Span(parts[index - 1].end, parts[index].end)
    return Span(parts[0].start, parts[1].start)


def _chain(text: str, path: Sequence[str]) -> list[tuple[list[_Part], Any]]:
    """For each name of ``path`` that is there: the parts of its object, and its own part."""
    found: list[tuple[list[_Part], Any]] = []
    if _is_blank(text):
        return found
    node = _root(text)
    for name in path:
        if text[node] != "{":
            break
        parts = _parts(text, node)
        part = _named(parts, name)
        if part is None:
            break
        found.append((parts, part))
        node = part.value
    return found


def _element(text: str, part: _Part, value: Any) -> int | None:
    if text[part.value] != "[":
        return None
    parts = _parts(text, part.value)
    equal = [at for at, one in enumerate(parts) if json.loads(text[one.value : one.end]) == value]
    return equal[-1] if equal else None


def _appended(text: str, node: int, outer: str, fresh: _Fresh) -> tuple[int, str]:
    """Where and how a part is put behind the last one of the container at ``node``, as its neighbours are written."""
    parts = _parts(text, node)
    newline = "\r\n" if "\r\n" in text else "\n"
    lead = text[node + 1 : parts[0].start] if parts else ""
    unit, pretty = _style(text)
    if parts and "\n" not in lead:
        space = " " if _spaced(text) else ""
        return parts[-1].end, f",{space}{fresh.flat(space)}"
    if not parts and not pretty:
        return node + 1, fresh.flat(" ")
    indent = lead.rpartition("\n")[2] if parts else outer + unit
    piece = f"{newline}{indent}{fresh.tall(unit, newline + indent)}"
    if parts:
        return parts[-1].end, f",{piece}"
    return node + 1, piece + ("" if "\n" in text[node + 1 : _skip(text, node + 1)] else newline + outer)


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A part that is put in: a member with a key, or an element without."""

    key: str | None
    value: Any

    def flat(self, space: str) -> str:
        """On one line."""
        name = "" if self.key is None else f"{_dump(self.key)}:{space}"
        return name + _dump(self.value, separators=("," + space, ":" + space))

    def tall(self, unit: str, line: str) -> str:
        """On lines of its own, each begun with ``line``."""
        name = "" if self.key is None else f"{_dump(self.key)}: "
        return name + _dump(self.value, indent=unit).replace("\n", line)


def _dump(value: Any, **how: Any) -> str:
    return json.dumps(value, ensure_ascii=False, **how)


def _style(text: str) -> tuple[str, bool]:
    """One step of indentation, and whether the document has lines at all."""
    root = _root(text)
    parts = _parts(text, root)
    if not parts:
        return _UNIT, True
    lead = text[root + 1 : parts[0].start]
    return lead.rpartition("\n")[2] or _UNIT, "\n" in lead


def _spaced(text: str) -> bool:
    """Whether a blank follows the first colon of the document."""
    first = _parts(text, _root(text))[0]
    return text[first.value - 1] in " \t\r\n"


def _indent(text: str, node: int, parts: list[_Part], outer: str) -> str:
    """The indentation of the parts of a container; that of the container itself where they stand on its line."""
    lead = text[node + 1 : parts[0].start]
    return lead.rpartition("\n")[2] if "\n" in lead else outer


def _parts(text: str, node: int) -> list[_Part]:
    """The members or elements of the container that begins at ``node``."""
    named, closing = text[node] == "{", "}" if text[node] == "{" else "]"
    found: list[_Part] = []
    at = _skip(text, node + 1)
    while text[at] != closing:
        start, key = at, None
        if named:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, at)
        found.append(_Part(key, start, at, end))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return found


def _named(parts: list[_Part], name: str) -> _Part | None:
    """The member of that name; of several the last, which is the one that counts."""
    return next((part for part in reversed(parts) if part.key == name), None)


def _nested(path: Sequence[str], value: Any, element: bool) -> Any:
    inner = [value] if element else value
    for name in reversed(path):
        inner = {name: inner}
    return inner


def _root(text: str) -> int:
    return _skip(text, 1 if text.startswith("\ufeff") else 0)


def _is_blank(text: str) -> bool:
    return not text.strip("\ufeff \t\r\n")


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")
