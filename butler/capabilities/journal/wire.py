"""Where journal bytes come in: strict JSON, strict fields. What does not fit is refused by name and left untouched.

The pydantic models here are the file format, schema_version 1; `schemas` gives them as JSON Schema. Inside the room only
the plain records of `models` are used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NoReturn, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from butler.capabilities.journal.models import (
    MAX_NAME,
    SCHEMA_VERSION,
    Event,
    Journal,
    Receipt,
    RelatedIssue,
    Task,
    is_name,
)
from butler.errors import ButlerError, Unreadable
from butler.maids.text_worker import one_line
from butler.phrases.journal import REASONS

Texts = list[str] | None
_TIME = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$"
Time = Annotated[str, Field(pattern=_TIME)]
Revision = Annotated[int, Field(ge=1)]
Name = Annotated[str, Field(min_length=1)]


def _plain_id(value: str) -> str:
    if not is_name(value):
        raise PydanticCustomError("id_wrong", "not 1 to 200 printable characters")
    return value


def _plain_key(value: str) -> str:
    if not value.isprintable():
        raise PydanticCustomError("id_wrong", "not printable")
    return value


Id = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_plain_id)]
_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RelatedIssueWire(_Record):
    """A ticket of an outside tracker; ``project_id`` is the tracker's own."""

    provider: str
    connection_id: str
    project_id: str
    issue_id: str
    url: str | None = None


class TaskWire(_Record):
    """One Task; lists may be null."""

    task_id: Id
    user_id: Id
    project_id: Id
    title: Name
    goal: str
    constraints: Texts = None
    status: Literal["planned", "running", "paused", "blocked", "completed", "cancelled"]
    related_issues: list[RelatedIssueWire] | None = None
    agent_id: str
    findings: Texts = None
    evidence: Texts = None
    actions: Texts = None
    results: Texts = None
    pending_items: Texts = None
    user_decisions: Texts = None
    revision: Revision
    created_at: Time
    updated_at: Time

    def plain(self) -> Task:
        """The record."""
        values = {name: _tuple(value) for name, value in self if name != "related_issues"}
        issues = self.related_issues
        related = None if issues is None else tuple(RelatedIssue(**dict(issue)) for issue in issues)
        return Task(related_issues=related, **values)


class EventWire(_Record):
    """One Event; ``verified`` has evidence."""

    event_id: Id
    task_id: Id
    agent_id: str
    kind: Name
    claim: Literal["verified", "inferred", "proposed", "user_decision"]
    text: str
    evidence: Texts = None
    created_at: Time

    @model_validator(mode="after")
    def _verified_has_evidence(self) -> EventWire:
        if self.claim == "verified" and not self.evidence:
            raise ValueError("verified without evidence")
        return self

    def plain(self) -> Event:
        """The record."""
        return Event(**{name: _tuple(value) for name, value in self})


class ReceiptWire(_Record):
    """One entry of the ledger."""

    args_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    task_id: Id
    revision: Revision
    deleted: bool = False

    def plain(self) -> Receipt:
        """The record."""
        return Receipt(**dict(self))


_Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}:"), AfterValidator(_plain_key)]
Ledger = dict[_Key, ReceiptWire]


_LEDGER: TypeAdapter[dict[str, ReceiptWire]] = TypeAdapter(Ledger)
_Wire = TypeVar("_Wire", bound=_Record)


class JournalWire(_Record):
    """``journal.json``: Tasks and lists of Events by Task id, ledger entries by Project id, colon, operation id."""

    schema_version: Literal[1]
    tasks: dict[str, TaskWire]
    events: dict[str, list[EventWire]]
    operations: Ledger


class ExportWire(_Record):
    """An export of one Project: Tasks and Events as lists in order of creation, its part of the ledger."""

    schema_version: Literal[1]
    tasks: list[TaskWire]
    events: list[EventWire]
    operations: Ledger


def schemas() -> Mapping[str, dict[str, Any]]:
    """JSON Schema by file name, as published beside the room's page."""
    wires: Mapping[str, type[BaseModel]] = {"journal": JournalWire, "export": ExportWire}
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {
        f"{name}.schema.json": dialect | json.loads(json.dumps(wire.model_json_schema()).replace('Wire"', '"'))
        for name, wire in wires.items()
    }


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Problem(ValueError):
    """Why bytes are not what they should be: a key of ``phrases.journal.REASONS``; facts name fields, never values."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.reason = REASONS[key].filled(**facts)
        super().__init__(self.reason.en)


def named(problem: Problem | ButlerError, code: str, shown: str) -> ButlerError:
    """The refusal of a whole file, with the file's path and why: ``code`` for one that is damaged or too large."""
    if isinstance(problem, ButlerError) and problem.code == "too_large":
        problem = Problem("too_large", **problem.facts)
    if isinstance(problem, Problem):
        return Unreadable(code, file=shown, reason=problem.reason)
    facts = {**problem.facts, "file": shown}
    if "what" in facts:
        facts["what"] = shown
    return type(problem)(problem.code, **facts)


def load(content: bytes) -> Any:
    """One JSON value, strict: UTF-8, no duplicate keys, no NaN, no lone surrogates, no bottomless nesting.

    Raises:
        Problem: what is wrong, and where.
    """
    try:
        text = content.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        if _ESCAPED_SURROGATE.search(content):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except Problem:
        raise
    except UnicodeError as error:
        raise Problem("not_utf8") from error
    except json.JSONDecodeError as error:
        raise Problem("not_json", line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise Problem("too_deep") from error
    except ValueError as error:
        raise Problem("long_number") from error
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Problem("key_twice", name=_name(twice))
    return found


def _no_constant(name: str) -> NoReturn:
    raise Problem("no_number", name=name)


def checked(wire: type[_Wire], value: Any) -> _Wire:
    """``value`` as one of the wire models.

    Raises:
        Problem: the first field that does not fit, and why.
    """
    return _checked(wire.__pydantic_validator__, value)  # type: ignore[no-any-return]


def _checked(validator: Any, value: Any) -> Any:
    try:
        return validator.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(_name(str(part)) for part in first["loc"]) or "-"
        kind = {"missing": "field_missing", "extra_forbidden": "field_unknown", "value_error": "no_evidence"}
        raise Problem(kind.get(first["type"], "field_wrong"), place=place) from error


def receipts(value: Any) -> dict[str, Receipt]:
    """Ledger entries by key.

    Raises:
        Problem: the first entry that does not fit, and why.
    """
    return {key: receipt.plain() for key, receipt in _checked(_LEDGER, value).items()}


def _name(text: str) -> str:
    return one_line(text, 60)


def read_journal(content: bytes) -> Journal:
    """The journal in the bytes of a ``journal.json`` of any layout.

    Raises:
        Problem: it is damaged.
        Unreadable: ``journal_newer``; ``journal_is_export`` for an export in its place.
    """
    whole = _versioned(content)
    if isinstance(whole.get("tasks"), list) and isinstance(whole.get("events"), list):
        raise Unreadable("journal_is_export")
    wire = checked(JournalWire, whole)
    return Journal(
        {key: task.plain() for key, task in wire.tasks.items()},
        {key: tuple(event.plain() for event in events) for key, events in wire.events.items()},
        {key: receipt.plain() for key, receipt in wire.operations.items()},
    )


def read_export(content: bytes) -> Journal:
    """The part of a journal in the bytes of an export.

    Raises:
        Problem: it is damaged.
        Unreadable: ``journal_newer``; ``export_is_journal`` for a ``journal.json`` in its place.
    """
    whole = _versioned(content)
    if isinstance(whole.get("tasks"), dict) and isinstance(whole.get("events"), dict):
        raise Unreadable("export_is_journal")
    wire = checked(ExportWire, whole)
    tasks = {task.task_id: task.plain() for task in wire.tasks}
    if len(tasks) != len(wire.tasks):
        raise Problem("task_twice")
    events: dict[str, list[Event]] = {key: [] for key in tasks}
    for event in wire.events:
        if event.task_id not in events:
            raise Problem("strange_event", task=_name(event.task_id))
        events[event.task_id].append(event.plain())
    receipts = {key: receipt.plain() for key, receipt in wire.operations.items()}
    return Journal(tasks, {key: tuple(items) for key, items in events.items()}, receipts)


def _versioned(content: bytes) -> dict[str, Any]:
    whole = load(content)
    if not isinstance(whole, dict):
        raise Problem("no_object")
    version = whole.get("schema_version")
    if type(version) is not int or version < 1:
        raise Problem("no_version")
    if version > SCHEMA_VERSION:
        raise Unreadable("journal_newer", version=version, known=SCHEMA_VERSION)
    return whole


def agree(journal: Journal, user_id: str | None, task_ids: Iterable[str] | None = None) -> None:
    """Check what single records cannot say: keys, owner, and one Event for each revision.

    Args:
        user_id: the profile that owns every Task; None where the caller looks at that itself.
        task_ids: the Tasks to look at; None for all.

    Raises:
        Problem: what does not agree.
    """
    if journal.tasks.keys() != journal.events.keys():
        raise Problem("other_tasks")
    for key in journal.tasks if task_ids is None else task_ids:
        task, events = journal.tasks[key], journal.events[key]
        if task.task_id != key or any(event.task_id != key for event in events):
            raise Problem("other_ids", task=_name(key))
        if user_id is not None and task.user_id != user_id:
            raise Problem("other_profile", task=_name(key))
        if task.revision != len(events):
            raise Problem("other_revision", task=_name(key), revision=task.revision, events=len(events))
