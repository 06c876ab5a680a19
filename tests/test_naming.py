"""Issue ids, handover ids and file names, both ways."""

import string
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from butler.errors import InvalidInput
from butler.naming import (
    client_name,
    latest_file,
    name_handover,
    parse_handover_file,
    parse_handover_id,
    parse_issue_id,
)

AT = datetime(2026, 6, 3, 0, 45, tzinfo=UTC)
ID_CHARACTERS = string.ascii_letters + string.digits + "_-"
issue_texts = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", fullmatch=True)


def usable(text):
    try:
        return parse_issue_id(text)
    except InvalidInput:
        return None


@pytest.mark.parametrize("given_id", [49, "49", "#49"])
def test_a_number_is_one_issue_however_it_is_written(given_id):
    assert parse_issue_id(given_id) == 49


def test_names_hold_utc_and_both_names_hold_the_same_parts():
    tokyo = datetime(2026, 6, 3, 9, 45, tzinfo=timezone(timedelta(hours=9)))
    name = name_handover(49, tokyo, "codex")

    assert name.id == "issue-49-20260603T004500Z-codex"
    assert name.file == "issue-49_20260603T004500Z_codex.md"
    assert name.created == AT
    assert latest_file(49) == "issue-49_latest.md"
    assert latest_file(None) == "project_latest.md"


HOSTILE = [
    "../../x", "/etc/passwd", "49/../../x", "a/b", "a\\b", "..", ".", "", " ", "49 ", "49.", "-rf", "_x", ".git", "x" * 65, "x" * 300, "a\0b",
    "\u202e49", "４９", "49:ads", "CON", "con", "nul", "Lpt1", "latest", "a\nb", "é", "#", "##49", "#-1", "--output=x", "%2e%2e", "~", "$HOME",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_a_hostile_issue_id_is_refused_without_repeating_it(text):
    with pytest.raises(InvalidInput) as refused:
        parse_issue_id(text)

    assert refused.value.code == "invalid_issue_id"
    assert len(text) < 5 or text not in refused.value.message("en") + refused.value.hint("ja")


@pytest.mark.parametrize("number", [-1, 10**18, True, False])
def test_a_number_that_is_no_issue_is_refused(number):
    with pytest.raises(InvalidInput):
        parse_issue_id(number)


@given(
    st.one_of(st.none(), st.integers(0, 10**9), issue_texts.map(usable)),
    st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1)),
    st.text(max_size=40),
    st.integers(1, 300),
)
def test_every_name_reads_back_as_what_it_was_made_from(issue, at, client, number):
    name = name_handover(issue, at.replace(tzinfo=UTC), client, number)

    assert parse_handover_id(name.id) == name
    assert parse_handover_file(name.file) == name
    assert len(name.file.encode()) <= 255


@given(st.text(max_size=80))
def test_a_client_name_is_always_safe_in_an_id(text):
    name = client_name(text)

    assert 0 < len(name) <= 32
    assert set(name) <= set(string.ascii_lowercase + string.digits + "-")
    assert client_name(name) == name


@given(st.text(max_size=60) | st.text(ID_CHARACTERS, max_size=60))
def test_any_other_text_is_no_handover_id(text):
    try:
        assert parse_handover_id(text).id == text
    except InvalidInput as refused:
        assert refused.code == "invalid_handover_id"


@pytest.mark.parametrize(
    "file",
    ["issue-49_latest.md", "project_latest.md", "index.json", "issue-49_20260603T004500Z_codex.txt", "issue-49_20261303T004500Z_codex.md",
     "issue-49_20260603T004500Z_codex-1.md", "issue-49-20260603T004500Z-codex.md", "issue-#49_20260603T004500Z_codex.md", "x.md"],
)  # fmt: skip
def test_other_files_of_the_folder_are_no_snapshots(file):
    assert parse_handover_file(file) is None
