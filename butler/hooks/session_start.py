"""SessionStart: the model is shown the brief of what was left for it, and what died since is picked up.

A session that starts or was cleared gets the newest document that belongs here; one that was compacted gets its own
automatic document; one that is resumed has its own context and gets only what others wrote since.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from butler.capabilities.handover.automatic import (
    automatic_names,
    continues,
    is_behind,
    of_session,
    open_automatic,
    with_automatic,
)
from butler.capabilities.handover.backend import Library, open_library
from butler.capabilities.handover.reading import BRIEF, read_answer
from butler.capability import Caller
from butler.errors import ButlerError
from butler.hooks.belonging import Place, belongs
from butler.hooks.living import Process
from butler.hooks.sessions import Seen, first_seen, left_behind, remember, seen_before, seen_sessions
from butler.hooks.telling import PICK_UP, Hooked, Told
from butler.house import House
from butler.maids.freshness_worker import account
from butler.maids.text_worker import one_line
from butler.naming import AUTO, AutoName, HandoverName
from butler.phrases import say
from butler.storage import read_bytes
from butler.work_record_backend import current_work

CONTEXT_LIMIT = 6_000
"""Characters that the model is shown at the start of a session."""
MOST_OPENED = 20
"""Documents that are opened, newest first, to find one that belongs here."""
WAIT = 1.5
"""Seconds that a compacted session waits for its document, which PreCompact began before the compaction."""
_LOOKS = 30


def hook(house: House, told: Told, process: Process | None) -> Hooked:
    """What the model is shown, and the picking up of what died.

    Raises:
        ButlerError: something that must be known cannot be read.
    """
    if not _leads(house, told):
        return Hooked()
    dead = [seen for seen in left_behind(house) if seen.session_id != told.session_id]
    with suppress(ButlerError):  # a full disk keeps nobody from reading
        before = seen_before(house, told)
        seen = first_seen(house, told, process)
        remember(house, replace(seen, worked_at=before.worked_at if before is not None else 0.0))
    return Hooked(_context(house, told, dead), (PICK_UP,) if dead else ())


def _leads(house: House, told: Told) -> bool:
    """Whether the session is a person's own; one whose log says nothing yet is. Claude Code has an event of its own for
    subagents."""
    if told.client != "codex":
        return True
    from butler.capabilities.session_log.peeking import peek

    brain = house.staff.brains[told.client]
    look = peek(told.log, house.staff.formats[brain.log_format])
    return look is None or look.info.thread in {"main", "unknown"}


def _context(house: House, told: Told, dead: list[Seen]) -> str | None:
    library = open_library(house.project)
    found = _found(house, told, library)
    notes = [] if told.source == "compact" else _dead_notes(house, library, dead)
    if found is None:
        return "\n".join([say("hook_evidence", house.settings.language), *notes]) if notes else None
    name, more = found
    view = with_automatic(library, name) if isinstance(name, AutoName) else library
    caller = Caller(told.client, told.session_id, folder=told.folder)
    brief: dict[str, Any] = read_answer(
        house,
        caller,
        view,
        name,
        by_id=isinstance(name, AutoName),
        section=BRIEF,
        warnings=[*notes, *more],
        lead=say("hook_evidence", house.settings.language),
        as_json=True,
    ).data
    return str(brief["snapshot"])[:CONTEXT_LIMIT]


def _found(house: House, told: Told, library: Library) -> tuple[HandoverName, list[str]] | None:
    """The document to show and what to say of it."""
    if told.source == "compact":
        mine = _own_after_compaction(house, told)
        return (mine, [say("hook_own", house.settings.language)]) if mine is not None else None
    autos = automatic_names(house.project)
    mine = of_session(autos, told.client, told.session_id)
    if told.source == "resume" and mine is None:
        return None
    here = _here(house, told)
    since = mine.stamp if mine is not None and told.source == "resume" else ""
    others = [name for name in autos if name is not mine and name.stamp > since]
    auto = next((name for name in islice(others, MOST_OPENED) if _fits(library, name, here)), None)
    kept = [name for name in library.places if library.is_own(name) and name.stamp > since]
    snapshot = next((name for name in islice(kept, MOST_OPENED) if _fits(library, name, here)), None)
    return _better(house, library, snapshot, auto)


def _better(
    house: House, library: Library, snapshot: HandoverName | None, auto: AutoName | None
) -> tuple[HandoverName, list[str]] | None:
    """The snapshot, unless an automatic document goes on from it; a newer one that does not is only named."""
    language = house.settings.language
    if auto is None or (snapshot is not None and auto.stamp <= snapshot.stamp):
        return None if snapshot is None else (snapshot, [])
    if snapshot is None or continues(library, auto, snapshot):
        return auto, [say("hook_automatic", language), *_alive_note(house, auto)]
    newer = say("automatic_newer", language, at=auto.created.isoformat(), brain=auto.client, id=auto.id)
    return snapshot, [newer]


def _alive_note(house: House, auto: AutoName) -> Iterator[str]:
    """That the session which a document tells of is still running."""
    for seen in seen_sessions(house):
        if of_session([auto], seen.client, seen.session_id) and seen.process and not seen.gone:
            yield say("hook_running", house.settings.language, brain=seen.client)
            return


def _dead_notes(house: House, library: Library, dead: list[Seen]) -> list[str]:
    """What is being picked up at this very moment."""
    notes = []
    for seen in dead:
        if is_behind(library, seen.client, seen.session_id, Path(seen.log)):
            session = one_line(seen.session_id, 80)
            notes.append(say("hook_died", house.settings.language, brain=seen.client, session=session, id=AUTO))
    return notes


def _fits(library: Library, name: HandoverName, here: Place) -> bool:
    if name.issue is not None and here.subject is not None:
        return belongs(Place(name.issue), here)  # told by the name alone: opening many would take too long
    try:
        text = (open_automatic(library, name) if isinstance(name, AutoName) else library.open(name)).text
    except ButlerError:
        return False
    return belongs(Place(name.issue, account(text).branch), here)


def _here(house: House, told: Told) -> Place:
    """The issue of the session's own piece of work, and the branch of the working tree."""
    issue = None
    with suppress(ButlerError):
        work = current_work(house, Caller(told.client, told.session_id))
        issue = work.issue_id if work is not None else None
    return Place(issue, branch_now(house.project.git_top))


def branch_now(top: Path | None) -> str | None:
    """The branch that a working tree is on, read from git's own ``HEAD``; None outside of git or without one."""
    if top is None:
        return None
    try:
        dot = top / ".git"
        if not dot.is_dir():
            dot = top / read_bytes(dot, limit=4096).decode("utf-8").removeprefix("gitdir:").strip()
        head = read_bytes(dot / "HEAD", limit=4096).decode("utf-8").strip()
    except (OSError, ValueError, ButlerError):
        return None
    name = head.removeprefix("ref: refs/heads/")
    return None if name in {head, ".invalid"} else name


def _own_after_compaction(house: House, told: Told) -> AutoName | None:
    """The session's own document, once the one that PreCompact began is there (or the patience is over)."""
    before = seen_before(house, told)
    begun = before.worked_at if before is not None else 0.0
    for _ in range(_LOOKS):
        mine = of_session(automatic_names(house.project), told.client, told.session_id)
        if not begun or (mine is not None and mine.created.timestamp() >= int(begun)):
            break
        time.sleep(WAIT / _LOOKS)
    return mine
