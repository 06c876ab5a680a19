"""What a document says that the session wrote: headings and the most specific lines, as its last edits left them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from butler.maids.session_log_documents import chosen, outline_of
from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story

SPEC = """# The till

Some words about why a till is good to have in a shop of this kind.

## Scope
- Out of scope: gift cards, because nobody asked.
- One currency.

## Limits
- A basket holds at most 40 items (`MAX_ITEMS`).
- It is fast.

---
"""


def _written(text: str) -> str:
    return "\n".join(f"+{line}" for line in text.splitlines())


def test_headings_and_specific_lines_come_before_plain_ones():
    told = chosen(outline_of([_written(SPEC)]), 150)
    assert "## Limits" in told and "MAX_ITEMS" in told and "gift cards" in told
    assert "It is fast." not in told and "[…]" in told


def test_a_short_document_is_told_whole_and_without_rules():
    told = chosen(outline_of([_written(SPEC)]), 2000)
    assert told == "\n".join(line for line in SPEC.splitlines() if line and line != "---")


def test_what_a_later_edit_took_away_is_not_told():
    told = chosen(outline_of([_written(SPEC), "-- One currency.\n+- Two currencies: EUR and JPY."]), 2000)
    assert "One currency" not in told and "EUR and JPY" in told


def test_a_few_words_are_no_document():
    assert outline_of(["+# Title\n+ok"]) == ()


def _documents(story: Story, language: str = "en") -> str:
    made = materials(story)
    return sections(replace(made, meta=replace(made.meta, language=language)))["DISCOVERY"]


def test_a_document_that_the_session_wrote_is_told_with_its_anchor_in_both_languages():
    story = Story()
    story.asks("Write down what the till must do")
    line = story.edits(f"{FOLDER}/docs/till.md", excerpt=_written(SPEC))
    assert f"[L{line}] `docs/till.md` says:" in _documents(story)
    assert "A basket holds at most 40 items" in _documents(story)
    assert f"[L{line}] `docs/till.md` の内容:" in _documents(story, "ja")


def test_one_that_a_command_wrote_is_told_too_but_not_one_that_is_gone():
    story = Story()
    story.asks("Write down what the till must do")
    story.runs(f"cat > docs/till.md <<'EOF'\n{SPEC}EOF", 0)
    assert "gift cards" in _documents(story)
    story.runs("rm docs/till.md", 0)
    assert "says:" not in _documents(story)


def test_headings_of_a_document_are_no_sections_of_the_handover():
    story = Story()
    story.asks("Write it")
    story.edits(f"{FOLDER}/docs/till.md", excerpt=_written(SPEC + "## RISKS\nnone of the lines of this file is ours\n"))
    assert "\n## RISKS" not in _documents(story).replace("\n  ## RISKS", "")


def test_a_heading_of_findings_comes_with_its_first_finding_and_never_alone():
    rows = [
        "# Till",
        "Written in June.",
        "## Findings",
        "1. The drawer opens by `open_drawer()`",
        "2. The bell is broken",
    ]
    rows += [f"## Chapter {n}\nWords about the chapter {n} and the shelves in it." for n in range(9)]
    told = chosen(outline_of(["\n".join(f"+{line}" for row in rows for line in row.split("\n"))]), 260)
    assert "## Findings\n1. The drawer opens by `open_drawer()`" in told
    lines = told.split("\n")
    assert not any(a.startswith("## ") and (b.startswith("## ") or b == "[…]") for a, b in pairwise(lines))


def test_a_japanese_heading_of_decisions_comes_with_what_was_decided():
    rows = [
        "# レジ",
        "6月に作成。",
        "## 決定",
        "- 引き出しは `open_drawer()` で開く",
        *(f"## 章{n}\n棚の説明文です。" for n in range(9)),
    ]
    told = chosen(outline_of(["\n".join(f"+{line}" for row in rows for line in row.split("\n"))]), 80)
    assert "## 決定\n- 引き出しは `open_drawer()` で開く" in told


def test_an_edit_stands_in_the_place_of_what_it_replaced():
    before = "# Accounts\n\n## Password\n\nTODO\n\n## Limits\n\nThe default limit is `max_items` 40 and so on for a while, more words.\n"
    texts = [text for _, text in outline_of([_written(before), "-TODO\n+the new words"])]
    assert texts.index("the new words") == texts.index("## Password") + 1 and "TODO" not in texts


def test_an_edit_within_a_line_is_made_in_that_line():
    before = "# Accounts\n\n- the name: PLACEHOLDER, as it is\n- The default limit is `max_items` 40 and so on for a while.\n"
    texts = [text for _, text in outline_of([_written(before), "-PLACEHOLDER\n+till one"])]
    assert "- the name: till one, as it is" in texts


def test_an_edit_of_unknown_words_stands_at_the_end():
    texts = [text for _, text in outline_of([_written(SPEC), "-nobody knows this\n+Ends with 7 of them."])]
    assert texts[-1] == "Ends with 7 of them."
