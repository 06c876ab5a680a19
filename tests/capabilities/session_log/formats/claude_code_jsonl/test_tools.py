"""Tool calls: joined with their results, exit codes only where the log holds them, changes with their size."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.models import (
    Command,
    Failure,
    FileChange,
    FileRead,
    Message,
    PlanState,
    Subagent,
    ToolUse,
)


def steps(log):
    return [[(s.text, s.state) for s in plan.steps] for plan in log.found(PlanState)]


def test_results_of_parallel_calls_are_joined_by_id_not_by_order(log):
    a = log.call("a", "Bash", {"command": "make a"})
    log.call("b", "Bash", {"command": "make b"})
    log.result("b", "B", {"stdout": "B", "stderr": "", "interrupted": False})
    end = log.result("a", "A", {"stdout": "A", "stderr": "", "interrupted": False})
    outputs = {c.text: c.output for c in log.found(Command)}
    assert outputs == {"make a": "A", "make b": "B"}
    assert [(c.line, c.end_line, c.cwd) for c in log.found(Command, text="make a")] == [(a, end, "/home/dev/shop")]


def test_a_command_without_error_ended_with_0(log):
    log.ran("make", "built")
    assert [(c.exit_code, c.state, c.output) for c in log.found(Command)] == [(0, "finished", "built")]


def test_a_failed_command_has_the_code_that_the_client_wrote(log):
    log.ran("make", "Exit code 2\nno rule", "Error: Exit code 2\nno rule", error=True)
    assert [(c.exit_code, c.output) for c in log.found(Command)] == [(2, "no rule")]
    assert log.found(Failure) == []


def test_an_error_without_a_code_is_an_unknown_exit_and_a_failure(log):
    log.ran("make", "Error: no rule, exit code 2 perhaps", "Error: no rule", error=True)
    assert [c.exit_code for c in log.found(Command)] == [None]
    assert [(f.what, f.kind) for f in log.found(Failure)] == [("make", "tool")]


def test_an_exit_that_the_client_explains_away_is_unknown(log):
    log.ran(
        "grep tea stock",
        "",
        {"stdout": "", "stderr": "", "interrupted": False, "returnCodeInterpretation": "No matches found"},
    )
    assert [(c.exit_code, c.output) for c in log.found(Command)] == [(None, "(No matches found)")]


def test_without_the_clients_own_result_only_plain_programs_count_as_0(log):
    log.ran("make", "built", None)
    log.ran("make | grep tea", "", None)
    assert [c.exit_code for c in log.found(Command)] == [0, None]


def test_an_interrupted_command_has_no_code(log):
    log.ran("make", "half", {"stdout": "half", "stderr": "", "interrupted": True})
    log.ran("make", "[Request interrupted by user for tool use]\nhalf", "Error: x", error=True)
    assert [(c.state, c.exit_code) for c in log.found(Command)] == [("aborted", None), ("aborted", None)]


@pytest.mark.parametrize(
    "text",
    [
        "Claude requested permissions to use Bash, but you haven't granted it yet.",
        "rm in '/data' needs approval. The path is outside the working directories",
        "The user doesn't want to proceed with this tool use. STOP what you are doing",
    ],
)
def test_a_denied_command_is_declined(log, text):
    log.ran("rm -r /data", text, f"Error: {text}", error=True)
    assert [(c.state, c.exit_code) for c in log.found(Command)] == [("declined", None)]


def test_the_clients_mark_of_a_denial_is_enough(log):
    log.ran("rm -r /data", "No.", "Error: No.", error=True, toolDenialKind="rule")
    assert [c.state for c in log.found(Command)] == ["declined"]


def test_a_call_that_never_ran_is_not_run(log):
    log.ran("make", "<tool_use_error>Sibling tool call errored</tool_use_error>", "x", error=True)
    log.ran("make", "<tool_use_error>InputValidationError: bad</tool_use_error>", "x", error=True)
    assert [(c.state, c.output) for c in log.found(Command)] == [
        ("not_run", "Sibling tool call errored"),
        ("not_run", "InputValidationError: bad"),
    ]


def test_a_call_without_a_result_is_unanswered(log):
    log.call("a", "Bash", {"command": "sleep 99"})
    assert [(c.state, c.end_line) for c in log.found(Command)] == [("unanswered", None)]


def test_a_result_written_after_the_session_closed_is_joined(log):
    log.call("a", "Bash", {"command": "make"})
    log.raw({"type": "cost-state", "sessionId": "s", "totalCostUSD": 1})
    log.result("a", "Exit code 130\n", "Error: Exit code 130", error=True)
    assert [c.exit_code for c in log.found(Command)] == [130]


def test_a_background_command_runs_until_its_notification(log):
    extra = {"stdout": "", "stderr": "", "interrupted": False, "backgroundTaskId": "b7"}
    call = log.ran("serve", "Command running in background with ID: b7. Output is being written to: /x", extra)
    log.user(
        '<task-notification><task-id>b7</task-id><status>failed</status><summary>Background command "serve" failed with exit code 3</summary></task-notification>'
    )
    states = [(c.state, c.exit_code, c.background, c.line) for c in log.found(Command)]
    assert states == [("running", None, True, call - 1), ("finished", 3, True, call - 1)]


def test_a_background_command_may_be_asked_after(log):
    log.ran("serve", "Command running in background with ID: b7", {"backgroundTaskId": "b7"})
    log.call("t", "TaskOutput", {"task_id": "b7"})
    task = {"task_id": "b7", "status": "completed", "exitCode": 0, "output": "served"}
    log.result("t", "<status>completed</status>", {"retrieval_status": "success", "task": task})
    assert [(c.state, c.exit_code, c.output) for c in log.found(Command)][-1] == ("finished", 0, "served")
    assert log.found(ToolUse) == []


def test_of_a_persisted_output_the_preview_is_read(log):
    log.ran(
        "dump",
        "<persisted-output>\nOutput too large (200KB). Full output saved to: s/x.txt\n\nPreview (first 2KB):\ntea",
        {"stdout": ""},
    )
    assert "tea" in log.found(Command)[0].output


def test_a_long_output_keeps_head_and_tail_and_says_what_is_missing(log):
    text = "茶" + "x" * 50_000 + "末"
    log.ran("dump", text)
    output = log.found(Command)[0].output
    assert len(output.encode()) <= 16 * 1024
    assert output.startswith("茶x")
    assert output.endswith("x末")
    assert "bytes left out …]" in output


def test_an_edit_counts_the_lines_of_its_patch(log):
    log.call("e", "Edit", {"file_path": "/home/dev/shop/till.py", "old_string": "a", "new_string": "b"})
    patch = [{"oldStart": 1, "lines": [" keep", "-a", "+b", "+c"]}]
    log.result("e", "The file has been updated", {"filePath": "/home/dev/shop/till.py", "structuredPatch": patch})
    (change,) = log.found(FileChange)
    assert (change.action, change.added, change.removed, change.excerpt) == ("update", 2, 1, "-a\n+b\n+c")


def test_an_edit_without_a_patch_is_counted_from_what_was_asked(log):
    edits = [{"old_string": "x\na\ny", "new_string": "x\nb\ny"}, {"old_string": "p", "new_string": "p\nq"}]
    log.call("e", "MultiEdit", {"file_path": "/home/dev/shop/till.py", "edits": edits})
    log.result("e", "Applied 2 edits")
    assert [(c.added, c.removed, c.excerpt) for c in log.found(FileChange)] == [(2, 1, "-a\n+b\n+q")]


def test_a_new_file_is_an_addition(log):
    log.call("w", "Write", {"file_path": "/home/dev/shop/a.md", "content": "one\ntwo\n"})
    log.result("w", "File created successfully at: /home/dev/shop/a.md", {"type": "create", "structuredPatch": []})
    assert [(c.action, c.added, c.removed) for c in log.found(FileChange)] == [("add", 2, 0)]


def test_an_excerpt_holds_at_most_160_lines_of_code_and_240_of_text_for_people(log):
    log.call("w", "Write", {"file_path": "/a.py", "content": "line\n" * 200})
    log.result("w", "File created successfully")
    log.call("d", "Write", {"file_path": "/a.md", "content": "line\n" * 400})
    log.result("d", "File created successfully")
    code, text = log.found(FileChange)
    assert (code.excerpt.count("\n"), text.excerpt.count("\n")) == (159, 239)


def test_a_notebook_edit_names_its_notebook(log):
    log.call("n", "NotebookEdit", {"notebook_path": "/a.ipynb", "new_source": "x = 1"})
    log.result("n", "Updated cell")
    assert [(c.path, c.added) for c in log.found(FileChange)] == [("/a.ipynb", 1)]


def test_a_refused_edit_changed_nothing(log):
    log.call("e", "Edit", {"file_path": "/a.py", "old_string": "a", "new_string": "b"})
    log.result("e", "<tool_use_error>String to replace not found in file.</tool_use_error>", "Error: x", error=True)
    assert [(c.ok, c.error) for c in log.found(FileChange)] == [(False, "String to replace not found in file.")]


def test_each_read_of_one_file_in_a_row_counts(log):
    for number, path in enumerate(["/a.py", "/a.py", "/b.py", "/a.py"]):
        log.call(f"r{number}", "Read", {"file_path": path})
        log.result(f"r{number}", "1 x", {"type": "text", "file": {"filePath": path}})
    assert [r.path for r in log.found(FileRead)] == ["/a.py", "/a.py", "/b.py", "/a.py"]


def test_a_failed_read_is_a_failure(log):
    log.call("r", "Read", {"file_path": "/none.py"})
    log.result("r", "<tool_use_error>File does not exist.</tool_use_error>", "Error: x", error=True)
    assert log.found(FileRead) == []
    assert [(f.kind, f.text) for f in log.found(Failure)] == [("tool", "File does not exist.")]


def test_todos_are_the_whole_plan(log):
    todos = [
        {"content": "weigh", "status": "completed", "activeForm": "Weighing"},
        {"content": "", "status": "odd", "activeForm": "Packing"},
    ]
    log.call("t", "TodoWrite", {"todos": todos})
    log.result("t", "Todos have been modified", {"oldTodos": [], "newTodos": todos})
    assert steps(log) == [[("weigh", "completed"), ("Packing", "unknown")]]


def test_tasks_are_folded_into_the_whole_plan(log):
    log.call("c1", "TaskCreate", {"subject": "weigh"})
    log.result("c1", "Task #1 created successfully: weigh", {"task": {"id": "1", "subject": "weigh"}})
    log.call("c2", "TaskCreate", {"subject": "pack"})
    log.result("c2", "Task #2 created successfully: pack")
    log.call("u", "TaskUpdate", {"taskId": "1", "status": "completed"})
    log.result("u", "Updated task #1 status", {"success": True, "taskId": "1"})
    log.call("l", "TaskList", {})
    log.result("l", "#1 [completed] weigh\n#2 [in_progress] pack (helper)")
    assert steps(log)[-2:] == [
        [("weigh", "completed"), ("pack", "pending")],
        [("weigh", "completed"), ("pack (helper)", "in_progress")],
    ]


def test_an_update_of_a_task_that_this_log_did_not_create_is_kept(log):
    log.call("u", "TaskUpdate", {"taskId": "9", "status": "in_progress"})
    log.result("u", "Updated task #9 status")
    assert steps(log) == [[("#9", "in_progress")]]


def test_a_task_call_that_failed_is_a_failure_not_a_plan(log):
    log.call("c", "TaskCreate", {"subject": "weigh"})
    log.result("c", "<tool_use_error>Error: No such tool available: TaskCreate</tool_use_error>", "Error", error=True)
    assert steps(log) == []
    assert [f.what for f in log.found(Failure)] == ["TaskCreate"]


@pytest.mark.parametrize("name", ["Task", "Agent"])
def test_a_subagent_is_told_with_its_result(log, name):
    log.call("s", name, {"description": "count tea", "prompt": "Count", "subagent_type": "Explore"})
    log.result(
        "s",
        [{"type": "text", "text": "12 tins"}],
        {"status": "completed", "agentId": "a1", "content": [{"type": "text", "text": "12 tins"}]},
    )
    (sub,) = log.found(Subagent)
    assert (sub.task, sub.name, sub.session_id, sub.state, sub.result) == (
        "count tea",
        "Explore",
        "a1",
        "finished",
        "12 tins",
    )


def test_a_subagent_in_the_background_ends_with_its_notification(log):
    log.call("s", "Agent", {"description": "count tea", "prompt": "Count"})
    log.result(
        "s", "Async agent launched successfully.", {"isAsync": True, "status": "async_launched", "agentId": "a1"}
    )
    log.user(
        "<task-notification><task-id>a1</task-id><tool-use-id>s</tool-use-id><status>completed</status><summary>Agent done</summary><result>12 tins</result></task-notification>"
    )
    assert [(s.state, s.result) for s in log.found(Subagent)] == [("started", ""), ("finished", "12 tins")]


def test_other_tools_are_told_with_request_and_result(log):
    log.call("m", "mcp__shop__price", {"item": "茶"})
    log.result("m", [{"type": "text", "text": "3.50"}], {"x": 1})
    (use,) = log.found(ToolUse)
    assert (use.name, use.request, use.result, use.ok) == ("mcp__shop__price", '{"item": "茶"}', "3.50", True)


def test_a_malformed_tool_name_survives(log):
    log.call("m", 'Task" >\n<parameter name="description', {})
    log.result("m", "<tool_use_error>Error: No such tool available</tool_use_error>", "Error", error=True)
    assert [f.what for f in log.found(Failure)] == ['Task" > {}']


def test_a_tool_that_ran_and_failed_is_told_once(log):
    log.call("m", "mcp__shop__price", {"item": "tea"})
    log.result("m", "no such item", "Error: no such item", error=True)
    assert [(u.ok, u.result) for u in log.found(ToolUse)] == [(False, "no such item")]
    assert log.found(Failure) == []


def test_a_denied_tool_is_a_denial(log):
    log.call("m", "WebFetch", {"url": "http://localhost/"})
    log.result(
        "m", "Claude requested permissions to use WebFetch, but you haven't granted it yet.", "Error", error=True
    )
    assert [f.kind for f in log.found(Failure)] == ["denied"]
    assert log.found(ToolUse) == []


def test_broken_blocks_stop_nothing(log):
    log.agent({"type": "tool_use"}, {"type": "tool_use", "id": 7, "name": None, "input": "x"}, {"type": "text"}, {})
    log.user([{"type": "tool_result"}, {"type": "tool_result", "tool_use_id": ["x"], "content": 5}, "loose", None])
    log.record("user", message="no object")
    log.record("assistant", message={"content": 3, "model": 4})
    log.says("Still here")
    assert log.found(Message)[-1].text == "Still here"


def test_a_picture_on_the_output_is_not_printed(log):
    log.ran("plot", "data:image/png;base64,AAAA", {"stdout": "data:image/png;base64,AAAA", "isImage": True})
    assert [(c.output, c.exit_code) for c in log.found(Command)] == [("[image]", 0)]


def test_a_plan_stands_where_its_result_was_written(log):
    log.call("a", "TaskUpdate", {"taskId": "1", "status": "completed"})
    log.call("b", "TaskUpdate", {"taskId": "2", "status": "in_progress"})
    second = log.result("b", "Updated task #2 status")
    first = log.result("a", "Updated task #1 status")
    assert [plan.line for plan in log.found(PlanState)] == [second, first]


def test_a_document_that_was_read_comes_with_what_it_says(log):
    told = {"filePath": "/a.md", "content": "# Till\nOne drawer.", "startLine": 1, "numLines": 2, "totalLines": 9}
    log.call("r", "Read", {"file_path": "/a.md", "limit": 2})
    log.result("r", "     1→# Till\n     2→One drawer.", {"type": "text", "file": told})
    log.call("s", "Read", {"file_path": "/b.md"})
    log.result("s", "     1→# Till\n     2→One drawer.")
    assert [(r.text, r.lines) for r in log.found(FileRead)] == [
        ("# Till\nOne drawer.", "1-2"),
        ("# Till\nOne drawer.", ""),
    ]


def test_a_document_that_the_person_named_comes_with_what_it_says(log):
    file = {"filePath": "/a.md", "content": "One drawer.", "startLine": 1, "numLines": 1, "totalLines": 1}
    log.record(
        "attachment", attachment={"type": "file", "filename": "/a.md", "content": {"type": "text", "file": file}}
    )
    assert [(r.path, r.text) for r in log.found(FileRead)] == [("/a.md", "One drawer.")]
