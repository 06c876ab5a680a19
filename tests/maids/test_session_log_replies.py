"""What a person's short words answer, and what becomes of requests: refusals, repeats, the commit that proves one."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.facts import Decision, Request
from butler.maids.session_log_questions import asked_by
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

OFFER = "For the release, do you want to:\n\n**A) Tag it now** - the tests pass\n\n**B) Wait for the review**\n\n**C) Skip it**\n\nI would take (A), is that fine?"
DRAWING = "I see it like you.\n\n```\n│ Evaluate: did it work? │\n```\n\nDoes this match what you mean?"


def decision(*said: str, reply: str) -> Decision:
    story = Story()
    story.asks("Release it.")
    for text in said:
        story.ends(text)
    story.asks(reply)
    (found,) = gather(story.entries).decisions
    return found


def test_a_letter_is_the_option_of_the_message_that_offers_it():
    found = decision(OFFER, reply="A")
    assert (found.question, found.text) == ("For the release, do you want to:", "A = A) Tag it now - the tests pass")


def test_a_number_is_the_option_of_the_last_list_of_a_message():
    steps = "Every task goes the same way:\n\n1. Write a failing test\n2. Make it pass\n3. Commit\n\n"
    ways = (
        "Two ways to go on:\n\n**1. In this session** - a worker for each task\n\n**2. In another one**\n\nWhich way?"
    )
    assert decision(steps + ways, reply="1").text == "1 = In this session - a worker for each task"


def test_a_letter_goes_past_a_later_message_without_options():
    story = Story()
    story.ends(OFFER)
    story.asks("Are you sure that the review can wait?")
    story.ends(DRAWING)
    story.asks("B")
    (found,) = gather(story.entries).decisions
    assert found.text == "B = B) Wait for the review"


@pytest.mark.parametrize(
    "reply", ["A.", "option B", "A, please", "yes, let's go with A", "2", "2.", "2で", "2. but later"]
)
def test_replies_that_name_an_option(reply):
    offer = OFFER + "\n\nWhich order?\n1. Tag first\n2. Notes first"
    assert asked_by([offer], reply).chosen


@pytest.mark.parametrize(
    "reply",
    [
        "A small change to the release, please",
        "「1. Tag first」を詳しく",
        "2. Notes first should also name the people",
        "add a test",
        "tag v2 again",
        "I have 3 questions",
    ],
)
def test_replies_that_name_none(reply):
    offer = OFFER + "\n\nWhich order?\n1. Tag first\n2. Notes first"
    assert not asked_by([offer], reply).chosen


def test_a_numbered_list_that_asks_nothing_offers_nothing():
    assert asked_by(["What I did:\n1. I tagged it.\n2. I wrote notes."], "2") == ("", "")


def test_questions_in_code_drawings_and_quotes_are_none():
    text = "```\nprint('ready?')\n```\n> did it work?\n│ did it work? │\nShall I tag it?"
    assert asked_by([text], "yes").question == "Shall I tag it?"


def test_a_japanese_list_offers_too():
    offer = "どちらにしますか。\n案1: 今すぐ公開\n案2: レビューを待つ"
    assert asked_by([offer], "案2でお願いします").chosen == "案2: レビューを待つ"


def refusal(then: str, *, asks_next: bool = True) -> Request:
    story = Story()
    story.asks("Mark it ready.")
    story.runs("gh pr ready 12", None, state="declined")
    story.asks("let's test this first", channel="rejection")
    if asks_next:
        story.asks("Strip the headers from the summary.")
    story.ends(then)
    story.asks("Now show the export.")
    return next(one for one in gather(story.entries).requests if one.kind == "rejection")


def test_words_of_a_refusal_are_not_answered_by_the_end_of_another_turn():
    assert refusal("I stripped the headers.").state == "open"


def test_words_of_a_refusal_are_answered_by_words_about_them():
    assert refusal("I will test it first: run the export.", asks_next=False).state == "answered"


def test_words_of_a_refusal_name_the_call_that_was_declined():
    assert refusal("Done.").refused == "gh pr ready 12"


def test_words_of_a_refusal_name_no_call_that_ran():
    story = Story()
    story.asks("Mark it ready.")
    story.runs("gh pr ready 12")
    story.asks("not yet", channel="rejection")
    assert [one.refused for one in gather(story.entries).requests] == ["", ""]


def test_requests_that_paste_different_errors_are_two():
    story = Story()
    log = "\n".join(f"line {number} of the build log says that all is well" for number in range(60))
    story.asks(f"The build breaks:\n{log}\nnpm error: ci failed")
    story.ends("I look.")
    story.asks(f"The build breaks:\n{log}\nnpm error: install failed")
    assert [one.repeats for one in gather(story.entries).requests] == [1, 1]


def test_the_same_request_with_other_whitespace_is_one():
    story = Story()
    story.asks("Fix the build of the shop,\n  then tag it.")
    story.ends("I look.")
    story.asks("Fix the build of the shop, then tag it.")
    assert [one.repeats for one in gather(story.entries).requests] == [2]


def many_commits(request: str, words: str) -> Request:
    story = Story()
    story.asks(request)
    for number, subject in enumerate(
        (
            "Add summary helper for exports",
            "Add summary field to records",
            "Store export dates",
            "Document export summary",
        )
    ):
        story.edits(f"shop/part{number}.py")
        story.runs(f"git commit -am '{subject}'", output=f"[main 100000{number}] {subject}\n 1 file changed\n")
    story.ends(words)
    story.asks("Show the tax.")
    return gather(story.entries).requests[0]


def test_two_shared_words_prove_nothing_among_many_commits():
    found = many_commits("There is an export summary already, avoid duplication.", "All is committed.")
    assert (found.state, found.evidence) == ("answered", "")


def test_the_commit_that_shares_most_words_is_the_evidence():
    found = many_commits("Add the summary helper for exports", "All is committed.")
    assert (found.state, found.evidence) == ("done", "commit 1000000")


def test_a_commit_that_the_closing_words_name_is_the_evidence():
    found = many_commits("Write down the export summary", "Export summary: committed as 1000003.")
    assert (found.state, found.evidence) == ("done", "commit 1000003")


def test_a_numbered_reply_answers_a_numbered_list_part_by_part():
    story = Story("claude-code")
    story.asks("Plan the shelves")
    story.says(
        "Please decide:\n\n### 1. Names\nShall the names be fixed?\n\n### 2. Old shelves\nA: keep, B: create when missing?\n\n### 3. Sizes\nDo the sizes change?"
    )
    line = story.asks("1.fixed names 2. B, and create one when it is missing 3、keep the sizes")
    found = [(one.line, one.question, one.text) for one in gather(story.entries).decisions]
    assert found == [
        (line, "Names Shall the names be fixed?", "fixed names"),
        (line, "Old shelves A: keep, B: create when missing?", "B, and create one when it is missing"),
        (line, "Sizes Do the sizes change?", "keep the sizes"),
    ]


def test_a_numbered_list_that_answers_nothing_is_a_request():
    story = Story("claude-code")
    story.asks("Plan the shelves")
    story.says("The shelves are planned. Anything else?")
    story.asks("1. sort the books 2. dust the shelves")
    assert gather(story.entries).decisions == ()


def test_numbers_of_the_person_are_printed_as_they_stand():
    story = Story()
    story.asks("1. sort the books 2. dust the shelves")
    assert "“1. sort the books 2. dust the shelves”" in sections(materials(story))["CURRENT_STATE"]


def test_titled_questions_counted_in_words_are_answered_by_number_too():
    story = Story("claude-code")
    story.asks("棚を設計して")
    story.says(
        "### 決定一：名前\n固定にしますか？\n\n### 決定二：大きさ\n変えますか？\n\nまず確認してください:\n1. 名前"
    )
    story.asks("1. 固定 2. 変えない")
    assert [one.text for one in gather(story.entries).decisions] == ["固定", "変えない"]


def test_a_command_of_the_client_is_no_request():
    story = Story("claude-code")
    story.asks("Sort the books")
    story.asks("/rate-limit-options", "slash_command")
    assert [one.text for one in gather(story.entries).requests] == ["Sort the books"]


def test_numbers_with_a_dash_answer_too():
    story = Story("claude-code")
    story.asks("Plan the login")
    story.says("Two questions:\n1. Replace the old login?\n2. Look at the new one first?")
    story.asks("1 - yeah, 2 - definitely, go for it.")
    assert [one.text for one in gather(story.entries).decisions] == ["yeah,", "definitely, go for it."]
