"""Requests with the agent's closing words, and which of them stay in a small document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.maids.session_log_shorten import shorten_request
from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story


def _requests(story: Story, max_tokens: int = 4000, language: str = "en") -> str:
    made = materials(story, max_tokens=max_tokens)
    made = replace(made, meta=replace(made.meta, language=language))
    state = sections(made)["CURRENT_STATE"]
    return next(part for part in state.split("### ") if part.startswith(("Requests", "利用者の依頼")))


def _long_session(rounds: int) -> Story:
    story = Story()
    story.asks("Build the shop's till on the new printer library")
    story.ends("Built the till on `printlib`.")
    story.asks("From now on answer me in Japanese.")
    story.ends("承知しました。")
    for number in range(rounds):
        story.asks(
            f"Could you explain once more in other words what the printer's page {number} of the manual says about paper?"
        )
        story.ends(
            f"It says that paper {number} is white, and that there are other colours of paper too in the shop nearby."
        )
    story.asks("Why is the receipt empty on the old printer?")
    story.ends("The receipt is empty because `encode()` drops the euro sign. Changed `printers/old.py` to cp858.")
    for number in range(rounds):
        story.asks(
            f"Could you also tell me about the ink number {number} and who sells it in which town of the country?"
        )
        story.ends(f"Ink {number} is sold in every town.")
    story.asks("Print a test page")
    story.says("I print it now.")
    return story


def test_the_closing_words_stand_under_their_request_and_nowhere_else():
    story = Story()
    story.asks("Why does the till beep twice?")
    story.ends("It beeps twice because `ring()` is called by both hooks. I did not change anything.")
    story.asks("Then mend it")
    story.says("I mend it now.")
    found = sections(materials(story))
    assert "  → It beeps twice because `ring()` is called by both hooks." in found["CURRENT_STATE"]
    assert "I did not change anything." in found["CURRENT_STATE"]
    assert "beeps twice because" not in found["DISCOVERY"]


def test_of_the_requests_of_one_turn_the_last_has_the_closing_words():
    story = Story()
    story.asks("Mend the till")
    story.asks("and the drawer too", channel="queued")
    story.ends("Fixed the till and the drawer in `till.py`.")
    story.asks("Now the lamp")
    story.says("I look at the lamp.")
    text = _requests(story)
    assert text.count("Fixed the till") == 1
    assert text.index("and the drawer too") < text.index("Fixed the till")


def test_in_a_crowd_orders_first_requests_and_answers_with_a_cause_stay():
    text = _requests(_long_session(60), 2000)
    assert "Build the shop's till" in text
    assert "From now on answer me in Japanese." in text
    assert "empty because `encode()` drops the euro sign" in text
    assert "Print a test page" in text


def test_a_persons_own_sentences_stay_whole_where_pasted_output_is_shortened():
    story = Story()
    story.asks("Mend the printer")
    story.ends("Mended it.")
    prose = (
        "The drawer opens by itself in the morning. " * 6
        + "It must never open without a sale, and the key stays with Ann."
    )
    story.asks(prose)
    story.ends("Now it stays shut.")
    noise = "\n".join(f"Cache-Control: no-store, page {number}" for number in range(40))
    story.asks(f"It prints nothing:\n{noise}\nHTTP/1.1 404 Not Found\n{noise}")
    story.ends("The page is missing.")
    story.asks("Go on")
    story.asks("Print the page")
    text = _requests(story)
    assert " ".join(prose.split()) in text
    assert "It prints nothing:" in text
    assert "HTTP/1.1 404 Not Found" in text


def test_a_line_that_leads_on_is_kept_with_its_code():
    story = Story()
    story.asks("Where is the history?")
    story.ends("Saved the old history at branch:\n- `backup/before`\n\nI did not delete it.")
    story.asks("Good, print it")
    story.says("I print it now.")
    text = _requests(story)
    assert "Saved the old history at branch: `backup/before`" in text
    assert "I did not delete it." in text


def test_the_closing_words_in_japanese():
    story = Story()
    story.asks("レジが二回鳴る原因を調べて")
    story.ends("`ring()` が両方のフックから呼ばれているためです。まだ修正していません。")
    story.asks("直して")
    story.says("直します。")
    text = _requests(story, language="ja")
    assert "→ `ring()` が両方のフックから呼ばれているためです。" in text
    assert "まだ修正していません。" in text


def test_what_was_typed_into_a_template_of_windows_line_ends_is_the_request():
    rules = "\n".join(f"{number}. You MUST consider the user input {number}" for number in range(60))
    template = f"## User Input\n\n```text\nSell tea too\n```\n\nThe text the user typed after `/plan.specify` is it.\n{rules}\n"
    story = Story()
    story.asks(template.replace("\n", "\r\n"))
    story.ends("Specified it.")
    story.asks("Go on with the tea")
    assert "“Sell tea too" in _requests(story)


def test_completed_steps_are_one_line_by_the_agents_plan():
    story = Story()
    story.asks("Sell tea")
    story.plans(("Order tea", "completed"), ("Print labels", "completed"), ("Open the door", "pending"))
    state = sections(materials(story))["CURRENT_STATE"]
    assert "- [x] completed: Order tea; Print labels (by the agent's plan: 2) [L3]" in state
    assert "- [ ] pending: Open the door" in state


def test_failures_of_one_kind_are_one_line_and_the_cause_is_told():
    story = Story()
    story.asks("Print the labels")
    for number in range(5):
        story.runs(f"python -c 'print({number})'", 1, f"UnicodeEncodeError: 'cp932' codec can't encode at {number}")
        story.reads(f"{FOLDER}/labels.txt")
    story.runs("pytest -q tests/test_labels.py", 2, "ImportError: cannot import name 'label'")
    story.says("The test expects the old name because `label` was renamed to `tag`.")
    story.edits(f"{FOLDER}/labels.py")
    text = sections(materials(story))["DISCOVERY"]
    assert text.count("UnicodeEncodeError") == 1
    assert "5 commands failed like this" in text
    assert "expects the old name because `label` was renamed" in text


def test_of_a_paste_in_a_short_line_stands_what_it_tells():
    pasted = "\n".join(
        [
            "PS C:\\shop\\till> npm run build",
            "✓ 94 modules transformed.",
            "(!) Some chunks are larger than 500 kB after minification. Consider:",
            "- Use build.rollupOptions.output.manualChunks to improve chunking: https://example.org/configuration",
            "Cache-Control: no-cache, no-store, max-age=0, must-revalidate",
            "Keep-Alive: timeout=5",
            "dist\\sw.js 12.00 kB",
            '⚠ "till start" does not work with "output: paper".',
        ]
    )
    assert shorten_request(pasted, 120) == '> npm run build\n[…]\n⚠ "till start" does not work with "output: paper".'


def test_long_addresses_lose_their_paths_before_a_sentence_goes():
    address = "https://example.org/" + "a/long/way/" * 12
    text = f"Read {address} first. The till must never round. Use Rust or Go, and the cheaper printer."
    assert (
        shorten_request(text, 120)
        == "Read https://example.org/… first. The till must never round. Use Rust or Go, and the cheaper printer."
    )


def test_nothing_but_gaps_and_blanks_is_shortened_too():
    assert shorten_request(" \n" * 80, 100) == ""
    assert shorten_request("[…]\n" * 80, 100)


def test_a_turn_that_edited_comes_before_one_that_only_talked():
    story = _long_session(40)
    story.asks("Set the paper width of the till")
    story.edits(f"{FOLDER}/till.py")
    story.ends("Set the width to 58 mm in `till.py`.")
    for number in range(40):
        story.asks(
            f"And could you tell me how the chair number {number} of the shop is called in other countries and towns?"
        )
        story.ends(f"Chair {number} has many names in the other countries.")
    story.asks("Print it")
    story.says("I print it now.")
    assert "Set the width to 58 mm" in _requests(story, 2500)


def test_a_turn_for_several_requests_has_room_for_more_closing_words():
    story = Story()
    story.asks("Mend the till")
    story.asks("Also the drawer", channel="queued")
    story.asks("And the lamp", channel="queued")
    parts = ("till", "drawer", "lamp")
    story.ends(
        " ".join(
            f"Fixed the {name}, which failed because the screw of `{name}.py` was too short for the board behind it."
            for name in parts
        )
    )
    for number in range(30):
        story.asks(
            f"Why is the wall number {number} of the shop not as white as the others are in summer and in winter?"
        )
        story.ends(
            f"Wall {number} is not white because nobody painted it in the last years, as `walls.md` says in its list."
        )
    story.asks("Print it")
    story.says("I print it now.")
    text = _requests(story, 2600)
    assert all(f"Fixed the {name}" in text for name in parts)


def test_the_newest_reports_of_subagents_are_told_at_length():
    story = Story()
    story.asks("Let workers mend the shop.")
    for number in range(6):
        story.delegates(
            f"worker{number}",
            f"Added the tax table {number} to `shop/taxes.py` and kept the old one.\n\n"
            f"Fixed the rounding of table {number}: the cause was `float` in `shop/prices.py`.\n\n"
            f"Not done: the tax of gifts in table {number} is not implemented yet.",
        )
    told = sections(materials(story, max_tokens=1200))["DISCOVERY"]
    assert "the tax of gifts in table 5" in told
    assert "the cause was `float`" in told[told.index("table 5") :]


@pytest.mark.parametrize(
    "question",
    [
        "I want to test this script, how can I do that without touching my own machine",
        "tôi muốn test script này thì làm ntn",
        "このスクリプトを試したい。どうすれば本番に触れずにできますか",
    ],
)
def test_a_wish_to_know_how_is_no_decision(question):
    story = Story()
    story.asks("Look at the setup of the shop")
    story.ends("It has four faults.")
    order = story.asks("ok, mend them all, remember to comment in Vietnamese")
    story.ends("Mended.")
    asked = story.asks(question)
    story.ends("In a container.")
    decided = sections(materials(story))["DECISION"]
    assert f"[L{order}]" in decided
    assert f"[L{asked}]" not in decided
