"""Rollout logs of Codex CLI, in every shape that a version wrote: flat lines, legacy and paginated history, code mode.

Shapes are told line by line, never by the client's version, since one file may hold several (a migrated file keeps its
old version, a resumed one gets newer lines). Flat: bare response items after a line with ``id`` and ``instructions``.
Enveloped: ``{"timestamp", "type", "payload"}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from butler.capabilities.session_log.formats import Glance, LineReader, LogHead, RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Entry
from butler.capabilities.session_log.reading.codex_history import earlier_part
from butler.capabilities.session_log.reading.codex_values import ENVELOPES, optional
from butler.capabilities.session_log.reading.lines import fast_parser
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder


def _recognises(head: LogHead) -> bool:
    """Whether any of the first records has the shape of a Codex line."""
    return any(_is_codex(record) for record in head.objects)


def _is_codex(record: Mapping[str, Any]) -> bool:
    kind = record.get("type")
    if isinstance(record.get("payload"), dict):
        return isinstance(kind, str) and kind in ENVELOPES and "uuid" not in record
    if "record_type" in record:
        return True
    return "id" in record and "instructions" in record and kind is None and "messages" not in record


def _entries(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of a Codex log, as its lines are read."""
    reader = _reader(receipt)
    yield from reader.feed(lines)
    yield from reader.end()


def _reader(receipt: ReceiptBuilder) -> LineReader:
    """A new reader; loaded when the first log of Codex is read."""
    from butler.capabilities.session_log.reading.codex_reader import Reader

    return Reader(receipt)


def _glance(lines: Iterable[bytes], _whole: bool) -> Glance | None:
    """What an enveloped ``session_meta`` on the first line tells; no record of Codex has an id of its own."""
    from butler.capabilities.session_log.reading.codex_session import session_info

    try:
        record = fast_parser()(next(iter(lines), b""), cache_strings="keys")
    except ValueError:
        return None
    payload = record.get("payload") if isinstance(record, dict) and record.get("type") == "session_meta" else None
    if not isinstance(payload, dict):
        return None
    at = optional(record.get("timestamp"))
    info = session_info(payload, 1, at)
    if at is None or info.session_id is None or info.cwd is None:
        return None
    return Glance(info.session_id, info.cwd, info.thread, info.parent_id, first_at=at)


FORMAT = SessionLogFormat(
    name="codex_jsonl",
    agent="codex",
    rank=10,
    recognises=_recognises,
    entries=_entries,
    earlier_part=earlier_part,
    reader=_reader,
    glance=_glance,
)
