"""Commits without hooks and pushes by force are told: "all hooks pass" is worth little beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.maids.session_log_bypasses import passed_over
from butler.maids.session_log_commands import bare_command
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ("git commit --no-verify -m 'Round'", ["hooks"]),
        ("git add . && git commit -nm 'Round'", ["hooks"]),
        ("git commit -an -m 'Round'", ["hooks"]),
        ("HUSKY=0 git commit -m 'Round'", ["hooks"]),
        ("LEFTHOOK=0 git push", ["hooks"]),
        ("git -c core.hooksPath=/dev/null commit -m 'Round'", ["hooks"]),
        ("git push --force-with-lease origin main", ["force"]),
        ("git push -f", ["force"]),
        ("git push origin +main", ["force"]),
        ("git push --no-verify --force", ["hooks", "force"]),
        ("git commit -am 'Say what --no-verify does'", []),
        ("git commit -m 'Round' && rm -f notes.txt", []),
        ("git push -u origin main", []),
        ("git log -n 3 && git commit -am 'Round'", []),
        ("git push && tail -f server.log", []),
        ("git push origin fix-f", []),
        ("git commit-tree -n", []),
        ("HUSKY=0 npm ci && git commit -m 'Round'", []),
        ("export HUSKY=0 && git commit -m 'Round'", ["hooks"]),
        ("git push --force --dry-run", []),
        ("git status # never git commit --no-verify here", []),
        ("git commit -m 'Round' # -n is not used", []),
        ("man git commit -n", []),
        ("git commit --help --no-verify", []),
    ],
)
def test_a_safeguard_passed_over_is_seen_in_the_command_of_git_alone(command, kinds):
    assert [kind for kind, _ in passed_over(bare_command(command))] == kinds


def story() -> tuple[Story, int, int]:
    story = Story()
    story.asks("Round the tax")
    commit = story.runs("git commit --no-verify -am 'Round'", output="[main 60d5fd4] Round\n 1 file changed\n")
    push = story.runs("git push --force", output=" + 0011223...60d5fd4 main -> main (forced update)\n")
    story.ends("Committed and pushed, all hooks pass.")
    return story, commit, push


def test_a_commit_without_hooks_and_a_push_by_force_have_lines_of_their_own():
    told, commit, push = story()
    found = sections(materials(told))["CURRENT_STATE"]
    assert f"hooks bypassed: `git commit --no-verify` [L{commit}]" in found
    assert f"pushed by force: `git push --force` [L{push}]" in found


def test_a_commit_that_failed_passed_over_nothing():
    told = Story()
    told.asks("Round the tax")
    told.runs("git commit --no-verify -am 'Round'", code=1, output="error: could not lock config file\n")
    told.ends("It could not be committed.")
    assert "hooks bypassed" not in sections(materials(told))["CURRENT_STATE"]


def test_the_same_in_japanese():
    told, commit, _ = story()
    made = materials(told)
    found = sections(replace(made, meta=replace(made.meta, language="ja")))["CURRENT_STATE"]
    assert f"フックを実行していません: `git commit --no-verify` [L{commit}]" in found
