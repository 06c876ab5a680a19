"""Reading a log the way that the kept state of a reader is for: with a stop after every line, and a new reader each time."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

from butler.capabilities.session_log.formats import RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Entry, ReadReceipt
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import give_back, keep


def read_with_stops(item: SessionLogFormat, lines: Iterable[RawLine]) -> tuple[list[Entry], ReadReceipt]:
    """What new readers give, each for one line, that know of the lines before only what was kept."""
    assert item.reader is not None
    receipt = ReceiptBuilder(item.name)
    reader = item.reader(receipt)
    found: list[Entry] = []
    for line in lines:
        found += reader.feed([line])
        kept = deepcopy(keep({"receipt": receipt, **reader.parts}))
        receipt = ReceiptBuilder(item.name)
        reader = item.reader(receipt)
        give_back({"receipt": receipt, **reader.parts}, kept)
    found += reader.end()
    for entry in found:
        receipt.count(entry)
    return found, receipt.build()
