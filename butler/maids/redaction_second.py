"""What a second engine found, judged as strictly as our own finds: digests, ids, paths, names and placeholders stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from butler.maids.redaction_forms import Span
from butler.maids.redaction_values import (
    MARK,
    is_digest,
    is_identifier,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_random,
    names_a_secret,
)

Engine: TypeAlias = Callable[[str], Iterable[Span]]
"""Finds secrets in a text; pure for us: the same text, the same spans."""
_SHORTEST = 8


def judged(text: str, found: Iterable[Span]) -> Iterator[Span]:
    """Those of ``found`` (spans of ``text``) that look like secrets to us, too."""
    for span in found:
        value = text[span.start : span.end]
        if len(value) >= _SHORTEST and not _is_evidence(value) and (looks_random(value) or looks_chosen(value)):
            yield span


def _is_evidence(value: str) -> bool:
    """Whether a value must stay however it looks."""
    if MARK in value or is_placeholder(value) or names_a_secret(value) or is_identifier(value):
        return True
    return is_reference(value) or any(is_digest(part) for part in (value, value.rpartition(":")[2], value[2:]))
