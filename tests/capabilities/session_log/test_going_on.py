"""A reader can stop at the end of any line and go on later in another process, from nothing but its kept state.

Every small log that the readers' own tests write is read with such stops, too (``formats/*/conftest.py``).
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import formats
from butler.capabilities.session_log.formats import RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Entry, ReadReceipt
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import give_back, keep
from butler.plugins import built_in
from tests.capabilities.session_log.stopping import read_with_stops

FOLDER = Path(__file__).parent / "formats"
READERS = [item for item in built_in(formats, "FORMAT", SessionLogFormat) if item.reader is not None]
every_reader = pytest.mark.parametrize("item", READERS, ids=lambda item: item.name)


def logs(item: SessionLogFormat) -> Iterator[list[RawLine]]:
    """The sample of the format, and the same lines in other orders and with some of them gone."""
    data = next((FOLDER / item.name).glob("sample.*")).read_bytes()
    lines = list(raw_lines(io.BytesIO(data), ReceiptBuilder(item.name)))
    yield lines
    for seed in range(12):
        chance = random.Random(f"{item.name} {seed}")
        mixed = [line for _, line in lines if chance.random() < 0.8]
        for _ in range(seed):
            mixed.insert(chance.randrange(len(mixed)), mixed.pop(chance.randrange(len(mixed))))
        yield list(enumerate(mixed, 1))


def read_at_once(item: SessionLogFormat, lines: list[RawLine]) -> tuple[list[Entry], ReadReceipt]:
    receipt = ReceiptBuilder(item.name)
    entries = list(item.entries(lines, receipt))
    for entry in entries:
        receipt.count(entry)
    return entries, receipt.build()


def codex(kind: str, inner: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-01T10:00:00Z", "type": kind, "payload": {"type": inner, **payload}}


def item(kind: str, **fields: Any) -> dict[str, Any]:
    return codex("event_msg", "item_completed", item={"type": kind, **fields})


def script(source: str) -> list[dict[str, Any]]:
    return [
        codex("response_item", "custom_tool_call", call_id=source, name="exec", input=source),
        codex("response_item", "custom_tool_call_output", call_id=source, output="Script completed\nOutput:\ndone"),
    ]


def claude(kind: str, uuid: str, parent: str | None = None, text: str = "x", **more: Any) -> dict[str, Any]:
    ids = {"uuid": uuid, "parentUuid": parent, "sessionId": "s", "cwd": "/shop"}
    return {"type": kind, **ids, "message": {"role": kind, "content": text}, **more}


RAN = item("CommandExecution", id="c", command="ls", exit_code=0, aggregated_output="a", source="agent")
PATCHED = item("FileChange", id="p", changes={"a.py": {"type": "add", "content": "x\n"}}, status="completed")
PERSON_RAN = item("CommandExecution", id="u", command="pwd", exit_code=0, source="user_shell")
TOLD_AGAIN = "<user_shell_command><command>\npwd\n</command><result>\nExit code: 0\n</result></user_shell_command>"
NOTICE = "<task-notification><task-id>b</task-id><status>completed</status><summary>done</summary></task-notification>"
ORPHAN = [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]
SIDE = [claude("user", f"u{at}", isSidechain=True) for at in range(70)]
FAILED = {"subtype": "api_error", "error": {"message": "overloaded"}}
REMEMBERED = [
    ("codex_jsonl", [RAN, *script('await tools.exec_command({cmd: "make"})')]),
    (
        "codex_jsonl",
        [PATCHED, *script("await tools.apply_patch('*** Begin Patch\\n*** Add File: b.py\\n+x\\n*** End Patch')")],
    ),
    ("codex_jsonl", [PERSON_RAN, codex("response_item", "message", role="user", content=TOLD_AGAIN)]),
    (
        "claude_code_jsonl",
        [*SIDE, claude("assistant", "m", isSidechain=True, message={"model": "m-1", "content": "y"})],
    ),
    ("claude_code_jsonl", [claude("user", "a", message={"content": ORPHAN}), claude("user", "b")]),
    ("claude_code_jsonl", [claude("user", "a"), claude("system", "b", **FAILED), claude("system", "c", **FAILED)]),
    ("claude_code_jsonl", [claude("user", "a"), *(claude("user", name, "gone") for name in "bcd")]),
    ("claude_code_jsonl", [claude("user", "a"), claude("user", "b", "a", NOTICE), claude("user", "c", "b", NOTICE)]),
    (
        "claude_code_jsonl",
        [
            claude("user", "a"),
            {"type": "queue-operation", "operation": "enqueue", "content": "more", "timestamp": "t"},
            {"type": "queue-operation", "operation": "remove", "timestamp": "t"},
            claude("assistant", "b", "a"),
            claude("attachment", "c", "b", attachment={"type": "queued_command", "prompt": "more"}),
        ],
    ),
]


@pytest.mark.parametrize(("name", "records"), REMEMBERED)
def test_what_an_earlier_line_told_is_remembered_over_a_stop(name: str, records: list[dict[str, Any]]) -> None:
    lines = [(number, json.dumps(record).encode() + b"\n") for number, record in enumerate(records, 1)]
    [reader] = [one for one in READERS if one.name == name]

    assert read_with_stops(reader, lines) == read_at_once(reader, lines)


def test_both_clients_readers_can_go_on() -> None:
    assert {item.name for item in READERS} == {"claude_code_jsonl", "codex_jsonl"}


@every_reader
def test_a_log_read_line_by_line_by_new_readers_gives_what_one_reader_gives(item: SessionLogFormat) -> None:
    for lines in logs(item):
        assert read_with_stops(item, lines) == read_at_once(item, lines)


@every_reader
def test_what_the_end_completes_can_be_asked_for_at_every_line(item: SessionLogFormat) -> None:
    assert item.reader is not None
    for lines in logs(item):
        reader = item.reader(ReceiptBuilder(item.name))
        found: list[Entry] = []
        for count, line in enumerate(lines, 1):
            found += reader.feed([line])
            twin = item.reader(ReceiptBuilder(item.name))
            give_back(twin.parts, deepcopy(keep(reader.parts)))
            assert found + list(twin.end()) == list(item.entries(lines[:count], ReceiptBuilder(item.name)))
