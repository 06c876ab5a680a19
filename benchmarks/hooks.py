"""What a hook costs its client: from spawn to the end of ``butler hook``, beside a bare Python start in the same run."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.logs import make_log
from benchmarks.measuring import environment, table

SIZES = (1, 20)
"""Megabytes of the session's log."""
EVENTS = (("SessionStart", "startup"), ("Stop", ""), ("PreCompact", ""), ("SessionEnd", ""))
SESSION = "019a0000-0000-7000-8000-000000000001"
_HOOK = "import sys; from butler.cli import main; raise SystemExit(main())"


def hooks_table(folder: Path, runs: int) -> None:
    """Milliseconds of each event: medians and the slowest, and CPU; SessionStart shows a brief of the session's document."""
    rows = []
    for size in SIZES:
        project, log = _session(folder, size)
        _background(folder, project, log)
        bare: list[tuple[float, float]] = []
        found: dict[str, list[tuple[float, float]]] = {event: [] for event, _ in EVENTS}
        for number in range(runs + 1):
            seconds = _timed(folder, ["-c", "pass"], b"")
            for event, source in EVENTS:
                told = _told(project, log, event, source, SESSION if event != "SessionStart" else f"other-{number}")
                figures = _timed(folder, ["-c", _HOOK, "hook", event, "--client", "claude-code"], told)
                if number:  # the first round fills the caches of the disk
                    found[event].append(figures)
                time.sleep(0.05)
            if number:
                bare.append(seconds)
        rows.append([f"{size} MB", "bare Python start", *_shown(bare)])
        rows += [["", event, *_shown(found[event])] for event, _ in EVENTS]
    table(f"Hooks (of {runs} runs each)", ["log", "event", "median ms", "slowest ms", "CPU ms"], rows)


def _session(folder: Path, size: int) -> tuple[Path, Path]:
    """A repository and the log of a session that worked in it."""
    project, log = folder / f"project-{size}", folder / f".claude/projects/-p{size}/{SESSION}.jsonl"
    project.mkdir()
    log.parent.mkdir(parents=True)
    make_log("claude-code", size * 1_000_000, log)
    identity = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com"}
    committer = {name.replace("AUTHOR", "COMMITTER"): value for name, value in identity.items()}
    (project / "a.txt").write_text("a\n")
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *words], cwd=project, env=environment(folder) | identity | committer, check=True)
    return project, log


def _told(project: Path, log: Path, event: str, source: str, session: str) -> bytes:
    place = log if session == SESSION else log.with_name(f"{session}.jsonl")
    told = {"session_id": session, "transcript_path": str(place), "cwd": str(project), "hook_event_name": event}
    return json.dumps(told | {"source": source}).encode()


def _background(folder: Path, project: Path, log: Path) -> None:
    """Make the document once, as the background does."""
    command = [sys.executable, "-c", _HOOK, "hook", "job", "make", "claude-code", SESSION, str(log)]
    subprocess.run(command, cwd=project, env=environment(folder), check=True)
    if not list(project.glob("session_logs/handover/auto/*.md")):
        raise RuntimeError("the background wrote no document")


def _timed(folder: Path, words: list[str], told: bytes) -> tuple[float, float]:
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=environment(folder)
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(told)
    process.stdin.close()
    process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return wall, usage.ru_utime + usage.ru_stime


def _shown(figures: list[tuple[float, float]]) -> list[str]:
    walls, cpus = zip(*figures, strict=True)
    return [f"{value * 1000:.0f}" for value in (statistics.median(walls), max(walls), statistics.median(cpus))]
