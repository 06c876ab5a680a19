"""Big session logs, made by rule: the line kinds, sizes and order of real sessions, with invented words.

The shares follow what large logs of the two clients hold: long tool outputs and file contents (most bytes), short
messages (most lines), reasoning that cannot be read, token counts, and for Claude Code file snapshots and progress lines.
The same arguments give the same bytes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

WORDS = [
    "lock",
    "shelf",
    "reader",
    "order",
    "copy",
    "index",
    "return",
    "error",
    "branch",
    "value",
    "test",
    "module",
    "import",
    "path",
    "state",
    "check",
    "result",
    "request",
    "answer",
    "server",
    "client",
    "cache",
    "retry",
    "limit",
    "token",
    "queue",
    "worker",
    "schema",
    "field",
    "record",
    "table",
    "column",
    "query",
    "update",
    "insert",
    "delete",
    "merge",
]
Line = dict[str, Any]


class Pen:
    """Invented text, ids and times, in a fixed order for a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        self.seconds = 0

    def words(self, count: int) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(count))

    def lines(self, count: int) -> str:
        choose = self.random.choice
        kinds: tuple[Callable[[], str], ...] = (
            lambda: f"src/{choose(WORDS)}/{choose(WORDS)}.py:{self.random.randint(1, 900)}: {self.words(6)}",
            lambda: f"    def {choose(WORDS)}_{choose(WORDS)}(self, {choose(WORDS)}: str) -> None:",
            lambda: f'        return self.{choose(WORDS)}.{choose(WORDS)}("{self.words(3)}")',
            lambda: (
                f"PASSED tests/test_{choose(WORDS)}.py::test_{choose(WORDS)}_{choose(WORDS)} [{self.random.randint(1, 99)}%]"
            ),
            lambda: f"{self.random.getrandbits(160):040x} {self.words(5)}",
            lambda: f"予約 {choose(WORDS)} の確認: {self.words(4)}",
        )
        return "\n".join(choose(kinds)() for _ in range(count))

    def id(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.random.getrandbits(64):016x}{self.count:08d}"

    def uuid(self) -> str:
        text = f"{self.random.getrandbits(128):032x}"
        return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:]}"

    def time(self) -> str:
        self.seconds += 2
        hours, rest = divmod(self.seconds, 3600)
        return f"2026-06-{1 + hours // 24 % 28:02d}T{hours % 24:02d}:{rest // 60:02d}:{rest % 60:02d}.000Z"


def codex_turn(pen: Pen) -> Iterator[Line]:
    """One turn of a paginated Codex rollout: request, reasoning, commands, a patch, an answer."""

    def item(**value: Any) -> Line:
        return _codex(
            "event_msg",
            {"type": "item_completed", "thread_id": "t", "turn_id": "u", "item": {"id": pen.id("item_"), **value}},
            pen,
        )

    ask = pen.words(30)
    yield _codex("event_msg", {"type": "task_started", "turn_id": pen.uuid()}, pen)
    yield _codex(
        "response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": ask}]}, pen
    )
    yield item(type="UserMessage", content=[{"type": "text", "text": ask}])
    for _ in range(8):
        yield _codex("response_item", {"type": "reasoning", "summary": [], "encrypted_content": pen.lines(12)}, pen)
        command, output, call = (
            f"rg -n {pen.random.choice(WORDS)} src",
            pen.lines(pen.random.randint(5, 60)),
            pen.id("call_"),
        )
        code = int(pen.random.random() < 0.15)
        arguments = json.dumps({"cmd": command, "workdir": "/home/dev/bookshop"})
        yield _codex(
            "response_item",
            {"type": "function_call", "name": "exec_command", "arguments": arguments, "call_id": call},
            pen,
        )
        yield item(
            id=call,
            type="CommandExecution",
            command=["/bin/bash", "-lc", command],
            cwd="file:///home/dev/bookshop",
            exit_code=code,
            status="completed",
            aggregated_output=output,
        )
        shown = f"Chunk ID: 1a2b3c\nWall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{output}"
        yield _codex("response_item", {"type": "function_call_output", "call_id": call, "output": shown}, pen)
        yield _codex(
            "event_msg", {"type": "token_count", "info": {"total_token_usage": {"input_tokens": pen.count}}}, pen
        )
    path, body = f"src/{pen.random.choice(WORDS)}.py", pen.lines(20)
    patch = (
        f"*** Begin Patch\n*** Update File: {path}\n@@\n-{pen.words(5)}\n+"
        + body.replace("\n", "\n+")
        + "\n*** End Patch\n"
    )
    yield _codex(
        "response_item",
        {"type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": pen.id("call_")},
        pen,
    )
    yield item(
        type="FileChange",
        status="completed",
        changes={f"/home/dev/bookshop/{path}": {"type": "update", "unified_diff": f"@@ -1 +1,20 @@\n-x\n+{body}"}},
    )
    say = pen.words(60)
    yield _codex(
        "response_item",
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": say}]},
        pen,
    )
    yield item(type="AgentMessage", content=[{"type": "Text", "text": say}])
    yield _codex("event_msg", {"type": "task_complete", "turn_id": "u", "last_agent_message": say}, pen)


def _codex(kind: str, payload: Line, pen: Pen) -> Line:
    return {"timestamp": pen.time(), "ordinal": pen.count, "type": kind, "payload": payload}


def codex_head(pen: Pen) -> Line:
    """The first line of a rollout."""
    meta = {
        "id": pen.uuid(),
        "cwd": "/home/dev/bookshop",
        "originator": "codex_exec",
        "cli_version": "0.171.0",
        "source": "exec",
        "history_mode": "paginated",
    }
    return _codex("session_meta", meta, pen)


def claude_turn(pen: Pen) -> Iterator[Line]:
    """One turn of a Claude Code log: prompt, tool calls with results, an edit, an answer, client records."""
    state = {"parent": None}

    def line(kind: str, content: Any, **more: Any) -> Line:
        uuid = pen.uuid()
        message = {"role": kind, "content": content}
        if kind == "assistant":
            message |= {
                "id": pen.id("msg_"),
                "type": "message",
                "model": "model-x",
                "usage": {"input_tokens": 9, "output_tokens": 9},
            }
        common = {
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/dev/bookshop",
            "sessionId": "5e55",
            "version": "2.1.332",
            "gitBranch": "main",
        }
        made = {
            "parentUuid": state["parent"],
            **common,
            "type": kind,
            "message": message,
            "uuid": uuid,
            "timestamp": pen.time(),
            **more,
        }
        state["parent"] = uuid
        return made

    yield line("user", pen.words(30))
    for _ in range(8):
        call, code = pen.id("toolu_"), int(pen.random.random() < 0.15)
        output = pen.lines(pen.random.randint(5, 80))
        yield line("assistant", [{"type": "thinking", "thinking": pen.words(20), "signature": pen.lines(4)}])
        yield line(
            "assistant",
            [
                {
                    "type": "tool_use",
                    "id": call,
                    "name": "Bash",
                    "input": {"command": f"rg -n {pen.random.choice(WORDS)} src", "description": "search"},
                }
            ],
        )
        text = f"Exit code {code}\n{output}" if code else output
        result: Any = (
            f"Error: {text}" if code else {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        )
        yield line(
            "user",
            [{"tool_use_id": call, "type": "tool_result", "content": text, "is_error": bool(code)}],
            toolUseResult=result,
        )
        yield {
            "type": "file-history-snapshot",
            "messageId": pen.uuid(),
            "snapshot": {"trackedFileBackups": {pen.words(1): pen.words(30)}},
        }
    call, path, old, new = (
        pen.id("toolu_"),
        f"/home/dev/bookshop/src/{pen.random.choice(WORDS)}.py",
        pen.words(6),
        pen.lines(15),
    )
    yield line(
        "assistant",
        [
            {
                "type": "tool_use",
                "id": call,
                "name": "Edit",
                "input": {"file_path": path, "old_string": old, "new_string": new},
            }
        ],
    )
    hunk = {
        "oldStart": 1,
        "oldLines": 1,
        "newStart": 1,
        "newLines": 15,
        "lines": [f"-{old}", *(f"+{text}" for text in new.split("\n"))],
    }
    edit = {
        "filePath": path,
        "oldString": old,
        "newString": new,
        "originalFile": pen.lines(60),
        "structuredPatch": [hunk],
        "userModified": False,
    }
    yield line(
        "user",
        [{"tool_use_id": call, "type": "tool_result", "content": f"The file {path} has been updated."}],
        toolUseResult=edit,
    )
    yield line("assistant", [{"type": "text", "text": pen.words(60)}])


def claude_head(pen: Pen) -> Line:
    """The first line of a Claude Code log."""
    return {"type": "mode", "mode": "normal", "sessionId": "5e55"}


MAKERS = {"codex": (codex_head, codex_turn), "claude-code": (claude_head, claude_turn)}


EACH_TURN = {"Command": 8, "FileChange": 1, "person": 1}
"""What one made turn holds: commands, changed files, messages of the person."""


def make_log(client: str, size: int, path: Path, seed: int = 49) -> int:
    """Write a log of ``client`` (``codex`` or ``claude-code``) of at least ``size`` bytes; returns how many turns it has."""
    head, turn = MAKERS[client]
    pen, written, turns = Pen(seed), 0, 0
    with path.open("wb", buffering=1 << 20) as file:
        written += file.write(_encoded(head(pen)))
        while written < size:
            turns += 1
            for line in turn(pen):
                written += file.write(_encoded(line))
    return turns


def append_turns(client: str, size: int, path: Path, seed: int = 50) -> None:
    """Append at least ``size`` bytes of further turns to a log that `make_log` wrote."""
    pen, written = Pen(seed), 0
    with path.open("ab") as file:
        while written < size:
            for line in MAKERS[client][1](pen):
                written += file.write(_encoded(line))


def _encoded(line: Line) -> bytes:
    return (json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
