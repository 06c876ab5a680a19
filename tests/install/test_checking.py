"""What ``butler doctor`` says of the clients' registrations."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler import __version__
from butler.commands.doctor import examine
from butler.commands.install import known_clients
from butler.hooks.reports import note_run
from butler.house import House, Start, open_house
from butler.install import Asked
from butler.install.ledger import Installed
from butler.install.registering import View, install


def program(folder: Path, version: str = __version__) -> str:
    """A server with the ``butler`` of some version beside it; returns the server's path."""
    folder.mkdir(parents=True)
    for name in ("butler", "butler-mcp"):
        (folder / name).write_text(f"#!/bin/sh\necho butler {version}\n")
        (folder / name).chmod(0o755)
    return str(folder / "butler-mcp")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The running installation's server."""
    server = program(tmp_path / "own")
    monkeypatch.setattr(sys, "argv", [str(Path(server).with_name("butler"))])
    return server


@pytest.fixture
def register(house: House) -> Callable[..., None]:
    def done(name: str, command: str, scope: str = "user") -> None:
        client = known_clients()[name]
        asked = Asked(scope, command, {}, house.start.home, house.project)
        install(house.user.data, Installed(name, scope, client.place(asked), tuple(client.entries(asked))), view=View())

    return done


def said(house: House, name: str) -> dict[str, str]:
    """Codes and texts of what is said about one client's registration; its level in front of the text."""
    found: Any = examine(house).data["findings"]
    return {
        one["code"]: f"{one['level']} {one['text']}"
        for one in found
        if one["code"].startswith("client_") and one["text"].startswith(f"{name}:")
    }


def test_without_a_registration_it_says_how_to_make_one(house: House, own: str) -> None:
    assert said(house, "codex") == {
        "client_unregistered": "note codex: Butler is not registered here; `butler install codex` does it"
    }


@pytest.mark.parametrize(("client", "file"), [("codex", "~/.codex/config.toml"), ("claude-code", "~/.claude.json")])
def test_a_registration_of_this_installation_is_fine(
    house: House, own: str, register: Any, client: str, file: str
) -> None:
    register(client, own)
    (code, text), *more = said(house, client).items()
    assert (code, more) == ("client_registered", [])
    assert text.startswith(f"ok {client}: registered (user) in {file}: ") and own in text


def test_a_command_that_is_gone_is_a_problem(house: House, own: str, register: Any, tmp_path: Path) -> None:
    register("codex", str(tmp_path / "gone" / "butler-mcp"))
    assert said(house, "codex")["client_command_missing"].startswith("problem codex: ")


def test_another_version_is_a_problem_and_both_are_named(house: House, own: str, register: Any, tmp_path: Path) -> None:
    register("codex", program(tmp_path / "other", "0.0.9"))
    assert f"is version 0.0.9, this is {__version__}" in said(house, "codex")["client_other_version"]


def test_another_installation_of_the_same_version_is_fine(
    house: House, own: str, register: Any, tmp_path: Path
) -> None:
    register("codex", program(tmp_path / "twin"))
    assert list(said(house, "codex")) == ["client_registered"]


def test_a_version_that_nobody_tells_is_unknown(house: House, own: str, register: Any, tmp_path: Path) -> None:
    server = Path(program(tmp_path / "mute"))
    server.with_name("butler").unlink()
    register("codex", str(server))
    assert said(house, "codex")["client_version_unknown"].startswith("note ")


def test_no_program_that_a_project_names_is_started(house: House, own: str, project: Path, tmp_path: Path) -> None:
    server = Path(program(tmp_path / "planted"))
    server.with_name("butler").write_text(f"#!/bin/sh\ntouch {tmp_path}/started\necho butler 6.6.6\n")
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"butler": {"command": str(server)}}}))
    assert "client_version_unknown" in said(house, "claude-code")
    assert not (tmp_path / "started").exists()


def test_several_scopes_are_named_with_the_one_that_counts(house: House, own: str, register: Any) -> None:
    register("claude-code", own)
    register("claude-code", own, "local")
    found = said(house, "claude-code")
    assert "(local, user); local counts" in found["client_twice"]


def test_a_switched_off_a_foreign_and_a_vanished_entry_are_told(
    house: House, own: str, register: Any, home: Path
) -> None:
    register("codex", own)
    codex = home / ".codex" / "config.toml"
    written = codex.read_text()
    codex.write_text(f"{written}enabled = false\n")
    assert "client_disabled" in said(house, "codex")
    codex.write_text(written.replace("butler-mcp", "wrapper"))
    assert list(said(house, "codex")) == ["client_other_program"]
    codex.write_text("")
    assert list(said(house, "codex")) == ["client_entry_gone", "client_unregistered"]


def test_a_file_that_nobody_can_read_is_a_problem(house: House, own: str, home: Path) -> None:
    (home / ".claude.json").write_text("{")
    found = said(house, "claude-code")
    assert found["client_file_unreadable"] == (
        "problem claude-code: ~/.claude.json cannot be read or understood, by the client neither"
    )


def test_the_clients_own_places_are_honoured(start: Start, staff: Any, own: str, home: Path) -> None:
    for folder, name, text in (
        ("a", "config.toml", '[mcp_servers.butler]\ncommand = "butler-mcp"\n'),
        ("b", ".claude.json", '{"mcpServers": {"butler": {"command": "butler-mcp"}}}'),
    ):
        (home / folder).mkdir()
        (home / folder / name).write_text(text)
    environment = {"CODEX_HOME": str(home / "a"), "CLAUDE_CONFIG_DIR": str(home / "b"), "PATH": str(Path(own).parent)}
    house = open_house(Start({}, environment, start.home, start.folder, now=start.now, new_id=start.new_id), staff)
    assert "~/a/config.toml: butler-mcp" in said(house, "codex")["client_registered"]
    assert "~/b/.claude.json: butler-mcp" in said(house, "claude-code")["client_registered"]


def test_hooks_that_never_ran_are_told(house: House, own: str) -> None:
    client = known_clients()["codex"]
    asked = Asked("user", own, {}, house.start.home, None, frozenset({"auto"}))
    install(house.user.data, Installed("codex", "user", "", tuple(client.entries(asked))), view=View())
    found = [one for one in examine(house).data["findings"] if one["code"] == "hooks_never_ran"]
    assert [one["text"].partition(":")[0] for one in found] == ["codex"]
    note_run(house.start, "codex", "Stop")
    assert "hooks_never_ran" not in {one["code"] for one in examine(house).data["findings"]}


def test_nothing_that_is_set_is_said_in_words(house: House) -> None:
    found: Any = examine(house).data["findings"]
    assert [one["text"] for one in found if one["code"] == "settings"] == ["no setting is set: the defaults hold"]
