"""The dialects of role and content."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from butler.capabilities.session_log.formats.role_content_jsonl import FORMAT
from butler.capabilities.session_log.models import (
    Command,
    Entry,
    Message,
    ReadReceipt,
    SessionInfo,
    StateChange,
    ToolUse,
)
from butler.capabilities.session_log.opening import read_head
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder


def read(data: str) -> tuple[list[Entry], ReadReceipt]:
    raw = data.encode()
    assert FORMAT.recognises(read_head(io.BytesIO(raw)))
    builder = ReceiptBuilder(FORMAT.name)
    found = list(FORMAT.entries(raw_lines(io.BytesIO(raw), builder), builder))
    return found, builder.build()


def talk(data: str) -> list[tuple[int, str, str, str]]:
    return [(e.line, e.speaker, e.channel, e.text) for e in read(data)[0] if isinstance(e, Message)]


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


@pytest.mark.parametrize(
    ("asks", "answers"),
    [
        ({"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}),
        ({"role": "human", "text": "Q"}, {"role": "ai", "text": "A"}),
        ({"from": "human", "value": "Q"}, {"from": "gpt", "value": "A"}),
        ({"role": "user", "parts": [{"text": "Q"}]}, {"role": "model", "parts": [{"text": "A"}]}),
        (
            {"author": {"role": "user"}, "content": {"parts": ["Q"]}},
            {"author": {"role": "assistant"}, "content": {"parts": ["A"]}},
        ),
        ({"sender": "human", "text": "Q"}, {"sender": "assistant", "text": "A"}),
        (
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Q"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A"}]},
        ),
    ],
)
def test_who_said_what_is_read_in_each_dialect(asks: Any, answers: Any) -> None:
    expected = [(1, "person", "typed", "Q"), (2, "agent", "final", "A")]
    assert talk(lines(asks, answers)) == expected
    assert [row[1:] for row in talk(json.dumps([asks, answers]))] == [row[1:] for row in expected]
    assert [row[1:] for row in talk(json.dumps({"messages": [asks, answers]}, indent=2))] == [
        row[1:] for row in expected
    ]


def test_a_role_that_nobody_knows_is_no_speaker() -> None:
    assert talk(lines({"role": "critic", "content": "Hm"})) == [(1, "unknown", "note", "Hm")]


def test_a_pretty_printed_file_keeps_the_line_of_each_message() -> None:
    data = '[\n  {"role": "user",\n   "content": "Q"},\n  {"role": "assistant", "content": "A"}\n]\n'
    assert [(row[0], row[3]) for row in talk(data)] == [(2, "Q"), (4, "A")]


def test_an_openai_call_and_its_result_are_one_call() -> None:
    found, _ = read(
        lines(
            {"role": "user", "content": "Q"},
            {
                "role": "assistant",
                "content": "Let me look.",
                "tool_calls": [
                    {"id": "a", "function": {"name": "bash", "arguments": '{"command": "make"}'}},
                    {"id": "b", "function": {"name": "search", "arguments": '{"q": "x"}'}},
                ],
            },
            {"role": "tool", "tool_call_id": "b", "content": "found"},
            {"role": "tool", "tool_call_id": "a", "content": "built"},
        )
    )
    commands = [e for e in found if isinstance(e, Command)]
    assert [(c.line, c.text, c.state, c.output, c.end_line, c.exit_code) for c in commands] == [
        (2, "make", "unanswered", "", None, None),
        (2, "make", "finished", "built", 4, None),
    ]
    uses = [e for e in found if isinstance(e, ToolUse)]
    assert [(u.name, u.result, u.ok) for u in uses] == [("search", "", None), ("search", "found", None)]
    assert [e.channel for e in found if isinstance(e, Message)] == ["typed", "commentary"]


def test_anthropic_blocks_keep_order_and_failure() -> None:
    found, _ = read(
        lines(
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "First"},
                    {"type": "tool_use", "id": "t", "name": "edit", "input": {"path": "a"}},
                    {"type": "text", "text": "Then"},
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "t", "content": "no", "is_error": True}],
            },
        )
    )
    kinds = [(type(e).__name__, getattr(e, "text", getattr(e, "result", ""))) for e in found[1:]]
    assert kinds == [("Message", "First"), ("ToolUse", ""), ("Message", "Then"), ("ToolUse", "no")]
    assert isinstance(found[-1], ToolUse) and found[-1].ok is False


def test_responses_items_and_legacy_functions_are_calls() -> None:
    found, _ = read(
        lines(
            {"type": "function_call", "name": "shell", "arguments": '{"command": ["make", "x"]}', "call_id": "c"},
            {"type": "function_call_output", "call_id": "c", "output": "done"},
            {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
            {"role": "function", "name": "f", "content": "ok"},
        )
    )
    assert [(e.text, e.output) for e in found if isinstance(e, Command)] == [("make x", ""), ("make x", "done")]
    assert [(e.name, e.result) for e in found if isinstance(e, ToolUse)] == [("f", ""), ("f", "ok")]


def test_pictures_are_named_and_never_kept() -> None:
    url = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    assert talk(lines({"role": "user", "content": [url, {"type": "text", "text": "this"}]}))[0][3] == "[image]\nthis"


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ({"timestamp": "2026-05-01T09:00:00Z"}, "2026-05-01T09:00:00Z"),
        ({"create_time": 1777626000.5}, "2026-05-01T09:00:00.500000+00:00"),
        ({"ts": 1777626000000}, "2026-05-01T09:00:00+00:00"),
        ({"time": True}, None),
        ({"ts": 1e300}, None),
    ],
)
def test_times_are_iso_epoch_seconds_or_milliseconds(stamp: Any, expected: str | None) -> None:
    found, _ = read(lines({"role": "user", "content": "Q", **stamp}))
    assert found[-1].at == expected


def chatgpt(title: str, updated: float, said: str) -> dict[str, Any]:
    def node(name: str, parent: str | None, children: list[str], message: Any) -> dict[str, Any]:
        return {"id": name, "parent": parent, "children": children, "message": message}

    def message(role: str, words: str, **more: Any) -> dict[str, Any]:
        return {"author": {"role": role}, "content": {"content_type": "text", "parts": [words]}, **more}

    hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}
    return {
        "title": title,
        "create_time": 1.0,
        "update_time": updated,
        "current_node": "d",
        "mapping": {
            "a": node("a", None, ["b"], None),
            "b": node("b", "a", ["c", "x"], message("system", "hidden", **hidden)),
            "x": node("x", "b", [], message("user", "abandoned")),
            "c": node("c", "b", ["d"], message("user", said)),
            "d": node("d", "c", [], message("assistant", "A")),
        },
    }


def test_of_a_chatgpt_export_the_newest_conversation_and_branch_is_read_and_said() -> None:
    found, receipt = read(json.dumps([chatgpt("old", 5.0, "old"), chatgpt("new", 9.0, "Q"), chatgpt("x", 7.0, "x")]))
    assert [e.text for e in found if isinstance(e, Message)] == ["Q", "A"]
    assert [e.value for e in found if isinstance(e, StateChange)] == ["new"]
    assert "3 conversations" in receipt.notes[0]


def test_a_chatgpt_export_with_a_cycle_ends() -> None:
    conversation = chatgpt("t", 1.0, "Q")
    conversation["mapping"]["a"]["parent"] = "d"
    assert [row[3] for row in talk(json.dumps([conversation]))] == ["Q", "A"]


def test_of_a_claude_ai_export_the_newest_conversation_is_read() -> None:
    def conversation(name: str, updated: str, words: str) -> dict[str, Any]:
        return {
            "uuid": name,
            "name": name,
            "updated_at": updated,
            "chat_messages": [
                {"sender": "human", "text": words},
                {"sender": "assistant", "content": [{"type": "text", "text": "A"}]},
            ],
        }

    found, receipt = read(
        json.dumps([conversation("o", "2026-01-01", "old"), conversation("n", "2026-02-01", "Q")], indent=1)
    )
    assert [e.text for e in found if isinstance(e, Message)] == ["Q", "A"]
    assert [e.session_id for e in found if isinstance(e, SessionInfo)] == ["n"]
    assert len(receipt.notes) == 1


def test_conversations_one_per_line_are_all_read() -> None:
    row = {"messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}]}
    assert [(r[0], r[3]) for r in talk(lines(row, row))] == [(1, "Q"), (1, "A"), (2, "Q"), (2, "A")]


def test_a_cut_whole_file_gives_what_stands_before_the_cut() -> None:
    data = json.dumps([{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A long answer"}], indent=1)
    found, receipt = read(data[:-30])
    assert [e.text for e in found if isinstance(e, Message)] == ["Q"]
    assert receipt.skipped_count == 1


@pytest.mark.parametrize(
    "data", ['{"level": "info", "msg": "x"}\n', '{"a": 1}\n{"b": 2}\n', "[1, 2, 3]", '["user", "x"]']
)
def test_other_json_is_not_recognised(data: str) -> None:
    assert not FORMAT.recognises(read_head(io.BytesIO(data.encode())))
