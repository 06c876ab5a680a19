"""The handover room: documents that carry work from one agent session to the next."""

from __future__ import annotations

from butler.capability import Capability


def _tools() -> type:
    from butler.capabilities.handover.tools import HandoverTools

    return HandoverTools


CAPABILITY = Capability("handover", "Writes, reads and lists handover documents.", _tools)
