"""What became of answers and their options: nothing is called turned down, in force or left that the log speaks against."""

from __future__ import annotations

import pytest

from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

LOCKS = ("Last write wins with counters", "Merge both sides", "Lock the row")


def asked() -> Story:
    story = Story("claude-code")
    story.asks("Plan the shared basket")
    return story


def told(story: Story) -> tuple[str, str]:
    found = sections(materials(story))
    return found["DECISION"], found["HANDOFF_PROMPT"]


# options


def test_an_option_that_a_later_answer_takes_is_never_called_not_chosen():
    story = asked()
    story.answers("How shall two writers meet?", "Merge both sides", *LOCKS)
    later = story.answers("Merge, or keep it simpler?", "Last write wins", "Merge both sides (Recommended)")
    decided, prompt = told(story)
    assert f"(decided anew [L{later}])" in decided
    assert "not chosen" not in decided
    assert "In force: `Last write wins`" in prompt
    assert "In force: `Merge both sides`" not in prompt


def test_words_that_weigh_options_without_taking_one_turn_none_down_and_are_not_in_force():
    story = asked()
    story.answers("One blob or rows?", "leaning towards one blob, but tell me about rows", "Single blob", "Rows")
    decided, prompt = told(story)
    assert "leaning towards one blob" in decided
    assert "not chosen" not in decided
    assert "In force" not in prompt


def test_an_option_that_a_later_request_orders_is_not_called_turned_down():
    story = asked()
    story.answers("Where do baskets live?", "In the price file", "In the price file", "In a database table")
    story.asks("On second thought put them in a database table")
    assert "not chosen" not in told(story)[0]


def test_an_answer_that_a_later_question_goes_on_with_says_where():
    story = asked()
    story.answers("How does a new till join?", "Register as pending, require approval", "Register silently")
    later = story.answers("How does a pending till get approval?", "Pending without a block", "A button")
    decided, prompt = told(story)
    assert f"(taken further [L{later}])" in decided
    assert "In force: `Register as pending" not in prompt


def test_a_yes_with_what_it_agrees_to_is_a_decision():
    story = asked()
    story.answers("Count the writes?", "Yes — one growing counter", "Yes — one growing counter", "No — times only")
    assert "answered “Yes — one growing counter” (not chosen: No — times only)" in told(story)[0]


def test_answers_to_other_questions_leave_an_answer_alone():
    story = asked()
    story.answers("Where do prices live?", "A plain text file", "A plain text file", "A database server")
    story.answers("Which colour has the till?", "Dark green all over", "Dark green all over", "Bright red")
    decided, prompt = told(story)
    assert "(not chosen: A database server)" in decided
    assert "In force: `A plain text file`" in prompt


# what comes next


@pytest.mark.parametrize(
    "words",
    [
        "The copy was refused. You can try this: stop the till and start it again.",
        "コピーが拒否されました。レジを止めて再起動してください。",
        "拷贝失败。请重新启动收银机再试。",
    ],
)
def test_what_the_person_was_told_to_try_is_asked_about(words):
    story = asked()
    story.ends(words)
    assert "Ask the person how it went" in sections(materials(story))["NEXT_ACTION"]


def test_a_message_that_was_written_out_is_not_taken_as_sent():
    story = asked()
    story.ends("Here is the mail.\n\nSubject: Prices of May\n\nDear Ann, the prices are attached.")
    assert "was sent: the log does not show it — Subject: Prices of May" in sections(materials(story))["NEXT_ACTION"]


def test_the_last_two_offers_are_told():
    story = asked()
    story.ends("Done.\n\nIf you want, I can cut the list.\n\nIf you like, I can also write the short mail.")
    found = sections(materials(story))["NEXT_ACTION"]
    assert "I can cut the list" in found
    assert "the short mail" in found


# checks beside others


def chain(output: str = "0 issues.\nok shop 0.1s\n") -> Story:
    story = asked()
    story.runs("mise run lint", 1, "shop/tax.go:3:1: ineffectual assignment (ineffassign)\n")
    story.edits("shop/tax.go")
    story.runs("mise run lint", 0, "0 issues.\n")
    story.edits("shop/tax.go")
    story.runs("mise run fmt && mise run lint 2>&1 | tail -3 && mise run test", 0, output)
    return story


def test_a_check_within_a_chain_counts_as_run():
    story = chain()
    found = sections(materials(story))
    assert "no lint run" not in found["CURRENT_STATE"]
    assert (
        f"`mise run lint` 0 issues.; 2 runs, 1 failed; 1 more beside other checks, last [L{story.line}]"
        in (found["DISCOVERY"])
    )
    assert "See whether" not in found["NEXT_ACTION"]


def test_a_chain_with_a_filter_in_its_middle_is_another_check_than_its_beginning():
    story = chain()
    story.runs("mise run fmt && mise run lint", 0, "0 issues.\n")
    texts = [one.text for one in gather(story.entries).checks]
    assert sum(text.startswith("mise run fmt && mise run lint") for text in texts) == 2


def test_a_failure_is_solved_by_a_chain_that_went_well():
    story = asked()
    failed = story.runs("mise run lint", 1, "shop/tax.go:3:1: ineffectual assignment (ineffassign)\n")
    story.edits("shop/tax.go")
    worked = story.runs("mise run fmt && mise run lint", 0, "0 issues.\n")
    trouble = next(one for one in gather(story.entries).troubles if one.line == failed)
    assert trouble.mended == worked


def test_words_about_a_later_action_are_no_remark_on_an_older_failure():
    story = asked()
    story.breaks("Read prices.pdf", "pdftoppm failed: not found")
    story.runs("ls $HOME/prices", 2, "")
    story.says("The quotes were stripped. Let me use another shell.")
    assert not gather(story.entries).troubles[0].words


def test_a_variable_named_like_a_formatter_is_no_check():
    story = asked()
    story.runs("$word = New-Object\n$black=0\n$word.Quit()", 0, "ERROR: no word\n")
    assert not gather(story.entries).checks
