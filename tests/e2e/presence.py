"""Are the tools in the first request that a model gets? ``python -m tests.e2e.presence [RUNS]`` counts, with the real clients.

The server is registered plainly: no ``required`` for Codex, no ``alwaysLoad`` for Claude Code. With ``--nothing-kept`` it
finds no kept answers at any start, as it was before the quick start.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.clients import FOLDER, Clients, find_programs
from tests.e2e.scripted_model import AnthropicMessages, OpenAIResponses, Say, serving

ROOT = Path(__file__).parents[2]
SCRIPT = """#!{python}
import sys

sys.path.insert(1, {root!r})
from butler.launcher import main

raise SystemExit(main())
"""
"""The script ``butler-mcp``, for a checkout that is not installed."""
TOOL = "handover_read"


@dataclass(frozen=True, slots=True)
class Stage:
    """The clients in a scratch home with a project, and a server that both know of."""

    clients: Clients
    server: Path

    @classmethod
    def build(cls, programs: tuple[Path, Path], top: Path) -> Stage:
        """Make home, project and server below ``top``."""
        home, project = top / "home", top / "home" / "shop"
        project.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(project)], check=True)
        script = top / "butler-mcp"
        script.write_text(SCRIPT.format(python=sys.executable, root=str(ROOT)), encoding="utf-8")
        script.chmod(0o755)
        (home / ".codex").mkdir()
        (home / ".codex" / "config.toml").write_text(f'[mcp_servers.butler]\ncommand = "{script}"\n', encoding="utf-8")
        entry = {"mcpServers": {"butler": {"type": "stdio", "command": str(script), "args": []}}}
        (home / "mcp.json").write_text(json.dumps(entry), encoding="utf-8")
        return cls(Clients(*programs, home, project), script)

    def keep_answers(self) -> None:
        """Start the server once, as an installation does."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.clients.home), "LANG": "C.UTF-8"}
        subprocess.run([self.server], stdin=subprocess.DEVNULL, env=environment, cwd=self.clients.project, check=True)

    def forget_answers(self) -> None:
        """Remove what the server keeps."""
        shutil.rmtree(self.clients.home / ".local/share/butler/start", ignore_errors=True)

    def codex_is_shown_the_tools(self) -> bool:
        """Whether the first request of ``codex exec`` names the server's tools or their namespace."""
        with serving([Say("Done.")], OpenAIResponses) as model:
            ran = self.clients.run_codex(model, "-s", "read-only", "exec", "--json", "Say done.")
            assert ran.code == 0, ran.errors
            return "mcp__butler" in json.dumps(model.requests[0])

    def claude_is_shown_the_tools(self) -> bool:
        """Whether the first request of ``claude -p`` that has tools names the server's."""
        connection = ("--mcp-config", str(self.clients.home / "mcp.json"), "--strict-mcp-config")
        with serving([Say("Done.")], AnthropicMessages) as model:
            ran = self.clients.run_claude(model, "-p", "Say done.", *connection)
            assert ran.code == 0, ran.errors
            asked = next(request for request in model.requests if request.get("tools"))
            return f"mcp__butler__{TOOL}" in json.dumps(asked)


def main() -> None:
    """Print how often each client's model saw the tools at once."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.presence", description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=20)
    parser.add_argument("--nothing-kept", action="store_true")
    options = parser.parse_args()
    programs = find_programs(os.environ)
    if programs is None:
        raise SystemExit(f"{FOLDER} names no folder with the clients")
    with tempfile.TemporaryDirectory(prefix="butler-presence-") as name:
        stage = Stage.build(programs, Path(name))
        stage.keep_answers()
        seen = {"codex exec": 0, "claude -p": 0}
        for _ in range(options.runs):
            for client, shown in (
                ("codex exec", stage.codex_is_shown_the_tools),
                ("claude -p", stage.claude_is_shown_the_tools),
            ):
                if options.nothing_kept:
                    stage.forget_answers()
                seen[client] += shown()
    for client, count in seen.items():
        print(f"{client}: tools in the first request {count} of {options.runs}")


if __name__ == "__main__":
    main()
