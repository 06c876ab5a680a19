"""The sessions of a project as one list: what they were about, how they stand, how long their logs will live."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from butler.brains import Brain
from butler.capabilities.session_log.peeking import Peek, moment
from butler.capabilities.session_log.showing import Shower
from butler.capabilities.session_log.surveying import Candidate, Survey, survey
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.house import House

ListedState: TypeAlias = Literal["finished", "open", "aborted", "killed", "unknown"]

UNFINISHED_FOR = timedelta(hours=6)
"""An unfinished turn that nobody wrote to for so long is taken for killed: longer than a working day's waits for a person."""
_MOST_CHILDREN = _MOST_KIN = 20


@dataclass(frozen=True, slots=True)
class SubagentLog:
    """The log of a subagent of a listed session; ``session_id`` opens it with ``session_log_read``."""

    session_id: str
    about: str | None
    file: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session of the list; texts are single lines without secrets.

    Attributes:
        state: how it stands; ``killed``: its process is gone in the middle of a turn, or nobody wrote to the unfinished
            turn for ``UNFINISHED_FOR``.
        alive: whether the client's process of this session runs; None where the client notes none.
        days_left: after how many days its client deletes or packs the log (``then``) if nobody writes to it.
        originator: the program that wrote the log, where it says so.
        fork_of: the session from which this one was forked; ``shares_history_with`` where two logs begin with the same
            record and nothing tells which was first (up to 20 of them).
        subagents: up to 20 logs of its subagents, of ``subagent_count``.
    """

    agent: str
    session_id: str
    title: str | None
    first_request: str | None
    started: str | None
    last_activity: str | None
    size: int
    state: ListedState
    days_left: int
    then: str
    file: str
    alive: bool | None = None
    originator: str | None = None
    fork_of: str | None = None
    shares_history_with: tuple[str, ...] = ()
    subagents: tuple[SubagentLog, ...] = ()
    subagent_count: int = 0


def list_sessions(
    house: House, *, everywhere: bool = False, limit: int = 50
) -> tuple[tuple[SessionSummary, ...], Mapping[str, int]]:
    """The sessions of this project (``everywhere``: of every folder), newest first, and how many were left out by reason.

    Sessions behind ``limit`` are counted as ``older``.
    """
    return listed(house, survey(house, house.staff.brains.values(), every=True, everywhere=everywhere), limit)


def listed(house: House, found: Survey, limit: int = 50) -> tuple[tuple[SessionSummary, ...], Mapping[str, int]]:
    """The newest sessions that a survey of every log has found, and how many were left out by reason."""
    shower = Shower(house)
    homes = {brain.name: _Home(house, brain) for brain in house.staff.brains.values()}
    kin, families = _kinship(found.candidates), _families(found.children)
    rows = []
    for item in found.candidates[:limit]:
        own = families.get((item.brain.name, item.session_id), [])
        if (row := _summary(house, shower, homes[item.brain.name], item)) is not None:
            rows.append(replace(row, **_family(house, shower, own), **kin(item)))
    gone = min(len(found.candidates), limit) - len(rows)
    left_out = Counter(found.left_out) + Counter({"older": len(found.candidates) - limit, "unreadable": gone})
    return tuple(rows), {reason: left_out[reason] for reason in sorted(left_out, key=lambda it: (it == "older", it))}


def leaving(house: House, days: int) -> Iterator[tuple[str, int, str]]:
    """Brain, days left and id of each session of this project whose log its client deletes within ``days``, if nobody runs it."""
    homes = {name: _Home(house, brain) for name, brain in house.staff.brains.items()}
    for item in survey(house, house.staff.brains.values(), every=True).candidates:
        home = homes[item.brain.name]
        left = home.days_left(house, item)
        if home.then == "deletes" and left <= days and not home.running.get(item.session_id):
            yield item.brain.name, left, item.session_id


def as_values(summary: SessionSummary) -> dict[str, Any]:
    """A session of the list as JSON values."""
    return asdict(summary)


def state_of(look: Peek, alive: bool | None, now: datetime) -> ListedState:
    """How a session stands: what its last lines tell, the fate of its process, and how long nobody wrote."""
    if look.state != "open":
        return look.state
    if alive is None:
        last = moment(look.last_at)
        alive = last is None or now - last < UNFINISHED_FOR
    return "open" if alive else "killed"


class _Home:
    """What a client's own files say about all of its sessions, asked once."""

    def __init__(self, house: House, brain: Brain) -> None:
        home = brain.log_home(house.start.environment, house.start.home)
        days, self.then = brain.retention
        self.days = brain.kept_days(home) or days
        self.running = brain.running(home)

    def days_left(self, house: House, candidate: Candidate) -> int:
        """After how many days the client takes a log away, if nobody writes to it."""
        return max(self.days - (house.now() - datetime.fromtimestamp(candidate.file.modified, UTC)).days, 0)


def _summary(house: House, shower: Shower, home: _Home, candidate: Candidate) -> SessionSummary | None:
    """The row of a session; None where its log went away since the survey."""
    look = candidate.look
    if look is None:
        return None
    alive = home.running.get(candidate.session_id)
    return SessionSummary(
        agent=candidate.brain.name,
        session_id=candidate.session_id,
        title=shower.line(look.title, 80) if look.title else None,
        first_request=shower.line(look.first_request, 120) if look.first_request else None,
        started=look.info.at,
        last_activity=look.last_at,
        size=candidate.file.size,
        state=state_of(look, alive, house.now()),
        days_left=home.days_left(house, candidate),
        then=home.then,
        file=house.shown(candidate.file.path),
        alive=alive,
        originator=shower.line(look.info.originator, 60) if look.info.originator else None,
        fork_of=shower.line(look.info.forked_from, 80) if look.info.forked_from else None,
    )


def _families(children: Iterable[Candidate]) -> dict[tuple[str, str | None], list[Candidate]]:
    """The subagents' logs by their Brain and session."""
    found: dict[tuple[str, str | None], list[Candidate]] = {}
    for child in children:
        found.setdefault((child.brain.name, child.parent), []).append(child)
    return found


def _family(house: House, shower: Shower, own: list[Candidate]) -> dict[str, Any]:
    return {
        "subagents": tuple(_child(house, shower, item) for item in own[:_MOST_CHILDREN]),
        "subagent_count": len(own),
    }


def _child(house: House, shower: Shower, child: Candidate) -> SubagentLog:
    about = child.brain.describes(child.file.path) or (child.look.first_request if child.look else None)
    return SubagentLog(child.session_id, shower.line(about, 80) if about else None, house.shown(child.file.path))


def _kinship(candidates: Iterable[Candidate]) -> Callable[[Candidate], dict[str, Any]]:
    """Logs that begin with the same record are forks of one another; the one whose file begins first is the original."""
    groups: dict[str, list[Candidate]] = {}
    for item in candidates:
        if (first_id := item.beginning[1]) is not None:
            groups.setdefault(first_id, []).append(item)
    original = cache(lambda first_id: _original(groups[first_id]))

    def kin(item: Candidate) -> dict[str, Any]:
        first_id = item.beginning[1]
        if first_id is None or len(groups[first_id]) == 1:
            return {}
        if (parent := original(first_id)) is not None:
            return {"fork_of": parent.session_id} if item is not parent else {}
        others = (other.session_id for other in groups[first_id] if other is not item)
        return {"shares_history_with": tuple(islice(others, _MOST_KIN))}

    return kin


def _original(group: list[Candidate]) -> Candidate | None:
    """The one whose first line is older than that of every other; None where that does not tell."""
    begun = [(moment(item.beginning[0]), item) for item in group]
    known = sorted(at for at, _ in begun if at is not None)
    if len(known) < len(group) or (len(known) > 1 and known[0] == known[1]):
        return None
    return next(item for at, item in begun if at == known[0])
