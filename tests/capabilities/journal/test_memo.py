"""The memo: golden texts in both languages, and answers that fit whatever a Task holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from butler.calling import call
from butler.capabilities.journal.answers import Cleaner
from butler.capabilities.journal.backend import record_decision
from butler.capabilities.journal.memo import MOST, file_name, make_memo
from butler.capability import Caller, tools_of
from butler.envelope import RESULT_LIMIT, compact
from butler.house import Start
from tests.capabilities.journal.journals import ISSUE, do, json_store, new_task

GOLDEN = Path(__file__).parent / "golden"
SECRET = "ghp" + "_" + "Zx9" * 12


@pytest.fixture
def history(tmp_path):
    store = json_store(tmp_path / "data")
    task_id = new_task(
        store,
        "Refuse the *second* reservation",
        goal="One copy, one reservation.\n# not a heading",
        constraints=["no new package"],
        related_issues=[{**ISSUE, "url": "https://tracker.invalid/49"}],
        pending_items=["release()"],
    )
    do(store, "update", task_id=task_id, expected_revision=1, status="blocked", results=["the second one is refused"])
    do(
        store,
        "record",
        task_id=task_id,
        expected_revision=2,
        text="all tests pass",
        claim="verified",
        kind="test",
        evidence=["pytest -q: 3 passed"],
    )
    do(store, "record", task_id=task_id, expected_revision=3, text=f"the token {SECRET} is old", claim="proposed")
    record_decision(store, task_id, "use a lock file", 4, "d1")
    return store.task(task_id)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_memo_reads_as_it_was_agreed(house, history, language):
    memo = make_memo(history, Cleaner(house), language, (MOST, MOST))

    assert memo.text == (GOLDEN / f"memo.{language}.md").read_text(encoding="utf-8")
    assert (memo.events, memo.partial) == (5, False)


def test_a_memo_of_some_events_names_the_newest_and_says_so(house, history):
    memo = make_memo(history, Cleaner(house), "en", (2, 1000))

    assert memo.partial and "only the newest 2 of 5" in memo.text
    assert "use a lock file" in memo.text and "all tests pass" not in memo.text


def test_a_file_name_never_leaves_its_folder():
    assert file_name("../../etc/x y") == "butler-task-.._.._etc_x_y-handoff.md"


@pytest.fixture
def crowded(start):
    """A Task with as much as possible of everything, every character three bytes long."""
    from butler.capabilities.journal.models import Scope
    from butler.capabilities.journal.store_json import JsonJournalStore, Place

    texts = ["長い記録" * 150] * 60
    store = JsonJournalStore(Place(start.user.data, Scope("me", "shop"), "x"), start.now, start.new_id)
    fields = dict.fromkeys(("constraints", "findings", "evidence", "actions", "results", "pending_items"), texts)
    issue = dict.fromkeys(("provider", "connection_id", "project_id", "issue_id", "url"), "票" * 3000)
    task_id = new_task(store, "題" * 9000, goal="目" * 90_000, related_issues=[issue] * 100, **fields)
    for revision in range(1, 15):
        do(
            store,
            "record",
            task_id=task_id,
            expected_revision=revision,
            text="長" * 30_000,
            claim="verified",
            evidence=texts,
        )
    return task_id


@pytest.mark.parametrize("name", ["task_get", "task_history", "task_handoff", "task_list"])
def test_every_answer_about_a_crowded_task_fits(start, staff, crowded, name):
    begun = Start(
        {"profile": "me", "project": "shop", "language": "ja"},
        start.environment,
        start.home,
        start.folder,
        None,
        start.now,
        start.new_id,
    )
    tool = next(tool for tool in tools_of(staff.rooms["journal"]) if tool.name == name)
    answer = call(tool, Caller("codex"), {} if name == "task_list" else {"task_id": crowded}, start=begun, staff=staff)

    assert answer.status == "ok" and len(compact(answer).encode()) <= RESULT_LIMIT
    assert name == "task_list" or answer.data.get("shortened") or answer.data.get("partial")
