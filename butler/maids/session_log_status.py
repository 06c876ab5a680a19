"""What a whole ``git status`` lists, so that what it does not list is known to be committed, reverted or ignored.

Nothing is concluded from a status that was cut, filtered, limited to paths or that failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_paths import Named
from butler.records import dataclass

_STATUS = late(
    r"(?:^|[;&\n])[^\S\n]*git\s+(?:-C\s+(?P<folder>[^\s'\"]+)\s+)?(?:-c\s+\S+\s+|--no-pager\s+)*status(?P<flags>(?:[^\S\n]+-[\w=.-]+)*)[^\S\n]*(?P<end>$|[;&|<>\n]|\S)"
)
_MOVED = late(r"(?:^|[;&\n])[^\S\n]*(?:cd|pushd)\s+(?P<folder>\"[^\"]+\"|'[^']+'|[^\s;&|]+)")
_ELSEWHERE = late(r"(?:^|[;&\n])[^\S\n]*git\s+-C\s+(?P<folder>[^\s'\"]+)\s")
_SHORT = late(r"^(?:[ MADRCUT?!][MADRCUT?! ]|##) (?P<path>\S.*)$")
_LONG = late(r"^(?:\t| {8})(?:[^\s:：][^:：\t]{0,24}[:：]\s+)?(?P<path>\S.*?)(?: \([^)]*\))?$")
_LONG_HEAD = late(
    r"^(?:On branch|HEAD detached|Not currently on|ブランチ |HEAD の位置|現在どのブランチ|Auf Branch|Sur la branche|En la rama|位于分支|На ветке)",
    re.M,
)
EVERYTHING = ":/"
"""What stands for all paths."""
_RESTORES = late(
    r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?(?:restore\s+(?P<a>[^;&|\n]+)|checkout\s+(?:HEAD\s+)?(?:--\s+(?=\S)|(?=\.(?:\s|$)))(?P<b>[^;&|\n]+)|(?P<all>reset\s+--hard\b))"
)
_TO_COMMIT = late(r"^(?:Changes to be committed|コミット予定の変更点|要提交的变更)[^\n]*\n", re.M)
_NOT_STAGED = late(r"^(?:Changes not staged|コミットのためにステージされていない|尚未暂存)", re.M)
_DIFF = late(r"^(?:git\s+(?:--no-pager\s+)?)diff\s+(?:HEAD\s+)?--\s+(?P<paths>[^;&|<>\n]+)$")
_UP = late(r"^(?:\.{1,2}/)+(?=.)")
_CUT = ("truncated", "fatal:")
_RULE = late(r"^(?P<file>\S*\.gitignore):\d+:(?P<pattern>[^\t]+)\t(?P<path>.+)$")
_REFUSED = "paths are ignored by one of your .gitignore files"
_GLOB = late(r"[*?\[\]!]")


@dataclass(frozen=True, slots=True)
class Listing:
    """The paths that a whole status names (renamed ones by both names), those ``staged`` whole, and the folder where it ran."""

    folder: str
    paths: frozenset[str]
    staged: frozenset[str] = frozenset()

    def lists(self, path: str) -> bool:
        """Whether ``path`` (relative to the folder, or to one below or above it) is listed, itself or by its folder."""
        name = "/" + path.rsplit("/", 1)[-1]
        return any(
            one in f"{path}/"
            if one.endswith("/")
            else f"/{one}".endswith(name) and (f"/{one}".endswith("/" + path) or f"/{path}".endswith("/" + one))
            for one in self.paths
        )


def status_in(command: str, bare: str, cwd: str, code: int | None, shown: Output) -> Listing | None:
    """What a status lists, or None where it is none, or not the whole one.

    ``command`` is the text of the call, ``bare`` the same without quoted text, ``cwd`` where it ran.
    """
    found = _STATUS.search(bare)
    if found is None or found["end"] not in ("", ";", "&", "\n") or code not in (0, None):
        return None
    if any(word in shown.text for word in _CUT) or "||" in bare or "-uno" in found["flags"] or "=no" in found["flags"]:
        return None
    folder = _folder(command[:4000], found["folder"] or "", cwd)
    short = bool(re.search(r"\s(?:-\w*[sz]|--short|--porcelain)", found["flags"]))
    if folder is None or not (_told_short(bare, code, shown) if short else _LONG_HEAD.search(shown.text)):
        return None
    return Listing(folder, frozenset(_paths(shown, short=short)), frozenset(_staged(shown, short=short)))


def ran_in(command: str, cwd: str) -> str | None:
    """The folder where a git command ran; None where that cannot be told."""
    named = _ELSEWHERE.search(command[:4000])
    return _folder(command[:4000], named["folder"] if named else "", cwd)


def _told_short(bare: str, code: int | None, shown: Output) -> bool:
    """Whether a short status certainly ran: a chain of ``&&`` that ended with 0, or lines of its own."""
    return (code == 0 and ";" not in bare and "\n" not in bare.strip() and "|" not in bare) or (
        shown.text.startswith("## ") or any(_SHORT.match(line) for line in shown.head(3))
    )


def _folder(command: str, named: str, cwd: str) -> str | None:
    """Where a status ran; None where that cannot be told."""
    moved = _MOVED.search(command)
    place = named or (moved["folder"].strip("\"'") if moved else "")
    if not place:
        return cwd.rstrip("/")
    return place.rstrip("/") if place.startswith("/") or re.match(r"[A-Za-z]:", place) else None


def _paths(shown: Output, *, short: bool) -> Iterator[str]:
    pattern = _SHORT if short else _LONG
    for line in shown.lines:
        if found := pattern.match(line):
            for path in found["path"].split(" -> "):
                yield _UP.sub("", path.strip().strip('"'))


def _staged(shown: Output, *, short: bool) -> Iterator[str]:
    """The paths whose changes stand in the index alone."""
    if short:
        yield from (line[3:].strip().strip('"') for line in shown.lines if line[:1] in "MA" and line[1:3] == "  ")
        return
    parts = _TO_COMMIT.split(shown.text, maxsplit=1)
    if len(parts) > 1 and not _NOT_STAGED.search(parts[1]):
        for line in parts[1].splitlines():
            if (found := _LONG.match(line)) and ":" in line:
                yield found["path"]


@dataclass(frozen=True, slots=True)
class Compared:
    """What a ``git diff`` of named paths shows: the folder where it ran, the paths ``named`` there and those that ``differ``.

    Git tells what differs from the top of the repository, which may lie above the folder.
    """

    folder: str
    named: tuple[str, ...]
    differ: frozenset[str]

    def shows_clean(self, path: str) -> bool:
        """Whether ``path`` (relative to the folder) was asked about and does not differ."""
        if path not in Named(self.named):
            return False
        return not any(path == one or one.endswith(f"/{path}") or path.endswith(f"/{one}") for one in self.differ)


def diff_in(command: str, bare: str, folder: str, code: int | None, shown: Output) -> Compared | None:
    """What a whole diff of the work tree, run in ``folder``, against the index or HEAD shows of the paths that it names; else None."""
    found = _DIFF.search(bare)
    if found is None or code != 0 or any(word in shown.text for word in _CUT) or _MOVED.search(command[:4000]):
        return None
    named = tuple(word.strip("\"'").rstrip("/") for word in found["paths"].split())
    if not named or any(word.startswith((":", "-")) or "*" in word for word in named):
        return None
    lead = f"{folder}/"
    differ = frozenset(line.rsplit(" b/", 1)[-1] for line in shown.holding("diff --git "))
    return (
        Compared(folder, tuple(word.removeprefix(lead) for word in named), differ)
        if differ or not shown.text.strip()
        else None
    )


def restored_in(bare: str) -> str:
    """The paths whose uncommitted changes a command undoes, ``EVERYTHING`` for all; empty where it undoes none."""
    found = _RESTORES.search(bare)
    if found is None:
        return ""
    if found["all"]:
        return EVERYTHING
    words = (found["a"] or found["b"] or "").split()
    if "--staged" in words and "--worktree" not in words:
        return ""
    return " ".join(word for word in words if not word.startswith("-"))


def ignored_in(bare: str, shown: Output) -> Iterator[str]:
    """Files, or whole folders, that git says it ignores."""
    if _REFUSED in shown.text:
        for line in shown.text.split(_REFUSED, 1)[1].splitlines()[1:20]:
            if not line.strip() or line.startswith(("hint:", "Use -f")):
                return
            yield line.strip().rstrip("/")
    elif "check-ignore" in bare:
        for line in shown.head(40):
            found = _RULE.match(line)
            if found is not None and not found["pattern"].startswith("!"):
                yield found["path"].strip()
                pattern = found["pattern"].strip("/")
                if found["file"] == ".gitignore" and not _GLOB.search(pattern):
                    yield pattern
            elif found is None and _is_path(line) and "-v" not in bare and "echo" not in bare:
                yield line.strip()


def _is_path(line: str) -> bool:
    return bool(re.fullmatch(r"[\w./@+-]+", line.strip())) and not line.startswith("fatal")
