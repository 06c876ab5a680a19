"""The journal's port, and the one door through which tools, commands and other rooms reach it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Protocol

from butler.capabilities.journal.models import (
    HANDOVER_KIND,
    Applied,
    Journal,
    Operation,
    Scope,
    Task,
    TaskHistory,
    Usage,
)
from butler.capabilities.journal.store_json import FILE, JsonJournalStore, Place
from butler.capabilities.journal.wishes import checked_name, fingerprint
from butler.capability import Caller
from butler.errors import InvalidInput, Refused
from butler.house import House

_PROFILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_PROJECT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


class JournalStore(Protocol):
    """The journal of one profile, seen from one Project. Every store keeps the same rules (`journal_worker`)."""

    def task(self, task_id: str) -> TaskHistory:
        """A Task and its Events at one revision.

        Raises:
            NotFound: ``task_not_found``, ``deleted``.
        """
        ...

    def tasks(self) -> tuple[Task, ...]:
        """All Tasks of the Project in order of arrival."""
        ...

    def apply(self, operation: Operation) -> Applied:
        """Do one operation: the Task, its Event and its receipt together, durable when this returns.

        The same operation again is answered with its first receipt and writes nothing.

        Raises:
            ButlerError: what `journal_worker.decide` refuses; ``operation_reused``, ``operation_similar``, ``journal_full``,
                ``journal_ledger_full``, ``busy``, ``not_writable``. Nothing was changed then.
        """
        ...

    def export(self) -> Journal:
        """Everything of the Project."""
        ...

    def restore(self, part: Journal) -> Usage:
        """Bring an exported part back, all of it or nothing.

        Raises:
            ButlerError: what `journal_import_worker.merged` refuses, and the limits.
        """
        ...

    def usage(self) -> Usage:
        """How full the journal is."""
        ...

    def tidy(self) -> None:
        """Remove what killed writers left, where nobody is at work; never makes a journal."""
        ...


def open_journal(house: House) -> JournalStore:
    """The journal of the profile and Project that the process was started for. Opening and reading create nothing.

    Raises:
        Refused: ``journal_not_open`` without ``--profile`` and ``--project``.
        InvalidInput: ``journal_bad_id``.
    """
    flags = house.start.flags
    profile, project = flags.get("profile"), flags.get("project")
    if not profile or not project:
        raise Refused("journal_not_open")
    for flag, given, pattern in (("--profile", profile, _PROFILE), ("--project", project, _PROJECT)):
        if not isinstance(given, str) or not pattern.fullmatch(given):
            raise InvalidInput("journal_bad_id", flag=flag)
    place = Place(house.user.data, Scope(profile, project), "")
    return JsonJournalStore(replace(place, shown=house.shown(place.folder / FILE)), house.now, house.start.new_id)


def may_write(house: House) -> bool:
    """Whether the process was started with ``--allow-journal-write``; nothing else can allow it."""
    return house.start.flags.get("allow_journal_write") is True


def writable_journal(house: House) -> JournalStore:
    """`open_journal` for writing.

    Raises:
        Refused: ``journal_write_not_allowed``, ``journal_not_open``.
    """
    store = open_journal(house)
    if not may_write(house):
        raise Refused("journal_write_not_allowed")
    return store


def record_decision(store: JournalStore, task_id: str, text: str, expected_revision: int, operation_id: str) -> Applied:
    """Record what a person decided, as the person's own word: for pages of ours only, never for a tool or a command.

    Raises:
        InvalidInput: ``journal_bad_value`` for an operation_id that is no name or text that is not Unicode.
        ButlerError: what `JournalStore.apply` refuses.
    """
    arguments = {"task_id": task_id, "text": text, "expected_revision": expected_revision}
    operation = Operation(
        action="record",
        operation_id=checked_name(operation_id, "operation_id"),
        args_sha256=fingerprint(arguments),
        agent_id="user",
        task_id=task_id,
        expected_revision=expected_revision,
        claim="user_decision",
        text=text,
        person=True,
    )
    return store.apply(operation)


def record_handover(house: House, caller: Caller, task_id: str, file: str, sha256: str) -> Applied:
    """Record a written handover as a verified Event of kind ``handover``, with file name and hash as its evidence.

    Recording the same file again changes nothing. The Task may be at any revision.
    """
    evidence = (file, f"sha256:{sha256}")
    operation = Operation(
        action="record",
        operation_id=f"handover:{task_id}:{file}:{sha256[:16]}",
        args_sha256=fingerprint({"task_id": task_id, "evidence": list(evidence)}),
        agent_id=agent_of(caller),
        task_id=task_id,
        kind=HANDOVER_KIND,
        claim="verified",
        text=file,
        evidence=evidence,
    )
    return writable_journal(house).apply(operation)


def moved_on(history: TaskHistory, revision: int) -> bool:
    """Whether a Task has got other Events than handovers after ``revision``."""
    return any(event.kind != HANDOVER_KIND for event in history.events[revision:])


def agent_of(caller: Caller) -> str:
    """The display name of an agent: its client and session."""
    return f"{caller.client}:{caller.session_id}" if caller.session_id else caller.client
