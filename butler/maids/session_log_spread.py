"""Texts over several lines in which a secret may spread, kept as they stood.

The fold reduces texts to lines and sentences; the shape of a key file, a table or a folded value is lost there. Whoever
prints the facts lets the redactor learn from these texts first. They are never printed.

Only the newest texts stay, so whether an older one hints at a secret is not even asked: texts are held as they come and
judged from the newest on, when somebody asks or when too many are held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from butler.capabilities.session_log.facts_git import FileFact
from butler.capabilities.session_log.models import (
    Answer,
    Command,
    Entry,
    Failure,
    FileChange,
    Goal,
    Message,
    PlanState,
    PlanVerdict,
    Subagent,
    ToolUse,
)
from butler.maids.late_patterns import late
from butler.maids.session_log_words import lowered

_LONGEST = 20_000
_MOST = 300_000
"""Characters kept of one text and of all, the newest; the redactor reads some three million in a second."""
_HELD = 800_000
"""Characters held unjudged."""
_HINTS = (b"pass", b"pw", b"secret", b"token", b"key", b"cred", b"auth", b"eyj", b"recovery", b"backup code")
_HINTS_JA = late(r"[一-鿿]号|パス|トークン|シークレット|キー")


class Spread:
    """Collects the texts; what is too much goes from the oldest on."""

    def __init__(self) -> None:
        self._kept: list[str | int] = []
        self._held: list[str] = []
        self._size = 0

    def take(self, entry: Entry) -> None:
        """The texts of one entry."""
        texts = _TEXTS.get(type(entry))
        if texts is None:
            return
        for text in texts(entry):
            if "\n" in text:
                self._held.append(text[:_LONGEST])
                self._size += min(len(text), _LONGEST)
        if self._size > _HELD:
            self.settle()

    def settle(self) -> None:
        """Judges what is held: of the texts with a hint the newest stay, as many as there is room for."""
        newest: list[str | int] = []
        room = _MOST
        for text in reversed(self._held):
            if _hints(text):
                room -= len(text)
                if room < 0:
                    break
                newest.append(text)
        for kept in reversed(self._kept):
            room -= kept if isinstance(kept, int) else len(kept)
            if room < 0:
                break
            newest.append(kept)
        newest.reverse()
        self._kept, self._held, self._size = newest, [], 0

    def texts(self, files: Iterable[FileFact] = ()) -> tuple[str, ...]:
        """What was kept, each text once, oldest first; then the documents among ``files`` as several edits left them."""
        self.settle()
        edited = (
            "\n".join([text for _, text in one.outline])
            for one in files
            if (one.edits > 1 or one.read_line) and one.outline
        )
        kept = (text for text in self._kept if isinstance(text, str))
        return tuple(dict.fromkeys([*kept, *filter(_hints, edited)]))

    def forget(self, is_clean: Callable[[str], bool]) -> None:
        """Drops the texts that ``is_clean`` knows to teach nothing; of each its length stays, so that it takes its room."""
        self.settle()
        clean = {text: is_clean(text) for text in dict.fromkeys(self._kept) if isinstance(text, str)}
        self._kept = [len(one) if isinstance(one, str) and clean[one] else one for one in self._kept]


def _hints(text: str) -> bool:
    """Whether a text may hold a secret."""
    low = lowered(text)
    for hint in _HINTS:
        if hint in low:
            return True
    return not text.isascii() and _HINTS_JA.search(text) is not None


def _text(entry: Message | Command | PlanVerdict | Failure) -> Iterable[str]:
    return (entry.text,)


def _answer(entry: Answer) -> Iterable[str]:
    return entry.question, entry.answer, *entry.options


def _plan(entry: PlanState) -> Iterable[str]:
    return entry.explanation, *(step.text for step in entry.steps)


def _goal(entry: Goal) -> Iterable[str]:
    return (entry.objective,)


def _subagent(entry: Subagent) -> Iterable[str]:
    return entry.task, entry.result


def _edit(entry: FileChange) -> Iterable[str]:
    excerpt = entry.excerpt
    return ("\n".join([line[1:] for line in excerpt.split("\n")]),) if "\n" in excerpt else ()


def _tool(entry: ToolUse) -> Iterable[str]:
    return (entry.request,)


_TEXTS: dict[type, Callable[[Any], Iterable[str]]] = {
    Message: _text, Command: _text, PlanVerdict: _text, Failure: _text, Answer: _answer, PlanState: _plan, Goal: _goal,
    Subagent: _subagent, ToolUse: _tool, FileChange: _edit,
}  # fmt: skip
