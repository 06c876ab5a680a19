"""What a command loads: its own parts and no others, so that each starts quickly. Counted in modules, never in seconds."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from butler.calling import find_tool, offered_tools
from butler.commands import COMMANDS
from butler.envelope import ok
from butler.house import Start, hire_staff

ROOT = Path(__file__).parents[1]
SHOW = """
import contextlib, os, sys
from butler.cli import main
with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(*sorted(sys.modules))
"""
COLLECTS = """
import contextlib, gc, sys
from butler.cli import main
found = []
sys.argv = ["butler", "--version"]
for given in (["--version"], None):
    with contextlib.suppress(SystemExit):
        main(given)
    found.insert(0, gc.get_threshold()[0])
print(*found)
"""


@pytest.fixture
def loaded(tmp_path):
    """The modules that are loaded when a command has run in an empty folder."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()

    def run(*arguments):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        done = subprocess.run(
            [sys.executable, "-c", SHOW, *arguments],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return set(done.stdout.split())

    return run


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["nonsense"]])
def test_version_help_and_wrong_usage_need_no_house(loaded, arguments):
    modules = loaded(*arguments)

    assert "butler.cli" in modules
    assert not {"butler.house", "butler.commands.handover", "pydantic", "yaml", "subprocess"} & modules


def test_a_command_loads_the_arguments_of_no_other(loaded):
    modules = loaded("handover", "list")

    assert "butler.commands.handover" in modules
    assert not {f"butler.commands.{name}" for name in ("demo", "doctor", "task", "workspace", "session_log")} & modules


def test_the_list_of_handovers_loads_no_reader_of_logs_and_nothing_that_writes_documents(loaded):
    modules = loaded("handover", "list")

    assert "butler.capabilities.handover.answers" in modules
    unused = ("handover.gathering", "session_log.backend", "session_log.formats.codex_jsonl", "journal.models")
    assert not {f"butler.capabilities.{name}" for name in unused} & modules


def test_preparing_a_handover_loads_neither_the_server_nor_the_validation_of_files(loaded):
    modules = loaded("handover", "prepare", "--notes", "next: write the test")

    assert "butler.capabilities.handover.gathering" in modules
    assert not {"fastmcp", "pydantic", "rich", "butler.capabilities.journal.wire"} & modules


def test_a_program_of_its_own_looks_for_garbage_rarely_and_a_caller_keeps_its_own_ways():
    kept = subprocess.run(
        [sys.executable, "-c", COLLECTS], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )

    own, called = kept.stdout.split()[-2:]
    assert int(called) == gc.get_threshold()[0] < int(own)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_name_plate_leads_to_its_command(loaded, name):
    assert f"butler.commands.{COMMANDS[name][0].partition(':')[0]}" in loaded(name, "--help")


def test_a_tool_is_found_by_its_name_wherever_its_room_is():
    start, staff = Start(flags={}), hire_staff()

    for tool in offered_tools(start, staff):
        assert find_tool(tool.name, start, staff) == tool
    assert find_tool("task_create", start, staff) is None  # no journal is open
    assert find_tool("nothing_of_ours", start, staff) is None


def test_an_answer_holds_json_values_and_nothing_else():
    answer = ok("Done.", {"rows": ({"n": 1, "x": None}, "two"), 3: 0.5})

    assert answer.wire() == {
        "status": "ok",
        "summary": "Done.",
        "data": {"rows": [{"n": 1, "x": None}, "two"], "3": 0.5},
    }
    with pytest.raises(TypeError, match="set is no JSON value"):
        ok("Done.", {"rows": {1, 2}}).wire()
