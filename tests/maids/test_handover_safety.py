"""Whatever stands in a log, an issue, a note or git: the document keeps its sections and hides nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from butler.capabilities.handover.render import render
from butler.capabilities.work_record.models import Commit, FileState, GitState, WorkState
from butler.issue_backend import Issue
from butler.maids.document_check import check_document, handoff_prompt, split_sections
from butler.maids.handover_worker import compose
from butler.maids.text_worker import visible
from tests.maids.test_handover_worker import materials
from tests.stories import FOLDER, Story

PIECES = st.sampled_from(
    ["## HANDOFF_PROMPT", "## RISKS\n", "```", "````text\n", "~~~", "\n", "\n\n", "- x", "1. y", "> q", "| a | b |\n|--|--|", "<b>", "[l](u)", "`", "``",
     "\\", "*", "_", "# H", "\u202e", "\x1b[31m", "\x00", "\r", "\u2028", "…", "税", "「", "a" * 90, "error: ", "FAILED t.py::x", "https://x.y/pull/3",
     "{", "}", "{text}", "%s", "[L5]", "(carried from x)", "next: ", "decision: ", "$(x)", "&amp;", "---\n", "===\n", " " * 6 + "code"]
)  # fmt: skip
NASTY = st.lists(PIECES, min_size=1, max_size=14).map("".join)


@settings(max_examples=30, deadline=None)
@given(st.lists(NASTY, min_size=9, max_size=9), st.sampled_from(["en", "ja"]))
def test_no_text_breaks_the_document(texts, language):
    asked, said, command, output, path, notes, body, subject, option = texts
    story = Story()
    story.asks(asked)
    story.says(said)
    story.runs(f"pytest {command}", 1, output)
    story.edits(f"{FOLDER}/{path}")
    story.fails_to_edit(path, output)
    story.plans((asked, "pending"), (said, "completed"))
    story.answers(said, option, option, asked)
    story.judges_plan(body, approved=True, words=asked)
    story.ends(said)
    story.asks(option)
    git = GitState(
        subject,
        "1a2b3c4",
        head_subject=subject,
        unstaged=(FileState(path, ".M"),),
        commits_since=(Commit("1a2b3c4", subject, ""),),
    )
    found = materials(story, notes, issue=Issue(49, subject, "open", body, "markdown_folder"), work=WorkState(git))
    text = render(compose(replace(found, meta=replace(found.meta, language=language))))
    assert check_document(text) == []
    assert len(split_sections(text)) == 9
    assert visible(text) == text
    assert 3 <= len(handoff_prompt(text).splitlines()) <= 8


def test_a_value_that_is_named_a_secret_later_is_gone_where_it_stood_bare_before():
    value = "qT7" + "vB2xK9" * 3
    story = Story()
    story.asks(f"The till answers only to {value} since Monday")
    story.runs("cat till.env", 1, f"error: TILL_PASSWORD={value} was refused\n")
    assert value not in render(compose(materials(story)))
