"""What a file holds in the end: edits that a later search does not find any more, that a later edit took out, rewrites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story

_PATH = f"{FOLDER}/shop/tax.py"
_MERGE = "-    return rows\n+    return merge_same_rows(rows)\n+def merge_same_rows(rows: list[Row]) -> list[Row]:\n"


def _merged() -> tuple[Story, int]:
    story = Story()
    story.asks("Merge rows that are the same")
    edit = story.edits(_PATH, _MERGE, added=2, removed=1)
    story.ends("Rows that are the same are merged now.")
    story.asks("Add the day to each row")
    return story, edit


def _told(story: Story, language: str = "en") -> tuple[str, str]:
    made = materials(story)
    found = sections(replace(made, meta=replace(made.meta, language=language)))
    row = next(one for one in found["CODEBASE_ANCHORS"].splitlines() if "tax.py" in one)
    return row, found["CURRENT_STATE"]


@pytest.mark.parametrize("command", ["rg -n 'merge_same_rows' shop/tax.py", "grep -rn merge_same_rows ."])
def test_an_edit_that_a_search_does_not_find_any_more_is_not_told_as_there(command):
    story, edit = _merged()
    line = story.runs(command, 1)
    story.edits(_PATH, "+    row.day = day_of(row)\n")
    row, state = _told(story)
    assert "+1/−0" in row
    assert "def merge_same_rows" not in row
    assert (
        f"its edit [L{edit}] is not in it any more: a later search for `merge_same_rows` found nothing [L{line}]" in row
    )
    assert f"are merged now. [later not in the file: `merge_same_rows` [L{line}]]" in state
    row, state = _told(story, "ja")
    assert f"編集 [L{edit}] の内容は残っていません" in row
    assert f"[その後ファイルに見つからない: `merge_same_rows` [L{line}]]" in state


def test_of_several_names_those_that_no_line_shows_are_missing():
    story, edit = _merged()
    story.runs("rg -n 'merge_same_rows|total_of_rows' shop/tax.py", 0, "12:def total_of_rows(rows):\n")
    assert f"its edit [L{edit}]" in _told(story)[0]


@pytest.mark.parametrize(
    ("command", "code", "output"),
    [
        ("rg -n merge_same_rows shop/tax.py", 0, "3:def merge_same_rows(rows):\n"),
        ("rg -n merge_same_rows shop/duty.py", 1, ""),
        ("rg -n merge_same_rows -g '*.md'", 1, ""),
        ("rg -n 'def  merge_same_rows' shop/tax.py", 1, ""),
        ("rg -v merge_same_rows shop/tax.py", 1, ""),
        ("rg -n merge_same_rows shop/tax.py | head -3", 0, ""),
        ("rg -n merge_same_rows shop/tax.py", 2, "rg: shop/tax.py: No such file"),
    ],
)
def test_other_searches_prove_nothing(command, code, output):
    story, _ = _merged()
    story.runs(command, code, output)
    row, state = _told(story)
    assert "not in it any more" not in row
    assert "+2/−1" in row
    assert "later not in the file" not in state


def test_a_name_that_the_agent_itself_took_out_later_is_no_loss():
    story, _ = _merged()
    story.edits(_PATH, "-def merge_same_rows(rows: list[Row]) -> list[Row]:\n+def merged(rows):\n", added=1, removed=1)
    story.runs("rg -n merge_same_rows shop/tax.py", 1)
    assert "not in it any more" not in _told(story)[0]


def test_a_name_that_a_command_may_have_replaced_is_no_loss():
    story, _ = _merged()
    story.runs("perl -pi -e 's/merge_same_rows/merged/' shop/*.py", 0)
    story.runs("rg -n merge_same_rows shop/tax.py", 1)
    row, state = _told(story)
    assert "not in it any more" not in row
    assert "def merge_same_rows" not in row
    assert "later not in the file" not in state


def test_the_search_tool_that_finds_nothing_counts_as_well():
    story, edit = _merged()
    story.uses("Grep", f'{{"pattern": "merge_same_rows", "path": "{_PATH}"}}', "No matches found")
    assert f"its edit [L{edit}]" in _told(story)[0]


def test_lines_that_a_later_edit_takes_out_again_are_counted_neither_way():
    story, _ = _merged()
    story.edits(_PATH, "-    return merge_same_rows(rows)\n+    return rows\n", added=1, removed=1)
    row, _ = _told(story)
    assert "+1/−0" in row


def test_a_file_that_was_there_and_is_written_anew_says_so():
    story = Story()
    story.asks("Write the report")
    story.edits(f"{FOLDER}/report.py", "+OLD_RATE = 3\n", added=3)
    story.entries.append(replace(story.entries[-1], line=4, excerpt="+NEW_RATE = 4\n", added=40, whole=True))
    story.line = 4
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    assert "written anew as a whole; +40/−0" in anchors
    assert "OLD_RATE" not in anchors


def test_a_new_file_written_twice_holds_what_was_written_last():
    story = Story()
    story.asks("Write the report")
    story.edits(f"{FOLDER}/report.py", "+FIRST_RATE = 3\n", added=800, action="add")
    story.edits(f"{FOLDER}/report.py", "+SECOND_RATE = 4\n", added=810, action="add")
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    assert "+810/−0" in anchors
    assert "FIRST_RATE" not in anchors


def test_of_a_new_file_no_line_was_removed():
    story = Story()
    story.asks("Write the report")
    story.edits(f"{FOLDER}/report.py", "+FIRST_RATE = 3\n", added=80, action="add")
    story.edits(f"{FOLDER}/report.py", "-WORN_RATE = 1\n+SECOND_RATE = 4\n", added=1, removed=1)
    assert "new; +80/−0" in sections(materials(story))["CODEBASE_ANCHORS"]
