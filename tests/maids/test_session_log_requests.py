"""Requests and their life, decisions of the person, claims of the agent."""

from __future__ import annotations

import pytest

from tests.maids.test_session_log_worker import facts_of
from tests.stories import FOLDER, Story


def test_requests_are_open_until_their_turn_ends():
    story = Story()
    story.asks("List the prices of the shop, please")
    assert facts_of(story).requests[0].state == "open"
    story.ends("I listed the prices.")
    (request,) = facts_of(story).requests
    assert (request.state, request.evidence_line) == ("answered", 3)


def test_the_persons_own_word_makes_a_request_done():
    story = Story()
    story.asks("The price list is empty, please mend it")
    story.ends("Mended.")
    line = story.asks("it works now, thanks")
    request = facts_of(story).requests[0]
    assert (request.state, request.evidence, request.evidence_line) == ("done", "person", line)


def test_a_commit_that_names_the_request_makes_it_done():
    story = Story()
    story.asks("Add a discount column to the price list")
    story.runs(
        "git commit -am 'Add discount column to price list'", 0, "[main 1a2b3c4] Add discount column to price list\n"
    )
    request = facts_of(story).requests[0]
    assert (request.state, request.evidence) == ("done", "commit 1a2b3c4")


def test_a_question_about_a_commit_is_not_done_by_a_commit():
    story = Story()
    story.asks("did you commit this?")
    story.runs("git commit -am x", 0, "[main 1a2b3c4] x\n")
    assert facts_of(story).requests[0].state == "open"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Sort the price list by discount", "never mind the discount sorting of the price list"),
        ("価格表を割引率で並べ替えて", "やっぱり割引率での並べ替えは取り消し"),
    ],
)
def test_a_request_is_superseded_only_by_words_that_name_it(first, second):
    story = Story()
    story.asks(first)
    story.ends("Ok.")
    line = story.asks(second)
    request = facts_of(story).requests[0]
    assert (request.state, request.evidence_line) == ("superseded", line)


def test_another_request_does_not_supersede():
    story = Story()
    story.asks("Sort the price list by discount")
    story.asks("Write the tax table instead of leaving it empty")
    assert facts_of(story).requests[0].state == "open"


def test_what_was_asked_on_an_abandoned_branch_is_gone_but_its_edits_are_not():
    story = Story()
    line = story.asks("Delete all prices")
    story.edits(f"{FOLDER}/a.py")
    story.withdraws(line)
    facts = facts_of(story)
    assert facts.requests == ()
    assert facts.withdrawn == 1
    assert facts.files[0].path == "a.py"


def test_a_picked_option_is_a_decision_with_its_words():
    story = Story()
    story.asks("Which store shall we use?")
    story.ends("Which one do you want?\n\n1. Keep prices in a file\n2. Keep prices in a database")
    story.asks("1")
    (decision,) = facts_of(story).decisions
    assert decision.question == "Which one do you want?"
    assert decision.text == "1 = Keep prices in a file"


def test_prose_that_sounds_like_a_decision_is_none():
    story = Story()
    story.asks("Go on")
    story.ends("I decided to keep prices in a file.")
    assert facts_of(story).decisions == ()


def test_a_pasted_log_is_collapsed_to_its_shapes():
    story = Story()
    story.asks("It hangs\n" + "\n".join(f"12:00:{second:02d} connect to port {second}" for second in range(40)))
    (request,) = facts_of(story).requests
    assert request.text.splitlines() == ["It hangs", "12:00:00 connect to port 0", "[… +39]"]


def test_a_prompt_template_shows_what_was_typed_into_it():
    story = Story()
    body = "\n".join(f"{number}. You MUST do the step number {number}" for number in range(80))
    story.asks(
        f"## User Input\n\n```text\nlist the prices\n```\n\nThe text typed after `/shop.plan` is the wish.\n\n{body}\n"
    )
    (request,) = facts_of(story).requests
    assert request.text == "list the prices\n[template /shop.plan]"


def test_constraints_survive_the_shortening_of_a_long_request():
    story = Story()
    filler = "\n".join(
        f"The shelf number {number} holds some goods of the shop that nobody asked about." for number in range(120)
    )
    story.asks(f"Write the price list.\n{filler}\nNever round prices; use snake_case only.\n{filler}")
    (request,) = facts_of(story).requests
    assert request.text.startswith("Write the price list.")
    assert "Never round prices; use snake_case only." in request.text
    assert len(request.text) < 5000


@pytest.mark.parametrize(
    ("said", "runs", "verdict"),
    [
        ("All tests pass.", [("pytest -q", 1, "1 failed\n")], "contradicted"),
        ("All tests pass.", [("pytest -q | tail -3", 0, "3 passed\n")], "unproven"),
        ("All tests pass.", [], "unproven"),
        ("All tests pass.", [("pytest -q", 0, "3 passed\n")], None),
        ("The tests should pass now.", [("pytest -q", 1, "1 failed\n")], None),
        ("If the tests pass, I will push.", [("pytest -q", 1, "1 failed\n")], None),
        ("テストはすべて成功しました。", [("pytest -q", 1, "1 failed\n")], "contradicted"),
        ("テストが通れば push します。", [("pytest -q", 1, "1 failed\n")], None),
        ("I pushed the branch.", [], "unproven"),
        ("I pushed the branch.", [("git push", 1, "! [rejected] main -> main (fetch first)\n")], "contradicted"),
        ("I pushed the branch.", [("git push 2>&1 | tail -2", 0, "   0000000..1a2b3c4  main -> main\n")], None),
        ("Nothing has been pushed yet.", [], None),
        ("コミットしました。", [], "unproven"),
        ("Committed as 1a2b3c4.", [("git commit -m x", 0, "[main 1a2b3c4] x\n")], None),
        ("The core tests pass.", [("pytest core", 0, "3 passed\n"), ("pytest shop", 1, "1 failed\n")], None),
    ],
)
def test_claims_stand_beside_the_evidence(said, runs, verdict):
    story = Story()
    story.asks("Mend the price list")
    for command, code, output in runs:
        story.runs(command, code, output)
    story.ends(said)
    assert [claim.verdict for claim in facts_of(story).claims] == ([verdict] if verdict else [])


def test_a_claim_about_the_state_before_an_edit_is_old():
    story = Story()
    story.runs("pytest -q", 0, "3 passed\n")
    story.edits(f"{FOLDER}/a.py")
    story.ends("All tests pass.")
    assert [claim.verdict for claim in facts_of(story).claims] == ["old"]
