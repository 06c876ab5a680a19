"""The events of ``codex exec --json``."""

from __future__ import annotations

import io
from pathlib import Path

from butler.capabilities.session_log.formats.codex_exec_json import FORMAT
from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Failure,
    FileChange,
    Message,
    PlanState,
    SessionInfo,
)
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

SAMPLE = (Path(__file__).parent / "sample.jsonl").read_bytes()


def read(data: bytes) -> tuple[list[object], ReceiptBuilder]:
    builder = ReceiptBuilder(FORMAT.name)
    return list(FORMAT.entries(raw_lines(io.BytesIO(data), builder), builder)), builder


def test_commands_files_plan_and_words_are_read() -> None:
    found, _ = read(SAMPLE)
    commands = [e for e in found if isinstance(e, Command)]
    assert [(c.line, c.state, c.exit_code, c.end_line) for c in commands] == [
        (4, "running", None, None),
        (4, "finished", 2, 5),
    ]
    assert [(e.path, e.action) for e in found if isinstance(e, FileChange)] == [("/home/dev/shop/prices.py", "add")]
    assert [[s.state for s in e.steps] for e in found if isinstance(e, PlanState)] == [["completed", "pending"]]
    assert [e.channel for e in found if isinstance(e, Message)] == ["reasoning", "final"]
    assert [e.kind for e in found if isinstance(e, Boundary)] == ["turn_started", "turn_finished"]
    assert next(e for e in found if isinstance(e, SessionInfo)).session_id == "019a0000-0000-7000-8000-000000000001"


def test_it_is_said_that_this_is_not_the_log() -> None:
    assert "codex exec" in read(SAMPLE)[1].build().notes[0]


def test_a_failed_turn_is_a_failure() -> None:
    found, _ = read(b'{"type":"turn.started"}\n{"type":"turn.failed","error":{"message":"no model"}}\n')
    assert [e.text for e in found if isinstance(e, Failure)] == ["no model"]
    assert [e.kind for e in found if isinstance(e, Boundary)] == ["turn_started", "turn_aborted"]


def test_unknown_events_and_items_are_counted() -> None:
    data = b'{"type":"turn.paused"}\n{"type":"item.completed","item":{"id":"i","type":"hologram"}}\n'
    assert read(data)[1].build().unknown_types == {"hologram": 1, "turn.paused": 1}
