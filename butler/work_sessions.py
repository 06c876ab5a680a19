"""The file of work sessions: one JSON file per repository in the user's data folder, written under its own lock.

``{"version": 1, "sessions": [...]}``, oldest first; ``task_id`` stands only in sessions that name a Task. Read strictly:
a file that is damaged or newer is refused and left untouched. At most `MAX_SESSIONS` are kept: the oldest finished ones go first, then the oldest open ones, which nobody
finished.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, get_args

from butler.capabilities.work_record.models import WorkSession
from butler.capability import Caller
from butler.errors import InvalidInput, NotFound, Unreadable
from butler.naming import IssueId, parse_issue_id
from butler.records import dataclass
from butler.storage import make_data_folder, read_bytes, update_locked

FILE = "work_sessions.json"
LOCK = "work_sessions.lock"
VERSION = 1
MAX_SESSIONS = 200
MAX_NOTES = 24_000
"""Bytes of finish notes; 200 sessions of Japanese notes then stay below `MAX_BYTES`."""

MAX_BYTES = 8 * 1024 * 1024
_LATER = frozenset({"task_id"})
"""Fields that files written before them do not have."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A work session that began, and the one that it replaced."""

    session: WorkSession
    replaced: WorkSession | None = None


def open_session(folder: Path, caller: Caller) -> WorkSession | None:
    """The open session of a caller in the data folder ``folder``; changes nothing.

    With a session id it is the one that was begun under it. Without, the caller cannot be told apart from others of its
    client: the only open one of that client, else None.
    """
    return _current(_stored(folder), caller)


def sessions_in(folder: Path) -> Sequence[WorkSession]:
    """All sessions of the data folder ``folder``, oldest first; changes nothing.

    Raises:
        ButlerError: the file cannot be used.
    """
    return tuple(_stored(folder))


def begin(data: Path, folder: Path, session: WorkSession) -> Begun:
    """Add ``session``; the open one of the same calling session is finished at the new one's start."""
    replaced: list[WorkSession] = []

    def change(sessions: list[WorkSession]) -> list[WorkSession]:
        replaced.clear()
        for at, old in enumerate(sessions):
            if old.finished_at is None and (old.client, old.session_id) == (session.client, session.session_id):
                replaced.append(old)
                sessions[at] = replace(old, finished_at=session.started_at)
        return [*sessions, session]

    _update(data, folder, change)
    return Begun(session, replaced[-1] if replaced else None)


def finish(data: Path, folder: Path, caller: Caller, finished_at: str, notes: str) -> WorkSession:
    """Finish the caller's open session.

    Raises:
        NotFound: ``work_not_open``.
        InvalidInput: ``too_large`` notes.
    """
    size = len(notes.encode("utf-8", "replace"))
    if size > MAX_NOTES:
        raise InvalidInput("too_large", what="notes", size=size, limit=MAX_NOTES)
    finished: list[WorkSession] = []

    def change(sessions: list[WorkSession]) -> list[WorkSession]:
        current = _current(sessions, caller)
        if current is None:
            raise NotFound("work_not_open")
        finished[:] = [replace(current, finished_at=finished_at, finish_notes=notes)]
        return [finished[0] if old.id == current.id else old for old in sessions]

    if open_session(folder, caller) is None:
        raise NotFound("work_not_open")
    _update(data, folder, change)
    return finished[0]


def _current(sessions: Sequence[WorkSession], caller: Caller) -> WorkSession | None:
    mine = [item for item in sessions if item.finished_at is None and item.client == caller.client]
    if caller.session_id is not None:
        mine = [item for item in mine if item.session_id == caller.session_id]
    return mine[0] if len(mine) == 1 else None


def _stored(folder: Path) -> list[WorkSession]:
    try:
        return parse(read_bytes(folder / FILE, limit=MAX_BYTES))
    except NotFound:
        return []


def _update(data: Path, folder: Path, change: Callable[[list[WorkSession]], list[WorkSession]]) -> None:
    make_data_folder(data, *folder.relative_to(data).parts)

    def new_content(old: bytes | None) -> bytes:
        return dump(_trimmed(change([] if old is None else parse(old))))

    update_locked(folder / FILE, folder / LOCK, new_content, limit=MAX_BYTES)


def _trimmed(sessions: list[WorkSession]) -> list[WorkSession]:
    surplus = len(sessions) - MAX_SESSIONS
    if surplus <= 0:
        return sessions
    by_worth = sorted(sessions, key=lambda item: item.finished_at is None)  # stable: oldest first in both halves
    gone = {item.id for item in by_worth[:surplus]}
    return [item for item in sessions if item.id not in gone]


def dump(sessions: Sequence[WorkSession]) -> bytes:
    """The file's content."""
    content = {"version": VERSION, "sessions": [_values(item) for item in sessions]}
    return (json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode("utf-8", "surrogatepass")


def _values(session: WorkSession) -> dict[str, Any]:
    """Without a later field that is not used, so that an older Butler reads the file too."""
    return {name: value for name, value in asdict(session).items() if name not in _LATER or value is not None}


def parse(content: bytes) -> list[WorkSession]:
    """The sessions in a file's content.

    Raises:
        Unreadable: ``work_sessions_damaged`` with a reason, ``work_sessions_newer``.
    """
    try:
        whole = json.loads(content, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _damaged(f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "not JSON") from error
    if not isinstance(whole, dict) or not isinstance(version := whole.get("version"), int):
        raise _damaged("version")
    if version > VERSION:
        raise Unreadable("work_sessions_newer", version=version, known=VERSION)
    if version < 1 or whole.keys() != {"version", "sessions"} or not isinstance(whole["sessions"], list):
        raise _damaged("version")
    return [_session(item, number) for number, item in enumerate(whole["sessions"], 1)]


def _session(item: Any, number: int) -> WorkSession:
    where = f"sessions[{number}]"
    if not isinstance(item, dict) or item.keys() | _LATER != {field.name for field in fields(WorkSession)}:
        raise _damaged(where)
    for name, value in item.items():
        if not isinstance(value, _TYPES[name]) or isinstance(value, bool):
            raise _damaged(f"{where}.{name}")
    try:
        parse_issue_id(item["issue_id"])
    except InvalidInput as error:
        raise _damaged(f"{where}.issue_id") from error
    return WorkSession(**item)


_OPTIONAL_TEXT: tuple[type, ...] = (str, type(None))
_TYPES: dict[str, tuple[type, ...]] = {field.name: _OPTIONAL_TEXT for field in fields(WorkSession)} | {
    **dict.fromkeys(("id", "client", "started_at", "finish_notes"), (str,)),
    "issue_id": (*get_args(IssueId), type(None)),
}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _damaged(reason: str) -> Unreadable:
    return Unreadable("work_sessions_damaged", file=FILE, reason=reason)
