"""Facts about files and git: what was touched, what was committed, what was left in the middle. Parts of ``facts``."""

from __future__ import annotations

from butler.records import dataclass


@dataclass(frozen=True, slots=True)
class FileFact:
    """One file touched or read. ``committed`` None where the log does not tell.

    ``action``: ``rewritten`` when it was deleted and added again, ``anew`` when its whole text was replaced, ``gone`` when it was added and deleted again,
    ``restored`` when git undid its uncommitted edits. ``clean_line``: where
    ``git status`` no longer lists it after its last edit. ``ignored``: git ignores it. ``outside``: where the client told that
    somebody else changed it. ``change``: the last edit where it is short, ``old -> new``. ``brought``: the lines of its newest edits
    that say most of what was added; ``took``: definitions and settings that went. ``no_repository``: as that of ``Facts``.
    ``outline``: of a document that the session wrote, (worth, line) in order. ``shell``: a command wrote it last, no edit tool.
    ``more``: as ``brought``, more lines of it. ``added`` and ``removed`` are net as far as the edits are kept; ``lost``: (line of an
    edit, a name that it brought, line of the later search that did not find it): what it brought is not counted.
    Of a document that was only read ``outline`` is what it said at ``read_line``, ``read_lines`` which lines of it, where not all.
    """

    path: str
    edits: int = 0
    reads: int = 0
    added: int = 0
    removed: int = 0
    last_line: int = 0
    action: str = "read"
    moved_to: str | None = None
    committed: bool | None = None
    symbols: tuple[str, ...] = ()
    clean_line: int = 0
    ignored: bool = False
    outside: int = 0
    change: str = ""
    brought: tuple[str, ...] = ()
    took: tuple[str, ...] = ()
    no_repository: int = 0
    outline: tuple[tuple[int, str], ...] = ()
    shell: bool = False
    more: tuple[str, ...] = ()
    lost: tuple[tuple[int, str, int], ...] = ()
    read_line: int = 0
    read_lines: str = ""


@dataclass(frozen=True, slots=True)
class CommitFact:
    """A commit as the log shows it.

    ``hash`` is empty where neither its output nor git's own later words name it; ``body`` are its first sentences. ``pushed``
    when a push of a branch that holds it worked, or git says that the remote has it. ``undone`` says how it was taken back or
    replaced later, at ``undone_line``: ``reset``, ``amend``, ``rebase``, ``revert``. ``files``: how many it changed, 0 where not told.
    """

    line: int
    hash: str
    subject: str
    branch: str | None = None
    pushed: bool = False
    body: str = ""
    undone: str = ""
    undone_line: int = 0
    files: int = 0


@dataclass(frozen=True, slots=True)
class HelperWork:
    """What a subagent's report (at ``line``) names as changed, by its own word: files, and commits by hash."""

    line: int
    name: str
    files: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """A rebase, merge, cherry-pick or revert that met conflicts and was neither finished nor given up in the log."""

    line: int
    name: str
    files: tuple[str, ...] = ()
