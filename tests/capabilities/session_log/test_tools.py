"""The tools of the session_log room."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import CAPABILITY
from butler.capabilities.session_log.models import Command, FileRead
from butler.capabilities.session_log.showing import Shower, fitting
from butler.capabilities.session_log.tools import SessionLogTools
from butler.capability import Caller, tools_of
from butler.envelope import Envelope
from butler.errors import InvalidInput, NotFound
from butler.house import House

SHELL = Caller("command-line")
SECRET = "ghp_" + "a1B2" * 9


@pytest.fixture
def tools(house: House) -> SessionLogTools:
    return SessionLogTools(house)


def size(answer: Envelope) -> int:
    return len(json.dumps(answer.wire(), ensure_ascii=False).encode())


def test_the_room_offers_three_tools_and_says_which_write() -> None:
    assert [(tool.name, tool.writes) for tool in tools_of(CAPABILITY)] == [
        ("session_log_mark", True),
        ("session_log_read", False),
        ("session_log_summarize", True),
    ]


def test_the_first_paragraph_of_each_tool_is_short() -> None:
    for tool in tools_of(CAPABILITY):
        first = (tool.function.__doc__ or "").split("\n\n")[0]
        assert 0 < len(" ".join(first.split())) <= 200


def test_a_mark_stands_at_the_line_of_the_call(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-01")
    caller = Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_1")
    answer = tools.session_log_mark(caller, f"decision: use {SECRET}\u202e")
    assert answer.data["anchor"] == "[L2]"
    assert answer.data["writer"] == "claude-code"
    assert SECRET not in json.dumps(answer.wire())
    assert "\u202e" not in answer.data["note"]
    stored = (tools._house.project_data / "marks.json").read_text()
    assert SECRET not in stored


def test_without_a_log_the_answer_says_so(tools: SessionLogTools) -> None:
    for call in (
        lambda: tools.session_log_mark(SHELL, "x"),
        lambda: tools.session_log_read(SHELL),
        lambda: tools.session_log_summarize(SHELL),
    ):
        with pytest.raises(NotFound) as caught:
            call()
        assert caught.value.code == "no_session"
        assert "{" not in caught.value.message("ja")


def test_reading_at_an_anchor_shows_it_with_its_neighbours(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    answer = tools.session_log_read(SHELL, line=4, count=1)
    kinds = [(entry["anchor"], entry["kind"]) for entry in answer.data["entries"]]
    assert ("[L4]", "command") in kinds
    assert answer.data["before"] == 2
    assert answer.data["entries"][2]["exit_code"] == 0
    assert answer.data["next_line"] == 5
    assert answer.data["next_recommended"]["tool"] == "session_log_read"


def test_reading_without_a_line_shows_where_the_log_ends(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    answer = tools.session_log_read(SHELL, count=2)
    assert [entry["line"] for entry in answer.data["entries"]] == [5, 6]
    assert answer.data["next_line"] is None


def test_an_edit_that_was_refused_is_shown_as_not_ok(tools: SessionLogTools, logs: Any, project: Path) -> None:
    records = logs.claude_records(project, 1, "2026-05-01")
    call = {
        "type": "tool_use",
        "id": "toolu_1",
        "name": "Edit",
        "input": {"file_path": f"{project}/a.py", "old_string": "x", "new_string": "y"},
    }
    result = {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "String to replace not found",
        "is_error": True,
    }
    records[1]["message"]["content"], records[2]["message"]["content"] = [call], [result]
    logs.write(logs.claude(project, 1, "2026-05-01"), records)
    shown = tools.session_log_read(SHELL, line=1, count=20).data["entries"]
    assert [entry["ok"] for entry in shown if entry["kind"] == "file_change"] == [False]


def test_a_line_behind_the_end_is_refused(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    with pytest.raises(NotFound) as caught:
        tools.session_log_read(SHELL, line=999)
    assert caught.value.code == "no_such_line"


@pytest.mark.parametrize(("line", "count"), [(0, 1), (-3, 1), (1, 0), (1, 201), (None, -1)])
def test_numbers_out_of_range_are_refused(tools: SessionLogTools, line: int | None, count: int) -> None:
    with pytest.raises(InvalidInput):
        tools.session_log_read(SHELL, line=line, count=count)


def test_a_document_that_a_command_printed_is_shown_once(house: House) -> None:
    ran = Command(3, None, "c", "cat till.md", 0, "One drawer.", end_line=4)
    shown = fitting(
        Shower(house), [ran, FileRead(3, None, "till.md", "One drawer."), FileRead(9, None, "a.md", "Two.")]
    )
    assert [("text" in entry, entry["kind"]) for entry in shown[1:]] == [(False, "file_read"), (True, "file_read")]


def test_a_large_answer_gives_fewer_entries_and_says_so(tools: SessionLogTools, logs: Any, project: Path) -> None:
    records = logs.claude_records(project, 1, "2026-05-01")
    many = [
        {**records[0], "uuid": f"u{n}", "message": {"role": "user", "content": f"{n} " + "語" * 3000}}
        for n in range(300)
    ]
    logs.write(logs.claude(project, 1, "2026-05-01"), [*records, *many])
    answer = tools.session_log_read(SHELL, line=1, count=200)
    assert size(answer) <= 36_000
    assert answer.data["left_out"] > 0
    assert answer.data["next_line"] == answer.data["entries"][-1]["line"] + 1
    last = tools.session_log_read(SHELL, count=200)
    assert size(last) <= 36_000
    assert last.data["entries"][-1]["line"] == 304
    assert last.data["left_out"] > 0
    one = tools.session_log_read(SHELL, line=10, count=1)
    assert len(one.data["entries"][-1]["text"]) > 2500
    assert size(one) <= 36_000


def test_secrets_and_control_characters_never_leave(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-01", f"token {SECRET} \x1b[31mred\u202e")
    text = json.dumps(tools.session_log_read(SHELL, line=1).wire(), ensure_ascii=False)
    assert SECRET not in text and "\u202e" not in text and "\\u001b" not in text
    assert "REDACTED" in text


def test_a_summary_is_written_and_answered(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-01", f"Use {SECRET}, add a list")
    tools.session_log_mark(SHELL, "決定: keep it")
    answer = tools.session_log_summarize(SHELL)
    file = project / answer.data["summary_file"]
    text = file.read_text()
    assert file.name == f"claude-code-{logs.uuid(1)}_20260603T030000Z.md"
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == [
        "## METADATA",
        "## REQUESTS",
        "## DECISIONS",
        "## AGENT_WORDS",
        "## CHECKS",
        "## FAILURES",
        "## FILES",
        "## COMMITS",
        "## PLAN",
        "## MARKS",
    ]
    assert "[L1]" in text and "make check" in text and "keep it" in text and SECRET not in text
    assert answer.data["document"] == text
    again = tools.session_log_summarize(SHELL)
    assert again.data["summary_file"].endswith("_20260603T030000Z-2.md")


def test_the_summary_has_the_same_sections_in_japanese(open_at: Callable[..., House], logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    text = SessionLogTools(open_at(language="ja")).session_log_summarize(SHELL).data["document"]
    assert "# セッション要約" in text
    assert "## REQUESTS" in text and "なし" in text


def test_since_moves_where_checks_begin(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    assert "make check" in tools.session_log_summarize(SHELL, since="1").data["document"]
    later = tools.session_log_summarize(SHELL, since="6").data["document"]
    assert "make check" not in later
    assert "Add a price list" in later


def test_a_line_that_the_log_does_not_have_is_no_since(tools: SessionLogTools, logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    with pytest.raises(InvalidInput) as caught:
        tools.session_log_summarize(SHELL, since="700")
    assert caught.value.code == "invalid_since"
    assert not (project / "session_logs").exists()
