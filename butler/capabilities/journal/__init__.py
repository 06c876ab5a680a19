"""The Task Journal room: what agents are doing, on what evidence, with what result, in a file that several can trust."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from butler.capability import Capability, Tool


def _load() -> type:
    from butler.capabilities.journal.tools import JournalTools

    return JournalTools


def _offers(tool: Tool, flags: Mapping[str, Any]) -> bool:
    """Nothing without ``--profile`` and ``--project``; what writes only with ``--allow-journal-write``."""
    if not (flags.get("profile") and flags.get("project")):
        return False
    return not tool.writes or flags.get("allow_journal_write") is True


CAPABILITY = Capability("journal", "Keeps Tasks with their events, evidence and results.", _load, _offers)
