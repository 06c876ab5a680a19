"""What git's later words say of commits and files: pushed, undone, committed, ignored, rewritten, gone."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.facts import CommitFact, Facts, FileFact
from butler.maids.session_log_worker import gather
from tests.stories import FOLDER, Story

MADE = "[main 1a2b3c4] Round the tax\n 1 file changed, 2 insertions(+)\n"


def committed(branch: str = "main") -> Story:
    story = Story(branch=branch)
    story.asks("Round the tax and commit it.")
    story.edits("shop/tax.py")
    story.runs("git add shop/tax.py && git commit -m 'Round the tax'", output=MADE.replace("main", branch))
    return story


def commit(story: Story) -> CommitFact:
    return gather(story.entries).commits[0]


def file(facts: Facts, path: str) -> FileFact:
    return next(one for one in facts.files if one.path == path)


def push(story: Story, ref: str, tip: str = "9f8e7d6") -> int:
    return story.runs("git push", output=f"To example.org:shop.git\n   0011223..{tip}  {ref} -> {ref}\n")


def test_a_push_of_the_branch_that_holds_a_commit_pushes_it():
    story = committed()
    push(story, "main")
    assert commit(story).pushed


def test_a_push_of_another_branch_does_not():
    story = committed("tax")
    push(story, "main")
    assert not commit(story).pushed


def test_a_push_whose_range_ends_in_the_commit_does_whatever_the_branch():
    story = committed("tax")
    push(story, "other", tip="1a2b3c4d5")
    assert commit(story).pushed


def test_a_branch_made_from_another_holds_its_commits():
    story = committed()
    story.runs("git switch -c tax", output="Switched to a new branch 'tax'\n")
    story.runs("git push -u origin tax", output=" * [new branch]      tax -> tax\n")
    assert commit(story).pushed


def test_a_merged_branch_is_pushed_with_the_one_it_was_merged_into():
    story = committed("tax")
    story.runs("git checkout main", output="Switched to branch 'main'\n")
    story.runs("git merge tax", output="Updating 0011223..1a2b3c4\nFast-forward\n")
    push(story, "main")
    assert commit(story).pushed


@pytest.mark.parametrize(
    "words",
    [
        "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean\n",
        "ブランチ main\nこのブランチは 'origin/main' に対して最新です。\n\nnothing to commit, working tree clean\n",
        "## main...origin/main\n",
    ],
)
def test_a_status_that_is_up_to_date_shows_that_the_remote_has_the_commit(words):
    story = committed()
    story.runs("git status", output=words)
    assert commit(story).pushed


@pytest.mark.parametrize(
    "words",
    [
        "On branch main\nYour branch is ahead of 'origin/main' by 1 commit.\n",
        "ブランチ main\nこのブランチは 'origin/main' よりも1コミット進んでいます。\n",
        "## main...origin/main [ahead 1]\n",
        "## main\n",
    ],
)
def test_a_status_that_is_ahead_does_not(words):
    story = committed()
    story.runs("git status -sb" if words.startswith("#") else "git status", output=words)
    assert not commit(story).pushed


def test_a_log_shows_with_its_names_what_the_remote_has():
    story = committed()
    story.runs("git log --oneline -2", output="1a2b3c4 (HEAD -> main, origin/main) Round the tax\n0011223 Start\n")
    assert commit(story).pushed
    other = committed()
    other.runs("git log --oneline -2", output="1a2b3c4 (HEAD -> main) Round the tax\n0011223 (origin/main) Start\n")
    assert not commit(other).pushed


@pytest.mark.parametrize("command", ["git reset --soft HEAD~1", "git reset HEAD^", "git reset --hard @~2"])
def test_a_reset_undoes_a_commit_and_a_later_push_does_not_push_it(command):
    story = committed()
    line = story.runs(f"{command} && git status --short --branch", output="## main\nA  shop/tax.py\n")
    push(story, "main")
    found = commit(story)
    assert (found.undone, found.undone_line, found.pushed) == ("reset", line, False)


@pytest.mark.parametrize(
    "command", ["git reset", "git reset HEAD shop/tax.py", "git reset --hard HEAD", "git reset -- ."]
)
def test_a_reset_of_the_index_undoes_none(command):
    story = committed()
    story.runs(command)
    push(story, "main")
    assert (commit(story).undone, commit(story).pushed) == ("", True)


def test_a_reset_that_failed_undoes_none():
    story = committed()
    story.runs("git reset --soft HEAD~9", 128, "fatal: ambiguous argument 'HEAD~9'\n")
    assert commit(story).undone == ""


def test_a_reset_to_a_commit_undoes_the_later_ones_and_one_back_brings_them_again():
    story = committed()
    story.runs("git commit -am 'Show it'", output="[main 5566778] Show it\n 1 file changed\n")
    story.runs("git reset --hard 1a2b3c4")
    assert [one.undone for one in gather(story.entries).commits] == ["", "reset"]
    story.runs("git reset --hard ORIG_HEAD")
    assert [one.undone for one in gather(story.entries).commits] == ["", ""]


def test_after_a_reset_to_an_unknown_commit_a_push_proves_nothing():
    story = committed()
    story.runs("git reset --hard 0000aaa")
    push(story, "main")
    assert not commit(story).pushed


def test_an_amended_commit_is_replaced_by_the_new_one():
    story = committed()
    story.runs("git commit --amend -m 'Round the tax down'", output="[main 7777777] Round the tax down\n")
    push(story, "main", tip="7777777")
    first, second = gather(story.entries).commits
    assert (first.undone, first.pushed) == ("amend", False)
    assert (second.undone, second.pushed) == ("", True)


def test_a_rebase_rewrites_and_a_log_gives_the_new_hash():
    story = committed("tax")
    story.runs("git rebase main", output="Successfully rebased and updated refs/heads/tax.\n")
    assert commit(story).undone == "rebase"
    story.runs("git log --oneline -1", output="8888888 Round the tax\n")
    assert (commit(story).undone, commit(story).hash) == ("", "8888888")


def test_a_rebase_that_had_nothing_to_do_changes_nothing():
    story = committed("tax")
    story.runs("git rebase main", output="Current branch tax is up to date.\n")
    assert commit(story).undone == ""


def test_a_reverted_commit_says_so():
    story = committed()
    line = story.runs("git revert --no-edit HEAD", output='[main 9999999] Revert "Round the tax"\n 1 file changed\n')
    assert (commit(story).undone, commit(story).undone_line) == ("revert", line)


def test_an_undone_commit_proves_no_request_done():
    story = committed()
    assert gather(story.entries).requests[0].state == "done"
    story.runs("git reset --soft HEAD~1")
    assert gather(story.entries).requests[0].state != "done"


def test_a_commit_tells_how_many_files_it_took_along():
    assert commit(committed()).files == 1


CLEAN = (
    ("git status", "On branch main\nnothing to commit, working tree clean\n"),
    ("git status", "ブランチ main\nnothing to commit, working tree clean\n"),
    ("git status --short", ""),
    ("git status -sb", "## main...origin/main\n"),
    ("git status --porcelain=v1", "?? notes.txt\n"),
    ("git --no-pager status", "On branch main\nChanges not staged for commit:\n\tmodified:   shop/other.py\n"),
    ("git fetch && git status -s", " M shop/other.py\n"),
)


@pytest.mark.parametrize(("command", "words"), CLEAN)
def test_a_whole_status_that_does_not_list_a_file_shows_it_clean(command, words):
    story = Story()
    story.edits("shop/tax.py")
    line = story.runs(command, output=words)
    found = file(gather(story.entries), "shop/tax.py")
    assert (found.committed, found.clean_line) == (None, line)


NOT_CLEAN = (
    ("git status", "On branch main\nChanges not staged for commit:\n\tmodified:   shop/tax.py\n", 0),
    ("git status", "ブランチ main\n\t変更:       shop/tax.py\n", 0),
    ("git status", "On branch main\nUntracked files:\n\tshop/\n", 0),
    ("git status --short", "?? shop/\n", 0),
    ("git status --short", "R  shop/tax.py -> shop/duty.py\n", 0),
    ("git status --short shop/other.py", "", 0),
    ("git status --short -- docs", "", 0),
    ("git status --short | head -5", "", 0),
    ("git status --short | grep py || true", "", 0),
    ("git status -uno", "On branch main\nnothing to commit\n", 0),
    ("git status", "On branch main\n... [900 characters truncated] ...\n", 0),
    ("git status --short", "", 128),
    ("git status --short", "", None),
    ("cd /srv/other && git status --short", "", 0),
    ("git -C ../other status --short", "", 0),
    ("git stash list; git status --short", "", 0),
    ("git statuses", "", 0),
)


@pytest.mark.parametrize(("command", "words", "code"), NOT_CLEAN)
def test_a_status_that_lists_it_or_is_not_whole_proves_nothing(command, words, code):
    story = Story()
    story.edits("shop/tax.py")
    story.runs(command, code, words)
    found = file(gather(story.entries), "shop/tax.py")
    assert (found.committed, found.clean_line) == (False, 0)


def test_an_edit_after_the_status_is_not_committed():
    story = Story()
    story.edits("shop/tax.py")
    story.runs("git status --short")
    story.edits("shop/tax.py")
    assert file(gather(story.entries), "shop/tax.py").committed is False


def test_a_status_that_lists_a_committed_file_shows_that_it_changed_since():
    story = committed()
    assert file(gather(story.entries), "shop/tax.py").committed is True
    story.runs("git status --short", output=" M shop/tax.py\n")
    assert file(gather(story.entries), "shop/tax.py").committed is False


def test_a_status_before_the_commit_of_the_same_command_tells_the_older_state():
    story = Story()
    story.edits("shop/tax.py")
    story.runs("git status --short && git add -A && git commit -m 'Tax'", output=" M shop/tax.py\n[main 1a2b3c4] Tax\n")
    assert file(gather(story.entries), "shop/tax.py").committed is True


def test_a_status_elsewhere_says_nothing_of_a_worktree():
    story = Story()
    story.edits(".worktrees/tax/shop/tax.py")
    story.edits("/srv/other/a.py")
    story.runs("git status --short")
    assert [one.clean_line for one in gather(story.entries).files] == [0, 0]


def test_a_status_of_a_folder_within_judges_what_lies_there():
    story = Story()
    story.edits(f"{FOLDER}/api/tax.py")
    story.edits("web/tax.js")
    line = story.runs("git status --short", output=" M ../web/old.js\n", cwd=f"{FOLDER}/api")
    facts = gather(story.entries)
    assert (file(facts, "api/tax.py").clean_line, file(facts, "web/tax.js").clean_line) == (line, 0)


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("git check-ignore -v docs/plans/tax.md", 0, ".gitignore:5:docs/plans\tdocs/plans/tax.md"),
        ("git check-ignore docs/plans/tax.md", 0, "docs/plans/tax.md\n"),
        (
            "git add docs/plans/tax.md",
            1,
            "The following paths are ignored by one of your .gitignore files:\ndocs/plans\nhint: Use -f if you really want to add them.\n",
        ),
    ],
)
def test_an_ignored_file_is_said_to_be_ignored(command, code, words):
    story = committed()
    story.edits("docs/plans/tax.md", action="add")
    story.runs(command, code, words)
    story.runs("git commit -am 'More'", output="[main 2222222] More\n")
    found = file(gather(story.entries), "docs/plans/tax.md")
    assert (found.ignored, found.committed) == (True, None)


def test_a_file_that_is_not_ignored_is_not_said_to_be():
    story = Story()
    story.edits("docs/tax.md", action="add")
    story.runs("git check-ignore -v docs/tax.md || echo no", 0, "no\n")
    assert not file(gather(story.entries), "docs/tax.md").ignored


def test_deleted_and_added_again_is_rewritten():
    story = Story()
    story.edits("tasks.md")
    story.edits("tasks.md", action="delete")
    story.edits("tasks.md", action="add")
    assert file(gather(story.entries), "tasks.md").action == "rewritten"


def test_added_deleted_and_added_again_is_new():
    story = Story()
    for action in ("add", "delete", "add"):
        story.edits("tasks.md", action=action)
    assert file(gather(story.entries), "tasks.md").action == "add"


def test_added_and_deleted_again_is_gone_and_no_commit_is_guessed():
    story = committed()
    story.edits("draft.md", action="add")
    story.runs("rm draft.md")
    story.runs("git add -A && git commit -m 'More'", output="[main 2222222] More\n")
    found = file(gather(story.entries), "draft.md")
    assert (found.action, found.committed) == ("gone", None)


def test_a_file_that_git_had_is_deleted():
    story = Story()
    story.edits("draft.md")
    story.runs("git rm draft.md")
    assert file(gather(story.entries), "draft.md").action == "delete"


def test_a_committed_file_that_is_deleted_later_is_deleted():
    story = Story()
    story.edits("draft.md", action="add")
    story.runs("git add -A && git commit -m 'Draft'", output="[main 2222222] Draft\n")
    story.edits("draft.md", action="delete")
    assert file(gather(story.entries), "draft.md").action == "delete"


def test_a_new_file_that_was_renamed_before_the_commit_is_not_guessed_to_be_in_it():
    story = Story()
    story.edits("Dockerfile", action="add")
    story.runs("mv Dockerfile Containerfile")
    story.runs("git commit -m 'More'", output="[main 2222222] More\n")
    found = file(gather(story.entries), "Dockerfile")
    assert (found.action, found.moved_to, found.committed) == ("move", "Containerfile", None)


@pytest.mark.parametrize(("how", "state"), [("--soft", False), ("--mixed", False), ("--hard", None)])
def test_a_reset_takes_the_files_of_its_commits_back_too(how, state):
    story = Story()
    story.edits("shop/duty.py")
    story.runs("git add -A && git commit -m 'Duty'", output="[main 0a0a0a0] Duty\n")
    story.edits("shop/tax.py")
    story.runs("git add -A && git commit -m 'Tax'", output="[main 1b1b1b1] Tax\n")
    story.runs(f"git reset {how} HEAD~1")
    facts = gather(story.entries)
    assert (file(facts, "shop/tax.py").committed, file(facts, "shop/duty.py").committed) == (state, True)


def test_a_committed_file_that_a_status_listed_for_a_while_is_committed_again():
    story = committed()
    story.runs("git status --short", output="M  shop/tax.py\n")
    story.runs("git status --short")
    assert file(gather(story.entries), "shop/tax.py").committed is True


def test_a_quiet_amend_leaves_a_commit_without_a_known_hash():
    story = committed()
    story.runs("git commit --amend --no-edit -q")
    assert (commit(story).undone, commit(story).hash) == ("", "")
