"""The small parts that read Claude Code logs, each by itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from butler.capabilities.session_log.reading.claude_heads import PASSED_TYPES, passed_type, wanted
from butler.capabilities.session_log.reading.claude_queue import Queue
from butler.capabilities.session_log.reading.claude_refusals import refusal_of
from butler.capabilities.session_log.reading.claude_text import clip, first_line, number, tag, text_of
from butler.capabilities.session_log.reading.claude_tree import Tree
from butler.capabilities.session_log.reading.claude_words import classify, classify_queued
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

TEXTS = st.sampled_from(
    ['"type":"progress"', '{"type":"mode"', '"attachment":{"type":"skill_listing"', "plain", "茶", "\\", '"']
)
VALUES = st.recursive(
    TEXTS | st.none() | st.booleans(),
    lambda inner: st.dictionaries(TEXTS | st.just("type"), inner, max_size=3),
    max_leaves=6,
)
KINDS = st.sampled_from(["user", "assistant", "attachment", "progress", "mode", "api-request-blob"])


@given(
    st.permutations(["type", "cwd", "parentUuid", "attachment", "data"]), KINDS, VALUES, VALUES, VALUES, st.booleans()
)
def test_a_line_is_passed_over_only_by_its_own_type(order, kind, cwd, attachment, data, spaced):
    fields = {"type": kind, "cwd": cwd, "parentUuid": None, "attachment": attachment, "data": data}
    record = {key: fields[key] for key in order}
    line = json.dumps(record, ensure_ascii=False, separators=None if spaced else (",", ":")).encode()
    told = passed_type(line)
    if told == "attachment":
        assert isinstance(attachment, dict)
        assert attachment.get("type") == "skill_listing"
    elif told is not None:
        assert told == kind
        assert kind in PASSED_TYPES


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"mode","mode":"x"}{"type":"user"}\n',
        b'{"type":"mode","mode":"x{"parentUuid":null}\n',
        b'{"type":"mode","mode":"x',
        b'{"type":"mode","mode":"x{"type":"user"}\n',
        b'{"type":"mode","data":{"type":"user","x":"y{"type":"user","message":{}}\n',
    ],
)
def test_a_doubtful_line_is_parsed(line):
    receipt = ReceiptBuilder("x")
    assert list(wanted([(1, line)], receipt)) == [(1, line)]
    assert receipt.build().passed_over == {}


@given(st.text(), st.integers(min_value=200, max_value=2000))
def test_a_clipped_text_fits_and_keeps_its_ends(text, limit):
    text = text * 40
    short = clip(text, limit)
    assert len(short.encode("utf-8", "surrogatepass")) <= limit
    if short != text:
        head, _, tail = short.partition("\n[… ")
        assert text.startswith(head)
        assert text.endswith(tail.partition(" bytes left out …]\n")[2])


def test_a_short_text_is_not_cut():
    assert clip("茶" * 100, 300) == "茶" * 100


def test_text_is_taken_from_blocks_and_nothing_else():
    assert text_of([{"type": "text", "text": "a"}, {"type": "image"}, "loose", {"text": 3}, {"text": "b"}]) == "a\nb"
    assert text_of({"text": "a"}) == ""
    assert text_of(None) == ""


def test_a_tag_may_be_missing_or_unclosed():
    assert tag("<a>x</a>", "a") == "x"
    assert tag("<a> x", "a") == "x"
    assert tag("x", "a") == ""


def test_only_whole_numbers_are_numbers():
    assert [number(value) for value in (3, "4", "-1", True, None, "x", 1.5, "")] == [
        3,
        4,
        -1,
        None,
        None,
        None,
        None,
        None,
    ]


def test_the_first_line_is_the_first_that_holds_something():
    assert first_line("\n\n  tea \nx") == "tea"
    assert first_line("") == ""


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        (
            "The user doesn't want to take this action right now. STOP",
            "denied",
            "The user doesn't want to take this action right now",
        ),
        ("<tool_use_error>Sibling tool call errored</tool_use_error>", "cancelled", "Sibling tool call errored"),
        ("<tool_use_error>Cancelled: parallel tool call Bash errored</tool_use_error>", "cancelled", None),
        ("<tool_use_error>bad input</tool_use_error>", "not_run", "bad input"),
        ("[Request interrupted by user for tool use]", "interrupted", None),
        ("PreToolUse:Bash hook blocking error from command", "denied", None),
    ],
)
def test_a_call_that_did_not_run_is_told_from_one_that_failed(text, kind, reason):
    refusal = refusal_of("Bash", text, {})
    assert refusal is not None
    assert refusal.kind == kind
    assert reason in (None, refusal.reason)


@pytest.mark.parametrize("text", ["Exit code 1\nPermission to read has been denied", "Error: boom", ""])
def test_a_tool_that_ran_and_failed_is_no_refusal(text):
    assert refusal_of("Bash", text, {}) is None


def test_a_tree_tells_copies_and_the_start_of_an_abandoned_branch():
    tree = Tree()
    for uuid in ("root", "answer"):
        assert not tree.is_copy(uuid)
    assert tree.is_copy("root")
    assert tree.prompt(3, "p1", "answer") is None
    assert not tree.is_copy("more")
    assert tree.prompt(5, "p2", "more") is None
    assert tree.prompt(9, "p3", "answer") == 3
    assert tree.prompt(12, "p4", "answer") == 9
    assert tree.prompt(15, "p5", "never written") is None


def test_a_queue_holds_a_text_until_it_left_and_was_not_delivered():
    queue = Queue()
    queue.operation(1, None, "enqueue", "tea")
    queue.operation(2, None, "enqueue", "coffee")
    assert queue.undelivered() == []
    queue.operation(3, None, "remove", "coffee")
    assert [q.text for q in queue.undelivered()] == ["coffee"]
    assert queue.delivered("coffee", late=True)
    assert not queue.delivered("coffee", late=True)
    assert [q.line for q in queue.rest()] == [1]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<div> is not closed, fix it", "prompt"),
        ("[ ] is an empty box", "prompt"),
        ('{"a": 1} fails', "prompt"),
        ("This button is too small", "prompt"),
        ("This session is being continued from a previous conversation that ran out", "summary"),
        ("<teammate-message teammate_id=x>hi</teammate-message>", "notification"),
        ("<command-name></command-name>", "none"),
        ("  ", "none"),
    ],
)
def test_words_are_told_by_the_clients_marks_alone(text, kind):
    assert classify(text).kind == kind


def test_a_queued_command_is_told_from_a_queued_path():
    assert classify_queued("/review now").kind == "slash"
    assert classify_queued("/home/dev/a.py is broken").kind == "prompt"
