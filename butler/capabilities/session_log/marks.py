"""Marks: notes at lines of sessions, in ``marks.json`` of the project's data folder, beside the logs and never in them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from butler.capabilities.session_log.models import Mark
from butler.errors import InvalidInput, NotFound, Refused, Unreadable
from butler.storage import make_data_folder, read_bytes, update_locked

if TYPE_CHECKING:
    from butler.capability import Caller
    from butler.house import House

SCHEMA_VERSION = 1
NOTE_LIMIT = 8 * 1024
"""Most bytes of one note (also of each text in the file)."""
FILE_LIMIT = 4 * 1024 * 1024
"""Most bytes of the marks of one project."""


def set_mark(house: House, caller: Caller, session: tuple[str, str], line: int, note: str) -> Mark:
    """Keep ``note`` (already free of secrets) at ``line`` of a session, named by its agent and id.

    Raises:
        InvalidInput: ``invalid_note`` for an empty note or one over 8 KiB.
        Refused: ``marks_too_many``. Unreadable: ``marks_unreadable`` (damaged or newer; untouched).
        Unavailable: ``busy``, ``not_writable``.
    """
    note = note.strip()
    if not note or len(note.encode("utf-8", "replace")) > NOTE_LIMIT:
        raise InvalidInput("invalid_note", limit=NOTE_LIMIT)
    mark = Mark(session[0], session[1], line, house.now().isoformat(timespec="seconds"), note, caller.client)
    shelf = _shelf(house)

    def with_mark(old: bytes | None) -> bytes:
        content = _dump([*_parse(old, house), mark])
        if len(content) > FILE_LIMIT:
            raise Refused("marks_too_many", limit=FILE_LIMIT, file=house.shown(_file(house)))
        return content

    update_locked(_file(house), shelf / "marks.json.lock", with_mark, limit=FILE_LIMIT)
    return mark


def marks_of(house: House, session_id: str | None) -> tuple[Mark, ...]:
    """The marks of one session, oldest first.

    Raises:
        Unreadable: ``marks_unreadable``.
    """
    try:
        content = read_bytes(_file(house), limit=FILE_LIMIT)
    except NotFound:
        return ()
    return tuple(mark for mark in _parse(content, house) if mark.session_id == session_id)


def _file(house: House) -> Path:
    return house.project_data / "marks.json"


def _shelf(house: House) -> Path:
    """The project's data folder, made where missing."""
    data = house.user.data
    return make_data_folder(data, *house.project_data.relative_to(data).parts)


def _parse(content: bytes | None, house: House) -> list[Mark]:
    if content is None:
        return []
    from butler.capabilities.session_log.marks_wire import marks_in

    try:
        raw = json.loads(content)
        version = raw.get("schema_version") if isinstance(raw, dict) else None
        if isinstance(version, int) and version > SCHEMA_VERSION:
            raise Unreadable("marks_unreadable", reason=f"schema version {version} is newer", file=_shown(house))
        return marks_in(raw)
    except (ValueError, RecursionError) as error:
        raise Unreadable("marks_unreadable", reason=type(error).__name__, file=_shown(house)) from error


def _shown(house: House) -> str:
    return house.shown(_file(house))


def _dump(marks: list[Mark]) -> bytes:
    value = {
        "format": "butler-marks",
        "schema_version": SCHEMA_VERSION,
        "marks": [asdict(mark) for mark in marks],
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
