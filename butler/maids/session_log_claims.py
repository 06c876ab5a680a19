"""What the agent says about results, set beside everything that the log shows: before its words and after them.

A statement rests on the runs that fit it (its kind of check, the program or path that it names) in its turn, else on the last one. It
is contradicted, unproven or old then; what held is refuted by a later run that failed, or old once the work tree changed and
nobody ran it again. What the log bears out is not mentioned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_closing import closing_claims
from butler.maids.session_log_claim_counts import count_claims
from butler.maids.session_log_claim_deeds import deed_claim, outlived
from butler.maids.session_log_claim_denied import denied_claims
from butler.maids.session_log_claim_figures import figure_claims
from butler.maids.session_log_claim_left import fewer_left
from butler.maids.session_log_claim_looks import look_claims
from butler.maids.session_log_claim_mends import mend_claims
from butler.maids.session_log_claim_named import named_claims
from butler.maids.session_log_claim_places import place_claims
from butler.maids.session_log_claim_prints import (
    claim_of,
    counted_whole,
    covered,
    denied,
    miscounted,
    row_says,
)
from butler.maids.session_log_claim_retracted import retracted_claims
from butler.maids.session_log_claim_sights import sight_claims
from butler.maids.session_log_claim_standing import standing_claims
from butler.maids.session_log_claim_statement import Statement
from butler.maids.session_log_claim_topics import asked_topics, stem_claim, stems_of, topic_claim, topic_later
from butler.maids.session_log_claim_words import statements
from butler.maids.session_log_deed_records import Change
from butler.maids.session_log_deed_words import SELECTS
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_programs import word_set
from butler.maids.session_log_runs import Run

MESSAGES = 80
"""How many messages of the agent are looked at: of these newest the last ones, and the last of each turn."""
_LAST = 16
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
_SOME_OF = late(r"(?<![\d./])(\d+)\s*(?:/|of|out\s+of)\s*(\d+)(?![\d./])", re.I)
_RAN_TESTS = late(r"\b(?:re-?)?ran\s+(?:(?:the|all|our|full|whole|entire|unit)\s+)*tests?\b", re.I)
"""Everything is well because the tests were run."""
_NUMBER = late(r"(?<![\w.,])\d{1,9}(?![\w.,]*\d)")
_PART_OF = word_set(
    "unit integration e2e end-to-end fast slow smoke new named existing focused targeted regression affected"
    " related relevant single その 単体 結合 新規 追加 既存 対象 該当 関連 個別"
)
_COMMON = word_set("test tests pass passes passed run the all and npm npx pytest python with make check build lint src")


def judged(
    messages: Sequence[tuple[int, str]], deeds: Deeds, asked: Sequence[tuple[int, str]] = ()
) -> tuple[Claim, ...]:
    """The statements of ``messages`` (line and text, in order) that the log or the person's words (``asked``) do not bear out, in order."""
    stems = frozenset[str]().union(*(stems_of(work.part) for work in deeds.works if work.ok is False))
    topics = asked_topics(deeds)
    leads = frozenset(ended.lead for ended in deeds.commands)
    said = [
        one
        for line, text in _telling(messages[-MESSAGES:], deeds)
        for one in statements(line, text, files=bool(deeds.refused), topics=topics, stems=stems, leads=leads)
    ]
    court = _Court(deeds)
    said = [replace(one, kind="test") if one.kind == "all" and _RAN_TESTS.search(one.text) else one for one in said]
    newest = {(one.kind, one.name): one for one in said}
    found: list[Claim] = []
    for one in said:
        claim = _against(one, court, deeds)
        if claim is None and newest[one.kind, one.name] is one:
            claim = _since(one, court, deeds)
        if claim is not None:
            found.append(claim)
    told, last = _telling(messages[-MESSAGES:], deeds), messages[-MESSAGES:]
    for more in (
        mend_claims(told, deeds),
        look_claims(told, deeds),
        closing_claims(last, deeds),
        retracted_claims(last, asked, deeds),
        denied_claims(last, asked, deeds),
    ):
        known = {claim.line for claim in found}
        found += [claim for claim in more if claim.line not in known]
    for more in (
        named_claims(told, deeds),
        place_claims(told, deeds),
        figure_claims(told, deeds),
        count_claims(told, deeds),
        sight_claims(told, deeds),
        standing_claims(told, deeds),
    ):
        spoken = {(claim.line, claim.text) for claim in found if claim.kind != "issue" or claim.evidence}
        found += [claim for claim in more if (claim.line, claim.text) not in spoken]
    return tuple(_each_once(found)[-_CLAIMS:])


def _telling(messages: Sequence[tuple[int, str]], deeds: Deeds) -> list[tuple[int, str]]:
    """The last messages, and of those before them each that ended a turn: notes on the way are outlived soon."""
    kept = []
    for at, (line, text) in enumerate(messages):
        following = messages[at + 1][0] if at + 1 < len(messages) else None
        turned = following is None or any(line < turn < following for turn in deeds.turns)
        if turned or at >= len(messages) - _LAST:
            kept.append((line, text))
    return kept


def _against(one: Statement, court: _Court, deeds: Deeds) -> Claim | None:
    """What was wrong with a statement when it was made."""
    if one.kind in _CHECKED:
        return court.claim(one)
    judge = {"left": fewer_left, "topic": topic_claim, "deed": stem_claim}.get(one.kind, deed_claim)
    return judge(one, deeds)


def _since(one: Statement, court: _Court, deeds: Deeds) -> Claim | None:
    """What became of a statement that held."""
    if one.kind in _CHECKED:
        return court.later(one)
    return topic_later(one, deeds) if one.kind == "topic" else outlived(one, deeds)


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
            return claim_of(one, "refuted", underway[-1]) if underway[-1].bad and not one.counted else None
        pool, qualified = self._pool(one, lambda run: run.line < one.line)
        if not pool:
            return self._never_ran(one)
        recent = self._recent(one, pool)
        if one.kind == "coverage":
            return covered(one, recent) or (self._aged(one, recent[-1]) if recent[-1].outcome == "passed" else None)
        passed = [run for run in recent if run.outcome == "passed"]
        since = passed[-1].line if passed else 0
        bad = [run for run in {run.key: run for run in recent}.values() if run.bad and run.line > since]
        if bad:
            return self._failed(one, recent, bad, passed, qualified=qualified)
        if passed and not (one.whole and recent[-1].outcome == "running"):
            return (
                self._any_aged(one, passed)
                or miscounted(one, recent)
                or denied(one, passed[-1])
                or _narrowed(one, recent)
                or _empty(one, passed)
            )
        return self._aged(one, recent[-1]) if counted_whole(one, recent[-1]) else _hidden(one, recent[-1])

    def later(self, one: Statement) -> Claim | None:
        """What became of a statement that held: a later run failed, or the work tree changed and nobody ran it again."""
        if one.counted and one.admits:
            return None
        before, _ = self._pool(one, lambda run: run.line < one.line)
        after, _ = self._pool(one, lambda run: run.line > one.line)
        if not before:
            return self._first_after(one, after)
        basis = before[-1]
        same = [run for run in after if run.key == basis.key]
        after = [
            run
            for run in after
            if run.kind == one.kind or run.key == basis.key or one.kind in ("all", "script") or run.outcome == "passed"
        ]
        if after:
            last = (same or after)[-1]
            if last.bad and not any(run.outcome == "passed" and run.line > last.line for run in after):
                return claim_of(one, "refuted", last)
            return None
        if basis.umbrella and one.kind not in (basis.kind, "all", "script"):
            return None
        return self._changed(one, basis, one.line, None)

    def _first_after(self, one: Statement, after: Sequence[Run]) -> Claim | None:
        """The first run after a statement that rests on none, where it failed and nothing was changed between."""
        moved = any(one.line < change.line < after[0].line for change in self._deeds.changes) if after else True
        return None if moved or not after[0].bad or one.bare else claim_of(one, "refuted", after[0])

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
            or one.kind in ("all", "trouble", "coverage")
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
        if one.kind in ("all", "ci") and (part := _SOME_OF.search(one.text)) and int(part[1]) < int(part[2]):
            return None
        last = bad[-1]
        if row_says(one, last):
            return None
        if last.umbrella and last.kind != one.kind and one.kind not in ("all", "script", "trouble") and not one.name:
            return claim_of(one, "unproven", last)
        return claim_of(one, "contradicted", last)

    def _any_aged(self, one: Statement, passed: Sequence[Run]) -> Claim | None:
        """The claim that a run tells of an older state; of a statement about all checks, the last run of any kind."""
        kinds = {run.kind: run for run in passed}
        basis = list(kinds.values()) if one.kind == "all" and one.whole else [passed[-1]]
        return next((aged for run in basis if (aged := self._aged(one, run)) is not None), None)

    def _aged(self, one: Statement, run: Run) -> Claim | None:
        """The claim that the work tree changed before the words, and no run of this kind since."""
        newer = [
            other.line
            for other in self._deeds.runs
            if other.kind == one.kind and other.line < one.line and (other.outcome == "passed" or _well(one, other))
        ]
        return self._changed(one, run, max([run.line, *newer]), one.line)

    def _changed(self, one: Statement, run: Run, begin: int, end: int | None) -> Claim | None:
        """The claim that the work tree changed between two lines, so that ``run`` tells of an older state."""
        if run.part.startswith("git "):
            return None
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
            return replace(claim_of(one, "old", run), changed_line=pushes[0].line) if pushes else None
        if not changes or (_switches(changes) and self._names_branch(one, run, changes[-1])):
            return None
        return replace(claim_of(one, "old", run), changed_line=changes[0].line)

    def _names_branch(self, one: Statement, run: Run, change: Change) -> bool:
        """Whether a statement names the branch on which ``run`` was made; where that is not known, any that was left."""
        switches = [event for event in self._deeds.events if event.what in ("checkout", "switch")]
        there = [event for event in switches if event.line < run.line][-1:]
        known = there or [event for event in switches if event.line != change.line]
        names = {word.lower() for event in known for word in event.rest.split() if not word.startswith("-")}
        return not names.isdisjoint(one.words)


def _well(one: Statement, run: Run) -> bool:
    """Whether a run whose exit code is hidden printed the very count that is stated."""
    if run.outcome != "unknown" or run.bad:
        return False
    told = {one.count} if one.count is not None else {int(found) for found in _NUMBER.findall(one.text)}
    return not run.tally.passed.isdisjoint(told)


def _switches(changes: Sequence[Change]) -> bool:
    return all(change.what in ("checkout", "switch") for change in changes)


def _chosen(one: Statement, pool: list[Run]) -> list[Run]:
    """The runs whose commands hold telling words of the statement, where that tells some of them apart."""
    telling = [word.strip(".") for word in one.words if len(word) >= 3 and word not in _COMMON]
    kept = [run for run in pool if any(word in run.part.lower() for word in telling)]
    return kept if 0 < len(kept) < len(pool) and not one.name else []


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
    return claim_of(one, "unproven", wide) if wide is not None and wide.outcome == "failed" else None


def _empty(one: Statement, passed: list[Run]) -> Claim | None:
    """Tests are said to pass, but none was run: every run that ended well found nothing to run."""
    if one.kind != "test" or not all(run.kind == "test" and run.tally.empty for run in passed):
        return None
    return claim_of(one, "unproven", passed[-1])


def _hidden(one: Statement, run: Run) -> Claim:
    """Nothing tells how the run ended; what it counted may."""
    return replace(claim_of(one, "unproven", run), shown="" if run.bad else run.counted)
