"""Reading a rollout of Codex CLI, record by record, in every shape that a version wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from butler.capabilities.session_log.formats import RawLine
from butler.capabilities.session_log.models import Boundary, Entry, Message, ToolUse
from butler.capabilities.session_log.reading.codex_calls import Calls
from butler.capabilities.session_log.reading.codex_events import Events
from butler.capabilities.session_log.reading.codex_heads import HeadFilter
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_session import SessionFacts
from butler.capabilities.session_log.reading.codex_talk import Talk, message_text
from butler.capabilities.session_log.reading.codex_values import (
    ENVELOPES,
    REQUEST_LIMIT,
    WORDS_LIMIT,
    clip,
    compact,
    mapping,
    optional,
    sequence,
    text,
)
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import Part

_IGNORED_ITEMS = frozenset(
    {
        "ghost_snapshot",
        "tool_search_call",
        "tool_search_output",
        "image_generation_call",
        "agent_message",
        "compaction",
        "compaction_summary",
        "context_compaction",
        "compaction_trigger",
        "configuration_update",
        "additional_tools",
        "other",
    }
)
_SUMMARY_LEAD = "Another language model started to solve this problem"

Handler = Callable[[dict[str, Any]], None]


class Reader:
    """Reads one file, record by record."""

    def __init__(self, receipt: ReceiptBuilder) -> None:
        self.log = CodexLog(receipt, HeadFilter(receipt))
        self._facts = SessionFacts(self.log)
        self._calls = Calls(self.log)
        self._talk = Talk(self.log, self._facts, self._calls.agents.notified)
        self._events = Events(self.log, self._facts, self._talk, self._calls)
        self._envelopes: dict[str, Handler] = {
            **dict.fromkeys(ENVELOPES, _nothing),
            "event_msg": self._events.read,
            "response_item": self._response_item,
            "turn_context": self._facts.context,
            "session_meta": self._meta,
            "compacted": self._compacted,
        }
        self._items: dict[str, Handler] = {
            **dict.fromkeys(_IGNORED_ITEMS, _nothing),
            "message": self._message,
            "reasoning": self._talk.reasoning,
            "function_call": self._call,
            "custom_tool_call": self._call,
            "local_shell_call": self._call,
            "function_call_output": self._output,
            "custom_tool_call_output": self._output,
            "web_search_call": self._search,
        }

    @property
    def parts(self) -> dict[str, Part]:
        """Whatever remembers something between two lines."""
        calls = self._calls
        return {
            "log": self.log,
            "heads": self.log.heads,
            "facts": self._facts,
            "talk": self._talk,
            "calls": calls,
            "commands": calls.commands,
            "scripts": calls.scripts,
            "agents": calls.agents,
        }

    def feed(self, lines: Iterable[RawLine]) -> Iterator[Entry]:
        """The entries that these lines complete."""
        log = self.log
        for number, record in records(log.heads.wanted(lines), log.receipt):
            log.out.clear()
            log.line = number
            self._tell(record)
            if log.out:
                yield from log.out
        log.out.clear()

    def _tell(self, record: dict[str, Any]) -> None:
        """Tell the entries that one record completes."""
        self.log.at = optional(record.get("timestamp"))
        payload, kind = record.get("payload"), record.get("type")
        if not isinstance(payload, dict):
            self._flat(record)
        elif isinstance(kind, str) and (tell := self._envelopes.get(kind)) is not None:
            tell(payload)
        else:
            self.log.receipt.unknown(text(kind) or "?")

    def end(self) -> list[Entry]:
        """The entries that only the end of the file completes; nothing may be read afterwards."""
        self._talk.turn_over(finished=True)
        self._talk.settle()
        self._calls.rest()
        return self.log.out

    def _meta(self, payload: dict[str, Any]) -> None:
        self._facts.meta(payload, self.log.at)

    def _flat(self, record: dict[str, Any]) -> None:
        """A line without envelope (clients before 0.32)."""
        kind = text(record.get("type"))
        if kind in self._items:
            self.log.at = None
            self._response_item(record)
        elif "record_type" in record:
            return
        elif "id" in record and ("instructions" in record or "timestamp" in record) and not kind:
            self._facts.meta(record, self.log.at)
            self._instructions(record)
        else:
            self.log.receipt.unknown(kind or "?")

    def _instructions(self, record: Mapping[str, Any]) -> None:
        words = text(record.get("instructions")).strip()
        if words:
            self.log.emit(Message(self.log.line, self.log.at, "system", clip(words, WORDS_LIMIT), "injected"))

    def _response_item(self, payload: dict[str, Any]) -> None:
        kind = text(payload.get("type"))
        handler = self._items.get(kind)
        if handler is not None:
            handler(payload)
        else:
            self.log.receipt.unknown(f"response_item/{kind or '?'}")

    def _message(self, payload: dict[str, Any]) -> None:
        role = payload.get("role")
        if role == "user":
            self._talk.person_record(payload)
        elif role == "assistant":
            self._talk.agent(message_text(payload.get("content")), "record", payload.get("phase"))

    def _call(self, payload: dict[str, Any]) -> None:
        self._talk.settle()
        self._calls.opened(payload)

    def _output(self, payload: dict[str, Any]) -> None:
        self._talk.settle()
        self._calls.answered(payload)

    def _search(self, payload: dict[str, Any]) -> None:
        """A web search or an opened page."""
        self._talk.settle()
        action = mapping(payload.get("action"))
        asked = text(action.get("query")) or text(action.get("url")) or compact(action.get("queries"))
        call_id = text(payload.get("call_id")) or text(payload.get("id")) or f"L{self.log.line}"
        ok = None if payload.get("status") in (None, "completed") else False
        line, at = self.log.line, self.log.at
        self.log.emit(ToolUse(line, at, call_id, "web_search", clip(asked, REQUEST_LIMIT), ok=ok, end_line=line))

    def _compacted(self, payload: Mapping[str, Any]) -> None:
        """A compaction; the lines before it are still in the file, so the replaced history is not read again."""
        summary = text(payload.get("message")).strip() or _last_words(payload)
        self._talk.compacted(summary)
        line, at = self.log.line, self.log.at
        self.log.emit(Boundary(line, at, "compaction"))
        if summary:
            words = _without_lead(summary)
            self.log.emit(Message(line, at, "agent", clip(words, WORDS_LIMIT), "compaction_summary", self.log.turn))
        else:
            self.log.receipt.note("log_compaction_encrypted", line=line)


def _nothing(_payload: dict[str, Any]) -> None:
    """Records of a known type that no handover needs."""


def _without_lead(summary: str) -> str:
    """A compaction summary without the client's fixed first paragraph."""
    if not summary.startswith(_SUMMARY_LEAD):
        return summary
    lead, found, rest = summary.partition(":\n")
    return rest.strip() if found and len(lead) < 1000 else summary


def _last_words(payload: Mapping[str, Any]) -> str:
    """The summary where only the replaced history holds it: its last message, if that is a readable summary."""
    history = sequence(payload.get("replacement_history"))
    last = message_text(mapping(history[-1]).get("content")) if history else ""
    return last.strip() if last.lstrip().startswith(_SUMMARY_LEAD) else ""
