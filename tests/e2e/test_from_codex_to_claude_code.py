"""The main job with the real clients: Codex CLI writes the handover, Claude Code's model is shown it."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from butler.demo.build import build_project
from butler.process import run
from tests.e2e.clients import FOLDER, Clients, find_programs
from tests.e2e.scripted_model import AnthropicMessages, Call, OpenAIResponses, Say, serving

PROGRAMS = find_programs(os.environ)
SERVER = Path(sys.executable).with_name("butler-mcp")
REQUEST = "Finish issue 49 and leave the CSV export alone."
NOTES = "Decision: raise ReservationError, never return False\nNext: let cancel() serve the waiting list"
SECTIONS = (
    *("METADATA", "CURRENT_STATE", "DISCOVERY", "DECISION", "NEXT_ACTION", "BLOCKED / PENDING", "RISKS"),
    *("CODEBASE_ANCHORS", "HANDOFF_PROMPT"),
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        PROGRAMS is None, reason=f"no real clients: {FOLDER} names no folder with them (.ci/run installs them)"
    ),
    pytest.mark.skipif(not SERVER.exists(), reason="butler-mcp is not installed beside this Python"),
]


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    assert PROGRAMS is not None
    project = build_project(tmp_path / "bookshop", run)
    return Clients(*PROGRAMS, tmp_path, project)


def hand_over(clients: Clients) -> str:
    """Let Codex do a little and call handover_prepare; return the id of its session."""
    script = [
        Say("I look at the tree first.", [Call("exec_command", {"cmd": "git log --oneline -1"})]),
        Say(calls=[Call("handover_prepare", {"issue_id": "49", "notes": NOTES}, space="mcp__butler")]),
        Say("Handed over."),
    ]
    with serving(script, OpenAIResponses) as model:
        ran = clients.run_codex(model, "-s", "danger-full-access", "exec", "--json", REQUEST)
        assert ran.code == 0, ran.errors
        answer = answer_in(model.last_tool_result())
    assert answer["status"] == "ok", answer
    started = next(json.loads(line) for line in ran.output.splitlines() if '"thread.started"' in line)
    return started["thread_id"]


def take_over(clients: Clients, connection: tuple[str, ...]) -> str:
    """Let Claude Code call handover_read; return all that its model was sent after that."""
    script = [Say(calls=[Call("mcp__butler__handover_read", {"issue_id": "49"})]), Say("I have read it.")]
    with serving(script, AnthropicMessages) as model:
        ran = clients.run_claude(model, "-p", "Take over issue 49.", *connection, "--allowedTools", "mcp__butler__*")
        assert ran.code == 0, ran.errors
        return model.last_tool_result()


def answer_in(result: str) -> dict:
    """The envelope in what a model was shown of a tool call; clients write words before and behind it."""
    return json.JSONDecoder().raw_decode(result, result.index("{"))[0]


def handover_files(project: Path) -> dict[str, bytes]:
    folder = project / "session_logs" / "handover"
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".lock"}


def test_what_codex_hands_over_is_shown_to_the_model_of_claude_code(clients):
    connection = clients.add_mcp_server("butler", SERVER)
    session = hand_over(clients)

    files = handover_files(clients.project)
    snapshot, latest, index = sorted(files, key=lambda name: (name == "index.json", name.endswith("_latest.md")))
    assert re.fullmatch(r"issue-49_\d{8}T\d{6}Z_codex\.md", snapshot)
    assert (latest, index) == ("issue-49_latest.md", "index.json")
    assert files[latest] == files[snapshot]
    document = files[snapshot].decode()
    assert tuple(re.findall(r"^## (.+)$", document, re.MULTILINE)) == SECTIONS

    shown = take_over(clients, connection)
    head, text = shown.split("\n\n---\n\n", 1)
    assert head.startswith("Handover issue-49-")
    assert text.startswith(document)
    for words in (
        REQUEST,
        session,
        "raise ReservationError, never return False",
        "let cancel() serve the waiting list",
        "Second reservation of the same copy",
    ):
        assert words in document
    assert handover_files(clients.project) == files
