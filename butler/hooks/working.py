"""The work that goes on after a hook has answered: making the automatic document of a session that runs, ended or died.

It runs in a process of its own, at low priority, and may be killed at any moment: a document is replaced in one step.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from butler.capabilities.handover.automatic import is_behind, save_automatic
from butler.capabilities.handover.backend import open_library
from butler.capabilities.handover.gathering import Gathered, composed, gather_materials, prepare_request
from butler.capabilities.session_log.peeking import peek
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput, Unreadable
from butler.hooks.sessions import Seen, forget, left_behind
from butler.hooks.telling import FINISH, MAKE, PICK_UP
from butler.house import House
from butler.naming import AUTO, auto_name

LONGEST_LOG = 512 * 1024 * 1024
"""Bytes of a log that is read; the client's user did not ask for more."""
MOST_PICKED_UP = 3
"""Sessions that one start picks up; the next start takes the next ones."""


def do_job(house: House, job: str, *arguments: str) -> None:
    """Do one job; ``arguments`` are client, session and log, none for ``PICK_UP``.

    Raises:
        ButlerError: why nothing was written. ValueError: the job is none.
    """
    if job == PICK_UP:
        pick_up(house)
        return
    if job not in {MAKE, FINISH} or len(arguments) != 3:
        raise ValueError(job)
    client, session, log = arguments
    make_document(house, client, session, Path(log))
    if job == FINISH:
        forget(house, Seen(client, session, log, ""))


def pick_up(house: House) -> None:
    """The documents of the sessions that died in this working tree; one that fails does not keep the others.

    Raises:
        ButlerError: the first failure, after all were tried.
    """
    failures = []
    for seen in left_behind(house)[:MOST_PICKED_UP]:
        try:
            make_document(house, seen.client, seen.session_id, Path(seen.log))
        except ButlerError as problem:
            failures.append(problem)
        forget(house, seen)
    if failures:
        raise failures[0]


def make_document(house: House, client: str, session: str, log: Path) -> bool:
    """Write the automatic document of a session; False where there is nothing (new) to write.

    Raises:
        ButlerError: the log cannot be read or the document cannot be written.
    """
    library = open_library(house.project)
    if not is_behind(library, client, session, log) or not _is_main(house, client, log):
        return False
    caller = Caller(client, session, folder=house.project.root)
    gathered = gather_materials(house, caller, prepare_request(house, session=str(log)), library)
    facts = gathered.materials.facts
    if facts is None or not facts.requests:
        return False
    name = auto_name(gathered.issue_id, gathered.created_at, client, session)
    draft = composed(house, _marked(gathered), name, library.newest(gathered.issue_id))
    return save_automatic(house.project, name, draft.text)


def _is_main(house: House, client: str, log: Path) -> bool:
    """Whether the log is one that a person leads: a subagent's work is told by the session that started it."""
    if (size := log.stat().st_size) > LONGEST_LOG:
        raise InvalidInput("too_large", what=log.name, size=size, limit=LONGEST_LOG)
    brain = house.staff.brains.get(client)
    reader = house.staff.formats.get(brain.log_format) if brain is not None else None
    look = peek(log, reader) if reader is not None else None
    if look is None:
        raise Unreadable("file_unreadable", what=log.name, reason="not a session log")
    return look.info.thread in {"main", "unknown"}


def _marked(gathered: Gathered) -> Gathered:
    """The same, telling in METADATA that nobody asked for the document."""
    materials = gathered.materials
    return replace(gathered, materials=replace(materials, meta=replace(materials.meta, mode=AUTO)))
