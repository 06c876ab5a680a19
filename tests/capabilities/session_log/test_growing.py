"""What is kept of a long log saves time and changes nothing else; it holds no secret, and anything doubtful is read anew."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import pickle
import time
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import growing, kept_readings, since
from butler.capabilities.session_log.backend import open_log
from butler.capabilities.session_log.facts import Facts
from butler.capabilities.session_log.growing import fold_log
from butler.capabilities.session_log.models import ReadReceipt
from butler.house import House
from butler.maids.session_log_worker import gather

DAY = "2026-05-01"
CLIENTS = ("claude", "codex")
SECRET = "sk-" + "proj-" + "9fQ2xLr7Tz4mB8vK1nW6cY3hJ5dP0sA"


@pytest.fixture(autouse=True)
def every_log_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(since, "LONG", 0)
    monkeypatch.setattr(growing, "KEPT_AGAIN", 0)


@pytest.fixture(params=CLIENTS)
def log(request: pytest.FixtureRequest, logs: Any, project: Path) -> Path:
    """A log of one turn."""
    path: Path = getattr(logs, request.param)(project, 1, DAY)
    return path


def facts(house: House, path: Path) -> tuple[Facts, ReadReceipt]:
    with open_log(house, path) as log:
        return fold_log(house, log).facts(0), log.receipt


def read_anew(house: House, path: Path) -> tuple[Facts, ReadReceipt]:
    with open_log(house, path) as log:
        return gather(log.entries), log.receipt


def readings(house: House) -> list[Path]:
    return sorted((house.user.data / "readings").glob("*.reading"))


def offset(file: Path) -> int:
    return int(json.loads(file.read_bytes().partition(b"\n")[0])["offset"])


def turn(path: Path, asked: str, number: int) -> str:
    """One more turn of the log at ``path``: its lines with other ids and words."""
    text = (
        path.read_text(encoding="utf-8")
        .replace("Add a price list", asked)
        .replace("make check", f"make check-{number}")
    )
    text = (
        text.replace("call_1", f"call_{number}").replace("toolu_1", f"toolu_{number}").replace('"u1"', f'"u{number}"')
    )
    return (
        text.replace('-0"', f'-{number}0"')
        .replace('-1"', f'-{number}1"')
        .replace('-2"', f'-{number}2"')
        .replace('-3"', f'-{number}3"')
    )


@pytest.fixture
def more(log: Path) -> list[str]:
    """Further turns to append, line by line."""
    turns = [turn(log, f"Now part {number}, never without a test", number) for number in range(4, 8)]
    lines = "".join(turns).splitlines(keepends=True)
    return [line for line in lines if '"session_meta"' not in line]


class TestNothingButTimeChanges:
    def test_facts_and_receipt_are_those_of_a_whole_reading_at_every_line(
        self, house: House, log: Path, more: list[str]
    ):
        for line in more:
            assert facts(house, log) == read_anew(house, log)
            assert offset(readings(house)[0]) == log.stat().st_size
            with log.open("a", encoding="utf-8") as file:
                file.write(line)
        assert facts(house, log) == read_anew(house, log)
        assert any("part 7" in request.text for request in facts(house, log)[0].requests)

    def test_a_line_that_is_still_being_written_is_read_again(self, house: House, log: Path, more: list[str]):
        whole = log.stat().st_size
        for line in more:
            half = len(line) // 2
            for piece in (line[:half], line[half:]):
                with log.open("a", encoding="utf-8") as file:
                    file.write(piece)
                assert facts(house, log) == read_anew(house, log)
                assert offset(readings(house)[0]) in (whole, log.stat().st_size)
            whole = log.stat().st_size

    def test_new_bytes_alone_are_read(self, house: House, log: Path, more: list[str]):
        facts(house, log)
        data = log.read_bytes()
        head = data.find(b"price list")
        with log.open("r+b") as file:  # what was read stands in neither window: a reader that looked again would see it
            file.write(data[:head] + b"x" * 200_000 + data[head:])
        kept, _ = facts(house, log)
        again, _ = read_anew(house, log)
        assert kept == again, "the first bytes differ, so it was read anew"
        middle = log.read_bytes()
        at = len(middle) // 2
        with log.open("r+b") as file:
            file.seek(at)
            file.write(b"y" * 50)
        assert facts(house, log)[0] == kept

    def test_deleting_what_is_kept_changes_nothing(self, house: House, log: Path, more: list[str]):
        before = facts(house, log)
        for file in readings(house):
            file.unlink()
        assert facts(house, log) == before

    def test_short_logs_are_not_kept(self, house: House, log: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(since, "LONG", log.stat().st_size + 1)
        facts(house, log)
        assert readings(house) == []

    def test_little_that_is_new_is_not_kept_anew(self, house: House, log: Path, more: list[str], monkeypatch):
        facts(house, log)
        before = offset(readings(house)[0])
        monkeypatch.setattr(growing, "KEPT_AGAIN", 1_000_000)
        with log.open("a", encoding="utf-8") as file:
            file.writelines(more)
        assert facts(house, log) == read_anew(house, log)
        assert offset(readings(house)[0]) == before


class TestAnythingDoubtfulIsReadAnew:
    def test_a_log_that_shrank(self, house: House, log: Path):
        facts(house, log)
        lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
        with log.open("r+", encoding="utf-8") as file:
            file.truncate(len("".join(lines[:-1]).encode()))
        assert facts(house, log) == read_anew(house, log)

    def test_a_log_that_was_replaced_by_a_longer_one(self, house: House, log: Path, more: list[str]):
        facts(house, log)
        other = log.with_suffix(".new")
        other.write_text(log.read_text(encoding="utf-8").replace("price", "stock") + "".join(more), encoding="utf-8")
        other.replace(log)
        found = facts(house, log)
        assert found == read_anew(house, log)
        assert any("stock" in request.text for request in found[0].requests)

    def test_a_log_that_was_rewritten_in_place_with_the_same_start(self, house: House, log: Path):
        facts(house, log)
        text = log.read_text(encoding="utf-8").replace("is there.", "is gone.")
        with log.open("r+", encoding="utf-8") as file:
            file.write(text)
            file.truncate()
            file.write(text.splitlines(keepends=True)[-1])
        assert facts(house, log) == read_anew(house, log)

    @pytest.mark.parametrize("wanted", ["redact:\n  ticket: 'T-[0-9]+'\n", "second_engine: true\n"])
    def test_other_settings_of_redaction(self, house: House, log: Path, home: Path, open_at: Any, wanted: str):
        if "engine" in wanted:
            pytest.importorskip("detect_secrets", reason="detect-secrets (the extra [secrets]) is not installed")
        facts(house, log)
        before = readings(house)[0].read_bytes()
        config = home / ".config" / "butler" / "config.yaml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(wanted, encoding="utf-8")
        facts(open_at(), log)
        assert readings(house)[0].read_bytes() != before

    @pytest.mark.parametrize("damage", ["cut", "byte", "empty", "json", "link"])
    def test_a_damaged_file(self, house: House, log: Path, tmp_path: Path, damage: str):
        facts(house, log)
        file = readings(house)[0]
        data = file.read_bytes()
        _, _, body = data.partition(b"\n")
        if damage == "link":
            file.unlink()
            file.symlink_to(tmp_path / "elsewhere")
        else:
            file.write_bytes(
                {"cut": data[:-5], "byte": data[:-9] + b"\0" + data[-8:], "empty": b"", "json": b"[1]\n" + body}[damage]
            )
        assert facts(house, log) == read_anew(house, log)
        assert not (tmp_path / "elsewhere").exists()

    def test_a_body_that_asks_for_a_foreign_function_calls_nothing(self, house: House, log: Path, tmp_path: Path):
        class Evil:
            def __reduce__(self) -> Any:
                return os.mkdir, (str(tmp_path / "called"),)

        forged(house, log, {"fold": Evil(), "reader": {}})
        assert facts(house, log) == read_anew(house, log)
        assert not (tmp_path / "called").exists()

    @pytest.mark.parametrize("state", [{}, [1], {"fold": {}, "reader": {}}, {"fold": None, "reader": None}])
    def test_a_body_of_another_shape(self, house: House, log: Path, state: Any):
        forged(house, log, state)
        assert facts(house, log) == read_anew(house, log)


def forged(house: House, log: Path, state: Any) -> None:
    """Put ``state`` in the place of what is kept of ``log``, with a head that fits it."""
    facts(house, log)
    file = readings(house)[0]
    head = json.loads(file.read_bytes().partition(b"\n")[0])
    body = pickle.dumps(state)
    head["body"] = hashlib.sha256(body).hexdigest()
    file.write_bytes(json.dumps(head).encode() + b"\n" + body)


class TestNoSecretIsKept:
    @pytest.mark.parametrize(
        "planted",
        [
            f"export API_KEY={SECRET}",
            f'say "the key is {SECRET}", please',
            f"password: {'Tr0ub4dor' + '&3x!9'}\nand the list",
            f"curl -H 'Authorization: Bearer {SECRET}' https://shop.example",
        ],
    )
    def test_a_secret_stands_in_the_log_only_and_is_still_known(
        self, house: House, log: Path, more: list[str], planted: str
    ):
        text = log.read_text(encoding="utf-8")
        log.write_text(text.replace("Add a price list", json.dumps(planted)[1:-1]), encoding="utf-8")
        found = facts(house, log)
        kept = readings(house)[0].read_bytes()
        assert SECRET.encode() not in kept
        assert b"ub4dor" not in kept
        with log.open("a", encoding="utf-8") as file:
            file.writelines(more)
        assert found[0].requests[0].text == planted
        assert facts(house, log) == read_anew(house, log)

    def test_a_secret_that_the_log_does_not_hold_as_it_stands_is_not_kept(self, house: House, log: Path):
        spaced = "\\u0020".join(["API_KEY=" + SECRET[:20]])
        text = log.read_text(encoding="utf-8")
        log.write_text(text.replace("Add a price list", spaced.replace("sk-", "sk\\u002d")), encoding="utf-8")
        assert facts(house, log) == read_anew(house, log)
        assert all(SECRET[:20].encode() not in file.read_bytes() for file in readings(house))


class TestSeveralProcesses:
    def test_a_reading_that_reaches_further_than_the_log_when_it_was_opened_does_not_count(
        self, house: House, log: Path, more: list[str]
    ):
        with open_log(house, log) as opened:
            with log.open("a", encoding="utf-8") as file:
                file.writelines(more)
            facts(house, log)
            found, receipt = fold_log(house, opened).facts(0), opened.receipt
        assert receipt.bytes == opened.size
        with open_log(house, log, until=opened.size) as again:
            assert found == gather(again.entries)

    def test_readers_at_once_while_the_log_grows_all_see_what_is_there(self, house: House, log: Path, more: list[str]):
        def look() -> None:
            for _ in range(12):
                with open_log(house, log) as opened:
                    found, size = fold_log(house, opened).facts(0), opened.size
                with open_log(house, log, until=size) as again:
                    assert found == gather(again.entries)

        fork = multiprocessing.get_context("fork")
        readers = [fork.Process(target=look) for _ in range(4)]
        for reader in readers:
            reader.start()
        for line in more:
            with log.open("a", encoding="utf-8") as file:
                file.write(line)
            time.sleep(0.01)
        for reader in readers:
            reader.join(60)
        assert [reader.exitcode for reader in readers] == [0] * 4
        assert [file.suffix for file in readings(house)[0].parent.iterdir()] == [".reading"]


class TestRoom:
    def test_the_oldest_readings_go(self, house: House, logs: Any, project: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(kept_readings, "MOST_FILES", 3)
        for number in range(1, 6):
            facts(house, logs.claude(project, number, DAY))
        assert len(readings(house)) == 3

    def test_files_and_folder_are_the_users_own(self, house: House, log: Path):
        facts(house, log)
        file = readings(house)[0]
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
