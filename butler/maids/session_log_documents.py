"""What a document that the session wrote says: its headings and its most specific lines, each with a worth.

A plan, specification or README is the work itself: who resumes asks for what it rules, not that it has 136 new lines. Under
each heading the line that says most comes first: names and paths in code, numbers, limits, settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
_TELLING = 3
"""Characters that tell a place of a text."""
_LONG = 180
"""Characters of a line of a document that was read that is taken apart into its sentences."""
_SENTENCE = late(r"(?<=[.;!?])\s+(?=\S)|(?<=[。；！？])(?=\S)")
_LISTED = late(r"\s|[-*+|>]|\d+[.)]")
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
_RULES = 3
"""More worth of what stands under a heading that promises findings or decisions."""
_RULING = late(
    r"\b(?:findings?|decisions?|conclusions?|summary|recommendations?|direction|requirements?|results?|root cause)\b"
    r"|結論|要点|決定|方針|発見|要件|結果|推奨|概要|结论|决定|要求|发现",
    re.I,
)
_WARNS = 3
"""More worth of a sentence in a document that was read which warns whoever goes on."""
_WARNING = late(
    r"\b(?:NOTE|NOT|NEVER|MUST|ONLY|IMPORTANT|CAUTION|WARNING|BEWARE|OPEN|PENDING|BLOCKED)\b|\b(?:[Nn]ote:|do not|don't|never|must|careful|caveats?|gotchas?|pitfalls?|(?:still|not yet|known) \w+)\b|注意|重要|禁止|必ず|しないこと|未解決|警告|주의|중요"
)
_TITLE_LINE = 4
"""Worth of a line that goes with the title of a document."""
_SAYS = 2
"""Worth of a line that says something by itself."""
_HEADS = {1: 12, 2: 12, 3: 10}
_SMALL = 9
"""Worth of a heading deeper down; every line is worth less."""


def outline_of(excerpts: Sequence[str]) -> Outline:
    """The lines of a document as its newest edits left them, each with its worth, in order; empty for a few words."""
    return _outlined([(line, False) for line in _standing(excerpts)], 1)


def outline_of_text(text: str) -> Outline:
    """The same of a document that was read: long lines in their sentences, the first ones of each before others."""
    rows = _standing(["\n".join([f"+{line}" for line in text.split("\n")])])
    return _outlined(
        [(piece, at == 0 and _LISTED.match(row) is None) for row in rows for at, piece in enumerate(_pieces(row))],
        _SAYS,
    )


def _pieces(line: str) -> list[str]:
    return [line] if len(line) <= _LONG or _ROW.match(line) else _SENTENCE.split(line)


def _outlined(lines: Sequence[tuple[str, bool]], least: int) -> Outline:
    """The outline of ``lines``, each with whether a paragraph of its own begins; a line that says something is worth ``least``."""
    if sum(len(line) for line, _ in lines) < _LEAST:
        return ()
    found: list[tuple[int, str]] = []
    rank, rules, fenced = 0, 0, False
    for line, begins in lines:
        rank = 0 if begins else rank
        first = least > 1 and not found
        if _FENCE.match(line):
            fenced = not fenced
            continue
        heading = None if fenced else _HEADING.match(line)
        if heading is not None or (not fenced and _BOLD.match(line)):
            rank, rules = 0, _RULES * (_RULING.search(line) is not None)
            found.append(((_HEADS.get(len(heading[1]), _SMALL) if heading else _SMALL) + rules, _shown(line)))
        elif (worth := _worth(line, fenced=fenced)) > 0:
            worth += rules + (_WARNS * (_WARNING.search(line) is not None) if least > 1 else 0)
            worth = _SMALL - 1 if first else max(min(least, worth), min(_SMALL - 1, worth) - rank // 2)
            found.append((worth, _shown(line, least * _LONGEST)))
            rank += 1
    return _kept([one for one in found if one[1]])


def chosen(outline: Outline, limit: int) -> str:
    """The lines worth most, about ``limit`` characters, in their order; gaps before lines are marked.

    A heading is kept with the line under it that says most: a heading alone tells nothing. Headings take less than half of the
    room: they say where something stands, the lines say what.
    """
    whole = sum(len(text) + 1 for _, text in outline) <= limit
    told = any(len(pair) > 1 for pair in _pairs(outline))
    room, heads, kept = limit, limit if whole else limit * 2 // 5, set[int]()
    for pair in _pairs(outline):
        worth = outline[pair[0]][0]
        bare = len(pair) == 1 and (told if worth >= _SMALL else worth < _SAYS)
        if bare and kept and not whole:
            continue
        new = [at for at in pair if at not in kept]
        size = sum(len(outline[at][1]) + 1 for at in new)
        titles = sum(len(outline[at][1]) + 1 for at in new if outline[at][0] >= _SMALL)
        if (size <= room and titles <= heads) or not kept:
            kept.update(new)
            room -= size
            heads -= titles
    parts: list[str] = []
    before = -1
    for at in sorted(kept):
        gap = at != before + 1 and parts and outline[at][0] < _SMALL
        parts += ["[…]", outline[at][1]] if gap else [outline[at][1]]
        before = at
    return "\n".join([*parts, "[…]"] if before != len(outline) - 1 else parts)


def _pairs(outline: Outline) -> Iterator[tuple[int, ...]]:
    """What is kept together, the worthiest first: the title, each heading with the best line right under it, other lines.

    Headings over other headings alone come last.
    """
    heads = [at for at, (worth, _) in enumerate(outline) if worth >= _SMALL]
    paired: list[tuple[int, tuple[int, ...]]] = []
    for number, at in enumerate(heads):
        end = heads[number + 1] if number + 1 < len(heads) else len(outline)
        best = min(range(at + 1, end), key=lambda one: (-outline[one][0], one), default=None)
        if best is not None and (number or outline[best][0] >= _TITLE_LINE):
            paired.append((outline[at][0] + outline[best][0], (at, best)))
    lines = [at for at, (worth, _) in enumerate(outline) if worth < _SMALL]
    yield from ((at,) for at in heads[:1])
    yield from (pair for _, pair in sorted(paired, key=lambda one: (-one[0], one[1])))
    yield from ((at,) for at in sorted(lines, key=lambda at: (-outline[at][0], at)))
    yield from ((at,) for at in heads)


def _standing(excerpts: Sequence[str]) -> list[str]:
    """Added lines that no later edit took away, without a YAML head; what replaces known words stands in their place."""
    lines: list[str] = []
    for excerpt in excerpts:
        for gone, new in _hunks(without_keys(excerpt).splitlines()):
            lines = _edited(lines, gone, new)
    return lines


def _hunks(rows: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """The places of one edit: the lines that went and those that came, without blank ones and a YAML head."""
    gone: list[str] = []
    new: list[str] = []
    front = bool(rows) and rows[0].rstrip() == "+---"
    for at, row in enumerate(rows):
        mark, text = row[:1], row[1:].rstrip()
        if front:
            front = not (at and text == "---")
            continue
        if (mark != "+" and new) or mark not in ("+", "-"):
            yield gone, new
            gone, new = [], []
        if mark in ("+", "-") and text.strip():
            (new if mark == "+" else gone).append(text)
    yield gone, new


def _edited(lines: list[str], gone: Sequence[str], new: Sequence[str]) -> list[str]:
    """``lines`` after one place of an edit: in the place of what went where that is known once, else at the end."""
    if gone and new:
        text, old, come = "\n".join(["", *lines, ""]), "\n".join(gone), "\n".join(new)
        for sought, put in ((f"\n{old}\n", f"\n{come}\n"), (old, come)):
            if len(old) >= _TELLING and text.count(sought) == 1:
                return list(dict.fromkeys(text.replace(sought, put).strip("\n").split("\n")))
    kept = dict.fromkeys(lines)
    for line in gone:
        kept.pop(line, None)
    return list(kept | dict.fromkeys(line for line in new if line not in kept))


def _worth(line: str, *, fenced: bool) -> int:
    if _SILENT.match(line):
        return 0
    if " " not in line.strip(" -*+") and line.isascii():
        return 1
    worth = 1 if fenced else 2
    worth += min(2, identifiers(line)) + (_NUMBER.search(line) is not None)
    worth += min(1, limits_in(line)) + 2 * (_OUT.search(line) is not None)
    return worth + (not fenced and _PAIR.match(line) is not None) + (_ROW.match(line) is not None)


def _shown(line: str, limit: int = _LONGEST) -> str:
    return safe_cut(line.rstrip(), limit)


def _kept(found: list[tuple[int, str]]) -> Outline:
    """As many lines as an outline holds, the weightiest ones, in order; where some are missing it says so."""
    if len(found) <= _MOST:
        return tuple(found)
    best = sorted(sorted(range(len(found)), key=lambda at: (-found[at][0], at))[:_MOST])
    kept: list[tuple[int, str]] = []
    for at, after in zip(best, [*best[1:], len(found)], strict=True):
        kept += [found[at]] if after == at + 1 else [found[at], (1, "[…]")]
    return tuple(kept)
