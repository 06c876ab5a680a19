"""Watched by the kernel: no connection, no foreign program, no write outside our folders; the environment stays outside."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.security.minting import Mint
from tests.security.scene import Scene

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace"),
]
ROOT = Path(__file__).parents[2]
CALLS = "execve,connect,sendto,bind,listen,open,openat,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,mknod,mknodat,utimensat"
WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
PROBE = re.compile(re.escape(tempfile.gettempdir()) + "/[a-z0-9_]{8}")
"""Python's ``tempfile`` looks whether its folder can be written to when ``portalocker`` is imported, and removes the file."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "prepare": ("handover", "prepare", "--issue", "49", "--notes", "next: go on"),
    "print": ("handover", "prepare", "--print"),
    "read": ("handover", "read", "--issue", "49"),
    "list": ("handover", "list"),
    "doctor": ("doctor",),
    "observe": ("work", "observe"),
    "start": ("work", "start", "--issue", "49"),
    "mark": ("session-log", "mark", "decision: x"),
    "summarize": ("session-log", "summarize"),
    "sessions": ("session-log", "list", "--all"),
    "facts": ("session-log", "facts"),
    "issues": ("issue", "list"),
    "rooms": ("rooms",),
    "refused": ("handover", "read", "--issue", "nowhere"),
}


@dataclass(frozen=True, slots=True)
class Watched:
    """What a program did: programs it started, addresses it called, paths that it changed or opened for writing."""

    programs: tuple[str, ...]
    addresses: tuple[str, ...]
    changed: tuple[str, ...]
    text: str


def watched(
    scene: Scene, command: Sequence[str], *, given: str = "", environment: dict[str, str] | None = None
) -> Watched:
    """Run ``python -m butler`` under strace."""
    log = scene.top / "strace.txt"
    done = subprocess.run(
        [
            "strace",
            "-f",
            "-qq",
            "-y",
            "-s",
            "600",
            "-e",
            f"trace={CALLS}",
            "-o",
            str(log),
            sys.executable,
            "-m",
            "butler",
            *command,
        ],
        cwd=scene.project,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(scene.home),
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
            **(environment or {}),
        },
        input=given.encode(),
        capture_output=True,
        timeout=200,
        check=False,
    )
    lines = log.read_text(errors="replace").splitlines()
    return Watched(
        tuple(dict.fromkeys(_programs(lines))),
        tuple(dict.fromkeys(_addresses(lines))),
        tuple(dict.fromkeys(_changed(lines, scene.project))),
        (done.stdout + done.stderr).decode("utf-8", "replace"),
    )


def _programs(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        found = re.search(r'execve\("([^"]*)".*(?: = 0$|<unfinished)', line)
        if found:
            yield Path(found[1]).name


def _addresses(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if re.search(r"\b(?:connect|sendto|bind|listen)\(", line) and ("AF_INET" in line or "listen(" in line):
            yield line


def _changed(lines: Sequence[str], folder: Path) -> Iterator[str]:
    for line in lines:
        call = re.match(r"\d+\s+(\w+)\((.*?)(?:\)\s+= (?:0|\d+)|\s*<unfinished)", line)
        if not call or call[1] in {"execve", "connect", "sendto", "bind", "listen"}:
            continue
        if call[1] in {"open", "openat"} and not WRITING.search(call[2]):
            continue
        where = re.match(r"(?:AT_FDCWD|\d+)<([^>]*)>", call[2])
        for path in re.findall(r'"((?:[^"\\]|\\.)*)"', call[2]):
            yield os.path.normpath(os.path.join(where[1] if where else folder, path))


def assert_stays_at_home(scene: Scene, seen: Watched) -> None:
    """Only python and git ran, nobody was called, and only our own folders changed."""
    assert {re.sub(r"[\d.]+$", "", name) for name in seen.programs} <= {"python", "git"}, seen.programs
    assert not seen.addresses, seen.addresses
    ours = (scene.project / "session_logs", scene.home / ".local/share")
    allowed = {"/dev/null", "/dev/tty", str(scene.home / ".local")}
    home = [path for path in seen.changed if path in allowed or any(Path(path).is_relative_to(one) for one in ours)]
    outside = [path for path in seen.changed if path not in home and not PROBE.fullmatch(path)]
    assert not outside, outside


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    made = Scene(tmp_path)
    made.issue(49, "Prices", "List the prices.")
    made.codex([("words", "Now list the prices."), ("output", "1 failed")])
    assert made.run("handover", "prepare", "--issue", "49").code == 0
    return made


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_stays_at_home(scene: Scene, name: str) -> None:
    assert_stays_at_home(scene, watched(scene, COMMANDS[name]))


def requests(*calls: tuple[str, dict[str, object]]) -> str:
    """The lines of an MCP client that makes some calls and closes."""
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "codex-mcp-client", "version": "1"},
    }
    lines: list[dict[str, object]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    for at, (tool, arguments) in enumerate(calls, 3):
        params = {"name": tool, "arguments": arguments}
        lines.append({"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": params})
    return "".join(json.dumps(line) + "\n" for line in lines)


CALLED = (("handover_prepare", {"issue_id": 49}), ("handover_read", {}), ("work_observe", {}), ("nonsense", {"a": 1}))


def served(scene: Scene, given: str, environment: dict[str, str]) -> Watched:
    """The server, kept open until it has answered."""
    slow = scene.top / "client.py"
    slow.write_text(
        "import sys, time\nsys.stdout.write(open(sys.argv[1]).read())\nsys.stdout.flush()\ntime.sleep(12)\n"
    )
    asked = scene.top / "asked.jsonl"
    asked.write_text(given)
    log = scene.top / "strace.txt"
    trace = ["strace", "-f", "-qq", "-y", "-s", "600", "-e", f"trace={CALLS}", "-o", str(log)]
    with subprocess.Popen([sys.executable, str(slow), str(asked)], stdout=subprocess.PIPE) as client:
        done = subprocess.run(
            [*trace, sys.executable, "-m", "butler", "serve"],
            cwd=scene.project,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(scene.home),
                "PYTHONPATH": str(ROOT),
                "PYTHONDONTWRITEBYTECODE": "1",
                **environment,
            },
            stdin=client.stdout,
            capture_output=True,
            timeout=200,
            check=False,
        )
    lines = log.read_text(errors="replace").splitlines()
    return Watched(
        tuple(_programs(lines)),
        tuple(_addresses(lines)),
        tuple(_changed(lines, scene.project)),
        (done.stdout + done.stderr).decode("utf-8", "replace"),
    )


def test_the_server_stays_at_home(scene: Scene) -> None:
    seen = served(scene, requests(*CALLED), {})
    assert '"id":4' in seen.text.replace(" ", ""), seen.text[-800:]
    assert_stays_at_home(scene, seen)


class Traps:
    """A repository that would run a program at every turn; each program leaves a file when it runs."""

    def __init__(self, scene: Scene) -> None:
        self.sprung = scene.top / "sprung"
        self.sprung.mkdir()
        self._bin = scene.top / "traps"
        self._bin.mkdir()
        self._set(scene)
        scene.repository.write("shop/prices.py", "PRICES = {1: 2}\n")

    def program(self, name: str) -> str:
        file = self._bin / name
        file.write_text(f"#!/bin/sh\necho ran > '{self.sprung / name}'\ncat\n")
        file.chmod(0o755)
        return str(file)

    def _set(self, scene: Scene) -> None:
        top = scene.project
        (top / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
        scene.repository.commit("attributes")
        (top / "sub").mkdir()
        config = {
            "core.fsmonitor": "fsmonitor",
            "core.pager": "pager",
            "core.editor": "editor",
            "core.sshCommand": "ssh",
            "core.askPass": "askpass",
            "core.gitProxy": "proxy",
            "core.alternateRefsCommand": "alternate",
            "diff.external": "extdiff",
            "diff.evil.command": "diffcommand",
            "diff.evil.textconv": "textconv",
            "filter.evil.clean": "clean",
            "filter.evil.smudge": "smudge",
            "filter.evil.process": "process",
            "merge.evil.driver": "merge",
            "gpg.program": "gpg",
            "gpg.ssh.program": "gpgssh",
            "credential.helper": "credential",
            "sequence.editor": "sequence",
            "interactive.diffFilter": "difffilter",
            "uploadpack.packObjectsHook": "packhook",
            "pager.log": "pagerlog",
            "pager.status": "pagerstatus",
            "alias.st": "alias",
        }
        text = "".join(
            f'[{_section(key)}]\n\t{key.rsplit(".", 1)[1]} = "{self.program(name)}"\n' for key, name in config.items()
        )
        text += (
            '[filter "evil"]\n\trequired = true\n[log]\n\tshowSignature = true\n[status]\n\tsubmoduleSummary = true\n'
        )
        text += f'[remote "origin"]\n\turl = "ext::{self.program("remote")}"\n\tpromisor = true\n\tpartialclonefilter = blob:none\n'
        text += '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n'
        with (top / ".git/config").open("a") as file:
            file.write(text)
        hooks = top / ".git/hooks"
        hooks.mkdir(exist_ok=True)
        for hook in (
            "post-index-change",
            "post-checkout",
            "reference-transaction",
            "fsmonitor-watchman",
            "pre-auto-gc",
        ):
            shutil.copy(self.program(f"hook-{hook}"), hooks / hook)


def _section(key: str) -> str:
    head, *middle, _ = key.split(".")
    return f'{head} "{".".join(middle)}"' if middle else head


@pytest.mark.parametrize("name", ["prepare", "print", "observe", "start", "doctor", "read"])
def test_a_hostile_repository_runs_nothing(scene: Scene, name: str) -> None:
    traps = Traps(scene)
    index = scene.project / ".git/index"
    before = (index.read_bytes(), index.stat().st_mtime_ns)

    seen = watched(scene, COMMANDS[name])

    assert not list(traps.sprung.iterdir())
    assert_stays_at_home(scene, seen)
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before


def test_the_traps_are_real(scene: Scene) -> None:
    traps = Traps(scene)
    for command in (("status",), ("diff", "HEAD"), ("diff",)):
        scene.repository.git(*command, good=(0, 1, 128))
    assert len(list(traps.sprung.iterdir())) >= 2


DOTENV = """BUTLER_LANGUAGE=ja
BUTLER_MAX_TOKENS=800
BUTLER_PLUGINS=evil
BUTLER_ISSUE_SOURCE=none
FASTMCP_LOG_LEVEL=DEBUG
FASTMCP_SHOW_CLI_BANNER=true
PYTHONPATH=/nowhere
HOME=/nowhere
PATH=/nowhere
XDG_DATA_HOME=/nowhere
"""


def test_dotenv_of_a_project_changes_nothing(scene: Scene) -> None:
    plain = [scene.run(*COMMANDS[name]).text for name in ("list", "issues", "rooms", "sessions")]
    for place in (scene.project / ".env", scene.project / ".butler/.env", scene.home / ".env"):
        place.write_text(DOTENV)
    assert [scene.run(*COMMANDS[name]).text for name in ("list", "issues", "rooms", "sessions")] == plain
    seen = served(scene, requests(*CALLED), {})
    assert "DEBUG" not in seen.text
    assert_stays_at_home(scene, seen)


def test_values_of_the_environment_never_appear(scene: Scene) -> None:
    mint = Mint("environment")
    names = (
        "OPENAI_API_KEY",
        "GITHUB_TOKEN",
        "DATABASE_URL",
        "SHOP_MODE",
        "USER_NOTE",
        "CLAUDE_CODE_X",
        "CODEX_X",
        "BUTLER_X",
    )
    values = {name: mint.lower(24) for name in names}
    texts = [
        watched(scene, COMMANDS[name], environment=values).text for name in ("prepare", "print", "doctor", "refused")
    ]
    texts.append(served(scene, requests(*CALLED), values).text)
    texts += [text for _, text in scene.written()]
    for value in values.values():
        assert not any(value in text for text in texts)


def test_errors_hold_no_home_path_no_input_and_no_traceback(scene: Scene) -> None:
    odd = Mint("input").lower(24)
    for command in (
        ("handover", "read", "--issue", f"a/{odd}"),
        ("handover", "read", "--handover", odd),
        ("handover", "prepare", "--since", odd),
        ("handover", "prepare", "--session", f"/{odd}/log.jsonl"),
        ("handover", "prepare", "--session-log", f"{scene.home}/nowhere/{odd}.jsonl"),
        ("handover", "prepare", "--notes", f"@{scene.home}/{odd}"),
        ("handover", "check", f"{scene.home}/nowhere.md"),
        ("issue", "read", f"{odd}/.."),
        ("session-log", "summarize", "--since", odd),
        ("work", "start", "--handover", odd),
    ):
        done = scene.run(*command)
        assert done.code in {1, 2}, command
        assert str(scene.home) not in done.text, (command, done.text)
        assert odd not in done.text, (command, done.text)
        assert "Traceback" not in done.text, command
