"""What the first lines of a main log of Claude Code tell about it, without reading them as a story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from butler.capabilities.session_log.formats import Glance
from butler.capabilities.session_log.reading.claude_heads import STATE_TYPES, TOLD_TYPES, passed_type
from butler.capabilities.session_log.reading.lines import fast_parser

_MESSAGES = ("user", "assistant")


def glance(lines: Iterable[bytes], whole: bool) -> Glance | None:
    """The session and its first folder where the lines show a main log as the client begins one, else None.

    Nothing is told of a log whose first message is a sidechain's, that was moved before its folder was named, or with a
    line that only the tolerant reading takes.
    """
    parse = fast_parser()
    found = _Found()
    for line in lines:
        if not line:
            continue
        try:
            record = parse(line, cache_strings="keys")
        except ValueError:
            return None
        if not isinstance(record, dict) or not found.takes(record, told=passed_type(line) is None):
            return None
        if found.complete:
            return found.glance()
    return found.glance() if whole and found.cwd else None


class _Found:
    """What the lines have told so far."""

    def __init__(self) -> None:
        self.session = self.cwd = ""
        self.first_at: str | None = None
        self.first_id: str | None = None
        self.main = False

    @property
    def complete(self) -> bool:
        """Whether later lines cannot add anything."""
        return bool(self.main and self.cwd and self.first_at and self.first_id)

    def takes(self, record: Mapping[str, Any], *, told: bool) -> bool:
        """Take one record, which is one of those that a reading tells, or not; False where it has not the usual shape."""
        kind, uuid, at = record.get("type"), record.get("uuid"), record.get("timestamp")
        if self.first_id is None and isinstance(uuid, str):
            self.first_id = uuid
        if self.first_at is None and at is not None:
            if not isinstance(at, str):
                return False
            self.first_at = at
        if not told or not isinstance(kind, str) or (kind not in TOLD_TYPES and kind not in STATE_TYPES):
            return True
        if not self.main and (record.get("isSidechain") is True or kind == "relocated"):
            return False
        self.main = self.main or kind in _MESSAGES
        return self._placed(record)

    def _placed(self, record: Mapping[str, Any]) -> bool:
        """Take the session and the folder, where they are not known yet."""
        session = record.get("sessionId")
        if not self.session and isinstance(session, str) and ("cwd" in record or session):
            self.session = session
        if self.cwd or "cwd" not in record:
            return True
        if not isinstance(record["cwd"], str) or not record["cwd"] or not self.session:
            return False
        self.cwd = record["cwd"]
        return True

    def glance(self) -> Glance:
        """What was told."""
        return Glance(self.session, self.cwd, "main", first_at=self.first_at, first_id=self.first_id)
