"""Small invented logs of both clients, written where the clients write them."""

from __future__ import annotations

import importlib
import json
import pkgutil
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from butler import brains
from butler.capabilities.session_log import formats
from butler.house import Staff
from butler.issue_backend import IssueSourceKind


@pytest.fixture(scope="session")
def staff() -> Staff:
    """The formats and Brains of the house, without its rooms."""

    def offered(package: Any, attribute: str) -> dict[str, Any]:
        names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
        items = [getattr(importlib.import_module(f"{package.__name__}.{name}"), attribute) for name in names]
        return {item.name: item for item in items}

    none = IssueSourceKind("none", lambda project, folder: _NoIssues())
    return Staff({}, offered(formats, "FORMAT"), offered(brains, "BRAIN"), {"none": none})


class _NoIssues:
    """A source without issues."""

    name = "none"

    def read(self, issue_id: Any) -> None:
        return None

    def list(self, *, state: str | None = None, query: str | None = None) -> Sequence[Any]:
        return ()


def uuid_of(number: int) -> str:
    """A session id that ends in ``number``."""
    return f"019a0000-0000-7000-8000-{number:012d}"


def write_lines(path: Path, records: Iterable[Any]) -> Path:
    """Write one JSON record per line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def claude_records(cwd: Path | str, number: int, day: str, asked: str = "Add a price list") -> list[dict[str, Any]]:
    """One turn of a Claude Code session: a request, a command, an answer."""
    session = uuid_of(number)

    def line(kind: str, at: int, **more: Any) -> dict[str, Any]:
        return {
            "type": kind,
            "uuid": f"{session}-{at}",
            "parentUuid": f"{session}-{at - 1}" if at else None,
            "isSidechain": False,
            "sessionId": session,
            "cwd": str(cwd),
            "gitBranch": "main",
            "version": "2.1.332",
            "userType": "external",
            "timestamp": f"{day}T09:00:{at:02d}.000Z",
            **more,
        }

    call = {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": "make check"}}
    result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "checked", "is_error": False}

    def says(block: dict[str, Any], turn: int) -> dict[str, Any]:
        return {"id": f"msg_{number}_{turn}", "role": "assistant", "model": "claude-opus-5-5", "content": [block]}

    return [
        line("user", 0, message={"role": "user", "content": asked}),
        line("assistant", 1, message=says(call, 1)),
        line("user", 2, message={"role": "user", "content": [result]}),
        line("assistant", 3, message=says({"type": "text", "text": "The price list is there."}, 2)),
    ]


def claude_log(home: Path, cwd: Path | str, number: int, day: str, asked: str = "Add a price list") -> Path:
    """A Claude Code log in the folder that the client would use."""
    slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(cwd))
    path = home / ".claude" / "projects" / slug / f"{uuid_of(number)}.jsonl"
    return write_lines(path, claude_records(cwd, number, day, asked))


def codex_records(
    cwd: Path | str, number: int, day: str, asked: str = "Add a price list", source: Any = "cli"
) -> list[dict[str, Any]]:
    """One turn of a Codex session in the paginated form."""
    thread = uuid_of(number)

    def line(at: int, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        return {"timestamp": f"{day}T09:00:{at:02d}.000Z", "ordinal": at, "type": kind, "payload": payload}

    def item(at: int, found: dict[str, Any]) -> dict[str, Any]:
        return line(at, "event_msg", {"type": "item_completed", "thread_id": thread, "turn_id": "t1", "item": found})

    meta = {
        "id": thread,
        "session_id": thread,
        "timestamp": f"{day}T09:00:00.000Z",
        "cwd": str(cwd),
        "originator": "codex_cli_rs",
        "cli_version": "0.171.0",
        "source": source,
        "history_mode": "paginated",
        "git": {"commit_hash": "a" * 40, "branch": "main"},
    }
    command = {
        "type": "CommandExecution",
        "id": "call_1",
        "command": ["/bin/bash", "-lc", "make check"],
        "cwd": f"file://{cwd}",
        "exit_code": 0,
        "status": "completed",
        "aggregated_output": "checked\n",
    }
    return [
        line(0, "session_meta", meta),
        line(1, "event_msg", {"type": "task_started", "turn_id": "t1"}),
        item(2, {"type": "UserMessage", "id": "u1", "content": [{"type": "text", "text": asked}]}),
        item(3, command),
        item(
            4,
            {
                "type": "AgentMessage",
                "id": "a1",
                "phase": "final_answer",
                "content": [{"type": "Text", "text": "The price list is there."}],
            },
        ),
        line(5, "event_msg", {"type": "task_complete", "turn_id": "t1"}),
    ]


def codex_log(
    home: Path, cwd: Path | str, number: int, day: str, asked: str = "Add a price list", source: Any = "cli"
) -> Path:
    """A Codex rollout in the folder of its day."""
    folder = home / ".codex" / "sessions" / Path(*day.split("-"))
    return write_lines(
        folder / f"rollout-{day}T09-00-00-{uuid_of(number)}.jsonl", codex_records(cwd, number, day, asked, source)
    )


def pack(data: bytes) -> bytes:
    for name in ("compression.zstd", "zstandard"):
        try:
            return importlib.import_module(name).compress(data)
        except ImportError:
            continue
    if shutil.which("zstd") is None:
        pytest.skip("nothing here packs with zstd: no compression.zstd, no zstandard, no program zstd")
    return subprocess.run(["zstd", "-q", "-c", "-3"], input=data, capture_output=True, check=True).stdout


def packed_twin(path: Path) -> Path:
    twin = path.with_name(path.name + ".zst")
    twin.write_bytes(pack(path.read_bytes()))
    path.unlink()
    return twin


class Logs:
    """Writes small logs of both clients under one home folder."""

    def __init__(self, home: Path) -> None:
        self.home = home

    uuid = staticmethod(uuid_of)
    write = staticmethod(write_lines)
    pack = staticmethod(pack)
    packed = staticmethod(packed_twin)
    claude_records = staticmethod(claude_records)
    codex_records = staticmethod(codex_records)

    def claude(self, cwd: Path | str, number: int, day: str, asked: str = "Add a price list") -> Path:
        return claude_log(self.home, cwd, number, day, asked)

    def codex(
        self, cwd: Path | str, number: int, day: str, asked: str = "Add a price list", source: Any = "cli"
    ) -> Path:
        return codex_log(self.home, cwd, number, day, asked, source)


@pytest.fixture
def logs(home: Path) -> Logs:
    """A maker of small logs in the scratch home."""
    return Logs(home)
