"""Files and commits that subagents name as made, by their own word; readers and reviewers make none."""

from __future__ import annotations

from dataclasses import replace

from butler.maids.session_log_helpers import work_of
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

REPORT = """The till counts again.

**Files modified:**
- `shop/till.py` - rounding
- shop/tax/rates.py

I also looked at `shop/basket.py` and left it.
Created `notes.md`. See https://shop.example/docs/till.html and `mirror.example.org`.

Commits:
- 1a2b3c4 fix(till): rounding
"""


def test_files_under_a_heading_of_changes_and_in_sentences_of_changes_are_named():
    found = work_of(9, "worker", REPORT)
    assert found is not None
    assert found.files == ("shop/till.py", "shop/tax/rates.py", "notes.md")
    assert found.commits == ("1a2b3c4",)


def test_a_japanese_report_is_read_too():
    found = work_of(
        9, "worker", "- 完了した変更\n1. `shop/till.ts` を新規追加\n\n確認: `shop/basket.ts` は変更なしを見た"
    )
    assert found is not None and found.files[0] == "shop/till.ts"


def test_who_only_looks_changed_nothing():
    assert work_of(9, "Explore", REPORT) is None and work_of(9, "code-reviewer", REPORT) is None


def test_a_plan_of_changes_is_no_change():
    assert work_of(9, "planner", "Plan 2 | Add the store | `shop/store.ts`\nNext: update `shop/till.ts`.") is None


def _told(language: str = "en") -> str:
    story = Story()
    story.asks("Let a worker mend the till")
    line = story.delegates("worker", REPORT)
    made = materials(story)
    text = sections(replace(made, meta=replace(made.meta, language=language)))["DISCOVERY"]
    assert f"[L{line}]" in text
    return text


def test_the_document_says_whose_word_it_is_in_both_languages():
    assert "worker says that it changed: `shop/till.py`, `shop/tax/rates.py`, `notes.md`; commits 1a2b3c4" in _told()
    assert "worker が変更したと述べたもの: `shop/till.py`" in _told("ja")


def test_what_stands_under_the_next_item_of_a_report_or_behind_a_variable_was_not_changed():
    report = (
        "- Changed files\n  - `shop/tax.py`\n  - `shop/rates.py`\n- Findings\n  - `shop/maps.py` is not read\n"
        "  - `$HOME/.shop/cache.db` was created by nobody\n"
    )
    found = work_of(7, "worker", report)
    assert found is not None
    assert found.files == ("shop/tax.py", "shop/rates.py")
