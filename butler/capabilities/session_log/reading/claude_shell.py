"""Commands that the agent ran, and where their exit codes come from.

Claude Code writes no number for a command that succeeded. It marks every other exit as an error whose text begins
with ``Exit code N``, save the ones that it explains in ``returnCodeInterpretation`` (``grep`` without a match ends
with 1). So 0 is stated only for a result that is no error, was not interrupted, does not run in the background and has
no such explanation. Where the client's own ``toolUseResult`` is missing (subagent files) the explanation would be
missing too: programs that it is given for are then left unknown.
"""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

from butler.capabilities.session_log.models import Command, Entry
from butler.capabilities.session_log.reading.claude_calls import Call, Result, failure
from butler.capabilities.session_log.reading.claude_refusals import Refusal
from butler.capabilities.session_log.reading.claude_text import clip, first_line, number, tag, words

_State: TypeAlias = Literal["finished", "running", "declined", "aborted", "not_run"]
SHELLS = frozenset({"Bash", "PowerShell", "bash"})
_EXIT = re.compile(r"(?:Error: )?Exit code (-?\d{1,10})(?:\n|$)")
_EXPLAINED = re.compile(r"\b(?:grep|egrep|fgrep|rg|find|diff|test)\b|\[ ")
_IN_BACKGROUND = re.compile(r"Command (?:is )?running in background with ID: (\S+?)(?:\.\s|\.$|\s|$)")
_ABORTED = "<error>Command was aborted before completion</error>"
_PREVIEW = "<persisted-output>"
_FINISHED: _State = "finished"


def started(call: Call) -> Command:
    """The command of a call that has no result yet."""
    return Command(call.line, call.at, call.call_id, _text(call), None, "", "unanswered", call.cwd)


def finished(call: Call, result: Result, out: list[Entry]) -> str:
    """The command with what its result says; an error without exit code is also told as a failure.

    Returns:
        The id of the background task as which it runs on; empty where it does not.
    """
    text, task, state = result.text, "", _FINISHED
    code: int | None = None
    extra = result.extra if isinstance(result.extra, dict) else None
    if result.refusal:
        state, output = _refused(result.refusal, text)
    elif result.failed:
        code, output = _failed(text)
    elif task := background_id(result):
        state, output = "running", text
    elif (extra and extra.get("interrupted")) or text.endswith(_ABORTED):
        state, output = "aborted", _output(text, extra)
    else:
        code, output = _success(call, extra), _output(text, extra)
    end = None if task else result.line
    command = Command(
        call.line, call.at, call.call_id, _text(call), code, clip(output), state, call.cwd, end, False, bool(task)
    )
    out.append(command)
    if result.failed and not result.refusal and code is None:
        out.append(failure(call, result, first_line(command.text)))
    return task


def _text(call: Call) -> str:
    return clip(words(call.asked.get("command")))


def background_id(result: Result) -> str:
    """The id of the background task that a result tells of, or the empty string."""
    if isinstance(result.extra, dict) and (task := words(result.extra.get("backgroundTaskId"))):
        return task
    found = _IN_BACKGROUND.match(result.text) if result.text.startswith("Command ") else None
    return found.group(1) if found else ""


def _refused(refusal: Refusal, text: str) -> tuple[_State, str]:
    """State and output of a command that did not run to its end."""
    if refusal.kind == "interrupted":
        return "aborted", text
    return ("declined" if refusal.kind == "denied" else "not_run"), refusal.reason


def _failed(text: str) -> tuple[int | None, str]:
    """Exit code and output of an error text; the code is None where the client wrote none."""
    found = _EXIT.match(text)
    return (int(found.group(1)), text[found.end() :]) if found else (None, text)


def _success(call: Call, extra: dict[str, Any] | None) -> int | None:
    """0, or None where an exit that the client explains away cannot be told from 0."""
    if extra is None:
        return None if _EXPLAINED.search(_text(call)) else 0
    return None if extra.get("returnCodeInterpretation") else 0


def _output(text: str, extra: dict[str, Any] | None) -> str:
    """Both streams as the client kept them, else the text that the model saw (of a big output: its preview)."""
    if extra is None or "stdout" not in extra:
        return text
    if extra.get("isImage"):  # the stream is a picture in base64
        return "[image]"
    output, errors = words(extra.get("stdout")), words(extra.get("stderr"))
    if errors and not errors.isspace():
        output = f"{output}\n{errors}" if output and not output.isspace() else errors
    elif output.isspace():
        output = ""
    if not output and text.startswith(_PREVIEW):
        return text
    said = words(extra.get("returnCodeInterpretation"))
    return f"{output}\n({said})".lstrip() if said else output


def background_report(extra: Any, text: str) -> tuple[str, str, int | None, str]:
    """(task id, status, exit code, output) out of the result of ``TaskOutput``, ``BashOutput`` and their like."""
    report = extra if isinstance(extra, dict) else {}
    inner = report.get("task")
    report = inner if isinstance(inner, dict) else report
    task = words(report.get("task_id")) or words(report.get("shellId")) or tag(text, "task_id")
    status = words(report.get("status")) or tag(text, "status")
    code = number(report.get("exitCode"))
    code = number(tag(text, "exit_code")) if code is None else code
    streams = (words(report.get("output")), words(report.get("stdout")), words(report.get("stderr")))
    output = "\n".join(filter(None, streams)) or tag(text, "output") or tag(text, "stdout")
    return task, status, code, output
