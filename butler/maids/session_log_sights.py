"""What looking at something showed: the state of a request on the code host, who holds a port, which processes run, what a folder holds, which
branch this is, how far it is from another one, which pods are ready.

A command that only looks says nothing by its exit code; what it printed is reduced to one small value at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.records import dataclass

MOST_SIGHTS = 80
_LONG = 2_000


@dataclass(frozen=True, slots=True)
class Sight:
    """At ``line`` the command ``text`` showed of ``what`` (``name``: which one) ``value``, in the words ``told``; ``names``: all that it listed."""

    line: int
    what: str
    name: str
    value: str
    text: str
    told: str
    names: frozenset[str] = frozenset()


_Seen = tuple[str, str, str, str]
"""What, which one, its value, the words."""
_WORD = late(r"[\w@.-]*\w")
_HOSTED = late(r"(?:gh|glab)\s+(pr|mr|issue|run)\s+(?:view|status|list)\b(?:\s+#?(\d+))?")
_FIELDS = late(
    r"\"(state|mergeable|mergeStateStatus|reviewDecision|isDraft|conclusion)\":\s*\"?([\w-]*)|^(state|reviewDecision|mergeable|conclusion):\s*(\S+)",
    re.M,
)
_ASKED = late(r"--json[= ](\w+)\b(?!,)")
_PORT = late(r"(?:lsof\b.*?:|ss\b.*?:?\b|netstat\b.*?:?\b|nc\s+-\w*z\w*\s+\S+\s+|fuser\s+(?:-\w+\s+)*)(\d{2,5})\b")
_PROCESS = late(r"(?:ps\s[^|]*\|\s*(?:grep|rg)\s+(?:-\w+\s+)*|pgrep\s+(?:-\w+\s+)*)['\"]?\[?(\w)\]?([\w./-]*\w)")
_LISTED = late(r"(?:ls|dir|tree|find)\b(?:\s+-\w+)*(?:\s+([\w./@-]+))?\s*$")
_VARIABLE = late(r"(?:printenv\s+|echo\s+[\"']?\$\{?|env\s*\|\s*grep\s+[\"'^]*)([A-Za-z_]\w+)")
_PACKAGE = late(r"(?:npm|pnpm|yarn|bun)\s+(?:ls|list|why)\s+(?:-\S+\s+)*([@\w][\w@/.-]*)|pip3?\s+show\s+([\w-]+)")
_BRANCH = late(
    r"git\s+(?:branch\s+--show-current|rev-parse\s+--abbrev-ref\s+HEAD|symbolic-ref\s+(?:--short|-q)\s+HEAD)\s*$"
)
_ON = late(r"^(?:On branch |## )([^\s.]+(?:\.(?!\.)[^\s.]+)*)|^HEAD (detached)", re.M)
_AHEAD = late(r"ahead (\d+)|ahead of '[^']*' by (\d+)")
_BEHIND = late(r"behind (\d+)|behind '[^']*' by (\d+)")
_BETWEEN = late(r"git\s+(?:rev-list\s+--count|log\s+--oneline)\s+(?:-\S+\s+)*(\S*?)\.\.(\S*)\s*$")
_SIGNED = late(r"git\s+log\b.*%G\?")
_LISTS_READY = late(r"kubectl\s+get\b|(?:docker|podman)\s+(?:compose\s+)?ps\b|docker-compose\s+ps\b")
_EXPORTS = late(r"(?:grep|rg)\s+(?:-\w+\s+)*['\"]?\^?export\b[^|]*$")
_READY = late(
    r"^(\S+)[ \t]+(?:[\w-]+[ \t]+)?(\d+)/(\d+)\b.*|^(\S+)\b.*\b(?:Exited|Restarting|unhealthy|CrashLoopBackOff|Pending|ImagePullBackOff|Error|Evicted)\b.*",
    re.M,
)


def sights_in(line: int, text: str, code: int | None, output: str) -> Iterator[Sight]:
    """What a command showed."""
    if not text.startswith(_FIRST) or len(output) > _LONG or "&&" in text or ";" in text:
        return
    for first, look in _LOOKS:
        seen = [*look(text, code, output)] if text.startswith(first) else []
        for what, name, value, told in seen:
            names = frozenset(_WORD.findall(output)) if what in ("folder", "exports", "labels") else frozenset[str]()
            yield Sight(line, what, name, value, text[:120], _whole(told), names)
        if seen:
            return


def _whole(told: str) -> str:
    """The first line that is not empty."""
    return next((" ".join(one.split())[:120] for one in told.splitlines() if one.strip()), "")


def _hosted(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    found = _HOSTED.match(text)
    if found is None or code:
        return
    what, name = ("pr" if found[1] == "mr" else found[1]), found[2] or ""
    asked = _ASKED.search(text)
    if asked and re.fullmatch(r"\s*\"?[\w-]+\"?\s*", output):
        yield f"{what} {asked[1]}", name, output.strip().strip('"').upper(), output
        return
    fields = [(one[1] or one[3], (one[2] or one[4] or "").upper()) for one in _FIELDS.finditer(output)]
    if len({key for key, _ in fields}) == len(fields):
        for key, value in fields:
            yield f"{what} {key}", name, value, f"{key}: {value}"
    if "labels" in text:
        yield "labels", name, "", output


def _port(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if found := _PORT.match(text):
        held = [
            one
            for one in output.splitlines()
            if one.strip() and not one.startswith(("COMMAND", "Netid", "State", "Proto"))
        ]
        held = [one for one in held if found[1] in one or text.startswith(("lsof -t", "fuser"))]
        yield "port", found[1], "taken" if held and not code else "free", held[0] if held else ""


def _process(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if found := _PROCESS.match(text):
        alive = [one for one in output.splitlines() if one.strip() and "grep" not in one and "<defunct>" not in one]
        yield "process", found[1] + found[2], "alive" if alive else "gone", alive[0] if alive else ""


def _folder(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if (found := _LISTED.match(text)) and not code:
        yield "folder", (found[1] or "").strip("./"), "", output


def _variable(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if found := _VARIABLE.match(text):
        yield "variable", found[1], "set" if output.strip() else "unset", ""


def _package(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if found := _PACKAGE.match(text):
        name = found[1] or found[2]
        there = [one for one in output.splitlines() if name in one and "not found" not in one]
        yield "package", name, "there" if there and "(empty)" not in output else "gone", there[0] if there else ""


def _git(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if _BRANCH.match(text) and not code:
        yield "branch", "", output.strip(), output
    elif text.startswith("git status") and not code:
        if on := _ON.search(output):
            yield "branch", "", on[1] or "HEAD", on[0]
            for what, pattern in (("ahead", _AHEAD), ("behind", _BEHIND)):
                far = pattern.search(output)
                yield what, "", (far[1] or far[2]) if far else "0", far[0] if far else ""
        new = [one for one in output.splitlines() if one.startswith("?? ")]
        yield (
            "untracked",
            "",
            "some" if new or "Untracked files:" in output else "none",
            new[0] if new else "Untracked files:",
        )
    elif text.startswith("git stash list") and not code:
        yield "stash", "", "some" if output.strip() else "none", output
    elif (between := _BETWEEN.match(text)) and not code:
        rows = [one for one in output.splitlines() if one.strip()]
        count = output.strip() if "rev-list" in text else str(len(rows))
        mine = between[2] in ("", "HEAD") or between[1] not in ("", "HEAD")
        yield "ahead" if mine else "behind", "", count, output
    elif _SIGNED.match(text):
        yield "signature", "", "N" if re.search(r"(?:^|\s)N\s*$", output, re.M) else "G", output
    elif text.startswith("git diff --check"):
        yield "markers", "", "there" if "conflict marker" in output else "none", output


def _ready(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if code or not _LISTS_READY.match(text):
        return
    rows = [one for one in _READY.finditer(output) if one[4] or one[2] != one[3]]
    rows = [one for one in rows if "Completed" not in one[0]]
    yield "replicas", "", "some" if rows else "all", rows[0][0] if rows else ""


def _exports(text: str, code: int | None, output: str) -> Iterator[_Seen]:
    if "export" in text and _EXPORTS.match(text) and not code:
        yield "exports", text.rsplit(None, 1)[-1], "", output


_LOOKS: tuple[tuple[tuple[str, ...], Callable[[str, int | None, str], Iterator[_Seen]]], ...] = (
    (("gh ", "glab "), _hosted),
    (("lsof", "ss ", "netstat", "nc ", "fuser"), _port),
    (("ps ", "pgrep"), _process),
    (("ls", "tree", "find", "dir"), _folder),
    (("printenv", "echo ", "env "), _variable),
    (("npm ", "pnpm ", "yarn ", "bun ", "pip"), _package),
    (("git ",), _git),
    (("kubectl ", "docker ", "podman "), _ready),
    (("grep ", "rg "), _exports),
)
"""How a command begins that shows something, and what looks at it."""
_FIRST = tuple(start for first, _ in _LOOKS for start in first)
