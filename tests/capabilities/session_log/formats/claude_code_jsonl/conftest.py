"""A small writer of Claude Code logs, so that each test shows only the records that it is about."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from butler.capabilities.session_log.formats.claude_code_jsonl import FORMAT
from butler.capabilities.session_log.models import Entry, ReadReceipt
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from tests.capabilities.session_log.stopping import read_with_stops

SESSION = "11111111-2222-4333-8444-555555555555"


class Log:
    """Lines of one log, in the shape of version 2.1; ``more`` adds or replaces fields of the record."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.parent: str | None = None
        self.entries: list[Entry] = []
        self.receipt = ReadReceipt("")

    def raw(self, record: dict[str, Any] | bytes) -> int:
        line = (
            record
            if isinstance(record, bytes)
            else json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
        )
        self.lines.append(line)
        return len(self.lines)

    def record(self, kind: str, **more: Any) -> int:
        number = len(self.lines) + 1
        record = {
            "parentUuid": self.parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/dev/shop",
            "sessionId": SESSION,
            "version": "2.1.90",
            "gitBranch": "main",
            "type": kind,
            "uuid": f"00000000-0000-4000-8000-{number:012d}",
            "timestamp": f"2026-03-01T10:{number // 60:02d}:{number % 60:02d}.000Z",
            **more,
        }
        self.parent = record["uuid"]
        return self.raw(record)

    def user(self, content: Any, **more: Any) -> int:
        return self.record("user", message={"role": "user", "content": content}, **more)

    def agent(self, *blocks: dict[str, Any], message: dict[str, Any] | None = None, **more: Any) -> int:
        body = {
            "id": "msg_1",
            "role": "assistant",
            "model": "claude-test-1",
            "content": list(blocks),
            **(message or {}),
        }
        return self.record("assistant", message=body, **more)

    def says(self, text: str, **more: Any) -> int:
        return self.agent({"type": "text", "text": text}, **more)

    def call(self, call_id: str, name: str, asked: Any, **more: Any) -> int:
        return self.agent({"type": "tool_use", "id": call_id, "name": name, "input": asked}, **more)

    def result(self, call_id: str, text: Any, extra: Any = None, error: bool = False, **more: Any) -> int:
        block = {"type": "tool_result", "tool_use_id": call_id, "content": text, "is_error": error}
        if extra is not None:
            more["toolUseResult"] = extra
        return self.user([block], **more)

    def ran(self, command: str, text: str, extra: Any = "stdout", error: bool = False, **more: Any) -> int:
        call_id = f"toolu_{len(self.lines)}"
        self.call(call_id, "Bash", {"command": command})
        if extra == "stdout":
            extra = {"stdout": text, "stderr": "", "interrupted": False, "isImage": False}
        return self.result(call_id, text, extra, error, **more)

    def read(self, ending: bytes = b"\n") -> list[Entry]:
        builder = ReceiptBuilder(FORMAT.name)
        data = b"\n".join(self.lines) + (ending if self.lines else b"")
        self.entries = list(FORMAT.entries(raw_lines(io.BytesIO(data), builder), builder))
        self.receipt = builder.build()
        lines = list(raw_lines(io.BytesIO(data), ReceiptBuilder(FORMAT.name)))
        entries, receipt = read_with_stops(FORMAT, lines)
        assert entries == self.entries
        assert (receipt.notes, receipt.passed_over) == (self.receipt.notes, self.receipt.passed_over)
        return self.entries

    def found(self, kind: type, /, **wanted: Any) -> list[Any]:
        return [
            entry
            for entry in self.entries or self.read()
            if isinstance(entry, kind) and all(getattr(entry, name) == value for name, value in wanted.items())
        ]


@pytest.fixture
def log() -> Log:
    return Log()
