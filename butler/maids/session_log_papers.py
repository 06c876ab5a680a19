"""Documents that were read and not written: what they say, the newest few, each as its latest reading showed it."""

from __future__ import annotations

import re

from butler.capabilities.session_log.models import FileRead
from butler.maids.late_patterns import late
from butler.maids.session_log_documents import Outline, outline_of_text

NOT_READ: tuple[Outline, int, str] = ((), 0, "")
_MOST = 8
"""Documents kept; some are written later and told as that."""
_ELSEWHERE = late(
    r"(?:^|[/\\])(?:(?:AGENTS|CLAUDE|GEMINI|SKILL)(?:\.local)?\.md$|(?:tool-results|node_modules|site-packages)[/\\])",
    re.I,
)
"""Instructions, which are told as such, what a client put aside of an output, and other people's packages."""


class Papers:
    """The texts, by path; the oldest go first."""

    def __init__(self) -> None:
        self._kept: dict[str, FileRead] = {}

    def keep(self, path: str, entry: FileRead) -> None:
        """One reading: it stands for its document, but a part does not for the whole; parts of plain text are mostly dumps."""
        known = self._kept.get(path)
        dump = bool(entry.lines) and path.lower().endswith(".txt")
        if dump or _ELSEWHERE.search(path) or (known is not None and entry.lines and not known.lines):
            return
        self._kept.pop(path, None)
        self._kept[path] = entry
        if len(self._kept) > _MOST:
            del self._kept[next(iter(self._kept))]

    def told(self, path: str) -> tuple[Outline, int, str]:
        """The outline of a document, the line where it was read, and which lines of it that are (empty: all)."""
        one = self._kept.get(path)
        return (outline_of_text(one.text), one.line, one.lines) if one is not None else NOT_READ
