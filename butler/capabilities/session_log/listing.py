"""The sessions of a project as one list: what they were about, how they stand, how long their logs will live."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from butler.capabilities.session_log.peeking import State
from butler.capabilities.session_log.sessions import Candidate, survey
from butler.capabilities.session_log.showing import Shower

if TYPE_CHECKING:
    from butler.house import House


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session of the list; texts are single lines without secrets.

    ``days_left`` is after how many days its client deletes or packs the log (``then``) if nobody writes to it.
    """

    agent: str
    session_id: str
    title: str | None
    first_request: str | None
    started: str | None
    last_activity: str | None
    size: int
    state: State
    days_left: int
    then: str
    file: str


def list_sessions(
    house: House, *, everywhere: bool = False, limit: int = 50
) -> tuple[tuple[SessionSummary, ...], Mapping[str, int]]:
    """The sessions of this project (``everywhere``: of every folder), newest first, and how many were left out by reason.

    Sessions behind ``limit`` are counted as ``older``.
    """
    found = survey(house, house.staff.brains.values(), every=True, everywhere=everywhere)
    shower = Shower(house)
    listed = tuple(_summary(house, shower, candidate) for candidate in found.candidates[:limit])
    older = len(found.candidates) - len(listed)
    return listed, {**found.left_out, **({"older": older} if older else {})}


def as_values(summary: SessionSummary) -> dict[str, Any]:
    """A session of the list as JSON values."""
    return asdict(summary)


def _summary(house: House, shower: Shower, candidate: Candidate) -> SessionSummary:
    look = candidate.look
    assert look is not None  # the survey left the unreadable ones out
    days, then = candidate.brain.retention
    written = datetime.fromtimestamp(candidate.file.modified, UTC)
    return SessionSummary(
        agent=candidate.brain.name,
        session_id=candidate.session_id,
        title=shower.line(look.title, 80) if look.title else None,
        first_request=shower.line(look.first_request, 120) if look.first_request else None,
        started=look.info.at,
        last_activity=look.last_at,
        size=candidate.file.size,
        state=look.state,
        days_left=max(days - (house.now() - written).days, 0),
        then=then,
        file=house.shown(candidate.file.path),
    )
