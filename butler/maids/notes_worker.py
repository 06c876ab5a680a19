"""Labelled notes: which line of a note goes to which section.

One label per line, any case, ``:`` or ``：``; a line without a label continues the one above; unlabelled first lines are
plain notes. A word that is nearly a label stays a plain note and the right spelling is suggested.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Label: TypeAlias = Literal[
    "decision", "rejected", "fact", "next", "recommended", "tentative", "undecided", "blocked", "risk", "file"
]

LABELS: dict[str, Label] = {
    "decision": "decision", "決定": "decision",
    "rejected": "rejected", "却下": "rejected",
    "fact": "fact", "事実": "fact",
    "next": "next", "次": "next", "次にやる": "next",
    "recommended": "recommended", "推奨採用": "recommended",
    "tentative": "tentative", "暫定": "tentative",
    "undecided": "undecided", "未確定": "undecided", "保留": "undecided",
    "blocked": "blocked", "ブロック": "blocked",
    "risk": "risk", "リスク": "risk", "注意": "risk",
    "file": "file", "ファイル": "file",
}  # fmt: skip
"""Source: the design's table of labels."""

_LINE = re.compile(r"^\s*(?:[-*・]\s*)?(?P<label>[A-Za-z]{3,14}|[぀-ヿ一-鿿]{1,8})\s*[:：](?!//)\s*(?P<text>.*)$")
_CLOSE = 0.74
_MAX_LINES = 400


@dataclass(frozen=True, slots=True)
class LabelledNote:
    """One labelled note, its continuation lines joined."""

    label: Label
    text: str


@dataclass(frozen=True, slots=True)
class Notes:
    """A note taken apart. ``suggestions`` are (as written, the label that was probably meant)."""

    plain: tuple[str, ...] = ()
    labelled: tuple[LabelledNote, ...] = ()
    suggestions: tuple[tuple[str, str], ...] = field(default=())
    left_out: int = 0

    def of(self, *labels: Label) -> tuple[LabelledNote, ...]:
        """The notes with one of ``labels``, in order."""
        return tuple(note for note in self.labelled if note.label in labels)


def parse_notes(text: str) -> Notes:
    """Take ``text`` apart; at most 400 lines are read, ``left_out`` counts the others."""
    plain: list[str] = []
    labelled: list[tuple[Label, str]] = []
    suggestions: dict[tuple[str, str], None] = {}
    lines = [line for line in text.splitlines() if line.strip()]
    for line in lines[:_MAX_LINES]:
        found = _LINE.match(line)
        label = LABELS.get(unicodedata.normalize("NFKC", found["label"]).lower()) if found else None
        if found and label:
            labelled.append((label, found["text"].strip()))
            continue
        meant = _meant(found["label"]) if found else None
        if found and meant:
            suggestions.setdefault((found["label"], meant))
            plain.append(line.strip())
        elif labelled:
            labelled[-1] = (labelled[-1][0], f"{labelled[-1][1]} {line.strip()}".strip())
        else:
            plain.append(line.strip())
    kept = tuple(LabelledNote(label, words) for label, words in labelled if words)
    return Notes(tuple(plain), kept, tuple(suggestions), max(0, len(lines) - _MAX_LINES))


def _meant(word: str) -> str | None:
    """The label that a misspelt word is close to, in the language it is written in."""
    lower = "".join(chr(ord(one) + 0x60) if "ぁ" <= one <= "ゖ" else one for one in word.lower())
    near = difflib.get_close_matches(lower, [name for name in LABELS if name.isascii() == lower.isascii()], 1, _CLOSE)
    return near[0] if near else None
