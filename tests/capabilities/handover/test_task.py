"""The handover of a work session that names its Task: begun, written, recorded and read again, over the tools."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.handover.gathering import draft, prepare_request
from butler.capabilities.handover.tools import HandoverTools
from butler.capabilities.journal.backend import open_journal, record_decision, record_handover
from butler.capabilities.journal.tools import JournalTools
from butler.capabilities.work_record.tools import WorkRecordTools
from butler.capability import Caller
from butler.errors import NotFound, Refused
from butler.house import House
from butler.maids.document_check import metadata, split_sections
from butler.work_sessions import dump, parse
from tests.capabilities.handover.test_tools import later

ROOT = Path(__file__).parents[3]
CODEX = Caller("codex")
FLAGS = {"profile": "me", "project": "shop"}
WRITING = {**FLAGS, "allow_journal_write": True}

Opened = Callable[..., House]


@pytest.fixture
def house(repository, codex_log, open_at) -> House:
    """The house of a git project with a Codex log, allowed to write the journal."""
    codex_log()
    return open_at(**WRITING)


@pytest.fixture
def task_id(house) -> str:
    """A Task at revision 4: created, one verified Event, one proposed, one decision of the person."""
    made = JournalTools(house).task_create(
        CODEX, title="Price list", goal="Every price is listed", operation_id="op-1", constraints=["Never round"],
        findings=["Prices are strings"], results=["The list is printed"], pending_items=["Which currency?"],
    ).data["task_id"]  # fmt: skip
    record(house, made, 1, "All 12 tests pass", claim="verified", evidence=["pytest run 7"])
    record(house, made, 2, "Use decimals", claim="proposed")
    record_decision(open_journal(house), made, "Only euro", 3, "page-1")
    return str(made)


def record(house: House, task_id: str, revision: int, text: str, **more: Any) -> None:
    JournalTools(house).task_record(
        CODEX, task_id=task_id, text=text, expected_revision=revision, operation_id=f"op-r{revision}", **more
    )


def begin(house: House, **arguments: Any) -> dict[str, Any]:
    return dict(WorkRecordTools(house).work_start(CODEX, **arguments).data)


def prepare(house: House, **arguments: Any) -> dict[str, Any]:
    return dict(HandoverTools(house).handover_prepare(CODEX, **arguments).data)


def snapshot(house: House, data: dict[str, Any]) -> Path:
    return house.project.root / data["snapshot_file"]


def sections(house: House, data: dict[str, Any]) -> dict[str, str]:
    return {section.name: section.body for section in split_sections(snapshot(house, data).read_text())}


def findings(house: House, data: dict[str, Any]) -> dict[str, str]:
    read = HandoverTools(house).handover_read(CODEX, handover_id=data["handover_id"])
    return {one["code"]: one["text"] for one in read.data["freshness"]}


def held(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class TestNamingTheTask:
    def test_the_work_session_keeps_the_task(self, house, task_id):
        assert begin(house, issue_id=49, task_id=task_id)["session"]["task_id"] == task_id
        observed = WorkRecordTools(house).work_observe(CODEX).data
        assert (observed["session"]["task_id"], observed["session"]["issue_id"]) == (task_id, 49)

    def test_reading_the_journal_is_enough(self, house, task_id, open_at):
        assert begin(open_at(**FLAGS), task_id=task_id)["session"]["task_id"] == task_id

    def test_without_a_journal_it_is_refused_and_nothing_is_written(self, house, task_id, open_at):
        closed = open_at()
        before = held(closed.user.data)
        with pytest.raises(Refused) as refused:
            begin(closed, task_id=task_id)
        assert refused.value.code == "journal_not_open"
        assert held(closed.user.data) == before

    def test_a_task_that_is_not_there_is_refused_with_the_nearest_ids(self, house, task_id, open_at):
        with pytest.raises(NotFound) as refused:
            begin(house, task_id=task_id[:-1])
        assert (refused.value.code, refused.value.facts["near"]) == ("task_not_found", task_id)
        with pytest.raises(NotFound) as foreign:
            begin(open_at(profile="me", project="another"), task_id=task_id)
        assert foreign.value.code == "task_not_found"
        assert WorkRecordTools(house).work_observe(CODEX).data["session"] is None

    def test_a_deleted_task_is_refused(self, house, task_id):
        JournalTools(house).task_delete(CODEX, task_id=task_id, expected_revision=4, operation_id="op-d")
        with pytest.raises(NotFound) as refused:
            begin(house, task_id=task_id)
        assert refused.value.code == "deleted"

    def test_sessions_without_a_task_keep_the_form_that_was_written_before(self, house, task_id):
        begin(house, issue_id=49)
        file = house.project_data / "work_sessions.json"
        old = file.read_bytes()
        assert "task_id" not in json.loads(old)["sessions"][0]
        assert parse(old)[0].task_id is None and dump(parse(old)) == old
        begin(house, task_id=task_id)
        new = file.read_bytes()
        assert [one.task_id for one in parse(new)] == [None, task_id] and dump(parse(new)) == new


class TestWriting:
    def test_the_document_draws_on_the_task(self, house, task_id):
        begin(house, issue_id=49, task_id=task_id)
        data = prepare(house)
        found = sections(house, data)
        assert metadata(snapshot(house, data).read_text())["task"] == {"id": task_id, "revision": 4}
        assert f"- Task {task_id}, revision 4, planned: Price list — journal" in found["CURRENT_STATE"]
        assert "- goal: Every price is listed — journal" in found["CURRENT_STATE"]
        assert "(result): The list is printed — journal" in found["CURRENT_STATE"]
        assert "All 12 tests pass (evidence: pytest run 7) — journal r2 (codex)" in found["DISCOVERY"]
        assert "- Proposed: Use decimals — journal r3 (codex)" in found["DISCOVERY"]
        assert "- Only euro — journal r4 (decided by the person)" in found["DECISION"]
        assert "- undecided: Which currency? — journal" in found["BLOCKED / PENDING"]
        assert "In force: `Only euro`" in data["handoff_prompt"]
        assert (data["issue_id"], data["warnings"]) == (49, [])

    def test_it_is_recorded_in_the_task_with_its_file_and_hash(self, house, task_id):
        begin(house, task_id=task_id)
        data = prepare(house)
        history = open_journal(house).task(task_id)
        event, file = history.events[-1], snapshot(house, data)
        sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
        assert (event.kind, event.claim, event.evidence) == ("handover", "verified", (file.name, f"sha256:{sha256}"))
        assert data["task"] == {"id": task_id, "revision": 4, "recorded": 5}
        assert (history.task.revision, len(history.events)) == (5, 5)
        again = record_handover(house, CODEX, task_id, file.name, sha256)
        assert again.replayed and open_journal(house).task(task_id) == history

    def test_a_second_handover_does_not_tell_of_the_first_as_a_finding(self, house, task_id):
        begin(house, task_id=task_id)
        first = prepare(house)
        second = prepare(later(house, 1))
        assert second["task"] == {"id": task_id, "revision": 5, "recorded": 6}
        assert first["handover_id"] not in sections(house, second)["DISCOVERY"]
        assert Path(first["snapshot_file"]).name not in sections(house, second)["DISCOVERY"]

    def test_where_writing_is_not_allowed_the_journal_is_read_and_stays_as_it_is(self, house, task_id, open_at):
        begin(house, task_id=task_id)
        before = held(house.user.data)
        data = prepare(open_at(**FLAGS))
        assert data["task"] == {"id": task_id, "revision": 4, "recorded": None}
        assert "All 12 tests pass" in sections(house, data)["DISCOVERY"]
        assert held(house.user.data) == before

    def test_with_the_journal_closed_not_a_byte_of_the_data_folder_changes_and_it_is_said(
        self, house, task_id, open_at
    ):
        begin(house, task_id=task_id)
        before = held(house.user.data)
        data = prepare(open_at())
        text = snapshot(house, data).read_text()
        assert held(house.user.data) == before
        assert data["task"] is None and "task" not in metadata(text) and "journal" not in text
        assert data["warnings"] == [
            "the Task of the work session is not in this handover: No journal is open: profile and Project are not given."
        ]

    def test_flags_without_a_task_change_nothing(self, house, open_at):
        begin(house, issue_id=49)
        before = held(house.user.data)
        data = prepare(house)
        assert (data["task"], data["warnings"], held(house.user.data)) == (None, [], before)
        assert not (house.user.data / "profiles").exists()

    def test_a_preview_records_nothing(self, house, task_id):
        begin(house, task_id=task_id)
        before = held(house.user.data)
        assert "All 12 tests pass" in draft(house, CODEX, prepare_request(house)).text
        assert held(house.user.data) == before

    def test_a_task_that_is_gone_meanwhile_leaves_the_handover_whole(self, house, task_id):
        begin(house, task_id=task_id)
        JournalTools(house).task_delete(CODEX, task_id=task_id, expected_revision=4, operation_id="op-d")
        data = prepare(house)
        assert snapshot(house, data).is_file() and data["task"] is None
        assert data["warnings"] == [
            f"the Task of the work session is not in this handover: The Task {task_id} was deleted."
        ]

    def test_a_journal_that_cannot_be_written_leaves_the_snapshot_and_a_warning(self, house, task_id):
        begin(house, task_id=task_id)
        journal = house.user.data / "profiles/me/workspace/journal.json"
        lock = journal.with_name("journal.lock")
        lock.unlink()
        lock.mkdir()
        before = journal.read_bytes()
        data = prepare(house)
        assert snapshot(house, data).is_file() and data["task"] == {"id": task_id, "revision": 4, "recorded": None}
        assert data["warnings"][-1].startswith(
            "the snapshot is written, but the Task's history does not name it (task_record can): "
        )
        assert journal.read_bytes() == before

    def test_a_damaged_journal_is_left_alone_and_said(self, house, task_id):
        begin(house, task_id=task_id)
        journal = house.user.data / "profiles/me/workspace/journal.json"
        journal.write_bytes(b'{"schema_version": 1')
        data = prepare(house)
        assert data["task"] is None and len(data["warnings"]) == 1
        assert journal.read_bytes() == b'{"schema_version": 1'

    def test_everything_is_said_in_japanese(self, house, task_id, open_at):
        japanese = open_at(language="ja", **WRITING)
        begin(japanese, task_id=task_id)
        found = sections(house, prepare(japanese))
        assert f"- Task {task_id}、revision 4、予定: Price list — journal" in found["CURRENT_STATE"]
        assert "- 根拠付きの確認記録: All 12 tests pass(根拠: pytest run 7) — journal r2 (codex)" in found["DISCOVERY"]
        assert "- Only euro — journal r4 (利用者の確定事項)" in found["DECISION"]
        assert "- 未確定: Which currency? — journal" in found["BLOCKED / PENDING"]
        warned = prepare(later(open_at(language="ja"), 1))["warnings"]
        assert warned[0].startswith("作業セッションの Task はこの handover に含まれていません: ")


class TestTheCommandLine:
    def test_a_person_names_the_task_and_the_handover_is_recorded(self, house, task_id):
        def butler(*arguments: str) -> dict[str, Any]:
            environment = {
                "PATH": os.environ["PATH"], "HOME": str(house.start.home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"
            }  # fmt: skip
            done = subprocess.run(
                [sys.executable, "-m", "butler", "--json", *arguments],
                cwd=house.project.root, env=environment, capture_output=True, check=False, timeout=60,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
            return dict(json.loads(done.stdout)["data"])

        opened = ("--profile", "me", "--project", "shop")
        assert butler("work", "start", "--task", task_id, *opened)["session"]["task_id"] == task_id
        assert butler("handover", "prepare", *opened)["task"]["recorded"] is None
        assert butler("handover", "prepare", *opened, "--allow-journal-write")["task"]["recorded"] == 5


class TestMovingOn:
    def test_handovers_alone_are_no_progress_of_the_task(self, house, task_id):
        begin(house, task_id=task_id)
        first = prepare(house)
        assert "task" not in findings(house, first)
        prepare(later(house, 1))
        assert "task" not in findings(later(house, 1), first)

    def test_another_event_is_told_with_both_revisions_and_what_to_do(self, house, task_id, open_at):
        begin(house, task_id=task_id)
        data = prepare(house)
        record(house, task_id, 5, "Decimals are in", claim="inferred")
        told = findings(house, data)["task"]
        assert task_id in told and "from revision 4 to 6" in told and "task_get" in told
        assert "task" in findings(open_at(**FLAGS), data)
        assert "task" not in findings(open_at(), data)

    def test_a_task_that_was_deleted_is_told_as_deleted(self, house, task_id, open_at):
        begin(house, task_id=task_id)
        data = prepare(house)
        JournalTools(house).task_delete(CODEX, task_id=task_id, expected_revision=5, operation_id="op-d")
        told = findings(house, data)["task"]
        assert told.startswith(f"Task {task_id} was deleted since.") and "task_list" in told
        assert "その後に削除されました" in findings(open_at(language="ja", **FLAGS), data)["task"]
        assert "task" not in findings(open_at(), data)
        assert "task" not in findings(open_at(profile="me", project="another"), data)
