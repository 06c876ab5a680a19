"""Saved summaries of sessions that a handover may use: those of the same issue, and of a session whose log is gone.

A session belongs to an issue where a work session, a handover or a summary names both. Looking changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from butler.capabilities.handover.backend import MOST_OPENED, Library
from butler.capabilities.handover.models import SummarySource
from butler.capabilities.handover.worktrees import sibling_projects
from butler.errors import ButlerError
from butler.house import House
from butler.maids.document_check import metadata
from butler.maids.freshness_worker import account
from butler.maids.handover_summaries import MOST_SUMMARIES, SummaryHead, summarised_sessions, summary_head
from butler.naming import IssueId, parse_issue_id
from butler.records import dataclass
from butler.storage import read_bytes
from butler.work_sessions import sessions_in

MOST_READ = 100
"""Summaries that are opened, newest first."""
MOST_BACK = 20
"""Handovers that the chain before this session is followed back over."""
SUMMARY_LIMIT = 512 * 1024
_NAME = re.compile(
    r"(?P<client>[a-z0-9]+(?:-[a-z]+)*)-(?P<session>[A-Za-z0-9-]{1,80})_(?P<stamp>\d{8}T\d{6}Z)(?:-(?P<number>\d{1,6}))?\.md"
)
_STEM = re.compile(r"[^A-Za-z0-9-]+")
_SHORTEST = 4
_LONG_ENOUGH = 16
"""Characters of an id that is looked for inside a file name."""


@dataclass(frozen=True, slots=True)
class _Saved:
    """One summary as it lies on disk; without a ``head`` it is damaged."""

    source: SummarySource
    head: SummaryHead | None


def summary_of(house: House, session: str | None) -> SummarySource | None:
    """The newest summary of a session, by its id, the unique start of it, or a file name that holds it.

    One that can be read is preferred; a damaged one has no text.
    """
    wanted = (session or "").rsplit("/", 1)[-1].lower()
    if len(wanted) < _SHORTEST:
        return None
    saved = sorted(_saved(house), key=lambda one: one.head is None)
    newest = {one.source.session_id: one for one in reversed(saved)}
    hits = [
        known for known in newest if known.lower() == wanted or (len(known) >= _LONG_ENOUGH and known.lower() in wanted)
    ]
    hits = hits or [known for known in newest if known.lower().startswith(wanted)]
    return replace(newest[hits[0]].source, own=True) if len(hits) == 1 else None


def summaries_of_issue(
    house: House, library: Library, issue_id: IssueId | None, session: str | None, based_on: str | None
) -> tuple[SummarySource, ...]:
    """The newest summaries of the other sessions of an issue that the chain of ``based_on`` does not tell already.

    Args:
        session: this session, which is left out.
        based_on: the handover that this session went on from.
    """
    if issue_id is None:
        return ()
    looked = _Issue(house, library, issue_id)
    newest: dict[str, _Saved] = {}
    for one in _saved(house):
        newest.setdefault(one.source.session_id, one)
    covered: dict[str, int] | None = None
    found = []
    for known, one in newest.items():
        if known == session or not looked.has(one):
            continue
        covered = _covered(library, based_on) if covered is None else covered
        if covered.get(known, -1) < (one.head.last_line if one.head is not None else 0):
            found.append(one.source)
        if len(found) == MOST_SUMMARIES:
            break
    return tuple(found)


@dataclass(slots=True)
class _Issue:
    """Which sessions belong to an issue, looked up as late as possible."""

    house: House
    library: Library
    issue_id: IssueId
    _known: frozenset[str] | None = None

    def has(self, one: _Saved) -> bool:
        """Whether the session of a summary worked on the issue."""
        if one.head is not None and _issue(one.head.issue) == self.issue_id:
            return True
        if self._known is None:
            self._known = frozenset([*self._work_sessions(), *self._handovers()])
        return one.source.session_id in self._known

    def _work_sessions(self) -> Iterator[str]:
        try:
            begun = sessions_in(self.house.project_data)
        except ButlerError:
            return
        yield from (one.session_id for one in begun if one.issue_id == self.issue_id and one.session_id)

    def _handovers(self) -> Iterator[str]:
        mine = [name for name in self.library.places if name.issue == self.issue_id]
        for name in mine[:MOST_OPENED]:
            try:
                session = account(self.library.open(name).text).session_id
            except ButlerError:
                continue
            if session:
                yield session


def _issue(value: object) -> IssueId | None:
    try:
        return parse_issue_id(value) if isinstance(value, int | str) else None
    except ButlerError:
        return None


def _covered(library: Library, based_on: str | None) -> dict[str, int]:
    """The sessions that the chain of handovers tells, each with the last line that it read; a summary counts whole."""
    lines: dict[str, int] = {}
    for _ in range(MOST_BACK):
        if based_on is None:
            break
        try:
            text = library.open(library.named(based_on)).text
        except ButlerError:
            break
        then = account(text)
        if then.session_id:
            lines[then.session_id] = max(lines.get(then.session_id, 0), then.last_line)
        lines |= dict.fromkeys(summarised_sessions(metadata(text)), 10**9)
        based_on = then.based_on
    return lines


def _saved(house: House) -> Iterator[_Saved]:
    """The summaries of all worktrees, newest first."""
    folders = [project.summaries for project in (house.project, *sibling_projects(house.project))]
    found = [(match, path) for folder in folders for path in _files(folder) if (match := _NAME.fullmatch(path.name))]
    found.sort(key=lambda one: (one[0]["stamp"], int(one[0]["number"] or 1), one[1].name), reverse=True)
    for match, path in found[:MOST_READ]:
        text, head = _read(path)
        stamp = match["stamp"]
        date = f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}"
        file = (
            str(path.relative_to(house.project.root)) if path.is_relative_to(house.project.root) else house.shown(path)
        )
        session = head.session_id if head is not None else match["session"]
        created = head.created_at if head is not None and head.created_at[:10].count("-") == 2 else date
        yield _Saved(SummarySource(session, created, file, text), head)


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _read(path: Path) -> tuple[str, SummaryHead | None]:
    """The text and what it says about itself; nothing where the file is damaged, or not named as its session is."""
    try:
        text = read_bytes(path, limit=SUMMARY_LIMIT).decode("utf-8")
    except (ButlerError, UnicodeDecodeError):
        return "", None
    head = summary_head(text)
    if head is None or _STEM.sub("-", head.session_id)[:80].strip("-") not in path.name:
        return "", None
    return text, head
