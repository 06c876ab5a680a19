"""One look at a text for all rules: its different words, by which most literals are ruled out at little cost.

A text says the same words again and again: a literal is looked for among the different ones first, and in the text
itself only when it stands there. Of the literals that rules look for in groups only those are looked for whose rarest three
signs stand in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from butler.maids.late_patterns import late
from butler.maids.redaction_runs import places_of

_LETTERS = late(r"[A-Za-z]+")
_BEGINNING = 4
"""So many letters of a run tell it from most."""
_SHORT = 3000
"""In a text of so many code points a literal is found as fast as in its words."""
_APART = " \x00 "
"""Between the pieces of a text, so that no two of them are taken for neighbours."""
_COMMON = {sign: 23 - rank for rank, sign in enumerate(" etaoinsrhldcumfpgwybvk")}
_Three: TypeAlias = tuple[str, str, str]
_BY_THREE: dict[_Three | None, list[tuple[Literals, int, str]]] = {None: []}
"""The literals of all rules by the rarest three signs on end in them (None: there are none), no space in their midst, so that
they stand in one piece between spaces: group, rank, and in lower case."""
Seen: TypeAlias = dict[str, set[_Three | None]]
"""Pieces of texts between spaces, in lower case, and which of the three signs that rules look for stand in each."""


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
            within = (three for three in _threes(low) if three[1] != " ")
            _BY_THREE.setdefault(min(within, key=_frequency, default=None), []).append((self, rank, low))


class Glance:
    """A text and what may stand in it."""

    def __init__(self, text: str, seen: Seen | None = None) -> None:
        """``seen``: what was found out about pieces of other texts of the same document."""
        self.text = text
        self._seen: Seen = {} if seen is None else seen

    @cached_property
    def may_hold(self) -> Callable[[str], bool]:
        """Whether a literal may stand in the text; False means that it does not."""
        return self.text.__contains__ if len(self.text) <= _SHORT else self._words.hold

    def standing(self, literals: Literals) -> list[str]:
        """Those of ``literals`` that may stand in the text, in their order."""
        if len(self.text) > _SHORT:
            return list(filter(self.may_hold, literals.all))
        near = self._near.get(literals)
        return [literals.all[rank] for rank in near if self.may_hold(literals.all[rank])] if near else []

    def saying(self, literals: Literals) -> list[str]:
        """As ``standing`` for literals in lower case and a text in any."""
        if len(self.text) > _SHORT:
            return list(filter(self.may_say, literals.all))
        return [literals.all[rank] for rank in self._near.get(literals, ())]

    @cached_property
    def _near(self) -> dict[Literals, list[int]]:
        """Which literals of which group stand in the text in lower case: one look for those of all rules."""
        low = self.low
        near: dict[Literals, list[int]] = {}
        threes: set[_Three | None] = {None}
        for piece in set(low.split(" ")):
            known = self._seen.get(piece)
            if known is None:
                known = self._seen[piece] = _BY_THREE.keys() & set(_threes(f" {piece} "))
            if known:
                threes |= known
        for three in threes:
            for literals, rank, literal in _BY_THREE[three]:
                if literal in low:
                    near.setdefault(literals, []).append(rank)
        for ranks in near.values():
            ranks.sort()
        return near

    @cached_property
    def words(self) -> list[str]:
        """The different words of the text, in the order in which they first stand there."""
        return list(dict.fromkeys((self.text if len(self.text) <= _SHORT else " ".join(self._pieces)).split()))

    @cached_property
    def _pieces(self) -> dict[str, None]:
        """The different pieces of the text between spaces, in the order in which they first stand there."""
        return dict.fromkeys(self.text.split(" "))

    @cached_property
    def low(self) -> str:
        """The text in lower case, every code point at its place."""
        return _lowered(self.text)

    @cached_property
    def may_say(self) -> Callable[[str], bool]:
        """As ``may_hold`` for a literal in lower case and a text in any."""
        if len(self.text) <= _SHORT:
            return self.low.__contains__
        return self._words.lower().hold

    def places(self, literal: str) -> Iterable[int]:
        """Where a literal stands in the text, without overlaps."""
        if len(self.text) <= _SHORT:
            return places_of(literal, self.text)
        places = self._places.get(literal)
        if places is None:
            looked = "_words" not in self.__dict__ or self.may_hold(literal)
            places = self._places[literal] = list(places_of(literal, self.text)) if looked else ()
        return places

    @cached_property
    def _places(self) -> dict[str, Sequence[int]]:
        """The places of the literals that were looked for."""
        return {}

    @cached_property
    def _words(self) -> _Words:
        said = f" {_APART.join(self._pieces)} "
        return _Words(said, dict.fromkeys(_LETTERS.findall(said)), self._pieces)


class _Words:
    """The different words of a text, for the question which literals stand in them; many rules ask for the same ones."""

    def __init__(self, said: str, runs: dict[str, None], pieces: Container[str] | None = None) -> None:
        self._said = said
        self._pieces = pieces
        self._runs = runs
        self._together = " ".join(runs)
        self._beginnings = {run[:_BEGINNING] for run in runs}
        self._held: dict[str, bool] = {}

    def lower(self) -> _Words:
        """The same words in lower case."""
        said = _lowered(self._said)
        runs = self._together.lower().split(" ") if said.isascii() else _LETTERS.findall(said)
        return _Words(said, dict.fromkeys(runs))

    def hold(self, literal: str) -> bool:
        """Whether ``literal`` may stand in the text."""
        held = self._held.get(literal)
        if held is None:
            held = self._held[literal] = self._may_stand(literal) and self._stands(literal)
        return held

    def _stands(self, literal: str) -> bool:
        """Whether a literal stands in a piece between spaces, or each word of one of several does."""
        first, *others = literal.split(" ")
        if not any(others) or not (first or any(others[1:])):
            return literal in self._said
        whole = others[:-1]
        if self._pieces is not None and not all(map(self._pieces.__contains__, whole)):
            return False
        return self._is_part(f"{first} ") and self._is_part(f" {others[-1]}")

    def _is_part(self, part: str) -> bool:
        """Whether the first or the last word of a literal stands in a piece."""
        held = self._held.get(part)
        if held is None:
            held = self._held[part] = part in self._said
        return held

    def _may_stand(self, literal: str) -> bool:
        """Whether the longest run of letters of a literal stands in one of the text: ids and digests hold hardly any."""
        run, begins, ends = _letters(literal)
        if begins and ends:
            return run in self._runs
        if begins and len(run) >= _BEGINNING and run[:_BEGINNING] not in self._beginnings:
            return False
        return run in self._together


@lru_cache(maxsize=4096)
def _letters(literal: str) -> tuple[str, bool, bool]:
    """The longest run of letters of a literal, and whether one of a text that holds it begins and ends with it."""
    longest = max(_LETTERS.finditer(literal), key=lambda run: len(run[0]), default=None)
    if longest is None:
        return "", False, False
    return longest[0], longest.start() > 0, longest.end() < len(literal)
