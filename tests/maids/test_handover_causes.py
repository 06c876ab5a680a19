"""A first guess of a cause is marked where a later closing message names another one; words before an edit say so."""

from __future__ import annotations

from butler.maids.handover_causes import later_causes
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


def guessed(second: str) -> tuple[Story, int, int]:
    story = Story()
    story.asks("The nightly build of the price list fails on the server")
    first = story.ends("The issue is that the server builds an older commit. Push again.") - 1
    story.asks("It builds the newest commit, the nightly build of the price list still goes red")
    last = story.ends(second) - 1
    return story, first, last


def test_another_cause_named_later_is_marked():
    story, first, last = guessed("Root cause: the merge with the main branch brings a broken lockfile.")
    assert later_causes(gather(story.entries)) == {first: last}
    story.asks("Thanks")
    story.ends("You are welcome.")
    assert f"[a cause is named anew later: [L{last}]]" in sections(materials(story))["CURRENT_STATE"]


def test_the_same_cause_told_again_is_not():
    story, _, _ = guessed("The issue is still that the server builds an older commit. Push again.")
    assert later_causes(gather(story.entries)) == {}


def test_a_cause_of_another_trouble_is_not():
    story = Story()
    story.asks("The nightly build of the price list fails on the server")
    story.ends("The issue is that the server builds an older commit.")
    story.asks("Why is the button of the cart grey?")
    story.ends("The reason is a missing colour in the theme.")
    assert later_causes(gather(story.entries)) == {}


def test_closing_words_before_the_edit_that_answered_their_request_say_so():
    story = Story()
    asked = story.asks("Do we log the orders that the cleanup deletes?")
    story.ends("No, deleted orders are only printed, their reason is never shown.")
    story.answers("Shall the cleanup log them?", "Yes, log them")
    edit = story.edits("shop/cleanup.py", "+log.info(order, reason)")
    story.ends("The cleanup logs each deleted order with its reason.")
    story.asks("And the carts?")
    story.ends("They are logged as well.")
    text = sections(materials(story))["CURRENT_STATE"]
    told = text[text.index(f"- [L{asked}]") :]
    assert f"never shown. [edits followed: [L{edit}]]" in told or "logs each deleted order" in told.split("\n- [L")[0]
