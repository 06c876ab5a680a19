"""Tool calls joined with their results by ``tool_use_id``, and handed to the reader of each tool."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from butler.capabilities.session_log.models import Entry, FileRead, PlanState, ToolUse
from butler.capabilities.session_log.reading import claude_asks, claude_edits, claude_shell
from butler.capabilities.session_log.reading.claude_background import AGENTS, REPORTS, STOPS, Background
from butler.capabilities.session_log.reading.claude_calls import Call, Result, failure, refusal_words
from butler.capabilities.session_log.reading.claude_refusals import refusal_of
from butler.capabilities.session_log.reading.claude_tasks import TaskBoard, todo_steps
from butler.capabilities.session_log.reading.claude_text import clip, first_line, stamp, table, text_of, words

_READERS = frozenset({"Read", "NotebookRead"})
_TASKS = frozenset({"TaskCreate", "TaskUpdate", "TaskList", "TaskGet"})
_SILENT = frozenset({"EnterPlanMode", "ToolSearch"})
_REQUEST_LIMIT = 500
_RESULT_LIMIT = 2048


class ToolCalls:
    """The open calls of a session; a call is released when its result was read."""

    STATE: ClassVar[tuple[str, ...]] = ("_open", "_last_read", "orphans")

    def __init__(self, board: TaskBoard, background: Background) -> None:
        self._open: dict[str, Call] = {}
        self.board = board
        """The tasks of the session, folded."""
        self._background = background
        self._last_read = ""
        self.orphans = 0
        """Results whose call this log does not hold."""

    def start(self, line: int, record: dict[str, Any], block: dict[str, Any], cwd: str | None) -> None:
        """Remember the call of a ``tool_use`` block."""
        call_id = words(block.get("id"))
        asked = table(block.get("input"))
        self._open[call_id] = Call(line, stamp(record), call_id, words(block.get("name")), asked, cwd)

    def finish(self, line: int, record: dict[str, Any], block: dict[str, Any], extra: Any) -> Iterator[Entry]:
        """What a ``tool_result`` block and its call tell together."""
        call = self._open.pop(words(block.get("tool_use_id")), None)
        if call is None:
            self.orphans += 1
            return
        text = text_of(block.get("content"))
        failed = block.get("is_error") is True
        refusal = refusal_of(text, record) if failed else None
        yield from self._told(call, Result(line, stamp(record), text, failed, extra, refusal))

    def unanswered(self) -> Iterator[Entry]:
        """Calls without a result, at the end of the log, in the order in which they were made."""
        for call in self._open.values():
            if call.name in claude_shell.SHELLS:
                yield claude_shell.started(call)
            elif call.name in AGENTS:
                yield from self._background.delegated(call, None)
            else:
                yield ToolUse(call.line, call.at, call.call_id, first_line(call.name), _request(call))
        self._open.clear()

    def _told(self, call: Call, result: Result) -> Iterator[Entry]:
        name = call.name
        if name in claude_shell.SHELLS:
            yield from self._ran(call, result)
        elif name in _READERS and not result.failed:
            yield from self._read(call)
        elif name in claude_edits.EDITORS and claude_edits.path_of(call):
            self._last_read = ""
            yield from claude_edits.changed(call, result)
            yield from refusal_words(result)
        elif name == "TodoWrite" or name in _TASKS:
            yield from self._planned(call, result)
        elif name in AGENTS and call.asked:
            yield from self._background.delegated(call, result)
            yield from refusal_words(result)
        else:
            yield from self._other(call, result)

    def _other(self, call: Call, result: Result) -> Iterator[Entry]:
        """Tools that speak with the person, ask after background work, or are not known here."""
        name = call.name
        if name == "AskUserQuestion":
            yield from claude_asks.answered(call, result)
        elif name == "ExitPlanMode":
            yield from claude_asks.plan_judged(call, result)
        elif name in REPORTS:
            yield from self._background.reported(call, result)
        elif name in STOPS:
            yield from self._background.stopped(call, result)
        elif name not in _SILENT or result.failed:
            yield from _used(call, result)

    def _ran(self, call: Call, result: Result) -> Iterator[Entry]:
        for entry in claude_shell.finished(call, result):
            if task := claude_shell.background_id(result):
                self._background.watch(task, entry)  # type: ignore[arg-type]
            yield entry
        yield from refusal_words(result)

    def _read(self, call: Call) -> Iterator[Entry]:
        path = words(call.asked.get("file_path")) or words(call.asked.get("notebook_path"))
        if path and path != self._last_read:
            self._last_read = path
            yield FileRead(call.line, call.at, path)

    def _planned(self, call: Call, result: Result) -> Iterator[Entry]:
        """The whole plan after a todo or task call that changed it."""
        if result.failed:
            yield failure(call, result, call.name)
            yield from refusal_words(result)
        elif call.name == "TodoWrite":
            yield PlanState(result.line, result.at, todo_steps(call.asked.get("todos")))
        elif self._board_changed(call, result):
            yield PlanState(result.line, result.at, self.board.steps())

    def _board_changed(self, call: Call, result: Result) -> bool:
        extra = table(result.extra)
        if call.name == "TaskCreate":
            return self.board.created(call.asked, extra, result.text)
        if call.name == "TaskUpdate":
            return extra.get("success") is not False and self.board.updated(call.asked)
        if call.name == "TaskList":
            return self.board.listed(extra.get("tasks"), result.text)
        return self.board.listed([table(extra.get("task"))], "")


def _used(call: Call, result: Result) -> Iterator[Entry]:
    """Any other call; one that never ran is told as a failure instead."""
    name = first_line(call.name) or "?"
    if result.refusal:
        yield failure(call, result, f"{name} {_request(call)}"[:200])
        yield from refusal_words(result)
        return
    shown = clip(result.text, _RESULT_LIMIT)
    yield ToolUse(
        call.line, call.at, call.call_id, name, _request(call), shown, ok=not result.failed, end_line=result.line
    )


def _request(call: Call) -> str:
    """What was asked, as one line of JSON, shortened."""
    return json.dumps(call.asked, ensure_ascii=False)[:_REQUEST_LIMIT]
