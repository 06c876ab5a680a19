"""A scratch machine: a home, a project under git, small logs of both clients, and the real command line on top."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from butler.cli import main
from butler.house import Start
from tests.repositories import Repository, new_repository

CODEX = "01990000-0000-7000-8000-00000000000a"
CLAUDE = "01990000-0000-4000-8000-00000000000b"
STEPS = ("words", "agent", "command", "output", "edit")
"""Places of a log: a person's words, the agent's, a command line, its output, the content of a changed file."""
STEP_BREAK = "\ue000"
"""Between the steps of one plan."""


@dataclass(frozen=True, slots=True)
class Done:
    """What one command printed."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return f"{self.out}\n{self.err}"

    @property
    def data(self) -> dict[str, Any]:
        """``data`` of a command that was asked for JSON."""
        found: dict[str, Any] = json.loads(self.out)["data"]
        return found


@dataclass
class Scene:
    """``top`` holds everything; nothing else is touched."""

    top: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.home = self.top / "home"
        self.project = self.home / "work" / "shop"
        self.issues = self.project / ".butler" / "issues"
        self.issues.mkdir(parents=True)
        self.repository: Repository = new_repository(self.project)
        self.repository.write("shop/prices.py", "PRICES = {}\n")
        self.repository.commit("begin")

    def issue(self, number: int | str, title: str, body: str, comment: str = "") -> Path:
        """An issue as a person writes it."""
        head = f"---\nid: {number}\ntitle: {json.dumps(title, ensure_ascii=False)}\nstate: open\n---\n\n"
        tail = f"\n\n## Comments\n### Aki, 2026-06-03\n{comment}\n" if comment else "\n"
        file = self.issues / f"{number}.md"
        file.write_text(head + body + tail, encoding="utf-8", errors="surrogatepass")
        return file

    def codex(self, told: Sequence[tuple[str, str]], number: int = 10, title: str = "") -> Path:
        """A Codex log of steps: (place, text)."""
        session = f"01990000-0000-7000-8000-{number:012x}"
        lines = [_line(0, "session_meta", _meta(session, self.project)), _event(1, "task_started", turn_id="t1")]
        lines += [_event(1, "user_message", message="Add a price list to the shop, please.")]
        lines += [_event(1, "thread_name_updated", thread_name=title)] if title else []
        for at, (place, text) in enumerate(told, 2):
            lines += _codex_step(at, place, text)
        lines += [
            _event(2, "agent_message", message="One check still fails."),
            _event(3, "task_complete", turn_id="t1"),
        ]
        folder = self.home / ".codex/sessions/2026/06/03"
        return _write(folder / f"rollout-2026-06-03T10-00-00-{session}.jsonl", lines)

    def claude(self, told: Sequence[tuple[str, str]], number: int = 11, title: str = "") -> Path:
        """A Claude Code log of the same steps."""
        session = f"01990000-0000-4000-8000-{number:012x}"
        chain = _Chain(session, str(self.project))
        chain.add("user", {"role": "user", "content": "Add a price list to the shop, please."})
        for place, text in told:
            _claude_step(chain, place, text)
        chain.add("assistant", _said({"type": "text", "text": "One check still fails."}, len(chain.lines)))
        if title:
            chain.lines.append({"type": "custom-title", "customTitle": title, "sessionId": session})
        slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(self.project))
        return _write(self.home / ".claude/projects" / slug / f"{session}.jsonl", chain.lines)

    def run(self, *arguments: str) -> Done:
        """``butler`` with these arguments, in this process, in the project, with an environment of our own."""
        out, err = io.StringIO(), io.StringIO()
        with _place(self.project, {"HOME": str(self.home), "PATH": os.environ["PATH"]} | self.environment):
            handler = signal.getsignal(signal.SIGPIPE)
            try:
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                    code = main(list(arguments))
            except SystemExit as stop:
                code = int(stop.code or 0)
            finally:
                signal.signal(signal.SIGPIPE, handler)
        return Done(code, out.getvalue(), err.getvalue())

    def start(self) -> Start:
        """This machine as the house is started on it."""
        return Start(environment={}, home=self.home, folder=self.project)

    def written(self) -> Iterator[tuple[str, str]]:
        """Every file that the program wrote (session_logs and the user's data folder): its name and content."""
        for folder in (self.project / "session_logs", self.home / ".local"):
            for file in sorted(folder.rglob("*")):
                if file.is_file() and not file.is_symlink():
                    yield f"file {file.name}", f"{file.name}\n{file.read_bytes().decode('utf-8', 'surrogateescape')}"


@contextlib.contextmanager
def _place(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    before, here = dict(os.environ), Path.cwd()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)


def _write(path: Path, lines: Sequence[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def _line(at: int, kind: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    return {"timestamp": f"2026-06-03T09:{at // 60 % 60:02d}:{at % 60:02d}.000Z", "type": kind, "payload": payload}


def _event(at: int, kind: str, **more: Any) -> dict[str, Any]:
    return _line(at, "event_msg", {"type": kind, **more})


def _meta(session: str, folder: Path) -> dict[str, Any]:
    return {
        "id": session,
        "timestamp": "2026-06-03T09:00:00.000Z",
        "cwd": str(folder),
        "originator": "codex_exec",
        "cli_version": "0.171.0",
        "source": "exec",
    }


def _codex_step(at: int, place: str, text: str) -> list[dict[str, Any]]:
    if place == "words":
        return [_event(at, "user_message", message=text)]
    if place == "agent":
        return [_event(at, "agent_message", message=text)]
    if place == "edit":
        changes = {"shop/conf.txt": {"type": "add", "content": text + "\n"}}
        return [_event(at, "patch_apply_end", call_id=f"p{at}", success=True, stdout="", stderr="", changes=changes)]
    if place == "plan":
        plan = json.dumps({"plan": [{"step": one, "status": "pending"} for one in text.split(STEP_BREAK)]})
        call = {"type": "function_call", "name": "update_plan", "arguments": plan, "call_id": f"u{at}"}
        answer = {"type": "function_call_output", "call_id": f"u{at}", "output": "Plan updated"}
        return [_line(at, "response_item", call), _line(at, "response_item", answer)]
    shown = {"cmd": text if place == "command" else f"pytest -q tests/test_part{at}.py"}
    head = "Wall time: 1.0 seconds\nProcess exited with code 1\nOutput:\n"
    output = head + ("1 failed" if place == "command" else f"{text}\n1 failed, 3 passed")
    call = {"type": "function_call", "name": "exec_command", "arguments": json.dumps(shown), "call_id": f"c{at}"}
    return [
        _line(at, "response_item", call),
        _line(at, "response_item", {"type": "function_call_output", "call_id": f"c{at}", "output": output}),
    ]


class _Chain:
    """The lines of a Claude Code log, each the child of the one before."""

    def __init__(self, session: str, folder: str) -> None:
        self.lines: list[dict[str, Any]] = []
        self._session, self._folder = session, folder

    def add(self, kind: str, message: Mapping[str, Any]) -> None:
        at = len(self.lines)
        self.lines.append(
            {
                "type": kind,
                "uuid": f"{at + 1:08d}-0000-4000-8000-000000000000",
                "parentUuid": f"{at:08d}-0000-4000-8000-000000000000" if at else None,
                "timestamp": f"2026-06-03T10:{at // 60 % 60:02d}:{at % 60:02d}.000Z",
                "sessionId": self._session,
                "cwd": self._folder,
                "gitBranch": "main",
                "version": "2.1.332",
                "isSidechain": False,
                "userType": "external",
                "message": message,
            }
        )


def _said(block: Mapping[str, Any], at: int) -> dict[str, Any]:
    return {"id": f"m{at}", "role": "assistant", "model": "claude-x", "content": [block]}


def _claude_step(chain: _Chain, place: str, text: str) -> None:
    at = len(chain.lines)
    if place == "words":
        chain.add("user", {"role": "user", "content": text})
        return
    if place == "agent":
        chain.add("assistant", _said({"type": "text", "text": text}, at))
        return
    name, given, answer = _claude_call(at, place, text)
    chain.add("assistant", _said({"type": "tool_use", "id": f"toolu_{at}", "name": name, "input": given}, at))
    result = {"type": "tool_result", "tool_use_id": f"toolu_{at}", "content": answer, "is_error": name == "Bash"}
    chain.add("user", {"role": "user", "content": [result]})


def _claude_call(at: int, place: str, text: str) -> tuple[str, dict[str, Any], str]:
    if place == "edit":
        return "Write", {"file_path": "shop/conf.txt", "content": text}, "File created successfully"
    if place == "plan":
        steps = text.split(STEP_BREAK)
        return "TodoWrite", {"todos": [{"content": one, "status": "pending", "activeForm": one} for one in steps]}, "ok"
    shown = text if place == "command" else f"pytest -q tests/test_part{at}.py"
    return "Bash", {"command": shown}, "Exit code 1\n" + ("1 failed" if place == "command" else f"{text}\n1 failed")
