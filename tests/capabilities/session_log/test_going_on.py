"""A reader can stop at the end of any line and go on later in another process, from nothing but its kept state."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from butler.capabilities.session_log import formats
from butler.capabilities.session_log.formats import RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Entry
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import give_back, keep
from butler.plugins import built_in

FOLDER = Path(__file__).parent / "formats"
READERS = [item for item in built_in(formats, "FORMAT", SessionLogFormat) if item.reader is not None]
every_reader = pytest.mark.parametrize("item", READERS, ids=lambda item: item.name)


def logs(item: SessionLogFormat) -> Iterator[list[RawLine]]:
    """The sample of the format, and the same lines in other orders and with some of them gone."""
    data = next((FOLDER / item.name).glob("sample.*")).read_bytes()
    lines = list(raw_lines(io.BytesIO(data), ReceiptBuilder(item.name)))
    yield lines
    for seed in range(12):
        chance = random.Random(f"{item.name} {seed}")
        mixed = [line for _, line in lines if chance.random() < 0.8]
        for _ in range(seed):
            mixed.insert(chance.randrange(len(mixed)), mixed.pop(chance.randrange(len(mixed))))
        yield list(enumerate(mixed, 1))


def test_both_clients_readers_can_go_on() -> None:
    assert {item.name for item in READERS} == {"claude_code_jsonl", "codex_jsonl"}


@every_reader
def test_a_log_read_line_by_line_by_new_readers_gives_what_one_reader_gives(item: SessionLogFormat) -> None:
    assert item.reader is not None
    for lines in logs(item):
        whole, receipt = ReceiptBuilder(item.name), ReceiptBuilder(item.name)
        found: list[Entry] = []
        reader = item.reader(receipt)
        for line in lines:
            found += reader.feed([line])
            kept = deepcopy(keep(reader.parts))
            reader = item.reader(receipt)
            give_back(reader.parts, kept)
        found += reader.rest()

        assert found == list(item.entries(lines, whole))
        assert receipt.build() == whole.build()


@every_reader
def test_what_the_end_completes_can_be_asked_for_at_every_line(item: SessionLogFormat) -> None:
    assert item.reader is not None
    for lines in logs(item):
        reader = item.reader(ReceiptBuilder(item.name))
        found: list[Entry] = []
        for count, line in enumerate(lines, 1):
            found += reader.feed([line])
            kept = deepcopy(keep(reader.parts))
            assert found + list(reader.rest()) == list(item.entries(lines[:count], ReceiptBuilder(item.name)))
            assert keep(reader.parts) == kept
