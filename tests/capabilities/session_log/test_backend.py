"""Opening logs, listing sessions, marks."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log.backend import (
    SessionChoice,
    calling_line,
    choose_session,
    facts_answer,
    list_sessions,
    marks_of,
    open_log,
    sessions_answer,
    set_mark,
    since_line,
)
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput, Unreadable
from butler.house import House

SHELL = Caller("command-line")


def refused(house: House, path: Path) -> str:
    with pytest.raises(ButlerError) as caught, open_log(house, path) as log:
        list(log.entries)
    for language in ("en", "ja"):
        assert "?" not in caught.value.message(language) + caught.value.hint(language)  # type: ignore[arg-type]
    return caught.value.code


def test_both_clients_logs_are_recognised_by_content(house: House, logs: Any, project: Path, tmp_path: Path) -> None:
    for path, name in (
        (logs.claude(project, 1, "2026-05-01"), "claude_code_jsonl"),
        (logs.codex(project, 1, "2026-05-01"), "codex_jsonl"),
    ):
        copy = tmp_path / "copy.txt"
        copy.write_bytes(path.read_bytes())
        with open_log(house, copy) as log:
            entries = list(log.entries)
        assert log.format.name == name
        assert sum(log.receipt.entries.values()) == len(entries) > 0
        assert (log.receipt.bytes, log.size) == (copy.stat().st_size,) * 2


def test_a_missing_log_is_missing(house: House, tmp_path: Path) -> None:
    assert refused(house, tmp_path / "none.jsonl") == "log_missing"
    assert refused(house, tmp_path / "none" / "none.jsonl") == "log_missing"
    assert refused(house, tmp_path / "a\0b") == "log_missing"


def test_an_empty_log_is_empty(house: House, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").touch()
    assert refused(house, tmp_path / "log.jsonl") == "log_empty"


def test_folders_pipes_and_devices_are_refused_at_once(house: House, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused(house, tmp_path) == "log_not_regular"
    assert refused(house, tmp_path / "pipe") == "log_not_regular"
    assert refused(house, Path("/dev/null")) == "log_not_regular"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_log_without_permission_is_unreadable(house: House, logs: Any, project: Path) -> None:
    path = logs.claude(project, 1, "2026-05-01")
    path.chmod(0)
    assert refused(house, path) == "log_unreadable"


def test_a_loop_of_links_is_unreadable(house: House, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert refused(house, tmp_path / "a") == "log_unreadable"


def test_a_link_to_a_log_is_read(house: House, logs: Any, project: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(logs.claude(project, 1, "2026-05-01"))
    with open_log(house, tmp_path / "link") as log:
        assert list(log.entries)


def test_binary_data_is_no_known_format(house: House, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(bytes(range(256)) * 50)
    assert refused(house, tmp_path / "log.jsonl") == "log_unknown_format"


def test_a_log_of_a_known_format_without_entries_says_what_was_seen(house: House, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"timestamp":"2026-05-01T09:00:00Z","type":"event_msg","payload":{"type":"token_count"}}\n')
    assert refused(house, path) == "log_no_entries"


def test_what_is_appended_after_the_opening_is_not_read(house: House, logs: Any, project: Path) -> None:
    path = logs.codex(project, 1, "2026-05-01")
    size = path.stat().st_size
    with open_log(house, path) as log:
        with path.open("a") as file:
            file.write(json.dumps(logs.codex_records(project, 1, "2026-05-01")[2]) + "\n")
        before = list(log.entries)
    assert log.receipt.bytes == size
    with open_log(house, path) as log:
        assert len(list(log.entries)) == len(before) + 1


def test_the_list_shows_sessions_newest_first_and_counts_the_others(
    house: House, logs: Any, project: Path, home: Path
) -> None:
    secret = "ghp_" + "a1B2" * 9
    logs.claude(project, 1, "2026-05-01", f"Use {secret}\nthen go on")
    logs.codex(project, 2, "2026-05-02")
    logs.codex(home / "other", 3, "2026-05-03")
    sessions, left_out = list_sessions(house)
    assert [(item.agent, item.session_id) for item in sessions] == [
        ("codex", logs.uuid(2)),
        ("claude-code", logs.uuid(1)),
    ]
    assert left_out == {"other_folder": 1}
    assert sessions[0].state == "finished"
    assert sessions[0].file.startswith("~/.codex/")
    assert sessions[1].last_activity == "2026-05-01T09:00:03.000Z"
    assert sessions[1].first_request is not None
    assert secret not in sessions[1].first_request and "\n" not in sessions[1].first_request


def test_the_list_of_every_folder_leaves_no_folder_out(house: House, logs: Any, project: Path, home: Path) -> None:
    logs.codex(home / "other", 3, "2026-05-03")
    assert sessions_answer(house).data["sessions"] == []
    answer = sessions_answer(house, everywhere=True)
    assert [item["session_id"] for item in answer.data["sessions"]] == [logs.uuid(3)]
    assert answer.data["left_out"] == {}


def test_an_open_and_an_aborted_session_are_told_apart(house: House, logs: Any, project: Path) -> None:
    records = logs.codex_records(project, 1, "2026-06-03")
    path = logs.codex(project, 1, "2026-06-03")
    logs.write(path, records[:4])
    assert list_sessions(house)[0][0].state == "open"
    aborted = {**records[5], "payload": {"type": "turn_aborted", "reason": "interrupted", "turn_id": "t1"}}
    logs.write(path, [*records[:4], aborted])
    assert list_sessions(house)[0][0].state == "aborted"


def test_the_calling_line_is_that_of_the_call(house: House, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-01")
    caller = Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_1")
    choice = choose_session(house, caller)
    assert isinstance(choice, SessionChoice)
    assert calling_line(house, caller, choice) == (2, True)
    choice = choose_session(house, SHELL)
    assert isinstance(choice, SessionChoice)
    assert calling_line(house, SHELL, choice) == (4, False)


def test_facts_are_answered_without_secrets(house: House, logs: Any, project: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    logs.claude(project, 1, "2026-05-01", f"Use {secret} for the list")
    answer = facts_answer(house, SHELL)
    assert answer.status == "ok"
    assert secret not in json.dumps(answer.wire())
    assert answer.data["facts"]["session"]["agent"] == "claude-code"


def test_marks_are_kept_by_session_beside_the_log(house: House, logs: Any, project: Path) -> None:
    before = logs.claude(project, 1, "2026-05-01").read_bytes()
    set_mark(house, SHELL, ("claude-code", logs.uuid(1)), 3, "決定: keep the list")
    set_mark(house, SHELL, ("claude-code", logs.uuid(2)), 9, "other")
    marks = marks_of(house, logs.uuid(1))
    assert [(mark.line, mark.note, mark.writer) for mark in marks] == [(3, "決定: keep the list", "command-line")]
    assert logs.claude(project, 1, "2026-05-01").read_bytes() == before
    assert (house.project_data / "marks.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '{"format": "butler-marks", "schema_version": 2, "marks": []}',
        '{"format": "butler-marks", "schema_version": 1, "marks": [{"line": "3"}]}',
        '{"format": "butler-marks", "schema_version": 1, "marks": [], "more": 1}',
        "<<<<<<< ours\n{}",
    ],
)
def test_damaged_or_newer_marks_are_refused_and_left_untouched(house: House, content: str) -> None:
    set_mark(house, SHELL, ("codex", "s"), 1, "x")
    file = house.project_data / "marks.json"
    file.write_text(content)
    for work in (lambda: marks_of(house, "s"), lambda: set_mark(house, SHELL, ("codex", "s"), 1, "x")):
        with pytest.raises(Unreadable) as caught:
            work()
        assert caught.value.code == "marks_unreadable"
    assert file.read_text() == content


@pytest.mark.parametrize("note", ["", "  \n", "x" * 9000])
def test_a_note_that_is_empty_or_too_long_is_refused(house: House, note: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        set_mark(house, SHELL, ("codex", "s"), 1, note)
    assert caught.value.code == "invalid_note"
    assert not house.project_data.exists()


def test_since_is_a_line_a_mark_or_the_last_handover(house: House, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-01")
    choice = choose_session(house, SHELL)
    assert isinstance(choice, SessionChoice)
    assert since_line(house, choice, None) == (0, "session")
    assert since_line(house, choice, "mark") == (0, "session")
    assert since_line(house, choice, "17") == (17, "17")
    set_mark(house, SHELL, ("claude-code", logs.uuid(1)), 3, "x")
    assert since_line(house, choice, "mark") == (3, "mark")
    for bad in ("yesterday", "-1", "1.5", "９９"):
        with pytest.raises(InvalidInput) as caught:
            since_line(house, choice, bad)
        assert caught.value.code == "invalid_since"


def test_the_last_handover_of_a_session_tells_where_it_ended(house: House, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-01")
    choice = choose_session(house, SHELL)
    assert isinstance(choice, SessionChoice)
    assert since_line(house, choice, "last_handover") == (0, "session")
    folder = project / "session_logs" / "handover"
    folder.mkdir(parents=True)
    for stamp, session, last in (("20260601T000000Z", logs.uuid(1), 3), ("20260602T000000Z", "other", 70)):
        text = f"## METADATA\n\n```yaml\nformat_version: 1\nsession:\n  agent: codex\n  id: {session}\n  lines: 1-{last}\n```\n"
        (folder / f"issue-4_{stamp}_codex.md").write_text(text)
    assert since_line(house, choice, "last_handover") == (3, "last_handover")
