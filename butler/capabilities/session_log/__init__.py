"""The session_log room: reads the logs that the clients write, and keeps marks and summaries beside them."""

from __future__ import annotations

from butler.capability import Capability


def _load() -> type:
    from butler.capabilities.session_log.tools import SessionLogTools

    return SessionLogTools


CAPABILITY = Capability("session_log", "Read session logs at an anchor, set marks, write summaries.", _load)
