"""Damaged lines: what can be read of them is read, within a bound."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder


def _read(line: str) -> tuple[list[dict[str, object]], ReceiptBuilder]:
    receipt = ReceiptBuilder("test")
    return [found for _, found in records([(1, line.encode())], receipt)], receipt


def test_whole_records_behind_half_ones_are_read() -> None:
    found, _ = _read('{"type":"a","x{"type":"b"}{"role":{"timestamp":1}' + '{"uuid":"c"}\n')

    assert found == [{"type": "b"}, {"timestamp": 1}, {"uuid": "c"}]


@pytest.mark.parametrize("piece", ['{"type":"x"', '{"type":', '{"type":"x"}]'])
def test_a_line_of_nothing_but_damage_is_given_up(piece: str) -> None:
    found, receipt = _read(piece * 200_000 + "\n")

    assert len(found) <= 64
    assert [one.reason for one in receipt.build().skipped] == ["damaged JSON"]
