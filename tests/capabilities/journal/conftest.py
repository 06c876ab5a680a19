"""A journal on a scratch disk, one for each kind of store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.capabilities.journal.journals import STORES


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
