"""Work that goes through four sessions of both clients, with all that happens to sessions: nothing planted is lost or doubled.

Codex fails at its service, is resumed and compacts; Claude Code asks again after an overload, lets a subagent look, compacts and
clears; its next session is killed in the middle and goes on as a fork; Codex in code mode ends it; a fifth session reads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from tests.e2e.documents import metadata, part, times
from tests.e2e.scripted_model import AnthropicMessages, Call, Say, ScriptedModel, by_thread, serving
from tests.e2e.with_clients import CODE_MODE, Scene, answer_in, claude_call, codex_call, needs_clients, script_call

pytestmark = needs_clients

SIGNATURE = "Issue 49 を直してください。reserve() の引数は決して変えないでください。"
CSV = "Never touch the CSV that export_reservations() writes; go on with the fix."
PUSH = "main へは絶対に push しないでください。順番待ちを続けてください。"
ERROR = "raise ReservationError for a copy that is taken"
WAITING = "順番待ちは先着順にします"
LIMIT = "how many names a waiting list may hold"
HOLIDAY = "休日の扱いは店長に聞きます"
NEXT = "let cancel() hand the copy on to the waiting list"
PLANTED: Mapping[str, tuple[str, ...]] = {
    "DECISION": (SIGNATURE, CSV, PUSH, ERROR, WAITING),
    "NEXT_ACTION": (NEXT,),
    "BLOCKED / PENDING": (f"undecided: {LIMIT}", f"blocked: {HOLIDAY}"),
}
INNER = "Look which functions call reserve() and say so."
FOUND = "reserve() is called by nobody but the tests, I looked through the whole of the shop."
SUMMARY = "<summary>The issue is half done.</summary>"
TOO_MUCH = 265_000
"""Tokens after which Codex compacts."""
KILL = "until grep -rqs kill-me {home}/.claude/projects; do sleep 0.1; done; kill -9 $PPID # kill-me"
"""Kills the client as soon as its log holds this very call, and so all before it."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The sessions by name, what their models were sent, and the handovers in order."""

    scene: Scene
    sessions: Mapping[str, str]
    sent: Mapping[str, ScriptedModel]
    handovers: tuple[str, ...]

    def read(self, name: str) -> str:
        """The last answer of handover_read that the model of a session was sent."""
        return next(words for words in reversed(self.sent[name].tool_results()) if "\n## METADATA" in words)


def codex_begins(scene: Scene, sessions: dict[str, str], sent: dict[str, ScriptedModel]) -> None:
    """The service fails in the middle; the session is resumed, compacts, and hands over."""
    patch = "*** Begin Patch\n*** Add File: waiting.txt\n+Ada\n*** End Patch\n"
    begun = [
        Say(calls=[codex_call("work_start", issue_id=49)]),
        Say("ファイルを足します。", [Call("apply_patch", free=patch)]),
        Say(status=500),
    ]
    with scene.codex(begun, asked=SIGNATURE, code=1) as (sessions["failed"], sent["failed"]):
        pass
    notes = f"decision: {ERROR}\nnext: {NEXT}\nundecided: {LIMIT}"
    resumed = [
        Say("I look.", [Call("exec_command", {"cmd": "ls"})], used=TOO_MUCH),
        Say(SUMMARY),
        Say(calls=[codex_call("handover_prepare", notes=notes)]),
        Say("Handed over."),
    ]
    with scene.codex(resumed, "resume", sessions["failed"], asked=CSV) as (sessions["resumed"], sent["resumed"]):
        pass


def claude_goes_on_until_it_is_killed(scene: Scene, sessions: dict[str, str], sent: dict[str, ScriptedModel]) -> None:
    """Overloaded at first; a subagent, a compaction and ``/clear``; killed while its second session runs a command."""
    agent = {"description": "Look", "prompt": INNER, "subagent_type": "general-purpose", "run_in_background": False}
    look = Call("Bash", {"command": "grep -rn reserve bookshop | head -3", "description": "look"})
    kill = Call("Bash", {"command": KILL.format(home=scene.clients.home), "description": "go on"})
    main = [
        Say(status=529),
        Say(calls=[claude_call("handover_read")]),
        Say(calls=[claude_call("work_start", issue_id=49)]),
        Say(calls=[Call("Agent", agent)]),
        Say(calls=[claude_call("handover_prepare", notes=f"決定: {WAITING}\nブロック: {HOLIDAY}")]),
        Say("Handed over."),
        Say(SUMMARY),
        Say("Went on."),
        Say(calls=[claude_call("handover_read")]),
        Say("I go on with the waiting list.", [kill]),
    ]
    script = by_thread(main, [Say(calls=[look]), Say(FOUND)], lambda body: INNER in json.dumps(body["messages"][0]))
    with serving(script, AnthropicMessages) as sent["talk"]:
        ran = scene.talk(sent["talk"], ["引き継いでください。", "/compact", "Go on.", "/clear", PUSH])
    assert ran.code == -9, ran.errors
    ids = dict.fromkeys(json.loads(line)["session_id"] for line in ran.output.splitlines())
    sessions["talk"], sessions["killed"] = ids


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """All sessions, one after the other."""
    scene = Scene(tmp_path_factory.mktemp("chain"))
    sessions: dict[str, str] = {}
    sent: dict[str, ScriptedModel] = {}
    codex_begins(scene, sessions, sent)
    claude_goes_on_until_it_is_killed(scene, sessions, sent)
    prepare = [Say(calls=[claude_call("handover_prepare", issue_id=49)]), Say("Handed over.")]
    with scene.claude(prepare, "--resume", sessions["killed"], "--fork-session") as (sessions["fork"], sent["fork"]):
        pass
    script = [
        Say(calls=[script_call("handover_read")]),
        Say(calls=[script_call("handover_prepare", issue_id=49)]),
        Say("Handed over."),
    ]
    with scene.codex(script, *CODE_MODE, asked="続けてください。") as (sessions["last"], sent["last"]):
        pass
    read = [Say(calls=[claude_call("handover_read")]), Say(calls=[claude_call("handover_read", section="brief")])]
    with scene.claude([*read, Say("Read.")]) as (sessions["reader"], sent["reader"]):
        pass
    written = [name.removesuffix(".md") for name in scene.handovers() if name.startswith("issue-49_2")]
    return Chain(scene, sessions, sent, tuple(name.replace("_", "-") for name in sorted(written)))


def test_each_session_but_the_killed_one_left_a_handover_that_goes_on_from_the_one_before(chain: Chain) -> None:
    found = [metadata(chain.scene.handover(handover)) for handover in chain.handovers]
    names = ("resumed", "talk", "fork", "last")
    assert [one["session"]["id"] for one in found] == [chain.sessions[name] for name in names]
    assert [one["based_on"] for one in found] == [None, *chain.handovers[:-1]]
    assert [one["previous"] for one in found] == [None, *chain.handovers[:-1]]


def test_the_sessions_are_what_they_are_called(chain: Chain) -> None:
    ids = chain.sessions
    assert ids["failed"] == ids["resumed"]
    assert len({ids[name] for name in ("resumed", "talk", "killed", "fork", "last", "reader")}) == 6
    first, second, third = (chain.scene.handover(handover) for handover in chain.handovers[:3])
    assert "the context was compacted (1×" in part(first, "RISKS")
    assert "[L" in part(first, "DISCOVERY") and "experiencing high demand" in part(first, "DISCOVERY")
    assert FOUND in part(second, "DISCOVERY")
    assert PUSH in part(third, "CURRENT_STATE")


def test_a_failure_of_the_service_answers_no_request_and_is_over_once_the_model_answers(chain: Chain) -> None:
    first, second = (chain.scene.handover(handover) for handover in chain.handovers[:2])
    assert f"open: “{SIGNATURE}”" in part(first, "CURRENT_STATE")
    assert "529" in part(second, "DISCOVERY")
    assert "529" not in part(second, "NEXT_ACTION") + part(second, "CURRENT_STATE")


def test_everything_planted_is_in_the_last_handover_once(chain: Chain) -> None:
    text = chain.scene.handover(chain.handovers[-1])
    body = text.partition("\n## HANDOFF_PROMPT")[0]
    for section, planted in PLANTED.items():
        assert {words: times(words, part(text, section)) for words in planted} == dict.fromkeys(planted, 1)
        assert {words: times(words, body) for words in planted} == dict.fromkeys(planted, 1)


def test_no_handover_between_had_lost_what_was_planted_before(chain: Chain) -> None:
    since = {SIGNATURE: 0, CSV: 0, ERROR: 0, NEXT: 0, LIMIT: 0, WAITING: 1, HOLIDAY: 1, PUSH: 2}
    for number, handover in enumerate(chain.handovers):
        text = chain.scene.handover(handover)
        assert [words for words, first in since.items() if first <= number and words not in text] == []


@pytest.mark.parametrize(("reader", "handover"), [("talk", 1), ("last", 2), ("reader", 3)])
def test_the_model_of_the_next_session_reads_the_whole_document(chain: Chain, reader: str, handover: int) -> None:
    document = chain.scene.handover(chain.handovers[handover])
    assert document.rstrip("\n") in chain.read(reader)


def test_the_brief_that_the_next_model_is_sent_holds_everything_planted(chain: Chain) -> None:
    brief = chain.sent["reader"].tool_results()[-1]
    assert "\n## METADATA" not in brief
    assert [words for planted in PLANTED.values() for words in planted if times(words, brief) != 1] == []


def test_every_answer_named_the_session_that_called(chain: Chain) -> None:
    for name in ("resumed", "talk", "fork", "last"):
        answers = [words for words in chain.sent[name].tool_results() if '"handover_id"' in words]
        assert [answer_in(words)["data"]["session"]["id"] for words in answers] == [chain.sessions[name]]
