"""Which project, and every path that Butler reads or writes.

The project is the nearest folder with ``.butler/`` from the start folder up, else the top of its git working tree, else
the start folder itself. The home folder, the root and a plugin's own folder are never a project.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from butler.errors import InvalidInput, Refused
from butler.looking import is_folder, is_there
from butler.naming import IssueId, latest_file
from butler.phrases.core import NO_PROJECT
from butler.records import dataclass

CONFIG_FOLDER = ".butler"
CONFIG_FILE = "config.yaml"
OUR_FOLDERS = ("session_logs", CONFIG_FOLDER)
"""Folders of ours in a working tree: their files never count as work."""


@dataclass(frozen=True, slots=True)
class Project:
    """One project on disk.

    ``root`` is resolved. ``git_top`` is the top of the git working tree that holds it, ``git_common`` the repository's
    common folder (shared by worktrees); both None outside git. ``key`` names the project in the user's data folder.
    """

    root: Path
    folder_name: str
    git_top: Path | None
    git_common: Path | None

    @property
    def key(self) -> str:
        """Stable name of the repository (worktrees together) or folder: readable part and 16 hexadecimal digits."""
        place = self.git_common or self.root
        name = place.parent.name if place.name == ".git" else place.name.removesuffix(".git")
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24] or "project"
        return f"{slug}-{hashlib.sha256(str(place).encode('utf-8', 'surrogateescape')).hexdigest()[:16]}"

    @property
    def handovers(self) -> Path:
        """Where snapshots, latest copies and the index lie."""
        return self.root / "session_logs" / "handover"

    @property
    def summaries(self) -> Path:
        """Where summaries of single logs lie."""
        return self.root / "session_logs" / "snapshots"

    @property
    def config_file(self) -> Path:
        """The project's own configuration."""
        return self.root / CONFIG_FOLDER / CONFIG_FILE

    def latest(self, issue: IssueId | None) -> Path:
        """The latest copy of an issue's (or the project's) handover."""
        return inside(self.handovers, latest_file(issue))


def inside(shelf: Path, name: str) -> Path:
    """Join the plain file ``name`` onto ``shelf``; refuse any name that would leave it (``outside_folder``)."""
    if (
        not name
        or name in {".", ".."}
        or any(mark in name for mark in "/\\\0")
        or len(name.encode("utf-8", "replace")) > 255
    ):
        raise InvalidInput("outside_folder")
    return shelf / name


def find_project(start: Path, *, home: Path, never: Iterable[Path] = ()) -> Project:
    """The project of the folder ``start``.

    Args:
        start: an existing folder.
        home: the user's home folder.
        never: folders that are no project either (a plugin's own folder).

    Raises:
        InvalidInput: ``project_missing``.
        Refused: ``project_refused`` for the home folder, the root and ``never``.
    """
    try:
        folder = start.expanduser().resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise InvalidInput("project_missing") from error
    if not is_folder(folder):
        raise InvalidInput("project_missing")
    home = home.resolve()
    top = _git_top(folder, home)
    root = _butler_folder(folder, home) or top or folder
    refused = {home: NO_PROJECT["home"], Path(root.anchor): NO_PROJECT["root"]}
    refused |= {place.resolve(): NO_PROJECT["plugin"] for place in never}
    if root in refused:
        raise Refused("project_refused", what=refused[root])
    top = _git_top(root, home)
    return Project(root, root.name, top, git_common_folder(top) if top else None)


def _upwards(folder: Path, home: Path) -> Iterable[Path]:
    """``folder`` and its parents, ending below the home folder and the root."""
    for place in (folder, *folder.parents):
        if place in {home, Path(place.anchor)}:
            return
        yield place


def _butler_folder(folder: Path, home: Path) -> Path | None:
    return next((place for place in _upwards(folder, home) if _is_folder(place / CONFIG_FOLDER)), None)


def _git_top(folder: Path, home: Path) -> Path | None:
    return next((place for place in _upwards(folder, home) if is_there(place / ".git")), None)


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def git_common_folder(top: Path) -> Path | None:
    """The common git folder of a working tree: ``.git`` itself, or what a linked worktree's ``.git`` file leads to.

    Read from the files as git lays them out (gitrepository-layout: ``gitdir:`` line, ``commondir`` file); no program runs.
    """
    dot = top / ".git"
    try:
        if dot.is_dir():
            return dot.resolve()
        text = os.fsdecode(dot.read_bytes()[:4096])
        own = (top / text.removeprefix("gitdir:").strip()).resolve()
        common = own / "commondir"
        if common.is_file():
            return (own / os.fsdecode(common.read_bytes()[:4096]).strip()).resolve()
        return own
    except (OSError, RuntimeError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class UserPaths:
    """The user's own folders. ``data`` holds work sessions, marks and caches; ``config_file`` the user's settings."""

    home: Path
    data: Path
    config_file: Path

    def project_data(self, project: Project) -> Path:
        """What Butler keeps about one repository outside of it (made by whoever writes first)."""
        return self.data / "projects" / project.key


def shown(path: Path | str, home: Path) -> str:
    """A path as it may be printed: the home folder written ``~``."""
    text, prefix = str(path), str(home)
    if text == prefix or text.startswith(prefix.rstrip("/") + "/"):
        return "~" + text[len(prefix) :]
    return text


def shown_log(path: Path | str, home: Path) -> str:
    """The path of a session log as it may be committed: `shown`, and the home folder ``~`` inside a folder's name too.

    Claude Code names a folder of logs after the project's whole path (``-home-aki-shop``), so the user's name stands in it.
    """
    text = shown(path, home)
    return re.sub(rf"(?<=/){re.escape(_dashed(home))}(?=[-/])", "~", text, count=1) if len(home.parts) > 1 else text


def meant_log(text: str, home: Path) -> Path:
    """The path that `shown_log` wrote as ``text``."""
    place = home / text[2:] if text.startswith("~/") else Path(text)
    return Path(re.sub(r"(?<=/)~(?=[-/])", lambda _: _dashed(home), str(place), count=1))


def _dashed(home: Path) -> str:
    return re.sub(r"[^A-Za-z0-9]", "-", str(home))
