"""What an earlier handover left open besides its notes: steps of the plan, and requests that nobody answered.

They are told as lines of NEXT_ACTION, each with a word for what it is, so that the next handover knows them again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from butler.capabilities.handover.models import Language
from butler.maids.document_items import Item, groups_of
from butler.maids.handover_budget import Pen
from butler.maids.late_patterns import late
from butler.maids.session_log_words import is_trivial
from butler.phrases.document import WORDS

STEP_WORTH = 88
REQUEST_WORTH = 86
DIGITS = 6
"""Hexadecimal digits that name a line: chance makes two of 60 lines equal once in 9,000 handovers that cut any."""

_LONGEST = 260
_MOST_REQUESTS = 6
_ANCHOR = late(r"\[(?:S\d{1,3}:)?L\d{1,9}\]")
_ESCAPED = late(r"\\([!-/:-@\[-`{-~])")
_MARK_NUMBER = late(r"(\[REDACTED:[A-Za-z0-9_]{1,40}):\d{1,9}\]")
_STEP = late(r"\[ \] [^:]{1,20}: (?P<text>.+)")
_OPEN = "|".join(re.escape(word) for word in WORDS["state_open"])
_REQUEST = late(
    rf"\[(?:S\d{{1,3}}:)?L\d{{1,9}}\] (?:{_OPEN})(?![\w-])[^“「]{{0,300}}?[:：]\s*(?P<text>(?:[“「].*[”」])?)\s*"
)
_SUMMARY = late(rf"(?:request, |依頼、)(?:{_OPEN})[:：]\s*(?P<text>[“「].*)")
_HANDOVER = late(r"\bhand(?:over|off| over| off)\b|handover_prepare|引き継ぎ|引継ぎ|ハンドオーバー", re.I)
_TAKE_OVER = late(
    r"(?:please,? )?take (?:it |this )?over(?: (?:the |this )?(?:work|task|issue|session)?(?: ?#?\d{1,9})?)?(?:,? please)?[.!]?"
    r"|(?:[^、。]{0,20}を)?(?:引き継|引継)いで(?:続けて)?(?:ください|下さい)?[。!！]?",
    re.I,
)
"""A request for nothing but the handover of another session."""
_ABOUT_HANDOVER = 200
"""Characters of a request that asks for the handover itself."""
_WORDS = {name: tuple(phrase.split("{")[0] for phrase in WORDS[f"carried_{name}"]) for name in ("step", "request")}
_LEAD = late("|".join(re.escape(word) for words in _WORDS.values() for word in words))


def left_open(state: str, pen: Pen, language: Language) -> tuple[str, ...]:
    """The open steps and unanswered requests of a CURRENT_STATE, as safe lines without anchors."""
    groups = {group.key: group.items for group in groups_of(state)}
    steps = (_STEP.fullmatch(item.bare) for item in groups.get("plan", ()))
    requests = [text for item in groups.get("requests", ()) if (text := _request(item, pen))][-_MOST_REQUESTS:]
    told = (_SUMMARY.fullmatch(item.bare) for item in groups.get("summary", ()))
    texts = [
        *(("step", _plain(found["text"])) for found in steps if found is not None),
        *(("request", text) for text in requests),
        *(("request", found["text"]) for found in told if found is not None),
    ]
    return tuple(dict.fromkeys(WORDS[f"carried_{kind}"].say(language, text=text) for kind, text in texts))


def _plain(text: str) -> str:
    """A step without its anchor; what is safe already stays as it is."""
    return _ANCHOR.sub("", text).strip()


def _request(item: Item, pen: Pen) -> str | None:
    """The words of a request that nobody answered, quoted in one line; None for any other line."""
    found = _REQUEST.fullmatch(item.bare)
    if found is None:
        return None
    inner = found["text"][1:-1] if found["text"] else " ".join(item.rest[1:-1])
    words = " ".join(_ESCAPED.sub(r"\1", inner).split())
    if not words or is_trivial(words) or _TAKE_OVER.fullmatch(words):
        return None
    if len(words) < _ABOUT_HANDOVER and _HANDOVER.search(words):
        return None
    return f"“{pen.line(words, _LONGEST, verbatim=True)}”"


def is_left_open(text: str) -> bool:
    """Whether a carried line is a step or a request."""
    return _LEAD.match(text) is not None


def without_lead(text: str) -> str:
    """A carried line without the word for what it is."""
    return _LEAD.sub("", text, count=1) if _LEAD.match(text) else text


def worth_of(text: str, otherwise: int) -> int:
    """What a carried line of NEXT_ACTION is worth."""
    if text.startswith(_WORDS["step"]):
        return STEP_WORTH
    return REQUEST_WORTH if text.startswith(_WORDS["request"]) else otherwise


def name_of(text: str) -> str:
    """A short name of a carried line: the same in every handover that holds or cut it."""
    same = " ".join(_MARK_NUMBER.sub(r"\1]", without_lead(text)).split())
    return hashlib.sha256(same.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def named_in(receipt: object) -> Iterator[str]:
    """The names of the carried lines that a handover had no room for, as its receipt tells them."""
    told = receipt.get("carried_cut") if isinstance(receipt, dict) else None
    for word in str(told or "").split():
        if re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", word):
            yield word


def cut_names(carried: Sequence[tuple[str, str]], printed: frozenset[str]) -> list[str]:
    """The names of the carried lines that were not printed, in their order."""
    return list(dict.fromkeys(name_of(text) for text, _ in carried if text not in printed))
