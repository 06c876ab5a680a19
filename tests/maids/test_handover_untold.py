"""What the log speaks against is not said: states of git where there is none, pages that never came, thoughts taken back."""

from __future__ import annotations

import pytest

from butler.maids.session_log_outputs import json_states
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

NO_GIT = "fatal: not a git repository (or any of the parent directories): .git\n"


def asked() -> Story:
    story = Story()
    story.asks("Round the tax")
    return story


# git and files


def test_where_there_is_no_repository_nothing_is_uncommitted():
    story = asked()
    line = story.runs("git status", 128, NO_GIT)
    story.edits("shop/tax.py")
    found = sections(materials(story))
    assert f"no git repository [L{line}]" in found["CODEBASE_ANCHORS"]
    assert "uncommitted" not in found["CODEBASE_ANCHORS"]
    assert "no commit" not in found["CURRENT_STATE"]
    assert "Check git status" not in found["HANDOFF_PROMPT"]


def test_a_repository_that_was_seen_is_not_denied_by_a_look_elsewhere():
    story = asked()
    story.runs("git status", 0, "On branch main\nnothing to commit, working tree clean\n")
    story.edits("shop/tax.py")
    story.runs("git log -1", 128, NO_GIT)
    assert not gather(story.entries).no_repository
    assert "uncommitted" in sections(materials(story))["CODEBASE_ANCHORS"]


def test_a_file_that_an_edit_did_not_fit_is_not_new():
    story = asked()
    story.fails_to_edit("shop/tax.py", "apply_patch verification failed: Failed to find expected lines in shop/tax.py")
    story.edits("shop/tax.py", action="add", added=50)
    story.edits("shop/rates.py", action="add", added=5)
    lines = sections(materials(story))["CODEBASE_ANCHORS"].splitlines()
    assert "new" not in next(one for one in lines if "tax.py" in one)
    assert "new" in next(one for one in lines if "rates.py" in one)


def test_a_listed_file_that_is_gone_is_told_as_deleted():
    story = asked()
    story.edits("shop/tax.py")
    line = story.runs("git status --short", 0, " D shop/old.py\n M shop/rates.py\n M shop/tax.py\n")
    found = sections(materials(story))["CODEBASE_ANCHORS"]
    assert f"deleted when git listed them [L{line}], no edit in this log: `shop/old.py`" in found
    assert f"not committed when git listed them [L{line}], no edit in this log: `shop/rates.py`" in found


def test_anchors_that_were_all_cut_are_counted_and_not_none():
    story = asked()
    for number in range(12):
        story.reads(f"shop/a_rather_long_folder_name_{number}/and_a_file_with_a_long_name_{number}.py")
    story.ends(
        "Rounded. " + " ".join(f"`rate_{number}` is 0.{number} in shop/tax_{number}.py." for number in range(60))
    )
    found = sections(materials(story, max_tokens=200))["CODEBASE_ANCHORS"]
    assert "nothing shown here: 12 cut for room" in found


# pages, results, numbers


@pytest.mark.parametrize(
    "result", ["The server returned HTTP 404 Not Found.", "Request failed with status code 503", "Error: 403"]
)
def test_a_page_that_answered_with_an_error_was_not_fetched(result):
    story = asked()
    story.uses("WebFetch", '{"url": "https://shop.example/rates"}', result)
    story.uses("WebFetch", '{"url": "https://shop.example/tax"}', "The tax of books is 7 %, since 2007. 404 shops.")
    assert [url for _, url, _ in gather(story.entries).pages] == ["https://shop.example/tax"]


def test_the_result_of_a_last_action_without_an_exit_code_is_what_it_printed():
    story = asked()
    story.runs("./draw prices", None, "wrote prices_1.png\nwrote prices_2.png\n")
    assert "→ wrote prices_2.png" in sections(materials(story))["CURRENT_STATE"]


def test_a_number_is_never_cut_in_its_middle():
    assert json_states('{"id":277215506299,"state":"open"}') == ["id: 277215506299", "state: open"]


# thoughts


@pytest.mark.parametrize("turn", ["Actually wait, let me reconsider.", "Wait, no.", "いや、違いました。"])
def test_a_thought_that_the_same_message_takes_back_is_no_finding(turn):
    story = asked()
    story.says(f"The function `round_tax()` in shop/tax.py never rounds `rate`.\n{turn}\n`prices.csv` holds 40 rows.")
    story.runs("ls")
    story.ends("Done.")
    worth = {text: value for words in gather(story.entries).words for _, value, text in words.sentences}
    assert worth["The function `round_tax()` in shop/tax.py never rounds `rate`."] == 0


def test_waiting_for_something_takes_nothing_back():
    story = asked()
    story.says("The function `round_tax()` in shop/tax.py never rounds `rate`.\nWait for the build of `shop`.")
    worth = {text: value for words in gather(story.entries).words for _, value, text in words.sentences}
    assert worth["The function `round_tax()` in shop/tax.py never rounds `rate`."] > 0


# what is not whole says so


def test_code_that_is_cut_carries_the_mark():
    story = asked()
    story.says("It prints now:\n```\none row\ntwo rows\nthree rows\nfour rows\n```")
    texts = [text for words in gather(story.entries).words for _, _, text in words.sentences]
    assert "`three rows …`" in texts


def test_commits_beside_reports_of_subagents_say_that_theirs_may_be_missing():
    story = asked()
    story.runs("git commit -m x", 0, "[main 60d5fd4] Round the tax\n 1 file changed, 2 insertions(+)\n")
    assert "of subagents, commits" not in sections(materials(story))["CURRENT_STATE"]
    story.delegates("planner", "The plan for the rates in `shop/tax.py` is written, three steps in all.")
    story.ends("Planned.")
    assert (
        "of subagents, commits and edits are read only where this log tells them"
        in sections(materials(story))["CURRENT_STATE"]
    )
