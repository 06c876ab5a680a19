"""Outcomes out of what programs print, states of requests, commits: what the log really shows."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.facts import Facts
from butler.capabilities.session_log.models import Boundary, Failure
from butler.maids.session_log_worker import gather
from tests.stories import FOLDER, Story


def facts_of(story: Story) -> Facts:
    return gather(story.entries)


def states(story: Story) -> list[tuple[str, str, int | None]]:
    return [(one.state, one.evidence, one.evidence_line) for one in facts_of(story).requests]


def abort(story: Story) -> int:
    return story._add(Boundary, kind="turn_aborted")


def test_a_turn_that_ended_with_words_is_answered_not_done():
    story = Story()
    story.asks("List the prices of the shop")
    story.ends("The prices are in shop/prices.py.")
    story.asks("Show the taxes")
    assert states(story) == [("answered", "", 3), ("open", "", None)]


@pytest.mark.parametrize(
    "words",
    ["The list is not finished: one test still fails.", "Shall I sort it too?", "一覧はまだ完了していません。"],
)
def test_a_last_turn_that_ends_unfinished_or_with_a_question_leaves_its_request_open(words):
    story = Story()
    story.asks("List the prices of the shop")
    story.ends(words)
    assert states(story)[0][0] == "open"


def test_a_draft_that_was_broken_off_is_superseded_by_its_new_wording():
    story = Story()
    story.asks("the script ./shop.sh shall list")
    abort(story)
    line = story.asks("the script ./shop.sh shall list all prices, sorted by name")
    assert states(story) == [("superseded", "", line), ("open", "", None)]


def test_another_request_after_an_abort_supersedes_nothing():
    story = Story()
    story.asks("List the prices")
    abort(story)
    story.asks("Which taxes are there in the shop?")
    assert states(story)[0] == ("open", "", None)


@pytest.mark.parametrize("words", ["ok, go on", "はい、お願いします。", "好的，继续", "yes please do it"])
def test_a_short_approval_is_no_request_of_its_own(words):
    story = Story()
    story.asks("List the prices")
    story.says("I list them.", final=True)
    story.asks(words)
    assert facts_of(story).requests[-1].trivial


def test_an_instruction_whose_files_were_committed_and_said_to_be_is_done():
    story = Story()
    story.asks("the abort listener leaks, make it one-shot")
    story.edits(f"{FOLDER}/shop/stream.py")
    line = story.runs("git commit -am 'fix: handle cleanup'", 0, "[main 1a2b3c4] fix: handle cleanup\n")
    story.ends("The abort listener is one-shot now; committed as 1a2b3c4.")
    story.asks("Show the taxes")
    assert states(story)[0] == ("done", "commit 1a2b3c4", line)


@pytest.mark.parametrize("words", ["Changed; nothing is committed yet.", "Changed the listener."])
def test_a_commit_nobody_speaks_of_proves_nothing(words):
    story = Story()
    story.asks("the abort listener leaks, make it one-shot")
    story.edits(f"{FOLDER}/shop/stream.py")
    story.runs("git commit -am 'chore: format'", 0, "[main 1a2b3c4] chore: format\n")
    story.ends(words)
    story.asks("Show the taxes")
    assert states(story)[0][0] == "answered"


@pytest.mark.parametrize("words", ["it seems to work. now the taxes", "设置好了，接下来看税", "直りました。次は税です"])
def test_the_persons_approval_counts_in_more_words_and_languages(words):
    story = Story()
    story.asks("The price list is empty, please mend it")
    story.ends("Mended.")
    line = story.asks(words)
    assert states(story)[0] == ("done", "person", line)


def test_but_still_is_no_approval():
    story = Story()
    story.asks("The price list is empty, please mend it")
    story.ends("Mended.")
    story.asks("it works but the tax column is still empty")
    assert states(story)[0][0] == "answered"


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("go test ./... 2>&1 | tail -20", "./tax_test.go:9:12: not enough arguments in call\nFAIL\tshop/tax [build failed]\n"),
        ("npm test | tail -3", "not ok 4 - lists prices\n"),
        ("bun run test || true", " 7 pass\n 2 fail\n"),
        ("cargo build 2>&1 | tail", "error: could not compile `shop` (lib) due to 2 previous errors\n"),
        ("npm run build | cat", "error: script \"build\" exited with code 1\n"),
    ],
)  # fmt: skip
def test_a_masked_run_fails_by_its_own_output_and_is_counted(command, output):
    story = Story()
    story.runs(command, 0, output)
    (check,) = facts_of(story).checks
    assert (check.outcome, check.bad, check.failed_runs) == ("unknown", True, 1)


def test_a_tool_error_without_exit_code_is_a_failed_run():
    story = Story()
    line = story.runs("npm run typecheck", None, "shop/list.ts(3,1): error TS7005: no type\n")
    story.entries.append(Failure(line, None, "npm run typecheck", "shop/list.ts(3,1): error TS7005: no type"))
    (check,) = facts_of(story).checks
    assert (check.outcome, check.bad, check.runs, check.failed_runs) == ("failed", True, 1, 1)


def test_a_passing_count_is_no_failure():
    story = Story()
    story.runs("bun run test | tail -3", 0, " 1309 pass\n 0 fail\n")
    (check,) = facts_of(story).checks
    assert (check.outcome, check.bad, check.failed_runs) == ("unknown", False, 0)


def test_a_log_of_ci_is_a_run_with_names_and_places():
    lead = "E2E Tests\tRun tests\t2026-02-18T10:00:00.1234567Z "
    story = Story()
    story.runs(
        "gh run view 77 --log-failed | tail -50",
        0,
        f"{lead}  1) [chromium] › tests/list.spec.ts:61:7 › List › shows tea ─────\n{lead}    TimeoutError: locator.click: Timeout 15000ms exceeded.\n{lead}  1 failed\n",
    )
    (check,) = facts_of(story).checks
    assert (check.kind, check.outcome, check.bad) == ("ci", "unknown", True)
    assert check.failing == ("[chromium] › tests/list.spec.ts:61:7 › List › shows tea",)
    assert check.errors == ("TimeoutError: locator.click: Timeout 15000ms exceeded.",)


def test_pass_lines_of_a_ci_table_are_no_error_lines():
    story = Story()
    story.runs("gh pr checks 3", 1, "lint\tpass\t2s\thttps://ci.example/1\nE2E Tests\tfail\t9m\thttps://ci.example/2\n")
    facts = facts_of(story)
    assert facts.checks[0].failing == ("E2E Tests",)
    assert not any("lint" in error for error in facts.troubles[0].errors)


def test_a_refused_commit_is_no_commit():
    story = Story()
    story.edits(f"{FOLDER}/a.py")
    line = story.runs("git add . && git commit -m 'fix: parse'", None, "lint ✗\nexit status 1\n")
    story.entries.append(Failure(line, None, "git add . && git commit", "exit status 1"))
    story.runs("git push", 0, "   1a2b3c4..2b3c4d5  main -> main\n")
    facts = facts_of(story)
    assert facts.commits == ()
    assert facts.files[0].committed is not True


def test_a_quiet_commit_gets_its_hash_from_a_later_log():
    story = Story()
    story.runs("git commit -q -m 'Sort the list'", 0)
    story.runs("git log --oneline -2", 0, "9f8e7d6 Sort the list\n1111111 Begin\n")
    (commit,) = facts_of(story).commits
    assert (commit.hash, commit.subject) == ("9f8e7d6", "Sort the list")


def test_only_a_commit_with_a_hash_is_told_as_pushed():
    story = Story()
    story.runs("git commit -q -m 'Sort the list'", 0)
    story.runs("git push", 0, "   1a2b3c4..2b3c4d5  main -> main\n")
    assert [one.pushed for one in facts_of(story).commits] == [False]


def test_the_body_of_a_commit_is_kept_without_trailers():
    story = Story()
    message = (
        "$(cat <<'EOF'\nSort the list\n\nThe till reads it by name.\n\nCo-Authored-By: Ann <ann@example.org>\nEOF\n)"
    )
    story.runs(f'git commit -m "{message}"', 0, "[main 1a2b3c4] Sort the list\n")
    story.runs("git commit -m 'Add tax' -m 'Tea is free of it.'", 0, "[main 2b3c4d5] Add tax\n")
    assert [one.body for one in facts_of(story).commits] == ["The till reads it by name.", "Tea is free of it."]


def test_prose_ages_no_check():
    story = Story()
    story.runs("pytest -q", 0, "3 passed\n")
    story.edits(f"{FOLDER}/README.md")
    assert facts_of(story).checks[0].edited_after is None


def test_a_package_whose_name_begins_with_a_test_tool_is_no_test_run():
    story = Story()
    story.runs("pip install respx pytest-asyncio | tail -1", 0, "Successfully installed respx-1.0\n")
    assert facts_of(story).checks == ()


def test_spinners_are_no_error_lines():
    story = Story()
    story.runs("npm install", 1, "⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋\nsomething broke\n")
    assert facts_of(story).troubles[0].errors == ("something broke",)


def test_a_request_that_was_steered_ends_with_the_turn():
    story = Story()
    story.asks("List the prices")
    story.asks("and the taxes too")
    story.ends("Both are listed.")
    story.asks("Show them")
    assert [state for state, _, _ in states(story)] == ["answered", "answered", "open"]


def test_a_queued_message_that_was_sent_again_is_one_request():
    story = Story()
    story.asks("List the prices")
    story.asks("mend the four faults, and name the rail work", channel="queued")
    line = story.asks("mend the four faults, and name the rail work in both languages")
    assert states(story)[1] == ("superseded", "", line)
