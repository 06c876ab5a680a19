"""A line over the limit keeps its kind, ids and time, and the head and tail of its text; the receipt names it."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from butler.capabilities.session_log.formats import SessionLogFormat, claude_code_jsonl, codex_jsonl, plain_text
from butler.capabilities.session_log.models import Command, Entry, Message, ReadReceipt, Skipped
from butler.capabilities.session_log.reading.lines import MAX_LINE, raw_lines
from butler.capabilities.session_log.reading.long_lines import EDGE, shortened
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

CODEX, CLAUDE = codex_jsonl.FORMAT, claude_code_jsonl.FORMAT
WORDS = "line of a big text\n"
BIG = "first words\n" + WORDS * (MAX_LINE // len(WORDS) + 10) + "last words"
AT = "2026-03-01T10:00:00.000Z"


def codex(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": AT, "type": kind, "payload": payload}


def claude(kind: str, uuid: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content}
    ids = {"uuid": uuid, "timestamp": AT, "sessionId": "s-1"}
    return {"parentUuid": None, "isSidechain": False, "cwd": "/shop", "type": kind, "message": message, **more, **ids}


def read(item: SessionLogFormat, *records: dict[str, Any], end: bytes = b"\n") -> tuple[list[Entry], ReadReceipt]:
    receipt = ReceiptBuilder(item.name)
    data = b"\n".join(json.dumps(record, separators=(",", ":")).encode() for record in records) + end
    return list(item.entries(raw_lines(io.BytesIO(data), receipt), receipt)), receipt.build()


def size_of(record: dict[str, Any]) -> int:
    return len(json.dumps(record, separators=(",", ":"))) + 1


def missing_in(text: str) -> int:
    """How many bytes the mark names; head and tail stand around it."""
    found = re.fullmatch(r"first words\n.*\[… (\d+) bytes .*\].*last words", text, re.DOTALL)
    assert found is not None
    return int(found[1])


CODEX_SAID = codex("event_msg", type="user_message", message=BIG)
CLAUDE_SAID = claude("user", "u-1", BIG)


@pytest.mark.parametrize(("item", "record"), [(CODEX, CODEX_SAID), (CLAUDE, CLAUDE_SAID)])
def test_a_persons_words_keep_their_head_and_tail(item: SessionLogFormat, record: dict[str, Any]) -> None:
    entries, receipt = read(item, record)

    [said] = [entry for entry in entries if isinstance(entry, Message)]
    assert (said.line, said.at, said.speaker) == (1, AT, "person")
    assert missing_in(said.text)
    assert receipt.skipped == (Skipped(1, "line too long, middle not read", size_of(record)),)
    assert receipt.bytes == size_of(record)


def test_an_output_of_a_codex_command_stays_with_its_call() -> None:
    call = codex("response_item", type="function_call", name="shell", call_id="c-1", arguments='{"command":["ls"]}')
    answer = codex("response_item", type="function_call_output", call_id="c-1", output=BIG)
    entries, receipt = read(CODEX, call, answer, codex("event_msg", type="user_message", message="next"))

    [ran] = [entry for entry in entries if isinstance(entry, Command)]
    assert (ran.call_id, ran.text, ran.line, ran.end_line) == ("c-1", "ls", 1, 2)
    assert ran.output.startswith("first words") and ran.output.endswith("last words")
    assert [message.line for message in entries if isinstance(message, Message)] == [3]
    assert [skipped.line for skipped in receipt.skipped] == [2]


@pytest.mark.parametrize("extra", [{}, {"toolUseResult": {"stdout": BIG, "stderr": "", "interrupted": False}}])
def test_an_output_of_a_claude_command_stays_with_its_call(extra: dict[str, Any]) -> None:
    asked = {"type": "tool_use", "id": "t-1", "name": "Bash", "input": {"command": "ls"}}
    answer = {"type": "tool_result", "tool_use_id": "t-1", "content": BIG}
    entries, receipt = read(
        CLAUDE,
        claude("assistant", "u-1", [asked]),
        claude("user", "u-2", [answer], **extra),
        claude("user", "u-2", "x"),
    )

    [ran] = [entry for entry in entries if isinstance(entry, Command)]
    assert (ran.call_id, ran.text, ran.line, ran.end_line) == ("t-1", "ls", 1, 2)
    assert ran.output.startswith("first words") and "bytes" in ran.output
    assert [skipped.line for skipped in receipt.skipped] == [2]
    assert receipt.passed_over == {"copy of an earlier record": 1}  # the long line has kept its own id


@pytest.mark.parametrize(
    ("item", "record", "unknown"),
    [
        (CODEX, codex("newest", type="x", text=BIG), "newest"),
        (CLAUDE, {"type": "newest", "text": BIG, "sessionId": "s-1"}, "newest"),
    ],
)
def test_a_long_line_of_an_unknown_kind_is_counted_as_one(
    item: SessionLogFormat, record: dict[str, Any], unknown: str
) -> None:
    entries, receipt = read(item, record)

    assert entries == []
    assert receipt.unknown_types == {unknown: 1}
    assert [(skipped.line, skipped.size) for skipped in receipt.skipped] == [(1, size_of(record))]


@pytest.mark.parametrize("item", [CODEX, CLAUDE])
@pytest.mark.parametrize("line", [b"x" * (MAX_LINE + 5), b"[" + b"1," * (MAX_LINE // 2 + 5), b"{" * (MAX_LINE + 5)])
def test_a_long_line_that_is_no_record_is_skipped_with_its_size(item: SessionLogFormat, line: bytes) -> None:
    receipt = ReceiptBuilder(item.name)

    assert list(item.entries(raw_lines(io.BytesIO(line + b"\n"), receipt), receipt)) == []
    assert [(skipped.line, skipped.size) for skipped in receipt.build().skipped] == [(1, len(line) + 1)]


def test_a_long_line_that_is_still_being_written_is_no_record_yet() -> None:
    cut = json.dumps(CODEX_SAID).encode()[:-100]
    receipt = ReceiptBuilder("x")

    assert list(raw_lines(io.BytesIO(cut), receipt)) == []
    assert [skipped.size for skipped in receipt.build().skipped] == [len(cut)]


def test_a_long_line_of_plain_text_keeps_its_head_and_tail() -> None:
    text = ("User: first words " + "あ" * (MAX_LINE // 3 + 10) + " last words\n").encode()
    receipt = ReceiptBuilder("x")
    [_, said] = plain_text.FORMAT.entries(raw_lines(io.BytesIO(text), receipt), receipt)

    assert isinstance(said, Message) and said.speaker == "person"
    assert said.text.startswith("first words") and said.text.endswith("last words") and "\ufffd" not in said.text


def short(record: dict[str, Any], *, ascii_only: bool = True) -> dict[str, Any]:
    """The record as a long line of it is kept."""
    line = json.dumps(record, ensure_ascii=ascii_only).encode() + b"\n"
    found: dict[str, Any] = json.loads(shortened(line[:EDGE], line[-EDGE:], len(line)))
    return found


@pytest.mark.parametrize("text", ['価格\\"\n' * 60_000, "\\" * 200_000, '"' * 200_001, "😀" * 90_000, "\n" * 199_999])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_no_escape_and_no_character_is_cut_in_two(text: str, ascii_only: bool) -> None:
    kept = short({"type": "user", "text": text, "uuid": "u"}, ascii_only=ascii_only)

    head, mark, tail = re.split(r" \[… (\d+) bytes not read …\] ", kept["text"])
    assert text.startswith(head.rstrip("\ud83d")) and text.endswith(tail.lstrip("\ude00"))
    assert int(mark) > 0 and kept["uuid"] == "u"


def test_many_short_values_are_cut_behind_a_whole_one_and_the_last_fields_are_kept() -> None:
    kept = short({"type": "user", "items": [{"n": number} for number in range(50_000)], "uuid": "u", "ok": True})

    assert kept["items"] == [{"n": number} for number in range(len(kept["items"]))]
    assert (kept["type"], kept["uuid"], kept["ok"]) == ("user", "u", True)
