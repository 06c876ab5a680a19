"""Commands with their exit codes, in every form that a client version wrote."""

from __future__ import annotations

import json

import pytest

from butler.capabilities.session_log.models import Command, Failure, FileChange, FileRead, PlanState, ToolUse

RESULT = '{"chunk_id":"a1","wall_time_seconds":0.1,"exit_code":%d,"output":"%s"}'


@pytest.mark.parametrize(
    ("output", "code", "text"),
    [
        ('{"output":"so\\n","metadata":{"exit_code":4,"duration_seconds":0.0}}', 4, "so\n"),
        ("Exit code: 5\nWall time: 0 seconds\nOutput:\nso\n", 5, "so\n"),
        ("Exit code: 0\nWall time: 1 seconds\nTotal output lines: 9\nOutput:\nso\n", 0, "so\n"),
        ("Wall time: 0.010 seconds\r\nProcess exited with code 3\r\nOutput:\r\nso\n", 3, "so\n"),
        (
            "Chunk ID: ab\nWall time: 0.1 seconds\nProcess exited with code 1\nOriginal token count: 2\nOutput:\nso\n",
            1,
            "so\n",
        ),
        (
            "Command: /bin/bash -lc 'a\nb'\nChunk ID: ab\nWall time: 0.1 seconds\nProcess exited with code 7\nOutput:\nso",
            7,
            "so",
        ),
        ("so, and no code at all", None, "so, and no code at all"),
        ([{"type": "input_text", "text": "Exit code: 2\nOutput:\nso"}], 2, "so"),
    ],
)
def test_every_written_form_of_an_exit_code_is_read(log, read, output, code, text):
    log.meta().call("c", "shell_command", {"command": "make", "workdir": "/home/dev/shop/api"}).answer("c", output)
    (command,) = read(log).of(Command)
    assert (command.exit_code, command.output, command.cwd) == (code, text, "/home/dev/shop/api")
    assert (command.line, command.end_line) == (2, 3)


def test_the_shell_wrapper_is_taken_off(log, read):
    log.meta().call("c", "shell", {"command": ["bash", "-lc", "pytest -q | tail"]}).answer(
        "c", "Exit code: 0\nOutput:\n"
    )
    assert read(log).of(Command)[0].text == "pytest -q | tail"


def test_an_item_tells_the_command_and_its_output_line_is_not_parsed(log, read):
    log.meta().call("c", "exec_command", {"cmd": "make"})
    log.item(
        "CommandExecution",
        id="c",
        command=["/bin/bash", "-lc", "make"],
        cwd="file:///home/dev/my%20shop",
        parsed_cmd=[{"type": "read", "cmd": "cat a.py", "path": "a.py"}],
        status="completed",
        aggregated_output="fine\n",
        exit_code=0,
    )
    log.answer("c", "Process exited with code 0\nOutput:\nfine\n")
    result = read(log)
    (command,) = result.of(Command)
    assert (command.text, command.exit_code, command.output, command.line) == ("make", 0, "fine\n", 2)
    assert [entry.path for entry in result.of(FileRead)] == ["a.py"]
    assert result.receipt.passed_over == {"response_item/function_call_output (same as its item)": 1}


def test_a_running_command_is_finished_by_later_input(log, read):
    log.meta().call("c", "exec_command", {"cmd": "serve"})
    log.answer("c", "Chunk ID: a\nWall time: 1 seconds\nProcess running with session ID 77\nOutput:\nup\n")
    log.call("w", "write_stdin", {"session_id": 77, "chars": ""})
    log.answer("w", "Chunk ID: b\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\nbye\n")
    first, last = read(log).of(Command)
    assert (first.state, first.exit_code, first.background) == ("running", None, True)
    assert (last.call_id, last.state, last.exit_code, last.output) == ("c", "finished", 0, "up\nbye\n")


def test_a_command_killed_after_the_turn_ended_gets_its_last_state(log, read):
    log.meta().call("c", "exec_command", {"cmd": "sleep 9"})
    log.answer("c", "Wall time: 1 seconds\nProcess running with session ID 5\nOutput:\ntick\n").event("task_complete")
    log.item("CommandExecution", id="c", command=["/bin/bash", "-lc", "sleep 9"], status="failed", exit_code=-1)
    last = read(log).of(Command)[-1]
    assert (last.call_id, last.state, last.exit_code, last.output, last.line) == ("c", "aborted", -1, "tick\n", 2)


@pytest.mark.parametrize(
    ("output", "state"),
    [
        ("Wall time: 5.2 seconds\naborted by user", "aborted"),
        ("aborted by user after 5.2s", "aborted"),
        ('exec_command failed for `rm`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', "declined"),
        ("unsupported call: shell_command", "not_run"),
    ],
)
def test_what_stopped_a_command_is_its_state(log, read, output, state):
    command = read(log.meta().call("c", "shell_command", {"command": "rm x"}).answer("c", output)).of(Command)[0]
    assert (command.state, command.exit_code) == (state, None)


def test_a_call_without_answer_is_unanswered(log, read):
    (command,) = read(log.meta().call("c", "exec_command", {"cmd": "sleep 100"})).of(Command)
    assert (command.state, command.exit_code, command.end_line) == ("unanswered", None, None)


def test_a_call_id_that_comes_again_does_not_swallow_the_first_call(log, read):
    log.meta().call("c", "shell", {"command": "first"}).call("c", "shell", {"command": "second"})
    log.answer("c", "Exit code: 0\nOutput:\n")
    assert [(c.text, c.state) for c in read(log).of(Command)] == [("first", "unanswered"), ("second", "finished")]


def test_a_local_shell_call_is_a_command(log, read):
    log.meta().response("local_shell_call", call_id="c", action={"type": "exec", "command": ["bash", "-lc", "ls"]})
    (command,) = read(log.answer("c", "Exit code: 0\nOutput:\na\n")).of(Command)
    assert (command.text, command.exit_code) == ("ls", 0)


def test_a_long_output_keeps_head_and_tail_and_says_what_is_missing(log, read):
    body = "始" * 10 + "x" * 100_000 + "終"
    command = read(
        log.meta().call("c", "shell_command", {"command": "cat"}).answer("c", f"Exit code: 0\nOutput:\n{body}")
    )
    output = command.of(Command)[0].output
    assert len(output.encode()) <= 16 * 1024
    assert output.startswith("始始") and output.endswith("終") and "bytes left out …]" in output


def test_nested_commands_of_a_script_come_from_its_text_where_no_item_tells_them(log, read):
    source = 'const r = await tools.exec_command({cmd: "make test", workdir: "/srv"}); text(r);'
    source += 'const g = await Promise.all([tools.exec_command({"cmd":"ls"}), tools.shell_command({command:`pwd`})]); text(g);'
    both = f"[{RESULT % (0, '')},{RESULT % (1, 'no')}]"
    first, second, third = read(log.meta().script("e", source, RESULT % (3, "out"), both)).of(Command)
    assert (first.text, first.exit_code, first.output, first.cwd) == ("make test", 3, "out", "/srv")
    assert [(c.text, c.exit_code, c.output) for c in (second, third)] == [("ls", 0, ""), ("pwd", 1, "no")]


def test_items_win_over_the_text_of_a_script(log, read):
    log.meta().custom("e", "exec", "text(await tools.exec_command({cmd:'ls'}))")
    log.item("CommandExecution", id="exec-1", command=["/bin/bash", "-lc", "ls"], status="completed", exit_code=0)
    log.custom_answer("e", "Script completed\nWall time 0.1 seconds\nOutput:\n", RESULT % (0, "a"))
    assert [(c.call_id, c.text, c.exit_code) for c in read(log).of(Command)] == [("exec-1", "ls", 0)]


def test_a_command_that_the_sandbox_stopped_is_told_though_others_have_items(log, read):
    log.meta().custom(
        "e", "exec", "text(await Promise.all([tools.exec_command({cmd:'ls'}), tools.exec_command({cmd:'rm'})]))"
    )
    log.item("CommandExecution", id="exec-1", command=["/bin/bash", "-lc", "ls"], status="completed", exit_code=0)
    log.custom_answer("e", "Script completed\nOutput:\n", f"[{RESULT % (0, '')},{RESULT % (128, 'read-only')}]")
    found = [(c.call_id, c.text, c.exit_code) for c in read(log).of(Command)]
    assert found == [("exec-1", "ls", 0), ("e#2", "rm", 128)]


def test_a_completed_script_is_no_exit_code(log, read):
    log.meta().script("e", "const r = await tools.exec_command({cmd:'make'}); text(r.output);", "all fine")
    (command,) = read(log).of(Command)
    assert (command.exit_code, command.output, command.state) == (None, "all fine", "finished")


def test_results_that_do_not_fit_the_commands_are_given_to_none_of_them(log, read):
    source = "await tools.exec_command({cmd:'a'}); const r = await tools.exec_command({cmd:'b'}); text(r);"
    result = read(log.meta().script("e", source, RESULT % (1, "bad")))
    assert [(c.text, c.exit_code, c.output) for c in result.of(Command)] == [("a", None, ""), ("b", None, "")]
    assert "bad" in result.of(ToolUse)[0].result


def test_a_nested_command_that_threw_has_the_exit_code_of_the_error(log, read):
    error = "Script error:\nExit code: 1\nWall time: 0.1 seconds\nOutput:\nnope"
    log.meta().script("e", 'text(await tools.shell_command({"command":"false"}))', error, head="Script failed")
    result = read(log)
    assert [(c.text, c.exit_code, c.output) for c in result.of(Command)] == [("false", 1, "nope")]
    assert result.of(Failure) == []


def test_a_script_that_runs_on_is_finished_by_waiting(log, read):
    log.meta().custom("e", "exec", 'text(await tools.shell_command({command:"slow"}))')
    log.custom_answer("e", "Script running with cell ID 33\nWall time 11.0 seconds\nOutput:\n")
    log.call("w", "wait", {"cell_id": "33"})
    log.answer(
        "w",
        [
            {"type": "input_text", "text": t}
            for t in ("Script completed\nWall time 1 seconds\nOutput:\n", "Exit code: 0\nOutput:\nok")
        ],
    )
    assert [(c.text, c.exit_code, c.output) for c in read(log).of(Command)] == [("slow", 0, "ok")]


def test_a_structured_tool_named_exec_is_no_script(log, read):
    log.meta().call("c", "exec", {"code": "tools.exec_command({cmd:'x'})"}).answer("c", "fine")
    result = read(log)
    assert result.of(Command) == []
    assert [(t.name, t.result) for t in result.of(ToolUse)] == [("exec", "fine")]


def test_plans_are_read_from_calls_and_from_scripts(log, read):
    log.meta().call("c", "update_plan", {"explanation": "why", "plan": [{"step": "a", "status": "in_progress"}]})
    log.answer("c", "Plan updated")
    log.script(
        "e", 'await tools.update_plan({plan:[{step:"a",status:"completed"},{step:"b",status:"pending"},]})', "{}"
    )
    first, second = read(log).of(PlanState)
    assert (first.explanation, [(s.text, s.state) for s in first.steps]) == ("why", [("a", "in_progress")])
    assert [(s.text, s.state) for s in second.steps] == [("a", "completed"), ("b", "pending")]


def test_a_plan_tool_that_does_not_exist_changes_no_plan(log, read):
    log.meta().call("c", "update_plan", {"plan": [{"step": "a", "status": "pending"}]})
    log.answer("c", "unsupported call: update_plan")
    log.script(
        "e", 'tools.update_plan({plan:[{step:"a",status:"pending"}]})', "ERR tools.update_plan is not a function"
    )
    result = read(log)
    assert result.of(PlanState) == []
    assert result.of(Failure)[0].what == "update_plan"


def test_an_mcp_call_is_told_once_with_its_outcome(log, read):
    log.meta().call("c", "search", {"q": "x"}, namespace="mcp__docs")
    answer = {"content": [{"type": "text", "text": "no access"}], "isError": True}
    log.item("McpToolCall", id="c", server="docs", tool="search", arguments={"q": "x"}, status="failed", result=answer)
    log.answer("c", "Wall time: 0.1 seconds\nOutput:\nno access")
    result = read(log)
    (tool,) = result.of(ToolUse)
    assert (tool.name, tool.ok, tool.result, json.loads(tool.request)) == (
        "mcp__docs__search",
        False,
        "no access",
        {"q": "x"},
    )
    assert [f.text for f in result.of(Failure)] == ["no access"]


def test_a_web_search_is_a_tool_use(log, read):
    log.meta().response("web_search_call", status="completed", action={"type": "search", "query": "rounding modes"})
    assert [(t.name, t.request) for t in read(log).of(ToolUse)] == [("web_search", "rounding modes")]


def test_a_failed_patch_without_exit_code_is_a_failure_and_no_change(log, read):
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch"
    log.meta().custom("p", "apply_patch", patch).custom_answer("p", "apply_patch verification failed: no such lines")
    result = read(log)
    assert [(c.path, c.ok) for c in result.of(FileChange)] == [("a.py", False)]
    assert [(f.kind, f.text) for f in result.of(Failure)] == [
        ("patch", "apply_patch verification failed: no such lines")
    ]


def test_a_failed_patch_in_a_script_is_the_same(log, read):
    source = 'const p = "*** Begin Patch\\n*** Update File: a.py\\n-x\\n+y\\n*** End Patch"; text(await tools.apply_patch(p));'
    log.meta().script("e", source, "Script error:\napply_patch verification failed: no", head="Script failed")
    result = read(log)
    assert [(c.path, c.ok) for c in result.of(FileChange)] == [("a.py", False)]
    assert [f.kind for f in result.of(Failure)] == ["patch"]


def test_recorded_changes_win_over_the_patch_text(log, read):
    patch = "*** Begin Patch\n*** Add File: a.py\n+x\n*** End Patch"
    changes = {"/home/dev/shop/a.py": {"type": "add", "content": "x\n"}}
    log.meta().custom("p", "apply_patch", patch)
    log.event("patch_apply_end", call_id="p", success=True, changes=changes, stdout="", stderr="")
    log.custom_answer("p", "Exit code: 0\nOutput:\nSuccess. Updated the following files:\nA a.py\n")
    assert [(c.path, c.action, c.added, c.line) for c in read(log).of(FileChange)] == [
        ("/home/dev/shop/a.py", "add", 1, 2)
    ]


@pytest.mark.parametrize(
    ("answer", "told"),
    [("error: invalid hunk at line 4", [False]), ("Success. Updated the following files:\nA a.py", [True]), ("", [])],
)
def test_a_patch_command_without_exit_code_is_judged_by_its_words_or_not_at_all(log, read, answer, told):
    patch = "*** Begin Patch\n*** Add File: a.py\n+x\n*** End Patch"
    result = read(log.meta().call("c", "shell", {"command": ["apply_patch", patch]}).answer("c", answer))
    assert [change.ok for change in result.of(FileChange)] == told
    assert len(result.of(Command)) == (0 if told else 1)


def test_a_patch_in_a_here_document_is_a_change(log, read):
    command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: old.py\n*** End Patch\nEOF\n"
    log.meta().call("c", "shell", {"command": ["bash", "-lc", command]}).answer("c", "Exit code: 0\nOutput:\nSuccess.")
    result = read(log)
    assert [(c.path, c.action, c.ok) for c in result.of(FileChange)] == [("old.py", "delete", True)]
    assert result.of(Command) == []


def test_a_command_that_prints_one_document_reads_it(log, read):
    log.meta().call("c", "exec_command", {"cmd": "sed -n '1,2p' notes/till.md", "workdir": "/home/dev/shop/api"})
    log.answer("c", RESULT % (0, "# Till\\nOne drawer.\\n"))
    (found,) = read(log).of(FileRead)
    assert (found.path, found.text, found.lines) == ("/home/dev/shop/api/notes/till.md", "# Till\nOne drawer.", "1-2")
    assert found.line == 2


def test_an_item_of_such_a_command_reads_it_once(log, read):
    log.meta().call("c", "exec_command", {"cmd": "cat till.md"})
    log.item(
        "CommandExecution",
        id="c",
        command=["bash", "-lc", "cat till.md"],
        parsed_cmd=[{"type": "read", "cmd": "cat till.md", "path": "till.md"}],
        status="completed",
        aggregated_output="One drawer.\n",
        exit_code=0,
    )
    log.answer("c", "Process exited with code 0\nOutput:\nOne drawer.\n")
    assert [(found.path, found.text) for found in read(log).of(FileRead)] == [("till.md", "One drawer.")]


def test_a_script_that_prints_one_document_reads_it(log, read):
    log.meta().script("c", 'const r = await tools.exec_command({cmd: "cat till.md"}); text(r.output);', "One drawer.")
    assert [(found.path, found.text) for found in read(log).of(FileRead)] == [("/home/dev/shop/till.md", "One drawer.")]
