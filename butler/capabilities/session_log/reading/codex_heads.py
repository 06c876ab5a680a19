"""Deciding from the first bytes of a Codex line that nothing in it is needed, so that it is never parsed.

A line is passed over only if its head has exactly the layout that the client writes, the line is whole (it ends as a
record ends) and no second record begins inside it: inside JSON text every quote is escaped, so ``{"timestamp":"`` in the
middle of a line can only be a spliced record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, TypeAlias

from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

_ROLE = re.compile(rb'message",(?:"status":"[a-z_]+",)?(?:"id":(?:"([^"\\]{1,200})"|null),)?"role":"([a-z]+)"')
_CALL = re.compile(
    rb'((?:function_call|custom_tool_call)_output)",(?:"id":(?:"[^"\\]{1,200}"|null),)?"call_id":"([^"\\]{1,200})"'
)
_SEALED = re.compile(
    rb'reasoning",(?:"id":(?:"[^"\\]{0,200}"|null),)?"summary":\[\],(?:"content":null,)?"encrypted_content":(?:"[^"\\]*"|null)[,}]'
)
_ITEM = re.compile(
    rb'item_completed",(?:"thread_id":"[^"\\]{0,80}",)?(?:"turn_id":"[^"\\]{0,80}",)?"item":\{"type":"([A-Za-z]+)"'
)
_START = b'{"timestamp":"'

_TYPE = b'"type":"'  # 8 bytes
_HEAD = 120
"""Bytes from the start of a line in which its own type must stand: behind the time and the number of the line."""
_NAME = 60
_EVENT = b'event_msg","payload":{"type":"'  # 30 bytes
_RESPONSE = b'response_item","payload":{"type":"'  # 34 bytes
_ITEM_TYPE = b'"item":{"type":"'
_ITEM_ROOM = 260
_NEVER_EVENTS = (
    b"token_count",
    b"agent_reasoning",
    b"agent_reasoning_raw_content",
    b"agent_reasoning_section_break",
    b"context_compacted",
    b"web_search_end",
)
_NEVER_RESPONSES = (
    b"ghost_snapshot",
    b"additional_tools",
    b"tool_search_output",
    b"configuration_update",
    b"compaction",
    b"compaction_summary",
    b"context_compaction",
)
_NEVER_TYPES = {
    name[:8]: (name + b'","payload":{', name.decode())
    for name in (
        b"token_usage_record",
        b"world_state",
        b"security_risk_score",
        b"retained_context",
        b"realtime_item",
        b"dynamic_tools_updated",
    )
}
"""By the first eight bytes of the type: what must follow the start of the line's type, and the name."""
_NEVER_ITEMS = frozenset({b"Reasoning", b"ContextCompaction", b"HookPrompt", b"WebSearch"})
_NEVER_ITEM_STARTS = frozenset(name[:4] for name in _NEVER_ITEMS)
_MOST_SPOKEN = 64
_Look: TypeAlias = Callable[[bytes, int], str | None]
"""Given a line and where the name of its inner type begins: under which name it is passed over; None where it is needed."""


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
        """The lines that must be parsed; the others are counted in the receipt by their type, when ``lines`` end."""
        responses, events = self._responses(), self._events()
        passed: dict[str, int] = {}
        try:
            for numbered in lines:
                line = numbered[1]
                at = line.find(_TYPE, 1, _HEAD) + 8
                start = line[at : at + 8]
                kind: str | None = None
                if start == b"response":
                    name = at + 34
                    look = responses.get(line[name : line.find(b'"', name, name + _NAME)])
                    if look is not None and line.startswith(_RESPONSE, at):
                        kind = look(line, name)
                elif start == b"event_ms":
                    name = at + 30
                    look = events.get(line[name : line.find(b'"', name, name + _NAME)])
                    if look is not None and line.startswith(_EVENT, at):
                        kind = look(line, name)
                elif start in _NEVER_TYPES:
                    head, told = _NEVER_TYPES[start]
                    kind = told if line.startswith(head, at) else None
                if kind is None or not _is_one_whole_record(line, at):
                    yield numbered
                else:
                    passed[kind] = passed.get(kind, 0) + 1
        finally:
            for kind, count in passed.items():
                self._receipt.pass_over(kind, count)

    def _responses(self) -> dict[bytes, _Look]:
        """What decides about a response item, by its type; the other types are needed."""
        return {
            b"message": self._message,
            b"reasoning": _sealed,
            b"function_call_output": self._output,
            b"custom_tool_call_output": self._output,
            **{name: _never(f"response_item/{name.decode()}") for name in _NEVER_RESPONSES},
        }

    def _events(self) -> dict[bytes, _Look]:
        """The same for events."""
        return {
            b"item_completed": _item,
            **{name: _never(f"event_msg/{name.decode()}") for name in _NEVER_EVENTS},
        }

    def _output(self, line: bytes, start: int) -> str | None:
        """An output whose call is told already."""
        call = _CALL.match(line, start) if self.finished else None
        if call is None or call[2] not in self.finished:
            return None
        del self.finished[call[2]]
        return f"response_item/{call[1].decode()} (same as its item)"

    def _message(self, line: bytes, start: int) -> str | None:
        """Standing instructions, and what an agent said in an item already."""
        role = _ROLE.match(line, start)
        if role is None:
            return None
        if role[2] == b"developer":
            return "response_item/message (developer)"
        if role[2] == b"assistant" and role[1] in self.spoken:
            return "response_item/message (same as its item)"
        return None


def _never(kind: str) -> _Look:
    def look(_line: bytes, _start: int) -> str | None:
        return kind

    return look


def _sealed(line: bytes, start: int) -> str | None:
    """Reasoning that only the model's maker can read."""
    return "response_item/reasoning (encrypted)" if _SEALED.match(line, start) else None


def _item(line: bytes, start: int) -> str | None:
    """An item of a kind that nobody needs."""
    at = line.find(_ITEM_TYPE, start, start + _ITEM_ROOM) + len(_ITEM_TYPE)
    if line[at : at + 4] not in _NEVER_ITEM_STARTS:
        return None
    item = _ITEM.match(line, start)
    return f"item/{item[1].decode()}" if item and item[1] in _NEVER_ITEMS else None


def _is_one_whole_record(line: bytes, at: int) -> bool:
    """Whether the type at ``at`` is the record's own, and the line holds that record alone, to its end."""
    return (
        line.endswith(b"}}\n") and line.startswith(_START) and line.find(b"{", 1, at) < 0 and line.find(_START, 1) < 0
    )
