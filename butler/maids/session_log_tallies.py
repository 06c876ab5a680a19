"""The numbers that a run of a check printed: how many passed, failed, were found, are left; percentages of coverage."""

from __future__ import annotations

import re
from functools import lru_cache

from butler.maids.late_patterns import late
from butler.records import dataclass

_PASSED = late(
    r"(?<![\w.])(\d[\d,]*)\s+(?:tests?\s+|examples?\s+|specs?\s+|assertions?\s+)?(?:passed|passing|pass|ok|succeeded)\b|\b(?:passed|pass|passes)\s*[:=]\s*(\d+)|成功\s*[:：]?\s*(\d+)"
    r"|(?<![\w.])(\d+)\s+(?:tests?|examples?|specs?|scenarios?),\s*0\s+(?:failures?|failed|errors)\b|\bOK\s+\((\d+)\s+tests?|\bDONE\s+(\d+)\s+tests\b|\+(\d+):\s+All tests passed|\bPASS\s(\d+)\b",
    re.I,
)
_TOTAL = late(
    r"\bTests run:\s*(\d+)|(?<![\w.])(\d+)\s+(?:examples?|tests?|specs?|scenarios?)\b|(\d+)\s+total\b|\((\d+)\)\s*$",
    re.I | re.M,
)
_FAILED = late(
    r"(?<![\w.])(\d[\d,]*)\s+(?:tests?\s+)?(?:failed|failing|fail|failures?)\b|\b(?:failures?|failed|fail|errors)\s*[:=]\s*(\d+)|失敗\s*[:：]?\s*(\d+)",
    re.I,
)
_ERRORS = late(
    r"\bFound\s+(\d+)\s+(?:errors?|problems?|issues?|warnings?|violations?)|(?<![\w.])(\d+)\s+(?:errors?|problems?|offenses)\b(?!\s*[=:]\s*\d)",
    re.I,
)
_LISTED = late(r"\berror(?:\s+TS\d+|\[[A-Z]\d+\])?:|^E\s", re.M)
_REMAINING = late(r"(\d+)\s+remaining", re.I)
_WARNINGS = late(r"(?<![\w.])(\d+)\s+warnings?\b", re.I)
_WARNED = late(r"\bwarning(?:\[\w+\])?:\s", re.I)
_SKIPPED = late(r"(?<![\w.])(\d+)\s+(?:skipped|pending|ignored)\b", re.I)
_PROBLEMS = late(r"(\d+)\s+problems?\s+\((\d+)\s+errors?", re.I)
_NO_TESTS = late(
    r"^[=\s]*(?:no tests ran|\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))*) in [\d.]+|^\s*Tests:?\s+\d+ (?:skipped|todo)(?:,? \d+ (?:skipped|todo))*,? (?:\d+ total|\(\d+\))|\[no test files\]|\[no tests to run\]|\bno tests? (?:files? )?(?:found|to run|were run|executed)|\b(?:ran|running|executed|collected) 0 (?:tests?|items)\b|\bTests run: 0\b|^\s*0 passing\b",
    re.I | re.M,
)
_SOME_TESTS = late(
    r"^ok\s+\S+\s(?!.*\[no tests to run\])|^\s*--- PASS|\bPASSED\b|[✓✔]|\bTests run:\s*[1-9]|\bRan [1-9]\d* tests?\b",
    re.M,
)
_ROW = late(
    r"^(?P<name>[^\t\n]{1,60})\t(?P<state>pass|fail)\t|^\s*(?P<mark>[✓X])\s+(?P<job>\S[^\n]{0,50}?)(?:\s{2,}|\s+in\s+)\d+[ms]",
    re.M,
)
"""One check in a list of the code host."""
_WHOLE = 1400
"""A text below this many characters is surely not the cut end of a longer one."""
_PERCENT = late(r"(?<!\[)(?<!\[\s)(?<!\[\s\s)(?<![\d.])(\d{1,3}(?:\.\d+)?)\s?%(?!\])")
_NUMBER = late(r"(?<![\w.])\d[\d,]*(?![\w.]*\d)")


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers at the end of an output, none or 0 where it prints none; ``empty``: it says that no test was run; ``well``, ``ill``: checks of a list."""

    passed: frozenset[int] = frozenset()
    summed: int = 0
    totals: frozenset[int] = frozenset()
    failed: int = 0
    errors: int = 0
    remaining: int = 0
    warnings: int = 0
    skipped: int = 0
    percents: tuple[float, ...] = ()
    numbers: frozenset[int] = frozenset()
    empty: bool = False
    well: frozenset[str] = frozenset()
    ill: frozenset[str] = frozenset()


@lru_cache(maxsize=512)
def tally_of(tail: str) -> Tally:
    """The numbers of the end of an output."""
    passed = [_number(found) for found in _PASSED.findall(tail)]
    rows = [((one["name"] or one["job"]).lower(), one["state"] or one["mark"]) for one in _ROW.finditer(tail)]
    return Tally(
        frozenset(passed),
        sum(passed),
        frozenset(_number(found) for found in _TOTAL.findall(tail)),
        max((_number(found) for found in _FAILED.findall(tail)), default=0),
        _errors(tail),
        max((int(found) for found in _REMAINING.findall(tail)), default=0),
        max((int(found) for found in _WARNINGS.findall(tail)), default=0) or len(_WARNED.findall(tail)),
        max((int(found) for found in _SKIPPED.findall(tail)), default=0),
        tuple(float(found) for found in _PERCENT.findall(tail)),
        frozenset(int(found.replace(",", "")) for found in _NUMBER.findall(tail)),
        not any(passed) and len(tail) < _WHOLE and bool(_NO_TESTS.search(tail)) and not _SOME_TESTS.search(tail),
        frozenset(name for name, state in rows if state in ("pass", "✓")),
        frozenset(name for name, state in rows if state in ("fail", "X")),
    )


def counts_failed(tail: str) -> bool:
    """Whether the end of an output counts failures, as its ``Tally`` does."""
    return any(map(_number, _FAILED.findall(tail)))


def counts_errors(tail: str) -> bool:
    """Whether it counts errors or some that are left."""
    return _errors(tail) > 0 or any(map(_number, _REMAINING.findall(tail)))


def _errors(tail: str) -> int:
    """How many errors are left, of a linter that warns only none."""
    if problems := _PROBLEMS.findall(tail):
        return int(problems[-1][1])
    if _REMAINING.search(tail):
        return max(int(found) for found in _REMAINING.findall(tail))
    told = max((_number(found) for found in _ERRORS.findall(tail)), default=0)
    return told or len(_LISTED.findall(tail))


def _number(found: str | tuple[str, ...]) -> int:
    """The one group of a match that holds a number."""
    text = found if isinstance(found, str) else next((one for one in found if one), "0")
    return int(text.replace(",", ""))
