"""The runs of letters and digits of a text: by them most literals are ruled out without a look at the text itself.

A secret begins where no letter or digit stands before it, or only the end of an escape (``\\n``, ``%2F``): its first run
is a whole run of the text, or one without its escape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from butler.maids.late_patterns import late

_ESCAPE = r"(?:\\[nrtbfv0]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\(?:u001b|x1b|033|e)\[[\d;]{0,12}m)"
_ESCAPE_BEFORE = late(_ESCAPE + "$")
_ESCAPED_RUN = late(
    r"[\\%](?=(?:(?<=\\)(?:[nrtbfv0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|(?:u001b|x1b|033|e)\[[\d;]{0,12}m)|(?<=%)[0-9A-Fa-f]{2})([A-Za-z0-9]+))"
)
"""A run behind each of these escapes, wherever one begins."""
_RUN = late(r"[A-Za-z0-9]+")


def starts_here(text: str, at: int) -> bool:
    """Whether a word may begin at ``at``: no ASCII letter or digit before it, except as the end of an escape."""
    before = text[at - 1 : at]
    if not (before.isascii() and before.isalnum()):
        return True
    return bool(_ESCAPE_BEFORE.search(text[max(0, at - 20) : at]))


def places_of(literal: str, text: str) -> Iterator[int]:
    """Where ``literal`` stands in ``text``, without overlaps."""
    at = text.find(literal)
    while at >= 0:
        yield at
        at = text.find(literal, at + len(literal))


def runs_of(text: str) -> list[str]:
    """The runs of letters and digits of ``text``, also as they are behind an escape."""
    runs: list[str] = _RUN.findall(text)
    return runs + _ESCAPED_RUN.findall(text) if "\\" in text or "%" in text else runs


_Thing = TypeVar("_Thing")
_FEW = 40
"""So many values are looked for one by one."""
_SHORT, _LONG = 2, 3
"""So many letters of a literal are compared that may go on in its run."""


class Needles(Generic[_Thing]):
    """Things by a literal each, for the question which of the literals may stand in a text, or in a word of it.

    A literal is told by one of its runs of letters and digits: the whole of it between two signs, else its beginning.
    Its first run begins one of the text, too, unless the literal may stand ``inside`` of one.
    """

    def __init__(self, literals: Iterable[tuple[str, _Thing, bool]]) -> None:
        self.untold: list[_Thing] = []
        self._whole: dict[str, list[tuple[frozenset[str], _Thing]]] = {}
        self._begun: dict[str, list[tuple[str, _Thing]]] = {}
        for literal, thing, inside in literals:
            runs = [found for found in _RUN.finditer(literal) if found.start() > 0 or not inside]
            whole = [found[0] for found in runs if found.end() < len(literal)]
            if whole:
                self._whole.setdefault(max(whole, key=len), []).append((frozenset(whole), thing))
            elif runs and len(runs[0][0]) >= _SHORT:
                self._begun.setdefault(runs[0][0][:_LONG], []).append((runs[0][0], thing))
            else:
                self.untold.append(thing)

    def by_run(self, runs: Iterable[str]) -> dict[str, list[_Thing]]:
        """Those of ``runs`` that tell literals, with the things of these."""
        different = set(runs)
        told: dict[str, list[_Thing]] = {}
        for run in self._whole.keys() & different:
            things = [thing for whole, thing in self._whole[run] if whole <= different]
            if things:
                told[run] = things
        begun = self._begun
        for run in [run for run in different if run[:_SHORT] in begun or run[:_LONG] in begun]:
            for start in {run[:_SHORT], run[:_LONG]}:
                things = [thing for beginning, thing in begun.get(start, ()) if run.startswith(beginning)]
                if things:
                    told.setdefault(run, []).extend(things)
        return told


class Known:
    """Values by their longest runs, for the question which of them stand in a text as whole words."""

    def __init__(self) -> None:
        self._values: set[str] = set()
        self._by_run: dict[str, list[str]] = {}

    def add(self, value: str) -> None:
        """Know one value more."""
        if value not in self._values:
            self._values.add(value)
            self._by_run.setdefault(max(_RUN.findall(value), key=len, default=""), []).append(value)

    def within(self, text: str) -> list[str]:
        """The values that may stand in ``text`` as whole words, in no order."""
        if len(self._values) <= _FEW:
            return [value for value in self._values if value in text]
        runs = self._by_run.keys() & {"", *runs_of(text)}
        return [value for run in runs for value in self._by_run[run] if value in text]
