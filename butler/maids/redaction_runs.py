"""The runs of letters and digits of a text: by them most literals are ruled out without a look at the text itself.

A secret begins where no letter or digit stands before it, or only the end of an escape (``\\n``, ``%2F``): its first run
is a whole run of the text, or one without its escape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from butler.maids.late_patterns import late

_ESCAPE = r"(?:\\[nrtbfv0]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\(?:u001b|x1b|033|e)\[[\d;]{0,12}m)"
_ESCAPE_BEFORE = late(_ESCAPE + "$")
_ESCAPED_RUN = late(r"(?=" + _ESCAPE + r"([A-Za-z0-9]+))")
_RUN = late(r"[A-Za-z0-9]+")
_BEGINNING = 3
"""So many letters and digits of a literal are compared."""
_FEW = 40
"""So many values are looked for one by one."""


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


def _runs(text: str) -> list[str]:
    """The runs of letters and digits of ``text``, also as they are behind an escape."""
    runs = _RUN.findall(text)
    return runs + _ESCAPED_RUN.findall(text) if "\\" in text or "%" in text else runs


def beginnings(text: str) -> set[str]:
    """What the runs of ``text`` begin with: their first one, two and three letters or digits."""
    starts = {run[:_BEGINNING] for run in _runs(text)}
    return starts.union(*({start[:size] for start in starts} for size in range(1, _BEGINNING)))


def beginning(needle: str) -> str:
    """With what a run must begin that holds ``needle``; empty for one that begins with a sign."""
    found = _RUN.match(needle)
    return found[0][:_BEGINNING] if found is not None else ""


def standing(values: Mapping[str, str], text: str) -> Iterator[tuple[str, str]]:
    """Those of ``values`` (with their kinds) that may stand in ``text`` as whole words, in their order."""
    runs = set(_runs(text)) if len(values) > _FEW else None
    for value, kind in values.items():
        if (runs is None or _may_stand(value, runs)) and value in text:
            yield value, kind


def _may_stand(value: str, runs: set[str]) -> bool:
    """Whether the longest run of a value is one of ``runs``."""
    found = _RUN.findall(value)
    return not found or max(found, key=len) in runs
