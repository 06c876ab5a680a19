"""The command line of the long tests, and of their workers."""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path

from benchmarks.journal import KIB
from tests.capabilities.journal import torture
from tests.capabilities.journal.torture.calls import broken
from tests.capabilities.journal.torture.failing_calls import faults, update_worker
from tests.capabilities.journal.torture.frozen_holder import busy, hold_worker
from tests.capabilities.journal.torture.kills import import_worker, kill, write_worker
from tests.capabilities.journal.torture.many_writers import load, load_worker

_TICKER = {"tick p99 ms": 50, "tick max ms": 250}
AT_MOST = {
    "load": {**_TICKER, "seconds": 900},
    "writers": {**_TICKER, "call p99 ms": 500, "refused as busy": 0},
}
"""Goals in time; the machine decides too, so only the command judges them."""


def main() -> int:
    """Run one of the four, or a worker of theirs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.capabilities.journal.torture",
        description=torture.__doc__,
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
    late = [name for name, most in AT_MOST.get(options.what, {}).items() if figures.get(name, 0) > most]
    return 1 if broken(figures) or late else 0


if __name__ == "__main__":
    raise SystemExit(main())
