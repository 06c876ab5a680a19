"""A journal on a scratch disk, and wishes written shortly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from butler.capabilities.journal import store_json
from butler.capabilities.journal.models import Applied, Scope
from butler.capabilities.journal.store_json import JsonJournalStore, Place
from butler.capabilities.journal.wishes import operation

BEGIN = datetime(2026, 6, 3, 3, 0, 0, tzinfo=UTC)
ISSUE = {"provider": "tracker", "connection_id": "c1", "project_id": "outside", "issue_id": "49"}


class Clock:
    """One millisecond later at every look."""

    def __init__(self) -> None:
        self._ticks = count()

    def __call__(self) -> datetime:
        return BEGIN + timedelta(milliseconds=next(self._ticks))


def json_store(data: Path, profile: str = "me", project: str = "shop") -> JsonJournalStore:
    """A store on the JSON file below ``data``."""
    ids = count(1)
    return JsonJournalStore(
        Place(data, Scope(profile, project), "journal.json"),
        Clock(),
        lambda: f"{profile}{project}{next(ids):06d}"[-12:],
    )


STORES = {"json": json_store}


def forget() -> None:
    """Let this process read every journal anew, as another process would."""
    store_json._files.clear()


_numbers = count(1)


def do(store: Any, action: str, **arguments: Any) -> Applied:
    """Apply one wish; an operation_id is made up where none is given."""
    arguments.setdefault("operation_id", f"op-{next(_numbers)}")
    wish = operation(action, arguments, "codex:s1")
    return store.apply(wish)


def new_task(store: Any, title: str = "Refuse the second reservation", **fields: Any) -> str:
    """Create a Task; returns its id."""
    return do(store, "create", title=title, **fields).receipt.task_id
