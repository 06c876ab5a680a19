"""Commits, pushes and deployments that were tried and failed: told as blocked, never passed over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.maids.test_handover_worker import materials, sections
from tests.stories import FOLDER, Story

_UNSIGNED = "husky - pre-commit\nerror: agent refused to sign\n\nfatal: failed to write commit object\n"


def _document(story: Story, language: str = "en") -> dict[str, str]:
    made = materials(story)
    return sections(replace(made, meta=replace(made.meta, language=language)))


def _edited() -> Story:
    story = Story()
    story.asks("Mend the till and commit it")
    story.edits(f"{FOLDER}/shop/till.py")
    return story


def test_a_commit_that_failed_last_blocks_and_says_why():
    story = _edited()
    line = story.runs("git add . && git commit -m 'mend the till'", 128, _UNSIGNED)
    story.runs("git status", 0, "On branch main\nChanges to be committed:\n\tmodified:   shop/till.py\n")
    found = _document(story)
    assert "error: agent refused to sign / fatal: failed to write commit object" in found["BLOCKED / PENDING"]
    assert f"[L{line}]" in found["BLOCKED / PENDING"]
    assert f"no commit (tried, failed [L{line}])" in found["CURRENT_STATE"]


def test_the_same_in_japanese():
    story = _edited()
    line = story.runs("git commit -m 'mend the till'", 128, _UNSIGNED)
    found = _document(story, "ja")
    assert "成功していません: error: agent refused to sign" in found["BLOCKED / PENDING"]
    assert f"コミットなし(試行は失敗 [L{line}])" in found["CURRENT_STATE"]


def test_a_commit_that_went_through_later_blocks_nothing():
    story = _edited()
    story.runs("git commit -m 'mend the till'", 1, "error: hook failed\n")
    story.runs("git commit --no-verify -m 'mend the till'", 0, "[main 1a2b3c4] mend the till\n")
    assert _document(story)["BLOCKED / PENDING"].strip() == "none"


@pytest.mark.parametrize("said", ["nothing to commit, working tree clean", "no changes added to commit"])
def test_a_commit_without_anything_to_commit_blocks_nothing(said):
    story = _edited()
    story.runs("git commit -m 'mend the till'", 1, f"On branch main\n{said}\n")
    assert _document(story)["BLOCKED / PENDING"].strip() == "none"


@pytest.mark.parametrize("command", ["npm run deploy", "wrangler deploy", "kubectl apply -f till.yaml"])
def test_a_deployment_that_failed_last_blocks(command):
    story = _edited()
    story.runs(command, 1, "Error: access denied\n")
    assert "Error: access denied" in _document(story)["BLOCKED / PENDING"]
    story.runs(f"{command} --verbose", 0, "ok\n")
    assert _document(story)["BLOCKED / PENDING"].strip() == "none"


def test_a_commit_whose_push_failed_blocks_by_the_push_alone():
    story = _edited()
    printed = (
        "[main 1a2b3c4] mend the till\n ! [rejected] main -> main (fetch first)\nerror: failed to push some refs\n"
    )
    line = story.runs("git commit -am 'mend the till' && git push", 1, printed)
    found = _document(story)
    assert found["BLOCKED / PENDING"].count("did not work") == 1
    assert f"no push (tried, failed [L{line}])" in found["CURRENT_STATE"]
    assert "no commit" not in found["CURRENT_STATE"]


def test_a_merge_that_failed_last_blocks_until_it_is_committed():
    story = _edited()
    story.runs("git merge tax", 1, "error: Your local changes would be overwritten by merge.\nAborting\n")
    assert "`git merge tax` did not work" in _document(story)["BLOCKED / PENDING"]
    story.runs("git commit -am 'mend the till'", 0, "[main 1a2b3c4] mend the till\n")
    assert _document(story)["BLOCKED / PENDING"].strip() == "none"
