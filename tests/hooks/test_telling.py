"""What a client tells a hook, and what a hook answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from butler.hooks.belonging import Place, belongs
from butler.hooks.telling import Hooked, Told, answer, read_told

EVENT = {"session_id": "s-1", "transcript_path": "/logs/s-1.jsonl", "cwd": "/shop", "hook_event_name": "Stop"}


def read(client: str | None = "codex", **more: object) -> Told | None:
    return read_told(json.dumps(EVENT | more).encode(), "Stop", client)


def test_an_event_tells_session_log_and_folder():
    assert read() == Told("Stop", "codex", "s-1", Path("/logs/s-1.jsonl"), Path("/shop"))


@pytest.mark.parametrize(
    ("log", "client"),
    [("/c/rollout-2026-05-01T09-00-00-s.jsonl", "codex"), ("/c/projects/-shop/s-1.jsonl", "claude-code")],
)
def test_a_hook_of_both_clients_tells_them_apart_by_the_name_of_the_log(log, client):
    told = read(None, transcript_path=log)
    assert told is not None and told.client == client


@pytest.mark.parametrize(
    "more",
    [
        {"hook_event_name": "SubagentStop"},
        {"agent_id": "a-1"},
        {"transcript_path": "/logs/s-1/subagents/agent-1.jsonl"},
        {"transcript_path": "/logs/agent-1.jsonl"},
        {"transcript_path": None},
        {"session_id": ""},
        {"cwd": 7},
        {"cwd": "/a\0b"},
    ],
)
def test_subagents_and_sessions_without_a_log_are_nothing_to_us(more):
    assert read(**more) is None


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b'{"a"', b"7"])
def test_what_is_no_object_is_an_error(content):
    with pytest.raises(ValueError):
        read_told(content, "Stop", "codex")


def test_no_words_are_no_output_and_words_are_one_line_of_json():
    told = read()
    assert told is not None
    assert answer(told, Hooked()) == b""
    line = answer(told, Hooked("one\ntwo"))
    assert line.count(b"\n") == 1
    assert json.loads(line)["hookSpecificOutput"]["additionalContext"] == "one\ntwo"


@pytest.mark.parametrize(
    ("document", "here", "told"),
    [
        (Place(49, "main"), Place(None, "main"), True),
        (Place(49, "main"), Place(49, "other"), True),
        (Place(49, "main"), Place(52, "main"), False),
        (Place(49, "issue-49-refuse"), Place(None, "issue-52-cancel"), False),
        (Place(49, "issue-49-refuse"), Place(None, "main"), False),
        (Place(49, "issue-49-refuse"), Place(None, "fix/49-again"), True),
        (Place(None, "main"), Place(None, "issue-52"), True),
        (Place(None, "issue-49"), Place(None, "issue-52"), False),
        (Place("ABC-7", None), Place(None, "feature/ABC-7-prices"), True),
        (Place("ABC-7", None), Place(None, "feature/abc"), True),
        (Place(49, None), Place(None, "main"), True),
        (Place(49, "main"), Place(None, None), True),
    ],
)
def test_a_document_is_told_to_sessions_of_its_issue_or_its_branch(document, here, told):
    assert belongs(document, here) is told


def test_numbers_that_only_look_like_issues_name_none():
    assert Place(None, "release-2026.05").subject is None
    assert Place(None, "python3-port").subject is None
    assert Place(None, "v2").subject is None
