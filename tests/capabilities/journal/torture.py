"""The journal under many writers, kills and failing system calls, with the history of every call checked afterwards.

    python -m tests.capabilities.journal.torture load --updates 8000 --processes 16 --threads 8
    python -m tests.capabilities.journal.torture writers
    python -m tests.capabilities.journal.torture kill --kills 1000
    python -m tests.capabilities.journal.torture faults
    python -m tests.capabilities.journal.torture busy --calls 200

Each prints its figures and ends with 1 when a promise was broken. ``writers`` is 16 processes with one writer each, 50 updates
each, on a journal of 64 KiB. The tests run shorter forms of the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.journal import KIB, SCOPE, fill, journal_file, open_store
from butler.capabilities.journal.image import read_image
from butler.capabilities.journal.models import Journal
from butler.capabilities.journal.transfer import export_bytes, read_export_file
from butler.capabilities.journal.wishes import operation
from butler.errors import ButlerError, Conflict, Unavailable
from butler.storage import locked

ROOT = Path(__file__).parents[3]
SELF = [sys.executable, "-m", "tests.capabilities.journal.torture"]
KILL_SIZES = (16 * KIB, 1024 * KIB, 15 * 1024 * KIB)


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


# -- load ------------------------------------------------------------------------------------------------------------


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


# -- kill ------------------------------------------------------------------------------------------------------------


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
    lines = _killed(chance.random() * 0.04, "write-worker", "--data", str(data), "--name", f"k{number}")
    acknowledged = [line.split() for line in lines if line.endswith(b"\n")]
    return Counter(kills=1) + _judged(data, acknowledged)


def _killed(seconds: float, *arguments: str) -> list[bytes]:
    """The lines of a worker that was killed ``seconds`` after its first one."""
    with _spawn(*arguments) as worker:
        assert worker.stdout is not None
        lines = [worker.stdout.readline()]
        time.sleep(seconds)
        worker.send_signal(signal.SIGKILL)
        return lines + worker.stdout.read().splitlines(keepends=True)


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
    lines = _killed(chance.random() * 0.15, "import-worker", "--data", str(there), "--input", str(export))
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


def _spawn(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*SELF, *arguments], cwd=ROOT, env=environment(), stdout=subprocess.PIPE)


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


# -- faults ----------------------------------------------------------------------------------------------------------

FAULTS = ("signal=KILL", "error=ENOSPC", "error=EIO")
CALLS = "openat,read,write,fsync,rename,unlink,unlinkat,newfstatat,fstat,close,flock,mkdir,lseek,getdents64,ftruncate"
WRITING_CALLS = "write,fsync,rename,flock"
_CALL = re.compile(r"^(?:\[pid +(\d+)\] |(\d+) +)?([a-z0-9_]+)\(")
_MARK = "/nonexistent/butler-mark-"


def faults(calls: str = CALLS, folder: Path | None = None) -> dict[str, Any]:
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


def _fresh(data: Path) -> Path:
    place = data / "run"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(data / "clean", place)
    return place


def _traced(place: Path, calls: str, *more: str) -> tuple[bytes, list[str]]:
    log = place.parent / "strace.log"
    command = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={calls},stat,lstat", *more]
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
    _, lines = _traced(_fresh(data), calls + ",newfstatat")
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
        elif inside and call in calls.split(","):
            points.append((call, counts[thread, call]))
    return sorted(set(points))


def _failed_once(data: Path, calls: str, call: str, number: int, fault: str) -> Counter[str]:
    place = _fresh(data)
    before = journal_of(place)
    said, lines = _traced(place, calls + ",newfstatat", "-e", f"inject={call}:{fault}:when={number}")
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


# -- busy ------------------------------------------------------------------------------------------------------------


def busy(calls: int, seconds: float = 1.0, folder: Path | None = None) -> dict[str, Any]:
    """Calls that meet a frozen holder are answered ``busy``, are never applied later, and can be sent again."""
    data = Path(tempfile.mkdtemp(prefix="butler-busy-", dir=folder))
    try:
        fill(data, 16 * KIB, tasks=4)
        lock = journal_file(data).parent / "journal.lock"
        with _spawn("hold-worker", "--data", str(data)) as holder:
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


# -- command line ----------------------------------------------------------------------------------------------------

COUNTS = {
    "kills", "imports", "acknowledged", "orphans before", "points", "injected", "busy", "resends", "seconds", "size",
    "refused as busy",
}  # fmt: skip
"""Figures that only count; every other one must be 0."""

AT_MOST = {"tick p99 ms": 50, "tick max ms": 250}
"""Goals for the event loop's ticker; the machine decides too, so only the command judges them."""


def broken(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures that must be 0 and are not."""
    return {name: value for name, value in figures.items() if name not in COUNTS and not name.endswith(" ms") and value}


def main() -> int:
    """Run one of the four, or a worker of theirs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.capabilities.journal.torture",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what")
    for flag, kind, default in (
        ("--updates", int, 8000), ("--processes", int, 16), ("--threads", int, 8), ("--kills", int, 1000),
        ("--calls", int, 200), ("--data", Path, None), ("--tasks", str, ""), ("--name", str, "w"), ("--input", Path, None),
    ):  # fmt: skip
        parser.add_argument(flag, type=kind, default=default)
    options = parser.parse_args()
    workers = {
        "write-worker": write_worker,
        "import-worker": import_worker,
        "update-worker": update_worker,
        "hold-worker": hold_worker,
    }
    if options.what == "load-worker":
        asyncio.run(load_worker(options))
        return 0
    if options.what in workers:
        workers[options.what](options)
        return 0
    runs = {
        "load": lambda: load(options.processes, options.threads, options.updates),
        "writers": lambda: load(16, 1, 800, tasks=16, size=64 * KIB),
        "kill": lambda: kill(options.kills),
        "faults": faults,
        "busy": lambda: busy(options.calls),
    }
    figures = runs[options.what]()
    print(json.dumps(figures, indent=1))
    late = [name for name, most in AT_MOST.items() if figures.get(name, 0) > most]
    return 1 if broken(figures) or late else 0


if __name__ == "__main__":
    raise SystemExit(main())
