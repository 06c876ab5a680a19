"""SessionEnd: the last look at a session. The client waits for no more than a moment, so all of it is background work."""

from __future__ import annotations

from butler.hooks.living import Process
from butler.hooks.telling import FINISH, Hooked, Told
from butler.house import House


def hook(house: House, told: Told, process: Process | None) -> Hooked:
    """Begin the last document; the session is dropped from those that run once it is written."""
    return Hooked(work=(FINISH, told.client, told.session_id, str(told.log)))
