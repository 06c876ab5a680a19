"""PreCompact: the client is about to forget. The session's automatic document is made anew, however fresh the last one is."""

from __future__ import annotations

from dataclasses import replace

from butler.hooks.living import Process
from butler.hooks.sessions import first_seen, remember
from butler.hooks.telling import MAKE, Hooked, Told
from butler.house import House


def hook(house: House, told: Told, process: Process | None) -> Hooked:
    """Begin the document.

    Raises:
        ButlerError: the session cannot be kept.
    """
    remember(house, replace(first_seen(house, told, process), worked_at=house.now().timestamp()))
    return Hooked(work=(MAKE, told.client, told.session_id, str(told.log)))
