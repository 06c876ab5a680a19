"""The real clients show their models the tools in the first request, without any setting that makes them wait."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.clients import FOLDER, find_programs
from tests.e2e.presence import Stage

PROGRAMS = find_programs(os.environ)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        PROGRAMS is None, reason=f"no real clients: {FOLDER} names no folder with them (.ci/run installs them)"
    ),
]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    assert PROGRAMS is not None
    made = Stage.build(PROGRAMS, tmp_path)
    made.keep_answers()
    return made


def test_codex_shows_the_tools_in_the_first_request(stage):
    assert [stage.codex_is_shown_the_tools() for _ in range(3)] == [True, True, True]


def test_claude_code_shows_the_tools_in_the_first_request(stage):
    assert [stage.claude_is_shown_the_tools() for _ in range(3)] == [True, True, True]
