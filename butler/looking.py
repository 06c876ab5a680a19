"""Asking the file system without being thrown out: what the system refuses to show counts as not there.

``Path.exists``, ``is_file``, ``is_dir`` and ``glob`` raise when a folder above may not be searched, and a walk that meets
one closed folder loses its neighbours. These do neither; ``closed_folders`` says what was not seen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def is_there(path: Path) -> bool:
    """Whether something lies at ``path`` (links followed)."""
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises where a folder may not be searched)


def is_file(path: Path) -> bool:
    """Whether a plain file, or a link to one, lies at ``path``."""
    return os.path.isfile(path)  # noqa: PTH113 (as above)


def is_folder(path: Path) -> bool:
    """Whether a folder, or a link to one, lies at ``path``."""
    return os.path.isdir(path)  # noqa: PTH112 (as above)


def names_in(folder: Path) -> list[str]:
    """The names in a folder, sorted; none where it is missing or closed."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 (names alone, without an object for each)
    except (OSError, ValueError):
        return []


def files_below(folder: Path) -> Iterator[tuple[Path, str]]:
    """The folder and the name of everything below ``folder`` that is no folder, in the order of their paths.

    Links to folders inside are neither given nor followed.
    """
    waiting = [(folder, iter(_entries(folder)))]
    while waiting:
        place, entries = waiting[-1]
        for name, is_place, is_link in entries:
            if not is_place:
                yield place, name
            elif not is_link:
                waiting.append((inner := place / name, iter(_entries(inner))))
                break
        else:
            waiting.pop()


def _entries(place: Path) -> list[tuple[str, bool, bool]]:
    """What a folder holds, by name: whether each leads to a folder, and whether it is a link; none where it is closed."""
    try:
        with os.scandir(place) as found:
            return sorted((entry.name, _leads_to_folder(entry), entry.is_symlink()) for entry in found)
    except (OSError, ValueError):
        return []


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def closed_folders(folder: Path) -> list[Path]:
    """The folders at and below ``folder`` whose content the system does not show, sorted."""
    closed: list[Path] = []

    def seen(error: OSError) -> None:
        if isinstance(error, PermissionError) and error.filename is not None:
            closed.append(Path(error.filename))

    for _ in os.walk(folder, onerror=seen):
        pass
    return sorted(closed)
