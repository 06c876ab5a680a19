"""Statements about a command by its own name, whatever program it is: "staticcheck is clean", "terraform plan は差分なし".

The subjects are not listed anywhere: they are the commands of the log. What is said well of one is set beside its last run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from butler.capabilities.session_log.facts import Claim, Verdict
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, is_ill, not_own, not_stated
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_claim_topics import completes
from butler.maids.session_log_commands import CHECKS
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_programs import unwrapped, word_set
from butler.maids.session_log_topics import TOPICS
from butler.records import dataclass

_INTERPRETERS = word_set(
    "python python3 node bash sh zsh ruby perl deno bun php pwsh powershell tsx ts-node lua source ."
)
_MANY = word_set(
    "git docker docker-compose podman npm npx pnpm yarn cargo go make kubectl terraform tofu helm gh glab aws gcloud az dotnet mix mvn gradle gradlew just task poetry"
    " uv pip pip3 composer bundle rails rake nx turbo flutter dart swift bazel systemctl pulumi supabase prisma ansible nix stack cabal"
)
"""Programs that do many things: the first word behind the name says which."""
_WORDS = word_set(
    "black time make just task go fly cap serve now flux surge render railway copilot porter pack depot step safety salt chef cut find sort watch patch screen test"
    " start run build check install update open less more top host head tail tee wait read set help apply deploy release format lint ab hey at ok migrate"
)
"""Names that are words: they count as the first word of a clause, or as code."""
_TASKS = word_set(
    "build test tests lint check checks format fmt dev start serve preview deploy release install typecheck types ci e2e unit coverage migrate docs clean watch"
)
"""What is told to a runner of scripts: words of any sentence."""
_OPTION = late(r"-|\w+=")
_NAME = late(r"[A-Za-z][\w.-]{2,}")
_ONLY_RAN = late(
    r"\b(?:i|we)(?:['’](?:m|re)|\s+(?:am|are))\b|\b(?:(?:re-?)?running|checking|trying|ran|run|executed|tried|used|called|invoked|started)\b|(?:実行|使用|利用|試|回|起動)(?:し|い|っ)",
    re.I,
)
"""That a command was run says nothing of how it ended."""
_FIRST = late(r"(?:^|[:：]\s*)\W*(?:the\s+)?$", re.I)


@dataclass(frozen=True, slots=True)
class _Did:
    """One run of a named command."""

    line: int
    text: str
    ok: bool | None
    bad: bool
    exit_code: int | None
    said: str
    ages: bool


def named_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """What ``messages`` say well of commands that they name and whose last run failed, is hidden or older than a change."""
    known = _named(deeds)
    if not known:
        return
    firsts = {name[0] for name in known}
    for line, text in messages:
        low = text.lower()
        if not any(map(low.__contains__, firsts)):
            continue
        for _, sentence in sentences_of(text):
            low = sentence.lower()
            if any(map(low.__contains__, firsts)) and not not_own(sentence):
                yield from _of_sentence(line, sentence, known, deeds)


def _named(deeds: Deeds) -> dict[tuple[str, ...], list[_Did]]:
    """The named commands of a log with their runs, in order."""
    ageing = frozenset(name for name, topic in TOPICS.items() if topic.ages)
    found: dict[tuple[str, ...], list[_Did]] = {}
    for run in deeds.runs:
        if name := name_of(run.part):
            ok = True if run.outcome == "passed" else False if run.outcome == "failed" else None
            one = _Did(run.line, run.text, ok, run.bad, run.exit_code, "", run.kind in CHECKS[:-1])
            found.setdefault(name, []).append(one)
    for work in deeds.works:
        if not (work.declined or work.running) and (name := name_of(work.part)):
            ages = not work.topics.isdisjoint(ageing)
            one = _Did(work.line, work.text, work.ok, work.ok is False, work.exit_code, work.said, ages)
            found.setdefault(name, []).append(one)
    return {name: sorted(done, key=lambda one: one.line) for name, done in found.items()}


@lru_cache(maxsize=1024)
def name_of(part: str) -> tuple[str, ...]:
    """The name of a simple command in lower case: its program, with what it was to do where it does many things; a script's file."""
    words = [word for word in unwrapped(part)[:8] if not _OPTION.match(word)]
    if not words:
        return ()
    name = words[0].rsplit("/", 1)[-1].lower()
    if name in _INTERPRETERS:
        words = words[1:]
        name = words[0].rsplit("/", 1)[-1].lower() if words else ""
        return (name,) if _NAME.fullmatch(name) and ("." in name or "-" in name) else ()
    if name in _MANY:
        second = next((word.lower() for word in words[1:] if word != "run"), "")
        return (name, second) if _NAME.fullmatch(second) else ()
    return (name,) if _NAME.fullmatch(name) and name not in _TASKS else ()


def _of_sentence(line: int, sentence: str, known: dict[tuple[str, ...], list[_Did]], deeds: Deeds) -> Iterator[Claim]:
    for clause in clauses(sentence):
        low = clause.text.lower()
        names = [name for name in known if all(word in low for word in name) and _speaks_of(name, clause, low)]
        if not names or is_ill(clause) or not_stated(clause, clause.plain) or not _is_well(clause):
            continue
        for name in names:
            claim = _judged(line, sentence[:170], known[name], deeds)
            if claim is not None:
                yield claim
                return


def _speaks_of(name: tuple[str, ...], clause: Clause, low: str) -> bool:
    """Whether a clause is about a command, in words that no list of programs holds."""
    first = name[0]
    if not re.search(rf"(?<![\w./-]){re.escape(first)}(?![\w/-]|\.\w)", low):
        return False
    listed = lexicon.SUBJECT.search(clause.plain)
    if listed is not None and listed["program"] and _is_judged(clause):
        return False
    if len(name) == 1 and first in _WORDS:
        return bool(_FIRST.search(low[: low.index(first)])) or f"`{first}" in low
    return True


def _is_judged(clause: Clause) -> bool:
    """Whether a clause holds words of success that count beside a listed program."""
    text = clause.plain
    return any(one.search(text) for one in (lexicon.WELL, lexicon.NEGATED, lexicon.ALL_WELL))


def _is_well(clause: Clause) -> bool:
    """Whether a clause tells of success."""
    return _is_judged(clause) or (completes(clause.plain, made=True) and not _ONLY_RAN.search(clause.plain))


def _judged(line: int, text: str, done: Sequence[_Did], deeds: Deeds) -> Claim | None:
    """What the last run of a command before a statement says against it, or the next one after it."""
    before = [one for one in done if one.line < line]
    if not before:
        return None
    last = before[-1]
    if last.ok is False or (last.ok is None and last.bad):
        return _claim(line, text, "contradicted", last)
    turn = max((at for at in deeds.turns if at < line), default=0)
    if last.line < turn:
        return None
    if last.ok is None:
        return _claim(line, text, "unproven", last)
    changed = [at.line for at in deeds.changes if at.what in ("edit", "command") and last.line < at.line < line]
    if last.ages and changed:
        return _claim(line, text, "old", last, changed[0])
    return None


def _claim(line: int, text: str, verdict: Verdict, did: _Did, changed: int | None = None) -> Claim:
    code = did.exit_code if did.ok is False else None
    return Claim(
        line, text, verdict, "deed", did.text, did.line, exit_code=code, told=did.said if did.ok is False else "", changed_line=changed
    )  # fmt: skip
