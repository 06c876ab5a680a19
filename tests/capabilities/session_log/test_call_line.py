"""Looking for the line of a call that runs now."""

from __future__ import annotations

from pathlib import Path

from butler.brains import LogFile
from butler.capabilities.session_log.call_line import wait_for_tool_use


def test_a_line_that_comes_later_is_found(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    looks: list[int] = []

    def files() -> list[LogFile]:
        looks.append(1)
        if len(looks) == 3:
            path.write_text('{"id":"toolu_comes_later"}\n', encoding="utf-8")
        return [LogFile(path, "s", 0, 0.0)]

    found = wait_for_tool_use(files, "toolu_comes_later")
    assert found is not None and found.path == path
    assert len(looks) == 3


def test_a_call_that_a_second_did_not_bring_is_looked_for_once_more_without_waiting() -> None:
    looks: list[int] = []

    def files() -> list[LogFile]:
        looks.append(1)
        return []

    assert wait_for_tool_use(files, "toolu_never_comes") is None
    assert len(looks) > 1
    looks.clear()
    assert wait_for_tool_use(files, "toolu_never_comes") is None
    assert len(looks) == 1
