"""``butler install`` and ``butler uninstall`` as a person runs them."""

from __future__ import annotations

import json
import os
import signal
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from butler.cli import main
from butler.errors import Unavailable
from butler.install.program import server_program
from butler.launcher.key import kept_at, key_of

Butler = Callable[..., tuple[int, str, str]]


@pytest.fixture
def server(tmp_path: Path) -> Path:
    place = tmp_path / "bin"
    place.mkdir()
    for name in ("butler", "butler-mcp"):
        (place / name).write_text("#!/bin/sh\n")
        (place / name).chmod(0o755)
    return place / "butler-mcp"


@pytest.fixture
def butler(
    home: Path, project: Path, server: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Butler]:
    for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "BUTLER_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(sys, "argv", [str(server.with_name("butler"))])
    monkeypatch.chdir(project)
    before = signal.getsignal(signal.SIGPIPE)

    def run(*words: str) -> tuple[int, str, str]:
        try:
            code = main(words)
        except SystemExit as end:
            code = int(str(end.code))
        done = capsys.readouterr()
        return code, done.out, done.err

    yield run
    signal.signal(signal.SIGPIPE, before)


def test_the_change_is_shown_and_no_line_of_the_user(butler: Butler, home: Path, server: Path) -> None:
    (home / ".codex").mkdir()
    (home / ".codex" / "config.toml").write_text('[mcp_servers.x.env]\nKEY = "mine"\n')
    code, out, _ = butler("install", "codex")
    assert code == 0
    assert out.startswith(
        "--- ~/.codex/config.toml\n+++ ~/.codex/config.toml\n@@ line 3 @@\n+\n+[mcp_servers.butler]\n"
    )
    assert f'+command = "{server}"\n' in out
    assert '+env_vars = ["CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]\n' in out
    assert "mine" not in out
    assert "Butler is registered with codex.\n" in out


def test_a_dry_run_writes_nothing_and_says_so(butler: Butler, home: Path) -> None:
    before = sorted(home.rglob("*"))
    code, out, _ = butler("install", "claude-code", "--approve", "--dry-run")
    assert code == 0 and '+      "alwaysLoad": true\n' in out and "mcp__butler__*" in out
    assert "nothing was written" in out
    assert sorted(home.rglob("*")) == before


def test_a_second_time_there_is_nothing_to_do_and_uninstalling_leaves_nothing(butler: Butler, home: Path) -> None:
    before = sorted(home.rglob("*"))
    for client in ("codex", "claude-code"):
        butler("install", client)
        assert "nothing to do" in butler("install", client)[1]
    for client in ("codex", "claude-code"):
        assert "no longer registered" in butler("uninstall", client)[1]
        assert "nothing to do" in butler("uninstall", client)[1]
    assert sorted(home.rglob("*")) == before


def test_a_program_reads_the_answer(butler: Butler) -> None:
    code, out, _ = butler("install", "codex", "--json", "--required")
    answer = json.loads(out)
    assert (code, answer["status"]) == (0, "ok")
    (file,) = answer["data"]["files"]
    assert (file["file"], file["action"]) == ("~/.codex/config.toml", "made")
    assert "+required = true" in file["diff"].splitlines()


def test_the_users_scope_needs_no_project(butler: Butler, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert butler("install", "claude-code")[0] == 0
    assert butler("uninstall", "claude-code")[0] == 0
    code, _, errors = butler("install", "claude-code", "--scope", "project")
    assert code == 1 and "[project_refused]" in errors


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("install", "codex", "--scope", "local"), "install_scope_unknown"),
        (("uninstall", "codex", "--scope", "local"), "install_scope_unknown"),
        (("install", "claude-code", "--required"), "install_option_unknown"),
    ],
)
def test_what_a_client_does_not_have_is_refused(butler: Butler, words: tuple[str, ...], code: str) -> None:
    exit_code, _, errors = butler(*words)
    assert exit_code == 1 and f"[{code}]" in errors


def test_a_server_that_does_not_start_is_told(butler: Butler, server: Path) -> None:
    server.write_text("#!/bin/sh\nexit 1\n")
    assert "But the server does not start: try" in butler("install", "codex")[1]


def test_the_server_is_started_once_as_the_client_would(
    butler: Butler, server: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = home / ".local" / "share" / "butler" / "start"
    server.write_text(f'#!/bin/sh\nmkdir -p {kept}\necho "$XDG_CONFIG_HOME." > {kept}/x.answers\n')
    butler("install", "codex", "--dry-run")
    assert not kept.exists()
    monkeypatch.setenv("XDG_CONFIG_HOME", "/elsewhere")
    butler("install", "codex")
    assert (kept / "x.answers").read_text() == "/elsewhere.\n"
    butler("uninstall", "codex")
    assert not (home / ".local").exists()


def test_that_start_keeps_answers_for_the_clients_own(home: Path) -> None:
    client, rehearsal = {"HOME": str(home)}, {"HOME": str(home), "BUTLER_HOOKS": "off"}
    assert kept_at((), client) == kept_at((), rehearsal)
    assert key_of((), client) == key_of((), rehearsal)


def test_it_is_said_in_japanese_too(butler: Butler) -> None:
    out = butler("install", "codex", "--language", "ja")[1]
    assert "Butler を codex に登録しました。" in out


def test_the_local_scope_is_the_repository_for_every_worktree_of_it(butler: Butler, home: Path, project: Path) -> None:
    worktree = home / "tree"
    (project / ".git" / "worktrees" / "tree").mkdir(parents=True)
    (project / ".git" / "worktrees" / "tree" / "commondir").write_text("../..\n")
    worktree.mkdir()
    (worktree / ".git").write_text(f"gitdir: {project}/.git/worktrees/tree\n")
    os.chdir(worktree)
    butler("install", "claude-code", "--scope", "local")
    assert list(json.loads((home / ".claude.json").read_text())["projects"]) == [str(project)]


def test_a_scope_is_taken_out_of_the_present_project_alone(butler: Butler, project: Path, home: Path) -> None:
    other = home / "other"
    (other / ".git").mkdir(parents=True)
    for folder in (other, project):
        os.chdir(folder)
        assert butler("install", "claude-code", "--scope", "project")[0] == 0
    assert butler("uninstall", "claude-code", "--scope", "project")[0] == 0
    assert ((other / ".mcp.json").exists(), (project / ".mcp.json").exists()) == (True, False)
    assert butler("uninstall", "claude-code")[0] == 0
    assert not (other / ".mcp.json").exists()


def test_a_mistake_is_named_by_its_command(butler: Butler) -> None:
    assert "butler task list: error: unrecognized arguments: --bogus" in butler("task", "list", "--bogus")[2]
    assert "butler doctor: error: unrecognized arguments: 1 unnamed" in butler("doctor", "x")[2]
    assert "--profile goes behind the command" in butler("--profile", "me", "task", "list")[2]


def test_the_program_is_the_one_beside_the_command_or_beside_python(
    server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path / name))
    assert server_program(str(server.with_name("butler")), "/usr/bin/python3") == str(server)
    assert server_program("/x/y/__main__.py", str(server.with_name("python"))) == str(server)
    link = tmp_path / "local" / "butler-mcp"
    link.parent.mkdir()
    link.symlink_to(server)
    assert server_program(str(link.with_name("butler")), "/usr/bin/python3") == str(link)
    server.chmod(0o644)
    with pytest.raises(Unavailable) as caught:
        server_program(str(server.with_name("butler")), str(server.with_name("python")))
    assert caught.value.code == "install_no_program"
