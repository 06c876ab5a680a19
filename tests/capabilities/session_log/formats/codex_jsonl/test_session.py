"""Identity, boundaries, withdrawn turns, damaged lines, recognition."""

from __future__ import annotations

import json

import pytest

from butler.capabilities.session_log.formats import LogHead
from butler.capabilities.session_log.formats.codex_jsonl import FORMAT
from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Failure,
    Goal,
    Message,
    SessionInfo,
    StateChange,
    Withdrawn,
)


def test_the_first_meta_is_the_identity_and_a_copied_one_is_the_origin(log, read):
    log.meta("child", git={"branch": "fix", "commit_hash": "abc"}).meta("parent").meta("child", originator="codex_exec")
    infos = read(log).of(SessionInfo)
    assert {info.session_id for info in infos} == {"child"}
    assert (infos[0].branch, infos[0].head, infos[0].forked_from) == ("fix", "abc", None)
    assert (infos[1].forked_from, infos[2].originator) == ("parent", "codex_exec")


@pytest.mark.parametrize(
    ("source", "thread"),
    [
        ("cli", "main"),
        ("exec", "main"),
        ({"custom": "x"}, "main"),
        ({"subagent": {"thread_spawn": {"parent_thread_id": "p", "depth": 1}}}, "subagent"),
        ({"subagent": "review"}, "review"),
        ({"subagent": "compact"}, "internal"),
        ({"subagent": {"other": "guardian"}}, "internal"),
        ({"internal": "memory"}, "internal"),
    ],
)
def test_the_source_tells_the_kind_of_thread(log, read, source, thread):
    assert read(log.meta(source=source)).of(SessionInfo)[0].thread == thread


def test_a_reference_fork_names_its_parent(log, read):
    result = read(log.meta("child", history_base={"thread_id": "parent", "end_byte_offset": 9}))
    assert result.of(SessionInfo)[0].forked_from == "parent"
    assert result.receipt.notes == ("the history before this file is in rollout parent, up to byte 9",)


def test_a_reverted_session_is_no_fork_of_itself(log, read):
    result = read(log.meta("same", history_base={"thread_id": "same", "end_byte_offset": 9}))
    assert result.of(SessionInfo)[0].forked_from is None
    assert len(result.receipt.notes) == 1


def test_only_changes_of_state_are_told(log, read):
    log.meta()
    for model, cwd in (("m-1", "/home/dev/shop"), ("m-1", "/home/dev/shop"), ("m-2", "/home/dev/shop/api")):
        log.line("turn_context", {"cwd": cwd, "model": model, "approval_policy": "never"})
    changes = [(change.name, change.value) for change in read(log).of(StateChange)]
    assert changes == [("model", "m-1"), ("permission_mode", "never"), ("cwd", "/home/dev/shop/api"), ("model", "m-2")]


def test_flat_lines_of_the_oldest_clients_are_read(log, read):
    log.record({"id": "old", "timestamp": "2025-06-01T00:00:00Z", "instructions": "Be kind."})
    log.record({"record_type": "state"})
    place = "<environment_context>\n  <cwd>/home/dev/old</cwd>\n</environment_context>"
    log.record({"type": "message", "role": "user", "content": [{"type": "input_text", "text": place}]})
    log.record({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]})
    log.record(
        {"type": "function_call", "name": "shell", "arguments": '{"command":["bash","-lc","ls"]}', "call_id": "c"}
    )
    output = json.dumps({"output": "a\n", "metadata": {"exit_code": 0}})
    log.record({"type": "function_call_output", "call_id": "c", "output": output})
    result = read(log)
    assert result.of(SessionInfo)[0].session_id == "old"
    assert [(m.speaker, m.text) for m in result.of(Message)] == [("system", "Be kind."), ("person", "hello")]
    assert [(c.text, c.exit_code, c.cwd) for c in result.of(Command)] == [("ls", 0, "/home/dev/old")]


def test_a_compaction_tells_its_summary_once_and_never_the_replaced_history(log, read):
    summary = "Another language model started to solve this problem and wrote this:\nDone A, next B."
    history = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "old words"}]}]
    log.meta().said("assistant", "Done A, next B.")
    log.line("compacted", {"message": summary, "replacement_history": history}).event("context_compacted")
    result = read(log)
    assert [(m.text, m.channel) for m in result.of(Message)] == [("Done A, next B.", "compaction_summary")]
    assert [b.kind for b in result.of(Boundary)] == ["compaction"]


def test_an_encrypted_compaction_is_a_boundary_and_a_note(log, read):
    history = [{"type": "compaction", "encrypted_content": "x"}]
    result = read(log.meta().line("compacted", {"message": "", "replacement_history": history}))
    assert [b.kind for b in result.of(Boundary)] == ["compaction"]
    assert result.receipt.notes == ("line 2: the summary of a compaction is encrypted",)


def test_rolled_back_turns_are_withdrawn_and_add_up(log, read):
    for number in range(1, 4):
        log.said("user", f"turn {number}").event("user_message", message=f"turn {number}").said("assistant", "ok")
    log.event("thread_rolled_back", num_turns=1).event("thread_rolled_back", num_turns=1)
    assert [(w.line, w.from_line) for w in read(log).of(Withdrawn)] == [(10, 7), (11, 4)]


def test_rolling_back_a_turn_whose_prompt_was_never_written_keeps_the_turn_before(log, read):
    log.meta().event("task_started").event("user_message", message="keep this").event("task_complete")
    log.event("task_started").event("turn_aborted", reason="interrupted").event("thread_rolled_back", num_turns=1)
    assert [w.from_line for w in read(log).of(Withdrawn)] == [5]


def test_turns_reviews_and_aborts_are_boundaries(log, read):
    log.meta().event("task_started", turn_id="t").event("entered_review_mode", user_facing_hint="changes")
    finding = {"title": "Off by one", "code_location": {"absolute_file_path": "/a.py", "line_range": {"start": 3}}}
    log.event("exited_review_mode", review_output={"overall_correctness": "wrong", "findings": [finding]})
    log.event("turn_aborted", reason="interrupted").event("turn_complete")
    found = [(b.kind, b.text) for b in read(log).of(Boundary)]
    assert found == [
        ("turn_started", ""),
        ("review_started", "changes"),
        ("review_finished", "wrong\n- Off by one (/a.py:3)"),
        ("turn_aborted", "interrupted"),
        ("turn_finished", ""),
    ]


def test_a_turn_that_ended_in_an_error_is_a_failure(log, read):
    log.meta().event("task_complete", last_agent_message=None, error={"message": "out of room"})
    log.event("error", message="rate limit")
    assert [(f.kind, f.text) for f in read(log).of(Failure)] == [("api", "out of room"), ("api", "rate limit")]


def test_goals_are_told(log, read):
    log.meta().event("thread_goal_updated", goal={"objective": "ship 1.0", "status": "active"})
    assert [(g.objective, g.status) for g in read(log).of(Goal)] == [("ship 1.0", "active")]


def test_unknown_types_are_counted_and_known_needless_ones_are_passed_over(log, read):
    log.meta().event("token_count", info={"a": 1}).line("world_state", {"full": True}).event("brand_new").line(
        "newest", {}
    )
    receipt = read(log).receipt
    assert receipt.unknown_types == {"event_msg/brand_new": 1, "newest": 1}
    assert receipt.passed_over == {"event_msg/token_count": 1, "world_state": 1}
    assert receipt.skipped_count == 0


def test_a_record_spliced_into_a_needless_line_is_not_lost(log, read):
    log.meta().event("user_message", message="keep me")
    log.event("user_message", message="me too")
    first, second = log.lines.pop(1), log.lines.pop(1)
    log.raw(b'{"timestamp":"2026-03-01T10:00:01.000Z","type":"event_msg","payload":{"type":"token_count","in' + first)
    log.raw(b'{"timestamp":"2026-03-01T10:00:01.000Z","type":"event_msg","payload":{"type":"token_count"}}' + second)
    result = read(log)
    assert [m.text for m in result.of(Message)] == ["keep me", "me too"]
    assert result.receipt.skipped_count == 1


def test_strange_values_never_stop_the_reader(log, read):
    strange = [None, 3, "x", [], [None], {}, {"type": None}, {"type": []}, True]
    kinds = ["message", "reasoning", "function_call", "custom_tool_call", "function_call_output", "web_search_call"]
    log.meta()
    for value in strange:
        log.record({"timestamp": value, "type": value, "payload": value})
        for kind in kinds:
            log.response(kind, role="user", content=value, name=value, arguments=value, input=value, output=value)
            log.response(kind, role="assistant", content=[value], call_id=value, action=value, summary=value)
        for kind in (
            "UserMessage",
            "AgentMessage",
            "CommandExecution",
            "FileChange",
            "McpToolCall",
            "Extension",
            "Plan",
        ):
            log.item(
                kind, id=value, content=value, command=value, changes=value, result=value, text=value, status=value
            )
        for kind in ("user_message", "thread_rolled_back", "thread_goal_updated", "exited_review_mode", "error"):
            log.event(kind, message=value, num_turns=value, goal=value, review_output=value, error=value)
        log.line("session_meta", {"id": value, "git": value, "source": value}).line("compacted", {"message": value})
    assert read(log).receipt.lines == 0
    assert read(log.said("user", "still here")).of(Message)[-1].text == "still here"


def recognised(*records):
    return FORMAT.recognises(LogHead(tuple(records), b""))


def test_a_log_is_recognised_by_any_of_its_shapes():
    assert recognised({"timestamp": "t", "type": "session_meta", "payload": {}})
    assert recognised({"noise": 1}, {"timestamp": "t", "type": "event_msg", "payload": {}})
    assert recognised({"id": "a", "timestamp": "t", "instructions": None})
    assert recognised({"record_type": "state"})


def test_other_logs_are_not_recognised():
    assert not recognised({"type": "user", "uuid": "u", "sessionId": "s", "message": {}})
    assert not recognised({"role": "user", "content": "hi"})
    assert not recognised({"type": "item.completed", "item": {}}, {"type": "thread.started", "thread_id": "x"})
    assert not recognised()
