"""Installing and uninstalling over several files: idempotent, undone to the byte, exact when somebody wrote in between."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from butler.commands.install import known_clients
from butler.errors import ButlerError
from butler.install import Asked, Client
from butler.install.ledger import Installed
from butler.install.registering import Change, View, install, uninstall
from butler.paths import Project

CLIENTS = known_clients()
OLD, NEW = "/opt/old/bin/butler-mcp", "/opt/new/bin/butler-mcp"


class Scene:
    """A home folder and what is installed in it."""

    def __init__(self, home: Path) -> None:
        self.home, self.data = home, home / ".local" / "share" / "butler"
        (home / "shop").mkdir()
        self.project = Project(home / "shop", "shop", home / "shop", home / "shop" / ".git")
        self.codex = home / ".codex" / "config.toml"
        self.claude = home / ".claude.json"
        self.settings = home / ".claude" / "settings.json"

    def asked(self, scope: str, command: str, options: Sequence[str]) -> Asked:
        return Asked(scope, command, {}, self.home, self.project, frozenset(options))

    def install(
        self,
        name: str,
        *options: str,
        scope: str = "user",
        command: str = NEW,
        dry: bool = False,
        view: View | None = None,
    ) -> list[Change]:
        client, asked = CLIENTS[name], self.asked(scope, command, options)
        wish = Installed(name, scope, client.place(asked), tuple(client.entries(asked)))
        return install(self.data, wish, view=view or View(), dry=dry)

    def uninstall(self, name: str, scope: str | None = None) -> list[Change]:
        client = CLIENTS[name]
        looks = [
            e for s in self.scopes(client, scope) for e in client.entries(self.asked(s, "", tuple(client.options)))
        ]
        return uninstall(self.data, lambda one: one.client == name and scope in {None, one.scope}, looks, view=View())

    def scopes(self, client: Client, scope: str | None) -> list[str]:
        return [one for one in client.scopes if scope in {None, one}]

    def tree(self) -> dict[str, Any]:
        """Every name below the home folder: content and mode of files, None for folders."""
        return {
            str(path.relative_to(self.home)): None if path.is_dir() else (path.read_bytes(), path.stat().st_mode)
            for path in sorted(self.home.rglob("*"))
        }


@pytest.fixture
def scene(home: Path) -> Scene:
    return Scene(home)


def refused(deed: Callable[[], Any]) -> str:
    with pytest.raises(ButlerError) as caught:
        deed()
    assert caught.value.message("ja") and caught.value.hint("ja")
    return caught.value.code


def write(path: Path, text: str, mode: int = 0o640) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(mode)


EVERY = [
    ("codex", "user"),
    ("codex", "project"),
    ("claude-code", "user"),
    ("claude-code", "local"),
    ("claude-code", "project"),
]


@pytest.mark.parametrize(("client", "scope"), EVERY)
def test_in_an_empty_home_everything_is_made_and_goes_again(scene: Scene, client: str, scope: str) -> None:
    before = scene.tree()
    assert [change.is_any for change in scene.install(client, "approve", scope=scope)].count(True) >= 1
    assert scene.tree() != before
    scene.uninstall(client)
    assert scene.tree() == before


@pytest.mark.parametrize(("client", "scope"), EVERY)
def test_files_that_were_there_come_back_to_the_byte(scene: Scene, client: str, scope: str) -> None:
    toml = '# mine\r\nmodel = "x"\r\n[mcp_servers.other]\r\ncommand = "y"'
    for place in (scene.codex, scene.project.root / ".codex" / "config.toml"):
        write(place, toml)
    for place in (scene.claude, scene.project.root / ".mcp.json", scene.settings):
        write(place, '{"n": 1.0, "mcpServers": { }, "permissions": {\n "allow": ["Bash(ls:*)"]}}')
    before = scene.tree()
    scene.install(client, "approve", scope=scope, command=OLD)
    scene.install(client, "approve", scope=scope, command=NEW)
    scene.install(client, scope=scope, command=NEW)
    assert scene.tree() != before
    scene.uninstall(client)
    assert scene.tree() == before


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_a_second_installation_has_nothing_to_do(scene: Scene, client: str) -> None:
    scene.install(client, "approve")
    before = scene.tree()
    assert not any(change.is_any for change in scene.install(client, "approve"))
    assert scene.tree() == before


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_a_dry_run_tells_the_change_and_writes_nothing(scene: Scene, client: str) -> None:
    before = scene.tree()
    (change,) = scene.install(client, dry=True)
    assert "butler-mcp" in change.arranged.pieces[0].text
    assert scene.tree() == before


def test_the_changes_are_shown_before_the_first_is_made(scene: Scene) -> None:
    seen = []
    scene.install("codex", view=View(changes=lambda changes: seen.append((len(changes), scene.codex.exists()))))
    assert seen == [(1, False)]


def test_an_upgrade_rewrites_the_entry_alone_and_keeps_what_others_added_to_it(scene: Scene) -> None:
    write(scene.codex, "a = 1\n")
    scene.install("codex", command=OLD)
    text = (
        scene.codex.read_text()
        + '\n[mcp_servers.butler.tools.handover_read]\napproval_mode = "approve"\n\n[z]\nb = 2\n'
    )
    scene.codex.write_text(text)
    scene.install("codex", command=NEW)
    new = scene.codex.read_text()
    assert OLD not in new and NEW in new
    assert 'approval_mode = "approve"' in new
    assert new.startswith("a = 1\n")
    scene.uninstall("codex")
    assert scene.codex.read_text() == "a = 1\n\n[z]\nb = 2\n"


def test_what_the_client_wrote_in_between_stays(scene: Scene) -> None:
    scene.install("claude-code", "approve")
    document = json.loads(scene.claude.read_text())
    scene.claude.write_text(json.dumps({"userID": "u", **document, "projects": {"/w": {}}}, indent=2))
    scene.settings.write_text('{"permissions":{"allow":["Bash(ls:*)","mcp__butler__*","Read"]}}')
    scene.uninstall("claude-code")
    assert scene.claude.read_text() == json.dumps({"userID": "u", "projects": {"/w": {}}}, indent=2)
    assert scene.settings.read_text() == '{"permissions":{"allow":["Bash(ls:*)","Read"]}}'
    assert not scene.data.exists()


def test_two_scopes_share_a_file_and_a_permission_and_each_can_go_alone(scene: Scene) -> None:
    before = scene.tree()
    scene.install("claude-code", "approve")
    scene.install("claude-code", "approve", scope="local")
    scene.uninstall("claude-code", "user")
    document = json.loads(scene.claude.read_text())
    assert "mcpServers" not in document
    assert document["projects"][str(scene.project.root)]["mcpServers"]["butler"]["alwaysLoad"] is True
    assert "mcp__butler__*" in scene.settings.read_text()
    scene.uninstall("claude-code", "local")
    assert scene.tree() == before


def test_a_permission_of_the_users_own_is_left(scene: Scene) -> None:
    write(scene.settings, '{"permissions": {"allow": ["mcp__butler__*"]}}')
    scene.install("claude-code", "approve")
    scene.uninstall("claude-code")
    assert scene.settings.read_text() == '{"permissions": {"allow": ["mcp__butler__*"]}}'


def test_an_entry_of_somebody_else_is_refused_and_left(scene: Scene) -> None:
    write(scene.codex, '[mcp_servers.butler]\ncommand = "other-butler"\n')
    write(scene.claude, '{"mcpServers": {"butler": {"command": "other"}}}')
    before = scene.tree()
    assert refused(lambda: scene.install("codex")) == "install_entry_foreign"
    assert refused(lambda: scene.install("claude-code")) == "install_entry_foreign"
    assert not any(change.is_any for name in CLIENTS for change in scene.uninstall(name))
    assert scene.tree() == before


def test_an_entry_that_the_user_changed_is_refused_and_left(scene: Scene) -> None:
    scene.install("codex")
    scene.codex.write_text(scene.codex.read_text().replace("butler-mcp", "my-wrapper"))
    before = scene.tree()
    assert refused(lambda: scene.install("codex", command=OLD)) == "install_entry_changed"
    assert refused(lambda: scene.uninstall("codex")) == "install_entry_changed"
    assert scene.tree() == before


@pytest.mark.parametrize(("client", "scope"), EVERY)
def test_without_a_record_the_entry_is_known_by_its_looks(scene: Scene, client: str, scope: str) -> None:
    scene.install(client, scope=scope, command=OLD)
    (scene.data / "installs.json").unlink()
    scene.install(client, scope=scope, command=NEW)
    (scene.data / "installs.json").unlink(missing_ok=True)
    scene.uninstall(client)
    assert not any("butler-mcp" in path.read_text() for path in scene.home.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("client", "text", "code"),
    [
        ("codex", "a = ", "install_file_unreadable"),
        ("codex", "mcp_servers = {}\n", "install_no_room"),
        ("claude-code", '{"a": 1', "install_file_unreadable"),
        ("claude-code", "[1]", "install_file_unreadable"),
        ("claude-code", '{"mcpServers": 1}', "install_no_room"),
    ],
)
def test_a_file_that_cannot_be_used_is_left_as_it_is(scene: Scene, client: str, text: str, code: str) -> None:
    write({"codex": scene.codex, "claude-code": scene.claude}[client], text)
    before = scene.tree()
    assert refused(lambda: scene.install(client)) == code
    assert scene.tree() == before


def test_bytes_that_are_no_text_are_refused(scene: Scene) -> None:
    write(scene.codex, "")
    scene.codex.write_bytes(b"a = '\xff'\n")
    assert refused(lambda: scene.install("codex")) == "install_file_unreadable"


def test_a_read_only_file_is_refused_before_anything_is_written(scene: Scene) -> None:
    write(scene.settings, "{}", 0o444)
    before = scene.tree()
    assert refused(lambda: scene.install("claude-code", "approve")) == "install_read_only"
    assert scene.tree() == before


def test_a_link_is_followed_and_stays_a_link(scene: Scene) -> None:
    real = scene.home / "dotfiles" / "codex.toml"
    write(real, "a = 1\n", 0o600)
    scene.codex.parent.mkdir()
    scene.codex.symlink_to(real)
    scene.install("codex")
    assert scene.codex.is_symlink() and "butler-mcp" in real.read_text()
    scene.uninstall("codex")
    assert scene.codex.is_symlink() and real.read_text() == "a = 1\n"


@pytest.mark.parametrize("client", ["codex", "claude-code"])
def test_links_that_lead_in_a_circle_are_refused(scene: Scene, client: str) -> None:
    scene.codex.parent.mkdir()
    for file in (scene.codex, scene.claude):
        file.symlink_to(file.name)
    assert refused(lambda: scene.install(client, "auto")) == "file_unreadable"
    assert refused(lambda: scene.uninstall(client)) == "file_unreadable"


def test_what_somebody_wrote_at_the_same_time_is_not_overwritten(scene: Scene) -> None:
    write(scene.codex, "a = 1\n")

    def meanwhile(_: Sequence[Change]) -> None:
        scene.codex.write_text("a = 2\n")

    assert refused(lambda: scene.install("codex", view=View(changes=meanwhile))) == "install_file_moved"
    assert scene.codex.read_text() == "a = 2\n"
    scene.uninstall("codex")
    assert scene.codex.read_text() == "a = 2\n"


def test_many_at_the_same_time_leave_each_entry_once(scene: Scene) -> None:
    before = scene.tree()
    for deed in (scene.install, scene.uninstall):
        threads = [threading.Thread(target=deed, args=(name,)) for name in (*CLIENTS, *CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if deed == scene.install:
            assert scene.codex.read_text().count("butler-mcp") == 1
            assert list(json.loads(scene.claude.read_text())["mcpServers"]) == ["butler"]
    left = {
        name for name in scene.tree() if not name.startswith(".local")
    }  # an empty folder of ours may stay in a crowd
    assert left == set(before)
    assert not (scene.data / "installs.json").exists()


def test_what_a_killed_installation_left_behind_goes_with_the_next_command(scene: Scene) -> None:
    write(scene.claude, "{}\n")
    before = scene.tree()
    scene.install("claude-code", "approve")
    for folder in (scene.home, scene.settings.parent, scene.data):
        write(folder / ".butler-tmp-0011223344556677", '{"a copy": 1}')
    scene.uninstall("claude-code")
    assert scene.tree() == before


def test_the_record_holds_nothing_of_the_users_files(scene: Scene) -> None:
    secret = "sk-" + "live-4242424242"
    write(scene.codex, f'[mcp_servers.other.env]\nTOKEN = "{secret}"\n')
    write(scene.claude, json.dumps({"key": secret, "mcpServers": {}}))
    for name in CLIENTS:
        scene.install(name, "approve")
    scene.codex.write_text(scene.codex.read_text() + f'[mcp_servers.butler.env]\nX = "{secret}"\n')
    scene.install("codex", command=OLD)
    assert secret not in (scene.data / "installs.json").read_text()


def test_a_damaged_record_is_refused_and_left(scene: Scene) -> None:
    write(scene.data / "installs.json", '{"version": 99}')
    before = scene.tree()
    assert refused(lambda: scene.install("codex")) == "installs_unreadable"
    assert {name: held for name, held in scene.tree().items() if not name.endswith(".lock")} == before


def test_a_project_names_the_program_without_a_folder_of_this_machine(scene: Scene) -> None:
    for name in CLIENTS:
        scene.install(name, scope="project")
    shared = [scene.project.root / ".codex" / "config.toml", scene.project.root / ".mcp.json"]
    assert all('"butler-mcp"' in path.read_text() and NEW not in path.read_text() for path in shared)
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in shared)
    for name in CLIENTS:
        scene.uninstall(name)
