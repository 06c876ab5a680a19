"""What the session_log room offers to others: opening a log, choosing the session, marks, listing, reading at an anchor."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from butler.capabilities.session_log.anchors import Page, read_at
from butler.capabilities.session_log.call_line import line_now
from butler.capabilities.session_log.listing import SessionSummary, as_values, list_sessions, listed
from butler.capabilities.session_log.marks import marks_of, set_mark
from butler.capabilities.session_log.opening import OpenLog, open_log
from butler.capabilities.session_log.sessions import NoSession, SessionChoice, choose_session, settled
from butler.capabilities.session_log.showing import Shower, receipt_values, session_values
from butler.capabilities.session_log.since import entries_since
from butler.capabilities.session_log.sources import open_source, reverted_by, sources_of
from butler.capabilities.session_log.story import line_in, placed, plain_lines, story_facts
from butler.capabilities.session_log.summaries import since_line
from butler.capabilities.session_log.surveying import Candidate, Known, survey
from butler.capability import Caller
from butler.envelope import Envelope, ok
from butler.errors import NotFound
from butler.phrases import say

if TYPE_CHECKING:
    from butler.house import House

__all__ = [
    "Candidate",
    "NoSession",
    "OpenLog",
    "Page",
    "SessionChoice",
    "SessionSummary",
    "calling_line",
    "choose_session",
    "entries_since",
    "facts_answer",
    "line_in",
    "list_sessions",
    "marks_of",
    "open_log",
    "open_source",
    "placed",
    "read_at",
    "reverted_by",
    "sessions_answer",
    "set_mark",
    "settled",
    "since_line",
    "sources_of",
    "story_facts",
]


_SHELL = Caller("command-line")
_LEFT_OUT = {
    "other_folder": "left_out_other_folder",
    "subagent": "left_out_subagent",
    "packed": "left_out_packed",
    "unreadable": "left_out_unreadable",
    "reverted": "left_out_reverted",
    "not_looked": "left_out_not_looked",
    "older": "left_out_older",
}


def calling_line(house: House, caller: Caller, choice: SessionChoice) -> tuple[int, bool]:
    """The line at which the chosen log stands now: that of the caller's own call where it is found, else the last one.

    Returns:
        The 1-based line, and whether the call itself was found there.

    Raises:
        NotFound, Refused, Unreadable: the log cannot be opened.
    """
    own = caller.client == choice.agent and choice.why == "chosen_by_call"
    return line_now(choice.path, caller.tool_use_id if own else None)


def sessions_answer(house: House, *, everywhere: bool = False) -> Envelope:
    """The sessions of this project (or of every folder) as an answer."""
    language = house.settings.language
    known = Known()
    found = survey(house, house.staff.brains.values(), every=True, everywhere=everywhere, known=known)
    sessions, left_out = listed(house, found)
    choice = choose_session(house, _SHELL, known=None if everywhere else known)
    chosen = None if isinstance(choice, NoSession) else {"agent": choice.agent, "session_id": choice.session_id}
    summary = [say("sessions_listed", language, count=len(sessions))]
    summary += [say(_LEFT_OUT[reason], language, count=n, looked=found.looked) for reason, n in left_out.items()]
    data = {
        "sessions": [as_values(item) for item in sessions],
        "left_out": dict(left_out),
        "chosen": chosen and {**chosen, "reason": choice.reason(language)},
    }
    return ok(" ".join(summary), data)


def facts_answer(house: House, caller: Caller, session: str | None = None) -> Envelope:
    """What the session-log maid gathers from a session, as an answer; every text without secrets.

    Raises:
        NotFound: ``no_session``, ``session_not_found``, ``log_missing``. ButlerError: the log cannot be opened.
    """
    choice = choose_session(house, caller, session)
    if isinstance(choice, NoSession):
        raise NotFound("no_session", reason=choice.reason(house.settings.language))
    shower = Shower(house)
    with open_log(house, choice.path) as log:
        facts = story_facts(house, log)
        receipt = log.receipt
    shower.learn(facts.spread)
    data = {
        "session": session_values(house, choice, shower),
        "facts": plain_lines(shower.values(replace(facts, spread=()))),
        "receipt": receipt_values(house, receipt, shower, listed=50),
    }
    return ok(say("facts_gathered", house.settings.language, count=sum(receipt.entries.values())), data)
