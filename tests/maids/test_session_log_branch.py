"""The branch of a session is the last one that git's words show, whichever command they answer."""

from __future__ import annotations

import pytest

from butler.maids.session_log_worker import gather
from tests.stories import Story


def last_branch(command: str, output: str, code: int | None = 0) -> str | None:
    story = Story(branch="main")
    story.runs(command, code, output)
    return gather(story.entries).session.branch


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git checkout tax", "Switched to branch 'tax'\n"),
        ("git switch -c tax", "Switched to a new branch 'tax'\n"),
        ("git checkout -q -b tax", ""),
        ("scripts/new-feature.sh tax", "Switched to a new branch 'tax'\n"),
        ("git switch --create tax -q", ""),
        ("git status", "On branch tax\nnothing to commit, working tree clean\n"),
        ("git status", "ブランチ tax\nnothing to commit, working tree clean\n"),
        ("git checkout tax", "ブランチ 'tax' に切り替えました\n"),
        ("git status -sb", "## tax\n M shop/tax.py\n"),
        ("git status -sb", "## tax...origin/tax [ahead 1]\n"),
        ("git commit -am 'Tax'", "[tax 1a2b3c4] Tax\n 1 file changed\n"),
        ("git log --oneline -1", "1a2b3c4 (HEAD -> tax, origin/tax) Tax\n"),
        ("git log -1", "commit 1a2b3c4d5 (HEAD -> tax)\nAuthor: Ann\n"),
        ("git branch --show-current", "tax\n"),
        ("git rev-parse --abbrev-ref HEAD", "tax\n"),
        ("git branch", "  main\n* tax\n"),
        ("git branch -vv", "  main 0011223 Start\n* tax  1a2b3c4 Tax\n"),
    ],
)
def test_the_branch_is_the_last_one_seen(command, output):
    assert last_branch(command, output) == "tax"


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("git checkout tax", "error: pathspec 'tax' did not match any file(s) known to git\n", 1),
        ("git checkout -b tax", "fatal: a branch named 'tax' already exists\n", 128),
        ("git checkout -- tax.py", "", 0),
        ("git branch tax", "", 0),
        ("git rev-parse --abbrev-ref HEAD", "HEAD\n", 0),
        ("git branch --list 'x*'", "  tax\n", 0),
        ("git show 1a2b3c4", "On branch tax\n", 0),
        ("git log -1", "ブランチ 一覧\n", 0),
        ("gh issue view 3", "## Summary\nThe tax.\n", 0),
        ("pytest -q", "Switched to branch 'tax'\n", 0),
        ("cd /tmp/scratch && git init && git checkout -b tax", "Switched to a new branch 'tax'\n", 0),
    ],
)
def test_what_does_not_move_to_another_branch(command, output, code):
    assert last_branch(command, output, code) == "main"


def test_a_branch_in_what_the_person_pasted_counts():
    story = Story(branch="main")
    story.asks("$ git log -1\ncommit 1a2b3c4d5 (HEAD -> tax, origin/tax)\nAuthor: Ann\n\nIs it in?")
    assert gather(story.entries).session.branch == "tax"
