"""Which handovers a session read, as its own log shows: reading one leaves no trace on our disk."""

from __future__ import annotations

import re

from butler.capabilities.session_log.models import Command, FileRead, ToolUse
from butler.errors import InvalidInput
from butler.maids.late_patterns import late
from butler.naming import parse_handover_file, parse_handover_id

_TOOL = "handover_read"
_SHELL = late(r"\bbutler\b[^|;&\n]*\bhandover\s+read\b")
_ID = late(r"(?:project|issue-[A-Za-z0-9_-]{1,64})-\d{8}T\d{6}Z-[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)


def handover_read_by(entry: ToolUse | Command | FileRead) -> str | None:
    """The id of the handover that this entry read: the first one in the answer, or the snapshot whose file was opened."""
    if isinstance(entry, FileRead):
        if "session_logs" not in entry.path:
            return None
        name = parse_handover_file(entry.path.replace("\\", "/").rsplit("/", 1)[-1])
        return name.id if name else None
    if isinstance(entry, Command):
        return _first_id(entry.output) if "butler" in entry.text and _SHELL.search(entry.text) else None
    return _first_id(entry.result) if _TOOL in entry.name or _TOOL in entry.request else None


def _first_id(text: str) -> str | None:
    found = _ID.search(text)
    try:
        return parse_handover_id(found[0]).id if found else None
    except InvalidInput:
        return None
