"""What the document must not mislead about: states, failures, commits, foreign logs, what comes next."""

from __future__ import annotations

from dataclasses import replace

from butler.capabilities.handover.models import LogSource
from butler.capabilities.session_log.models import Boundary, Message, ReadReceipt, Subagent
from butler.capabilities.work_record.models import Commit, FileState, GitState, Recommendation, WorkState
from butler.maids.session_log_instructions import hard_rules
from tests.maids.test_handover_worker import materials, sections, shop
from tests.stories import FOLDER, Story


def test_an_answered_request_says_where_its_turn_ended():
    story = Story()
    story.asks("List the prices")
    story.ends("They stand in shop/prices.py.")
    story.asks("Show the taxes")
    state = sections(materials(story))["CURRENT_STATE"]
    assert "[L2] answered [L3]: “List the prices”" in state
    assert "[L5] open: “Show the taxes”" in state


def test_a_masked_run_that_failed_is_told_so_and_never_counted_as_good():
    story = Story()
    story.asks("Mend the taxes")
    story.runs("go test ./tax | tail -5", 0, "FAIL\tshop/tax [build failed]\n")
    story.runs("go test ./tax | tail -5", 0, "FAIL\tshop/tax [build failed]\n")
    found = sections(materials(story))
    line = next(line for line in found["DISCOVERY"].splitlines() if "go test" in line)
    assert "FAILED by its own output (exit code hidden by a pipe)" in line
    assert "2 runs, 2 failed" in line
    assert "go test ./tax" in found["NEXT_ACTION"]


def test_a_claim_that_a_hidden_run_counts_out_is_not_said_to_be_unshown():
    story = Story()
    story.asks("Mend the taxes")
    line = story.runs("bun run test | tail -4", 0, " 1309 pass\n 0 fail\n")
    story.says("All 1309 tests pass.")
    story.runs("bun run test | grep fail", 0, " 0 fail\n")
    risks = sections(materials(story))["RISKS"]
    assert f"[L{line}] prints “1309 pass; 0 fail”, but its exit code is hidden" in risks


def test_a_commit_of_log_and_git_is_one_line_with_its_hash():
    story = shop()
    line = story.runs("git commit -q -am 'Sort the list'", 0)
    git = GitState("main", "9f8e7d6c5b4a", commits_since=(Commit("9f8e7d6c5b4a", "Sort the list", ""),))
    state = sections(materials(story, work=WorkState(git)))["CURRENT_STATE"]
    assert f"[L{line}] commit 9f8e7d6c5 Sort the list" in state
    assert state.count("commit 9f8e7d6c5") == 1
    assert "commit ?" not in state


def test_a_commit_that_nobody_names_by_hash_says_that():
    story = shop()
    line = story.runs("git commit -q -am 'Sort the list'", 0)
    assert f"[L{line}] committed, hash not printed: Sort the list" in sections(materials(story))["CURRENT_STATE"]


def test_git_of_this_folder_is_not_shown_beside_a_log_of_another():
    git = GitState("other-branch", "0" * 40, unstaged=(FileState("a.py", ".M"),), stash=1)
    work = WorkState(git, recommendations=(Recommendation("advice_commit", (("count", "1"),)),))
    log = LogSource("~/logs/s.jsonl", ReadReceipt("codex_jsonl", 9, 9), "codex", other_folder="/home/ann/elsewhere")
    found = sections(materials(shop(), work=work, log=log))
    assert "not shown: the log belongs to `/home/ann/elsewhere`" in found["CURRENT_STATE"]
    assert "other-branch" not in found["CURRENT_STATE"]
    assert "stash" not in found["RISKS"]
    assert "not committed" not in found["RISKS"]
    assert "ommit" not in found["NEXT_ACTION"]


def test_the_document_ends_at_the_last_line_that_was_read():
    story = shop()
    log = LogSource("~/logs/s.jsonl", ReadReceipt("codex_jsonl", 9, 77), "codex")
    assert "the log ends (line 77)" in sections(materials(story, log=log))["CURRENT_STATE"]


def test_a_last_action_that_failed_comes_first():
    story = Story()
    story.asks("Commit the list")
    story.runs("git commit -m 'Sort the list'", 128, "error: the signing agent is locked\n")
    lines = sections(materials(story))["NEXT_ACTION"].strip().splitlines()
    assert "The last action failed" in lines[0]
    assert "the signing agent is locked" in lines[0]


def test_a_refusal_by_the_person_is_nothing_to_retry():
    story = Story()
    story.asks("Sort the list")
    story.fails_to_edit(f"{FOLDER}/a.py", "The user doesn't want to proceed with this tool use")
    assert "last action failed" not in sections(materials(story))["NEXT_ACTION"]


def test_todos_older_than_the_current_request_come_after_it():
    story = Story()
    story.asks("Sort the list")
    story.plans(("Sort it", "completed"), ("Consider colours", "pending"))
    story.ends("Sorted.")
    story.asks("Why is tea imported twice?")
    lines = sections(materials(story))["NEXT_ACTION"].strip().splitlines()
    assert "Why is tea imported twice?" in lines[0]
    assert "Consider colours" in lines[-1]


def test_a_reply_to_the_agents_question_ages_no_plan():
    story = Story()
    story.plans(("Sort it", "in_progress"))
    story.answers("By which column?", "by name", "by name", "by price")
    assert "Finish (in progress): Sort it" in sections(materials(story))["NEXT_ACTION"]


def test_narration_that_was_carried_out_is_no_next_action():
    story = Story()
    story.asks("Remove the old script")
    story.says("If references remain I will replace them first; that needs to be done before.")
    story.runs("grep -rn old_script .", 0, "a.sh:1: old_script\n")
    assert "agent's word" not in sections(materials(story))["NEXT_ACTION"]


def test_without_a_next_action_the_prompt_points_to_none():
    assert "ask the person" in sections(materials())["HANDOFF_PROMPT"]


def test_plan_steps_are_boxes_of_a_task_list():
    state = sections(materials(shop()))["CURRENT_STATE"]
    assert "- [x] completed: Mend the list" in state
    assert "- [ ] pending: Write the tax table" in state


def test_japanese_plan_lines_carry_no_english_state():
    story = Story()
    story.plans(("一覧を直す", "in_progress"))
    found = materials(story)
    state = sections(replace(found, meta=replace(found.meta, language="ja")))["CURRENT_STATE"]
    assert "- [ ] 進行中: 一覧を直す" in state
    assert "in progress" not in state


def test_every_section_of_an_instruction_file_keeps_its_hard_rules():
    filler = "\n".join(f"- The shelf {number} holds goods of the shop." for number in range(200))
    text = f"# Shop guide\n\nA shop.\n{filler}\n\n## Git\n- Never run git commands unless asked.\n{filler}\n\n## 注意\n- 端数は必ず残すこと。\n"
    rules = hard_rules(text, 600)
    assert "Git: Never run git commands unless asked." in rules
    assert "注意: 端数は必ず残すこと。" in rules
    assert len(rules) <= 600


def test_instructions_without_hard_words_are_shortened_from_the_front():
    assert hard_rules("This is the shop.\nIt sells tea.") == "This is the shop.\nIt sells tea."


def test_a_correction_that_answers_a_question_is_the_persons_decision_and_in_force():
    story = Story()
    story.asks("Refuse the second reservation")
    story.ends("reserve() returns False now. Shall I change the test so that it expects False?")
    line = story.asks(
        "No. Keep the public signature of reserve(); raise an error of its own, do not return False. And leave the test as it is."
    )
    found = sections(materials(story))
    assert f"[L{line}] asked “" in found["DECISION"]
    assert "Shall I change the test so that it expects False?” → answered “No. Keep" in found["DECISION"]
    assert "In force: `No. Keep the public signature" in found["HANDOFF_PROMPT"]


def test_a_choice_of_how_a_turn_runs_and_a_question_back_are_no_decisions():
    story = Story()
    story.answers(
        "How should the review run?", "Wait for results (Recommended)", "Wait for results", "Run in background"
    )
    story.answers("Where do the taxes go?", "into a file, or have you another idea?")
    found = sections(materials(story))
    assert "answered" not in found["DECISION"]
    assert "In force" not in found["HANDOFF_PROMPT"]


def test_words_that_refuse_a_plan_overrule_earlier_answers():
    story = Story()
    story.answers("Where do the taxes go?", "into the price file", "into the price file", "into a database")
    story.judges_plan(
        "1. write taxes into the price file", approved=False, words="read the taxes from the environment instead"
    )
    prompt = sections(materials(story))["HANDOFF_PROMPT"]
    assert "In force: `read the taxes from the environment instead`" in prompt
    assert "price file" not in prompt


def test_of_one_question_the_last_answer_is_in_force():
    story = Story()
    story.answers("Where do the taxes go?", "into the price file")
    story.answers("Where do the taxes go?", "into a table of their own")
    prompt = sections(materials(story))["HANDOFF_PROMPT"]
    assert "table of their own" in prompt
    assert "price file" not in prompt


def test_review_findings_are_pending_until_their_file_is_edited():
    story = Story()
    story.asks("Review the shop")
    story.edits(f"{FOLDER}/shop/list.py")
    story.ends('- [P1] The "tea" row is lost — shop/list.py:3\n- [P2] Taxes are rounded twice — shop/tax.py:9')
    pending = sections(materials(story))["BLOCKED / PENDING"]
    assert "undecided: [P1] The" in pending
    assert "[P2] Taxes are rounded twice" in pending
    story.asks("Mend both")
    story.edits(f"{FOLDER}/shop/list.py")
    story.edits(f"{FOLDER}/shop/tax.py")
    assert "[P" not in sections(materials(story))["BLOCKED / PENDING"]


def test_the_result_of_a_review_is_told():
    story = Story()
    story._add(
        Boundary, kind="review_finished", text="The loader drops the first row because it takes it for a header."
    )
    assert "review: The loader drops the first row" in sections(materials(story))["DISCOVERY"]


def test_files_that_git_shows_and_nobody_edited_here_are_anchors():
    story = shop()
    line = story.runs(
        "git status --short", 0, " M shop/prices.py\n?? shop/tax.py\n D shop/old.py\n?? node_modules/x/y.js\n"
    )
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    row = next(row for row in anchors.splitlines() if "not committed when git listed them" in row)
    assert f"[L{line}]" in row
    assert "`shop/tax.py`" in row
    assert f"deleted when git listed them [L{line}], no edit in this log: `shop/old.py`" in anchors
    assert "prices" not in row
    assert "node_modules" not in row


def test_an_intention_between_actions_counts_less_than_a_finding():
    story = Story()
    story.asks("読み込みを直して")
    story.says(
        "`loader.py` の呼び出し経路と `prices.csv` の形式を確認します。\n`loader.py` が先頭行を捨てているのが原因です。"
    )
    story.runs("cat loader.py", 0, "x")
    story.says("進めます。")
    found = sections(materials(story))["DISCOVERY"]
    assert found.index("原因です") > 0


def test_a_search_that_finds_lines_with_errors_is_no_failure():
    story = Story()
    story.asks("Find it")
    story.runs(
        "rg -n price shop missing",
        2,
        'shop/a.py:3: raise ValueError("Error: price")\nrg: missing: No such file or directory\n',
    )
    story.runs("grep -rn price shop", 1, "shop/a.py:3: Error: price\n")
    found = sections(materials(story))["DISCOVERY"]
    assert "rg: missing: No such file or directory" in found
    assert "ValueError" not in found.split("### Failures", 1)[1].split("###")[0]
    assert "grep -rn" not in found


def test_words_long_after_a_failure_are_not_its_explanation():
    story = Story()
    story.asks("Mend it")
    story.runs("npm install", 1, "npm ERR! code E404\n")
    for number in range(5):
        story.runs(f"cat shop/{number}.txt", 0, "x")
    story.says("The colours of the sign are chosen by the painter.")
    story.edits(f"{FOLDER}/sign.css")
    found = sections(materials(story))["DISCOVERY"].split("### Failures", 1)[1].split("###")[0]
    assert "painter" not in found
    assert "sign.css" not in found


def test_a_weak_claim_that_a_later_run_bears_out_is_no_risk():
    story = Story()
    story.asks("Mend the taxes")
    story.runs("pytest -q | tail -1", 0, "3 passed\n")
    story.says("All tests pass.")
    story.runs("pytest -q", 0, "3 passed\n")
    assert "unproven" not in sections(materials(story))["RISKS"]


def test_no_commit_is_advised_where_the_person_forbade_it():
    git = GitState("main", "0" * 40, unstaged=(FileState("a.py", ".M"),))
    work = WorkState(git, recommendations=(Recommendation("advice_commit", (("count", "1"), ("files", "a.py"))),))
    story = Story()
    story.asks("Sort the list; do not commit before I have looked at it")
    assert "Commit or stash" not in sections(materials(story, work=work))["NEXT_ACTION"]
    story.asks("good, now commit it")
    assert "Commit or stash" in sections(materials(story, work=work))["NEXT_ACTION"]


def test_a_log_without_ends_of_turns_that_ends_in_words_does_not_say_that_work_went_on():
    story = Story("claude-code")
    asked = story.asks("Mend the taxes")
    story.runs("pytest -q", 0, "3 passed in 0.1s\n")
    story.says("Mended. Ready to commit these changes?")
    found = sections(materials(story))
    assert f"after the request [L{asked}] the log ends with the agent's words" in found["CURRENT_STATE"]
    assert "Ready to commit these changes?" in found["NEXT_ACTION"]
    assert "See whether the last request" not in found["NEXT_ACTION"]


def test_in_such_a_log_the_last_request_can_be_done_by_a_commit_or_answered():
    story = Story("claude-code")
    asked = story.asks("Mend the taxes table")
    story.edits("shop/taxes.py")
    made = story.runs(
        "git commit -qam 'Mend the taxes table'", 0, "[main 60d5fd4] Mend the taxes table\n 1 file changed\n"
    )
    story.says("Committed: the taxes table is mended.")
    story.asks("What is the rate of books?")
    story.runs("cat shop/taxes.py", 0, "BOOKS = 7\n")
    told = story.says("The rate of books is 7.")
    state = sections(materials(story))["CURRENT_STATE"]
    assert f"[L{asked}] done (commit 60d5fd4 [L{made}])" in state
    assert f"answered [L{told}]" in state


def test_in_such_a_log_words_that_lead_on_to_an_action_answer_nothing():
    story = Story("claude-code")
    story.asks("Mend the taxes")
    story.says("I look at the table first.")
    story.runs("cat shop/taxes.py", None, "", state="running")
    assert "open: “Mend the taxes”" in sections(materials(story))["CURRENT_STATE"]


def test_a_client_that_records_only_some_ends_of_turns_does_not_say_that_work_went_on_behind_words():
    story = Story("claude-code")
    story.asks("List the prices")
    story.ends("They stand in shop/prices.py.")
    asked = story.asks("Are they in euros?")
    told = story.says("They are in euros: shop/prices.py holds cents of euros.")
    found = sections(materials(story))
    assert f"after the request [L{asked}] the log ends with the agent's words" in found["CURRENT_STATE"]
    assert f"[L{asked}] answered [L{told}]" in found["CURRENT_STATE"]
    assert "Go on with the request" not in found["NEXT_ACTION"]


def test_among_recorded_ends_a_short_turn_without_one_is_answered_too_but_not_one_that_was_broken_off():
    story = Story("claude-code")
    story.asks("List the prices")
    story.ends("They stand in shop/prices.py.")
    short = story.asks("Are they in euros?")
    told = story.says("They are in euros: shop/prices.py holds cents of euros.")
    broken = story.asks("Mend the taxes table")
    story.says("I look at the table of the taxes first.")
    story.runs("cat shop/taxes.py", 0, "BOOKS = 7\n")
    story._add(Boundary, kind="turn_aborted")
    story.asks("Leave the table, show me the shipping costs")
    state = sections(materials(story))["CURRENT_STATE"]
    assert f"[L{short}] answered [L{told}]" in state
    assert f"[L{broken}] answered" not in state


def test_words_that_the_client_calls_the_last_of_a_turn_end_it():
    story = Story("claude-code")
    asked = story.asks("Mend the taxes")
    story.runs("pytest -q", 0, "3 passed in 0.1s\n")
    story.says("Mended: the rate stands in the table now.", final=True)
    assert f"the turn of the request [L{asked}] ended" in sections(materials(story))["CURRENT_STATE"]


def test_after_the_last_request_was_answered_work_goes_on_with_what_the_person_chose_then():
    story = Story("claude-code")
    first = story.asks("Why do we write the tests first in the plan?")
    story.says(
        "They say what is to be built. How shall the plan be carried out?\n1. One agent per task\n2. All in this session"
    )
    chosen = story.asks("1")
    story.runs("cat plan.md", 0, "Task 1\n")
    found = sections(materials(story))
    assert f"[L{first}] was still" not in found["CURRENT_STATE"]
    assert f"the person's answer [L{chosen}] was still being worked on" in found["CURRENT_STATE"]
    assert f"[L{chosen}]: “1 = One agent per task”" in found["NEXT_ACTION"]


def test_a_call_whose_result_never_came_is_not_the_last_action():
    story = Story("claude-code")
    story.asks("Mend the taxes")
    lost = story.uses("Grep", "taxes")
    ran = story.runs("pytest -q", 0, "3 passed in 0.1s\n")
    story.entries.append(story.entries.pop(lost - 1))
    state = sections(materials(story))["CURRENT_STATE"]
    assert f"[L{ran}] last action: `pytest -q`" in state
    assert "result not in the log" not in state


def test_a_bare_yes_is_no_decision_in_force_for_the_prompt():
    story = Story("claude-code")
    story.asks("Mend the taxes")
    story.says("Does this integration approach look right?")
    story.asks("yep, looks good")
    story.says("Which table should hold them?")
    story.asks("yes, but keep the old table too")
    prompt = sections(materials(story))["HANDOFF_PROMPT"]
    assert "yep" not in prompt
    assert "keep the old table" in prompt


def test_rows_of_a_table_neither_ask_nor_announce():
    story = Story()
    story.asks("Which helpers can go?")
    story.ends(
        "Here is what I found.\n\n| Helper | Does the library have it? |\n|---|---|\n| `cut` | left to do next? |\n\nAll helpers are listed."
    )
    found = sections(materials(story))
    assert "Does the library have it" not in found["NEXT_ACTION"] + found["BLOCKED / PENDING"]


def test_an_old_codex_log_that_records_no_turns_ends_in_words_too():
    story = Story()
    story.asks("Mend the taxes")
    told = story.says("The taxes are mended: the rate stands in the table now.")
    state = sections(materials(story))["CURRENT_STATE"]
    assert f"answered [L{told}]" in state
    assert "the log ends with the agent's words" in state


def test_a_codex_log_that_records_turns_was_broken_off_in_an_open_one():
    story = Story()
    story._add(Boundary, kind="turn_started")
    story.asks("Mend the taxes")
    story.says("The taxes are mended: the rate stands in the table now.")
    assert "was still being worked on" in sections(materials(story))["CURRENT_STATE"]


def test_of_a_chain_that_passed_only_what_the_exit_code_speaks_of_is_said_to_pass():
    story = Story()
    story.asks("Check the shop")
    story.runs("which staticcheck || true && go build ./...", 0, "")
    line = next(one for one in sections(materials(story))["DISCOVERY"].splitlines() if "go build" in one)
    assert "passed (exit 0): `go build ./...`" in line
    assert "staticcheck" not in line


def test_closing_words_stand_under_a_request_of_many_lines():
    story = Story()
    lines = "\n".join(f"- put the books of shelf {n} in order and leave the others as they stand" for n in range(6))
    story.asks("Mend the shop")
    story.ends("The shop is mended.")
    story.asks(f"Do all of these:\n{lines}")
    story.ends("All six shelves are in order because the labels were swapped; the others were left alone.")
    story.asks("Thanks, now show the prices of shelf 3")
    story.ends("They stand in the table.")
    state = sections(materials(story))["CURRENT_STATE"]
    assert state.index("Do all of these") < state.index("→ All six shelves are in order")


def test_a_search_that_reached_nothing_is_a_failure_though_its_client_calls_it_answered():
    story = Story("claude-code")
    story.asks("Look up the tax rate")
    line = story.uses(
        "WebSearch", '{"query": "tax rate"}', "Results for tax rate\n\nWeb search error: unavailable\n\nFrom memory: 7"
    )
    story.ends("The rate is 7.")
    troubles = sections(materials(story))["DISCOVERY"]
    assert f"[L{line}] `WebSearch tax rate`: Web search error: unavailable" in troubles


def test_a_look_that_was_only_misused_is_no_failure_of_the_work():
    story = Story("claude-code")
    story.asks("Mend the taxes")
    story.breaks("Read shop", "EISDIR: illegal operation on a directory, read 'shop'")
    story.ends("Mended.")
    assert "EISDIR" not in sections(materials(story))["DISCOVERY"]


def test_an_answer_that_was_given_anew_says_where():
    story = Story("claude-code")
    story.asks("Set up the shop")
    first = story.answers("Which database shall the shop use?", "SQLite it is")
    later = story.answers("Which database shall the shop use?", "PostgreSQL after all")
    decided = sections(materials(story))["DECISION"]
    assert f"[L{first}] (decided anew [L{later}])" in decided
    assert f"[L{later}] (decided" not in decided


def test_rows_of_a_closing_table_and_ranked_findings_keep_their_place():
    rows = "\n".join(
        f"| Part {n} | moved `part_{n}` to the cache of the shop with a limit of {n} | faster |" for n in range(7)
    )
    story = Story("claude-code")
    story.asks("Make the shop faster")
    story.ends(f"All done.\n\n| Part | What was done | Effect |\n|---|---|---|\n{rows}")
    story.asks("Thanks, and what of the prices?")
    story.ends("They are the same.")
    state = sections(materials(story))["CURRENT_STATE"]
    assert all(f"`part_{n}`" in state for n in range(7))


def gives_away(story: Story, call: str, name: str, task: str) -> int:
    return story._add(Subagent, call_id=call, task=task, name=name, state="started")


def test_work_that_was_given_away_last_is_no_end_in_words():
    story = Story("claude-code")
    asked = story.asks("Mend the taxes")
    story.says("I let somebody look first.")
    line = gives_away(story, "s1", "Explore", "Look at the taxes")
    state = sections(materials(story))["CURRENT_STATE"]
    assert f"the request [L{asked}] was still being worked on" in state
    assert f"[L{line}] given to Explore and not come back: “Look at the taxes”" in state


def test_work_that_came_back_or_was_spoken_of_since_is_not_out():
    story = Story("claude-code")
    story.asks("Mend the taxes")
    gives_away(story, "s1", "Explore", "Look at the taxes")
    gives_away(story, "s2", "team", "Mend them")
    story._add(
        Subagent, call_id="s1", task="Look at the taxes", name="Explore", state="finished", result="All is well there."
    )
    story.says("All done, the team is gone.", final=True)
    assert "not come back" not in sections(materials(story))["CURRENT_STATE"]


def test_a_state_that_a_later_deed_changed_says_so():
    story = Story()
    story.asks("Close issue 15")
    shown = story.runs("gh issue view 15 --json state", 0, "state: OPEN\n")
    closed = story.runs("gh issue close 15 --reason 'not planned'", 0, "✓ Closed issue #15\n")
    seen = story.runs("git status --short", 0, " M shop/taxes.py\n")
    story.edits("shop/taxes.py")
    made = story.runs("git commit -qam 'Mend taxes'", 0, "[main 60d5fd4] Mend taxes\n 1 file changed\n")
    told = sections(materials(story))["DISCOVERY"]
    assert f"[L{shown}] `gh issue view 15 --json state`: (before [L{closed}]) state: OPEN" in told
    assert f"[L{seen}] `git status --short`: (before [L{made}])" in told


def test_reading_one_file_or_another_is_no_check():
    story = Story()
    story.asks("Look at the settings")
    story.runs("sed -n '1,180p' apps/tsup.config.ts || sed -n '1,180p' tsup.config.ts", 0, "export default {}\n")
    assert "tsup" not in sections(materials(story))["DISCOVERY"]


def test_a_standing_rule_against_git_stands_before_the_advice_to_look_at_it():
    story = Story()
    story._add(
        Message, speaker="system", text="Rules: do not run any git commands unless I ask for it.", channel="injected"
    )
    story.asks("Mend the taxes")
    prompt = sections(materials(story))["HANDOFF_PROMPT"]
    assert "The standing instructions [L2] forbid git commands" in prompt
    assert "forbid git" not in sections(materials(shop()))["HANDOFF_PROMPT"]


def test_a_request_whose_answer_ended_in_a_question_is_answered_once_the_person_replied():
    story = Story("claude-code")
    asked = story.asks("Why do we write the tests first in the plan?")
    told = story.says("They say what is to be built. Shall I write all tests first?")
    story.asks("yes please")
    story.runs("cat plan.md", 0, "Task 1\n")
    assert f"[L{asked}] answered [L{told}]" in sections(materials(story))["CURRENT_STATE"]
