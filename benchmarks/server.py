"""From spawn to the server's first answers, beside a bare Python start and the import of FastMCP in the same run."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import environment, measure, table

INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "codex-mcp-client", "version": "0.171.0"},
}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "2.1.332"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def server_table(folder: Path, runs: int) -> None:
    """Spawn to handshake, to ``tools/list``, and one call, in both protocol eras."""
    (folder / "project").mkdir(exist_ok=True)
    bare = measure(["-c", "pass"], folder=folder, runs=runs)
    library = measure(["-c", "from fastmcp import FastMCP"], folder=folder, runs=runs)
    rows = [["bare Python start", f"{bare.wall:.2f} s", "", ""], ["import fastmcp", f"{library.wall:.2f} s", "", ""]]
    for era in ("2025-06-18 (initialize)", "2026-07-28 (server/discover)"):
        found = [_run(folder, modern=era.startswith("2026")) for _ in range(runs)]
        rows.append([era, *(f"{statistics.median(times):.2f} s" for times in zip(*found, strict=True))])
    table(
        "Server start (wall, from spawn)",
        ["what", "handshake answered", "tools/list answered", "work_observe answered"],
        rows,
    )


def _run(folder: Path, *, modern: bool) -> tuple[float, float, float]:
    started = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "butler", "serve"],
        cwd=folder / "project",
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )

    def ask(number: int, method: str, **params: Any) -> float:
        assert server.stdin and server.stdout
        if modern:
            params["_meta"] = MODERN
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.flush()
        while True:
            answer = json.loads(server.stdout.readline())
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return time.perf_counter() - started

    try:
        first = ask(1, "server/discover") if modern else ask(1, "initialize", **INITIALIZE)
        if not modern and server.stdin:
            server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        listed = ask(2, "tools/list")
        called = ask(3, "tools/call", name="work_observe", arguments={})
    finally:
        if server.stdin:
            server.stdin.close()
        server.wait(10)
    return first, listed, called
