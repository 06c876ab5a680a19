"""Whole documents, readable in a diff. ``python -m tests.capabilities.handover.test_golden`` writes them anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from butler.capabilities.handover.models import LogSource, Materials, Meta, NoteText
from butler.capabilities.handover.render import render
from butler.capabilities.session_log.models import ReadReceipt, Skipped
from butler.capabilities.work_record.models import FileState, GitState, WorkState
from butler.issue_backend import Comment, Issue
from butler.maids.document_check import check_document
from butler.maids.handover_worker import compose
from butler.maids.redaction_worker import Redactor
from butler.maids.session_log_worker import gather
from tests.stories import FOLDER, Story

GOLDEN = Path(__file__).parent / "golden"


def english() -> Materials:
    story = Story("codex", "prices")
    story.asks(
        "The price list is empty. Fill it from `shop/goods.csv`; never round prices, and keep the CSV untouched."
    )
    story.says("I'll look at the list first.")
    story.reads(f"{FOLDER}/shop/goods.csv")
    story.runs(
        "pytest -q",
        1,
        "FAILED tests/test_prices.py::test_list - KeyError: 'tea'\nE   KeyError: 'tea'\n1 failed, 4 passed in 0.21s\n",
    )
    story.says("The cause is the loader: it skips the first row because it takes it for a header.")
    story.edits(f"{FOLDER}/shop/prices.py", "+def load_prices(path):\n", added=14, removed=3)
    story.runs("pytest -q", 0, "5 passed in 0.20s\n")
    story.runs("git commit -am 'Read the first row of goods'", 0, "[prices 1a2b3c4] Read the first row of goods\n")
    story.plans(
        ("Load all rows", "completed"), ("Show prices with tax", "in_progress"), ("Describe the list", "pending")
    )
    story.ends("The loader reads all rows now and all tests pass. Should prices be shown with tax?")
    story.asks("yes, with tax, but as a second column")
    story.edits(f"{FOLDER}/shop/show.py", added=9, action="add")
    story.runs("pytest -q tests/test_show.py | tail -3", 0, "1 failed, 2 passed in 0.1s\n")
    story.says("One test of the second column still fails: the tax of tea is `None`.")
    git = GitState(
        "prices",
        "1a2b3c4d5e6f",
        head_subject="Read the first row of goods",
        upstream="origin/prices",
        ahead=1,
        behind=0,
        untracked=("shop/show.py",),
    )
    issue = Issue(
        49,
        "Price list",
        "open",
        "The shop needs a price list.\n\n- [ ] every good has a price\n- [ ] prices are shown with tax\n",
        "markdown_folder",
        comments=(Comment("ann", None, "Tea is tax free."),),
    )
    notes = "Half way through the tax column.\ndecision: tax is a second column\nrejected: one column with both (hard to read)\nnext: give tea a tax of 0\nrisk: goods.csv is shared with the till"
    return Materials(
        meta=Meta("shop", "codex", "2026-06-03T09:45:00+09:00", "issue-49-20260603T004500Z-codex", issue_id=49),
        redactor=Redactor(),
        work=WorkState(git),
        facts=gather(story.entries),
        log=LogSource("~/logs/s-1.jsonl", ReadReceipt("codex_jsonl", 4321, story.line), "codex"),
        issue=issue,
        notes=NoteText(notes, "notes (codex)"),
    )


def japanese() -> Materials:
    story = Story("claude-code", "main")
    story.asks("価格表が空です。`shop/goods.csv` から読み込んでください。端数は丸めないでください。")
    story.answers("税はどう表示しますか？", "別の列", "別の列", "同じ列")
    story.runs("npm test", 1, " ✗ 価格を一覧する\n1 failing\nError: 価格が見つかりません\n")
    story.says("原因は読み込みで、先頭行を見出しとして捨てているためです。")
    story.edits(f"{FOLDER}/shop/prices.ts", added=6, removed=2)
    story.runs("npm test", 0, "Tests: 5 passed, 5 total\n")
    story.compacts()
    story.ends("読み込みを直し、テストはすべて成功しました。次に税の列を追加しますか？")
    receipt = ReadReceipt("claude_code_jsonl", 987, story.line, skipped=(Skipped(3, "not JSON", 12),), skipped_count=1)
    return Materials(
        meta=Meta(
            "shop", "claude-code", "2026-06-03T09:45:00+09:00", "project-20260603T004500Z-claude-code", language="ja"
        ),
        redactor=Redactor(),
        work=WorkState(GitState("main", "9f8e7d6c5b", unstaged=(FileState("shop/prices.ts", ".M"),))),
        facts=gather(story.entries),
        log=LogSource("~/logs/s-2.jsonl", receipt, "claude-code"),
        notes=NoteText("途中です。\n次: 税の列を追加する\n保留: 税率は店に確認中", "notes (command line)"),
    )


def bare() -> Materials:
    return replace(english(), facts=None, log=LogSource(absent="no_log_found"), work=WorkState(None, "no_git"), issue=None, notes=None, issue_absent="issue_no_source")  # fmt: skip


DOCUMENTS = {"codex-issue.en.md": english, "claude-project.ja.md": japanese, "nothing-known.en.md": bare}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_document_is_the_one_in_the_golden_file(name):
    text = render(compose(DOCUMENTS[name]()))
    assert check_document(text) == []
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    for file, make in DOCUMENTS.items():
        (GOLDEN / file).write_text(render(compose(make())), encoding="utf-8")
