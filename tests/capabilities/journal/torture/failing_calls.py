"""Every system call of one update, failed in every way (``strace -e inject``), in a program that knows nothing of it."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.journal import KIB, fill, journal_file, open_store
from butler.errors import ButlerError
from tests.capabilities.journal.torture.calls import ROOT, SELF, environment, journal_of, send_again, wish

FAULTS = ("signal=KILL", "error=ENOSPC", "error=EIO")
ALL_CALLS = "all"
WRITING_CALLS = "write,fsync,rename,flock"
_CALL = re.compile(r"^(?:\[pid +(\d+)\] |(\d+) +)?([a-z0-9_]+)\(")
_MARK = "/nonexistent/butler-mark-"


def faults(calls: str = ALL_CALLS, folder: Path | None = None) -> dict[str, Any]:
    """Every system call of one update, each failed in each way, in a program that knows nothing of it."""
    data = Path(tempfile.mkdtemp(prefix="butler-faults-", dir=folder))
    try:
        fill(data / "clean", 16 * KIB, tasks=4)
        figures: Counter[str] = Counter()
        for call, number in _points(data, calls):
            for fault in FAULTS:
                figures += _failed_once(data, calls, call, number, fault)
        return dict(figures)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _with_marks(calls: str) -> str:
    """The calls to trace so that the two marks are seen, too."""
    return calls if calls == ALL_CALLS else f"{calls},newfstatat,stat,lstat"


def _fresh(data: Path) -> Path:
    place = data / "run"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(data / "clean", place)
    return place


def _traced(place: Path, calls: str, *more: str) -> tuple[bytes, list[str]]:
    log = place.parent / "strace.log"
    command = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={calls}", *more]
    worker = [*SELF, "update-worker", "--data", str(place)]
    done = subprocess.run(
        [*command, *worker],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )
    return done.stdout, log.read_text(errors="replace").splitlines()


def _points(data: Path, calls: str) -> list[tuple[str, int]]:
    """Each call of the update: its name and which one of its thread it is."""
    _, lines = _traced(_fresh(data), _with_marks(calls))
    counts: Counter[tuple[str, str]] = Counter()
    points, inside = [], False
    for line in lines:
        found = _CALL.match(line)
        if found is None:
            continue
        thread, call = found[1] or found[2] or "", found[3]
        counts[thread, call] += 1
        if _MARK in line:
            inside = not inside
        elif inside and (calls == ALL_CALLS or call in calls.split(",")):
            points.append((call, counts[thread, call]))
    return sorted(set(points))


def _failed_once(data: Path, calls: str, call: str, number: int, fault: str) -> Counter[str]:
    place = _fresh(data)
    before = journal_of(place)
    said, lines = _traced(place, _with_marks(calls), "-e", f"inject={call}:{fault}:when={number}")
    found = Counter(points=1, injected=int("(INJECTED)" in "".join(lines) or "KILL" in fault))
    try:
        after = journal_of(place)
    except (ValueError, ButlerError, OSError):
        return found + Counter(bad=1)
    applied = any(event.text == "update-1" for event in after.events["task-0000"])
    found["bad"] = int(not applied and after != before)
    found["false acknowledgements"] = int(b"acknowledged" in said and not applied)
    found["refused though written"] = int(b"refused" in said and b"write_uncertain" not in said and applied)
    store = open_store(place)
    send_again(store, wish("task-0000", before.tasks["task-0000"].revision, "update-1"))
    texts = [event.text for event in store.task("task-0000").events]
    found["wrong after a resend"] = int(texts.count("update-1") != 1)
    found["orphans after a resend"] = len(list(journal_file(place).parent.glob(".butler-tmp-*")))
    return found


def update_worker(options: argparse.Namespace) -> None:
    """One update between two marks that a trace can see."""
    store = open_store(options.data)
    revision = store.task("task-0000").task.revision
    os.path.exists(_MARK + "begin")
    try:
        store.apply(wish("task-0000", revision, "update-1"))
        said = b"acknowledged\n"
    except ButlerError as problem:
        said = f"refused {problem.code}\n".encode()
    os.path.exists(_MARK + "end")
    os.write(1, said)
