"""Making small Codex logs and reading them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from butler.capabilities.session_log.formats.codex_jsonl import FORMAT
from butler.capabilities.session_log.models import Entry, ReadReceipt
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from tests.capabilities.session_log.stopping import read_with_stops

E = TypeVar("E")


@dataclass(frozen=True)
class Read:
    """What one log gave."""

    entries: list[Entry]
    receipt: ReadReceipt

    def of(self, kind: type[E]) -> list[E]:
        return [entry for entry in self.entries if isinstance(entry, kind)]


class Log:
    """Writes the lines of a Codex log as the client writes them."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def raw(self, line: bytes) -> Log:
        self.lines.append(line if line.endswith(b"\n") else line + b"\n")
        return self

    def record(self, record: dict[str, Any]) -> Log:
        return self.raw(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())

    def line(self, kind: str, payload: dict[str, Any]) -> Log:
        stamp = f"2026-03-01T10:00:{len(self.lines) % 60:02d}.000Z"
        return self.record({"timestamp": stamp, "type": kind, "payload": payload})

    def meta(self, session: str = "s-1", **more: Any) -> Log:
        known = {
            "id": session,
            "timestamp": "2026-03-01T10:00:00.000Z",
            "cwd": "/home/dev/shop",
            "cli_version": "0.0.1",
        }
        return self.line("session_meta", {**known, **more})

    def event(self, kind: str, **payload: Any) -> Log:
        return self.line("event_msg", {"type": kind, **payload})

    def item(self, kind: str, **item: Any) -> Log:
        return self.event("item_completed", thread_id="s-1", turn_id="t-1", item={"type": kind, **item})

    def response(self, kind: str, **payload: Any) -> Log:
        return self.line("response_item", {"type": kind, **payload})

    def said(self, role: str, *texts: str, **more: Any) -> Log:
        part = "output_text" if role == "assistant" else "input_text"
        return self.response("message", role=role, content=[{"type": part, "text": text} for text in texts], **more)

    def call(self, call_id: str, name: str, arguments: dict[str, Any], **more: Any) -> Log:
        return self.response("function_call", name=name, arguments=json.dumps(arguments), call_id=call_id, **more)

    def answer(self, call_id: str, output: Any) -> Log:
        return self.response("function_call_output", call_id=call_id, output=output)

    def custom(self, call_id: str, name: str, text: str) -> Log:
        return self.response("custom_tool_call", status="completed", call_id=call_id, name=name, input=text)

    def custom_answer(self, call_id: str, *texts: str) -> Log:
        parts = [{"type": "input_text", "text": text} for text in texts]
        return self.response("custom_tool_call_output", call_id=call_id, output=parts if len(parts) != 1 else texts[0])

    def script(self, call_id: str, source: str, *printed: str, head: str = "Script completed") -> Log:
        self.custom(call_id, "exec", source)
        return self.custom_answer(call_id, f"{head}\nWall time 0.1 seconds\nOutput:\n", *printed)


def read_lines(lines: Sequence[bytes]) -> Read:
    """What a log gives, read at once and read with stops."""
    receipt = ReceiptBuilder(FORMAT.name)
    entries = []
    for entry in FORMAT.entries(enumerate(lines, 1), receipt):
        receipt.count(entry)
        entries.append(entry)
    found = Read(entries, receipt.build())
    assert read_with_stops(FORMAT, enumerate(lines, 1)) == (found.entries, found.receipt)
    return found


@pytest.fixture
def log() -> Log:
    """An empty log to write."""
    return Log()


@pytest.fixture
def read() -> Callable[[Log], Read]:
    """Reads a written log."""
    return lambda log: read_lines(log.lines)
