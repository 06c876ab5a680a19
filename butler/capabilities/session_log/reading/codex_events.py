"""``event_msg`` records of a Codex log: turns, items, rollbacks, reviews, errors, goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from butler.capabilities.session_log.models import Boundary, Failure, ToolUse, Withdrawn
from butler.capabilities.session_log.reading.codex_calls import Calls
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_plans import goal
from butler.capabilities.session_log.reading.codex_session import SessionFacts
from butler.capabilities.session_log.reading.codex_talk import Talk, message_text
from butler.capabilities.session_log.reading.codex_values import (
    ERROR_LIMIT,
    REQUEST_LIMIT,
    clip,
    compact,
    mapping,
    optional,
    sequence,
    text,
)

Handler = Callable[[Mapping[str, Any]], None]

_IGNORED = frozenset(
    {
        "token_count",
        "agent_reasoning",
        "agent_reasoning_raw_content",
        "agent_reasoning_section_break",
        "context_compacted",
        "web_search_end",
        "image_generation_end",
        "view_image_tool_call",
        "dynamic_tool_call_request",
        "collab_agent_spawn_end",
        "collab_agent_interaction_end",
        "collab_resume_end",
        "undo_completed",
        "raw_response_item",
    }
)
_ENDS = frozenset({"exec_command_end", "patch_apply_end", "mcp_tool_call_end"})
_SAID = frozenset({"UserMessage", "AgentMessage", "Plan"})
_IGNORED_ITEMS = frozenset(
    {"Reasoning", "ContextCompaction", "HookPrompt", "WebSearch", "ImageView", "ImageGeneration", "FunctionCall"}
)


class Events:
    """Handles one event at a time."""

    def __init__(self, log: CodexLog, facts: SessionFacts, talk: Talk, calls: Calls) -> None:
        self._log = log
        self._facts = facts
        self._talk = talk
        self._calls = calls
        self._handlers: dict[str, Handler] = {
            "item_completed": self._item,
            "user_message": lambda event: talk.person_event(text(event.get("message"))),
            "agent_message": lambda event: talk.agent(text(event.get("message")), "event", event.get("phase")),
            "exec_command_end": lambda event: calls.command_item(event, text(event.get("call_id"))),
            "patch_apply_end": self._patch,
            "mcp_tool_call_end": self._mcp_end,
            "dynamic_tool_call_response": self._dynamic,
            "task_started": self._turn_started,
            "turn_started": self._turn_started,
            "task_complete": self._turn_finished,
            "turn_complete": self._turn_finished,
            "turn_aborted": self._turn_aborted,
            "thread_rolled_back": self._rolled_back,
            "thread_goal_updated": self._goal,
            "thread_settings_applied": lambda event: facts.context(mapping(event.get("thread_settings"))),
            "thread_name_updated": lambda event: facts.title(text(event.get("thread_name"))),
            "entered_review_mode": self._review_started,
            "exited_review_mode": self._review_finished,
            "error": self._error,
            "guardian_assessment": self._guardian,
            "sub_agent_activity": calls.activity,
            "collab_waiting_end": self._agents_waited,
            "collab_close_end": self._agent_closed,
        }
        self._items: dict[str, Handler] = {
            "UserMessage": lambda item: talk.person_event(message_text(item.get("content"))),
            "AgentMessage": self._agent_item,
            "CommandExecution": lambda item: calls.command_item(item, text(item.get("id"))),
            "FileChange": self._file_item,
            "McpToolCall": self._mcp_item,
            "DynamicToolCall": self._dynamic,
            "SubAgentActivity": calls.activity,
            "Plan": lambda item: talk.plan(text(item.get("text"))),
            "Extension": self._extension,
        }

    def read(self, event: Mapping[str, Any]) -> None:
        """Handle one event's payload."""
        kind = text(event.get("type"))
        handler = self._handlers.get(kind)
        if handler is None:
            if kind not in _IGNORED:
                self._log.receipt.unknown(f"event_msg/{kind or '?'}")
            return
        if kind in _ENDS:
            self._talk.settle()
        handler(event)

    def _item(self, event: Mapping[str, Any]) -> None:
        item = mapping(event.get("item"))
        kind = text(item.get("type"))
        self._log.turn = optional(event.get("turn_id")) or self._log.turn
        handler = self._items.get(kind)
        if handler is None:
            if kind not in _IGNORED_ITEMS:
                self._log.receipt.unknown(f"item/{kind or '?'}")
            return
        if kind not in _SAID:
            self._talk.settle()
        handler(item)

    def _agent_item(self, item: Mapping[str, Any]) -> None:
        self._talk.agent(message_text(item.get("content")), "event", item.get("phase"))
        if message_id := optional(item.get("id")):
            self._log.heads.speak(message_id)

    def _file_item(self, item: Mapping[str, Any]) -> None:
        if item.get("status") not in ("in_progress", "inProgress"):
            self._calls.patch_item(item, text(item.get("id")), ok=item.get("status") in ("completed", None))

    def _patch(self, event: Mapping[str, Any]) -> None:
        self._calls.patch_item(event, text(event.get("call_id")), ok=event.get("success") is not False)

    def _mcp_item(self, item: Mapping[str, Any]) -> None:
        result = mapping(item.get("result"))
        failed = item.get("status") == "failed" or result.get("isError") is True or item.get("error") is not None
        name = f"mcp__{text(item.get('server'))}__{text(item.get('tool'))}"
        shown = message_text(result.get("content")) or compact(item.get("error"))
        self._calls.tool_item(item, text(item.get("id")), name, not failed, shown)

    def _mcp_end(self, event: Mapping[str, Any]) -> None:
        invocation = mapping(event.get("invocation"))
        outcome = mapping(event.get("result"))
        good = mapping(outcome.get("Ok"))
        failed = "Err" in outcome or good.get("isError") is True
        name = f"mcp__{text(invocation.get('server'))}__{text(invocation.get('tool'))}"
        shown = message_text(good.get("content")) or compact(outcome.get("Err"))
        self._calls.tool_item(invocation, text(event.get("call_id")), name, not failed, shown)

    def _dynamic(self, event: Mapping[str, Any]) -> None:
        name = text(event.get("tool")) or "dynamic tool"
        ok = event.get("success")
        call_id = text(event.get("call_id")) or text(event.get("id"))
        parts = event.get("content_items") or event.get("contentItems")
        self._calls.tool_item(event, call_id, name, ok if isinstance(ok, bool) else None, message_text(parts))

    def _extension(self, item: Mapping[str, Any]) -> None:
        """A search or page that a script opened through an extension."""
        action = mapping(item.get("action"))
        asked = (
            text(item.get("query"))
            or text(action.get("url"))
            or compact(action.get("queries"))
            or text(action.get("pattern"))
        )
        self._calls.scripts.tool_told()
        name = text(item.get("kind")) or "extension"
        self._log.emit(
            ToolUse(
                self._log.line,
                self._log.at,
                text(item.get("id")),
                name,
                clip(asked, REQUEST_LIMIT),
                end_line=self._log.line,
            )
        )

    def _turn_started(self, event: Mapping[str, Any]) -> None:
        self._talk.turn_begins()
        self._log.turn = optional(event.get("turn_id")) or self._log.turn
        self._log.emit(Boundary(self._log.line, self._log.at, "turn_started"))

    def _turn_finished(self, event: Mapping[str, Any]) -> None:
        self._talk.turn_over(finished=True)
        error = event.get("error")
        if error is not None:
            self._fail_api(mapping(error).get("message") or error)
        self._log.emit(Boundary(self._log.line, self._log.at, "turn_finished"))

    def _turn_aborted(self, event: Mapping[str, Any]) -> None:
        self._talk.turn_aborted()
        self._log.emit(Boundary(self._log.line, self._log.at, "turn_aborted", text(event.get("reason"))))

    def _rolled_back(self, event: Mapping[str, Any]) -> None:
        self._talk.turn_over(finished=True)
        turns = event.get("num_turns")
        first = self._talk.withdraw(turns) if isinstance(turns, int) else None
        if first is not None:
            self._log.emit(Withdrawn(self._log.line, self._log.at, first))

    def _goal(self, event: Mapping[str, Any]) -> None:
        found = goal(event, self._log.line, self._log.at)
        if found is not None:
            self._log.emit(found)

    def _review_started(self, event: Mapping[str, Any]) -> None:
        hint = text(event.get("user_facing_hint")) or text(event.get("prompt"))
        self._log.emit(Boundary(self._log.line, self._log.at, "review_started", clip(hint, ERROR_LIMIT)))

    def _review_finished(self, event: Mapping[str, Any]) -> None:
        output = mapping(event.get("review_output"))
        rows = [text(output.get("overall_correctness")), text(output.get("overall_explanation"))]
        for raw in sequence(output.get("findings")):
            place = mapping(mapping(raw).get("code_location"))
            start = mapping(place.get("line_range")).get("start")
            where = f"{text(place.get('absolute_file_path'))}:{start}" if place else ""
            rows.append(
                f"- {text(mapping(raw).get('title'))} ({where})" if where else f"- {text(mapping(raw).get('title'))}"
            )
        words = "\n".join(row for row in rows if row)
        self._log.emit(Boundary(self._log.line, self._log.at, "review_finished", clip(words, 2 * REQUEST_LIMIT)))

    def _error(self, event: Mapping[str, Any]) -> None:
        self._fail_api(event.get("message") or mapping(event.get("error")).get("message"))

    def _fail_api(self, message: object) -> None:
        self._talk.settle()
        words = clip(compact(message), ERROR_LIMIT)
        self._log.emit(Failure(self._log.line, self._log.at, "model", words, "api"))

    def _guardian(self, event: Mapping[str, Any]) -> None:
        if event.get("status") == "denied":
            action = mapping(event.get("action"))
            what = text(action.get("command")) or text(action.get("tool_name")) or text(action.get("type"))
            words = clip(text(event.get("rationale")), ERROR_LIMIT)
            self._log.emit(Failure(self._log.line, self._log.at, clip(what, ERROR_LIMIT), words, "denied"))

    def _agents_waited(self, event: Mapping[str, Any]) -> None:
        for raw in sequence(event.get("agent_statuses")):
            entry = mapping(raw)
            self._calls.agents.status(text(entry.get("thread_id")), entry.get("status"))

    def _agent_closed(self, event: Mapping[str, Any]) -> None:
        self._calls.agents.status(text(event.get("receiver_thread_id")), event.get("status"))
