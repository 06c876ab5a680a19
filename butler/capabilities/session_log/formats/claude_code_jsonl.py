"""The log of Claude Code: ``projects/<slug>/<session id>.jsonl``, versions 1.0 to 2.1.

Records are told by their own top-level ``type`` and nothing else (``api-request-*`` records hold whole copies of
messages), in file order, each uuid once. A subagent's file has only sidechain records and is read as one; in a main
log sidechain records are left out.
"""

from __future__ import annotations

from butler.capabilities.session_log.formats import LogHead, SessionLogFormat
from butler.capabilities.session_log.reading.claude_beside import completer
from butler.capabilities.session_log.reading.claude_glance import glance
from butler.capabilities.session_log.reading.claude_heads import PASSED_TYPES
from butler.capabilities.session_log.reading.claude_reader import STATE_TYPES, TOLD_TYPES, Reader, entries

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


FORMAT = SessionLogFormat(
    "claude_code_jsonl", "claude-code", 20, recognises, entries, completes=completer, reader=Reader, glance=glance
)
