"""The log of Claude Code: ``projects/<slug>/<session id>.jsonl``, versions 1.0 to 2.1.

Records are told by their own top-level ``type`` and nothing else (``api-request-*`` records hold whole copies of
messages), in file order, each uuid once. A subagent's file has only sidechain records and is read as one; in a main
log sidechain records are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from butler.capabilities.session_log.formats import LineReader, LogHead, RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Entry
from butler.capabilities.session_log.reading.claude_glance import glance
from butler.capabilities.session_log.reading.claude_heads import PASSED_TYPES, STATE_TYPES, TOLD_TYPES
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

_TYPES = PASSED_TYPES | STATE_TYPES | TOLD_TYPES
_MARKS = ("uuid", "leafUuid", "sessionId", "messageId")


def recognises(head: LogHead) -> bool:
    """Whether a record of a known type that carries one of Claude Code's own ids stands at the start of the log."""
    return any(
        isinstance(record.get("type"), str)
        and record["type"] in _TYPES
        and any(isinstance(record.get(mark), str) for mark in _MARKS)
        and not isinstance(record.get("payload"), dict)
        for record in head.objects
    )


def _reader(receipt: ReceiptBuilder) -> LineReader:
    """A new reader; loaded when the first log of Claude Code is read."""
    from butler.capabilities.session_log.reading.claude_reader import Reader

    return Reader(receipt)


def _entries(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of a whole log, in file order."""
    from butler.capabilities.session_log.reading.claude_reader import entries

    return entries(lines, receipt)


def _completes(path: Path) -> Callable[[Entry], Entry]:
    """What fills in entries from files beside the log."""
    from butler.capabilities.session_log.reading.claude_beside import completer

    return completer(path)


FORMAT = SessionLogFormat(
    name="claude_code_jsonl",
    agent="claude-code",
    rank=20,
    recognises=recognises,
    entries=_entries,
    completes=_completes,
    reader=_reader,
    glance=glance,
)
