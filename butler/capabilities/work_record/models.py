"""What is known about the work itself: observed git state and work sessions. Never guessed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from butler.naming import IssueId
from butler.records import dataclass

Place: TypeAlias = Literal["gone", "aside"]
"""Where a commit that is not in the history of HEAD is: not in the repository, or elsewhere in it."""


@dataclass(frozen=True, slots=True)
class FileState:
    """One path of ``git status``: ``code`` is git's two-letter XY (porcelain v2), ``moved_from`` for renames."""

    path: str
    code: str
    moved_from: str | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: full hash, first line of its message, ISO-8601 time, paths it touches (up to a bound)."""

    hash: str
    subject: str
    at: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileSymbols:
    """Functions, classes and the like that a file's changes lie in, as far as the diff names them (up to a bound)."""

    path: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GitState:
    """The working tree as git shows it now. Files of ours (``session_logs/``, ``.butler/``) are not in it.

    ``branch`` None means a detached head; ``head`` None means no commit yet. ``ahead``/``behind`` are None without an
    upstream. ``operation`` is ``rebase``, ``merge``, ``cherry-pick``, ``revert``, ``bisect``, ``am`` or None.
    ``commits_since`` are the commits since the work (or session) began, oldest first, without those that touch only
    our own files; None when the start is not known. ``worktree`` is the name of a linked worktree. ``cut`` names what
    is missing as ``<field>:<how many>``, ``:more`` or ``:unknown``; ``history:shallow`` for a shallow clone. ``symbols``
    are those of the changes since the start (without one: since HEAD), only where they were asked for.
    """

    branch: str | None
    head: str | None
    head_subject: str = ""
    head_at: str | None = None
    upstream: str | None = None
    ahead: int | None = None
    behind: int | None = None
    staged: tuple[FileState, ...] = ()
    unstaged: tuple[FileState, ...] = ()
    untracked: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    stash: int = 0
    operation: str | None = None
    operation_step: str | None = None
    commits_since: tuple[Commit, ...] | None = None
    recent: tuple[Commit, ...] = ()
    worktree: str | None = None
    other_worktrees: int = 0
    remote: str | None = None
    cut: tuple[str, ...] = ()
    symbols: tuple[FileSymbols, ...] = ()

    @property
    def dirty(self) -> bool:
        """Whether anything is staged, changed, conflicting or untracked."""
        return bool(self.staged or self.unstaged or self.untracked or self.conflicts)


@dataclass(frozen=True, slots=True)
class WorkSession:
    """One piece of work that a Brain said it began. Kept in the user's data folder, never in the repository.

    ``task_id`` names its Task in the journal that was open when it began.
    """

    id: str
    client: str
    started_at: str
    session_id: str | None = None
    issue_id: IssueId | None = None
    based_on: str | None = None
    branch_at_start: str | None = None
    head_at_start: str | None = None
    finished_at: str | None = None
    finish_notes: str = ""
    task_id: str | None = None


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What is best done next about the working tree, as a key of ``butler.phrases`` and its facts."""

    key: str
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class WorkState:
    """Observed state. ``git`` None: ``absent`` says why (``no_git``, ``git_missing``, ``git_failed``).

    ``detail`` is then the error as its code and facts, where there was one (``git_not_trusted``, ``timed_out``, ...).
    """

    git: GitState | None
    absent: str | None = None
    session: WorkSession | None = None
    recommendations: tuple[Recommendation, ...] = ()
    detail: Recommendation | None = None
