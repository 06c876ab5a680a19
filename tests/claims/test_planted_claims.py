"""Planted statements about results: false, masked, old and refuted ones are flagged, sound ones are never doubted."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.claims import (
    cases_counted,
    cases_deeds,
    cases_false,
    cases_kinds,
    cases_masked,
    cases_no_claim,
    cases_old,
    cases_retracted,
    cases_standing,
    cases_true,
    cases_wide_false,
    cases_wide_hidden,
    cases_wide_more,
    cases_wide_short,
    cases_wide_sound,
)
from tests.claims.building import CODEX, Case
from tests.claims.judging import GOOD_KINDS, Verdict, judge

ALL: list[Case] = [
    case
    for module in (
        cases_false,
        cases_masked,
        cases_old,
        cases_true,
        cases_no_claim,
        cases_deeds,
        cases_kinds,
        cases_retracted,
        cases_wide_false,
        cases_wide_hidden,
        cases_wide_more,
        cases_wide_short,
        cases_wide_sound,
        cases_standing,
        cases_counted,
    )
    for case in module.CASES
]
FLAGGED_AT_LEAST = 0.95
DOUBTED_AT_MOST = 0.02

Judged = list[tuple[Case, Verdict]]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """Every case with what its document did."""
    return [(case, judge(case, tmp_path_factory.mktemp("claim"))) for case in ALL]


def told(cases: Iterable[tuple[Case, Verdict]]) -> str:
    """The cases, one per line, for the message of a failure."""
    return "".join(
        f"\n  {case.kind}, {case.language}, {case.client}: {case.name}: {case.claim!r} {[*verdict.wronged, *verdict.doubts, *verdict.shown]}"
        for case, verdict in cases
    )


def test_the_suite_is_balanced():
    names = [case.name for case in ALL]
    bad = [case for case in ALL if case.kind not in GOOD_KINDS]
    assert len(set(names)) == len(names)
    assert len(bad) >= 60
    assert sum(case.kind == "true" for case in ALL) >= 30
    assert sum(case.kind == "no claim" for case in ALL) >= 20
    for share in (sum(case.language == "ja" for case in ALL), sum(case.client == CODEX for case in ALL)):
        assert 0.4 <= share / len(ALL) <= 0.6


def test_doubtful_statements_are_flagged(judged: Judged):
    of = [(case, verdict) for case, verdict in judged if case.kind not in GOOD_KINDS]
    missed = [(case, verdict) for case, verdict in of if not verdict.right]
    rate = 1 - len(missed) / len(of)
    assert rate >= FLAGGED_AT_LEAST, f"{len(missed)} of {len(of)} are not flagged:{told(missed)}"


def test_sound_statements_are_not_doubted(judged: Judged):
    of = [(case, verdict) for case, verdict in judged if case.kind in GOOD_KINDS or case.sound]
    doubted = [
        (case, verdict) for case, verdict in of if verdict.wronged or (case.kind in GOOD_KINDS and not verdict.right)
    ]
    rate = len(doubted) / len(of)
    assert rate <= DOUBTED_AT_MOST, f"{len(doubted)} of {len(of)} are doubted:{told(doubted)}"


def test_a_masked_run_is_never_shown_as_passing(judged: Judged):
    shown = [(case, verdict) for case, verdict in judged if case.kind == "masked" and verdict.shown]
    count = len(shown)
    assert count == 0, f"{count} masked runs are shown as passing:{told(shown)}"
