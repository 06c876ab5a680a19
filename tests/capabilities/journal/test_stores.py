"""What every store of the journal has to hold: the conformance suite, run over all stores."""

from __future__ import annotations

import math

import pytest

from butler.capabilities.journal.backend import moved_on, record_decision
from butler.errors import ButlerError, Conflict, InvalidInput, NotFound, Refused
from tests.capabilities.journal.journals import ISSUE, do, forget, new_task


def refused(kind, work):
    with pytest.raises(kind) as problem:
        work()
    return problem.value


def test_an_empty_journal_has_no_tasks_and_reading_creates_nothing(store, tmp_path):
    assert store.tasks() == () and store.usage().operations == 0
    assert refused(NotFound, lambda: store.task("t1")).code == "task_not_found"
    assert not (tmp_path / "data").exists()


def test_what_was_written_is_read_by_another_process(store, opened):
    task_id = new_task(store, goal="keep order", constraints=["no new package"], related_issues=[ISSUE], findings=[])
    before = store.task(task_id)
    forget()
    after = opened().task(task_id)

    assert after == before
    assert (after.task.findings, after.task.results, after.task.related_issues[0].issue_id) == ((), None, "49")


def test_every_accepted_write_is_one_revision_and_one_event(store):
    task_id = new_task(store)
    do(store, "update", task_id=task_id, expected_revision=1, status="running")
    do(store, "record", task_id=task_id, expected_revision=2, text="seen", claim="verified", evidence=["run 7"])
    record_decision(store, task_id, "use a lock file", 3, "decision-1")
    history = store.task(task_id)

    assert history.task.revision == len(history.events) == 4
    assert [(e.kind, e.claim) for e in history.events] == [
        ("create", "inferred"),
        ("update", "inferred"),
        ("note", "verified"),
        ("user_decision", "user_decision"),
    ]
    assert len({e.event_id for e in history.events}) == 4
    assert history.task.user_decisions == ("use a lock file",)


def test_a_decision_under_an_id_that_no_reader_would_take_is_refused(store):
    task_id = new_task(store)

    assert (
        refused(InvalidInput, lambda: record_decision(store, task_id, "yes", 1, "two\nlines")).code
        == "journal_bad_value"
    )
    assert store.task(task_id).task.revision == 1


@pytest.mark.parametrize("kind", ["create", "Create", "UPDATE", "user_decision", "two words", "-x", ""])
def test_kinds_of_the_store_are_its_own_in_any_case(store, kind):
    task_id = new_task(store)

    assert (
        refused(
            InvalidInput, lambda: do(store, "record", task_id=task_id, expected_revision=1, text="x", kind=kind)
        ).code
        == "event_kind"
    )


def test_a_refused_write_changes_nothing(store):
    task_id = new_task(store)
    before = (store.export(), store.usage())
    for arguments in (
        {"action": "update", "task_id": task_id, "expected_revision": 7, "goal": "x"},
        {"action": "update", "task_id": "t9", "expected_revision": 1, "goal": "x"},
        {"action": "record", "task_id": task_id, "expected_revision": 1, "text": "x", "claim": "verified"},
        {"action": "record", "task_id": task_id, "expected_revision": 1, "text": "x", "claim": "user_decision"},
        {"action": "update", "task_id": task_id, "expected_revision": 1},
    ):
        refused(ButlerError, lambda given=arguments: do(store, **given))

    assert (store.export(), store.usage()) == before


def test_a_resend_is_answered_with_the_first_receipt_and_writes_nothing(store):
    task_id = new_task(store, operation_id="create-1")
    first = do(store, "record", task_id=task_id, expected_revision=1, text="seen", operation_id="r1")
    do(store, "update", task_id=task_id, expected_revision=2, goal="moved on")
    again = do(store, "record", task_id=task_id, expected_revision=1, text="seen", operation_id="r1")

    assert (again.receipt, again.replayed, first.replayed) == (first.receipt, True, False)
    assert store.task(task_id).task.revision == 3


def test_an_operation_id_used_again_for_something_else_is_refused(store):
    task_id = new_task(store, operation_id="one")

    assert refused(Conflict, lambda: new_task(store, "Other", operation_id="one")).code == "operation_reused"
    assert (
        refused(Conflict, lambda: do(store, "delete", task_id=task_id, expected_revision=1, operation_id="one")).code
        == "operation_reused"
    )


def test_an_operation_id_that_differs_in_letter_case_alone_is_refused_within_its_project(store, opened):
    new_task(store, operation_id="Create-1")

    assert refused(Conflict, lambda: new_task(store, "Other", operation_id="create-1")).code == "operation_similar"
    assert len(store.tasks()) == 1
    new_task(opened(project="Shop"), operation_id="create-1")
    new_task(store, "Third", operation_id="É-1")


def test_an_update_without_fields_is_no_resend_of_a_delete(store):
    task_id = new_task(store)
    do(store, "delete", task_id=task_id, expected_revision=1, operation_id="gone")
    update = refused(NotFound, lambda: do(store, "update", task_id=task_id, expected_revision=1, operation_id="gone"))

    assert update.code == "deleted"


def test_null_fields_and_omitted_ones_are_the_same_arguments(store):
    first = do(store, "create", title="Shelf", operation_id="one")
    again = do(store, "create", title="Shelf", goal=None, status=None, operation_id="one")

    assert again.receipt == first.receipt and again.replayed


def test_a_resend_after_the_deletion_still_has_its_receipt(store):
    task_id = new_task(store, operation_id="one")
    gone = do(store, "delete", task_id=task_id, expected_revision=1, operation_id="two")

    assert (gone.receipt.revision, gone.receipt.deleted) == (2, True)
    assert do(store, "create", title="Refuse the second reservation", operation_id="one").receipt.revision == 1
    assert do(store, "delete", task_id=task_id, expected_revision=1, operation_id="two").receipt == gone.receipt
    assert refused(NotFound, lambda: store.task(task_id)).code == "deleted"


def test_a_deletion_takes_text_and_events_away(store):
    task_id = new_task(store, "Forget me", goal="a private plan")
    do(store, "record", task_id=task_id, expected_revision=1, text="a private remark")
    do(store, "delete", task_id=task_id, expected_revision=2)

    part = store.export()
    assert (part.tasks, part.events, len(part.operations)) == ({}, {}, 3)
    assert "private" not in repr(part)


def test_other_projects_and_profiles_are_invisible(store, opened):
    task_id = new_task(store, operation_id="same")
    other, stranger = opened(project="other"), opened(profile="you")

    for elsewhere in (other, stranger):
        assert elsewhere.tasks() == () and elsewhere.export().operations == {}
        problem = refused(NotFound, lambda place=elsewhere: place.task(task_id))
        assert (problem.code, problem.facts["near"]) == ("task_not_found", "-")
        refused(NotFound, lambda place=elsewhere: do(place, "delete", task_id=task_id, expected_revision=1))
        new_task(elsewhere, "Another", operation_id="same")
    assert [task.title for task in store.tasks()] == ["Refuse the second reservation"]


def test_a_deleted_task_of_another_project_is_not_given_away(store, opened):
    task_id = new_task(store)
    do(store, "delete", task_id=task_id, expected_revision=1)

    assert refused(NotFound, lambda: opened(project="other").task(task_id)).code == "task_not_found"


@pytest.mark.parametrize(
    "text",
    [
        "日本語の根拠",
        "  spaces kept  ",
        "tab\tand\nlines\r\n",
        "\u202e hidden",
        "😀",
        "\\ \" ' {}",
        "\u2028\u0000\u007f",
    ],
)
def test_texts_and_evidence_are_kept_as_they_are(store, opened, text):
    task_id = new_task(store, evidence=[text])
    do(store, "record", task_id=task_id, expected_revision=1, text="x" + text, claim="verified", evidence=["x", text])
    forget()
    history = opened().task(task_id)

    assert (history.task.evidence, history.events[1].evidence, history.events[1].text) == (
        (text,),
        ("x", text),
        "x" + text,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {"title": "half \ud800"},
        {"title": "x", "operation_id": "\udc80"},
        {"title": "x", "operation_id": ""},
        {"title": "x", "operation_id": "a\nb"},
        {"title": "x", "operation_id": "x" * 201},
        {"title": "x", "agent_id": ""},
    ],
)
def test_texts_that_are_no_unicode_and_bad_names_are_refused(store, arguments):
    assert refused(InvalidInput, lambda: do(store, "create", **arguments)).code == "journal_bad_value"


@pytest.mark.parametrize(
    "change",
    [{"provider": None}, {"more": "x"}, {"issue_id": True}, {"url": 1}, {"issue_id": math.nan}, {"issue_id": math.inf}],
)
def test_a_related_issue_of_another_shape_is_refused(store, change):
    problem = refused(InvalidInput, lambda: new_task(store, related_issues=[ISSUE, {**ISSUE, **change}]))

    assert (problem.code, problem.facts["what"]) == ("journal_bad_value", "related_issues 2")


def test_an_issue_number_is_its_text(store):
    task_id = new_task(store, related_issues=[{**ISSUE, "issue_id": 49, "url": None}])

    assert store.task(task_id).task.related_issues[0].issue_id == "49"


def test_a_handover_does_not_count_as_moving_on(store):
    task_id = new_task(store)
    do(
        store,
        "record",
        task_id=task_id,
        expected_revision=1,
        text="x.md",
        kind="handover",
        claim="verified",
        evidence=["x.md"],
    )
    quiet = moved_on(store.task(task_id), 1)
    do(store, "record", task_id=task_id, expected_revision=2, text="more")

    assert (quiet, moved_on(store.task(task_id), 1), moved_on(store.task(task_id), 3)) == (False, True, False)


def test_what_was_exported_comes_back_as_it_was(store, opened):
    task_id = new_task(store, related_issues=[ISSUE])
    do(store, "record", task_id=task_id, expected_revision=1, text="seen", operation_id="r1")
    part = store.export()
    do(store, "delete", task_id=task_id, expected_revision=2)
    store.restore(part)

    assert store.task(task_id).task == part.tasks[task_id]
    assert store.task(task_id).events == part.events[task_id]
    do(store, "update", task_id=task_id, expected_revision=2, goal="goes on")
    assert do(store, "record", task_id=task_id, expected_revision=1, text="seen", operation_id="r1").replayed


def test_an_import_of_a_task_that_is_there_brings_nothing(store, opened):
    new_task(store)
    part = store.export()
    new_task(store, "Second")
    before = store.export()

    assert refused(Conflict, lambda: store.restore(part)).code == "import_task_exists"
    assert store.export() == before


def test_an_import_with_other_content_of_an_operation_is_refused(store, opened):
    task_id = new_task(store, operation_id="one")
    part = store.export()
    do(store, "delete", task_id=task_id, expected_revision=1)
    key = "shop:one"
    other = type(part)(part.tasks, part.events, {key: type(part.operations[key])("1" * 64, task_id, 1)})

    assert refused(Conflict, lambda: store.restore(other)).code == "import_operation_differs"


def test_an_import_with_an_operation_that_differs_in_letter_case_alone_is_refused(store):
    gone = new_task(store, operation_id="Create-1")
    part = store.export()
    do(store, "delete", task_id=gone, expected_revision=1)
    other = type(part)(part.tasks, part.events, {"shop:create-1": part.operations["shop:Create-1"]})

    assert refused(Conflict, lambda: store.restore(other)).code == "import_operation_differs"
    store.restore(part)


def test_an_import_from_elsewhere_is_refused(store, opened):
    new_task(store)
    part = store.export()

    assert refused(Refused, lambda: opened(project="other").restore(part)).code == "import_elsewhere"
    assert refused(Refused, lambda: opened(profile="you").restore(part)).code == "import_elsewhere"


def test_receipts_alone_come_back_too(store):
    task_id = new_task(store, operation_id="one")
    do(store, "delete", task_id=task_id, expected_revision=1, operation_id="two")
    part = store.export()
    store.restore(part)

    assert store.export() == part
