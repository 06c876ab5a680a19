"""An anchor of a document goes back in as it was printed: over MCP and from the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from butler.house import Start, hire_staff
from butler.mcp_facade import create_facade, import_fastmcp
from tests.capabilities.session_log.rollouts import Session

import_fastmcp()

from fastmcp import Client  # noqa: E402

ROOT = Path(__file__).parents[3]
FIRST, SECOND = "Begin the price list", "Sort the price list"


@pytest.fixture
def fork(logs: Any, project: Path) -> Session:
    """A fork with one turn of its own."""
    first = Session(logs, project, 1).turn(FIRST).write()
    return Session(logs, project, 2, first.base()).turn(SECOND).write()


@pytest.mark.parametrize("era", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("arguments", "anchor"),
    [
        ({"line": "[S2:L3]"}, "[S2:L3]"),
        ({"line": "S2:L3"}, "[S2:L3]"),
        ({"line": "L3"}, "[L3]"),
        ({"line": "3"}, "[L3]"),
        ({"line": 3}, "[L3]"),
        ({"line": 3, "part": ":S2"}, "[S2:L3]"),
    ],
)
async def test_over_mcp_an_anchor_opens_the_line_that_it_names(
    start: Start, logs: Any, fork: Session, era: str, arguments: dict[str, Any], anchor: str
) -> None:
    asked = {"session": logs.uuid(2) + arguments.get("part", ""), "line": arguments["line"], "count": 1}
    async with Client(create_facade(start, hire_staff()), mode=era) as brain:
        answer = (await brain.call_tool("session_log_read", asked)).structured_content
    shown = answer["data"]["entries"][-1]
    assert (shown["anchor"], shown["text"]) == (anchor, FIRST if "S2" in anchor else SECOND)


def butler(home: Path, project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "butler", *arguments],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_on_the_command_line_an_anchor_opens_the_line_that_it_names(
    home: Path, project: Path, logs: Any, fork: Session
) -> None:
    for line, text in (("S2:L3", FIRST), ("[S2:L3]", FIRST), ("3", SECOND)):
        done = butler(home, project, "session-log", "read", logs.uuid(2), "--line", line, "--count", "1", "--json")
        assert json.loads(done.stdout)["data"]["entries"][-1]["text"] == text
    wrong = butler(home, project, "session-log", "read", logs.uuid(2), "--line", "S2")
    assert wrong.returncode != 0
    assert "S2:L45" in wrong.stderr + wrong.stdout
