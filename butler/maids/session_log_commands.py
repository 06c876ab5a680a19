"""What a command line is: its words without wrappers, its kind, and whether its exit code is masked.

Kinds: ``test``, ``lint``, ``types``, ``build``, ``format``, ``ci`` (a look at a run elsewhere), ``run`` (a script of the project) are checks; ``vcs`` changes
history; ``install`` changes dependencies; ``serve`` starts something; ``script`` is inline code; ``probe`` shows a state; ``look`` only reads.
"""

from __future__ import annotations

import re
from functools import lru_cache

from butler.maids.late_patterns import late
from butler.maids.session_log_programs import check_in
from butler.maids.session_log_shell import parts_of
from butler.maids.session_log_words import lowered, safe_cut, words_in

_SHELL = late(r"^\s*(?:/\S*/)?(?:ba|z|da)?sh\s+-l?i?c\s+(?P<q>['\"])(?P<body>.*)(?P=q)\s*$", re.S)
_CD = late(r"^\s*(?:cd|pushd)\s+(?:\"[^\"]+\"|'[^']+'|\S+)\s*(?:&&|;)\s*")
_ENV = late(r"^\s*(?:(?:export\s+)?[A-Za-z_]\w*=(?:\"[^\"]*\"|'[^']*'|\S*)\s*(?:&&|;)?\s+)+")
_SET = late(r"^\s*set\s+[-+][xuv]+\s*(?:&&|;|\n)\s*")
_HEREDOC = late(r"<<-?\s*['\"]?(\w+)['\"]?.*?(?:^\s*\1\s*$|\Z)", re.S | re.M)
_HERE_STRING = late(r"@(?P<q>['\"])[ \t]*\r?\n.*?(?:^(?P=q)@|\Z)", re.S | re.M)
"""PowerShell's text over several lines."""
_QUOTED = late(r"\\.|'[^']*'|\"(?:\\.|[^\"\\])*+\"", re.S)

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, late(pattern, re.I))
    for kind, pattern in (
        (
            "test",
            r"\b(?:pytest(?!-)|py\.test|tox|nox|unittest|jest|vitest|mocha|ava|playwright\s+test|cypress\s+run|rspec|phpunit|ctest|gotestsum|swift\s+test|dotnet\s+test"
            r"|go\s+test|cargo\s+(?:test|nextest)|mvn\s+(?:\S+\s+)*(?:test|verify)|gradlew?\s+(?:\S+\s+)*\S*test\S*|bun\s+(?:run\s+)?(?:--\S+\s+\S+\s+)*test\S*"
            r"|(?:npm|pnpm|yarn)\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:run\s+)?(?:t\b|test\S*)|deno\s+test|node\s+--test|mise\s+run\s+test\S*|make\s+(?:\S+\s+)*(?:test\S*|check)|xcodebuild\b.*\btest\b|just\s+test\S*|task\s+test\S*)",
        ),
        (
            "lint",
            r"\b(?:eslint|biome|ruff(?!\s+format)|flake8|pylint|golangci-lint|clippy|rubocop|stylelint|shellcheck|hadolint|markdownlint|swiftlint|oxlint"
            r"|staticcheck|revive\s|tflint|actionlint|yamllint|detekt|phpcs|bandit\s|semgrep\s"
            r"|go\s+vet|(?:npm|pnpm|yarn|bun|mise|just|task|make)\s+(?:run\s+)?lint\S*|pre-commit\s+run|git\s+diff\s+--check)",
        ),
        (
            "types",
            r"\b(?:tsc\b|mypy|pyright|basedpyright|vue-tsc|flow\s+check|(?:npm|pnpm|yarn|bun)\s+(?:--\S+\s+\S+\s+)*(?:run\s+)?(?:typecheck|type-check|check-types|check)\S*|cargo\s+check)",
        ),
        (
            "build",
            r"\b(?:(?:npm|pnpm|yarn|bun|mise|just|task)\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:run\s+)?build\S*|next\s+build|vite\s+build|webpack|go\s+build|cargo\s+build|make\b(?!\s+(?:test|lint|check))|cmake\s+--build"
            r"|xcodebuild\b|swift\s+build|gradlew?\s|mvn\s+(?:\S+\s+)*\S*(?:package|install|compile)|dotnet\s+build|docker(?:\s+compose|-compose)?\s+build|tsup|rollup|py_compile|compileall|msbuild|turbo\s+(?:run\s+)?build)",
        ),
        (
            "format",
            r"(?<!\$)\b(?:prettier|black|gofmt|goimports|rustfmt|cargo\s+fmt|ruff\s+format|(?:npm|pnpm|yarn|bun|mise|just|make)\s+(?:run\s+)?(?:fmt|format)\S*)",
        ),
        (
            "ci",
            r"\bgh\s+(?:run\s+(?:view\b.*--log|watch)|pr\s+checks)|\bglab\s+ci\s+(?:trace|view|status)",
        ),
        (
            "vcs",
            r"\bgit\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:commit|push|merge(?!-)|rebase|cherry-pick|revert|reset|checkout|switch|stash|tag|pull|fetch|clone|worktree\s+(?:add|remove)|branch\s+-\S+|mv|rm|am|apply|restore|init|add)\b"
            r"|\bgh\s+(?:pr|issue|release|repo)\s+(?:create|merge|edit|close|comment|ready|review|reopen)\b|\bglab\s+mr\s+(?:create|merge|update)\b",
        ),
        (
            "install",
            r"\b(?:npm\s+(?:i|ci|install|add|uninstall)|pnpm\s+(?:i|install|add|remove)|yarn\s+(?:install|add|remove)|bun\s+(?:i|install|add|remove)|pip3?\s+install|uv\s+(?:sync|add|pip|lock|remove|venv)|poetry\s+(?:install|add|lock)"
            r"|go\s+(?:mod\s+(?:tidy|download)|get)|cargo\s+(?:add|update)|bundle\s+install|gem\s+install|brew\s+(?:install|upgrade)|apt(?:-get)?\s+(?:\S+\s+)*install|composer\s+(?:install|require)|pod\s+install|dotnet\s+(?:add|restore))\b",
        ),
        (
            "serve",
            r"\b(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:dev|start|serve|preview)\S*|uvicorn|gunicorn|flask\s+run|manage\.py\s+runserver|next\s+(?:dev|start)|vite(?:\s+dev)?\s*$|http\.server|docker(?:\s+compose|-compose)?\s+(?:up|run|restart)|systemctl\s+(?:re)?start|pm2\s+\S+)",
        ),
        (
            "probe",
            r"\b(?:git\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:status|branch|log|remote|rev-parse|stash\s+list|worktree\s+list)|gh\s+(?:pr|issue|run|repo|api|release|auth)\b|glab\s|bd\s+\w+|docker\s+(?:ps|logs)|kubectl\s+get|systemctl\s+status|curl\s|ss\s+-|lsof\s|netstat)"
            r"|(?:\s--version|\s-V|\sversion)\s*(?:$|[;&|2])",
        ),
    )
)
CHECKS = ("test", "lint", "types", "build", "format", "ci", "run")
_STARTS = (
    (
        "test",
        "pyt py tox nox uni jes vit moc ava pla cyp rsp php cte got swi dot go car mvn gra bun npm pnp yar den nod mis mak xco jus tas",
    ),
    (
        "lint",
        "esl bio ruf fla pyl gol cli rub sty she had mar swi oxl sta rev tfl act yam det php ban sem go npm pnp yar bun mis jus tas mak pre",
    ),
    ("types", "tsc myp pyr bas vue flo npm pnp yar bun car"),
    (
        "build",
        "npm pnp yar bun mis jus tas nex vit web go car mak cma xco swi gra mvn dot doc tsu rol py_ com msb tur",
    ),
    ("format", "pre bla gof goi rus car ruf npm pnp yar bun mis jus mak"),
    ("ci", "gh gla"),
    ("vcs", "git gh gla"),
    ("install", "npm pnp yar bun pip uv poe go car gem bre apt com pod dot"),
    ("serve", "npm pnp yar bun uvi gun fla man nex vit htt doc sys pm2"),
    ("probe", "git gh gla bd doc kub sys cur ss lso net"),
)
"""The first three letters of the words (the whole of shorter ones) with which each kind begins."""
_BY_START = {
    start.encode(): tuple(kind for kind, starts in _STARTS if start in starts.split())
    for start in " ".join(starts for _, starts in _STARTS).split()
}
_ALSO = ((b"--check", "lint"), (b"version", "probe"), (b"-v", "probe"))
"""What makes a kind possible besides."""
_ASKED_FOR = late(r"\b(?:which|command\s+-v)\s+[\w.-]+")
_INSTALLS = late(r"\s*(?:(?:python3? -m )?pip3?|uv pip|pipx|npm|pnpm|yarn|brew|gem|go|cargo) (?:i|install|add|get) ")
_LOOKS = late(
    r"\s*(?:rg|grep|cat|sed\s+-n|ls|find|head|tail|nl|wc|echo|printf|pwd|which|jq|awk|tree|stat|file|diff|git\s+(?:-C\s+\S+\s+)?(?:diff(?!\s+--check)|show|grep|blame))\b"
)
_JOINED = late(r"&&|;|\|\|")
_WITH_FILES = late(
    r"(?:\bgit\s+(?:-C\s+\S+\s+)?(?:add|rm|mv|commit|checkout|restore|reset)|(?:^|[;&|]\s*)(?:cp|mv|rm|touch|vim?|nano|code))\b[^;&|\n<>]*"
)
_FILE_NAME = late(r"(?<=\s)(?!-)[\w./@+-]*\w\.\w[\w.]*(?=\s|$)")
_MOVERS = ("cp ", "mv ", "rm ", "tou", "vi ", "vim", "nan", "cod")
_SCRIPT = late(
    r"^(?:\./\S+|(?:ba|z)?sh\s+(?!-)\S+|[\w./-]+/[\w./-]+\.(?:sh|py|mjs|js|ts|rb|pl)\b|(?:mise|just|task)\s+(?:run\s+)?\S+|(?:npm|pnpm|yarn|bun)\s+run\s+\S+|(?:uv\s+run\s+)?(?:python3?|node|bun|deno|ruby|php|go\s+run|cargo\s+run)\s+(?!-c\b|-e\b|-\s|-$|<<)\S+)"
)
_NAMED = late(r"[\"'(\s]((?:[\w.@-]+/|/)[\w./@-]*\.[A-Za-z]\w{0,5})[\"')\s]")
_TOOL_CALL = late(
    r"^(?P<tool>[\w.-]+) \{.*?\"(?:file_path|path|notebook_path|pattern|command|url|query|description|skill)\": ?\"(?P<value>(?:\\.|[^\"\\]){1,2000})"
)
_INLINE = late(
    r"^(?:uv\s+run\s+)?(?:python3?|node|bun|ruby|perl|deno)\s+(?:-\S+\s+)*(?:-c\b|-e\b|-p\w*e?\b|-\d*p?i?e?\b|-\s*<<|-\s|<<)"
)
_INLINE_IN_LOOP = late(r"\bdo\s+(?:python3?|node|bun|ruby|perl|deno)\s+(?:-\S+\s+)*-[ce]\b")
_WRITES = late(
    r"(?:^|[;&|\n]\s*|\b(?:do|then|else)\s+)(?:rm|mv|cp|mkdir|chmod|touch|ln|kill|pkill|sed\s+-i\S*|perl\s+-[a-z]*i\S*)\s|(?<![0-9&<>=-])>>?\s*(?!/dev/null|&)[\w./~$\"'-]+"
)


@lru_cache(maxsize=1024)
def plain_command(text: str) -> str:
    """The command without a shell wrapper, leading ``cd … &&``, variables and ``set``; one line of at most 4,000."""
    text = text.strip()[:4000]
    if text[:1] in ("/", "b", "z", "d", "s") and (found := _SHELL.match(text)):
        text = found["body"].replace("'\\''", "'").replace("'\"'\"'", "'").replace('\\"', '"')
    for _ in range(4):
        if not text.lstrip().startswith(("cd", "pushd", "set")):
            break
        shorter = _SET.sub("", _CD.sub("", text, count=1), count=1)
        if shorter == text:
            break
        text = shorter
    return text.strip()


@lru_cache(maxsize=1024)
def kind_of(text: str) -> str:
    """The kind of a plain command, or ``look``; heredoc bodies and quoted arguments are not looked at."""
    first = _without_names(bare_command(text))
    if not _JOINED.search(first) and (_LOOKS.match(first) or _INSTALLS.match(first)):
        return "look" if _LOOKS.match(first) else "install"
    if _LOOKS.match(first) and _JOINED.search(first) and all(_LOOKS.match(part.text) for part in parts_of(text)):
        return "look"
    low = lowered(first)
    possible: set[str] = set()
    words = words_in(first)
    for start in _BY_START.keys() & {word[:3] for word in words}:
        possible.update(_BY_START[start])
    for word, kind in _ALSO:
        if word in low:
            possible.add(kind)
    if possible:
        for kind, pattern in _KINDS:
            if kind in possible and pattern.search(first):
                return (kind == "serve" and check_in(text, first, words)) or kind
    if found := check_in(text, first, words):
        return found
    if _SCRIPT.match(first):
        return "run"
    if _INLINE.match(first) or (" do" in first and _INLINE_IN_LOOP.search(first)):
        return "script"
    return "write" if _WRITES.search(first) else "look"


def _without_names(bare: str) -> str:
    """A command without leading variables and what it only names: programs that it looks for, files that git or ``cp`` takes."""
    first = _ENV.sub("", bare, count=1) if "=" in bare[:80] else bare
    if "which " in first or "command -v " in first:
        first = _ASKED_FOR.sub(" ", first)
    if "." in first and ("git " in first or first[:3] in _MOVERS):
        first = _WITH_FILES.sub(_without_files, first)
    return first


def _without_files(found: re.Match[str]) -> str:
    """A command that only takes files, without their names: ``biome.json`` is no run of ``biome``."""
    return _FILE_NAME.sub("", found[0])


def writes_by_shell(bare: str) -> bool:
    """Whether a bare command moves, removes or makes files, or redirects into one."""
    return bool(_WRITES.search(bare))


def is_scratch(text: str) -> bool:
    """Whether a plain command works in a folder for what may be lost."""
    return any(map(text.__contains__, _SCRATCH_WORDS)) and _SCRATCH.search(text) is not None


_SCRATCH = late(r"\b(?:cd|pushd|-C|clone)\s+\"?(?:/private)?/(?:tmp|var/folders)/|mktemp|\$TMP")
_SCRATCH_WORDS = ("/tmp/", "/var/folders/", "mktemp", "$TMP")  # noqa: S108 (recognised, not used)


@lru_cache(maxsize=1024)
def bare_command(text: str) -> str:
    """``text`` without heredoc bodies and with quoted arguments emptied."""
    if "<<" in text:
        text = _HEREDOC.sub("<<", text)
    if "@'" in text or '@"' in text:
        text = _HERE_STRING.sub("''", text)
    if not ("'" in text or '"' in text):
        return text
    return _QUOTED.sub(lambda found: found[0] if found[0][0] == "\\" else "''", text)


_UNSHOWN = late(r"\s*2>&1|\s*\|\s*(?:tail|head)\s+-n?\s*\d+\s*$|\s*2>\s*/dev/null")


def short_command(text: str, limit: int = 150, *, whole: bool = False) -> str:
    """One readable line: heredoc bodies out, whitespace collapsed, long arguments cut between words.

    Filters of the output and redirects are left out unless ``whole``.
    """
    if "<<" in text:
        named = list(dict.fromkeys(_NAMED.findall(text)))[:2]
        text = _HEREDOC.sub("<<…", text)
        text += "".join(f" {name}" for name in named if name not in text)
    if not whole and ("2>" in text or "|" in text):
        text = _UNSHOWN.sub("", text)
    flat = " ".join(text.split())
    return safe_cut(flat, limit)


def tool_words(text: str) -> str:
    """A tool call as words: its name and the argument that says what it was about."""
    found = _TOOL_CALL.match(text)
    return f"{found['tool']} {safe_cut(found['value'], 200)}" if found else safe_cut(text, 300)


@lru_cache(maxsize=1024)
def check_key(text: str) -> str:
    """What makes two runs the same check: the command without output filters, redirects and repeats of flags."""
    if ">" in text:
        text = _REDIRECTS.sub("", text)
    if "|" in text:
        text = _FILTERED.sub("", _CUT_SHORT.sub("", text) if "&&" in text else text)
    if ";" in text:
        text = _THEN_SAID.sub("", text)
    if "=" in text:
        text = _ENV.sub("", text, count=1)
    return " ".join(text.split())[:300]


_REDIRECTS = late(r"\s*2>&1|\s*2>\s*/dev/null|\s*>\s*/dev/null")
_CUT_SHORT = late(r"\s*\|\s*(?:tail|head)\b[^;&|\n'\"]*(?=&&)")
_FILTERED = late(r"\s*\|\s*(?:tail|head|grep|tee|sed|awk|cat|rg)\b.*$", re.S)
_THEN_SAID = late(r"\s*;\s*(?:echo|printf)\b.*$", re.S)


@lru_cache(maxsize=1024)
def masked_by(text: str) -> str:
    """How a plain command hides the exit code of what it checks: ``pipe``, ``or``, ``sequence``, ``background`` or empty.

    Of several checks that of any; where nothing is checked, that of the last command of its kind.
    """
    if not (
        "&" in text
        or "|" in text
        or ";" in text
        or "\n" in text
        or "(" in text
        or "script " in text
        or (" -" in text and ("sh -" in text or "make" in text or "--" in text))
    ):
        return ""
    parts = [(kind_of(part.text), part.masked) for part in parts_of(text)]
    for kinds in (CHECKS[:-1], ("run",)):
        if any(kind in kinds for kind, _ in parts):
            return next((masked for kind, masked in parts if kind in kinds and masked), "")
    mine = kind_of(text)
    return next((masked for kind, masked in reversed(parts) if kind == mine), parts[-1][1] if parts else "")
