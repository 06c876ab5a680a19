"""Making a handover fit an answer: whole lines are left out, said where they stood, and nothing else is touched."""

from __future__ import annotations

import re
from collections.abc import Callable

from butler.records import dataclass

_SECTION = re.compile(r"## ([A-Z][A-Z_ /]*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
FIRST_TO_GO = ("DISCOVERY", "CODEBASE_ANCHORS", "CURRENT_STATE")
"""The order in which sections lose lines from their end; the rest follows from the end of the document."""


@dataclass(slots=True, eq=False)
class _Part:
    """The lines of one section, heading first; ``left_out`` counts the lines that were cut from its end."""

    name: str
    lines: list[str]
    left_out: int = 0

    def text(self, mark: Callable[[int], str]) -> str:
        if not self.left_out:
            return "".join(self.lines)
        kept = self.lines[: len(self.lines) - self.left_out]
        return "".join(kept) + _closing(kept) + mark(self.left_out) + "\n\n"


def fitted(text: str, fits: Callable[[str], bool], mark: Callable[[int], str]) -> tuple[str, dict[str, int]]:
    """Leave out as few lines of ``text`` as needed.

    Args:
        text: a handover document, or anything that a hand made of one.
        fits: whether a shortened text is short enough.
        mark: the line that stands where so many lines were left out.

    Returns:
        The text and how many lines were left out of which section (empty when it fits as it is).
    """
    if fits(text):
        return text, {}
    parts = _parts(text)
    if not _cut(parts, fits, mark):
        parts = [_Part("", text.splitlines(keepends=True))]
        _cut(parts, fits, mark)
    return "".join(part.text(mark) for part in parts), {part.name: part.left_out for part in parts if part.left_out}


def _cut(parts: list[_Part], fits: Callable[[str], bool], mark: Callable[[int], str]) -> bool:
    """Shorten the parts until their text fits; False when their headings alone are too long."""
    by_worth = [part for name in FIRST_TO_GO for part in parts if part.name == name]
    by_worth += [part for part in reversed(parts) if part not in by_worth]
    return any(_shorten(part, lambda: fits("".join(piece.text(mark) for piece in parts))) for part in by_worth)


def _shorten(part: _Part, fits: Callable[[], bool]) -> bool:
    """Cut the fewest lines of ``part`` that make it fit; all of them when that is not enough, and then answer False."""
    least, most = 1, len(part.lines) - (1 if part.name else 0)
    if most < 1:
        return False
    part.left_out = most
    if not fits():
        return False
    while least < most:
        part.left_out = (least + most) // 2
        if fits():
            most = part.left_out
        else:
            least = part.left_out + 1
    part.left_out = most
    return True


def sections_of(text: str) -> dict[str, str]:
    """The text of each section by its name, heading first; what stands before the first heading belongs to it.

    Together they are the whole text; parts of one name stand together.
    """
    found: dict[str, str] = {}
    before = ""
    for part in _parts(text):
        whole = before + "".join(part.lines)
        if part.name:
            found[part.name] = found.get(part.name, "") + whole
        before = "" if part.name else whole
    return found


def _parts(text: str) -> list[_Part]:
    """The text by section; a heading inside a fence begins none."""
    parts, bar = [_Part("", [])], ""
    for line in text.splitlines(keepends=True):
        heading = None if bar else _SECTION.fullmatch(line.rstrip())
        if heading is not None:
            parts.append(_Part(heading[1].strip(), []))
        bar = bar_after(line, bar)
        parts[-1].lines.append(line)
    return parts


def bar_after(line: str, bar: str) -> str:
    """The fence that is open after ``line``, where ``bar`` was open before it; empty for none."""
    found = _FENCE.match(line)
    if found is None:
        return bar
    if not bar:
        return found[1]
    return "" if found[1].startswith(bar) and not line[found.end() :].strip() else bar


def _closing(lines: list[str]) -> str:
    bar = ""
    for line in lines:
        bar = bar_after(line, bar)
    return f"{bar}\n" if bar else ""
