"""A folder or file that may not be read ends in one plain sentence or an absence, in every command; never in a traceback.

Root reads everything, so these run without that right (``setpriv`` of util-linux) where the tests run as root.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from butler.looking import closed_folders, files_below, is_file, is_folder, is_there, names_in

ROOT = Path(__file__).parents[1]
_DROP = ["setpriv", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
_LESS = _DROP if os.geteuid() == 0 else []

pytestmark = pytest.mark.skipif(bool(_LESS) and shutil.which("setpriv") is None, reason="root reads everything")

COMMANDS = (
    "handover prepare", "handover prepare --print", "handover read", "handover list", "work observe", "work start",
    "work finish", "issue list", "session-log list", "doctor", "init",
)  # fmt: skip
CLOSED = (
    ".codex", ".codex/sessions", ".claude", ".claude/projects", ".config/butler", ".config", ".local/share/butler",
    ".local/share", "shop/session_logs", "shop/session_logs/handover", "shop/.butler", "shop/.butler/issues",
    "shop/.butler/config.yaml", "shop/.git",
)  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A home folder with everything that Butler looks at."""
    for folder in (".codex/sessions/2026", ".claude/projects/-x", ".config/butler", ".local/share/butler/projects"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".config/butler/config.yaml").write_text("language: en\n")
    shop = tmp_path / "shop"
    (shop / ".butler/issues").mkdir(parents=True)
    (shop / ".butler/config.yaml").write_text("max_tokens: 2000\n")
    (shop / ".butler/issues/49.md").write_text("# Price list\n")
    (shop / "session_logs/handover").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    return tmp_path


_SCRIPT = """
import sys
from butler.cli import main
for command in sys.argv[1:]:
    print("$", command, main(command.split()), flush=True)
"""


@pytest.fixture
def butler(place: Path) -> Callable[..., str]:
    """Runs commands one after the other in one process; gives what all of them said, each with its exit code."""

    def run(*commands: str) -> str:
        answer = subprocess.run(
            [*_LESS, sys.executable, "-c", _SCRIPT, *commands],
            cwd=place / "shop",
            env={"PATH": os.environ["PATH"], "HOME": str(place), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return answer.stdout

    return run


@pytest.mark.slow
@pytest.mark.parametrize("closed", CLOSED)
def test_no_command_breaks_where_a_place_is_closed(place, butler, closed):
    (place / closed).chmod(0)
    try:
        said = butler(*COMMANDS)
    finally:
        (place / closed).chmod(0o700)
    assert "Traceback" not in said and "internal_error" not in said, said
    ended = [line.rsplit(" ", 1) for line in said.splitlines() if line.startswith("$ ")]
    assert [command[2:] for command, _ in ended] == list(COMMANDS), said
    assert {code for _, code in ended} <= {"0", "1"}, said


def test_one_closed_folder_among_the_logs_hides_nothing_but_itself_and_doctor_names_it(place, butler):
    for day in ("01", "02", "03"):
        folder = place / ".codex/sessions/2026/06" / day
        folder.mkdir(parents=True)
        meta = {
            "id": f"0199000{day[1]}-0000-7000-8000-000000000000",
            "cwd": str(place / "shop"),
            "timestamp": "2026-06-03T09:00:00Z",
        }
        line = {"timestamp": f"2026-06-{day}T09:00:00.000Z", "type": "session_meta", "payload": meta}
        (folder / f"rollout-2026-06-{day}T09-00-00-{meta['id']}.jsonl").write_text(json.dumps(line) + "\n")
    (place / ".codex/sessions/2026/06/02").chmod(0)
    try:
        listed, seen = butler("session-log list --json"), butler("doctor")
    finally:
        (place / ".codex/sessions/2026/06/02").chmod(0o700)
    assert "01990001-" in listed and "01990003-" in listed and "01990002-" not in listed
    assert "$ doctor 1" in seen and "sessions/2026/06/02" in seen


def test_one_closed_session_folder_hides_no_other_subagents(place):
    names = [f"01990000-0000-4000-8000-00000000000{number}" for number in range(3)]
    for name in names:
        (place / ".claude/projects/-x" / name / "subagents").mkdir(parents=True)
        (place / ".claude/projects/-x" / name / "subagents/agent-a.jsonl").write_text("{}\n")
    script = (
        "import sys; from pathlib import Path; from butler.brains.claude_code import BRAIN;"
        "print(*sorted(file.parent for file in BRAIN.log_files(Path(sys.argv[1]), ())))"
    )
    (place / ".claude/projects/-x" / names[1]).chmod(0)
    try:
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
        command = [*_LESS, sys.executable, "-c", script, str(place / ".claude")]
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    finally:
        (place / ".claude/projects/-x" / names[1]).chmod(0o700)
    assert found.stdout.split() == [names[0], names[2]]


def test_looking_never_raises(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    (tmp_path / "a").write_text("")
    for odd in (loop, tmp_path / "none", tmp_path / ("x" * 300), tmp_path / "a" / "b"):
        assert (is_there(odd), is_file(odd), is_folder(odd), names_in(odd)) == (False, False, False, [])
        assert (list(files_below(odd)), closed_folders(odd)) == ([], [])
    assert is_there(tmp_path) and is_folder(tmp_path) and is_file(tmp_path / "a")
    assert names_in(tmp_path) == ["a", "loop"]


def test_a_closed_issue_folder_is_not_told_as_missing(place, butler):
    (place / "shop/.butler/issues").chmod(0)
    try:
        said = butler("issue list")
    finally:
        (place / "shop/.butler/issues").chmod(0o700)
    assert ".butler/issues cannot be read" in said and "does not exist" not in said


def test_a_japanese_path_is_the_same_path_under_a_locale_that_has_no_japanese(tmp_path):
    shop = tmp_path / "本屋"
    shop.mkdir()
    subprocess.run(["git", "init", "-q", str(shop)], check=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    ascii_only = environment | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "butler", "work", "observe", "--json"]
    seen = subprocess.run(command, cwd=shop, env=ascii_only, capture_output=True, check=False)
    assert seen.returncode == 0, seen.stderr
    assert json.loads(seen.stdout)["data"]["git"]["branch"], seen.stdout
