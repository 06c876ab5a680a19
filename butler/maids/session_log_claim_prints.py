"""What runs printed, whatever their exit codes say: a whole summary behind ``| tail``, rows of a list of checks, how many failed."""

from __future__ import annotations

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_words import Statement
from butler.maids.session_log_deeds import Deeds, Run

_SUMMARY = late(r"\W*(\d+) passed(?:, \d+ (?:skipped|deselected|xfailed|xpassed|warnings?))* in [\d.]+s\b.*")
"""The last line of pytest where nothing failed: it counts every outcome."""


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


def fewer_left(one: Statement, deeds: Deeds) -> Claim | None:
    """Fewer tests are said to fail than the last run printed, with nothing changed since."""
    turn = max((line for line in deeds.turns if line < one.line), default=0)
    runs = [run for run in deeds.runs if run.kind == "test" and turn < run.line < one.line]
    if not runs or runs[-1].many or one.count is None:
        return None
    last = runs[-1]
    moved = any(last.line < change.line < one.line for change in deeds.changes)
    if moved or last.tally.failed <= one.count or any(run.tally.failed == one.count for run in runs):
        return None
    code = last.exit_code if last.outcome != "unknown" else None
    told = " ".join(last.told.split())[:200]
    return Claim(one.line, one.text, "contradicted", "test", last.text, last.line, exit_code=code, told=told)
