"""What a session wrote into its notes holds in its next handover, until new notes come; what it closed stays closed."""

from __future__ import annotations

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capabilities.session_log.tools import SessionLogTools
from butler.capability import Caller
from butler.maids.document_check import check_document
from butler.work_record_backend import start_work
from tests.capabilities.handover.conftest import CLAUDE_SESSION, CODEX_SESSION
from tests.capabilities.handover.test_nothing_new import add, says, started

CODEX = Caller("codex", session_id=CODEX_SESSION)
CLAUDE = Caller("claude-code", session_id=CLAUDE_SESSION)
NOTES = """The list is half done.
decision: whole yen
next: sort the list
blocked: the tax table is missing
risk: the CSV is large
fact: the loader skips one row
file: shop/prices.py: the list"""
WORDS = ("The list is half done", "whole yen", "sort the list", "the tax table is missing", "the CSV is large",
         "the loader skips one row", "the list")  # fmt: skip


def prepare(house, caller=CODEX, **arguments):
    """Write a handover of issue 49; its id and text."""
    answer = HandoverTools(house).handover_prepare(caller, **({"issue_id": 49} | arguments))
    text = (house.project.root / answer.data["snapshot_file"]).read_text()
    assert check_document(text) == []
    return answer.data["handover_id"], text


def with_mark(text, words):
    """The lines with these words before HANDOFF_PROMPT, without the issue and requests."""
    return [line for line in text.split("## HANDOFF_PROMPT")[0].splitlines() if words in line and "— notes" in line]


@pytest.fixture
def shop(repository, codex_log, open_at):
    """The shop with a Codex log; the log and the house."""
    return codex_log(), open_at()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_handover_without_notes_keeps_those_of_the_session(shop, language):
    _, house = shop
    first, _ = prepare(house, notes=NOTES, language=language)
    for _ in range(3):
        _, text = prepare(house, language=language)
        for words in WORDS:
            lines = with_mark(text, words)
            assert lines, words
            assert all(first in line for line in lines)
        assert len(with_mark(text, "whole yen")) == len(with_mark(text, "the CSV is large")) == 1
        assert "`whole yen`" in text.split("## HANDOFF_PROMPT")[1]


def test_new_notes_take_their_place(shop):
    _, house = shop
    prepare(house, notes=NOTES)
    _, text = prepare(house, notes="next: write the page")
    assert with_mark(text, "sort the list") == [] and with_mark(text, "the CSV is large") == []
    assert with_mark(text, "write the page")


def test_a_note_that_the_person_revokes_afterwards_is_gone(shop):
    log, house = shop
    prepare(house, notes=NOTES)
    add(log, started(), ("event_msg", {"type": "item_completed", "thread_id": CODEX_SESSION, "turn_id": "t2", "item": {
        "type": "UserMessage", "id": "u2", "content": [{"type": "text", "text": "Never mind, do not sort the list any more."}],
    }}), says("Fine."))  # fmt: skip
    _, text = prepare(house)
    assert with_mark(text, "sort the list") == [] and with_mark(text, "whole yen")


def test_what_the_session_closed_by_notes_stays_closed_whatever_the_next_notes_say(shop, claude_log):
    _, house = shop
    first, _ = prepare(house, notes="next: sort the list\nnext: write the page\ndecision: whole yen")
    claude_log()
    start_work(house, CLAUDE, None, first)
    _, text = prepare(house, CLAUDE, notes="fact: sort the list is done\nrisk: the page is long")
    assert with_mark(text, "write the page") and "1. sort the list" not in text
    for notes in (None, "next: translate the page"):
        _, text = prepare(house, CLAUDE, notes=notes)
        lines = with_mark(text, "write the page")
        assert len(lines) == 1 and first in lines[0]
        assert not [line for line in with_mark(text, "sort the list") if "done" not in line]
        assert len(with_mark(text, "whole yen")) == 1
        assert bool(with_mark(text, "the page is long")) == (notes is None)


def test_marks_are_not_told_twice(shop):
    _, house = shop
    SessionLogTools(house).session_log_mark(CODEX, note="decision: one file for all prices")
    prepare(house, notes="next: go on")
    _, text = prepare(house)
    assert text.split("## HANDOFF_PROMPT")[0].count("one file for all prices") == 1


def test_the_notes_of_another_session_or_issue_are_not_taken(shop, claude_log):
    _, house = shop
    prepare(house, notes=NOTES)
    claude_log()
    for caller, arguments in ((CLAUDE, {}), (CODEX, {"issue_id": None})):
        _, text = prepare(house, caller, **arguments)
        assert with_mark(text, "whole yen") == []
