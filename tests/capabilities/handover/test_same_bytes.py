"""A hundred handovers of one log of each client, under random hash seeds, are the same bytes."""

from __future__ import annotations

import random

import pytest

from benchmarks import same_bytes

PROCESSES, EACH = 20, 5


@pytest.fixture
def pairs(home):
    """The demo's projects and logs."""
    return same_bytes.lay_out(home)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_hundred_prepares_of_each_log_give_the_same_bytes(pairs, home):
    assert same_bytes.compare(pairs, home, PROCESSES, EACH, random.randrange(2**32)) == []


def test_what_is_compared_is_the_document_and_its_brief_of_both_clients(pairs, home):
    (made,) = same_bytes.rounds(pairs, home, 7, whole=True)
    assert len(made) == 8
    for name, text in made.items():
        assert text.startswith("# Handover brief") if name.endswith("brief") else text.startswith("## METADATA")
    assert sum("issue-49" in text for text in made.values()) >= 4


def test_a_log_that_differs_is_told_with_both_seeds(pairs, home):
    first = same_bytes.rounds(pairs, home, 1)
    log = pairs[0][1]
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:-30]))
    assert same_bytes.rounds(pairs, home, 1) != first
