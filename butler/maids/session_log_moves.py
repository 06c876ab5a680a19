"""What the agent did to the repository and its tracker beside commits, and what it told other agents: a line each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from butler.capabilities.session_log.facts import HelperWork, Sent
from butler.capabilities.session_log.models import Subagent
from butler.maids.late_patterns import late
from butler.maids.session_log_answers import answered_by
from butler.maids.session_log_commands import bare_command, kind_of, writes_by_shell
from butler.maids.session_log_helpers import work_of
from butler.maids.session_log_outputs import Output, links
from butler.maids.session_log_words import safe_cut

_KEPT = 40
_MOVE = late(
    r"git(?<!\wgit)\s+(?:-C\s+\S+\s+|-c\s+\S+\s+)*"
    r"(?:branch\s+(?:-[dDmMcCf]\s+|--delete\s+)?[\w][\w./@-]*|reset\b(?=\s+\S)|config\s+(?!-l\b|--(?:get|list|show)|\S+\s*(?:$|[;&|\n]))|tag\s+[^-\s;&|]|stash\b(?!\s+list|\s+show)"
    r"|remote\s+(?:add|remove|rename|set-url)|worktree\s+(?:add|remove)|push\s+\S*\s*(?:--delete|-d|--force\S*|-f)\b)[^;&|\n]*"
    r"|gh(?<!\wgh)\s+(?:pr|issue|release|repo)\s+(?:create|ready|merge|close|reopen|edit)\b[^;&|\n]*"
    r"|(?:^|(?<=[;&|\n]))[^\S\n]*(?:git\s+)?(?:mv|rm)\s+[^;&|\n]+"
    r"|(?:^|(?<=[;&|\n]))[^\S\n]*(?!(?:git|gh|glab|echo|printf|cat|e?grep|rg|sed|awk|find|man|npm|pnpm|yarn|bun|npx|pip3?|uv|cargo|go|brew|apt(?:-get)?|poetry|for|while|if|test|which|cd|ls)\s)"
    r"[a-z][\w-]{1,24}\s+(?:[a-z][\w:-]{1,24}\s+)?(?:add|create|new|deploy|apply|remove|delete|destroy|enable|disable|merge|publish|migrate|restart|start|stop|close|claim|attach|dispatch)(?=\s|$)(?!\s+--?h(?:elp)?\b)[^;&|\n]*",
)
_OF_FILES = late(r"\s*(?:git|mv|rm)\s")
_SCRATCH = late(r"\s(?:/tmp/|/private/tmp/|\$TMP|/var/folders/)|node_modules|__pycache__|\.pyc\b")
_MESSAGE = late(
    r"(?:^|[;&|\n])[^\S\n]*(?P<tool>[a-z][\w-]*)\s+(?:send|message|tell)\s+(?P<to>[\w./@:-]+)\s+(?P<q>[\"'])(?P<text>.{8,}?)(?P=q)\s*(?:$|[;&|\n<>])"
    r"|(?:^|[;&|\n])[^\S\n]*(?P<agent>codex\s+exec|claude\s+(?:-p|--print))\s+(?:--?[\w-]+\s+)*(?P<r>[\"'])(?P<words>.{8,}?)(?P=r)",
    re.S,
)
_PAGE = late(r"(?P<url>https?://[^\s\"'\\<>]{4,300})")
_QUERY = late(r'"(?:query|search_query|q)": ?"(?P<words>(?:\\.|[^"\\]){2,400})"')
_NO_PAGE = late(
    r"^\W*(?:HTTP(?:/[\d.]+)? )?(?:Error:? )?[45]\d\d\b|\b(?:HTTP(?:/[\d.]+)?|status(?: code)?|returned)[ :]+[45]\d\d\b|\bENOTFOUND\b|\bECONNREFUSED\b",
    re.I,
    words="4,5,enotfound,econnrefused",
)
_PULL = late(r"gh(?<!\wgh)\s+pr\s+(?P<verb>create|ready|merge|close|reopen)\b(?P<rest>[^;&|\n]*)")
_PR_STATE = late(r'"(state|isDraft|mergeStateStatus|mergeable|reviewDecision)": ?("[A-Z_]*"|true|false)')
_STATES = {"ready": "ready for review", "merge": "merged", "close": "closed", "reopen": "open"}


class Moves:
    """Such commands and messages, the newest of each; bounded. ``out``: lines of work that was given away and has not come back."""

    def __init__(self) -> None:
        self._moves: dict[int, str] = {}
        self._sent: dict[str, Sent] = {}
        self.out: dict[str, int] = {}
        self.pages: dict[str, tuple[int, str]] = {}
        self.searches: dict[str, int] = {}
        self._helped: dict[str, HelperWork] = {}
        self._answered: dict[str, int] = {}

    def ran(self, line: int, text: str, bare: str, output: str) -> None:
        """A command that worked. ``bare`` is ``text`` without quoted arguments and heredocs."""
        for address in answered_by(text, output):
            self._answered[address] = line
            if len(self._answered) > _KEPT:
                del self._answered[next(iter(self._answered))]
        if found := [one for one in _MOVE.findall(bare) if not (_OF_FILES.match(one) and _SCRATCH.search(one))]:
            self._moves[line] = safe_cut("; ".join(" ".join(_whole(one, text).split()) for one in found[:3]), 160)
            if len(self._moves) > _KEPT:
                del self._moves[next(iter(self._moves))]
        if "send" in text or "codex" in text or "claude" in text or " tell " in text or " message " in text:
            for message in _MESSAGE.finditer(text):
                name = message["to"] or message["agent"].split()[0]
                self.sent(f"{line} {name}", line, name, message["text"] or message["words"])

    def sent(self, key: str, line: int, name: str, text: str) -> None:
        """A task or message for another agent; ``key`` is that of its call."""
        flat = " ".join(text[:2000].split())
        if flat and key not in self._sent:
            self._sent[key] = Sent(line, name[:60], safe_cut(flat, 240))
            if len(self._sent) > _KEPT:
                del self._sent[next(iter(self._sent))]

    def gave(self, entry: Subagent) -> None:
        """Work that was given away, or came back."""
        if entry.state == "started":
            self.out[entry.call_id] = entry.line
            if len(self.out) > _KEPT:
                del self.out[next(iter(self.out))]
            return
        self.out.pop(entry.call_id, None)
        found = work_of(entry.end_line or entry.line, (entry.name or "subagent")[:60], entry.result)
        if found is not None:
            self._helped.pop(entry.call_id, None)
            self._helped[entry.call_id] = found
            if len(self._helped) > _KEPT:
                del self._helped[next(iter(self._helped))]

    def looked_up(self, line: int, request: str, result: str = "") -> None:
        """A page that was fetched from the web; one that answered with an error was not."""
        if _NO_PAGE.search(result[:200]):
            return
        if (found := _PAGE.search(request[:4000])) and len(self.pages) < _KEPT:
            self.pages.setdefault(found["url"], (line, safe_cut(" ".join(_first(result).split()), 200)))

    def searched(self, line: int, request: str) -> None:
        """A search of the web, by its words."""
        found = _QUERY.search(request[:2000])
        words = found["words"] if found else request
        if words.startswith("http"):
            self.looked_up(line, words)
            return
        if words.strip() and len(self.searches) < _KEPT:
            self.searches.setdefault(safe_cut(" ".join(words.split()), 120), line)

    def told(self) -> dict[str, Any]:
        """The fields of ``Facts`` about these."""
        pages = tuple((line, url, gist) for url, (line, gist) in self.pages.items())
        searches = tuple((line, words) for words, line in self.searches.items())
        helped = tuple(sorted(self._helped.values(), key=lambda one: one.line))
        return {
            "moves": self.moves(),
            "sent": self.messages(),
            "pages": pages,
            "searches": searches,
            "helped": helped,
            "answered": tuple((line, address) for address, line in self._answered.items()),
        }

    def moves(self) -> tuple[tuple[int, str], ...]:
        """Line and command, in order."""
        return tuple(sorted(self._moves.items()))

    def messages(self) -> tuple[Sent, ...]:
        """Tasks and messages, in order."""
        return tuple(sorted(self._sent.values(), key=lambda one: one.line))


def _first(result: str) -> str:
    """The first line of a page's text that says something."""
    lines = (line.strip(" #*>-\t") for line in result[:2000].splitlines())
    return next(
        (line for line in lines if sum(map(str.isalpha, line)) > 20 and "://" not in line and line[:1] not in '{[<"'),
        "",
    )


def pull_request_state(bare: str, links: Iterable[str], known: Iterable[str]) -> tuple[str, str]:
    """(address, state) of the pull request that a ``gh pr`` command made or moved; empty where it did neither.

    ``links`` stand in its output, ``known`` are all that were seen, the newest last.
    """
    found = _PULL.search(bare)
    if found is None:
        return "", ""
    told = [link for link in links if "/pull/" in link]
    if found["verb"] == "create":
        return (told[-1], "draft") if told and re.search(r"\s(?:--draft|-d)\b", found["rest"]) else ("", "")
    number = re.search(r"\s#?(\d+)\b|/pull/(\d+)", found["rest"])
    pulls = [link for link in known if "/pull/" in link]
    if number is not None:
        pulls = [link for link in pulls if link.endswith(f"/pull/{number[1] or number[2]}")]
    state = "draft" if "--undo" in found["rest"] else _STATES[found["verb"]]
    return (pulls[-1], state) if pulls else ("", "")


def states_of_pulls(shown: Output) -> Iterator[tuple[str, str]]:
    """(address, state) of pull requests as ``gh … --json`` prints them."""
    for text in shown.lines[:40] if '"url"' in shown.text else ():
        if '"url"' not in text or "/pull/" not in text:
            continue
        for part in text.split("},{")[:5]:
            link = next(iter(links(part)), "")
            state = [word for _, word in _PR_STATE.findall(part) if word not in ("false", '""')]
            if link and state:
                yield link, ", ".join("draft" if word == "true" else word.strip('"') for word in state)


def _whole(part: str, text: str) -> str:
    """The part of a command with its quoted arguments, where the command holds it as it stands up to the first quote."""
    head = part.split("''", maxsplit=1)[0].strip()
    at = text.find(head) if head and "''" in part else -1
    return part if at < 0 else re.split(r"[;&|\n]", text[at : at + 200])[0]


_LISTS_BRANCHES = late(
    r"git(?<!\wgit)\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*branch\s+(?:--(?:list|all|remotes|verbose|show-current|contains|no-contains|merged|no-merged|sort|format|points-at)\b\S*|-[arv]+(?=\s|$))"
)
_SAYS = late(r"(?:std(?:out|err)|console|logging|logger)\.\w+\(")
_CODE_WRITES = late(
    r"\bopen\([^)\n]*,\s*(?:mode\s*=\s*)?[\"'][rb+]*[wax+]|[Ww]rit"
    r"|\b(?:unlink|remove|rmtree|rmdir|mkdir|makedirs|rename|copy\w*|move|chmod|symlink\w*|touch|save\w*|dump|to_(?:csv|json|parquet|excel|sql)|truncate|append[Ff]\w+)\("
    r"|\b(?:subprocess|popen|system|spawn\w*|exec\w*|execute\w*|commit|post|put|patch|delete|request|urlopen|fetch|connect|send\w*|kill|upload|install)\("
    r"|\b(?:requests|httpx|axios|boto3|smtplib|sqlite3?|psycopg\w*|unreal\w*)\b|\b(?:INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\s"
)
"""What inline code calls that may change something outside it."""


def changes_something(text: str, kind: str) -> bool:
    """Whether a plain command of a ``kind`` may change anything: lists of branches and inline code that only prints do not."""
    if kind == "script":
        return bool(_CODE_WRITES.search(_SAYS.sub("print(", text)) or writes_by_shell(bare_command(text)))
    if kind == "vcs" and "branch" in text:
        kind = kind_of(_LISTS_BRANCHES.sub("git status", text))
    return kind not in ("look", "probe")
