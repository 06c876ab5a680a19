"""Regular expressions that are compiled at their first use: compiling a table takes longer than most texts need of it."""

from __future__ import annotations

import re
from typing import Any, cast


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As ``re.compile``, but an error in the pattern shows at its first use (a test compiles every one).

    Patterns are compared with ``==`` and ``in``, never with ``is``: a match knows only the compiled one.
    """
    return cast("re.Pattern[str]", LatePattern(pattern, flags))


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
