"""The Task that a work session named: read for the handover, and told about it once the snapshot is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from butler.capabilities.handover.records import digest
from butler.capabilities.handover.store import SavedHandover
from butler.capability import Caller
from butler.errors import ButlerError
from butler.house import House
from butler.phrases import say

if TYPE_CHECKING:
    from butler.capabilities.handover.gathering import Gathered
    from butler.capabilities.journal.models import TaskHistory


def task_of(house: House, task_id: str) -> TaskHistory:
    """The Task with its Events, out of the journal that this process was started for.

    Raises:
        Refused: ``journal_not_open``.
        NotFound: ``task_not_found``, ``deleted``.
        ButlerError: the journal cannot be read.
    """
    from butler.capabilities.journal.backend import open_journal

    return open_journal(house).task(task_id)


def recorded(
    house: House, caller: Caller, gathered: Gathered, saved: SavedHandover
) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
    """Record a written handover in its Task where writing is allowed; the snapshot stays whatever becomes of that.

    Returns:
        What the answer says about the Task (``id``, ``revision`` as it was read, ``recorded``: the revision of the Event,
        None without one), None without a Task; and sentences of warning.
    """
    history = gathered.materials.task
    if history is None:
        return None, ()
    from butler.capabilities.journal.backend import may_write, record_handover

    task = history.task
    facts: dict[str, Any] = {"id": task.task_id, "revision": task.revision, "recorded": None}
    if not may_write(house):
        return facts, ()
    try:
        applied = record_handover(house, caller, task.task_id, saved.name.file, digest(saved.text.encode("utf-8")))
    except ButlerError as problem:
        reason = problem.message(gathered.language)
        return facts, (say("warning_task_not_recorded", gathered.language, reason=reason),)
    return {**facts, "recorded": applied.receipt.revision}, ()
