"""A journal on a scratch disk, one for each kind of store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.capabilities.journal.journals import ISSUE, STORES, do, new_task


@pytest.fixture(params=sorted(STORES))
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Any]:
    """Open a store of the kind under test: ``opened(profile=..., project=...)``; all on the same data."""
    return lambda profile="me", project="shop": STORES[request.param](tmp_path / "data", profile, project)


@pytest.fixture
def store(opened: Callable[..., Any]) -> Any:
    """The journal of profile ``me`` and Project ``shop``."""
    return opened()


@pytest.fixture
def journal_file(tmp_path: Path) -> Path:
    """Where the JSON store keeps profile ``me``."""
    return tmp_path / "data/profiles/me/workspace/journal.json"


@pytest.fixture
def filled(store: Any) -> Any:
    """A journal of three Tasks, one deleted."""
    first = new_task(store, related_issues=[{**ISSUE, "url": "https://tracker.invalid/49"}], constraints=["短く"])
    second = new_task(store, "Second", findings=[], evidence=["line 1\nline 2"])
    third = new_task(store, "Third")
    do(store, "record", task_id=first, expected_revision=1, text="seen", claim="verified", evidence=["run 7"])
    do(store, "update", task_id=second, expected_revision=1, status="running")
    do(store, "delete", task_id=third, expected_revision=1)
    return store
