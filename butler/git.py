"""Git, only to look: no program of the repository runs, nothing is written, no connection opens, and it ends in time.

A repository's own files decide what plain git runs: fsmonitor, hooks, external diffs, textconv, clean and smudge filters,
signing programs, submodules (six different planted programs ran under ``status``, ``diff`` and ``log``). Here each of them is
switched off on the command line, which is stronger than any file: the fixed ones by `_OFF`, the filters by an empty value for
each key that the configuration holds. A filter's name may hold ``=``, where ``-c`` would set another key, so those keys go
through ``--config-env``. Revisions stand after ``--end-of-options``; lists are NUL-separated; all commands of one look share
one deadline.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from butler.errors import Refused, Unavailable, Unreadable
from butler.looking import is_file, is_there, names_in
from butler.process import TIMEOUT, Finished, Later, run
from butler.records import dataclass

_OFF = (
    "--no-optional-locks",
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.sshCommand=false"),
    *("-c", "core.askPass=false"),
    *("-c", "credential.helper="),
    *("-c", "protocol.allow=never"),
    *("-c", "log.showSignature=false"),
    *("-c", "diff.external="),
    *("-c", "diff.autoRefreshIndex=false"),  # git diff writes the index in spite of --no-optional-locks
    *("-c", "diff.orderFile=/dev/null"),
    *("-c", "submodule.recurse=false"),
    *("-c", "core.bigFileThreshold=1m"),  # larger files are compared as a whole, never line by line
)
_EMPTY = "BUTLER_EMPTY"
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat",
    _EMPTY: "",
}
_NO_DRIVERS = ("--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short")
_WANTED_KEYS = r"^(filter\..*|remote\..*\.url|branch\..*\.remote)$"
_FILTER_KEY = re.compile(r"filter\.(?:.*\.)?(?:clean|smudge|process|required)", re.DOTALL)
_MAX_FILTER_KEYS = 400
"""More is no configuration that a person wrote, and command lines are bounded."""

_FULL_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_SOME_HASH = re.compile(r"[0-9a-f]{7,64}", re.ASCII)
_ATTRIBUTES = Path(__file__).with_name("git_attributes.txt")
_OPERATIONS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply/applying", "am"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)
_STEP_FILES = {"rebase-merge": ("msgnum", "end"), "rebase-apply": ("next", "last")}

STATUS_SECONDS = 3.0
"""A first ``status`` lists untracked files for at most so long; a second one then leaves them out."""


@dataclass(frozen=True, slots=True)
class Git:
    """One working tree, opened for looking until ``deadline`` (monotonic seconds).

    ``own`` is its git folder, ``common`` the one that worktrees share. ``config`` holds the remotes and their branches,
    ``options`` what every command gets.
    """

    top: Path
    own: Path
    common: Path
    shallow: bool
    config: Mapping[str, str]
    options: tuple[str, ...]
    deadline: float

    @property
    def worktree(self) -> str | None:
        """The name of a linked worktree; None in the main one."""
        return self.own.name if self.own != self.common else None


def open_git(top: Path, *, seconds: float = TIMEOUT) -> Git:
    """Open the working tree whose top is ``top``; every later command together has ``seconds`` to end.

    Raises:
        Unavailable: ``program_missing``, ``timed_out``, ``git_failed``.
        Refused: ``git_not_trusted`` (another user's), ``git_elsewhere`` (its configuration points at another tree, or it
            has none), ``git_too_many_filters``.
        Unreadable: ``git_damaged`` when git cannot read the repository's own files.
    """
    deadline = time.monotonic() + seconds
    bare = Git(top, top, top, False, {}, (), deadline)
    wanted = ("--is-shallow-repository", "--absolute-git-dir", "--git-common-dir", "--show-toplevel")
    answer = Later(lambda: _run(bare, "rev-parse", *wanted))  # it opens no file of the tree, so no filter can run
    config = _configuration(bare)
    options = _filters_off(config)
    lines = os.fsdecode(answer.value().output).removesuffix("\n").split("\n")
    if len(lines) != 4 or Path(lines[3]).resolve() != top.resolve():
        raise Refused("git_elsewhere")
    own, common = Path(lines[1]).resolve(), (top / lines[2]).resolve()
    return Git(top, own, common, lines[0] == "true", config, options, deadline)


def renewed(git: Git) -> Git:
    """The same with its time begun anew: what was opened early may be looked into late."""
    return replace(git, deadline=time.monotonic() + TIMEOUT)


def _configuration(git: Git) -> dict[str, str]:
    """Filters, remote addresses and branches' remotes from every configuration file that git would read."""
    answer = _run(git, "config", "-z", "--get-regexp", _WANTED_KEYS, good=(0, 1))
    if answer.cut:
        raise Refused("git_too_many_filters", limit=_MAX_FILTER_KEYS)
    pairs = (entry.partition("\n") for entry in answer.output.decode("utf-8", "surrogateescape").split("\0") if entry)
    return {key: value for key, _, value in pairs}


def _filters_off(config: Mapping[str, str]) -> tuple[str, ...]:
    keys = [key for key in config if _FILTER_KEY.fullmatch(key)]
    if len(keys) > _MAX_FILTER_KEYS:
        raise Refused("git_too_many_filters", limit=_MAX_FILTER_KEYS)
    return tuple(option for key in keys for option in _emptied(key))


def _emptied(key: str) -> tuple[str, ...]:
    if "=" in key:
        return (f"--config-env={key}={_EMPTY}",)
    return ("-c", f"{key}={'false' if key.endswith('.required') else ''}")


def status(git: Git) -> tuple[Finished, bool]:
    """``git status`` in porcelain v2, NUL-separated, and whether untracked files are listed.

    Work inside submodules is not looked at (it would run git with the submodule's own configuration); a submodule at
    another commit is.
    """
    parts = (
        "status",
        "--porcelain=v2",
        "-z",
        "--branch",
        "--ahead-behind",
        "--find-renames",
        "--ignore-submodules=dirty",
    )
    try:
        return _run(git, *parts, "--untracked-files=all", seconds=STATUS_SECONDS), True
    except Unavailable as error:
        if error.code != "timed_out":
            raise
    return _run(git, *parts, "--untracked-files=no"), False


def log(git: Git, *, limit: int, since: str | None = None, since_time: str | None = None) -> Finished:
    """The newest ``limit`` commits of HEAD with the paths that each touches, newest first.

    Each commit is NUL NUL hash NUL time NUL subject NUL, then a line feed and its NUL-separated paths, if any.

    Args:
        since: full hash; only commits that it does not reach.
        since_time: ISO-8601; only commits at or after it.
    """
    span = [f"--since={since_time}"] if since_time else []
    revisions = ["HEAD", f"^{_hash(since)}"] if since else ["HEAD"]
    return _run(
        git,
        "log",
        *(
            "-z",
            "--name-only",
            "--no-renames",
            "--no-relative",
            "--diff-merges=off",
            "--no-show-signature",
            "--encoding=UTF-8",
        ),
        *_NO_DRIVERS,
        f"--max-count={limit}",
        "--format=format:%x00%x00%H%x00%cI%x00%s%x00",
        *span,
        "--end-of-options",
        *revisions,
        "--",
    )


def has_commit(git: Git, revision: str) -> bool:
    """Whether the full hash ``revision`` is a commit of this repository."""
    if not _FULL_HASH.fullmatch(revision):
        return False
    answer = _run(git, "cat-file", "-t", revision, good=(0, 1, 128))
    return answer.code == 0 and answer.output == b"commit\n"


def commits_named(git: Git, hashes: Sequence[str], *, limit: int | None = None) -> Finished:
    """The full hashes, a line each, of those commits that the repository has under ``hashes`` (7 to 40 digits).

    Args:
        limit: set, it lists instead, newest first, at most so many commits that HEAD's history lacks and these reach.
    """
    if not all(_SOME_HASH.fullmatch(one) for one in hashes):
        raise ValueError("not a hash")
    how = ("--no-walk",) if limit is None else (f"--max-count={limit}",)
    span = () if limit is None else ("^HEAD",)
    return _run(
        git,
        *("log", "--ignore-missing", "--no-show-signature", "--format=%H", *how, "--end-of-options", *hashes, *span),
        "--",
    )


def parent(git: Git, revision: str) -> str | None:
    """The first parent (full hash) of the commit ``revision`` (full hash); None for a root commit or a shallow one."""
    answer = _run(
        git, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{_hash(revision)}^{{commit}}^", good=(0, 1, 128)
    )
    found = answer.output.decode("ascii", "replace").split()
    return found[-1] if answer.code == 0 and found and _FULL_HASH.fullmatch(found[-1]) else None


def head(git: Git) -> tuple[str | None, str | None]:
    """Branch (None: detached) and full hash (None: no commit yet) of HEAD."""
    branch = _run(git, "symbolic-ref", "--quiet", "HEAD", good=(0, 1))
    commit = _run(git, "rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}", good=(0, 1))
    name = branch.output.decode("utf-8", "surrogateescape").removesuffix("\n").removeprefix("refs/heads/")
    found = commit.output.decode("ascii", "replace").split()
    return name or None, found[-1] if found else None


def stashes(git: Git) -> int:
    """How many stashes there are: lines of their reflog, which is a plain file unless all refs are in tables."""
    if not is_there(git.common / "logs/refs/stash") and not is_there(git.common / "reftable"):
        return 0
    answer = _run(git, "log", "--walk-reflogs", "--format=%H", "--end-of-options", "refs/stash", "--", good=(0, 128))
    return answer.output.count(b"\n") if answer.code == 0 else 0


def operation(git: Git) -> tuple[str | None, str | None]:
    """What git is in the middle of (``rebase``, ``merge``, ...) and its step (``2/5``), from git's own marker files."""
    for marker, name in _OPERATIONS:
        if is_there(git.own / marker):
            return name, _step(git.own / marker, _STEP_FILES.get(marker, ()))
    return None, None


def _step(folder: Path, files: tuple[str, ...]) -> str | None:
    try:
        numbers = [(folder / file).read_text("ascii")[:20].strip() for file in files]
    except (OSError, UnicodeDecodeError):
        return None
    return "/".join(numbers) if numbers and all(number.isdigit() for number in numbers) else None


def other_worktrees(git: Git) -> int:
    """How many other working trees the repository has."""
    return sum(is_file(git.common / "worktrees" / name / "gitdir") for name in names_in(git.common / "worktrees"))


def diff(git: Git, base: str) -> Finished:
    """The changes from the commit ``base`` (full hash) to the working tree, without context lines.

    Hunk headers name the function around (git's own patterns per language, see ``git_attributes.txt``).
    """
    return _run(
        git,
        *("-c", f"core.attributesFile={_ATTRIBUTES}"),
        *(
            "diff",
            "--unified=0",
            "--inter-hunk-context=0",
            "--no-renames",
            "--no-relative",
            "--ignore-submodules=dirty",
        ),
        *("--src-prefix=a/", "--dst-prefix=b/"),
        *_NO_DRIVERS,
        "--end-of-options",
        _hash(base),
        "--",
    )


def contains(git: Git, commit: str) -> bool | None:
    """Whether HEAD has the commit (full hash) in its history; None where one of them is missing."""
    answer = _run(git, "merge-base", "--is-ancestor", _hash(commit), "HEAD", good=(0, 1, 128))
    return None if answer.code == 128 else answer.code == 0


def changed_since(git: Git, base: str) -> Finished:
    """Which tracked files differ between the commit ``base`` (full hash) and the working tree, renames found.

    NUL-separated: a status letter (``R100``: with a number and then two paths), then the path.
    """
    return _run(
        git,
        *("diff", "--name-status", "-z", "--find-renames", "--no-relative", "--ignore-submodules=dirty"),
        *_NO_DRIVERS,
        "--end-of-options",
        _hash(base),
        "--",
    )


def _hash(revision: str) -> str:
    if not _FULL_HASH.fullmatch(revision):
        raise ValueError("not a full hash")
    return revision


def _run(git: Git, *command: str, good: tuple[int, ...] = (0,), seconds: float = TIMEOUT) -> Finished:
    allowed = min(seconds, git.deadline - time.monotonic())
    if allowed <= 0:
        raise Unavailable("timed_out", what="git", seconds=f"{TIMEOUT:g}")
    answer = run(
        ["git", *_OFF, *git.options, *command],
        folder=git.top,
        environment=_ENVIRONMENT | {"GIT_CEILING_DIRECTORIES": str(git.top.parent)},
        seconds=allowed,
    )
    if answer.code not in good:
        _fail(next(part for part in command if part in _COMMANDS), answer)
    return answer


_COMMANDS = frozenset({"config", "rev-parse", "status", "log", "cat-file", "symbolic-ref", "diff", "merge-base"})
_BAD_CONFIG = re.compile(r"bad (?:numeric )?config (?:line|value|variable)|bad boolean config")


def _fail(command: str, answer: Finished) -> NoReturn:
    """Name the cause without git's own words: they hold paths."""
    if "dubious ownership" in answer.errors:
        raise Refused("git_not_trusted")
    if "must be run in a work tree" in answer.errors or "not a git repository" in answer.errors:
        raise Refused("git_elsewhere")
    if _BAD_CONFIG.search(answer.errors) or command == "config":
        raise Unreadable("git_damaged", what="config")
    if "index file" in answer.errors or "bad signature" in answer.errors:
        raise Unreadable("git_damaged", what="index")
    raise Unavailable("git_failed", command=command, reason=f"exit code {answer.code}")
