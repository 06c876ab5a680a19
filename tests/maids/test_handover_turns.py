"""What was said and written about something that the person gave up later."""

from __future__ import annotations

import pytest

from butler.maids.handover_turns import turned, turns_of
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

PLAN = "\n".join(
    [
        "+# Till with the Cashbox module",
        "+## Steps",
        "+- Wire `CashboxModule` into the sqlite store and its 3 tables",
        "+- Show the cashbox drawer in the shop page",
    ]
)


def _till(
    *, turn: str, question: str = "", words: str = "The Cashbox module keeps its tables in the sqlite store."
) -> Story:
    story = Story("claude-code")
    story.asks("Plan the till of the shop")
    story.edits("docs/till-plan.md", excerpt=PLAN, action="add")
    story.ends(words)
    if question:
        story.ends("I can do that.")
        story.answers(question, turn)
    else:
        story.asks("How many tables?")
        story.ends("Three.")
        story.asks(turn)
    story.edits("shop/till.py")
    story.ends("Done with it.")
    return story


@pytest.mark.parametrize(
    ("turn", "question"),
    [
        ("Forget the Cashbox module and the sqlite store. Write plain files.", ""),
        ("Let's not use the Cashbox module with its sqlite store", ""),
        ("ok. let's use plain files instead of the Cashbox module and its sqlite store", ""),
        ("Scrap that Cashbox plan with the sqlite tables, plain files please", ""),
        ("definitely, go for it", "Should I replace the Cashbox module and the sqlite store with plain files?"),
    ],
)
def test_what_was_said_and_written_of_a_thing_given_up_is_marked(turn, question):
    story = _till(turn=turn, question=question)
    line = next(one.line for one in turns_of(gather(story.entries)))
    found = sections(materials(story))
    assert f"written before the change of direction [L{line}]" in found["DISCOVERY"]
    assert f"sqlite store. [before the change of direction [L{line}]" in found["CURRENT_STATE"] + found["DISCOVERY"]
    assert "till-plan.md" not in found["HANDOFF_PROMPT"]


@pytest.mark.parametrize(
    "turn",
    [
        "やっぱり現金箱モジュールと棚卸台帳はやめて、普通のファイルにしてください",
        "現金箱モジュールの代わりに棚卸台帳を普通のファイルに",
    ],
)
def test_a_change_of_direction_in_japanese_is_seen(turn):
    story = _till(turn=turn, words="現金箱モジュールは棚卸台帳に記録します。")
    line = next(one.line for one in turns_of(gather(story.entries)))
    assert f"[before the change of direction [L{line}]" in sections(materials(story))["CURRENT_STATE"]


@pytest.mark.parametrize(
    ("turn", "question"),
    [
        ("Add a drawer to the Cashbox module and a table to the sqlite store", ""),
        ("no, keep it", "Should I replace the Cashbox module and the sqlite store with plain files?"),
        ("definitely", "Should I add the Cashbox module to the sqlite store?"),
        ("Drop the blue colour of the page footer", ""),
        ("just drop the (Cashbox module, sqlite store) in the title", ""),
        ("Cashbox module 没有兑换成功，sqlite store 也看一下", ""),
    ],
)
def test_what_goes_on_or_is_about_something_else_is_not_marked(turn, question):
    found = sections(materials(_till(turn=turn, question=question)))
    assert "change of direction" not in found["DISCOVERY"] + found["CURRENT_STATE"]
    assert "till-plan.md" in found["HANDOFF_PROMPT"]


def test_what_was_written_anew_after_the_change_is_told_as_it_stands():
    story = _till(turn="Forget the Cashbox module and the sqlite store. Write plain files.")
    story.edits("docs/till-plan.md", excerpt=PLAN, action="update")
    assert "written before the change" not in sections(materials(story))["DISCOVERY"]


def test_the_first_request_and_long_specifications_change_no_direction():
    story = Story()
    story.asks("Forget the Cashbox module and the sqlite store")
    story.ends("Done.")
    story.asks("Drop the sqlite store. " + "The till has a drawer of oak and a bell. " * 40)
    assert turns_of(gather(story.entries)) == ()


def test_only_a_later_change_counts():
    story = _till(turn="Forget the Cashbox module and the sqlite store. Write plain files.")
    turns = turns_of(gather(story.entries))
    assert turned(turns, turns[0].line, "The Cashbox module and the sqlite store") == 0
    assert turned(turns, turns[0].line - 1, "The Cashbox module and the sqlite store") == turns[0].line


@pytest.mark.parametrize("words", ["The helper is still working on the till.", "担当はまだ調査中です。"])
def test_that_work_of_another_goes_on_is_not_told_once_later_words_came(words):
    story = Story("claude-code")
    story.asks("Look into the till")
    story.ends(words)
    story.asks("And the drawer, the bell and the cashbox of oak?")
    story.ends("The drawer opens by `open_drawer()` because of a spring.")
    story.asks("Good")
    story.ends("Thank you for that.")
    assert words[:12] not in sections(materials(story))["DISCOVERY"]
