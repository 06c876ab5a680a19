"""The journal from a shell: the same functions, the same rights."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from butler.capabilities.journal.backend import record_decision
from butler.capabilities.journal.transfer import export_bytes
from tests.capabilities.journal.journals import ISSUE, json_store, new_task

ROOT = Path(__file__).parents[3]


@pytest.fixture
def butler(home, project):
    """Run ``python -m butler`` in the project with a scratch home."""

    def run(*arguments):
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

    return run


OPEN = ["--profile", "me", "--project", "shop"]
WRITE = [*OPEN, "--allow-journal-write"]


def test_the_commands_do_what_the_tools_do(butler, tmp_path):
    made = json.loads(
        butler(
            "task",
            "create",
            "棚の整理",
            *WRITE,
            "--goal",
            "g",
            "--constraints",
            "a",
            "--constraints",
            "b",
            "--related-issues",
            json.dumps(ISSUE),
            "--operation-id",
            "o1",
            "--json",
        ).stdout
    )["data"]
    recorded = butler(
        "task",
        "record",
        made["task_id"],
        "seen",
        *WRITE,
        "--claim",
        "verified",
        "--evidence",
        "run 7",
        "--expected-revision",
        "1",
    )
    task = json.loads(butler("task", "get", made["task_id"], *OPEN, "--json").stdout)["data"]["task"]
    export = tmp_path / "journal-export.json"
    written = butler("workspace-export", *OPEN, "--output", str(export))
    gone = butler("task", "delete", made["task_id"], *WRITE, "--expected-revision", "2")
    back = butler("workspace-import", *WRITE, "--input", str(export))
    twice = butler("workspace-import", *WRITE, "--input", str(export))

    assert [run.returncode for run in (recorded, written, gone, back, twice)] == [0, 0, 0, 0, 1]
    assert (task["constraints"], task["agent_id"], task["revision"]) == (["a", "b"], "command-line", 2)
    assert "import_task_exists" in twice.stderr and "1 Task" in back.stdout
    assert export.stat().st_mode & 0o777 == 0o600
    assert "# 引き継ぎメモ: 棚の整理" in butler("task", "handoff", made["task_id"], *OPEN, "--language", "ja").stdout
    assert "進行中" not in butler("task", "list", *OPEN, "--language", "ja").stdout


@pytest.mark.parametrize("name", ["journal.json", "journal.lock", "new.json"])
def test_an_export_never_replaces_the_journal_itself(butler, home, tmp_path, name):
    butler("task", "create", "x", *WRITE)
    folder = home / ".local/share/butler/profiles/me/workspace"
    (tmp_path / "way").symlink_to(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    elsewhere = ("--data-dir", str(tmp_path / "elsewhere"))
    tries = [
        butler("workspace-export", *OPEN, *more, "--output", str(place / name))
        for place, more in ((folder, ()), (tmp_path / "way", ()), (folder, elsewhere))
    ]

    assert all(run.returncode == 1 and "export_into_data" in run.stderr for run in tries)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_empty_operation_id_is_refused_and_never_made_up(butler, home):
    refused = butler("task", "create", "x", *WRITE, "--operation-id", "")

    assert refused.returncode == 1 and "operation_id" in refused.stderr and "journal_bad_value" in refused.stderr
    assert not (home / ".local").exists()


def test_an_empty_entry_alone_empties_a_list(butler):
    made = json.loads(
        butler("task", "create", "x", *WRITE, "--findings", "a", "--related-issues", json.dumps(ISSUE), "--json").stdout
    )
    task_id = made["data"]["task_id"]
    butler("task", "update", task_id, *WRITE, "--findings", "", "--related-issues", "", "--expected-revision", "1")
    task = json.loads(butler("task", "get", task_id, *OPEN, "--json").stdout)["data"]["task"]

    assert (task["revision"], task["findings"], task["related_issues"], task["results"]) == (2, [], [], None)


@pytest.mark.parametrize("listed", [True, False])
def test_an_import_says_that_it_brought_decisions_of_a_person(butler, tmp_path, listed):
    store = json_store(tmp_path / "data")
    record_decision(store, new_task(store), "use a lock file", 1, "d1")
    export = tmp_path / "journal-export.json"
    whole = json.loads(export_bytes(store.export()))
    if not listed:
        whole["tasks"][0]["user_decisions"] = None
    export.write_text(json.dumps(whole))
    back = butler("workspace-import", *WRITE, "--input", str(export), "--json")

    assert json.loads(back.stdout)["data"]["user_decisions"] == 1


def test_the_commands_have_no_other_rights(butler, home):
    tries = [
        ("task", "create", "x", *OPEN),
        ("task", "create", "x"),
        ("workspace-import", *OPEN, "--input", "none.json"),
    ]
    codes = [butler(*arguments) for arguments in tries]

    assert [run.returncode for run in codes] == [1, 1, 1]
    assert [
        "journal_write_not_allowed" in codes[0].stderr,
        "journal_not_open" in codes[1].stderr,
        "journal_write_not_allowed" in codes[2].stderr,
    ] == [True] * 3
    assert not (home / ".local").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--profile", "me"),
        ("--project", "shop"),
        ("--allow-journal-write",),
        ("--profile", "../me", "--project", "shop"),
    ],
)
def test_a_server_with_half_of_the_flags_does_not_start(butler, arguments):
    refused = butler("serve", *arguments)

    assert refused.returncode == 1 and "journal_" in refused.stderr


def test_a_server_that_may_write_removes_what_a_killed_writer_left(butler, home):
    butler("task", "create", "x", *WRITE)
    orphan = home / ".local/share/butler/profiles/me/workspace/.butler-tmp-0011223344556677"
    orphan.write_bytes(b"half")
    butler("serve", *OPEN)
    left = orphan.exists()
    butler("serve", *WRITE)

    assert left and not orphan.exists()


@pytest.mark.parametrize("given", ['{"provider": "a", "provider": "b"}', '{"issue_id": NaN}', "[1]", "{"])
def test_a_related_issue_is_strict_json(butler, given):
    refused = butler("task", "create", "x", *WRITE, "--related-issues", given)

    assert refused.returncode == 1 and "--related-issues" in refused.stderr and "journal_bad_value" in refused.stderr


def test_no_command_decides_for_the_person(butler):
    made = json.loads(butler("task", "create", "x", *WRITE, "--json").stdout)["data"]
    record = butler(
        "task", "record", made["task_id"], "yes", *WRITE, "--claim", "user_decision", "--expected-revision", "1"
    )
    option = butler("task", "update", made["task_id"], *WRITE, "--user-decisions", "yes", "--expected-revision", "1")

    assert (record.returncode, option.returncode) == (1, 2) and "decision_needs_person" in record.stderr
