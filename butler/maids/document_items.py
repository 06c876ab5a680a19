"""The pieces of a written document: its small headings, and under each the bullets with what belongs to them.

Whole lines only. A document that a hand has changed is read as far as it keeps the form; the rest is passed over.
"""

from __future__ import annotations

from functools import cache

from butler.maids.late_patterns import late
from butler.maids.provenance_tables import headings_of
from butler.phrases.document import WORDS
from butler.phrases.document_sources import SUMMARIES
from butler.phrases.handover_summaries import WORDS as SUMMARY_WORDS
from butler.phrases.handover_task import WORDS as TASK_WORDS
from butler.records import dataclass

_BULLET = late(r"(?:[-*]|\d{1,3}\.) \S")
_LEAD = late(r"(?:[-*]|\d{1,3}\.)\s+")
_FENCE = late(r" {0,4}(?P<bar>`{3,}|~{3,})(?P<rest>[^\n]*)")
_GROUP = "group_"


@dataclass(frozen=True, slots=True)
class Item:
    """One bullet as it stands: its line, and the lines under it (sentences, or a block with its fences)."""

    first: str
    rest: tuple[str, ...] = ()

    @property
    def bare(self) -> str:
        """The line without its bullet or number, and without the mark of what reads like an order."""
        return without_mark(_LEAD.sub("", self.first, count=1))

    @property
    def whole(self) -> str:
        """All lines."""
        return "\n".join([self.first, *self.rest])

    def shortened(self, limit: int) -> tuple[str, int]:
        """The line with as many whole lines under it as fit into ``limit`` characters, and how many are missing."""
        kept = [self.first]
        size, bar = len(self.first), ""
        for line in self.rest:
            if size + len(line) + 1 > limit:
                break
            kept.append(line)
            size, bar = size + len(line) + 1, open_fence(line, bar)
        missing = sum(_FENCE.fullmatch(line) is None for line in self.rest[len(kept) - 1 :])
        if bar and kept[-1].strip().startswith(bar):  # nothing but its opening fits
            kept.pop()
        elif bar:
            kept.append(f"  {bar}")
        return "\n".join(kept), missing


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """The bullets under one small heading; ``key`` is that of its phrase, empty for none or one that is not ours."""

    key: str
    items: tuple[Item, ...]


def without_mark(line: str) -> str:
    """A line without the word behind it that says that it reads like an order."""
    return next((line.removesuffix(f" {mark}") for mark in SUMMARIES["suspicious"] if line.endswith(f" {mark}")), line)


def open_fence(line: str, bar: str) -> str:
    """The fence that is open after ``line`` where ``bar`` was open before it; empty for none."""
    found = _FENCE.fullmatch(line)
    if found is None:
        return bar
    if not bar:
        return "" if found["bar"][0] == "`" and "`" in found["rest"] else found["bar"]
    return "" if found["bar"].startswith(bar) and not found["rest"].strip() else bar


def groups_of(body: str) -> tuple[ItemGroup, ...]:
    """The bullets of a section's text by small heading, in order; a block that nobody closed is closed."""
    groups: list[tuple[str, list[list[str]]]] = [("", [])]
    item: list[str] | None = None
    bar = ""
    for line in body.splitlines():
        if bar:
            if item is not None:
                item.append(line)
            bar = open_fence(line, bar)
        elif line.startswith("### "):
            groups.append((_keys().get(line[4:].strip(), ""), []))
            item = None
        elif _BULLET.match(line):
            item = [line]
            groups[-1][1].append(item)
        else:
            if item is not None and line.startswith("  ") and line.strip():
                item.append(line)
            else:
                item = None
            bar = open_fence(line, bar)
    if bar and item is not None:
        item.append(f"  {bar}")
    return tuple(ItemGroup(key, tuple(Item(one[0], tuple(one[1:])) for one in items)) for key, items in groups if items)


@cache
def _keys() -> dict[str, str]:
    """The key of each small heading, in both languages."""
    words = {**WORDS, **TASK_WORDS, **SUMMARY_WORDS}
    named = {key.removeprefix(_GROUP): phrase for key, phrase in words.items() if key.startswith(_GROUP)}
    return {heading: key for key, phrase in named.items() for heading in headings_of(key, phrase)}
