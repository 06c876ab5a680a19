"""Automatic documents: what hooks keep of a running session, one for each session and issue, in ``auto/`` of the folder.

They are no snapshots: each is replaced by the next one of its session, git ignores them, and neither ``latest`` nor
``previous`` nor the index ever names one. A reader asks for one by its id, or by ``auto`` for the newest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from butler.capabilities.handover.backend import FoundHandover, Library
from butler.capabilities.handover.records import newest_first
from butler.capabilities.handover.shelf import SHELF_PARTS, SNAPSHOT_LIMIT, Shelf
from butler.errors import ButlerError, InvalidInput, NotFound
from butler.looking import names_in
from butler.naming import AUTO, AutoName, HandoverName, IssueId, auto_name, parse_auto_file
from butler.paths import Project
from butler.storage import (
    locked,
    make_folder,
    read_bytes,
    refuse_irregular,
    remove_file,
    sweep_temporaries,
    write_atomic,
)

MOST_KEPT = 50
"""Automatic documents in one folder; the oldest go when another one is written."""
_LOCK = "auto.lock"
_IGNORE = ".gitignore"
_EVERYTHING = b"# Butler: automatic documents are replaced again and again\n*\n"
_NEAREST = 5
_HEAD = 16 * 1024
"""Bytes in which METADATA lies; parsing all of it for each of many documents would take longer than a hook may."""
_CREATED = re.compile(rb"^created_at: '?([0-9T:.Z+-]{10,40})'?$", re.MULTILINE)
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def automatic_names(project: Project) -> tuple[AutoName, ...]:
    """The automatic documents of a working tree, newest first by the time that each tells of itself.

    Damaged ones are left out, and all of them where a link lies in the place of the folder.
    """
    folder = project.handovers / AUTO
    try:
        files = names_in(folder) if Shelf(project).exists() and not folder.is_symlink() else []
    except ButlerError:
        return ()
    found = [name for file in files if (name := _named(folder / file)) is not None]
    return tuple(sorted(found, key=lambda name: (name.stamp, name.id), reverse=True))


def _named(path: Path) -> AutoName | None:
    if not path.name.endswith(".md"):
        return None
    try:
        found = _CREATED.search(read_bytes(path, limit=SNAPSHOT_LIMIT)[:_HEAD])
        return parse_auto_file(path.name, datetime.fromisoformat(found[1].decode("ascii"))) if found else None
    except (ValueError, ButlerError):
        return None


def with_automatic(library: Library, name: AutoName) -> Library:
    """The library with one automatic document of its own working tree among the snapshots: for reading that one."""
    places = {**library.places, name: Shelf(library.project)}
    return replace(library, places={one: places[one] for one in newest_first(places)})


def open_automatic(library: Library, name: AutoName) -> FoundHandover:
    """The whole automatic document.

    Raises:
        ButlerError: the file vanished meanwhile or cannot be read.
    """
    return with_automatic(library, name).open(name)


def asked_for(names: Sequence[AutoName], handover_id: str, issue: IssueId | None) -> AutoName | None:
    """The automatic document that a reader means by ``auto`` or by its id; None where the id is that of a snapshot.

    Raises:
        NotFound: ``automatic_not_found``.
        InvalidInput: ``handover_arguments`` when it is another issue's.
    """
    if handover_id != AUTO and not handover_id.startswith(f"{AUTO}-"):
        return None
    of_issue = [name for name in names if issue is None or name.issue == issue]
    hits = of_issue if handover_id == AUTO else [name for name in names if name.id == handover_id]
    if not hits:
        known = ", ".join(name.id for name in names[:_NEAREST]) or "-"
        raise NotFound("automatic_not_found", known=known, near=[name.id for name in names[:_NEAREST]])
    if hits[0] not in of_issue:
        raise InvalidInput("handover_arguments", issue=issue, id=hits[0].id)
    return hits[0]


def newer_than(
    names: Sequence[AutoName], name: HandoverName | None, issue: IssueId | None, session: str | None
) -> AutoName | None:
    """The newest automatic document of ``issue`` (None: of any) that is newer than ``name`` and not of ``session`` itself."""
    fitting = (one for one in names if issue is None or one.issue == issue)
    others = (one for one in fitting if session is None or one.session != session)
    return next((one for one in others if name is None or one.stamp > name.stamp), None)


def continues(library: Library, auto: AutoName, name: HandoverName) -> bool:
    """Whether an automatic document goes on from a snapshot: the same session worked on, or began from it."""
    from butler.maids.freshness_worker import account

    try:
        later, earlier = account(open_automatic(library, auto).text), account(library.open(name).text)
    except ButlerError:
        return False
    same = later.session_id is not None and later.session_id == earlier.session_id
    return same or later.based_on == name.id


def of_session(names: Sequence[AutoName], client: str, session: str) -> AutoName | None:
    """The newest automatic document of a session."""
    own = auto_name(None, _ANY_TIME, client, session)
    return next((name for name in names if (name.client, name.session) == (own.client, own.session)), None)


def is_behind(library: Library, client: str, session: str, log: Path) -> bool:
    """Whether a session's log has grown since its newest automatic document, or there is none."""
    from butler.maids.freshness_worker import account

    try:
        size = log.stat().st_size
        name = of_session(automatic_names(library.project), client, session)
        return size > (account(open_automatic(library, name).text).log_bytes if name is not None else 0)
    except OSError:
        return False
    except ButlerError:
        return True


def save_automatic(project: Project, name: AutoName, text: str) -> bool:
    """Put an automatic document in the place of the one before; False where one lies there that tells more of the log.

    How much of the log was read decides, not the time: a clock may have been set back. Where that is unknown, the time does.

    Raises:
        Unavailable: ``busy``, ``not_writable``: nothing was written.
        Refused: ``not_regular`` when a link, pipe or folder lies where a file of ours goes.
        InvalidInput: ``too_large``.
    """
    content = text.encode("utf-8", "backslashreplace")
    if len(content) > SNAPSHOT_LIMIT:
        raise InvalidInput("too_large", what="the document", size=len(content), limit=SNAPSHOT_LIMIT)
    folder = make_folder(project.root, *SHELF_PARTS, AUTO)
    refuse_irregular(folder / _LOCK)
    with locked(folder / _LOCK) as held:
        sweep_temporaries(folder)
        refuse_irregular(folder / _IGNORE)
        if not (folder / _IGNORE).exists():
            write_atomic(folder / _IGNORE, _EVERYTHING)
        there = automatic_names(project)
        before = next((one for one in there if one.file == name.file), None)
        if before is not None and _tells_more(project, before, name, text):
            return False
        held.check()
        write_atomic(project.handovers / name.file, content)
        for old in _surplus(there, name):
            with suppress(ButlerError):
                remove_file(project.handovers / old.file)
    return True


def _tells_more(project: Project, before: AutoName, name: AutoName, text: str) -> bool:
    from butler.maids.freshness_worker import account

    try:
        old = account(read_bytes(project.handovers / before.file, limit=SNAPSHOT_LIMIT).decode("utf-8", "replace"))
    except ButlerError:
        return False
    new = account(text)
    if old.log == new.log and old.log_bytes and new.log_bytes:
        return old.log_bytes > new.log_bytes
    return before.stamp > name.stamp


def _surplus(there: Sequence[AutoName], name: AutoName) -> Iterator[AutoName]:
    return iter([one for one in there if one.file != name.file][MOST_KEPT - 1 :])


def listed_row(name: AutoName) -> dict[str, Any]:
    """One automatic document as handover_list tells it."""
    return {
        "handover_id": name.id,
        "issue_id": name.issue,
        "brain": name.client,
        "created_at": name.created.isoformat(),
        "session": name.session,
    }
