"""What a document that the session wrote says: its headings and its most specific lines, each with a worth.

A plan, specification or README is the work itself: who resumes asks for what it rules, not that it has 136 new lines. Under
each heading the line that says most comes first: names and paths in code, numbers, limits, settings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from butler.maids.late_patterns import late
from butler.maids.session_log_words import identifiers, limits_in, safe_cut, without_keys

Outline: TypeAlias = tuple[tuple[int, str], ...]

_LONGEST = 220
"""Characters of one line of an outline."""
_MOST = 120
"""Lines of an outline."""
_LEAST = 80
"""Characters of a text that is worth an outline."""
_HEADING = late(r"(#{1,6})\s+\S")
_BOLD = late(r"\*\*[^*\n]{2,60}\*\*:?\s*$")
_FENCE = late(r"\s*(?:```|~~~)")
_SILENT = late(r"[\W_]*$|\s*</?[\w-]+(?:\s[^<>]*)?>$|\s*(?:<!--|\[.{1,40}\]: |!\[|---)")
_NUMBER = late(r"\d")
_OUT = late(
    r"\b(?:out of scope|not (?:in scope|supported|implemented|included|yet)|excluded?|deferred|limitations?|known issues?|todo|unsupported|default|max(?:imum)?|min(?:imum)?)\b"
    r"|対象外|範囲外|未(?:実装|対応|使用)|制約|既定|最大|最小|上限|下限|不在|後回し|将来|なし",
    re.I,
)
_PAIR = late(r"\s*(?:[-*+]|\d+[.)])?\s*(?:\*\*)?[^:：|]{2,40}(?:\*\*)?\s*[:：]\s*\S")
_ROW = late(r"\s*\|.*\|\s*$")
_HEADS = {1: 12, 2: 12, 3: 10}
_SMALL = 9
"""Worth of a heading deeper down; every line is worth less."""


def outline_of(excerpts: Sequence[str]) -> Outline:
    """The lines of a document as its newest edits left them, each with its worth, in order; empty for a few words."""
    lines = _standing(excerpts)
    if sum(map(len, lines)) < _LEAST:
        return ()
    found: list[tuple[int, str]] = []
    rank, fenced = 0, False
    for line in lines:
        if _FENCE.match(line):
            fenced = not fenced
            continue
        heading = None if fenced else _HEADING.match(line)
        if heading is not None or (not fenced and _BOLD.match(line)):
            rank = 0
            found.append((_HEADS.get(len(heading[1]), _SMALL) if heading else _SMALL, _shown(line)))
        elif (worth := _worth(line, fenced=fenced)) > 0:
            found.append((max(1, min(_SMALL - 1, worth) - rank // 2), _shown(line)))
            rank += 1
    return _kept([one for one in found if one[1]])


def chosen(outline: Outline, limit: int) -> str:
    """The lines worth most, about ``limit`` characters, in their order; gaps before lines are marked.

    Headings take less than half of the room: they say where something stands, the lines say what.
    """
    whole = sum(len(text) + 1 for _, text in outline) <= limit
    room, heads, kept = limit, limit if whole else limit * 2 // 5, set[int]()
    for at in sorted(range(len(outline)), key=lambda at: (-outline[at][0], at)):
        size, is_head = len(outline[at][1]) + 1, outline[at][0] >= _SMALL
        if size <= (min(room, heads) if is_head else room) or not kept:
            kept.add(at)
            room -= size
            heads -= size if is_head else 0
    parts: list[str] = []
    before = -1
    for at in sorted(kept):
        gap = at != before + 1 and parts and outline[at][0] < _SMALL
        parts += ["[…]", outline[at][1]] if gap else [outline[at][1]]
        before = at
    return "\n".join([*parts, "[…]"] if before != len(outline) - 1 else parts)


def _standing(excerpts: Sequence[str]) -> list[str]:
    """Added lines that no later edit took away, without a YAML head."""
    lines: dict[str, None] = {}
    for excerpt in excerpts:
        rows = without_keys(excerpt).splitlines()
        front = bool(rows) and rows[0].rstrip() == "+---"
        for at, row in enumerate(rows):
            mark, text = row[:1], row[1:].rstrip()
            if front and at and text == "---":
                front = False
            elif mark == "-":
                lines.pop(text, None)
            elif mark == "+" and text.strip() and not front:
                lines.setdefault(text)
    return list(lines)


def _worth(line: str, *, fenced: bool) -> int:
    if _SILENT.match(line):
        return 0
    if " " not in line.strip(" -*+") and line.isascii():
        return 1
    worth = 1 if fenced else 2
    worth += min(2, identifiers(line)) + (_NUMBER.search(line) is not None)
    worth += min(1, limits_in(line)) + 2 * (_OUT.search(line) is not None)
    return worth + (not fenced and _PAIR.match(line) is not None) + (_ROW.match(line) is not None)


def _shown(line: str) -> str:
    return safe_cut(line.rstrip(), _LONGEST)


def _kept(found: list[tuple[int, str]]) -> Outline:
    """As many lines as an outline holds, the weightiest ones, in order."""
    if len(found) <= _MOST:
        return tuple(found)
    best = sorted(sorted(range(len(found)), key=lambda at: (-found[at][0], at))[:_MOST])
    return tuple(found[at] for at in best)
