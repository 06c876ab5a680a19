"""What the output of a program says: its own counts, failing tests, error lines, commits, links, ports.

Works on the lines of one output, at most its first 400 and last 1,200 (a test run says what matters at its end).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.maids.late_patterns import late
from butler.maids.session_log_words import holds, lowered, safe_cut, without_keys

_ANSI = late(r"\x1b\[[0-9;?]*+[A-Za-z](?:\x1b\[[0-9;?]*+[A-Za-z])*+")
_SPINNER = late("[\u2801-\u28ff][\u2801-\u28ff]* ?")
_HEAD = 80
"""Lines of a head that are split off once, for all who look at so many."""
_MAX_LINE = 2000
_MAX_LINES = 1600

_COUNTS = late(
    r"(?:^|[\s(=:,|✓✔✖×])\d[\d,]*\s*(?:tests?\s+)?(?:passed|passing|failed|failing|pass|fail|failures?|skipped|pending|errors?|warnings?|problems?|issues?|"
    r"tests?\b|todo|xfailed|snapshots?|files? changed|insertions|deletions|packages|expect\(\)|vulnerabilities|件|個)\b"
    r"|\b(?:passed|failed|tests|failures|errors|skipped)\s*[:=]\s*\d+"
    r"|^(?:ok|FAIL|PASS)\s+\S+\s+\(?(?:cached|[\d.]+s)"
    r"|\b(?:All checks passed|no issues found|0 issues|Build succeeded|BUILD SUCCEEDED|BUILD FAILED|BUILD SUCCESSFUL|Compiled successfully|built in [\d.]+|"
    r"test result: \w+|Would reformat|files? (?:reformatted|left unchanged|already formatted)|No errors?|TEST SUCCEEDED|TEST FAILED|Done in [\d.]+|DONE \d+ tests|"
    r"already up.to.date|Finished `?\w+`? profile)",
    re.I,
)
_TIME = late(r"^(?:real|user)\s|^\s*(?:Duration|Time|Total|Elapsed|Wall)[^\d]{0,20}[\d.]+\s*m?s", re.I)
_TIME_BEGINS = "rudtewRUDTEW"
_NOT_COUNTS = late(
    r"^\s*(?:\d+[:\-|]|//|#|\*|/\*|[+\-]\s|import |const |let |return |if |for |def |func |\"|'|\{)|=>|;\s*$"
)

_FAILING = tuple(
    late(pattern)
    for pattern in (
        r"^\s*--- FAIL: (?P<name>\S+)",
        r"^=== (?:RUN\s+)?FAIL:?\s+\S+\s+(?P<name>Test\S+)",
        r"^(?:FAILED|ERROR)\s+(?P<name>\S+(?:::\S.*?)?)(?:\s+-\s.*)?$",
        r"^\s*\(fail\)\s+(?P<name>.+?)(?:\s+\[[\d.]+\s*m?s\])?$",
        r"^\s*(?:✗|✘|✖|×|❌|●)\s+(?P<name>\S.{3,}?)(?:\s+\(?\[?[\d.,]+\s*m?s\]?\)?)?$",
        r"^not ok \d+\s*-?\s*(?P<name>.+)$",
        r"^\s*(?:test\s+)?(?P<name>[\w:.]+)\s+\.\.\.\s+FAILED$",
        r"^\s*FAIL\s+(?P<name>\S+\.(?:[jt]sx?|mjs|py|rb|php|spec\S*)(?:\s+>.*)?)",
        r"^Test Case '(?P<name>.+?)' failed",
        r"^(?P<name>\S+\s\([\w.]+\)) \.\.\. (?:FAIL|ERROR)$",
        r"^(?:FAIL|ERROR): (?P<name>test\w+.*)$",
        r"^FAIL\s+(?P<name>\S+ \[(?:build|setup) failed\])",
        r"^\s*\d+\)\s+(?P<name>\[\w[\w -]*\] › .+?)[\s─-]*$",
        r"^(?P<name>[^\t]{2,80})\tfail\t",
    )
)
_BAD_COUNT = late(
    r"\b[1-9]\d*\s*(?:tests?\s+)?(?:failed|failing|fail\b|failures?|errors?)(?!\s*[=:]\s*\d)|\b(?:fail|failed|failures|errors)\s*[:=]\s*[1-9]",
    re.I,
)
_VERDICT = late(
    r"^(?:FAIL(?:\s|$)|not ok \d|\*\* (?:BUILD|TEST) FAILED|BUILD FAILED|error: could not compile|make(?:\[\d+\])?: \*\*\* |"
    r"npm (?:ERR!|error) (?:code|Lifecycle script)|\S* ?ELIFECYCLE\b|error: script \S+ exited with code [1-9]|.{0,60}\bexited with (?:exit )?(?:code|status) [1-9]|"
    r"Command failed with exit code [1-9]|##\[error\]|ImportError while loading conftest|E {3}(?:ModuleNotFound|Import|Syntax)Error: )"
)
_CI_PREFIX = late(r"^(?:\ufeff|[^\t\n]{1,120}\t[^\t\n]{0,120}\t\ufeff?)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z ?")
_FAIL_LIST = late(r"^\s*(?:Failures|Failed tests?|Failing tests?|FAILED|失敗)[^\n]{0,20}[:：]\s*$", re.I)
_ITEM = late(r"^\s*(?:[-*•]|\d+[.)])\s+(?P<name>\S.{2,150})$")
_FAIL_JSON = late(r'"Action":"fail"[^}\n]*?"Test":"(?P<name>[^"]+)"')

_COMMIT = late(r"^\[(?P<branch>[^\s\]]+)(?: \([^)]*\))? (?P<hash>[0-9a-f]{7,40})\] (?P<subject>.+)$")
_PUSHED = late(r"^\s*+[*+!=-]?\s*(?:[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}|\[new branch\])\s+(?P<from>\S+)\s+->\s+(?P<to>\S+)")
_LINK = late(r"https?://[^\s\"'<>()\[\]{}|\\`]+/(?:pull|issues|merge_requests|pull-requests|-/merge_requests)/\d+")
_JSON_STATE = late(
    r'"(id|number|key|title|name|state|status|conclusion|isDraft|mergeable|mergeStateStatus|reviewDecision|headRefName|assignee|resolution)"'
    r'\s*:\s*("(?:[^"\\]|\\.){1,120}"|true|\d{1,20}(?!\d))'
)
_PORT = late(
    r"(?:https?|wss?)://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):\d{2,5}[^\s\"'<>)\]`,]*|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}\b"
)
_VERSION = late(
    r"^\s*(?P<v>[A-Za-z][\w .@/+-]{0,40}?[ /]?v?\d++\.\d++[\w.+-]*+(?:\s.{0,40})?|v?\d++\.\d++\.\d++[\w.+-]*+)\s*$"
)
_BRANCH = late(
    r"^(?:Switched to (?:a new )?branch|Already on|Reset branch) '(?P<a>[^']+)'|^(?:On branch (?P<b>\S+)|ブランチ (?P<h>[!-~]+))$"
    r"|^## (?:No commits yet on )?(?P<c>[^\s.]+(?:\.(?!\.\.)[^\s.]+)*)\.\.\.|^Preparing worktree \(new branch '(?P<d>[^']+)'\)"
    r"|^(?:新しい)?ブランチ '(?P<e>[^']+)' に(?:切り替|再設定)|^\[(?P<f>[^\s\]]+)(?: \([^)]*\))? [0-9a-f]{7,40}\] "
    r"|^[*|/\\ ]*(?:commit )?[0-9a-f]{7,40} \([^)]*HEAD -> (?P<g>[^\s,)]+)"
)
_HEAD_OF_SHORT = late(r"## (?:No commits yet on )?(?P<name>[\w][\w/@+-]*(?:\.[\w/@+-]+)*)\n")
_NAMED_BRANCH = late(r"^(?:\* )?(?P<name>[\w][\w./@+-]*)$")
_ASKS_BRANCH = late(
    r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?(?:branch\s+--show-current|rev-parse\s+--abbrev-ref\s+HEAD|symbolic-ref\s+--short\s+HEAD)\s*(?:2>\S+\s*)?$"
)
_LISTS_BRANCHES = late(r"git(?<!\wgit)\s+(?:-C\s+\S+\s+)?branch(?:\s+-(?:a|v+|r|-list|-all))*\s*(?:[;&|]|$)")
_MAKES_BRANCH = late(
    r"git(?<!\wgit)\s+(?:checkout\s+(?:-q\s+)?-[bB]|switch\s+(?:-q\s+)?(?:-[cC]|--create))\s+(?P<name>[\w][\w./@+-]*)"
)
_BRANCH_BEGINS = (
    "Switched to ", "Already on ", "Reset branch ", "On branch ", "ブランチ ", "## ", "Preparing worktree ", "新しいブランチ ", "[",
)  # fmt: skip


class Output:
    """An output as it is looked at: its text without colours, bounded, and what was asked of it before."""

    __slots__ = ("_commits", "_failing", "_head", "_lines", "_low", "text")

    def __init__(self, text: str, lines: list[str] | None = None) -> None:
        self.text = text
        self._lines = lines
        self._low: bytes | None = None
        self._failing: tuple[str, ...] | None = None
        self._head: list[str] | None = None
        self._commits: tuple[tuple[str, str, str], ...] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines

    @property
    def low(self) -> bytes:
        """The text in lower case (ASCII letters alone), to ask for words before any pattern is tried."""
        if self._low is None:
            self._low = lowered(self.text)
        return self._low

    @property
    def failing(self) -> tuple[str, ...]:
        """Names of failing tests, in order, each once, at most twelve."""
        if self._failing is None:
            self._failing = tuple(_failing(self.lines)[:12]) if _may_fail(self) else ()
        return self._failing

    @property
    def commits(self) -> tuple[tuple[str, str, str], ...]:
        """(branch, hash, subject) of each commit that git reports."""
        if self._commits is None:
            self._commits = tuple(_commits(self))
        return self._commits

    def head(self, most: int) -> list[str]:
        """The first ``most`` lines."""
        if self._lines is not None:
            return self._lines[:most]
        if most > _HEAD:
            return self.text.split("\n", most)[:most]
        if self._head is None:
            self._head = self.text.split("\n", _HEAD)[:_HEAD]
        return self._head[:most]

    def holding(self, word: str) -> Iterator[str]:
        """The lines that hold ``word``, in order."""
        text = self.text
        at = text.find(word)
        while at >= 0:
            end = text.find("\n", at)
            if end < 0:
                end = len(text)
            yield text[text.rfind("\n", 0, at) + 1 : end]
            at = text.find(word, end)

    def without_ci_prefix(self) -> Output:
        """The same without the job, step and time that a viewer (``gh run view --log``) puts before each line of a CI log."""
        return Output("\n".join([_CI_PREFIX.sub("", line, count=1) for line in self.lines]))


def output_of(output: str) -> Output:
    """An output as it is looked at: terminal colours and keys removed, long lines cut, the middle of a very long one left out."""
    text = without_keys(output)
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    if "⠋" in text or "⠙" in text:
        text = _SPINNER.sub("", text)
    if len(text) > 400_000:
        text = text[:60_000] + "\n" + text[-200_000:]
    if "\r" in text:
        text = text.replace("\r", "\n")
    if len(text) <= _MAX_LINE and text.count("\n") < _MAX_LINES:
        return Output(text)
    lines = text.split("\n")
    if len(lines) <= _MAX_LINES and len(max(lines, key=len)) <= _MAX_LINE:
        return Output(text, lines)
    if len(lines) > _MAX_LINES:
        lines = [*lines[:400], *lines[-1200:]]
    return Output("\n".join([line if len(line) <= _MAX_LINE else safe_cut(line, _MAX_LINE) for line in lines]))


def counts(shown: Output, limit: int = 4) -> tuple[str, ...]:
    """The run's own summary lines, the last ones, each at most 160 characters."""
    found: list[str] = []
    words = [word for word in _COUNTED if word in shown.low]
    last = zip(reversed(shown.lines[-200:]), reversed(shown.low.split(b"\n")), strict=False)
    for line, low in last:
        text = line.strip()
        if not 3 < len(text) <= 200:
            continue
        if not ((holds(low, words) and _COUNTS.search(text)) or (text[0] in _TIME_BEGINS and _TIME.match(text))):
            continue
        if _NOT_COUNTS.search(text):
            continue
        text = safe_cut(" ".join(text.strip("=─━- ").split()), 160)
        if text and text not in found:
            found.append(text)
        if len(found) >= limit:
            break
    return tuple(reversed(found))


_COUNTED = tuple(
    word.encode()
    for word in (
        "pass", "fail", "skip", "pending", "error", "warning", "problem", "issue", "test", "todo", "snapshot", "changed",
        "insertion", "deletion", "package", "expect(", "vulnerabilit", "件", "個", "ok", "succe", "built in", "done",
        "reformat", "unchanged", "already", "finished",
    )
)  # fmt: skip


def tells_failure(counts: Sequence[str]) -> bool:
    """Whether summary lines count failures or errors."""
    return any(_BAD_COUNT.search(one) or one.startswith(("FAIL", "BUILD FAILED", "TEST FAILED")) for one in counts)


def ends_in_failure(shown: Output) -> bool:
    """Whether the end of an output says that the run failed, whatever exit code a pipe or list left of it."""
    if not any(word in shown.text for word in _VERDICTS):
        return False
    return any(_VERDICT.match(line) for line in shown.lines[-40:])


_VERDICTS = (
    "FAIL",
    "not ok",
    "*** ",
    "ELIFECYCLE",
    "error",
    "ERR!",
    "exit",
    "ImportError",
    "ModuleNotFoundError",
    "SyntaxError",
)


_NO_NAME = late(r"\d+ (?:problem|error|fail)")
_MARK = late("[✗✘✖×❌●›]")


def _may_fail(shown: Output) -> bool:
    """Whether a whole output can name a failing test at all."""
    low = shown.low
    if b"fail" in low or b"not ok" in low or b"error" in low:
        return True
    return not low.isascii() and ("失敗" in shown.text or _MARK.search(shown.text) is not None)


def _failing(lines: Sequence[str]) -> list[str]:
    """Names of failing tests, in order, each once."""
    names: dict[str, None] = {}
    for line in lines:
        if '"Action":"fail"' in line:
            for match in _FAIL_JSON.finditer(line):
                names.setdefault(match["name"])
        if (
            "FAIL" not in line
            and "fail" not in line
            and (line.isascii() or not _MARK.search(line))
            and "not ok" not in line
            and "ERROR" not in line
        ):
            continue
        for pattern in _FAILING:
            found = pattern.match(line)
            if found:
                name = safe_cut(" ".join(found["name"].split()), 160)
                if not _NO_NAME.match(name):
                    names.setdefault(name)
                break
        if len(names) >= 60:
            break
    for name in _listed(lines):
        names.setdefault(name)
    return [name for name in names if not any(other != name and other.startswith(name + "/") for other in names)]


def _listed(lines: Sequence[str]) -> Iterator[str]:
    """Names in a list under a heading like ``Failures:``."""
    for at, line in enumerate(lines):
        if line.rstrip().endswith((":", "：")) and _FAIL_LIST.match(line):
            for item in lines[at + 1 : at + 13]:
                found = _ITEM.match(item)
                if not found:
                    break
                yield " ".join(found["name"].split())


def _commits(shown: Output) -> Iterator[tuple[str, str, str]]:
    for line in shown.holding("["):
        if line.startswith("[") and (found := _COMMIT.match(line)):
            yield found["branch"], found["hash"], safe_cut(found["subject"], 200)


def pushes(shown: Output) -> Iterator[str]:
    """``from -> to`` of each ref that a push reports."""
    for line in shown.holding("->"):
        if found := _PUSHED.match(line):
            yield f"{found['from']} -> {found['to']}"


def links(text: str) -> list[str]:
    """Addresses of pull requests and issues."""
    if "://" not in text or not any(part in text for part in ("/pull", "/issues/", "/merge_requests/")):
        return []
    return [found.rstrip(".,;:") for found in _LINK.findall(text)]


def ports(text: str) -> list[str]:
    """Local addresses with a port."""
    if "localhost" not in text and "127.0.0.1" not in text and "0.0.0.0" not in text and "::" not in text:  # noqa: S104 (read, not bound)
        return []
    return [found.rstrip("/.,;:") for found in _PORT.findall(text)][:20]


def json_states(text: str) -> list[str]:
    """What a JSON answer of a tracker or host says about a thing: its id, title, state; at most ten."""
    found = [f"{key}: {value.strip(chr(34))}" for key, value in _JSON_STATE.findall(text)]
    return list(dict.fromkeys(found))[:10]


def version(lines: Sequence[str]) -> str:
    """The first line that reads like ``name 1.2.3``."""
    for line in lines[:6]:
        if (found := _VERSION.match(line)) and not line.startswith("HTTP/"):
            return found["v"].strip()[:80]
    return ""


def branch(shown: Output, most: int) -> str:
    """The branch that git's own words name last in the first ``most`` lines, or empty."""
    name = ""
    for line in shown.head(most):
        if (line.startswith(_BRANCH_BEGINS) or "HEAD -> " in line) and (found := _BRANCH.match(line)):
            name = next((one for one in found.groups() if one), name)
    return "" if name in ("HEAD", "detached") else name


def branch_of(bare: str, shown: Output, *, worked: bool) -> str:
    """The branch that a git command asks for, lists with a star, or makes without a word; empty for any other command."""
    if "status" in bare and (found := _HEAD_OF_SHORT.match(shown.text)):
        return found["name"]
    if "branch" in bare or "abbrev-ref" in bare or "symbolic-ref" in bare:
        lines = [line for line in shown.head(60) if line.strip()]
        starred = [line for line in lines if line.startswith("* ")] if _LISTS_BRANCHES.search(bare) else []
        told = starred[:1] or (lines[-1:] if worked and _ASKS_BRANCH.search(bare) else [])
        found = _NAMED_BRANCH.match(" ".join(told[0].split()[:2]) if starred else told[0].strip()) if told else None
        if found is not None and found["name"] != "HEAD":
            return found["name"]
    made = _MAKES_BRANCH.search(bare) if worked and ("checkout" in bare or "switch" in bare) else None
    return made["name"] if made else ""


_WEB = frozenset({"WebSearch", "WebFetch", "web_search", "web_fetch"})
_UNREACHED = late(
    r"^(?:Web search error|API Error|Request failed|Error fetching|Failed to fetch|Unable to fetch|Claude Code is unable to fetch)\b[^\n]{0,120}",
    re.M,
)


def unreached(tool: str, result: str) -> str:
    """What a tool for the web says when it reached nothing, though its client reports an answer (the model's own knowledge); else empty."""
    found = _UNREACHED.search(result[:600]) if tool in _WEB else None
    return found[0] if found else ""
