"""The sentences of an agent's message that it says itself: no code blocks, quotations, plans, open boxes; tables cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_words import plain_sentence
from butler.maids.session_log_worth import pieces

_MESSAGE = 8_000
_SENTENCE = 600
_FENCE = late(r"^\s*(?:```|~~~)")
_HEADING = late(r"^\s*(?:#{1,6}\s+(?P<a>.+)|\*\*(?P<b>[^*]+)\*\*\s*[:：]?\s*|__(?P<c>[^_]+)__\s*)$")
_ITEM = late(r"^\s*(?:[-*+•・]|\d{1,2}[.)])\s+")
_BOX = late(r"^\s*(?:(?:[-*+•]|\d{1,2}[.)])\s+)?\[(?P<mark>[ xX✓✔])\]\s+|^\s*(?:[-*+]\s+)?(?P<open>[☐⬜□])\s*")
_RULE = late(r"^[\s|:+─┼│-]+$")
_BARS = late(r"[|│]")


@lru_cache(maxsize=128)
def sentences_of(text: str) -> tuple[tuple[str, str], ...]:
    """(label above, sentence), in order; the label is the line that leads a list or the heading."""
    return tuple(_Reader(text[:_MESSAGE].replace("\ufe0f", "").split("\n")).all())


class _Reader:
    """Goes through the lines of a message and knows under what they stand."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._planned = False
        self._led = False
        self._fresh = False
        self._label = ""
        self._head: list[str] = []

    def all(self) -> Iterator[tuple[str, str]]:
        """The sentences."""
        fenced = False
        for at, raw in enumerate(self._lines):
            if _FENCE.match(raw):
                fenced = not fenced
            elif not fenced and raw.strip() and not raw.lstrip().startswith(">"):
                yield from self._line(at, raw)

    def _line(self, at: int, raw: str) -> Iterator[tuple[str, str]]:
        heading = _HEADING.match(raw)
        if heading and not lexicon.WELL.search(raw):
            self._label = heading["a"] or heading["b"] or heading["c"]
            self._planned, self._led = bool(lexicon.PLAN_LEAD.search(self._label)), False
        elif raw.lstrip().startswith(("|", "│")):
            yield from self._row(at, raw)
        else:
            yield from self._words(raw)

    def _words(self, raw: str) -> Iterator[tuple[str, str]]:
        """A line of a paragraph or list."""
        item = bool(_ITEM.match(raw))
        if not item:
            self._led = self._led and (self._fresh or raw[:1].isspace())
        self._fresh = False
        box = _BOX.match(raw)
        if box and (box["open"] or box["mark"] == " "):
            return
        line = f"✅ {raw[box.end() :]}" if box else raw
        if line.rstrip("* _").endswith((":", "：")):
            self._label = line
            self._led = bool(lexicon.PLAN_LEAD.search(line)) or (self._led and item)
            self._fresh = self._led
        elif not (self._planned or self._led):
            for piece in pieces(line):
                sentence = plain_sentence(piece)
                if 3 <= len(sentence) <= _SENTENCE:
                    yield (self._label if item else ""), sentence

    def _row(self, at: int, raw: str) -> Iterator[tuple[str, str]]:
        """Each cell of a table's row with what the row or the column is about."""
        if _RULE.match(raw):
            return
        cells = [cell.strip().replace("**", "") for cell in _BARS.split(raw.strip().strip("|│"))]
        under = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        if "-" in under and _RULE.match(under):
            self._head = cells
            return
        for number, cell in enumerate(cells[1:], 1):
            column = self._head[number] if number < len(self._head) else ""
            about = f"{cells[0]} {column}"
            planned = self._planned or self._led or lexicon.PLAN_LEAD.search(about) or lexicon.PAST.search(about)
            if cell and not planned:
                column_only = not lexicon.SUBJECT.search(cells[0]) and lexicon.SUBJECT.search(column)
                yield self._label, f"{column if column_only else cells[0]} | {cell}"
