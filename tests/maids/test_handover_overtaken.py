"""Words of the agent that something later overtook carry what it was: nobody resumes from them as they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.capabilities.session_log.models import Boundary
from tests.maids.test_handover_misled import asked, row
from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story


def state(story: Story, language: str = "en") -> str:
    found = materials(story)
    return sections(replace(found, meta=replace(found.meta, language=language)))["CURRENT_STATE"]


def told_then(story: Story, request: str) -> int:
    """The person goes on, and the agent answers; the line of the request."""
    line = story.asks(request)
    story.ends("The list is sorted by name in shop/list.py.")
    return line


@pytest.mark.parametrize(
    "reply",
    [
        "You broke the list, take it back",
        "i meant the list of books",
        "違います。本の一覧です",
        "ko ý tôi là danh sách sách",
    ],
)
def test_words_that_the_person_contradicts_or_corrects_carry_that(reply):
    story = asked("Sort the list")
    story.ends("The old instance was the cause; restart it and the list is sorted.")
    line = told_then(story, reply)
    assert f"[the person objected: [L{line}]]" in row(state(story), "The old instance")


@pytest.mark.parametrize(
    "reply",
    [
        "I already restarted it, look where the fault is",
        "page is broken again, nothing can be clicked",
        "it still doesn't work",
        "まだ同じです。どこが悪いか調べてください",
        "壊れました。元に戻してください",
        "我都重启过了，你帮我看看哪里问题",
        "你怎么给我整坏了呀",
        "我运行了，重开以后列表还是没有排好",
    ],
)
def test_a_report_that_it_does_not_work_is_no_objection(reply):
    story = asked("Sort the list")
    story.ends("The old instance was the cause; restart it and the list is sorted.")
    line = told_then(story, reply)
    told = state(story)
    assert f"[the person then reported: [L{line}]]" in row(told, "The old instance")
    assert "objected" not in told
    assert f"[その後の利用者の報告: [L{line}]]" in state(story, "ja")


@pytest.mark.parametrize(
    "reply",
    [
        "Is the page broken now?",
        "Now sort the maps",
        "The error page is still in German, translate it?",
        "那我直接删掉旧的列表行不行，因为这个是没有用的",
        "我可以不要这个列表吗，反正没用",
    ],
)
def test_a_new_request_denies_nothing(reply):
    story = asked("Sort the list")
    story.ends("The list is sorted in shop/list.py.")
    told_then(story, reply)
    assert "objected" not in state(story)


def test_a_mend_after_which_the_same_error_came_again_says_so():
    story = asked("npm error Exit handler was never called at step 3 of 9\n12.5 npm error Build of the shop stopped")
    story.ends("The lock file was the cause; the install no longer reads it.")
    line = told_then(story, "npm error Exit handler was never called at step 4 of 9\n99.1 npm error other")
    assert f"[the same error came again: [L{line}]]" in row(state(story), "The lock file")
    assert f"[同じエラーが再発: [L{line}]]" in state(story, "ja")


@pytest.mark.parametrize(
    "back",
    [
        "My earlier restore of the price table missed the two root rows, so the price table was not whole.",
        "先ほどの price table の restore は不十分で、root rows の確認が漏れていました。",
        "我之前的 restore 漏掉了 price table 的两个 root rows。",
    ],
)
def test_words_that_the_agent_takes_back_later_carry_that(back):
    story = asked("Take the price table back")
    story.ends("Restored the price table with all its rows; root rows are as before.")
    story.asks("Have a look at the price table")
    line = story.ends(back) - 1
    told_then(story, "Then do it")
    assert f"[the agent called this wrong later: [L{line}]]" in row(state(story), "Restored the price table")


def test_a_fault_that_words_tell_of_a_file_says_that_the_file_was_edited_since():
    story = asked("What is wrong with the setup?")
    story.ends("`bin/setup.sh` has spaces around the equals sign, which is invalid.\n\n`bin/run.sh` is short.")
    story.asks("Mend it")
    edit = story.edits(f"{FOLDER}/bin/setup.sh")
    story.ends("Done, the setup runs without spaces around the sign.")
    told = state(story)
    assert f"invalid. [edited since: `setup.sh` [L{edit}]]" in told
    assert told.count("edited since") == 1


@pytest.mark.parametrize(
    "words",
    [
        "The table of `bin/setup.sh` is sorted and the rates are read from it.",
        "See whether a row of it is there: 有没有 `bin/setup.sh`",
        "The word `error` stands in `bin/setup.sh` and is read there.",
        "`doc/setup.md` is missing the rates of books.",
    ],
)
def test_words_without_a_fault_carry_no_edit(words):
    story = asked("Look at the setup")
    story.ends(words)
    story.asks("Go on with it")
    story.edits(f"{FOLDER}/bin/setup.sh")
    story.edits(f"{FOLDER}/doc/setup.md")
    story.ends("The setup is mended in bin/setup.sh.")
    assert "edited since" not in state(story)


def test_a_file_of_which_there_are_two_of_one_name_is_not_meant_for_sure():
    story = asked("Look at the setup")
    story.ends("`setup.sh` is broken: the sign is wrong.")
    story.asks("Go on with it")
    story.edits(f"{FOLDER}/bin/setup.sh")
    story.edits(f"{FOLDER}/lib/setup.sh")
    story.ends("Both are mended.")
    assert "edited since" not in state(story)


def test_a_file_that_words_tell_of_says_that_it_was_deleted_since():
    story = asked("Split it")
    story.edits(f"{FOLDER}/bin/old.sh")
    story.ends("`bin/old.sh` is a thin wrapper now.\n\n`bin/old.sh` sources `bin/run.sh`.")
    story.asks("Remove it if nobody needs it")
    gone = story.edits(f"{FOLDER}/bin/old.sh", action="delete")
    story.ends("Removed.")
    told = state(story)
    assert f"thin wrapper now. [deleted since: `old.sh` [L{gone}]]" in told
    assert told.count("deleted since") == 1
    assert "[その後に削除: `old.sh`" in state(story, "ja")


@pytest.mark.parametrize(
    ("command", "marked"),
    [
        ("bash -n a.sh b.sh c.sh", True),
        ("node --check a.js b.js", True),
        ("bash -n a.sh", False),
        ("for f in *.sh; do bash -n $f; done", False),
        ("python -m py_compile a.py b.py", False),
    ],
)
def test_a_syntax_check_that_reads_one_file_proves_nothing_of_the_others(command, marked):
    story = asked("Check the scripts")
    story.runs(command)
    story.ends(f"`{command}` finds no errors in the scripts.")
    assert ("checks only the first of several files" in state(story)) is marked


def test_a_request_whose_turn_was_broken_off_names_later_words_about_it():
    story = Story()
    first = story.asks("Replace the renderer of the price list and have it reviewed")
    story.says("I start with the renderer.")
    cut = story._add(Boundary, kind="turn_aborted")
    story.asks("The packages are installed")
    line = story.ends("Replaced the renderer of the price list; the list was reviewed without findings.") - 1
    told = row(state(story), f"[L{first}]")
    assert f"its turn was broken off [L{cut}]; later words speak of it [L{line}]" in told


@pytest.mark.parametrize(
    ("reply", "answer", "marked"),
    [
        ("But the maps are sorted", "You're right, the maps are sorted by a trigger.", True),
        ("但是那个就正常啊", "对，你说得对，那个是触发器排序的。", True),
        ("でも地図は並んでいます", "ご指摘の通りです。地図はトリガーで並びます。", True),
        ("But the maps, sort them too", "The maps are sorted too.", False),
        ("I like the maps best", "You're right, they are nice.", False),
    ],
)
def test_what_the_agent_concedes_was_an_objection(reply, answer, marked):
    story = asked("Why is the list not sorted?")
    story.ends("Nothing in the shop is sorted; the index is missing.")
    line = story.asks(reply)
    story.ends(answer)
    assert (f"[the person objected: [L{line}]]" in state(story)) is marked


def test_a_fault_found_on_the_way_says_that_edits_followed_in_the_same_turn():
    story = asked()
    story.says("Found it: the query does not select the column `rate`.")
    edit = story.edits(f"{FOLDER}/shop/query.py")
    story.says("The column `colour` is missing too, because nobody needs it.")
    story.ends("The rate is selected now.")
    story.asks("Now sort the list")
    story.edits(f"{FOLDER}/shop/list.py")
    story.ends("Sorted.")
    found = sections(materials(story))["DISCOVERY"]
    assert f"the column `rate`. [edits followed: [L{edit}]]" in found
    assert "edits followed" not in row(found, "`colour` is missing")


def test_a_failure_whose_last_run_counts_none_says_so_though_its_exit_code_is_hidden():
    story = asked()
    story.runs("npm test", 1, "FAILED tests/test_tax.py::test_books\n1 failed in 0.1s\n")
    story.says("The cause was the missing rate.")
    story.edits(f"{FOLDER}/shop/tax.py")
    last = story.runs("npm test | tail -5", output="12 passed in 0.2s\n")
    found = sections(materials(story))["DISCOVERY"]
    assert f"its last run counts no failure [L{last}]" in found
    story.runs("npm test | tail -5", output="1 failed, 11 passed in 0.2s\n")
    assert "counts no failure" not in sections(materials(story))["DISCOVERY"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("no, leave that for now and commit the rest of it", True),
        ("这个暂时不需要修复，帮我提交代码吧", True),
        ("いいえ、今は直さなくて良いです。残りをコミットしてください", True),
        ("no, that is how it has to be in this shop", False),
    ],
)
def test_a_finding_that_the_person_put_off_stays_open_as_that(answer, told):
    story = asked("Review the tax")
    found = story.ends("[P2] The rate of books is never read in tax.py\n\nShould I mend the P2 problem?") - 1
    line = story.asks(answer)
    story.ends("Committed.")
    pending = sections(materials(story))["BLOCKED / PENDING"]
    assert (f"put off by the person [L{line}] — review finding [L{found}]" in pending) is told


def test_what_was_said_before_a_choice_is_told_as_that():
    story = asked("Choose a store for the prices")
    story.says("A file is simple because nothing has to run; a database is only needed for `shop/report.py`.")
    line = story.answers("Which store?", "Database", "File", "Database")
    story.says("The database is set up, the cause of the slow start was the missing index.")
    story.ends("Done, the prices are in the database.")
    found = sections(materials(story))["DISCOVERY"]
    assert f"`shop/report.py`. [before the choice [L{line}]]" in found
    assert found.count("before the choice") == 1


@pytest.mark.parametrize(
    ("words", "marked"),
    [
        ("The tests fail because `react-table` is missing.", True),
        ("`npm test` は依存がないため失敗しています。", True),
        ("The build fails because `react-table` is missing.", False),
        ("The tests are fast because `shop/tax.py` is small.", False),
    ],
)
def test_a_check_that_words_call_failing_says_that_it_passed_later(words, marked):
    story = asked()
    story.runs("npm test", 1, "FAILED tests/test_tax.py::test_books\n1 failed in 0.1s\n")
    story.delegates("tester", f"Report of the whole run of today, with all that was found. {words}")
    passed = story.runs("npm test", output="12 passed in 0.2s\n")
    story.ends("Installed.")
    found = sections(materials(story))["DISCOVERY"]
    assert (f"[passed later: `npm test` [L{passed}]]" in found) is marked


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("The commit is already attached to `main`: the detached copy is the same commit.", True),
        ("The list is sorted by name.", False),
    ],
)
def test_a_fault_that_the_turn_ended_by_explaining_points_there(end, told):
    story = asked("Where is my commit?")
    story.says("The commit was made on a detached HEAD, so it is not attached because `main` stands elsewhere.")
    story.runs("git branch --contains 60d5fd4", output="* main\n")
    line = story.ends(end) - 1
    story.asks("Then sort the list")
    story.ends("Sorted.")
    found = sections(materials(story))["DISCOVERY"]
    assert (f"[see the end of the turn [L{line}]]" in found) is told
