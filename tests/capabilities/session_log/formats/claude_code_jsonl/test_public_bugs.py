"""Faults of other readers of these logs, as their users reported them in public; each is a case to pass here.

The number is that of our own list; the address stands beside it. Cases about finding sessions (36 to 39, 54 to 56, 60)
belong to the choice of a session, not to the reading of one file; 45 (words that the client never wrote) has nothing
to read.
"""

from __future__ import annotations

import json

from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Message,
    PlanState,
    SessionInfo,
    Subagent,
    Withdrawn,
)


def texts(log):
    return [m.text for m in log.found(Message)]


def test_case_29_no_parallel_result_is_lost(log):
    """anthropics/claude-code#31330: one parent chain kept the last result only."""
    first = log.call("a", "Bash", {"command": "make a"})
    assert first == 1
    branch = log.parent
    log.call("b", "Bash", {"command": "make b"})
    log.result("a", "A", {"stdout": "A"}, parentUuid=branch)
    log.result("b", "B", {"stdout": "B"})
    assert sorted(c.output for c in log.found(Command)) == ["A", "B"]


def test_case_30_parents_that_were_never_written_lose_nothing(log):
    """anthropics/claude-code#22526."""
    log.user("Start")
    log.says("Ready", parentUuid="never-written")
    log.user("More", parentUuid="never-written-either")
    assert texts(log) == ["Start", "Ready", "More"]


def test_case_31_a_reply_beside_a_hook_summary_is_kept(log):
    """anthropics/claude-code#88597: the later record with the same parent won."""
    log.user("Start")
    parent = log.parent
    log.says("The reply", parentUuid=parent)
    log.record("system", subtype="stop_hook_summary", parentUuid=parent)
    assert texts(log) == ["Start", "The reply"]
    assert log.found(Withdrawn) == []


def test_case_32_a_dead_branch_is_marked(log):
    """delexw/claude-code-trace#40."""
    log.says("Ready")
    parent = log.parent
    dead = log.user("Paint it red")
    log.user("Paint it blue", parentUuid=parent)
    assert [w.from_line for w in log.found(Withdrawn)] == [dead]


def test_case_33_equal_records_with_own_uuids_are_no_copies(log):
    """daaain/claude-code-log#259."""
    at = "2026-03-01T10:00:00.000Z"
    log.says("", timestamp=at)
    log.says("", timestamp=at)
    log.says("Words", timestamp=at)
    assert texts(log) == ["Words"]
    assert log.receipt.passed_over == {}


def test_case_34_an_answer_without_a_request_id_is_one_turn(log):
    """ryoppippi/ccusage#797: several lines per message, the request id absent behind gateways."""
    log.says("One", message={"id": "msg_9"})
    log.says("Two", message={"id": "msg_9"}, requestId="req_1")
    assert [m.turn for m in log.found(Message)] == ["msg_9", "msg_9"]


def test_case_35_a_side_question_that_replays_the_parent_is_not_told_again(log):
    """ryoppippi/ccusage#1155."""
    log.user("Start")
    log.says("Reply", message={"id": "msg_9"})
    log.says("Reply", message={"id": "msg_9"}, requestId="req_2", isSidechain=True)
    assert texts(log) == ["Start", "Reply"]


def test_case_36_a_subagents_file_does_not_pose_as_its_parent(log):
    """siteboon/claudecodeui#737: both carry the parent's session id."""
    log.user("Count", isSidechain=True, agentId="a1")
    info = log.found(SessionInfo)[0]
    assert (info.thread, info.session_id) == ("subagent", "a1")
    assert info.parent_id != info.session_id


def test_case_39_both_names_of_the_delegating_tool_are_known(log):
    """dlupiak/claude-session-dashboard#54."""
    for number, name in enumerate(("Task", "Agent")):
        log.call(f"s{number}", name, {"description": name})
        log.result(f"s{number}", "done", {"status": "completed", "content": []})
    assert [s.task for s in log.found(Subagent)] == ["Task", "Agent"]


def test_case_40_progress_in_the_chain_withdraws_nothing(log):
    """microsoft/vscode-copilot-chat#3555: progress records are links of the chain."""
    log.user("Start")
    log.record("progress", data={"type": "hook_progress"})
    log.says("Ready")
    log.record("progress", data={"type": "hook_progress"})
    log.user("More")
    assert texts(log) == ["Start", "Ready", "More"]
    assert log.found(Withdrawn) == []


def test_case_41_a_notification_as_plain_text_is_not_the_persons(log):
    """simonw/claude-code-transcripts#99."""
    log.user("<task-notification>\n<summary>done</summary>\n</task-notification>")
    assert log.found(Message, speaker="person") == []


def test_case_42_the_origin_tells_a_notification_without_a_mark(log):
    """Tencent/teamai-cli#105."""
    log.user("Your build is ready", origin={"kind": "task-notification"}, isMeta=None)
    assert [(m.speaker, m.channel) for m in log.found(Message)] == [("system", "notification")]


def test_case_43_a_subagents_end_told_twice_is_one_end(log):
    """kurrent-io/kcap-cli#1045: mid-turn as an attachment, and once more in the queue."""
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
    """kenn-io/agentsview#401."""
    log.says("Working")
    log.record("attachment", attachment={"type": "queued_command", "prompt": "use the scale", "commandMode": "prompt"})
    assert [m.text for m in log.found(Message, speaker="person")] == ["use the scale"]


def test_case_46_an_output_is_read_persisted_or_inline(log):
    """delexw/claude-code-trace#7, anthropics/claude-code#23948."""
    log.ran("dump", "<persisted-output>\nPreview (first 2KB):\ntea", None)
    log.ran("dump", "x" * 200_000)
    persisted, inline = log.found(Command)
    assert "tea" in persisted.output
    assert len(inline.output) <= 16 * 1024


def test_case_47_a_line_of_20_megabytes_is_read(log):
    """specstoryai/getspecstory#108, entireio/cli#328: caps of 64 KB to 10 MB dropped whole sessions."""
    log.user("Start")
    log.result("x", "y" * 20_000_000)
    log.user("End")
    assert texts(log) == ["Start", "End"]
    assert log.receipt.skipped_count == 0


def test_case_48_a_record_after_a_run_of_nul_bytes_is_read(log):
    """anthropics/claude-code#49876."""
    log.user("Start")
    log.lines[0] = b"\x00" * 4096 + log.lines[0]
    log.raw(b"\x00" * 4096)
    log.user("End")
    assert texts(log) == ["Start", "End"]
    assert [s.reason for s in log.receipt.skipped] == ["empty bytes (NUL)"]


def test_case_49_a_cut_record_with_a_whole_one_behind_it_loses_only_the_cut_one(log):
    """anthropics/claude-code#81843: truncated splices and missing newlines."""
    log.user("Cut here")
    log.user("Whole")
    log.user("Glued")
    log.user("End")
    cut, whole, glued, end = log.lines
    log.lines = [cut[: len(cut) // 2] + whole, glued + end]
    assert texts(log) == ["Whole", "Glued", "End"]
    assert [s.line for s in log.receipt.skipped] == [1]


def test_case_50_the_story_does_not_end_at_a_bad_line(log):
    """anthropics/claude-code#50347."""
    log.user("Start")
    log.raw(b"{not json}")
    log.user("End")
    assert texts(log) == ["Start", "End"]


def test_case_51_one_bad_byte_costs_one_character(log):
    """git-ai-project/git-ai#2268."""
    log.user("tea QQ tin")
    log.lines[0] = log.lines[0].replace(b"QQ", b"\xff")
    assert texts(log) == ["tea \ufffd tin"]


def test_cases_52_and_53_no_other_character_ends_a_line(log):
    """siteboon/claudecodeui#1002, huggingface/tau#354."""
    odd = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei"
    log.raw(json.dumps({"type": "user", "uuid": "u1", "message": {"content": odd}}, ensure_ascii=False).encode())
    assert texts(log) == [odd]


def test_case_57_todos_and_tasks_are_both_plans(log):
    """jarrodwatts/claude-hud#106."""
    log.call("a", "TodoWrite", {"todos": [{"content": "weigh", "status": "pending"}]})
    log.result("a", "ok")
    log.call("b", "TaskCreate", {"subject": "pack"})
    log.result("b", "Task #1 created successfully: pack")
    assert [[s.text for s in plan.steps] for plan in log.found(PlanState)] == [["weigh"], ["pack"]]


def test_case_58_a_todo_is_its_content_or_its_active_form(log):
    """Metabuilder-Labs/tokenjam#391."""
    log.call("a", "TodoWrite", {"todos": [{"status": "in_progress", "activeForm": "Weighing"}]})
    log.result("a", "ok")
    assert [(s.text, s.state) for s in log.found(PlanState)[0].steps] == [("Weighing", "in_progress")]


def test_case_59_a_cut_never_splits_a_character(log):
    """shunkakinoki/dotfiles#401."""
    log.ran("dump", "茶" * 20_000)
    output = log.found(Command)[0].output
    assert set(output.partition("\n[…")[0]) == {"茶"}
    assert "\ufffd" not in output


def test_an_own_case_the_result_of_an_interrupted_call_after_the_session_closed(log):
    log.call("a", "Bash", {"command": "make"})
    log.user([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    log.raw({"type": "cost-state", "sessionId": "s"})
    log.result("a", "[Request interrupted by user for tool use]", "Error: x", error=True)
    assert [c.state for c in log.found(Command)] == ["aborted"]
    assert [b.kind for b in log.found(Boundary)] == ["turn_aborted"]
