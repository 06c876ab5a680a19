"""The list of sessions: how each stands, how long its log lives, its forks and subagents, and what was left out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log.backend import (
    SessionChoice,
    choose_session,
    list_sessions,
    open_log,
    sessions_answer,
)
from butler.capabilities.session_log.models import Command
from butler.capabilities.session_log.tools import SessionLogTools
from butler.capability import Caller
from butler.house import House

SHELL = Caller("command-line")
DAY = "2026-05-01"
NOON = datetime(2026, 6, 3, 12, 0, 0, tzinfo=timezone(timedelta(hours=9)))


def only(house: House) -> Any:
    (listed,) = list_sessions(house)[0]
    return listed


def unfinished(logs: Any, project: Path, stamp: str) -> Path:
    path = logs.claude(project, 1, DAY)
    records = logs.claude_records(project, 1, DAY)
    asked = {**records[0], "uuid": "next", "timestamp": stamp, "message": {"role": "user", "content": "More"}}
    return logs.write(path, [*records, {"type": "system", "subtype": "turn_duration", **_envelope(records[0])}, asked])


def _envelope(record: dict[str, Any]) -> dict[str, Any]:
    return {**{key: record[key] for key in ("sessionId", "cwd", "version", "timestamp")}, "uuid": "done"}


def note_process(home: Path, number: int, session: str) -> None:
    folder = home / ".claude" / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number}.json").write_text(json.dumps({"pid": number, "sessionId": session}))


def dead_process() -> int:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


def test_an_unfinished_turn_whose_process_is_gone_was_killed(
    house: House, home: Path, logs: Any, project: Path
) -> None:
    unfinished(logs, project, NOON.isoformat())
    note_process(home, os.getpid(), logs.uuid(1))
    assert (only(house).state, only(house).alive) == ("open", True)
    (home / ".claude" / "sessions" / f"{os.getpid()}.json").unlink()
    note_process(home, dead_process(), logs.uuid(1))
    assert (only(house).state, only(house).alive) == ("killed", False)


@pytest.mark.parametrize(("hours", "state"), [(1, "open"), (7, "killed")])
def test_an_unfinished_turn_that_nobody_wrote_to_for_long_was_killed(
    house: House, logs: Any, project: Path, hours: int, state: str
) -> None:
    unfinished(logs, project, (NOON - timedelta(hours=hours)).isoformat())
    assert only(house).state == state


def test_a_call_without_a_result_is_an_unfinished_turn_also_in_a_log_that_marks_none(
    house: House, home: Path, logs: Any, project: Path
) -> None:
    logs.write(logs.claude(project, 1, "2026-06-03"), logs.claude_records(project, 1, "2026-06-03")[:2])
    assert only(house).state == "open"
    note_process(home, dead_process(), logs.uuid(1))
    assert only(house).state == "killed"


def test_a_finished_session_stays_finished_when_its_process_is_gone(
    house: House, home: Path, logs: Any, project: Path
) -> None:
    logs.codex(project, 1, DAY)
    note_process(home, dead_process(), logs.uuid(1))
    assert only(house).state == "finished"


@pytest.mark.parametrize("written", ["not json", "[]", '{"sessionId": 7}', ""])
def test_a_strange_note_about_a_process_says_nothing(
    house: House, home: Path, logs: Any, project: Path, written: str
) -> None:
    logs.claude(project, 1, DAY)
    (home / ".claude" / "sessions").mkdir()
    (home / ".claude" / "sessions" / "77.json").write_text(written)
    assert only(house).alive is None


@pytest.mark.parametrize(
    ("settings", "days"),
    [
        ('{"cleanupPeriodDays": 90}', 90),
        ('{"cleanupPeriodDays": 0}', 30),
        ('{"cleanupPeriodDays": "x"}', 30),
        ("{", 30),
    ],
)
def test_the_days_that_the_user_set_are_shown(
    house: House, home: Path, logs: Any, project: Path, settings: str, days: int
) -> None:
    path = logs.claude(project, 1, DAY)
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    (home / ".claude" / "settings.json").write_text(settings)
    assert (only(house).days_left, only(house).then) == (days, "deletes")


def test_a_fork_is_told_by_its_copied_records(house: House, logs: Any, project: Path) -> None:
    first = logs.claude(project, 1, DAY)
    records = [{**record, "sessionId": logs.uuid(2)} for record in logs.claude_records(project, 1, DAY)]
    queued = {"type": "queue-operation", "operation": "enqueue", "sessionId": logs.uuid(2), "content": "Go on"}
    logs.write(
        first.with_name(f"{logs.uuid(2)}.jsonl"), [{**queued, "timestamp": "2026-05-01T10:00:00.000Z"}, *records]
    )
    listed = {item.session_id: item for item in list_sessions(house)[0]}
    assert listed[logs.uuid(2)].fork_of == logs.uuid(1)
    assert listed[logs.uuid(1)].fork_of is None


def test_logs_that_begin_alike_without_telling_which_was_first_are_said_to_share(
    house: House, logs: Any, project: Path
) -> None:
    first = logs.claude(project, 1, DAY)
    records = [{**record, "sessionId": logs.uuid(2)} for record in logs.claude_records(project, 1, DAY)]
    logs.write(first.with_name(f"{logs.uuid(2)}.jsonl"), records)
    listed = {item.session_id: item for item in list_sessions(house)[0]}
    assert listed[logs.uuid(2)].shares_history_with == (logs.uuid(1),)
    assert listed[logs.uuid(1)].shares_history_with == (logs.uuid(2),)


def subagent_of_claude(logs: Any, project: Path) -> Path:
    main = logs.claude(project, 1, DAY)
    path = main.with_suffix("") / "subagents" / "agent-a1.jsonl"
    logs.write(
        path, [{**record, "isSidechain": True, "agentId": "a1"} for record in logs.claude_records(project, 1, DAY)]
    )
    path.with_suffix(".meta.json").write_text(json.dumps({"description": "Count the shelves", "toolUseId": "t"}))
    return path


def test_a_subagents_log_is_listed_with_its_session_and_can_be_read(house: House, logs: Any, project: Path) -> None:
    path = subagent_of_claude(logs, project)
    (child,) = only(house).subagents
    assert (child.session_id, child.about, child.file) == ("agent-a1", "Count the shelves", house.shown(path))
    for named in ("agent-a1", "a1"):
        answer = SessionLogTools(house).session_log_read(SHELL, session=named)
        assert answer.data["session"]["log"] == house.shown(path)


def test_the_parents_entry_names_the_subagents_log(house: House, logs: Any, project: Path) -> None:
    path = subagent_of_claude(logs, project)
    records = logs.claude_records(project, 1, DAY)
    call = {"type": "tool_use", "id": "t", "name": "Agent", "input": {"description": "Count the shelves"}}
    asked = {**records[1], "uuid": "a", "message": {**records[1]["message"], "content": [call]}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "42"}
    done = {**records[2], "uuid": "b", "message": {"role": "user", "content": [result]}}
    done["toolUseResult"] = {"status": "completed", "agentId": "a1", "content": [{"type": "text", "text": "42"}]}
    logs.claude(project, 1, DAY)
    main = path.parents[1].with_suffix(".jsonl")
    logs.write(main, [*records, asked, done])
    answer = SessionLogTools(house).session_log_read(SHELL, session=str(main))
    (entry,) = [item for item in answer.data["entries"] if item["kind"] == "subagent"]
    assert entry["log"] == house.shown(path)


def test_a_subagent_of_codex_is_listed_with_its_session(house: House, logs: Any, project: Path) -> None:
    logs.codex(project, 1, DAY)
    source = {"subagent": {"thread_spawn": {"parent_thread_id": logs.uuid(1), "depth": 1}}}
    logs.codex(project, 2, DAY, "Count the shelves", source)
    assert [child.session_id for child in only(house).subagents] == [logs.uuid(2)]


def test_who_wrote_a_log_is_said(house: House, logs: Any, project: Path) -> None:
    records = logs.codex_records(project, 1, DAY)
    records[0]["payload"]["originator"] = "other-tool"
    logs.write(logs.codex(project, 1, DAY), records)
    assert only(house).originator == "other-tool"


def test_two_sessions_that_are_written_now_are_listed_and_the_choice_is_explained(
    house: House, logs: Any, project: Path
) -> None:
    for number, minutes in ((1, 2), (2, 1)):
        records = logs.codex_records(project, number, DAY)
        stamp = (NOON - timedelta(minutes=minutes)).isoformat()
        logs.write(logs.codex(project, number, DAY), [{**record, "timestamp": stamp} for record in records])
    choice = choose_session(house, SHELL)
    assert isinstance(choice, SessionChoice)
    assert choice.session_id == logs.uuid(2)
    assert logs.uuid(1) in choice.reason("en") and logs.uuid(1) in choice.reason("ja")
    answer = sessions_answer(house)
    assert [item["session_id"] for item in answer.data["sessions"]] == [logs.uuid(2), logs.uuid(1)]
    assert answer.data["chosen"]["reason"] == choice.reason("en")


def test_what_was_left_out_is_said_in_words(open_at: Any, home: Path, logs: Any, project: Path) -> None:
    logs.codex(project, 1, DAY)
    logs.codex(project, 2, DAY, source={"internal": "memory"})
    logs.codex(home / "elsewhere", 3, DAY)
    english, japanese = (sessions_answer(open_at(language=language)).summary for language in ("en", "ja"))
    assert "1 of other folders" in english and "1 log of subagents" in english
    assert "他のフォルダー" in japanese and "サブエージェント" in japanese


def kept_output(logs: Any, project: Path, name: str, error: bool = True) -> Path:
    path = logs.claude(project, 1, DAY)
    records = logs.claude_records(project, 1, DAY)
    said = f"<persisted-output>\nOutput too large (99KB). Full output saved to: /elsewhere/tool-results/{name}\n\nPreview:\nbegin"
    block = records[2]["message"]["content"][0]
    block |= {"content": f"Exit code 2\n{said}" if error else said, "is_error": error}
    logs.write(path, records)
    (path.with_suffix("") / "tool-results").mkdir(parents=True)
    return path


def output_of(house: House, path: Path) -> str:
    with open_log(house, path) as log:
        (command,) = [entry for entry in log.entries if isinstance(entry, Command)]
    return command.output


def test_the_end_of_a_kept_output_of_a_failed_command_is_read(house: House, logs: Any, project: Path) -> None:
    path = kept_output(logs, project, "b1.txt")
    (path.with_suffix("") / "tool-results" / "b1.txt").write_text("x" * 90_000 + "\nあ 3 failed\n")
    assert output_of(house, path).endswith("\nあ 3 failed")
    assert len(output_of(house, path)) < 9_000


def test_a_kept_output_of_a_command_that_passed_is_not_read(house: House, logs: Any, project: Path) -> None:
    path = kept_output(logs, project, "b1.txt", error=False)
    (path.with_suffix("") / "tool-results" / "b1.txt").write_text("secret end")
    assert "secret end" not in output_of(house, path)


@pytest.mark.parametrize("way", ["link", "folder link", "parent", "pipe", "missing"])
def test_nothing_outside_the_sessions_own_folder_is_read(
    house: House, logs: Any, project: Path, home: Path, way: str
) -> None:
    (home / "secrets").mkdir()
    (home / "secrets" / "b1.txt").write_text("not for you")
    path = kept_output(logs, project, "../../../secrets/b1.txt" if way == "parent" else "b1.txt")
    results = path.with_suffix("") / "tool-results"
    if way == "link":
        (results / "b1.txt").symlink_to(home / "secrets" / "b1.txt")
    elif way == "folder link":
        results.rmdir()
        results.symlink_to(home / "secrets")
    elif way == "pipe":
        os.mkfifo(results / "b1.txt")
    assert output_of(house, path).endswith("begin")
