"""What a Codex tool answered: the plain text, and the exit code in every form that a client version wrote.

Forms: JSON ``{"output", "metadata": {"exit_code"}}`` (``shell``, early ``shell_command`` and ``apply_patch``); a headed text
with ``Exit code: N`` or ``Process exited with code N`` before ``Output:``; ``Process running with session ID N`` (no code
yet); ``aborted by user``; a bare refusal or error (no code at all). A list holds text and image parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from butler.capabilities.session_log.reading.codex_values import mapping, parsed, text, whole_number
from butler.records import dataclass

OutputState = Literal["finished", "running", "declined", "aborted", "not_run"]

_HEAD_LINES = 12
_HEADER = re.compile(
    r"(?:Chunk ID: .*|Wall time:? .*|Original token count: .*|Total output lines: .*|Warning: .*"
    r"|(?:Exit code: |Process exited with code )(?P<code>-?\d+)"
    r"|Process running with session ID (?P<session>\S+))\r?$"
)
_CUT_RESULT = re.compile(
    r'\{"chunk_id":"[^"]*","wall_time_seconds":[^,]*,(?:"exit_code":(?P<code>-?\d+),)?(?:"session_id":(?P<session>\d+),)?'
    r'(?:"original_token_count":\d+,)?"output":"'
)
_COMMAND_HEAD = "Command: "
_REFUSED = re.compile(r"rejected by user|Rejected\(|approval denied|denied by user")
_NOT_RUN = ("exec_command failed", "execution error", "shell_command failed", "failed to parse function arguments")


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """One answer of a tool. ``session`` names the process where it still runs; ``headed``: the client's own header was found."""

    text: str
    exit_code: int | None = None
    state: OutputState = "finished"
    session: str | None = None
    headed: bool = False
    unsupported: bool = False


def output_parts(value: object) -> list[str]:
    """The text parts of an ``output`` field: text, a list of parts, or an object with ``content``, ``text`` or ``output``."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [part if isinstance(part, str) else text(mapping(part).get("text")) for part in value]
    if isinstance(value, dict):
        for key in ("content", "text", "output"):
            if key in value:
                return output_parts(value[key])
        return [json.dumps(value, ensure_ascii=False)]
    return []


def read_output(value: object) -> ToolOutput:
    """Take one ``output`` field apart."""
    if isinstance(value, dict) and "metadata" in value:
        return _of_object(value) or ToolOutput("")
    return read_text(value if isinstance(value, str) else "\n".join(filter(None, output_parts(value))))


def read_text(answer: str) -> ToolOutput:
    """Take the text of an answer apart."""
    if answer.startswith("{"):
        found = _of_json(answer)
        if found is not None:
            return found
    headed = _of_headed(answer)
    if headed is not None:
        return headed
    start = answer[:400]
    if start.startswith("unsupported call: "):
        return ToolOutput(answer, state="not_run", unsupported=True)
    if start.startswith("aborted by user"):
        return ToolOutput("", state="aborted")
    if _REFUSED.search(start):
        return ToolOutput(answer, state="declined")
    if start.startswith(_NOT_RUN):
        return ToolOutput(answer, state="not_run")
    return ToolOutput(answer)


def is_result(answer: str) -> bool:
    """Whether ``answer`` is the printed result of a command (JSON or headed), not other text."""
    if answer.startswith("{"):
        return _of_json(answer) is not None
    return answer.startswith(("Exit code: ", "Chunk ID: ", "Wall time")) and _of_headed(answer) is not None


def unwrapped(part: str) -> str:
    """What a printed part says: the output of a result, or of any JSON object with an ``output``; else the part itself."""
    results = printed_results(part)
    if results:
        return "\n".join(result.text for result in results)
    output = mapping(parsed(part)).get("output") if part.startswith("{") else None
    return output if isinstance(output, str) else part


def printed_results(part: str) -> list[ToolOutput]:
    """The command results that a code-mode script printed as ``part``: one, several in a JSON array, or none."""
    if part.startswith("["):
        listed = parsed(part)
        found = [_of_object(mapping(entry)) for entry in listed] if isinstance(listed, list) else []
        known = [one for one in found if one is not None]
        return known if len(known) == len(found) else []
    return [read_text(part)] if is_result(part) else []


def _of_json(answer: str) -> ToolOutput | None:
    """A result written as JSON text, also where the client shortened it so that it is no whole JSON any more."""
    value = parsed(answer)
    if isinstance(value, dict):
        return _of_object(value)
    cut = _CUT_RESULT.match(answer)
    if cut is None:
        return None
    code = int(cut["code"]) if cut["code"] else None
    body = answer[cut.end() :].replace("\\n", "\n").replace('\\"', '"')
    return _headed(body, code, cut["session"])


def _of_object(value: Mapping[str, Any]) -> ToolOutput | None:
    """A result written as JSON, or None where the object is something else (a tool's own JSON answer)."""
    metadata = mapping(value.get("metadata"))
    output = value.get("output")
    if "exit_code" in metadata and isinstance(output, str):
        return ToolOutput(output, whole_number(metadata["exit_code"]), headed=True)
    if "exit_code" in value or ("wall_time_seconds" in value and "output" in value):
        code = whole_number(value.get("exit_code"))
        session = value.get("session_id")
        running = code is None and session is not None
        inner = read_text(text(output)) if text(output).startswith("Exit code: ") else ToolOutput(text(output))
        return replace(
            inner,
            exit_code=code if code is not None else inner.exit_code,
            state="running" if running else "finished",
            session=str(session) if running else None,
            headed=True,
        )
    return None


def _of_headed(answer: str) -> ToolOutput | None:
    """An answer that begins with the client's header lines, or None."""
    if answer.startswith(_COMMAND_HEAD):
        answer = _after_command(answer)
    if not answer.startswith(("Exit code: ", "Chunk ID: ", "Wall time", "Process ")):
        return None
    code: int | None = None
    session: str | None = None
    position = 0
    for _ in range(_HEAD_LINES):
        end = answer.find("\n", position)
        line = answer[position : end if end >= 0 else len(answer)]
        if line.rstrip("\r") == "Output:":
            body = answer[end + 1 :] if end >= 0 else ""
            return _headed(body, code, session)
        if line.startswith("aborted by user"):
            return ToolOutput("", state="aborted", headed=True)
        match = _HEADER.match(line)
        if match is None:
            break
        code = int(match["code"]) if match["code"] else code
        session = match["session"] or session
        if end < 0:
            position = len(answer)
            break
        position = end + 1
    return _headed(answer[position:], code, session)


def _headed(body: str, code: int | None, session: str | None) -> ToolOutput:
    """The result that the header lines told."""
    running = code is None and session is not None
    return ToolOutput(body, code, "running" if running else "finished", session if running else None, headed=True)


def _after_command(answer: str) -> str:
    """``answer`` without its leading ``Command: …``, which may span lines."""
    found = [at for mark in ("\nChunk ID: ", "\nWall time: ") if (at := answer.find(mark)) >= 0]
    return answer[min(found) + 1 :] if found else answer
