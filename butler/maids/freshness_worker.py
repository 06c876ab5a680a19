"""What has changed since a handover was written: its own account beside the present, most urgent first. Pure.

Nothing is guessed: what one of the two sides does not tell is either left out (it was never there) or an ``unknown``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from butler.capabilities.session_log.models import (
    Answer,
    Command,
    Entry,
    FileChange,
    Message,
    PlanVerdict,
)
from butler.capabilities.work_record.models import GitState
from butler.maids.document_check import metadata, split_sections
from butler.maids.late_patterns import late
from butler.maids.session_log_turns import TurnSoFar, begins_or_ends_turn, prepares
from butler.maids.session_log_words import is_trivial
from butler.maids.text_worker import visible
from butler.phrases import Language, say
from butler.records import dataclass

Code: TypeAlias = Literal[
    "diverged", "newer", "task", "worktree", "branch", "history", "commits", "files", "uncommitted", "activity", "unknown"
]  # fmt: skip
MOST_LINES = 3
"""Lines that are said before a document; more findings share the last one."""
MOST_ANCHORS = 60
"""Paths of one document that are compared."""
NAMED = 3
"""Paths that a finding names; the others are counted."""
LONGEST = 90
"""Characters of a path or subject that are said."""
DIGITS = 12
"""Hexadecimal digits kept of a hash: chance alone makes two of 60 files equal once in 10^11 documents."""

_SPAN = late(r"(?<!`)(`{1,3})(?!`) ?([^`\n]{1,300}?) ?\1(?!`)")
_WORD = late(r"^[-*] (?P<path>[\w@+./-]*[\w@+-]\.[A-Za-z]\w{0,7})(?=[:：\s])")
_LINES = late(r"([0-9]{1,9})[^0-9]*$")
_BYTES = late(r" ([0-9]{1,15}) bytes")
_FULL_HASH = late(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_NO_GIT = {"no_git": "fresh_no_git", "git_missing": "fresh_git_missing"}
_LEAVING = late(r"/(?:exit|quit|clear|new|compact|status|cost|usage|context|model|help|resume|logout|mcp)\b")


@dataclass(frozen=True, slots=True)
class Then:
    """What a snapshot says about itself; ``git`` False: it holds no git state. ``last_line`` and ``log_bytes`` are those of ``log``."""

    git: bool = False
    branch: str | None = None
    head: str | None = None
    dirty: bool | None = None
    session_id: str | None = None
    log: str | None = None
    log_bytes: int = 0
    last_line: int = 0
    based_on: str | None = None
    previous: str | None = None
    task_id: str | None = None
    task_revision: int | None = None
    brain: str | None = None


@dataclass(frozen=True, slots=True)
class Files:
    """Anchored files since then, as shown in the document. ``unknown`` counts those that nobody can tell."""

    changed: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    gone: tuple[str, ...] = ()
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Activity:
    """What the session's log holds after the snapshot; ``line`` is the first such line, 0 for none.

    ``taken_back``: the first line of the snapshot's log that a revert took back since, where the snapshot tells of it; 0 else.
    """

    line: int = 0
    requests: int = 0
    edits: int = 0
    commands: int = 0
    taken_back: int = 0


@dataclass(frozen=True, slots=True)
class Now:
    """The present.

    Attributes:
        git: the working tree, None with ``git_absent`` (a phrase key) where it cannot be seen.
        same_line: whether HEAD still contains the snapshot's commit; None where it is not in this repository.
        same_work: whether the uncommitted content is the same as then; None where nobody knows.
        worktree: the other worktree that holds the snapshot, as it may be shown.
        newer: the newest handover of the same subject when it is another.
        unseen: handovers of the same subject that the snapshot's session did not go on from.
        activity: None where the log is there and cannot be read.
        task_revision: the Task's revision now when it has moved on.
        task_deleted: whether the Task was deleted since.
    """

    git: GitState | None = None
    git_absent: str | None = None
    same_line: bool | None = True
    same_work: bool | None = None
    files: Files = Files()
    activity: Activity | None = Activity()
    worktree: str | None = None
    newer: str | None = None
    unseen: tuple[str, ...] = ()
    task_revision: int | None = None
    task_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase inside a finding, with its facts."""

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()


Fact: TypeAlias = "str | int | tuple[str, ...] | tuple[Part, ...] | None"


@dataclass(frozen=True, slots=True)
class Stale:
    """One thing that is not as it was: its code, and the phrase that says it and what to do."""

    code: Code
    said: Part

    def text(self, language: Language) -> str:
        """The finding and what to do, as one visible line."""
        return visible(_said(self.said, language), keep_newlines=False)

    def markdown(self, language: Language, safe: Callable[[str], str]) -> str:
        """The same for a Markdown document: ``safe`` writes each foreign part as text that acts nowhere."""
        return visible(_said(self.said, language, safe), keep_newlines=False)


def _said(part: Part, language: Language, safe: Callable[[str], str] = str) -> str:
    return say(part.key, language, **{name: _shown(fact, language, safe) for name, fact in part.facts})


def _shown(fact: Fact, language: Language, safe: Callable[[str], str]) -> str:
    if not isinstance(fact, tuple):
        return safe(_short(" ".join(str(fact).split())))
    if parts := [_said(one, language, safe) for one in fact if isinstance(one, Part)]:
        return ("、" if language == "ja" else "; ").join(parts)
    named = [safe(_short(one)) for one in fact[:NAMED] if isinstance(one, str)]
    return ", ".join(named) + (f" (+{len(fact) - NAMED})" if len(fact) > NAMED else "")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _stale(code: Code, key: str, **facts: Fact) -> Stale:
    return Stale(code, Part(key, tuple(facts.items())))


def account(text: str) -> Then:
    """What a document's METADATA says; anything that is not there, or not as we write it, is unknown."""
    found = metadata(text)
    git, session, task = (_mapping(found.get(name)) for name in ("git", "session", "task"))
    last = _LINES.search(str(session.get("lines", "")))
    size = _BYTES.search(str(_mapping(found.get("receipt")).get("read", "")))
    head, revision, dirty = git.get("head"), task.get("revision"), git.get("dirty")
    return Then(
        git=bool(git),
        branch=_text(git.get("branch")),
        head=head if isinstance(head, str) and _FULL_HASH.fullmatch(head) else None,
        dirty=dirty if isinstance(dirty, bool) else None,
        session_id=_text(session.get("id")),
        log=_text(session.get("log")),
        log_bytes=int(size[1]) if size else 0,
        last_line=int(last[1]) if last else 0,
        based_on=_text(found.get("based_on")),
        previous=_text(found.get("previous")),
        task_id=_text(task.get("id")),
        task_revision=revision if type(revision) is int else None,
        brain=_text(found.get("source_brain")),
    )


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def anchored_paths(text: str) -> tuple[str, ...]:
    """What CODEBASE_ANCHORS names as paths or in code, in order: candidates, relative and inside, at most `MOST_ANCHORS`."""
    body = next((one.body for one in split_sections(text) if one.name == "CODEBASE_ANCHORS"), "")
    found: dict[str, None] = {}
    for line in body.splitlines():
        if word := _WORD.match(line):
            found.setdefault(word["path"])
        found.update(dict.fromkeys(span[2] for span in _SPAN.finditer(line)))
    return tuple(path for path in found if _inside(path))[:MOST_ANCHORS]


def _inside(path: str) -> bool:
    return (
        not path.startswith(("/", "~")) and "\0" not in path and ".." not in path.split("/") and "[REDACTED" not in path
    )


def digest(content: bytes) -> str:
    """The short hash of a path or of a file's content."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def path_digest(path: str) -> str:
    """The short hash of a path, so that what is kept beside the snapshots names no path."""
    return digest(path.encode("utf-8", "surrogateescape"))


def work_digest(contents: Mapping[str, str]) -> str:
    """One short hash of all uncommitted paths and their contents' hashes."""
    lines = "".join(f"{path}\0{contents[path]}\0" for path in sorted(contents))
    return digest(lines.encode("utf-8", "surrogateescape"))


def activity_after(entries: Iterable[Entry], last_line: int, before: TurnSoFar | None = None) -> Activity:
    """New requests, edits and commands after ``last_line``. The rest of the turn that wrote the handover does not count.

    ``before``: what entries that are left out tell, none of them after ``last_line``.
    """
    turn = _Turn()
    turn.prepared = before is not None and before.prepared
    found: list[tuple[int, str]] = []
    seen: set[str] = set()
    for entry in entries:
        if begins_or_ends_turn(entry):
            found += turn.work if not turn.prepared else []
            turn = _Turn()
        turn.prepared = turn.prepared or prepares(entry)
        kind = _kind(entry) if entry.line > last_line else None
        call = entry.call_id if isinstance(entry, Command) else ""
        if kind is None or (call and call in seen):
            continue
        seen.add(call)
        (found if kind == "requests" else turn.work).append((entry.line, kind))
    found += turn.work if not turn.prepared else []
    counts = {name: sum(kind == name for _, kind in found) for name in ("requests", "edits", "commands")}
    return Activity(min((line for line, _ in found), default=0), **counts)


class _Turn:
    """One turn of a session: whether it wrote a handover, and its edits and commands after the snapshot."""

    def __init__(self) -> None:
        self.prepared = False
        self.work: list[tuple[int, str]] = []


def _kind(entry: Entry) -> str | None:
    if isinstance(entry, Message):
        told = entry.speaker == "person" and not is_trivial(entry.text)
        return "requests" if told and not _LEAVING.match(entry.text.strip()) else None
    if isinstance(entry, Answer | PlanVerdict):
        return "requests"
    if isinstance(entry, FileChange):
        return "edits" if entry.ok else None
    return "commands" if isinstance(entry, Command) and entry.state not in ("declined", "not_run") else None


def stale_findings(then: Then, now: Now) -> tuple[Stale, ...]:
    """Everything that is not as it was, most urgent first; empty for a fresh snapshot."""
    found = [
        _stale("diverged", "fresh_diverged", ids=now.unseen) if now.unseen else None,
        _stale("newer", "fresh_newer", id=now.newer) if now.newer else None,
        _task(then, now),
        _stale("worktree", "fresh_worktree", place=now.worktree) if now.worktree else None,
        _branch(then, now),
        _commits(then, now),
        _files(now.files),
        _uncommitted(then, now),
        _activity(then, now.activity),
        _unknown(then, now),
    ]
    return tuple(one for one in found if one is not None)


def _task(then: Then, now: Now) -> Stale | None:
    if now.task_deleted:
        return _stale("task", "fresh_task_deleted", id=then.task_id)
    if now.task_revision is None:
        return None
    return _stale("task", "fresh_task", id=then.task_id, then=then.task_revision, now=now.task_revision)


def _branch(then: Then, now: Now) -> Stale | None:
    if now.git is None or not then.git or now.git.branch == then.branch:
        return None
    return _stale("branch", "fresh_branch", then=then.branch or "(detached)", now=now.git.branch or "(detached)")


def _commits(then: Then, now: Now) -> Stale | None:
    git = now.git
    if git is None or not then.git or now.same_line is None:
        return None
    if now.same_line is False:
        return _stale("history", "fresh_history", head=(then.head or "-")[:12], now=(git.head or "-")[:12])
    if not git.commits_since:
        return None
    count = f"{len(git.commits_since)}{'+' if 'commits_since:more' in git.cut else ''}"
    since = f"{then.head[:12]}..HEAD" if then.head else "HEAD"
    return _stale("commits", "fresh_commits", count=count, subject=git.commits_since[-1].subject, range=since)


def _files(files: Files) -> Stale | None:
    kinds = (
        ("fresh_changed", files.changed),
        ("fresh_moved", tuple(f"{old} → {new}" for old, new in files.moved)),
        ("fresh_gone", files.gone),
    )
    parts = tuple(Part(key, (("paths", paths),)) for key, paths in kinds if paths)
    return _stale("files", "fresh_files", parts=parts) if parts else None


def _uncommitted(then: Then, now: Now) -> Stale | None:
    if now.git is None or then.dirty is None:
        return None
    paths = uncommitted_paths(now.git)
    if not then.dirty:
        return _stale("uncommitted", "fresh_now_dirty", paths=paths) if paths else None
    if not paths:
        return _stale("uncommitted", "fresh_now_clean")
    return _stale("uncommitted", "fresh_other_work", paths=paths) if now.same_work is False else None


def uncommitted_paths(git: GitState) -> tuple[str, ...]:
    """All paths that are staged, changed, conflicting or untracked, each once, in git's order."""
    changed = (one.path for one in (*git.staged, *git.unstaged))
    return tuple(dict.fromkeys([*changed, *git.conflicts, *git.untracked]))


def _activity(then: Then, seen: Activity | None) -> Stale | None:
    if seen is None or not (seen.line or seen.taken_back):
        return None
    kinds = (("fresh_requests", seen.requests), ("fresh_edits", seen.edits), ("fresh_commands", seen.commands))
    parts = tuple(Part(key, (("count", count),)) for key, count in kinds if count)
    facts: dict[str, Fact] = {"line": seen.line or 1, "session": then.session_id or "…"}
    if seen.taken_back:
        facts["parts"] = parts or (Part("fresh_requests", (("count", 0),)),)
        return _stale("activity", "fresh_reverted", first=seen.taken_back, **facts)
    return _stale("activity", "fresh_activity", parts=parts, **facts)


def _unknown(then: Then, now: Now) -> Stale | None:
    """What ought to be known and is not, in one finding."""
    parts = []
    if now.git is None and then.git:
        parts.append(Part(_NO_GIT.get(now.git_absent or "", "fresh_git_failed")))
    elif then.head is not None and now.same_line is None:
        parts.append(Part("fresh_head_missing", (("head", then.head[:12]),)))
    if now.files.unknown:
        parts.append(Part("fresh_files_unknown", (("count", now.files.unknown),)))
    if now.git is not None and then.dirty and now.git.dirty and now.same_work is None:
        parts.append(Part("fresh_work_unknown"))
    if now.activity is None:
        parts.append(Part("fresh_log_unknown"))
    return _stale("unknown", "fresh_unknown", parts=tuple(parts)) if parts else None


def stale_lines(findings: Sequence[Stale], language: Language) -> list[str]:
    """The findings in at most `MOST_LINES` lines: the most urgent ones alone, the rest together."""
    texts = [one.text(language) for one in findings]
    if len(texts) <= MOST_LINES:
        return texts
    return [*texts[: MOST_LINES - 1], " ".join(texts[MOST_LINES - 1 :])]
