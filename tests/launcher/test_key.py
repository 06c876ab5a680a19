"""The key changes with everything that decides what the server says at the start, and finding it loads next to nothing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from butler.house import Start
from butler.launcher.key import kept_at

ROOT = Path(__file__).parents[2]
SHOW = """
import json, os, sys
from butler.launcher.key import kept_at, key_of
print(json.dumps([kept_at(sys.argv[1:], os.environ), key_of(sys.argv[1:], os.environ)]))
"""


@pytest.fixture
def state(tmp_path):
    """A copy of the code that may be changed, an installed package beside it, and a home folder."""
    code, packages, home = tmp_path / "code", tmp_path / "packages", tmp_path / "home"
    shutil.copytree(ROOT / "butler", code / "butler", ignore=shutil.ignore_patterns("__pycache__", "capabilities"))
    (packages / "fastmcp-4.2.3.dist-info").mkdir(parents=True)
    (home / ".config/butler").mkdir(parents=True)

    def look(*arguments, **extra):
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": f"{code}:{packages}", **extra}
        command = [sys.executable, "-B", "-c", SHOW, *arguments]
        done = subprocess.run(command, env=environment, cwd=home, capture_output=True, check=True)
        return tuple(json.loads(done.stdout))

    return tmp_path, look


CHANGES = {
    "a line of the code": lambda top: (top / "code/butler/naming.py").write_text("\n"),
    "a new file of the code": lambda top: (top / "code/butler/brains/third.py").write_text(""),
    "a file of the code gone": lambda top: (top / "code/butler/mounts.py").unlink(),
    "another version of a package": lambda top: (top / "packages/fastmcp-4.2.3.dist-info").rename(
        top / "packages/fastmcp-4.2.4.dist-info"
    ),
    "a package more": lambda top: (top / "packages/butler_room-1.0.dist-info").mkdir(),
    "a package installed again": lambda top: (top / "packages/fastmcp-4.2.3.dist-info/RECORD").write_text(""),
    "the user's configuration": lambda top: (top / "home/.config/butler/config.yaml").write_text("plugins: [a]\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_state_is_another_key_in_the_same_file(state, change):
    top, look = state
    place, key = look()
    assert look() == (place, key)
    CHANGES[change](top)

    after = look()
    assert after[0] == place and after[1] != key


def test_other_flags_and_variables_have_another_file_and_another_key(state):
    _, look = state
    plain = look()
    flags = look("--profile", "me", "--project", "shop")
    writing = look("--profile", "me", "--project", "shop", "--allow-journal-write")
    variable = look(BUTLER_PLUGINS="a")

    assert len({plain, flags, writing, variable}) == len({plain[1], flags[1], writing[1], variable[1]}) == 4
    assert len({plain[0], flags[0], writing[0], variable[0]}) == 4
    assert look(LANG="ja_JP.UTF-8") == look(LC_ALL="C") == plain
    assert look(PYTHONOPTIMIZE="2")[1] != plain[1]


@pytest.mark.parametrize("given", [{}, {"XDG_DATA_HOME": "/x/data"}, {"XDG_DATA_HOME": "relative"}])
def test_answers_lie_where_butler_keeps_its_own_things(given):
    start = Start(environment=given)

    assert Path(kept_at([], given)).parent == start.user.data / "start"


@pytest.mark.parametrize(
    "arguments", [["--data-dir", "there"], ["--data-dir=there"], ["--data-dir", "x", "--data-dir=there"]]
)
def test_the_data_folder_of_the_command_line_counts(arguments, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    assert Path(kept_at(arguments, {})).parent == tmp_path / "there" / "start"


def test_nothing_dear_is_loaded_before_the_desk_is_open(tmp_path):
    show = """
import sys
before = set(sys.modules)
import butler.launcher, butler.launcher.answers, butler.launcher.desk, butler.launcher.wire, butler.launcher.key
butler.launcher.begin([])
print(*sorted(set(sys.modules) - before))
"""
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-S", "-c", show], env=environment, capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}

    assert {name for name in done.stdout.split() if name.startswith("butler.")} == {
        f"butler.launcher{part}" for part in ("", ".answers", ".desk", ".key", ".lines", ".wire")
    }
    dear = {"pathlib", "typing", "argparse", "dataclasses", "inspect", "asyncio", "subprocess", "importlib", "pydantic"}
    assert not dear & loaded
