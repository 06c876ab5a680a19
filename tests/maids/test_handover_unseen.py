"""What never happened, what waits for the person, and which requests decide: said in one line each."""

from __future__ import annotations

from dataclasses import replace

from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story


def _document(story: Story, language: str = "en") -> dict[str, str]:
    made = materials(story)
    return sections(replace(made, meta=replace(made.meta, language=language)))


def _edited() -> Story:
    story = Story()
    story.asks("Mend the till, then push it and open a pull request")
    story.edits(f"{FOLDER}/shop/till.py")
    return story


def test_edits_without_tests_commit_and_push_are_said_to_be_without_them():
    state = _document(_edited())["CURRENT_STATE"]
    assert (
        "not seen in this log (the agent's own commands): no test, lint or build run; no commit; no push; no pull request or merge"
        in state
    )


def test_a_test_run_that_the_shell_could_not_start_is_told_as_tried():
    story = _edited()
    line = story.runs("pytest -q", 127, "zsh: command not found: pytest\n")
    state = _document(story)["CURRENT_STATE"]
    assert f"no test, lint or build run (tried, failed [L{line}]); no commit" in state


def test_a_program_that_is_missing_is_no_try_of_a_check():
    story = _edited()
    story.runs("tree shop", 127, "zsh: command not found: tree\n")
    assert "no test, lint or build run; no commit" in _document(story)["CURRENT_STATE"]


def test_the_same_in_japanese():
    state = _document(_edited(), "ja")["CURRENT_STATE"]
    assert "では、テスト・lint・ビルドの実行なし、コミットなし、プッシュなし、プルリクエスト・マージなし" in state


def test_tests_and_commits_before_the_last_edit_do_not_count():
    story = _edited()
    story.runs("pytest -q", 0, "3 passed in 0.1s")
    story.runs("git commit -am 'mend the till'", 0, "[main 1a2b3c4] mend the till\n")
    story.runs("git push", 0, "To example.org:shop.git\n   0000001..1a2b3c4  main -> main\n")
    again = story.edits(f"{FOLDER}/shop/till.py")
    state = _document(story)["CURRENT_STATE"]
    assert f"no test run after [L{again}]; no commit after [L{again}]" in state
    assert "no push" not in state


def test_a_commit_and_a_push_behind_a_check_count():
    story = _edited()
    printed = "Checked 3 files.\n[main 1a2b3c4] mend the till\n 1 file changed, 1 insertion(+)\n"
    story.runs("biome check . && git commit -am 'mend the till'", 0, printed)
    story.runs(
        "npm test && git push", 0, "Tests: 3 passed\nTo example.org:shop.git\n   0000001..1a2b3c4  main -> main\n"
    )
    document = _document(story)
    assert "commit 1a2b3c4 mend the till (pushed)" in document["CURRENT_STATE"]
    assert "no commit" not in document["CURRENT_STATE"] and "no push" not in document["CURRENT_STATE"]
    assert "`shop/till.py` +1/−0; committed" in document["CODEBASE_ANCHORS"]


def test_where_everything_was_done_nothing_is_said():
    story = Story()
    story.asks("Mend the till and commit it")
    story.edits(f"{FOLDER}/shop/till.py")
    story.runs("pytest -q", 0, "3 passed in 0.1s")
    story.runs("git commit -am 'mend the till'", 0, "[main 1a2b3c4] mend the till\n")
    story.runs("git push", 0, "To example.org:shop.git\n   0000001..1a2b3c4  main -> main\n")
    assert "not seen in this log" not in _document(story)["CURRENT_STATE"]


def test_a_log_that_records_no_commands_proves_nothing():
    story = Story()
    story.asks("Mend the till, commit and push it")
    story.ends("Mended it.")
    assert "not seen in this log" not in _document(story)["CURRENT_STATE"]


def test_a_script_of_the_project_may_have_run_the_tests():
    story = _edited()
    story.runs("./scripts/check.sh", 0, "all good")
    state = _document(story)["CURRENT_STATE"]
    assert "no commit" in state
    assert "no test run" not in state


def test_a_question_at_the_end_waits_with_its_options():
    story = Story()
    story.asks("Change the author of the last commits")
    story.runs("git push --force-with-lease", 1, "error: failed to push some refs")
    last = story.says(
        "The push was refused.\n\nOptions:\n- Allow force pushes for a moment.\n- Add a `.mailmap`.\n- Leave it as it is.\n\nI did not touch main."
    )
    found = _document(story)
    line = "Options: Allow force pushes for a moment. / Add a `.mailmap`. / Leave it as it is."
    assert f"undecided: {line}" in found["BLOCKED / PENDING"]
    assert (
        f"1. Get the person's answer to the agent's question [L{last}] first: Options: Allow force"
        in found["NEXT_ACTION"]
    )


def test_a_question_that_the_agent_went_on_after_does_not_wait():
    story = Story()
    story.asks("Mend the till")
    story.says("Should I run the tests? I run them.")
    story.runs("pytest -q", 0, "3 passed in 0.1s")
    assert "Should I run the tests?" not in _document(story)["BLOCKED / PENDING"]


def test_a_plan_that_was_refused_last_is_pending_and_not_to_be_carried_out():
    story = Story()
    story.asks("Plan a new till")
    line = story.judges_plan("# A new till\n\nBuild it of wood.", approved=False)
    found = _document(story)
    assert f"the last plan was refused [L{line}]; nothing of it is approved" in found["BLOCKED / PENDING"]
    assert (
        f"1. Ask the person how to go on with the refused plan [L{line}]; do not carry it out" in found["NEXT_ACTION"]
    )


def test_an_approved_plan_is_not_pending():
    story = Story()
    story.asks("Plan a new till")
    story.judges_plan("# A new till\n\nBuild it of wood.", approved=False, words="of steel, please")
    story.judges_plan("# A new till\n\nBuild it of steel.", approved=True)
    assert "refused" not in _document(story)["BLOCKED / PENDING"]


def test_orders_among_the_requests_are_pointed_at_from_the_decisions():
    story = Story()
    story.asks("Restore the sessions")
    story.ends("They fall back to the first agent.")
    order = story.asks("Do not fall back, print a warning instead of it")
    story.ends("Now it warns.")
    story.asks("What does it print?")
    story.ends("A warning.")
    decided = _document(story)["DECISION"]
    assert f"among the orders and choices above, newest first: [L{order}]" in decided


def test_a_file_read_twice_in_a_row_after_the_last_action_is_told_with_its_newest_reading():
    story = _edited()
    story.runs("make dump", 0, "wrote dump.txt")
    story.reads(f"{FOLDER}/dump.txt")
    line = story.reads(f"{FOLDER}/dump.txt")
    document = _document(story)
    assert f"[L{line}] the file opened last: `dump.txt`" in document["CURRENT_STATE"]
    assert f"`dump.txt` read 2× [L{line}]" in document["CODEBASE_ANCHORS"]
    assert f"[L{line}] 最後に開いたファイル: `dump.txt`" in _document(story, "ja")["CURRENT_STATE"]


def test_a_script_named_check_that_ran_after_the_edit_leaves_no_lint_missing():
    story = Story()
    story.asks("Mend the till and run the linter")
    story.runs("npx eslint .", 0, "")
    story.edits(f"{FOLDER}/shop/till.ts")
    assert "no lint run after" in _document(story)["CURRENT_STATE"]
    story.runs("npm run check", 0, "Checked 8 files in 3ms. No fixes applied.")
    state = _document(story)["CURRENT_STATE"]
    assert "no test run" in state and "lint" not in state.partition("not seen in this log")[2]
