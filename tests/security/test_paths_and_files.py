"""Hostile ids, names and planted files: nothing leaves its folder, nothing outside changes, nothing hangs."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from butler.errors import ButlerError
from butler.naming import client_name, parse_handover_file, parse_handover_id, parse_issue_id
from butler.paths import inside
from tests.security.scene import Done, Scene

pytestmark = pytest.mark.timeout(60)

STAMP = "20260603T004500Z"
WINDOWS = ["CON", "con", "PRN", "AUX", "nul", "COM1", "com9", "LPT1", "con.md", "CON ", "aux.", "nul:x"]
TWISTED = [
    "..", ".", "...", "../x", "..\\x", "../../etc/passwd", "/etc/passwd", "//etc", "\\\\host\\share", "C:\\x", "C:x",
    "49/../../x", "49/..", "49\\..\\x", "49/", "/49", "./49", "49/.", "~", "~/x", "~root", "$HOME", "${HOME}", "%00",
    "49\x00", "\x00", "49\n", "\n49", "49\r\n", "49 ", " 49", "49\t", "49:ads", "49::$DATA", "49.", ".49", ".git",
    ".hidden", "-rf", "--help", "-", "_", "_x", "4 9", "49;id", "49|id", "49&id", "$(id)", "`id`", "49>x", "49<x", "*",
    "?", "[a]", "{a,b}", "'", '"', "49'", "４９", "⁴⁹", "٤٩", "४९", "49\u202e", "\u202e49", "4\u200b9", "é", "e\u0301",
    "日本", "ａ", "ﬁ", "İ", "ß", "K", "a" * 65, "a" * 255, "a" * 256, "a" * 5000, "1" * 19, "9" * 400, "-1", "+49", "1e3", "0x31",
    "49.0", "##49", "#", "#a/b", "#-1", "latest", "Latest", "issue/49", "a/b", "a\\b", "a:b", "a b", "a.b", "a@b",
    "a+b", "a,b", "a=b", "a%2fb", "%2e%2e", "..%2f", "..;/", "\ud800", "\udcff", "a\x7f", "a\x1b[2J", "a\x85b", "a\u2028b",
    "file:" + "///etc/passwd", "http://x", "data:,x", "NUL.txt", "a" * 64 + "/", "index.json/..", "x/../index.lock",
]  # fmt: skip


def id_forms() -> list[str]:
    """Handover ids around every twisted part, and ids that are almost right."""
    good = f"issue-49-{STAMP}-codex"
    parts = [f"issue-{bad}-{STAMP}-codex" for bad in TWISTED]
    parts += [f"project-{STAMP}-{bad}" for bad in TWISTED if bad not in {"1e3", "0x31", "latest", "con", "nul"}]
    near = [
        good.upper(),
        f"{good}.md",
        f"{good}/",
        f"{good}-1",
        f"{good}-02",
        f"{good}\n",
        f" {good}",
        good.replace("-", "_"),
    ]
    near += ["project-20261303T004500Z-codex", f"project-{STAMP}", "project", "issue-49", "latest", "issue-49_latest"]
    return [*parts, *near]


def test_there_are_enough_hostile_names() -> None:
    assert len(TWISTED) + len(WINDOWS) + len(id_forms()) + len(PLANTED) * len(COMMANDS) >= 250


@pytest.mark.parametrize("bad", [*TWISTED, *WINDOWS], ids=ascii)
def test_an_issue_id_is_plain_or_refused(bad: str) -> None:
    try:
        good = parse_issue_id(bad)
    except ButlerError as refused:
        assert refused.code == "invalid_issue_id"
        return
    assert isinstance(good, int) or (good.isascii() and good.replace("-", "").replace("_", "").isalnum()), good
    assert len(str(good)) <= 64


@pytest.mark.parametrize("bad", id_forms(), ids=ascii)
def test_a_handover_id_is_plain_or_refused(bad: str) -> None:
    try:
        name = parse_handover_id(bad)
    except ButlerError as refused:
        assert refused.code == "invalid_handover_id"
        return
    assert "/" not in name.file and name.id == bad and name.file.isascii()


@pytest.mark.parametrize("bad", TWISTED, ids=ascii)
def test_other_names_stay_in_their_folder(tmp_path: Path, bad: str) -> None:
    assert client_name(bad).isascii() and "/" not in client_name(bad)
    assert parse_handover_file(f"{bad}.md") is None
    try:
        path = inside(tmp_path, bad)
    except ButlerError:
        return
    assert path.parent == tmp_path


class World:
    """A scene beside a treasure that nobody may read or change."""

    def __init__(self, top: Path) -> None:
        self.outside = top / "outside"
        self.outside.mkdir()
        self.treasure = self.outside / "treasure.md"
        self.treasure.write_text("# the treasure word is quetzal\n")
        self.scene = Scene(top / "scene")
        self.scene.issue(49, "Prices", "List the prices.")
        self.scene.codex([("words", "Now list the prices.")])
        self._before = self.print()

    def print(self) -> dict[str, str]:
        """What lies outside, by name."""
        return {
            str(file.relative_to(self.outside)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(self.outside.rglob("*"))
            if file.is_file()
        }

    def check(self, done: Done) -> None:
        """Nothing outside changed or was shown, and whatever happened was no bug."""
        assert self.print() == self._before
        assert "quetzal" not in done.text
        assert "internal_error" not in done.text
        assert "Traceback" not in done.text


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


ARGUMENTS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "issue": lambda bad: ("handover", "prepare", f"--issue={bad}"),
    "target": lambda bad: ("handover", "prepare", f"--target-brain={bad}"),
    "session": lambda bad: ("handover", "prepare", f"--session={bad}"),
    "since": lambda bad: ("handover", "prepare", f"--since={bad}"),
    "handover": lambda bad: ("handover", "read", f"--handover={bad}"),
    "work": lambda bad: ("work", "start", f"--issue={bad}"),
    "issue read": lambda bad: ("issue", "read", f"./{bad}" if bad.startswith("-") else bad),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_hostile_argument_writes_nothing_outside(world: World, name: str) -> None:
    for bad in TWISTED:
        if "\x00" in bad or len(bad) > 4000:
            continue
        world.check(world.scene.run(*ARGUMENTS[name](bad)))
    for file in world.scene.top.rglob("*"):
        assert file.is_relative_to(world.scene.project) or file.is_relative_to(world.scene.home)
    for file in (world.scene.project / "session_logs").rglob("*"):
        assert file.name.isascii() and len(file.name) < 200, file


@pytest.mark.slow
@pytest.mark.parametrize("given", ["..", "../../outside", "/", "~", ".git", "a\x1bb", "nowhere", "quetzal/../.."])
@pytest.mark.parametrize("flag", ["--project-dir", "--data-dir"])
def test_folders_of_flags_are_refused_or_used_as_they_are(world: World, flag: str, given: str) -> None:
    if flag == "--data-dir" and given in {"/", "..", "../../outside", "~", "quetzal/../.."}:
        pytest.skip("a data folder is the user's own choice")
    world.check(world.scene.run("handover", "list", flag, given))


@pytest.mark.parametrize(
    "folder", ["../../../../outside", "/etc", "..", ".", ".git", "link", "~", "a/../../..", "", "\\\\x", "C:/x"]
)
def test_an_issue_folder_stays_inside_the_project(world: World, folder: str) -> None:
    (world.scene.project / "link").symlink_to(world.outside)
    config = world.scene.project / ".butler/config.yaml"
    config.write_text(f"issue_folder: {folder!r}\n".replace('"', "'"))
    for command in (("issue", "list"), ("issue", "read", "treasure"), ("handover", "prepare", "--issue", "treasure")):
        world.check(world.scene.run(*command))


def _link(path: Path, world: World) -> None:
    path.symlink_to(world.treasure)


def _dangling(path: Path, world: World) -> None:
    path.symlink_to(world.outside / "not-yet")


def _link_to_folder(path: Path, world: World) -> None:
    path.symlink_to(world.outside)


def _device(path: Path, world: World) -> None:
    path.symlink_to("/dev/zero")


def _loop(path: Path, world: World) -> None:
    path.symlink_to(path)


def _pipe(path: Path, world: World) -> None:
    os.mkfifo(path)


def _socket(path: Path, world: World) -> None:
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def _folder(path: Path, world: World) -> None:
    path.mkdir()


def _forbidden(path: Path, world: World) -> None:
    path.write_text("x")
    path.chmod(0)


def _sparse(path: Path, world: World) -> None:
    with path.open("wb") as file:
        file.truncate(3 * 1024**3)


def _binary(path: Path, world: World) -> None:
    path.write_bytes(bytes(range(256)) * 10)


PLANTED = [_link, _dangling, _link_to_folder, _device, _loop, _pipe, _socket, _folder, _forbidden, _sparse, _binary]
COMMANDS: dict[str, tuple[str, ...]] = {
    "prepare": ("handover", "prepare", "--issue", "49"),
    "read": ("handover", "read", "--issue", "49"),
    "list": ("handover", "list", "--query", "quetzal"),
    "observe": ("work", "observe"),
    "start": ("work", "start", "--issue", "49"),
    "mark": ("session-log", "mark", "decision: x"),
    "summarize": ("session-log", "summarize"),
    "sessions": ("session-log", "list", "--all"),
    "log read": ("session-log", "read"),
    "issues": ("issue", "list"),
    "issue": ("issue", "read", "49"),
    "doctor": ("doctor",),
}
INSIDE = [
    "session_logs",
    "session_logs/handover",
    "session_logs/snapshots",
    "session_logs/handover/index.json",
    "session_logs/handover/index.lock",
    "session_logs/handover/issue-49_latest.md",
    f"session_logs/handover/issue-49_{STAMP}_codex.md",
    "session_logs/handover/auto",
    ".butler/config.yaml",
    ".butler/issues/50.md",
    ".gitignore",
    "AGENTS.md",
    ".git/index",
    ".git/HEAD",
    ".git/packed-refs",
    ".git/config",
]
AT_HOME = [
    ".local",
    ".local/share/butler",
    ".local/share/butler/projects",
    ".config/butler/config.yaml",
    ".codex/sessions/2026/06/03/rollout-2026-06-03T11-00-00-01990000-0000-7000-8000-0000000000ff.jsonl",
    ".codex/sessions/2026/06/04",
    ".claude/projects",
    ".codex/session_index.jsonl",
]


def planted() -> Iterator[object]:
    """Every place with every kind of file."""
    for place in [f"project/{one}" for one in INSIDE] + [f"home/{one}" for one in AT_HOME]:
        for kind in PLANTED:
            yield pytest.param(place, kind, id=f"{place}-{kind.__name__.strip('_')}")


@pytest.mark.slow
@pytest.mark.parametrize(("place", "kind"), list(planted()))
def test_a_planted_file_is_neither_followed_nor_waited_for(world: World, place: str, kind: Callable[..., None]) -> None:
    where, _, rest = place.partition("/")
    path = (world.scene.project if where == "project" else world.scene.home) / rest
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file():
        path.unlink()
    if path.exists():
        pytest.skip("there already")
    kind(path, world)
    commands = list(COMMANDS)
    first = (INSIDE.index(rest) if rest in INSIDE else AT_HOME.index(rest)) + PLANTED.index(kind)
    for name in ("prepare", commands[first % len(commands)], commands[(first + 5) % len(commands)]):
        world.check(world.scene.run(*COMMANDS[name]))


def test_a_hard_link_is_replaced_and_never_written_through(world: World) -> None:
    for name in ("issue-49_latest.md", "index.json", f"issue-49_{STAMP}_codex.md", "index.lock"):
        path = world.scene.project / "session_logs/handover" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        os.link(world.treasure, path)
    done = world.scene.run("handover", "prepare", "--issue", "49")
    assert world.treasure.read_text() == "# the treasure word is quetzal\n", done.text
    assert world.treasure.stat().st_size < 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", [_link, _pipe, _device, _folder, _socket])
def test_a_named_log_or_document_is_never_waited_for(world: World, kind: Callable[..., None]) -> None:
    path = world.scene.top / "given"
    kind(path, world)
    for command in (
        ("handover", "prepare", "--session-log", str(path)),
        ("session-log", "read", str(path)),
        ("session-log", "summarize", str(path)),
        ("handover", "check", str(path)),
    ):
        done = world.scene.run(*command)
        assert "Traceback" not in done.text
        assert world.treasure.exists()


def _files(folder: Path) -> Iterator[Path]:
    yield folder
    yield from folder.rglob("*")


def test_what_is_written_is_private(world: World) -> None:
    for name in ("prepare", "start", "mark", "summarize"):
        assert world.scene.run(*COMMANDS[name]).code == 0
    for top in (world.scene.project / "session_logs", world.scene.home / ".local/share/butler"):
        for file in _files(top):
            mode = stat.S_IMODE(file.lstat().st_mode)
            assert mode == (0o700 if file.is_dir() else 0o600), (file, oct(mode))


def test_twins_in_other_normal_forms_are_two_issues_or_none(world: World) -> None:
    for name in ("caf\u00e9", "cafe\u0301"):
        (world.scene.issues / f"{name}.md").write_text("x\n")
    done = world.scene.run("issue", "list", "--json")
    world.check(done)
    world.check(world.scene.run("handover", "prepare", "--issue", "caf\u00e9"))
