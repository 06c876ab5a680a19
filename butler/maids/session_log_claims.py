"""What the agent says about results, set beside everything that the log shows: before its words and after them.

A statement rests on the runs that fit it (its kind of check, the program or path that it names) in its turn, else on the last one. It
is contradicted, unproven or old then; what held is refuted by a later run that failed, or old once the work tree changed and
nobody ran it again. What the log bears out is not mentioned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from butler.capabilities.session_log.facts import Claim, Verdict
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_deeds import deed_claim, outlived
from butler.maids.session_log_claim_prints import counted_whole, fewer_left, row_says
from butler.maids.session_log_claim_words import Statement, statements
from butler.maids.session_log_deed_words import SELECTS
from butler.maids.session_log_deeds import Change, Deeds, Run

MESSAGES = 80
"""How many messages of the agent are looked at: the newest."""
_CLAIMS = 60
_CHECKED = ("test", "lint", "types", "build", "format", "coverage", "ci", "all", "script", "trouble")
_RELATED = {
    "types": ("build",),
    "build": ("types",),
    "format": ("lint",),
    "ci": (),
    "lint": (),
    "test": (),
    "coverage": ("test",),
}
_ALIASES = {"maven": "mvn", "typescript": "tsc", "py.test": "pytest", "golangci-lint": "golangci", "gradle": "gradle"}
_GATE = late(r"check|verify|test|lint|\bci\b|validate|qa\b|gate", re.I)
_WRAPPED = late(r"\b(?:npm|pnpm|yarn|bun|make|just|task|mise|composer|rake|gradlew?|mvn|tox|nox)\b|(?:^|/)scripts?/")
_OWN = late(
    r"\b(?:my|our|the|these|this)\s+(?:own\s+)?(?:changes?|changed|touched|new|edited|modified)\b|\bnew\s+(?:\w+\s+)?(?:errors?|issues?|warnings?|problems?)|変更(?:分|箇所|した)|今回の|触った|新(?:たな|しい|規)",
    re.I,
)
"""Said of one's own changes alone: a check of everything does not speak against it."""
_NO_WARNINGS = late(
    r"\b(?:no|zero|0|without(?:\s+any|\s+a)?)\s+(?:[\w/-]+\s+){0,2}?(?:(?:errors?|problems?|issues?)\s*(?:,|or|and|/)\s*(?:no\s+|0\s+)?)?warnings?\b|\bwarnings?\s*[:=]?\s*(?:0|zero|none)\b|warning[- ]free"
    r"|(?:警告|ワーニング)\s*(?:は|も|が)?\s*(?:[0０]\s*件|ゼロ|なし|無し|ありません)",
    re.I,
)
_NO_SKIPS = late(
    r"\b(?:no|zero|0|none|nothing|without)\s+(?:\w+\s+){0,2}?skip(?:s|ped)\b|スキップ\s*(?:は|も)?\s*(?:なし|ゼロ|[0０]\s*件|ありません)",
    re.I,
)
_RAN_TESTS = late(r"\b(?:re-?)?ran\s+(?:(?:the|all|our|full|whole|entire|unit)\s+)*tests?\b", re.I)
"""Everything is well because the tests were run."""
_ABOVE = late(r"\b(?:above|over|more\s+than|at\s+least|exceeds?)\b|[>≥]|以上|超", re.I)
_BELOW = late(r"\b(?:below|under|less\s+than|at\s+most)\b|[<≤]|以下|未満", re.I)
_PART_OF = frozenset(
    [
        "unit",
        "integration",
        "e2e",
        "end-to-end",
        "fast",
        "slow",
        "smoke",
        "new",
        "named",
        "existing",
        "focused",
        "targeted",
        "regression",
        "affected",
        "related",
        "relevant",
        "single",
        "その",
        "単体",
        "結合",
        "新規",
        "追加",
        "既存",
        "対象",
        "該当",
        "関連",
        "個別",
    ]
)
_COMMON = frozenset(
    [
        "test",
        "tests",
        "pass",
        "passes",
        "passed",
        "run",
        "the",
        "all",
        "and",
        "npm",
        "npx",
        "pytest",
        "python",
        "with",
        "make",
        "check",
        "build",
        "lint",
        "src",
    ]
)


def judged(messages: Sequence[tuple[int, str]], deeds: Deeds) -> tuple[Claim, ...]:
    """The statements of ``messages`` (line and text, in order) that the log does not bear out, in order."""
    said = [one for line, text in messages[-MESSAGES:] for one in statements(line, text, files=bool(deeds.refused))]
    court = _Court(deeds)
    newest = {(one.kind, one.name): one for one in said}
    found: list[Claim] = []
    for one in said:
        if one.kind == "left":
            claim = fewer_left(one, deeds)
        else:
            claim = court.claim(one) if one.kind in _CHECKED else deed_claim(one, deeds)
        if claim is None and newest[one.kind, one.name] is one:
            claim = court.later(one) if one.kind in _CHECKED else outlived(one, deeds)
        if claim is not None:
            found.append(claim)
    return tuple(_each_once(found)[-_CLAIMS:])


def _each_once(claims: Iterable[Claim]) -> list[Claim]:
    """One claim for each sentence and verdict: that about the check that failed first."""
    seen: dict[tuple[int, str], Claim] = {}
    for claim in claims:
        known = seen.get((claim.line, claim.text))
        if known is None or _WEIGHT[claim.verdict] > _WEIGHT[known.verdict]:
            seen[claim.line, claim.text] = claim
    return sorted(seen.values(), key=lambda one: one.line)


_WEIGHT = {"contradicted": 3, "refuted": 2, "old": 1, "unproven": 0}


class _Court:
    """Judges statements about checks."""

    def __init__(self, deeds: Deeds) -> None:
        self._deeds = deeds

    def claim(self, one: Statement) -> Claim | None:
        """What was wrong with a statement when it was made, or None."""
        underway = self._pool(one, lambda run: run.begun < one.line < run.line)[0]
        if underway:
            return _claim(one, "refuted", underway[-1]) if underway[-1].bad and not one.counted else None
        pool, qualified = self._pool(one, lambda run: run.line < one.line)
        if not pool:
            return self._never_ran(one)
        recent = self._recent(one, pool)
        if one.kind == "coverage":
            return _covered(one, recent) or (self._aged(one, recent[-1]) if recent[-1].outcome == "passed" else None)
        passed = [run for run in recent if run.outcome == "passed"]
        since = passed[-1].line if passed else 0
        bad = [run for run in {run.key: run for run in recent}.values() if run.bad and run.line > since]
        if bad:
            return self._failed(one, recent, bad, passed, qualified=qualified)
        if passed and not (one.whole and recent[-1].outcome == "running"):
            return (
                self._aged(one, passed[-1])
                or _miscounted(one, recent)
                or _denied(one, passed[-1])
                or _narrowed(one, recent)
                or _empty(one, passed)
            )
        return self._aged(one, recent[-1]) if counted_whole(one, recent[-1]) else _hidden(one, recent[-1])

    def later(self, one: Statement) -> Claim | None:
        """What became of a statement that held: a later run failed, or the work tree changed and nobody ran it again."""
        if one.counted and one.admits:
            return None
        before, _ = self._pool(one, lambda run: run.line < one.line)
        if not before:
            return None
        basis = before[-1]
        after, _ = self._pool(one, lambda run: run.line > one.line)
        same = [run for run in after if run.key == basis.key]
        after = [
            run
            for run in after
            if run.kind == one.kind or run.key == basis.key or one.kind in ("all", "script") or run.outcome == "passed"
        ]
        if after:
            last = (same or after)[-1]
            if last.bad and not any(run.outcome == "passed" and run.line > last.line for run in after):
                return _claim(one, "refuted", last)
            return None
        if basis.umbrella and one.kind not in (basis.kind, "all", "script"):
            return None
        return self._changed(one, basis, one.line, None)

    def _pool(self, one: Statement, when: Callable[[Run], bool]) -> tuple[list[Run], bool]:
        """The runs that fit a statement; whether its words chose among them."""
        runs = [run for run in self._deeds.runs if when(run)]
        pool = self._named(one, runs) if one.name else []
        if not pool:
            if one.kind in ("all", "trouble"):
                pool = [run for run in runs if run.kind not in ("run", "ci") or _GATE.search(run.part)]
            elif one.kind != "script":
                pool = [
                    run
                    for run in runs
                    if run.kind == one.kind or (run.umbrella and run.outcome == "passed" and run.kind != "ci")
                ]
                if not any(run.kind == one.kind for run in pool):
                    pool += [run for run in runs if run.kind in _RELATED.get(one.kind, ())]
                    pool = sorted(
                        pool or [run for run in runs if run.umbrella and (run.kind == "ci" or _GATE.search(run.part))],
                        key=lambda run: run.line,
                    )
        chosen = _chosen(one, pool)
        return (chosen, True) if chosen else (pool, not _PART_OF.isdisjoint(one.words))

    def _named(self, one: Statement, runs: list[Run]) -> list[Run]:
        """The runs of a named program, and those of its kind through a script that names none."""
        words = [
            _ALIASES.get(word, word).removeprefix("./") for word in one.name.split() if word not in ("run", "./...")
        ]
        named = [all(word in run.part.lower() for word in words) for run in runs]
        scripts = [run.kind == one.kind and _WRAPPED.search(run.part) is not None for run in runs]
        if any(scripts) and not any(named):
            return []
        return [
            run
            for at, run in enumerate(runs)
            if named[at] or scripts[at] or (run.umbrella and run.outcome == "passed" and run.tools.issuperset(words))
        ]

    def _recent(self, one: Statement, pool: list[Run]) -> list[Run]:
        """Those of the statement's turn, else the last one."""
        turn = max((line for line in self._deeds.turns if line < one.line), default=0)
        return [run for run in pool if run.line > turn] or pool[-1:]

    def _never_ran(self, one: Statement) -> Claim | None:
        if (
            self._deeds.helped
            or one.bare
            or (one.kind in ("all", "trouble", "coverage") and not (one.kind == "all" and _RAN_TESTS.search(one.text)))
            or (one.kind == "ci" and self._deeds.looked_far)
        ):
            return None
        return Claim(one.line, one.text, "unproven", one.kind)

    def _failed(
        self, one: Statement, recent: list[Run], bad: list[Run], passed: list[Run], *, qualified: bool
    ) -> Claim | None:
        """A run failed last: the statement is wrong, unless it says no more than what passed, or was told to be a part."""
        if one.counted and one.count is not None and any(one.count in run.tally.passed for run in recent):
            return None
        if not one.whole and (one.admits or (passed and qualified)):
            return None
        if one.kind in ("lint", "types", "format") and _OWN.search(one.text):
            return None
        last = bad[-1]
        if row_says(one, last):
            return None
        if last.umbrella and last.kind != one.kind and one.kind not in ("all", "script", "trouble") and not one.name:
            return _claim(one, "unproven", last)
        return _claim(one, "contradicted", last)

    def _aged(self, one: Statement, run: Run) -> Claim | None:
        """The claim that the work tree changed before the words, and no run of this kind since."""
        newer = [
            other.line
            for other in self._deeds.runs
            if other.kind == one.kind and other.outcome == "passed" and other.line < one.line
        ]
        return self._changed(one, run, max([run.line, *newer]), one.line)

    def _changed(self, one: Statement, run: Run, begin: int, end: int | None) -> Claim | None:
        """The claim that the work tree changed between two lines, so that ``run`` tells of an older state."""
        changes = [
            change
            for change in self._deeds.changes
            if change.what != "prose" and begin < change.line and (end is None or change.line < end)
        ]
        if run.kind == "ci":
            pushes = [
                event
                for event in self._deeds.events
                if event.what == "push" and event.ok and begin < event.line < (end or 0)
            ]
            return replace(_claim(one, "old", run), changed_line=pushes[0].line) if pushes else None
        if not changes or (_switches(changes) and self._names_branch(one, changes[-1])):
            return None
        return replace(_claim(one, "old", run), changed_line=changes[0].line)

    def _names_branch(self, one: Statement, change: Change) -> bool:
        """Whether a statement names the branch that was left."""
        names = {
            word.lower()
            for event in self._deeds.events
            if event.what in ("checkout", "switch") and event.line != change.line
            for word in event.rest.split()
            if not word.startswith("-")
        }
        return not names.isdisjoint(one.words)


def _switches(changes: Sequence[Change]) -> bool:
    return all(change.what in ("checkout", "switch") for change in changes)


def _chosen(one: Statement, pool: list[Run]) -> list[Run]:
    """The runs whose commands hold telling words of the statement, where that tells some of them apart."""
    telling = [word.strip(".") for word in one.words if len(word) >= 3 and word not in _COMMON]
    kept = [run for run in pool if any(word in run.part.lower() for word in telling)]
    return kept if 0 < len(kept) < len(pool) and not one.name else []


def _covered(one: Statement, recent: list[Run]) -> Claim | None:
    """A percentage that no run printed."""
    printed = [run for run in recent if run.tally.percents]
    if not printed or one.figure is None:
        return None
    values = [value for run in printed for value in run.tally.percents]
    if any(abs(value - one.figure) < 1 for value in values):
        return None
    if (_ABOVE.search(one.text) and max(values) >= one.figure) or (
        _BELOW.search(one.text) and min(values) <= one.figure
    ):
        return None
    return replace(_claim(one, "contradicted", printed[-1]), told=f"{printed[-1].tally.percents[-1]:g}%")


def _miscounted(one: Statement, recent: list[Run]) -> Claim | None:
    """More tests are said to pass than any run printed."""
    if one.count is None or one.kind != "test" or any(run.many for run in recent):
        return None
    printed = [run for run in recent if run.tally.passed]
    if not printed or any(one.count in run.tally.numbers for run in recent):
        return None
    sums = sum(run.tally.summed for run in {run.key: run for run in printed}.values())
    return None if one.count <= sums else _claim(one, "contradicted", printed[-1])


def _denied(one: Statement, run: Run) -> Claim | None:
    """Warnings or skipped tests are denied that the run printed, though it ended well."""
    if run.kind != one.kind:
        return None
    warned = _NO_WARNINGS.search(one.text) is not None and run.tally.warnings > 0
    skipped = _NO_SKIPS.search(one.text) is not None and run.tally.skipped > 0
    return _claim(one, "contradicted", run) if warned or skipped else None


def _narrowed(one: Statement, recent: list[Run]) -> Claim | None:
    """All is said to be well, but the run of all failed last, and only a part of it was run again."""
    if (
        not one.whole
        or one.counted
        or one.admits
        or one.kind not in ("test", "all")
        or not _PART_OF.isdisjoint(one.words)
    ):
        return None
    tests = [run for run in recent if run.kind == "test"]
    wide = next((run for run in reversed(tests) if not SELECTS.search(run.part)), None)
    return _claim(one, "unproven", wide) if wide is not None and wide.outcome == "failed" else None


def _empty(one: Statement, passed: list[Run]) -> Claim | None:
    """Tests are said to pass, but none was run: every run that ended well found nothing to run."""
    if one.kind != "test" or not all(run.kind == "test" and run.tally.empty for run in passed):
        return None
    return _claim(one, "unproven", passed[-1])


def _hidden(one: Statement, run: Run) -> Claim:
    """Nothing tells how the run ended; what it counted may."""
    return replace(_claim(one, "unproven", run), shown="" if run.bad else run.counted)


def _claim(one: Statement, verdict: Verdict, run: Run) -> Claim:
    """A statement beside the run that speaks against it."""
    return Claim(
        one.line, one.text, verdict, one.kind, run.text, run.line, exit_code=run.exit_code if run.outcome != "unknown" else None,
        told=" ".join(run.told.split())[:200],
    )  # fmt: skip
