"""Paths as commands and folders name them: which hold text for people, which lie in a folder, which a command means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from butler.maids.late_patterns import late

_BUILT_FROM = late(r"(?:^|/)(?:requirements|constraints|CMakeLists)[^/]*\.txt$|(?:^|/)requirements/", re.I)
"""Text that builds and tests depend on."""
_NOT_BUILT = late(
    r"(?:_test\.go|\.(?:sh|bash|zsh|fish|ps1|bat))$|(?:^|/)(?:(?:Docker|Container)file[^/]*|(?:docker-)?compose[^/]*\.ya?ml|\.(?:gitignore|gitattributes|dockerignore|editorconfig|env)[^/]*|LICENSE[^/]*)$|(?:^|/)\.github/"
)
"""What no compiler of a program reads: its build is no older for an edit of it."""
_PROSE = (".md", ".mdx", ".rst", ".adoc", ".txt", ".log")


def is_prose(path: str) -> bool:
    """Whether a file holds text for people, no code."""
    return path.lower().endswith(_PROSE) and not _BUILT_FROM.search(path)


@lru_cache(maxsize=256)
def is_compiled(path: str) -> bool:
    """Whether a file may be what a compiler reads."""
    return not (is_prose(path) or _NOT_BUILT.search(path))


def below(path: str, folder: str) -> str:
    """``path`` relative to ``folder`` where it lies in it; Windows paths with forward slashes then."""
    if folder and path.startswith(folder + "/"):
        return path[len(folder) + 1 :]
    if "\\" in folder and path.lower().replace("/", "\\").startswith(folder.lower().replace("/", "\\") + "\\"):
        return path[len(folder) + 1 :].replace("\\", "/")
    return path[2:] if path.startswith("./") else path


def named_in(what: str, folder: str) -> Named:
    """The paths that a command names, relative to ``folder`` where they lie in it."""
    words = what.replace('"', "").replace("'", "").split()
    paths = (below(word.rstrip("/*"), folder) for word in words)
    return Named(path for path in paths if path and not path.startswith("-"))


class Named:
    """Paths that are named; it holds a path that is one of them, lies below one, or is one seen from a folder above."""

    __slots__ = ("_above", "_ends", "_whole")

    def __init__(self, paths: Iterable[str]) -> None:
        self._whole = frozenset(paths)
        self._above = tuple(f"{path}/" for path in self._whole)
        self._ends = tuple(f"/{path}" for path in self._whole)

    def __contains__(self, path: str) -> bool:
        return path in self._whole or path.startswith(self._above) or path.endswith(self._ends)
