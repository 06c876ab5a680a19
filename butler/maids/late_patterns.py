"""Regular expressions that are compiled at their first use: compiling a table takes longer than most texts need of it."""

from __future__ import annotations

import re
from typing import Any, cast


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As ``re.compile``, but an error in the pattern shows at its first use (a test compiles every one)."""
    return cast("re.Pattern[str]", LatePattern(pattern, flags))


class LatePattern:
    """Stands for a pattern; each of its methods is looked up once and is then as fast as the pattern's own."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """The compiled pattern's attribute."""
        value = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)
        return value
