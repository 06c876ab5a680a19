"""Requests whose turn was broken off: what the log shows of them before the break and after it.

"Open" is what such a request is called only where nothing speaks of it any more: a commit that its own turn made, a later commit or
closing message about the same thing, a pull request that came after one was asked for, say so with their line.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from butler.capabilities.handover.models import Said, said
from butler.capabilities.session_log.facts import CommitFact, Facts, Request
from butler.maids.handover_overtaken import speaks_later
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late
from butler.maids.session_log_words import tokens_of

_PULL_REQUEST = late(r"\bPRs?\b|\b(?:pull|merge) request|プルリク|拉取请求", re.I)
_SHARED, _PART = 2, 3
"""Distinctive words, and which part of its own, that the subject of a later commit shares with a request that it is about."""


def broken_off(facts: Facts) -> dict[int, Said]:
    """By the line of each request whose turn was broken off before the next one: its state in words."""
    lines = [one.line for one in facts.requests]
    breaks = {lines[at - 1]: line for line in facts.aborted if (at := bisect_right(lines, line))}
    return {one.line: _state(one, facts, breaks[one.line]) for one in facts.requests if one.line in breaks}


def _state(one: Request, facts: Facts, at: int) -> Said:
    """The state of a request whose turn was broken off at line ``at``."""
    if commit := next((made for made in reversed(facts.standing) if one.line < made.line < at), None):
        return said("state_broken_commit", anchor=anchor(at), hash=_name(commit), later=anchor(commit.line))
    if commit := _about(one, facts, at):
        return said("state_broken_committed", anchor=anchor(at), hash=_name(commit), later=anchor(commit.line))
    if words := speaks_later(one, facts, at):
        return said("state_broken_later", anchor=anchor(at), later=anchor(words))
    if _PULL_REQUEST.search(one.text) and (link := _pull_request(facts, at)):
        return said("state_broken_pr", anchor=anchor(at), later=anchor(link))
    return said("state_open_broken", anchor=anchor(at))


def _about(one: Request, facts: Facts, at: int) -> CommitFact | None:
    """The first commit after the break whose subject speaks of what the request asked for."""
    mine = tokens_of(one.text)
    return next((made for made in facts.standing if made.line > at and _speaks_of(made, mine)), None)


def _speaks_of(commit: CommitFact, mine: frozenset[str]) -> bool:
    subject = tokens_of(commit.subject)
    return len(mine & subject) >= max(_SHARED, len(subject) / _PART)


def _pull_request(facts: Facts, at: int) -> int:
    """The line of the first link to a pull request that came after the break; 0 where none did."""
    return next(
        (line for line, link in facts.links if line > at and ("/pull/" in link or "/merge_requests/" in link)), 0
    )


def _name(commit: CommitFact) -> str:
    return commit.hash[:9] or "?"
