"""Facts that used to be left out: what answers a question first, lists to choose from, calls that were broken off, plain findings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.maids.handover_replies import best_words
from butler.maids.session_log_worker import gather
from butler.maids.session_log_worth import sentences, worth
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

ANSWER = """The till is only idle here, that is its usual way.

What the parts mean:
- `till_closed_at`: the row failed because `close_till()` was never called
- `till_error`: the drawer could not be opened because `open_drawer()` failed
"""
WAYS = """Three ways are there:

1. The small till
- cheap
2. The big till, which was confirmed by `shop/till.py`
- dear
3. No till at all for so small a shop
- nothing to count
"""


def _closing(text: str, limit: int) -> str:
    story = Story()
    story.asks("Why is the till closed?")
    story.ends(text)
    (words,) = [one for one in gather(story.entries).words if one.final]
    return "\n".join(best_words(words, limit))


def test_the_first_sentence_of_an_answer_stays_where_there_is_little_room():
    assert "The till is only idle here" in _closing(ANSWER, 140)


def test_the_items_of_a_numbered_list_stay_before_what_stands_under_them():
    told = _closing(WAYS, 160)
    assert "The small till" in told and "No till" in told and "cheap" not in told


def test_a_command_that_was_broken_off_is_told_as_a_dead_end():
    story = Story()
    story.asks("Install it")
    story.runs("npm install till-kit", None, "aborted by user after 55.6s", state="aborted")
    told = sections(materials(story))["DISCOVERY"]
    assert "`npm install till-kit`: aborted by user after 55.6s" in told


def test_a_command_that_the_person_interrupted_is_no_failure_whatever_it_had_printed():
    story = Story("claude-code")
    story.asks("Push it")
    printed = "[Request interrupted by user for tool use]\n| hook: pre-push |"
    story.runs("git push", None, printed, state="aborted")
    told = sections(materials(story))
    assert "Failures and dead ends" not in told["DISCOVERY"] and "hook: pre-push" not in told["BLOCKED / PENDING"]


def test_a_look_that_was_broken_off_is_not():
    story = Story()
    story.asks("Look")
    story.runs("cat till.log", None, "", state="aborted")
    assert "Failures and dead ends" not in sections(materials(story))["DISCOVERY"]


def test_a_plain_finding_is_told_where_there_is_room():
    story = Story()
    story.asks("Mend the till")
    story.says("The warnings come from `till_rows` of `shop.tax` in the list.")
    story.runs("ls")
    story.ends("Mended.")
    assert "The warnings come from `till_rows`" in sections(materials(story))["DISCOVERY"]


def test_a_program_that_nobody_knows_is_told_when_its_verb_changes_something():
    story = Story()
    story.asks("Give it to another worker")
    story.runs("worktill add clear-rates -P /tmp/prompt.md", 0, "made")
    story.runs("pytest start", 0)
    told = sections(materials(story))["DISCOVERY"]
    assert "`worktill add clear-rates -P /tmp/prompt.md`" in told


def test_pages_are_told_with_what_came_back_and_searches_by_their_words():
    story = Story()
    story.asks("Look it up")
    page = story.uses("WebFetch", '{"url": "https://till.example/rates"}', "# The rates of every country\n\nMore.")
    search = story.uses("WebSearch", '{"query": "till \\"rates\\" api"}', "Links: …")
    opened = story.uses("web_search", "https://till.example/opened")
    made = materials(story)
    told = sections(made)["DISCOVERY"]
    assert f"`https://till.example/rates` [L{page}] “The rates of every country”" in told
    assert f"`https://till.example/opened` [L{opened}]" in told
    assert "searched the web for: “till" in told and f"[L{search}]" in told
    japanese = sections(replace(made, meta=replace(made.meta, language="ja")))["DISCOVERY"]
    assert "Web 検索:" in japanese


@pytest.mark.parametrize(
    ("finding", "narration"),
    [
        ("问题的原因是 `till_rows` 没有传到服务器。", "我先看一下 `till_rows` 的内容。"),
        ("문제의 원인은 `till_rows`가 누락된 것이었습니다.", "`till_rows`를 먼저 확인해 보겠습니다."),
        ("Nguyên nhân là `till_rows` thiếu một dòng.", "Mình sẽ đọc `till_rows` trước."),
    ],
)
def test_findings_of_other_languages_weigh_more_than_what_is_about_to_be_done(finding, narration):
    assert worth(finding) >= 4 > worth(narration)


def test_words_in_bold_weigh_more():
    plain, bold = (
        sentences(text)[0][1]
        for text in ("It was the drawer that never closed.", "It was **the drawer that never closed**.")
    )
    assert bold > plain


def test_the_closing_words_of_the_last_request_are_told_longer_where_there_is_room():
    story = Story()
    story.asks("Speed up the till")
    story.ends("\n".join(f"- Part {number} of `till_{number}` was changed to {number} ms" for number in range(1, 30)))
    story.says("Cleaned up.")
    story.asks("thanks")
    story.ends("You are welcome.")
    assert "`till_20`" in sections(materials(story))["CURRENT_STATE"]


def test_the_number_of_an_item_counts_although_it_ends_like_a_sentence():
    texts = "Ways:\n1. `till-kit` of the shop\n2. `till-box` of the shop\n"
    numbered, plain = (
        {text: value for _, value, text in sentences(one)}
        for one in (texts, texts.replace("1. ", "").replace("2. ", ""))
    )
    assert numbered["`till-box` of the shop"] > plain["`till-box` of the shop"]


def test_a_small_edit_is_told_line_by_line():
    story = Story()
    story.asks("Call the other scripts")
    story.edits("/home/ann/shop/setup.sh", excerpt='+bash "$PWD/one.sh"\n+bash "$PWD/two.sh"', added=2)
    assert 'adds `bash "$PWD/one.sh"`, `bash "$PWD/two.sh"`' in sections(materials(story))["CODEBASE_ANCHORS"]


def test_every_answered_request_has_a_line_of_its_answer_before_the_newest_have_many():
    story = Story()
    story.asks("Begin with the till of the shop.")
    story.ends("Begun.")
    for number in range(12):
        story.asks(f"Look at drawer {number}, what is wrong there?")
        story.ends(
            "\n".join(
                [
                    f"Drawer {number} was empty since its lock failed.",
                    *(f"- `part_{number}_{row}` was moved because `row_{row}` failed" for row in range(9)),
                ]
            )
        )
    story.asks("Thanks, what is left?")
    story.ends("Nothing is left.")
    state = sections(materials(story, max_tokens=2400))["CURRENT_STATE"]
    assert sum(f"Drawer {number} was empty" in state for number in range(12)) >= 10


def test_files_that_a_commit_deletes_or_creates_are_told_although_no_edit_shows_them():
    story = Story()
    story.asks("Commit what the worker did")
    printed = "[main 60d5fd4] Clear the till\n 2 files changed\n delete mode 100644 shop/old_till.py\n create mode 100644 shop/new_till.py\n"
    line = story.runs("git commit -am 'Clear the till'", 0, printed)
    told = sections(materials(story))["CODEBASE_ANCHORS"]
    assert f"deleted when git listed them [L{line}], no edit in this log: `shop/old_till.py`" in told
    assert "`shop/new_till.py`" in told
