"""Speakers in plain text: only where the text names them."""

from __future__ import annotations

import io

import pytest

from butler.capabilities.session_log.formats.plain_text import FORMAT
from butler.capabilities.session_log.models import Message, ReadReceipt
from butler.capabilities.session_log.opening import read_head
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder


def read(data: bytes) -> tuple[list[tuple[int, str, str]], ReadReceipt]:
    builder = ReceiptBuilder(FORMAT.name)
    found = list(FORMAT.entries(raw_lines(io.BytesIO(data), builder), builder))
    return [(e.line, e.speaker, e.text) for e in found if isinstance(e, Message)], builder.build()


def talk(text: str) -> list[tuple[int, str, str]]:
    return read(text.encode())[0]


@pytest.mark.parametrize(
    ("person", "agent"),
    [
        ("User: Q", "Assistant: A"),
        ("Human：Q", "ChatGPT：A"),
        ("**User:** Q", "**Claude**: A"),
        ("## User: Q", "### Codex: A"),
        ("## User\nQ", "## Assistant\nA"),
        ("ユーザー: Q", "アシスタント: A"),
        ("_**User (2026-05-01)**_\n\nQ", "_**Assistant**_\n\nA"),
        ("> Q", "⏺ A"),
        ("› Q", "• A"),
    ],
)
def test_each_kind_of_head_names_its_speaker(person: str, agent: str) -> None:
    assert [row[1:] for row in talk(f"{person}\n\n{agent}\n")] == [("person", "Q"), ("agent", "A")]


def test_heads_inside_a_fence_are_text() -> None:
    found = talk("User: look\n```\nAssistant: no head\n```\nmore\n~~~~\nUser: x\n~~~\nUser: y\n~~~~\nAssistant: A\n")
    assert [row[:2] for row in found] == [(1, "person"), (11, "agent")]
    assert "User: y" in found[0][2]


def test_a_quote_without_a_terminals_signs_is_no_person() -> None:
    assert talk("A mail\n> quoted words\nthe end\n") == [(1, "unknown", "A mail\n> quoted words\nthe end")]


def test_text_without_a_head_is_one_note_and_that_is_said() -> None:
    found, receipt = read("\n\n議事録\n\n価格表を追加した\n".encode())
    assert found == [(3, "unknown", "議事録\n\n価格表を追加した")]
    assert any("no speaker" in note for note in receipt.notes)


def test_words_before_the_first_head_stay_a_note() -> None:
    assert talk("Export\nUser: Q\n") == [(1, "unknown", "Export"), (2, "person", "Q")]


def test_a_japanese_windows_file_is_read_and_the_encoding_said() -> None:
    found, receipt = read("ユーザー: 価格表\r\nアシスタント: はい\r\n".encode("cp932"))
    assert [row[1:] for row in found] == [("person", "価格表"), ("agent", "はい")]
    assert receipt.encoding == "cp932"
    assert any("cp932" in note for note in receipt.notes)


def test_a_bad_byte_in_utf8_is_replaced_and_counted() -> None:
    found, receipt = read("User: 価格".encode() + b"\nbad \xff byte\n")
    assert "bad \ufffd byte" in found[0][2]
    assert (receipt.encoding, receipt.skipped_count) == ("utf-8", 1)


def test_terminal_escapes_and_progress_bars_are_gone() -> None:
    assert talk("\x1b[1mUser:\x1b[0m go\nload 10%\rload 99%\n") == [(1, "person", "go\nload 99%")]


def test_a_huge_text_is_kept_short() -> None:
    found = talk("User: " + "x" * 3_000_000)
    assert len(found[0][2]) < 70_000


@pytest.mark.parametrize(
    "data",
    [bytes(range(256)) * 20, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "text".encode("utf-16"), b"\0\0\0", b'{"a": 1}\n'],
)
def test_binary_data_and_json_are_no_text(data: bytes) -> None:
    assert not FORMAT.recognises(read_head(io.BytesIO(data)))


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"user',
        b"[]",
        b"[",
        b"{",
        b"{}",
        b' \n{\n  "type"',
        b"[1, 2",
        b'["a"',
        b"[[1]]",
        b"{'type'",
        b"\xef\xbb\xbf[{",
        b"[null,",
    ],
)
def test_broken_json_and_json_without_objects_are_no_text(data: bytes) -> None:
    assert not FORMAT.recognises(read_head(io.BytesIO(data)))


@pytest.mark.parametrize(
    "text",
    [
        "[10:21] User: hello",
        "[ ] buy milk",
        "[x] done",
        "[INFO] started",
        "{placeholder} is set",
        "[1] The first note",
        "[User]: hi",
    ],
)
def test_prose_that_begins_with_a_bracket_is_text(text: str) -> None:
    assert FORMAT.recognises(read_head(io.BytesIO(text.encode())))
