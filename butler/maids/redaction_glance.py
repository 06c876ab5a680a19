"""One look at a text for all rules: its different words, by which most literals are ruled out at little cost.

A text says the same words again and again: a literal is looked for among the different ones first, and in the text
itself only when it stands there. Of the literals that rules look for in groups only those are looked for whose rarest three
signs stand in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from butler.maids.late_patterns import late
from butler.maids.redaction_runs import places_of

_LETTERS = late(r"[A-Za-z]+")
_SHORT = 3000
"""In a text of so many code points a literal is found as fast as in its words."""
_COMMON = {sign: 23 - rank for rank, sign in enumerate(" etaoinsrhldcumfpgwybvk")}
_Three: TypeAlias = tuple[str, str, str]
_BY_THREE: dict[_Three | None, list[tuple[Literals, int, str]]] = {}
"""The literals of all rules by the rarest three signs on end in them (None: they are shorter): group, rank, and in lower case."""


def _lowered(text: str) -> str:
    return text.replace("İ", "I").lower()


def _frequency(three: _Three) -> int:
    """How often three signs may stand on end in a text, as a rank."""
    return sum(_COMMON.get(sign, 0) for sign in three)


def _threes(low: str) -> Iterator[_Three]:
    return zip(low, low[1:], low[2:], strict=False)


class Literals:
    """Literals that a rule looks for; known by its identity."""

    def __init__(self, *literals: str) -> None:
        self.all: Sequence[str] = tuple(dict.fromkeys(literals))
        for rank, literal in enumerate(self.all):
            low = _lowered(literal)
            _BY_THREE.setdefault(min(_threes(low), key=_frequency, default=None), []).append((self, rank, low))


class Glance:
    """A text and what may stand in it.

    ``may_hold``: whether a literal may stand in the text; False means that it does not.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._held: dict[str, bool] = {}
        self.may_hold: Callable[[str], bool] = text.__contains__ if len(text) <= _SHORT else self._holds

    def standing(self, literals: Literals) -> list[str]:
        """Those of ``literals`` that may stand in the text, in their order."""
        near = self._near.get(literals)
        return [literals.all[rank] for rank in near if self.may_hold(literals.all[rank])] if near else []

    def saying(self, literals: Literals) -> list[str]:
        """As ``standing`` for literals in lower case and a text in any."""
        return [literals.all[rank] for rank in self._near.get(literals, ())]

    @cached_property
    def _near(self) -> dict[Literals, list[int]]:
        """Which literals of which group stand in the text in lower case: one look for those of all rules."""
        low = self.low
        near: dict[Literals, list[int]] = {}
        for three in (None, *(_BY_THREE.keys() & set(_threes(low)))):
            for literals, rank, literal in _BY_THREE[three]:
                if literal in low:
                    near.setdefault(literals, []).append(rank)
        for ranks in near.values():
            ranks.sort()
        return near

    @cached_property
    def words(self) -> list[str]:
        """The different words of the text, in the order in which they first stand there."""
        return list(dict.fromkeys(self.text.split()))

    @cached_property
    def low(self) -> str:
        """The text in lower case, every code point at its place."""
        return _lowered(self.text)

    @cached_property
    def may_say(self) -> Callable[[str], bool]:
        """As ``may_hold`` for a literal in lower case and a text in any."""
        if len(self.text) <= _SHORT:
            return self.low.__contains__
        said, runs = _lowered(self._said), self._runs.lower()
        return lambda literal: _letters(literal) in runs and _stands(literal, said)

    def places(self, literal: str) -> Iterable[int]:
        """Where a literal stands in the text, without overlaps."""
        return places_of(literal, self.text) if self.may_hold(literal) else ()

    @cached_property
    def _said(self) -> str:
        return f" {' '.join(self.words)} "

    @cached_property
    def _runs(self) -> str:
        """The different runs of letters of the text: ids and digests, most of a log, leave hardly any."""
        return " ".join(dict.fromkeys(_LETTERS.findall(self._said)))

    def _holds(self, literal: str) -> bool:
        held = self._held.get(literal)
        if held is None:  # many rules ask for the same literals
            held = self._held[literal] = _letters(literal) in self._runs and _stands(literal, self._said)
        return held


@lru_cache(maxsize=4096)
def _letters(literal: str) -> str:
    """The longest run of letters of a literal: it stands within one run of a text that holds the literal."""
    return max(_LETTERS.findall(literal), key=len, default="")


def _stands(literal: str, said: str) -> bool:
    return literal in said or (" " in literal and all(map(said.__contains__, literal.split())))
