"""The handover memo of one Task: Markdown for the next agent or a person. It is answered, never stored by us."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import jinja2

from butler.capabilities.journal.answers import Cleaner, event_weight, task_weight
from butler.capabilities.journal.models import LISTS, MAX_NAME, Event, RelatedIssue, TaskHistory
from butler.maids.text_worker import one_line
from butler.phrases import Language
from butler.phrases.journal import CLAIM_WORDS, STATUS_WORDS
from butler.records import dataclass

SIZES = ((MOST := 1_000_000_000, 4_000), (200, 2_000), (100, 1_000), (40, 600), (20, 400), (10, 300), (4, 40))
"""Events (the newest) and characters of a text, tried in this order until the memo fits."""


@dataclass(frozen=True, slots=True)
class Memo:
    """The memo's text, how many Events it holds, and whether anything is missing or shortened."""

    text: str
    events: int
    partial: bool


def file_name(task_id: str) -> str:
    """The suggested name of the memo's file."""
    return f"butler-task-{re.sub(r'[^A-Za-z0-9._-]', '_', task_id)}-handoff.md"


def memo_weight(history: TaskHistory, size: tuple[int, int]) -> int:
    """About how many characters the memo would have."""
    events = history.events[max(len(history.events) - size[0], 0) :]
    limits = (size[1], max(size[0], 10))
    return task_weight(history.task, limits) + sum(event_weight(event, limits) + 60 for event in events)


def make_memo(history: TaskHistory, clean: Cleaner, language: Language, size: tuple[int, int]) -> Memo:
    """The memo of a Task and its newest Events, all read at one revision."""
    count, limit = size
    clean.shortened = False
    task, total = history.task, len(history.events)
    first = max(total - count, 0)
    events = list(enumerate(history.events[first:], first + 1))

    def line(text: str) -> str:
        return one_line(clean.text(text, limit), 2 * limit)

    def lines(texts: Sequence[str] | None) -> list[str]:
        return [one_line(text, 2 * limit) for text in clean.texts(texts, (limit, most)) or ()]

    most = max(count, 10)
    parts = {
        "task": task,
        "task_id": one_line(task.task_id, MAX_NAME),
        "title": line(task.title),
        "goal": line(task.goal),
        "agent_id": line(task.agent_id),
        "status": STATUS_WORDS[task.status].say(language),
        "lists": {name: lines(getattr(task, name)) for name in (*LISTS, "user_decisions")},
        "issues": [_issue(issue, line) for issue in (task.related_issues or ())[:most]],
        "claims": [
            (
                word.say(language),
                [_event(event, number, line, lines) for number, event in events if event.claim == claim],
            )
            for claim, word in CLAIM_WORDS.items()
        ],
    }
    shortened = clean.shortened or len(task.related_issues or ()) > most
    text = _template(language).render(**parts, shown=len(events), total=total, shortened=shortened)
    return Memo(text, len(events), first > 0 or shortened)


def _issue(issue: RelatedIssue, line: Callable[[str], str]) -> str:
    parts = (issue.provider, issue.connection_id, issue.project_id, issue.issue_id, issue.url)
    return " / ".join(line(part) for part in parts if part)


def _event(
    event: Event, number: int, line: Callable[[str], str], lines: Callable[[Sequence[str] | None], list[str]]
) -> dict[str, Any]:
    return {
        "head": f"r{number} {event.created_at} {line(event.agent_id)} ({line(event.kind)})",
        "text": line(event.text),
        "evidence": lines(event.evidence),
    }


@cache
def _template(language: Language) -> jinja2.Template:
    """Strict: a missing name is an error; no HTML escaping, since this is Markdown of escaped lines."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("butler.capabilities.journal", "templates"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701 (Markdown, every text in it is one escaped line)
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.clear()
    return environment.get_template(f"memo.{language}.md.j2")
