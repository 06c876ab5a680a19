"""Where the snapshots of this project's worktrees lie, read from git's own files; no program runs.

Layout as gitrepository-layout tells it: ``<common>/worktrees/<id>/gitdir`` holds the path of a linked worktree's ``.git``
file; the main working tree is the folder above a common folder called ``.git``.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from butler.errors import ButlerError
from butler.paths import Project, git_common_folder
from butler.storage import read_bytes

MOST = 64
"""Worktrees that are looked at; more are left out, by id."""


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
