"""The output of ``claude -p --output-format stream-json``."""

from __future__ import annotations

import io
import json
from pathlib import Path

from butler.capabilities.session_log.formats.claude_stream_json import FORMAT
from butler.capabilities.session_log.models import Boundary, Command, Message, SessionInfo
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

SAMPLE = (Path(__file__).parent / "sample.jsonl").read_bytes()


def read(data: bytes) -> tuple[list[object], ReceiptBuilder]:
    builder = ReceiptBuilder(FORMAT.name)
    return list(FORMAT.entries(raw_lines(io.BytesIO(data), builder), builder)), builder


def test_the_run_is_read_as_its_log_would_be() -> None:
    found, builder = read(SAMPLE)
    info = next(e for e in found if isinstance(e, SessionInfo))
    assert (info.session_id, info.cwd) == ("019a0000-0000-7000-8000-000000000002", "/home/dev/shop")
    commands = [e for e in found if isinstance(e, Command)]
    assert [(c.text, c.exit_code) for c in commands][-1] == ("make check", 2)
    assert [e.text for e in found if isinstance(e, Message)] == ["確認します。", "2 件失敗しました。"]
    assert [(e.line, e.kind) for e in found if isinstance(e, Boundary) if e.kind == "turn_finished"] == [
        (6, "turn_finished")
    ]
    assert "stream-json" in builder.build().notes[0]


def test_a_subagents_message_in_the_stream_is_left_out() -> None:
    lines = [json.loads(line) for line in SAMPLE.splitlines()]
    lines[4]["parent_tool_use_id"] = "toolu_9"
    found, _ = read("\n".join(json.dumps(line) for line in lines).encode())
    assert "2 件失敗しました。" not in [e.text for e in found if isinstance(e, Message)]


def test_unknown_types_are_counted() -> None:
    _, builder = read(SAMPLE + b'{"type":"weather","session_id":"s"}\n')
    assert builder.build().unknown_types == {"weather": 1}
