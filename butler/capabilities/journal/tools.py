"""What a Brain may ask of the journal: Tasks to create, read, change, record on, hand over and delete."""

from __future__ import annotations

from typing import Any, Literal

from butler.capabilities.journal import answers
from butler.capabilities.journal.backend import agent_of, open_journal, writable_journal
from butler.capabilities.journal.memo import MOST as ALL_EVENTS
from butler.capabilities.journal.memo import SIZES as MEMO_SIZES
from butler.capabilities.journal.memo import file_name, make_memo, memo_weight
from butler.capabilities.journal.models import STATUSES, Applied, TaskHistory
from butler.capabilities.journal.wishes import operation
from butler.capability import Caller, deletes, reads, repeats
from butler.envelope import Envelope, ok
from butler.errors import ButlerError, Conflict, InvalidInput
from butler.house import House
from butler.maids.journal_list_worker import page_of
from butler.phrases import say

HISTORY_PAGE = 10


class JournalTools:
    """The tools of one house; made anew for each call."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._clean = answers.Cleaner(house)
        self._language = house.settings.language

    @repeats
    def task_create(  # noqa: PLR0917 (the arguments are the owner's)
        self,
        caller: Caller,
        title: str,
        operation_id: str,
        goal: str | None = None,
        constraints: list[str] | None = None,
        status: str | None = None,
        related_issues: list[dict[str, Any]] | None = None,
        findings: list[str] | None = None,
        evidence: list[str] | None = None,
        actions: list[str] | None = None,
        results: list[str] | None = None,
        pending_items: list[str] | None = None,
        agent_id: str | None = None,
    ) -> Envelope:
        """Create a Task in the Task Journal: work that other sessions and agents can go on with by its task_id.

        Args:
            title: one line.
            operation_id: your own unique id of this write, the same again to retry it safely.
            status: default planned.
            related_issues: each with provider, connection_id, project_id, issue_id, url?.

        Returns:
            ``task_id``, ``revision`` (1), ``replayed``, ``warnings``.

        Raises:
            InvalidInput: ``journal_bad_value``, ``status_unknown``, ``text_missing``.
            Conflict: ``operation_reused``, ``operation_similar``.
            Refused: ``journal_full``, ``journal_ledger_full``, ``journal_write_not_allowed``, ``journal_not_open``.
            Unreadable: ``journal_damaged``, ``journal_newer``, ``journal_is_export``.
            Unavailable: ``busy``, ``not_writable``.
        """
        return self._write(caller, "create", locals(), "task_created")

    @reads
    def task_get(self, caller: Caller, task_id: str) -> Envelope:
        """Read a Task as it is now. Call it before every change: writing needs its revision.

        Returns:
            ``task`` with the fields of the file; ``shortened`` when texts or lists had to be cut; ``warnings``.

        Raises:
            NotFound: ``task_not_found`` with near ids, ``deleted``.
        """
        history = self._history(task_id)
        task = history.task

        def answer(size: tuple[int, int]) -> Envelope:
            self._clean.shortened = False
            values = answers.task_answer(task, self._clean, size)
            cut = [say("task_shortened", self._language)] if self._clean.shortened else []
            data = {"task": values, "shortened": bool(cut), "warnings": cut + self._warnings()}
            return ok(self._shown(history), data, then=("task_history", {"task_id": task_id}))

        most = (answers.MOST, answers.MOST)
        return answers.fitted(caller, answers.SIZES, most, answer, lambda size: answers.task_weight(task, size))

    @reads
    def task_list(
        self, caller: Caller, status: str | None = None, query: str | None = None, cursor: str | None = None
    ) -> Envelope:
        """List or search Tasks, last changed first.

        Args:
            query: words that must all occur.
            cursor: next_cursor of the page before.

        Returns:
            ``tasks`` (20 a page), ``total``, ``next_cursor`` (None on the last page), ``warnings``.

        Raises:
            InvalidInput: ``status_unknown``, ``cursor_unknown``.
        """
        if status is not None and status not in STATUSES:
            raise InvalidInput("status_unknown", known=", ".join(STATUSES))
        page = page_of(open_journal(self._house).tasks(), status, query, cursor)

        def answer(limit: int) -> Envelope:
            data = {
                "tasks": [answers.task_brief(task, self._clean, limit) for task in page.tasks],
                "total": page.total,
                "next_cursor": page.next_cursor,
                "warnings": self._warnings(),
            }
            summary = say("tasks_listed", self._language, shown=len(page.tasks), total=page.total)
            return ok(summary, data)

        return answers.fitted(caller, (300, 100, 40), 1000, answer, lambda limit: 0)

    @repeats
    def task_update(  # noqa: PLR0917 (the arguments are the owner's)
        self,
        caller: Caller,
        task_id: str,
        expected_revision: int,
        operation_id: str,
        title: str | None = None,
        goal: str | None = None,
        constraints: list[str] | None = None,
        status: str | None = None,
        related_issues: list[dict[str, Any]] | None = None,
        findings: list[str] | None = None,
        evidence: list[str] | None = None,
        actions: list[str] | None = None,
        results: list[str] | None = None,
        pending_items: list[str] | None = None,
        agent_id: str | None = None,
    ) -> Envelope:
        """Change a Task: only the given fields; a list replaces the whole list. Status: planned, running, paused, blocked,
        completed, cancelled.

        Args:
            expected_revision: the revision you read.
            related_issues: as in task_create.

        Returns:
            ``task_id``, ``revision``, ``replayed``, ``warnings``.

        Raises:
            NotFound: ``task_not_found``, ``deleted``.
            Conflict: ``revision_conflict`` with ``revision`` and ``changed_since``; ``operation_reused``, ``operation_similar``.
            Refused: ``status_change`` with the legal ones, and what `task_create` refuses.
            InvalidInput: ``nothing_to_update``, ``journal_bad_value``, ``status_unknown``, ``text_missing``.
        """
        return self._write(caller, "update", locals(), "task_updated")

    @repeats
    def task_record(  # noqa: PLR0917 (the arguments are the owner's)
        self,
        caller: Caller,
        task_id: str,
        text: str,
        expected_revision: int,
        operation_id: str,
        kind: str | None = None,
        claim: str | None = None,
        evidence: list[str] | None = None,
        agent_id: str | None = None,
    ) -> Envelope:
        """Add an event to a Task's history. The Task's own fields stay as they are.

        Args:
            kind: a short word, default note.
            claim: verified (needs evidence), inferred (default) or proposed.

        Returns:
            ``task_id``, ``revision``, ``replayed``, ``warnings``.

        Raises:
            InvalidInput: ``evidence_missing``, ``claim_unknown``, ``event_kind``, ``text_missing``.
            Refused: ``decision_needs_person``, and what `task_create` refuses.
            NotFound, Conflict: as `task_update`.
        """
        return self._write(caller, "record", locals(), "task_recorded")

    @reads
    def task_history(self, caller: Caller, task_id: str, cursor: str | None = None) -> Envelope:
        """Read a Task's events, oldest first, 10 a page, all of one revision.

        Returns:
            ``events`` with the revision that each made, ``revision``, ``total``, ``next_cursor``, ``shortened``.

        Raises:
            NotFound: ``task_not_found``, ``deleted``.
            Conflict: ``history_moved`` when the Task changed between two pages.
            InvalidInput: ``cursor_unknown``.
        """
        history = self._history(task_id)
        first = _first(history, cursor)
        total = len(history.events)
        events = history.events[first : first + HISTORY_PAGE]
        end = first + len(events)

        def answer(size: tuple[int, int]) -> Envelope:
            self._clean.shortened = False
            items = [answers.event_answer(e, n, self._clean, size) for n, e in enumerate(events, first + 1)]
            data = {
                "task_id": task_id,
                "revision": history.task.revision,
                "events": items,
                "total": total,
                "next_cursor": f"{history.task.revision}.{end}" if end < total else None,
                "shortened": self._clean.shortened,
            }
            key = "history_shown" if events else "history_empty"
            return ok(say(key, self._language, task_id=task_id, first=first + 1, last=end, total=total), data)

        most = (answers.MOST, answers.MOST)
        return answers.fitted(
            caller, answers.SIZES, most, answer, lambda size: sum(answers.event_weight(e, size) for e in events)
        )

    @reads
    def task_handoff(self, caller: Caller, task_id: str) -> Envelope:
        """Make a Markdown memo of a Task for whoever goes on with it. It is not stored.

        Returns:
            ``memo``, ``file_name`` (suggested), ``partial``, ``task_id``, ``revision``, ``events`` (in the memo), ``total``.

        Raises:
            NotFound: ``task_not_found``, ``deleted``.
        """
        history = self._history(task_id)
        facts = {"task_id": task_id, "revision": history.task.revision, "total": len(history.events)}

        def answer(size: tuple[int, int]) -> Envelope:
            memo = make_memo(history, self._clean, self._language, size)
            data = {"memo": memo.text, "file_name": file_name(task_id), "partial": memo.partial, "events": memo.events}
            key = "memo_made_partial" if memo.partial else "memo_made"
            return ok(say(key, self._language, shown=memo.events, **facts), {**facts, **data})

        most = (ALL_EVENTS, ALL_EVENTS)
        return answers.fitted(caller, MEMO_SIZES, most, answer, lambda size: memo_weight(history, size))

    @deletes
    def task_delete(
        self, caller: Caller, task_id: str, expected_revision: int, operation_id: str, agent_id: str | None = None
    ) -> Envelope:
        """Delete a Task with its events. Exports made earlier are not deleted.

        Returns:
            ``task_id``, ``revision``, ``deleted``, ``replayed``, ``warnings``.

        Raises:
            NotFound, Conflict, Refused: as `task_update`.
        """
        return self._write(caller, "delete", locals(), "task_removed")

    def _write(
        self,
        caller: Caller,
        action: Literal["create", "update", "record", "delete"],
        called: dict[str, Any],
        said: str,
    ) -> Envelope:
        """Do what a tool was ``called`` with (its ``locals()`` at its first line)."""
        store = writable_journal(self._house)
        arguments = {name: value for name, value in called.items() if name not in {"self", "caller"}}
        wish = operation(action, arguments, agent_of(caller))
        try:
            applied = store.apply(wish)
        except ButlerError as problem:
            raise self._clean_problem(problem) from problem
        return self._receipt(applied, "task_repeated" if applied.replayed else said)

    def _receipt(self, applied: Applied, said: str) -> Envelope:
        receipt = applied.receipt
        facts = {"task_id": receipt.task_id, "revision": receipt.revision}
        data = {
            **facts,
            "deleted": receipt.deleted,
            "replayed": applied.replayed,
            "warnings": answers.warnings(applied.usage, self._language),
        }
        then = None if receipt.deleted else ("task_get", {"task_id": receipt.task_id})
        return ok(say(said, self._language, **facts), data, then=then)

    def _history(self, task_id: str) -> TaskHistory:
        try:
            return open_journal(self._house).task(task_id)
        except ButlerError as problem:
            raise self._clean_problem(problem) from problem

    def _clean_problem(self, problem: ButlerError) -> ButlerError:
        """The same refusal with its texts made fit for an answer."""
        return type(problem)(problem.code, **self._clean.facts(problem.facts))

    def _warnings(self) -> list[str]:
        return answers.warnings(open_journal(self._house).usage(), self._language)

    def _shown(self, history: TaskHistory) -> str:
        task = history.task
        facts = {"task_id": task.task_id, "status": task.status, "revision": task.revision}
        return say("task_shown", self._language, title=self._clean.line(task.title), **facts)


def _first(history: TaskHistory, cursor: str | None) -> int:
    """The index of a page's first Event."""
    if cursor is None:
        return 0
    revision, dot, offset = cursor.partition(".")
    if not (dot and revision.isascii() and revision.isdigit() and offset.isascii() and offset.isdigit()):
        raise InvalidInput("cursor_unknown")
    if int(revision[:12]) != history.task.revision:
        raise Conflict("history_moved", task_id=history.task.task_id, revision=history.task.revision)
    return int(offset[:12])
