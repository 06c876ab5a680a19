"""Names of code in the agent's words that a later edit took out again: a mark behind the words."""

from __future__ import annotations

from collections.abc import Mapping

from butler.capabilities.handover.models import Said, said
from butler.capabilities.session_log.facts import Facts
from butler.maids.handover_budget import Pen
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late

_CODE = late(r"`[^`\n]*`")
_NAME = late(r"[A-Za-z_]\w{5,}")
_MOST = 2
"""Names told behind one sentence."""


def taken_out_of(facts: Facts) -> dict[str, int]:
    """Names of code that an edit took out again, by the line of that edit; not those that another file has now."""
    return {
        name: line
        for file in facts.files
        for line, name in file.taken_out
        if not any(name in text for other in facts.files if other is not file for text in (*other.symbols, *other.more))
    }


def names_taken_out(pen: Pen, gone: Mapping[str, int], line: int, sentence: str) -> Said | None:
    """What belongs behind a sentence said at ``line`` that quotes names taken out since; None where it quotes none."""
    names = dict.fromkeys(name for code in _CODE.findall(sentence) for name in _NAME.findall(code))
    later = [f"{pen.code(name, 60)} {anchor(gone[name])}" for name in names if gone.get(name, 0) > line]
    return said("words_taken_out", names=", ".join(later[:_MOST])) if later else None
