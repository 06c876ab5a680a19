"""Whole-process figures: wall and CPU seconds and peak memory of one command, as the operating system counts them."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of several runs: seconds, and megabytes (10^6 bytes) of peak resident memory."""

    wall: float
    cpu: float
    peak: float


def environment(home: Path) -> dict[str, str]:
    """A clean environment in which this checkout is importable."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}


def measure(arguments: Sequence[str], *, folder: Path, runs: int = 3, env: Mapping[str, str] | None = None) -> Figures:
    """Run ``python arguments...`` several times; a failing run raises CalledProcessError."""
    found = [_once([sys.executable, *arguments], folder, dict(env or environment(folder))) for _ in range(runs)]
    return Figures(*(statistics.median(values) for values in zip(*found, strict=True)))


def _once(command: list[str], folder: Path, env: dict[str, str]) -> tuple[float, float, float]:
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    unit = 1 if sys.platform == "darwin" else 1024
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6


def table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print one Markdown table."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(headings) + " |")
    print("|" + "|".join("---" for _ in headings) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
