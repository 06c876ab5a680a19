"""The public face of kept handovers: save one, find one, list them, over all worktrees of the repository.

Finding and listing compute the mended view in memory and change nothing on disk.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from butler.capabilities.handover.records import Index, IndexEntry, newest_first, read_entry
from butler.capabilities.handover.shelf import INDEX_FILE, Listing, Shelf
from butler.capabilities.handover.store import SavedHandover, Writer, save_handover
from butler.capabilities.handover.worktrees import sibling_projects
from butler.errors import ButlerError, NotFound, Unreadable
from butler.maids.document_check import metadata
from butler.naming import HandoverName, IssueId, latest_file, parse_handover_id
from butler.paths import Project
from butler.records import dataclass

__all__ = ["FoundHandover", "Library", "SavedHandover", "Writer", "open_library", "save_handover"]

NEAREST = 5
"""Ids that an error names."""
MOST_OPENED = 50
"""Handovers that are opened to find the last one of a session, or one that can be read."""


@dataclass(frozen=True, slots=True)
class FoundHandover:
    """One handover as it lies on disk.

    ``project`` is that of the worktree it was found in; ``latest_is_it`` says whether the latest copy there is the same,
    byte for byte.
    """

    name: HandoverName
    text: str
    entry: IndexEntry
    project: Project
    latest_is_it: bool

    @property
    def snapshot(self) -> Path:
        """The snapshot's file."""
        return self.project.handovers / self.name.file

    @property
    def latest(self) -> Path:
        """The latest copy of its issue."""
        return self.project.handovers / latest_file(self.name.issue)


@dataclass(frozen=True, slots=True)
class Library:
    """All handovers of a repository at one moment, newest first, each with the first worktree that holds it.

    ``indexes`` are those of the worktrees by root; ``problems`` are pairs of a phrase key and the file it is about.
    """

    project: Project
    places: Mapping[HandoverName, Shelf]
    indexes: Mapping[Path, Index]
    problems: tuple[tuple[str, str], ...] = ()

    def newest(self, issue: IssueId | None) -> HandoverName | None:
        """The newest handover of ``issue`` (None: of the project); None when there is none."""
        return next((name for name in self.places if name.issue == issue), None)

    def first_readable(self, names: Iterable[HandoverName]) -> tuple[HandoverName, tuple[str, ...]]:
        """The first of ``names`` (at least one) that can be read, and the files before it that cannot.

        Raises:
            ButlerError: none can; why the first one cannot.
        """
        first: ButlerError | None = None
        skipped: list[str] = []
        for name in itertools.islice(names, MOST_OPENED):
            try:
                self.open(name)
            except ButlerError as problem:
                first = first or problem
                skipped.append(name.file)
            else:
                return name, tuple(skipped)
        assert first is not None
        raise first

    def named(self, handover_id: str) -> HandoverName:
        """The handover with this id.

        Raises:
            InvalidInput: ``invalid_handover_id``.
            NotFound: ``handover_not_found`` with ``near``, the ids that are most like it.
        """
        name = parse_handover_id(handover_id)
        if name not in self.places:
            raise self.missing(name.id)
        return name

    def missing(self, wanted: str) -> NotFound:
        """The error that ``wanted`` (an id, or the subject of ids) is not here."""
        known = [name.id for name in self.places]
        near = difflib.get_close_matches(wanted, known, NEAREST, 0.5) or known[:NEAREST]
        return NotFound("handover_not_found", wanted=wanted, near=near, known=", ".join(near) or "-")

    def content(self, name: HandoverName) -> bytes:
        """The bytes of the snapshot.

        Raises:
            ButlerError: the file vanished meanwhile, is too large or unreadable.
        """
        return self.places[name].content(name)

    def open(self, name: HandoverName) -> FoundHandover:
        """The whole handover.

        Raises:
            ButlerError: the file vanished meanwhile, is too large, unreadable, empty or no UTF-8.
        """
        shelf, content = self.places[name], self.content(name)
        if not content.strip():
            raise Unreadable("handover_empty", file=name.file)
        entry = read_entry(name, content, self.indexes[shelf.project.root].entries.get(name.file))
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable("not_utf8", what=name.file) from error
        return FoundHandover(name, text, entry, shelf.project, shelf.latest(name.issue) == content)

    def last_read_of(self, session_id: str | None) -> tuple[str, int] | None:
        """The log that the newest handover of a session read and its line there, from METADATA; None where there is none."""
        for name in list(self.places)[:MOST_OPENED] if session_id else []:
            try:
                session = metadata(self.open(name).text).get("session")
            except ButlerError:
                continue
            if isinstance(session, dict) and session.get("id") == session_id:
                last = re.search(r"([0-9]{1,9})[^0-9]*$", str(session.get("lines", "")))
                return (str(session.get("log", "")), int(last[1])) if last else None
        return None

    def is_own(self, name: HandoverName) -> bool:
        """Whether the handover lies in this project's own folder."""
        return self.places[name].project.root == self.project.root

    def elsewhere(self) -> tuple[HandoverName, ...]:
        """The handovers that only other worktrees hold."""
        return tuple(name for name in self.places if not self.is_own(name))


def open_library(project: Project) -> Library:
    """Look at the handovers of a project and of its sibling worktrees; an unreadable sibling is left out.

    Raises:
        Refused: ``not_regular`` when a link lies where the project's own folder should be.
        Unreadable: the project's own folder cannot be listed.
    """
    own = Shelf(project)
    listing = own.listing()
    places = dict.fromkeys(listing.snapshots, own)
    for sibling in map(Shelf, sibling_projects(project)):
        try:
            found = sibling.listing().snapshots
        except ButlerError:
            continue
        for name in found:
            places.setdefault(name, sibling)
    indexes = {shelf.project.root: shelf.index() for shelf in dict.fromkeys([own, *places.values()])}
    ordered = {name: places[name] for name in newest_first(places)}
    return Library(project, ordered, indexes, _problems(listing, indexes[project.root]))


def _problems(listing: Listing, index: Index) -> tuple[tuple[str, str], ...]:
    """What is wrong in the project's own folder, as far as a reader should know it."""
    found = [("warning_irregular", file) for file in listing.irregular]
    known = {latest_file(name.issue) for name in listing.snapshots}
    found += [("warning_latest_alone", file) for file in listing.latest if file not in known]
    told = {"newer": "warning_index_newer", "damaged": "warning_index_damaged"}
    return (*found, *([(told[index.state], INDEX_FILE)] if index.state in told else []))
