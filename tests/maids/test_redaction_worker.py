"""Secrets leave, evidence stays."""

from __future__ import annotations

from butler.maids.redaction_worker import Redaction, Redactor, redact

GITHUB = "ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


def test_the_exact_value_is_replaced_and_counted() -> None:
    text, counts = redact(f"GITHUB_TOKEN={GITHUB} gh pr list")
    assert text == "GITHUB_TOKEN=[REDACTED:github_token:1] gh pr list"
    assert counts == (Redaction("github_token", 1),)


def test_equal_secrets_get_equal_numbers_over_a_whole_document() -> None:
    redactor = Redactor()
    assert redactor.redact(f"a {GITHUB}") == "a [REDACTED:github_token:1]"
    assert redactor.redact(f"{GITHUB[:-1]}X and {GITHUB}") == "[REDACTED:github_token:2] and [REDACTED:github_token:1]"
    assert redactor.counts() == (Redaction("github_token", 2),)


def test_allowed_values_stay_and_own_patterns_count() -> None:
    redactor = Redactor(extra_patterns=[("badge", r"badge-(?P<v>\d{4})")], allowed=[GITHUB])
    assert redactor.redact(f"{GITHUB} badge-1234") == f"{GITHUB} badge-[REDACTED:badge:1]"
