"""``python -m benchmarks [logs|prepare|growing|journal|server|start|hooks ...] [--sizes 1,10,100] [--runs 3] [--file LOG]``: the tables."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.hooks import hooks_table
from benchmarks.journal import journal_table
from benchmarks.logs import EACH_TURN, MAKERS, append_turns, make_log
from benchmarks.measuring import Figures, environment, measure, table
from benchmarks.redaction import redaction_table
from benchmarks.server import server_table
from benchmarks.start import start_table


@dataclass(frozen=True, slots=True)
class MeasuredLog:
    """A log to read; ``turns`` of a made one, from which follows what must be found in it."""

    name: str
    path: Path
    turns: int | None = None

    def work(self, what: str) -> list[str]:
        """The command line of one measured piece of work on it."""
        return ["-m", "benchmarks.worker", what, str(self.path)]


def log_files(folder: Path, sizes: list[int], given: list[Path]) -> list[MeasuredLog]:
    """The logs to read: the given ones, else one of each client and size (megabytes)."""
    if given:
        return [MeasuredLog(file.name, file) for file in given]
    made = []
    for client in MAKERS:
        for size in sizes:
            path = folder / f"{client}-{size}.jsonl"
            made.append(MeasuredLog(f"{client} {size} MB", path, make_log(client, size * 1_000_000, path)))
    return made


def _found(log: MeasuredLog, folder: Path) -> str:
    """Commands, changed files and requests found, and whether that is what the parts of the log hold."""
    told = subprocess.run(
        [sys.executable, *log.work("read")], cwd=folder, env=environment(folder), check=True, capture_output=True
    )
    counts = json.loads(told.stdout)
    found = {kind: counts.get(kind, 0) for kind in EACH_TURN}
    shown = " / ".join(f"{count:,}" for count in found.values()) + f", skipped {counts['skipped']}"
    if log.turns is None:
        return shown
    return f"{shown} ({'all' if found == {kind: log.turns * each for kind, each in EACH_TURN.items()} else 'NOT ALL'})"


def logs_table(folder: Path, options: argparse.Namespace) -> None:
    """Reading and folding a log, against ``json.loads`` and ``orjson.loads`` on every line of the same file."""
    rows = []
    for log in log_files(folder, options.sizes, options.file):
        floor = measure(log.work("floor"), folder=folder, runs=options.runs)
        deep = measure(log.work("orjson"), folder=folder, runs=options.runs) if find_spec("orjson") else None
        read = measure(log.work("read"), folder=folder, runs=options.runs)
        fold = measure(log.work("gather"), folder=folder, runs=options.runs)
        row = [log.name, f"{floor.cpu:.2f} s", f"{deep.cpu:.2f} s" if deep else "-"]
        for done in (read, fold):
            row += [f"{done.cpu:.2f} s", f"{done.cpu / floor.cpu:.2f} ×"]
            row += [f"{done.cpu / deep.cpu:.2f} ×" if deep else "-", f"{done.peak:.0f} MB"]
        rows.append([*row, _found(log, folder)])
    headings = ["log", "json.loads", "orjson.loads"]
    for what in ("read", "facts"):
        headings += [f"{what} CPU", f"{what} / json", f"{what} / orjson", f"{what} peak"]
    headings.append("commands / files / requests")
    title = "Reading session logs (floors: every line parsed, nothing kept; CPU medians of whole processes)"
    table(title, headings, rows)
    print("\nFor comparison, other tools' handovers of logs of 500 MB against orjson.loads (measured elsewhere):")
    print("claude-handoff 4.1 × and 124 MB, session-handover 3.6-5.7 × and 58 MB, continues 12-15 × and 1.4 GB,")
    print("ccusage (native, counts tokens only) 0.8-1.8 × and up to 612 MB.")


def growing_table(folder: Path, options: argparse.Namespace) -> None:
    """``butler handover prepare`` of a log that grew by 1 MB since the last one, against a log that is as short as that."""
    (folder / "project").mkdir(exist_ok=True)
    env = environment(folder)
    rows = []
    for client in MAKERS:
        path, short = folder / f"{client}-grows.jsonl", folder / f"{client}-short.jsonl"
        make_log(client, options.growing * 1_000_000, path)
        make_log(client, 1_000_000, short)

        def prepare(log: Path) -> Figures:
            command = ["-m", "butler", "handover", "prepare", "--print", "--session-log", str(log)]
            return measure(command, folder=folder / "project", runs=1, env=env)

        first, grown = prepare(path), []
        for seed in range(options.runs):
            append_turns(client, 1_000_000, path, seed)
            grown.append(prepare(path).wall)
        version = measure(["-m", "butler", "--version"], folder=folder, runs=options.runs, env=env).wall
        alone = statistics.median(prepare(short).wall for _ in range(options.runs))
        again = statistics.median(grown)
        seconds = (version, first.wall, again, again - version, alone, again - alone)
        rows.append([f"{client} {options.growing} MB", *(f"{one:.2f} s" for one in seconds)])
    headings = ["log", "--version", "first", "1 MB more", "beyond --version", "1 MB alone", "beyond that"]
    table("handover prepare of a growing log (wall, process start included)", headings, rows)


def prepare_table(folder: Path, options: argparse.Namespace) -> None:
    """``butler handover prepare --print`` as a whole process."""
    (folder / "project").mkdir(exist_ok=True)
    env = environment(folder)
    version = measure(["-m", "butler", "--version"], folder=folder, runs=options.runs, env=env)
    rows = [["(butler --version)", f"{version.wall:.2f} s", f"{version.cpu:.2f} s", "", f"{version.peak:.0f} MB"]]
    for log in log_files(folder, options.sizes, options.file):
        floor = measure(log.work("floor"), folder=folder, runs=options.runs)
        command = ["-m", "butler", "handover", "prepare", "--print", "--session-log", str(log.path)]
        done = measure(command, folder=folder / "project", runs=options.runs, env=env)
        rows.append(
            [
                log.name,
                f"{done.wall:.2f} s",
                f"{done.cpu:.2f} s",
                f"{done.cpu / floor.cpu:.2f} ×",
                f"{done.peak:.0f} MB",
            ]
        )
    table("handover prepare --print, process start included", ["log", "wall", "CPU", "CPU / floor", "peak"], rows)


TABLES: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "logs": logs_table,
    "prepare": prepare_table,
    "growing": growing_table,
    "journal": lambda folder, options: journal_table(folder, options.runs),
    "server": lambda folder, options: server_table(folder, options.runs),
    "redaction": lambda folder, options: redaction_table(options.runs),
    "start": lambda folder, options: start_table(folder, max(options.runs, 20)),
    "hooks": lambda folder, options: hooks_table(folder, max(options.runs, 20)),
}


def main() -> None:
    """Print the wanted tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("tables", nargs="*", choices=[[], *TABLES], default=[])
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[1, 10, 100])
    parser.add_argument("--growing", type=int, default=50, help="megabytes of the log that grows")
    parser.add_argument("--runs", type=int, default=3, help="of each measurement; start and hooks take at least 20")
    parser.add_argument("--file", type=Path, action="append", default=[], help="measure this log instead of made ones")
    options = parser.parse_args()
    options.file = [file.absolute() for file in options.file]
    with tempfile.TemporaryDirectory(prefix="butler-bench-") as name:
        for wanted in options.tables or TABLES:
            TABLES[wanted](Path(name), options)


main()
