"""Public faults of readers of Claude Code logs, by the number of our list (docs/capabilities/session_log/bug_cases.md)."""

from __future__ import annotations

import json
import os

import pytest

from butler.capabilities.session_log.backend import choose_session, list_sessions
from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Message,
    PlanState,
    SessionInfo,
    Subagent,
    Withdrawn,
)
from butler.capability import Caller

CLAUDE = Caller("claude-code")


@pytest.fixture
def log(claude):
    return claude


def texts(log):
    return [m.text for m in log.found(Message)]


def test_case_29_no_parallel_result_is_lost(log):
    first = log.call("a", "Bash", {"command": "make a"})
    assert first == 1
    branch = log.parent
    log.call("b", "Bash", {"command": "make b"})
    log.result("a", "A", {"stdout": "A"}, parentUuid=branch)
    log.result("b", "B", {"stdout": "B"})
    assert sorted(c.output for c in log.found(Command)) == ["A", "B"]


def test_case_30_parents_that_were_never_written_lose_nothing(log):
    log.user("Start")
    log.says("Ready", parentUuid="never-written")
    log.user("More", parentUuid="never-written-either")
    assert texts(log) == ["Start", "Ready", "More"]


def test_case_31_a_reply_beside_a_hook_summary_is_kept(log):
    log.user("Start")
    parent = log.parent
    log.says("The reply", parentUuid=parent)
    log.record("system", subtype="stop_hook_summary", parentUuid=parent)
    assert texts(log) == ["Start", "The reply"]
    assert log.found(Withdrawn) == []


def test_case_32_a_dead_branch_is_marked(log):
    log.says("Ready")
    parent = log.parent
    dead = log.user("Paint it red")
    log.user("Paint it blue", parentUuid=parent)
    assert [w.from_line for w in log.found(Withdrawn)] == [dead]


def test_case_33_equal_records_with_own_uuids_are_no_copies(log):
    at = "2026-03-01T10:00:00.000Z"
    log.says("", timestamp=at)
    log.says("", timestamp=at)
    log.says("Words", timestamp=at)
    assert texts(log) == ["Words"]
    assert log.receipt.passed_over == {}


def test_case_34_an_answer_without_a_request_id_is_one_turn(log):
    log.says("One", message={"id": "msg_9"})
    log.says("Two", message={"id": "msg_9"}, requestId="req_1")
    assert [m.turn for m in log.found(Message)] == ["msg_9", "msg_9"]


def test_case_35_a_side_question_that_replays_the_parent_is_not_told_again(log):
    log.user("Start")
    log.says("Reply", message={"id": "msg_9"})
    log.says("Reply", message={"id": "msg_9"}, requestId="req_2", isSidechain=True)
    assert texts(log) == ["Start", "Reply"]


def test_case_36_a_subagents_file_does_not_pose_as_its_parent(log):
    log.user("Count", isSidechain=True, agentId="a1")
    info = log.found(SessionInfo)[0]
    assert (info.thread, info.session_id) == ("subagent", "a1")
    assert info.parent_id != info.session_id


def test_case_37_a_subagents_file_is_no_session_of_its_own(house, logs, project):
    main = logs.claude(project, 1, "2026-05-01")
    records = [{**record, "isSidechain": True} for record in logs.claude_records(project, 1, "2026-05-09")]
    for number in range(9):
        logs.write(main.with_suffix("") / "subagents" / f"agent-a{number}.jsonl", records)
    listed, left_out = list_sessions(house)
    assert [item.session_id for item in listed] == [logs.uuid(1)]
    assert left_out == {"subagent": 9}


def test_case_38_a_subagents_file_with_its_parents_id_hides_nothing(house, logs, project):
    main = logs.claude(project, 1, "2026-05-01")
    records = [{**record, "isSidechain": True} for record in logs.claude_records(project, 1, "2026-05-09")]
    logs.write(main.with_name("agent-a1.jsonl"), records)
    assert choose_session(house, CLAUDE, logs.uuid(1)).path == main
    assert [item.session_id for item in list_sessions(house)[0]] == [logs.uuid(1)]


def test_case_39_both_names_of_the_delegating_tool_are_known(log):
    for number, name in enumerate(("Task", "Agent")):
        log.call(f"s{number}", name, {"description": name})
        log.result(f"s{number}", "done", {"status": "completed", "content": []})
    assert [s.task for s in log.found(Subagent)] == ["Task", "Agent"]


def test_case_40_progress_in_the_chain_withdraws_nothing(log):
    log.user("Start")
    log.record("progress", data={"type": "hook_progress"})
    log.says("Ready")
    log.record("progress", data={"type": "hook_progress"})
    log.user("More")
    assert texts(log) == ["Start", "Ready", "More"]
    assert log.found(Withdrawn) == []


def test_case_41_a_notification_as_plain_text_is_not_the_persons(log):
    log.user("<task-notification>\n<summary>done</summary>\n</task-notification>")
    assert log.found(Message, speaker="person") == []


def test_case_42_the_origin_tells_a_notification_without_a_mark(log):
    log.user("Your build is ready", origin={"kind": "task-notification"}, isMeta=None)
    assert [(m.speaker, m.channel) for m in log.found(Message)] == [("system", "notification")]


def test_case_43_a_subagents_end_told_twice_is_one_end(log):
    note = "<task-notification><task-id>a1</task-id><status>completed</status><summary>s</summary><result>12</result></task-notification>"
    log.call("s", "Agent", {"description": "count"})
    log.result("s", "launched", {"isAsync": True, "agentId": "a1"})
    log.raw({"type": "queue-operation", "operation": "enqueue", "content": note, "timestamp": "t"})
    log.record("attachment", attachment={"type": "queued_command", "prompt": note, "commandMode": "task-notification"})
    log.raw({"type": "queue-operation", "operation": "remove", "content": note, "timestamp": "t"})
    log.says("Twelve")
    assert [s.state for s in log.found(Subagent)] == ["started", "finished"]
    assert [m.channel for m in log.found(Message)] == ["notification", "commentary"]


def test_case_44_words_typed_in_the_middle_of_a_turn_are_kept(log):
    log.says("Working")
    log.record("attachment", attachment={"type": "queued_command", "prompt": "use the scale", "commandMode": "prompt"})
    assert [m.text for m in log.found(Message, speaker="person")] == ["use the scale"]


def test_case_46_an_output_is_read_persisted_or_inline(log):
    log.ran("dump", "<persisted-output>\nPreview (first 2KB):\ntea", None)
    log.ran("dump", "x" * 200_000)
    persisted, inline = log.found(Command)
    assert "tea" in persisted.output
    assert len(inline.output) <= 16 * 1024


def test_case_47_a_line_of_20_megabytes_is_read(log):
    log.user("Start")
    log.result("x", "y" * 20_000_000)
    log.user("End")
    assert texts(log) == ["Start", "End"]
    assert log.receipt.skipped_count == 0


def test_case_48_a_record_after_a_run_of_nul_bytes_is_read(log):
    log.user("Start")
    log.lines[0] = b"\x00" * 4096 + log.lines[0]
    log.raw(b"\x00" * 4096)
    log.user("End")
    assert texts(log) == ["Start", "End"]
    assert [s.reason for s in log.receipt.skipped] == ["empty bytes (NUL)"]


def test_case_49_a_cut_record_with_a_whole_one_behind_it_loses_only_the_cut_one(log):
    log.user("Cut here")
    log.user("Whole")
    log.user("Glued")
    log.user("End")
    cut, whole, glued, end = log.lines
    log.lines = [cut[: len(cut) // 2] + whole, glued + end]
    assert texts(log) == ["Whole", "Glued", "End"]
    assert [s.line for s in log.receipt.skipped] == [1]


def test_case_50_the_story_does_not_end_at_a_bad_line(log):
    log.user("Start")
    log.raw(b"{not json}")
    log.user("End")
    assert texts(log) == ["Start", "End"]


def test_case_51_one_bad_byte_costs_one_character(log):
    log.user("tea QQ tin")
    log.lines[0] = log.lines[0].replace(b"QQ", b"\xff")
    assert texts(log) == ["tea \ufffd tin"]


def test_case_52_a_line_separator_inside_words_does_not_end_the_record(log):
    log.raw(json.dumps({"type": "user", "uuid": "u1", "message": {"content": "a\u2028b"}}, ensure_ascii=False).encode())
    assert texts(log) == ["a\u2028b"]


def test_case_53_no_other_character_that_python_takes_for_an_end_of_line_ends_one(log):
    odd = "a\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei"
    log.raw(json.dumps({"type": "user", "uuid": "u1", "message": {"content": odd}}, ensure_ascii=False).encode())
    assert texts(log) == [odd]


def test_case_54_a_folder_whose_name_the_client_mangles_is_found(house, logs, open_at, home):
    place = home / "work" / "my_shop.v2 @home"
    place.mkdir(parents=True)
    path = logs.claude(place, 1, "2026-05-01")
    found = choose_session(open_at(place), CLAUDE)
    assert found.path == path


def test_case_55_two_projects_with_one_mangled_name_are_told_apart_by_their_lines(open_at, logs, home):
    for name in ("my-shop", "my_shop"):
        (home / "work" / name).mkdir(parents=True)
    one = logs.claude(home / "work" / "my-shop", 1, "2026-05-01")
    two = logs.claude(home / "work" / "my_shop", 2, "2026-05-02")
    assert one.parent == two.parent
    assert choose_session(open_at(home / "work" / "my-shop"), CLAUDE).path == one
    assert choose_session(open_at(home / "work" / "my_shop"), CLAUDE).path == two


def test_case_56_a_fork_without_any_mark_is_told_by_its_copied_records(house, logs, project):
    first = logs.claude(project, 1, "2026-05-01")
    copies = [{**record, "sessionId": logs.uuid(2)} for record in logs.claude_records(project, 1, "2026-05-01")]
    queued = {"type": "queue-operation", "operation": "enqueue", "timestamp": "2026-05-01T11:00:00Z", "content": "x"}
    logs.write(first.with_name(f"{logs.uuid(2)}.jsonl"), [{**queued, "sessionId": logs.uuid(2)}, *copies])
    assert {item.session_id: item.fork_of for item in list_sessions(house)[0]} == {
        logs.uuid(1): None,
        logs.uuid(2): logs.uuid(1),
    }


def test_case_57_todos_and_tasks_are_both_plans(log):
    log.call("a", "TodoWrite", {"todos": [{"content": "weigh", "status": "pending"}]})
    log.result("a", "ok")
    log.call("b", "TaskCreate", {"subject": "pack"})
    log.result("b", "Task #1 created successfully: pack")
    assert [[s.text for s in plan.steps] for plan in log.found(PlanState)] == [["weigh"], ["pack"]]


def test_case_58_a_todo_is_its_content_or_its_active_form(log):
    log.call("a", "TodoWrite", {"todos": [{"status": "in_progress", "activeForm": "Weighing"}]})
    log.result("a", "ok")
    assert [(s.text, s.state) for s in log.found(PlanState)[0].steps] == [("Weighing", "in_progress")]


def test_case_59_a_cut_never_splits_a_character(log):
    log.ran("dump", "茶" * 20_000)
    output = log.found(Command)[0].output
    assert set(output.partition("\n[…")[0]) == {"茶"}
    assert "\ufffd" not in output


def test_case_60_how_long_a_log_will_live_is_said_before_it_is_gone(house, logs, project, home):
    os.utime(logs.claude(project, 1, "2026-05-01"), (house.now().timestamp() - 86_400 * 28,) * 2)
    assert [(item.days_left, item.then) for item in list_sessions(house)[0]] == [(2, "deletes")]


def test_own_case_the_result_of_an_interrupted_call_after_the_session_closed(log):
    log.call("a", "Bash", {"command": "make"})
    log.user([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    log.raw({"type": "cost-state", "sessionId": "s"})
    log.result("a", "[Request interrupted by user for tool use]", "Error: x", error=True)
    assert [c.state for c in log.found(Command)] == ["aborted"]
    assert [b.kind for b in log.found(Boundary)] == ["turn_aborted"]


def test_own_case_a_request_blob_that_repeats_whole_messages_is_never_read(log):
    log.user("Start")
    log.raw({"type": "api-request-blob", "message": {"role": "user", "content": "Start"}, "sessionId": "s"})
    assert texts(log) == ["Start"]


def test_own_case_a_broken_tool_name_stops_nothing(log):
    log.call("a", 'Task" >\n<parameter name="description', {"description": "count"})
    log.result("a", "done")
    log.user("More")
    assert texts(log)[-1] == "More"


def test_own_case_the_queue_line_that_begins_a_printed_session_does_not_double_the_prompt(log):
    log.raw({"type": "queue-operation", "operation": "enqueue", "timestamp": "t", "sessionId": "s", "content": "Start"})
    log.raw({"type": "queue-operation", "operation": "dequeue", "timestamp": "t", "sessionId": "s"})
    log.user("Start")
    assert [m.text for m in log.found(Message, speaker="person")] == ["Start"]
