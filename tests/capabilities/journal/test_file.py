"""The journal file itself: its layout, its limits, damage, and what is kept in memory."""

from __future__ import annotations

import json
import os
import resource
import stat

import pytest

from butler.capabilities.journal import image, store_json, wire
from butler.capabilities.journal.image import image_of, read_image
from butler.capabilities.journal.models import MAX_BYTES, MAX_OPERATIONS, Journal, Receipt
from butler.errors import ButlerError, Refused, Unavailable, Unreadable
from tests.capabilities.journal.journals import do, forget, json_store, new_task


@pytest.fixture
def store(tmp_path):
    return json_store(tmp_path / "data")


def test_the_file_has_the_four_parts_and_is_for_the_user_alone(filled, journal_file):
    whole = json.loads(journal_file.read_bytes())

    assert list(whole) == ["schema_version", "tasks", "events", "operations"] and whole["schema_version"] == 1
    assert list(whole["tasks"]) == list(whole["events"]) and len(whole["operations"]) == 6
    assert all(task["task_id"] == key for key, task in whole["tasks"].items())
    assert stat.S_IMODE(journal_file.stat().st_mode) == 0o600
    assert all(stat.S_IMODE(folder.stat().st_mode) == 0o700 for folder in journal_file.parents[:4])
    assert sorted(p.name for p in journal_file.parent.iterdir()) == ["journal.json", "journal.lock"]


def test_times_are_utc_with_milliseconds(filled, journal_file):
    task = next(iter(json.loads(journal_file.read_bytes())["tasks"].values()))

    assert task["created_at"] == "2026-06-03T03:00:00.000Z"


def test_an_update_writes_the_same_bytes_as_the_whole_journal_made_anew(filled, journal_file):
    assert journal_file.read_bytes() == image_of(filled.export()).content()


def test_another_layout_of_the_same_journal_is_read_the_same(filled, journal_file):
    whole = json.loads(journal_file.read_bytes())
    part = filled.export()
    for text in (json.dumps(whole), json.dumps(whole, indent=2), json.dumps(whole, sort_keys=True, ensure_ascii=False)):
        assert read_image(text.encode(), "me").journal == part


def test_absent_lists_read_as_null(filled, journal_file):
    whole = json.loads(journal_file.read_bytes())
    for task in whole["tasks"].values():
        del task["findings"], task["user_decisions"]
    journal = read_image(json.dumps(whole).encode(), "me").journal

    assert all(task.findings is None for task in journal.tasks.values())


def test_a_file_changed_by_hand_is_read_again(filled, journal_file):
    content = journal_file.read_bytes()
    journal_file.write_bytes(content.replace(b'"title":"Second"', b'"title":"Fourth"'))

    assert [task.title for task in filled.tasks()][1] == "Fourth"


def test_what_did_not_change_is_not_parsed_again(filled, opened_elsewhere, monkeypatch):
    filled.tasks()
    new_task(opened_elsewhere, "From another process")
    parsed = []
    monkeypatch.setattr(image, "load", lambda content: parsed.append(content) or wire.load(content))
    titles = [task.title for task in filled.tasks()]

    assert titles[-1] == "From another process"
    assert parsed and all(b"Second" not in content for content in parsed)


@pytest.fixture
def opened_elsewhere(tmp_path):
    """The same journal as another process sees it."""
    mine = dict(store_json._files)
    forget()
    other = json_store(tmp_path / "data")
    other._new_id = lambda: "elsewhere"
    store_json._files.update(mine)
    return other


def test_a_missing_file_after_a_deletion_by_hand_reads_as_empty(filled, journal_file):
    journal_file.unlink()

    assert filled.tasks() == ()


def test_an_export_in_the_journals_place_is_refused_with_a_hint(filled, journal_file):
    journal_file.write_bytes(b'{"schema_version":1,"tasks":[],"events":[],"operations":{}}')
    with pytest.raises(Unreadable) as refused:
        filled.tasks()

    assert refused.value.code == "journal_is_export" and "workspace-import" in refused.value.hint("en")


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_plain_file_is_refused(filled, journal_file, tmp_path, kind):
    journal_file.unlink()
    target = tmp_path / "victim"
    target.write_bytes(b"untouched")
    make = {
        "link": lambda: journal_file.symlink_to(target),
        "pipe": lambda: os.mkfifo(journal_file),
        "folder": journal_file.mkdir,
    }
    make[kind]()
    for work in (filled.tasks, lambda: new_task(filled)):
        with pytest.raises(ButlerError) as refused:
            work()
        assert refused.value.code == "not_regular" and refused.value.facts["what"] == "journal.json"
    assert target.read_bytes() == b"untouched"


def test_temporary_files_of_killed_writers_are_gone_after_the_next_write_and_the_next_start(filled, journal_file):
    orphan = journal_file.parent / ".butler-tmp-0011223344556677"
    orphan.write_bytes(b"half")
    filled.tidy()
    gone = not orphan.exists()
    orphan.write_bytes(b"half")
    new_task(filled, "Next")

    assert gone and not orphan.exists()


def test_tidying_creates_nothing(store, tmp_path):
    store.tidy()

    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may look into every folder")
def test_a_closed_folder_is_not_tidied_and_nothing_is_thrown(filled, journal_file):
    profile = journal_file.parents[1]
    profile.chmod(0)
    try:
        filled.tidy()
    finally:
        profile.chmod(0o700)
    assert filled.tasks()


def test_a_comma_with_nothing_behind_it_is_damage_to_a_process_that_read_the_file_before_too(filled, journal_file):
    filled.tasks()
    lines = journal_file.read_bytes().split(b"\n")
    at = lines.index(b'"events":{') + 1
    lines[at] = lines[at].removesuffix(b"],") + b",],"
    journal_file.write_bytes(b"\n".join(lines))
    with pytest.raises(Unreadable) as refused:
        filled.tasks()

    assert refused.value.code == "journal_damaged"


def filled_to(store, journal_file, size):
    """One Task whose journal has exactly ``size`` bytes."""
    journal_file.parent.mkdir(parents=True, exist_ok=True)
    task_id = new_task(store, goal="g")
    journal = store.export()
    missing = size - len(journal_file.read_bytes())
    grown = {
        task_id: type(journal.tasks[task_id])(
            **{f: getattr(journal.tasks[task_id], f) for f in type(journal.tasks[task_id]).__slots__}
            | {"goal": "g" * (missing + 1)}
        )
    }
    journal_file.write_bytes(image_of(Journal(grown, journal.events, journal.operations)).content())
    return task_id


def test_at_16_mib_an_update_is_refused_without_changing_a_byte_and_a_deletion_works(store, journal_file):
    task_id = filled_to(store, journal_file, MAX_BYTES)
    before = journal_file.read_bytes()
    assert len(before) == MAX_BYTES
    with pytest.raises(Refused) as refused:
        do(store, "record", task_id=task_id, expected_revision=1, text="one more")

    assert refused.value.code == "journal_full" and "workspace-export" in refused.value.hint("en")
    assert journal_file.read_bytes() == before
    assert do(store, "delete", task_id=task_id, expected_revision=1).receipt.deleted
    assert len(journal_file.read_bytes()) < 2000


def test_the_last_byte_below_16_mib_can_be_used(store, journal_file):
    task_id = filled_to(store, journal_file, MAX_BYTES - 2000)
    room = MAX_BYTES - len(journal_file.read_bytes())
    do(store, "record", task_id=task_id, expected_revision=1, text="x", operation_id="probe-1")
    used = len(journal_file.read_bytes()) - (MAX_BYTES - room)
    left = MAX_BYTES - len(journal_file.read_bytes())
    with pytest.raises(Refused):
        do(store, "record", task_id=task_id, expected_revision=2, text="x" * (left - used + 2), operation_id="probe-2")
    do(store, "record", task_id=task_id, expected_revision=2, text="x" * (left - used + 1), operation_id="probe-3")

    assert len(journal_file.read_bytes()) == MAX_BYTES


def test_a_journal_over_16_mib_is_refused(store, journal_file):
    filled_to(store, journal_file, MAX_BYTES + 1)
    with pytest.raises(Unreadable) as refused:
        store.tasks()
    assert refused.value.code == "journal_damaged" and refused.value.facts["file"] == "journal.json"
    assert "16777217" in refused.value.message("en") and "split" not in refused.value.hint("en")


def test_the_50000th_operation_is_the_last_and_resends_are_still_answered(store, journal_file):
    task_id = new_task(store, operation_id="one")
    journal = store.export()
    receipts = {f"shop:{n}": Receipt("0" * 64, "gone", 2, deleted=True) for n in range(MAX_OPERATIONS - 2)}
    journal_file.write_bytes(
        image_of(Journal(journal.tasks, journal.events, {**journal.operations, **receipts})).content()
    )
    last = do(store, "record", task_id=task_id, expected_revision=1, text="last", operation_id="last")
    before = journal_file.read_bytes()
    for work in (
        lambda: do(store, "record", task_id=task_id, expected_revision=2, text="more"),
        lambda: do(store, "delete", task_id=task_id, expected_revision=2),
        lambda: new_task(store),
    ):
        with pytest.raises(Refused) as refused:
            work()
        assert refused.value.code == "journal_ledger_full" and "--profile" in refused.value.hint("en")

    assert last.usage.operations == MAX_OPERATIONS and journal_file.read_bytes() == before
    assert do(store, "record", task_id=task_id, expected_revision=1, text="last", operation_id="last").replayed


def test_a_write_that_fails_half_way_leaves_the_old_journal_and_no_temporary_file(filled, journal_file):
    before, limits = journal_file.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(Unavailable) as refused:
            new_task(filled, "One too many", operation_id="late")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert refused.value.code == "not_writable" and journal_file.read_bytes() == before
    assert sorted(p.name for p in journal_file.parent.iterdir()) == ["journal.json", "journal.lock"]
    assert not do(filled, "create", title="One too many", operation_id="late").replayed
