"""Public faults of readers of Codex rollouts, by the number of our list (docs/capabilities/session_log/bug_cases.md)."""

from __future__ import annotations

import json
import os

import pytest

from butler.capabilities.session_log.backend import NoSession, choose_session, list_sessions, open_log
from butler.capabilities.session_log.formats import codex_exec_json, codex_jsonl
from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    FileChange,
    Message,
    PlanState,
    SessionInfo,
    Withdrawn,
)
from butler.capability import Caller
from butler.errors import ButlerError

CODEX = Caller("codex")
DAY = "2026-05-01"


@pytest.fixture
def log(codex):
    return codex


def words(result, speaker=None):
    return [m.text for m in result.of(Message) if speaker in (None, m.speaker)]


def refused(house, path):
    with pytest.raises(ButlerError) as problem, open_log(house, path) as opened:
        list(opened.entries)
    return problem.value.code


def rollout(logs, name, records):
    return logs.write(logs.home / ".codex/sessions/2026/05/01" / f"rollout-{DAY}T09-00-00-{name}.jsonl", records)


def test_case_01_items_of_both_spellings_are_read_and_nothing_read_is_an_error(log, read, house, tmp_path):
    log.meta().item("UserMessage", content=[{"type": "text", "text": "Begin"}])
    log.item("AgentMessage", content=[{"type": "Text", "text": "Done"}], phase="final_answer")
    assert words(read(log)) == ["Begin", "Done"]
    (tmp_path / "x.jsonl").write_text('{"timestamp":"t","type":"event_msg","payload":{"type":"token_count"}}\n' * 9)
    assert refused(house, tmp_path / "x.jsonl") == "log_no_entries"


def test_case_02_events_and_records_are_both_read_and_each_text_is_told_once(log, read):
    log.meta().event("user_message", message="Begin").said("user", "Begin")
    log.event("agent_message", message="Done").said("assistant", "Done")
    log.call("c", "shell", {"command": ["bash", "-lc", "ls"]}).answer("c", '{"output":"a","metadata":{"exit_code":0}}')
    result = read(log)
    assert words(result) == ["Begin", "Done"]
    assert [c.exit_code for c in result.of(Command)] == [0]


def test_case_03_messages_are_read_from_the_list_of_their_content(log, read):
    assert words(read(log.meta().said("user", "Begin").said("assistant", "Done"))) == ["Begin", "Done"]


def test_case_04_each_line_has_its_own_time_and_injected_words_are_nobodys(log, read):
    log.meta().said("developer", "Rules").said("user", "<environment_context>x</environment_context>")
    log.said("user", "Begin").said("assistant", "Done")
    result = read(log)
    assert words(result, "person") == ["Begin"]
    assert len({m.at for m in result.of(Message)}) == len(result.of(Message))


def test_case_05_printed_events_and_rollouts_are_told_apart(log):
    from butler.capabilities.session_log.formats import LogHead

    printed = LogHead(({"type": "thread.started", "thread_id": "t"}, {"type": "turn.started"}), b"")
    written = LogHead(tuple(json.loads(line) for line in log.meta().lines), b"")
    assert codex_exec_json.FORMAT.recognises(printed) and not codex_jsonl.FORMAT.recognises(printed)
    assert codex_jsonl.FORMAT.recognises(written) and not codex_exec_json.FORMAT.recognises(written)


def test_case_06_a_half_record_with_its_whole_copy_behind_it_is_read(log, read):
    log.meta().said("user", "Begin")
    log.lines[1] = log.lines[1][:60] + log.lines[1]
    result = read(log)
    assert words(result) == ["Begin"]
    assert [place.line for place in result.receipt.skipped] == [2]


def test_case_07_no_version_or_missing_field_stops_the_reading(log, read):
    log.meta(cli_version="99.0.0-next", source={"new": {"kind": 1}}, git=None, cwd=None)
    log.line("brand_new", {"x": 1}).said("user", "Begin")
    result = read(log)
    assert words(result) == ["Begin"]
    assert result.receipt.unknown_types == {"brand_new": 1}


def test_case_08_a_packed_rollout_is_in_the_list(house, logs, project):
    logs.packed(logs.codex(project, 1, DAY))
    assert [item.session_id for item in list_sessions(house)[0]] == [logs.uuid(1)]


def test_case_09_a_packed_rollout_is_found_by_its_id(house, logs, project):
    twin = logs.packed(logs.codex(project, 1, DAY))
    assert choose_session(house, CODEX, logs.uuid(1)).path == twin


def fork(logs, project, number, parent, lines):
    records = logs.codex_records(project, number, DAY, "Go on")
    name = parent.name.removesuffix(".jsonl")[-36:]
    end = sum(map(len, parent.read_bytes().splitlines(keepends=True)[:lines]))
    base = {"thread_id": name, "end_ordinal_exclusive": lines, "end_byte_offset": end}
    records[0]["payload"] |= {"history_base": base}
    return rollout(logs, logs.uuid(number), records)


def test_case_10_a_fork_by_reference_is_joined_with_its_parent_or_says_it_is_missing(house, logs, project):
    parent = logs.codex(project, 1, DAY)
    child = fork(logs, project, 2, parent, 6)
    with open_log(house, child) as opened:
        assert [(s.path, s.last_line) for s in opened.sources] == [(str(parent), 6)]
    parent.unlink()
    with open_log(house, child) as opened:
        list(opened.entries)
        assert opened.receipt.parents_missing == (logs.uuid(1),)


def copied(logs, project):
    lines = logs.codex_records(project, 1, DAY, "Begin")
    rollout(logs, logs.uuid(1), lines)
    own = logs.codex_records(project, 2, DAY, "Go on")
    stamped = [{**line, "timestamp": "2026-05-02T00:00:00.000Z"} for line in lines]
    return rollout(logs, logs.uuid(2), [own[0], *stamped, *own[1:]])


def test_case_11_where_a_childs_own_lines_begin_is_told(house, logs, project):
    with open_log(house, copied(logs, project)) as opened:
        assert [(s.kind, s.copied_until) for s in opened.sources] == [("copy", 7)]


def test_case_12_the_first_of_several_metas_is_the_identity(log, read):
    log.meta("child").meta("parent").said("user", "Begin")
    infos = read(log).of(SessionInfo)
    assert {info.session_id for info in infos} == {"child"}
    assert infos[-1].forked_from == "parent"


def test_case_13_five_generations_of_copied_metas_leave_the_identity_alone(log, read):
    log.meta("g5")
    for number in range(4, 0, -1):
        log.meta(f"g{number}")
    result = read(log)
    assert {info.session_id for info in result.of(SessionInfo)} == {"g5"}
    assert len(result.receipt.notes) == 4


def test_case_14_the_boundary_of_a_copy_is_found_by_content_though_all_times_are_new(house, logs, project):
    path = copied(logs, project)
    stamps = {json.loads(line)["timestamp"][:10] for line in path.read_text().splitlines()[1:7]}
    assert stamps == {"2026-05-02"}
    with open_log(house, path) as opened:
        assert opened.sources[0].copied_until == 7


def test_case_15_two_sessions_that_say_the_same_are_two_sessions(house, logs, project):
    logs.codex(project, 1, DAY)
    logs.codex(project, 2, DAY)
    listed = list_sessions(house)[0]
    assert sorted(item.session_id for item in listed) == [logs.uuid(1), logs.uuid(2)]
    assert [item.fork_of for item in listed] == [None, None]


def test_case_16_tools_inside_a_script_are_found_and_look_alikes_are_not(log, read):
    source = """
    // tools.exec_command({cmd: "in a comment"})
    const said = 'tools.exec_command({cmd: "in a string"})';
    other.tools.exec_command({cmd: "of another"});
    const r = await tools.exec_command({cmd: "make test"}); text(r);
    tools.update_plan({plan: [{step: "weigh", status: "completed"}]});
    tools.apply_patch("*** Begin Patch\\n*** Add File: a.txt\\n+x\\n*** End Patch");
    """
    result = read(log.meta().script("c", source, '{"exit_code":3,"output":"no"}'))
    assert [(c.text, c.exit_code) for c in result.of(Command)] == [("make test", 3)]
    assert [c.path for c in result.of(FileChange)] == ["a.txt"]
    assert len(result.of(PlanState)) == 1


def test_case_17_a_script_that_only_runs_commands_is_those_commands_without_their_wrapper(log, read):
    source = 'await Promise.all([tools.exec_command({cmd: "make a"}), tools.exec_command({cmd: "make b"})])'
    log.meta().script("c", source, '{"exit_code":0,"output":"A"}', '{"exit_code":0,"output":"B"}')
    log.item("CommandExecution", id="exec-1", command=["/bin/bash", "-lc", "make c"], exit_code=0, status="completed")
    assert [c.text for c in read(log).of(Command)][-1] == "make c"
    assert {c.text for c in read(log).of(Command)} <= {"make a", "make b", "make c"}


def test_case_18_a_structured_tool_that_is_called_exec_is_no_script(log, read):
    log.meta().call("c", "exec", {"input": 'tools.exec_command({cmd: "rm x"})'}).answer("c", "done")
    assert read(log).of(Command) == []


def test_case_19_the_older_name_of_the_nested_tool_is_known(log, read):
    result = read(log.meta().script("c", 'await tools.shell_command({command: "make"})', "Exit code: 0\nOutput:\nok"))
    assert [c.text for c in result.of(Command)] == ["make"]


def turns(log, count):
    for number in range(1, count + 1):
        log.event("task_started").event("user_message", message=f"turn {number}").event("task_complete")
    return log


def test_case_20_turns_that_were_rolled_back_are_marked_also_in_several_steps(log, read):
    log = turns(log.meta(), 3).event("thread_rolled_back", num_turns=1).event("thread_rolled_back", num_turns=1)
    assert [w.from_line for w in read(log).of(Withdrawn)] == [9, 6]


def test_case_21_a_message_that_was_rolled_back_is_still_told(log, read):
    result = read(turns(log.meta(), 2).event("thread_rolled_back", num_turns=1))
    assert words(result, "person") == ["turn 1", "turn 2"]
    assert len(result.of(Withdrawn)) == 1


def test_case_22_more_rolled_back_than_there_was_is_said_instead_of_guessed(log, read):
    result = read(turns(log.meta(), 1).event("thread_rolled_back", num_turns=5))
    assert any("rolled back" in note for note in result.receipt.notes)


def test_case_23_a_flat_file_of_the_oldest_clients_is_read(log, read):
    log.record({"id": "old", "timestamp": "2025-08-01T00:00:00Z", "instructions": None})
    log.record({"record_type": "state"})
    log.record({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Begin"}]})
    assert words(read(log)) == ["Begin"]


def test_case_24_the_log_is_the_truth_and_a_stale_database_beside_it_is_not_asked(house, logs, project, home):
    path = logs.codex(project, 1, DAY)
    (home / ".codex" / "state_5.sqlite").write_bytes(b"stale")
    (home / ".codex" / "thread_history_1.sqlite").write_bytes(b"interrupted")
    assert choose_session(house, CODEX).path == path
    assert list_sessions(house)[0][0].state == "finished"


def test_case_25_empty_unreadable_and_elsewhere_are_different_answers(house, logs, project, home, tmp_path):
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "none.jsonl").write_text('{"timestamp":"t","type":"event_msg","payload":{"type":"token_count"}}\n')
    (tmp_path / "binary.jsonl").write_bytes(b"\x00\x01\x02" * 90)
    codes = [refused(house, tmp_path / name) for name in ("empty.jsonl", "none.jsonl", "binary.jsonl")]
    assert codes == ["log_empty", "log_no_entries", "log_unknown_format"]
    logs.codex(home / "elsewhere", 1, DAY)
    found = choose_session(house, CODEX)
    assert isinstance(found, NoSession)
    assert found.left_out == {"other_folder": 1}


def test_case_26_a_rollout_of_another_tool_is_kept_and_labelled(house, logs, project):
    records = logs.codex_records(project, 1, DAY)
    records[0]["payload"] = {"id": logs.uuid(1), "cwd": str(project), "originator": "other-tool"}
    rollout(logs, logs.uuid(1), records)
    assert [item.originator for item in list_sessions(house)[0]] == ["other-tool"]


def test_case_27_a_thread_that_has_no_file_yet_is_a_plain_absence(house, logs, project):
    logs.codex(project, 1, DAY)
    found = choose_session(house, Caller("codex", session_id=logs.uuid(7)))
    assert isinstance(found, NoSession)
    assert (found.why, bool(found.reason("ja"))) == ("no_session_told", True)


def test_case_28_a_line_separator_in_a_prompt_does_not_break_the_lines(log, read):
    result = read(log.meta().event("user_message", message="a\u2028b\u2029c\x85d"))
    assert words(result) == ["a\u2028b\u2029c\x85d"]


def test_own_case_a_migrated_file_is_read_by_its_lines_not_by_its_version(log, read):
    log.meta(cli_version="0.64.0", history_mode="paginated")
    log.item("UserMessage", content=[{"type": "text", "text": "Begin"}])
    log.item("CommandExecution", id="x", command=["bash", "-lc", "ls"], exit_code=0, status="completed")
    result = read(log)
    assert words(result) == ["Begin"]
    assert [c.exit_code for c in result.of(Command)] == [0]


def test_own_case_two_files_of_one_reverted_session_are_one_session(house, logs, project):
    parent = logs.codex(project, 1, DAY)
    records = logs.codex_records(project, 1, DAY, "Otherwise")
    end = sum(map(len, parent.read_bytes().splitlines(keepends=True)[:2]))
    records[0]["payload"]["history_base"] = {"thread_id": logs.uuid(1), "end_byte_offset": end}
    newer = rollout(logs, f"{logs.uuid(1)}_{logs.uuid(8)}", records)
    assert choose_session(house, CODEX).path == newer
    with open_log(house, newer) as opened:
        assert [(s.kind, s.withdrawn_from) for s in opened.sources] == [("revert", 3)]


def test_own_case_a_command_killed_after_its_turn_gets_its_last_state(log, read):
    log.meta().call("c", "exec_command", {"cmd": "serve"})
    log.answer("c", "Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n").event("task_complete")
    log.item("CommandExecution", id="c", command=["bash", "-lc", "serve"], exit_code=-1, status="failed")
    assert read(log).of(Command)[-1].exit_code == -1


def test_own_case_a_folder_written_as_an_address_is_the_same_folder(log, read):
    log.meta().item("CommandExecution", id="x", command=["bash", "-lc", "ls"], cwd="file:///home/dev/shop", exit_code=0)
    assert [c.cwd for c in read(log).of(Command)] == ["/home/dev/shop"]


def test_own_case_a_completed_script_is_no_exit_code_of_its_command(log, read):
    log.meta().script("c", 'await tools.exec_command({cmd: "make"})', '{"exit_code":3,"output":""}')
    assert [c.exit_code for c in read(log).of(Command)] == [3]


def test_own_case_many_metas_of_one_id_are_one_session(log, read):
    for _ in range(30):
        log.meta("same")
    result = read(log)
    assert len(result.of(SessionInfo)) == 1
    assert result.receipt.notes == ()


def test_own_case_a_failed_patch_has_no_exit_code_and_is_a_failure_not_a_change(log, read):
    log.meta().custom("c", "apply_patch", "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch")
    log.custom_answer("c", "apply_patch verification failed: Failed to find expected lines in a.py")
    assert [c for c in read(log).of(FileChange) if c.ok] == []


def test_own_case_a_new_file_time_on_an_old_day_folder_decides_nothing(house, logs, project):
    old = logs.codex(project, 1, "2025-01-01")
    new = logs.codex(project, 2, DAY)
    os.utime(old, (2_000_000_000,) * 2)
    assert choose_session(house, CODEX).path == new


def test_own_case_an_abort_is_a_boundary(log, read):
    result = read(log.meta().event("task_started").event("turn_aborted", reason="interrupted"))
    assert [b.kind for b in result.of(Boundary)] == ["turn_started", "turn_aborted"]
