"""The session_log maid is deterministic and uses no model: the same entries give the same facts, whoever asks when."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from butler.maids.session_log_worker import gather
from tests.stories import FOLDER, Story

ROOT = Path(__file__).parents[1]
MAIDS = sorted((ROOT / "butler" / "maids").glob("session_log_*.py"))
FORBIDDEN = {
    "openai", "anthropic", "transformers", "torch", "llama_cpp", "ollama", "litellm", "httpx", "requests", "urllib", "socket",
    "random", "secrets", "time", "os", "pathlib", "subprocess", "threading", "asyncio",
}  # fmt: skip


def told() -> Story:
    story = Story()
    story.asks("Mend the price list, never round prices")
    story.reads(f"{FOLDER}/shop/prices.py")
    story.runs("pytest -q", 1, "FAILED tests/test_prices.py::test_list - assert 1\n1 failed in 0.1s\n")
    story.edits(f"{FOLDER}/shop/prices.py", "+def prices():\n")
    story.runs("pytest -q | tail -1", 0, "3 passed in 0.1s\n")
    story.plans(("Mend the list", "completed"), ("Write the tax table", "pending"))
    story.ends("The cause was a missing `prices()`; all tests pass. Do you want a tax table?")
    story.asks("yes")
    return story


def test_the_same_entries_give_the_same_facts():
    assert gather(told().entries) == gather(told().entries)


def test_facts_do_not_depend_on_how_entries_are_handed_over():
    assert gather(iter(told().entries)) == gather(tuple(told().entries))


def test_facts_are_the_same_under_any_hash_seed():
    code = "from tests.test_session_log_non_llm_maid import told\nfrom butler.maids.session_log_worker import gather\nprint(repr(gather(told().entries)))"
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(seen) == 1


@pytest.mark.parametrize("path", MAIDS, ids=lambda path: path.stem)
def test_the_maid_imports_no_model_network_clock_or_disk(path):
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    assert not found & FORBIDDEN


def test_a_line_without_a_clock_is_fine():
    story = told()
    undated = [
        type(entry)(**{**{n: getattr(entry, n) for n in entry.__slots__}, "at": None}) for entry in story.entries
    ]
    assert gather(undated).session.started_at is None
