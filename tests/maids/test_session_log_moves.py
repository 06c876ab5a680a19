"""What changed the repository beside commits, what other agents were told, and what somebody else changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.capabilities.handover.render import render
from butler.capabilities.session_log.facts import FileFact
from butler.capabilities.session_log.models import StateChange, Subagent
from butler.capabilities.work_record.models import FileState, GitState, WorkState
from butler.maids.handover_worker import compose
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


def moves(command: str, code: int | None = 0) -> list[str]:
    story = Story()
    story.runs(command, code)
    return [text for _, text in gather(story.entries).moves]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("git branch backup/tax", "git branch backup/tax"),
        ("git branch -D tax", "git branch -D tax"),
        ("git reset --soft HEAD~1 && git status", "git reset --soft HEAD~1"),
        ('git config user.name "Ann Lee"', 'git config user.name "Ann Lee"'),
        ("git mv shop/tax.py shop/duty.py", "git mv shop/tax.py shop/duty.py"),
        ("cd shop && rm old.py", "rm old.py"),
        ("gh pr ready 12", "gh pr ready 12"),
        ('gh pr create --draft --title "Tax"', 'gh pr create --draft --title "Tax"'),
        ("git push --force-with-lease origin tax", "git push --force-with-lease origin tax"),
        ("git worktree add ../tax", "git worktree add ../tax"),
    ],
)
def test_a_command_that_changes_the_repository_is_told(command, told):
    assert moves(command) == [told]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("git branch", 0),
        ("git branch --show-current", 0),
        ("git branch -vv", 0),
        ("git config --get user.name", 0),
        ("git config user.name", 0),
        ("git stash list", 0),
        ("gh pr view 12", 0),
        ("rm -rf /tmp/scratch", 0),
        ("rm -rf node_modules", 0),
        ("echo 'git branch tax'", 0),
        ("git branch tax", 128),
        ("rm tax.py", None),
    ],
)
def test_a_command_that_looks_or_did_not_work_is_not(command, code):
    assert moves(command, code) == []


def links(*commands: tuple[str, str]) -> list[str]:
    story = Story()
    for command, output in commands:
        story.runs(command, output=output)
    return [link for _, link in gather(story.entries).links]


PULL = "https://example.org/ann/shop/pull/12"


def test_a_pull_request_made_as_a_draft_is_a_draft_until_it_is_ready():
    made = ('gh pr create --draft --title "Tax" --body ""', PULL + "\n")
    assert links(made) == [f"{PULL} (draft)"]
    assert links(made, ("gh pr ready 12", "")) == [f"{PULL} (ready for review)"]
    assert links(made, ("gh pr ready 99", "")) == [f"{PULL} (draft)"]
    assert links(made, ("gh pr merge --squash", "")) == [f"{PULL} (merged)"]


def test_a_pull_request_that_is_no_draft_has_no_state():
    assert links(('gh pr create --title "A --draft of tax"', PULL + "\n")) == [PULL]


def test_messages_to_other_agents_are_kept_as_a_line():
    story = Story()
    story.runs('crew send tax-worker "Merge now:\n rebase first, then report."')
    story.runs('codex exec --full-auto "Round the tax in shop/tax.py"')
    story.runs("git commit -m 'send the tax to the shop'")
    found = [(one.name, one.text) for one in gather(story.entries).sent]
    assert found == [
        ("tax-worker", "Merge now: rebase first, then report."),
        ("codex", "Round the tax in shop/tax.py"),
    ]


def test_the_task_of_a_subagent_is_kept_once():
    story = Story()
    for state in ("started", "finished"):
        story._add(Subagent, call_id="s1", task="Look for the tax", name="scout", state=state)
    (found,) = gather(story.entries).sent
    assert (found.name, found.text) == ("scout", "Look for the tax")


def outside(story: Story) -> FileFact:
    return next(one for one in gather(story.entries).files if one.path == "shop/tax.py")


def test_an_edit_that_finds_the_file_changed_shows_that_somebody_else_did():
    story = Story()
    story.reads("shop/tax.py")
    line = story.fails_to_edit("shop/tax.py", "File has been modified since read, either by the user or by a linter.")
    assert outside(story).outside == line


def test_what_the_client_saw_changed_is_told_and_shown():
    story = Story()
    story.asks("Fix the tax.")
    story.edits("shop/tax.py")
    line = story._add(StateChange, name="edited_outside", value="shop/tax.py")
    story._add(StateChange, name="edited_outside", value="shop/duty.py")
    assert outside(story).outside == line
    told = sections(materials(story))["CODEBASE_ANCHORS"]
    assert f"changed outside this session's edits [L{line}]" in told
    assert f"`shop/duty.py` changed outside this session's edits [L{line + 1}]" in told


def test_what_a_command_of_the_session_wrote_was_not_changed_by_somebody_else():
    story = Story()
    story.edits("shop/tax.py")
    story.runs("sed -i s/1/2/ shop/tax.py")
    story._add(StateChange, name="edited_outside", value="shop/tax.py")
    assert outside(story).outside == 0


def test_another_refusal_of_an_edit_shows_nothing_of_the_kind():
    story = Story()
    story.reads("shop/tax.py")
    story.fails_to_edit("shop/tax.py", "String to replace not found in file.")
    assert outside(story).outside == 0


def test_a_short_edit_is_kept_as_old_and_new():
    story = Story()
    story.edits("shop/tax.py", "-TIMEOUT = 60\n+TIMEOUT = 120", 1, 1)
    assert outside(story).change == "TIMEOUT = 60 → TIMEOUT = 120"


def test_a_long_edit_is_not():
    story = Story()
    story.edits("shop/tax.py", "\n".join(f"-a{number}\n+b{number}" for number in range(5)), 5, 5)
    assert outside(story).change == ""


def test_the_document_says_what_became_of_commits_and_files():
    story = Story()
    story.asks("Round the tax and commit it.")
    story.edits("shop/tax.py")
    story.edits("draft.md", action="add")
    story.runs("rm draft.md")
    story.runs("git add -A && git commit -m 'Round the tax'", output="[main 1a2b3c4] Round the tax\n 1 file changed\n")
    reset = story.runs("git reset --soft HEAD~1")
    story.edits("shop/duty.py")
    status = story.runs("git status --short", output="M  shop/tax.py\n")
    found = sections(materials(story))
    assert f"commit 1a2b3c4 Round the tax (undone by `git reset` [L{reset}])" in found["CURRENT_STATE"]
    assert f"`shop/duty.py` +1/−0; committed or reverted: git shows no change [L{status}]" in found["CODEBASE_ANCHORS"]
    assert "`shop/tax.py` +1/−0; uncommitted" in found["CODEBASE_ANCHORS"]
    assert "`draft.md` added, then deleted again; +1/−0 [L5]" in found["CODEBASE_ANCHORS"]


def test_the_document_names_the_call_that_was_refused():
    story = Story()
    story.asks("Mark it ready.")
    story.runs("gh pr ready 12", None, state="declined")
    story.asks("let's test this first", channel="rejection")
    assert "(refused: `gh pr ready 12`)" in sections(materials(story))["CURRENT_STATE"]


def test_a_risk_speaks_of_the_last_commit_that_stands():
    story = Story()
    story.asks("Round the tax and commit it.")
    for subject, hash_ in (("Round the tax", "1a2b3c4"), ("Show it", "5e6f7a8")):
        story.edits("shop/tax.py")
        last = story.runs(f"git add -A && git commit -m '{subject}'", output=f"[main {hash_}] {subject}\n")
    story.runs("git reset --soft HEAD~1")
    assert f"files edited after the last commit [L{last - 2}]: 1" in sections(materials(story))["RISKS"]


def test_the_branch_of_the_log_is_said_where_git_shows_another():
    story = Story(branch="main")
    story.asks("Round the tax.")
    story.runs("git switch -c tax", output="Switched to a new branch 'tax'\n")
    git = GitState(branch="main", head="0" * 40)
    told = sections(materials(story, work=WorkState(git=git)))["CURRENT_STATE"]
    assert "the log was last on branch `tax`" in told
    same = sections(materials(story, work=WorkState(git=replace(git, branch="tax"))))["CURRENT_STATE"]
    assert "the log was last on branch" not in same


def test_the_metadata_say_that_git_is_of_another_folder():
    story = Story()
    story.asks("Round the tax.")
    git = GitState(branch="main", head="0" * 40)
    found = materials(story, work=WorkState(git=git))
    assert "log_elsewhere" not in render(compose(found))
    elsewhere = replace(found, log=replace(found.log, other_folder="/srv/other"))
    told = render(compose(elsewhere))
    assert "log_elsewhere: true" in told
    assert "dirty: unknown" in told
    assert "dirty: false" not in told


def test_a_file_that_git_shows_clean_now_is_not_called_uncommitted():
    story = Story()
    story.asks("Round the tax.")
    story.edits("shop/tax.py")
    story.edits("shop/duty.py")
    story.edits("shop/new/a.py", action="add")
    git = GitState(
        branch="main", head="0" * 40, unstaged=(FileState("shop/duty.py", "modified"),), untracked=("shop/new/",)
    )
    told = sections(materials(story, work=WorkState(git=git)))["CODEBASE_ANCHORS"]
    assert "`shop/tax.py` +1/−0; committed or reverted: git shows no change now [L3]" in told
    assert "`shop/duty.py` +1/−0; uncommitted [L4]" in told
    assert "`shop/new/a.py` new; +1/−0; uncommitted [L5]" in told


def test_a_new_file_that_no_status_lists_may_be_ignored_too():
    story = Story()
    story.asks("Plan the tax.")
    story.edits("plans/tax.md", action="add")
    line = story.runs("git status --short")
    assert f"committed or git-ignored: not in git status [L{line}]" in sections(materials(story))["CODEBASE_ANCHORS"]


def test_messages_and_changes_stand_among_the_commands():
    story = Story()
    story.asks("Round the tax.")
    sent = story.runs('crew send tax-worker "Rebase first, then report."')
    line = story.runs("git branch backup/tax")
    told = sections(materials(story))["DISCOVERY"]
    assert f"[L{sent}] to tax-worker: “Rebase first, then report.”" in told
    assert f"[L{line}] `git branch backup/tax`" in told
