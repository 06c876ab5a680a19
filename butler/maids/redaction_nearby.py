"""What stands around a name, as far as a rule for values looks: the same surroundings are judged once in a text.

Logs, tests and tables say the same lines again and again, and so do texts that were made to cost much. A name is judged in
a piece of the text, so that the verdict depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span

_BEFORE, _LEAST_BEFORE = 512, 128
"""So far before a name lies the piece of a long line; that of a short one, which begins with the line above it."""
_LINE, _SHORT_LINE, _BELOW = 2000, 600, 256
"""So far behind a name its line is looked at, and so far below the line; the last line is a whole one where it is short."""
_REMEMBERED = 4096
"""So many pieces are remembered at a time."""
_BLAND = late(r"(?:[.,]?[ \n]{1,2}[A-Za-z][a-z]{0,12}(?=[ .,\n]))*+")
_BLAND_REACH = 300
"""Further than any value from its name where nothing but words stands between them."""


class Surroundings:
    """The names of one text and the verdicts on them, by what stands around each."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._verdicts: dict[tuple[str, int], Sequence[Span]] = {}
        self._bland = 0

    def only_words(self, end: int) -> bool:
        """Whether nothing but short plain words, commas and full stops follows for long: no value is among them."""
        if self._bland <= end:
            words = _BLAND.match(self._text, end)
            self._bland = words.end() if words is not None else end
        return self._bland >= end + _BLAND_REACH

    def judged(self, start: int, end: int, judge: Callable[[str, int, int], Iterable[Span]]) -> Iterable[Span]:
        """What ``judge`` finds for the name at ``start:end`` in the piece around it, as spans of the text."""
        return self._judged(self._begin(start), start, end, _LINE, judge)

    def judged_behind(self, start: int, end: int, judge: Callable[[str, int, int], Iterable[Span]]) -> Iterable[Span]:
        """As ``judged`` for a name that nothing before it tells of, and whose line matters less far."""
        return self._judged(start, start, end, _SHORT_LINE, judge)

    def _judged(
        self, begin: int, start: int, end: int, line: int, judge: Callable[[str, int, int], Iterable[Span]]
    ) -> Iterable[Span]:
        piece = self._text[begin : self._stop(end, line)]
        key = (piece, (start - begin) << 20 | (end - begin))
        verdict = self._verdicts.get(key)
        if verdict is None:
            if len(self._verdicts) >= _REMEMBERED:
                self._verdicts.clear()
            verdict = self._verdicts[key] = tuple(judge(piece, start - begin, end - begin))
        return [Span(begin + one.start, begin + one.end, one.kind) for one in verdict] if verdict else ()

    def _begin(self, start: int) -> int:
        """Where the piece around a name at ``start`` begins: with the line above its own where both are short."""
        text = self._text
        first = max(0, start - _BEFORE)
        line = text.rfind("\n", first, start)
        above = text.rfind("\n", first, line) + 1 if line > first else 0
        if not above or not text[above:line].strip():
            return first
        return min(above, max(0, start - _LEAST_BEFORE))

    def _stop(self, end: int, reach: int) -> int:
        """Where the piece around a name that ends at ``end`` ends: some lines below its own if that is short."""
        line = self._text.find("\n", end, end + reach)
        if line < 0:
            return end + reach
        return self._text.find("\n", line + _BELOW, line + _BELOW + _LINE) + 1 or line + _BELOW + _LINE
