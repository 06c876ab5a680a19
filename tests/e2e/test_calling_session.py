"""Which session calls: told exactly by both real clients, however the session came to be; what is unknown is said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scripted_model import AnthropicMessages, Call, Json, Say, by_thread, serving
from tests.e2e.with_clients import (
    CODE_MODE,
    Scene,
    answer_in,
    claude_call,
    codex_call,
    needs_clients,
    script_call,
)

pytestmark = needs_clients

CODEX = [Say(calls=[codex_call("handover_prepare")]), Say("Handed over.")]
CLAUDE = [Say(calls=[claude_call("handover_prepare")]), Say("Handed over.")]
INNER = "Look at the tree and hand over what you saw."


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def session_in(result: str) -> Mapping[str, Any]:
    """Which session a handover was made of, as its answer says."""
    data = answer_in(result)["data"]
    assert data["warnings"] == [], data
    session: Mapping[str, Any] = data["session"]
    assert f"{session['id']}.jsonl" in session["log"]
    return session


def assert_not_found(result: str) -> None:
    """The answer says that the told session's log was not found, and took no other session's."""
    data = answer_in(result)["data"]
    assert data["session"] is None
    assert any("its log was not found" in warning for warning in data["warnings"])


def test_codex_tells_its_session_resumed_and_forked_and_hears_where_it_keeps_no_log(scene: Scene) -> None:
    with scene.codex(CODEX) as (first, model):
        assert session_in(model.last_tool_result())["id"] == first
    with scene.codex(CODEX, "resume", first) as (again, model):
        assert session_in(model.last_tool_result())["id"] == again == first
    with scene.codex(CODEX, "fork", first) as (fork, model):
        assert session_in(model.last_tool_result())["id"] == fork != first
    with scene.codex(CODEX, "resume", first) as (again, model):  # while a fork of it is the newer log
        assert session_in(model.last_tool_result())["id"] == again == first
    with scene.codex(CODEX, "--ephemeral") as (_, model):
        assert_not_found(model.last_tool_result())


def test_a_subagent_of_codex_in_code_mode_calls_for_the_session_that_started_it(scene: Scene) -> None:
    spawned = {"task_name": "inner", "message": INNER, "fork_turns": "none"}
    prepare = script_call("handover_prepare")
    main = [
        Say(calls=[Call("spawn_agent", spawned, space="collaboration")]),
        Say(calls=[Call("wait_agent", {}, space="collaboration")]),
        Say(calls=[prepare]),
        Say("Handed over."),
    ]

    def is_inner(body: Json) -> bool:
        return "x-codex-parent-thread-id" in body.get("client_metadata", {})

    with scene.codex(by_thread(main, [Say(calls=[prepare]), Say("Seen.")], is_inner), *CODE_MODE) as (session, model):
        answers = [result for result in model.tool_results() if '"status"' in result]
        threads = {body["client_metadata"]["thread_id"] for body in model.requests}
    assert len(answers) == 2 and len(threads) == 2
    assert [session_in(answer)["id"] for answer in answers] == [session, session]


@pytest.mark.parametrize("named", [True, False])
def test_codex_with_its_own_home_is_known_when_the_variable_is_passed_on(tmp_path: Path, named: bool) -> None:
    scene = Scene(tmp_path, names=("CODEX_HOME",) if named else ())
    (tmp_path / ".codex").rename(tmp_path / "elsewhere")
    with scene.codex(CODEX, extra={"CODEX_HOME": str(tmp_path / "elsewhere")}) as (session, model):
        if named:
            assert session_in(model.last_tool_result())["id"] == session
        else:
            assert_not_found(model.last_tool_result())


def test_claude_code_is_known_by_its_call_continued_resumed_and_forked_and_hears_where_it_keeps_no_log(
    scene: Scene,
) -> None:
    with scene.claude(CLAUDE) as (first, model):
        assert session_in(model.last_tool_result())["id"] == first
    with scene.claude(CLAUDE, "-c") as (again, model):
        assert session_in(model.last_tool_result())["id"] == again == first
    with scene.claude(CLAUDE, "-c", "--fork-session") as (fork, model):
        assert session_in(model.last_tool_result())["id"] == fork != first
    with scene.claude(CLAUDE, "--resume", first) as (again, model):  # while a fork of it is the newer log
        assert session_in(model.last_tool_result())["id"] == again == first
    with scene.claude(CLAUDE, "--no-session-persistence") as (_, model):
        assert_not_found(model.last_tool_result())


def test_after_clear_a_call_of_claude_code_belongs_to_the_new_session_and_its_own_issue(scene: Scene) -> None:
    script = [
        Say(calls=[claude_call("work_start", issue_id=49)]),
        Say(calls=[claude_call("handover_prepare")]),
        Say("Handed over."),
        Say(calls=[claude_call("handover_prepare")]),
        Say(calls=[claude_call("session_log_mark", note="after the clearing")]),
        Say("Handed over again."),
    ]
    with serving(script, AnthropicMessages) as model:
        ran = scene.talk(model, ["Take up issue 49.", "/clear", "Hand over."])
        _, before, after, mark = model.tool_results()
    ids = list(dict.fromkeys(json.loads(line)["session_id"] for line in ran.output.splitlines()))
    assert [session_in(before)["id"], session_in(after)["id"]] == ids
    assert (answer_in(before)["data"]["issue_id"], answer_in(after)["data"]["issue_id"]) == (49, None)
    assert answer_in(mark)["data"]["call_found"] and answer_in(mark)["data"]["session"]["session_id"] == ids[1]


def test_a_subagent_of_claude_code_calls_for_the_session_that_started_it(scene: Scene) -> None:
    asked = {"description": "Look", "prompt": INNER, "subagent_type": "general-purpose", "run_in_background": False}
    main = [Say(calls=[Call("Agent", asked)]), *CLAUDE]
    with scene.claude(by_thread(main, CLAUDE, lambda body: INNER in json.dumps(body["messages"][0]))) as (
        session,
        model,
    ):
        answers = [result for result in model.tool_results() if '{"status"' in result]
    assert [session_in(answer)["id"] for answer in answers] == [session, session]


def test_claude_code_with_its_own_folder_for_settings_is_known(scene: Scene, tmp_path: Path) -> None:
    with scene.claude(CLAUDE, extra={"CLAUDE_CONFIG_DIR": str(tmp_path / "elsewhere")}) as (session, model):
        assert session_in(model.last_tool_result())["id"] == session
