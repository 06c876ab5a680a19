"""What the person's next words deny: that it is not so, or the error that they paste instead.

Told in other words, what the person saw reads like approval too often ("the old version crashed, the new one does not"): only
words that say no, and an error as a program prints it, speak against what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_retracted_words as cues
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_retracted import asserts, stems_of_text
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import Deeds

_ANSWERS = 6
"""How many of the person's newest words are looked at."""
_PASTED = late(
    r"^(?:[^\n]{0,40}[:：\n]\s*)?(?:Traceback \(most|(?:Uncaught\s+)?(?:[\w.]+)?(?:Error|Exception)\b:|panic:|npm ERR!|error\[E\d+\]|error:|fatal:|FAILED |thread '[\w-]+' panicked|Segmentation fault|Unhandled)",
)
"""An error as a program prints it."""
_DOES_FIRST = late(
    r"^\W*(?:i\s+|we\s+)?(?:added|changed|moved|renamed|updated|edited|wrote|created|refactored|switched)\b|^[^、。]*を[^、。をはがも]{1,14}ました\W*$",
    re.I,
)


def denied_claims(
    messages: Sequence[tuple[int, str]], asked: Sequence[tuple[int, str]], deeds: Deeds
) -> Iterator[Claim]:
    """What was said last before a person's short words that it is not so, with nothing changed since."""
    last = messages[-1][0] if messages else 0
    for line, words in asked[-_ANSWERS:]:
        before = [one for one in messages if one[0] < line]
        if not before or any(before[-1][0] < at < line for at, _ in asked):
            continue
        worked_on = any(line < change.line < last for change in deeds.changes)
        if worked_on and not _is_told_ill(messages[-1][1]):
            continue
        sentence = _said_no(words, before[-1][1])
        if not sentence and _worked(deeds, before[-1][0]):
            sentence = _pasted_error(words, before[-1][1])
        if sentence:
            told = words.strip()[: cues.FAR]
            yield Claim(before[-1][0], sentence[:170], "refuted", "denied", told=told, evidence_line=line)


def _worked(deeds: Deeds, line: int) -> bool:
    """Whether the turn of a message changed or did anything that could be seen."""
    turn = max((at for at in deeds.turns if at < line), default=0)
    does = (one for one in deeds.events if one.what in ("push", "merge", "pr merge", "release") and one.ok)
    return any(turn < one.line < line for kept in (deeds.changes, deeds.works, does) for one in kept)


def _said_no(words: str, message: str) -> str:
    """The sentence of a message that is said to be mended, of words that say no."""
    first = words.strip()[: cues.FAR]
    low = first.lower()
    if (
        not any(map(low.__contains__, cues.NO_CUES))
        or cues.ASKS.search(first)
        or cues.PLEASED.search(first)
        or not cues.ANSWERED_NO.search(first)
    ):
        return ""
    told = [one for _, one in sentences_of(message) if asserts(one) and cues.MENDED.search(one)]
    shared = stems_of_text(words[:600])
    return max(told, key=lambda one: len(stems_of_text(one) & shared), default="")


def _pasted_error(words: str, message: str) -> str:
    """The sentence of a message that an error speaks against which the person pasted; empty where the words are none."""
    if _PASTED.match(words.strip()) is None:
        return ""
    mine = [one for _, one in sentences_of(message) if not _DOES_FIRST.match(one)]
    told = [one for one in mine if asserts(one)] or [one for one in mine if asserts(one, anyhow=True)]
    his = stems_of_text(words)
    return max(
        reversed(told), key=lambda one: len(stems_of_text(one) & his) + bool(cues.MENDED.search(one)), default=""
    )


def _is_told_ill(message: str) -> bool:
    """Whether a message ends in trouble that it says to last."""
    told = sentences_of(message)[-2:]
    return any(cues.LASTS.search(sentence) for _, sentence in told)
