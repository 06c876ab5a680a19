"""Code mode: one ``exec`` call whose input is a script that calls the real tools.

Where the file records the nested calls as items, those win and the script's text adds only what no item tells (plans,
failures). Otherwise the commands come from the script's text and their results from what it printed: in order, and only
where there are as many printed results as commands. ``Script completed`` is no exit code of anything.
"""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any, ClassVar

from butler.capabilities.session_log.models import Failure, FileRead, ToolUse
from butler.capabilities.session_log.reading.codex_commands import Call, Commands, command_text, is_patch_failure
from butler.capabilities.session_log.reading.codex_javascript import NestedCall, nested_calls
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_outputs import (
    ToolOutput,
    is_result,
    output_parts,
    printed_results,
    read_text,
    unwrapped,
)
from butler.capabilities.session_log.reading.codex_patches import patch_changes
from butler.capabilities.session_log.reading.codex_plans import plan_state
from butler.capabilities.session_log.reading.codex_values import (
    ERROR_LIMIT,
    REQUEST_LIMIT,
    clip,
    mapping,
    optional,
    text,
)
from butler.records import dataclass

_COMMANDS = {"exec_command": "cmd", "shell_command": "command", "shell": "command", "local_shell": "command"}
_QUIET = frozenset({"get_goal", "create_goal", "update_goal", "list_mcp_resources", "list_mcp_resource_templates"})
_RUNNING = "Script running with cell ID "
_FAILED = "Script failed"
_ERROR = "Script error:\n"
_SHORTENED = "Warning: truncated output"


@dataclass(slots=True)
class Script:
    """One ``exec`` call while it is open, and how many nested calls items have told so far."""

    call: Call
    nested: list[NestedCall]
    commands_told: list[str] = field(default_factory=list)
    patches_told: int = 0
    tools_told: int = 0


@dataclass(frozen=True, slots=True)
class _Printed:
    """What a script printed: its parts without the client's head, and its error if it failed."""

    parts: list[str]
    failed: bool
    error: str
    results: list[ToolOutput]

    @property
    def text(self) -> str:
        """Everything as one text, as it was printed."""
        return "\n".join([*self.parts, self.error]).strip()

    @property
    def plain(self) -> str:
        """Everything as one text, with the output of results instead of their JSON."""
        return "\n".join([*map(unwrapped, self.parts), self.error]).strip()


@dataclass(slots=True)
class Scripts:
    """Follows the open scripts and tells what they did when their output arrives."""

    STATE: ClassVar[tuple[str, ...]] = ("_open", "_cells")
    log: CodexLog
    commands: Commands
    _open: dict[str, Script] = field(default_factory=dict)
    _cells: dict[str, Script] = field(default_factory=dict)

    def opened(self, call: Call) -> None:
        """An ``exec`` call with a script began."""
        self._open[call.call_id] = Script(call, nested_calls(text(call.arguments)))

    def command_told(self, command: str) -> None:
        """An item told a nested command."""
        for script in (*self._open.values(), *self._cells.values()):
            script.commands_told.append(command)

    def patch_told(self) -> None:
        """An item told a nested patch."""
        for script in (*self._open.values(), *self._cells.values()):
            script.patches_told += 1

    def tool_told(self) -> None:
        """An item told another nested tool."""
        for script in (*self._open.values(), *self._cells.values()):
            script.tools_told += 1

    def answered(self, call_id: str, output: object) -> bool:
        """The output of an open script. False where ``call_id`` is none."""
        script = self._open.pop(call_id, None)
        if script is None:
            return False
        self._finish(script, output)
        return True

    def waited(self, cell: str, output: object) -> bool:
        """The answer to waiting for a script that ran on. False where ``cell`` is none."""
        script = self._cells.pop(cell, None)
        if script is None:
            return False
        self._finish(script, output)
        return True

    def rest(self) -> None:
        """The file ended: scripts without output."""
        for script in (*self._open.values(), *self._cells.values()):
            if not script.commands_told:
                for call, command in self._nested_commands(script):
                    self.commands.unanswered(call, command)
        self._open.clear()
        self._cells.clear()

    def _finish(self, script: Script, output: object) -> None:
        parts = [part for part in output_parts(output) if part]
        head = parts[0] if parts else ""
        if head.startswith(_RUNNING):
            cell = head[len(_RUNNING) :].split("\n", 1)[0].strip()
            self._cells[cell] = script
            return
        printed = _printed(parts)
        self._tell_commands(script, printed)
        self._tell_patches(script, printed)
        self._tell_others(script, printed)
        self._tell_failure(script, printed)

    def _nested_commands(self, script: Script) -> list[tuple[Call, str]]:
        """The commands that the script's text names, each with an id of its own."""
        found = []
        for index, nested in enumerate(script.nested, 1):
            key = _COMMANDS.get(nested.name)
            command = command_text(mapping(nested.argument).get(key)) if key else ""
            if command:
                cwd = optional(mapping(nested.argument).get("workdir")) or script.call.cwd
                call_id = f"{script.call.call_id}#{index}"
                found.append((Call(script.call.line, script.call.at, call_id, nested.name, cwd=cwd), command))
        return found

    def _tell_commands(self, script: Script, printed: _Printed) -> None:
        """The nested commands that no item told. A command that the sandbox stopped has no item even where others have."""
        runs = [one for one in script.nested if one.name in _COMMANDS or one.name == "write_stdin"]
        named = self._nested_commands(script)
        told = list(script.commands_told)
        if not runs or len(told) >= len(runs):
            return
        results = list(printed.results)
        by_items = bool(told) or self.log.items_tell_commands
        if len(runs) == 1 and not results and not by_items and not printed.failed:
            results = [ToolOutput(printed.plain)]
        if len(results) == len(runs) and len(named) == sum(one.name in _COMMANDS for one in runs):
            self._tell_matched(runs, named, results, told)
            return
        for call, command in named if not by_items else ():
            if printed.failed:
                self.commands.unanswered(call, command)
            else:
                self.commands.answered(call, command, ToolOutput(""))
        if not told:
            self._tell_script(script, printed)

    def _tell_matched(
        self, runs: list[NestedCall], named: list[tuple[Call, str]], results: list[ToolOutput], told: list[str]
    ) -> None:
        """As many printed results as commands: each belongs to its command, in order."""
        commands = iter(named)
        for run, result in zip(runs, results, strict=True):
            if run.name == "write_stdin":
                self.commands.written(str(mapping(run.argument).get("session_id")), result)
                continue
            call, command = next(commands)
            if command in told:
                told.remove(command)
            else:
                self.commands.answered(call, command, result)

    def _tell_patches(self, script: Script, printed: _Printed) -> None:
        patches = [patch for one in script.nested if one.name == "apply_patch" and (patch := _patch(one.argument))]
        failed = is_patch_failure(printed.text)
        if script.patches_told or not patches or (not failed and (self.log.patches_recorded or printed.failed)):
            return
        error = clip(printed.error or printed.text, ERROR_LIMIT) if failed else ""
        for patch in patches:
            for change in patch_changes(patch, script.call.line, script.call.at, ok=not failed, error=error):
                self.log.emit(change)

    def _tell_others(self, script: Script, printed: _Printed) -> None:
        """Plans, images that were looked at, and other tools."""
        unread = True
        for one in script.nested:
            if one.name == "update_plan":
                state = plan_state(one.argument, script.call.line, script.call.at)
                if state is not None and "update_plan" not in printed.text:
                    self.log.emit(state)
            elif one.name == "view_image" and (path := optional(mapping(one.argument).get("path"))):
                self.log.emit(FileRead(script.call.line, script.call.at, path))
            elif one.name not in _COMMANDS and one.name not in _QUIET and not script.tools_told:
                self._tell_tool(script, one)
            unread = False
        if unread and not script.commands_told and not script.patches_told and not script.tools_told:
            self._tell_script(script, printed)

    def _tell_tool(self, script: Script, one: NestedCall) -> None:
        if one.name in ("apply_patch", "write_stdin", "wait"):
            return
        request = "" if one.argument is None else json.dumps(one.argument, ensure_ascii=False, default=lambda _: "…")
        self.log.emit(
            ToolUse(script.call.line, script.call.at, script.call.call_id, one.name, clip(request, REQUEST_LIMIT))
        )

    def _tell_script(self, script: Script, printed: _Printed) -> None:
        """The script itself, where its text alone does not tell what came of its calls."""
        self.log.emit(
            ToolUse(
                line=script.call.line,
                at=script.call.at,
                call_id=script.call.call_id,
                name="exec",
                request=clip(text(script.call.arguments), REQUEST_LIMIT),
                result=clip(printed.plain, REQUEST_LIMIT),
                ok=False if printed.failed else None,
                end_line=self.log.line,
            )
        )

    def _tell_failure(self, script: Script, printed: _Printed) -> None:
        if is_patch_failure(printed.text):
            error = printed.error if is_patch_failure(printed.error) else printed.text
            self.log.emit(Failure(self.log.line, self.log.at, "apply_patch", clip(error, ERROR_LIMIT), "patch"))
        elif printed.failed and not is_result(printed.error):
            self.log.emit(Failure(self.log.line, self.log.at, "exec", clip(printed.error, ERROR_LIMIT), "tool"))


def _printed(parts: list[str]) -> _Printed:
    """Take the parts of a script's output apart."""
    head, rest = (parts[0], parts[1:]) if parts else ("", [])
    if head.startswith("Script "):
        body = head.partition("Output:\n")[2]
        rest = [body, *rest] if body.strip() else rest
    else:
        rest = parts
    rest = [_untruncated(part) for part in rest]
    failed = head.startswith(_FAILED)
    error = ""
    if failed and rest and rest[-1].startswith(_ERROR):
        error = rest.pop()[len(_ERROR) :].strip()
    results = [result for part in rest for result in printed_results(part)]
    if failed and is_result(error):
        results.append(read_text(error))
    return _Printed(rest, failed, error, results)


def _untruncated(part: str) -> str:
    """A part without the client's note that it was shortened."""
    return part.partition("\n\n")[2] if part.startswith(_SHORTENED) else part


def _patch(argument: Any) -> str | None:
    """The patch text of a nested ``apply_patch`` call."""
    value = mapping(argument).get("input") or mapping(argument).get("patch") if isinstance(argument, dict) else argument
    return value if isinstance(value, str) else None
