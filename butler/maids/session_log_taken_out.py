"""Names of code whose definition an edit of a session brought into a file, and that a later one took out again.

What was told of them between the two reads like the state of the file when nothing says that they are gone.
"""

from __future__ import annotations

from collections.abc import Sequence

from butler.maids.late_patterns import late

_LEAST = 6
_NAME = late(r"[A-Za-z_]\w{5,79}")
_DEFINES = late(
    r"\s*(?:(?:export|default|public|private|protected|internal|static|async|abstract|final|pub|override)\s+)*(?:def|class|(?:local\s+)?function|func|fn|interface|type|struct|enum|trait|module|macro)\s+(?:\([^)]*\)\s*)?(?:\w+[.:])*(?P<word>\w+)"
    r"|(?:export\s+)?(?:const|let|var|val|local)\s+(?P<kept>\w+)|(?P<name>[A-Z][A-Z0-9_]+)\s*(?::[^=]{1,60})?=(?!=)|\s*(?:async\s+)?(?P<method>[A-Za-z_]\w*)\s*\([^()]*\)\s*(?::\s*[\w<>\[\], ]+)?\s*\{\s*$"
)
"""A row that defines a name."""
_TELLING = late(r"_[A-Za-z]|[a-z][A-Z]|\d")
_MOST = 24
"""Names of a file that are kept: the newest."""


def taken_out(texts: Sequence[str], sizes: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, str], ...]:
    """Line of the edit that took it out, and the name, in order.

    Args:
        texts: the changed lines of each edit, marked ``+`` and ``-``.
        sizes: line, added and removed lines of each.
    """
    if len(texts) < 2 or not any("-" in text for text in texts[1:]):
        return ()
    brought: set[str] = set()
    found: dict[str, int] = {}
    for text, (line, _, _) in zip(texts, sizes, strict=False):
        defined, undefined, named = _defined(text, "+"), _defined(text, "-"), _named(text)
        for name in named:
            found.pop(name, None)
        found.update(dict.fromkeys((undefined & brought) - named, line))
        brought |= defined
    return tuple(sorted((line, name) for name, line in found.items())[-_MOST:])


def _defined(text: str, mark: str) -> set[str]:
    """The names that the rows of an edit with ``mark`` define, as far as they are distinctive."""
    found = (_DEFINES.match(row[1:]) for row in text.splitlines() if row[:1] == mark)
    names = {next(name for name in one.groups() if name) for one in found if one is not None}
    return {name for name in names if len(name) >= _LEAST and _TELLING.search(name)}


def _named(text: str) -> set[str]:
    """All names in what an edit adds."""
    return {name for row in text.splitlines() if row[:1] == "+" for name in _NAME.findall(row)}
