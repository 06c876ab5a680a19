"""What the agent says beside what a few commands did: which statements are doubted, and which are not."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.models import Command
from butler.maids.session_log_checks import outcome_of
from butler.maids.session_log_claims import judged
from butler.maids.session_log_commands import kind_of
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_outputs import Output

Ran = tuple[str, int, str]
"""A command, its exit code, what it printed."""

BROKEN: Ran = ("pytest -q", 1, "FAILED tests/test_tea.py::test_pour\n1 failed, 30 passed in 1.2s")
EDIT: Ran = ("", 0, "src/tea.py")
DENIED = "fatal: unable to access 'https://example.com/tea.git/': The requested URL returned error: 403"
CONFLICT = "error: could not apply 1f2e3d4\nCONFLICT (content): Merge conflict in tea.py"


def verdicts(text: str, *ran: Ran) -> list[str]:
    """The verdicts over ``text``, said after what ``ran``."""
    deeds = Deeds()
    for line, (command, code, output) in enumerate(ran, 1):
        if not command:
            deeds.edited(line, output, prose=False)
            continue
        entry = Command(line=line, at=None, call_id=str(line), text=command, exit_code=code, output=output)
        deeds.command(entry, command, kind_of(command), Output(output), outcome_of(entry, ""))
    return [one.verdict for one in judged([(len(ran) + 1, text)], deeds)]


@pytest.mark.parametrize(
    ("text", "ran"),
    [
        ("Fixed. All tests pass.", [BROKEN, EDIT, ("pytest -q tests/test_tea.py", 0, "4 passed in 0.2s")]),
        ("直しました。全テストが通りました。", [BROKEN, EDIT, ("pytest -q --lf", 0, "1 passed in 0.1s")]),
        ("The tests pass.", [("cargo test pour", 0, "running 0 tests\n\ntest result: ok. 0 passed; 0 failed")]),
        ("テストは通っています。", [("go test ./...", 0, "?   \ttea/cup\t[no test files]")]),
        ("Tests pass.", [("pytest -q", 0, "sss\n3 skipped in 0.01s")]),
        ("The tests pass.", [(r"find . -name 'test_*.py' -exec pytest -q {} \;", 0, "")]),
        ("All tests pass.", [("pytest -q > >(tail -2)", 0, "30 passed in 1.1s")]),
        ("The tests pass on that host.", [("ssh kettle 'cd tea && pytest -q; true'", 0, "")]),
        ("All tests pass.", [("script -qc 'pytest -q' tea.log", 0, "")]),
    ],
)
def test_what_was_run_in_part_or_empty_or_unseen_proves_nothing(text: str, ran: list[Ran]) -> None:
    assert verdicts(text, *ran) == ["unproven"]


@pytest.mark.parametrize(
    ("text", "ran"),
    [
        ("All tests pass.", [BROKEN, EDIT, ("pytest tests/test_tea.py", 0, "4 passed"), ("pytest -q", 0, "31 passed")]),
        ("All tests pass.", [("pytest -q tests/test_tea.py", 0, "4 passed in 0.2s")]),
        ("All tests pass.", [BROKEN, EDIT, ("timeout -k 5 60 python -m pytest tests -q", 0, "31 passed in 1s")]),
        ("All tests pass.", [BROKEN, EDIT, ("pytest tests/unit tests/e2e", 0, "31 passed in 1s")]),
        ("Both related tests pass.", [BROKEN, EDIT, ("pytest -q tests/test_tea.py", 0, "2 passed in 0.2s")]),
        ("The tests pass.", [("cargo test", 0, "test result: ok. 9 passed; 0 failed\n\nrunning 0 tests\n0 passed")]),
        ("The tests pass.", [("go test ./...", 0, "?   \ttea/cup\t[no test files]\nok  \ttea/pot\t0.2s")]),
        ("The tests pass on that host.", [("ssh -p 22 kettle 'cd tea && pytest -q'", 0, "30 passed in 1.1s")]),
        ("All tests pass.", [("script -qec 'pytest -q' tea.log", 0, "30 passed in 1.1s")]),
        ("All tests pass.", [("pytest -q | tee t; exit ${PIPESTATUS[0]}", 0, "30 passed in 1.1s")]),
        ("テストは全件成功です。", [("pytest -q > t; rc=$?; tail -1 t; (exit $rc)", 0, "30 passed in 1.1s")]),
        ("All tests pass.", [("pytest -q", 0, "30 passed in 1s"), ("ssh kettle 'cd tea && git pull'", 0, "Updating")]),
    ],
)
def test_what_was_seen_to_end_well_is_not_doubted(text: str, ran: list[Ran]) -> None:
    assert verdicts(text, *ran) == []


@pytest.mark.parametrize(
    ("text", "ran"),
    [
        ("Release prepared: tag `v0.3.0` is pushed.", ("git push origin v0.3.0", 128, DENIED)),
        ("I created and pushed the tag.", ("git push --tags", 128, DENIED)),
        ("Everything is already on the remote.", ("git push", 128, DENIED)),
        ("All of it has finally been pushed.", ("git push", 128, DENIED)),
        ("プッシュは既に完了しています。", ("git push", 128, DENIED)),
        ("コミットからプッシュまで無事に終わりました。", ("git push", 128, DENIED)),
        ("I reverted commit 1f2e3d4.", ("git revert --no-edit 1f2e3d4", 1, CONFLICT)),
        ("1f2e3d4 を main にチェリーピックしました。", ("git cherry-pick 1f2e3d4", 1, CONFLICT)),
        ("スタッシュを戻しました。", ("git stash pop", 1, CONFLICT)),
        ("I switched to the release branch.", ("git switch release", 1, "error: Aborting")),
        ("Cleanup done, and make test succeeds.", ("make test", 2, "1 failed, 30 passed in 1.2s")),
        ("Fix applied: the tests pass.", BROKEN),
    ],
)
def test_a_deed_or_check_that_failed_is_contradicted_however_it_is_told(text: str, ran: Ran) -> None:
    assert "contradicted" in verdicts(text, ran)


@pytest.mark.parametrize(
    ("text", "ran"),
    [
        ("I reverted commit 1f2e3d4.", ("git revert --no-edit 1f2e3d4", 0, "[main 4d3e2f1] Revert")),
        ("I reverted the colour of the button.", EDIT),
        ("I switched to the release branch.", ("git switch release; git log -1", 0, "Switched to branch 'release'")),
        ("I switched to main.py for the entry point.", ("git switch release", 1, "error: Aborting")),
        ("The tag v0.3.0 is pushed.", ("git tag v0.3.0 && git push --tags", 0, " * [new tag] v0.3.0 -> v0.3.0")),
        ("エラーなし。", EDIT),
        ("失敗なし。", EDIT),
        ("No failures.", EDIT),
        ("在庫係の田中さんの手元ではテストが通っています。", BROKEN),
        ("向こうのチームではテストが通っているそうです。", BROKEN),
        ("この変更でテストは通りそうです。", BROKEN),
        ("I hear that the tests pass there.", BROKEN),
        ("All tests pass on Mika's laptop.", BROKEN),
        ("Next, repair the recipe, and make test pass.", ("make test", 2, "1 failed, 30 passed in 1.2s")),
    ],
)
def test_what_others_say_orders_and_bare_denials_are_not_doubted(text: str, ran: Ran) -> None:
    assert verdicts(text, ran) == []


def test_a_denial_under_the_name_of_a_check_that_never_ran_is_unproven() -> None:
    assert verdicts("Tests:\n\n- no failures\n", EDIT) == ["unproven"]


def test_a_push_before_the_commit_was_made_anew_is_old_with_an_adverb_too() -> None:
    pushed = ("git push", 0, "To example.com:tea.git\n   1f2e3d4..4d3e2f1  main -> main")
    anew = ("git commit --amend -m tea", 0, "[main 9a8b7c6] tea")
    assert verdicts("The commit is already on the remote.", pushed, anew) == ["old"]
    assert verdicts("The commit is already on the remote.", anew, pushed) == []


CI_LIST: Ran = (
    "gh pr checks 7",
    1,
    "lint\tfail\t21s\thttps://example.com/1\nbuild\tpass\t1m10s\thttps://example.com/2",
)
CI_WATCH: Ran = ("gh run watch 7 --exit-status", 1, "JOBS\n✓ build in 1m10s (ID 2)\nX lint in 21s (ID 1)")


@pytest.mark.parametrize("ran", [CI_LIST, CI_WATCH])
def test_a_row_of_a_list_of_checks_bears_out_what_is_said_of_it(ran: Ran) -> None:
    assert verdicts("The lint check is failing; the build check passed.", ran) == []
    assert verdicts("lint は失敗、build は成功しています。", ran) == []
    assert verdicts("The lint check passed.", ran) != []


def test_a_whole_summary_behind_tail_bears_out_exactly_its_count() -> None:
    whole: Ran = ("python -m pytest -q 2>&1 | tail -3", 0, "........ [100%]\n42 passed in 2.31s")
    assert verdicts("All 42 tests pass.", whole) == []
    assert verdicts("テストは 42 件通っています。", whole) == []
    assert verdicts("All 42 tests pass.", whole, EDIT) == ["old"]
    assert verdicts("All 43 tests pass.", whole) == ["unproven"]
    assert verdicts("All tests pass.", whole) == ["unproven"]
    assert verdicts("All 42 tests pass.", ("pytest -q | grep passed", 0, "42 passed in 2.31s")) == ["unproven"]
    assert verdicts("All 42 tests pass.", ("pytest -q | tail -1 || true", 0, "42 passed in 2s")) == ["unproven"]
    assert verdicts("42 tests pass.", ("pytest -q | tail -1", 0, "1 failed, 42 passed in 2s")) != ["contradicted"]


def test_what_came_true_on_a_condition_is_still_a_statement() -> None:
    assert verdicts("修正するとテストがすべて通りました。", BROKEN) == ["contradicted"]
    assert verdicts("全テストが成功する。", BROKEN) == ["contradicted"]


def in_turns(text: str, before: list[Ran], after: list[Ran]) -> list[str]:
    """The verdicts over ``text``, said after ``before``; ``after`` happened in a later turn."""
    deeds = Deeds()
    deeds.asked(1)
    for line, (command, code, output) in enumerate([*before, ("said", 0, ""), *after], 2):
        if command == "said":
            deeds.asked(line + 50)
        at = line if line < len(before) + 2 else line + 100
        if not command:
            deeds.edited(at, output, prose=False)
        elif command != "said":
            entry = Command(line=at, at=None, call_id=str(at), text=command, exit_code=code, output=output)
            deeds.command(entry, command, kind_of(command), Output(output), outcome_of(entry, ""))
    return [one.verdict for one in judged([(len(before) + 2, text)], deeds)]


COMMIT: Ran = ("git commit -qm Pour", 0, "[main 1f2e3d4] Pour")
AMEND: Ran = ("git commit --amend -qm Tea", 0, "[main 9a8b7c6] Tea")
ADD: Ran = ("git add -A", 0, "")
PUSH: Ran = ("git push origin main", 0, "To example.com:tea.git\n   1f2e3d4..4d3e2f1  main -> main")
CLEAN: Ran = ("git status --short", 0, "")


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("The working tree is clean.", [COMMIT, CLEAN], [EDIT]),
        ("作業ツリーはクリーンです。", [COMMIT, CLEAN], [EDIT]),
        ("Everything is pushed to origin.", [COMMIT, PUSH], [EDIT, ADD, COMMIT]),
        ("コミットはすべてプッシュ済みです。", [COMMIT, PUSH], [EDIT, ADD, COMMIT]),
        ("Committed as 1f2e3d4.", [COMMIT], [AMEND]),
    ],
)
def test_what_a_later_turn_outdated_is_old(text: str, before: list[Ran], after: list[Ran]) -> None:
    assert in_turns(text, before, after) == ["old"]


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("The working tree is clean.", [COMMIT, CLEAN], []),
        ("The working tree is clean.", [COMMIT, CLEAN], [EDIT, ADD, COMMIT]),
        ("Everything is pushed to origin.", [COMMIT, PUSH], [EDIT]),
        ("Everything is pushed to origin.", [COMMIT, PUSH], [EDIT, ADD, COMMIT, PUSH]),
        ("I pushed the branch to origin.", [COMMIT, PUSH], [EDIT, ADD, COMMIT]),
        ("Committed as 1f2e3d4.", [COMMIT], [EDIT, ADD, COMMIT, AMEND]),
        ("Committed.", [COMMIT], [AMEND]),
    ],
)
def test_what_still_holds_after_a_later_turn_is_not_doubted(text: str, before: list[Ran], after: list[Ran]) -> None:
    assert in_turns(text, before, after) == []


THREE: Ran = ("pytest -q", 1, "FAILED a.py::t1\nFAILED a.py::t2\nFAILED a.py::t3\n3 failed, 30 passed in 1.2s")


@pytest.mark.parametrize(
    "text",
    [
        "Only one test still fails; I'd look at the pot.",
        "Just 2 failures remain.",
        "失敗しているテストは 1 件だけです。",
    ],
)
def test_fewer_failures_than_the_last_run_printed_are_contradicted(text: str) -> None:
    assert verdicts(text, THREE) == ["contradicted"]
    assert verdicts(text, THREE, EDIT) == []


@pytest.mark.parametrize(
    "text",
    [
        "Only three tests still fail.",
        "Before my change only one test failed.",
        "Only one test should still fail.",
        "Only one test fails because of the clock.",
        "失敗は 3 件だけです。",
    ],
)
def test_as_many_failures_as_were_printed_are_not_doubted(text: str) -> None:
    assert verdicts(text, THREE) == []


def test_everything_passes_after_a_run_that_nobody_saw_is_unproven() -> None:
    assert verdicts("I ran the test suite and everything passes.", EDIT) == ["unproven"]
    assert verdicts("Everything passes.", EDIT) == []
