"""Small invented sessions of both clients on disk, and the hooks run as a client runs them: a process with JSON on stdin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from butler.commands.hook import hook_of
from butler.hooks.living import Process
from butler.hooks.telling import read_told
from butler.hooks.working import do_job
from butler.house import House, Staff, Start, open_house
from tests.repositories import Repository

ROOT = Path(__file__).parents[2]


def session_id(number: int) -> str:
    """An id as both clients make them."""
    return f"019a0000-0000-7000-8000-{number:012d}"


class Session:
    """One session of a client that grows turn by turn."""

    def __init__(
        self, home: Path, folder: Path, number: int, client: str = "claude-code", branch: str = "main"
    ) -> None:
        self.client, self.folder, self.branch, self.id = client, folder, branch, session_id(number)
        name = f"sessions/2026/05/01/rollout-2026-05-01T09-00-00-{self.id}.jsonl"
        self.log = home / (f".codex/{name}" if client == "codex" else f".claude/projects/-shop/{self.id}.jsonl")
        self.lines: list[dict[str, Any]] = []
        if client == "codex":
            git = {"commit_hash": "a" * 40, "branch": branch}
            head = {"id": self.id, "cwd": str(folder), "cli_version": "0.171.0", "source": "cli", "git": git}
            self._add("session_meta", head | {"originator": "codex_cli_rs", "history_mode": "paginated"})

    def turn(self, asked: str, said: str = "Done.") -> Session:
        """The person asks, the agent answers; the log is written."""
        if self.client == "codex":
            self._codex_turn(asked, said)
        else:
            self._message("user", {"role": "user", "content": asked})
            words = {"role": "assistant", "model": "m", "content": [{"type": "text", "text": said}]}
            self._message("assistant", words | {"id": f"m{len(self.lines)}", "stop_reason": "end_turn"})
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")
        return self

    def _codex_turn(self, asked: str, said: str) -> None:
        ids = {"thread_id": self.id, "turn_id": "t"}
        self._add("event_msg", {"type": "task_started", "turn_id": "t"})
        for kind, item in (
            ("UserMessage", {"content": [{"type": "text", "text": asked}]}),
            ("AgentMessage", {"phase": "final_answer", "content": [{"type": "Text", "text": said}]}),
        ):
            whole = {"type": kind, "id": f"i{len(self.lines)}", **item}
            self._add("event_msg", {"type": "item_completed", **ids, "item": whole})
        self._add("event_msg", {"type": "task_complete", "turn_id": "t"})

    def _at(self) -> str:
        return f"2026-05-01T09:{len(self.lines) // 60:02d}:{len(self.lines) % 60:02d}.000Z"

    def _add(self, kind: str, payload: dict[str, Any]) -> None:
        self.lines.append({"timestamp": self._at(), "ordinal": len(self.lines), "type": kind, "payload": payload})

    def _message(self, kind: str, message: dict[str, Any]) -> None:
        before = self.lines[-1]["uuid"] if self.lines else None
        self.lines.append(
            {
                "type": kind,
                "uuid": f"{self.id}-{len(self.lines)}",
                "parentUuid": before,
                "isSidechain": False,
                "sessionId": self.id,
                "cwd": str(self.folder),
                "gitBranch": self.branch,
                "version": "2.1.332",
                "userType": "external",
                "timestamp": self._at(),
                "message": message,
            }
        )

    def event(self, name: str, source: str = "") -> dict[str, Any]:
        """What the client tells a hook."""
        told = {"session_id": self.id, "transcript_path": str(self.log), "cwd": str(self.folder)}
        return told | {"hook_event_name": name, **({"source": source} if source else {})}


class Hooks:
    """Runs the hooks of a scratch home: in this process, with the background work at once, or as a client does."""

    def __init__(self, home: Path, repository: Repository, staff: Staff) -> None:
        self.home, self.repository, self.staff = home, repository, staff
        self.now = datetime(2026, 6, 3, 12, tzinfo=UTC)
        self.client: Process | None = None

    @property
    def automatic(self) -> list[Path]:
        """The automatic documents of the repository."""
        return sorted((self.repository.top / "session_logs/handover/auto").glob("*.md"))

    def house(self, folder: Path | None = None) -> House:
        """The house of the repository, or of another folder, at the present time of the test."""
        start = Start(environment={}, home=self.home, folder=folder or self.repository.top, now=lambda: self.now)
        return open_house(start, self.staff, folder)

    def fire(self, session: Session, event: str, source: str = "", *, later: int = 60) -> str | None:
        """One hook of a session, ``later`` seconds after the last one, and its work; the words for the model."""
        self.now += timedelta(seconds=later)
        told = read_told(json.dumps(session.event(event, source)).encode(), event, session.client)
        assert told is not None
        house = self.house(told.folder)
        hooked = hook_of(event)(house, told, self.client)
        if hooked.work:
            do_job(house, *hooked.work)
        return hooked.context

    def command(self, *words: str) -> list[str]:
        """The command line of butler with this Python and this tree."""
        return [sys.executable, "-m", "butler", *words]

    def environment(self, **more: str) -> dict[str, str]:
        """What a client gives its hooks, as far as it matters."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **more}

    def run(self, content: bytes, *words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
        """``butler hook`` as a process of its own with ``content`` on stdin; the client is never troubled."""
        command = self.command("hook", *words)
        ran = subprocess.run(
            command, input=content, cwd=self.home, env=self.environment(**more), capture_output=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        return ran

    def say(self, session: Session, event: str, *words: str, source: str = "", **more: str) -> str | None:
        """One hook of a session as a process of its own; the words for the model."""
        content = json.dumps(session.event(event, source)).encode()
        ran = self.run(content, event, "--client", session.client, *words, **more)
        return json.loads(ran.stdout)["hookSpecificOutput"]["additionalContext"] if ran.stdout else None

    def errors(self) -> list[dict[str, Any]]:
        """What was kept for the doctor."""
        file = self.home / ".local/share/butler/hooks/errors.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def wait_until(what: Callable[[], Any], seconds: float = 30.0) -> None:
    """Until background work is done."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "the background work did not come to its end"
        time.sleep(0.02)
