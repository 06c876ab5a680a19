"""One message of a role/content dialect as entries: OpenAI chat and Responses, Anthropic, Gemini, ShareGPT, tool calls joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from butler.capabilities.session_log.models import Channel, Command, Entry, Message, SessionInfo, Speaker, ToolUse
from butler.capabilities.session_log.reading.codex_values import (
    OUTPUT_LIMIT,
    REQUEST_LIMIT,
    WORDS_LIMIT,
    clip,
    compact,
    mapping,
    optional,
    parsed,
    sequence,
    text,
)

_SPEAKERS: dict[str, tuple[Speaker, Channel]] = {
    **dict.fromkeys(("user", "human"), ("person", "typed")),
    **dict.fromkeys(("assistant", "ai", "gpt", "model", "bot", "chatgpt", "claude"), ("agent", "final")),
    **dict.fromkeys(("system", "developer"), ("system", "injected")),
}
_RESULT_ROLES = frozenset({"tool", "function"})
_ITEM_TYPES = frozenset(
    {"function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "reasoning"}
)
_SHELLS = frozenset(
    {"bash", "shell", "exec_command", "shell_command", "run_command", "execute_command", "run_terminal_cmd", "terminal"}
)
_TIMES = ("timestamp", "created_at", "create_time", "ts", "time")
_MILLISECONDS = 1e11


def role_of(record: dict[str, Any]) -> str | None:
    """The role that a message names, in small letters, or None where the record is no message."""
    for value in (
        record.get("role"),
        mapping(record.get("author")).get("role"),
        record.get("author"),
        record.get("from"),
        record.get("speaker"),
        record.get("sender"),
    ):
        if isinstance(value, str) and value:
            return value.lower()
    kind = text(record.get("type"))
    return kind if kind in {"user", "assistant", "human", "ai"} else None


def is_message(record: dict[str, Any]) -> bool:
    """Whether a record is a message or an item that this module reads."""
    if text(record.get("type")) in _ITEM_TYPES and ("call_id" in record or "summary" in record):
        return True
    said = ("content", "parts", "text", "value", "message", "tool_calls", "function_call")
    return role_of(record) is not None and any(name in record for name in said)


def time_of(record: dict[str, Any]) -> str | None:
    """The time of a record as ISO-8601 text; epoch seconds or milliseconds are converted."""
    for name in _TIMES:
        value = record.get(name)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if value > _MILLISECONDS else value
            try:
                return datetime.fromtimestamp(seconds, UTC).isoformat()
            except (ValueError, OverflowError, OSError):
                continue
    return None


class Talk:
    """Reads messages in their order; remembers open tool calls until their results come."""

    def __init__(self, agent: str = "unknown") -> None:
        self._agent = agent
        self._begun = False
        self._calls: dict[str, Command | ToolUse] = {}
        self._unnamed = 0

    def begin(self, line: int, record: dict[str, Any]) -> Iterator[SessionInfo]:
        """Who the session is, once, as far as the first record tells."""
        if not self._begun:
            self._begun = True
            session = next(
                (v for n in ("session_id", "conversation_id", "uuid", "id") if (v := optional(record.get(n)))), None
            )
            yield SessionInfo(
                line,
                time_of(record),
                self._agent,
                session_id=session,
                cwd=optional(record.get("cwd")),
                model=optional(record.get("model")),
                thread="unknown",
            )

    def read(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        """The entries of one message or item."""
        yield from self.begin(line, record)
        at = time_of(record)
        kind = text(record.get("type"))
        if kind in _ITEM_TYPES:
            yield from self._item(line, at, kind, record)
            return
        role = role_of(record) or "unknown"
        if role in _RESULT_ROLES:
            call = optional(record.get("tool_call_id")) or optional(record.get("name")) or ""
            yield from self._result(line, at, call, _words(record), None)
            return
        yield from self._said(line, at, role, record)
        for raw in sequence(record.get("tool_calls")):
            function = mapping(mapping(raw).get("function")) or mapping(raw)
            yield self._call(
                line, at, text(mapping(raw).get("id")), text(function.get("name")), function.get("arguments")
            )
        legacy = mapping(record.get("function_call"))
        if legacy:
            name = text(legacy.get("name"))
            yield self._call(line, at, name, name, legacy.get("arguments"))

    def _said(self, line: int, at: str | None, role: str, record: dict[str, Any]) -> Iterator[Entry]:
        """Words and, in Anthropic's blocks, calls and results, in their order."""
        speaker, channel = _SPEAKERS.get(role, ("unknown", "note"))
        spoken: list[str] = []
        for part in _parts(record):
            kind = text(mapping(part).get("type"))
            if kind == "tool_use":
                block = mapping(part)
                yield from _message(line, at, speaker, "commentary" if speaker == "agent" else channel, spoken)
                spoken = []
                yield self._call(line, at, text(block.get("id")), text(block.get("name")), block.get("input"))
            elif kind == "tool_result":
                block = mapping(part)
                failed = block.get("is_error")
                ok = None if not isinstance(failed, bool) else not failed
                yield from self._result(line, at, text(block.get("tool_use_id")), _text_of(block.get("content")), ok)
            elif words := _text_of(part):
                spoken.append(words)
        calls = bool(record.get("tool_calls") or record.get("function_call"))
        yield from _message(line, at, speaker, "commentary" if calls and speaker == "agent" else channel, spoken)

    def _item(self, line: int, at: str | None, kind: str, record: dict[str, Any]) -> Iterator[Entry]:
        call = text(record.get("call_id"))
        if kind == "reasoning":
            yield from _message(
                line, at, "agent", "reasoning", [_text_of(part) for part in sequence(record.get("summary"))]
            )
        elif kind.endswith("_output"):
            yield from self._result(line, at, call, _text_of(record.get("output")), None)
        else:
            yield self._call(line, at, call, text(record.get("name")), record.get("arguments", record.get("input")))

    def _call(self, line: int, at: str | None, call_id: str, name: str, arguments: Any) -> Entry:
        if not call_id:
            self._unnamed += 1
            call_id = f"call-{self._unnamed}"
        given = mapping(parsed(arguments))
        command = given.get("command", given.get("cmd"))
        entry: Command | ToolUse
        if name.lower() in _SHELLS and command:
            shown = " ".join(map(compact, command)) if isinstance(command, list) else compact(command)
            entry = Command(
                line, at, call_id, clip(shown, REQUEST_LIMIT), state="unanswered", cwd=optional(given.get("workdir"))
            )
        else:
            entry = ToolUse(line, at, call_id, name or "unknown", clip(compact(arguments), REQUEST_LIMIT))
        self._calls[call_id] = entry
        return entry

    def _result(self, line: int, at: str | None, call_id: str, output: str, ok: bool | None) -> Iterator[Entry]:
        """The call again, with its result; a result without a known call stands alone."""
        call = self._calls.pop(call_id, None)
        if isinstance(call, Command):
            yield replace(call, output=clip(output, OUTPUT_LIMIT), state="finished", end_line=line)
        elif call is not None:
            yield replace(call, result=clip(output, REQUEST_LIMIT), ok=ok, end_line=line)
        else:
            yield ToolUse(line, at, call_id, "unknown", result=clip(output, REQUEST_LIMIT), ok=ok, end_line=line)


def _message(line: int, at: str | None, speaker: Speaker, channel: Channel, spoken: list[str]) -> Iterator[Message]:
    words = "\n".join(part for part in spoken if part)
    if words.strip():
        yield Message(line, at, speaker, clip(words, WORDS_LIMIT), channel)


def _parts(record: dict[str, Any]) -> list[Any]:
    """The parts of a message, whatever the dialect calls them."""
    for name in ("content", "parts", "text", "value", "message"):
        value = record.get(name)
        if isinstance(value, list):
            return value
        if isinstance(value, dict):
            return _parts(value) or [value]
        if isinstance(value, str) and value:
            return [value]
    return []


def _words(record: dict[str, Any]) -> str:
    return "\n".join(filter(None, map(_text_of, _parts(record))))


def _text_of(part: Any) -> str:
    """The words of one part; a picture is named, anything without words is empty."""
    if isinstance(part, str):
        return part
    if isinstance(part, list):
        return "\n".join(filter(None, map(_text_of, part)))
    block = mapping(part)
    kind = text(block.get("type"))
    if "image" in kind or "inline_data" in block or "inlineData" in block:
        return "[image]"
    if kind == "thinking":
        return ""
    return text(block.get("text")) or text(block.get("content"))
