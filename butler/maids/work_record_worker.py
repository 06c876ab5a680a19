"""What git printed becomes what is known: bytes in, `GitState` and recommendations out. Pure.

Paths and subjects stay as they are (bytes that are no UTF-8 as lone surrogates); whoever prints them makes them visible.
Formats: git-status(1) "Porcelain Format Version 2" with ``-z``; the log format of ``butler.git.log``; unified diffs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from butler.capabilities.work_record.models import Commit, FileState, FileSymbols, GitState, Recommendation
from butler.maids.late_patterns import late
from butler.records import dataclass

MAX_FILES = 200
"""Paths kept of each list; ``GitState.cut`` counts the others."""

MAX_COMMITS = 100
"""Commits kept since the start of the work."""

MAX_COMMIT_FILES = 50
RECENT = 5

MAX_SYMBOLS = 12
"""Symbols kept of each file."""

T = TypeVar("T")
_HUNK = late(r"@@ -\d+(?:,(?P<old>\d+))? \+\d+(?:,(?P<new>\d+))? @@ ?(?P<around>.{0,200})", re.DOTALL)
_DEFINITION = late(
    r"\s{0,40}(?:(?:export|default|pub(?:\([a-z]{1,10}\))?|public|private|protected|internal|static|abstract|final|async|"
    r"unsafe|open|data|sealed|override)\s{1,4}){0,6}"
    r"(?:def|class|function\*?|fn|func(?:\s{0,4}\([^)]{0,60}\))?|interface|struct|enum|trait|impl|module|fun|object)\s{1,4}"
    r"(?P<name>[A-Za-z_$][\w$]{0,79})"
)
_CALLABLE = late(r"(?P<name>[A-Za-z_$~][\w$]{0,79}(?:::[\w$~]{1,80}){0,4})\s{0,4}\(")
_ESCAPE = re.compile(rb"\\([0-3][0-7]{2}|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_USER_IN_URL = late(r"(?<=://)[^/@\s]*@")
_NAMED = 3
"""Paths that a recommendation names."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Which paths are Butler's own: the ``folders`` of every project in the tree, of this one and of others.

    ``prefix`` is the place of the project below git's top (empty: the top). A folder is another project when it is the top,
    when ``sign`` lies in it, or when ``is_project`` says so of its place below the top.
    """

    prefix: str = ""
    folders: tuple[str, ...] = ("session_logs", ".butler")
    sign: str = ".butler"
    is_project: Callable[[str], bool] = lambda place: False

    def holds(self, path: str) -> bool:
        """Whether ``path`` (relative to git's top) lies in a folder of ours."""
        parts = path.split("/")
        return any(
            part in self.folders and self._of_a_project("/".join(parts[:at]), part) for at, part in enumerate(parts)
        )

    def _of_a_project(self, place: str, part: str) -> bool:
        return place in {"", self.prefix} or part == self.sign or self.is_project(place)


def text(raw: bytes) -> str:
    """Git's bytes as text that can be turned back into the same bytes."""
    return raw.decode("utf-8", "surrogateescape")


def read_status(output: bytes, ours: Ours, *, cut: bool = False, untracked_listed: bool = True) -> GitState:
    """The state that porcelain v2 tells.

    Args:
        output: of ``git status --porcelain=v2 -z --branch``.
        ours: paths that are left out.
        cut: the output did not end by itself; its last, broken entry is left out.
        untracked_listed: False when git was not asked for untracked files (they would have taken too long).
    """
    entries = text(output).split("\0")
    if cut:
        entries.pop()
    headers = dict(entry[2:].partition(" ")[::2] for entry in entries if entry.startswith("# "))
    files = _Files(ours)
    files.read(iter(entry for entry in entries if entry and not entry.startswith("# ")))
    state = _headers_of(headers)
    left_out = [] if untracked_listed else ["untracked:unknown"]
    left_out += ["status:more"] if cut else []
    kept = {name: _kept(name, items, MAX_FILES, left_out) for name, items in files.lists().items()}
    return replace(state, **kept, cut=tuple(left_out))  # type: ignore[arg-type]


def _headers_of(headers: dict[str, str]) -> GitState:
    oid, branch = headers.get("branch.oid", "(initial)"), headers.get("branch.head", "(detached)")
    counts = re.fullmatch(r"\+(\d+) -(\d+)", headers.get("branch.ab", ""))
    return GitState(
        branch=None if branch == "(detached)" else branch,
        head=None if oid == "(initial)" else oid,
        upstream=headers.get("branch.upstream"),
        ahead=int(counts[1]) if counts else None,
        behind=int(counts[2]) if counts else None,
    )


class _Files:
    """The four lists of paths, filled entry by entry."""

    def __init__(self, ours: Ours) -> None:
        self._ours = ours
        self._staged: list[FileState] = []
        self._unstaged: list[FileState] = []
        self._untracked: list[str] = []
        self._conflicts: list[str] = []

    def read(self, entries: Iterator[str]) -> None:
        for entry in entries:
            kind = entry[0]
            if kind == "?" and not self._ours.holds(entry[2:]):
                self._untracked.append(entry[2:])
            elif kind == "1" and entry.count(" ") >= 8:
                self._changed(entry[2:4], entry.split(" ", 8)[8], None)
            elif kind == "2" and entry.count(" ") >= 9:
                self._changed(entry[2:4], entry.split(" ", 9)[9], next(entries, None))
            elif kind == "u" and entry.count(" ") >= 10 and not self._ours.holds(path := entry.split(" ", 10)[10]):
                self._conflicts.append(path)

    def _changed(self, code: str, path: str, moved_from: str | None) -> None:
        if self._ours.holds(path):
            if moved_from is None or "R" not in code or self._ours.holds(moved_from):
                return
            code, path, moved_from = code.replace("R", "D"), moved_from, None
        state = FileState(path, code, moved_from)
        if code[0] != ".":
            self._staged.append(state)
        if code[1] != ".":
            self._unstaged.append(state)

    def lists(self) -> dict[str, Sequence[FileState | str]]:
        return {
            "staged": self._staged,
            "unstaged": self._unstaged,
            "untracked": self._untracked,
            "conflicts": self._conflicts,
        }


def _kept(name: str, items: Sequence[T], limit: int, left_out: list[str]) -> tuple[T, ...]:
    if len(items) > limit:
        left_out.append(f"{name}:{len(items) - limit}")
    return tuple(items[:limit])


def read_log(output: bytes, *, cut: bool = False) -> list[Commit]:
    """The commits of ``butler.git.log``, newest first; with ``cut`` the last one, which may be broken, is left out."""
    tokens = text(output).split("\0")
    commits, at = [], 0
    while at < len(tokens):
        if not tokens[at]:
            at += 1
            continue
        if at + 3 >= len(tokens):
            break
        hash_, time, subject = tokens[at : at + 3]
        at += 3
        files: list[str] = []
        while tokens[at : at + 1] and tokens[at]:
            files.append(tokens[at].removeprefix("\n") if not files else tokens[at])
            at += 1
        commits.append(Commit(hash_, subject, time, tuple(files)))
    return commits[:-1] if cut else commits


def work_commits(commits: Iterable[Commit], ours: Ours) -> list[Commit]:
    """The commits without those that touch nothing but our own files; of the others' paths at most a bound is kept."""
    found = []
    for commit in commits:
        files = tuple(path for path in commit.files if not ours.holds(path))
        if files or not commit.files:
            found.append(replace(commit, files=files[:MAX_COMMIT_FILES]))
    return found


def with_commits(state: GitState, newest: Sequence[Commit], since: Sequence[Commit] | None, ours: Ours) -> GitState:
    """Add what the log says: HEAD's own words, the recent commits and those since the start (None: not known).

    Args:
        newest, since: newest first, as `read_log` gives them; ``since`` with one more than `MAX_COMMITS` is cut.
    """
    cut = list(state.cut)
    began = None
    if since is not None:
        cut += ["commits_since:more"] if len(since) > MAX_COMMITS else []
        began = tuple(reversed(work_commits(since[:MAX_COMMITS], ours)))
    first = newest[0] if newest else None
    return replace(
        state,
        head_subject=first.subject if first else "",
        head_at=first.at if first else None,
        recent=tuple(work_commits(newest, ours)[:RECENT]),
        commits_since=began,
        cut=tuple(cut),
    )


def read_symbols(output: bytes) -> list[FileSymbols]:
    """The symbols that a diff of ``butler.git.diff`` names: in its hunk headers, and in added lines that define one.

    Only what stands outside of changed text is read as structure: the counts of a hunk header say how many lines follow.
    """
    names: dict[str, dict[str, None]] = {}
    path, pending = "", 0
    for line in text(output).split("\n"):
        if pending > 0 and line[:1] in {"+", "-"}:
            pending -= 1
            if line[0] == "+" and (found := _DEFINITION.match(line[1:])):
                names.setdefault(path, {})[found["name"]] = None
        elif header := _HUNK.match(line):
            pending = int(header["old"] or 1) + int(header["new"] or 1)
            if name := _symbol(header["around"]):
                names.setdefault(path, {})[name] = None
        elif line.startswith("+++ "):
            path = unquoted(line[4:].removesuffix("\t"))
            path = "" if path == "/dev/null" else path.removeprefix("b/")
    kept = ((file, tuple(found)[:MAX_SYMBOLS]) for file, found in names.items() if file)
    return [FileSymbols(file, found) for file, found in kept][:MAX_FILES]


def _symbol(around: str) -> str | None:
    """The name in the text that git puts behind a hunk header."""
    if found := _DEFINITION.match(around) or _CALLABLE.search(around):
        return found["name"]
    return None


def unquoted(name: str) -> str:
    """A path as git prints it (C-quoted when unusual), as it is."""
    if not (len(name) > 1 and name.startswith('"') and name.endswith('"')):
        return name
    raw = _ESCAPE.sub(_unescaped, name[1:-1].encode("utf-8", "surrogateescape"))
    return text(raw)


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8)]) if code.isdigit() else _ESCAPES.get(code, code)


def clean_remote(address: str) -> str:
    """A remote's address without user name and password."""
    return _USER_IN_URL.sub("", address)


def advise(state: GitState) -> tuple[Recommendation, ...]:
    """What is best done next about the working tree, most urgent first; keys of ``butler.phrases.work_record``."""
    return tuple(_urgent(state)) or (Recommendation("advice_nothing"),)


def _urgent(state: GitState) -> Iterator[Recommendation]:
    if state.conflicts:
        yield _advice("advice_conflicts", files=_some(state.conflicts), count=len(state.conflicts))
    if state.operation:
        key = "advice_operation_step" if state.operation_step else "advice_operation"
        yield _advice(key, operation=state.operation, step=state.operation_step or "")
    changed = {item.path for item in (*state.staged, *state.unstaged)} | set(state.untracked)
    if changed and not state.conflicts:
        paths = [*(item.path for item in (*state.staged, *state.unstaged)), *state.untracked]
        more = any(entry.startswith(("staged:", "unstaged:", "untracked:", "status:")) for entry in state.cut)
        yield _advice("advice_commit", files=_some(paths), count=f"{len(changed)}{'+' if more else ''}")
    if state.stash:
        yield _advice("advice_stash", count=state.stash)
    yield from _about_upstream(state)


def _about_upstream(state: GitState) -> Iterator[Recommendation]:
    if state.operation or state.head is None:
        return
    if state.branch is None:
        yield _advice("advice_detached", head=state.head[:12])
    elif state.upstream and state.ahead is None:
        yield _advice("advice_upstream_gone", upstream=state.upstream)
    elif state.upstream and state.ahead and state.behind:
        yield _advice("advice_diverged", ahead=state.ahead, behind=state.behind, upstream=state.upstream)
    elif state.upstream and state.behind:
        yield _advice("advice_pull", behind=state.behind, upstream=state.upstream)
    elif state.upstream and state.ahead:
        yield _advice("advice_push", ahead=state.ahead, upstream=state.upstream)


def _advice(key: str, **facts: object) -> Recommendation:
    return Recommendation(key, tuple((name, str(value)) for name, value in facts.items()))


def _some(paths: Sequence[str]) -> str:
    """The first few paths, one after the other, each once."""
    named = list(dict.fromkeys(paths))
    return ", ".join(named[:_NAMED]) + (", …" if len(named) > _NAMED else "")
