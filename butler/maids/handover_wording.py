"""Small words that all sections share: anchors, and the telling sentences of an agent's message."""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Materials, Said, said
from butler.capabilities.session_log.facts import (
    AgentWords,
    Check,
    Decision,
    Facts,
    FileFact,
    Request,
    anchor_of,
    own_line,
)
from butler.maids.handover_choices import fate_of
from butler.maids.late_patterns import late

_PROCESS = late(
    r"^\W*(?:done|next|continue|yes|ok|skip|proceed|more|go|wait|later|start|stop|run (?:it )?(?:now|in|later)|(?:in )?background|はい|次|続け|待|あとで|バックグラウンド|继续|等待|后台|稍后)",
    re.I,
)


def anchor(line: int) -> str:
    """``[L123]``: line 123 of the log named in METADATA; ``[S2:L45]``: of the earlier part S2 named there."""
    return f"[{anchor_of(line)}]"


def flat(text: str) -> str:
    """``text`` with its whitespace collapsed."""
    return " ".join(text.split())


def last_line(materials: Materials) -> int:
    """The last line of the log that was read."""
    told = own_line(materials.facts.last_line) if materials.facts is not None else 0
    return max(told, materials.log.receipt.lines if materials.log.receipt is not None else 0)


def last_request(facts: Facts) -> Request | None:
    """The last request that is more than a go-ahead or a picked option."""
    return next((one for one in reversed(facts.requests) if not one.trivial and one.kind != "answer"), None)


def last_reply(facts: Facts) -> Request | None:
    """The go-ahead or picked option that came after the last request: what the agent worked on at the end; else None."""
    last = facts.requests[-1] if facts.requests else None
    return None if last is None or last is last_request(facts) or last.state == "superseded" else last


def last_words(facts: Facts) -> AgentWords | None:
    """What the agent itself said last."""
    return next((one for one in reversed(facts.words) if not one.by), None)


def is_row(sentence: str) -> bool:
    """Whether a sentence was the row of a table: it asks and announces nothing by itself."""
    return " | " in sentence


def ends_in_words(facts: Facts) -> bool:
    """Whether nothing but the agent's words stands at the end of a log that records no turns.

    Old logs of Codex and many of Claude Code record none: whether the agent worked on or waited, they do not tell.
    """
    last, asked = last_words(facts), last_request(facts)
    return (
        facts.turn_open
        and not facts.turns_told
        and last is not None
        and last.final
        and last.line
        > max(facts.last_action_line, facts.last_look_line, asked.line if asked is not None else 0, *facts.out)
    )


def written_since(facts: Facts, line: int) -> list[FileFact]:
    """What was written after ``line``, the newest first: while the agent waits for a subagent, that one's work."""
    found = [one for one in facts.files if one.edits and one.last_line > line and one.action not in ("delete", "gone")]
    return sorted(found, key=lambda one: -one.last_line)


def steers_turn(answer: str) -> bool:
    """Whether an answer only says how a turn goes on (wait, skip, in background)."""
    return bool(_PROCESS.match(answer))


def in_force(facts: Facts) -> list[Decision]:
    """Choices of the person that hold at the end, newest first: no question, nothing about how a turn runs.

    The words with the newest verdict on a plan overrule what was answered before it; an answer that a later one replaces or goes on
    with, or that weighs the options without taking one, is left out.
    """
    verdicts = [one for one in facts.decisions if one.kind != "answer"]
    since = verdicts[-1].line if verdicts and verdicts[-1].kind == "refused" else 0
    seen: set[str] = set()
    found: list[Decision] = []
    for at in range(len(facts.decisions) - 1, -1, -1):
        one = facts.decisions[at]
        text = one.text.strip()
        if (
            len(text) < 12
            or "? " in text
            or text.endswith(("?", "？"))
            or one.line < since
            or " = " in text
            or (one.question in seen)
        ):
            continue
        if one.kind == "answer":
            seen.add(one.question)
            fate = fate_of(one, facts.decisions[at + 1 :])
            if steers_turn(text) or fate.anew or fate.further or not fate.settled:
                continue
        elif one is not verdicts[-1]:
            continue
        found.append(one)
    return found


def doubt(facts: Facts, line: int) -> Said | str:
    """A mark behind words that are told in one piece, where the log speaks against something in them."""
    found = next((one for one in facts.claims if one.line == line and one.verdict in ("contradicted", "refuted")), None)
    return said("doubt_behind", verdict=said(f"verdict_{found.verdict}")) if found else ""


def outdated_by(check: Check, facts: Facts) -> int:
    """The line of the first standing commit after a failed run elsewhere: it looked at a state before it; else 0."""
    later = (one.line for one in facts.standing if one.line > check.line) if check.kind == "ci" else iter(())
    return next(later, 0)


def passed_since(check: Check, facts: Facts) -> int:
    """The line of the last run of a failed check's kind that passed after it; 0 where none did."""
    later = [
        one.line
        for one in facts.checks
        if one.line > check.line and one.outcome == "passed" and check.kind in (one.kind, *one.kinds)
    ]
    return max(later, default=0)


def failing_now(facts: Facts) -> list[Check]:
    """Checks that failed last and of whose kind none has passed since; of runs elsewhere the newest."""
    passed: dict[str, int] = {}
    for check in facts.checks:
        if check.outcome == "passed" or (check.kind == "ci" and not check.bad):
            for kind in (check.kind, *check.kinds):
                passed[kind] = max(passed.get(kind, 0), check.line)
    passed["run"] = max([passed.get("run", 0), *passed.values()])
    bad = [check for check in facts.checks if check.bad and check.line > passed.get(check.kind, 0)]
    newest = {check.kind: check for check in bad}
    return [check for check in bad if check.kind != "ci" or check is newest["ci"]]
