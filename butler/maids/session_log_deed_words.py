"""Patterns of command lines and outputs: which deeds a command does, and what a program says of them."""

from __future__ import annotations

import re

from butler.maids.late_patterns import late

SEARCHES = late(r"(?:rg|grep|egrep|fgrep|ag|ack|git\s+grep)\s+(?P<rest>.*)", re.S)
"""Programs that look for names in files."""
_FILTERS = late(r"[^|;&<>\n]+\|\s*(?=(?:rg|grep|egrep|ag)\s)")
"""One command whose output a search looks through."""
SOUGHT = late(
    r"(?<![\w/.-])[A-Za-z_][\w.:]{3,}(?![\w/]*[/.])(?<!import)(?<!imports)(?<!require)(?<!function)(?<!class)(?<!const)"
)
"""Names that are sought."""
JOINED = late(r"[|;&<>]|\s-(?:v|L)\b|--(?:invert-match|files-without-match|files|count)\b")
UMBRELLA = late(
    r"\b(?:make|just|task|mise\s+run|rake)\s+(?:\S+\s+)*(?:check\S*|verify|validate|ci|all|qa|pre-?commit|preflight|test:ci|test-ci)\b|\b(?:tox|nox|pre-commit|turbo|nx|lefthook|lint-staged)\b|\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:check|verify|validate|ci|all|qa|precommit|preflight|test:all)\b|gradlew?\s+(?:\S+\s+)*(?:build|check)\b|mvn\b",
    re.I,
)
GIT = late(
    r"(?:^|[\s/(])git\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?P<verb>commit|push|merge|rebase|pull|checkout|switch|cherry-pick|revert|reset|restore|stash|tag|am|apply|add|status|clean)\b(?![-.])(?P<rest>.*)",
    re.S,
)
NOT_DONE = late(r"\s--(?:dry-run|help|abort|quit)\b")
"""What makes a git command one that does nothing, or takes back what was begun."""
GIVES = late(r"[\s/](?:ssh|su|script|flock|eval|(?:ba|z|da|k)?sh\s+-\w*c)\s")
"""Programs that are given commands to run, behind a space or a folder: it is searched for this first."""
HOST = late(
    r"(?:^|\s)(?P<tool>gh|glab)\s+(?P<thing>pr|mr|issue|release)\s+(?P<verb>create|merge|close|comment|reopen)\b"
)
ELSEWHERE = late(
    r"(?:sudo\s+)?(?:workmux|tmux|screen|zellij|ssh|wsl|vagrant\s+ssh|(?:docker|kubectl|podman)(?:\s+compose)?\s+exec)\b"
)
"""Commands that look at or run what happens elsewhere: what was run there is not told."""
REWRITES = late(
    r"(?:^|[;&|\n(]\s*)(?:patch\s+-|(?:git\s+)?(?:mv|rm|cp)\s+(?:-\w+\s+)*(?!/tmp|\S*(?:dist|build|node_modules|target|cache|tmp|\.log|\.out)\b)[\w./-]+\.(?:py|[jt]sx?|mjs|rs|go|java|rb|c|cc|cpp|h|kt|swift|php|cs|vue|svelte)\b|perl\s+-\w*i|(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go)\s+(?:pip\s+)?(?:install|i|add|get|update|upgrade|remove|uninstall)\s+(?:-\S+\s+)*[@\w])|\bxargs\b[^\n;]*\b(?:sed|perl)\s+-\w*i"
)
REWRITERS = (
    "patch",
    "mv ",
    "rm ",
    "cp ",
    "perl",
    "xargs",
    "install",
    " add",
    " update",
    "upgrade",
    " remove",
    " get ",
    " i ",
)
COPIES = late(
    r"^\s*(?:sudo\s+)?(?:(?:cp|mv|touch|tee|install)\s.*?|(?:cat|echo|printf)\s.*>\s*)(?P<path>[\w./~@-]*\w)\s*$"
)
REFORMATTED = late(r"^\s*[1-9]\d* files? reformatted|^reformatted \S|\(?\b[1-9]\d* fixed\b|^\S+\.\w{1,5} \d+ms$", re.M)
NAMED = (
    "pytest", "jest", "vitest", "mocha", "rspec", "phpunit", "eslint", "biome", "ruff", "flake8", "pylint", "clippy", "tsc", "mypy", "pyright",
    "prettier", "black", "rustfmt", "gofmt", "webpack", "vite", "cargo", "go", "docker", "golangci", "rubocop", "playwright",
)  # fmt: skip
"""Programs that a run of many names while it runs."""
DEED = late(
    r"\bgit\s[^;&|\n]{0,200}?\b(?:commit|push|merge|rebase|pull|checkout|switch|cherry-pick|revert|reset|restore|stash|tag|am|apply|add|status|clean)\b|\bgh\s|\bglab\s|publish|twine|deploy|\b(?:kubectl|terraform)\s+apply"
)
"""What may be a deed at all; ``DEED_WORDS``: of these stands one in it."""
DEED_WORDS = ("git", "gh", "glab", "publish", "twine", "deploy", "apply")
WRAPS = late(
    r"^(?:(?:[A-Za-z_]\w*=\S+|sudo|npx|time|env|timeout\s+\S+|nohup|(?:uv|poetry|pipenv)\s+run|bundle\s+exec|python3?\s+-m)\s+)+"
)
PLAIN = late(
    r"\s*(?:cat|grep|egrep|rg|sed|awk|ls|find|head|tail|nl|wc|echo|printf|pwd|which|cd|test|\[|stat|file|diff|sort|tree|jq|cut|sleep|kill|true|false|git)\b"
)
HOOKS = (
    "....Passed",
    "lint-staged",
    "staged files",
    "husky",
    "lefthook",
    "pre-commit hook",
    "pre-push hook",
    "\n> vitest",
    "\n> jest",
)
PASSED = late(
    r"\b\d+ (?:tests? )?pass(?:ed)?\b|^\$ (?:bun|biome|tsc|eslint|vitest|jest|npx|pnpm|npm|yarn|uv|ruff|mypy)\b", re.M
)
"""What a commit or push prints when checks ran before it."""
CONCLUDED = late(r"\b(?:success|failure|cancelled|timed_out|startup_failure)\b")
"""How the code host says that a run ended."""
ONLY_LISTS = late(
    r"\s--(?:collect-only|co|no-run|list|listTests|list-tests|dry-run|setup-only|setup-plan|version|help|print-config|showConfig)\b"
)
"""Checks that are told to check nothing."""
LISTS_ILL = late(r"(?:gofmt|goimports|gofumpt)\s+(?:-\w+\s+)*-\w*l|(?:\S+\s+)?prettier\s.*(?:-l\b|--list-different)")
"""Programs that end well and list what is not as it should be."""
SELECTS = late(
    r"^(?!make\b).*\s-k\s+(?!\d)|\s(?:-t|-g|-run|--grep|--filter|--lf|--last-failed|--only[A-Z]\w+|--changed|--test-?[Nn]ame\S*|--related)\b|\s--tests\s+\S*[A-Z*.]"
    r"|::|(?<!python)(?<!python3)(?<!node)(?<!bun)(?<!ruby)(?<!sh)\s[^\s=-][^\s=]*(?:test|spec)[^\s=]*\.(?:py|[cm]?[jt]sx?|rs|go|rb|php|java|kt|exs?|swift|dart)\b",
    re.S,
)
"""Arguments that choose some of the tests."""
LOOKS_AT = late(r"(?:^|\s)(?:gh|glab)\s+(?:pr|mr|run|ci|workflow|api|issue)\b")
RELEASES = late(
    r"^(?:\S+=\S+\s+|sudo\s+|npx\s+|make\s+|\./)*(?:(?:npm|pnpm|yarn|cargo|poetry|uv|flit|hatch)\s+publish|twine\s+upload|gh\s+release\s+create|\S*deploy\S*|kubectl\s+apply|terraform\s+apply)\b",
    re.I,
)
ACTS = late(
    r"(?:^|[;&|(]\s*)(?:sudo\s+)?(?:kill|pkill|killall|rm|rmdir|mv|cp|mkdir|touch|export|unset|source|fuser\s+-k|git\s+(?:fetch|push|rm|mv|branch\s+-|checkout|switch|config)|(?:docker|podman|kubectl|systemctl|npm|pnpm|yarn|bun|pip3?|gh|glab)\s+(?:\w+\s+)?(?:up|down|start|stop|restart|rm|run|apply|delete|scale|rollout|install|add|remove|uninstall|i|merge|close|reopen|review|ready|edit|rerun))\b"
)
"""Commands that change what a look before them showed."""
NEW_BRANCH = late(r"\s-(?:b|B|c|C|-orphan|-create)\b")
NO_CHANGE = ("already up to date", "already up-to-date", "is up to date")
REFUSED = (
    "[rejected]", "[remote rejected]", "failed to push", "fatal:", "conflict (", "automatic merge failed", "could not apply",
    "error: failed", "nothing to commit", "no changes added", "nothing added to commit", "hook id:", "graphql:", "permission denied",
)  # fmt: skip
MERGES = frozenset(("merge", "rebase", "pull", "cherry-pick", "revert", "am", "apply"))
FAR = late(r"^(?:/tmp/|/private/tmp/|/var/)|(?:^|/)\.(?:claude|codex|git)/")
_COMMITTED_ON = late(r"^\[(?:HEAD\s+)?(\S+?)(?:\s+\(root-commit\))?\s+[0-9a-f]{7,}\]", re.M)
_FAR_FROM = late(
    r"\[((?:ahead|behind) \d+(?:, behind \d+)?)\]|branch is ((?:ahead of|behind) \S+ by \d+ commits?)|(have diverged)"
)


def place_of(what: str, shown: str) -> str:
    """Where a git command says that it is: the branch of a commit, how far a branch is from its upstream."""
    found = _COMMITTED_ON.search(shown) if what == "commit" else _FAR_FROM.search(shown) if what == "status" else None
    return next((one for one in found.groups() if one), "") if found else ""


_MADE_AS = late(r"^\[[^\]\n]*?\b([0-9a-f]{7,40})\]", re.M)


def made_as(shown: str) -> str:
    """The hash that git printed of a commit."""
    found = _MADE_AS.search(shown)
    return found[1] if found else ""


_TESTED = late(
    r"\btests?\s+passed:\s*\d|\b\d+\s+(?:tests?|specs?|examples?|scenarios?)[,;]?\s+(?:passed|\d+\s+(?:failures?|failed))|^\s*\d+\s+(?:passed|passing)\b|\b\d+\s+failed,\s+\d+\s+passed\b",
    re.I | re.M,
)


def counts_tests(text: str, shown: str) -> bool:
    """Whether a program that no table knows printed how many tests passed; one that only looks at files did not run them."""
    end = shown[-1500:]
    return (
        ("assed" in end or "ailed" in end or "ailures" in end)
        and not PLAIN.match(text)
        and _TESTED.search(end) is not None
    )


def search_in(text: str) -> str:
    """What a search is for that a command is, or through which its output is handed; empty where it is none."""
    piped = _FILTERS.match(text) if "|" in text else None
    found = SEARCHES.match(text[piped.end() :] if piped else text)
    return found["rest"] if found else ""
