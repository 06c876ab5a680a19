"""Small tolerant accessors: what a Codex record holds may have any JSON type, and a reader never falls over it."""

from __future__ import annotations

import json
from typing import Any

from butler.capabilities.session_log.reading.lines import fast_parser

OUTPUT_LIMIT = 16 * 1024
"""Most bytes that are kept of a command's output (head and tail)."""

WORDS_LIMIT = 64 * 1024
"""Most bytes that are kept of a person's or an agent's words."""

REQUEST_LIMIT = 2 * 1024
"""Most bytes that are kept of a tool's request or result."""

ERROR_LIMIT = 2 * 1024
"""Most bytes that are kept of an error text."""

ENVELOPES = frozenset(
    {
        "session_meta",
        "turn_context",
        "response_item",
        "event_msg",
        "compacted",
        "world_state",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
        "token_usage_record",
        "security_risk_score",
        "realtime_item",
        "retained_context",
        "dynamic_tools_updated",
    }
)
"""Types of enveloped lines."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def text(value: object) -> str:
    """The value if it is text, else empty."""
    return value if isinstance(value, str) else ""


def mapping(value: object) -> dict[str, Any]:
    """The value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """The value if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []


def whole_number(value: object) -> int | None:
    """The value if it is an integer (and no boolean), else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def optional(value: object) -> str | None:
    """The value if it is text that is not empty, else None."""
    return value if isinstance(value, str) and value else None


def parsed(source: object) -> Any:
    """``source`` read as JSON where it is text; anything else as it is; None where it cannot be read."""
    if not isinstance(source, str):
        return source
    try:
        return fast_parser()(source, cache_strings="keys")
    except ValueError:
        pass
    try:
        return json.loads(source)
    except (ValueError, RecursionError):
        return None


def compact(value: object) -> str:
    """``value`` as text: text as it is, anything else as compact JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else _COMPACT(value)


def clip(value: str, limit: int = OUTPUT_LIMIT) -> str:
    """``value`` cut to about ``limit`` UTF-8 bytes: a quarter from its head, the rest from its tail, and how much is missing."""
    if len(value) * 4 <= limit or (len(value) <= limit and value.isascii()):
        return value
    data = value.encode("utf-8", errors="replace")
    if len(data) <= limit:
        return value
    room = limit - 64
    head = data[: room // 4].decode("utf-8", errors="ignore")
    tail = data[len(data) - (room - room // 4) :].decode("utf-8", errors="ignore")
    missing = len(data) - len(head.encode()) - len(tail.encode())
    return f"{head}\n[… {missing} bytes left out …]\n{tail}"
