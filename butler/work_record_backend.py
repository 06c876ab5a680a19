"""The work as it is: observed git state, and the work sessions that Brains said they began.

Observed, never guessed: what git does not say is None. Reading changes nothing, neither in the repository nor in the data
folder. Work sessions lie in ``work_sessions.json`` of the project's data folder (`butler.work_sessions`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from butler import git
from butler.capabilities.handover.backend import open_library
from butler.capabilities.session_log.backend import settled
from butler.capabilities.work_record.models import (
    Commit,
    GitState,
    Place,
    Recommendation,
    WorkSession,
    WorkState,
)
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput
from butler.house import House
from butler.looking import is_folder
from butler.maids import work_record_worker as worker
from butler.naming import IssueId, parse_issue_id
from butler.paths import CONFIG_FOLDER, OUR_FOLDERS
from butler.process import Finished, Later
from butler.records import dataclass
from butler.work_sessions import Begun, begin, finish, open_session

MAX_LOOK = 20
"""Commits looked at for the recent ones: those that touch only our own files do not count."""
MAX_ASIDE = 1000
"""Commits listed to see which are not in the history of HEAD; one that lies behind so many others is not told."""


def work_observe(
    house: House,
    since_head: str | None = None,
    since_time: str | None = None,
    *,
    caller: Caller | None = None,
    symbols: bool = False,
    opened: Later[git.Git] | None = None,
) -> WorkState:
    """Look at the working tree now.

    Args:
        since_head: full hash of HEAD when the work (or session) began; one that this repository does not have is as good
            as none.
        since_time: ISO-8601 time when it began, used where ``since_head`` is not known.
        caller: whose work session is looked up; without ``since_*`` its start is the start of the work.
        symbols: also compute ``GitState.symbols`` (one ``git diff`` more).
        opened: what ``opening`` gave, where the caller had other things to do meanwhile or will look further.

    Returns:
        A state whose ``git`` is None, with ``absent`` and ``detail``, where there is none or it cannot be looked at.

    Raises:
        ButlerError: only with ``caller``: the file of work sessions cannot be used.
    """
    session = current_work(house, caller) if caller else None
    if session and not (since_head or since_time):
        since_head, since_time = session.head_at_start, session.started_at
    if house.project.git_top is None:
        return WorkState(None, "no_git", session)
    try:
        found = git.renewed(opened.value()) if opened is not None else git.open_git(house.project.git_top)
        state = _look(house, found, since_head, since_time, symbols=symbols)
    except ButlerError as error:
        absent = "git_missing" if error.code == "program_missing" else "git_failed"
        reason = tuple((name, str(value)) for name, value in error.facts.items())
        return WorkState(None, absent, session, detail=Recommendation(error.code, reason))
    return WorkState(state, None, session, worker.advise(state))


def commits_now(opened: Later[git.Git], hashes: Sequence[str]) -> Mapping[str, Place]:
    """Which of the commits ``hashes`` (7 to 64 digits) are not in the repository, or not in the history of HEAD.

    Nothing of what cannot be known: in a shallow clone, with an ambiguous hash, where git fails, without any commit.
    """
    try:
        found = git.renewed(opened.value())
        if found.shallow or not hashes:
            return {}
        there = git.commits_named(found, hashes).output.decode("ascii").split()
        places: dict[str, Place] = {one: "gone" for one in hashes if not any(full.startswith(one) for full in there)}
        return places | _aside(found, there, hashes)
    except (ButlerError, UnicodeDecodeError):
        return {}


def _aside(opened: git.Git, there: Sequence[str], hashes: Sequence[str]) -> dict[str, Place]:
    if not there:
        return {}
    listed = git.commits_named(opened, there, limit=MAX_ASIDE).output.decode("ascii").split()
    return {one: "aside" for one in hashes if any(full.startswith(one) for full in listed)}


def opening(house: House) -> Later[git.Git] | None:
    """The project's git, opened beside whatever the caller does; None where there is none. Nothing of its state is read yet."""
    top = house.project.git_top
    return None if top is None else Later(lambda: git.open_git(top))


def _look(house: House, opened: git.Git, since_head: str | None, since_time: str | None, *, symbols: bool) -> GitState:
    ours = _ours(house, opened.top)
    stashes = Later(lambda: git.stashes(opened))
    newest = Later(lambda: _commits(git.log(opened, limit=MAX_LOOK)))
    known_head = Later(lambda: since_head if since_head and git.has_commit(opened, since_head) else None)
    status, untracked_listed = git.status(opened)
    state = worker.read_status(status.output, ours, cut=status.cut, untracked_listed=untracked_listed)
    name, step = git.operation(opened)
    state = replace(
        state,
        operation=name,
        operation_step=step,
        worktree=opened.worktree,
        other_worktrees=git.other_worktrees(opened),
        remote=_remote(house, opened, state.branch),
        cut=(*state.cut, *(("history:shallow",) if opened.shallow else ())),
    )
    state = _or_unknown(state, "stash", lambda known: replace(known, stash=stashes.value()))
    if state.head is None:
        return state
    work = _Work(opened, state.head, known_head.value(), _instant(since_time))
    since = Later(work.commits)
    changes = Later(lambda: work.changes(since)) if symbols else None
    state = _or_unknown(state, "commits", lambda known: worker.with_commits(known, newest.value(), since.value(), ours))
    return (
        state if changes is None else _or_unknown(state, "symbols", lambda known: _with_symbols(known, changes, ours))
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """From where the work began, a commit of this repository, else a time, to the present ``head``."""

    opened: git.Git
    head: str
    since_head: str | None
    since_time: str | None

    def commits(self) -> list[Commit] | None:
        """The commits of the work; None where its start is not known."""
        if self.since_head is not None and self.since_head == self.head:
            return []
        if self.since_head is None and self.since_time is None:
            return None
        time = None if self.since_head else self.since_time
        return _commits(git.log(self.opened, limit=worker.MAX_COMMITS + 1, since=self.since_head, since_time=time))

    def changes(self, commits: Later[list[Commit] | None]) -> Finished:
        """The diff from the start of the work, else from before its first commit, else from ``head``."""
        base = self.since_head
        if base is None and (found := commits.value()):
            base = git.parent(self.opened, found[-1].hash)
        return git.diff(self.opened, base or self.head)


def _or_unknown(state: GitState, name: str, add: Callable[[GitState], GitState]) -> GitState:
    """The state with more in it; what git fails to tell (damaged objects, no time left) is named in ``cut``."""
    try:
        return add(state)
    except ButlerError:
        return replace(state, cut=(*state.cut, f"{name}:unknown"))


def _ours(house: House, top: Path) -> worker.Ours:
    below = house.project.root.relative_to(top).as_posix()
    has_sign = cache(lambda place: is_folder(top / place / CONFIG_FOLDER))
    return worker.Ours("" if below == "." else below, OUR_FOLDERS, CONFIG_FOLDER, has_sign)


def _commits(answer: Finished) -> list[Commit]:
    return worker.read_log(answer.output, cut=answer.cut)


def _with_symbols(state: GitState, changes: Later[Finished], ours: worker.Ours) -> GitState:
    answer = changes.value()
    found = tuple(item for item in worker.read_symbols(answer.output) if not ours.holds(item.path))
    cut = ("symbols:more",) if answer.cut else ()
    return replace(state, symbols=found, cut=(*state.cut, *cut))


def _instant(text: str | None) -> str | None:
    """An ISO-8601 time as git takes it (UTC); None for anything else. A time without offset is read as UTC."""
    try:
        when = datetime.fromisoformat(text or "")
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return None


def _remote(house: House, opened: git.Git, branch: str | None) -> str | None:
    """The address of the branch's remote, else of ``origin``, else of the only one."""
    addresses = {
        key.removeprefix("remote.").removesuffix(".url"): value
        for key, value in opened.config.items()
        if key.startswith("remote.")
    }
    name = opened.config.get(f"branch.{branch}.remote", "origin")
    found = addresses.get(name) or (next(iter(addresses.values())) if len(addresses) == 1 else None)
    return house.shown(worker.clean_remote(found)) if found else None


def start_work(
    house: House, caller: Caller, issue_id: IssueId | None, handover_id: str | None, task_id: str | None = None
) -> Begun:
    """Begin a work session for ``caller``; one that it has open is finished by that (``Begun.replaced``).

    Args:
        issue_id: default issue of the session; without it the issue of ``handover_id``, if any.
        handover_id: the handover that the work goes on from.
        task_id: the Task that the work belongs to, in the journal that this process was started for.

    Raises:
        InvalidInput: ``invalid_issue_id``, ``invalid_handover_id``, ``handover_arguments`` (the id is one of another issue).
        NotFound: ``issue_not_found`` where a source of issues is configured and does not have it; ``handover_not_found``
            with the nearest ids.
        Refused: ``journal_not_open`` where a Task is named; one that is not there is refused as `JournalStore.task` does.
        ButlerError: the file of work sessions cannot be used; it is left as it is.
    """
    handover = open_library(house.project).named(handover_id) if handover_id is not None else None
    issue = parse_issue_id(issue_id)
    if handover is not None and issue not in {None, handover.issue}:
        raise InvalidInput("handover_arguments", issue=issue, id=handover.id)
    caller = settled(house, caller)
    if issue is not None:
        house.issues.read(issue)
    elif handover is not None:
        issue = handover.issue
    if task_id is not None:
        _look_up(house, task_id)
    branch, head = _start_point(house)
    session = WorkSession(
        id=f"work-{house.start.new_id()[:12]}",
        client=caller.client,
        started_at=_now(house),
        session_id=caller.session_id,
        issue_id=issue,
        based_on=handover.id if handover else None,
        branch_at_start=branch,
        head_at_start=head,
        task_id=task_id,
    )
    return begin(house.user.data, house.project_data, session)


def _look_up(house: House, task_id: str) -> None:
    """Refuse a Task that the open journal does not have."""
    from butler.capabilities.journal.backend import open_journal

    open_journal(house).task(task_id)


def _start_point(house: House) -> tuple[str | None, str | None]:
    """The branch, free of secrets since it is kept in a file, and the commit."""
    if house.project.git_top is None:
        return None, None
    try:
        branch, head = git.head(git.open_git(house.project.git_top))
    except ButlerError:
        return None, None
    return branch and house.redactor().redact(branch), head


def current_work(house: House, caller: Caller) -> WorkSession | None:
    """The open work session of the calling session; where the caller cannot be told apart, the only one of its client.

    Raises:
        ButlerError: the file of work sessions is damaged, newer or unreadable.
    """
    return open_session(house.project_data, settled(house, caller))


def finish_work(house: House, caller: Caller, notes: str) -> WorkSession:
    """Finish the caller's work session and keep ``notes`` with it (already free of secrets).

    Raises:
        NotFound: ``work_not_open``.
        ButlerError: the file of work sessions cannot be used; it is left as it is.
    """
    return finish(house.user.data, house.project_data, settled(house, caller), _now(house), notes)


def _now(house: House) -> str:
    return house.now().isoformat(timespec="seconds")
