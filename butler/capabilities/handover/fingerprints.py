"""Hashes of the files that a handover rests on: kept in the index when it is written, compared when it is read.

They cost the document no token and name no path: the index holds short hashes of paths and contents only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from butler.capabilities.work_record.models import GitState
from butler.errors import ButlerError
from butler.maids.freshness_worker import (
    DIGITS,
    anchored_paths,
    digest,
    path_digest,
    uncommitted_paths,
    work_digest,
)
from butler.paths import Project
from butler.records import dataclass
from butler.storage import read_bytes

FILE_LIMIT = 4 * 1024 * 1024
"""Bytes of one file that are hashed; a larger one is told by its size."""
TOTAL_LIMIT = 32 * 1024 * 1024
"""Bytes hashed for one handover; then sizes tell, so that a tree of large files holds no call."""
_ANCHORS = re.compile(rf"(?:[0-9a-f]{{{DIGITS}}}:[0-9a-f]{{{DIGITS}}}(?: |$))*", re.ASCII)
_WORK = re.compile(rf"[0-9a-f]{{{DIGITS}}}", re.ASCII)
_SAID = re.compile(rf"[0-9a-f]{{{DIGITS}}}\.(?:-|[0-9a-f]{{{DIGITS}}})\.[0-9a-f]{{{DIGITS}}}", re.ASCII)
NO_NOTES = "-"


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """What a handover rested on when it was written. None: nobody knows.

    ``anchors`` are ``<path hash>:<content hash>`` of the anchored files that existed, ``work`` is the hash of everything
    uncommitted, ``said`` those of the issue, the notes and the marks (see `said_digest`).
    """

    anchors: str | None = None
    work: str | None = None
    said: str | None = None

    def contents(self) -> Mapping[str, str] | None:
        """The content hashes by path hash; None where they are not known."""
        if self.anchors is None:
            return None
        return dict(pair.split(":", 1) for pair in self.anchors.split())

    @property
    def good(self) -> bool:
        """Whether all are what we write."""
        kept = ((_ANCHORS, self.anchors), (_WORK, self.work), (_SAID, self.said))
        return all(value is None or pattern.fullmatch(value) is not None for pattern, value in kept)


@dataclass(slots=True, eq=False)
class Hasher:
    """Hashes files within `TOTAL_LIMIT`, each once."""

    left: int = TOTAL_LIMIT
    known: dict[Path, str | None] = field(default_factory=dict)

    def of(self, path: Path) -> str | None:
        """The short hash of a plain file; None where there is none (missing, a link, a folder, unreadable)."""
        if path not in self.known:
            self.known[path] = self._look(path)
        return self.known[path]

    def _look(self, path: Path) -> str | None:
        try:
            size = path.lstat().st_size
            if size > min(FILE_LIMIT, self.left):
                return digest(f"size {size}".encode()) if path.is_file() else None
            content = read_bytes(path, limit=FILE_LIMIT)
        except (ButlerError, OSError, ValueError):
            return None
        self.left -= len(content)
        return digest(content)


def said_digest(issue: Sequence[str], notes: Sequence[str], marks: Sequence[str]) -> str:
    """``<issue>.<notes>.<marks>``: a short hash of the texts of each; no notes are ``-``, so that they can be told."""

    def one(texts: Sequence[str]) -> str:
        return digest("\0\0".join(texts).encode("utf-8", "surrogatepass"))

    return f"{one(issue)}.{one(notes) if notes else NO_NOTES}.{one(marks)}"


def fingerprints(project: Project, text: str, git: GitState | None, said: str | None = None) -> Fingerprints:
    """The fingerprints of the document ``text`` now; ``git`` is the state of the working tree now."""
    hasher, root = Hasher(), project.root
    pairs = [(path, hasher.of(root / path)) for path in anchored_paths(text) if is_within(root, path)]
    anchors = " ".join(f"{path_digest(path)}:{found}" for path, found in pairs if found is not None)
    return Fingerprints(anchors, work_now(project.git_top, git, hasher), said)


def work_now(top: Path | None, git: GitState | None, hasher: Hasher) -> str | None:
    """The hash of everything uncommitted; None where there is no git or its lists are cut."""
    if top is None or git is None or any(cut.startswith(_LISTS) for cut in git.cut):
        return None
    return work_digest({path: _content(top / path, hasher) for path in uncommitted_paths(git)})


_LISTS = ("staged:", "unstaged:", "untracked:", "conflicts:", "status:")


def _content(path: Path, hasher: Hasher) -> str:
    try:
        return f"link {path.readlink()}" if path.is_symlink() else hasher.of(path) or "none"
    except OSError:
        return "none"


def is_within(root: Path, path: str) -> bool:
    """Whether ``path`` leads to a place inside ``root``, links followed."""
    try:
        return (root / path).parent.resolve().is_relative_to(root)
    except (OSError, RuntimeError, ValueError):
        return False


def where_moved(root: Path, wanted: str, candidates: Iterable[str], hasher: Hasher) -> str | None:
    """The first of ``candidates`` (relative to ``root``) whose content has the hash ``wanted``."""
    return next((path for path in candidates if is_within(root, path) and hasher.of(root / path) == wanted), None)
