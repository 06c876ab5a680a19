"""What every test with the real clients shares: when it is skipped, and a scratch project with Butler connected to both."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from butler.demo.build import build_project
from butler.process import run
from tests.e2e.clients import FOLDER, Clients, Ran, find_programs
from tests.e2e.scripted_model import AnthropicMessages, Call, OpenAIResponses, Script, ScriptedModel, serving

PROGRAMS = find_programs(os.environ)
ROOT = Path(__file__).parents[2]
CODE_MODE = ("-m", "gpt-6.2-sol")
"""A model name for which Codex offers one tool, ``exec``, whose scripts call all others."""

needs_clients = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        PROGRAMS is None, reason=f"no real clients: {FOLDER} names no folder with them (.ci/run installs them)"
    ),
]


class Scene:
    """One scratch home and project, and both clients with Butler as their MCP server."""

    def __init__(self, folder: Path, names: tuple[str, ...] = ()) -> None:
        assert PROGRAMS is not None
        self.project = build_project(folder / "bookshop", run)
        self.clients = Clients(*PROGRAMS, folder, self.project)
        program = folder / "butler-mcp"
        lines = ("#!/bin/sh", f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m butler serve')
        program.write_text("\n".join(lines) + "\n", encoding="utf-8")
        program.chmod(0o755)
        self._connection = self.clients.add_mcp_server("butler", program)
        if names:
            with (folder / ".codex" / "config.toml").open("a", encoding="utf-8") as settings:
                settings.write(f"env_vars = {json.dumps(names)}\n")

    def beside(self, project: Path) -> Scene:
        """The same home and connection, in another folder."""
        other = copy(self)
        other.project, other.clients = project, replace(self.clients, project=project)
        return other

    def handovers(self) -> dict[str, bytes]:
        """The handovers on disk and their index."""
        folder = self.project / "session_logs" / "handover"
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".lock"}

    def handover(self, handover: str) -> str:
        """The file of one handover, by its id."""
        subject, stamp, client = re.fullmatch(r"(.+)-(\d{8}T\d{6}Z)-(.+)", handover).groups()
        return self.handovers()[f"{subject}_{stamp}_{client}.md"].decode()

    @contextmanager
    def codex(
        self,
        script: Script,
        *words: str,
        extra: Mapping[str, str] | None = None,
        asked: str = "Go on.",
        code: int = 0,
    ) -> Iterator[tuple[str, ScriptedModel]]:
        """Run ``codex exec WORDS ASKED``; the id of its session, and the model with all that it was sent."""
        with serving(script, OpenAIResponses) as model:
            ran = self.clients.run_codex(
                model, "-s", "danger-full-access", "exec", *words, "--json", asked, extra=extra
            )
            assert ran.code == code, ran.errors
            started = next(json.loads(line) for line in ran.output.splitlines() if '"thread.started"' in line)
            yield started["thread_id"], model

    @contextmanager
    def claude(
        self, script: Script, *words: str, extra: Mapping[str, str] | None = None, asked: str = "Go on."
    ) -> Iterator[tuple[str, ScriptedModel]]:
        """Run ``claude -p ASKED WORDS``; the id of its session, and the model with all that it was sent."""
        with serving(script, AnthropicMessages) as model:
            options = ("--output-format", "json", *self.claude_options())
            ran = self.clients.run_claude(model, "-p", asked, *words, *options, extra=extra)
            assert ran.code == 0, ran.errors
            yield json.loads(ran.output)["session_id"], model

    def talk(self, model: ScriptedModel, lines: list[str]) -> Ran:
        """Say ``lines`` to one running Claude Code."""
        return self.clients.talk_to_claude(model, lines, *self.claude_options())

    def claude_options(self) -> tuple[str, ...]:
        """What Claude Code is told of Butler: where it is, and that its tools may be called."""
        return (*self._connection, "--allowedTools", "mcp__butler__*", "Agent", "Bash")


def codex_call(tool: str, **arguments: Any) -> Call:
    """A call of ours in Codex's classic tools."""
    return Call(tool, arguments, space="mcp__butler")


def script_call(tool: str, shown: str = "r.content[0].text", **arguments: Any) -> Call:
    """A call of ours in Codex's code mode, and what the script prints of its result ``r``."""
    return Call("exec", free=f"const r = await tools.mcp__butler__{tool}({json.dumps(arguments)}); text({shown});")


def claude_call(tool: str, **arguments: Any) -> Call:
    """A call of ours in Claude Code."""
    return Call(f"mcp__butler__{tool}", arguments)


def answer_in(result: str) -> dict[str, Any]:
    """The envelope in what a model was shown of a tool call; clients write words before and behind it."""
    found: dict[str, Any] = json.JSONDecoder().raw_decode(result, result.index('{"status"'))[0]
    return found
