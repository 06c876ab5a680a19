"""Edits that git undid are not called uncommitted, those that a commit holds stay committed."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.facts import FileFact
from butler.maids.session_log_worker import gather
from tests.stories import Story


def tax(story: Story) -> FileFact:
    return next(one for one in gather(story.entries).files if one.path == "shop/tax.py")


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -- shop/tax.py",
        "git restore shop/tax.py",
        "git checkout .",
        "git reset --hard",
        "git restore -W .",
    ],
)
def test_edits_that_git_undid_are_not_uncommitted(command):
    story = Story()
    story.edits("shop/tax.py")
    story.runs(command)
    found = tax(story)
    assert (found.action, found.committed) == ("restored", None)
    story.edits("shop/tax.py")
    found = tax(story)
    assert (found.action, found.committed) == ("update", False)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("git checkout -- shop/other.py", 0),
        ("git restore --staged shop/tax.py", 0),
        ("git checkout tax", 0),
        ("git reset --soft HEAD", 0),
        ("git checkout -- shop/tax.py", 1),
    ],
)
def test_commands_that_undo_no_edit_of_the_file(command, code):
    story = Story()
    story.edits("shop/tax.py")
    story.runs(command, code)
    assert tax(story).committed is False


def test_a_committed_file_is_not_called_restored():
    story = Story()
    story.edits("shop/tax.py")
    story.runs("git add -A && git commit -m 'Tax'", output="[main 1a2b3c4] Tax\n")
    story.runs("git reset --hard")
    assert tax(story).committed is True
