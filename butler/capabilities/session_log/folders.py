"""Whether a folder that a log names belongs to this project: compared after realpath, worktrees of a repository together."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from butler.errors import ButlerError
from butler.looking import is_folder
from butler.paths import Project, find_project

if TYPE_CHECKING:
    from butler.house import House


class Folders:
    """The folders of one project. Answers are remembered, since many logs name the same folder."""

    def __init__(self, house: House) -> None:
        self._project = house.project
        self._home = house.start.home
        self._known: dict[str, bool] = {}

    @property
    def places(self) -> tuple[Path, ...]:
        """The project's own folders, for narrowing a first look by name."""
        return tuple(dict.fromkeys((self._project.root, self._project.git_top or self._project.root)))

    def hold(self, cwd: str) -> bool:
        """Whether ``cwd`` lies in this project or in another worktree of its repository."""
        if cwd not in self._known:
            self._known[cwd] = self._holds(cwd)
        return self._known[cwd]

    def _holds(self, cwd: str) -> bool:
        if not cwd.startswith("/") or "\0" in cwd:
            return False
        place = Path(os.path.realpath(cwd))
        inside = place == self._project.root or self._project.root in place.parents
        try:
            other = find_project(place, home=self._home)
        except ButlerError:
            return inside
        if other.git_common is not None and self._project.git_common is not None:
            return other.git_common == self._project.git_common
        return inside and (other.root == self._project.root or not _has_own_sign(other))


def _has_own_sign(project: Project) -> bool:
    """Whether a folder inside the project is a project by itself."""
    return project.git_common is not None or is_folder(project.config_file.parent)
