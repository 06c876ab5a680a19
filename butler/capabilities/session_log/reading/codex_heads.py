"""Deciding from the first bytes of a Codex line that nothing in it is needed, so that it is never parsed.

A line is passed over only if its head has exactly the layout that the client writes, the line is whole (it ends as a
record ends) and no second record begins inside it: inside JSON text every quote is escaped, so ``{"timestamp":"`` in the
middle of a line can only be a spliced record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

_HEAD = re.compile(
    rb'\{"timestamp":"[^"\\]{0,40}",(?:"ordinal":\d{1,15},)?"type":"([a-z_]+)","payload":\{(?:"type":"([a-z_]+)",?)?'
)
_ROLE = re.compile(rb'(?:"status":"[a-z_]+",)?(?:"id":(?:"([^"\\]{1,200})"|null),)?"role":"([a-z]+)"')
_CALL = re.compile(rb'(?:"id":(?:"[^"\\]{1,200}"|null),)?"call_id":"([^"\\]{1,200})"')
_SEALED = re.compile(
    rb'(?:"id":(?:"[^"\\]{0,200}"|null),)?"summary":\[\],(?:"content":null,)?"encrypted_content":(?:"[^"\\]*"|null)[,}]'
)
_ITEM = re.compile(rb'(?:"thread_id":"[^"\\]{0,80}",)?(?:"turn_id":"[^"\\]{0,80}",)?"item":\{"type":"([A-Za-z]+)"')
_START = b'{"timestamp":"'

_NEVER: frozenset[tuple[bytes, bytes | None]] = frozenset(
    {
        (b"event_msg", b"token_count"),
        (b"event_msg", b"agent_reasoning"),
        (b"event_msg", b"agent_reasoning_raw_content"),
        (b"event_msg", b"agent_reasoning_section_break"),
        (b"event_msg", b"context_compacted"),
        (b"event_msg", b"web_search_end"),
        (b"response_item", b"ghost_snapshot"),
        (b"response_item", b"additional_tools"),
        (b"response_item", b"tool_search_output"),
        (b"response_item", b"configuration_update"),
        (b"response_item", b"compaction"),
        (b"response_item", b"compaction_summary"),
        (b"response_item", b"context_compaction"),
    }
)
_NEVER_TYPES = frozenset(
    {
        b"token_usage_record",
        b"world_state",
        b"security_risk_score",
        b"retained_context",
        b"realtime_item",
        b"dynamic_tools_updated",
    }
)
_NEVER_ITEMS = frozenset({b"Reasoning", b"ContextCompaction", b"HookPrompt", b"WebSearch"})
_MOST_SPOKEN = 64


class HeadFilter:
    """Lets through the lines that must be parsed.

    ``finished`` holds ids of calls whose whole result is known already (their output line says nothing new);
    ``spoken`` ids of agent messages that were read as items (their response item is the same text).
    """

    STATE: ClassVar[tuple[str, ...]] = ("finished", "spoken")

    def __init__(self, receipt: ReceiptBuilder) -> None:
        self._receipt = receipt
        self.finished: dict[bytes, None] = {}
        self.spoken: dict[bytes, None] = {}

    def finish(self, call_id: str) -> None:
        """Say that the result of ``call_id`` is known."""
        self.finished[call_id.encode("utf-8", errors="replace")] = None

    def speak(self, message_id: str) -> None:
        """Say that the agent message ``message_id`` was read."""
        self.spoken[message_id.encode("utf-8", errors="replace")] = None
        if len(self.spoken) > _MOST_SPOKEN:
            del self.spoken[next(iter(self.spoken))]

    def wanted(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        """The lines that must be parsed; the others are counted in the receipt by their type."""
        match_head, pass_over = _HEAD.match, self._receipt.pass_over
        for number, line in lines:
            head = match_head(line)
            if head is None:
                yield number, line
                continue
            kind = self._needless(head, line)
            if kind is None or not line.endswith(b"}}\n") or line.find(_START, len(_START)) >= 0:
                yield number, line
            else:
                pass_over(kind)

    def _needless(self, head: re.Match[bytes], line: bytes) -> str | None:
        """The name under which the line is passed over, or None where it is needed."""
        outer, inner = head.group(1, 2)
        if (outer, inner) in _NEVER:
            return f"{outer.decode()}/{inner.decode()}"
        if outer in _NEVER_TYPES:
            return str(outer.decode())
        if inner == b"item_completed":
            item = _ITEM.match(line, head.end())
            return f"item/{item[1].decode()}" if item and item[1] in _NEVER_ITEMS else None
        if outer != b"response_item":
            return None
        if inner == b"message":
            return self._needless_message(_ROLE.match(line, head.end()))
        if inner == b"reasoning":
            return "response_item/reasoning (encrypted)" if _SEALED.match(line, head.end()) else None
        if inner in (b"function_call_output", b"custom_tool_call_output") and self.finished:
            call = _CALL.match(line, head.end())
            if call and call[1] in self.finished:
                del self.finished[call[1]]
                return f"response_item/{inner.decode()} (same as its item)"
        return None

    def _needless_message(self, role: re.Match[bytes] | None) -> str | None:
        if role is None:
            return None
        if role[2] == b"developer":
            return "response_item/message (developer)"
        if role[2] == b"assistant" and role[1] in self.spoken:
            return "response_item/message (same as its item)"
        return None
