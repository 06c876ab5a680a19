"""Which files were touched, and what git did with them as the log shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from butler.capabilities.session_log.facts import CommitFact, FileFact, Operation
from butler.capabilities.session_log.models import FileChange, FileRead
from butler.maids.late_patterns import late
from butler.maids.session_log_commands import bare_command
from butler.maids.session_log_commits import Commits
from butler.maids.session_log_documents import outline_of
from butler.maids.session_log_edits import MORE, change_of, symbols_of, telling_lines
from butler.maids.session_log_file_record import FileRecord
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_papers import NOT_READ, Papers
from butler.maids.session_log_paths import Named, below, is_compiled, is_prose, named_in
from butler.maids.session_log_searches import Search
from butler.maids.session_log_status import EVERYTHING, Compared, Listing, restored_in

_KEPT = 1500
_IGNORED = 50
_EDITS = 2000
_TOLD = 12
"""The files, the newest first, of whose edits lines are told."""
_ADDED = late(r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?add\s+(?P<what>(?:\\\n|[^;&|\n])+)")
_ALL = late(r"(?:^|\s)(?:-A|--all|-u|\.|:/)(?:\s|$)")
_COMMIT_ALL = late(r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?commit\s+(?:\S+\s+)*?(?:-\w*a\w*|--all)\b")
_FLAG = late(r"\s-(?:\w*a|-all)")
_NOBODYS = late(
    r"(?:^|/)(?:node_modules|\.codex|\.git|__pycache__)/|^\.claude/settings|^\.\.\./",
    words="node_modules/,.codex/,.git/,__pycache__/,.claude/,.../",
)
_LISTING = late(
    r"^(?:(?!  )[ MADRCU?][MADRCU? ] (?! )(\S.*)|[MADRC]\d*\t(\S.*)|\t(?:modified|new file|deleted|renamed): +(\S.*)| (\S+) +\| +(?:\d+ [+-]*|Bin.*)| (?:create|delete) mode \d{6} (\S.*))$"
)
_REMOVED = late(r"(?:^|[;&|\n])[^\S\n]*(?:git\s+)?(?P<verb>rm|mv)\s+(?P<what>[^;&|\n]+)")
_OPERATION = late(r"git(?<!\wgit)\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(rebase|merge|cherry-pick|revert|pull|commit)\b(?!-)")
_CONFLICT = late(r"^CONFLICT \(.*?\): (?:Merge conflict in )?(\S+)")
_STOPPED = ("ould not apply", "ix conflicts and then", "esolve all conflicts", "eeds merge", "utomatic merge failed")
"""What git says when it stops, without the first letter: it is written large or small."""
_WORKTREES = late(r"(?:^|/)\.?worktrees?/")
_THERE = late(r"expected lines|invalid context|to replace not found|has not been read|modified since", re.I)
"""What a client says of an edit that does not fit a file that is there."""
_NO_REPOSITORY = "ot a git repository"
_NO_BRANCH = ("", "HEAD")
"""What a client calls the branch where it knows none: whether there is a repository at all is not told then."""
_REWRITES = late(
    r"\bsed\s+-\S*i|\bperl\s+-\S*i|\b(?:python\d?|node|ruby|bun|deno|jscodeshift|prettier|eslint|biome|ruff|black|gofmt|rustfmt)\s"
    r"|\bgit\s+(?:-\S+\s+)*(?:checkout|switch|restore|stash|reset|revert|merge|pull|rebase|apply|am|cherry-pick|mv)\b"
)
"""Commands after which a file may hold something else than its edits say, by the session's own doing."""
_OURS = late(r"(?:^|/)(?:session_logs|\.butler)/")


class Files:
    """Files by path (relative to ``cwd`` where they lie in it) and commits; bounded, ``dropped`` counts."""

    def __init__(self) -> None:
        self._files: dict[str, FileRecord] = {}
        self.history = Commits()
        self._ignored: dict[str, None] = {}
        self.folder = ""
        self.operation: Operation | None = None
        self.no_repository = 0
        self._repository = False
        self._deleted: set[str] = set()
        self.last_edit = self.last_built = 0
        self.edit_lines: list[int] = []
        self._listed: dict[str, int] = {}
        self._dirty: dict[str, bool] = {}
        self._places: dict[str, str] = {}
        self._staged: set[str] = set()
        self._rewrote = 0
        self._papers = Papers()
        self.dropped = 0

    def changed(self, entry: FileChange) -> str:
        """One successful edit; returns the path as it is shown."""
        one = self._file(entry.path)
        one.changed(entry)
        one.moved_to = self.shown(entry.moved_to) if entry.moved_to else one.moved_to
        self._edited(entry.line, one.path)
        return one.path

    def refused(self, entry: FileChange) -> str:
        """An edit that did not fit what the file holds shows that it was there; returns the path as it is shown."""
        if _THERE.search(entry.error):
            self._file(entry.path).existed = True
        return self.shown(entry.path)

    def _edited(self, line: int, path: str) -> None:
        """Remembers where edits lie; prose ages no check."""
        self.edit_lines.append(line)
        if len(self.edit_lines) > 2 * _EDITS:
            del self.edit_lines[:-_EDITS]
        if not is_prose(path):
            self.last_edit = line
            self.last_built = line if is_compiled(path) else self.last_built

    def edits(self) -> tuple[int, ...]:
        """The lines of the newest edits."""
        return tuple(self.edit_lines[-_EDITS:])

    def written(self, line: int, path: str, excerpt: str = "") -> str:
        """One file that a command line wrote, with its new lines where they are known; returns the path as it is shown."""
        one = self._file(path)
        one.written(line, excerpt)
        self._edited(line, one.path)
        return one.path

    def searched(self, line: int, search: Search | None) -> None:
        """A search that missed names: edits that brought them are not in their files any more."""
        if search is None:
            return
        for one in self._files.values():
            path = self._seen_from(one.path, search.folder) if one.texts else ""
            for name in search.missing if path and search.covers(path) else ():
                one.lose(name, search.found, line, self._rewrote)

    def read(self, entry: FileRead) -> None:
        """One file opened."""
        one = self._file(entry.path)
        one.reads += 1
        one.last_line = one.last_line if one.edits else entry.line
        if entry.text and not _is_ours(one.path):
            self._papers.keep(one.path, entry)

    def staged(self, command: str) -> None:
        """``git add`` with its paths."""
        for found in _ADDED.finditer(command):
            everything, named = bool(_ALL.search(found["what"])), named_in(found["what"], self.folder)
            for one in self._files.values():
                if one.edits and not one.staged and (everything or one.path in named):
                    one.staged = True
            self._staged.update(path for path in self._listed if everything or path in named)

    def committed(self, line: int, command: str, found: list[tuple[str, str, str]], printed: str) -> None:
        """A commit that worked: what was staged, or all with ``-a``, is in it; what was merely edited may be."""
        edited = [one for one in self._files.values() if one.edits and one.committed is False]
        everything = bool(edited and _FLAG.search(command) and _COMMIT_ALL.search(command))
        for one in edited:
            one.committed = True if one.staged or (everything and not one.born) else None
            one.born, one.commit_line = one.born and one.committed is None, line
        self._dirty.update((path, False) for path in self._staged if path in self._dirty)
        self._staged.clear()
        self.history.made(line, command, found, printed)

    def branch_moved(self, line: int, bare: str, shown: Output) -> None:
        """A git command that worked and may have taken commits back: what a reset left in the files is not committed any more."""
        before = self.history.taken_back()
        self.history.ran(line, bare, shown)
        lines = self.history.taken_back() - before
        for one in self._files.values() if lines else ():
            if one.commit_line in lines and one.edits:
                one.committed = None if "--hard" in bare else False

    def restored(self, line: int, bare: str) -> None:
        """``git restore``, ``git checkout -- …`` and ``git reset --hard``: edits that no commit holds are undone."""
        what = restored_in(bare)
        named = named_in(what, self.folder)
        everything = what == EVERYTHING or "." in what.split()
        for one in self._files.values() if what else ():
            tracked = one.edits > 0 and one.committed is False and not one.born
            if tracked and (everything or one.path in named):
                one.restored(line)

    def ignored(self, paths: Iterable[str]) -> None:
        """Files or folders that git ignores."""
        for path in paths:
            if len(self._ignored) < _IGNORED:
                self._ignored.setdefault(self.shown(path))

    def status(self, line: int, seen: Listing) -> None:
        """A whole status: an edited file that it does not list is committed, reverted or ignored; one that it lists is not committed."""
        for one in self._files.values():
            path = self._seen_from(one.path, seen.folder) if one.edits else ""
            if path and path in seen.paths:
                one.demoted = one.demoted or one.committed is True
                one.committed, one.clean = False, 0
            elif path and one.committed is not True and not one.clean and not seen.lists(path):
                one.committed, one.clean = (True, 0) if one.demoted else (one.committed, line)
                one.demoted = False
        if seen.folder != self.folder:
            return
        self._dirty.update((path, False) for path in self._listed if not seen.lists(path))
        self._staged = set(seen.staged)
        for path in seen.staged:
            if (known := self._files.get(path)) is not None and known.edits:
                known.staged = True

    def compared(self, line: int, seen: Compared) -> None:
        """A diff of named paths: a tracked file among them that does not differ holds no uncommitted edit any more."""
        for one in self._files.values():
            tracked = one.edits and one.committed is False and not (one.born or one.staged or one.clean)
            path = self._seen_from(one.path, seen.folder) if tracked else ""
            if path and seen.shows_clean(path):
                one.clean = line

    def _seen_from(self, path: str, folder: str) -> str:
        """``path`` relative to the folder where a status ran; empty where it may belong to another repository."""
        own = path
        if folder and folder != self.folder:
            whole = path if path.startswith("/") or not self.folder else f"{self.folder}/{path}"
            own = below(whole, folder)
        outside = own.startswith(("/", "..")) or own[1:2] == ":" or ("worktree" in own and _WORKTREES.search(own))
        return "" if outside or _is_ours(own) else own

    def changed_outside(self, line: int, path: str) -> None:
        """The client told that a file changed since it was read: by somebody else, unless a command of the session wrote it."""
        one = self._file(path)
        if one.shell:
            one.shell = False
            return
        one.outside = line
        one.last_line = one.last_line or line

    def ran(self, line: int, text: str) -> None:
        """A command that worked: it may have rewritten files that it does not name, removed or moved some."""
        if _REWRITES.search(text):
            self._rewrote = line
        if "rm " in text or "mv " in text:
            self._removed(line, bare_command(text))

    def _removed(self, line: int, command: str) -> None:
        """``rm``, ``git rm`` and ``mv`` of files that were edited before."""
        for found in _REMOVED.finditer(command):
            words = [word for word in found["what"].split() if not word.startswith("-")]
            moved = found["verb"] == "mv"
            named = named_in(" ".join(words[:1] if moved else words), self.folder)
            for one in self._files.values():
                if one.edits and one.path in named:
                    one.last_line = line
                    one.act("move" if moved else "delete")
                    one.moved_to = self.shown(words[-1]) if moved and len(words) == 2 else one.moved_to
                    one.committed, one.clean = False, 0

    def operation_seen(self, line: int, command: str, shown: Output) -> None:
        """A rebase, merge, cherry-pick or revert that meets conflicts, goes on or is given up; whether there is a repository at all."""
        if _NO_REPOSITORY in shown.text and " -C " not in command:
            self.no_repository = 0 if self._repository else line
        elif command.startswith("git ") and shown.text.strip() and "fatal:" not in shown.text:
            self._repository, self.no_repository = True, 0
        found = _OPERATION.search(command)
        if found is None:
            return
        if "--abort" in command or "--quit" in command:
            self.operation = None
            return
        files = [match[1] for one in shown.holding("CONFLICT (") if (match := _CONFLICT.match(one))]
        if files or any(map(shown.text.__contains__, _STOPPED)):
            name = "merge" if found[1] in ("pull", "merge") else found[1]
            self.operation = Operation(line, name, tuple(dict.fromkeys(files))[:20])
        elif found[1] != "commit" or (self.operation is not None and self.operation.name == "merge"):
            self.operation = None

    def listed(self, line: int, lines: Sequence[str], place: str | None = None, *, work_tree: bool = False) -> None:
        """Changed files as ``git status`` or ``git diff --stat`` names them (``work_tree``: a diff of what is not committed)
        in the folder ``place``; the newest listing of each counts."""
        for text in lines[:200]:
            found = _LISTING.match(text)
            if found:
                path = next(part for part in found.groups() if part).strip('"').split(" -> ")[-1]
                if not (path.endswith("/") or _is_ours(path) or _NOBODYS.search(path)):
                    self._listed.pop(path, None)
                    self._listed[path] = line
                    self._places[path] = place or ""
                    self._dirty[path] = work_tree or bool(found[1] or found[3])
                    (self._deleted.add if _is_gone(text) else self._deleted.discard)(path)
        while len(self._listed) > 60:
            oldest = next(iter(self._listed))
            del self._listed[oldest], self._dirty[oldest], self._places[oldest]

    def unexplained(self, work_folder: str) -> tuple[tuple[int, str], ...]:
        """Listed files that no edit of the log explains, newest listing first."""
        known = [one.path for one in self._files.values() if one.edits]
        names = {path for whole in known for path in (whole, below(whole, work_folder))}
        tails = {"/" + name for name in names}
        return tuple(
            (line, self._placed(path, work_folder))
            for path, line in sorted(self._listed.items(), key=lambda item: (-item[1], item[0]))
            if path not in names and not any(tail.endswith("/" + path) or ("/" + path).endswith(tail) for tail in tails)
        )

    def _placed(self, path: str, work_folder: str) -> str:
        """A listed path, whole where git listed it in another tree than that of the work."""
        place, work = self._places.get(path, ""), work_folder or self.folder
        near = not (place and work) or f"{work}/".startswith(f"{place}/") or f"{place}/".startswith(f"{work}/")
        return path if near else f"{place}/{path}"

    def told_by_git(self, work_folder: str) -> dict[str, Any]:
        """The fields of ``Facts`` that say what git told beside commits and files."""
        return {
            "operation": self.operation,
            "in_step": self.history.in_step,
            "bypasses": self.history.bypasses(),
            "listed": self.unexplained(work_folder),
            "no_repository": self.no_repository,
            "deleted": tuple(sorted(self._placed(path, work_folder) for path in self._deleted)),
            "dirty": tuple(
                sorted(self._placed(path, work_folder) for path, is_dirty in self._dirty.items() if is_dirty)
            ),
        }

    def shown(self, path: str) -> str:
        """``path`` relative to the session's folder where it lies in it."""
        return below(path, self.folder)

    def work_folder(self, folders: Sequence[str]) -> str:
        """The session's folder where most edits lie in it, else the other folder that holds most of them."""
        outside = [one.path for one in self._files.values() if one.edits and one.path.startswith("/")]
        inside = sum(1 for one in self._files.values() if one.edits) - len(outside)
        held = {folder: sum(path.startswith(folder + "/") for path in outside) for folder in folders if len(folder) > 1}
        best = min(held, key=lambda folder: (-held[folder], len(folder), folder), default="")
        return best if best and held[best] > inside else self.folder

    def result(
        self, work_folder: str
    ) -> tuple[tuple[FileFact, ...], tuple[CommitFact, ...], tuple[tuple[int, str], ...]]:
        """Files (edited first, newest first), commits and pushes in order."""
        ordered = sorted(self._files.values(), key=lambda one: (one.edits == 0, -one.last_line, one.path))
        lead = f"{work_folder}/" if work_folder != self.folder else "\0"
        ignored = Named(self._ignored)
        files = tuple(
            self._fact(one, one.path.removeprefix(lead), ignored, told=at < _TOLD) for at, one in enumerate(ordered)
        )
        return files, self.history.result(), self.history.pushes()

    def _fact(self, one: FileRecord, path: str, unseen: Named, *, told: bool) -> FileFact:
        never = one.action == "gone" or (one.action == "move" and one.born)
        ignored = one.edits > 0 and one.committed is not True and one.path in unseen
        tracked = self._repository or self.history.branch not in _NO_BRANCH
        known = one.edits > 0 and tracked and not (never or ignored or one.clean or self.no_repository)
        added, removed = one.net() if told else (one.added, one.removed)
        read, read_line, read_lines = NOT_READ if one.edits else self._papers.told(one.path)
        return FileFact(
            path, one.edits, one.reads, added, removed, one.last_line, one.action, one.moved_to,
            one.committed if known else None, symbols_of(one.texts), 0 if never else one.clean, ignored, one.outside,
            change_of(one.last), *(telling_lines(one.texts, one.path) if told else ((), ())),
            self.no_repository, read or (outline_of(one.texts) if told and is_prose(one.path) else ()), one.by_command,
            telling_lines(one.texts, one.path, MORE)[0] if told and not is_prose(one.path) else (), tuple(one.lost),
            read_line, read_lines,
        )  # fmt: skip

    def _file(self, path: str) -> FileRecord:
        name = self.shown(path)
        if _is_ours(name):
            return FileRecord(name)
        one = self._files.get(name)
        if one is None:
            one = self._files[name] = FileRecord(name)
            if len(self._files) > _KEPT:
                gone = next((key for key, old in self._files.items() if not old.edits), next(iter(self._files)))
                del self._files[gone]
                self.dropped += 1
        return one


def _is_ours(path: str) -> bool:
    """Whether a path is one of Butler's own."""
    return ("session_logs/" in path or ".butler/" in path) and _OURS.search(path) is not None


def _is_gone(listed: str) -> bool:
    """Whether a line of a listing says that its file was deleted."""
    return (
        listed.startswith(("D\t", " delete mode "))
        or listed.lstrip().startswith("deleted:")
        or (listed[2:3] == " " and "D" in listed[:2])
    )
