"""Lines that say no more than the log: what may be old, what changed nothing, what is only asked, what was cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.maids.session_log_commands import kind_of
from butler.maids.session_log_moves import changes_something
from tests.maids.test_handover_misled import asked, row
from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story

# commands


@pytest.mark.parametrize(
    ("command", "changes"),
    [
        ("git branch --list 'work/*' -vv", False),
        ("git branch -a", False),
        ("git branch --show-current && git status", False),
        ("git branch -D old", True),
        ("git branch --list && git push", True),
        ('node -e "console.log(Date.now())"', False),
        ("python3 -c \"import ast\nast.parse(open('a.py').read())\nprint('OK')\"", False),
        ("python3 -c \"import sys; sys.stdout.write('x')\"", False),
        ("python3 -c \"open('a.txt', 'w').write('x')\"", True),
        ("python3 - <<'EOF'\nfrom pathlib import Path\nPath('a.txt').write_text('x')\nEOF", True),
        ("python3 -c \"import shutil; shutil.copytree('a', 'b')\"", True),
        ("for f in a b; do mkdir -p $f && cp en.txt $f; done", True),
        ("for f in a b; do python3 -c \"open('$f', 'w').write('')\"; done", True),
        ("ls -la", False),
        ("npm install", True),
    ],
)
def test_a_command_that_only_shows_something_changed_nothing(command, changes):
    assert changes_something(command, kind_of(command)) is changes


def test_commands_that_only_show_something_are_not_among_those_that_changed_it():
    story = asked()
    story.runs('node -e "console.log(1)"')
    story.runs("git branch --list 'work/*'", output="  work/tax\n")
    made = story.runs("mkdir -p shop/maps")
    found = sections(materials(story))["DISCOVERY"].split("Other commands that changed something")[1]
    assert f"[L{made}]" in found
    assert "node -e" not in found
    assert "git branch" not in found


# checks


@pytest.mark.parametrize(
    ("build", "path", "again"),
    [
        ("go build ./...", "shop/tax_test.go", False),
        ("go build ./...", "bin/start.sh", False),
        ("npm run build", "docker/Containerfile", False),
        ("npx tsc --noEmit", ".gitignore", False),
        ("go build ./...", "shop/tax.go", True),
        ("npm run build", "src/tax.test.ts", True),
        ("make build", "bin/start.sh", True),
        ("docker build .", "Dockerfile", True),
    ],
)
def test_a_build_is_no_older_for_an_edit_of_what_it_does_not_read(build, path, again):
    story = asked()
    story.runs(build)
    story.edits(f"{FOLDER}/{path}")
    story.ends("Rounded.")
    found = sections(materials(story))
    assert ("edited since" in row(found["DISCOVERY"], build)) is again
    assert ("Run again" in found["NEXT_ACTION"]) is again


def test_a_failed_check_of_whose_kind_a_later_run_passed_says_so():
    story = asked()
    story.runs("pytest -x tests/test_tax.py", 1, "FAILED tests/test_tax.py::test_books\n1 failed in 0.1s\n")
    story.edits(f"{FOLDER}/shop/tax.py")
    later = story.runs("pytest -v tests/test_tax.py", output="4 passed in 0.2s\n")
    found = sections(materials(story))["DISCOVERY"]
    assert f"a run of its kind passed later [L{later}]" in row(found, "FAILED (exit 1): `pytest -x")


# what a state command showed


STATUS = "## main\nM  shop/tax.py\nMM shop/list.py\n M shop/maps.py\n?? notes.txt\n"


def test_a_short_status_tells_staged_and_not_staged_apart():
    story = asked()
    story.runs("git status --short --branch", output=STATUS)
    told = row(sections(materials(story))["DISCOVERY"], "git status --short")
    assert "staged: M shop/tax.py; not staged: M shop/maps.py" in told
    assert "MM shop/list.py ⏎ ?? notes.txt" in told
    found = materials(story)
    japanese = sections(replace(found, meta=replace(found.meta, language="ja")))["DISCOVERY"]
    assert "ステージ済み: M shop/tax.py、未ステージ: M shop/maps.py" in japanese


@pytest.mark.parametrize("command", ["git status --short", "git log --oneline"])
def test_rows_that_are_cut_carry_a_mark(command):
    lead = "M  " if "status" in command else "0a1b2c3 "
    story = asked()
    story.runs(command, output="".join(f"{lead}shop/f{at}.py\n" for at in range(30)))
    assert "…" in row(sections(materials(story))["DISCOVERY"], command)


# what the person decided


def test_an_answer_that_asks_back_is_not_in_force():
    story = asked()
    story.ends("Want me to add a rate for maps?")
    story.asks("sure. will that change the list? (maps are new since May)")
    story.ends("No, the list stays. The rate for maps is added.")
    story.asks("Now sort the list")
    assert "In force: `sure" not in sections(materials(story))["HANDOFF_PROMPT"]


def test_the_last_request_is_told_once_in_the_prompt():
    story = asked()
    story.ends("One finding: the rate of maps is unused. Should I mend it?")
    story.asks("no, leave that one for now and commit the rest")
    story.ends("Committed.")
    found = sections(materials(story))["HANDOFF_PROMPT"]
    assert found.count("leave that one for now") == 1


def test_a_wish_that_ends_in_a_question_decides_nothing():
    story = asked()
    story.ends("Rounded.")
    wish = story.asks("一覧を毎回ソートしたい。何を考慮すれば良い？")
    story.ends("三つの点があります。")
    order = story.asks("今後は必ず名前順にして。他に何かある？")
    story.ends("ありません。")
    told = row(sections(materials(story))["DECISION"], "among the orders")
    assert f"[L{order}]" in told
    assert f"[L{wish}]" not in told


def test_a_plan_names_the_requests_that_came_after_it():
    story = asked()
    story.judges_plan("# Round the tax\n- only shop/tax.py changes", approved=True)
    story.edits(f"{FOLDER}/shop/tax.py")
    story.ends("Rounded.")
    alone = sections(materials(story))["DECISION"]
    assert "asked for more" not in alone
    later = story.asks("The list is not rounded yet")
    assert f"; the person asked for more after it: [L{later}]" in sections(materials(story))["DECISION"]


def test_where_git_is_forbidden_the_prompt_does_not_say_to_look_at_it():
    story = Story()
    story.asks("# Rules\nGit: do not use any git command.\nAlways sort by name.", channel="injected")
    story.asks("Round the tax")
    story.ends("Rounded.")
    found = sections(materials(story))["HANDOFF_PROMPT"]
    assert "forbid git commands" in found
    assert "Check git status" not in found
    assert "Check the files and the failing checks" in found


# words


def test_figures_at_the_end_are_nothing_that_the_person_is_to_try():
    story = asked()
    story.ends("Rounded.\n\nTest results: 202 tests, all passing.")
    assert "how it went" not in sections(materials(story))["NEXT_ACTION"]


def test_a_verdict_without_its_object_is_not_told_among_other_words():
    story = asked()
    story.says("All verified. The rate of books is read from `shop/rates.py`, the cause was a missing default.")
    story.ends("Rounded.")
    found = sections(materials(story))["DISCOVERY"]
    assert "the cause was a missing default" in found
    assert "All verified" not in found


def test_how_far_work_in_flight_had_come_is_not_told_afterwards():
    story = asked()
    story.says("3 tasks done (#1, #2, #3), 2 in progress because `shop/maps.py` is large.")
    story.says("The root cause is the missing rate in `shop/rates.py`.")
    story.ends("Rounded.")
    found = sections(materials(story))["DISCOVERY"]
    assert "missing rate" in found
    assert "in progress" not in found


def test_rules_that_are_not_all_there_are_called_shortened():
    def told(rules: str) -> str:
        story = Story()
        story.asks(rules, channel="injected")
        story.asks("Round the tax")
        return row(sections(materials(story))["DISCOVERY"], "standing instructions")

    assert "instructions: " in told("Always sort by name.\nNever round prices.")
    many = "\n".join(f"Never change the table number {at} of the shop without a word of the owner." for at in range(60))
    assert "instructions, shortened: " in told(many)


# git


def anchors(story: Story) -> str:
    return sections(materials(story))["CODEBASE_ANCHORS"]


STAT = " shop/maps.py | 4 ++--\n shop/rates.py | 2 +-\n 2 files changed, 3 insertions(+), 3 deletions(-)\n"
MADE = "[main 60d5fd4] Round the tax\n 2 files changed, 3 insertions(+)\n"


def test_what_was_staged_when_a_commit_was_made_is_not_called_uncommitted():
    story = asked()
    story.runs("git status --short", output="M  shop/maps.py\n M shop/rates.py\n")
    story.runs("git commit -m 'Round the tax'", output=MADE)
    told = anchors(story)
    assert "shop/maps.py" not in row(told, "not committed")
    assert "shop/rates.py" in row(told, "not committed")


def test_files_added_over_several_lines_of_a_command_are_in_the_commit():
    story = asked()
    story.edits(f"{FOLDER}/shop/tax.py")
    story.runs("git diff --stat", output=STAT)
    story.runs("git add shop/tax.py \\\n  shop/maps.py")
    story.runs("git commit -m 'Round the tax'", output=MADE)
    told = anchors(story)
    assert "committed" in row(told, "`shop/tax.py`")
    assert "committed?" not in row(told, "`shop/tax.py`")
    assert "shop/maps.py" not in row(told, "not committed")
    assert "shop/rates.py" in row(told, "not committed")


def test_what_a_later_whole_status_no_longer_lists_is_not_called_uncommitted():
    story = asked()
    story.runs("git diff --stat", output=STAT)
    story.runs("git status", output="On branch main\nnothing to commit, working tree clean\n")
    assert "not committed" not in anchors(story)


def test_the_last_action_tells_what_it_printed_though_its_exit_code_is_hidden():
    story = asked()
    story.runs("python draw.py; echo drawn", output="wrote page_1.png\nwrote page_2.png\n")
    told = row(state_of(story), "last action")
    assert "wrote page_2.png" in told
    assert "not in the log" not in told


def state_of(story: Story) -> str:
    return sections(materials(story))["CURRENT_STATE"]


@pytest.mark.parametrize(
    ("deed", "outdated"),
    [("bd close sh-7 --reason done", True), ("bd close sh-70", False), ("bd list", False)],
)
def test_the_state_of_an_issue_that_was_closed_later_says_so(deed, outdated):
    story = asked()
    story.runs("bd show sh-7 --json", output="id: sh-7\nstatus: in_progress\n")
    line = story.runs(deed, output="done\n")
    told = row(sections(materials(story))["DISCOVERY"], "`bd show sh-7")
    assert (f"(before [L{line}])" in told) is outdated


def test_a_run_that_the_client_calls_wrong_counts_as_failed_and_is_mended_by_the_next_one():
    story = asked()
    printed = "src/tax.ts(3,1): error TS2322: not assignable\n"
    told = story.line + 2
    story.runs("npm run build", None, printed, end_line=told)
    assert story.breaks("npm run build", printed) == told
    story.edits(f"{FOLDER}/src/tax.ts")
    well = story.runs("npm run build 2>&1", output="> tsc\n")
    found = sections(materials(story))["DISCOVERY"]
    assert "2 runs, 1 failed" in row(found, "passed (exit 0): `npm run build`")
    assert f"worked at [L{well}]" in row(found, "TS2322")


@pytest.mark.parametrize("branch", ["", "HEAD"])
def test_where_nothing_tells_of_a_repository_nothing_is_called_uncommitted(branch):
    story = Story(branch=branch)
    story.asks("Round the tax")
    story.edits(f"{FOLDER}/shop/tax.py")
    story.ends("Rounded.")
    assert "uncommitted" not in row(anchors(story), "`shop/tax.py`")
    story.runs("git status --short", output=" M shop/tax.py\n")
    assert "uncommitted" in row(anchors(story), "`shop/tax.py`")
