"""Whether a session's log holds anything new since a handover of it, besides Butler's own calls. Pure.

Own calls are those of our tools and commands; what the agent says in a turn that holds one belongs to them. Everything
else that was asked, said, run, read, edited or planned after the handover is new.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from butler.capabilities.session_log.models import (
    Boundary,
    Command,
    Entry,
    Failure,
    FileRead,
    Message,
    SessionInfo,
    StateChange,
    ToolUse,
)
from butler.maids.late_patterns import late
from butler.maids.session_log_words import is_trivial

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
_LEAVING = late(r"/(?:exit|quit|clear|new|compact|status|cost|usage|context|model|help|resume|logout|mcp)\b")
_SCRIPT = "exec"
"""The tool of a client's code mode; what its script ran stands in entries of its own."""
_ENDS = ("turn_started", "turn_finished", "turn_aborted", "ended")


def only_own_calls(entries: Iterable[Entry], last_line: int) -> bool:
    """Whether nothing but our own calls, and the agent's words around them, stands after ``last_line``."""
    own = words = False
    for entry in entries:
        if _is_boundary(entry):
            if words and not own:
                return False
            own = words = False
        own = own or _is_own(entry)
        if max(entry.line, getattr(entry, "end_line", None) or 0) <= last_line:
            continue
        if _is_words(entry):
            words = True
        elif _is_news(entry):
            return False
    return own or not words


def _is_boundary(entry: Entry) -> bool:
    if isinstance(entry, Boundary):
        return entry.kind in _ENDS
    return isinstance(entry, Message) and entry.speaker == "person" and entry.channel in ("typed", "slash_command")


def _is_words(entry: Entry) -> bool:
    return isinstance(entry, Message) and entry.speaker != "person" and entry.channel != "notification"


def _is_own(entry: Entry) -> bool:
    """Whether the entry is a call of ours, or what came of one."""
    if isinstance(entry, ToolUse):
        return bool(_TOOL.search(entry.name) or (entry.name == _SCRIPT and _TOOL.search(entry.request)))
    if isinstance(entry, Command):
        inner = _SHELL.fullmatch(entry.text.strip())
        return _COMMAND.fullmatch((inner["text"] if inner else entry.text).strip()) is not None
    if isinstance(entry, Failure):
        return _TOOL.search(entry.what) is not None
    return isinstance(entry, FileRead) and "session_logs/" in entry.path.replace("\\", "/")


def _is_news(entry: Entry) -> bool:
    """Whether an entry after the handover tells something that it cannot tell."""
    if isinstance(entry, SessionInfo | StateChange):
        return False
    if isinstance(entry, Boundary):
        return entry.kind not in (*_ENDS, "resumed")
    if isinstance(entry, Message) and entry.speaker == "person":
        return not (is_trivial(entry.text) or _LEAVING.match(entry.text.strip()))
    return not _is_own(entry)
