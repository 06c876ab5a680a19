"""Commits that the log tells of, looked up in a real repository: what git does not have proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.house import House
from tests.repositories import Repository

CLIENT = Caller("codex")


@pytest.fixture
def told(codex_log: Callable[..., Path], open_at: Callable[..., House]) -> Callable[..., str]:
    """The document of a session that committed under the given hash on request."""

    def of(hash_: str, language: str = "en") -> str:
        printed = f"[main {hash_}] Add prices\n 1 file changed, 1 insertion(+)\n"
        codex_log("Commit the price list", printed, "git commit -am 'Add prices'", 0)
        answer = HandoverTools(open_at()).handover_prepare(CLIENT, language=language)
        assert answer.status == "ok", answer
        return next((open_at().project.root / "session_logs/handover").glob("*.md")).read_text("utf-8")

    return of


def test_a_commit_in_the_history_of_head_proves_its_request(repository: Repository, told: Callable[..., str]) -> None:
    hash_ = repository.commit("Add prices", **{"shop/prices__py": "PRICES = {1: 2}\n"})[:7]
    text = told(hash_)
    assert "done (commit" in text
    assert "git does not know" not in text and "history of HEAD now" not in text


@pytest.mark.parametrize(
    ("language", "words", "state"),
    [
        ("en", "git does not know it here", "is not in this repository"),
        ("ja", "このリポジトリの git にはありません", "はこのリポジトリにありません"),
    ],
)
def test_a_commit_that_git_does_not_have_says_so_and_proves_nothing(
    repository: Repository, told: Callable[..., str], language: str, words: str, state: str
) -> None:
    text = told("abc1234", language)
    assert words in text and state in text
    assert "done (commit" not in text and "完了(commit" not in text


def test_a_commit_on_another_branch_than_the_one_checked_out_says_so(
    repository: Repository, told: Callable[..., str]
) -> None:
    repository.git("checkout", "-q", "-b", "side")
    hash_ = repository.commit("Add prices", **{"shop/prices__py": "PRICES = {1: 2}\n"})[:7]
    repository.git("checkout", "-q", "main")
    text = told(hash_)
    assert f"commit {hash_} Add prices (not in the history of HEAD now)" in text
    assert "done (commit" in text


def test_a_shallow_clone_cannot_tell_what_is_gone(repository: Repository, told: Callable[..., str]) -> None:
    repository.commit("more")
    repository.git("clone", "-q", "--depth", "1", f"file://{repository.top}", str(repository.top.with_name("thin")))
    (repository.top.with_name("thin") / ".git/shallow").rename(repository.top / ".git/shallow")
    assert "git does not know" not in told("abc1234")


def test_a_commit_that_stands_under_another_hash_proves_its_request(
    repository: Repository, told: Callable[..., str]
) -> None:
    repository.commit("Add prices", **{"shop/prices__py": "PRICES = {1: 2}\n"})
    text = told("abc1234")
    assert "done (commit" in text and "git does not know" not in text
