"""Kill -9 at random moments: nothing damaged, nothing acknowledged lost, no half import, no orphan after the next start."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.journal import KIB, fill, journal_file, open_store
from butler.capabilities.journal.models import Journal
from butler.capabilities.journal.transfer import export_bytes, read_export_file
from butler.errors import ButlerError
from tests.capabilities.journal.torture.calls import journal_of, killed, record_once

KILL_SIZES = (16 * KIB, 1024 * KIB, 15 * 1024 * KIB + 512 * KIB)


def kill(kills: int, sizes: Sequence[int] = KILL_SIZES, folder: Path | None = None, seed: int = 7) -> dict[str, Any]:
    """Kill -9 a writer at a random moment, again and again on the same journal; every fifth kill hits an import."""
    figures: Counter[str] = Counter()
    chance = random.Random(seed)
    for size in sizes:
        data = Path(tempfile.mkdtemp(prefix="butler-kill-", dir=folder))
        try:
            for number in range(-(-kills // len(sizes))):
                if number % 10 == 0:
                    fill(data, size, tasks=8)
                figures += _kill_import(data, chance) if number % 5 == 4 else _kill_writer(data, chance, number)
        finally:
            shutil.rmtree(data, ignore_errors=True)
    return dict(figures)


def _kill_writer(data: Path, chance: random.Random, number: int) -> Counter[str]:
    lines = killed(chance.random() * 0.04, "write-worker", "--data", str(data), "--name", f"k{number}")
    acknowledged = [line.split() for line in lines if line.endswith(b"\n")]
    return Counter(kills=1) + _judged(data, acknowledged)


def _judged(data: Path, acknowledged: list[list[bytes]]) -> Counter[str]:
    try:
        journal = journal_of(data)
    except (ValueError, ButlerError):
        return Counter(damaged=1)
    held = Counter(event.text for event in journal.events["task-0000"])
    found = Counter(acknowledged=len(acknowledged))
    found["lost"] = sum(held[name.decode()] == 0 for name, _ in acknowledged)
    found["doubled"] = sum(held[name.decode()] > 1 for name, _ in acknowledged)
    found["orphans before"] = len(list(journal_file(data).parent.glob(".butler-tmp-*")))
    open_store(data).tidy()
    found["orphans after the next start"] = len(list(journal_file(data).parent.glob(".butler-tmp-*")))
    return found


def _kill_import(data: Path, chance: random.Random) -> Counter[str]:
    """The export is the journal's own, brought into an empty profile of another folder: nothing or everything."""
    there = data / "import"
    export = data / "export.json"
    part = open_store(data).export()
    export.write_bytes(export_bytes(part))
    lines = killed(chance.random() * 0.15, "import-worker", "--data", str(there), "--input", str(export))
    done = b"done\n" in lines
    found = Counter(imports=1)
    try:
        whole = journal_of(there) if journal_file(there).exists() else Journal()
    except (ValueError, ButlerError):
        found["damaged"] += 1
        whole = Journal()
    found["half imports"] = int(whole not in (Journal(), part))
    found["imports lost"] = int(done and whole == Journal())
    open_store(there).tidy()
    found["orphans after the next start"] = len(list(there.rglob(".butler-tmp-*")))
    shutil.rmtree(there, ignore_errors=True)
    return found


def write_worker(options: argparse.Namespace) -> None:
    """Write until killed; each line on stdout is an acknowledged operation and its revision."""
    store = open_store(options.data)
    for number in range(1_000_000):
        name = f"{options.name}-{number}"
        revision, _ = record_once(store, "task-0000", name)
        os.write(1, f"{name} {revision}\n".encode())


def import_worker(options: argparse.Namespace) -> None:
    """Import one export."""
    store, part = open_store(options.data), read_export_file(options.input, "export")
    os.write(1, b"begin\n")
    store.restore(part)
    os.write(1, b"done\n")
