"""Updates of the Task Journal at several sizes, beside the floor: the same bytes written, fsynced, renamed, folder fsynced.

Floor and update take turns in one process, so that both meet the same disk; then several processes at once.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from benchmarks.measuring import environment, table
from butler.capabilities.journal.image import dump, event_values, image_of, keyed, receipt_values, task_values
from butler.capabilities.journal.models import LISTS, Event, Journal, Operation, Receipt, Scope, Task
from butler.capabilities.journal.store_json import JsonJournalStore, Place
from butler.capabilities.journal.wishes import operation
from butler.errors import Conflict

KIB = 1024
SIZES = (100 * KIB, 1024 * KIB, 16 * 1024 * KIB - 128 * KIB)
"""Bytes; the last leaves room for the measured updates below the limit."""

SCOPE = Scope("me", "shop")
TASKS = 64
EVENT_TEXT = 300
"""Characters of an Event's text in a filled journal."""


def open_store(data: Path) -> JsonJournalStore:
    """The store of the benchmarks and of the long tests."""
    return JsonJournalStore(Place(data, SCOPE, "journal.json"), lambda: datetime.now(UTC), lambda: uuid4().hex)


def journal_file(data: Path) -> Path:
    """Where that store keeps its file."""
    return data / "profiles" / SCOPE.user_id / "workspace" / "journal.json"


def fill(data: Path, size: int, tasks: int = TASKS) -> None:
    """Write a journal of about ``size`` bytes: Tasks, each with as many Events, and a receipt for every Event."""
    at = "2026-06-03T03:00:00.000Z"
    names = [f"task-{number:04d}" for number in range(tasks)]
    events: dict[str, list[Event]] = {name: [] for name in names}
    receipts: dict[str, Receipt] = {}
    left, number = size - sum(len(keyed(name, task_values(_task(name, 1, at)))) + 20 for name in names), 0
    while left > 0 or number < tasks:
        name = names[number % tasks]
        event = Event(f"{name}.{number}", name, "codex", "note", "verified", "x" * EVENT_TEXT, ("run 7",), at)
        events[name].append(event)
        key, receipt = f"{SCOPE.project_id}:{number:032x}", Receipt("0" * 64, name, len(events[name]))
        receipts[key] = receipt
        left -= len(dump(event_values(event))) + len(keyed(key, receipt_values(receipt))) + 3
        number += 1
    made = {name: _task(name, len(events[name]), at) for name in names}
    path = journal_file(data)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        image_of(Journal(made, {name: tuple(items) for name, items in events.items()}, receipts)).content()
    )


def _task(name: str, revision: int, at: str) -> Task:
    return Task(
        task_id=name,
        user_id=SCOPE.user_id,
        project_id=SCOPE.project_id,
        title=f"Task {name}",
        goal="",
        status="running",
        related_issues=None,
        agent_id="codex",
        user_decisions=None,
        revision=revision,
        created_at=at,
        updated_at=at,
        **dict.fromkeys(LISTS),
    )


def record(store: JsonJournalStore, task_id: str, text: str = "seen", operation_id: str | None = None) -> int:
    """Add one Event with the Task's present revision, again after each conflict; returns how many there were."""
    name, conflicts = operation_id or uuid4().hex, 0
    while True:
        try:
            store.apply(_wish(task_id, store.task(task_id).task.revision, text, name))
            return conflicts
        except Conflict:
            conflicts += 1


def _wish(task_id: str, revision: int, text: str, operation_id: str) -> Operation:
    arguments = {"task_id": task_id, "expected_revision": revision, "text": text, "operation_id": operation_id}
    return operation("record", arguments, "codex")


def floor(folder: Path, content: bytes) -> None:
    """The least that a durable replacement of a file costs."""
    temporary, path = folder / "temporary", folder / "floor"
    with temporary.open("wb", buffering=0) as file:
        file.write(content)
        os.fsync(file.fileno())
    temporary.replace(path)
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def journal_table(folder: Path, runs: int) -> None:
    """Print both tables."""
    rows = [_one_process(folder / f"one-{size}", size, runs * 20) for size in SIZES]
    heads = ["journal", "floor p50", "update p50", "update p99", "updates/s", "update / floor (p50)", "(mean)"]
    table("Journal: one process (floor: the same bytes, fsync, rename, fsync of the folder)", heads, rows)
    rows = []
    for size in SIZES:
        rows += [_processes(folder / f"many-{size}-{count}", size, count) for count in (2, 4, 16)]
    heads = ["journal", "processes", "updates", "updates/s", "p50", "p99", "longest", "refused"]
    table("Journal: several processes, one Task each", heads, rows)


def _one_process(data: Path, size: int, count: int) -> list[str]:
    fill(data, size)
    store, path = open_store(data), journal_file(data)
    record(store, "task-0000")
    ours, least = [], []
    for number in range(count):
        content = path.read_bytes()
        least.append(_timed(lambda content=content: floor(data, content)))  # type: ignore[misc]
        wish = _wish(name := f"task-{number % TASKS:04d}", store.task(name).task.revision, "seen", uuid4().hex)
        ours.append(_timed(lambda wish=wish: store.apply(wish)))  # type: ignore[misc]
    ours.sort()
    middle, bottom = statistics.median(ours), statistics.median(least)
    return [
        _size(size),
        _ms(bottom),
        _ms(middle),
        _ms(_share(ours, 0.99)),
        f"{1 / statistics.mean(ours):.1f}",
        f"{middle / bottom:.2f} ×",
        f"{statistics.mean(ours) / statistics.mean(least):.2f} ×",
    ]


def _processes(data: Path, size: int, count: int) -> list[str]:
    fill(data, size)
    each = max(4, (400 if size < KIB * KIB else 100 if size < 2 * KIB * KIB else 16) // count)
    command = [sys.executable, "-m", "benchmarks.journal", str(data), str(each)]
    root = Path(__file__).parents[1]
    started = time.perf_counter()
    workers = [
        subprocess.Popen([*command, f"task-{n:04d}"], cwd=root, env=environment(data), stdout=subprocess.PIPE)
        for n in range(count)
    ]
    outputs = [worker.communicate()[0].decode().split() for worker in workers]
    wall = time.perf_counter() - started
    times = sorted(float(word) for words in outputs for word in words if word != "refused")
    refused = sum(word == "refused" for words in outputs for word in words)
    busy = sum(times) / count or wall
    return [
        _size(size),
        str(count),
        str(len(times)),
        f"{len(times) / busy:.1f}",
        _ms(_share(times, 0.5)),
        _ms(_share(times, 0.99)),
        _ms(times[-1]),
        str(refused),
    ]


def worker(data: Path, count: int, task_id: str) -> None:
    """One of several writers: prints the seconds of each update, or ``refused``."""
    store = open_store(data)
    store.task(task_id)
    for _ in range(count):
        started = time.perf_counter()
        try:
            record(store, task_id)
            print(f"{time.perf_counter() - started:.6f}")
        except Exception:  # noqa: BLE001 (a refusal is a figure here)
            print("refused")


def _timed(work: object) -> float:
    started = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - started


def _share(times: Sequence[float], share: float) -> float:
    return times[min(int(len(times) * share), len(times) - 1)]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _size(size: int) -> str:
    return f"{size / KIB / KIB:.1f} MiB"


if __name__ == "__main__":
    worker(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
