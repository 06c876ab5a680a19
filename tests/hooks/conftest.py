"""A repository in a scratch home, with the hooks of a client that works in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from butler.house import Staff
from tests.hooks.sessions_on_disk import Hooks
from tests.repositories import new_repository


@pytest.fixture
def hooks(home: Path, project: Path, staff: Staff) -> Hooks:
    repository = new_repository(project)
    repository.commit("init", a__txt="hello\n")
    return Hooks(home, repository, staff)
