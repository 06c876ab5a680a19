"""What ``butler doctor`` says of logs that their client deletes."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from butler.commands.doctor import examine
from butler.house import House
from tests.conftest import NOON

SESSION = "019a0000-0000-7000-8000-00000000000{}"


@pytest.fixture
def log(home: Path, project: Path) -> Callable[[int, int], Path]:
    """A Claude Code log of the project that was written some days ago."""

    def write(number: int, days: int) -> Path:
        slug = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in str(project))
        path = home / ".claude" / "projects" / slug / f"{SESSION.format(number)}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        then = NOON - timedelta(days=days)
        path.write_text(
            f'{{"type":"user","uuid":"u{number}","sessionId":"{path.stem}","cwd":"{project}",'
            f'"timestamp":"{then.isoformat()}","message":{{"role":"user","content":"Sort the list"}}}}\n',
            encoding="utf-8",
        )
        os.utime(path, (then.timestamp(), then.timestamp()))
        return path

    return write


def findings(house: House, code: str) -> list[str]:
    found: Any = examine(house).data["findings"]
    return [one["text"] for one in found if one["code"] == code]


def test_logs_that_are_deleted_within_a_week_are_named(house: House, log: Any) -> None:
    for number, days in ((1, 5), (2, 24), (3, 28)):
        log(number, days)
    (text,) = findings(house, "logs_leaving")
    assert "claude-code: 2 sessions" in text
    assert f"({SESSION.format(3)}) in 2;" in text


def test_logs_that_stay_longer_are_not(house: House, log: Any) -> None:
    log(1, 22)
    assert findings(house, "logs_leaving") == []


def test_the_days_that_the_user_set_count(house: House, home: Path, log: Any) -> None:
    log(1, 22)
    log(2, 40)
    (home / ".claude" / "settings.json").write_text('{"cleanupPeriodDays": 45}', encoding="utf-8")
    assert "about 45 days" in findings(house, "logs")[0]
    (text,) = findings(house, "logs_leaving")
    assert (
        f"1 session of this project will be deleted by the client within 7 days, the first one ({SESSION.format(2)}) in 5"
        in text
    )


def test_it_is_said_in_japanese_too(open_at: Any, log: Any) -> None:
    log(1, 29)
    (text,) = findings(open_at(language="ja"), "logs_leaving")
    assert "あと 1 日" in text


def test_logs_of_other_projects_are_none_of_its_business(house: House, log: Any, home: Path) -> None:
    path = log(1, 29)
    path.write_text(path.read_text(encoding="utf-8").replace(str(home), "/elsewhere"), encoding="utf-8")
    os.utime(path, ((NOON - timedelta(days=29)).timestamp(),) * 2)
    assert findings(house, "logs_leaving") == []
