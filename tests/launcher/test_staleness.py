"""After any change of what is installed or set, the very first answers are the new ones."""

import json
import shutil

import pytest

from tests.launcher.talking import ROOT, asking, keep_answers, server

pytestmark = pytest.mark.slow

ENTRY_POINT = "[butler.capabilities]\nweather = butler_weather.room:CAPABILITY\n"


@pytest.fixture
def plugin(tmp_path):
    """A third party's package under development: its entry point is installed, its code lies in a folder of its own."""
    folder = tmp_path / "plugin"
    shutil.copytree(ROOT / "tests/third_party/butler_weather", folder / "butler_weather")
    installed = folder / "butler_weather-0.1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: butler-weather\nVersion: 0.1\n")
    (installed / "entry_points.txt").write_text(ENTRY_POINT)
    return folder


@pytest.fixture
def first(home, project):
    """What a client hears first of a server: its version, and its tools with their descriptions."""

    def ask(**options):
        with server(home, project, **options) as client:
            opened = json.loads(client.open(modern=False))["result"]
            listed = json.loads(client.ask(asking(1, "tools/list")))["result"]["tools"]
            client.leave()
        return opened["serverInfo"]["version"], {tool["name"]: tool["description"] for tool in listed}

    return ask


def edit(file, old, new):
    """Change a file as an editor does."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_a_plugin_that_is_switched_on_edited_and_taken_away_is_seen_at_once(home, project, plugin, first):
    code = f"{plugin}:{ROOT}"
    keep_answers(home, project, code=code)
    config = home / ".config" / "butler" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text("plugins: [weather]\n")
    assert first(code=code)[1]["weather_tell"] == "Tell the weather of a place."

    keep_answers(home, project, code=code)
    assert "weather_tell" in first(code=code)[1]
    edit(plugin / "butler_weather/room.py", "Tell the weather of a place.", "Say how the weather is.")
    assert first(code=code)[1]["weather_tell"] == "Say how the weather is."

    keep_answers(home, project, code=code)
    shutil.rmtree(plugin / "butler_weather-0.1.dist-info")
    assert "weather_tell" not in first(code=code)[1]


def test_an_edit_of_an_editable_install_and_another_version_are_seen_at_once(home, project, tmp_path, first):
    shutil.copytree(ROOT / "butler", tmp_path / "butler", ignore=shutil.ignore_patterns("__pycache__"))
    keep_answers(home, project, code=tmp_path)
    before = first(code=tmp_path)
    edit(tmp_path / "butler/__init__.py", before[0], "9.9.9")
    tools = tmp_path / "butler/capabilities/work_record/tools.py"
    edit(tools, before[1]["issue_list"].split(".")[0], "List what is to be done")

    version, described = first(code=tmp_path)
    assert version == "9.9.9" != before[0]
    assert described["issue_list"].startswith("List what is to be done")


def test_another_flag_and_another_variable_have_answers_of_their_own(home, project, plugin, first):
    code = f"{plugin}:{ROOT}"
    keep_answers(home, project, code=code)

    assert "weather_tell" in first(code=code, extra={"BUTLER_PLUGINS": "weather"})[1]
    with server(home, project, "--profile", "me", "--project", "shop", "--allow-journal-write", code=code) as client:
        client.open(modern=True)
        assert b"task_create" in client.ask(asking(1, "tools/list", modern=True))
        client.leave()
    assert not {"weather_tell", "task_create"} & set(first(code=code)[1])
