"""The handover room where something is broken: damaged files, a damaged repository, notes of any shape."""

from __future__ import annotations

import pytest

from butler.capabilities.handover.gathering import draft, prepare_request
from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.errors import ButlerError, Unreadable
from butler.house import House
from butler.maids.document_check import check_document, split_sections
from butler.work_record_backend import start_work
from tests.capabilities.handover.conftest import CLAUDE_SESSION

CODEX = Caller("codex")
PERSON = Caller("command-line")


@pytest.fixture
def shop(repository, codex_log, open_at) -> House:
    codex_log()
    return open_at()


def section(text: str, name: str) -> str:
    return next(one.body for one in split_sections(text) if one.name == name)


def written(house: House, notes: str = "", language: str = "en") -> str:
    return draft(house, PERSON, prepare_request(house, notes=notes, language=language)).text


class TestNotes:
    def test_notes_of_one_long_run_are_composed(self, shop):
        assert check_document(written(shop, "-" * 60_000)) == []

    def test_a_numbered_list_of_labels_reaches_its_sections(self, shop):
        text = written(shop, "decision: use A\n1. next: write tests\n2. next: ship it")
        assert "write tests" in section(text, "NEXT_ACTION") and "ship it" in section(text, "NEXT_ACTION")
        assert "write tests" not in section(text, "DECISION")

    @pytest.mark.parametrize(("language", "word"), [("en", "no label"), ("ja", "ラベルはありません")])
    def test_a_misspelt_label_is_said_in_the_answer_too(self, shop, language, word):
        answer = HandoverTools(shop).handover_prepare(PERSON, notes="desicion: use A", language=language)
        assert [line for line in answer.data["warnings"] if "desicion" in line and word in line]

    def test_a_note_of_a_fence_alone_makes_no_empty_line(self, shop):
        assert "1. — " not in written(shop, "next: ```")


class TestGitThatCannotBeRead:
    @pytest.mark.parametrize(("language", "word"), [("en", "cannot read"), ("ja", "読めません")])
    def test_the_reason_stands_in_the_state_and_in_the_risks(self, shop, project, language, word):
        (project / ".git/index").write_bytes(b"garbage")
        text = written(shop, language=language)
        assert word in section(text, "CURRENT_STATE")
        assert word in section(text, "RISKS")


class TestDamagedHandovers:
    @pytest.fixture
    def good(self, shop) -> str:
        return HandoverTools(shop).handover_prepare(CODEX).data["handover_id"]

    @pytest.mark.parametrize("content", [b"\xff\xfe\x00binary", b"", b"\n \n"])
    def test_a_damaged_newest_one_is_passed_over_and_said(self, shop, good, content):
        broken = "project_20270101T000000Z_codex.md"
        (shop.project.handovers / broken).write_bytes(content)
        answer = HandoverTools(shop).handover_read(CODEX)
        assert answer.data["handover_id"] == good
        assert f"{broken} cannot be read" in answer.data["warnings"]

    def test_by_its_id_the_damaged_one_says_why(self, shop, good):
        (shop.project.handovers / "project_20270101T000000Z_codex.md").write_bytes(b"")
        with pytest.raises(Unreadable) as caught:
            HandoverTools(shop).handover_read(CODEX, handover_id="project-20270101T000000Z-codex")
        assert caught.value.code == "handover_empty"

    def test_where_none_can_be_read_the_newest_says_why(self, shop):
        shop.project.handovers.mkdir(parents=True)
        (shop.project.handovers / "project_20270101T000000Z_codex.md").write_bytes(b"\xff\xfe")
        with pytest.raises(ButlerError) as caught:
            HandoverTools(shop).handover_read(CODEX)
        assert caught.value.code == "not_utf8"

    def test_a_document_that_lost_sections_is_given_with_a_warning(self, shop, good):
        file = next(shop.project.handovers.glob("project_2*.md"))
        file.write_text(file.read_text().replace("## RISKS", "## RISK"))
        answer = HandoverTools(shop).handover_read(CODEX)
        assert [line for line in answer.data["warnings"] if "no valid handover document" in line]

    def test_damaged_work_sessions_do_not_stop_reading(self, shop, good):
        shop.project_data.mkdir(parents=True)
        (shop.project_data / "work_sessions.json").write_text("{")
        answer = HandoverTools(shop).handover_read(CODEX)
        assert answer.data["handover_id"] == good
        assert [line for line in answer.data["warnings"] if "damaged" in line]


class TestWhoseLog:
    @pytest.mark.parametrize(("language", "word"), [("en", "unconfirmed"), ("ja", "未確認")])
    def test_a_call_that_no_log_holds_is_said_in_the_answer_and_in_the_risks(self, shop, claude_log, language, word):
        claude_log()
        caller = Caller("claude-code", session_id=CLAUDE_SESSION, tool_use_id="toolu_nowhere")
        answer = HandoverTools(shop).handover_prepare(caller, language=language)
        text = (shop.project.root / answer.data["snapshot_file"]).read_text()
        assert answer.data["session"]["id"] == CLAUDE_SESSION
        assert word in answer.data["session"]["chosen"] and word in section(text, "RISKS")
        assert len(answer.data["warnings"]) == 1


class TestBasedOn:
    def test_a_handover_that_vanished_after_work_start_is_not_named(self, shop):
        first = HandoverTools(shop).handover_prepare(CODEX).data["handover_id"]
        start_work(shop, CODEX, None, first)
        for file in shop.project.handovers.glob("project_2*"):
            file.unlink()
        answer = HandoverTools(shop).handover_prepare(CODEX)
        assert answer.data["based_on"] is None
        assert [line for line in answer.data["warnings"] if "There is no handover" in line or first in line]
