"""Text as the rules should see it, with the way back to the text as it is.

A coloured or zero-width-laced word is one word to its reader, and a string literal continued on the next line is one
string: the rules look at the text without what stands in between, and the spans are carried back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_margins import margins
from butler.records import dataclass

_PAINT = late(
    r"\x1b\[[0-?]{0,64}+[ -/]{0,8}+[@-~]"
    r"|\x1b\][^\x07\x1b\n]{0,2048}+(?:\x07|\x1b\\)"
    r"|(?:\\{1,4}(?:u001[bB]|x1[bB]|033|e)|\^\[|\u241b)\[[\d;]{0,24}m"
    r"|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u00ad\x00-\x08]"
)
_PAINT_HINTS = ("\x1b", "u001b", "u001B", "x1b[", "x1B[", "\\033[", "\\e[", "^[[", "\u241b")
_LACE = late("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u00ad\x00-\x08]")
_LACE_ASCII = tuple(map(chr, range(9)))
_WIDE = late("[\uff21-\uff3a\uff41-\uff5a\uff3f]{3}")
_NARROWED = {
    wide: wide - 0xFEE0 for wide in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), 0xFF3F, *range(0xFF41, 0xFF5B))
}
"""Full-width letters, digits and the line between them, which read as the usual ones."""
_CONTINUED = late(
    r"(?P<quote>[\"'])(?:\\n)?[ \t]{0,40}(?:\+|\.\.|\.|&|\|\||<>|_|\\)?[ \t]{0,20}\r?\n(?:[+\-]|> ?)?[ \t]{0,100}(?:\+|\.\.|\.|&|\|\|)?[ \t]{0,20}[rbfu]?(?P=quote)(?![\w.\- ]{1,60}[\"'][ \t]{0,4}[=:])"
    r"|\\\r?\n(?:[+\-]|> ?)?[ \t]{0,100}"
)


@dataclass(frozen=True, slots=True)
class View:
    """A text with parts left out; ``starts`` are its offsets after each cut, ``shifts`` what to add from there on.

    ``below``: the view whose text this one leaves parts out of, where it is not the original one.
    """

    text: str
    starts: tuple[int, ...] = (0,)
    shifts: tuple[int, ...] = (0,)
    below: View | None = None

    def original(self, at: int) -> int:
        """The offset in the original text of the code point at ``at``."""
        at += self.shifts[bisect_right(self.starts, at) - 1]
        return at if self.below is None else self.below.original(at)

    def joined(self) -> View | None:
        """This text with continued string literals and lines made one; None where there are none."""
        view = joined(self.text)
        return None if view is None else View(view.text, view.starts, view.shifts, self)

    def carried(self, spans: Iterable[Span]) -> Iterable[Span]:
        """``spans`` of this text as spans of the original one."""
        if self.below is None and len(self.starts) == 1 and self.shifts[0] == 0:
            return spans
        return (Span(self.original(start), self.original(end - 1) + 1, kind) for start, end, kind in spans)


def unpainted(text: str) -> View:
    """``text`` without terminal colours (raw, or as escapes in a literal), invisible code points and what stands before its lines."""
    painted = _is_painted(text)
    view = _without(text, _PAINT) if painted else View(text)
    if not text.isascii() and _WIDE.search(text) is not None:
        view = View(view.text.translate(_NARROWED), view.starts, view.shifts)
    bare = _cut(view.text, margins(view.text, painted=painted))
    if len(bare.text) == len(view.text):
        return view
    return View(bare.text, bare.starts, bare.shifts, view) if painted else bare


def _is_painted(text: str) -> bool:
    """Whether a text may hold colours or invisible code points."""
    if text.isascii():
        if text.isprintable() and "\\" not in text and "^" not in text:
            return False
        laced = any(map(text.__contains__, _LACE_ASCII))
    else:
        laced = _LACE.search(text) is not None
    return laced or any(map(text.__contains__, _PAINT_HINTS))


def joined(text: str) -> View | None:
    """``text`` with continued string literals and lines made one; None where there are none."""
    if "\n" not in text or _CONTINUED.search(text) is None:
        return None
    return _without(text, _CONTINUED)


_ESCAPE = late(r"\\n\",[ \t]{0,8}\r?\n[ \t]{0,40}\"|\\{1,7}(?:[\"'/nrt]|u[0-9a-fA-F]{4})")
_STRING = late(r"\"(?<=[\[{:,\s(=]\")(?=[^\"\\\n]*\\)(?:[^\"\\\n]++|\\.)*+\"(?=\s{0,80}[,}\])]|\s{0,80}$)")
"""A JSON string that holds an escape."""
_PADDING = late("\x00+")
_MEANT = {"n": "\n", "r": "\r", "t": "\t"}


def unescaped(text: str) -> View | None:
    """``text`` with the escapes of JSON and of string literals read; None where there are none.

    What stands in a string with escapes is a text of its own: its quotes become line ends. Lines that a list holds one by
    one, as notebooks do, are one text.
    """
    if "\\" not in text or "\x00" in text or _ESCAPE.search(text) is None:
        return None
    read = _ESCAPE.sub(_read, text)
    parts, at = [], 0
    for found in _STRING.finditer(text):
        start, stop = found.start(), found.end() - 1
        parts += [read[at:start], _ended(read[start]), read[start + 1 : stop], _ended(read[stop])]
        at = stop + 1
    return _without("".join([*parts, read[at:]]), _PADDING)


def _ended(quote: str) -> str:
    """The end of a line in the place of a quote, unless it was read as a part of one."""
    return quote if quote == "\x00" else "\n"


def _read(escape: re.Match[str]) -> str:
    """What an escape means, filled up to its own length."""
    last = escape[0].lstrip("\\")
    meant = chr(int(last[1:], 16)) if last[0] == "u" else _MEANT.get(last[0], last[0])
    return ("?" if "\ud800" <= meant <= "\udfff" or meant == "\x00" else meant).ljust(len(escape[0]), "\x00")


_QUERY = late(r"://[^\s\"'`<>?#]{1,300}+[?#](?P<q>[^\s\"'`<>]{4,4000}+)")
_ENCODED = late(r"\+|%[0-9A-Fa-f]{2}")
_BYTES = late(r"(?:%[0-9A-Fa-f]{2})+")
_APART = str.maketrans("+&", " \n")


def asked(text: str) -> View | None:
    """The encoded queries of the addresses in ``text``, each part a line as it is meant; None where there are none."""
    if "://" not in text or "\x00" in text:
        return None
    parts, at = [], 0
    for found in _QUERY.finditer(text):
        if _ENCODED.search(found["q"]) is not None:
            query = _BYTES.sub(_meant_bytes, found["q"].translate(_APART))
            parts += ["\x00" * (found.start("q") - 1 - at), "\n", query]
            at = found.end()
    return _without("".join([*parts, "\x00" * (len(text) - at)]), _PADDING) if parts else None


def _meant_bytes(escapes: re.Match[str]) -> str:
    """What percent escapes mean, each code point filled up to the length of its own; as they are where it is no UTF-8."""
    try:
        meant = bytes.fromhex(escapes[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return escapes[0]
    return "".join(("?" if one == "\x00" else one).ljust(3 * len(one.encode()), "\x00") for one in meant)


def around(text: str, points: Sequence[int], reach: int) -> list[tuple[int, str]]:
    """The pieces of ``text`` that hold ``points`` (in order) with ``reach`` to each side, whole lines where they are short.

    With each piece comes where it begins; pieces that touch are one, and many of them are the whole text.
    """
    bounds: list[list[int]] = []
    for point in points:
        start = text.rfind("\n", max(0, point - 2 * reach), max(0, point - reach)) + 1 or max(0, point - 2 * reach)
        stop = text.find("\n", point + reach, point + 2 * reach)
        stop = stop if stop >= 0 else min(len(text), point + 2 * reach)
        if bounds and start <= bounds[-1][1]:
            bounds[-1][1] = max(bounds[-1][1], stop)
        else:
            bounds.append([start, stop])
    if sum(stop - start for start, stop in bounds) * 4 > len(text) * 3:
        return [(0, text)]
    return [(start, text[start:stop]) for start, stop in bounds]


def _without(text: str, pattern: re.Pattern[str]) -> View:
    return _cut(text, pattern.finditer(text))


def _cut(text: str, cuts: Iterable[re.Match[str]]) -> View:
    """``text`` without the ``cuts`` (in order)."""
    parts, starts, shifts = [], [0], [0]
    at = length = 0
    for cut in cuts:
        parts.append(text[at : cut.start()])
        length += cut.start() - at
        at = cut.end()
        if starts[-1] == length:
            shifts[-1] = at - length
        else:
            starts.append(length)
            shifts.append(at - length)
    return View("".join([*parts, text[at:]]), tuple(starts), tuple(shifts))
