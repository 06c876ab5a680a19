"""The Task Journal's records, schema_version 1: plain frozen values, and the journal as a whole.

Lists are tuples; a list that nobody ever gave is None and stays None (``null`` in the file), which is another thing than
an empty one. Times are UTC texts ``YYYY-MM-DDTHH:MM:SS.mmmZ``, so that they sort as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal, TypeAlias

from butler.records import dataclass

SCHEMA_VERSION = 1
MAX_BYTES = 16 * 1024 * 1024
"""Bytes of a journal file, and of an export; more is refused, nothing is ever dropped."""

MAX_OPERATIONS = 50_000
"""Entries of the ledger of one file."""

MAX_NAME = 200
"""Characters of an id, and of an agent's name."""

WARN_AT = 0.8
"""Share of a limit from which answers carry a warning."""

Status: TypeAlias = Literal["planned", "running", "paused", "blocked", "completed", "cancelled"]
STATUSES: tuple[Status, ...] = ("planned", "running", "paused", "blocked", "completed", "cancelled")
CLOSED: tuple[Status, ...] = ("completed", "cancelled")
"""Out of these the only way is ``running``."""

Claim: TypeAlias = Literal["verified", "inferred", "proposed", "user_decision"]
CLAIMS: tuple[Claim, ...] = ("verified", "inferred", "proposed", "user_decision")
OWN_KINDS = ("create", "update", "delete", "user_decision")
"""Kinds of Events that only the store writes; ``user_decision`` with a person's origin."""

HANDOVER_KIND = "handover"
"""Kind of the Event that records a written handover; it does not count as the Task having moved on."""

Texts: TypeAlias = tuple[str, ...] | None
LISTS = ("constraints", "findings", "evidence", "actions", "results", "pending_items")
"""Fields of a Task that hold texts and that an agent may replace."""


@dataclass(frozen=True, slots=True)
class RelatedIssue:
    """A ticket of an outside tracker. Its ``project_id`` is the tracker's, never the journal's."""

    provider: str
    connection_id: str
    project_id: str
    issue_id: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of work as it stands now; ``revision`` is the number of its Events."""

    task_id: str
    user_id: str
    project_id: str
    title: str
    goal: str
    constraints: Texts
    status: Status
    related_issues: tuple[RelatedIssue, ...] | None
    agent_id: str
    findings: Texts
    evidence: Texts
    actions: Texts
    results: Texts
    pending_items: Texts
    user_decisions: Texts
    revision: int
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a Task's history; the n-th one belongs to revision n. Evidence is kept as it was given."""

    event_id: str
    task_id: str
    agent_id: str
    kind: str
    claim: Claim
    text: str
    evidence: Texts
    created_at: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an operation did: enough to answer it again, no text of the work."""

    args_sha256: str
    task_id: str
    revision: int
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """For whom a journal is opened: the profile (``user_id``) and the Project of the start."""

    user_id: str
    project_id: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One wish to write, already checked for its types.

    Attributes:
        action: what is wished.
        operation_id: the caller's own id of this wish; the same again is answered with the first receipt.
        args_sha256: over the arguments as the caller gave them.
        agent_id: who wishes it, for display.
        task_id: the Task; None for ``create``.
        expected_revision: the revision that the caller read; None only where any will do (``create``, our own records).
        fields: new values by field name, for ``create`` and ``update``.
        kind, claim, text, evidence: the Event, for ``record``.
        person: whether a person wished it through a page of ours; no tool and no command can say so.
    """

    action: Literal["create", "update", "record", "delete"]
    operation_id: str
    args_sha256: str
    agent_id: str
    task_id: str | None = None
    expected_revision: int | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "note"
    claim: str = "inferred"
    text: str = ""
    evidence: Texts = None
    person: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What an accepted operation changes, all of it together: the Task (None: removed), its new Event, its receipt."""

    task_id: str
    task: Task | None
    event: Event
    key: str
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Journal:
    """Everything in one journal: Tasks and Events by Task id, receipts by ledger key, each in order of arrival."""

    tasks: Mapping[str, Task] = field(default_factory=dict)
    events: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    operations: Mapping[str, Receipt] = field(default_factory=dict)

    def task(self, project_id: str, task_id: str) -> Task | None:
        """A Task of a Project; one of another Project is as if it were not there."""
        found = self.tasks.get(task_id)
        return found if found is not None and found.project_id == project_id else None

    def changed(self, change: Change) -> Journal:
        """The journal after ``change``."""
        operations = {**self.operations, change.key: change.receipt}
        if change.task is None:
            tasks = {key: task for key, task in self.tasks.items() if key != change.task_id}
            events = {key: items for key, items in self.events.items() if key != change.task_id}
            return replace(self, tasks=tasks, events=events, operations=operations)
        history = (*self.events.get(change.task_id, ()), change.event)
        return replace(
            self,
            tasks={**self.tasks, change.task_id: change.task},
            events={**self.events, change.task_id: history},
            operations=operations,
        )

    def only(self, project_id: str) -> Journal:
        """The part of one Project."""
        tasks = {key: task for key, task in self.tasks.items() if task.project_id == project_id}
        return Journal(
            tasks,
            {key: self.events[key] for key in tasks},
            {key: receipt for key, receipt in self.operations.items() if scope_of(key) == project_id},
        )


@dataclass(frozen=True, slots=True)
class TaskHistory:
    """A Task and all its Events at one revision."""

    task: Task
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """How full a journal is."""

    size: int
    operations: int


@dataclass(frozen=True, slots=True)
class Applied:
    """The answer to an operation: its receipt, whether it was an earlier one's, and how full the journal is now."""

    receipt: Receipt
    replayed: bool
    usage: Usage


def is_name(text: str) -> bool:
    """Whether a text can be an id or a name: one line in which nothing is hidden, 1 to `MAX_NAME` characters."""
    return 0 < len(text) <= MAX_NAME and text.isprintable()


def ledger_key(project_id: str, operation_id: str) -> str:
    """The ledger's key of an operation: the scope (Project id, which holds no colon), a colon, the operation's id."""
    return f"{project_id}:{operation_id}"


def scope_of(key: str) -> str:
    """The Project id in a ledger key."""
    return key.partition(":")[0]
