"""The journal as a Brain and a person meet it: tools, rights, answers, memo, commands."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from butler.calling import call
from butler.capabilities.journal.backend import open_journal, record_decision, record_handover
from butler.capability import Caller, tools_of
from butler.envelope import RESULT_LIMIT, compact
from butler.house import Start
from butler.mcp_facade import create_facade, import_fastmcp
from tests.capabilities.journal.journals import ISSUE

import_fastmcp()

from fastmcp import Client  # noqa: E402

ROOT = Path(__file__).parents[3]
FLAGS = {"profile": "me", "project": "shop"}
WRITING = {**FLAGS, "allow_journal_write": True}
ALL = [
    "task_create",
    "task_get",
    "task_list",
    "task_update",
    "task_record",
    "task_history",
    "task_handoff",
    "task_delete",
]
READING = ["task_get", "task_list", "task_history", "task_handoff"]
CODEX = Caller("codex", "s1")
SECRET = "ghp" + "_" + "Zx9" * 12


@pytest.fixture
def tool(start, staff):
    """Call a tool as codex: ``tool(name, **arguments)``; other flags and callers may be given."""

    def called(name, caller=CODEX, flags=WRITING, language="en", **arguments):
        begun = Start(
            {**flags, "language": language},
            start.environment,
            start.home,
            start.folder,
            start.data_folder,
            start.now,
            start.new_id,
        )
        found = next(tool for tool in tools_of(staff.rooms["journal"]) if tool.name == name)
        return call(found, caller, arguments, start=begun, staff=staff)

    return called


@pytest.fixture
def task_id(tool):
    return tool("task_create", title="Refuse the second reservation", operation_id="o1", goal="keep order").data[
        "task_id"
    ]


def tree(folder):
    return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()}


def code(envelope):
    assert envelope.status == "error", envelope
    return envelope.error.code


@pytest.mark.parametrize(
    ("flags", "names"),
    [
        ({}, []),
        ({"profile": "me"}, []),
        ({"project": "shop", "allow_journal_write": True}, []),
        (FLAGS, READING),
        (WRITING, ALL),
        ({**FLAGS, "allow_journal_write": "yes"}, READING),
    ],
)
def test_the_flags_of_the_start_decide_which_tools_exist(staff, flags, names):
    assert [tool.name for tool in tools_of(staff.rooms["journal"], flags)] == names


async def test_no_configuration_and_no_environment_allows_writing(home, project, staff):
    (home / ".config/butler").mkdir(parents=True)
    begun = Start(FLAGS, {"BUTLER_ALLOW_JOURNAL_WRITE": "1", "BUTLER_PROFILE": "x"}, home, project)
    async with Client(create_facade(begun, staff)) as brain:
        names = [t.name for t in await brain.list_tools() if t.name.startswith("task_")]
        refused = await brain.call_tool("task_create", {"title": "x", "operation_id": "o"}, raise_on_error=False)
    (home / ".config/butler/config.yaml").write_text("allow_journal_write: true\n")
    with_file = create_facade(Start(FLAGS, {}, home, project), staff)
    async with Client(with_file) as brain:
        again = [t.name for t in await brain.list_tools() if t.name.startswith("task_")]

    assert sorted(names) == sorted(again) == sorted(READING) and refused.is_error


async def test_what_a_model_is_shown_of_all_eight_costs_at_most_1800_tokens(start, staff):
    begun = replace(start, flags=WRITING)
    async with Client(create_facade(begun, staff)) as brain:
        tools = [t for t in await brain.list_tools() if t.name.startswith("task_")]
    shown = [{"name": t.name, "description": t.description, "input_schema": t.input_schema} for t in tools]

    assert [t.name for t in tools] == ALL
    assert len(json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()) / 3 <= 1800
    assert all(0 < len(t.description) <= 200 for t in tools)
    assert {t.name for t in tools if t.annotations.destructive_hint} == {"task_delete"}
    assert {t.name for t in tools if t.annotations.read_only_hint} == set(READING)


def test_the_journals_project_is_not_the_projects_name(open_at):
    house = open_at(**WRITING)

    assert (house.settings.project, house.project_name) == (None, "shop")
    assert open_at(profile="me", project="other").project_name == "shop"


def test_without_the_flag_no_tool_changes_a_byte(tool, task_id, home):
    before = tree(home)
    for name, arguments in {
        "task_create": {"title": "x", "operation_id": "n"},
        "task_update": {"task_id": task_id, "expected_revision": 1, "operation_id": "n", "goal": "x"},
        "task_record": {"task_id": task_id, "expected_revision": 1, "operation_id": "n", "text": "x"},
        "task_delete": {"task_id": task_id, "expected_revision": 1, "operation_id": "n"},
    }.items():
        assert code(tool(name, flags=FLAGS, **arguments)) == "journal_write_not_allowed"
        assert code(tool(name, flags={}, **arguments)) == "journal_not_open"
    for name in READING:
        tool(name, flags=FLAGS, **({} if name == "task_list" else {"task_id": task_id}))

    assert tree(home) == before


def test_reading_an_empty_journal_creates_nothing(tool, home):
    answer = tool("task_list", flags=FLAGS)

    assert answer.data["tasks"] == [] and not (home / ".local").exists()


@pytest.mark.parametrize(
    "flags",
    [
        {"profile": "../x", "project": "shop"},
        {"profile": "me", "project": "a:b"},
        {"profile": ".", "project": "shop"},
        {"profile": "me", "project": "x" * 129},
        {"profile": "a/b", "project": "shop"},
    ],
)
def test_ids_that_could_leave_their_folder_are_refused(tool, flags, home):
    assert code(tool("task_list", flags=flags)) == "journal_bad_id"
    assert (
        code(tool("task_create", flags={**flags, "allow_journal_write": True}, title="x", operation_id="o"))
        == "journal_bad_id"
    )
    assert not (home / ".local").exists()


def test_a_task_lives_from_creation_to_completion(tool, task_id):
    tool(
        "task_update", task_id=task_id, expected_revision=1, operation_id="o2", status="running", related_issues=[ISSUE]
    )
    tool(
        "task_record",
        task_id=task_id,
        expected_revision=2,
        operation_id="o3",
        text="three tests pass",
        claim="verified",
        evidence=["pytest -q: 3 passed"],
    )
    done = tool(
        "task_update",
        caller=Caller("claude-code", "c9"),
        task_id=task_id,
        expected_revision=3,
        operation_id="o4",
        status="completed",
        results=["refused"],
    )
    task = tool("task_get", task_id=task_id).data["task"]

    assert (done.data["task_id"], done.data["revision"]) == (task_id, 4)
    assert (task["status"], task["agent_id"], task["results"], task["findings"]) == (
        "completed",
        "claude-code:c9",
        ["refused"],
        None,
    )
    assert task["related_issues"] == [{**ISSUE, "url": None}]
    illegal = tool("task_update", task_id=task_id, expected_revision=4, operation_id="o5", status="paused")
    assert code(illegal) == "status_change" and illegal.data["legal"] == ["running"]


def test_a_conflict_says_the_present_revision_and_what_changed(tool, task_id):
    tool("task_record", task_id=task_id, expected_revision=1, operation_id="o2", text=f"token {SECRET}")
    conflict = tool("task_update", task_id=task_id, expected_revision=1, operation_id="o3", goal="x")

    assert code(conflict) == "revision_conflict" and conflict.data["revision"] == 2
    assert conflict.data["changed_since"][0]["agent_id"] == "codex:s1"
    assert SECRET not in compact(conflict) and "REDACTED" in compact(conflict)


def test_agents_cannot_decide_for_the_person_by_any_tool(tool, task_id):
    record = tool(
        "task_record", task_id=task_id, expected_revision=1, operation_id="o2", text="x", claim="user_decision"
    )
    kind = tool("task_record", task_id=task_id, expected_revision=1, operation_id="o3", text="x", kind="user_decision")

    assert (code(record), code(kind)) == ("decision_needs_person", "event_kind")
    assert not any("user_decisions" in str(t.function.__code__.co_varnames) for t in tools_of_journal())
    assert tool("task_get", task_id=task_id).data["task"]["user_decisions"] is None


def tools_of_journal():
    from butler.capabilities.journal import CAPABILITY

    return list(tools_of(CAPABILITY))


async def test_the_facade_knows_no_argument_for_decisions(start, staff):
    async with Client(create_facade(replace(start, flags=WRITING), staff)) as brain:
        for tool in await brain.list_tools():
            assert "user_decisions" not in tool.input_schema["properties"]
        answer = await brain.call_tool(
            "task_create", {"title": "x", "operation_id": "o", "user_decisions": ["yes"]}, raise_on_error=False
        )

    assert answer.structured_content["error"]["code"] == "invalid_arguments"


def test_history_comes_ten_a_page_and_never_mixes_revisions(tool, task_id):
    for n in range(1, 25):
        tool("task_record", task_id=task_id, expected_revision=n, operation_id=f"r{n}", text=f"note {n}")
    first = tool("task_history", task_id=task_id)
    second = tool("task_history", task_id=task_id, cursor=first.data["next_cursor"])
    third = tool("task_history", task_id=task_id, cursor=second.data["next_cursor"])
    tool("task_record", task_id=task_id, expected_revision=25, operation_id="late", text="late")

    assert [e["revision"] for page in (first, second, third) for e in page.data["events"]] == list(range(1, 26))
    assert third.data["next_cursor"] is None and first.data["total"] == 25
    assert code(tool("task_history", task_id=task_id, cursor=second.data["next_cursor"])) == "history_moved"
    for wrong in ("x", "1.", ".1", "1.x", "²5.1"):
        assert code(tool("task_history", task_id=task_id, cursor=wrong)) == "cursor_unknown"


def test_an_unknown_task_is_answered_with_near_ids(tool, task_id):
    answer = tool("task_get", task_id=task_id[:-1] + "x")

    assert code(answer) == "task_not_found" and task_id in answer.error.hint


def test_a_deleted_task_says_so_and_what_is_not_deleted(tool, task_id):
    gone = tool("task_delete", task_id=task_id, expected_revision=1, operation_id="o2")

    assert gone.data["deleted"] and "exports" in gone.summary
    assert code(tool("task_get", task_id=task_id)) == "deleted"
    assert tool("task_delete", task_id=task_id, expected_revision=1, operation_id="o2").data["replayed"]


def test_the_list_finds_filters_and_pages(tool):
    for n in range(25):
        tool("task_create", title=f"棚の整理 {n}", operation_id=f"c{n}", status="planned" if n % 2 else "running")
    first = tool("task_list", query="整理")
    second = tool("task_list", query="整理", cursor=first.data["next_cursor"])

    assert (len(first.data["tasks"]), len(second.data["tasks"]), first.data["total"]) == (20, 5, 25)
    assert tool("task_list", status="running").data["total"] == 13
    assert code(tool("task_list", status="done")) == "status_unknown"


def test_answers_hold_no_secret_and_stay_within_their_limit(tool, home):
    texts = ["あ" * 3000 + SECRET for _ in range(60)]
    task_id = tool(
        "task_create",
        title="x" * 50_000,
        goal="\u202e hidden",
        operation_id="big",
        findings=texts,
        evidence=texts,
        results=texts,
    ).data["task_id"]
    for n in range(1, 14):
        tool(
            "task_record",
            task_id=task_id,
            expected_revision=n,
            operation_id=f"r{n}",
            text="い" * 30_000 + SECRET,
            claim="verified",
            evidence=texts,
        )
    answers = [tool(name, **({} if name == "task_list" else {"task_id": task_id})) for name in READING]

    assert all(len(compact(answer).encode()) <= RESULT_LIMIT for answer in answers)
    assert all(answer.status == "ok" and SECRET not in compact(answer) for answer in answers)
    assert "task_record" in answers[0].data["warnings"][0]
    assert answers[0].data["shortened"] and "\u202e" not in compact(answers[0])
    assert SECRET in (home / ".local/share/butler/profiles/me/workspace/journal.json").read_text()


def test_the_memo_tells_everything_by_claim(tool, task_id, open_at):
    tool(
        "task_update",
        task_id=task_id,
        expected_revision=1,
        operation_id="o2",
        constraints=["no new package"],
        pending_items=["release()"],
        results=["refused"],
        related_issues=[ISSUE],
    )
    tool(
        "task_record",
        task_id=task_id,
        expected_revision=2,
        operation_id="o3",
        text="# forged heading",
        claim="verified",
        evidence=["run 7"],
    )
    tool(
        "task_record",
        task_id=task_id,
        expected_revision=3,
        operation_id="o4",
        text=f"perhaps {SECRET}",
        claim="proposed",
    )
    record_decision(open_journal(open_at(**WRITING)), task_id, "use a lock file", 4, "d1")
    answer = tool("task_handoff", task_id=task_id, language="ja")
    memo = answer.data["memo"]

    assert answer.data["file_name"] == f"butler-task-{task_id}-handoff.md" and answer.data["partial"] is False
    for words in (
        "予定",
        "根拠付きの確認記録",
        "エージェントの推測・記録",
        "提案",
        "利用者の確定事項",
        "use a lock file",
        "run 7",
        "release()",
        "tracker",
        "no new package",
        "全 5 件を収録",
    ):
        assert words in memo, words
    assert SECRET not in memo and "o3" not in memo
    assert "\n# forged" not in memo and memo.count("\n# ") == 0
    assert "Handoff memo" in tool("task_handoff", task_id=task_id).data["memo"]


def test_a_memo_that_cannot_hold_all_events_says_so(tool, task_id):
    for n in range(1, 60):
        tool("task_record", task_id=task_id, expected_revision=n, operation_id=f"r{n}", text=f"{n} " + "x" * 2500)
    answer = tool("task_handoff", task_id=task_id)

    assert answer.data["partial"] and "PARTIAL" in answer.data["memo"]
    assert answer.data["events"] < answer.data["total"] == 60
    assert "(note): 59 " in answer.data["memo"]


def test_memos_are_never_stored(tool, task_id, home):
    before = tree(home)
    tool("task_handoff", task_id=task_id)

    assert tree(home) == before


def test_a_written_handover_is_recorded_once(open_at, tool, task_id):
    house = open_at(**WRITING)
    first = record_handover(house, CODEX, task_id, "issue-49_20260603T004500Z_codex.md", "a" * 64)
    again = record_handover(house, CODEX, task_id, "issue-49_20260603T004500Z_codex.md", "a" * 64)
    event = tool("task_history", task_id=task_id).data["events"][-1]

    assert (first.receipt, again.replayed) == (again.receipt, True)
    assert (event["kind"], event["claim"], event["evidence"][1]) == ("handover", "verified", "sha256:" + "a" * 64)


def test_a_nearly_full_journal_is_said_in_every_answer(tool, task_id, home):
    tool("task_update", task_id=task_id, expected_revision=1, operation_id="o2", goal="g" * 13_500_000)
    writes = tool("task_record", task_id=task_id, expected_revision=2, operation_id="o3", text="x")

    assert "80 %" in writes.data["warnings"][0]
    assert tool("task_get", task_id=task_id).data["warnings"] and tool("task_list").data["warnings"]
