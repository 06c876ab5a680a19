"""Which files of the project issue, notes, marks and plan name: what CODEBASE_ANCHORS may show as named, not opened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from butler.capabilities.handover.models import Materials
from butler.looking import is_file

_WORD = re.compile(r"[\w./@+-]+")
_LONGEST_NAMED = 300
"""Characters of a word that is tried as a path."""

_MOST_NAMED = 2000
"""Words of issue, notes and plan that are tried as paths."""


def known_paths(root: Path, materials: Materials) -> frozenset[str]:
    """The files of the project that the texts name, relative to its root."""
    return existing_files(root, _texts(materials))


def _texts(materials: Materials) -> Iterable[str]:
    """The texts in which paths may be named."""
    if materials.issue is not None:
        yield materials.issue.body
    if materials.notes is not None:
        yield materials.notes.text
    yield from (mark.text for mark in materials.marks)
    if materials.facts is not None and materials.facts.plan is not None:
        yield from (step.text for step in materials.facts.plan.steps)


def existing_files(root: Path, texts: Iterable[str]) -> frozenset[str]:
    """The files of the project that the texts name, relative to its root."""
    found = (word[0].rstrip("./") for text in texts for word in _WORD.finditer(text) if len(word[0]) <= _LONGEST_NAMED)
    words = dict.fromkeys(found)
    named = [word for word in words if ("/" in word or "." in word) and ".." not in word and not word.startswith("/")]
    return frozenset(word for word in named[:_MOST_NAMED] if is_file(root / word))
