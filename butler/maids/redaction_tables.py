"""Values in columns that are headed by the name of a secret: Markdown and box tables, CSV, aligned columns.

A line is a heading when all its cells are short names and one of them holds secrets; the rows below are read as far as
they have its shape. Every line is a heading or a row once, so the cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_judging import is_secret
from butler.maids.redaction_names import JAPANESE, NameClass, classify
from butler.maids.redaction_values import is_digest

_HINTS = Literals("pass", "pwd", "pw", "token", "secret", "api", "credential")
_HINTS_JAPANESE = Literals(*JAPANESE)
_WORTH_A_LOOK = late(r"(?i)pass|pwd|pw\b|token|secret|api.?key|credential|" + "|".join(JAPANESE))
_NO_HEADING = late(r"[=\[\]{}<>@%$&!?~^\\]")
_LONGEST_HEADING = 300
_MOST_CELLS = 24
_LONGEST_FOLDED = 4000
_LEAD = late(r"(?:[{\[ ]{0,4}\"\w{1,30}\": ?\")?[+\->]?(?:\w{1,14}[:：][ \t])?")
_NAME = late(r"[`*\"']{0,2}(?P<name>\w[\w .#()/\-]{0,38})[`*\"']{0,2}")
_PARTED = {
    "pipe": late(r"[|│]"),
    "tab": late(r"\t"),
    "comma": late(r","),
    "semicolon": late(r";"),
}
_SEPARATORS = ("|", "│", "\t", ",", ";", "  ")
_COLUMN = late(r"\S+(?: \S+)*")
_RULE = late(r"[\s|│:+\-=─┼├┤]*")
_VALUE = late(r"[`\"']{0,2}(?P<v>[^\s`\"'|│]{4,300})[`\"']{0,2}")
_FOLDED_RULE = late(r"-{2,60}(?:\+-{2,60}){1,24} (?=\S)")
_BAR_CELL = late(r"[^|\n]{1,400}(?=\||\n|$)")
_FLAT = late(r"(?<=[|│]) (?=[|│])")


def table_values(look: Glance) -> Iterator[Span]:
    """Yield the values of the text that stand in a column whose heading names a secret."""
    text = look.text
    if not _may_hold_a_table(look):
        return
    for at in look.places("-+-"):
        yield from _folded(text, at)
    heading: _Heading | None = None
    for begin, end, named in _lines(look):
        if heading is None and not named:
            continue
        lead = _LEAD.match(text, begin, end)
        start = lead.end() if lead else begin
        if heading is not None:
            cells = heading.cells(text, start, end)
            if cells is not None:
                yield from heading.secrets(text, cells)
                continue
        heading = _heading(text, start, end)


def _may_hold_a_table(look: Glance) -> bool:
    """A quick look: plain words are found ten times faster than patterns."""
    if "\n" not in look.text and "--" not in look.text:
        return False
    return bool(look.saying(_HINTS) or (not look.text.isascii() and look.saying(_HINTS_JAPANESE)))


def _lines(look: Glance) -> Iterator[tuple[int, int, bool]]:
    """Where each line begins and ends, and whether a heading may stand there at all.

    A Markdown table that was made one line is taken apart again.
    """
    at = 0
    hinted = {begin for hint in look.saying(_HINTS) for begin in _begins(look.low, hint)}
    for line in look.text.split("\n"):
        named = (at in hinted or not line.isascii()) and any(map(line.__contains__, _SEPARATORS))
        if "--" in line:
            cuts = [found.end() for found in _FLAT.finditer(line)]
            yield from ((at + one, at + two, named) for one, two in pairwise([0, *cuts, len(line)]))
        else:
            yield at, at + len(line), named
        at += len(line) + 1


def _begins(text: str, hint: str) -> Iterator[int]:
    """Where the lines begin that hold ``hint``."""
    at = text.find(hint)
    while at >= 0:
        yield text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        at = text.find(hint, end) if end >= 0 else -1


def _folded(text: str, at: int) -> Iterator[Span]:
    """The secrets of a table of psql that was made one line: ``id | token ----+---- 1 | value 2 | value``."""
    start = text.rfind(" ", max(0, at - 200), at) + 1
    rule = _FOLDED_RULE.match(text, start)
    if rule is None or text[start - 2 : start - 1] in ("", "\n"):
        return
    count = rule[0].count("+") + 1
    line = text[max(0, start - _LONGEST_HEADING) : start].rpartition("\n")[2]
    names = [name.strip() for name in line.split("|")[-count:]]
    names[0] = names[0].rpartition(" ")[2]
    ends = (text.find(sign, rule.end(), rule.end() + _LONGEST_FOLDED) for sign in ("\n", "-+-"))
    stop = min((end for end in ends if end >= 0), default=min(len(text), rule.end() + _LONGEST_FOLDED))
    cells = list(_BAR_CELL.finditer(text, rule.end(), stop))
    for column, name in enumerate(names if len(names) == count else ()):
        found = _class_of(name) if _NAME.fullmatch(name) else None
        if found is not None and column > 0:
            last = column == count - 1
            for cell in cells[column :: count - 1]:
                word = _VALUE.match(text, cell.start() + len(cell[0]) - len(cell[0].lstrip()), cell.end())
                alone = word is not None and (last or not text[word.end() : cell.end()].strip())
                if word is not None and alone and _is_cell(word["v"], name, found):
                    yield Span(*word.span("v"), found)


class _Heading:
    """The columns of a table and which of them hold secrets."""

    def __init__(self, kind: str, columns: list[tuple[int, str]], named: dict[int, tuple[str, NameClass]]) -> None:
        self._kind = kind
        self._columns = columns
        self._named = named

    def cells(self, text: str, start: int, end: int) -> list[tuple[int, int]] | None:
        """The cells of a row, a rule between rows having none; None for a line of another shape."""
        if _RULE.fullmatch(text, start, end):
            return [] if end > start else None
        if self._kind == "aligned":
            return self._aligned(text, start, end)
        cells = _parted(self._kind, text, start, end)
        return cells if len(cells) == len(self._columns) else None

    def _aligned(self, text: str, start: int, end: int) -> list[tuple[int, int]] | None:
        cells = []
        for offset, _ in self._columns:
            at = start + offset
            if at > end or (offset and text[at - 1 : at] not in (" ", "")):
                return None
            cells.append((at, end))
        return cells

    def secrets(self, text: str, cells: list[tuple[int, int]]) -> Iterator[Span]:
        """The secrets of one row."""
        for column, (name, name_class) in self._named.items() if cells else ():
            at, end = cells[column]
            while at < end and text[at] in " \t":
                at += 1
            found = _VALUE.match(text, at, end)
            if found is not None and _is_cell(found["v"], name, name_class):
                yield Span(*found.span("v"), name_class)


def _is_cell(value: str, name: str, name_class: NameClass) -> bool:
    """Whether a cell holds a secret: in a column of tokens a value with the form of a digest is one, too."""
    return is_secret(value, name, name_class, "said") or (
        name_class == "token" and len(value) >= 16 and is_digest(value)
    )


def _heading(text: str, start: int, end: int) -> _Heading | None:
    """The heading that a line is, if it is one."""
    if (
        end - start > _LONGEST_HEADING
        or _NO_HEADING.search(text, start, end)
        or not _WORTH_A_LOOK.search(text, start, end)
    ):
        return None
    for kind in (*_PARTED, "aligned"):
        cells = _in_columns(text, start, end) if kind == "aligned" else _parted(kind, text, start, end)
        if not 2 <= len(cells) <= _MOST_CELLS:
            continue
        names = [_NAME.fullmatch(text[at:stop].strip()) for at, stop in cells]
        if any(name is None for name in names):
            return None
        columns = [(at - start, name["name"]) for (at, _), name in zip(cells, names, strict=True) if name]
        named = {at: (name, found) for at, (_, name) in enumerate(columns) if (found := _class_of(name))}
        return _Heading(kind, columns, named) if named else None
    return None


def _parted(kind: str, text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The cells between separators; the outer ones of a pipe table bound it."""
    cells, at = [], start
    for found in _PARTED[kind].finditer(text, start, end):
        cells.append((at, found.start()))
        at = found.end()
    cells.append((at, end))
    if kind == "pipe":
        cells = cells[bool(not text[slice(*cells[0])].strip()) :]
        cells = cells[: len(cells) - (bool(cells) and not text[slice(*cells[-1])].strip())]
    return cells


def _in_columns(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The cells that two blanks or more divide."""
    return [found.span() for found in _COLUMN.finditer(text, start, end)]


def _class_of(name: str) -> NameClass | None:
    """What a heading promises about its column."""
    lower = name.strip().lower()
    if lower in JAPANESE and lower not in ("キー", "鍵"):
        return "password" if lower.startswith(("パス", "暗証", "合言葉", "密", "口令")) else "token"
    found = classify(re.sub(r"\W+", "_", name.strip()))
    if found == "short" and lower in ("pass", "pw"):
        return "password"
    return found if found in ("password", "token") else None
