"""The text of a document for people that the agent read: notes, plans, memories, specifications. No code, no data.

It is kept in whole lines and bounded, without the line numbers that a client or ``cat -n`` puts before them, and with the
lines that it is of where it is not all of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from butler.capabilities.session_log.reading.prose import is_document
from butler.maids.late_patterns import late

_BARE = frozenset({"MEMORY", "NOTES", "NOTE", "TODO", "PLAN", "HANDOFF", "HANDOVER", "STATUS", "README"})
"""Names without a suffix that hold text for people."""
_BUILT_FROM = late(
    r"(?:requirements|constraints|CMakeLists)[^/\\]*\.txt$|(?:^|[/\\])requirements[/\\][^/\\]*\.txt$", re.I
)
_CHARACTERS = 10_000
_HEAD = 0.6
"""Part of the room that the beginning of a long text takes; its end, where logs and memories go on, takes the rest."""
_LONGEST_LINE = 3_000
_NUMBERED = late(r"[ \t]*(\d{1,7})(?:\t|→)")
_CUT_BY_CLIENT = late(r"…\d+ (?:tokens|chars|characters|lines) truncated…|\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]")
_PATH = r"(?:\"(?P<double>[^\"$`\n]+)\"|'(?P<single>[^'\n]+)'|(?P<bare>[^\s;&|<>$`*?\"'()]+))"
_FIRST = r"(?:sed -n ['\"]?(?P<{0}from>\d+),(?P<{0}to>\d+)p['\"]?|head(?: -n ?(?P<{0}head>\d+)| -(?P<{0}lines>\d+))?)"
_POSIX = late(rf"(?:cat(?: (?P<numbered>-n))?|(?P<nl>nl -ba)|{_FIRST.format('')}) {_PATH}(?: \| {_FIRST.format('p')})?")
_POWERSHELL = late(
    rf"(?:Get-Content|gc|type)(?: -(?:Raw|Encoding \S+|(?:TotalCount|Head|First) (?P<before>\d+)))*(?: -(?:Literal)?Path)? {_PATH}"
    r"(?: -(?:Raw|Encoding \S+|(?:TotalCount|Head|First) (?P<behind>\d+)))*(?: \| Select-Object -First (?P<select>\d+))?",
    re.I,
)
_PROGRAMS = ("cat ", "sed ", "head ", "nl ", "get-content ", "gc ", "type ")
_LONGEST_COMMAND = 400
_FAILED = late(r"(?:cat|sed|head|nl|gc|type|bash|sh|zsh|Get-Content)\s?: |The system cannot find", re.I)
_WHOLE = 10**7


@dataclass(frozen=True, slots=True)
class Paper:
    """What was read: the ``text``, and the ``lines`` of the file that it is (``1-40``, ``1-60, 90-120``); empty for all."""

    text: str = ""
    lines: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command that prints one document: its path, the first line and how many at most; whether numbers stand before them."""

    path: str
    first: int = 1
    most: int = _WHOLE
    numbered: bool = False


NOTHING = Paper()


def is_paper(path: str) -> bool:
    """Whether a file holds text for people, by its name."""
    if is_document(path):
        return _BUILT_FROM.search(path) is None
    return path.replace("\\", "/").rsplit("/", 1)[-1] in _BARE


def read_by_tool(path: str, told: Mapping[str, Any], text: str, *, limited: bool) -> Paper:
    """What the read tool of Claude Code gave of a file.

    Args:
        told: the client's own account of the file: ``content``, ``startLine``, ``numLines``, ``totalLines``; empty where none is.
        text: the result as the model saw it, each line with its number.
        limited: the call asked for a part.
    """
    if not is_paper(path):
        return NOTHING
    content, first, count, total = (told.get(key) for key in ("content", "startLine", "numLines", "totalLines"))
    if isinstance(content, str) and all(isinstance(one, int) for one in (first, count, total)):
        return _bounded(content, int(first or 1), whole=bool(count and total and count >= total))
    plain, first = _without_numbers(text)
    return _bounded(plain, first, whole=first == 1 and not limited) if first else NOTHING


def read_by_command(command: str, output: str, exit_code: int | None) -> tuple[str, Paper]:
    """The path and text of the one document that a command printed and did nothing else; empty where it is none."""
    asked = _asked(command) if exit_code in (None, 0) and output and len(command) <= _LONGEST_COMMAND else None
    if asked is None or _FAILED.match(output):
        return "", NOTHING
    plain, first = _without_numbers(output) if asked.numbered else (output.replace("\r\n", "\n"), asked.first)
    cut = _CUT_BY_CLIENT.search(plain)
    plain = plain[: plain.rfind("\n", 0, cut.start()) + 1] if cut else plain
    whole = cut is None and first == 1 and plain.rstrip("\n").count("\n") + 1 < asked.most
    return asked.path, _bounded(plain, first, whole=whole) if first else NOTHING


def _asked(command: str) -> _Asked | None:
    bare = command.strip()
    if not bare.lower().startswith(_PROGRAMS):
        return None
    found = _POSIX.fullmatch(bare) or _POWERSHELL.fullmatch(bare)
    path = (found["double"] or found["single"] or found["bare"]) if found else ""
    if found is None or not is_paper(path) or "session_logs" in path:
        return None
    told = found.groupdict()
    if "select" in told:
        most = told["before"] or told["behind"] or told["select"]
        return _Asked(path, most=int(most) if most else _WHOLE)
    first, most = _part(told, "", bare)
    piped, fewer = _part(told, "p", bare.partition(" | ")[2])
    return _Asked(path, first + piped - 1, min(most, fewer), bool(told["numbered"] or told["nl"]))


def _part(told: Mapping[str, str | None], of: str, text: str) -> tuple[int, int]:
    """The first line and how many at most, of ``sed -n`` or ``head``."""
    if begin := told[f"{of}from"]:
        return int(begin), int(told[f"{of}to"] or 0) - int(begin) + 1
    count = told[f"{of}head"] or told[f"{of}lines"]
    return 1, int(count) if count else 10 if text.startswith("head") else _WHOLE


def _without_numbers(text: str) -> tuple[str, int]:
    """The lines that begin with their number, without it, and the first number; 0 where none does."""
    rows: list[str] = []
    first = 0
    for line in text.split("\n"):
        found = _NUMBERED.match(line)
        if found is None:
            break
        first = first or int(found[1])
        rows.append(line[found.end() :].removesuffix("\r"))
    return "\n".join(rows), first


def _bounded(text: str, first: int, *, whole: bool) -> Paper:
    """Whole lines of a text, its beginning and its end where it is long."""
    text = text.rstrip()
    if len(text) <= _CHARACTERS:
        return Paper(text, "" if whole else f"{first}-{first + text.count(chr(10))}")
    rows = [_shorter(row) for row in text.split("\n")]
    last = first + len(rows) - 1
    if sum(map(len, rows)) + len(rows) <= _CHARACTERS:
        return Paper("\n".join(rows), "" if whole else f"{first}-{last}")
    head = _fitting(rows, _CHARACTERS * _HEAD)
    tail = _fitting(rows[: head - 1 : -1] if head else rows[::-1], _CHARACTERS * (1 - _HEAD))
    kept = [*rows[:head], "[…]", *rows[len(rows) - tail :]]
    return Paper("\n".join(kept), f"{first}-{first + head - 1}, {last - tail + 1}-{last}")


def _fitting(rows: list[str], room: float) -> int:
    """How many of ``rows`` fit, from the first on; at least one."""
    for number, row in enumerate(rows):
        room -= len(row) + 1
        if room < 0:
            return max(1, number)
    return len(rows)


def _shorter(row: str) -> str:
    """A line in at most so many characters, cut at a space."""
    if len(row) <= _LONGEST_LINE:
        return row
    end = row.rfind(" ", 0, _LONGEST_LINE)
    return f"{row[:end]} …" if end > 0 else "…"
