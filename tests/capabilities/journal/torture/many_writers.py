"""Many processes with many threads each: every acknowledged call is looked for afterwards."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.journal import fill, journal_file, open_store
from butler.capabilities.journal.wishes import operation
from tests.capabilities.journal.torture.calls import (
    ROOT,
    SELF,
    environment,
    journal_of,
    record_once,
    refusals,
    send_again,
)


def load(
    processes: int, threads: int, updates: int, tasks: int = 64, folder: Path | None = None, size: int = 0
) -> dict[str, Any]:
    """Many processes with many threads each; a tenth of the calls is sent again. Every acknowledged call is checked.

    ``size``: bytes of a journal that is there already; 0 for none.
    """
    data = Path(tempfile.mkdtemp(prefix="butler-load-", dir=folder))
    try:
        if size:
            fill(data, size, tasks=4)
        ids = [
            open_store(data)
            .apply(operation("create", {"title": str(n), "operation_id": f"c{n}"}, "codex"))
            .receipt.task_id
            for n in range(tasks)
        ]
        each = -(-updates // processes)
        started = time.monotonic()
        command = [
            *SELF,
            "load-worker",
            "--data",
            str(data),
            "--threads",
            str(threads),
            "--updates",
            str(each),
            "--tasks",
            ",".join(ids),
        ]
        workers = [
            subprocess.Popen([*command, "--name", f"p{n}"], cwd=ROOT, env=environment(), stdout=subprocess.PIPE)
            for n in range(processes)
        ]
        answers = [json.loads(worker.communicate()[0]) for worker in workers]
        figures = {"seconds": round(time.monotonic() - started, 1), **checked_load(data, ids, answers)}
        figures["size"] = journal_file(data).stat().st_size
        return figures
    finally:
        shutil.rmtree(data, ignore_errors=True)


def checked_load(data: Path, ids: Sequence[str], answers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the history of all calls says against what is on disk."""
    journal = journal_of(data)
    acknowledged: dict[str, tuple[str, int]] = {}
    broken = 0
    for answer in answers:
        for operation_id, task_id, revision in answer["acknowledged"]:
            broken += acknowledged.setdefault(operation_id, (task_id, revision)) != (task_id, revision)
    found = Counter(event.text for key in ids for event in journal.events[key] if event.kind == "note")
    lost = sum(
        journal.events[task_id][revision - 1].text != operation_id
        for operation_id, (task_id, revision) in acknowledged.items()
    )
    gaps = sum(journal.tasks[key].revision != len(journal.events[key]) for key in ids)
    lateness = sorted(late for answer in answers for late in answer["ticks"])
    return {
        "acknowledged": len(acknowledged),
        "lost": lost,
        "doubled": sum(count > 1 for count in found.values()) + broken,
        "never acknowledged": len(found.keys() - acknowledged.keys()),
        "gaps": gaps,
        "resends": sum(answer["resends"] for answer in answers),
        "wrong resends": sum(answer["wrong resends"] for answer in answers),
        "refused as busy": sum(answer["busy"] for answer in answers),
        "call p99 ms": round(1000 * _share(sorted(t for a in answers for t in a["times"]), 0.99)),
        "tick p99 ms": round(1000 * _share(lateness, 0.99), 1),
        "tick max ms": round(1000 * lateness[-1], 1),
    }


def _share(values: Sequence[float], share: float) -> float:
    return values[min(int(len(values) * share), len(values) - 1)]


async def load_worker(options: argparse.Namespace) -> None:
    """One process: threads that write as the facade's do, and a ticker on the event loop beside them."""
    store, ids = open_store(options.data), options.tasks.split(",")
    numbers = iter(range(options.updates))
    chance = random.Random(options.name)
    answer: dict[str, Any] = {"acknowledged": [], "resends": 0, "wrong resends": 0, "ticks": [], "times": []}

    def call(task_id: str, operation_id: str, again: bool) -> None:
        started = time.monotonic()
        revision, asked = record_once(store, task_id, operation_id)
        answer["times"].append(time.monotonic() - started)
        answer["acknowledged"].append((operation_id, task_id, revision))
        if again:
            answer["resends"] += 1
            revision, replayed = send_again(store, asked)
            answer["acknowledged"].append((operation_id, task_id, revision))
            answer["wrong resends"] += not replayed

    async def writer() -> None:
        for number in numbers:
            task_id, operation_id = chance.choice(ids), f"{options.name}-{number}"
            await asyncio.to_thread(call, task_id, operation_id, chance.random() < 0.1)

    ticking = asyncio.create_task(ticker(answer["ticks"]))
    await asyncio.gather(*(writer() for _ in range(options.threads)))
    ticking.cancel()
    answer["busy"] = refusals["busy"]
    print(json.dumps(answer))


async def ticker(late: list[float], every: float = 0.01) -> None:
    """How many seconds later than asked the event loop comes back."""
    while True:
        started = time.monotonic()
        await asyncio.sleep(every)
        late.append(max(time.monotonic() - started - every, 0.0))
