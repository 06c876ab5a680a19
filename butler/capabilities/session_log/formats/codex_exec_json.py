"""What ``codex exec --json`` prints: events of one run (``thread.started``, ``turn.*``, ``item.*``), not the rollout itself.

It holds neither times nor the person's prompt; the rollout under the log home holds more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from butler.capabilities.session_log.formats import LogHead, RawLine, SessionLogFormat
from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Entry,
    Failure,
    FileChange,
    Message,
    PlanState,
    PlanStep,
    SessionInfo,
    ToolUse,
)
from butler.capabilities.session_log.reading.codex_values import (
    ERROR_LIMIT,
    OUTPUT_LIMIT,
    REQUEST_LIMIT,
    WORDS_LIMIT,
    clip,
    compact,
    mapping,
    optional,
    sequence,
    text,
    whole_number,
)
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

_EVENTS = ("thread.started", "turn.started", "item.started", "item.completed", "item.updated")
_ACTIONS: dict[str, Literal["add", "update", "delete"]] = {"add": "add", "update": "update", "delete": "delete"}


def recognises(head: LogHead) -> bool:
    """Whether an event of such a run stands at the start."""
    return any(
        record.get("type") in _EVENTS
        and ("thread_id" in record or "item" in record or record["type"] == "turn.started")
        for record in head.objects
    )


def entries(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of the run."""
    receipt.note("log_exec_json")
    started: dict[str, int] = {}
    for number, record in records(lines, receipt):
        kind = text(record.get("type"))
        if kind == "thread.started":
            yield SessionInfo(number, None, "codex", session_id=optional(record.get("thread_id")))
        elif kind == "turn.started":
            yield Boundary(number, None, "turn_started")
        elif kind == "turn.completed":
            yield Boundary(number, None, "turn_finished")
        elif kind in {"turn.failed", "error"}:
            yield from _failed(number, kind, record)
        elif kind.startswith("item."):
            item = mapping(record.get("item"))
            started.setdefault(text(item.get("id")), number)
            yield from _item(number, started[text(item.get("id"))], kind, item, receipt)
        else:
            receipt.unknown(kind or "record without a type")


def _failed(number: int, kind: str, record: Mapping[str, Any]) -> Iterator[Entry]:
    words = text(mapping(record.get("error")).get("message")) or text(record.get("message"))
    yield Failure(number, None, "the turn" if kind == "turn.failed" else "the client", clip(words, ERROR_LIMIT), "api")
    if kind == "turn.failed":
        yield Boundary(number, None, "turn_aborted", clip(words, ERROR_LIMIT))


def _item(number: int, first: int, kind: str, item: dict[str, Any], receipt: ReceiptBuilder) -> Iterator[Entry]:
    name = text(item.get("type"))
    if name == "command_execution":
        yield _command(number, first, kind, item)
    elif name == "todo_list":
        steps = [mapping(step) for step in sequence(item.get("items"))]
        yield PlanState(
            number,
            None,
            tuple(
                PlanStep(text(step.get("text")), "completed" if step.get("completed") else "pending") for step in steps
            ),
        )
    elif name not in _FINISHED:
        receipt.unknown(name or "item without a type")
    elif kind == "item.completed":
        yield from _FINISHED[name](number, first, item)


def _command(number: int, first: int, kind: str, item: Mapping[str, Any]) -> Command:
    running = item.get("status") == "in_progress" or kind == "item.started"
    return Command(
        first,
        None,
        text(item.get("id")) or f"line-{first}",
        clip(text(item.get("command")), REQUEST_LIMIT),
        None if running else whole_number(item.get("exit_code")),
        clip(text(item.get("aggregated_output")), OUTPUT_LIMIT),
        "running" if running else "declined" if item.get("status") == "declined" else "finished",
        end_line=None if running else number,
    )


def _agent_message(number: int, first: int, item: Mapping[str, Any]) -> Iterator[Entry]:
    yield Message(number, None, "agent", clip(text(item.get("text")), WORDS_LIMIT), "final")


def _reasoning(number: int, first: int, item: Mapping[str, Any]) -> Iterator[Entry]:
    yield Message(number, None, "agent", clip(text(item.get("text")), WORDS_LIMIT), "reasoning")


def _file_change(number: int, first: int, item: Mapping[str, Any]) -> Iterator[Entry]:
    for change in map(mapping, sequence(item.get("changes"))):
        if path := text(change.get("path")):
            action = _ACTIONS.get(text(change.get("kind")), "update")
            yield FileChange(number, None, path, action, item.get("status") != "failed")


def _tool(number: int, first: int, item: Mapping[str, Any]) -> Iterator[Entry]:
    error = item.get("error")
    name = text(item.get("tool")) or text(item.get("type"))
    server = f"{item['server']}." if isinstance(item.get("server"), str) else ""
    yield ToolUse(
        first,
        None,
        text(item.get("id")) or f"line-{first}",
        f"{server}{name}",
        clip(compact(item.get("arguments", item.get("query"))), REQUEST_LIMIT),
        clip(compact(error if error else item.get("result")), REQUEST_LIMIT),
        item.get("status") != "failed" and not error,
        number,
    )


def _error(number: int, first: int, item: Mapping[str, Any]) -> Iterator[Entry]:
    yield Failure(number, None, "the client", clip(text(item.get("message")), ERROR_LIMIT), "api")


_FINISHED: dict[str, Callable[[int, int, dict[str, Any]], Iterator[Entry]]] = {
    "agent_message": _agent_message,
    "reasoning": _reasoning,
    "file_change": _file_change,
    "mcp_tool_call": _tool,
    "web_search": _tool,
    "error": _error,
}

FORMAT = SessionLogFormat("codex_exec_json", "codex", 14, recognises, entries)
