"""Looking at the present for a handover that is being read: git, files, its log, its neighbours, its Task.

Nothing is written, and nothing here refuses the reading: what cannot be seen is said to be unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from butler import git
from butler.capabilities.handover.backend import FoundHandover, Library
from butler.capabilities.handover.fingerprints import Hasher, is_within, where_moved, work_now
from butler.capabilities.handover.lineage import newer, unseen
from butler.capabilities.session_log.backend import entries_since, open_log, reverted_by
from butler.capabilities.work_record.models import GitState
from butler.errors import ButlerError, NotFound
from butler.house import House
from butler.maids.freshness_worker import (
    Activity,
    Files,
    Now,
    Stale,
    Then,
    account,
    activity_after,
    anchored_paths,
    path_digest,
    stale_findings,
)
from butler.paths import meant_log
from butler.process import Later
from butler.records import dataclass
from butler.work_record_backend import opening, work_observe

LOG_LIMIT = 64 * 1024 * 1024
"""Bytes of a log that are looked through for what came after the snapshot."""
MOST_CANDIDATES = 200
"""Files that are compared to find where one has moved."""
Opened: TypeAlias = Later[git.Git] | None
"""The project's git, where it has one."""
_EVER = "1980-01-01T00:00:00+00:00"


def freshness(house: House, library: Library, found: FoundHandover) -> tuple[Stale, ...]:
    """What is not as it was when ``found`` was written, most urgent first."""
    then = account(found.text)
    return stale_findings(then, _Looking(house, library, found, then).now())


@dataclass(frozen=True, slots=True)
class _Looking:
    """One look at the present for one handover."""

    house: House
    library: Library
    found: FoundHandover
    then: Then

    def now(self) -> Now:
        opened, hasher = opening(self.house), Hasher()
        state = work_observe(self.house, self.then.head, None if self.then.head else _EVER, opened=opened)
        same_line = self._same_line(state.git, opened)
        name, own = self.found.name, self.library.is_own(self.found.name)
        kept, top = self.found.entry.work, self.house.project.git_top
        task_revision, task_deleted = _task(self.house, self.then)
        return Now(
            git=state.git,
            git_absent=state.absent,
            same_line=same_line,
            same_work=None if kept is None or (work := work_now(top, state.git, hasher)) is None else work == kept,
            files=self._files(state.git, same_line, hasher, opened),
            activity=self._activity(),
            worktree=None if own else self.house.shown(self.found.project.root),
            newer=newer(self.library, name),
            unseen=unseen(self.library, name, self.then),
            task_revision=task_revision,
            task_deleted=task_deleted,
        )

    def _same_line(self, state: GitState | None, opened: Opened) -> bool | None:
        """Whether HEAD still contains the snapshot's commit; None where the repository does not have it."""
        if state is None or opened is None or self.then.head is None or self.then.head == state.head:
            return True
        if state.head is None:
            return False
        try:
            return git.contains(git.renewed(opened.value()), self.then.head)
        except ButlerError:
            return None

    def _files(self, state: GitState | None, same_line: bool | None, hasher: Hasher, opened: Opened) -> Files:
        root = self.house.project.root
        paths = [path for path in anchored_paths(self.found.text) if is_within(root, path)]
        kept = self.found.entry.fingerprints.contents()
        if kept is not None:
            return self._by_hash(paths, kept, state, hasher)
        changes = self._changes(opened) if state is not None and same_line is not None else None
        if changes is None:
            return Files(unknown=sum(hasher.of(root / path) is not None for path in paths))
        return _by_git(paths, changes, untold=self.then.dirty is not False)

    def _by_hash(self, paths: list[str], kept: Mapping[str, str], state: GitState | None, hasher: Hasher) -> Files:
        root = self.house.project.root
        changed, moved, gone = [], [], []
        for path in paths:
            was, now = kept.get(path_digest(path)), hasher.of(root / path)
            if was is None or was == now:
                continue
            if now is not None:
                changed.append(path)
            elif place := where_moved(root, was, self._candidates(state), hasher):
                moved.append((path, place))
            else:
                gone.append(path)
        return Files(tuple(changed), tuple(moved), tuple(gone))

    def _candidates(self, state: GitState | None) -> list[str]:
        """Where a file may have moved to: what git shows as new, and what commits since touched."""
        if state is None:
            return []
        staged = [one.path for one in state.staged]
        committed = [path for commit in state.commits_since or () for path in commit.files]
        names = (self._from_root(path) for path in dict.fromkeys([*staged, *state.untracked, *committed]))
        return [path for path in names if path is not None][:MOST_CANDIDATES]

    def _from_root(self, path: str) -> str | None:
        """A path as the project names it; git names it from the top of the working tree."""
        root, top = self.house.project.root, self.house.project.git_top
        below = "" if top is None or root == top else root.relative_to(top).as_posix() + "/"
        return path.removeprefix(below) if path.startswith(below) else None

    def _changes(self, opened: Opened) -> dict[str, str] | None:
        """What became of tracked files since the snapshot's commit: ``D``, ``M`` …, or ``R`` and the new path."""
        if opened is None or self.then.head is None:
            return None
        try:
            answer = git.changed_since(git.renewed(opened.value()), self.then.head)
        except ButlerError:
            return None
        words = iter(answer.output.decode("utf-8", "surrogateescape").split("\0"))
        changes: dict[str, str] = {}
        for letter in words:
            old, new = next(words, ""), next(words, "") if letter[:1] in ("R", "C") else ""
            if letter and (path := self._from_root(old)) is not None and letter[0] != "C":
                changes[path] = letter[0] + (self._from_root(new) or new)
        return changes

    def _activity(self) -> Activity | None:
        """What the named log holds after the snapshot; nothing where the log is not here any more."""
        place = self._log()
        if place is None:
            return Activity()
        newer, taken_back = reverted_by(self.house, place) or (None, None)
        size = (newer or place).stat().st_size
        if newer is None and size <= self.then.log_bytes:
            return Activity()
        if size > LOG_LIMIT:
            return None
        try:
            with open_log(self.house, newer or place) as log:
                line = 0 if newer else self.then.last_line
                entries, before = entries_since(self.house, log, lambda turn: turn.last <= line)
                seen = activity_after(entries, line, before)
            told = taken_back if taken_back is not None and taken_back <= self.then.last_line else 0
            return replace(seen, taken_back=told)
        except NotFound:
            return Activity()
        except ButlerError:
            return None

    def _log(self) -> Path | None:
        text = self.then.log or ""
        try:
            place = meant_log(text, self.house.start.home)
            return place if place.is_absolute() and place.is_file() else None
        except (OSError, ValueError):
            return None


def _by_git(paths: list[str], changes: Mapping[str, str], *, untold: bool) -> Files:
    """The files by what git says; ``untold``: there were uncommitted changes then, so git alone cannot tell."""
    touched = [path for path in paths if path in changes]
    if untold:
        return Files(unknown=len(touched))
    moved = tuple((path, changes[path][1:]) for path in touched if changes[path][0] == "R")
    gone = tuple(path for path in touched if changes[path][0] == "D")
    changed = tuple(path for path in touched if changes[path][0] not in "RD")
    return Files(changed, moved, gone)


def _task(house: House, then: Then) -> tuple[int | None, bool]:
    """In a journal that this process was started for: the Task's revision when it has moved on, whether it was deleted."""
    if then.task_id is None or then.task_revision is None:
        return None, False
    from butler.capabilities.journal.backend import moved_on, open_journal

    try:
        history = open_journal(house).task(then.task_id)
    except ButlerError as problem:
        return None, problem.code == "deleted"
    return history.task.revision if moved_on(history, then.task_revision) else None, False
