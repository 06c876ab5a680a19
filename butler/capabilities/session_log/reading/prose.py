"""How much of a change's text an entry keeps: of text for people more, since its words are the work themselves."""

from __future__ import annotations

DOCUMENTS = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt")
"""Ends of names of files that hold text for people."""
_CODE = (160, 200)
_PROSE = (240, 500)
PROSE_CHARACTERS = 9_000
CODE_CHARACTERS = 8_000


def is_document(path: str) -> bool:
    """Whether a file holds text for people, by its name."""
    return path.lower().endswith(DOCUMENTS)


def excerpt_characters(path: str) -> int:
    """How many characters an excerpt of a file's changes holds."""
    return PROSE_CHARACTERS if is_document(path) else CODE_CHARACTERS


def excerpt_size(path: str) -> tuple[int, int]:
    """How many changed lines of a file an excerpt holds, and characters of each."""
    return _PROSE if is_document(path) else _CODE
