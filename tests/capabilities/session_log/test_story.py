"""The whole story of a session in its facts, its handover and its summary: forks, reverts, copies, and what is missing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.handover.backend import open_library
from butler.capabilities.handover.gathering import composed, gather_materials, prepare_request
from butler.capabilities.session_log.backend import facts_answer, open_log, set_mark
from butler.capabilities.session_log.facts import anchor_of, part_and_line, part_line
from butler.capabilities.session_log.tools import SessionLogTools
from butler.errors import InvalidInput
from butler.house import House
from butler.maids.text_worker import estimate_tokens
from butler.naming import name_handover
from tests.capabilities.session_log.rollouts import DAY, SHELL, Session, document, facts_of, section

FIRST, SECOND, THIRD = "Begin the price list", "Sort the price list", "Print the price list"
TAKEN_BACK = "Throw the price list away"


@pytest.fixture
def session(logs: Any, project: Path) -> Callable[..., Session]:
    """A maker of sessions."""
    return lambda number, base=None: Session(logs, project, number, base)


@pytest.fixture
def fork(session: Any) -> Session:
    """A fork of a fork, each with one turn."""
    first = session(1).turn(FIRST, run="make lint", code=2, edit="prices.txt").write()
    second = session(2, first.base()).turn(SECOND).write()
    return session(3, second.base()).turn(THIRD).write()


@pytest.fixture
def reverted(session: Any, logs: Any) -> Session:
    """A session of which one turn was taken back."""
    older = session(1).turn(FIRST, edit="prices.txt").turn(TAKEN_BACK, run="rm prices.txt", edit="note.txt").write()
    newer = session(1, older.base(7))
    newer.hour += 1
    return newer.turn(SECOND).write(f"{logs.uuid(1)}_{logs.uuid(9)}")


def anchors(text: str) -> set[str]:
    return set(re.findall(r"\[((?:S\d+:)?L\d+)\]", text))


def test_lines_of_a_story_keep_its_order_and_name_their_part() -> None:
    story = [(3, 1), (3, 700), (2, 4), (1, 1), (1, 900)]
    numbers = [part_line(*place) for place in story]
    assert numbers == sorted(numbers)
    assert [part_and_line(number) for number in numbers] == story
    assert [anchor_of(number) for number in (*numbers[1:4], 12)] == ["S3:L700", "S2:L4", "L1", "L12"]


def test_a_log_without_earlier_parts_keeps_its_plain_lines(house: House, session: Any) -> None:
    facts = facts_of(house, session(1).turn(FIRST).write().path)
    assert (facts.first_line, facts.last_line, facts.parts) == (1, 6, ())


def test_the_facts_of_a_fork_of_a_fork_tell_all_requests_in_order(house: House, fork: Session) -> None:
    facts = facts_of(house, fork.path)
    told = [(one.text, anchor_of(one.line)) for one in facts.requests]
    assert told == [(FIRST, "S3:L3"), (SECOND, "S2:L3"), (THIRD, "L3")]
    assert [anchor_of(one.line) for one in facts.checks] == ["S3:L5", "L4"]
    assert anchor_of(facts.last_line) == "L6"


def test_the_session_of_a_story_is_the_one_of_its_own_log(house: House, logs: Any, project: Path, session: Any) -> None:
    first = session(1).turn(FIRST)
    older = {"cwd": str(project / "older"), "cli_version": "0.150.0", "git": {"branch": "older"}}
    first.records[0]["payload"] |= older
    own = session(2, first.write().base()).turn(SECOND).write()
    who = facts_of(house, own.path).session
    assert (who.session_id, who.cwd, who.branch) == (logs.uuid(2), str(project), "main")
    assert (who.client_version, who.started_at) == ("0.171.0", f"{DAY}T09:00:00.000Z")
    assert "older" in who.branches
    assert str(project / "older") in who.folders


def test_calls_named_by_their_line_are_not_taken_for_those_of_another_part(house: House, session: Any) -> None:
    both = []
    for number, base in ((1, None), (2, 1)):
        one = session(number, both[0].base() if base else None).turn(FIRST)
        call = {"type": "local_shell_call", "action": {"type": "exec", "command": ["make", f"part{number}"]}}
        one.records.append({"timestamp": f"{DAY}T09:30:00Z", "type": "response_item", "payload": call})
        both.append(one.write())
    with open_log(house, both[1].path) as log:
        from butler.capabilities.session_log.story import Story

        calls = [
            entry.call_id for entry in Story(house, log).entries if getattr(entry, "text", "").startswith("make part")
        ]
    assert len(calls) == len(set(calls)) == 2


@pytest.mark.parametrize(("language", "asked"), [("en", "asked"), ("ja", "依頼")])
def test_the_handover_of_a_fork_begins_with_the_first_request_of_all(
    house: House, fork: Session, language: str, asked: str
) -> None:
    text = document(house, fork.path, language=language)
    state = section(text, "CURRENT_STATE")
    assert state.index("[S3:L3]") < state.index("[S2:L3]") < state.index("[L3]")
    assert FIRST in state
    head = section(text, "METADATA")
    assert "lines: 1-6" in head
    assert re.search(r"S2 fork, 6 lines \d+ bytes skipped 0: ~/\.codex/sessions/", head)
    assert re.search(r"S3 fork, 7 lines \d+ bytes skipped 0: ~/\.codex/sessions/", head)
    assert "[S3:L5]" in section(text, "DISCOVERY")
    assert "[S2:L" in section(text, "HANDOFF_PROMPT")
    assert "session_log_read" in section(text, "HANDOFF_PROMPT")


def test_every_anchor_of_the_document_opens_the_line_that_it_names(house: House, logs: Any, fork: Session) -> None:
    tools = SessionLogTools(house)
    text = document(house, fork.path, max_tokens=20_000)
    found = anchors(text)
    assert {"S3:L3", "S2:L3", "L3"} <= found
    for anchor in found:
        answer = tools.session_log_read(SHELL, session=logs.uuid(3), line=anchor, count=3)
        shown = [entry["anchor"] for entry in answer.data["entries"]]
        assert f"[{anchor}]" in shown, anchor


@pytest.mark.parametrize("given", ["S3:L3", "[S3:L3]", " S3:3 "])
def test_an_anchor_is_taken_as_it_is_written(house: House, logs: Any, fork: Session, given: str) -> None:
    tools = SessionLogTools(house)
    for session_named in (logs.uuid(3), f"{logs.uuid(3)}:S3", str(fork.path)):
        answer = tools.session_log_read(SHELL, session=session_named, line=given, count=1)
        assert answer.data["entries"][-1]["text"] == FIRST
        assert (answer.data["line"], answer.data["session"]["source"]) == (3, 3)


@pytest.mark.parametrize(
    ("given", "part"), [("S3:L3", ":S2"), ("L", ""), ("S2", ""), ("S2:L0", ""), ("three", ""), ("", "")]
)
def test_what_is_no_anchor_is_refused(house: House, logs: Any, fork: Session, given: str, part: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        SessionLogTools(house).session_log_read(SHELL, session=logs.uuid(3) + part, line=given)
    assert refused.value.code == "invalid_arguments"


def test_facts_as_values_name_lines_as_anchors_do(house: House, fork: Session) -> None:
    facts = facts_answer(house, SHELL, str(fork.path)).data["facts"]
    assert [one["line"] for one in facts["requests"]] == ["S3:L3", "S2:L3", 3]
    assert (facts["first_line"], facts["last_line"]) == ("S3:L1", 6)
    assert [(part["number"], part["lines"]) for part in facts["parts"]] == [(2, 6), (3, 7)]


def test_a_summary_names_the_parts_and_their_lines(house: House, fork: Session) -> None:
    answer = SessionLogTools(house).session_log_summarize(SHELL, session=str(fork.path))
    text = answer.data["document"]
    assert f"[S3:L3] answered [S3:L6]: {FIRST}" in text
    assert "S2 fork, 6 lines" in text


def test_since_is_a_line_of_the_log_itself(house: House, fork: Session) -> None:
    discovery = section(document(house, fork.path, since=2), "DISCOVERY")
    assert "[L4]" in discovery
    assert "[S" not in discovery
    with pytest.raises(InvalidInput):
        document(house, fork.path, since=7)
    summary = SessionLogTools(house).session_log_summarize(SHELL, session=str(fork.path), since=2).data["document"]
    assert 'since: "2 (L2)"' in summary
    assert "[S3:L5]" not in section(summary, "CHECKS")


@pytest.mark.parametrize("place", ["there", "archived", "packed", "archived and packed"])
def test_after_a_revert_the_story_before_it_is_told(
    house: House, home: Path, logs: Any, reverted: Session, place: str
) -> None:
    older = next((home / ".codex").rglob(f"*-{logs.uuid(1)}.jsonl"))
    if "archived" in place:
        (home / ".codex" / "archived_sessions").mkdir()
        older = Path(shutil.move(older, home / ".codex" / "archived_sessions" / older.name))
    if "packed" in place:
        logs.packed(older)
    text = document(house, reverted.path)
    assert re.search(rf"\[S2:L3\] [^\n]*{FIRST}", section(text, "CURRENT_STATE"))
    assert TAKEN_BACK not in text
    assert "rm prices.txt" not in text
    assert re.search(r"S2 revert, 7 lines \d+ bytes skipped 0: ~/\.codex/", section(text, "METADATA"))


@pytest.mark.parametrize(("language", "said"), [("en", "edits 1, commands 1"), ("ja", "編集 1 件、コマンド 1 件")])
def test_what_was_taken_back_is_a_risk_whose_anchor_opens(
    house: House, logs: Any, reverted: Session, language: str, said: str
) -> None:
    risks = section(document(house, reverted.path, language=language), "RISKS")
    assert "[S2:L8]" in risks
    assert said in risks
    answer = SessionLogTools(house).session_log_read(SHELL, session=logs.uuid(1), line="S2:L9", count=2)
    shown = {entry["anchor"]: entry for entry in answer.data["entries"]}
    assert shown["[S2:L9]"]["text"] == TAKEN_BACK
    assert shown["[S2:L9]"]["withdrawn"] is True
    assert not any(entry.get("withdrawn") for anchor, entry in shown.items() if anchor < "[S2:L8]" and len(anchor) == 7)


def test_reading_a_reverted_session_says_whose_lines_older_anchors_are(
    house: House, logs: Any, reverted: Session
) -> None:
    tools = SessionLogTools(house)
    assert "are lines of S2." in tools.session_log_read(SHELL, session=logs.uuid(1), line=3).summary
    assert "lines of S2" not in tools.session_log_read(SHELL, session=logs.uuid(1), line="S2:L3").summary


def test_marks_set_before_a_revert_name_the_older_file(house: House, logs: Any, reverted: Session) -> None:
    for day, line, note in ((f"{DAY}T09:04:00", 5, "before"), (f"{DAY}T10:30:00", 4, "after")):
        then = datetime.fromisoformat(day).replace(tzinfo=UTC)
        at = replace(house, start=replace(house.start, now=lambda then=then: then))
        set_mark(at, SHELL, ("codex", logs.uuid(1)), line, f"decision: {note}")
    text = document(house, reverted.path)
    assert "before — mark (command line) [S2:L5]" in section(text, "DECISION")
    assert "after — mark (command line) [L4]" in section(text, "DECISION")
    since = document(house, reverted.path, since="mark")
    assert "[S2:" not in section(since, "DISCOVERY")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "lines [L2] to [L7] are a copy"), ("ja", "[L2] から [L7] までの行")]
)
def test_a_copied_beginning_is_told_once_and_named(
    house: House, logs: Any, session: Any, language: str, said: str
) -> None:
    first = session(1).turn(FIRST).write()
    own = session(2).turn(SECOND)
    own.records[1:1] = [{**one, "timestamp": f"{DAY}T10:00:00.000Z"} for one in first.records]
    text = document(house, own.write().path, language=language)
    state = section(text, "CURRENT_STATE")
    assert len(re.findall(rf"[“「]{FIRST}[”」]", state)) == 1
    assert "S2:L" not in text
    assert said in section(text, "RISKS")
    assert logs.uuid(1) in section(text, "RISKS")
    assert "S2 copy, lines 2-7 of this log repeat it: ~/" in section(text, "METADATA")
    assert f"id: {logs.uuid(2)}" in section(text, "METADATA")


def test_a_copy_whose_parent_is_gone_is_named_without_its_end(house: House, logs: Any, session: Any) -> None:
    first = session(1).turn(FIRST)
    own = session(2).turn(SECOND)
    own.records[1:1] = first.records
    text = document(house, own.write().path)
    assert "how many cannot be told" in section(text, "RISKS")
    assert logs.uuid(1) in section(text, "METADATA")


def test_a_copy_of_a_fork_by_reference_gets_the_beginning_of_that_one(house: House, session: Any) -> None:
    first = session(1).turn(FIRST).write()
    second = session(2, first.base()).turn(SECOND).write()
    own = session(3).turn(THIRD)
    own.records[1:1] = [{**one, "timestamp": f"{DAY}T11:30:00.000Z"} for one in second.records]
    told = [(one.text, anchor_of(one.line)) for one in facts_of(house, own.write().path).requests]
    assert told == [(FIRST, "S3:L3"), (SECOND, "L4"), (THIRD, "L9")]


def test_a_fork_of_a_copy_tells_the_copied_lines_where_they_stand(house: House, logs: Any, session: Any) -> None:
    first = session(1).turn(FIRST).write()
    second = session(2).turn(SECOND)
    second.records[1:1] = [{**one, "timestamp": f"{DAY}T10:00:00.000Z"} for one in first.records]
    own = session(3, second.write().base()).turn(THIRD).write()
    told = [(one.text, anchor_of(one.line)) for one in facts_of(house, own.path).requests]
    assert told == [(FIRST, "S2:L4"), (SECOND, "S2:L9"), (THIRD, "L3")]
    text = document(house, own.path)
    assert f"the lines [S2:L2] to [S2:L7] are a copy out of the session `{logs.uuid(1)}`" in section(text, "RISKS")
    assert "S3 copy, lines 2-7 of S2 repeat it: ~/" in section(text, "METADATA")


def test_a_command_that_ran_when_the_story_left_its_file_is_not_said_to_have_passed(house: House, session: Any) -> None:
    first = session(1).turn(FIRST)
    call = {"type": "function_call", "name": "shell", "arguments": '{"command":["make","test"]}', "call_id": "call_x"}
    first.records[-1:] = [{"timestamp": f"{DAY}T09:40:00Z", "type": "response_item", "payload": call}]
    facts = facts_of(house, session(2, first.write().base()).turn(SECOND).write().path)
    assert [(one.outcome, one.exit_code) for one in facts.checks if "test" in one.text] == [("unknown", None)]
    assert facts.requests[-1].text == SECOND


def test_a_long_chain_names_its_nearest_parts_and_its_beginning(house: House, session: Any) -> None:
    last = session(1).turn(FIRST).write()
    for number in range(2, 12):
        last = session(number, last.base()).turn(f"{SECOND} {number}").write()
    for most, named in ((4000, ["2", "3", "4", "5", "11"]), (800, ["2", "11"])):
        text = document(house, last.path, max_tokens=most)
        assert re.findall(r"S(\d+) fork", section(text, "METADATA")) == named
        assert estimate_tokens(text) <= most


def test_what_the_person_demanded_in_an_earlier_part_is_carried_on(house: House, session: Any) -> None:
    first = session(1).turn("Never change the price of a book that is lent out").write()
    fork = session(2, first.base()).turn(SECOND).write()
    other = session(3).turn(THIRD).write()
    gathered = gather_materials(
        house, SHELL, prepare_request(house, session=str(other.path)), open_library(house.project)
    )
    meta = replace(gathered.materials.meta, based_on="project-20260601T000000Z-codex")
    materials = replace(gathered.materials, meta=meta, based_on_text=document(house, fork.path))
    name = name_handover(None, gathered.created_at, "codex")
    text = composed(house, replace(gathered, materials=materials), name, None).text
    assert "Never change the price of a book that is lent out” (carried from project-" in section(text, "DECISION")


def test_a_fork_of_claude_code_is_told_under_its_own_id(house: House, logs: Any, project: Path) -> None:
    parent = logs.claude(project, 1, DAY, FIRST)
    records = [{**one, "sessionId": logs.uuid(2)} for one in logs.claude_records(project, 1, DAY, FIRST)]
    later = [
        {**one, "uuid": f"new-{at}", "parentUuid": f"new-{at - 1}" if at else records[-1]["uuid"]}
        for at, one in enumerate(logs.claude_records(project, 2, DAY, SECOND))
    ]
    path = logs.write(parent.with_name(f"{logs.uuid(2)}.jsonl"), [*records, *later])
    text = document(house, path)
    assert f"id: {logs.uuid(2)}" in section(text, "METADATA")
    state = section(text, "CURRENT_STATE")
    assert state.index(FIRST) < state.index(SECOND)
