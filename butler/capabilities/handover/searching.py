"""Words in handovers: any case and width, no word boundaries, so that Japanese is found as well as English.

Markdown's backslashes do not hide a word: ``snake_case`` is found where the document writes ``snake\\_case``.
"""

from __future__ import annotations

import re
import unicodedata

MOST_WORDS = 20
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def wanted_words(query: str | None) -> tuple[str, ...]:
    """The words of a query as they are compared, each once; empty for no query."""
    return tuple(dict.fromkeys(_plain(query or "").split()))[:MOST_WORDS]


def holds_all(text: str, words: tuple[str, ...]) -> bool:
    """Whether every word stands somewhere in ``text``."""
    plain = _plain(text)
    return all(word in plain for word in words)


def best_line(text: str, words: tuple[str, ...]) -> str | None:
    """The first of the lines that hold the most words; None where one of the words stands nowhere."""
    lines = text.splitlines()
    found = [sum(word in plain for word in words) for plain in map(_plain, lines)]
    return lines[found.index(max(found))] if lines and holds_all(text, words) else None


def _plain(text: str) -> str:
    text = _ESCAPE.sub(r"\1", text) if "\\" in text else text
    return text.casefold() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
