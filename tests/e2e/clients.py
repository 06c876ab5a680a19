"""The real Codex CLI and Claude Code, run once each with an environment made from nothing and a model on 127.0.0.1.

They are found in the folder that ``BUTLER_TEST_CLIENTS`` names: it holds ``node_modules`` with the platform packages
(``.ci/run`` installs them). Without it the tests that need them are skipped, with that reason.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.scripted_model import ScriptedModel

FOLDER = "BUTLER_TEST_CLIENTS"
CODEX_MODEL = "gpt-5.5"
"""A model name for which Codex offers its classic tools: ``exec_command``, ``apply_patch``, MCP by namespace."""
CLAUDE_MODEL = "claude-sonnet-4-5"
"""A model name for which Claude Code offers its task tools."""
LIMIT = 120
"""Seconds for one run; 2 to 8 are usual."""
PATIENCE = 90
"""Seconds that a client waits for an MCP server to start; 1 is usual, a busy machine needs many."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a client ended and what it printed."""

    code: int
    output: str
    errors: str


@dataclass(frozen=True, slots=True)
class Clients:
    """The two programs, and the places of one scratch run: a home folder, a project, more folders for the path."""

    codex: Path
    claude: Path
    home: Path
    project: Path
    programs: tuple[Path, ...] = ()

    def run_codex(self, model: ScriptedModel, *arguments: str, extra: Mapping[str, str] | None = None) -> Ran:
        """Run ``codex ARGUMENTS`` (for example ``exec --json "do it"``) against ``model``."""
        provider = (
            f'{{name="scripted",base_url="{model.url}/v1",wire_api="responses",env_key="SCRIPTED_KEY",'
            "request_max_retries=0,stream_max_retries=0}"
        )
        settings = (
            'model_provider="scripted"',
            f"model_providers.scripted={provider}",
            f'model="{CODEX_MODEL}"',
            "check_for_update_on_startup=false",
            "analytics.enabled=false",
            "features.plugins=false",
            "tools.update_plan={enabled=true}",
        )
        options = [word for setting in settings for word in ("-c", setting)]
        return self._run([str(self.codex), *options, *arguments], {"SCRIPTED_KEY": "none", **(extra or {})})

    def run_claude(self, model: ScriptedModel, *arguments: str, extra: Mapping[str, str] | None = None) -> Ran:
        """Run ``claude ARGUMENTS`` (for example ``-p "do it"``) against ``model``."""
        environment = {**self._claude_environment(model), **(extra or {})}
        return self._run([str(self.claude), "--model", CLAUDE_MODEL, *arguments], environment)

    @staticmethod
    def _claude_environment(model: ScriptedModel) -> dict[str, str]:
        return {
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "none",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_ENABLE_TASKS": "1",
            "MCP_TIMEOUT": str(PATIENCE * 1000),
        }

    def talk_to_claude(self, model: ScriptedModel, lines: Sequence[str], *arguments: str) -> Ran:
        """Say one line after the other to one running Claude Code, each when it has answered the one before."""
        streamed = ("-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
        command = [str(self.claude), "--model", CLAUDE_MODEL, *streamed, *arguments]
        with self._start(command, self._claude_environment(model), stdin=subprocess.PIPE) as process:
            clock = threading.Timer(LIMIT, os.killpg, (process.pid, signal.SIGKILL))
            clock.start()
            assert process.stdin is not None and process.stdout is not None
            said: list[bytes] = []
            for line in lines:
                message = {"type": "user", "message": {"role": "user", "content": line}}
                process.stdin.write(json.dumps(message).encode() + b"\n")
                process.stdin.flush()
                for answer in process.stdout:
                    said.append(answer)
                    if b'"type":"result"' in answer:
                        break
            process.stdin.close()
            rest, errors = process.stdout.read(), process.stderr.read() if process.stderr else b""
            clock.cancel()
        return Ran(
            process.wait(), b"".join([*said, rest]).decode("utf-8", "replace"), errors.decode("utf-8", "replace")
        )

    def add_mcp_server(self, name: str, program: Path) -> tuple[str, ...]:
        """Tell both clients of an MCP server; return the arguments that Claude Code needs for it."""
        settings = self.home / ".codex" / "config.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        lines = (
            f"[mcp_servers.{name}]",
            f'command = "{program}"',
            "required = true",
            f"startup_timeout_sec = {PATIENCE}",
        )
        settings.write_text("\n".join(lines) + "\n", encoding="utf-8")
        server = {"type": "stdio", "command": str(program), "args": [], "alwaysLoad": True}
        file = self.home / "mcp.json"
        file.write_text(json.dumps({"mcpServers": {name: server}}), encoding="utf-8")
        return ("--mcp-config", str(file), "--strict-mcp-config")

    def session_logs(self) -> Iterator[Path]:
        """The session logs that the runs left in the home folder."""
        yield from sorted(self.home.glob(".codex/sessions/**/rollout-*.jsonl"))
        yield from sorted(self.home.glob(".claude/projects/*/*.jsonl"))

    def _run(self, command: Sequence[str], environment: Mapping[str, str]) -> Ran:
        with self._start(command, environment) as process:
            try:
                output, errors = process.communicate(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, errors = process.communicate()
        return Ran(process.returncode, output.decode("utf-8", "replace"), errors.decode("utf-8", "replace"))

    def _start(
        self, command: Sequence[str], environment: Mapping[str, str], stdin: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([*map(str, self.programs), "/usr/local/bin", "/usr/bin", "/bin"])
        return subprocess.Popen(
            command,
            cwd=self.project,
            env={"PATH": path, "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "dumb", **environment},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )


def find_programs(environment: Mapping[str, str]) -> tuple[Path, Path] | None:
    """Find ``(codex, claude)`` in the folder that the environment names, or None."""
    folder = environment.get(FOLDER)
    if not folder:
        return None
    modules = Path(folder) / "node_modules"
    codex = sorted(modules.glob("codex-linux/vendor/*/bin/codex"))
    claude = sorted(modules.glob("@anthropic-ai/claude-code-linux-*/claude"))
    return (codex[0], claude[0]) if codex and claude else None
