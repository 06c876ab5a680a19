"""A house in which only the work record room is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.calling import call
from butler.capabilities.work_record import CAPABILITY
from butler.capability import Caller, tools_of
from butler.envelope import Envelope
from butler.house import Staff, Start
from butler.issue_sources import markdown_folder, none

CODEX = Caller("codex", "s-1")


@pytest.fixture(scope="session")
def staff() -> Staff:
    """The room and the issue sources."""
    sources = {kind.name: kind for kind in (markdown_folder.SOURCE, none.SOURCE)}
    return Staff({CAPABILITY.name: CAPABILITY}, {}, {}, sources)


@pytest.fixture
def ask(start: Start, staff: Staff, project: Path) -> Callable[..., Envelope]:
    """Call a tool as the facade does: by name, for a caller, with arguments."""
    tools = {tool.name: tool for tool in tools_of(CAPABILITY)}

    def asked(name: str, caller: Caller = CODEX, **arguments: Any) -> Envelope:
        return call(tools[name], caller, arguments, start=start, staff=staff)

    return asked


@pytest.fixture
def put_issue(project: Path) -> Callable[..., Path]:
    """Write an issue file."""

    def put(name: str, text: str) -> Path:
        folder = project / ".butler" / "issues"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    return put
