"""A session told in a few lines, written as the log of either client beside the git repository that it worked in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SESSION = "019a0000-0000-7000-8000-000000004711"
CODEX, CLAUDE = "codex", "claude-code"
BASE = {"README.md": "# Shop\n", "src/app.txt": "one\n"}
GIT = {
    "PATH": os.environ.get("PATH", ""),
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "LC_ALL": "C",
    **{f"GIT_{who}_NAME": "Aki" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "aki@example.com" for who in ("AUTHOR", "COMMITTER")},
}


def empty_repository(place: Path, *, bare: bool) -> None:
    """What ``git init`` makes, without starting it."""
    for folder in ("objects", "refs/heads"):
        (place / folder).mkdir(parents=True)
    (place / "HEAD").write_text("ref: refs/heads/main\n")
    (place / "config").write_text(f"[core]\n\trepositoryformatversion = 0\n\tbare = {str(bare).lower()}\n")


class World:
    """The repository of a session and its remote; its files carry the session's own times."""

    def __init__(self, top: Path) -> None:
        self.top = top / "shop"
        self.remote = top / "remote.git"
        self.top.mkdir(parents=True)
        empty_repository(self.top / ".git", bare=False)

    def begin(self, files: dict[str, str]) -> None:
        """Commit and push ``files`` before the session starts."""
        for path, text in (BASE | files).items():
            self.write(path, text, -3600)
        self.git(-3600, "add", "--all")
        self.git(-3600, "commit", "-q", "-m", "Start")
        own = self.top / ".git"
        empty_repository(self.remote, bare=True)
        for kept in ("objects", "refs"):
            shutil.copytree(own / kept, self.remote / kept, dirs_exist_ok=True)
        with (self.top / ".git/config").open("a") as config:
            config.write(f'[remote "origin"]\n\turl = {self.remote}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n')
            config.write('[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n')
        (own / "refs/remotes/origin").mkdir(parents=True)
        shutil.copy(own / "refs/heads/main", own / "refs/remotes/origin/main")

    def git(self, second: int, *command: str) -> str:
        """Run git at ``second`` of the session; what it printed, a failure's words too."""
        when = f"{1780448400 + second} +0000"
        own = GIT | {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        done = subprocess.run(["git", *command], cwd=self.top, env=own, capture_output=True, text=True, check=False)
        return (done.stdout + done.stderr).strip()

    def write(self, path: str, text: str, second: int) -> None:
        """Write a file as of ``second``."""
        file = self.top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        os.utime(file, (1780448400 + second,) * 2)


class Log:
    """The lines of one log; every step takes seven seconds."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.lines: list[dict[str, Any]] = []
        self.second = 0
        self.calls = 0
        self.branch = "main"
        self.turn = 0

    def stamp(self) -> str:
        """The time of the next line."""
        self.second += 7
        return f"2026-06-03T01:{self.second // 60:02d}:{self.second % 60:02d}.000Z"

    def next_call(self) -> str:
        """The id of the next tool call."""
        self.calls += 1
        return f"call_{self.calls:04d}"

    def begin(self) -> None:
        """The head of the log."""

    def asks(self, text: str) -> None:
        """The person says ``text``."""
        raise NotImplementedError

    def says(self, text: str, *, final: bool) -> None:
        """The agent says ``text``."""
        raise NotImplementedError

    def runs(self, command: str, output: str, code: int | None, *, background: bool) -> None:
        """The agent runs ``command``; without a code it still runs."""
        raise NotImplementedError

    def edits(self, path: str, old: str, new: str, *, refused: str) -> None:
        """The agent changes ``path``, or is refused with an error."""
        raise NotImplementedError


class CodexLog(Log):
    """A paginated rollout as Codex CLI writes it."""

    def line(self, kind: str, payload: dict[str, Any]) -> None:
        self.lines.append({"timestamp": self.stamp(), "ordinal": len(self.lines), "type": kind, "payload": payload})

    def response(self, kind: str, **more: Any) -> None:
        self.line("response_item", {"type": kind, **more})

    def item(self, kind: str, **more: Any) -> None:
        found = {"type": kind, "id": f"item_{len(self.lines)}", **more}
        self.line(
            "event_msg",
            {"type": "item_completed", "thread_id": SESSION, "turn_id": f"turn_{self.turn}", "item": found},
        )

    def begin(self) -> None:
        head = self.world.git(0, "rev-parse", "HEAD")
        meta = {
            "id": SESSION,
            "session_id": SESSION,
            "timestamp": "2026-06-03T01:00:00.000Z",
            "cwd": str(self.world.top),
            "originator": "codex_cli_rs",
            "cli_version": "0.171.0",
            "source": "cli",
            "history_mode": "paginated",
            "git": {"commit_hash": head, "branch": "main"},
        }
        self.line("session_meta", meta)

    def asks(self, text: str) -> None:
        self.turn += 1
        self.line("event_msg", {"type": "task_started", "turn_id": f"turn_{self.turn}"})
        self.response("message", role="user", content=[{"type": "input_text", "text": text}])
        self.item("UserMessage", content=[{"type": "text", "text": text}])

    def says(self, text: str, *, final: bool) -> None:
        phase = "final_answer" if final else "commentary"
        self.item("AgentMessage", content=[{"type": "Text", "text": text}], phase=phase)
        self.response("message", role="assistant", content=[{"type": "output_text", "text": text}], phase=phase)
        if final:
            self.line("event_msg", {"type": "task_complete", "turn_id": f"turn_{self.turn}"})

    def runs(self, command: str, output: str, code: int | None, *, background: bool) -> None:
        call = self.next_call()
        asked = json.dumps({"cmd": command, "workdir": str(self.world.top)}, ensure_ascii=False)
        self.response("function_call", name="exec_command", arguments=asked, call_id=call)
        if code is not None:
            self.item(
                "CommandExecution",
                id=call,
                command=["/bin/bash", "-lc", command],
                cwd=f"file://{self.world.top}",
                exit_code=code,
                status="completed" if code == 0 else "failed",
                aggregated_output=output,
            )
        state = "Process running with session ID 4100" if code is None else f"Process exited with code {code}"
        text = f"Chunk ID: a{self.calls:05x}\nWall time: 2.1042 seconds\n{state}\nOriginal token count: 90\nOutput:\n{output}"
        self.response("function_call_output", call_id=call, output=text)

    def edits(self, path: str, old: str, new: str, *, refused: str) -> None:
        call = self.next_call()
        head = f"*** Update File: {path}\n@@\n-{old.rstrip()}" if old else f"*** Add File: {path}"
        body = "\n".join(f"+{line}" for line in new.splitlines())
        patch = f"*** Begin Patch\n{head}\n{body}\n*** End Patch"
        self.response("custom_tool_call", status="completed", call_id=call, name="apply_patch", input=patch)
        if refused:
            text = f"apply_patch verification failed: {refused}"
            self.response("custom_tool_call_output", call_id=call, output=text)
            return
        diff = f"@@ -1 +1 @@\n-{old.rstrip()}\n{body}\n"
        change = {"type": "update", "unified_diff": diff, "move_path": None} if old else {"type": "add", "content": new}
        self.item("FileChange", id=call, changes={str(self.world.top / path): change}, status="completed")
        done = f"Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n{'M' if old else 'A'} {path}\n"
        self.response("custom_tool_call_output", call_id=call, output=done)


class ClaudeLog(Log):
    """The JSONL of Claude Code."""

    parent: str | None = None

    def record(self, kind: str, **more: Any) -> None:
        own = f"00000000-0000-4000-8000-{len(self.lines) + 1:012d}"
        self.lines.append(
            {
                "parentUuid": self.parent,
                "isSidechain": False,
                "userType": "external",
                "cwd": str(self.world.top),
                "sessionId": SESSION,
                "version": "2.1.332",
                "gitBranch": self.branch,
                "type": kind,
                "uuid": own,
                "timestamp": self.stamp(),
                **more,
            }
        )
        self.parent = own

    def agent(self, block: dict[str, Any], why: str = "tool_use") -> None:
        own = {"id": f"msg_{len(self.lines)}", "type": "message", "role": "assistant", "model": "claude-opus-5-5"}
        self.record("assistant", message=own | {"content": [block], "stop_reason": why})

    def result(self, call: str, text: str, extra: Any, *, error: bool = False) -> None:
        block = {"tool_use_id": call, "type": "tool_result", "content": text, "is_error": error}
        self.record("user", message={"role": "user", "content": [block]}, toolUseResult=extra)

    def asks(self, text: str) -> None:
        self.record("user", message={"role": "user", "content": text})

    def says(self, text: str, *, final: bool) -> None:
        self.agent({"type": "text", "text": text}, "end_turn" if final else "tool_use")
        if final:
            self.record("system", subtype="turn_duration", durationMs=41000, isMeta=False)

    def runs(self, command: str, output: str, code: int | None, *, background: bool) -> None:
        call = self.next_call()
        asked = {"command": command, "description": "Run it"} | ({"run_in_background": True} if background else {})
        self.agent({"type": "tool_use", "id": call, "name": "Bash", "input": asked})
        quiet = {"interrupted": False, "isImage": False}
        output = output.rstrip("\n")
        if background:
            text = "Command running in background with ID: b7f3a1. Output is being written to: /tmp/tasks/b7f3a1.output"
            self.result(call, text, {"stdout": "", "stderr": "", **quiet, "backgroundTaskId": "b7f3a1"})
        elif code:
            self.result(call, f"Exit code {code}\n{output}", f"Error: Exit code {code}\n{output}", error=True)
        else:
            self.result(call, output, {"stdout": output, "stderr": "", **quiet})

    def edits(self, path: str, old: str, new: str, *, refused: str) -> None:
        call, place = self.next_call(), str(self.world.top / path)
        asked = {"file_path": place, "old_string": old.rstrip(), "new_string": new.rstrip()}
        if not old:
            asked = {"file_path": place, "content": new}
        self.agent({"type": "tool_use", "id": call, "name": "Edit" if old else "Write", "input": asked})
        if refused:
            text = f"<tool_use_error>{refused}</tool_use_error>"
            self.result(call, text, f"Error: {refused}", error=True)
            return
        lines = [f"-{line}" for line in old.splitlines()] + [f"+{line}" for line in new.splitlines()]
        patch = [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": lines}]
        extra = {"filePath": place, "structuredPatch": patch if old else [], "originalFile": old}
        extra |= {"oldString": old, "newString": new} if old else {"type": "create", "content": new}
        told = f"The file {place} has been updated." if old else f"File created successfully at: {place}"
        self.result(call, told, extra)


LOGS: dict[str, type[Log]] = {CODEX: CodexLog, CLAUDE: ClaudeLog}


@dataclass
class Case:
    """One session with one planted claim; the steps are kept and told when the case is written."""

    name: str
    kind: str
    language: str
    client: str
    claim: str
    check: str = ""
    steps: list[Callable[[Log], None]] = field(default_factory=list)
    existing: dict[str, str] = field(default_factory=dict)
    changed: dict[str, str] = field(default_factory=dict)
    sound: tuple[str, ...] = ()
    issue: str = ""

    def _then(self, step: Callable[[Log], None]) -> Case:
        self.steps.append(step)
        return self

    def asks(self, text: str) -> Case:
        """The person asks."""
        return self._then(lambda log: log.asks(text))

    def says(self, text: str) -> Case:
        """The agent says something on the way."""
        return self._then(lambda log: log.says(text, final=False))

    def ends(self, text: str) -> Case:
        """The agent ends its turn."""
        return self._then(lambda log: log.says(text, final=True))

    def runs(self, command: str, output: str = "", code: int | None = 0, *, background: bool = False) -> Case:
        """The agent runs a command; ``code`` None: it still runs."""
        return self._then(
            lambda log: log.runs(
                command, output if output.endswith("\n") or not output else output + "\n", code, background=background
            )
        )

    def edits(self, path: str, new: str = "return round(total, 2)") -> Case:
        """The agent changes a line of ``path``, which was there before."""
        old = self.changed.get(path) or self.existing.setdefault(path, "return total\n")
        text = self.changed[path] = f"{new}\n"

        def step(log: Log) -> None:
            log.edits(path, old, text, refused="")
            log.world.write(path, text, log.second)

        return self._then(step)

    def writes(self, path: str, text: str = "x = 1") -> Case:
        """The agent writes a new file."""
        self.changed[path] = f"{text}\n"

        def step(log: Log) -> None:
            log.edits(path, "", f"{text}\n", refused="")
            log.world.write(path, f"{text}\n", log.second)

        return self._then(step)

    def fails_to_edit(self, path: str, error: str, *, new: bool = False) -> Case:
        """The agent's change of ``path`` is refused."""
        old = "" if new else self.existing.setdefault(path, "return total\n")
        return self._then(lambda log: log.edits(path, old, "return 0\n", refused=error))

    def git(self, *command: str, code: int = 0) -> Case:
        """The agent runs git for real; what it printed and the code stand in the log."""

        def step(log: Log) -> None:
            output = log.world.git(log.second, *command)
            log.branch = log.world.git(log.second, "branch", "--show-current") or log.branch
            words = ["git", *(f'"{word}"' if " " in word or not word.isascii() else word for word in command)]
            log.runs(
                " ".join(words),
                output.replace(str(log.world.remote), "github.com:aki/shop.git") + "\n",
                code,
                background=False,
            )

        return self._then(step)

    def commits(self, subject: str, *, amend: bool = False) -> Case:
        """The agent stages everything and commits."""
        self.git("add", "-A")
        return self.git("commit", *(["--amend", "-m", subject] if amend else ["-m", subject]))

    def but_sound(self, *claims: str) -> Case:
        """Other statements of the same session that the log bears out."""
        self.sound = claims
        return self

    def about_issue(self, number: str, state: str) -> Case:
        """The handover is of the issue ``number``, which a file of the project tells with its state."""
        self.issue = number
        text = f"---\nid: {number}\ntitle: Rounding\nstate: {state}\n---\n\nTotals are off by a cent.\n"
        self.existing[f".butler/issues/{number}-rounding.md"] = text
        return self

    def write_log(self, folder: Path) -> tuple[Path, Path]:
        """Write the session under ``folder``: the log and the working tree."""
        world = World(folder)
        world.begin(self.existing)
        log = LOGS[self.client](world)
        log.begin()
        for step in self.steps:
            step(log)
        path = folder / f"{self.client}.jsonl"
        path.write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in log.lines), encoding="utf-8")
        return path, world.top


class Cases(list[Case]):
    """The cases of one file: ``add(kind, name, language, client, claim)`` begins one."""

    def add(self, kind: str, name: str, language: str, client: str, claim: str, check: str = "") -> Case:
        """Begin a case; ``claim`` is a part of the planted sentence, ``check`` of the masked command."""
        self.append(Case(name, kind, language, client, claim, check))
        return self[-1]
