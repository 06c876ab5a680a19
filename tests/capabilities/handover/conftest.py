"""A small shop with a git history, an issue, and a session log of each client; all invented here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.repositories import Repository, new_repository

CODEX_SESSION = "01990000-0000-7000-8000-000000000001"
CLAUDE_SESSION = "01990000-0000-4000-8000-000000000002"


def _write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def repository(project: Path) -> Repository:
    """The project as a git repository with one commit and issue 49."""
    made = new_repository(project)
    made.write("shop/prices.py", "PRICES = {}\n")
    made.write(
        ".butler/issues/49.md",
        "---\nid: 49\ntitle: Price list\nstate: open\n---\nThe shop needs a price list in `shop/prices.py`.\n\n- [ ] prices are listed\n",
    )
    made.commit("begin")
    return made


@pytest.fixture
def codex_log(home: Path, project: Path) -> Callable[..., Path]:
    """Writes one finished Codex turn: a request, a failing check, words at the end."""

    def write(
        asked: str = "Add a price list", output: str = "1 failed, 2 passed\n", command: str = "pytest -q", code: int = 1
    ) -> Path:
        def line(at: int, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
            return {"timestamp": f"2026-06-03T01:00:{at:02d}.000Z", "ordinal": at, "type": kind, "payload": payload}

        def item(at: int, found: dict[str, Any]) -> dict[str, Any]:
            payload = {"type": "item_completed", "thread_id": CODEX_SESSION, "turn_id": "t1", "item": found}
            return line(at, "event_msg", payload)

        meta = {
            "id": CODEX_SESSION,
            "session_id": CODEX_SESSION,
            "timestamp": "2026-06-03T01:00:00.000Z",
            "cwd": str(project),
            "originator": "codex_cli_rs",
            "cli_version": "0.171.0",
            "source": "cli",
            "history_mode": "paginated",
        }
        ran = {
            "type": "CommandExecution",
            "id": "call_1",
            "command": ["/bin/bash", "-lc", command],
            "cwd": f"file://{project}",
            "exit_code": code,
            "status": "failed" if code else "completed",
            "aggregated_output": output,
        }
        words = {"type": "AgentMessage", "id": "a1", "phase": "final_answer"}
        records = [
            line(0, "session_meta", meta),
            line(1, "event_msg", {"type": "task_started", "turn_id": "t1"}),
            item(2, {"type": "UserMessage", "id": "u1", "content": [{"type": "text", "text": asked}]}),
            item(3, ran),
            item(4, words | {"content": [{"type": "Text", "text": "One check still fails."}]}),
            line(5, "event_msg", {"type": "task_complete", "turn_id": "t1"}),
        ]
        folder = home / ".codex" / "sessions" / "2026" / "06" / "03"
        return _write(folder / f"rollout-2026-06-03T10-00-00-{CODEX_SESSION}.jsonl", records)

    return write


@pytest.fixture
def claude_log(home: Path, project: Path) -> Callable[..., Path]:
    """Writes one finished Claude Code turn; with ``tool`` (name, arguments, result) it called one."""

    def write(asked: str = "Show the prices", tool: tuple[str, dict[str, Any], str] | None = None) -> Path:
        def line(kind: str, at: int, message: dict[str, Any]) -> dict[str, Any]:
            return {
                "type": kind,
                "uuid": f"0000000{at}-0000-4000-8000-000000000000",
                "parentUuid": None if at == 1 else f"0000000{at - 1}-0000-4000-8000-000000000000",
                "timestamp": f"2026-06-03T02:00:{at:02d}.000Z",
                "sessionId": CLAUDE_SESSION,
                "cwd": str(project),
                "gitBranch": "main",
                "version": "2.1.332",
                "isSidechain": False,
                "userType": "external",
                "message": message,
            }

        def says(at: int, block: dict[str, Any]) -> dict[str, Any]:
            return line("assistant", at, {"id": f"m{at}", "role": "assistant", "model": "claude-x", "content": [block]})

        records = [line("user", 1, {"role": "user", "content": asked})]
        if tool is not None:
            records.append(says(2, {"type": "tool_use", "id": "toolu_1", "name": tool[0], "input": tool[1]}))
            result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": tool[2]}]}
            records.append(line("user", 3, {"role": "user", "content": [result]}))
        records.append(says(len(records) + 1, {"type": "text", "text": "The prices are shown."}))
        slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(project))
        return _write(home / ".claude" / "projects" / slug / f"{CLAUDE_SESSION}.jsonl", records)

    return write
