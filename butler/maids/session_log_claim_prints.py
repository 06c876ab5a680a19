"""What a run printed bears a statement out, though its exit code does not: a whole summary behind ``| tail``, rows of a list of checks."""

from __future__ import annotations

from butler.maids.late_patterns import late
from butler.maids.session_log_claim_words import Statement
from butler.maids.session_log_deeds import Run

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
