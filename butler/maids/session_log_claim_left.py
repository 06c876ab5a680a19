"""Statements of how little is left of failures or of the findings of a check, set beside what the last run of it printed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_statement import Statement
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_runs import Run

_FEW = r"(?:\d+|one|two|three|four|five|a\s+single)"
_IS = r"(?:(?:is|are|still|now|that)\s+)*"
_LEFT_IN = r"(?:left|remains?|remaining|to\s+go)"
_LEFT = late(
    rf"\b(?:(?:only|just)\s+)?(?P<n>{_FEW})\s+(?:(?:remaining|more|other|single)\s+)?(?:tests?\s+{_IS}(?:fail(?:s|ing)?|red|broken)|(?:test\s+)?failures?\s+{_IS}{_LEFT_IN}|failing\s+tests?\s+{_IS}{_LEFT_IN}"
    rf"|(?P<what>type|lint\w*|eslint|mypy|tsc|ruff|clippy|rubocop|pylint|compil\w+|build)?\s*(?:errors?|warnings?|offen[sc]es?|violations?|findings?)\s+{_IS}{_LEFT_IN})(?:\s+now)?(?:\W*(?=$|[.;,!])|\s*(?=[(（:—–]))"
    r"|(?:失敗|落ち)[^、。\d]{0,12}?(?P<j>\d+)\s*件(?:だけ|のみ)|(?P<k>\d+)\s*件(?:だけ|のみ)(?:が|は)?(?:まだ)?\s*(?:失敗|落ち)"
    r"|\b(?P<sole>the\s+only)\s+(?:\w+\s+)?(?:failing|failed|broken|red)\s+(?:tests?|specs?)\s+(?:is|was|left)\b|(?P<alone>失敗|落ち)[^、。\d]{0,10}(?:の|テスト)は[^、。\d]{0,40}(?:だけ|のみ)(?:です|でし|。|$)"
    r"|(?P<thing>失敗(?:テスト|している\w*)?|型(?:の)?エラー|コンパイルエラー|警告|指摘(?:事項)?|違反|エラー)(?:は|も|が)?\s*(?:(?:残り|あと)\s*(?P<l>\d+)\s*件|(?P<m>\d+)\s*件(?:だけ|のみ|を残す))",
    re.I,
)
"""A statement that no more than so many tests fail, or that no more than so much trouble of another check is left."""
_NUMBERS = {"one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_FEW_WORDS = late(r"only|just|still|left|remain|to go|だけ|のみ|残|あと", re.I)
_ONLY_JA = late(r"だけ|のみ|remain\w*\s+to|残り|to\s+go", re.I)


def left_in(line: int, sentence: str) -> Iterator[Statement]:
    """How few tests a whole sentence says to fail still."""
    found = _LEFT.search(sentence) if _FEW_WORDS.search(sentence) else None
    if found is None:
        return
    part = sentence[: found.end()].rpartition("; ")[2] + sentence[found.end() :].partition(";")[0]
    if lexicon.OPEN.search(_ONLY_JA.sub(" ", part)) or lexicon.PAST.search(part):
        return
    told = next((found[key] for key in ("n", "j", "k", "l", "m") if found[key]), "1")
    number = " ".join(told.lower().split())
    yield Statement(line, sentence[:170], "left", _left_of(found), _NUMBERS.get(number) or int(number))


def _left_of(found: re.Match[str]) -> str:
    """The kind of check of which a statement says how much is left; empty where it does not say."""
    what, thing = (found["what"] or "").lower(), found["thing"] or ""
    if what in ("type", "mypy", "tsc") or thing.startswith("型"):
        return "types"
    if what.startswith(("compil", "build")) or thing.startswith("コンパイル"):
        return "build"
    if what or thing.startswith(("警告", "指摘", "違反")):
        return "lint"
    return (
        ""
        if thing == "エラー" or (found["n"] and re.search(r"(?:error|warning|offen|violation|finding)", found[0], re.I))
        else "test"
    )


def fewer_left(one: Statement, deeds: Deeds) -> Claim | None:
    """Less is said to be left of failures than the last run printed, with nothing changed since."""
    turn = max((line for line in deeds.turns if line < one.line), default=0)
    kinds = (one.name,) if one.name else ("lint", "types", "build")
    runs = [run for run in deeds.runs if run.kind in kinds and turn < run.line < one.line]
    if not runs or (runs[-1].many and runs[-1].kind == "test") or one.count is None:
        return None
    last = runs[-1]
    moved = any(last.line < change.line < one.line for change in deeds.changes)
    if moved or _trouble(last) <= one.count or any(one.count in _troubles(run) for run in runs):
        return None
    code = last.exit_code if last.outcome != "unknown" else None
    told = " ".join(last.told.split())[:200]
    return Claim(one.line, one.text, "contradicted", last.kind, last.text, last.line, exit_code=code, told=told)


def _trouble(run: Run) -> int:
    """How many tests failed, or how much a check of another kind found."""
    tally = run.tally
    return tally.failed if run.kind == "test" else max(tally.errors, tally.remaining, tally.warnings)


def _troubles(run: Run) -> frozenset[int]:
    """The numbers that a run printed of its trouble."""
    return frozenset((run.tally.failed,)) if run.kind == "test" else run.tally.numbers
