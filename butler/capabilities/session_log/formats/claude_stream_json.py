"""What ``claude -p --output-format stream-json`` prints: the same messages as the log, in another envelope, without times.

Each line is put into the log's envelope and read by the log's own reader; ``result`` ends the turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from butler.capabilities.session_log.formats import LogHead, RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Boundary, Entry
from butler.capabilities.session_log.reading.codex_values import text
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

_SAID = frozenset({"user", "assistant"})


def recognises(head: LogHead) -> bool:
    """Whether the ``system``/``init`` line or a message of such an output stands at the start."""
    return any(
        isinstance(record.get("session_id"), str)
        and "sessionId" not in record
        and (
            (record.get("type") == "system" and record.get("subtype") == "init")
            or (text(record.get("type")) in _SAID and isinstance(record.get("message"), dict))
        )
        for record in head.objects
    )


def entries(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of the run."""
    from butler.capabilities.session_log.reading.claude_reader import entries as log_entries

    receipt.note("log_stream_json")
    ends: list[Boundary] = []
    for entry in log_entries(_enveloped(lines, receipt, ends), receipt):
        while ends and ends[0].line < entry.line:
            yield ends.pop(0)
        yield entry
    yield from ends


def _enveloped(lines: Iterable[RawLine], receipt: ReceiptBuilder, ends: list[Boundary]) -> Iterator[RawLine]:
    """The lines as the log would hold them; what ends a turn is kept aside."""
    start: dict[str, Any] = {}
    for number, record in records(lines, receipt):
        kind = text(record.get("type"))
        if kind == "system" and record.get("subtype") == "init":
            start = {"cwd": record.get("cwd"), "version": record.get("claude_code_version")}
        elif kind == "result":
            failed = bool(record.get("is_error"))
            ends.append(Boundary(number, None, "turn_aborted" if failed else "turn_finished"))
        elif kind in _SAID:
            yield number, json.dumps(_record(number, record, start)).encode()
        elif kind != "stream_event":
            receipt.unknown(kind or "record without a type")


def _record(number: int, record: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    return {
        "uuid": record.get("uuid") or f"line-{number}",
        **record,
        **{name: value for name, value in start.items() if isinstance(value, str)},
        "sessionId": record.get("session_id"),
        "isSidechain": record.get("parent_tool_use_id") is not None,
    }


FORMAT = SessionLogFormat("claude_stream_json", "claude-code", 15, recognises, entries)
