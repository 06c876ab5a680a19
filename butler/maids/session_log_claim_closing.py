"""Closing words of a turn that tell of success alone, though what the turn did last failed and nothing made up for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_words import statements
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_works import Work

_ASKS = late(r"(?:\S*/)?(?:curl(?:\.exe)?|wget|https?|xh|nc|ping)\b")
_SENDS = late(r"\s(?:-X\s*(?:POST|PUT|PATCH|DELETE)|--request|-d\b|--data\S*|-F\b)")
_ANY = frozenset(("",))


@dataclass(frozen=True, slots=True)
class _Failed:
    """What a turn did last, which failed."""

    line: int
    text: str
    exit_code: int | None
    said: str


def closing_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """For each turn whose last deed failed: the last thing that its closing words say to be done, beside that deed."""
    starts = [*deeds.turns, 1 << 62]
    for begin, end in zip([0, *deeds.turns], starts, strict=True):
        mine = [one for one in messages if begin < one[0] < end]
        failed = _last_failed(deeds, begin, mine[-1][0]) if mine else None
        if failed is None or failed.line < _last_but_one(mine):
            continue
        edited = any(begin < change.line < end for change in deeds.changes)
        told = statements(*mine[-1], files=False, stems=_ANY, made=not edited)
        done = [one for one in told if one.kind == "deed"]
        if done:
            one = done[-1]
            yield Claim(
                one.line, one.text, "unproven", "deed", failed.text, failed.line, exit_code=failed.exit_code, told=failed.said
            )  # fmt: skip


def _counts(work: Work) -> bool:
    """Whether a command failed by its exit code, and not by looking whether something answers."""
    return work.ok is False and bool(work.exit_code) and not (_ASKS.match(work.part) and not _SENDS.search(work.part))


def _last_but_one(messages: Sequence[tuple[int, str]]) -> int:
    """The line of the message before the last: what failed before it may have been told there."""
    return messages[-2][0] if len(messages) > 1 else 0


def _last_failed(deeds: Deeds, begin: int, end: int) -> _Failed | None:
    """The last deed between two lines, if it failed."""
    found: list[tuple[int, _Failed | None]] = [
        (work.line, _Failed(work.line, work.text, work.exit_code, work.said) if _counts(work) else None)
        for work in deeds.works
        if begin < work.line < end
    ]
    found += [
        (event.line, _Failed(event.line, event.text, event.exit_code, event.said) if event.ok is False else None)
        for event in deeds.events
        if begin < event.line < end and event.what not in ("status", "add", "switch", "checkout")
    ]
    edited = any(begin < change.line < end for change in deeds.changes)
    found += [
        (
            run.line,
            _Failed(run.line, run.text, run.exit_code, "")
            if (edited or run.kind in ("run", "build")) and run.outcome == "failed"
            else None,
        )
        for run in deeds.runs
        if begin < run.line < end
    ]
    found += [(change.line, None) for change in deeds.changes if begin < change.line < end]
    return max(found, key=lambda one: (one[0], one[1] is None))[1] if found else None
