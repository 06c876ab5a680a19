"""Commands that the agent ran, and where their exit codes come from.

Claude Code writes no number for a command that succeeded. It marks every other exit as an error whose text begins
with ``Exit code N``, save the ones that it explains in ``returnCodeInterpretation`` (``grep`` without a match ends
with 1). So 0 is stated only for a result that is no error, was not interrupted, does not run in the background and has
no such explanation. Where the client's own ``toolUseResult`` is missing (subagent files) the explanation would be
missing too: programs that it is given for are then left unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from butler.capabilities.session_log.models import Command, Entry
from butler.capabilities.session_log.reading.claude_calls import Call, Result, failure
from butler.capabilities.session_log.reading.claude_text import clip, first_line, number, tag, words

SHELLS = frozenset({"Bash", "PowerShell", "bash"})
_EXIT = re.compile(r"(?:Error: )?Exit code (-?\d{1,10})(?:\n|$)")
_EXPLAINED = re.compile(r"\b(?:grep|egrep|fgrep|rg|find|diff|test)\b|\[ ")
_IN_BACKGROUND = re.compile(r"Command (?:is )?running in background with ID: (\S+?)(?:\.\s|\.$|\s|$)")
_ABORTED = "<error>Command was aborted before completion</error>"
_PREVIEW = "<persisted-output>"


def started(call: Call) -> Command:
    """The command of a call that has no result yet."""
    text = words(call.asked.get("command"))
    return Command(call.line, call.at, call.call_id, clip(text), state="unanswered", cwd=call.cwd)


def finished(call: Call, result: Result) -> Iterator[Entry]:
    """The command with what its result says; an error without exit code is also told as a failure."""
    command = replace(started(call), end_line=result.line, state="finished")
    extra = result.extra if isinstance(result.extra, dict) else None
    if result.refusal:
        yield _refused(command, result)
    elif result.failed:
        code, output = _failed(result.text)
        yield replace(command, exit_code=code, output=clip(output))
        if code is None:
            yield failure(call, result, first_line(command.text))
    elif background_id(result):
        yield replace(command, state="running", background=True, output=clip(result.text), end_line=None)
    elif (extra and extra.get("interrupted")) or result.text.endswith(_ABORTED):
        yield replace(command, state="aborted", output=clip(_output(result, extra)))
    else:
        yield replace(command, exit_code=_success(command.text, extra), output=clip(_output(result, extra)))


def background_id(result: Result) -> str:
    """The id of the background task that a result tells of, or the empty string."""
    if isinstance(result.extra, dict) and words(result.extra.get("backgroundTaskId")):
        return words(result.extra["backgroundTaskId"])
    found = _IN_BACKGROUND.match(result.text)
    return found.group(1) if found else ""


def _refused(command: Command, result: Result) -> Command:
    refusal = result.refusal
    if refusal is None or refusal.kind == "interrupted":
        return replace(command, state="aborted", output=clip(result.text))
    state = {"denied": "declined", "cancelled": "not_run", "not_run": "not_run"}[refusal.kind]
    return replace(command, state=state, output=clip(refusal.reason))  # type: ignore[arg-type]


def _failed(text: str) -> tuple[int | None, str]:
    """Exit code and output of an error text; the code is None where the client wrote none."""
    found = _EXIT.match(text)
    return (int(found.group(1)), text[found.end() :]) if found else (None, text)


def _success(command: str, extra: dict[str, Any] | None) -> int | None:
    """0, or None where an exit that the client explains away cannot be told from 0."""
    if extra is None:
        return None if _EXPLAINED.search(command) else 0
    return None if extra.get("returnCodeInterpretation") else 0


def _output(result: Result, extra: dict[str, Any] | None) -> str:
    """Both streams as the client kept them, else the text that the model saw (of a big output: its preview)."""
    if extra is None or "stdout" not in extra:
        return result.text
    if extra.get("isImage"):  # the stream is a picture in base64
        return "[image]"
    streams = [words(extra.get("stdout")), words(extra.get("stderr"))]
    output = "\n".join(stream for stream in streams if stream.strip())
    if not output and result.text.startswith(_PREVIEW):
        return result.text
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
