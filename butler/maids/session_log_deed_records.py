"""What is remembered of a session to judge statements by: deeds, failed commands, changes, searches, the figures that were printed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One deed: ``what`` is a git verb or ``pr``, ``pr merge``, ``issue close`` …; ``ok`` None where nothing tells; ``where``: of a commit the branch that git
    printed (its hash in ``said``), of a status how far the branch is from its upstream."""

    line: int
    what: str
    ok: bool | None
    text: str
    exit_code: int | None = None
    said: str = ""
    rest: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that is no known check and failed, or hid its exit code; ``lead``: its program and what it was to do."""

    line: int
    lead: str
    text: str
    exit_code: int | None
    said: str


@dataclass(frozen=True, slots=True)
class Change:
    """Something that made the work tree another one: an edit of ``what`` path, or a git verb."""

    line: int
    what: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """A search for ``words``; ``found``: the first line that it printed, empty where it found nothing."""

    line: int
    words: frozenset[str]
    text: str
    found: str
