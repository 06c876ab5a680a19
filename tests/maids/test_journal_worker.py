"""The journal's rules, one by one, without any file."""

from dataclasses import replace

import pytest

from butler.capabilities.journal.models import STATUSES, Journal, Operation, Scope, ledger_key
from butler.errors import Conflict, InvalidInput, NotFound, Refused
from butler.maids.journal_worker import decide, known_receipt, legal_statuses

SCOPE = Scope("me", "shop")
NOW = "2026-06-03T03:00:00.000Z"
LATER = "2026-06-03T03:00:01.000Z"


def wish(action="update", **given):
    return Operation(
        action=action, operation_id=given.pop("operation_id", "op"), args_sha256="0" * 64, agent_id="codex", **given
    )


def with_task(status="planned"):
    journal = Journal()
    return journal.changed(
        decide(
            journal, SCOPE, wish("create", operation_id="first", fields={"title": "Shelf", "status": status}), NOW, "t1"
        )
    )


def updated(journal, revision=1, **fields):
    return decide(journal, SCOPE, wish(task_id="t1", expected_revision=revision, fields=fields), LATER, "-")


def recorded(journal, **given):
    return decide(journal, SCOPE, wish("record", task_id="t1", expected_revision=1, **given), LATER, "-")


def test_a_new_task_has_revision_1_and_one_event():
    journal = with_task()
    task, events = journal.tasks["t1"], journal.events["t1"]

    assert (task.revision, task.status, task.created_at, task.updated_at) == (1, "planned", NOW, NOW)
    assert [(e.kind, e.claim, e.text) for e in events] == [("create", "inferred", "Shelf")]
    assert (task.constraints, task.related_issues, task.user_decisions) == (None, None, None)


def test_a_taken_name_gets_a_number():
    journal = with_task()
    change = decide(journal, SCOPE, wish("create", fields={"title": "Other"}), NOW, "t1")

    assert change.task_id == "t1-2"


def test_an_update_changes_only_what_is_given_and_writes_one_event():
    change = updated(with_task(), goal="keep order", findings=("a",))

    assert (change.task.title, change.task.goal, change.task.findings, change.task.revision) == (
        "Shelf",
        "keep order",
        ("a",),
        2,
    )
    assert (change.event.kind, change.event.claim, change.event.text) == ("update", "inferred", "goal, findings")
    assert (change.receipt.revision, change.key) == (2, ledger_key("shop", "op"))


def test_an_empty_list_is_another_thing_than_none():
    change = updated(with_task(), findings=())

    assert change.task.findings == () and change.task.results is None


@pytest.mark.parametrize("old", STATUSES)
@pytest.mark.parametrize("new", STATUSES)
def test_every_status_change_is_legal_except_out_of_the_closed_ones(old, new):
    journal = with_task(old)
    if new == old or new in legal_statuses(old):
        assert updated(journal, status=new).task.status == new
        return
    with pytest.raises(Refused) as refused:
        updated(journal, status=new)
    assert old in ("completed", "cancelled") and refused.value.facts["legal"] == ["running"]


def test_a_stale_revision_is_a_conflict_that_says_what_changed():
    journal = with_task()
    journal = journal.changed(updated(journal, status="running"))
    with pytest.raises(Conflict) as conflict:
        updated(journal, revision=1, goal="x")

    facts = conflict.value.facts
    assert (conflict.value.code, facts["revision"], facts["status"]) == ("revision_conflict", 2, "running")
    assert [(e["revision"], e["text"]) for e in facts["changed_since"]] == [(2, "status: planned -> running")]


def test_a_conflict_names_at_most_ten_events():
    journal = with_task()
    for revision in range(1, 20):
        journal = journal.changed(
            decide(
                journal,
                SCOPE,
                wish("record", task_id="t1", expected_revision=revision, text="x", operation_id=f"o{revision}"),
                LATER,
                "-",
            )
        )
    with pytest.raises(Conflict) as conflict:
        updated(journal, revision=3, goal="x")

    assert [e["revision"] for e in conflict.value.facts["changed_since"]] == list(range(11, 21))


def test_the_same_operation_gives_its_first_receipt_and_other_arguments_are_refused():
    journal = with_task()
    first = wish("create", operation_id="first", fields={"title": "Shelf"})

    assert known_receipt(journal, "shop", first) == journal.operations["shop:first"]
    assert known_receipt(journal, "other", first) is None
    with pytest.raises(Conflict, match="other arguments"):
        known_receipt(journal, "shop", replace(first, args_sha256="1" * 64))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"text": "seen", "claim": "verified"}, "evidence_missing"),
        ({"text": "seen", "claim": "verified", "evidence": ("  ",)}, "evidence_missing"),
        ({"text": "seen", "claim": "certain"}, "claim_unknown"),
        ({"text": " "}, "text_missing"),
        ({"text": "x", "kind": "create"}, "event_kind"),
        ({"text": "x", "kind": "user_decision"}, "event_kind"),
        ({"text": "x", "kind": "two words"}, "event_kind"),
        ({"text": "x", "kind": ""}, "event_kind"),
    ],
)
def test_an_event_that_does_not_hold_is_refused(given, code):
    with pytest.raises(InvalidInput) as refused:
        recorded(with_task(), **given)
    assert refused.value.code == code


def test_an_event_never_changes_the_tasks_own_lists():
    change = recorded(with_task(), text="tests pass", claim="verified", kind="調査", evidence=("run 7",))

    assert (change.event.kind, change.event.claim, change.event.evidence) == ("調査", "verified", ("run 7",))
    assert (change.task.findings, change.task.evidence, change.task.revision) == (None, None, 2)


def test_only_a_person_decides():
    with pytest.raises(Refused) as refused:
        recorded(with_task(), text="use a lock", claim="user_decision")
    change = recorded(with_task(), text="use a lock", claim="user_decision", person=True)

    assert refused.value.code == "decision_needs_person"
    assert (change.task.user_decisions, change.event.kind, change.event.claim) == (
        ("use a lock",),
        "user_decision",
        "user_decision",
    )


def test_a_deleted_task_leaves_only_its_receipts():
    journal = with_task()
    journal = journal.changed(decide(journal, SCOPE, wish("delete", task_id="t1", expected_revision=1), LATER, "-"))

    assert (journal.tasks, journal.events) == ({}, {})
    assert [(r.revision, r.deleted) for r in journal.operations.values()] == [(1, False), (2, True)]
    with pytest.raises(NotFound) as gone:
        updated(journal, goal="x")
    assert gone.value.code == "deleted"


def test_tasks_of_another_project_are_as_if_they_were_not_there():
    journal = with_task()
    with pytest.raises(NotFound) as missing:
        decide(journal, Scope("me", "other"), wish(task_id="t1", expected_revision=1, fields={"goal": "x"}), LATER, "-")

    assert (missing.value.code, missing.value.facts["near"]) == ("task_not_found", "-")


def test_an_unknown_task_is_answered_with_near_ids():
    with pytest.raises(NotFound) as missing:
        decide(with_task(), SCOPE, wish(task_id="t2", expected_revision=1, fields={"goal": "x"}), LATER, "-")

    assert missing.value.facts["near"] == "t1"


def test_an_update_of_nothing_and_an_empty_title_are_refused():
    for fields, code in (
        ({}, "nothing_to_update"),
        ({"title": " "}, "text_missing"),
        ({"status": "done"}, "status_unknown"),
    ):
        with pytest.raises(InvalidInput) as refused:
            updated(with_task(), **fields)
        assert refused.value.code == code


def test_a_clock_that_runs_backwards_never_turns_a_tasks_times_back():
    change = decide(
        with_task(),
        SCOPE,
        wish(task_id="t1", expected_revision=1, fields={"goal": "x"}),
        "2020-01-01T00:00:00.000Z",
        "-",
    )

    assert change.task.updated_at == change.event.created_at == NOW
