"""What failed and what was done about it: folded from commands, patches and tools as they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from butler.capabilities.session_log.facts import Trouble
from butler.maids.late_patterns import late
from butler.maids.session_log_commands import check_key
from butler.maids.session_log_shell import parts_of
from butler.maids.session_log_words import safe_cut, tokens_of
from butler.records import dataclass

_KEPT = 120
_WATCHED = 5
_THEN = 3
_PATIENCE = 8
_NEAR = 3
_GIT = {verb: late(rf"\bgit\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*{verb}\b") for verb in ("commit", "push")}


@dataclass(slots=True)
class _Open:
    """A trouble while it is watched."""

    line: int
    text: str
    key: str
    errors: tuple[str, ...]
    exit_code: int | None
    kind: str
    words: str = ""
    then: list[str] = field(default_factory=list)
    mended: int | None = None
    repeats: int = 1
    age: int = 0
    gap: int = 0
    files: int = 1


class Troubles:
    """Keeps the first twenty and the last hundred troubles; ``dropped`` counts the others."""

    def __init__(self) -> None:
        self._all: list[_Open] = []
        self._by_key: dict[str, _Open] = {}
        self._watched: list[_Open] = []
        self._unmended: dict[str, int] = {}
        self.dropped = 0

    def add(
        self,
        line: int,
        text: str,
        key: str,
        errors: Sequence[str],
        *,
        exit_code: int | None = None,
        kind: str = "command",
    ) -> None:
        """One more failure; the same failure again only counts."""
        same = f"{key}\0{errors[0] if errors else ''}"
        known = self._by_key.get(same)
        if known is not None and known.mended is None:
            known.repeats += 1
            self._watch(known)
            return
        new = _Open(line, text, key, tuple(errors), exit_code, kind)
        self._by_key[same] = new
        self._all.append(new)
        self._unmended[key] = self._unmended.get(key, 0) + 1
        self._watch(new)
        if len(self._all) > _KEPT:
            self._forget(self._all.pop(20))

    def _forget(self, gone: _Open) -> None:
        self._by_key = {name: one for name, one in self._by_key.items() if one is not gone}
        if gone.mended is None:
            self._mend(gone.key)
        self.dropped += 1

    def _mend(self, key: str) -> None:
        """One trouble less of this key is open."""
        left = self._unmended.pop(key) - 1
        if left:
            self._unmended[key] = left

    @property
    def watching(self) -> bool:
        """Whether what is done next matters to a trouble."""
        return bool(self._watched)

    def just_told(self, kind: str, line: int) -> bool:
        """Whether the newest trouble is this failure, told as a command or patch before."""
        last = self._all[-1] if self._all else None
        if last is None:
            return False
        return last.line == line or (kind == last.kind == "patch" and abs(line - last.line) <= 5)

    def same_place(self, line: int, error: str) -> bool:
        """Whether this is another file of the patch that just failed; it is counted there."""
        last = self._all[-1] if self._all else None
        if last is None or last.line != line or last.errors[:1] != ((error,) if error else ()):
            return False
        last.files += 1
        return True

    def step(self, words: str) -> None:
        """The agent did something: it is what was done after the open troubles."""
        for trouble in self._watched:
            if len(trouble.then) >= _THEN or words in trouble.then or words == trouble.text:
                continue
            if trouble.gap <= _NEAR or _about(trouble, words):
                trouble.then.append(words)
        self._grow_old()

    def words(self, text: str) -> None:
        """The agent said something: to the newest open trouble it is the explanation."""
        newest = self._watched[-1] if self._watched else None
        if newest is None or newest.words or newest.age >= _PATIENCE:
            return
        if (newest.gap == 0 and newest.age == 0) or _about(newest, text):
            newest.words = safe_cut(safe_cut(" ".join(text[:4000].split()), 600), 300)

    def looked(self) -> None:
        """The agent looked at something: what comes then may be about that."""
        for trouble in self._watched:
            trouble.gap += 1

    def knows(self, key: str) -> bool:
        """Whether this key failed and has not worked since."""
        return key in self._unmended

    def worked(self, key: str, line: int) -> None:
        """What has this key worked now."""
        if key not in self._unmended:
            return
        for trouble in self._all[-60:]:
            if trouble.key == key and trouble.mended is None and trouble.line < line:
                trouble.mended = line
                self._mend(key)
        self._watched = [trouble for trouble in self._watched if trouble.mended is None]

    def worked_in(self, text: str, line: int) -> None:
        """Each command of a chain that went well worked, as far as the exit code speaks of it."""
        if self._unmended and "&&" in text:
            for part in parts_of(text):
                if not part.masked:
                    self.worked(check_key(part.text), line)

    def worked_at_last(self, verb: str, line: int) -> None:
        """A commit or push went through: what failed of its kind before is over, however the command was written."""
        for key in [key for key in self._unmended if verb in key and _GIT[verb].search(key)]:
            self.worked(key, line)

    def result(self) -> tuple[Trouble, ...]:
        """All kept troubles in order."""
        return tuple(
            Trouble(
                line=one.line,
                text=one.text,
                errors=one.errors,
                exit_code=one.exit_code,
                kind=one.kind,
                words=one.words,
                then=tuple(one.then),
                mended=one.mended,
                repeats=one.repeats,
                files=one.files,
            )
            for one in self._all
        )

    def _watch(self, trouble: _Open) -> None:
        trouble.age = trouble.gap = 0
        self._watched = [*(one for one in self._watched if one is not trouble), trouble][-_WATCHED:]

    def _grow_old(self) -> None:
        old = False
        for trouble in self._watched:
            trouble.age += 1
            old = old or trouble.age >= _PATIENCE * 2
        if old:
            self._watched = [trouble for trouble in self._watched if trouble.age < _PATIENCE * 2]


def _about(trouble: _Open, words: str) -> bool:
    """Whether words or a step share a distinctive word with what failed."""
    mine = tokens_of(" ".join([trouble.text, *trouble.errors]))
    if words.isascii():
        low = words.lower()
        for token in mine:
            if token in low:
                break
        else:
            return False
    return not mine.isdisjoint(tokens_of(words))
