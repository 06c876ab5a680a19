"""The journal's answers as plain values: secrets replaced, nothing hidden in texts, one result within its limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from butler.capabilities.journal.image import task_values
from butler.capabilities.journal.models import (
    LISTS,
    MAX_BYTES,
    MAX_OPERATIONS,
    WARN_AT,
    Event,
    RelatedIssue,
    Task,
    Usage,
)
from butler.capability import Caller
from butler.envelope import RESULT_LIMIT, Envelope, compact
from butler.errors import ButlerError
from butler.house import House
from butler.maids.text_worker import clip, visible
from butler.phrases import Language, Phrase, say

MOST = 1_000_000_000
"""Characters or items for a person's terminal, which has no limit."""

SIZES = ((24_000, 400), (8_000, 200), (3_000, 100), (1_000, 40), (300, 15), (100, 4))
"""Characters of a text and entries of a list, tried in this order until an answer fits."""

_MARGIN = 4_000
"""Characters behind a cut that are still searched for secrets, so that no half of one is left standing."""

T = TypeVar("T")


class Cleaner:
    """Texts as an agent may see them; one for each answer. Remembers whether it had to shorten anything."""

    def __init__(self, house: House) -> None:
        self._redactor = house.redactor()
        self.shortened = False

    def text(self, text: str, limit: int) -> str:
        """A text of at most ``limit`` characters; the middle of a longer one is cut out, and the cut says so."""
        if len(text) > limit:
            self.shortened = True
            if len(text) > 2 * limit + 2 * _MARGIN:
                text = text[: limit + _MARGIN] + text[-limit - _MARGIN :]
        return clip(visible(self._redactor.redact(text)), limit, tail=limit // 4)

    def line(self, text: str, limit: int = 200) -> str:
        """One line."""
        flat = visible(self._redactor.redact(text[: limit + _MARGIN]), keep_newlines=False)
        return flat if len(flat) <= limit else flat[: limit - 1] + "…"

    def texts(self, texts: Sequence[str] | None, size: tuple[int, int]) -> list[str] | None:
        """The newest entries of a list; None stays None."""
        if texts is None:
            return None
        if len(texts) > size[1]:
            self.shortened = True
        return [self.text(text, size[0]) for text in texts[-size[1] :]]

    def facts(self, value: Any) -> Any:
        """Facts of a refusal: every text in them as one line; words of our own stay as they are."""
        if isinstance(value, (Phrase, ButlerError)):
            return value
        if isinstance(value, str):
            return self.line(value)
        if isinstance(value, Mapping):
            return {key: self.facts(item) for key, item in value.items()}
        return [self.facts(item) for item in value] if isinstance(value, (list, tuple)) else value


def fitted(
    caller: Caller, sizes: Sequence[T], most: T, answer: Callable[[T], Envelope], weight: Callable[[T], int]
) -> Envelope:
    """The first of the answers for ``sizes`` that fits one result; for a person the one for ``most``.

    Args:
        weight: about how many characters an answer would have; what cannot fit is not even made.
    """
    if caller.is_person:
        return answer(most)
    for size in sizes[:-1]:
        if weight(size) > RESULT_LIMIT:
            continue
        found = answer(size)
        if len(compact(found).encode("utf-8", "replace")) <= RESULT_LIMIT:
            return found
    return answer(sizes[-1])


def texts_weight(texts: Sequence[str] | None, size: tuple[int, int]) -> int:
    """About how many characters `Cleaner.texts` keeps."""
    return sum(min(len(text), size[0]) + 3 for text in (texts or ())[-size[1] :])


def task_weight(task: Task, size: tuple[int, int]) -> int:
    """About how many characters `task_answer` has."""
    lists = sum(texts_weight(getattr(task, name), size) for name in (*LISTS, "user_decisions"))
    return lists + texts_weight((task.title, task.goal), size)


def event_weight(event: Event, size: tuple[int, int]) -> int:
    """About how many characters `event_answer` has."""
    return texts_weight((event.text,), size) + texts_weight(event.evidence, size)


def task_answer(task: Task, clean: Cleaner, size: tuple[int, int]) -> dict[str, Any]:
    """A whole Task."""
    values = task_values(task)
    for name in (*LISTS, "user_decisions"):
        values[name] = clean.texts(values[name], size)
    for name in ("title", "goal"):
        values[name] = clean.text(values[name], size[0])
    values["agent_id"] = clean.line(task.agent_id)
    values["related_issues"] = _issues(task.related_issues, clean, size)
    return values


def _issues(
    issues: Sequence[RelatedIssue] | None, clean: Cleaner, size: tuple[int, int]
) -> list[dict[str, Any]] | None:
    if issues is None:
        return None
    names = ("provider", "connection_id", "project_id", "issue_id", "url")
    clean.shortened |= len(issues) > size[1]
    return [
        {name: None if (value := getattr(issue, name)) is None else clean.text(value, size[0]) for name in names}
        for issue in issues[: size[1]]
    ]


def task_brief(task: Task, clean: Cleaner, limit: int) -> dict[str, Any]:
    """A Task in a list."""
    return {
        "task_id": task.task_id,
        "title": clean.line(task.title, limit),
        "status": task.status,
        "revision": task.revision,
        "goal": clean.line(task.goal, limit),
        "pending_items": len(task.pending_items or ()),
        "issues": [
            clean.line(f"{issue.provider}:{issue.issue_id}", limit) for issue in (task.related_issues or ())[:4]
        ],
        "agent_id": clean.line(task.agent_id, limit),
        "updated_at": task.updated_at,
    }


def event_answer(event: Event, revision: int, clean: Cleaner, size: tuple[int, int]) -> dict[str, Any]:
    """One Event and the revision that it made."""
    return {
        "revision": revision,
        "event_id": event.event_id,
        "agent_id": clean.line(event.agent_id),
        "kind": clean.line(event.kind),
        "claim": event.claim,
        "text": clean.text(event.text, size[0]),
        "evidence": clean.texts(event.evidence, size),
        "created_at": event.created_at,
    }


def warnings(usage: Usage, language: Language) -> list[str]:
    """What is nearly full."""
    limits = (
        ("journal_nearly_full", usage.size, MAX_BYTES),
        ("journal_ledger_nearly_full", usage.operations, MAX_OPERATIONS),
    )
    return [
        say(key, language, percent=count * 100 // limit, count=count, limit=limit)
        for key, count, limit in limits
        if count >= limit * WARN_AT
    ]
