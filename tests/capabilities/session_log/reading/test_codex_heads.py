"""Which lines are passed over without being parsed, and which never are."""

from __future__ import annotations

import json

import pytest

from butler.capabilities.session_log.reading.codex_heads import HeadFilter
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder


def line(kind, payload, **more):
    record = {"timestamp": "2026-03-01T10:00:00.000Z", **more, "type": kind, "payload": payload}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def passes(raw, *, finished=(), spoken=()):
    heads = HeadFilter(ReceiptBuilder("x"))
    for call in finished:
        heads.finish(call)
    for message in spoken:
        heads.speak(message)
    return list(heads.wanted([(1, raw)])) == [(1, raw)]


NEEDLESS = line("event_msg", {"type": "token_count", "info": {"text": '{"timestamp":"x"'}})


@pytest.mark.parametrize(
    "raw",
    [
        NEEDLESS,
        line("world_state", {"full": True, "state": {}}, ordinal=4),
        line("token_usage_record", {"usage": {}}, ordinal=12),
        line("response_item", {"type": "ghost_snapshot", "ghost_commit": {}}),
        line("response_item", {"type": "message", "role": "developer", "content": []}),
        line("response_item", {"type": "message", "id": None, "role": "developer", "content": [{}]}),
        line(
            "response_item", {"type": "reasoning", "id": "r", "summary": [], "content": None, "encrypted_content": "a"}
        ),
        line("event_msg", {"type": "item_completed", "thread_id": "a", "turn_id": "b", "item": {"type": "Reasoning"}}),
    ],
)
def test_needless_lines_are_passed_over(raw):
    assert not passes(raw)


@pytest.mark.parametrize(
    "raw",
    [
        NEEDLESS[:-1],
        NEEDLESS[:-3] + b"\n",
        NEEDLESS[:-1] + NEEDLESS,
        NEEDLESS[:40] + NEEDLESS,
        b" " + NEEDLESS,
        line("event_msg", {"type": "token_counted"}),
        line("event_msg", {"message": "x", "type": "token_count"}),
        line("response_item", {"type": "message", "role": "user", "content": []}),
        line("response_item", {"type": "message", "role": "assistant", "content": []}),
        line("response_item", {"type": "reasoning", "summary": [{"text": "x"}], "encrypted_content": "a"}),
        line(
            "response_item", {"type": "reasoning", "summary": [], "content": [{"text": "x"}], "encrypted_content": "a"}
        ),
        line("event_msg", {"type": "item_completed", "item": {"type": "CommandExecution"}}),
        line("newest", {}),
    ],
)
def test_everything_else_is_parsed(raw):
    assert passes(raw)


def test_an_output_is_passed_over_only_when_its_call_is_known_and_only_once():
    raw = line("response_item", {"type": "function_call_output", "id": "o", "call_id": "c1", "output": "x"})
    assert passes(raw)
    assert passes(raw, finished=["c2"])
    heads = HeadFilter(ReceiptBuilder("x"))
    heads.finish("c1")
    assert [number for number, _ in heads.wanted([(1, raw), (2, raw)])] == [2]


def test_an_agent_message_is_passed_over_only_when_its_item_was_read():
    raw = line(
        "response_item", {"type": "message", "status": "completed", "id": "m1", "role": "assistant", "content": []}
    )
    assert passes(raw, spoken=["m2"])
    assert not passes(raw, spoken=["m1"])


def test_what_is_passed_over_is_counted():
    receipt = ReceiptBuilder("x")
    assert list(HeadFilter(receipt).wanted([(1, NEEDLESS), (2, NEEDLESS)])) == []
    assert receipt.build().passed_over == {"event_msg/token_count": 2}
