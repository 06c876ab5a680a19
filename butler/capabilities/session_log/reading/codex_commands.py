"""Commands of a Codex log: from the call, its output, its item, and what a process that ran on wrote later."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, ClassVar, Literal
from urllib.parse import unquote

from butler.capabilities.session_log.models import Command, Failure, FileRead
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_outputs import ToolOutput
from butler.capabilities.session_log.reading.codex_patches import find_patch, is_patch_alone, patch_changes
from butler.capabilities.session_log.reading.codex_values import (
    ERROR_LIMIT,
    OUTPUT_LIMIT,
    clip,
    mapping,
    optional,
    sequence,
    text,
    whole_number,
)
from butler.capabilities.session_log.reading.papers import NOTHING, read_by_command
from butler.records import dataclass

CommandState = Literal["finished", "running", "declined", "aborted", "unanswered", "not_run"]

_SHELLS = ("bash", "sh", "zsh", "dash", "fish", "powershell", "pwsh", "powershell.exe", "pwsh.exe", "cmd.exe", "cmd")
_RUN_FLAGS = ("-lc", "-c", "-ilc", "-Command", "/c", "-cl")
_SHELL_PATHS = frozenset({"bash", "zsh", "/bin/bash", "/bin/zsh", "/usr/bin/bash", "/usr/bin/zsh"})
_MOST_RUNNING = 256
_ABSOLUTE = re.compile(r"[/~\\]|[A-Za-z]:")
_PATCH_ERRORS = ("error: ComputeReplacements", "error: invalid", "error: Failed", "Invalid patch", "invalid hunk")


@dataclass(slots=True)
class Call:
    """A tool call that waits for its result."""

    line: int
    at: str | None
    call_id: str
    name: str
    arguments: Any = None
    cwd: str | None = None


@dataclass(slots=True)
class _Running:
    """A command whose process runs on."""

    call: Call
    command: str
    output: str


@dataclass(slots=True)
class Commands:
    """Tells commands, and follows those that run on."""

    STATE: ClassVar[tuple[str, ...]] = ("_running", "_sessions")
    log: CodexLog
    _running: dict[str, _Running] = field(default_factory=dict)
    _sessions: dict[str, str] = field(default_factory=dict)

    def answered(self, call: Call, command: str, output: ToolOutput) -> None:
        """A command call got its output."""
        log = self.log
        patch = find_patch(command)
        if patch is not None and self._patched(call, command, patch, output) and is_patch_alone(command):
            return
        if output.state == "running" and output.session is not None:
            self._keep(call, command, output)
        shown = output.text
        log.emit(self._command(call, command, output.exit_code, shown, output.state, end_line=log.line))
        if output.state == "finished":
            self._paper(call, command, shown, output.exit_code)

    def unanswered(self, call: Call, command: str, state: CommandState = "unanswered") -> None:
        """A command call that has no output in the file."""
        self.log.emit(self._command(call, command, None, "", state, end_line=None))

    def written(self, session: str, output: ToolOutput) -> bool:
        """More output of the process ``session``. False where no such process is known."""
        call_id = self._sessions.get(session)
        running = self._running.get(call_id) if call_id is not None else None
        if running is None or call_id is None:
            return False
        if not output.headed and output.state == "finished":
            return True
        running.output = clip(running.output + output.text, OUTPUT_LIMIT)
        if output.state != "running" and (output.exit_code is not None or output.state == "aborted"):
            self._forget(call_id, session)
        elif not output.text:
            return True
        state: CommandState = "finished" if output.exit_code is not None else "running"
        self.log.emit(
            self._command(
                running.call, running.command, output.exit_code, running.output, state, end_line=self.log.line
            )
        )
        return True

    def item(self, item: Mapping[str, Any], call_id: str, call: Call | None) -> None:
        """A command as the client recorded it: an item, or an ``exec_command_end`` event."""
        if item.get("source") == "unified_exec_interaction":
            return
        command = command_text(item.get("command"))
        running = self._running.get(call_id) or self._same_text(call_id, command)
        if running is not None:
            call = running.call
            self._forget(call.call_id)
        cwd = path_of(item.get("cwd"))
        if call is None:
            call = Call(self.log.line, self.log.at, call_id, "exec_command", cwd=cwd)
        state, code = _item_state(item)
        output = _item_output(item) or (running.output if running is not None else "")
        by_person = item.get("source") == "user_shell"
        if by_person:
            self.log.person_commands.append(command)
        self.log.emit(
            self._command(call, command, code, output, state, end_line=self.log.line, cwd=cwd, by_person=by_person)
        )
        if code == 0 and not self._reads(item, command, output):
            self._paper(call, command, output, code)

    def _reads(self, item: Mapping[str, Any], command: str, output: str) -> bool:
        """The files that the client itself saw a command read; False where it saw none."""
        parts = [mapping(part) for part in sequence(item.get("parsed_cmd"))]
        paths = [path for part in parts if part.get("type") == "read" and (path := optional(part.get("path")))]
        paper = read_by_command(command, output, 0)[1] if len(paths) == 1 else NOTHING
        for path in paths:
            self.log.emit(FileRead(self.log.line, self.log.at, path, paper.text, paper.lines))
        return bool(paths)

    def _paper(self, call: Call, command: str, output: str, code: int | None) -> None:
        """The one document that a command printed."""
        path, paper = read_by_command(command, output, code)
        if not paper.text:
            return
        folder = call.cwd or self.log.cwd
        if folder and not _ABSOLUTE.match(path):
            path = f"{folder.rstrip('/')}/{path.removeprefix('./')}"
        self.log.emit(FileRead(call.line, call.at, path, paper.text, paper.lines))

    def _patched(self, call: Call, command: str, patch: str, output: ToolOutput) -> bool:
        """A command that applied a patch. False where the log does not say what became of it: nothing is told then."""
        ok = patch_outcome(output)
        if ok is None:
            return False
        error = "" if ok else clip(output.text.strip(), ERROR_LIMIT)
        for change in patch_changes(patch, call.line, call.at, ok=ok, error=error):
            self.log.emit(change)
        if not ok and not output.unsupported and is_patch_alone(command):
            self.log.emit(Failure(self.log.line, self.log.at, "apply_patch", error, "patch"))
        return True

    def _keep(self, call: Call, command: str, output: ToolOutput) -> None:
        """Remember a command whose process runs on; the oldest is forgotten when there are very many."""
        if len(self._running) >= _MOST_RUNNING:
            self._forget(next(iter(self._running)))
        self._running[call.call_id] = _Running(call, command, clip(output.text, OUTPUT_LIMIT))
        if output.session is not None:
            self._sessions[output.session] = call.call_id

    def _forget(self, call_id: str, session: str | None = None) -> None:
        self._running.pop(call_id, None)
        for name in (
            [session] if session is not None else [key for key, one in self._sessions.items() if one == call_id]
        ):
            self._sessions.pop(name, None)

    def _same_text(self, call_id: str, command: str) -> _Running | None:
        """The running command that a script began and that an item now tells under an id of its own."""
        if not call_id.startswith("exec-"):
            return None
        return next((one for one in self._running.values() if one.command == command), None)

    def _command(
        self,
        call: Call,
        command: str,
        code: int | None,
        output: str,
        state: CommandState,
        *,
        end_line: int | None,
        cwd: str | None = None,
        by_person: bool = False,
    ) -> Command:
        return Command(
            call.line,
            call.at,
            call.call_id,
            clip(command, OUTPUT_LIMIT),
            code,
            clip(output, OUTPUT_LIMIT),
            state,
            call.cwd or cwd or self.log.cwd,
            end_line,
            by_person,
            state == "running",
        )


def command_text(command: object) -> str:
    """A command as one line of shell: without the shell wrapper that the client put around it."""
    if isinstance(command, str):
        first = command.split(" ", 2)
        if len(first) == 3 and first[1] in _RUN_FLAGS and _is_shell(first[0]):
            try:
                words = shlex.split(command)
            except ValueError:
                return command
            return words[2] if len(words) == 3 else command
        return command
    words = [word for word in sequence(command) if isinstance(word, str)]
    if len(words) == 3 and words[1] == "-lc" and words[0] in _SHELL_PATHS:  # what the client nearly always writes
        return words[2]
    if len(words) >= 3 and _is_shell(words[0]):
        for index, flag in enumerate(words[1:-1], 1):
            if flag in _RUN_FLAGS:
                return words[index + 1] if index + 2 == len(words) else " ".join(words[index + 1 :])
    return words[0] if len(words) == 1 else shlex.join(words)


def path_of(value: object) -> str | None:
    """A folder that may be written as a ``file://`` URI."""
    path = optional(value)
    return path if path is None or not path.startswith("file://") else _plain_path(path)


@lru_cache(maxsize=64)
def _plain_path(uri: str) -> str:
    plain = unquote(uri[len("file://") :])
    windows = len(plain) > 2 and plain[0] == "/" and plain[2] == ":"
    return plain[1:] if windows else plain


def is_patch_failure(answer: str) -> bool:
    """Whether a tool's answer says that a patch was not applied."""
    return "apply_patch verification failed" in answer or answer.startswith(_PATCH_ERRORS)


def patch_outcome(output: ToolOutput) -> bool | None:
    """Whether a patch was applied, as its answer tells; None where it does not tell."""
    if is_patch_failure(output.text) or output.state in ("declined", "aborted", "not_run"):
        return False
    if output.exit_code is not None:
        return output.exit_code == 0
    return True if output.text.lstrip().startswith("Success.") else None


def _is_shell(word: str) -> bool:
    return word.replace("\\", "/").rsplit("/", 1)[-1].lower() in _SHELLS


def _item_state(item: Mapping[str, Any]) -> tuple[CommandState, int | None]:
    """The state and exit code of a recorded command; -1 is what the client writes for a process that was killed."""
    code = whole_number(item.get("exit_code"))
    status = item.get("status")
    if status == "declined":
        return "declined", None
    if status in ("in_progress", "inProgress"):
        return "running", None
    return ("aborted" if code == -1 else "finished"), code


def _item_output(item: Mapping[str, Any]) -> str:
    for key in ("aggregated_output", "formatted_output"):
        if value := text(item.get(key)):
            return value
    return text(item.get("stdout")) + text(item.get("stderr"))
