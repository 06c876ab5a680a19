"""Limits that fail, and names that are explained."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = sorted((ROOT / "butler").rglob("*.py"))


@pytest.mark.parametrize("path", CODE, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_file_outgrows_400_lines_and_no_function_50(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno + 1 <= 50, node.name


@pytest.mark.parametrize("path", CODE, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_module_and_public_name_says_what_it_is_for(path):
    module = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(module)
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name


TEXT_FILES = [
    path
    for path in sorted(ROOT.rglob("*"))
    if path.is_file()
    and path.suffix in {".py", ".md", ".toml", ".txt", ".yaml", ".yml", ".json", ".jsonl", ".j2", ".cfg", ".sh", ""}
    and not {
        ".git",
        ".venv",
        "node_modules",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        "clients",
    }
    & set(path.relative_to(ROOT).parts)
]
FORBIDDEN = re.compile(
    "|".join(
        (
            "/wor" + r"k/(?:main|shared)",
            r"\.\./sha" + "red",
            "/tmp/la" + "b",
            "/root/" + r"\.(?:pyenv|npm|cache|claude|codex)",
            "--index" + "-url",
            "--find" + "-links",
        )
    )
)


@pytest.mark.parametrize("path", TEXT_FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_file_names_a_machine_it_was_made_on(path):
    found = FORBIDDEN.search(path.read_text(encoding="utf-8", errors="replace"))
    assert found is None, found


def test_pinned_requirements_hold_versions_and_hashes_and_nothing_else():
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            text = line.strip().rstrip("\\").strip()
            assert (
                not text
                or text.startswith(("#", "--hash=sha256:"))
                or re.match(r"[A-Za-z0-9._-]+(?:\[[a-z,-]+\])?==[^ ]+", text)
            ), line
            assert not line.startswith("--"), line
