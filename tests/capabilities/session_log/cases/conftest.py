"""The writers of small logs that the formats' own tests use, for the numbered cases."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from butler.capabilities.session_log.tools import SessionLogTools
from butler.house import House

FORMATS = Path(__file__).parents[1] / "formats"


def _writers(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"cases_{name}", FORMATS / name / "conftest.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


CODEX = _writers("codex_jsonl")
CLAUDE = _writers("claude_code_jsonl")


@pytest.fixture
def codex() -> Any:
    """An empty Codex log to write."""
    return CODEX.Log()


@pytest.fixture
def read() -> Callable[[Any], Any]:
    """Reads a written Codex log."""
    return lambda log: CODEX.read_lines(log.lines)


@pytest.fixture
def claude() -> Any:
    """An empty Claude Code log to write."""
    return CLAUDE.Log()


@pytest.fixture
def tools(house: House) -> SessionLogTools:
    """The tools of the room."""
    return SessionLogTools(house)
