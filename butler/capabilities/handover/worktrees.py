"""Where the snapshots of this project's worktrees lie, read from git's own files; no program runs.

Layout as gitrepository-layout tells it: ``<common>/worktrees/<id>/gitdir`` holds the path of a linked worktree's ``.git``
file; the main working tree is the folder above a common folder called ``.git``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from butler.errors import ButlerError
from butler.paths import Project, git_common_folder
from butler.storage import locked, make_data_folder, read_bytes

if TYPE_CHECKING:
    from butler.house import House

MOST = 64
"""Worktrees that are looked at; more are left out, by id."""
_LOCK = "handovers.lock"


@contextmanager
def one_worktree_at_a_time(house: House) -> Iterator[bool]:
    """Let no other worktree of the repository write a handover for the block: names and ``previous`` go over all of them.

    Yields whether there are other worktrees; without any, the lock of the folder is enough, and so it must be where the
    user's data folder cannot be written.

    Raises:
        Unavailable: ``busy``.
    """
    siblings = bool(sibling_projects(house.project))
    with ExitStack() as held:
        if siblings:
            try:
                data = house.user.data
                folder = make_data_folder(data, *house.project_data.relative_to(data).parts)
                held.enter_context(locked(folder / _LOCK))
            except ButlerError as error:
                if error.code == "busy":
                    raise
        yield siblings


def sibling_projects(project: Project) -> list[Project]:
    """The same project in the other worktrees of its repository, main one first, then by git's own id."""
    common, top = project.git_common, project.git_top
    if common is None or top is None:
        return []
    tops = [common.parent] if common.name == ".git" else []
    tops += [place for folder in _listed(common / "worktrees") if (place := _worktree(folder)) is not None]
    below = project.root.relative_to(top)
    return [
        replace(project, root=place / below, git_top=place)
        for place in dict.fromkeys(tops)
        if place != top and git_common_folder(place) == common
    ]


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())[:MOST]
    except OSError:
        return []


def _worktree(folder: Path) -> Path | None:
    """The top of the working tree that ``<common>/worktrees/<id>`` belongs to; None when it is gone."""
    try:
        text = os.fsdecode(read_bytes(folder / "gitdir", limit=4096)).strip()
        return (folder / text).resolve(strict=True).parent
    except (OSError, ValueError, RuntimeError, ButlerError):
        return None
