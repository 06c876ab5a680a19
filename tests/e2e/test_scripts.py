"""The scripts of the README: they work from nothing, and say what is missing where they cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NETWORK = ("PIP_", "SSL_CERT", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""Variables that say how this machine reaches its package index."""


def run_script(script: Path, home: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run a script from another folder, with an environment from nothing and a strict umask."""
    network = {name: value for name, value in os.environ.items() if name.upper().startswith(NETWORK)}
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", **network, **extra}
    command = ["bash", "-c", 'umask 077; exec bash "$0"', str(script)]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)


def copy_of_the_repository(target: Path) -> Path:
    """Copy what a clone would hold, with the changes that are not committed yet."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name, follow_symlinks=False)
    return target


def copy_of_the_scripts(target: Path) -> Path:
    shutil.copytree(ROOT / "scripts", target / "scripts")
    for name in ("pyproject.toml", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, target / name)
    return target


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def bare_path(folder: Path, programs: Mapping[str, str]) -> str:
    """A search path with the few tools that the scripts need and the given programs, and no other Python."""
    folder.mkdir()
    for tool in ("bash", "dirname", "mktemp", "rmdir", "mkdir", "cat", "rm"):
        (folder / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    for name, text in programs.items():
        program(folder / name, text)
    return str(folder)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_demo_shows_a_handover_from_an_empty_clone_with_an_empty_home(tmp_path):
    clone, home = copy_of_the_repository(tmp_path / "clone"), tmp_path / "home"
    home.mkdir()
    first = run_script(clone / "scripts" / "demo", home, PYTHON=sys.executable)
    assert first.returncode == 0, first.stderr
    assert "installing the pinned packages" in first.stderr
    assert "## HANDOFF_PROMPT" in first.stdout

    again = run_script(clone / "scripts" / "demo", home)
    assert again.returncode == 0, again.stderr
    assert "installing" not in again.stderr
    assert "## HANDOFF_PROMPT" in again.stdout


@pytest.mark.parametrize("script", ["check", "demo", "test"])
def test_a_python_that_is_too_old_is_named_and_nothing_is_made(script, tmp_path):
    clone = copy_of_the_scripts(tmp_path / "clone")
    path = bare_path(tmp_path / "bin", {"python3": '[ "$1" = --version ] && echo Python 3.9.2; exit 1'})
    done = run_script(clone / "scripts" / script, tmp_path, PATH=path)
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "Python 3.9.2" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_missing_python_is_said_in_the_same_words(tmp_path):
    clone = copy_of_the_scripts(tmp_path / "clone")
    done = run_script(clone / "scripts" / "demo", tmp_path, PATH=bare_path(tmp_path / "bin", {}))
    assert done.returncode == 1
    assert "python3 here: none" in done.stderr


def test_a_python_without_venv_is_said_and_how_to_get_it(tmp_path):
    clone = copy_of_the_scripts(tmp_path / "clone")
    python = program(tmp_path / "python", f'case "$*" in *ensurepip*) exit 1;; esac; exec "{sys.executable}" "$@"')
    done = run_script(clone / "scripts" / "demo", tmp_path, PYTHON=str(python))
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr
    assert not (clone / ".venv").exists()


def test_the_pinned_versions_lie_inside_the_bounds_of_the_project():
    import tomllib

    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for file, wanted in (
        ("requirements.txt", [*project["project"]["dependencies"], *project["build-system"]["requires"]]),
        ("requirements-dev.txt", [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]),
    ):
        pins = (line.split(" ")[0] for line in (ROOT / file).read_text(encoding="utf-8").splitlines() if "==" in line)
        pinned = dict(pin.split("==") for pin in pins if not pin.startswith("--"))
        for requirement in map(Requirement, wanted):
            assert requirement.specifier.contains(pinned[requirement.name.lower()]), requirement
