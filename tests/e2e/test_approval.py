"""Approval: after ``butler install`` alone, without a flag for a tool, each client lets its model call every tool of Butler."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from butler.demo.build import build_project
from butler.process import run
from tests.e2e.clients import Clients
from tests.e2e.scripted_model import AnthropicMessages, Call, OpenAIResponses, Say, serving
from tests.e2e.with_clients import CODE_MODE, PROGRAMS, claude_call, codex_call, needs_clients, script_call

BUTLER = Path(sys.executable).with_name("butler")
CALLS: Mapping[str, Mapping[str, Any]] = {
    "work_start": {"issue_id": 49},
    "session_log_mark": {"note": "decision: 先着順にします"},
    "session_log_read": {},
    "session_log_summarize": {},
    "issue_list": {},
    "issue_read": {"issue_id": 49},
    "work_observe": {},
    "handover_prepare": {"notes": "next: hand the copy on"},
    "handover_read": {},
    "handover_list": {},
    "work_finish": {},
}

pytestmark = [
    *needs_clients,
    pytest.mark.skipif(not BUTLER.exists(), reason="butler is not installed beside this Python"),
]


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Clients:
    """Both clients in a home that holds nothing but what ``butler install`` wrote."""
    assert PROGRAMS is not None
    folder = tmp_path_factory.mktemp("approval")
    home = folder / "home"
    home.mkdir()
    made = Clients(*PROGRAMS, home, build_project(folder / "bookshop", run))
    for words in (("install", "codex"), ("install", "claude-code", "--approve")):
        subprocess.run(
            [str(BUTLER), *words],
            cwd=made.project,
            env={"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"},
            capture_output=True,
            check=True,
        )
    return made


def script(call: Callable[..., Call]) -> list[Say]:
    """One call of each tool after the other."""
    return [*(Say(calls=[call(tool, **arguments)]) for tool, arguments in CALLS.items()), Say("Done.")]


def refused(results: list[str]) -> dict[str, str]:
    """The tools whose answer is not Butler's own good one."""
    assert len(results) == len(CALLS)
    good = ('{"status":"ok"', "\n## METADATA\n")
    return {tool: words for tool, words in zip(CALLS, results, strict=True) if not any(one in words for one in good)}


@pytest.mark.parametrize(("call", "words"), [(codex_call, ()), (script_call, CODE_MODE)], ids=["classic", "code mode"])
def test_codex_exec_calls_every_tool_without_a_flag(
    clients: Clients, call: Callable[..., Call], words: tuple[str, ...]
) -> None:
    with serving(script(call), OpenAIResponses) as model:
        ran = clients.run_codex(model, "exec", *words, "--json", "Use all of them.")
        assert ran.code == 0, ran.errors
        assert refused(model.tool_results()) == {}
        offered = json.dumps(model.requests[0])
    assert "mcp__butler" in offered


def test_claude_code_calls_every_tool_with_the_permission_that_install_wrote(clients: Clients) -> None:
    with serving(script(claude_call), AnthropicMessages) as model:
        ran = clients.run_claude(model, "-p", "Use all of them.")
        assert ran.code == 0, ran.errors
        assert refused(model.tool_results()) == {}
        offered = {tool["name"] for request in model.requests for tool in request.get("tools", [])}
    assert {name.removeprefix("mcp__butler__") for name in offered if "butler" in name} == set(CALLS)
