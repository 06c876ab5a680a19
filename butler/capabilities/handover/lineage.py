"""How the handovers of one subject follow from each other: which are newer, and which a session did not go on from.

A session may write several handovers; those of its own never count as another line of work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from butler.capabilities.handover.backend import Library
from butler.errors import ButlerError
from butler.maids.document_check import metadata
from butler.maids.freshness_worker import Then, account
from butler.naming import HandoverName, IssueId, parse_handover_id

MOST_BACK = 20
"""Handovers of its own that one session is followed back over."""
MOST_UNSEEN = 5
MOST_BESIDE = 20
"""Handovers with the same beginning that are opened, newest first."""
_BASED_ON = re.compile(rb"^based_on: ['\"]?([\w-]{1,160})['\"]?\s*$", re.MULTILINE)
_HEAD = 16 * 1024
"""Bytes of a snapshot in which METADATA lies."""


def newer(library: Library, name: HandoverName) -> str | None:
    """The newest handover of the same subject, when it is another."""
    newest = library.newest(name.issue)
    return None if newest is None or newest == name else newest.id


def unseen(library: Library, name: HandoverName, then: Then) -> tuple[str, ...]:
    """The handovers of the same subject that the snapshot's session should have gone on from and did not.

    That is the newest one when it was written, where the session began from another; and those of other sessions that
    began from the same one. Empty where the snapshot names no beginning.
    """
    if then.based_on is None:
        return ()
    found = [*_passed_over(library, name, then), *_beside(library, name, then)]
    return tuple(dict.fromkeys(found))[:MOST_UNSEEN]


def chain_before(library: Library, text: str | None) -> tuple[tuple[str, str], ...]:
    """The (id, document) of the handovers that ``text`` went on from, nearest first; none where it had room for all it carried."""
    from butler.maids.handover_left_open import named_in  # what writes handovers; readers of this module do without

    found: list[tuple[str, str]] = []
    if text is None or not any(named_in(metadata(text).get("receipt"))):
        return ()
    following = account(text).based_on
    while following is not None and len(found) < MOST_BACK:
        try:
            text = library.open(library.named(following)).text
        except ButlerError:
            break
        found.append((following, text))
        following = account(text).based_on
    return tuple(found)


def own_before(
    library: Library, issue: IssueId | None, session: str | None, based_on: str | None
) -> tuple[str, str] | None:
    """The (id, document) of the newest handover that this session wrote of the same subject from the same beginning."""
    if session is None:
        return None
    names = [name for name in library.places if name.issue == issue]
    for name in names[:MOST_BACK]:
        try:
            text = library.open(name).text
        except ButlerError:
            continue
        if session not in text:
            continue  # parsing METADATA of every earlier handover would take longer than writing this one
        then = account(text)
        if then.session_id == session:
            return (name.id, text) if then.based_on == based_on else None
    return None


def _passed_over(library: Library, name: HandoverName, then: Then) -> Iterator[str]:
    """``previous``, its own session's handovers skipped, when it is not ``based_on``."""
    previous = then.previous
    for _ in range(MOST_BACK):
        other = _account(library, previous)
        if previous is None or other is None or previous == then.based_on:
            return
        if not _same_session(then, other):
            yield previous
            return
        previous = other.previous


def _beside(library: Library, name: HandoverName, then: Then) -> Iterator[str]:
    same = (other for other in library.places if other != name and other.subject == name.subject)
    beside = (other for other in same if _based_on(library, other) == then.based_on)
    for other in islice(beside, MOST_BESIDE):
        found = _account(library, other.id)
        if found is not None and not _same_session(then, found):
            yield other.id


def _same_session(one: Then, other: Then) -> bool:
    """Whether both come from one session; without ids (no log) from the same client."""
    if one.session_id or other.session_id:
        return one.session_id == other.session_id
    return one.brain == other.brain


def _account(library: Library, handover_id: str | None) -> Then | None:
    """What a handover of the library says about itself; None where it is not there or unreadable."""
    try:
        return account(library.open(library.named(handover_id)).text) if handover_id else None
    except ButlerError:
        return None


def _based_on(library: Library, name: HandoverName) -> str | None:
    """``based_on`` as cheaply as it can be told: from the index, else from the file's first bytes."""
    entry = library.indexes[library.places[name].project.root].entries.get(name.file)
    if entry is not None:
        return entry.based_on
    try:
        found = _BASED_ON.search(library.content(name)[:_HEAD])
        return parse_handover_id(found[1].decode("ascii", "replace")).id if found else None
    except ButlerError:
        return None
