"""What the parts of the Codex reader share while one file is read."""

from __future__ import annotations

from collections import deque
from dataclasses import field
from typing import ClassVar

from butler.capabilities.session_log.models import Entry
from butler.capabilities.session_log.reading.codex_heads import HeadFilter
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.records import dataclass


@dataclass(slots=True)
class CodexLog:
    """The place in the file, what is known of the session so far, and the entries that wait to be given out.

    ``items_tell_commands``: this file records commands as items, so a script's text is no source for them.
    ``patches_recorded``: this file records applied patches. ``person_commands``: commands of the person read as items.
    """

    STATE: ClassVar[tuple[str, ...]] = (
        "line",
        "at",
        "turn",
        "cwd",
        "items_tell_commands",
        "patches_recorded",
        "person_commands",
    )
    receipt: ReceiptBuilder
    heads: HeadFilter
    out: list[Entry] = field(default_factory=list)
    line: int = 0
    at: str | None = None
    turn: str | None = None
    cwd: str | None = None
    items_tell_commands: bool = False
    patches_recorded: bool = False
    person_commands: deque[str] = field(default_factory=lambda: deque(maxlen=8))

    def emit(self, entry: Entry) -> None:
        """Give out one entry."""
        self.out.append(entry)
