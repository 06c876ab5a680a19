"""Regular expressions that are compiled at their first use: compiling a table takes longer than most texts need of it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast

_SAME_TO_RE = str.maketrans("ıſ", "is")
"""Letters that ``re.IGNORECASE`` takes for others than ``str.lower`` does."""


def late(pattern: str, flags: int = 0, *, words: str = "") -> re.Pattern[str]:
    """As ``re.compile``, but an error in the pattern shows at its first use (a test compiles every one).

    Patterns are compared with ``==`` and ``in``, never with ``is``: a match knows only the compiled one.

    Args:
        pattern: the regular expression.
        flags: those of ``re``.
        words: of a pattern that is only searched with ``search``: literals in lower case, apart by commas, one of which
            stands in whatever it finds. Most texts hold none of them, and then it is neither compiled nor searched.
    """
    made = WordedPattern(pattern, flags, words) if words else LatePattern(pattern, flags)
    return cast("re.Pattern[str]", made)


class LatePattern:
    """Stands for a pattern; each of its methods is looked up once and is then as fast as the pattern's own."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """The compiled pattern's attribute."""
        value = getattr(self._compiled(), name)
        setattr(self, name, value)
        return value

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is the same pattern, compiled or not: a match tells the compiled one as its ``re``."""
        return bool(self._compiled() == (other._compiled() if isinstance(other, LatePattern) else other))

    def __hash__(self) -> int:
        """That of the compiled pattern."""
        return self._compiled().__hash__()

    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._source, self._flags)


class WordedPattern(LatePattern):
    """A pattern that is searched in texts with one of its words only."""

    def __init__(self, source: str, flags: int, words: str) -> None:
        super().__init__(source, flags)
        self._words = words.split(",")

    def search(self, text: str) -> re.Match[str] | None:
        """As that of a pattern."""
        low = text.lower() if text.isascii() else text.lower().translate(_SAME_TO_RE)
        return self._pattern.search(text) if any(map(low.__contains__, self._words)) else None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return self._compiled()
