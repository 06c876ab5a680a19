"""A request whose turn was broken off is called open only where nothing in the log speaks of it any more."""

from __future__ import annotations

from butler.capabilities.session_log.facts import CommitFact, Facts, Request
from butler.capabilities.session_log.models import Boundary
from butler.maids.handover_broken import broken_off
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


def made(subject: str) -> str:
    return f"[main 60d5fd4] {subject}\n 1 file changed, 2 insertions(+)\n"


def broken(story: Story) -> int:
    return story._add(Boundary, kind="turn_aborted")


def told(story: Story, line: int) -> str:
    text = sections(materials(story))["CURRENT_STATE"]
    return next(one for one in text.splitlines() if one.startswith(f"- [L{line}]"))


def test_a_turn_that_committed_before_it_was_broken_off_says_so():
    story = Story()
    line = story.asks("Parse the lines of the feed across the borders of its chunks")
    commit = story.runs("git commit -am 'Read on after a stop'", output=made("Read on after a stop"))
    cut = broken(story)
    story.asks("And the prices?")
    story.ends("They are read once.")
    assert f"its turn was broken off [L{cut}] after its commit 60d5fd4 [L{commit}]" in told(story, line)


def test_a_later_commit_about_the_same_thing_is_named():
    asked = Request(2, None, "Make the abort listener of the order stream run once")
    commits = (CommitFact(5, "60d5fd4", "Round the tax"), CommitFact(7, "71e6fe5", "Run the abort listener once"))
    state = broken_off(Facts(requests=(asked, Request(4, None, "Go on")), aborted=(3,), commits=commits))[2]
    assert (state.key, dict(state.facts)) == (
        "state_broken_committed",
        {"anchor": "[L3]", "hash": "71e6fe5", "later": "[L7]"},
    )


def test_a_later_commit_about_something_else_is_not():
    story = Story()
    line = story.asks("Make the abort listener of the order stream run once")
    cut = broken(story)
    story.asks("Now round the tax first")
    story.runs("git commit -am 'Round the tax of books'", output=made("Round the tax of books"))
    story.ends("The tax is rounded.")
    assert f"open, its turn was broken off [L{cut}]" in told(story, line)


def test_a_pull_request_that_came_after_one_was_asked_for_is_named():
    story = Story()
    line = story.asks("We merged that PR, we need a new one")
    cut = broken(story)
    story.asks("Sorry, send it up")
    link = story.runs("gh pr create --fill", output="https://example.com/shop/shop/pull/17\n")
    story.ends("The branch is up.")
    assert f"its turn was broken off [L{cut}]; a pull request came after it [L{link}]" in told(story, line)
