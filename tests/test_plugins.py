"""A third party's wheel, really built and installed: loaded only when named, reported when it cannot move in."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the third party's wheel installed into it."""
    work = tmp_path_factory.mktemp("third-party")
    shutil.copytree(HERE / "third_party", work / "source")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=work / "source",
        check=True,
        capture_output=True,
    )
    (wheel,) = (work / "source" / "dist").glob("*.whl")
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        "--target",
        str(work / "site"),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    return work / "site"


@pytest.fixture
def butler(site, tmp_path):
    """Run the command line with the wheel installed and a scratch home."""
    (tmp_path / "project").mkdir()

    def run(*arguments, config="", project_config=""):
        home = tmp_path / "home"
        (home / ".config" / "butler").mkdir(parents=True, exist_ok=True)
        (home / ".config" / "butler" / "config.yaml").write_text(config)
        if project_config:
            (tmp_path / "project" / ".butler").mkdir(exist_ok=True)
            (tmp_path / "project" / ".butler" / "config.yaml").write_text(project_config)
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": f"{HERE.parent}{os.pathsep}{site}"}
        command = [sys.executable, "-m", "butler", *arguments]
        return subprocess.run(
            command, cwd=tmp_path / "project", env=environment, capture_output=True, text=True, check=False
        )

    return run


def rooms(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["data"]


def test_an_installed_package_gets_nothing_unless_it_is_named(butler):
    house = rooms(butler("rooms", "--json"))

    assert "weather" not in {room["name"] for room in house["rooms"]}
    assert "weather_log" not in house["formats"]
    assert house["problems"] == []


def test_a_named_package_adds_a_room_a_format_and_an_issue_source(butler, tmp_path):
    config = "plugins: [weather, weather_log, weather_issues]\nissue_source: weather_issues\n"
    (tmp_path / "project" / "day.log").write_text("weather please mend the roof\n")

    house = rooms(butler("rooms", "--json", config=config))
    issue = butler("issue", "read", "7", "--json", config=config)
    printed = butler("handover", "prepare", "--issue", "7", "--session-log", "day.log", "--print", config=config)

    assert {"name": "weather", "summary": "Tell the weather.", "tools": ["weather_tell"]} in house["rooms"]
    assert "weather_log" in house["formats"]
    assert "It rains." in issue.stdout
    assert printed.returncode == 0, printed.stderr
    assert "mend the roof" in printed.stdout and "It rains." in printed.stdout


def test_a_broken_or_clashing_package_is_reported_and_the_house_opens(butler):
    house = rooms(butler("rooms", "--json", config="plugins: [taken, clash, broken, missing]\n"))

    reasons = {problem["name"]: problem["reason"] for problem in house["problems"]}
    assert "is taken" in reasons["taken"]
    assert "handover_read" in reasons["clash"]
    assert "ModuleNotFoundError" in reasons["broken"]
    assert "no installed package" in reasons["missing"]
    assert "handover" in {room["name"] for room in house["rooms"]}


def test_a_projects_own_file_cannot_load_a_package(butler):
    done = butler("rooms", "--json")
    assert done.returncode == 0
    refused = butler("handover", "list", project_config="plugins: [weather]\n")

    assert refused.returncode == 1
    assert "settings_not_allowed" in refused.stderr
