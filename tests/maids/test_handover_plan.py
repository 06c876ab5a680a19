"""A plan that the agent forgot to tick, and one with many steps left."""

from __future__ import annotations

import pytest

from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


@pytest.mark.parametrize(
    "words",
    [
        "All done. The cache and the page are in place.",
        "すべて完了しました。",
        "全部完成了。",
        "The implementation is complete.",
    ],
)
def test_a_step_that_is_older_than_all_done_is_no_next_work_but_a_thing_to_check(words):
    story = Story("claude-code")
    story.asks("Make the shop faster")
    plan = story.plans(("Cache the prices", "completed"), ("Draw the page once", "in_progress"))
    story.edits("shop/page.py")
    told = story.ends(words) - 1
    found = sections(materials(story))
    assert f"the plan was not touched since [L{plan}]; later the agent said [L{told}]" in found["CURRENT_STATE"]
    assert "in progress: Draw the page once" in found["CURRENT_STATE"]
    assert "Finish (in progress)" not in found["NEXT_ACTION"]
    assert f"Check whether this step is done already (plan of [L{plan}]" in found["NEXT_ACTION"]


@pytest.mark.parametrize(
    "words",
    ["The cache is done. Not yet drawn: the page.", "Phase 1 is done, phase 2 remains.", "The price list is sorted."],
)
def test_words_that_leave_something_open_leave_the_plan_as_it_is(words):
    story = Story("claude-code")
    story.asks("Make the shop faster")
    story.plans(("Cache the prices", "completed"), ("Draw the page once", "in_progress"))
    story.ends(words)
    assert "Finish (in progress): Draw the page once" in sections(materials(story))["NEXT_ACTION"]


def test_words_before_the_plan_was_touched_say_nothing_of_it():
    story = Story("claude-code")
    story.asks("Make the shop faster")
    story.ends("All done.")
    story.asks("Now the second page")
    story.plans(("Draw the second page", "in_progress"))
    assert "Finish (in progress): Draw the second page" in sections(materials(story))["NEXT_ACTION"]


def test_of_many_steps_the_next_ones_are_named_and_the_others_counted():
    story = Story()
    story.asks("Build the shop")
    story.plans(*((f"Build shelf {n}", "pending") for n in range(9)))
    found = sections(materials(story))
    assert found["CURRENT_STATE"].count("Build shelf") == 9
    assert found["NEXT_ACTION"].count("Build shelf") == 4
    assert "5 more steps of the plan above" in found["NEXT_ACTION"]
