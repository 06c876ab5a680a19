"""What came after a line of a long log is told from a kept reading as from a whole one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import growing, since
from butler.capabilities.session_log.backend import entries_since, open_log
from butler.capabilities.session_log.growing import fold_log
from butler.capabilities.session_log.peeking import peek
from butler.house import House
from butler.maids.freshness_worker import Activity, activity_after
from butler.maids.handover_news import only_own_calls
from butler.maids.session_log_turns import TurnSoFar

DAY = "2026-05-01"
CALLS = ("butler handover prepare", "make check", "butler handover read", "ls")


@pytest.fixture(autouse=True)
def every_log_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(since, "LONG", 0)
    monkeypatch.setattr(growing, "KEPT_AGAIN", 0)


def lines_of(logs: Any, project: Path, client: str) -> list[str]:
    """A log of some turns; each runs one of our commands or another one, so that a turn may have called us before a line."""
    make = logs.codex_records if client == "codex" else logs.claude_records
    lines: list[str] = []
    for number, call in enumerate(CALLS * 2):
        text = "".join(json.dumps(record) + "\n" for record in make(project, 1, DAY, f"Now part {number}"))
        text = (
            text.replace("make check", call).replace("call_1", f"call_{number}").replace("toolu_1", f"toolu_{number}")
        )
        text = text.replace('"u1"', f'"u{number}"').replace('"t1"', f'"t{number}"').replace("msg_1", f"msg_{number}")
        for at in range(4):
            text = text.replace(f'{logs.uuid(1)}-{at}"', f'{number}-{at}"')
        lines += [line for line in text.splitlines(keepends=True) if not lines or '"session_meta"' not in line]
    return lines


def after(house: House, path: Path, line: int) -> tuple[Activity, bool, bool]:
    """Activity, whether only own calls came, and whether a kept reading told so."""
    with open_log(house, path) as log:
        entries, before = entries_since(house, log, lambda turn: turn.last <= line)
        activity = activity_after(entries, line, before)
    with open_log(house, path) as log:
        entries, own_before = entries_since(house, log, lambda turn: turn.end <= line)
        own = only_own_calls(entries, line, own_before)
    return activity, own, before is not None


def after_whole(house: House, path: Path, line: int) -> tuple[Activity, bool]:
    with open_log(house, path) as log:
        activity = activity_after(log.entries, line)
    with open_log(house, path) as log:
        return activity, only_own_calls(log.entries, line)


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_what_came_after_a_line_is_told_as_by_a_whole_reading(
    house: House, logs: Any, project: Path, client: str
) -> None:
    path = getattr(logs, client)(project, 1, DAY)
    lines = lines_of(logs, project, client)
    told: set[tuple[Activity, bool]] = set()
    used = 0
    for kept in range(2, len(lines), 5):
        path.write_text("".join(lines[:kept]), encoding="utf-8")
        with open_log(house, path) as log:
            fold_log(house, log)
        path.write_text("".join(lines[: kept + 5]), encoding="utf-8")
        for line in (kept - 2, kept - 1, kept, kept + 2):
            activity, own, behind = after(house, path, line)
            assert (activity, own) == after_whole(house, path, line)
            told.add((activity, own))
            used += behind
    assert used > len(lines) / 5
    assert len({one for one, _ in told}) > 3 and len({own for _, own in told}) == 2


def test_what_a_turn_did_before_the_line_is_remembered(house: House, logs: Any, project: Path) -> None:
    records = logs.claude_records(project, 1, DAY)
    records[1]["message"]["content"][0]["input"]["command"] = "butler handover prepare"
    path = logs.write(logs.claude(project, 1, DAY), records[:3])
    with open_log(house, path) as log:
        fold_log(house, log)
    call = json.loads(json.dumps(records[1:3]).replace("toolu_1", "toolu_2").replace("butler handover prepare", "ls"))
    later = [{**record, "uuid": f"later-{at}"} for at, record in enumerate(call)]
    logs.write(path, [*records[:3], *later])
    activity, _, kept = after(house, path, 3)
    assert kept and activity == Activity()
    with open_log(house, path) as log:
        entries, before = entries_since(house, log, lambda turn: True)
        assert before is not None and (before.prepared, before.own) == (True, True)
        assert activity_after(entries, 3, TurnSoFar()) == Activity(4, commands=1)


def test_a_short_log_is_read_whole(house: House, logs: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = logs.codex(project, 1, DAY)
    with open_log(house, path) as log:
        fold_log(house, log)
    monkeypatch.setattr(since, "LONG", path.stat().st_size + 1)
    assert after(house, path, 100)[2] is False


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system does not count what a process reads")
def test_a_look_at_a_log_reads_its_ends_alone(house: House, logs: Any, project: Path) -> None:
    path = logs.codex(project, 1, DAY)
    lines = path.read_bytes().splitlines(keepends=True)
    with path.open("wb") as file:
        file.writelines(lines[:-1])
        file.truncate(300_000_000)
        file.seek(300_000_000)
        file.writelines([b"\n", lines[-1]])
    before = _read()
    look = peek(path, house.staff.formats["codex_jsonl"])
    assert look is not None and (look.state, look.last_at) == ("finished", f"{DAY}T09:00:05.000Z")
    assert _read() - before < 1_000_000


def _read() -> int:
    return int(Path("/proc/self/io").read_text().split()[1])
