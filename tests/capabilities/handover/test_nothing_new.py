"""Two handovers in a row of one session: the second says that nothing is new, and is written all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Entry,
    Failure,
    FileRead,
    Message,
    PlanState,
    ToolUse,
)
from butler.capabilities.session_log.tools import SessionLogTools
from butler.capability import Caller
from butler.maids.document_check import check_document, metadata
from butler.maids.handover_news import only_own_calls
from tests.capabilities.handover.conftest import CLAUDE_SESSION, CODEX_SESSION

CODEX = Caller("codex", session_id=CODEX_SESSION)
CLAUDE = Caller("claude-code", session_id=CLAUDE_SESSION)


def prepare(house, caller=CODEX, **arguments):
    """Write a handover; what the answer says, its METADATA agreeing."""
    answer = HandoverTools(house).handover_prepare(caller, **({"issue_id": 49} | arguments))
    text = (house.project.root / answer.data["snapshot_file"]).read_text()
    known = answer.data["nothing_new_since"]
    assert check_document(text) == []
    assert metadata(text).get("nothing_new_since") == known
    assert (known is not None) == ("\n" in answer.summary) and (known or "") in answer.summary
    return answer.data


def add(log: Path, *records) -> None:
    """More lines of a Codex log."""
    with log.open("a") as file:
        for at, (kind, payload) in enumerate(records, 10):
            file.write(
                json.dumps(
                    {"timestamp": f"2026-06-03T01:01:{at}.000Z", "ordinal": at, "type": kind, "payload": payload}
                )
                + "\n"
            )


def item(**found):
    """A completed item of a Codex turn."""
    return "event_msg", {"type": "item_completed", "thread_id": CODEX_SESSION, "turn_id": "t2", "item": found}


def started():
    """A Codex turn begins."""
    return "event_msg", {"type": "task_started", "turn_id": "t2"}


def called(tool):
    """A call of one of our tools."""
    result = {"content": [{"type": "text", "text": "{}"}]}
    return item(
        type="McpToolCall", id=f"c-{tool}", server="butler", tool=tool, status="completed", arguments={}, result=result
    )


def says(text):
    """The agent speaks."""
    return item(type="AgentMessage", id="w", phase="final_answer", content=[{"type": "Text", "text": text}])


def ran(command, code=0):
    """The agent ran something."""
    return item(
        type="CommandExecution", id="r1", command=["/bin/bash", "-lc", command], cwd="file:///x", exit_code=code,
        status="completed", aggregated_output="done\n",
    )  # fmt: skip


@pytest.fixture
def shop(repository, codex_log, open_at):
    """The shop with a Codex log; the log's path and the house."""
    return codex_log(), open_at()


def test_the_second_of_two_says_nothing_new_and_is_written(shop):
    _, house = shop
    first, second = prepare(house), prepare(house)
    assert first["nothing_new_since"] is None
    assert second["nothing_new_since"] == first["handover_id"] != second["handover_id"]
    assert prepare(house)["nothing_new_since"] == second["handover_id"]
    assert len(list(house.project.handovers.glob("issue-49_2*.md"))) == 3


def test_our_own_calls_and_the_words_around_them_are_nothing_new(shop):
    log, house = shop
    first = prepare(house)["handover_id"]
    add(log, started(), called("handover_prepare"), ran("butler handover list"), says("The handover is written."))
    assert prepare(house)["nothing_new_since"] == first


@pytest.mark.parametrize(
    "more",
    [
        [started(), ran("pytest -q")],
        [started(), ran("butler handover list && rm -r shop")],
        [started(), says("One thing more: the list is sorted.")],
        [started(), item(type="UserMessage", id="u2", content=[{"type": "text", "text": "Now sort the list."}])],
        [started(), called("handover_prepare"), ran("ls", 2), says("x")],
    ],
    ids=["command", "hidden", "words", "request", "beside"],
)
def test_anything_else_in_the_log_is_new(shop, more):
    log, house = shop
    prepare(house)
    add(log, *more)
    assert prepare(house)["nothing_new_since"] is None
    assert prepare(house)["nothing_new_since"] is not None


def test_head_dirty_state_issue_notes_and_marks_are_new(shop, repository):
    _, house = shop
    issue = repository.top / ".butler/issues/49.md"
    prepare(house)
    for change in (
        lambda: repository.commit("more", shop__txt="x\n"),
        lambda: repository.write("shop/prices.py", "PRICES = {1: 2}\n"),
        lambda: repository.write("shop/prices.py", "PRICES = {1: 3}\n"),
        lambda: issue.write_text(issue.read_text() + "\nAlso sorted.\n"),
        lambda: SessionLogTools(house).session_log_mark(CODEX, note="fact: half way"),
        lambda: repository.git("checkout", "-q", "-b", "other"),
    ):
        change()
        assert prepare(house)["nothing_new_since"] is None, change
        assert prepare(house)["nothing_new_since"] is not None
    noted = prepare(house, notes="next: go on")
    assert noted["nothing_new_since"] is None
    assert prepare(house, notes="next: go on")["nothing_new_since"] is not None
    assert prepare(house)["nothing_new_since"] is not None
    assert prepare(house, notes="next: stop")["nothing_new_since"] is None


def test_what_cannot_be_known_is_new(shop):
    _, house = shop
    made = prepare(house)
    file = house.project.root / made["snapshot_file"]
    file.write_text(file.read_text() + "\n")
    assert prepare(house)["nothing_new_since"] is None
    prepare(house)
    (house.project.handovers / "index.json").unlink()
    assert prepare(house)["nothing_new_since"] is None


def test_another_session_issue_or_no_log_is_new(repository, codex_log, claude_log, open_at):
    house = open_at()
    prepare(house)
    assert prepare(house)["nothing_new_since"] is None
    codex_log()
    prepare(house)
    assert prepare(house, issue_id=None)["nothing_new_since"] is None
    claude_log(tool=("mcp__butler__handover_prepare", {}, "{}"))
    assert prepare(house, CLAUDE)["nothing_new_since"] is None
    assert prepare(house, CLAUDE)["nothing_new_since"] is not None
    assert prepare(house)["nothing_new_since"] is None


def test_a_japanese_answer_says_it_too(repository, codex_log, open_at):
    codex_log()
    house = open_at(language="ja")
    first = HandoverTools(house).handover_prepare(CODEX)
    second = HandoverTools(house).handover_prepare(CODEX)
    assert f"{first.data['handover_id']} から新しいことはありません" in second.summary


def entry(made: type, line: int = 9, **more) -> Entry:
    """An entry after line 5."""
    return made(line=line, at=None, **more)


@pytest.mark.parametrize(
    ("entries", "own"),
    [
        ([], True),
        ([entry(ToolUse, call_id="a", name="mcp__butler__handover_prepare")], True),
        ([entry(ToolUse, call_id="a", name="exec", request="await tools.mcp__butler__handover_prepare({})")], True),
        ([entry(ToolUse, call_id="a", name="WebSearch", request="prices")], False),
        ([entry(Command, 4, call_id="a", text="pytest", end_line=7)], False),
        ([entry(Command, call_id="a", text="bash -lc 'cd shop && python3 -m butler --language ja handover prepare'")], True),
        ([entry(Command, call_id="a", text="butler handover read | tee x")], False),
        ([entry(Command, call_id="a", text="butler handover read > shop/prices.py")], False),
        ([entry(Command, call_id="a", text="butler handover prepare --notes \"$(make)\"")], False),
        ([entry(Command, call_id="a", text="/opt/bin/butler handover list --query x")], True),
        ([entry(FileRead, path="/p/session_logs/handover/project_latest.md")], True),
        ([entry(FileRead, path="/p/shop/prices.py")], False),
        ([entry(Failure, what="mcp__butler__handover_prepare", text="busy")], True),
        ([entry(Failure, what="api", text="overloaded", kind="api")], False),
        ([entry(PlanState, steps=())], False),
        ([entry(Boundary, kind="compaction")], False),
        ([entry(Boundary, kind="turn_finished"), entry(Boundary, kind="resumed")], True),
        ([entry(Message, speaker="person", text="/exit", channel="slash_command")], True),
        ([entry(Message, speaker="person", text="Sort the list by name, please.")], False),
        ([entry(Message, speaker="system", text="task 3 ended", channel="notification")], False),
        ([entry(ToolUse, 3, call_id="a", name="butler.handover_prepare"), entry(Message, speaker="agent", text="Written.")], True),
        ([entry(ToolUse, 3, call_id="a", name="butler.handover_prepare"), entry(Boundary, 6, kind="turn_finished"), entry(Message, speaker="agent", text="x")], False),
    ],
)  # fmt: skip
def test_which_entries_are_our_own(entries, own):
    assert only_own_calls(entries, 5) is own
