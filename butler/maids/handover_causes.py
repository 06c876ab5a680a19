"""Closing words that name a cause, where those of the next turn name another one for the same trouble.

A first guess reads like the finding when nothing says that the search went on. Which of the two is right the log does not say; that
a later one is named it does.
"""

from __future__ import annotations

import re
from itertools import pairwise

from butler.capabilities.session_log.facts import AgentWords, Facts
from butler.maids.late_patterns import late
from butler.maids.session_log_words import tokens_of

_NAMES_CAUSE = late(
    r"\b(?:the|root|real|actual|underlying|true) (?:issue|problem|cause|culprit|reason)\b(?: here)? (?:is|was|lies|(?:might|may|could|must) be)\b|\broot cause\b|\bfound (?:the|it)\b.{0,12}(?:issue|problem|cause|culprit)|\bcaused by\b"
    r"|原因(?:は|が|を特定|判明|でした)|根本原因|问题(?:是|在于|出在)|原因(?:是|在于|找到|已经)|nguyên nhân (?:là|do)|원인은",
    re.I,
)
_SHARED = 2
"""Distinctive words of the trouble that the first message, with what it answers, and the next request have in common."""
_ALIKE = 0.6
"""The part of the smaller cause's words from which on both tell the same one."""


def later_causes(facts: Facts) -> dict[int, int]:
    """By the line of closing words that name a cause, the line of the next ones where these name another for the same trouble."""
    finals = [one for one in facts.words if one.final and not one.by]
    found: dict[int, int] = {}
    for one, later in pairwise(finals):
        cause, other = _cause(one), _cause(later)
        if not cause or not other or len(cause & other) >= _ALIKE * min(len(cause), len(other)):
            continue
        mine = tokens_of(_asked(facts, one.line)) | _all(one)
        if len(mine & tokens_of(_asked(facts, later.line))) >= _SHARED:
            found[one.line] = later.line
    return found


def _cause(words: AgentWords) -> frozenset[str]:
    """The distinctive words of the sentences that name a cause, and of the ones right after them."""
    texts = [text for _, _, text in words.sentences]
    told = [" ".join(texts[at : at + 2]) for at, text in enumerate(texts) if _NAMES_CAUSE.search(text)]
    return tokens_of(" ".join(told))


def _asked(facts: Facts, line: int) -> str:
    """The request that words at ``line`` answer."""
    return next((one.text for one in reversed(facts.requests) if one.line < line), "")


def _all(words: AgentWords) -> frozenset[str]:
    return tokens_of(" ".join(text for _, _, text in words.sentences))
