"""The journal's rules as a pure function: a journal and a wish in, one change (or a refusal) out.

Nothing here knows about files, locks or clocks, so that every store applies the same rules.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from butler.capabilities.journal.models import (
    CLAIMS,
    CLOSED,
    LISTS,
    OWN_KINDS,
    STATUSES,
    Change,
    Claim,
    Event,
    Journal,
    Operation,
    Receipt,
    Scope,
    Status,
    Task,
    ledger_key,
    scope_of,
)
from butler.errors import Conflict, InvalidInput, NotFound, Refused
from butler.maids.late_patterns import late

_KIND = late(r"[^\W_][\w-]{0,31}")
MAX_SINCE = 10
"""Events named in a conflict; the newest ones."""


def known_receipt(journal: Journal, project_id: str, operation: Operation) -> Receipt | None:
    """The receipt of the same operation, when it was done before.

    An update without fields is never done; its arguments are those of a delete, whose receipt is none of its own.

    Raises:
        Conflict: ``operation_reused`` when its id was used with other arguments, ``operation_similar`` when one was used
            that differs in letter case alone.
    """
    key = ledger_key(project_id, operation.operation_id)
    receipt = journal.operations.get(key)
    if receipt is None:
        _refuse_similar(journal, project_id, key)
    if receipt is None or (operation.action == "update" and not operation.fields):
        return None
    if receipt.args_sha256 != operation.args_sha256:
        raise Conflict("operation_reused", task_id=receipt.task_id, revision=receipt.revision)
    return receipt


def _refuse_similar(journal: Journal, project_id: str, key: str) -> None:
    """Refuse a ledger key that is another one but for the case of letters: DuckDB takes the two for one column."""
    lower = key.lower()
    if lower in map(str.lower, journal.operations):  # at the speed of C: 50,000 keys in about 3 ms
        for other, receipt in journal.operations.items():
            if other.lower() == lower and scope_of(other) == project_id:
                raise Conflict("operation_similar", task_id=receipt.task_id, revision=receipt.revision)


def decide(journal: Journal, scope: Scope, operation: Operation, now: str, new_id: str) -> Change:
    """What ``operation`` changes.

    Args:
        journal: the journal as it is under the lock.
        scope: the profile and the Project that the process was started for.
        operation: the wish; not done before (`known_receipt`).
        now: the present time; a Task's times never run backwards, whatever the clock does.
        new_id: name of a Task that is created.

    Raises:
        NotFound: ``task_not_found`` with near ids, ``deleted``.
        Conflict: ``revision_conflict`` with the present state and what changed since.
        Refused: ``status_change`` with the legal ones, ``decision_needs_person``.
        InvalidInput: ``status_unknown``, ``claim_unknown``, ``evidence_missing``, ``event_kind``, ``nothing_to_update``,
            ``text_missing``.
    """
    if operation.action == "create":
        return _created(journal, scope, operation, now, new_id)
    task = _wanted(journal, scope.project_id, operation)
    now = max(now, task.updated_at)
    if operation.action == "update":
        new, event = _updated(task, operation, now)
    elif operation.action == "record":
        new, event = _recorded(task, operation, now)
    else:
        new, event = None, _own_event(task, operation, "delete", "", now)
    return _change(scope, operation, new, event, task.revision + 1)


def _change(scope: Scope, operation: Operation, task: Task | None, event: Event, revision: int) -> Change:
    receipt = Receipt(operation.args_sha256, event.task_id, revision, deleted=task is None)
    return Change(event.task_id, task, event, ledger_key(scope.project_id, operation.operation_id), receipt)


def _created(journal: Journal, scope: Scope, operation: Operation, now: str, new_id: str) -> Change:
    given = dict(operation.fields)
    title = _title(given.pop("title", ""))
    status = _status(given.pop("status", "planned"))
    lists: dict[str, Any] = {name: given.get(name) for name in (*LISTS, "related_issues")}
    task = Task(
        task_id=_free(journal, new_id),
        user_id=scope.user_id,
        project_id=scope.project_id,
        title=title,
        goal=given.get("goal", ""),
        status=status,
        agent_id=operation.agent_id,
        user_decisions=None,
        revision=1,
        created_at=now,
        updated_at=now,
        **lists,
    )
    event = _own_event(replace(task, revision=0), operation, "create", title, now)
    return _change(scope, operation, task, event, 1)


def _free(journal: Journal, wanted: str) -> str:
    """``wanted``, or with a number behind it where a Task, present or deleted, has that name already."""
    name, number = wanted, 2
    while name in journal.tasks or any(receipt.task_id == name for receipt in journal.operations.values()):
        name, number = f"{wanted}-{number}", number + 1
    return name


def _wanted(journal: Journal, project_id: str, operation: Operation) -> Task:
    task = find(journal, project_id, operation.task_id or "")
    expected = operation.expected_revision
    if expected is not None and expected != task.revision:
        raise Conflict(
            "revision_conflict",
            task_id=task.task_id,
            expected_revision=expected,
            revision=task.revision,
            status=task.status,
            changed_since=_since(journal.events[task.task_id], expected),
        )
    return task


def find(journal: Journal, project_id: str, task_id: str) -> Task:
    """A Task of the Project.

    Raises:
        NotFound: ``deleted``, or ``task_not_found`` with the nearest ids.
    """
    task = journal.task(project_id, task_id)
    if task is not None:
        return task
    if any(r.deleted and r.task_id == task_id and scope_of(k) == project_id for k, r in journal.operations.items()):
        raise NotFound("deleted", task_id=task_id)
    ids = [task.task_id for task in journal.tasks.values() if task.project_id == project_id]
    near = difflib.get_close_matches(task_id[:200], ids[-2000:], n=3, cutoff=0.5) or ids[-3:]
    raise NotFound("task_not_found", near=", ".join(near) or "-")


def _since(events: Sequence[Event], expected: int) -> list[dict[str, Any]]:
    """The newest Events after the revision that the caller read."""
    first = max(expected, len(events) - MAX_SINCE, 0)
    return [
        {
            "revision": number,
            "kind": event.kind,
            "claim": event.claim,
            "agent_id": event.agent_id,
            "text": event.text,
            "created_at": event.created_at,
        }
        for number, event in enumerate(events[first:], first + 1)
    ]


def _updated(task: Task, operation: Operation, now: str) -> tuple[Task, Event]:
    given = dict(operation.fields)
    if not given:
        raise InvalidInput("nothing_to_update")
    if "title" in given:
        given["title"] = _title(given["title"])
    if "status" in given:
        given["status"] = _next_status(task.status, given["status"])
    new = replace(task, **given, agent_id=operation.agent_id, revision=task.revision + 1, updated_at=now)
    return new, _own_event(task, operation, "update", _what_changed(task, new), now)


def _what_changed(old: Task, new: Task) -> str:
    """The names of the fields that are other now, the status with both values; the same words in every language."""
    names = ["title", "goal", "related_issues", *LISTS]
    changed = [f"status: {old.status} -> {new.status}"] if old.status != new.status else []
    changed += [name for name in names if getattr(old, name) != getattr(new, name)]
    return ", ".join(changed)


def _recorded(task: Task, operation: Operation, now: str) -> tuple[Task, Event]:
    claim, kind = _claim(operation), operation.kind
    decisions = task.user_decisions
    if claim == "user_decision":
        if not operation.person:
            raise Refused("decision_needs_person")
        kind, decisions = "user_decision", (*(task.user_decisions or ()), operation.text)
    elif kind.casefold() in OWN_KINDS or not _KIND.fullmatch(kind):
        raise InvalidInput("event_kind", own=", ".join(OWN_KINDS))
    if not operation.text.strip():
        raise InvalidInput("text_missing", what="text")
    if claim == "verified" and not any(item.strip() for item in operation.evidence or ()):
        raise InvalidInput("evidence_missing")
    number = task.revision + 1
    event = Event(
        event_id=_event_id(task, number),
        task_id=task.task_id,
        agent_id=operation.agent_id,
        kind=kind,
        claim=claim,
        text=operation.text,
        evidence=operation.evidence,
        created_at=now,
    )
    new = replace(task, agent_id=operation.agent_id, user_decisions=decisions, revision=number, updated_at=now)
    return new, event


def _own_event(task: Task, operation: Operation, kind: str, text: str, now: str) -> Event:
    """An Event that the store writes for an agent: ``inferred``, since nobody looked at evidence."""
    name = _event_id(task, task.revision + 1)
    return Event(name, task.task_id, operation.agent_id, kind, "inferred", text, None, now)


def _event_id(task: Task, revision: int) -> str:
    return f"{task.task_id}.{revision}"


def _claim(operation: Operation) -> Claim:
    for claim in CLAIMS:
        if claim == operation.claim:
            return claim
    raise InvalidInput("claim_unknown", known=", ".join(CLAIMS[:3]))


def _title(title: str) -> str:
    if not title.strip():
        raise InvalidInput("text_missing", what="title")
    return title


def _status(status: str) -> Status:
    for known in STATUSES:
        if known == status:
            return known
    raise InvalidInput("status_unknown", known=", ".join(STATUSES))


def legal_statuses(status: Status) -> tuple[Status, ...]:
    """Where a Task may go from ``status``."""
    return ("running",) if status in CLOSED else tuple(other for other in STATUSES if other != status)


def _next_status(old: Status, wanted: str) -> Status:
    """The new status; staying where it is is no change and fine."""
    new = _status(wanted)
    legal = legal_statuses(old)
    if new != old and new not in legal:
        raise Refused("status_change", old=old, new=new, legal=list(legal), known=", ".join(legal))
    return new
