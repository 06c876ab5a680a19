"""Bringing an exported part back into a journal: all of it or nothing."""

from __future__ import annotations

from butler.capabilities.journal.models import Journal, Scope, scope_of
from butler.errors import Conflict, Refused


def merged(journal: Journal, part: Journal, scope: Scope) -> Journal:
    """``journal`` with the Tasks, Events and ledger entries of ``part`` behind its own; nothing is written anew.

    Raises:
        Refused: ``import_elsewhere`` when a Task is of another profile, or a Task or ledger entry of another Project.
        Conflict: ``import_task_exists``; ``import_operation_differs``, also in letter case alone; the first one is named.
    """
    for task in part.tasks.values():
        if task.user_id != scope.user_id:
            raise Refused("import_elsewhere", what=f"user_id {task.user_id}")
        if task.project_id != scope.project_id:
            raise Refused("import_elsewhere", what=f"project_id {task.project_id}")
    similar = {key.lower() for key in journal.operations if scope_of(key) == scope.project_id}
    for key, receipt in part.operations.items():
        if scope_of(key) != scope.project_id:
            raise Refused("import_elsewhere", what=f"project_id {scope_of(key)}")
        known = journal.operations.get(key)
        if key.lower() in similar if known is None else known != receipt:
            raise Conflict("import_operation_differs", operation_id=key.partition(":")[2], task_id=receipt.task_id)
    for task_id in part.tasks:
        if task_id in journal.tasks:
            raise Conflict("import_task_exists", task_id=task_id)
    return Journal(
        {**journal.tasks, **part.tasks},
        {**journal.events, **part.events},
        {**journal.operations, **part.operations},
    )
