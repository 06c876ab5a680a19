"""Commits as the log shows them: made, pushed, and what became of them (reset, amended, rebased, reverted)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from butler.capabilities.session_log.facts import CommitFact
from butler.maids.late_patterns import late
from butler.maids.session_log_bypasses import passed_over
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_words import safe_cut

_KEPT = 80
_PUSHES = 20
_LISTED = late(r"^[*|/\\ ]*(?:commit )?(?P<hash>[0-9a-f]{7,40})(?: \((?P<refs>[^)]*)\))?(?: (?P<subject>.+))?$")
_LISTED_BEGINS = "*|/\\ 0123456789abcdef"
_RANGE = late(r"^\s*+[*+=-]?\s*(?:[0-9a-f]{7,}\.{2,3}(?P<new>[0-9a-f]{7,})|\[new branch\])\s+(?P<from>\S+)\s+->\s+\S+")
_RESET = late(r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?reset\b(?P<rest>[^;&|\n]*)")
_MERGE = late(r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?merge\s+(?:--?\S+\s+)*(?P<branch>[^\s;&|-]\S*)")
_BACK = late(r"(?:HEAD|@)(?P<steps>(?:~\d*|\^)+)")
_AHEAD = late(
    r"^(?:Your branch is (?:up[ -]to[ -]date with|ahead of) '[^']+'(?: by (?P<a>\d+) commits?)?"
    r"|(?:この)?ブランチは '[^']+' (?:に対して最新|よりも(?P<b>\d+)コミット進んでい)|## [^\s.]+(?:\.(?!\.\.)[^\s.]+)*\.\.\.\S+(?: \[ahead (?P<c>\d+)\])?$)"
)
_SUBJECT = late(
    r"commit(?<!\wcommit)\b[^\n]*?\s-\w*m\s*(?:\"\$\(cat <<-?\s*'?\"?\w+'?\"?\n(?P<h>[^\n]+)|\"(?P<d>[^\"\n]+)|'(?P<s>[^'\n]+))"
)
_SECOND_MESSAGE = late(r"^\s*-m\s*(?:\"(?P<d>[^\"]*)\"|'(?P<s>[^']*)')")
_TRAILER = late(r"^(?:Co-Authored-By|Signed-off-by|Reviewed-by|Change-Id|Closes|Fixes|Refs)\b|^🤖|^(?:EOF|\))", re.I)
_SIZE = late(r"^ (\d+) files? changed[^\n]*", re.M)
_REVERTS = late(r'Revert "(.+)"$')

Undone = Literal["reset", "amend", "rebase", "revert"]


@dataclass(slots=True)
class _Commit:
    """A commit and the branches that hold it."""

    fact: CommitFact
    holders: set[str] = field(default_factory=set)

    def undo(self, how: Undone, line: int) -> None:
        self.fact = replace(self.fact, undone=how, undone_line=line, pushed=False)

    def stands(self) -> None:
        if self.fact.undone or self.fact.undone_line:
            self.fact = replace(self.fact, undone="", undone_line=0)

    def arrived(self) -> None:
        if not self.fact.pushed:
            self.fact = replace(self.fact, pushed=True)

    def is_named(self, hash_: str) -> bool:
        """Whether one of the two hashes is the other's beginning."""
        own = self.fact.hash
        return bool(own and hash_) and (own.startswith(hash_) or hash_.startswith(own))


class Commits:
    """Commits and pushes in order; bounded, ``dropped`` counts."""

    def __init__(self) -> None:
        self._made: list[_Commit] = []
        self._pushes: list[tuple[int, str]] = []
        self._bypasses: list[tuple[int, str, str]] = []
        self.branch = ""
        self.in_step = 0
        self.dropped = 0

    def on(self, branch: str, *, new: bool = False) -> None:
        """The branch that is checked out; a ``new`` one holds what the one before it held."""
        if new and branch != self.branch:
            for one in self._standing():
                one.holders.add(branch)
        self.branch = branch

    def made(self, line: int, command: str, found: Sequence[tuple[str, str, str]], printed: str) -> None:
        """Commits that a command made: (branch, hash, subject) as git printed them, else by its message."""
        subject = _SUBJECT.search(command)
        if not found:
            words = (subject["h"] or subject["d"] or subject["s"]) if subject else ""
            found = [("", "", safe_cut(words.strip(), 200))] if words else []
        if "--amend" in command and (before := self._standing()):
            if found:
                before[-1].undo("amend", line)
            else:
                before[-1].fact = replace(before[-1].fact, hash="", pushed=False)
        body = _body(command, subject)
        self._add([CommitFact(line, hash_, text, branch or None, body=body) for branch, hash_, text in found], printed)

    def _add(self, found: Sequence[CommitFact], printed: str) -> None:
        sizes = _SIZE.findall(printed) if len(found) == 1 else []
        for fact in found:
            branch = fact.branch or self.branch
            if fact.branch and fact.branch != "detached":
                self.branch = fact.branch
            self._reverted(fact.line, fact.subject)
            self._made.append(
                _Commit(replace(fact, files=int(sizes[0]) if sizes else 0), {branch} if branch else set())
            )
        if len(self._made) > _KEPT:
            self.dropped += len(self._made) - _KEPT
            del self._made[:-_KEPT]

    def _reverted(self, line: int, subject: str) -> None:
        found = _REVERTS.match(subject)
        if found is None:
            return
        for one in reversed(self._made):
            if one.fact.subject == found[1] and not one.fact.undone:
                one.undo("revert", line)
                return

    def pushed(self, line: int, refs: Iterable[str], shown: Output) -> None:
        """A push that worked: it took along what the pushed branch holds."""
        self._pushes += [(line, ref) for ref in refs]
        del self._pushes[:-_PUSHES]
        for text in shown.holding("->"):
            if found := _RANGE.match(text):
                self._took(self.branch if found["from"] == "HEAD" else found["from"], found["new"] or "")

    def _took(self, branch: str, tip: str) -> None:
        for one in self._made:
            if one.is_named(tip):
                one.stands()
            if one.fact.hash and not one.fact.undone and (one.is_named(tip) or branch in one.holders):
                one.arrived()

    def ran(self, line: int, bare: str, shown: Output) -> None:
        """A git command that worked and may have moved the branch: reset, rebase, merge; what it passed over is kept."""
        self._bypasses += [(line, what, text) for what, text in passed_over(bare)]
        del self._bypasses[:-_PUSHES]
        if "reset" in bare and (found := _RESET.search(bare)):
            self._reset(line, found["rest"].split())
        if "Successfully rebased" in shown.text:
            steps = _BACK.search(bare)
            moved = self._standing()
            if "pull" in bare:
                moved = [one for one in moved if not one.fact.pushed]
            for one in moved[-_count(steps["steps"]) :] if steps else moved:
                one.undo("rebase", line)
        if "merge" in bare and self.branch and (found := _MERGE.search(bare)) and "CONFLICT" not in shown.text:
            for one in self._made:
                if found["branch"] in one.holders:
                    one.holders.add(self.branch)

    def _reset(self, line: int, words: list[str]) -> None:
        named = [word for word in words if not word.startswith("-")]
        if len(named) != 1 or "--" in words or named[0] in ("HEAD", "@"):
            return
        target, standing = named[0], self._standing()
        if back := _BACK.fullmatch(target):
            for one in standing[-_count(back["steps"]) :]:
                one.undo("reset", line)
        elif target.startswith(("ORIG_HEAD", "HEAD@{")):
            self._reset_taken_back()
        elif any(one.is_named(target) for one in self._made):
            self._reset_to(line, target)
        elif "/" in target or target == "@{u}":
            for one in standing:
                if not one.fact.pushed:
                    one.undo("reset", line)
        else:
            for one in standing:
                one.holders.discard(self.branch)

    def _reset_to(self, line: int, target: str) -> None:
        """Back to a commit of this log: it stands, those after it do not."""
        at = next(at for at, one in enumerate(self._made) if one.is_named(target))
        later = [one for one in self._made[at + 1 :] if self._holds(one)]
        if not self._made[at].fact.undone:
            for one in later:
                one.undo("reset", line)
        self._made[at].stands()

    def _reset_taken_back(self) -> None:
        last = max((one.fact.undone_line for one in self._made if one.fact.undone == "reset"), default=0)
        for one in self._made:
            if last and one.fact.undone_line == last:
                one.stands()

    def told(self, line: int, shown: Output) -> None:
        """What ``git log`` and ``git status`` say: hashes of commits that printed none, what the remote has."""
        for text in shown.head(60):
            if text[:1] in "Y#こブ" and (ahead := _AHEAD.match(text)):
                count = int(ahead["a"] or ahead["b"] or ahead["c"] or 0)
                self.in_step = self.in_step if count else line
                self._ahead(count)
            elif self._made and text[:1] in _LISTED_BEGINS and (found := _LISTED.match(text)):
                self._listed(found["hash"], found["refs"] or "", found["subject"] or "")

    def _listed(self, hash_: str, refs: str, subject: str) -> None:
        known = next((one for one in self._made if one.is_named(hash_)), None)
        if known is None:
            known = next(
                (
                    one
                    for one in self._made
                    if subject and one.fact.subject == subject and (not one.fact.hash or one.fact.undone == "rebase")
                ),
                None,
            )
            if known is None:
                return
            known.fact = replace(known.fact, hash=hash_)
        if known.fact.undone == "rebase":
            known.stands()
        if not known.fact.undone and any("/" in ref and ref.split("/")[0] in _REMOTES for ref in refs.split(", ")):
            known.arrived()

    def _ahead(self, count: int) -> None:
        standing = [one for one in self._standing() if one.fact.hash]
        for one in standing[:-count] if count else standing:
            one.arrived()

    def _holds(self, one: _Commit) -> bool:
        """Whether the branch that is checked out holds a commit."""
        return not self.branch or not one.holders or self.branch in one.holders

    def taken_back(self) -> frozenset[int]:
        """The lines of the commits that a reset undid."""
        return frozenset(one.fact.line for one in self._made if one.fact.undone == "reset")

    def _standing(self) -> list[_Commit]:
        """The commits of the branch that is checked out, without those that were undone."""
        return [one for one in self._made if not one.fact.undone and self._holds(one)]

    def result(self) -> tuple[CommitFact, ...]:
        """The commits in order."""
        return tuple(one.fact for one in self._made)

    def pushes(self) -> tuple[tuple[int, str], ...]:
        """Line and ``from -> to`` of each push."""
        return tuple(self._pushes)

    def bypasses(self) -> tuple[tuple[int, str, str], ...]:
        """Line, kind and git command of what passed over hooks or overwrote a remote branch."""
        return tuple(self._bypasses)


_REMOTES = ("origin", "upstream", "fork", "github", "gitlab")


def _body(command: str, subject: re.Match[str] | None) -> str:
    """The first sentences of a message's body, where the command holds it as a heredoc or a second ``-m``."""
    if subject is None:
        return ""
    rest = command[subject.end() :]
    second = _SECOND_MESSAGE.match(rest.lstrip("\"'"))
    if second:
        rest = second["d"] or second["s"] or ""
    elif rest.startswith("\n"):
        rest = rest.split("\nEOF" if subject["h"] else '"' if subject["d"] else "'", 1)[0]
    else:
        return ""
    kept = [line.strip() for line in rest.splitlines() if line.strip() and not _TRAILER.match(line.strip())]
    return safe_cut(" ".join(kept), 300)


def _count(steps: str) -> int:
    """How many commits ``~2``, ``^``, ``^^`` go back."""
    return sum(int(number) if number else 1 for number in re.findall(r"[~^](\d*)", steps))
