"""Lines of the handover that this session began from, carried forward while they are open.

A carried line keeps its text and its first handover ("carried from <id>"), so that chains neither lose nor multiply it.
It is closed when the person, a note, a finished plan step or a commit names it, or a note says it again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from butler.capabilities.handover.models import Materials
from butler.maids.document_check import split_sections
from butler.maids.handover_desk import Pen
from butler.maids.notes_worker import Notes
from butler.maids.session_log_words import tokens_of

_MARKED = re.compile(r"^(?P<text>.*?)(?<!\s)\s*\((?:carried from|引き継ぎ元:?) (?P<id>[\w-]+)\)\s*$")
_BULLET = re.compile(r"^(?:[-*]|\d{1,3}\.)\s+")
_FROM_NOTES = re.compile(r"(?:notes|marks?|メモ) \(|\((?:carried from|引き継ぎ元)")
_MAX = 30

Closing: TypeAlias = list[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Carried:
    """Carried lines by section: (safe Markdown, the handover that wrote it first)."""

    next: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    decisions: tuple[tuple[str, str], ...] = ()


def carry(materials: Materials, pen: Pen, notes: list[tuple[str, Notes]]) -> Carried:
    """The still open lines of ``based_on``."""
    if not materials.based_on_text or not materials.meta.based_on:
        return Carried()
    based_on = materials.meta.based_on
    sections = {one.name: one.body for one in split_sections(materials.based_on_text)}
    done = _closing_words(materials, notes)
    said_again = [
        words for _, found in notes for one in found.of("decision", "rejected") if (words := tokens_of(one.text))
    ]

    def lines(name: str, closed: Closing, *, only_explicit: bool = False) -> tuple[tuple[str, str], ...]:
        found: dict[tuple[str, str], None] = {}
        for raw in sections.get(name, "").splitlines():
            if not _BULLET.match(raw):
                continue
            text = _BULLET.sub("", raw).strip()
            if only_explicit and not _FROM_NOTES.search(text):
                continue
            if not _closed(text, closed):
                found.setdefault(_origin(pen.clean(text), based_on))
        return tuple(list(found)[:_MAX])

    return Carried(
        lines("NEXT_ACTION", done, only_explicit=True),
        lines("BLOCKED / PENDING", done),
        lines("DECISION", said_again),
    )


def _origin(text: str, otherwise: str) -> tuple[str, str]:
    """A carried line without its mark, and the handover it was first carried from."""
    found = _MARKED.match(text)
    return (found["text"], found["id"]) if found else (text, otherwise)


def _closing_words(materials: Materials, notes: list[tuple[str, Notes]]) -> Closing:
    texts = [note.text for _, found in notes for note in found.labelled]
    texts += [text for _, found in notes for text in found.plain]
    if materials.facts is not None:
        texts += [commit.subject for commit in materials.facts.commits]
        if materials.facts.plan is not None:
            texts += [step.text for step in materials.facts.plan.steps if step.state == "completed"]
    return [words for words in map(tokens_of, texts) if words]


def _closed(text: str, closing: Closing) -> bool:
    mine = tokens_of(_MARKED.sub(r"\g<text>", text))
    return any(len(mine & words) >= 2 and len(mine & words) * 2 >= len(mine) for words in closing)
