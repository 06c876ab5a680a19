"""What handover_read says of a snapshot whose session was reverted since."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.house import House
from tests.capabilities.handover.conftest import CODEX_SESSION

CODEX = Caller("codex")
NEWER = "01990000-0000-7000-8000-00000000000b"


@pytest.fixture
def log(codex_log: Callable[..., Path]) -> Path:
    """The Codex log of the shop: six lines of one turn, and a second turn of three."""
    path = codex_log()
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open("a", encoding="utf-8") as file:
        for at, record in enumerate((records[1], records[2], records[5]), 6):
            file.write(json.dumps(record | {"ordinal": at}) + "\n")
    return path


@pytest.fixture
def shop(repository: Any, log: Path, open_at: Callable[..., House]) -> Callable[..., House]:
    """The house of a git project with a Codex log, in a language."""
    return open_at


def reverted(log: Path, lines: int, asked: str | None = "Do it with a table") -> Path:
    """Take the session back to its first lines; it goes on in a second file."""
    kept = log.read_bytes().splitlines(keepends=True)[:lines]
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[:3]]
    end = {"end_ordinal_exclusive": lines, "end_byte_offset": sum(map(len, kept))}
    records[0]["payload"]["history_base"] = {"thread_id": CODEX_SESSION, **end}
    records[2]["payload"]["item"]["content"][0]["text"] = asked
    path = log.with_name(f"rollout-2026-06-03T11-00-00-{CODEX_SESSION}_{NEWER}.jsonl")
    path.write_text("".join(json.dumps(one) + "\n" for one in (records if asked else records[:1])), encoding="utf-8")
    return path


def activity(house: House) -> str:
    answer = HandoverTools(house).handover_read(Caller("claude-code"))
    return next((one["text"] for one in answer.data["freshness"] if one["code"] == "activity"), "")


@pytest.mark.parametrize(("language", "said"), [("en", "no longer holds"), ("ja", "取り消され")])
def test_what_a_snapshot_tells_of_turns_taken_back_no_longer_holds(
    shop: Callable[..., House], log: Path, language: str, said: str
) -> None:
    house = shop(language=language)
    HandoverTools(house).handover_prepare(CODEX)
    assert activity(house) == ""
    reverted(log, 6)
    text = activity(house)
    assert said in text
    assert "[L7]" in text
    assert f"session_log_read(session={CODEX_SESSION}, line=3)" in text


def test_a_revert_of_what_came_after_the_snapshot_is_a_session_that_went_on(
    shop: Callable[..., House], log: Path
) -> None:
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:6]))
    house = shop()
    HandoverTools(house).handover_prepare(CODEX)
    log.write_bytes(whole)
    reverted(log, 6)
    text = activity(house)
    assert "went on after it (requests: 1)" in text
    assert f"session_log_read(session={CODEX_SESSION}, line=3)" in text


def test_a_revert_without_a_new_turn_is_said_too(shop: Callable[..., House], log: Path) -> None:
    house = shop()
    HandoverTools(house).handover_prepare(CODEX)
    reverted(log, 6, asked=None)
    assert "[L7]" in activity(house)
    assert "requests: 0" in activity(house)


def test_a_snapshot_written_after_the_revert_is_fresh(shop: Callable[..., House], log: Path) -> None:
    reverted(log, 6)
    house = shop()
    HandoverTools(house).handover_prepare(CODEX)
    assert activity(house) == ""
