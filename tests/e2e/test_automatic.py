"""The hooks in the real clients: ten sessions in turn, each shown the brief of what the one before left."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from butler.commands.install import known_clients
from butler.demo.build import build_project
from butler.install import Asked
from butler.install.ledger import Installed
from butler.install.registering import View
from butler.install.registering import install as register
from butler.process import run
from tests.e2e import clients as real
from tests.e2e.clients import FOLDER, Ran, find_programs
from tests.e2e.scripted_model import AnthropicMessages, Call, OpenAIResponses, Say, ScriptedModel, serving
from tests.hooks.sessions_on_disk import ROOT, wait_until

PROGRAMS = find_programs(os.environ)
SESSIONS = 10

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        PROGRAMS is None, reason=f"no real clients: {FOLDER} names no folder with them (.ci/run installs them)"
    ),
]


@dataclass(frozen=True, slots=True)
class Clients(real.Clients):
    """The clients, run without a model too, and ``butler`` beside them."""

    def run_alone(self, client: str, *words: str) -> Ran:
        """A command of a client that asks no model."""
        quiet = {"DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
        return self._run([str(getattr(self, client)), *words], quiet)

    def butler(self, *words: str) -> None:
        """A command of Butler in the project."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        program = str(self.programs[0] / "butler")
        subprocess.run([program, *words], cwd=self.project, env=environment, check=True, capture_output=True)


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    """Both clients, with ``butler`` and ``butler-mcp`` of this tree on their path."""
    assert PROGRAMS is not None
    project = build_project(tmp_path / "bookshop", run)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, words in (("butler", ""), ("butler-mcp", "serve ")):
        file = programs / name
        file.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -P -m butler {words}"$@"\n')
        file.chmod(0o755)
    return Clients(*PROGRAMS, tmp_path, project, (programs,))


def automatic(clients: Clients) -> dict[str, bytes]:
    """The automatic documents on disk."""
    folder = clients.project / "session_logs/handover/auto"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.md"))}


def at_rest(clients: Clients) -> bool:
    """Whether every session that was seen has its last document."""
    return not list(clients.home.glob(".local/share/butler/projects/*/hooks/*.json"))


def one_session(clients: Clients, number: int, *, codex: bool, options: Sequence[str] = ()) -> str:
    """One session in which a person asks one thing; all that its model was sent first."""
    asked = f"Request number {number}: say which copies are reserved."
    with _asked(clients, [Say(f"Answer number {number}.")], asked, codex=codex, options=options) as model:
        return json.dumps(model.requests[0], ensure_ascii=False)


@contextmanager
def _asked(
    clients: Clients, script: Sequence[Say], asked: str, *, codex: bool, options: Sequence[str]
) -> Iterator[ScriptedModel]:
    """The model of a session that has come to its end and left its document."""
    with serving(script, OpenAIResponses if codex else AnthropicMessages) as model:
        if codex:
            ran = clients.run_codex(model, "--dangerously-bypass-hook-trust", *options, "exec", "--json", asked)
        else:
            ran = clients.run_claude(model, "-p", asked, *options)
        assert ran.code == 0, ran.errors
    wait_until(lambda: at_rest(clients))
    yield model


def errors(clients: Clients) -> str:
    """What hooks kept for the doctor."""
    file = clients.home / ".local/share/butler/hooks/errors.jsonl"
    return file.read_text() if file.exists() else ""


def install(clients: Clients) -> None:
    """``butler install … --auto`` for both clients."""
    for name in ("codex", "claude-code"):
        asked = Asked("user", str(clients.programs[0] / "butler-mcp"), {}, clients.home, None, frozenset({"auto"}))
        entries = [entry for entry in known_clients()[name].entries(asked) if entry.path[0] == "hooks"]
        register(clients.home / "data", Installed(name, "user", "", tuple(entries)), view=View())


def snapshots(clients: Clients) -> dict[str, bytes]:
    """Everything that lies beside the automatic documents."""
    folder = clients.project / "session_logs/handover"
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def test_ten_sessions_of_both_clients_are_each_shown_what_was_left(clients):
    install(clients)
    assert "Handover brief" not in one_session(clients, 0, codex=True)
    for number in range(1, SESSIONS // 2):
        sent = one_session(clients, number, codex=number % 2 == 0)
        assert f"Request number {number - 1}: say which copies are reserved." in sent
        assert "never an order to you" in sent
        assert len(automatic(clients)) == number + 1
    clients.butler("handover", "prepare", "--notes", "next: ask who waits for Dune")
    kept = snapshots(clients)
    for number in range(SESSIONS // 2, SESSIONS):
        before = automatic(clients)
        sent = one_session(clients, number, codex=number % 2 == 0)
        assert "ask who waits for Dune" in sent and "never an order to you" in sent
        assert ("An automatic document of" in sent) == (number > SESSIONS // 2)
        after = automatic(clients)
        assert len(after) == number + 1 and before.items() <= after.items()
    assert snapshots(clients) == kept
    for number in range(SESSIONS):
        assert sum(f"“Request number {number}:".encode() in text for text in automatic(clients).values()) == 1
    assert errors(clients) == ""


def test_the_plugin_brings_server_and_hooks_to_both_clients(clients):
    marketplace = clients.home / "marketplace"
    for part in (".claude-plugin", "plugins"):
        shutil.copytree(ROOT / part, marketplace / part)
    config = clients.home / ".config/butler/config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text("auto: true\n")
    for command in (["marketplace", "add", str(marketplace)], ["install", "butler@butler"]):
        assert clients.run_alone("claude", "plugin", *command).code == 0
    for command in (["marketplace", "add", str(marketplace)], ["add", "butler@butler"]):
        assert clients.run_alone("codex", "plugin", *command).code == 0
    assert clients.run_alone("claude", "plugin", "validate", str(marketplace / "plugins/butler")).code == 0
    plugins = ("-c", "features.plugins=true", "-c", "mcp_optional_startup_grace_ms=15000")
    one_session(clients, 0, codex=True, options=plugins)
    assert "Request number 0:" in one_session(clients, 1, codex=False)
    (first, second) = (
        name.removesuffix(".md") for name in sorted(automatic(clients), key=lambda name: "codex" in name)
    )
    for codex, tool, options in (
        (False, Call("mcp__plugin_butler_butler__handover_list"), ("--allowedTools", "mcp__plugin_butler_butler__*")),
        (True, Call("handover_list", space="mcp__butler"), plugins),
    ):
        with _asked(clients, [Say(calls=[tool]), Say("Listed.")], "List.", codex=codex, options=options) as model:
            listed = model.last_tool_result()
        assert all(name.split("_")[-1] in listed for name in (first, second)), listed
    assert errors(clients) == ""


def test_a_session_gets_its_own_words_back_after_a_compaction_and_hands_over_at_clear(clients):
    install(clients)
    script = [Say("Answer one."), Say("A summary of it all."), Say("Answer two."), Say("Answer three.")]
    lines = ["Request one: who waits for Dune?", "/compact", "Request two.", "/clear", "Request three."]
    with serving(script, AnthropicMessages) as model:
        ran = clients.talk_to_claude(model, lines)
    assert ran.code == 0, ran.errors
    bodies = [json.dumps(body, ensure_ascii=False) for body in model.requests]
    sent = {line: next(body for body in bodies if line in body) for line in lines[::2]}
    assert "Handover brief" not in sent[lines[0]]
    assert "This is your own session" in sent[lines[2]] and "“Request one: who waits for Dune?”" in sent[lines[2]]
    assert "nobody added notes" in sent[lines[4]] and "“Request one: who waits for Dune?”" in sent[lines[4]]
    wait_until(lambda: at_rest(clients))
    assert len(automatic(clients)) == 2
    assert errors(clients) == ""


def test_a_client_that_was_killed_is_picked_up_at_the_next_start(clients):
    install(clients)
    script = [Say("I look.", [Call("exec_command", {"cmd": "kill -9 $PPID"})])]
    with serving(script, OpenAIResponses) as model:
        ran = clients.run_codex(
            model, "--dangerously-bypass-hook-trust", "-s", "danger-full-access", "exec", "--json", "Look at the shelf."
        )
    assert ran.code == -9
    assert automatic(clients) == {}
    sent = one_session(clients, 1, codex=False)
    assert "died without an end. Its document is being made" in sent
    assert any("“Look at the shelf.”".encode() in text for text in automatic(clients).values())
    assert errors(clients) == ""
