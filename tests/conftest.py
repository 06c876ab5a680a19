"""What every test may use: a scratch project under a scratch home, and a house opened on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from butler.house import House, Staff, Start, hire_staff, open_house

NOON = datetime(2026, 6, 3, 12, 0, 0, tzinfo=timezone(timedelta(hours=9)))


@pytest.fixture(scope="session")
def staff() -> Staff:
    """The built-in rooms, formats, Brains and issue sources."""
    return hire_staff()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home folder."""
    place = tmp_path / "home"
    place.mkdir()
    return place


@pytest.fixture
def project(home: Path) -> Path:
    """An empty project folder inside the home folder."""
    place = home / "work" / "shop"
    place.mkdir(parents=True)
    return place


@pytest.fixture
def start(home: Path, project: Path) -> Start:
    """A process that was started in the project with an empty environment and a standing clock."""
    numbers = count(1)
    return Start(environment={}, home=home, folder=project, now=lambda: NOON, new_id=lambda: f"id{next(numbers):06d}")


@pytest.fixture
def open_at(start: Start, staff: Staff) -> Callable[..., House]:
    """Open the house of a folder, with flags where given."""

    def opened(folder: Path | None = None, **flags: Any) -> House:
        own = Start(flags, start.environment, start.home, start.folder, start.data_folder, start.now, start.new_id)
        return open_house(own, staff, folder)

    return opened


@pytest.fixture
def house(open_at: Callable[..., House]) -> House:
    """The house of the project."""
    return open_at()
