"""Texts over several lines in which a secret may spread, kept as they stood.

The fold reduces texts to lines and sentences; the shape of a key file, a table or a folded value is lost there. Whoever
prints the facts lets the redactor learn from these texts first. They are never printed.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable

from butler.capabilities.session_log.models import (
    Answer,
    Command,
    Entry,
    Failure,
    Goal,
    Message,
    PlanState,
    PlanVerdict,
    Subagent,
    ToolUse,
)

_LONGEST = 20_000
_MOST = 300_000
"""Characters kept of one text and of all, the newest; the redactor reads some three million in a second."""
_HINT = re.compile(r"(?i)pass|pw|secret|token|key|cred|auth|eyj|[一-鿿]号|パス|トークン|シークレット|キー")


class Spread:
    """Collects the texts; what is too much goes from the oldest on."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._size = 0

    def take(self, entry: Entry) -> None:
        """The texts of one entry."""
        for text in _texts(entry):
            if "\n" in text and _HINT.search(text, 0, _LONGEST):
                self._texts.append(text[:_LONGEST])
                self._size += len(self._texts[-1])
        while self._size > _MOST:
            self._size -= len(self._texts.popleft())

    def texts(self) -> tuple[str, ...]:
        """What was kept, each text once, oldest first."""
        return tuple(dict.fromkeys(self._texts))


def _texts(entry: Entry) -> Iterable[str]:
    match entry:
        case Message() | Command() | PlanVerdict() | Failure():
            return (entry.text,)
        case Answer():
            return entry.question, entry.answer, *entry.options
        case PlanState():
            return entry.explanation, *(step.text for step in entry.steps)
        case Goal():
            return (entry.objective,)
        case Subagent():
            return entry.task, entry.result
        case ToolUse():
            return (entry.request,)
    return ()
