"""What stands before the lines of a text and is no part of them: numbers, places, names of services, times, marks of quotes and diffs.

A value of several lines, and one that stands alone below its name, are told by the rules only where the lines are as
their writer meant them. Which margins a text has is told by its first lines or by a sign that goes with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late

_NUMBER = r"[ ]{0,8}\d{1,6}→|[ ]{1,8}\d{1,6}\t|[\w.\-]{0,60}/[\w./\-]{1,120}:\d{1,6}:"
_SERVICE = r"(?:\d\d:\d\d:\d\d )?[a-z][\w.\-]{0,38}[\-_.]\d{1,3} {1,20}\| ?|\[pod/[\w./\-]{1,120}\] "
_TIME = r"(?:[^\t\n]{1,60}\t[^\t\n]{1,60}\t)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z "
_LEAD = late(
    rf"(?P<number>{_NUMBER})|(?P<service>{_SERVICE})|(?P<time>{_TIME})"
    r"|(?P<file>(?P<name>[\w.\-]{0,60}\.\w{1,10}):(?P<line>\d{1,6}):[^\n]{0,2000}\n(?P=name):(?!(?P=line):)\d{1,6}:)"
)
"""What the first line of a text begins with."""
_SOURCES = {
    "number": _NUMBER,
    "service": _SERVICE,
    "time": _TIME,
    "file": r"[\w.\-]{0,60}\.\w{1,10}:\d{1,6}:",
    "painted": r"\d{1,6}[:\-]",
    "quote": r"(?:>(?!>) ?){1,3}",
    "diff": r"[+ ](?!\+\+ )|-(?!-- |-----)",
    "result": r"[ ]{0,6}⎿[ ]{1,3}",
}
_KNOWN: dict[frozenset[str], re.Pattern[str]] = {}
_QUOTED = late(r"(?:^|\n)> [^\n]{0,2000}\n> ?|\n\n> [^\n]{0,2000}$")
"""Two lines of a quote on end, or one that ends a text: what stands alone is a prompt."""
_HUNK = late(r"(?:^|\n)(?:@@(?: -\d|\n)|\*\*\* (?:Update|Add) File)")
_PAINTED_NUMBER = late(r"(?:^|\n)\d{1,6}[:\-]")


def margins(text: str, *, painted: bool) -> Iterator[re.Match[str]]:
    """What stands before the lines of ``text``, in order; ``painted``: colours were taken out of it."""
    kinds = frozenset(_kinds(text, painted=painted))
    if not kinds:
        return
    pattern = _KNOWN.get(kinds)
    if pattern is None:
        pattern = _KNOWN[kinds] = re.compile("|".join(_SOURCES[kind] for kind in _SOURCES if kind in kinds))
    line = 0
    while line >= 0:
        margin = pattern.match(text, line)
        if margin is not None:
            yield margin
        line = text.find("\n", line) + 1 or -1


def _kinds(text: str, *, painted: bool) -> Iterator[str]:
    """Which margins may stand before lines of ``text``."""
    if "\t" in text or "→" in text:
        yield "number"
    lead = _LEAD.match(text)
    if lead is not None and lead.lastgroup is not None:
        yield lead.lastgroup
    if painted and _PAINTED_NUMBER.search(text) is not None:
        yield "painted"
    if (text.startswith("> ") or "\n> " in text) and _QUOTED.search(text) is not None:
        yield "quote"
    if ("@@ " in text or "@@\n" in text or "*** " in text) and _HUNK.search(text) is not None:
        yield "diff"
    if "⎿" in text:
        yield "result"
