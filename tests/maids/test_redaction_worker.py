"""Secrets leave, evidence stays, marks tell equal from different."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from butler.maids.redaction_worker import Redaction, Redactor, redact

GITHUB = "ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
TOKEN = "q8Zr2LmX" + "0vTn5KdW" + "7yBc3HfJ"
FRAGMENTS = st.lists(
    st.sampled_from(
        [
            *(
                "password",
                "api_key",
                "token",
                "DB_PASSWORD",
                "Authorization: Bearer ",
                "Cookie: ",
                "パスワードは",
                "https://u:",
            ),
            *(
                "=",
                ": ",
                '"',
                "'",
                "`",
                "\\",
                "\n",
                "\n+",
                " ",
                "@h/",
                "&",
                "?",
                ";",
                "<",
                "</",
                ">",
                "(",
                ")",
                "|",
                "\x1b[31m",
            ),
            *(
                GITHUB,
                TOKEN,
                "hunter2",
                "Tr0ub" + "4dor&3",
                "[REDACTED:token:1]",
                "[REDACTED:",
                "eyJ" + "hbGciOiJIUzI1NiJ9.",
            ),
            *(
                "-----BEGIN PRIVATE " + "KEY-----",
                "-----END PRIVATE " + "KEY-----",
                "QUJD" * 16,
                " -u me:",
                " -p",
                "value",
                "${X}",
            ),
        ]
    ),
    max_size=14,
).map("".join)


def runs_of_backticks(text: str) -> int:
    return max(map(len, re.findall(r"`+", text)), default=0)


@given(FRAGMENTS)
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redact(text)[0]
    assert redact(once)[0] == once


@given(FRAGMENTS)
def test_redacting_adds_no_lines_and_no_longer_run_of_backticks(text: str) -> None:
    clean = redact(text)[0]
    assert clean.count("\n") <= text.count("\n")
    assert runs_of_backticks(clean) <= runs_of_backticks(text)


@given(st.text(max_size=60))
def test_text_without_secrets_is_given_back(text: str) -> None:
    clean, counts = redact(text)
    assert (clean == text) == (counts == ())


def test_the_exact_value_is_replaced_and_counted() -> None:
    text, counts = redact(f"GITHUB_TOKEN={GITHUB} gh pr list")
    assert text == "GITHUB_TOKEN=[REDACTED:github_token:1] gh pr list"
    assert counts == (Redaction("github_token", 1),)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f'{{"token": "{TOKEN}"}}', '{"token": "[REDACTED:token:1]"}'),
        (f"api_key = '{TOKEN}'  # prod", "api_key = '[REDACTED:token:1]'  # prod"),
        (f"- **Password**: `{TOKEN}`.", "- **Password**: `[REDACTED:password:1]`."),
        (f"?token={TOKEN}&page=2", "?token=[REDACTED:token:1]&page=2"),
        (f"postgres://app:{TOKEN}@db:5432/x", "postgres://app:[REDACTED:url_password:1]@db:5432/x"),
        (f"パスワードは {TOKEN} です。", "パスワードは [REDACTED:password:1] です。"),
        (f"\x1b[33mtoken\x1b[0m=\x1b[32m{TOKEN}\x1b[0m", "\x1b[33mtoken\x1b[0m=\x1b[32m[REDACTED:token:1]\x1b[0m"),
        (f"Authorization: Bearer {TOKEN}", "Authorization: Bearer [REDACTED:bearer:1]"),
    ],
)
def test_what_stands_around_a_value_stays(text: str, clean: str) -> None:
    assert redact(text)[0] == clean


def test_equal_secrets_get_equal_numbers_over_a_whole_document() -> None:
    redactor = Redactor()
    assert redactor.redact(f"a {GITHUB}") == "a [REDACTED:github_token:1]"
    assert redactor.redact(f"{GITHUB[:-1]}X and {GITHUB}") == "[REDACTED:github_token:2] and [REDACTED:github_token:1]"
    assert redactor.counts() == (Redaction("github_token", 2),)


def test_a_value_once_known_is_replaced_where_no_name_tells_it() -> None:
    redactor = Redactor()
    redactor.redact(f"API_TOKEN={TOKEN}")
    assert redactor.redact(f"got {TOKEN}, not {TOKEN}x") == f"got [REDACTED:token:1], not {TOKEN}x"


def test_numbers_of_an_older_document_are_not_given_again() -> None:
    assert redact(f"carried [REDACTED:token:4], new API_TOKEN={TOKEN}")[0].endswith("API_TOKEN=[REDACTED:token:5]")


def test_counts_are_sorted_by_kind() -> None:
    counts = redact(f"x {GITHUB}\nDB_PASSWORD={TOKEN}\nAPI_KEY={TOKEN[::-1]}")[1]
    assert [one.kind for one in counts] == ["github_token", "password", "token"]


def test_allowed_values_stay_and_own_patterns_count() -> None:
    redactor = Redactor(extra_patterns=[("badge", r"badge-(?P<v>\d{4})")], allowed=[GITHUB])
    assert redactor.redact(f"{GITHUB} badge-1234") == f"{GITHUB} badge-[REDACTED:badge:1]"


def test_values_broken_over_lines_are_gone_whole() -> None:
    long = "".join(TOKEN[i % 24] + str(i % 10) for i in range(80))
    wrapped = f"+ACCESS_TOKEN={long[:66]}\n+{long[66:130]}\n+{long[130:]}\n+OTHER=1"
    assert redact(wrapped)[0] == "+ACCESS_TOKEN=[REDACTED:token:1]\n+OTHER=1"
    joined = 'key = ("sk-' + f'ant-api03-{long[:40]}"\n+       "{long[40:100]}")'
    assert redact(joined)[0] == 'key = ("[REDACTED:anthropic_key:1]")'


def test_a_name_as_the_value_of_a_name_leads_to_the_value_behind_it() -> None:
    assert (
        redact(f"aws_secret: aws_secret_access_key = {TOKEN}")[0]
        == "aws_secret: aws_secret_access_key = [REDACTED:token:1]"
    )


def test_a_secret_in_the_middle_of_a_line_of_a_megabyte_is_found() -> None:
    line = "x" * 600_000 + f" {GITHUB} " + "password=" * 20_000
    assert GITHUB not in redact(line)[0]


def test_a_redactor_that_saw_many_texts_finds_what_a_fresh_one_finds() -> None:
    used = Redactor()
    for number in range(40):
        used.spans(f"src/components/settings/page_{number}.tsx and https://example.org/some/long/path/{number}")
    text = f"src/components/settings/page_1.tsx {GITHUB} https://example.org/some/long/path/1"
    assert used.spans(text) == Redactor().spans(text) != []
    assert used.spans(text) == Redactor().spans(text)


def test_a_hint_that_overlaps_another_one_hides_no_name() -> None:
    for name in ("pass_sas_token", "sasas_password"):
        assert TOKEN not in redact(f'{name} = "{TOKEN}"')[0]


def test_a_heading_below_prose_is_a_heading() -> None:
    text = f"See below, nothing secret here.\n\nThe list:\n| host | password |\n|---|---|\n| db1 | {TOKEN} |\n"
    assert TOKEN not in redact(text)[0]
