"""Saving a handover: snapshot, then latest copy, then index, all under the one lock of the folder.

A snapshot is never changed after it is written. Whatever a crash, an edit, a deletion or a merge by hand left behind, the
next save mends latest copies and index from the snapshots alone. A refused save leaves nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from butler.capabilities.handover.fingerprints import Fingerprints
from butler.capabilities.handover.records import Index, digest, dump_index, newest_first, read_entry
from butler.capabilities.handover.shelf import INDEX_FILE, LOCK_FILE, SHELF_PARTS, SNAPSHOT_LIMIT, Listing, Shelf
from butler.errors import ButlerError, InvalidInput
from butler.naming import HandoverName, IssueId, latest_file, name_handover
from butler.paths import Project
from butler.records import dataclass
from butler.storage import (
    locked,
    make_folder,
    refuse_irregular,
    remove_file,
    sweep_temporaries,
    write_atomic,
)

Writer = Callable[[HandoverName, HandoverName | None], str]
"""Gives the text for a name and the newest earlier handover of the same issue."""


@dataclass(frozen=True, slots=True)
class SavedHandover:
    """What was written. ``warnings`` are phrase keys about the folder (``warning_index_newer``, ``warning_not_newest``)."""

    name: HandoverName
    snapshot: Path
    latest: Path
    text: str
    previous: HandoverName | None
    warnings: tuple[str, ...] = ()


def save_handover(
    project: Project,
    issue: IssueId | None,
    at: datetime,
    client: str,
    write: Writer,
    *,
    elsewhere: Iterable[HandoverName] = (),
    rests_on: Callable[[str], Fingerprints] = lambda text: Fingerprints(),
) -> SavedHandover:
    """Write one handover.

    Args:
        project: whose folder it goes to.
        issue, at, client: the parts of its name; a number is added when the second is taken.
        write: gives the text once the name is settled; called under the lock, so it must only compute.
        elsewhere: handovers of other worktrees, which may be the previous one and whose names are not used again.
        rests_on: gives the fingerprints of the text that was written, for the index.

    Raises:
        Unavailable: ``busy``, ``not_writable``: nothing was written.
        Refused: ``not_regular`` when a link, pipe or folder lies where a file of ours goes.
        InvalidInput: ``too_large`` for a text over the limit.
    """
    shelf = Shelf(project)
    folder = make_folder(project.root, *SHELF_PARTS)
    refuse_irregular(folder / LOCK_FILE)
    with locked(folder / LOCK_FILE) as held:
        sweep_temporaries(folder)
        listing = shelf.listing()
        others = tuple(elsewhere)
        name = _free_name(issue, at, client, listing, others)
        previous = next((n for n in newest_first({*listing.snapshots, *others}) if n.subject == name.subject), None)
        content = _encoded(write(name, previous))
        for file in (name.file, latest_file(issue), INDEX_FILE):
            refuse_irregular(folder / file)
        held.check()
        warnings = _write_three(shelf, listing, name, content, rests_on(content.decode()))
        _mend_latest(shelf, listing, but=name.subject)
    return SavedHandover(name, folder / name.file, folder / latest_file(issue), content.decode(), previous, warnings)


def _free_name(
    issue: IssueId | None, at: datetime, client: str, listing: Listing, others: tuple[HandoverName, ...]
) -> HandoverName:
    """The next name of this second, counted over all clients, so that stamp and number order an issue's handovers."""
    first = name_handover(issue, at, client)
    same = [n.number for n in (*listing.snapshots, *others) if (n.subject, n.stamp) == (first.subject, first.stamp)]
    number = max(same, default=0) + 1
    while (name := name_handover(issue, at, client, number)).file in listing.irregular:
        number += 1
    return name


def _encoded(text: str) -> bytes:
    content = text.encode("utf-8", "backslashreplace")
    if len(content) > SNAPSHOT_LIMIT:
        raise InvalidInput("too_large", what="the handover", size=len(content), limit=SNAPSHOT_LIMIT)
    return content


def _write_three(
    shelf: Shelf, listing: Listing, name: HandoverName, content: bytes, rests_on: Fingerprints
) -> tuple[str, ...]:
    """Snapshot, latest, index. When one of them fails, the ones before it are taken back."""
    index = shelf.index()
    old_latest = shelf.latest(name.issue)
    newest = newest_first([name, *(n for n in listing.snapshots if n.subject == name.subject)])[0]
    try:
        write_atomic(shelf.folder / name.file, content)
        latest = content if newest == name else shelf.content(newest)
        if latest != old_latest:
            write_atomic(shelf.folder / latest_file(name.issue), latest)
        if index.state != "newer":
            _write_index(shelf, listing, index, (name, content, rests_on))
    except BaseException:
        _take_back(shelf, name, old_latest)
        raise
    return (
        *(["warning_not_newest"] if newest != name else []),
        *(["warning_index_newer"] if index.state == "newer" else []),
    )


def _write_index(shelf: Shelf, listing: Listing, index: Index, new: tuple[HandoverName, bytes, Fingerprints]) -> None:
    name, content, rests_on = new
    entries = shelf.entries(listing.snapshots, index)
    entries[name] = read_entry(name, content, None, sha256=digest(content), fingerprints=rests_on)
    write_atomic(shelf.folder / INDEX_FILE, dump_index(entries.values()))


def _take_back(shelf: Shelf, name: HandoverName, old_latest: bytes | None) -> None:
    """Undo a save that could not be finished; the disk may refuse this too, then the next save mends the rest."""
    latest = shelf.folder / latest_file(name.issue)
    with suppress(ButlerError):
        remove_file(shelf.folder / name.file)
        if old_latest is None:
            remove_file(latest)
        elif shelf.latest(name.issue) != old_latest:
            write_atomic(latest, old_latest)


def _mend_latest(shelf: Shelf, listing: Listing, *, but: str) -> None:
    """Make the other latest copies equal to their newest snapshots; what cannot be mended now is left to the next save."""
    seen = {but}
    for name in listing.snapshots:
        if name.subject in seen:
            continue
        seen.add(name.subject)
        with suppress(ButlerError):
            content = shelf.content(name)
            if shelf.latest(name.issue) != content:
                write_atomic(shelf.folder / latest_file(name.issue), content)
