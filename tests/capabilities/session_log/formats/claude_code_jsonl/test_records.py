"""Which records count: by their own type, each uuid once, main or subagent; and the account of the rest."""

from __future__ import annotations

import json

import pytest

from butler.capabilities.session_log.formats import LogHead
from butler.capabilities.session_log.formats.claude_code_jsonl import FORMAT
from butler.capabilities.session_log.models import (
    Command,
    Failure,
    FileChange,
    FileRead,
    Message,
    SessionInfo,
    StateChange,
)

SESSION = "11111111-2222-4333-8444-555555555555"


def texts(log):
    return [m.text for m in log.found(Message)]


def test_the_session_is_identified_by_the_first_lines(log):
    log.raw({"type": "permission-mode", "permissionMode": "plan", "sessionId": SESSION})
    log.user("Start", entrypoint="cli")
    log.says("Ready")
    infos = log.found(SessionInfo)
    assert (infos[0].session_id, infos[0].cwd, infos[0].thread) == (SESSION, None, "main")
    assert (infos[1].cwd, infos[1].branch, infos[1].client_version, infos[1].originator) == (
        "/home/dev/shop",
        "main",
        "2.1.90",
        "cli",
    )
    assert infos[2].model == "claude-test-1"
    assert [(s.name, s.value) for s in log.found(StateChange)] == [("permission_mode", "plan")]


def test_states_are_told_only_when_they_change(log):
    log.user("Start")
    log.says("Ready")
    log.says("Moved", cwd="/home/dev/shop/sub", version="2.1.91", gitBranch="tea", message={"model": "claude-test-2"})
    log.says("Same", cwd="/home/dev/shop/sub", version="2.1.91", gitBranch="", message={"model": "claude-test-2"})
    assert [(s.name, s.value) for s in log.found(StateChange)] == [
        ("cwd", "/home/dev/shop/sub"),
        ("branch", "tea"),
        ("client_version", "2.1.91"),
        ("model", "claude-test-2"),
    ]


def test_a_title_that_a_person_gave_stays(log):
    log.user("Start")
    log.raw({"type": "custom-title", "customTitle": "Tea", "sessionId": SESSION})
    log.raw({"type": "ai-title", "aiTitle": "Beverages", "sessionId": SESSION})
    log.raw({"type": "pr-link", "prUrl": "https://example.invalid/pull/7", "sessionId": SESSION})
    assert [(s.name, s.value) for s in log.found(StateChange)] == [
        ("title", "Tea"),
        ("pull_request", "https://example.invalid/pull/7"),
    ]


def test_a_summary_is_this_sessions_title_only_with_a_leaf_of_this_log(log):
    log.raw({"type": "summary", "summary": "Another session", "leafUuid": "elsewhere"})
    log.raw({"type": "summary", "summary": "Tea", "leafUuid": "00000000-0000-4000-8000-000000000003"})
    log.user("Start")
    assert [s.value for s in log.found(StateChange)] == ["Tea"]


def test_copies_of_whole_messages_in_request_blobs_are_never_read(log):
    log.user("Start")
    for kind in ("api-request", "api-request-blob", "api-request-shape", "api-request-resumed"):
        log.raw({"type": kind, "sessionId": SESSION, "message": {"role": "user", "content": "copy"}})
        log.raw({"sessionId": SESSION, "type": kind, "message": {"role": "user", "content": "copy"}})
    assert texts(log) == ["Start"]
    assert log.receipt.passed_over["api-request-blob"] == 2
    assert log.receipt.unknown_types == {}


def _helps(log, *blocks, speaker="assistant"):
    told = {"type": speaker, "message": {"role": speaker, "content": list(blocks)}}
    return log.record("progress", data={"type": "agent_progress", "message": told})


def test_edits_and_commits_of_a_subagent_are_told_where_its_progress_is(log):
    log.user("mend the till with a helper")
    written = {
        "type": "tool_use",
        "id": "w",
        "name": "Write",
        "input": {"file_path": "/shop/till.md", "content": "a\nb\n"},
    }
    read = {"type": "tool_use", "id": "r", "name": "Read", "input": {"file_path": "/shop/basket.md"}}
    commit = {"type": "tool_use", "id": "c", "name": "Bash", "input": {"command": "git commit -m 'till'"}}
    _helps(log, written, read)
    _helps(log, {"type": "tool_result", "tool_use_id": "w", "content": "File created successfully"}, speaker="user")
    _helps(log, commit)
    answer = "[main 1a2b3c4] till\n 1 file changed"
    _helps(log, {"type": "tool_result", "tool_use_id": "c", "content": answer}, speaker="user")
    log.says("done")
    assert [(one.path, one.action, one.added) for one in log.found(FileChange)] == [("/shop/till.md", "add", 2)]
    assert [(one.text, one.output) for one in log.found(Command)] == [("git commit -m 'till'", answer)]
    assert log.found(FileRead) == []


def test_failed_commits_of_a_subagent_and_what_git_told_it_are_told(log):
    log.user("mend the till with a helper")
    calls = {"c": "git add till.md && git commit -m 'till'", "s": "git status", "l": "ls shop"}
    for call, command in calls.items():
        _helps(log, {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}})
    broken = {"content": "Exit code 128\nfatal: failed to write commit object", "is_error": True}
    _helps(log, {"type": "tool_result", "tool_use_id": "c", **broken}, speaker="user")
    listed = "On branch main\nChanges to be committed:\n\tnew file:   till.md\n"
    _helps(log, {"type": "tool_result", "tool_use_id": "s", "content": listed}, speaker="user")
    _helps(log, {"type": "tool_result", "tool_use_id": "l", "content": "till.md", "is_error": True}, speaker="user")
    log.says("done")
    assert [(one.text, one.exit_code) for one in log.found(Command)] == [(calls["c"], 128), ("git status", 0)]


def test_progress_is_passed_over_whatever_it_embeds(log):
    log.user("Start")
    log.record(
        "progress", data={"type": "agent_progress", "message": {"type": "user", "message": {"content": "inner"}}}
    )
    assert texts(log) == ["Start"]
    assert dict(log.receipt.passed_over) == {"progress": 1}


def test_a_type_inside_words_does_not_hide_a_record(log):
    log.user('look: "type":"progress" and {"type":"api-request"}')
    log.user("x", cwd='/home/dev/"type":"progress"')
    assert len(texts(log)) == 2


def test_two_records_on_one_line_are_both_read_even_if_the_first_is_passed_over(log):
    second = json.dumps(
        {"parentUuid": None, "type": "user", "uuid": "u9", "sessionId": SESSION, "message": {"content": "Second"}},
        separators=(",", ":"),
    )
    log.raw(b'{"type":"last-prompt","lastPrompt":"x","sessionId":"s"}' + second.encode())
    log.raw(b'{"type":"mode","mode":"nor' + second.replace("u9", "u10").replace("Second", "Third").encode())
    assert texts(log) == ["Second", "Third"]
    assert log.receipt.skipped_count == 1


def test_a_bad_line_is_counted_and_the_rest_is_read(log):
    log.user("Start")
    log.raw(b'{"parentUuid":null,"type":"assist')
    log.raw(b"\x00\x00\x00")
    log.raw(b"\x00\x00" + json.dumps({"type": "user", "uuid": "u8", "message": {"content": "After NUL"}}).encode())
    log.user("line\u2028separator \x85 and form\x0cfeed")
    assert texts(log) == ["Start", "After NUL", "line\u2028separator \x85 and form\x0cfeed"]
    assert log.receipt.skipped_count == 2


def test_a_copied_line_is_told_once(log):
    log.user("Start", uuid="same")
    log.user("Start", uuid="same")
    assert texts(log) == ["Start"]
    assert log.receipt.passed_over["copy of an earlier record"] == 1


def test_two_empty_thoughts_in_one_moment_are_no_copies(log):
    at = "2026-03-01T10:00:00.000Z"
    log.agent({"type": "thinking", "thinking": ""}, timestamp=at)
    log.agent({"type": "thinking", "thinking": ""}, timestamp=at)
    log.says("Words", timestamp=at)
    assert texts(log) == ["Words"]
    assert "copy of an earlier record" not in log.receipt.passed_over


def test_an_unknown_type_is_counted_and_ignored(log):
    log.user("Start")
    log.record("hologram", message={"role": "user", "content": "boo"})
    log.record("system", subtype="new_thing", content="boo")
    assert texts(log) == ["Start"]
    assert log.receipt.unknown_types == {"hologram": 1, "system/new_thing": 1}


def test_sidechain_records_are_not_the_main_story(log):
    log.user("Warm up", isSidechain=True)
    log.says("Warm", isSidechain=True)
    log.user("Start")
    log.says("Side", isSidechain=True)
    assert texts(log) == ["Start"]
    assert log.found(SessionInfo)[0].thread == "main"
    assert log.receipt.notes == ("3 sidechain records (work of subagents) left out",)


def test_a_subagents_own_file_is_read_as_one(log):
    log.user("Count the tea", isSidechain=True, agentId="a1")
    log.call("r", "Bash", {"command": "wc tea"}, isSidechain=True, agentId="a1")
    log.result("r", "12", isSidechain=True, agentId="a1")
    log.says("12 tins", isSidechain=True, agentId="a1")
    info = log.found(SessionInfo)[0]
    assert (info.thread, info.session_id, info.parent_id) == ("subagent", "a1", SESSION)
    assert [(m.speaker, m.text) for m in log.found(Message)] == [("agent", "Count the tea"), ("agent", "12 tins")]


def test_one_answer_on_several_lines_keeps_one_turn_id(log):
    log.says("One", message={"id": "msg_7"})
    log.says("Two", message={"id": "msg_7"})
    assert {m.turn for m in log.found(Message)} == {"msg_7"}


def test_an_unfinished_last_line_is_read_when_it_parses(log):
    log.user("Start")
    log.user("No newline yet")
    log.read(ending=b"")
    assert texts(log) == ["Start", "No newline yet"]


def test_the_same_log_gives_the_same_entries(log):
    log.user("Start")
    log.ran("make", "built")
    assert log.read() == log.read()


def test_an_empty_log_gives_nothing(log):
    assert log.read() == []


@pytest.mark.parametrize(
    ("record", "ours"),
    [
        ({"type": "user", "uuid": "u1", "message": {"content": "x"}}, True),
        ({"type": "summary", "leafUuid": "u1", "summary": "x"}, True),
        ({"type": "queue-operation", "operation": "enqueue", "sessionId": "s"}, True),
        ({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}, True),
        ({"type": "response_item", "timestamp": "t", "payload": {}}, False),
        ({"type": "user", "message": {"content": "no id of the client"}}, False),
        ({"type": ["user"], "uuid": "u1"}, False),
        ({"role": "user", "content": "x"}, False),
    ],
)
def test_a_log_is_recognised_by_its_records(record, ours):
    assert FORMAT.recognises(LogHead((record,), b"")) is ours


JUNK = (None, 7, True, [], {}, ["x"], {"type": 3}, "\ud83d")


def places(value, path=()):
    """Every place in a JSON value, as the path of keys that leads to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from places(part, (*path, key))


def test_any_value_in_any_place_stops_nothing(log):
    log.user("Start", permissionMode="plan", origin={"kind": "human"})
    log.call("e", "Edit", {"file_path": "/a.py", "old_string": "a", "new_string": "b"})
    log.result("e", "updated", {"filePath": "/a.py", "structuredPatch": [{"lines": ["-a", "+b"]}]})
    log.call("q", "AskUserQuestion", {"questions": [{"question": "Which?", "options": [{"label": "A"}]}]})
    log.result("q", "answered", {"answers": {"Which?": "A"}, "annotations": {"Which?": {"notes": "n"}}})
    log.call("t", "TaskCreate", {"subject": "weigh"})
    log.result("t", "Task #1 created", {"task": {"id": "1", "subject": "weigh"}})
    log.ran("serve", "Command running in background with ID: b7", {"backgroundTaskId": "b7"})
    log.call("o", "TaskOutput", {"task_id": "b7"})
    log.result("o", "", {"task": {"task_id": "b7", "status": "completed", "exitCode": 0, "output": "x"}})
    log.call("s", "Agent", {"description": "d", "prompt": "p"})
    log.result(
        "s", [{"type": "text", "text": "done"}], {"status": "completed", "agentId": "a", "content": [{"text": "done"}]}
    )
    log.record("system", subtype="api_error", error={"status": 500, "cause": {"code": "X"}})
    log.record(
        "attachment",
        attachment={"type": "task_reminder", "content": [{"id": "1", "subject": "s", "status": "pending"}]},
    )
    log.raw({"type": "queue-operation", "operation": "enqueue", "content": "more", "timestamp": "t"})
    log.raw({"type": "summary", "summary": "S", "leafUuid": "u"})
    whole = list(log.lines)
    reads = 0
    for number, line in enumerate(whole):
        for path in places(json.loads(line)):
            record = json.loads(line)
            parent = record
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = JUNK[reads % len(JUNK)]
            log.lines = [*whole[:number], json.dumps(record).encode(), *whole[number + 1 :]]
            log.read()
            log.found(Message)
            assert log.receipt.lines == len(whole)
            reads += 1
    assert reads > 200


def test_half_of_a_cut_emoji_can_be_written_again(log):
    log.raw(b'{"type":"user","uuid":"u1","message":{"content":"cut \\ud83d here"}}')
    log.raw(b'\x00{"type":"user","uuid":"u2","message":{"content":"cut \\ud83d here"}}')
    assert texts(log) == ["cut ? here", "cut ? here"]


def test_deep_nesting_stops_nothing(log):
    log.raw(b'{"type":"user","uuid":"u1","message":{"content":' + b"[" * 2000 + b"]" * 2000 + b"}}")
    log.raw(b'{"type":"user","uuid":"u2","message":{"content":' + b"[" * 500 + b"]" * 500 + b"}}")
    log.user("End")
    assert texts(log) == ["End"]


def test_a_log_that_begins_with_many_records_of_no_thread_is_a_main_one(log):
    for number in range(600):
        log.raw({"type": "queue-operation", "operation": "enqueue", "content": f"wish {number}", "sessionId": SESSION})
    log.user("Start")
    assert log.found(SessionInfo)[0].thread == "main"
    assert texts(log)[0] == "Start"
    assert len(texts(log)) == 601


def test_a_file_that_the_client_saw_changed_is_told(log):
    log.user("Start")
    log.record(
        "attachment", attachment={"type": "edited_text_file", "filename": "/home/dev/shop/tea.py", "snippet": "x"}
    )
    log.record("attachment", attachment={"type": "edited_text_file", "snippet": "x"})
    found = [one for one in log.found(StateChange) if one.name == "edited_outside"]
    assert [(one.line, one.value) for one in found] == [(2, "/home/dev/shop/tea.py")]


def _diagnoses(log, *problems, name="till.py"):
    files = [{"uri": f"file:///home/dev/shop/{name}", "diagnostics": list(problems)}]
    return log.record("attachment", attachment={"type": "diagnostics", "files": files, "isNew": True})


def test_problems_that_the_editor_tells_are_a_failure_and_hints_are_not(log):
    log.user("mend the till")
    start = {"start": {"line": 6, "character": 2}}
    problem = {"message": 'No parameter named\n"style"', "severity": "Error", "range": start, "source": "Pyright"}
    line = _diagnoses(log, problem, {"message": "unused", "severity": "Hint", "range": start})
    _diagnoses(log, {"message": "unused", "severity": "Hint", "range": start})
    log.says("done")
    (found,) = log.found(Failure)
    assert (found.line, found.what) == (line, "diagnostics till.py")
    assert found.text == 'till.py:7 Pyright error: No parameter named "style"'


def test_a_hook_that_objects_is_a_failure(log):
    log.user("mend the till")
    blocking = {"blockingError": "ruff: F401 unused import", "command": "ruff"}
    log.record(
        "attachment",
        attachment={"type": "hook_blocking_error", "blockingError": blocking, "hookName": "PostToolUse:Edit"},
    )
    log.record(
        "attachment",
        attachment={"type": "hook_non_blocking_error", "hookName": "Stop", "stderr": "no such file", "exitCode": 1},
    )
    log.record(
        "attachment", attachment={"type": "hook_non_blocking_error", "hookName": "Stop", "stderr": "", "exitCode": 1}
    )
    log.says("done")
    assert [(one.what, one.text) for one in log.found(Failure)] == [
        ("hook PostToolUse:Edit", "ruff: F401 unused import"),
        ("hook Stop", "no such file"),
    ]
