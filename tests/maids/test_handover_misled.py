"""Kinds of lines that led readers of a document to say something false, each with what stands there instead."""

from __future__ import annotations

import pytest

from butler.capabilities.handover.models import LogSource
from butler.capabilities.session_log.models import Boundary, ReadReceipt
from butler.capabilities.work_record.models import GitState, WorkState
from butler.maids.handover_worker import compose
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

COMMITTED = "[main 60d5fd4] Round the tax\n 1 file changed, 2 insertions(+)\n"


def asked(text: str = "Round the tax") -> Story:
    story = Story()
    story.asks(text)
    return story


def row(text: str, words: str) -> str:
    return next(one for one in text.splitlines() if words in one)


# what comes next


def test_a_request_that_stands_answered_is_no_next_step():
    story = asked()
    last = story.line
    words = story.ends("The tax is rounded in shop/tax.py.") - 1
    found = sections(materials(story))["NEXT_ACTION"]
    assert "See whether" not in found
    assert f"Ask the person what comes next: the log ends with the agent's words [L{words}]" in found
    assert f"to the request [L{last}]" in found


def test_findings_that_nobody_settled_are_what_comes_next():
    story = asked("Review the tax")
    story.ends("[P1] The rate of books is never read in tax.py")
    assert "Settle with the person what stands under BLOCKED / PENDING" in sections(materials(story))["NEXT_ACTION"]


@pytest.mark.parametrize(
    "offer",
    [
        "If you want, I can also switch the table to whole cents.",
        "必要であれば、表を整数のセントに切り替えます。",
        "Nếu bạn muốn, mình có thể đổi bảng sang cent.",
    ],
)
def test_an_offer_at_the_end_is_what_the_person_is_asked_about(offer):
    story = asked()
    story.ends(f"The tax is rounded in shop/tax.py.\n\n{offer}")
    found = sections(materials(story))["NEXT_ACTION"]
    assert "whether to do what the agent offered" in found
    assert offer[:20] in found


def test_what_an_earlier_answer_called_left_is_told_until_it_is_done():
    def told(*, pushed: bool) -> str:
        story = asked()
        story.runs("git commit -am 'Round the tax'", output=COMMITTED)
        story.ends("Committed as 60d5fd4. Push when ready: `git push -u origin main`")
        if pushed:
            story.runs("git push -u origin main", output="   0011223..60d5fd4  main -> main\n")
        story.asks("Is the rate of books 7?")
        story.ends("Yes, the rate of books is 7 in shop/tax.py.")
        return sections(materials(story))["NEXT_ACTION"]

    assert "Push when ready" in told(pushed=False)
    assert "Push when ready" not in told(pushed=True)


def test_what_was_left_before_a_later_edit_says_so():
    story = asked()
    words = story.ends("Rounded. Once the change is merged you need to run the nightly export again.") - 1
    story.asks("Add a rate for maps")
    edit = story.edits("shop/maps.py")
    story.ends("The rate for maps is added to shop/maps.py.")
    found = sections(materials(story))["NEXT_ACTION"]
    assert f"by the agent's word [L{words}], before [L{edit}] (check it): Once the change is merged" in found


def test_a_run_elsewhere_that_failed_before_a_commit_is_not_to_be_fixed():
    story = asked("The pipeline fails, mend it")
    story.runs("gh pr checks 7", 1, "tests\tfail\t1m\thttps://example.org/run/1\n")
    made = story.runs("git commit -am 'Round the tax'", output=COMMITTED)
    story.ends("Mended and committed.")
    found = sections(materials(story))
    assert "Fix the failing check" not in found["NEXT_ACTION"]
    assert f"failed before the commit [L{made}], no later run is in the log" in found["NEXT_ACTION"]
    assert "of these before a later edit or commit: 1" in found["RISKS"]
    assert f"before the commit [L{made}]" in row(found["DISCOVERY"], "gh pr checks 7")


# pushes and commits


@pytest.mark.parametrize(
    ("status", "blocked"), [("## main...origin/main\n", False), ("## main...origin/main [ahead 1]\n", True)]
)
def test_a_push_that_failed_is_open_until_git_shows_both_in_step(status, blocked):
    story = asked("Push it")
    story.runs("git push -u origin main", 128, "fatal: could not read Username: No such device\n")
    story.runs("git status --short --branch", output=status)
    assert ("blocked: `git push" in sections(materials(story))["BLOCKED / PENDING"]) is blocked


def test_a_commit_that_went_through_settles_the_attempt_before_however_it_was_written():
    story = asked("Commit it")
    story.runs(
        "git add -A && git commit -m 'Round the tax'", 128, "fatal: Unable to create '.git/index.lock': File exists.\n"
    )
    made = story.runs("rm -f .git/index.lock && git add -A && git commit -m 'Round the tax'", output=COMMITTED)
    story.says("Committed. The cause was in tax.py: the rate was read as text, and git add was never the problem.")
    line = row(sections(materials(story))["DISCOVERY"], "index.lock")
    assert f"worked at [L{made}]" in line
    assert "agent:" not in line


def test_words_that_tests_print_in_the_hook_of_a_commit_are_no_failure_of_it():
    story = asked("Commit it")
    output = "error: Item 3 failed\n\n 13 pass\n 0 fail\nRan 13 tests across 2 files.\n" + COMMITTED
    made = story.runs("git commit -m 'Round the tax'", output=output)
    found = sections(materials(story))["DISCOVERY"]
    assert "Item 3 failed" not in found
    assert f"[L{made}] passed (exit 0): `hook of git commit" in found
    assert "13 pass; 0 fail" in found


def test_a_hook_that_was_left_out_or_counts_failures_proves_nothing():
    for command, output in (
        ("git commit --no-verify -m 'Round the tax'", " 13 pass\n 0 fail\n"),
        ("git commit -m 'Round the tax'", " 12 pass\n 1 fail\n"),
        ("git commit -m 'Round the tax'", ""),
    ):
        story = asked("Commit it")
        story.runs(command, output=output + COMMITTED)
        assert not gather(story.entries).checks


def test_the_same_change_under_another_hash_is_linked():
    story = asked("Commit it")
    story.runs("git commit -m 'Round the tax'", output=COMMITTED)
    story.runs("git cherry-pick 60d5fd4", output="[fix 9f8e7d6] Round the tax\n 1 file changed, 2 insertions(+)\n")
    found = sections(materials(story))["CURRENT_STATE"]
    assert "commit 9f8e7d6 Round the tax (the change of 60d5fd4 once more)" in found


# files


def test_an_edit_that_a_diff_of_its_path_no_longer_shows_is_not_uncommitted():
    story = asked()
    story.edits("shop/tax.py")
    story.edits("shop/duty.py")
    diff = story.runs(
        "git diff -- shop/tax.py shop/duty.py", output="diff --git a/shop/duty.py b/shop/duty.py\n@@ -1 +1 @@\n-a\n+b\n"
    )
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    assert f"committed or reverted: git shows no change [L{diff}]" in row(anchors, "shop/tax.py")
    assert "uncommitted" in row(anchors, "shop/duty.py")


@pytest.mark.parametrize(
    "command",
    [
        "git diff --cached -- shop/tax.py",
        "git diff -- shop/tax.py | head -3",
        "git diff main -- shop/tax.py",
        "git diff",
    ],
)
def test_a_diff_of_something_else_proves_nothing(command):
    story = asked()
    story.edits("shop/tax.py")
    story.runs(command, output="")
    assert "uncommitted" in row(sections(materials(story))["CODEBASE_ANCHORS"], "shop/tax.py")


def test_what_a_status_shows_staged_is_in_the_next_commit():
    story = asked()
    story.edits("shop/tax.py")
    story.runs("git status --short", output="M  shop/tax.py\n")
    story.runs("git commit -m 'Round the tax'", output=COMMITTED)
    assert "+1/−0; committed [" in sections(materials(story))["CODEBASE_ANCHORS"]


def test_files_of_a_commit_that_was_looked_at_are_not_called_changed():
    story = asked("What did the last commit take along?")
    story.runs("git diff --name-status HEAD~1..HEAD", output="A\tshop/plot.png\n")
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    assert "in a diff or commit that git showed" in row(anchors, "shop/plot.png")


# checks


def test_a_masked_run_that_never_got_to_its_tests_counts_as_failed():
    story = asked("Run the tests")
    story.runs(
        "pytest -q | head -9",
        output="ImportError while loading conftest '/home/ann/shop/tests/conftest.py'.\nE   ModuleNotFoundError: No module named 'respx'\n",
    )
    story.runs("pytest -q | head -9", output="FAILED tests/test_tax.py::test_books\n1 failed in 0.1s\n")
    assert "2 runs, 2 failed" in sections(materials(story))["DISCOVERY"]


def test_runs_of_which_nothing_tells_how_they_ended_are_counted_apart():
    story = asked("Run the linter")
    story.runs("eslint src | tail -2", output="")
    story.runs("eslint src | tail -2", output="")
    assert "2 runs, 0 failed, 2 unknown" in sections(materials(story))["DISCOVERY"]


def test_a_check_whose_program_was_not_found_is_a_dead_end_and_no_check():
    story = asked("Run the tests")
    story.runs(
        "source .venv/bin/activate && pytest -q", 1, "/bin/bash: .venv/bin/activate: No such file or directory\n"
    )
    facts = gather(story.entries)
    assert not facts.checks
    assert "No such file or directory" in facts.troubles[0].errors[0]


# the person's words


def test_what_the_person_ran_is_no_open_request():
    story = asked()
    story.asks("xattr -cr shop.app", channel="shell")
    assert "run by the person (own shell): “xattr -cr shop.app”" in sections(materials(story))["CURRENT_STATE"]


def test_closing_words_that_the_person_denies_at_once_carry_that():
    story = asked("Open a pull request")
    story.ends("Updated the pull request 166, it now covers all three fixes.")
    denied = story.asks("uuum no it doesnt. 166 was already merged")
    assert f"covers all three fixes. [the person objected: [L{denied}]]" in sections(materials(story))["CURRENT_STATE"]


def test_a_question_of_the_person_is_no_answer_and_of_two_questions_none_is_dropped():
    def told(reply: str) -> str:
        story = asked()
        story.ends("Two things to check.\n1. Is the shop server up?\n2. Does the table of rates load?")
        story.asks(reply)
        return row(sections(materials(story))["CURRENT_STATE"], reply)

    assert "(asked:" not in told("hmm which server do you mean?")
    both = told("all there")
    assert "Is the shop server up?" in both
    assert "Does the table of rates load?" in both


@pytest.mark.parametrize(
    ("text", "decides"),
    [
        ("I want whole cents, always", True),
        ("tôi muốn log khi lỗi thôi", True),
        ("我想要整数", True),
        ("候補1で進めて。", True),
        ("Should the ignore file always ignore all images?", False),
        (
            "(base) ann@shop:/srv/shop$ git push\nhint: Updates were rejected because the remote contains work that you do not\nhint: have",
            False,
        ),
    ],
)
def test_an_order_is_one_in_the_persons_own_words(text, decides):
    story = asked()
    story.ends("The tax is rounded.")
    line = story.asks(text)
    found = sections(materials(story))["DECISION"]
    assert (f"among the orders and choices above, newest first: [L{line}]" in found) is decides
    assert decides or "no answer to a question, no verdict on a plan" in found


# the agent's words


def test_a_line_under_a_condition_never_stands_without_it():
    story = asked("Why is the price wrong?")
    story.ends(
        "The rate is read as text, so the price is never rounded.\n\nIf you want, I can change it so that:\n"
        "- a failed query logs `ECONNREFUSED` because the pool tells it\n- the rate is stored as a number instead of text\n"
    )
    story.asks("And maps?")
    for budget in (900, 1200, 1600, 4000):
        state = sections(materials(story, max_tokens=budget))["CURRENT_STATE"]
        assert "If you want" in state or not ("ECONNREFUSED" in state or "stored as a number" in state)


def test_metadata_names_the_branch_of_a_log_from_another_folder():
    story = Story(branch="develop")
    story.asks("Round the tax")
    log = LogSource("~/logs/s.jsonl", ReadReceipt("codex_jsonl", 9, 9), "codex", other_folder="/home/ann/elsewhere")
    found = compose(materials(story, work=WorkState(GitState("main", None)), log=log)).metadata["git"]
    assert (found["branch"], found["log_branch"]) == ("main", "develop")


def test_what_a_person_asks_below_a_paste_stays_in_any_language():
    paste = "\n".join(f"retry{number}: {number}," for number in range(40))
    for ask in (
        "giải thích từng field này cho tôi với",
        "объясни мне пожалуйста каждое поле",
        "请给我解释每个字段的作用",
    ):
        story = asked()
        story.ends("The tax is rounded.")
        story.asks(f"{paste}\n{ask}")
        story.asks("And maps?")
        assert ask in sections(materials(story))["CURRENT_STATE"]


def test_a_setting_of_one_line_is_told_with_the_file():
    story = asked()
    story.edits("shop/names.ts", excerpt="+export const QUEUE_PREFIX = 'TAX_EXTERNAL';")
    for number in range(5):
        story.edits(f"shop/part{number}.ts", added=20)
    assert "QUEUE_PREFIX = 'TAX_EXTERNAL'" in sections(materials(story))["CODEBASE_ANCHORS"]


def test_pages_fetched_from_the_web_are_named():
    story = asked()
    line = story.uses("WebFetch", '{"url": "https://example.org/rates", "prompt": "the rates"}', "# Rates")
    assert (
        f"pages fetched from the web: `https://example.org/rates` [L{line}]" in sections(materials(story))["DISCOVERY"]
    )


def test_a_choice_between_two_that_the_agent_asked_about_is_a_decision():
    def decided(reply: str) -> str:
        story = asked()
        story.ends("Both work. Shall I fold the rates into the tax module, or keep a separate table for them?")
        story.asks(reply)
        return sections(materials(story))["DECISION"]

    text = "fold it into the tax module. There is one other thing I wanted to discuss about maps and their long list of rates, though."
    assert "answered “fold it into the tax module.”" in decided(text)
    assert "answered" not in decided(
        "which of these is faster when a shop has many thousands of prices in its table of goods?"
    )
    assert "answered" not in decided(
        "the export of last night failed with an error about a missing column, look at that first please, it is urgent"
    )


def test_words_before_the_agent_looked_at_something_close_nothing():
    story = Story("claude-code")
    line = story.asks("Review the slides")
    story.says("The deck was unpacked into a text file.")
    story.reads("deck.txt")
    found = sections(materials(story))
    assert f"the request [L{line}] was still being worked on when the log ends" in found["CURRENT_STATE"]
    assert "Go on with the request" in found["NEXT_ACTION"]


def test_an_intention_at_the_end_closes_nothing():
    story = Story("claude-code")
    story.asks("Review the slides")
    story.says("Let me read the rest of the file.")
    assert "Ask the person what comes next" not in sections(materials(story))["NEXT_ACTION"]


def test_a_request_whose_turn_was_broken_off_says_so():
    story = asked("Take the first library")
    broken = story._add(Boundary, kind="turn_aborted")
    story.asks("It is installed now")
    assert (
        f"open, its turn was broken off [L{broken}]: “Take the first library”"
        in sections(materials(story))["CURRENT_STATE"]
    )


def test_a_program_that_was_not_found_is_no_failing_check():
    story = asked("Run the tests")
    story.runs(
        "pytest -q", 127, "shellenv.sh: line 18: /bin/ps: Operation not permitted\nzsh:1: command not found: pytest\n"
    )
    found = sections(materials(story))
    assert "Fix the failing check" not in found["NEXT_ACTION"]
    assert "command not found: pytest" in found["DISCOVERY"]


def test_what_a_hook_prints_after_git_counts_as_well():
    story = asked("Commit it")
    story.runs("git commit -m 'Round the tax'", output=f"{COMMITTED} 13 pass\n 0 fail\nRan 13 tests across 2 files.\n")
    assert "13 pass; 0 fail" in sections(materials(story))["DISCOVERY"]


def test_a_diff_of_the_work_tree_shows_what_is_not_committed_and_each_listing_has_its_line():
    story = asked("What is open?")
    first = story.runs("git diff --stat", output=" shop/tax.py | 3 +++\n")
    second = story.runs("git diff --stat main..HEAD", output=" shop/maps.py | 3 +++\n")
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    assert f"not committed when git listed them [L{first}]" in row(anchors, "shop/tax.py")
    assert f"in a diff or commit that git showed [L{second}]" in row(anchors, "shop/maps.py")


def test_words_close_nothing_while_a_check_fails():
    story = asked()
    story.runs("pytest -q", 1, "FAILED tests/test_tax.py::test_books\n1 failed in 0.1s\n")
    story.ends("The tax is rounded, one test is red.")
    assert "See whether the last request" in sections(materials(story))["NEXT_ACTION"]


def test_a_question_mark_in_code_asks_nobody():
    story = asked()
    story.ends("Added `rates?: Rate[]` to the type of a tax in `shop/tax.ts`.")
    assert "asked by the agent" not in sections(materials(story))["BLOCKED / PENDING"]
