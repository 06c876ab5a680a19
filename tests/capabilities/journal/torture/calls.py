"""Calls of the journal, workers as processes of their own, and which figures are broken promises."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.journal import SCOPE, journal_file
from butler.capabilities.journal.image import read_image
from butler.capabilities.journal.models import Journal
from butler.capabilities.journal.wishes import operation
from butler.errors import Conflict, Unavailable

ROOT = Path(__file__).parents[4]
SELF = [sys.executable, "-m", "tests.capabilities.journal.torture"]
COUNTS = {
    "kills", "imports", "acknowledged", "orphans before", "points", "injected", "busy", "resends", "seconds", "size",
    "refused as busy",
}  # fmt: skip
"""Figures that only count; every other one must be 0."""


def broken(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures that must be 0 and are not."""
    return {name: value for name, value in figures.items() if name not in COUNTS and not name.endswith(" ms") and value}


def environment() -> dict[str, str]:
    """What a worker may see."""
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "HOME": "/nonexistent"}


def journal_of(data: Path) -> Journal:
    """The journal on disk, read strictly and without any memory of it."""
    return read_image(journal_file(data).read_bytes(), SCOPE.user_id).journal


def wish(task_id: str, revision: int, operation_id: str) -> Any:
    """Record one Event that holds its operation's id."""
    return operation(
        "record",
        {"task_id": task_id, "expected_revision": revision, "text": operation_id, "operation_id": operation_id},
        "codex",
    )


refusals: Counter[str] = Counter()
"""What this process was refused and sent again, by code."""


def record_once(store: Any, task_id: str, operation_id: str) -> tuple[int, Any]:
    """Record with the present revision until it is accepted: (revision, the wish that was)."""
    while True:
        asked = wish(task_id, store.task(task_id).task.revision, operation_id)
        try:
            return store.apply(asked).receipt.revision, asked
        except (Conflict, Unavailable) as problem:
            if problem.code not in {"revision_conflict", "busy"}:
                raise
            refusals[problem.code] += 1


def send_again(store: Any, asked: Any) -> tuple[int, bool]:
    """Send the very same wish again: (revision, whether it was answered from the ledger)."""
    while True:
        try:
            applied = store.apply(asked)
            return applied.receipt.revision, applied.replayed
        except Unavailable as problem:
            if problem.code != "busy":
                raise


def spawn(*arguments: str) -> subprocess.Popen[bytes]:
    """A worker of the command line."""
    return subprocess.Popen([*SELF, *arguments], cwd=ROOT, env=environment(), stdout=subprocess.PIPE)


def killed(seconds: float, *arguments: str) -> list[bytes]:
    """The lines of a worker that was killed ``seconds`` after its first one."""
    with spawn(*arguments) as worker:
        assert worker.stdout is not None
        lines = [worker.stdout.readline()]
        time.sleep(seconds)
        worker.send_signal(signal.SIGKILL)
        return lines + worker.stdout.read().splitlines(keepends=True)
