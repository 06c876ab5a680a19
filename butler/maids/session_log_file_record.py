"""One file as it is folded: what was done to it, and what of that its last known state still holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from butler.capabilities.session_log.models import FileChange
from butler.maids.session_log_edits import kept
from butler.records import dataclass

_SMALL = 60
"""Changed lines of an edit that is taken for gone as a whole when a name of it is gone."""
_LOST = 4


@dataclass(slots=True)
class FileRecord:
    """A file while the log is folded. ``sizes``: line, added and removed lines of each of ``texts``; ``lost``: (line of an
    edit, a name that it added, line of the search that did not find it)."""

    path: str
    edits: int = 0
    reads: int = 0
    added: int = 0
    removed: int = 0
    last_line: int = 0
    action: str = "read"
    moved_to: str | None = None
    committed: bool | None = None
    commit_line: int = 0
    staged: bool = False
    born: bool = False
    clean: int = 0
    outside: int = 0
    shell: bool = False
    by_command: bool = False
    demoted: bool = False
    existed: bool = False
    last: FileChange | None = None
    texts: list[str] = field(default_factory=list)
    sizes: list[tuple[int, int, int]] = field(default_factory=list)
    lost: list[tuple[int, str, int]] = field(default_factory=list)

    def changed(self, entry: FileChange) -> None:
        """A successful edit."""
        self.edits += 1
        whole = entry.whole or (entry.action == "add" and self.born)
        if whole:
            self.added = self.removed = 0
            self.texts, self.sizes = [], []
        self.added += entry.added or 0
        self.removed += entry.removed or 0
        self.last_line = entry.line
        self.act("update" if entry.action == "add" and self.existed and not self.born else entry.action)
        if whole and self.action == "update" and not self.born:
            self.action = "anew"
        self.last, self.shell, self.by_command = entry, False, False
        self._keep(entry.line, entry.excerpt, entry.added or 0, entry.removed or 0)
        self.anew()

    def written(self, line: int, excerpt: str) -> None:
        """A command wrote it, with its new lines where they are known."""
        self.edits += 1
        self.last_line = line
        self.shell = self.by_command = True
        self._keep(line, excerpt, 0, 0)
        self.act("update")
        self.anew()

    def restored(self, line: int) -> None:
        """Git undid the edits that no commit holds."""
        self.action, self.last_line, self.committed = "restored", line, None
        if not self.commit_line:
            self.added = self.removed = 0
            self.texts, self.sizes = [], []

    def _keep(self, line: int, excerpt: str, added: int, removed: int) -> None:
        self.texts = kept(self.texts, excerpt)
        if excerpt:
            self.sizes = [*self.sizes, (line, added, removed)][-len(self.texts) :]

    def anew(self) -> None:
        """An edit: nothing of it is committed yet."""
        self.committed, self.staged, self.clean, self.demoted = False, False, 0, False

    def act(self, action: str) -> None:
        """What was done in all: one that comes back was rewritten, one that was new and is removed is gone."""
        if self.action in ("delete", "gone") and action in ("add", "update"):
            self.action = "add" if self.born else "rewritten"
        elif action == "delete":
            self.action = "gone" if self.born else "delete"
        elif action == "move" or self.action in ("read", "restored"):
            self.action = action
            self.born = self.born or action == "add"

    def lose(self, name: str, found: Sequence[str], line: int, rewrote: int) -> None:
        """A search did not find a name: the edit that brought it is not in the file any more, unless a later one took it out.

        The whole edit counts as gone where it is small, none of the names that the same search ``found`` is of it, and no
        command of the session can have rewritten the file since (``rewrote``: the line of the last one that may have).
        """
        if not any(name in text for text in self.texts):
            return
        word = _word(name)
        balance = [_balance(text, word) for text in self.texts]
        at = next((at for at in reversed(range(len(balance))) if balance[at] > 0), None)
        if at is None or any(count < 0 for count in balance[at + 1 :]) or self.sizes[at][0] >= line:
            return
        edit, added, removed = self.sizes[at]
        rows = self.texts[at].splitlines()
        others = any(_balance(self.texts[at], _word(one)) > 0 for one in found)
        ours = self.shell or rewrote > edit
        if ours or self.born or others or len(rows) > _SMALL:
            left = [row for row in rows if row[:1] != "+" or not word.search(row)]
            self.added -= len(rows) - len(left)
            self.texts[at] = "\n".join(left)
            self.sizes[at] = (edit, added - len(rows) + len(left), removed)
        else:
            self.added, self.removed = self.added - added, self.removed - removed
            del self.texts[at], self.sizes[at]
        self.last = None if self.last is not None and self.last.line == edit else self.last
        if not ours and all(one[:1] + one[2:] != (edit, line) for one in self.lost):
            self.lost = [*self.lost, (edit, name, line)][-_LOST:]

    def net(self) -> tuple[int, int]:
        """Lines added and removed in the end: what a later edit took out again is neither, of a new file nothing was removed."""
        if self.born:
            return max(0, self.added - self.removed), 0
        added: Counter[str] = Counter()
        removed: Counter[str] = Counter()
        undone = 0
        for text in self.texts:
            for row in text.splitlines():
                mine, other = (added, removed) if row[:1] == "+" else (removed, added)
                if other[row[1:]] > 0:
                    other[row[1:]] -= 1
                    undone += 1
                else:
                    mine[row[1:]] += 1
        return max(0, self.added - undone), max(0, self.removed - undone)


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b")


def _balance(text: str, word: re.Pattern[str]) -> int:
    """How many more lines of an edit with a word come than go."""
    rows = [row for row in text.splitlines() if word.search(row)]
    return sum(1 if row[:1] == "+" else -1 for row in rows)
