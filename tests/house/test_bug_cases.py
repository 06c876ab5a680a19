"""The table of reported faults and the tests that hold them say the same."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/capabilities/session_log/bug_cases.md").read_text(encoding="utf-8")
CASES = ROOT / "tests/capabilities/session_log/cases"


def names_in(path):
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def test_every_numbered_case_has_a_row_with_a_test_or_a_reason():
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| (.+) \|$", TABLE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 63))
    for number, held in rows:
        assert held.startswith("none: ") or f"::test_case_{int(number):02d}_" in held


def test_every_test_that_the_table_names_exists_and_every_case_is_named():
    named = {(file, name) for file, name in re.findall(r"`(\w+\.py)::(\w+)`", TABLE)}
    there = {(path.name, name) for path in CASES.glob("test_*.py") for name in names_in(path) if "case_" in name}
    assert named == there
