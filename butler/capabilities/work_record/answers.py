"""The answers of the work record room as plain values: foreign text cleaned, lists bounded, one result within its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from butler.capabilities.work_record.models import Commit, FileState, GitState, WorkSession, WorkState
from butler.capability import Caller
from butler.envelope import RESULT_LIMIT, Envelope, compact
from butler.errors import ButlerError
from butler.house import House
from butler.issue_backend import Issue, UnreadableIssue
from butler.maids.suspicious_worker import Kind, kinds_in
from butler.maids.text_worker import clip, visible
from butler.phrases import error_text, say

PATH_LIMIT = 300
LINE_LIMIT = 200
MOST = 1_000_000
"""Entries or characters for a person's terminal, which has no limit."""

COUNTS = (60, 25, 10, 4, 1, 0)
"""List lengths that are tried, longest first, until an answer fits."""

ISSUE_SIZES = ((24_000, 20), (12_000, 10), (6_000, 6), (3_000, 4), (1_000, 2), (300, 0))
"""Characters of a body or comment, and newest comments, tried in this order."""

T = TypeVar("T")


class Cleaner:
    """Foreign text without secrets and hidden characters; one for each answer, so that equal secrets get one number."""

    def __init__(self, house: House) -> None:
        self._redactor = house.redactor()
        self._cleaned: dict[str, str] = {}

    def line(self, text: str | None, limit: int = LINE_LIMIT) -> str | None:
        """One line of at most ``limit`` characters; None stays None."""
        if text is None:
            return None
        flat = visible(self._redacted(text), keep_newlines=False)
        return flat if len(flat) <= limit else flat[: limit - 1] + "…"

    def block(self, text: str, limit: int) -> str:
        """A text of lines; the middle is cut out over ``limit`` characters, and the cut says so."""
        return clip(visible(self._redacted(text)), limit, tail=limit // 4)

    def _redacted(self, text: str) -> str:
        """Each text is redacted once, however many sizes of an answer are tried."""
        if text not in self._cleaned:
            self._cleaned[text] = self._redactor.redact(text)
        return self._cleaned[text]


def fitted(caller: Caller, sizes: Sequence[T], most: T, answer: Callable[[T], Envelope]) -> Envelope:
    """The first of the answers for ``sizes`` that fits one result; for a person the one for ``most``."""
    if caller.is_person:
        return answer(most)
    for size in sizes[:-1]:
        found = answer(size)
        if len(compact(found).encode("utf-8", "replace")) <= RESULT_LIMIT:
            return found
    return answer(sizes[-1])


def session_values(session: WorkSession | None, clean: Cleaner) -> dict[str, Any] | None:
    """A work session, without its notes."""
    if session is None:
        return None
    return {
        "id": session.id,
        "client": session.client,
        "session_id": clean.line(session.session_id),
        "issue_id": session.issue_id,
        "based_on": session.based_on,
        "task_id": clean.line(session.task_id),
        "started_at": session.started_at,
        "branch_at_start": clean.line(session.branch_at_start),
        "head_at_start": session.head_at_start,
        "finished_at": session.finished_at,
    }


def state_values(house: House, state: WorkState, clean: Cleaner, count: int) -> dict[str, Any]:
    """Everything that work_observe says, lists cut at ``count`` (``git.cut`` counts what is missing)."""
    language = house.settings.language
    reason = error_text(state.detail.key, language, dict(state.detail.facts))[0] if state.detail else None
    return {
        "git": None if state.git is None else _git_values(state.git, clean, count),
        "absent": state.absent,
        "reason": clean.line(reason),
        "session": session_values(state.session, clean),
        "recommendations": advice_values(house, state, clean),
    }


def advice_values(house: House, state: WorkState, clean: Cleaner) -> list[str]:
    """The recommendations as sentences of the house's language."""
    return [
        say(item.key, house.settings.language, **{name: clean.line(value, PATH_LIMIT) for name, value in item.facts})
        for item in state.recommendations
    ]


def _git_values(git: GitState, clean: Cleaner, count: int) -> dict[str, Any]:
    commits = git.commits_since if git.commits_since is not None else git.recent
    key = "commits_since" if git.commits_since is not None else "recent"
    lists: Mapping[str, list[Any]] = {
        "staged": [_file_values(item, clean) for item in git.staged],
        "unstaged": [_file_values(item, clean) for item in git.unstaged],
        "untracked": [clean.line(path, PATH_LIMIT) for path in git.untracked],
        "conflicts": [clean.line(path, PATH_LIMIT) for path in git.conflicts],
        key: [_commit_values(item, clean, count) for item in commits],
    }
    return {
        **git_brief(git, clean),
        "head_subject": clean.line(git.head_subject),
        "head_at": git.head_at,
        **{name: _kept(name, items, count) for name, items in lists.items()},
        "stash": git.stash,
        "worktree": clean.line(git.worktree),
        "other_worktrees": git.other_worktrees,
        "remote": clean.line(git.remote),
        "cut": [*git.cut, *(f"{name}:{len(items) - count}" for name, items in lists.items() if len(items) > count)],
    }


def _kept(name: str, items: list[T], count: int) -> list[T]:
    """The newest commits, the first of other lists."""
    return items[max(len(items) - count, 0) :] if name == "commits_since" else items[:count]


def git_brief(git: GitState, clean: Cleaner) -> dict[str, Any]:
    """Where the working tree stands, in a few values."""
    return {
        "branch": clean.line(git.branch),
        "head": git.head,
        "upstream": clean.line(git.upstream),
        "ahead": git.ahead,
        "behind": git.behind,
        "dirty": git.dirty,
        "operation": git.operation,
        "operation_step": git.operation_step,
    }


def _file_values(item: FileState, clean: Cleaner) -> dict[str, Any]:
    moved = {"moved_from": clean.line(item.moved_from, PATH_LIMIT)} if item.moved_from else {}
    return {"path": clean.line(item.path, PATH_LIMIT), "code": item.code, **moved}


def _commit_values(item: Commit, clean: Cleaner, count: int) -> dict[str, Any]:
    files = [clean.line(path, PATH_LIMIT) for path in item.files[: min(count, 20)]]
    more = {"more_files": len(item.files) - len(files)} if len(item.files) > len(files) else {}
    return {"hash": item.hash[:12], "subject": clean.line(item.subject), "at": item.at, "files": files, **more}


def issue_brief(issue: Issue, clean: Cleaner) -> dict[str, Any]:
    """An issue in a list."""
    return {
        "id": issue.id,
        "title": clean.line(issue.title),
        "state": clean.line(issue.state, 40),
        "labels": [clean.line(label, 60) for label in issue.labels[:20]],
        "url": clean.line(issue.url, PATH_LIMIT),
        "comments": len(issue.comments),
    }


def issue_values(issue: Issue, clean: Cleaner, characters: int, comments: int) -> dict[str, Any]:
    """A whole issue, its texts cut at ``characters`` each and only the newest ``comments``."""
    newest = issue.comments[len(issue.comments) - comments :] if comments < len(issue.comments) else issue.comments
    return {
        **issue_brief(issue, clean),
        "source": issue.source,
        "body": clean.block(issue.body, characters),
        "comments": [
            {
                "author": clean.line(item.author),
                "at": clean.line(item.at),
                "text": clean.block(item.text, characters // 4),
            }
            for item in newest
        ],
        "comments_left_out": len(issue.comments) - len(newest),
        **({"suspicious": list(kinds)} if (kinds := issue_suspicions(issue)) else {}),
    }


def issue_suspicions(issue: Issue) -> tuple[Kind, ...]:
    """What in an issue reads like an order to an agent."""
    return kinds_in([issue.title, issue.body, *(item.text for item in issue.comments)])


def unreadable_values(items: Iterable[UnreadableIssue], clean: Cleaner) -> list[dict[str, Any]]:
    """What a list had to leave out."""
    return [
        {
            "file": clean.line(item.file),
            "line": item.line,
            "key": clean.line(item.key),
            "reason": clean.line(item.reason),
        }
        for item in items
    ]


def issue_of(house: House, session: WorkSession, clean: Cleaner) -> dict[str, Any] | None:
    """The default issue of a session as its source has it; None where there is no text (the id is good all the same)."""
    if session.issue_id is None:
        return None
    try:
        issue = house.issues.read(session.issue_id)
    except ButlerError:
        return None
    return None if issue is None else issue_brief(issue, clean)
