"""``python -m benchmarks [logs|prepare|journal|server ...] [--sizes 1,10,100] [--runs 3] [--file LOG]``: the tables."""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.journal import journal_table
from benchmarks.logs import MAKERS, make_log
from benchmarks.measuring import environment, measure, table
from benchmarks.server import server_table


def log_files(folder: Path, sizes: list[int], given: list[Path]) -> list[tuple[str, Path]]:
    """The logs to read: the given ones, else one of each client and size (megabytes)."""
    if given:
        return [(file.name, file) for file in given]
    made = []
    for client in MAKERS:
        for size in sizes:
            path = folder / f"{client}-{size}.jsonl"
            make_log(client, size * 1_000_000, path)
            made.append((f"{client} {size} MB", path))
    return made


def logs_table(folder: Path, options: argparse.Namespace) -> None:
    """Reading and folding a log, against ``json.loads`` on every line of the same file."""
    rows = []
    for name, path in log_files(folder, options.sizes, options.file):
        megabytes = path.stat().st_size / 1e6

        def work(what: str, path: Path = path) -> list[str]:
            return ["-m", "benchmarks.worker", what, str(path)]

        floor = measure(work("floor"), folder=folder, runs=options.runs)
        read = measure(work("read"), folder=folder, runs=options.runs)
        fold = measure(work("gather"), folder=folder, runs=options.runs)
        row = [name, f"{floor.cpu:.2f} s", f"{megabytes / floor.cpu:.0f}"]
        row += [f"{read.cpu:.2f} s", f"{read.cpu / floor.cpu:.2f} ×", f"{read.peak:.0f} MB"]
        row += [f"{fold.cpu:.2f} s", f"{fold.cpu / floor.cpu:.2f} ×", f"{fold.peak:.0f} MB"]
        if importlib.util.find_spec("orjson"):
            deep = measure(work("orjson"), folder=folder, runs=options.runs)
            row.append(f"{fold.cpu / deep.cpu:.2f} ×")
        else:
            row.append("-")
        rows.append(row)
    headings = [
        "log",
        "floor CPU",
        "floor MB/s",
        "read CPU",
        "read / floor",
        "read peak",
        "facts CPU",
        "facts / floor",
        "facts peak",
        "facts / orjson",
    ]
    table("Reading session logs (floor: json.loads on every line; CPU medians of whole processes)", headings, rows)


def prepare_table(folder: Path, options: argparse.Namespace) -> None:
    """``butler handover prepare --print`` as a whole process."""
    (folder / "project").mkdir(exist_ok=True)
    env = environment(folder)
    version = measure(["-m", "butler", "--version"], folder=folder, runs=options.runs, env=env)
    rows = [["(butler --version)", f"{version.wall:.2f} s", f"{version.cpu:.2f} s", "", f"{version.peak:.0f} MB"]]
    for name, path in log_files(folder, options.sizes, options.file):
        floor = measure(["-m", "benchmarks.worker", "floor", str(path)], folder=folder, runs=options.runs)
        command = ["-m", "butler", "handover", "prepare", "--print", "--session-log", str(path)]
        done = measure(command, folder=folder / "project", runs=options.runs, env=env)
        rows.append(
            [name, f"{done.wall:.2f} s", f"{done.cpu:.2f} s", f"{done.cpu / floor.cpu:.2f} ×", f"{done.peak:.0f} MB"]
        )
    table("handover prepare --print, process start included", ["log", "wall", "CPU", "CPU / floor", "peak"], rows)


TABLES: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "logs": logs_table,
    "prepare": prepare_table,
    "journal": lambda folder, options: journal_table(folder, options.runs),
    "server": lambda folder, options: server_table(folder, options.runs),
}


def main() -> None:
    """Print the wanted tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("tables", nargs="*", choices=[[], *TABLES], default=[])
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[1, 10, 100])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--file", type=Path, action="append", default=[], help="measure this log instead of made ones")
    options = parser.parse_args()
    options.file = [file.absolute() for file in options.file]
    with tempfile.TemporaryDirectory(prefix="butler-bench-") as name:
        for wanted in options.tables or TABLES:
            TABLES[wanted](Path(name), options)


main()
