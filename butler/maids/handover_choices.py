"""What became of the options of a question: which were turned down for good, and which answer was overtaken by a later one.

People ask back, try a word and choose a question or two later, often in other words. So an option counts as not chosen only
where the answer was one of the options and nothing later on the same subject brings the option back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from butler.capabilities.session_log.facts import Decision, Request
from butler.maids.late_patterns import late
from butler.maids.session_log_words import tokens_of

_ADVICE = late(r"\s*[(（](?:Recommended|推奨|推荐)[)）]\s*", re.I)
_WORD = late(r"[a-z0-9_]{2,}|[^\x00-\x7f\W]+")
_GENERIC = late(
    r"(?:you decide\b.*|other\b.*|something else.*|let me\b.*|type something.*|more questions?|next|yes|no|skip|cancel|お任せ.*|その他.*|はい|いいえ)\W*",
    re.I,
)
_AGREES = late(r"\W*(?:yes|no|ok(?:ay)?|はい|いいえ)\b[\s,.:;、。—–-]+\S.{11,}", re.I | re.S)
_UNSETTLED = late(
    r"\b(?:but|not sure|unsure|(?:i am|i'm) guessing|leaning|(?:initial|first) feeling|fear|maybe|perhaps|need more|i think|wonder)\b"
    r"|かも|たぶん|おそらく|迷|けど|也许|可能|不确定",
    re.I,
)
_SHARED = 2
"""Distinctive words of an answer in a later question and its answer that say: they go on with it."""
_WINDOW = 4
"""Answers after one that may go on with it."""
_REQUEST = 400
"""Characters of a later request in which an option is looked for."""


class Fate(NamedTuple):
    """What became of an answer: the line of a later one to the same question, of a later one that goes on with it (0: none),
    and the options that nothing brought back; ``settled``: the answer was one of the options, or chose in plain words."""

    anew: int
    further: int
    rejected: tuple[str, ...]
    settled: bool


def fate_of(one: Decision, later: Sequence[Decision], requests: Sequence[Request] = ()) -> Fate:
    """What the answers and requests after ``one`` did to it."""
    answers = [other for other in later if other.kind == "answer" and other.line > one.line]
    anew = next((other.line for other in reversed(answers) if _same_subject(one, other) and other.text != one.text), 0)
    further = 0 if anew else next((other.line for other in answers[:_WINDOW] if _goes_on(one, other)), 0)
    offered = [option for option in one.options if option and not _GENERIC.fullmatch(option)]
    picked = any(option in one.text for option in offered)
    if anew or not picked:
        return Fate(anew, further, (), not offered or (picked or not _UNSETTLED.search(one.text)))
    told = [_words(f"{other.question} {other.text}") for other in answers if not _is_option_of(other)]
    told += [_words(other.text) for other in answers]
    told += [_words(request.text[:_REQUEST]) for request in requests if request.line > one.line]
    left = (option for option in offered if option not in one.text)
    return Fate(0, further, tuple(option for option in left if not _comes_back(_words(option), told)), True)


def agrees_to(answer: str) -> bool:
    """Whether an answer says yes or no and to what: it chooses, though its first word could only steer the turn."""
    return _AGREES.match(answer) is not None


def _is_option_of(other: Decision) -> bool:
    return any(option in other.text for option in other.options if option)


def _comes_back(option: frozenset[str], told: Sequence[frozenset[str]]) -> bool:
    """Whether the words of an option stand in something that was said later."""
    return bool(option) and any(option <= words for words in told)


def _same_subject(one: Decision, other: Decision) -> bool:
    """Whether two questions ask the same: by their words, or by what they offer."""
    if one.question and other.question:
        mine, words = tokens_of(one.question), tokens_of(other.question)
        if other.question == one.question or (
            len(mine) >= 3 and len(mine & words) * 4 >= 3 * max(len(mine), len(words))
        ):
            return True
    mine_offered = _offered(one)
    return any(_alike(mine, theirs) for mine in mine_offered for theirs in _offered(other))


def _goes_on(one: Decision, other: Decision) -> bool:
    """Whether a later question and its answer take up the words of an answer."""
    mine = tokens_of(_ADVICE.sub(" ", one.text))
    return other.line > one.line and len(mine & tokens_of(f"{other.question} {other.text}")) >= _SHARED


def _offered(one: Decision) -> list[frozenset[str]]:
    return [_words(option) for option in one.options if option and not _GENERIC.fullmatch(option)]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_ADVICE.sub(" ", text).casefold()))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two options are the same in more or fewer words."""
    shared = len(one & other)
    if one == other:
        return shared > 0
    return shared >= _SHARED and (shared * 2 >= len(one | other) or shared == min(len(one), len(other)))
