"""From spawn to the first answers of ``butler-mcp``, with kept answers and without, beside a bare Python start."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import environment, table
from benchmarks.server import INITIALIZE, MODERN

BUTLER_MCP = "from butler.launcher import main; raise SystemExit(main())"
"""What the script ``butler-mcp`` does."""
ERAS = {"2025-06-18 (initialize)": False, "2026-07-28 (server/discover)": True}


def start_table(folder: Path, runs: int) -> None:
    """Milliseconds from spawn to each answer: medians and the slowest, all kinds of runs taken in turn."""
    (folder / "project").mkdir(exist_ok=True)
    bare: list[float] = []
    found: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for number in range(runs + 1):
        seconds = _bare(folder)
        for era, modern in ERAS.items():
            shutil.rmtree(folder / ".local/share/butler/start", ignore_errors=True)
            without = _answers(folder, modern=modern)
            kept = _answers(folder, modern=modern)
            if number:  # the first round fills the caches of the disk
                found.setdefault((era, "nothing kept"), []).append(without)
                found.setdefault((era, "answers kept"), []).append(kept)
        if number:
            bare.append(seconds)
    rows = [["bare Python start", "", _shown(bare), "", ""]]
    rows += [[era, kind, *map(_shown, zip(*times, strict=True))] for (era, kind), times in sorted(found.items())]
    headings = ["what", "answers of the last start", "handshake", "tools/list", "first call (issue_list)"]
    table(f"Start of butler-mcp (wall milliseconds from spawn; median and slowest of {runs})", headings, rows)


def _shown(seconds: Any) -> str:
    return f"{statistics.median(seconds) * 1000:.0f} ({max(seconds) * 1000:.0f})"


def _bare(folder: Path) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], cwd=folder, env=environment(folder), check=True)
    return time.perf_counter() - started


def _answers(folder: Path, *, modern: bool) -> tuple[float, float, float]:
    """Seconds from spawn to the handshake, the list of tools and the first call, each asked as soon as it can be."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", BUTLER_MCP],
        cwd=folder / "project",
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdin and server.stdout
        seconds = []
        for number, (method, params) in enumerate(
            (
                ("server/discover", {}) if modern else ("initialize", INITIALIZE),
                ("tools/list", {}),
                ("tools/call", {"name": "issue_list", "arguments": {}}),
            )
        ):
            whole = {**params, "_meta": MODERN} if modern else params
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": whole}
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
            if "result" not in answer or answer["id"] != number:
                raise RuntimeError(answer)
            seconds.append(time.perf_counter() - started)
        server.stdin.close()
        server.wait(30)
    return seconds[0], seconds[1], seconds[2]
