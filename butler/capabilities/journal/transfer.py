"""Export and import: the bytes of an export, and reading one back as strictly as the journal itself."""

from __future__ import annotations

import os
from itertools import accumulate
from pathlib import Path

from butler.capabilities.journal.image import dump, event_values, receipt_values, task_values
from butler.capabilities.journal.models import MAX_BYTES, SCHEMA_VERSION, Event, Journal
from butler.capabilities.journal.store_json import LOCK
from butler.capabilities.journal.wire import Problem, agree, named, read_export
from butler.errors import ButlerError, Refused
from butler.looking import is_there
from butler.storage import read_bytes, write_atomic


def export_bytes(part: Journal) -> bytes:
    """Compact JSON on one line, Tasks and Events in order of creation.

    It holds less than the journal that it came from (no keys by Task id, no line breaks), so one under the journal's
    limit is under it too; DuckDB's ``read_json_auto`` refuses larger objects.
    """
    tasks = sorted(part.tasks.values(), key=lambda task: task.created_at)
    events = sorted((pair for task in tasks for pair in _timed(part.events[task.task_id])), key=lambda pair: pair[0])
    whole = {
        "schema_version": SCHEMA_VERSION,
        "tasks": [task_values(task) for task in tasks],
        "events": [event_values(event) for _, event in events],
        "operations": {key: receipt_values(receipt) for key, receipt in part.operations.items()},
    }
    return dump(whole) + b"\n"


def _timed(events: tuple[Event, ...]) -> list[tuple[str, Event]]:
    """The Events of a Task with times that never run backwards, so that sorting keeps their order."""
    return list(zip(accumulate((event.created_at for event in events), max), events, strict=True))


def write_export_file(path: Path, part: Journal, data: Path) -> None:
    """Write an export, in one durable step; a file that is there is replaced.

    Args:
        data: the user's data folder; nothing in it, nor beside any journal, is ever replaced by an export.

    Raises:
        Refused: ``export_into_data``; ``export_too_large``, which only a journal that others wrote can be; ``not_regular``.
        Unavailable: ``not_writable``.
    """
    folder = Path(os.path.realpath(path.parent))
    if folder.is_relative_to(os.path.realpath(data)) or is_there(folder / LOCK):
        raise Refused("export_into_data")
    content = export_bytes(part)
    if len(content) > MAX_BYTES:
        raise Refused("export_too_large", size=len(content), limit=MAX_BYTES)
    write_atomic(path, content)


def read_export_file(path: Path, shown: str) -> Journal:
    """The part of a journal in an export file.

    Raises:
        NotFound: ``file_missing``.
        Unreadable: ``export_damaged`` with the reason, ``export_is_journal``, ``journal_newer``, ``file_unreadable``.
        Refused: ``not_regular``.
    """
    try:
        part = read_export(read_bytes(path, limit=MAX_BYTES))
        agree(part, None)
    except (Problem, ButlerError) as problem:
        raise named(problem, "export_damaged", shown) from problem
    return part
