"""What the editors of single formats share: a place in a text, text put in, text taken out, and the proof of a change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from butler.records import dataclass


class Misfit(ValueError):
    """Something of another kind stands where a table, object or array is needed; the message is its name."""


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from ``start`` to before ``end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Insertion:
    """``text`` to be put in at ``at``; ``existed`` of the containers on the way were there before."""

    at: int
    text: str
    existed: int


def put(text: str, insertion: Insertion) -> str:
    """The text with the insertion."""
    return text[: insertion.at] + insertion.text + text[insertion.at :]


def cut(text: str, spans: Iterable[Span]) -> str:
    """The text without the spans, which do not overlap."""
    for span in sorted(spans, key=lambda one: one.start, reverse=True):
        text = text[: span.start] + text[span.end :]
    return text


def value_at(document: Any, path: Sequence[str]) -> Any:
    """What stands at ``path`` of a parsed document; None where there is nothing."""
    for name in path:
        if not isinstance(document, Mapping) or name not in document:
            return None
        document = document[name]
    return document


def only_more(less: Any, more: Any, path: Sequence[str], *, element: bool = False) -> bool:
    """Whether ``more`` is ``less`` with nothing else than the member at ``path`` (or one more element there) added.

    Names keep their order; what is missing in ``less`` on the way counts as empty.
    """
    if not path:
        return isinstance(more, list) and _one_more(less or [], more)
    less = {} if less is None else less
    if not isinstance(less, Mapping) or not isinstance(more, Mapping):
        return False
    name, rest = path[0], path[1:]
    others = [[pair for pair in side.items() if pair[0] != name] for side in (less, more)]
    if others[0] != others[1] or name not in more:
        return False
    if not rest and not element:
        return name not in less
    return only_more(less.get(name), more[name], rest, element=element)


def _one_more(less: list[Any], more: list[Any]) -> bool:
    return len(more) == len(less) + 1 and any(more[:at] + more[at + 1 :] == less for at in range(len(more)))
