"""Registered by ``butler install`` in a clean home folder: the real clients see and call the tools, and it can be taken back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from butler.demo.build import build_project
from butler.process import run
from tests.e2e.clients import FOLDER, Clients, find_programs
from tests.e2e.scripted_model import AnthropicMessages, Call, OpenAIResponses, Say, serving

PROGRAMS = find_programs(os.environ)
BUTLER = Path(sys.executable).with_name("butler")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        PROGRAMS is None, reason=f"no real clients: {FOLDER} names no folder with them (.ci/run installs them)"
    ),
    pytest.mark.skipif(not BUTLER.exists(), reason="butler is not installed beside this Python"),
]


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    assert PROGRAMS is not None
    home = tmp_path / "home"
    home.mkdir()
    project = build_project(tmp_path / "bookshop", run)
    return Clients(*PROGRAMS, home, project)


def butler(clients: Clients, *words: str) -> dict[str, Any]:
    """Run the installed command as a person would, in the clean home folder; return its answer."""
    done = subprocess.run(
        [str(BUTLER), *words, "--json"],
        cwd=clients.project,
        env={"HOME": str(clients.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True,
        check=False,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["status"] == "ok", answer
    return answer["data"]


def call_from_codex(clients: Clients) -> str:
    """Let Codex call a tool; return what its model was sent."""
    script = [Say(calls=[Call("handover_list", {}, space="mcp__butler")]), Say("Seen.")]
    with serving(script, OpenAIResponses) as model:
        ran = clients.run_codex(model, "-s", "danger-full-access", "exec", "--json", "List the handovers.")
        assert ran.code == 0, ran.errors
        return model.last_tool_result()


def call_from_claude(clients: Clients) -> str:
    """Let Claude Code call a tool without any option about tools; return what its model was sent."""
    script = [Say(calls=[Call("mcp__butler__handover_list", {})]), Say("Seen.")]
    with serving(script, AnthropicMessages) as model:
        ran = clients.run_claude(model, "-p", "List the handovers.")
        assert ran.code == 0, ran.errors
        return model.last_tool_result()


def codex_servers(clients: Clients) -> dict[str, Any]:
    with serving([], OpenAIResponses) as model:
        ran = clients.run_codex(model, "mcp", "list", "--json")
    assert ran.code == 0, ran.errors
    return {one["name"]: one for one in json.loads(ran.output)}


@pytest.mark.parametrize("scope", ["user", "project"])
def test_codex_lists_and_calls_what_was_installed(clients: Clients, scope: str) -> None:
    if scope == "project":  # trusted by the user, and the bare command on the path
        trust = clients.home / ".codex" / "config.toml"
        trust.parent.mkdir()
        trust.write_text(f'[projects."{clients.project}"]\ntrust_level = "trusted"\n')
        clients = Clients(clients.codex, clients.claude, clients.home, clients.project, (BUTLER.parent,))
    butler(clients, "install", "codex", "--scope", scope)
    transport = codex_servers(clients)["butler"]["transport"]
    assert transport["command"] == ("butler-mcp" if scope == "project" else str(BUTLER.with_name("butler-mcp")))
    assert transport["env_vars"] == ["CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
    assert '"handovers":[]' in call_from_codex(clients)


def test_after_codex_wrote_its_file_exactly_our_entry_goes(clients: Clients) -> None:
    file = clients.home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_bytes(b'# mine\nmodel_reasoning_effort = "low"  # and why')
    butler(clients, "install", "codex", "--required")
    call_from_codex(clients)
    with serving([], OpenAIResponses) as model:
        assert clients.run_codex(model, "mcp", "add", "other", "--env", "A=b", "--", "/bin/true").code == 0
    between = file.read_text()
    assert "[mcp_servers.other]" in between
    butler(clients, "uninstall", "codex")
    start, rest = between.split("\n[mcp_servers.butler]\n")
    assert file.read_text() == start + rest[rest.index("\n[mcp_servers.other]") :]
    assert list(codex_servers(clients)) == ["other"]


@pytest.mark.parametrize("scope", ["user", "local", "project"])
def test_claude_code_calls_what_was_installed_and_exactly_our_entries_go(clients: Clients, scope: str) -> None:
    clients = Clients(clients.codex, clients.claude, clients.home, clients.project, (BUTLER.parent,))
    butler(clients, "install", "claude-code", "--approve", "--scope", scope)
    assert '"handovers":[]' in call_from_claude(clients)
    file = clients.home / ".claude.json"
    between = json.loads(file.read_text())
    assert len(between) > 3  # the client wrote its own things

    butler(clients, "uninstall", "claude-code")
    left = json.loads(file.read_text())
    assert "butler-mcp" not in file.read_text()
    ours = {"user": "mcpServers", "local": "projects"}
    if scope in ours:  # made for our entry, and nobody put anything else into it
        assert "butler-mcp" in json.dumps(between.pop(ours[scope]))
    assert left == between and list(left) == list(between)
    assert not (clients.home / ".claude" / "settings.json").exists()
    assert not (clients.project / ".mcp.json").exists()


def test_without_a_permission_claude_code_refuses_the_tool(clients: Clients) -> None:
    butler(clients, "install", "claude-code")
    assert '"handovers":[]' not in call_from_claude(clients)
