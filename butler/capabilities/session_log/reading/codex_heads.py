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

_ROLE = re.compile(rb',(?:"status":"[a-z_]+",)?(?:"id":(?:"([^"\\]{1,200})"|null),)?"role":"([a-z]+)"')
_CALL = re.compile(rb',(?:"id":(?:"[^"\\]{1,200}"|null),)?"call_id":"([^"\\]{1,200})"')
_SEALED = re.compile(
    rb',(?:"id":(?:"[^"\\]{0,200}"|null),)?"summary":\[\],(?:"content":null,)?"encrypted_content":(?:"[^"\\]*"|null)[,}]'
)
_ITEM = re.compile(rb',(?:"thread_id":"[^"\\]{0,80}",)?(?:"turn_id":"[^"\\]{0,80}",)?"item":\{"type":"([A-Za-z]+)"')
_START = b'{"timestamp":"'

_TYPE = b'"type":"'
_HEAD = 120
"""Bytes from the start of a line in which its own type must stand: behind the time and the number of the line."""
_NAME = 60
_EVENT = b'event_msg","payload":{"type":"'
_RESPONSE = b'response_item","payload":{"type":"'
_PAYLOAD = b'","payload":{'
_NEVER_EVENTS = {
    name: f"event_msg/{name.decode()}"
    for name in (
        b"token_count",
        b"agent_reasoning",
        b"agent_reasoning_raw_content",
        b"agent_reasoning_section_break",
        b"context_compacted",
        b"web_search_end",
    )
}
_NEVER_ITEMS_OF_ANSWERS = {
    name: f"response_item/{name.decode()}"
    for name in (
        b"ghost_snapshot",
        b"additional_tools",
        b"tool_search_output",
        b"configuration_update",
        b"compaction",
        b"compaction_summary",
        b"context_compaction",
    )
}
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
_OUTPUTS = (b"function_call_output", b"custom_tool_call_output")
_NEEDED = frozenset({b"function_call", b"custom_tool_call"})
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
        response, needless_type, pass_over = self._response, _needless_type, self._receipt.pass_over
        for numbered in lines:
            line = numbered[1]
            at = line.find(_TYPE, 1, _HEAD) + len(_TYPE)
            if line.startswith(_RESPONSE, at):
                kind = response(line, at + len(_RESPONSE))
            elif line.startswith(_EVENT, at):
                start = at + len(_EVENT)
                name = line[start : line.find(b'"', start, start + _NAME)]
                kind = _item(line, start) if name == b"item_completed" else _NEVER_EVENTS.get(name)
            else:
                kind = needless_type(line, at)
            if (
                kind is None
                or not line.endswith(b"}}\n")
                or line.find(b"{", 1, at) >= 0  # the type is not that of the record itself
                or line.find(_START, len(_START)) >= 0  # a second record
            ):
                yield numbered
            else:
                pass_over(kind)

    def _response(self, line: bytes, start: int) -> str | None:
        """The name under which a response item is passed over, or None where it is needed."""
        end = line.find(b'"', start, start + _NAME)
        name = line[start:end]
        if name in _NEEDED:
            return None
        if name == b"message":
            return self._message(_ROLE.match(line, end + 1))
        if name in _OUTPUTS:
            call = _CALL.match(line, end + 1) if self.finished else None
            if call is None or call[1] not in self.finished:
                return None
            del self.finished[call[1]]
            return f"response_item/{name.decode()} (same as its item)"
        if name == b"reasoning":
            return "response_item/reasoning (encrypted)" if _SEALED.match(line, end + 1) else None
        return _NEVER_ITEMS_OF_ANSWERS.get(name)

    def _message(self, role: re.Match[bytes] | None) -> str | None:
        if role is None:
            return None
        if role[2] == b"developer":
            return "response_item/message (developer)"
        if role[2] == b"assistant" and role[1] in self.spoken:
            return "response_item/message (same as its item)"
        return None


def _needless_type(line: bytes, at: int) -> str | None:
    """The type at ``at``, if records of that type are never needed."""
    end = line.find(b'"', at, at + _NAME)
    name = line[at:end]
    return name.decode() if name in _NEVER_TYPES and line.startswith(_PAYLOAD, end) else None


def _item(line: bytes, start: int) -> str | None:
    """The item of an event whose type begins at ``start``, if nobody needs items of that kind."""
    item = _ITEM.match(line, start + len(b'item_completed"'))
    return f"item/{item[1].decode()}" if item and item[1] in _NEVER_ITEMS else None
