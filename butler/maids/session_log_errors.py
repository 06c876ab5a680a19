"""What an output says went wrong: its error lines, those of the shell and the system, those of a program that only reads.

Most lines of most outputs are no errors: what a whole output does not hold (a word in lower case) is asked of none of its
lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import AnyStr

from butler.maids.late_patterns import late
from butler.maids.session_log_outputs import Output, output_of
from butler.maids.session_log_words import safe_cut


def _words(*words: str) -> tuple[bytes, ...]:
    return tuple(word.encode() for word in words)


_LOOKED_AT = 500
"""Characters of a line in which an error is looked for."""
_STRONG_HEAD = late(
    r"\s*(?:\[?(?:fatal|error|err!|panic|critical|e)\b\]?[:!\s]|\w*(?:Error|Exception)\b(?:\s\[\w+\])?:|error\[|error TS|ERROR\b|FATAL\b|npm ERR!|E\s{2,}\S|Traceback\b|"
    r"thread '.*' panicked|CONFLICT\b|! \[rejected\]|fatal:|panic:|zsh:|\(eval\):\d|(?:ba)?sh:|/bin/(?:ba|z)?sh:)"
    r"|\S*\w\.\w{1,5}:\d+(?::\d+)?:?\s+\S|\S*\w\.\w{1,5}\(\d+,\d+\):\s|\s+\d+:\d+\s+(?:error|✖)|\s*(?:Expected|Received|expected|actual|AssertionError|assert)\b.{0,3}[:=]",
    re.I,
)
_STRONG_WORDS = _words(
    ": error", ": fatal", "eperm", "eacces", "enoent", "econnrefused", "eaddrinuse", "etimedout", "enotfound", "eexist",
    "command not found", "no such file or directory", "permission denied", "operation not permitted", "connection refused",
    "not a git repository", "could not apply", "module not found", "cannot find", "no module named", "is not recognized",
    "undefined reference", "undefined symbol", "unresolved", "segmentation fault", "out of memory", "address already in use",
    "updates to go.mod needed", "timed out", "exit status", "verification failed", "has been modified since",
    "unmerged paths", "needs merge",
)  # fmt: skip
_STRONG = late(
    r": (?:error|fatal)\b|\b(?:EPERM|EACCES|ENOENT|ECONNREFUSED|EADDRINUSE|ETIMEDOUT|ENOTFOUND|EEXIST)\b"
    r"|\b(?:command not found|No such file or directory|Permission denied|Operation not permitted|Connection refused|not a git repository|could not apply|"
    r"Module not found|Cannot find module|No module named|is not recognized|cannot find|undefined (?:reference|symbol)|unresolved|segmentation fault|out of memory|"
    r"address already in use|updates to go\.mod needed|timed out|exit status \d+|verification failed|has been modified since|Unmerged paths|needs merge)\b",
    re.I,
)
_CODE_HINT = late(r"[A-Z]\d{3}")
_CODE = late(r"\b(?:TS\d{4}|[A-Z]{1,3}\d{3,4})\b[^\n]*[:a-zA-Z]")
_WEAK_WORDS = _words(
    "error", "failed", "failure", "cannot", "can't", "could not", "couldn't", "unable", "invalid", "unexpected", "denied",
    "refused", "missing", "not found", "unknown", "undefined", "mismatch", "conflict", "abort", "rejected", "unsupported",
    "forbidden", "unauthorized", "must ", "should ", "deprecated", "warning", "エラー", "失敗", "見つかりません", "できません", "不正", "拒否",
)  # fmt: skip
_WEAK = late(
    r"\b(?:error|failed|failure|cannot|can't|could not|couldn't|unable|invalid|unexpected|denied|refused|missing|not found|unknown|undefined|mismatch|conflict|"
    r"abort(?:ed|ing)|rejected|unsupported|forbidden|unauthorized|must (?:not )?be|should (?:not )?(?:call|be|use)|deprecated|warning)\b"
    r"|エラー|失敗|見つかりません|できません|不正|拒否",
    re.I,
)
_NOISE = late(
    r"^\s*(?:at \S+ \(|at \S+:\d|File \"|\^+|~+|[-=─━_*]{5,}|node:internal|\.{3}|hint:|npm (?:ERR! )?A complete log|> |% Total |Dload  Upload|\d[\d.]*[kMG]? +\d[\d.]*[kMG]? .*--:--:--)|^\s*$|\b(?:INFO|DEBUG|TRACE)\b"
)
_BARE = late(r"(?:\w*(?:Error|Exception)|error|fatal|エラー)!?", re.I)
"""A heading that says nothing alone."""
_BEHIND_BAR = late(r"\s+\|\s+(\w.*)$")
_CHAINED = ("During handling", "The above exception")
_SHELL_SAYS = late(
    r"^(?:zsh|bash|sh|dash|/bin/\w+|\(eval\))(?:: line \d+)?:(?:\d+:)? .*(?:not found|no matches found|No such file|syntax error|unexpected|permission denied)",
    re.I,
)
_SHELL_WORDS = _words(
    "not found", "no matches found", "no such file", "syntax error", "unexpected", "permission denied"
)
_READER_SAYS = late(
    r"^(?:[\w.-]+|/\S+/[\w.-]+)(?: ?:| error:).{0,200}(?:No such file|cannot|can't|denied|not found|Is a directory|unrecognized|invalid|does not exist|parse error)|"
    r"^command timed out|^(?:fatal|error): |^Traceback ",
    re.I,
)
_HIT = late(r"^(?:\S+[:\-])?\d+[:\-]|^(?:[A-Za-z]:)?[^\s:]+\.\w{1,8}:(?!\s)")
_SYSTEM_SAYS = late(
    r"\b(?:EPERM|EACCES|ECONNREFUSED|EADDRINUSE|ETIMEDOUT|ENOTFOUND|ECONNRESET)\b|^(?:fatal|error|Error|panic): |^\w*(?:Error|Exception): |socket hang up|, but you have .{1,80} which is incompatible"
)
_SYSTEM_WORDS = ("rror: ", "fatal: ", "panic: ", "Exception: ", "socket hang up", "which is incompatible")
_ERRNO = late(r"E(?:PERM|ACCES|CONN|ADDRINUSE|TIMEDOUT|NOTFOUND)")
_ERRNOS = ("EPERM", "EACCES", "ECONN", "EADDRINUSE", "ETIMEDOUT", "ENOTFOUND")


def errors(shown: Output, limit: int = 3) -> tuple[str, ...]:
    """The lines that say what went wrong: strong ones in order, else weak ones; one neighbour where a line ends open."""
    return _pick(shown.lines, _strong(shown), limit) or _pick(shown.lines, _weak(shown), limit)


def hard_errors(shown: Output, most: int, limit: int = 2) -> tuple[str, ...]:
    """Errors of the shell or the system in the first ``most`` lines: they stand there whatever the exit code."""
    found: tuple[str, ...] = ()
    text = shown.text
    if ("sh:" in text or "/bin/" in text or "SH:" in text or "(eval):" in text) and _present(_SHELL_WORDS, shown.low):
        lines = shown.head(most)
        found = _pick(lines, (at for at, line in enumerate(lines) if _SHELL_SAYS.match(line[:_LOOKED_AT])), limit)
    if found:
        return found
    words = [word for word in _SYSTEM_WORDS if word in text]
    if _ERRNO.search(text):
        words += _ERRNOS
    if not words:
        return ()
    places = _holding(text, words, "\n")
    if not places:
        return ()
    lines = shown.head(most)
    first = (at for at in places if at < len(lines))
    return _pick(lines, (at for at in first if _SYSTEM_SAYS.search(lines[at][:_LOOKED_AT])), limit)


def tool_errors(shown: Output, limit: int = 2) -> tuple[str, ...]:
    """What a program that only reads says about itself; the lines it found are no errors, whatever they hold."""
    told = [line for line in shown.lines if not _HIT.match(line)]
    return _pick(told, (at for at, line in enumerate(told) if _READER_SAYS.match(line[:_LOOKED_AT])), limit)


def _present(words: Sequence[bytes], low: bytes) -> list[bytes]:
    return [word for word in words if word in low]


def _holding(text: AnyStr, words: Iterable[AnyStr], newline: AnyStr) -> list[int]:
    """The numbers (from 0) of the lines that hold one of the words."""
    found: set[int] = set()
    for word in words:
        line = start = 0
        at = text.find(word)
        while at >= 0:
            line += text.count(newline, start, at)
            found.add(line)
            start = text.find(newline, at)
            at = text.find(word, start) if start >= 0 else -1
    return sorted(found)


def _coded(text: str) -> frozenset[int]:
    """The numbers of the lines that may hold the code of an error."""
    found: set[int] = set()
    line = start = 0
    for hint in _CODE_HINT.finditer(text):
        line += text.count("\n", start, hint.start())
        start = hint.start()
        found.add(line)
    return frozenset(found)


def _strong(shown: Output) -> Iterator[int]:
    """Where strong lines stand."""
    words = _present(_STRONG_WORDS, shown.low)
    telling = frozenset(_holding(shown.low, words, b"\n"))
    coded = _coded(shown.text)
    for at, whole in enumerate(shown.lines):
        line = whole[:_LOOKED_AT]
        if _STRONG_HEAD.match(line) or (at in telling and _STRONG.search(line)) or (at in coded and _CODE.search(line)):
            yield at


def _weak(shown: Output) -> Iterator[int]:
    """Where weak lines stand."""
    words = _present(_WEAK_WORDS, shown.low)
    for at in _holding(shown.low, words, b"\n"):
        if _WEAK.search(shown.lines[at][:_LOOKED_AT]):
            yield at


def _pick(lines: Sequence[str], hits: Iterable[int], limit: int) -> tuple[str, ...]:
    picked: dict[str, None] = {}
    causes: dict[str, None] = {}
    for at in hits:
        line = lines[at]
        if len(line) < 4 or _NOISE.match(line):
            continue
        if line.startswith("Traceback"):
            last, goes_on = _end_of_traceback(lines, at)
            if last:
                (causes if goes_on else picked).setdefault(last)
            continue
        text = safe_cut(" ".join(line.split()), 400)
        if text.endswith(":") or _BARE.fullmatch(text):
            text = f"{text} {safe_cut(' '.join(_below(lines, at).split()), 200)}".strip()
        if text not in causes:
            picked.setdefault(text)
        if len(picked) >= limit * 3:
            break
    return tuple(_spread([*picked, *causes] if len(picked) < limit else list(picked), limit))


def _below(lines: Sequence[str], at: int) -> str:
    """The words under a heading; PowerShell draws the line first and says what is wrong behind its last bar."""
    near = [line for line in lines[at + 1 : at + 9] if line.strip()]
    if near and near[0].strip() == "Line |":
        said = [found[1] for line in near[1:] if (found := _BEHIND_BAR.match(line))]
        return said[-1] if said else ""
    return next((line for line in near[:2] if not _NOISE.match(line)), "")


def broken_off(text: str) -> bool:
    """Whether the client says first that the person stopped the call: what was printed until then tells of no failure."""
    return text.startswith(("[Request interrupted by user", "The user interrupted"))


def last_words(shown: Output) -> str:
    """The last line that says anything and is no progress or decoration; empty where there is none."""
    return next(
        (line.strip() for line in reversed(shown.lines) if any(map(str.isalnum, line)) and not _NOISE.match(line)), ""
    )


def _spread(found: list[str], limit: int) -> list[str]:
    """The first ones and the last: the first names the cause, the last often the verdict."""
    return found if len(found) <= limit else [*found[: limit - 1], found[-1]]


def _end_of_traceback(lines: Sequence[str], at: int) -> tuple[str, bool]:
    """The line of the exception, and whether another one came out of it."""
    for end, line in enumerate(lines[at + 1 : at + 80], at + 1):
        if line[:1].strip() and not line.startswith(("Traceback", *_CHAINED)):
            after = next((one for one in lines[end + 1 : end + 6] if one.strip()), "")
            return safe_cut(" ".join(line.split()), 400), after.startswith(_CHAINED)
    return "", False


def said_wrong(text: str) -> tuple[str, ...]:
    """The lines that say what went wrong, else the last one that says anything."""
    shown = output_of(text)
    found = errors(shown, 2)
    if found:
        return found
    last = last_words(shown)
    return (safe_cut(last, 300),) if last else ()
