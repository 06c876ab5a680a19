"""What every session log format must keep, whoever wrote it. A new format only adds its folder with a sample."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import formats
from butler.capabilities.session_log.formats import SessionLogFormat
from butler.capabilities.session_log.models import Entry, ReadReceipt
from butler.capabilities.session_log.opening import read_head
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.plugins import built_in

FOLDER = Path(__file__).parent / "formats"
ALL = {item.name: item for item in built_in(formats, "FORMAT", SessionLogFormat)}
SAMPLES = [
    pytest.param(item, path, id=f"{item.name}-{path.name}")
    for item in ALL.values()
    for path in sorted((FOLDER / item.name).glob("sample*"))
]
every_sample = pytest.mark.parametrize(("item", "path"), SAMPLES)


def read(item: SessionLogFormat, data: bytes) -> tuple[list[Entry], ReadReceipt]:
    builder = ReceiptBuilder(item.name)
    found = []
    for entry in item.entries(raw_lines(io.BytesIO(data), builder), builder):
        builder.count(entry)
        found.append(entry)
    return found, builder.build()


def damaged(data: bytes) -> Iterator[tuple[str, bytes]]:
    lines = data.split(b"\n")
    middle = len(lines) // 2
    yield "cut tail", data[: len(data) - len(lines[-2]) // 2 - 1]
    yield "leading NULs", b"\0" * 64 + data
    yield "a line of NULs", b"\n".join([*lines[:middle], b"\0" * 100, *lines[middle:]])
    yield "a line separator inside", data.replace("価格".encode(), "価\u2028格\u0085\x0c".encode(), 1)
    yield "invalid UTF-8", data.replace("価格".encode(), b"\xff\xfe\x80", 1)
    yield "two records on a line", b"".join([lines[0], lines[1], b"\n", *(line + b"\n" for line in lines[2:])])
    yield "a half record before a whole one", lines[0][: len(lines[0]) // 2] + data
    yield "foreign JSON", b'[1]\n"x"\n{}\n3\nnull\n{"type": []}\n{"type": {"a": 1}, "role": 3}\n' + data
    yield "carriage returns", data.replace(b"\n", b"\r\n")
    yield "no last newline", data.rstrip(b"\n")
    yield "a byte order mark", b"\xef\xbb\xbf" + data


def test_every_format_has_a_folder_with_a_sample() -> None:
    assert {item.name for item in ALL.values()} == {path.name for path in FOLDER.iterdir() if path.is_dir()}
    assert {param.values[0].name for param in SAMPLES} == set(ALL)


def test_ranks_differ_so_that_the_order_of_asking_is_fixed() -> None:
    assert max(Counter(item.rank for item in ALL.values()).values()) == 1


@every_sample
def test_a_sample_is_recognised_by_its_own_format_first(item: SessionLogFormat, path: Path) -> None:
    head = read_head(io.BytesIO(path.read_bytes()))
    ranked = sorted(ALL.values(), key=lambda other: other.rank)
    assert next(other.name for other in ranked if other.recognises(head)) == item.name


@every_sample
def test_the_same_bytes_give_the_same_entries(item: SessionLogFormat, path: Path) -> None:
    data = path.read_bytes()
    first, second = read(item, data), read(item, data)
    assert first == second
    assert first[0]


@every_sample
def test_anchors_lie_within_the_file_and_ascend_by_kind(item: SessionLogFormat, path: Path) -> None:
    data = path.read_bytes()
    found, receipt = read(item, data)
    assert receipt.lines == data.count(b"\n") + (not data.endswith(b"\n"))
    assert receipt.bytes == len(data)
    by_kind: dict[str, list[int]] = {}
    for entry in found:
        assert 1 <= entry.line <= receipt.lines
        by_kind.setdefault(type(entry).__name__, []).append(entry.line)
    for lines in by_kind.values():
        assert lines == sorted(lines)


@every_sample
def test_the_receipt_counts_what_was_given(item: SessionLogFormat, path: Path) -> None:
    found, receipt = read(item, path.read_bytes())
    assert receipt.entries == Counter(type(entry).__name__ for entry in found)
    assert receipt.format == item.name


@every_sample
def test_damage_never_raises_and_never_costs_the_rest(item: SessionLogFormat, path: Path) -> None:
    data = path.read_bytes()
    whole = len(read(item, data)[0])
    for name, bad in damaged(data):
        found, receipt = read(item, bad)
        assert len(found) >= whole // 2 or receipt.skipped_count, name
        assert found or receipt.skipped_count, name


@every_sample
def test_nothing_but_empty_lines_gives_nothing(item: SessionLogFormat, path: Path) -> None:
    for data in (b"", b"\n\n", b"  \n\t\n"):
        assert read(item, data)[0] == []


@every_sample
def test_every_cut_of_a_sample_can_be_read(item: SessionLogFormat, path: Path) -> None:
    data = path.read_bytes()
    for end in range(0, len(data), max(len(data) // 60, 1)):
        read(item, data[:end])


ODD = (None, 3, True, [], {}, "", [[]], [None], {"type": {}}, "\ud83d", 2**70)


def with_odd_values(value: Any) -> Iterator[Any]:
    """The value with each of its parts replaced, one at a time, by something that nobody expects there."""
    yield from ODD
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        for odd in with_odd_values(part):
            changed = value.copy()
            changed[key] = odd
            yield changed


@pytest.mark.parametrize(("item", "path"), [param for param in SAMPLES if str(param.values[1]).endswith(".jsonl")])
def test_a_value_of_an_unexpected_type_never_raises(item: SessionLogFormat, path: Path) -> None:
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    for at, record in enumerate(records):
        for odd in with_odd_values(record):
            changed = [*records[:at], odd, *records[at + 1 :]]
            data = b"".join(json.dumps(one).encode() + b"\n" for one in changed)
            read(item, data)
            head = read_head(io.BytesIO(data))
            for other in ALL.values():
                other.recognises(head)


@every_sample
def test_no_sample_names_a_real_machine(item: SessionLogFormat, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/root/" not in text and "/Users/" not in text
