"""What a refusal repeats of a caller's words goes through the redactor, whoever asked."""

from __future__ import annotations

import pytest

from butler.envelope import compact
from butler.errors import NotFound
from butler.refusing import error

TOKEN = "gh" + "p_" + "a1B2" * 9


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("code", ["issue_missing", "file_missing"])
def test_a_token_that_was_given_for_an_id_or_a_name_is_not_repeated(language, code):
    refused = error(NotFound(code, what=TOKEN, issue=TOKEN, known=[TOKEN, {"name": TOKEN}]), language)
    assert TOKEN not in compact(refused)
    assert "[REDACTED:github_token:1]" in compact(refused) and "github_token:2" not in compact(refused)


@pytest.mark.parametrize(
    "name",
    [
        "49",
        "fix-login-2",
        "8ef2b7d",
        "8ef2b7d" + "0a1c" * 8 + "f",
        "0f8fad5b-d9cb-469f-a165-70867728950e",
        "2026-01-02.md",
    ],
)
def test_ids_hashes_and_names_survive(name):
    assert compact(error(NotFound("file_missing", what=name), "en")).count(name) >= 2
