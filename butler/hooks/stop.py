"""Stop: a turn has ended. The session's automatic document is made anew, in the background and not too often."""

from __future__ import annotations

from dataclasses import replace

from butler.hooks.living import Process
from butler.hooks.sessions import Seen, first_seen, remember, seen_before
from butler.hooks.telling import MAKE, Hooked, Told
from butler.house import House

PAUSE = 30.0
"""Seconds after one document in which a session's Stop begins no other; what happens in them is written at its end."""


def is_due(seen: Seen | None, now: float) -> bool:
    """Whether a session's document is to be made now; a clock that was set back holds nothing up."""
    return seen is None or not 0 <= now - seen.worked_at < PAUSE


def hook(house: House, told: Told, process: Process | None) -> Hooked:
    """Begin the document when the last one was begun long enough ago.

    Raises:
        ButlerError: the session cannot be kept.
    """
    now, seen = house.now().timestamp(), seen_before(house, told)
    if not is_due(seen, now):
        return Hooked()
    remember(house, replace(first_seen(house, told, process), worked_at=now))
    return Hooked(work=(MAKE, told.client, told.session_id, str(told.log)))
