"""Finding Tasks: filters, text search that knows full-width and half-width letters, and pages that stay in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from butler.capabilities.journal.models import LISTS, Task
from butler.errors import InvalidInput
from butler.records import dataclass

PAGE = 20


@dataclass(frozen=True, slots=True)
class Page:
    """Tasks of one page, newest change first; ``total`` counts all that match."""

    tasks: tuple[Task, ...]
    total: int
    next_cursor: str | None


def page_of(tasks: Iterable[Task], status: str | None, query: str | None, cursor: str | None) -> Page:
    """One page of the Tasks that match.

    Args:
        status: only Tasks with this status.
        query: words that must all stand in a Task's texts or ids; letter case and width do not matter.
        cursor: the ``next_cursor`` of the page before.

    Raises:
        InvalidInput: ``cursor_unknown``.
    """
    words = _plain(query or "").split()
    found = [task for task in tasks if (status is None or task.status == status) and _matches(task, words)]
    found.sort(key=lambda task: (task.updated_at, task.task_id), reverse=True)
    rest = found if cursor is None else [task for task in found if (task.updated_at, task.task_id) < _place(cursor)]
    shown = tuple(rest[:PAGE])
    more = len(rest) > PAGE
    return Page(shown, len(found), f"{shown[-1].updated_at} {shown[-1].task_id}" if more else None)


def _place(cursor: str) -> tuple[str, str]:
    updated_at, space, task_id = cursor.partition(" ")
    if not (space and task_id and updated_at.endswith("Z")):
        raise InvalidInput("cursor_unknown")
    return updated_at, task_id


def _matches(task: Task, words: list[str]) -> bool:
    if not words:
        return True
    text = _plain("\n".join(_texts(task)))
    return all(word in text for word in words)


def _texts(task: Task) -> Iterator[str]:
    yield from (task.task_id, task.title, task.goal, task.agent_id)
    for name in (*LISTS, "user_decisions"):
        yield from getattr(task, name) or ()
    for issue in task.related_issues or ():
        yield from (issue.provider, issue.project_id, issue.issue_id, issue.url or "")


def _plain(text: str) -> str:
    """Text as it is compared: compatibility forms and letter case folded."""
    return unicodedata.normalize("NFKC", text).casefold()
