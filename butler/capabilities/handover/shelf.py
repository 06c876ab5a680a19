"""One project's folder of handovers as it lies on disk. Looking at it changes nothing."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

from butler.capabilities.handover.records import Index, IndexEntry, newest_first, parse_index, read_entry
from butler.errors import ButlerError, NotFound, Refused, Unreadable
from butler.naming import HandoverName, IssueId, latest_file, parse_handover_file
from butler.paths import Project
from butler.records import dataclass
from butler.storage import kind_of, read_bytes

SHELF_PARTS = ("session_logs", "handover")
INDEX_FILE = "index.json"
LOCK_FILE = "index.lock"
SNAPSHOT_LIMIT = 1024 * 1024
"""Bytes of one snapshot; a document is a few thousand tokens."""
INDEX_LIMIT = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Listing:
    """File names in the folder: snapshots newest first, and everything else by kind."""

    snapshots: tuple[HandoverName, ...] = ()
    latest: tuple[str, ...] = ()
    irregular: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder ``session_logs/handover`` of one working tree."""

    project: Project

    @property
    def folder(self) -> Path:
        """Where the files lie; may be missing."""
        return self.project.handovers

    def exists(self) -> bool:
        """Whether there is a folder. Raises ``not_regular`` when a link or file lies where it should be."""
        place = self.project.root
        for part in SHELF_PARTS:
            place = place / part
            try:
                mode = place.lstat().st_mode
            except OSError:
                return False
            if not stat.S_ISDIR(mode):
                raise Refused("not_regular", what=part, kind=kind_of(mode))
        return True

    def listing(self) -> Listing:
        """What lies in the folder; links, pipes and folders under a snapshot's name are ``irregular``."""
        if not self.exists():
            return Listing()
        try:
            paths = sorted(self.folder.iterdir())
        except OSError as error:
            raise Unreadable("file_unreadable", what=SHELF_PARTS[-1], reason=error.strerror or "OSError") from error
        names = {path.name: name for path in paths if (name := parse_handover_file(path.name)) is not None}
        odd = [path.name for path in paths if path.name in names and not _is_file(path)]
        latest = [path.name for path in paths if path.name.endswith("_latest.md") and _is_file(path)]
        good = newest_first(name for file, name in names.items() if file not in odd)
        return Listing(tuple(good), tuple(latest), tuple(odd))

    def content(self, name: HandoverName) -> bytes:
        """The bytes of one snapshot."""
        return read_bytes(self.folder / name.file, limit=SNAPSHOT_LIMIT)

    def latest(self, issue: IssueId | None) -> bytes | None:
        """The bytes of a latest copy; None when it is missing or cannot be read as a plain file."""
        try:
            return read_bytes(self.folder / latest_file(issue), limit=SNAPSHOT_LIMIT)
        except ButlerError:
            return None

    def index(self) -> Index:
        """The index as it lies on disk; one that cannot be read counts as damaged."""
        try:
            return parse_index(read_bytes(self.folder / INDEX_FILE, limit=INDEX_LIMIT))
        except NotFound:
            return parse_index(None)
        except ButlerError:
            return Index({}, "damaged")

    def entries(self, names: Sequence[HandoverName], index: Index) -> dict[HandoverName, IndexEntry]:
        """The mended entries of the snapshots: read from the files, with what only the index knows. Unreadable ones are left out."""
        found = {}
        for name in names:
            try:
                found[name] = read_entry(name, self.content(name), index.entries.get(name.file))
            except ButlerError:
                continue
        return found


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
