"""Tool calls of a Codex log and their results, joined by call id.

A call is told when its result is known: by an item (or the event of an older client) or by its output line, whichever
comes first; the later one is left out. What never got a result is told at the end of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from butler.capabilities.session_log.models import Answer, Failure, FileRead, ToolUse
from butler.capabilities.session_log.reading.codex_agents import Agents
from butler.capabilities.session_log.reading.codex_commands import Call, Commands, command_text, patch_outcome
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_outputs import output_parts, read_output
from butler.capabilities.session_log.reading.codex_patches import patch_changes, recorded_changes
from butler.capabilities.session_log.reading.codex_plans import plan_state
from butler.capabilities.session_log.reading.codex_scripts import Scripts
from butler.capabilities.session_log.reading.codex_values import (
    ERROR_LIMIT,
    REQUEST_LIMIT,
    clip,
    compact,
    mapping,
    optional,
    parsed,
    sequence,
    text,
)

_SHELL_TOOLS = frozenset(
    {"shell", "shell_command", "exec_command", "local_shell", "local_shell_call", "container.exec", "unified_exec"}
)
_MOST_PENDING = 4096

_PATCH_FAILURES: dict[str, Literal["denied", "cancelled"]] = {"declined": "denied", "aborted": "cancelled"}

Handler = Callable[[Call, object], None]


class Calls:
    """Keeps the calls that wait for a result and tells them when it comes."""

    STATE: ClassVar[tuple[str, ...]] = ("_pending",)

    def __init__(self, log: CodexLog) -> None:
        self._log = log
        self._pending: dict[str, Call] = {}
        self.commands = Commands(log)
        self.scripts = Scripts(log, self.commands)
        self.agents = Agents(log)
        self._handlers: dict[str, Handler] = {
            "apply_patch": self._patch,
            "update_plan": self._plan,
            "write_stdin": self._stdin,
            "wait": self._wait,
            "wait_agent": self._wait,
            "close_agent": self._wait,
            "spawn_agent": self._spawn,
            "view_image": self._image,
            "request_user_input": self._question,
            **dict.fromkeys(_SHELL_TOOLS, self._command),
        }

    def opened(self, payload: Mapping[str, Any]) -> None:
        """A ``function_call``, ``custom_tool_call`` or ``local_shell_call``."""
        log = self._log
        kind = payload.get("type")
        call_id = text(payload.get("call_id")) or text(payload.get("id")) or f"L{log.line}"
        if kind == "local_shell_call":
            action = mapping(payload.get("action"))
            arguments: Any = {"command": action.get("command"), "workdir": action.get("working_directory")}
            name = "local_shell_call"
        else:
            arguments = payload.get("input") if kind == "custom_tool_call" else parsed(payload.get("arguments"))
            name = _full_name(payload)
        call = Call(log.line, log.at, call_id, name, arguments, _folder(arguments) or log.cwd)
        if kind == "custom_tool_call" and name == "exec" and isinstance(arguments, str):
            self.scripts.opened(call)
            return
        repeated = self._pending.pop(call_id, None)
        if repeated is not None:
            self._unanswered(repeated)
        self._pending[call_id] = call
        if len(self._pending) > _MOST_PENDING:
            self._unanswered(self._pending.pop(next(iter(self._pending))))

    def answered(self, payload: Mapping[str, Any]) -> None:
        """A ``function_call_output`` or ``custom_tool_call_output``."""
        call_id = text(payload.get("call_id"))
        output = payload.get("output")
        call = self._pending.pop(call_id, None)
        if call is None:
            self.scripts.answered(call_id, output)
            return
        handler = self._handlers.get(call.name.rsplit(".", 1)[-1], self._tool)
        handler(call, output)

    def command_item(self, item: Mapping[str, Any], call_id: str) -> None:
        """A command with its exit code, as an item or ``exec_command_end``."""
        self._log.items_tell_commands = True
        call = self._take(call_id)
        if call is None:
            self.scripts.command_told(command_text(item.get("command")))
        self.commands.item(item, call_id, call)

    def patch_item(self, item: Mapping[str, Any], call_id: str, *, ok: bool) -> None:
        """Applied changes, as an item or ``patch_apply_end``."""
        log = self._log
        log.patches_recorded = True
        call = self._take(call_id)
        if call is None:
            self.scripts.patch_told()
        error = "" if ok else clip(text(item.get("stderr")) or text(item.get("stdout")), ERROR_LIMIT)
        line, at = (call.line, call.at) if call is not None else (log.line, log.at)
        for change in recorded_changes(item.get("changes"), line, at, ok=ok, error=error):
            log.emit(change)
        if not ok:
            declined = item.get("status") == "declined"
            log.emit(Failure(log.line, log.at, "apply_patch", error, "denied" if declined else "patch"))

    def tool_item(self, item: Mapping[str, Any], call_id: str, name: str, ok: bool | None, result: object) -> None:
        """Another tool's result, as an item or event (MCP, dynamic tools)."""
        call = self._take(call_id)
        if call is None:
            self.scripts.tool_told()
            call = Call(self._log.line, self._log.at, call_id, name, item.get("arguments"))
        self._tell_tool(call, name, compact(result), ok)

    def activity(self, item: Mapping[str, Any]) -> None:
        """A ``SubAgentActivity``."""
        call_id = text(item.get("id")) or text(item.get("event_id"))
        self.agents.activity(item, self._pending.get(call_id))

    def rest(self) -> None:
        """The file ended: tell the calls that got no result."""
        for call in self._pending.values():
            self._unanswered(call)
        self._pending.clear()
        self.scripts.rest()

    def _take(self, call_id: str) -> Call | None:
        """The waiting call that an item tells; its output line is not needed any more."""
        call = self._pending.pop(call_id, None)
        if call is not None:
            self._log.heads.finish(call_id)
        return call

    def _unanswered(self, call: Call) -> None:
        if call.name in _SHELL_TOOLS:
            self.commands.unanswered(call, _command_of(call))
        elif call.name not in ("update_plan", "write_stdin", "wait", "wait_agent"):
            self._tell_tool(call, call.name, "", None, answered=False)

    def _command(self, call: Call, output: object) -> None:
        result = read_output(output)
        if result.unsupported:
            self._failed(call, result.text)
        self.commands.answered(call, _command_of(call), result)

    def _patch(self, call: Call, output: object) -> None:
        log = self._log
        result = read_output(output)
        arguments = call.arguments
        patch = text(arguments) if isinstance(arguments, str) else text(mapping(arguments).get("input"))
        ok = patch_outcome(result) is True
        error = "" if ok else clip(result.text.strip(), ERROR_LIMIT)
        for change in patch_changes(patch, call.line, call.at, ok=ok, error=error):
            log.emit(change)
        if not ok:
            log.emit(Failure(log.line, log.at, "apply_patch", error, _PATCH_FAILURES.get(result.state, "patch")))

    def _plan(self, call: Call, output: object) -> None:
        result = read_output(output)
        state = plan_state(call.arguments, call.line, call.at)
        if result.unsupported or state is None:
            self._failed(call, result.text)
        else:
            self._log.emit(state)

    def _stdin(self, call: Call, output: object) -> None:
        result = read_output(output)
        session = compact(mapping(call.arguments).get("session_id"))
        if not self.commands.written(session, result):
            self._tell_tool(call, call.name, result.text, None)

    def _wait(self, call: Call, output: object) -> None:
        arguments = mapping(call.arguments)
        cell = arguments.get("cell_id")
        if cell is not None and self.scripts.waited(compact(cell), output):
            return
        answer = "\n".join(output_parts(output))
        self.agents.statuses(answer)
        agent = text(arguments.get("id"))
        if agent and call.name.endswith("close_agent"):
            self.agents.status(agent, mapping(parsed(answer)).get("status"))

    def _spawn(self, call: Call, output: object) -> None:
        self.agents.spawned(call, "\n".join(output_parts(output)))

    def _image(self, call: Call, output: object) -> None:
        answer = "\n".join(output_parts(output))
        path = optional(mapping(call.arguments).get("path"))
        if path is not None and not answer.startswith("unable to"):
            self._log.emit(FileRead(call.line, call.at, path))
        elif answer:
            self._failed(call, answer)

    def _question(self, call: Call, output: object) -> None:
        """Questions to the person and the answers, by question id."""
        answers = mapping(mapping(parsed("\n".join(output_parts(output)))).get("answers"))
        for raw in sequence(mapping(call.arguments).get("questions")):
            question = mapping(raw)
            given = mapping(answers.get(text(question.get("id")))).get("answers")
            words = ", ".join(one for one in sequence(given) if isinstance(one, str))
            options = (text(mapping(option).get("label")) for option in sequence(question.get("options")))
            if words:
                asked = clip(text(question.get("question")), REQUEST_LIMIT)
                known = tuple(option for option in options if option)
                self._log.emit(Answer(self._log.line, self._log.at, asked, clip(words, REQUEST_LIMIT), known))

    def _tool(self, call: Call, output: object) -> None:
        """Any other tool."""
        result = read_output(output)
        if result.unsupported:
            self._failed(call, result.text)
        ok = False if result.state in ("not_run", "declined", "aborted") else None
        self._tell_tool(call, call.name, result.text, ok)

    def _tell_tool(self, call: Call, name: str, result: str, ok: bool | None, *, answered: bool = True) -> None:
        log = self._log
        request = clip(compact(call.arguments), REQUEST_LIMIT)
        end_line = log.line if answered else None
        log.emit(ToolUse(call.line, call.at, call.call_id, name, request, clip(result, REQUEST_LIMIT), ok, end_line))
        if ok is False and answered:
            self._failed(call, result)

    def _failed(self, call: Call, error: str) -> None:
        failure = Failure(self._log.line, self._log.at, call.name, clip(error.strip(), ERROR_LIMIT), "tool")
        if not self._log.out or self._log.out[-1] != failure:
            self._log.emit(failure)


def _full_name(payload: Mapping[str, Any]) -> str:
    """The tool's name, with its namespace where that belongs to it (MCP servers)."""
    name, space = text(payload.get("name")), text(payload.get("namespace"))
    if space.startswith("mcp__"):
        return f"{space}__{name.lstrip('_')}"
    return name


def _folder(arguments: object) -> str | None:
    """The folder that a command call names."""
    value = mapping(arguments)
    return optional(value.get("workdir")) or optional(value.get("cwd"))


def _command_of(call: Call) -> str:
    """The command of a shell call, whichever tool it went through."""
    arguments = call.arguments
    if isinstance(arguments, str):
        arguments = parsed(arguments) or {"cmd": arguments}
    value = mapping(arguments)
    command = value.get("cmd")
    return command_text(value.get("command") if command is None else command)
