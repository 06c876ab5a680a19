"""Work in a worktree beside the session's folder: what git shows of one tree says nothing of the other."""

from __future__ import annotations

from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story

_TREE = "/home/ann/shop.worktrees/tax"
_DIFF = "diff --git a/shop/tax.py b/shop/tax.py\n@@ -1 +1 @@\n-a\n+b\n"


def _edited(*names: str) -> Story:
    story = Story()
    story.asks("Round the tax in the worktree")
    for name in names:
        story.edits(f"{_TREE}/shop/{name}")
    return story


def _anchors(story: Story) -> str:
    return sections(materials(story))["CODEBASE_ANCHORS"]


def test_a_diff_that_shows_a_file_of_a_worktree_does_not_call_it_clean():
    story = _edited("tax.py", "duty.py")
    diff = story.runs("git diff -- shop/tax.py shop/duty.py", output=_DIFF, cwd=_TREE)
    rows = _anchors(story).splitlines()
    assert "uncommitted" in next(row for row in rows if "tax.py" in row)
    assert f"git shows no change [L{diff}]" in next(row for row in rows if "duty.py" in row)


def test_a_diff_in_the_main_tree_says_nothing_of_the_worktree():
    story = _edited("tax.py")
    story.runs("git diff -- shop/tax.py", output="", cwd=FOLDER)
    assert "no change" not in _anchors(story)


def test_a_later_status_that_lists_a_file_takes_back_that_it_was_clean():
    story = _edited("tax.py")
    story.runs("git diff -- shop/tax.py", output="", cwd=_TREE)
    story.runs("git status --short", output=" M shop/tax.py\n", cwd=_TREE)
    assert "no change" not in _anchors(story)
    assert "uncommitted" in _anchors(story)


def test_what_git_lists_in_another_tree_is_told_with_its_folder():
    story = _edited("tax.py")
    story.runs("ls shop", output="tax.py\n", cwd=_TREE)
    line = story.runs("git status --short", output=" M shop/stock.py\n", cwd=FOLDER)
    assert f"[L{line}], no edit in this log: `{FOLDER}/shop/stock.py`" in _anchors(story)
