"""Calls that meet a frozen holder of the lock: answered ``busy``, never applied later, good to be sent again."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.journal import KIB, fill, journal_file, open_store
from butler.errors import ButlerError
from butler.storage import locked
from tests.capabilities.journal.torture.calls import journal_of, record_once, spawn, wish


def busy(calls: int, seconds: float = 1.0, folder: Path | None = None) -> dict[str, Any]:
    """Calls that meet a frozen holder are answered ``busy``, are never applied later, and can be sent again."""
    data = Path(tempfile.mkdtemp(prefix="butler-busy-", dir=folder))
    try:
        fill(data, 16 * KIB, tasks=4)
        lock = journal_file(data).parent / "journal.lock"
        with spawn("hold-worker", "--data", str(data)) as holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            holder.send_signal(signal.SIGSTOP)
            before, answers = journal_file(data).read_bytes(), _calls(data, calls, seconds)
            untouched = journal_file(data).read_bytes() == before
            holder.kill()
        with locked(lock):
            time.sleep(0.2)
        later = sum(event.text.startswith("busy-") for event in journal_of(data).events["task-0000"])
        store = open_store(data)
        for number in range(calls):
            record_once(store, "task-0000", f"busy-{number}")
        texts = Counter(event.text for event in store.task("task-0000").events)
        return {
            "busy": answers["busy"],
            "other answers": calls - answers["busy"],
            "applied meanwhile": int(not untouched),
            "applied later": later,
            "wrong after the resend": sum(texts[f"busy-{number}"] != 1 for number in range(calls)),
        }
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _calls(data: Path, calls: int, seconds: float) -> Counter[str]:
    store, answers = open_store(data), Counter[str]()
    revision = store.task("task-0000").task.revision

    def call(number: int) -> None:
        try:
            store.apply(wish("task-0000", revision, f"busy-{number}"), seconds=seconds)
            answers["applied"] += 1
        except ButlerError as problem:
            answers[problem.code] += 1

    threads = [threading.Thread(target=call, args=(number,)) for number in range(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def hold_worker(options: argparse.Namespace) -> None:
    """Hold the journal's lock until killed."""
    with locked(journal_file(options.data).parent / "journal.lock"):
        os.write(1, b"held\n")
        time.sleep(600)
