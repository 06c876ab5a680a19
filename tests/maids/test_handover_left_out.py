"""A shortened closing message does not look complete: what it leaves open comes first, and what is cut is counted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from butler.capabilities.session_log.facts import AgentWords
from butler.maids.handover_left_out import is_open, left_out, lists_of, open_at, taken_up
from butler.maids.handover_replies import best_words
from butler.maids.session_log_words import tokens_of
from butler.maids.session_log_worth import sentences
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

DONE = """All changes are pushed.

Addressed:
- Rounding: `round_tax` now rounds half up in shop/tax.py, verified by test_tax.py
- Shipping: `shipping_for` adds the island surcharge in shop/shipping.py, verified by test_shipping.py
- Prices: `price_of` reads the table of rates once in shop/prices.py, verified by test_prices.py

Remaining feedback:
- Retries - the mail gateway is called once
- Coverage - the refund path has no test

The branch is ready for review."""


def spoken(text: str) -> AgentWords:
    return AgentWords(9, None, final=True, sentences=sentences(text), size=len(text))


def closed(*texts: str) -> str:
    story = Story()
    for text in texts:
        story.asks("Address the review of the tax")
        story.runs("git status")
        story.ends(text)
    story.asks("Thanks, is the shop open?")
    story.ends("It is.")
    return sections(materials(story))["CURRENT_STATE"]


@pytest.mark.parametrize(
    "text",
    [
        "Committed with `--no-verify` because the hook hangs",
        "I skipped the slow test for now",
        "The refund path is not tested yet",
        "The check is a workaround until the gateway answers",
        "Disabled the lint rule for this file",
        "Retries are left for later",
        "返金の経路は未対応です",
        "実機では確認していません",
        "暫定的に税率を固定しています",
        "E2E テストはスキップしています",
        "退款流程尚未测试",
    ],
)
def test_a_sentence_that_tells_of_something_open_or_makeshift_is_known(text):
    assert is_open(text)


@pytest.mark.parametrize(
    "text",
    [
        "All tests pass and the branch is pushed",
        "There are no remaining issues",
        "Removed the workaround for the old gateway",
        "Fixed the TODO in shop/tax.py",
        "残りはありません",
        "古い設定への参照が残っていないことを確認しました",
        "無限ループを回避しました",
        "先保留旧的税率表",
        "税率を修正しました",
        "The next order of the shop is shipped on Monday",
    ],
)
def test_a_sentence_of_what_was_done_is_not(text):
    assert not is_open(text)


def test_the_items_under_a_heading_of_what_is_left_are_open_as_far_as_they_go_on_alike():
    words = spoken(DONE)
    told = [text for position, _, text in words.sentences if position in open_at(words)]
    assert [one.split(" ")[0] for one in told] == ["Remaining", "Retries", "Coverage"]


def test_words_cut_short_keep_what_is_left_before_what_was_done():
    shown = " ".join(best_words(spoken(DONE), 170))
    assert "Remaining feedback:" in shown
    assert "Retries - the mail gateway is called once" in shown


def test_a_hook_that_was_bypassed_is_kept_between_the_successes():
    text = (
        "SUCCESS: all checks pass.\n\n1. Found the cause - the hook refused the lock file\n"
        "2. Fixed the ignore list - added an exception for the lock file\n3. Committed - used `--no-verify` to bypass the hook\n"
        "4. Pushed - the build and the types pass"
    )
    assert "(3) Committed - used `--no-verify`" in " ".join(best_words(spoken(text), 200))


def test_what_is_open_and_finds_no_room_is_counted():
    words = spoken(DONE)
    note = left_out(words, ["All changes are pushed."])
    assert note is not None
    assert (note.key, dict(note.facts)) == ("cut_open", {"count": 3})
    assert left_out(words, [text for _, _, text in words.sentences]) is None


def test_a_message_without_anything_open_is_shortened_without_a_word():
    assert left_out(spoken("The tax is rounded.\n\nThe prices are read once."), ["The tax is rounded."]) is None


def test_a_request_tells_what_its_closing_words_leave_open():
    found = closed(
        DONE + "\n\nThe refund mail is not sent yet, and the invoice job is disabled for now.\n" + "More.\n" * 3
    )
    assert "Remaining feedback:" in found or "more on what is open or bypassed]" in found


def items(*texts: str) -> str:
    return "Here are the findings:\n\n" + "\n".join(f"{at}. {text}" for at, text in enumerate(texts, 1))


FINDINGS = (
    "The tax of books is rounded down in `round_tax` and the customer pays a cent less",
    "The list of orders is read twice in `orders_of` before the page is shown",
    "The mail gateway is called without any timeout in `send_mail`",
    "The stock of a book may fall below zero in `take_book`",
    "The name of the customer is printed to the log of the shop in `greet`",
)


def test_a_list_shown_in_part_says_how_many_items_it_has_and_keeps_their_numbers():
    words = spoken(items(*FINDINGS))
    assert [len(one) for one in lists_of(words)] == [5]
    note = left_out(words, [text for _, _, text in words.sentences if text.startswith("(2)")])
    assert note is not None
    assert (note.key, dict(note.facts)) == ("cut_items", {"shown": 1, "of": 5})


def _texts(parts: Sequence[str]) -> str:
    return " ".join(parts)


def test_of_a_list_the_items_that_later_words_take_up_are_the_first_to_go():
    words = spoken(items(*FINDINGS))
    later = [tokens_of("Fixed: `round_tax` rounded the tax of books down, the customer pays the whole cent now.")]
    done = taken_up(words, later)
    assert [one[:3] for one in done] == ["(1)"]
    assert "(1)" not in _texts(best_words(words, 200, done=done))
    assert "(1)" in _texts(best_words(words, 2000, done=done))
