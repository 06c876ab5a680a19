"""What runs printed, whatever their exit codes say: a whole summary behind ``| tail``, rows of a list of checks, how many failed."""

from __future__ import annotations

import re
from dataclasses import replace

from butler.capabilities.session_log.facts import Claim, Verdict
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_statement import Statement
from butler.maids.session_log_runs import Run

_SUMMARY = late(r"\W*(\d+) passed(?:, \d+ (?:skipped|deselected|xfailed|xpassed|warnings?))* in [\d.]+s\b.*")
"""The last line of pytest where nothing failed: it counts every outcome."""
NO_WARNINGS = late(
    r"\b(?:no|zero|0|without(?:\s+any|\s+a)?)\s+(?:[\w/-]+\s+){0,2}?(?:(?:errors?|problems?|issues?)\s*(?:,|or|and|/)\s*(?:no\s+|0\s+)?)?warnings?\b|\bwarnings?\s*[:=]?\s*(?:0|zero|none)\b|warning[- ]free"
    r"|(?:警告|ワーニング)\s*(?:は|も|が)?\s*(?:[0０]\s*件|ゼロ|なし|無し|ありません)",
    re.I,
)
NO_SKIPS = late(
    r"\b(?:no|zero|0|none|nothing|without)\s+(?:\w+\s+){0,2}?skip(?:s|ped)\b|スキップ(?:(?:された|した)?(?:テスト|もの|ケース|項目))?\s*(?:は|も|が)?\s*(?:なし|無し|ゼロ|[0０]\s*件|ありません|ない)",
    re.I,
)
_ABOVE = late(r"\b(?:above|over|more\s+than|at\s+least|exceeds?)\b|[>≥]|以上|超", re.I)
_BELOW = late(r"\b(?:below|under|less\s+than|at\s+most)\b|[<≤]|以下|未満", re.I)


def counted_whole(one: Statement, run: Run) -> bool:
    """Whether pytest's own summary, cut by nothing but ``tail``, says that exactly so many passed and none failed."""
    found = _SUMMARY.fullmatch(run.counted.rpartition("; ")[2]) if run.cut and "pytest" in run.part else None
    return found is not None and not run.bad and one.count == int(found[1])


def row_says(one: Statement, run: Run) -> bool:
    """Whether a list of checks that exited badly for another one prints the named check as passed."""
    if run.kind != "ci" or one.whole:
        return False
    named = {name for name in run.tally.well if not one.words.isdisjoint(name.split())}
    ill = any(not one.words.isdisjoint(name.split()) for name in run.tally.ill)
    return bool(named) and not ill


def covered(one: Statement, recent: list[Run]) -> Claim | None:
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
    return replace(claim_of(one, "contradicted", printed[-1]), told=f"{printed[-1].tally.percents[-1]:g}%")


def miscounted(one: Statement, recent: list[Run]) -> Claim | None:
    """More tests are said to pass than any run printed."""
    if one.count is None or one.kind != "test" or any(run.many for run in recent):
        return None
    printed = [run for run in recent if run.tally.passed]
    if not printed or any(one.count in run.tally.numbers for run in recent):
        return None
    sums = sum(run.tally.summed for run in {run.key: run for run in printed}.values())
    return None if one.count <= sums else claim_of(one, "contradicted", printed[-1])


def denied(one: Statement, run: Run) -> Claim | None:
    """Warnings or skipped tests are denied that the run printed, though it ended well."""
    if run.kind != one.kind:
        return None
    warned = NO_WARNINGS.search(one.text) is not None and run.tally.warnings > 0
    skipped = NO_SKIPS.search(one.text) is not None and run.tally.skipped > 0
    return claim_of(one, "contradicted", run) if warned or skipped else None


def claim_of(one: Statement, verdict: Verdict, run: Run) -> Claim:
    """A statement beside the run that speaks against it."""
    return Claim(
        one.line, one.text, verdict, one.kind, run.text, run.line, exit_code=run.exit_code if run.outcome != "unknown" else None,
        told=" ".join(run.told.split())[:200],
    )  # fmt: skip
