"""Next steps as the closing words name them, plan steps that the log has shown, and last words that keep their sense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

LONG = " ".join(f"The shelf of the room number {n} got a new label and a price in the list." for n in range(24))


def _ended(words: str, agent: str = "codex") -> dict[str, str]:
    story = Story(agent)
    story.asks("Sort the shelves")
    story.edits("shop/shelf.py")
    story.ends(words)
    return sections(materials(story))


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (
            "The shelves are sorted.\n\nNot done yet:\n- label the top shelf\n- count the books",
            "label the top shelf / count the books",
        ),
        ("The shelves are sorted.\n\nSuggested next steps:\n1. Reload the shop page", "Reload the shop page"),
        ("The shelves are sorted. The change is not committed or pushed yet.", "not committed or pushed yet"),
        ("The shelves are sorted. I would close the ticket after this branch lands.", "close the ticket after"),
        ("The shelves are sorted. You can now restart the till.", "You can now restart the till"),
        ("棚を並べ替えました。\n\n残タスク:\n- 最上段のラベル貼り\n- 本を数える", "最上段のラベル貼り / 本を数える"),
        ("棚を並べ替えました。価格表は未対応です。", "価格表は未対応です"),
        ("棚を並べ替えました。この後、レジを再起動する手順になります。", "この後、レジを再起動"),
        ("已经排好书架。\n然后重新启动收银台。", "然后重新启动收银台"),
    ],
)
def test_the_next_step_is_taken_from_the_words_that_end_the_log(words, step):
    found = _ended(words)["NEXT_ACTION"]
    assert step in found
    assert "Ask the person what comes next" not in found


@pytest.mark.parametrize("words", ["The shelves are sorted.", "棚を並べ替えました。", "All shelves now have labels."])
def test_words_that_leave_nothing_name_no_step(words):
    assert "The agent's word" not in _ended(words)["NEXT_ACTION"]


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("Run the tests and final review", True),
        ("Verify everything", True),
        ("テストを実行する", True),
        ("Run lint", False),
        ("Run the tests and write the changelog", False),
        ("Draw the page", False),
    ],
)
def test_a_step_of_checks_that_passed_later_is_no_longer_next(step, shown):
    story = Story()
    story.asks("Sort the shelves")
    story.edits("shop/shelf.py")
    story.plans(("Sort", "completed"), (step, "in_progress"))
    ran = story.runs("pytest -q", 0, "12 passed in 0.2s")
    story.ends("The shelves are sorted.")
    found = sections(materials(story))
    assert (f"the log shows it since [L{ran}]: {step}" in found["CURRENT_STATE"]) is shown
    assert (step not in found["NEXT_ACTION"]) is shown


def test_a_step_of_checks_stays_open_while_one_fails_or_was_edited_after():
    story = Story()
    story.asks("Sort the shelves")
    story.plans(("Run the tests", "pending"))
    story.runs("pytest -q", 0, "12 passed in 0.2s")
    story.edits("shop/shelf.py")
    assert "Run the tests" in sections(materials(story))["NEXT_ACTION"]
    story.runs("pytest -q", 1, "1 failed in 0.2s")
    assert "Run the tests" in sections(materials(story))["NEXT_ACTION"]


@pytest.mark.parametrize(
    ("plan", "item"),
    [
        (
            "# Plan\n\n## Verification\n\n1. `pytest -q` passes\n2. Manual test: open the till and sell a book",
            "Manual test: open the till",
        ),
        ("# 計画\n\n## 検証\n\n- `pytest -q`\n- 手動: レジを開いて本を売る", "手動: レジを開いて本を売る"),
    ],
)
def test_checks_by_hand_of_an_approved_plan_are_next_until_somebody_speaks_of_them(plan, item):
    story = Story("claude-code")
    story.asks("Sort the shelves")
    story.judges_plan(plan, approved=True)
    story.edits("shop/shelf.py")
    story.ends("The shelves are sorted.")
    assert item in sections(materials(story))["NEXT_ACTION"]
    story.asks("And the till?")
    story.ends("I tested the till by hand in the browser. 手動で確認しました。")
    assert item not in sections(materials(story))["NEXT_ACTION"]


def test_checks_by_hand_come_with_the_items_under_them():
    plan = "# Plan\n\n## Testing\n- Manual: open the till, then verify:\n  - the drawer opens\n  - the bell rings\n- `pytest`"
    story = Story("claude-code")
    story.asks("Sort the shelves")
    story.judges_plan(plan, approved=True)
    story.edits("shop/shelf.py")
    story.ends("The shelves are sorted.")
    assert "then verify: the drawer opens; the bell rings" in sections(materials(story))["NEXT_ACTION"]


@pytest.mark.parametrize(("request_", "told"), [("Sort the shelves", True), ("Sort the shelves, do not commit", False)])
def test_where_nothing_else_is_next_the_missing_commit_is_named_unless_it_was_forbidden(request_, told):
    story = Story()
    story.asks(request_)
    story.edits("shop/shelf.py")
    story.runs("ls shop")
    story.ends("The shelves are sorted.")
    found = sections(materials(story))["NEXT_ACTION"]
    assert "Ask the person what comes next" in found
    assert ("no commit" in found) is told


def test_what_was_not_started_never_stands_without_what_was():
    words = (
        f"{LONG}\n\nHelpers are now spawned from main:\n- `shelf-labels` on `feat/labels`\n- `price-list` on `feat/prices`\n\n"
        "I did not spawn the helper for the cellar yet because the door has to be opened first."
    )
    state = _ended(words)["CURRENT_STATE"]
    assert "I did not spawn the helper for the cellar" in state
    assert "`shelf-labels` on `feat/labels`" in state
    assert "`price-list` on `feat/prices`" in state


def test_last_words_that_were_cut_say_so_at_their_end():
    story = Story()
    story.asks("Sort the shelves")
    story.ends(
        "I sorted the shelves. " + " ".join(f"Note {n}: the shelf in room {n} is made of oak." for n in range(79))
    )
    told = sections(materials(story, max_tokens=800))["CURRENT_STATE"].split("last words: ")[1]
    assert told.split("\n- ")[0].rstrip().endswith("…")


def test_what_replaces_what_is_told_between_two_values():
    state = _ended("The number was wrong.\nChange the shelf from:\n```\n9310\n```\nto\n```\n8310\n```\nThen save it.")
    assert "`9310` to `8310`" in state["CURRENT_STATE"]
    assert (
        "`9310` 改为： `8310`"
        in _ended("编号填错了。\n把书架编号从：\n```\n9310\n```\n改为：\n```\n8310\n```\n然后保存。")["CURRENT_STATE"]
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_work_given_away_whose_result_lies_on_disk_is_not_told_as_missing(language):
    story = Story("claude-code")
    story.asks("Look into the till")
    story.says("I hand the research to a helper.")
    given = story.hands_out("researcher", "Look into the till")
    wrote = story.edits("docs/till.md", excerpt="+# Till\n+The drawer opens by `open_drawer()`.", action="add")
    made = materials(story)
    found = sections(replace(made, meta=replace(made.meta, language=language)))
    assert f"`docs/till.md` [L{wrote}]" in found["CURRENT_STATE"]
    assert "not come back" not in found["CURRENT_STATE"]
    assert "戻っていない" not in found["CURRENT_STATE"]
    assert f"`docs/till.md` [L{wrote}]" in found["NEXT_ACTION"]
    assert f"[L{given}]" in found["NEXT_ACTION"]


def test_a_question_asked_while_the_agent_works_has_the_words_on_the_way_that_answer_it():
    story = Story()
    story.begins()
    story.asks("Sort the shelves")
    story.edits("shop/shelf.py")
    story.asks("also what happened to the cellar door, I thought the keys were ordered")
    story.says("I go on with the second shelf.")
    told = story.says("The cellar door has no keys: they were never ordered, the list of `av-12` is still open.")
    story.edits("shop/shelf.py")
    story.asks("paint the shelves too")
    story.ends("The shelves are sorted and painted.")
    story.asks("Fine, and the lamp?")
    story.ends("The lamp hangs.")
    state = sections(materials(story))["CURRENT_STATE"]
    assert f"→ [L{told}] (on the way) The cellar door has no keys" in state
