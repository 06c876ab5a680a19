"""Packed rollouts (``.jsonl.zst``): read as their text, whatever unpacks here; refused plainly where nothing does."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import packed
from butler.capabilities.session_log.backend import NoSession, choose_session, list_sessions, open_log
from butler.capabilities.session_log.models import Command, Message
from butler.capability import Caller
from butler.errors import Unreadable
from butler.house import House

SHELL = Caller("command-line")


def everything(house: House, path: Path) -> tuple[list[Any], Any]:
    with open_log(house, path) as log:
        return list(log.entries), log.receipt


def test_a_packed_log_says_what_its_text_says(house: House, logs: Any, project: Path) -> None:
    plain = logs.codex(project, 1, "2026-05-01")
    before = everything(house, plain)
    assert everything(house, logs.packed(plain)) == before


def test_a_packed_log_of_this_project_is_chosen_and_listed(house: House, logs: Any, project: Path) -> None:
    twin = logs.packed(logs.codex(project, 1, "2026-05-01"))
    found = choose_session(house, SHELL)
    assert not isinstance(found, NoSession)
    assert found.path == twin
    listed, left_out = list_sessions(house)
    assert [item.first_request for item in listed] == ["Add a price list"]
    assert left_out == {}


def test_a_packed_log_longer_than_what_is_kept_of_it_tells_its_last_time(
    house: House, logs: Any, project: Path
) -> None:
    path = logs.codex(project, 1, "2026-05-01")
    records = logs.codex_records(project, 1, "2026-05-01")
    filler = {**records[1], "payload": {"type": "agent_reasoning", "text": "x" * 5000}}
    logs.write(path, [*records, *[filler] * 1200, {**records[-1], "timestamp": "2026-05-02T00:00:00.000Z"}])
    logs.packed(path)
    assert list_sessions(house)[0][0].last_activity == "2026-05-02T00:00:00.000Z"


def test_a_plain_twin_wins_over_the_packed_one(house: House, logs: Any, project: Path) -> None:
    plain = logs.codex(project, 1, "2026-05-01")
    plain.with_name(plain.name + ".zst").write_bytes(logs.pack(b"{}\n"))
    found = choose_session(house, SHELL)
    assert not isinstance(found, NoSession)
    assert found.path == plain


def test_packed_data_that_breaks_off_is_read_as_far_as_it_goes_and_said(house: House, logs: Any, project: Path) -> None:
    path = logs.codex(project, 1, "2026-05-01")
    lines = "".join(
        f'{{"timestamp":"x{n}","type":"event_msg","payload":{{"n":"{hash(str(n))}"}}}}\n' for n in range(9000)
    )
    path.write_text(path.read_text() + lines)
    twin = logs.packed(path)
    twin.write_bytes(twin.read_bytes()[:-2000])
    entries, receipt = everything(house, twin)
    assert any(isinstance(entry, Command) for entry in entries)
    assert receipt.skipped[-1].reason == "packed data breaks off"


def test_a_bomb_is_refused(house: House, logs: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "RATIO_FROM", 1 << 20)
    path = logs.codex(project, 1, "2026-05-01")
    path.write_bytes(path.read_bytes() + b" " * (8 << 20) + b"\n")
    twin = logs.packed(path)
    with pytest.raises(Unreadable) as refused:
        everything(house, twin)
    assert refused.value.code == "log_packed_too_big"


@pytest.fixture
def nothing_unpacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "_module", lambda: None)
    monkeypatch.setenv("PATH", "/nowhere")


@pytest.mark.usefixtures("nothing_unpacks")
def test_without_anything_that_unpacks_the_log_is_refused_and_counted(
    house: House, home: Path, logs: Any, project: Path
) -> None:
    path = logs.codex(project, 1, "2026-05-01")
    twin = path.with_name(path.name + ".zst")
    twin.write_bytes(packed.MAGIC + b"\0" * 40)
    path.unlink()
    found = choose_session(house, SHELL)
    assert isinstance(found, NoSession)
    assert found.left_out == {"packed": 1}
    with pytest.raises(Unreadable) as refused:
        everything(house, twin)
    assert refused.value.code == "log_packed"


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the program zstd is not here")
def test_the_program_alone_unpacks_too(house: House, logs: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = logs.packed(logs.codex(project, 1, "2026-05-01"))
    monkeypatch.setattr(packed, "_module", lambda: None)
    assert any(isinstance(entry, Message) for entry in everything(house, twin)[0])
