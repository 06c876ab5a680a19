"""Facts out of entries: what holds for every session of a kind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.capabilities.session_log.facts import Facts
from butler.maids.session_log_commands import masked_by, plain_command
from butler.maids.session_log_worker import gather
from tests.stories import FOLDER, Story


def facts_of(story: Story) -> Facts:
    return gather(story.entries)


def only_check(story: Story):
    (check,) = facts_of(story).checks
    return check


@pytest.mark.parametrize(
    ("command", "how"),
    [
        ("pytest -q | tail -5", "pipe"),
        ("pytest -q || true", "or"),
        ("pytest -q; echo done", "sequence"),
        ("pytest -q &", "background"),
        ("pytest -q\nls", "sequence"),
        ("set -o pipefail; pytest -q | tail -5", ""),
        ("cd shop && pytest -q", ""),
        ("pytest -q -k 'a | b || true; echo'", ""),
    ],
)
def test_a_masked_exit_is_unknown(command, how):
    assert masked_by(plain_command(command)) == how
    story = Story()
    story.runs(command, 0, "3 passed in 0.1s\n")
    check = only_check(story)
    assert check.outcome == ("unknown" if how else "passed")
    assert check.counts == ("3 passed in 0.1s",)


def test_a_missing_exit_code_is_unknown_even_if_the_output_looks_good():
    story = Story()
    story.runs("npm test", None, "Tests: 4 passed, 4 total\n")
    assert only_check(story).outcome == "unknown"


def test_a_check_in_background_that_never_ended_is_running():
    story = Story()
    story.runs("npm test", None, "", state="running", background=True)
    assert only_check(story).outcome == "running"


def test_the_last_run_of_the_same_check_wins_and_earlier_ones_are_counted():
    story = Story()
    story.runs("pytest -q", 1, "FAILED tests/test_a.py::test_one - assert 1 == 2\n1 failed, 2 passed in 0.2s\n")
    story.runs("pytest -q 2>&1", 0, "3 passed in 0.2s\n")
    check = only_check(story)
    assert (check.outcome, check.runs, check.failed_runs, check.counts) == ("passed", 2, 1, ("3 passed in 0.2s",))


def test_a_check_before_the_last_edit_says_so():
    story = Story()
    story.runs("pytest -q", 0, "3 passed\n")
    line = story.edits(f"{FOLDER}/shop/prices.py")
    assert only_check(story).edited_after == line


@pytest.mark.parametrize(
    ("output", "names"),
    [
        ("--- FAIL: TestPrices (0.0s)\n    --- FAIL: TestPrices/empty (0.0s)\n", ("TestPrices/empty",)),
        ("FAILED tests/test_a.py::test_one - assert 1\n", ("tests/test_a.py::test_one",)),
        ("(fail) prices > are listed [1.2ms]\n", ("prices > are listed",)),
        (" ✗ lists prices (3 ms)\n", ("lists prices",)),
        ("not ok 2 - lists prices\n", ("lists prices",)),
        ("test prices::empty ... FAILED\n", ("prices::empty",)),
        ("Failures:\n  - TestPrices\n  - TestTax\n\nmore", ("TestPrices", "TestTax")),
        ('{"Action":"fail","Package":"shop","Test":"TestTax"}\n', ("TestTax",)),
    ],
)
def test_failing_tests_are_named_whatever_the_runner(output, names):
    story = Story()
    story.runs("make test", 1, output)
    assert only_check(story).failing == names


def test_a_masked_run_that_prints_failures_is_bad_but_still_unknown():
    story = Story()
    story.runs("go test ./... | tee out.txt", 0, "Passed: 89, Failed: 1\n")
    check = only_check(story)
    assert check.outcome == "unknown"
    assert check.bad


def test_counts_of_a_script_with_equals_signs_are_read_the_right_way_round():
    story = Story()
    story.runs("bash tests/env_test.sh", 0, "Summary: pass=18 fail=0\n")
    assert not only_check(story).bad


def test_a_failure_keeps_its_error_what_was_done_next_and_where_it_worked():
    story = Story()
    failed = story.runs("go test ./tax", 1, "go: updates to go.mod needed; to update it:\n\tgo mod tidy\n")
    story.says("The module file is stale, so it has to be tidied first.")
    story.runs("go mod tidy", 0)
    worked = story.runs("go test ./tax", 0, "ok  \tshop/tax\t0.2s\n")
    (trouble,) = facts_of(story).troubles
    assert (trouble.line, trouble.exit_code, trouble.mended) == (failed, 1, worked)
    assert trouble.errors[0].startswith("go: updates to go.mod needed")
    assert trouble.then == ("go mod tidy",)
    assert "tidied" in trouble.words


def test_a_search_without_a_match_is_no_failure():
    story = Story()
    story.runs("rg -n prices shop", 1, "")
    assert facts_of(story).troubles == ()


def test_an_error_of_the_shell_counts_even_with_exit_0():
    story = Story()
    story.runs('perl -pi -e "s/`price`/x/" notes.md', 0, "zsh:1: command not found: price\n")
    (trouble,) = facts_of(story).troubles
    assert trouble.errors == ("zsh:1: command not found: price",)


def test_the_same_failure_told_twice_is_one():
    story = Story()
    story.fails_to_edit(f"{FOLDER}/a.py", "verification failed: Failed to find expected lines in a.py: x")
    story.breaks("apply_patch", "verification failed", kind="patch")
    assert len(facts_of(story).troubles) == 1


def test_the_files_of_one_failed_patch_are_one_trouble():
    story = Story()
    story.fails_to_edit(f"{FOLDER}/a.py", "no such context")
    story.line -= 1
    story.fails_to_edit(f"{FOLDER}/b.py", "no such context")
    (trouble,) = facts_of(story).troubles
    assert (trouble.text, trouble.files) == ("a.py", 2)


def test_a_commit_takes_what_was_staged_and_leaves_what_came_later():
    story = Story()
    story.edits(f"{FOLDER}/a.py")
    story.edits(f"{FOLDER}/b.py")
    story.runs("git add a.py && git commit -m 'List prices'", 0, "[main 1a2b3c4] List prices\n 1 file changed\n")
    story.edits(f"{FOLDER}/c.py")
    facts = facts_of(story)
    assert [(commit.hash, commit.subject) for commit in facts.commits] == [("1a2b3c4", "List prices")]
    assert {one.path: one.committed for one in facts.files} == {"a.py": True, "b.py": None, "c.py": False}


def test_a_push_and_a_pull_request_are_kept_with_their_state():
    story = Story()
    story.runs("git commit -am x", 0, "[main 1a2b3c4] x\n")
    story.runs("git push", 0, "To github.com:ann/shop\n   0000000..1a2b3c4  main -> main\n")
    url = "https://github.com/ann/shop/pull/7"
    story.runs(
        "gh pr view 7 --json state,isDraft,url",
        0,
        f'{{"isDraft":true,"mergeStateStatus":"UNSTABLE","state":"OPEN","url":"{url}"}}\n',
    )
    facts = facts_of(story)
    assert facts.commits[0].pushed
    assert facts.pushes[0][1] == "main -> main"
    assert facts.links[0][1] == f"{url} (draft, UNSTABLE, OPEN)"


def test_a_rebase_with_conflicts_stays_open_until_it_goes_on_without_them():
    story = Story()
    story.runs(
        "git rebase origin/main",
        1,
        "CONFLICT (content): Merge conflict in shop/prices.py\nerror: could not apply 1a2b3c4\n",
    )
    operation = facts_of(story).operation
    assert operation is not None
    assert (operation.name, operation.files) == ("rebase", ("shop/prices.py",))
    story.runs("git add -A && git rebase --continue", 0, "Successfully rebased and updated refs/heads/main.\n")
    assert facts_of(story).operation is None


def test_files_that_a_command_line_writes_are_edits():
    story = Story()
    story.runs("cat <<'EOF' > shop/tax.py\nx\nEOF", 0)
    assert [(one.path, one.edits) for one in facts_of(story).files] == [("shop/tax.py", 1)]


def test_a_new_file_that_is_removed_is_shown_as_gone():
    story = Story()
    story.edits(f"{FOLDER}/shop/old.py", action="add")
    story.runs("rm shop/old.py", 0)
    (one,) = facts_of(story).files
    assert one.action == "gone"


def test_files_of_ours_are_never_work():
    story = Story()
    story.edits(f"{FOLDER}/session_logs/handover/project_latest.md")
    assert facts_of(story).files == ()


def test_calls_of_our_own_are_never_the_last_action():
    story = Story()
    story.runs("pytest -q", 0, "3 passed\n")
    story.runs("butler handover prepare --issue 49", 0, "written\n")
    story.uses("mcp__butler__handover_prepare", '{"issue_id": 49}')
    assert facts_of(story).last_action == "pytest -q"


def test_a_subagents_result_and_a_summary_are_not_the_agents_own_words():
    story = Story()
    story.told_before("The user wants `prices` listed. The cause of the failure was the loader.")
    story.asks("Go on with the list")
    story.delegates("audit", "The cause is `load_prices`, it skips the first row of the file.")
    words = facts_of(story).words
    assert [one.by for one in words] == ["compaction", "audit"]
    assert facts_of(story).requests[0].text == "Go on with the list"


def test_paths_are_relative_to_the_folder_that_holds_most_edits():
    story = Story()
    story.runs("git status", 0, "", cwd="/home/ann/shop-worktree")
    story.edits("/home/ann/shop-worktree/shop/a.py")
    story.edits("/home/ann/shop-worktree/shop/b.py")
    facts = facts_of(story)
    assert facts.session.work_folder == "/home/ann/shop-worktree"
    assert {one.path for one in facts.files} == {"shop/a.py", "shop/b.py"}


def test_the_branch_is_the_one_that_git_named_last():
    story = Story()
    story.runs("git checkout -b tax", 0, "Switched to a new branch 'tax'\n")
    facts = facts_of(story)
    assert (facts.session.branch, facts.session.branches) == ("tax", ("main", "tax"))


def test_a_heading_in_an_output_is_no_branch():
    story = Story()
    story.runs("git show HEAD:README.md", 0, "## Workflow\n\nOn branch work\n")
    assert facts_of(story).session.branch == "main"


def test_memory_stays_bounded_and_what_was_dropped_is_counted():
    story = Story()
    for number in range(900):
        story.asks(f"Wish number {number} about shelf {number}")
        story.says(f"The cause of wish {number} is `shelf_{number}`.")
        story.runs(f"pytest tests/test_{number}.py", 1, f"FAILED tests/test_{number}.py::test_x - no\n")
    facts = facts_of(story)
    assert len(facts.requests) <= 300
    assert len(facts.words) <= 260
    assert len(facts.checks) <= 100
    assert len(facts.troubles) <= 120
    assert facts.dropped["requests"] == 600
    assert facts.dropped["checks"] == 800


def test_the_report_of_a_subagent_stands_where_it_came_back():
    story = Story("claude-code")
    story.asks("Review the shop")
    story.delegates("reviewer", "The tax table of the shop misses the rate of journals.")
    report = replace(story.entries[-1], end_line=40)
    facts = gather([*story.entries[:-1], report])
    assert [one.line for one in facts.words if one.by == "reviewer"] == [40]
    assert facts.last_line == 40
