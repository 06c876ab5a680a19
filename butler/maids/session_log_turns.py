"""Where a session stands in its turn as Butler sees it: whether the turn called one of our tools, and wrote a handover. Pure.

A turn begins with what a person typed, or where the client says so. Who reads only what came after some line needs to know
what the turn that runs there did before.
"""

from __future__ import annotations

import re

from butler.capabilities.session_log.models import Boundary, Command, Entry, Failure, FileRead, Message, ToolUse
from butler.maids.late_patterns import late
from butler.records import dataclass

TURN_MARKS = ("turn_started", "turn_finished", "turn_aborted", "ended")
_PREPARES = late(r"\bbutler\b[^|;&\n]*\bhandover\s+prepare\b|handover_prepare")
_TOOL = late(
    r"(?<![A-Za-z0-9])(?:handover_(?:prepare|read|list)|session_log_(?:mark|read|summarize)"
    r"|work_(?:start|observe|finish)|issue_(?:list|read))\b"
)
_COMMAND = late(
    r"(?:cd\s+[^\s;|&<>$`]+\s*&&\s*)?(?:\S*/)?(?:butler|python[\d.]*\s+-m\s+butler)\s+"
    r"(?:--?[^\s;|&<>$`]+\s+(?:[^-\s;|&<>$`][^\s;|&<>$`]*\s+)?)*"
    r"(?:handover|session-log|work|issue|doctor|rooms)\b[^;|&\n<>$`]*"
)
"""One run of ours and nothing beside it: no other command, no redirection, nothing that a shell would run inside."""
_SHELL = late(r"(?:\S*/)?(?:ba|z|da)?sh\s+-l?c\s+(['\"])(?P<text>.*)\1", re.DOTALL)
_SCRIPT = "exec"
"""The tool of a client's code mode; what its script ran stands in entries of its own."""
_PROGRAM = "butler"


@dataclass(slots=True)
class TurnSoFar:
    """What the entries up to some place tell of the turn that runs there.

    Attributes:
        last: the greatest line that an entry began on.
        end: the greatest line that an entry began or ended on.
        own: whether the turn called one of our tools.
        prepared: whether it wrote a handover.
    """

    last: int = 0
    end: int = 0
    own: bool = False
    prepared: bool = False

    def take(self, entry: Entry) -> None:
        """Go on by one entry."""
        if begins_or_ends_turn(entry):
            self.own = self.prepared = False
        self.last = max(self.last, entry.line)
        self.end = max(self.end, last_line_of(entry))
        self.own = self.own or is_own(entry)
        self.prepared = self.prepared or prepares(entry)


def last_line_of(entry: Entry) -> int:
    """The line of an entry, or that of its result."""
    return max(entry.line, getattr(entry, "end_line", None) or 0)


def begins_or_ends_turn(entry: Entry) -> bool:
    """Whether a turn begins or ends with an entry."""
    if isinstance(entry, Boundary):
        return entry.kind in TURN_MARKS
    return isinstance(entry, Message) and entry.speaker == "person" and entry.channel in ("typed", "slash_command")


def prepares(entry: Entry) -> bool:
    """Whether an entry is a call that writes a handover."""
    if isinstance(entry, ToolUse):
        return "handover_prepare" in entry.name or "handover_prepare" in entry.request
    return isinstance(entry, Command) and "prepare" in entry.text and _PREPARES.search(entry.text) is not None


def is_own(entry: Entry) -> bool:
    """Whether the entry is a call of ours, or what came of one."""
    if isinstance(entry, Command):
        if _PROGRAM not in entry.text:
            return False
        inner = _SHELL.fullmatch(entry.text.strip())
        return _COMMAND.fullmatch((inner["text"] if inner else entry.text).strip()) is not None
    if isinstance(entry, ToolUse):
        return bool(_TOOL.search(entry.name) or (entry.name == _SCRIPT and _TOOL.search(entry.request)))
    if isinstance(entry, Failure):
        return _TOOL.search(entry.what) is not None
    return isinstance(entry, FileRead) and "session_logs/" in entry.path.replace("\\", "/")
