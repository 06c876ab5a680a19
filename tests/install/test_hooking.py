"""The hooks that an installation with ``--auto`` puts into the clients' files and takes out of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from butler.commands.install import known_clients
from butler.install import Asked
from butler.install.hooking import SECONDS, group, is_our_hook
from butler.install.ledger import Installed
from butler.install.registering import View, install, uninstall

FILES = {"codex": ".codex/hooks.json", "claude-code": ".claude/settings.json"}
COMMAND = "/opt/my tools/bin/butler-mcp"
USERS_OWN = '{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]\n  }\n}\n'


def wish(name: str, home: Path) -> Installed:
    asked = Asked("user", COMMAND, {}, home, None, frozenset({"auto"}))
    return Installed(name, "user", "", tuple(known_clients()[name].entries(asked)))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("before", [None, USERS_OWN])
def test_hooks_stand_beside_the_users_own_and_go_to_the_byte(home, name, before):
    file = home / FILES[name]
    file.parent.mkdir()
    if before is not None:
        file.write_text(before)
    for _ in range(2):
        install(home / "data", wish(name, home), view=View())
    hooks = json.loads(file.read_text())["hooks"]
    assert hooks.keys() == SECONDS.keys()
    ours = [group for groups in hooks.values() for group in groups if is_our_hook(group)]
    assert len(ours) == len(SECONDS)
    assert f"'/opt/my tools/bin/butler' hook Stop --client {name} || exit 0" in {
        one["hooks"][0]["command"] for one in ours
    }
    assert sum(map(len, hooks.values())) == len(SECONDS) + (before is not None)
    uninstall(home / "data", lambda one: True, (), view=View())
    assert (file.read_text() if file.exists() else None) == before


@pytest.mark.parametrize("name", FILES)
def test_hooks_that_nobody_recorded_are_taken_out_and_others_stay(home, name):
    install(home / "data", wish(name, home), view=View())
    file = home / FILES[name]
    whole = json.loads(file.read_text())
    whole["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "say butler hook Stop"}]})
    file.write_text(json.dumps(whole))
    asked = Asked("user", "", {}, home, None, known_clients()[name].options)
    uninstall(home / "other", lambda one: True, known_clients()[name].entries(asked), view=View())
    left = json.loads(file.read_text()).get("hooks", {})
    assert [group["hooks"][0]["command"] for groups in left.values() for group in groups] == ["say butler hook Stop"]


def test_a_hook_whose_program_is_gone_is_no_error(tmp_path):
    command = group(str(tmp_path / "it's gone" / "butler"), "Stop", "codex")["hooks"][0]["command"]
    assert subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("more", [" && mine", "; mine", " || mine"])
def test_a_command_that_does_more_is_the_users_own(more):
    ours = group("/opt/butler", "Stop", "codex")
    assert is_our_hook(ours)
    ours["hooks"][0]["command"] += more
    assert not is_our_hook(ours)


def test_without_the_option_there_are_no_hooks(home):
    for client in known_clients().values():
        asked = Asked("user", COMMAND, {}, home, None, frozenset())
        assert not any(entry.path[:1] == ("hooks",) for entry in client.entries(asked))
