"""Failures and dead ends of DISCOVERY: what failed, what the agent said it was, what was done instead.

Failures of one program with one kind of error (an encoding that a shell cannot print, a patch that finds no place) are one
line with their number: what differs between them is thrown away with the command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from butler.capabilities.handover.models import Line, Said, Value, said
from butler.capabilities.session_log.facts import Facts, Trouble
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late
from butler.maids.session_log_answers import answered_later

_KIND = late(r"\b[A-Za-z]{0,60}(?:Error|Exception)\b|apply_patch \w+ failed")
_PROGRAM = late(r"[\w./~-]+")
_SAYS_WHY = late(
    r"\b(?:because|cause[ds]?|due to|fail\w*|error|issue|problem|wrong|missing|expects?|expected|need(?:s|ed)?|looking for|instead|reject\w*|forbid\w*|pre-existing|"
    r"stripped|already|unknown|opposite|hit)\b|n[o'’]t\b|原因|ため|失敗|エラー|不足|必要|ない|未",
    re.I,
)
_GLAD = late(r"(?:great|perfect|good|nice|excellent|now|done|all)\b[ ,!.]", re.I)
_LOOKED = late(r"(?:Read|Glob|LS|Grep|NotebookRead) ")
_MISUSED = late(r"\bEISDIR\b|exceeds maximum|File has not been read yet|Wasted call|InputValidationError")
"""What went wrong with a look at files that says nothing of the work."""
_SAME = 3
"""From so many failures of one kind on they are one line."""


def add_troubles(desk: Desk, pen: Pen, facts: Facts) -> None:
    """One piece for each failure, or for each kind that came again and again."""
    begun = facts.position(facts.first_line)
    span = max(1, facts.position(facts.last_line) - begun)
    settled = max((commit.line for commit in facts.commits), default=0)
    well = {
        check.text: check.line
        for check in facts.checks
        if not check.bad and check.outcome == "unknown" and check.counts
    }
    last_checks = {(check.text, check.line) for check in facts.checks if check.bad}
    for one in _folded([_over(one, facts) for one in facts.troubles if one.line > facts.since_line]):
        age = (facts.position(one.line) - begun) * 12 // span
        worth = 60 + age + (5 if one.words else 0) + (min(4, one.repeats) if one.words or one.repeats < _SAME else -4)
        worth += -3 if one.mended else 8 if one.line > settled else 4
        worth -= 14 if one.kind == "patch" and one.mended else 0
        if one.kind == "tool" and _LOOKED.match(one.text):
            if any(_MISUSED.search(error) for error in one.errors):
                continue
            worth -= 10
        worth -= 16 if one.kind == "denied" or not one.errors else 0
        shown, ended = one, well.get(one.text, 0)
        ended = ended if one.mended is None and ended > one.line else 0
        if (one.text, one.line) in last_checks:
            shown = replace(one, errors=())  # the check's own line has them
            worth -= 10
            if not one.words and not one.then:
                continue
        forms = [Form(worth, Line(_trouble(pen, shown, ended, brief=True)))]
        if explains(one):
            forms.append(Form(worth - 2, Line(_trouble(pen, shown, ended, brief=True, words=180))))
        desk.add(
            "DISCOVERY", "troubles", (one.line,), *forms, Form(worth - 16, Line(_trouble(pen, shown, ended, words=220)))
        )


def _over(one: Trouble, facts: Facts) -> Trouble:
    """A failure, mended where what it called in vain answered later."""
    if one.mended is not None or not facts.answered:
        return one
    return replace(one, mended=answered_later(one.text, one.errors, one.line, facts.answered) or None)


def explains(one: Trouble) -> bool:
    """Whether the agent's words after a failure speak of it: they name a cause or something wrong, and are not glad."""
    return bool(_SAYS_WHY.search(one.words)) and not _GLAD.match(one.words)


def _folded(troubles: Sequence[Trouble]) -> list[Trouble]:
    """The failures, of each kind that came ``_SAME`` times the last one with the number of all."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for at, one in enumerate(troubles):
        found = _KIND.search(one.errors[0]) if one.errors else None
        program = _PROGRAM.match(one.text)
        if found is not None and (one.kind == "patch" or program is not None):
            key = "" if one.kind == "patch" or program is None else program[0]
            kinds.setdefault((key, found[0]), []).append(at)
    kept: dict[int, Trouble] = dict(enumerate(troubles))
    for places in kinds.values():
        same = [troubles[at] for at in places]
        if len(same) < _SAME or any(one.words and explains(one) for one in same[:-1]):
            continue
        alike = len({one.text for one in same}) > 1
        kept[places[-1]] = replace(same[-1], repeats=sum(one.repeats for one in same), alike=alike)
        for at in places[:-1]:
            del kept[at]
    return [kept[at] for at in sorted(kept)]


def _trouble(pen: Pen, one: Trouble, ended: int, *, brief: bool = False, words: int = 0) -> Said:
    tail: list[str | Said] = []
    errors = one.errors[:1] if brief else one.errors[:5]
    if errors:
        tail.append(" / ".join(pen.line(error, 180 if brief else 280) for error in errors))
    if one.words and words and explains(one):
        tail.append(said("trouble_words", text=pen.line(one.words, words)))
    if one.then:
        steps = one.then[:1] if brief else one.then
        tail.append(said("trouble_then", steps=", ".join(pen.code(step, 70 if brief else 90) for step in steps)))
    if one.mended is not None:
        tail.append(said("trouble_mended", anchor=anchor(one.mended)))
    if ended:
        tail.append(said("trouble_well", anchor=anchor(ended)))
    if one.repeats > 1:
        tail.append(said("trouble_alike" if one.alike else "trouble_times", times=one.repeats))
    if one.files > 1:
        tail.append(said("trouble_files", count=one.files - 1))
    code: Value = said("trouble_exit", code=one.exit_code) if one.exit_code not in (None, 0) else ""
    what = pen.code(one.text, 110 if brief else 150)
    return said("trouble", what=what, code=code, tail=tuple(tail), anchor=anchor(one.line))
