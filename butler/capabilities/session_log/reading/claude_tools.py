"""Tool calls joined with their results by ``tool_use_id``, and handed to the reader of each tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from butler.capabilities.session_log.models import Entry, FileRead, PlanState, ToolUse
from butler.capabilities.session_log.reading import claude_asks, claude_edits, claude_shell
from butler.capabilities.session_log.reading.claude_background import AGENTS, REPORTS, STOPS, Background
from butler.capabilities.session_log.reading.claude_calls import Call, Result, failure, refusal_words
from butler.capabilities.session_log.reading.claude_refusals import refusal_of
from butler.capabilities.session_log.reading.claude_tasks import TaskBoard, todo_steps
from butler.capabilities.session_log.reading.claude_text import clip, first_line, stamp, table, text_of, words
from butler.capabilities.session_log.reading.papers import read_by_tool

_READERS = frozenset({"Read", "NotebookRead"})
_TASKS = frozenset({"TaskCreate", "TaskUpdate", "TaskList", "TaskGet"})
_SILENT = frozenset({"EnterPlanMode", "ToolSearch"})
_REQUEST_LIMIT = 500
_RESULT_LIMIT = 2048
_JSON = json.JSONEncoder(ensure_ascii=False).encode
_Teller: TypeAlias = Callable[[Call, Result, list[Entry]], None]


class ToolCalls:
    """The open calls of a session; a call is released when its result was read."""

    STATE: ClassVar[tuple[str, ...]] = ("_open", "orphans")

    def __init__(self, board: TaskBoard, background: Background) -> None:
        self._open: dict[str, Call] = {}
        self.board = board
        """The tasks of the session, folded."""
        self._background = background
        self._tellers: dict[str, _Teller] = {
            **dict.fromkeys(claude_shell.SHELLS, self._ran),
            **dict.fromkeys(_READERS, self._read),
            **dict.fromkeys(claude_edits.EDITORS, self._edited),
            **dict.fromkeys((*_TASKS, "TodoWrite"), self._planned),
            **dict.fromkeys(AGENTS, self._delegated),
            **dict.fromkeys(REPORTS, background.reported),
            **dict.fromkeys(STOPS, background.stopped),
            "AskUserQuestion": claude_asks.answered,
            "ExitPlanMode": claude_asks.plan_judged,
        }
        self.orphans = 0
        """Results whose call this log does not hold."""

    def start(self, line: int, at: str | None, block: dict[str, Any], cwd: str | None) -> None:
        """Remember the call of a ``tool_use`` block."""
        call_id = words(block.get("id"))
        self._open[call_id] = Call(line, at, call_id, words(block.get("name")), table(block.get("input")), cwd)

    def finish(self, line: int, record: dict[str, Any], block: dict[str, Any], extra: Any, out: list[Entry]) -> None:
        """What a ``tool_result`` block and its call tell together."""
        call = self._open.pop(words(block.get("tool_use_id")), None)
        if call is None:
            self.orphans += 1
            return
        text = text_of(block.get("content"))
        failed = block.get("is_error") is True
        refusal = refusal_of(call.name, text, record) if failed else None
        tell = self._tellers.get(call.name, self._used)
        tell(call, Result(line, stamp(record), text, failed, extra, refusal), out)

    def waits_for(self, block: dict[str, Any]) -> bool:
        """Whether a ``tool_result`` block answers an open call."""
        return words(block.get("tool_use_id")) in self._open

    def unanswered(self, out: list[Entry]) -> None:
        """Calls without a result, at the end of the log, in the order in which they were made."""
        for call in self._open.values():
            if call.name in claude_shell.SHELLS:
                out.append(claude_shell.started(call))
            elif call.name in AGENTS:
                self._background.delegated(call, None, out)
            else:
                out.append(ToolUse(call.line, call.at, call.call_id, first_line(call.name), _request(call)))

    def _ran(self, call: Call, result: Result, out: list[Entry]) -> None:
        begun = len(out)
        if task := claude_shell.finished(call, result, out):
            self._background.watch(task, out[begun])  # type: ignore[arg-type]
        if result.refusal:
            refusal_words(result, out)

    def _edited(self, call: Call, result: Result, out: list[Entry]) -> None:
        path = claude_edits.path_of(call)
        if not path:
            self._used(call, result, out)
            return
        out.append(claude_edits.changed(call, path, result))
        if result.refusal:
            refusal_words(result, out)

    def _read(self, call: Call, result: Result, out: list[Entry]) -> None:
        if result.failed:
            self._used(call, result, out)
            return
        path = words(call.asked.get("file_path")) or words(call.asked.get("notebook_path"))
        if path:
            file = table(table(result.extra).get("file"))
            limited = "offset" in call.asked or "limit" in call.asked
            paper = read_by_tool(path, file, result.text, limited=limited)
            out.append(FileRead(call.line, call.at, path, paper.text, paper.lines))

    def _delegated(self, call: Call, result: Result, out: list[Entry]) -> None:
        if not call.asked:
            self._used(call, result, out)
            return
        self._background.delegated(call, result, out)
        refusal_words(result, out)

    def _planned(self, call: Call, result: Result, out: list[Entry]) -> None:
        """The whole plan after a todo or task call that changed it."""
        if result.failed:
            out.append(failure(call, result, call.name))
            refusal_words(result, out)
        elif call.name == "TodoWrite":
            out.append(PlanState(result.line, result.at, todo_steps(call.asked.get("todos"))))
        elif self._board_changed(call, result):
            out.append(PlanState(result.line, result.at, self.board.steps()))

    def _used(self, call: Call, result: Result, out: list[Entry]) -> None:
        """Any other call; one that never ran is told as a failure instead."""
        if call.name in _SILENT and not result.failed:
            return
        name, request = first_line(call.name) or "?", _request(call)
        if result.refusal:
            out.append(failure(call, result, f"{name} {request}"[:200]))
            refusal_words(result, out)
            return
        shown = clip(result.text, _RESULT_LIMIT)
        ok = not result.failed
        out.append(ToolUse(call.line, call.at, call.call_id, name, request, shown, ok, result.line))

    def _board_changed(self, call: Call, result: Result) -> bool:
        extra = table(result.extra)
        if call.name == "TaskCreate":
            return self.board.created(call.asked, extra, result.text)
        if call.name == "TaskUpdate":
            return extra.get("success") is not False and self.board.updated(call.asked)
        if call.name == "TaskList":
            return self.board.listed(extra.get("tasks"), result.text)
        return self.board.listed([table(extra.get("task"))], "")


def _request(call: Call) -> str:
    """What was asked, as one line of JSON, shortened."""
    return _JSON(call.asked)[:_REQUEST_LIMIT]
