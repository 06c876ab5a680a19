"""Labelled notes: which line of a note goes to which section.

One label per line, any case, ``:`` or ``：``; a line without a label continues the one above; unlabelled first lines are
plain notes. The marks of lists, tasks, quotes, headings and emphasis before a label are passed over. A word that is nearly a
label stays a plain note and the right spelling is suggested.
"""

from __future__ import annotations

import difflib
import unicodedata
from dataclasses import field
from typing import Literal, TypeAlias

from butler.maids.late_patterns import late
from butler.records import dataclass

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

READINGS: dict[str, str] = {
    "けってい": "決定", "きゃっか": "却下", "じじつ": "事実", "つぎ": "次", "つぎにやる": "次にやる", "ざんてい": "暫定",
    "みかくてい": "未確定", "ほりゅう": "保留", "ちゅうい": "注意", "すいしょうさいよう": "推奨採用",
}  # fmt: skip
"""Labels in kanji as they are typed before the conversion."""

_MARK = r"(?:(?:[-*+・•>]|\d{1,3}[.)]|\[[ xX]?\]|#{1,6})\s*){0,6}"
_LINE = late(
    rf"^\s*{_MARK}[*_`]{{0,3}}(?P<label>[A-Za-z]{{3,14}}|[぀-ヿ一-鿿]{{1,9}})[*_`]{{0,3}}"
    r"\s*[:：](?!//)(?:[*_]{1,3}(?=\s|$))?\s*(?P<text>.*)$"
)
_LINE_END = late(r"\r\n|[\n\r]")
"""What people type; rarer separators stay in their line and are shown there."""
_EMPTY = "`~*_-+#> \t"
"""Characters that are no words when nothing else stands there."""

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
    lines = [line for line in _LINE_END.split(text) if line.strip()]
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
    kept = tuple(LabelledNote(label, words) for label, words in labelled if words.strip(_EMPTY))
    return Notes(tuple(plain), kept, tuple(suggestions), max(0, len(lines) - _MAX_LINES))


def _meant(word: str) -> str | None:
    """The label that a misspelt or unconverted word is close to, in the language it is written in."""
    if word in READINGS:
        return READINGS[word]
    lower = "".join(chr(ord(one) + 0x60) if "ぁ" <= one <= "ゖ" else one for one in word.lower())
    near = difflib.get_close_matches(lower, [name for name in LABELS if name.isascii() == lower.isascii()], 1, _CLOSE)
    return near[0] if near else None
