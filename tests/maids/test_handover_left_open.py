"""Steps of the plan and requests that an earlier handover left open, carried until something closes them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from butler.capabilities.handover.models import LogSource, Materials, Meta, NoteText
from butler.capabilities.handover.render import render
from butler.capabilities.work_record.models import WorkState
from butler.maids.document_check import check_document, metadata, split_sections
from butler.maids.handover_budget import Pen
from butler.maids.handover_left_open import left_open, name_of
from butler.maids.handover_worker import compose
from butler.maids.redaction_worker import Redactor
from butler.maids.session_log_worker import gather
from tests.stories import Story

ASKED = "Sort the price list by name, please."
LATER = "在庫の一覧も CSV で出せるようにしてください。"


def told(number, *steps, requests=(), notes="", before=None, language="en", tokens=8000, commits=()):
    """The document of the n-th session of a chain, which went on from ``before``."""
    story = Story()
    for text in requests:
        story.asks(text)
    if steps:
        story.plans(*steps)
    for subject in commits:
        story.runs(f"git commit -am '{subject}'", 0, f"[main 1a2b3c{number}] {subject}\n")
    story.runs("ls", 0, "x\n")
    earlier = metadata(before)["handover_id"] if before else None
    meta = Meta(
        "shop",
        "codex",
        "2026-06-03T10:00:00+09:00",
        f"project-2026060{number}T010000Z-codex",
        based_on=earlier,
        language=language,
    )
    materials = Materials(
        meta, Redactor(), WorkState(None, "no_git"), gather(story.entries), LogSource("~/x.jsonl", agent="codex"),
        notes=NoteText(notes, "notes (codex)") if notes else None, based_on_text=before, max_tokens=tokens,
    )  # fmt: skip
    text = render(compose(materials))
    assert check_document(text) == []
    return text


def carried(text):
    """The carried lines of NEXT_ACTION without their numbers."""
    body = next(one.body for one in split_sections(text) if one.name == "NEXT_ACTION")
    lines = [re.sub(r"^\d+\. ", "", line) for line in body.splitlines()]
    return [line for line in lines if "carried from" in line or "引き継ぎ元" in line]


FIRST = (("Load the rows", "completed"), ("Sort the rows", "in_progress"), ("表示を直す", "pending"))


@pytest.mark.parametrize(("language", "step", "asked", "mark"), [
    ("en", "Plan step left open: ", "Request left open: ", "(carried from {})"),
    ("ja", "残っていた計画: ", "未完了だった依頼: ", "(引き継ぎ元: {})"),
])  # fmt: skip
def test_open_steps_and_unanswered_requests_are_carried_once_through_a_chain_of_ten(language, step, asked, mark):
    text = told(1, *FIRST, requests=(ASKED, LATER), language=language)
    where = mark.format("project-20260601T010000Z-codex")
    expected = [
        f"{step}Sort the rows {where}",
        f"{step}表示を直す {where}",
        f"{asked}“{ASKED}” {where}",
        f"{asked}“{LATER}” {where}",
    ]
    for number in range(2, 11):
        text = told(number % 10, before=text, language=language)
        assert carried(text) == expected
        assert "[L" not in "".join(carried(text))


def test_a_chain_in_both_languages_multiplies_nothing():
    text = told(1, *FIRST, requests=(ASKED,))
    for number in range(2, 8):
        text = told(number, before=text, language="ja" if number % 2 else "en")
        assert len(carried(text)) == 3


@pytest.mark.parametrize(
    ("more", "gone"),
    [
        ({"notes": "fact: sort the rows is done"}, "Sort the rows"),
        ({"notes": "rejected: Sort the rows"}, "Sort the rows"),
        ({"commits": ["Sort the rows of the list"]}, "Sort the rows"),
        ({"requests": ["Never mind: do not sort the rows any more."]}, "Sort the rows"),
        ({"notes": "fact: the price list is sorted by name, done"}, ASKED),
        ({"commits": ["Sort the price list by name"]}, ASKED),
        ({"requests": [ASKED]}, ASKED),
        ({"notes": "事実: 表示を直す、完了"}, "表示を直す"),
    ],
)
def test_notes_plan_and_evidence_close_a_line_and_leave_its_neighbours(more, gone):
    first = told(1, *FIRST, requests=(ASKED, LATER))
    lines = carried(told(2, before=first, **more))
    assert not any(gone in line for line in lines)
    assert len(lines) == 3


def test_a_step_that_the_new_plan_has_is_told_by_the_new_plan():
    first = told(1, *FIRST)
    second = told(
        2, ("Sort the rows", "completed"), ("表示を直す", "in_progress"), ("Write the page", "pending"), before=first
    )
    assert carried(second) == []
    assert [line.split(" (")[0] for line in carried(told(3, before=second))] == [
        "Plan step left open: 表示を直す", "Plan step left open: Write the page",
    ]  # fmt: skip


def test_answered_done_and_trivial_requests_and_those_for_a_handover_are_not_carried():
    story = Story()
    story.asks("Add the list.")
    story.ends("The list is added.")
    story.asks("yes")
    story.asks("Please write a handover for the next session.")
    meta = Meta("shop", "codex", "2026-06-03T10:00:00+09:00", "project-20260601T010000Z-codex")
    materials = Materials(
        meta, Redactor(), WorkState(None, "no_git"), gather(story.entries), LogSource("~/x.jsonl", agent="codex")
    )
    assert carried(told(2, before=render(compose(materials)))) == []


def test_what_must_always_hold_is_carried_as_a_decision_alone():
    first = told(1, requests=("Never touch the migrations folder; begin with the list.",))
    second = told(2, before=first)
    assert carried(second) == []
    assert second.count("Never touch the migrations folder") == 2  # DECISION, and in force in HANDOFF_PROMPT


def test_a_request_over_many_lines_becomes_one_escaped_line():
    asked = "Please do all of these in the shop:\n" + "\n".join(
        f"- <b>part {at}</b> of the list, with `code`" for at in range(30)
    )
    (line,) = carried(told(2, before=told(1, requests=(asked,))))
    assert line.startswith("Request left open: “Please do all of these") and len(line) < 420
    assert "\\<b>" in line and "\n" not in line


def test_the_name_of_a_line_is_the_same_in_every_handover():
    pen = Pen(Redactor())
    first = told(1, *FIRST, requests=(ASKED,))
    state = next(one.body for one in split_sections(first) if one.name == "CURRENT_STATE")
    english, japanese = (left_open(state, pen, language) for language in ("en", "ja"))
    assert [name_of(line) for line in english] == [name_of(line) for line in japanese]
    assert name_of("use [REDACTED:token:1] here") == name_of("use [REDACTED:token:7] here") != name_of("use it here")


def test_same_materials_same_bytes():
    first = told(1, *FIRST, requests=(ASKED, LATER))
    assert told(2, before=first, tokens=900) == told(2, before=first, tokens=900)
    assert replace(Meta("a", "b", "c", "d"), language="ja").language == "ja"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_line_that_points_to_the_requests_of_its_own_document_is_carried_nowhere(language):
    first = told(
        1, requests=(ASKED, "Never touch the CSV that export() writes; go on with the fix."), language=language
    )
    points = {"en": "among the orders and choices above", "ja": "上の依頼のうち指示・選択"}[language]
    assert points in first
    assert points not in told(2, before=first, language=language)


@pytest.mark.parametrize(
    "words",
    ["Take over.", "Please take over issue #49.", "引き継いでください。", "issue 49 を引き継いで続けてください"],
)
def test_a_request_to_take_over_and_nothing_else_is_not_carried(words):
    assert carried(told(2, before=told(1, requests=(words,)))) == []


@pytest.mark.parametrize(
    "words", ["Take over the list and sort it by name.", "引き継いで、一覧を名前順にしてください。"]
)
def test_a_request_to_take_over_that_asks_for_more_is_carried(words):
    assert len(carried(told(2, before=told(1, requests=(words,))))) == 1
