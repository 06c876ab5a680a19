"""What the session_log room offers to others: opening a log, choosing the session, marks, listing, reading at an anchor."""

from __future__ import annotations

from butler.capabilities.session_log.calling import line_now
from butler.capabilities.session_log.opening import OpenLog, open_log
from butler.capabilities.session_log.sessions import Candidate, NoSession, SessionChoice, choose_session

__all__ = ["Candidate", "NoSession", "OpenLog", "SessionChoice", "choose_session", "line_now", "open_log"]
