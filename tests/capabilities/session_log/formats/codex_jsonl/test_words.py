"""Whose words are told, and that each message is told once."""

from __future__ import annotations

from butler.capabilities.session_log.models import Answer, Command, Message, PlanVerdict, Subagent


def persons(result):
    return [entry.text for entry in result.of(Message) if entry.speaker == "person"]


def agents(result):
    return [(entry.text, entry.channel) for entry in result.of(Message) if entry.speaker == "agent"]


def test_a_legacy_message_written_as_event_and_record_is_told_once(log, read):
    log.meta().said("user", "fix the rounding").event("user_message", message="fix the rounding", images=[])
    log.event("agent_message", message="on it").said("assistant", "on it")
    log.call("c1", "shell", {"command": ["ls"]}).answer("c1", "ok")
    log.said("assistant", "done").event("agent_message", message="done")
    result = read(log)
    assert persons(result) == ["fix the rounding"]
    assert agents(result) == [("on it", "commentary"), ("done", "final")]


def test_a_paginated_message_is_told_once_and_its_copy_is_not_parsed(log, read):
    log.meta(history_mode="paginated").said("user", "直して", id="m1")
    log.item("UserMessage", id="u1", content=[{"type": "text", "text": "直して"}])
    log.item("AgentMessage", id="a1", content=[{"type": "Text", "text": "見ます"}], phase="commentary")
    log.response("message", id="a1", role="assistant", content=[{"type": "output_text", "text": "見ます"}])
    result = read(log)
    assert persons(result) == ["直して"]
    assert agents(result) == [("見ます", "commentary")]
    assert result.receipt.passed_over == {"response_item/message (same as its item)": 1}


def test_a_migrated_turn_start_between_both_copies_does_not_double_the_prompt(log, read):
    log.meta().said("user", "3").event("task_complete", turn_id="a").event("task_started", turn_id="b")
    log.item("UserMessage", id="u1", content=[{"type": "text", "text": "3"}])
    assert persons(read(log)) == ["3"]


def test_the_same_words_said_again_later_are_told_again(log, read):
    for _ in range(2):
        log.event("user_message", message="continue").event("agent_message", message="ok")
    assert persons(read(log)) == ["continue", "continue"]


def test_records_alone_are_told_where_no_event_was_written(log, read):
    log.meta().said("user", "step 1").said("assistant", "ok").said("user", "step 2").said("assistant", "ok")
    result = read(log)
    assert persons(result) == ["step 1", "step 2"]
    assert agents(result) == [("ok", "final"), ("ok", "final")]


def test_an_event_of_several_content_items_is_one_message(log, read):
    log.meta().said("user", "first part", "second part").event("user_message", message="first part\nsecond part")
    log.said("assistant", "ok")
    assert persons(read(log)) == ["first part\nsecond part"]


def test_agents_md_and_environment_in_one_message_are_no_persons_words(log, read):
    rules = "# AGENTS.md instructions for /home/dev/shop\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>"
    place = "<environment_context>\n  <cwd>/home/dev/shop</cwd>\n</environment_context>"
    log.meta().said("user", rules, place).said("user", rules).said("user", "go").event("user_message", message="go")
    result = read(log)
    assert persons(result) == ["go"]
    assert [(m.text, m.channel) for m in result.of(Message) if m.speaker == "system"] == [("Use tabs.", "injected")]


def test_injected_kinds_are_dropped_and_look_alikes_of_a_person_are_kept(log, read):
    log.meta()
    log.said("user", "<turn_aborted>\nstopped\n</turn_aborted>").said("user", "<skill>\n<name>x</name>\n</skill>")
    log.said("user", '<hook_prompt hook_run_id="h">do</hook_prompt>').said("developer", "be brief")
    log.said("user", "Warning: apply_patch was requested via shell. Use the apply_patch tool instead.")
    log.said("user", "<skill> is the tag that I mean, explain it").said("assistant", "ok")
    assert persons(read(log)) == ["<skill> is the tag that I mean, explain it"]


def test_the_clients_own_item_kinds_decide_where_they_are_written(log, read):
    kinds = {"content_item_kinds": ["plugins.note", "user.text"]}
    log.meta().said("user", "a note of a plugin", "real words", internal_chat_message_metadata_passthrough=kinds)
    log.said("assistant", "ok")
    assert persons(read(log)) == ["real words"]


def test_an_editor_prompt_keeps_what_follows_the_last_request_mark(log, read):
    prompt = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nrename it\n"
    log.meta().said("user", prompt).event("user_message", message=prompt)
    assert persons(read(log)) == ["rename it"]


def test_a_shell_command_of_the_person_is_a_command(log, read):
    text = (
        "<user_shell_command>\n<command>\nmake lint\n</command>\n<result>\nExit code: 2\nDuration: 0.1 seconds\n"
        "Output:\nbad\n</result>\n</user_shell_command>"
    )
    (command,) = read(log.meta().said("user", text)).of(Command)
    assert (command.text, command.exit_code, command.output, command.by_person) == ("make lint", 2, "bad", True)


def test_a_last_message_before_an_interruption_is_commentary(log, read):
    log.meta().event("task_started", turn_id="t").event("agent_message", message="looking").event(
        "turn_aborted", reason="interrupted"
    )
    assert agents(read(log)) == [("looking", "commentary")]


def test_an_approved_plan_is_a_verdict_with_the_plan_text(log, read):
    log.meta().item("Plan", id="p", text="1. measure\n2. cut").said(
        "assistant", "<proposed_plan>\n1. measure\n2. cut\n</proposed_plan>"
    )
    log.said("user", "Implement the plan.").event("user_message", message="Implement the plan.")
    result = read(log)
    assert agents(result) == [("1. measure\n2. cut", "final")]
    assert [(v.text, v.approved) for v in result.of(PlanVerdict)] == [("1. measure\n2. cut", True)]


def test_a_plan_that_comes_with_the_words_to_implement_it_is_approved(log, read):
    words = "PLEASE IMPLEMENT THIS PLAN:\n# Cut the tax\n1. measure\n2. cut"
    log.meta().said("user", words).event("user_message", message=words)
    result = read(log)
    assert [(v.text, v.approved) for v in result.of(PlanVerdict)] == [("# Cut the tax\n1. measure\n2. cut", True)]
    assert [one.text for one in result.of(Message) if one.speaker == "person"] == [
        "PLEASE IMPLEMENT THIS PLAN: # Cut the tax"
    ]


def test_words_around_a_plan_are_told_beside_it_and_once(log, read):
    log.meta().event("agent_message", message="Here it is.")
    log.said("assistant", "Here it is.\n<proposed_plan>\n1. cut\n</proposed_plan>")
    assert sorted(agents(read(log))) == [("1. cut", "final"), ("Here it is.", "commentary")]


def test_answers_to_questions_name_question_answer_and_options(log, read):
    question = {"id": "q", "question": "Which store?", "options": [{"label": "SQLite"}, {"label": "Files"}]}
    log.meta().call("c", "request_user_input", {"questions": [question]})
    log.answer("c", '{"answers":{"q":{"answers":["Files"]}}}')
    (answer,) = read(log).of(Answer)
    assert (answer.question, answer.answer, answer.options) == ("Which store?", "Files", ("SQLite", "Files"))


def test_a_readable_reasoning_summary_is_told_and_an_encrypted_one_is_passed_over(log, read):
    sealed = "x" * 40
    log.meta().response("reasoning", summary=[], content=None, encrypted_content=sealed)
    log.response("reasoning", summary=[{"type": "summary_text", "text": "**Plan**"}], encrypted_content=sealed)
    result = read(log)
    assert [m.text for m in result.of(Message) if m.channel == "reasoning"] == ["**Plan**"]
    assert result.receipt.passed_over == {"response_item/reasoning (encrypted)": 1}


def test_a_spawned_agent_comes_again_with_its_result(log, read):
    log.meta().call("c", "spawn_agent", {"agent_type": "worker", "message": "write tests"})
    log.answer("c", '{"agent_id":"child-1"}').call("w", "wait", {"ids": ["child-1"]})
    log.answer("w", '{"status":{"child-1":{"completed":"3 tests"}},"timed_out":false}')
    first, last = read(log).of(Subagent)
    assert (first.task, first.session_id, first.state) == ("write tests", "child-1", "started")
    assert (last.call_id, last.state, last.result) == ("c", "finished", "3 tests")
