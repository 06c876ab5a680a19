"""A client that talks to a real server process over its stdin and stdout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SERVE = "import sys; from butler.launcher import main; raise SystemExit(main())"
"""What the script ``butler-mcp`` does."""
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "2.1.332"},
    "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": True}, "elicitation": {"form": {}}},
}
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"experimental": {"codex/auth-change": {}}},
    "clientInfo": {"name": "codex-mcp-client", "title": "Codex", "version": "0.171.0"},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")


def asking(number: object, method: str, *, modern: bool = False, **parameters: Any) -> dict[str, Any]:
    """A request; with ``modern`` it carries the envelope of 2026-07-28."""
    if modern:
        parameters["_meta"] = MODERN
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}


class Server:
    """One running server. Lines are read and written whole."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.unread: list[dict[str, Any]] = []

    def say(self, *messages: Any) -> None:
        """Send messages (or raw lines) in one go."""
        assert self.process.stdin
        lines = (m if isinstance(m, bytes) else json.dumps(m).encode() + b"\n" for m in messages)
        self.process.stdin.write(b"".join(lines))
        self.process.stdin.flush()

    def hear(self) -> bytes:
        """The next line; empty at the end."""
        assert self.process.stdout
        return self.process.stdout.readline()

    def answer(self, number: object) -> bytes:
        """The line that answers a request; other lines are kept in ``unread``."""
        while line := self.hear():
            message = json.loads(line)
            if "id" in message and message["id"] == number:
                return line
            self.unread.append(message)
        raise EOFError(number)

    def ask(self, message: dict[str, Any]) -> bytes:
        """Send a request and wait for its answer."""
        self.say(message)
        return self.answer(message["id"])

    def open(self, *, modern: bool) -> bytes:
        """The handshake of the era; what was answered."""
        if modern:
            return self.ask(asking("open", "server/discover", modern=True))
        answered = self.ask(asking("open", "initialize", **INITIALIZE))
        self.say(INITIALIZED)
        return answered

    def leave(self) -> tuple[int, bytes, str]:
        """Close the client's side: the exit code, what came after the last read line, and stderr."""
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.process.stdin.close()
        rest, errors = self.process.stdout.read(), self.process.stderr.read().decode()
        return self.process.wait(30), rest, errors


@contextmanager
def server(home: Path, folder: Path, *arguments: str, code: Path = ROOT, extra: Mapping[str, str] | None = None):
    """A server started in ``folder`` with a clean environment; killed at the end if it is still there."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(code), "LANG": "C.UTF-8"}
    command: Sequence[str] = [sys.executable, "-c", SERVE, *arguments]
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, **(extra or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield Server(process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)


def kept(home: Path) -> list[Path]:
    """The files of kept answers."""
    return sorted(home.glob(".local/share/butler/start/*.answers"))


def keep_answers(home: Path, folder: Path, *arguments: str, **options: Any) -> Path:
    """Start a server once and leave at once: it keeps its answers before it ends."""
    before = set(kept(home))
    with server(home, folder, *arguments, **options) as started:
        code, _, errors = started.leave()
    assert code == 0, errors
    new = set(kept(home)) - before
    return new.pop() if new else kept(home)[0]
