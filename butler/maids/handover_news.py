"""Whether a session's log holds anything new since a handover of it, besides Butler's own calls. Pure.

Own calls are those of our tools and commands; what the agent says in a turn that holds one belongs to them. Everything
else that was asked, said, run, read, edited or planned after the handover is new.
"""

from __future__ import annotations

from collections.abc import Iterable

from butler.capabilities.session_log.models import (
    Boundary,
    Entry,
    Message,
    SessionInfo,
    StateChange,
)
from butler.maids.late_patterns import late
from butler.maids.session_log_turns import TURN_MARKS, TurnSoFar, begins_or_ends_turn, is_own, last_line_of
from butler.maids.session_log_words import is_trivial

_LEAVING = late(r"/(?:exit|quit|clear|new|compact|status|cost|usage|context|model|help|resume|logout|mcp)\b")


def only_own_calls(entries: Iterable[Entry], last_line: int, before: TurnSoFar | None = None) -> bool:
    """Whether nothing but our own calls, and the agent's words around them, stands after ``last_line``.

    ``before``: what entries that are left out tell, all of them up to ``last_line``.
    """
    own, words = before is not None and before.own, False
    for entry in entries:
        if begins_or_ends_turn(entry):
            if words and not own:
                return False
            own = words = False
        own = own or is_own(entry)
        if last_line_of(entry) <= last_line:
            continue
        if _is_words(entry):
            words = True
        elif _is_news(entry):
            return False
    return own or not words


def _is_words(entry: Entry) -> bool:
    return isinstance(entry, Message) and entry.speaker != "person" and entry.channel != "notification"


def _is_news(entry: Entry) -> bool:
    """Whether an entry after the handover tells something that it cannot tell."""
    if isinstance(entry, SessionInfo | StateChange):
        return False
    if isinstance(entry, Boundary):
        return entry.kind not in (*TURN_MARKS, "resumed")
    if isinstance(entry, Message) and entry.speaker == "person":
        return not (is_trivial(entry.text) or _LEAVING.match(entry.text.strip()))
    return not is_own(entry)
