"""Addresses that answered only at a later try, and instructions that say where something is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.maids.session_log_instructions import hard_rules
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

_LOST = "HTTP/1.1 404 Not Found\nConnection: close\n"
_WELL = "HTTP/1.1 200 OK\n\n{}\n"


def _discovery(story: Story, language: str = "en") -> str:
    made = materials(story)
    return sections(replace(made, meta=replace(made.meta, language=language)))["DISCOVERY"]


def _called(first: str, printed: str, code: int = 0) -> Story:
    story = Story()
    story.asks("Ask the till for its rates")
    story.runs(f"curl -i -sS {first}", code, printed)
    return story


def test_a_first_try_that_failed_says_where_the_address_answered():
    story = _called("http://127.0.0.1:8123", _LOST)
    line = story.runs("curl -i -sS http://localhost:8123/rates", 0, _WELL)
    assert f"404 Not Found ⏎ Connection: close [answered well later: [L{line}]]" in _discovery(story)
    assert f"[その後は正常に応答: [L{line}]]" in _discovery(story, "ja")


@pytest.mark.parametrize("printed", ["200\n{}\n", "tools/list=200\n", "status: 200\n"])
def test_other_programs_answer_with_a_bare_status(printed):
    story = _called("http://127.0.0.1:8123/rates", _LOST)
    story.runs("$r = Invoke-WebRequest -Uri 'http://127.0.0.1:8123/rates'", 0, printed)
    assert "answered well later" in _discovery(story)


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("http://127.0.0.1:8123/health", _WELL),
        ("http://127.0.0.1:9999/rates", _WELL),
        ("http://127.0.0.1:8123/rates", "HTTP/1.1 500 Internal Server Error\n"),
        ("http://127.0.0.1:8123/rates", "{}\n"),
    ],
)
def test_another_address_or_answer_is_no_success(address, printed):
    story = _called("http://127.0.0.1:8123/rates", _LOST)
    story.runs(f"curl -i -sS {address}", 0, printed)
    assert "answered well later" not in _discovery(story)


def test_who_was_not_reached_at_first_and_answers_later_was_mended():
    story = _called(
        "http://127.0.0.1:8123/rates", "curl: (7) Failed to connect to 127.0.0.1 port 8123: Connection refused\n", 7
    )
    line = story.runs("curl -i -sS http://127.0.0.1:8123/", 0, _WELL)
    row = next(one for one in _discovery(story).splitlines() if "Connection refused" in one)
    assert f"worked at [L{line}]" in row


@pytest.mark.parametrize(
    "place",
    [
        "The till runs at `http://127.0.0.1:8123`",
        "現在のポートは 8123 です",
        "当前实际端口为 8123",
    ],
)
def test_instructions_that_name_an_address_come_before_other_rules(place):
    rules = [f"Always write rule number {at} in the most careful way that you can find." for at in range(40)]
    assert place in hard_rules("\n".join([*rules, place, *rules]), 600)


def test_a_folder_of_windows_is_told_once():
    story = Story()
    story.entries[0] = replace(story.entries[0], cwd="c:\\shop\\till")
    story.entries.append(replace(story.entries[0], line=2, cwd="C:\\shop\\till"))
    story.line = 2
    story.asks("Mend the till")
    assert "other folders" not in _discovery(story)


def test_different_commands_that_failed_alike_are_not_told_as_one_that_failed_often():
    story = Story()
    story.asks("Print the labels")
    for number in range(3):
        story.runs(f"python -c 'print({number})'", 1, f"UnicodeEncodeError: codec can't encode at {number}")
    assert "3 commands failed like this" in _discovery(story)
    assert "同様に失敗したコマンド 3 件" in _discovery(story, "ja")
