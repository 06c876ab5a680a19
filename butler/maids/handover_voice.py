"""Small words that all sections share: anchors, and the telling sentences of an agent's message."""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Materials, Said, said
from butler.capabilities.session_log.facts import AgentWords, Check, Facts, Request

_PRINTED_ERROR = re.compile(
    r"\b\w*(?:Error|Exception)\b:|\berror: |\bnil value\b|\bundefined\b|\bpanic:|\bfatal:|:\d+: "
)


def anchor(line: int) -> str:
    """``[L123]``: line 123 of the log named in METADATA."""
    return f"[L{line}]"


def flat(text: str) -> str:
    """``text`` with its whitespace collapsed."""
    return " ".join(text.split())


def best_words(words: AgentWords, limit: int, least: int = 0) -> list[str]:
    """The sentences worth most, within ``limit`` characters, in their order; gaps are marked."""
    kept: dict[int, str] = {}
    room = limit
    lead = _lead(words)
    for position, worth, text in sorted(words.sentences, key=lambda one: (-one[1] - lead.get(one[0], 0), one[0])):
        if worth < least or (len(text) > room and kept):
            continue
        kept[position] = text
        room -= len(text) + 1
    parts: list[str] = []
    before = -1
    for position in sorted(kept):
        parts.append(f"… {kept[position]}" if parts and position != before + 1 else kept[position])
        before = position
    return parts


def _lead(words: AgentWords) -> dict[int, int]:
    """What a sentence gains by its place at the end of a turn: the first ones say it, printed errors prove it."""
    if not words.final:
        return {}
    gains: dict[int, int] = {}
    opens = True
    for at, (position, _, text) in enumerate(words.sentences):
        leads_on = text.endswith((":", "："))
        if opens and not leads_on:
            gains[position] = 3 if at else 5
        opens = leads_on
        if text.startswith("`") and _PRINTED_ERROR.search(text):
            gains[position] = gains.get(position, 0) + 8
    return gains


def last_line(materials: Materials) -> int:
    """The last line of the log that was read."""
    told = materials.facts.last_line if materials.facts is not None else 0
    return max(told, materials.log.receipt.lines if materials.log.receipt is not None else 0)


def last_request(facts: Facts) -> Request | None:
    """The last request that is more than a go-ahead or a picked option."""
    return next((one for one in reversed(facts.requests) if not one.trivial and one.kind != "answer"), None)


def last_words(facts: Facts) -> AgentWords | None:
    """What the agent itself said last."""
    return next((one for one in reversed(facts.words) if not one.by), None)


def doubt(facts: Facts, line: int) -> Said | str:
    """What the log says against the words at ``line``: only a contradiction is worth a mark there."""
    found = next((claim for claim in facts.claims if claim.line == line and claim.verdict == "contradicted"), None)
    return said("spoken_doubt", verdict=said(f"verdict_{found.verdict}")) if found else ""


def failing_now(facts: Facts) -> list[Check]:
    """Checks that failed last and of whose kind none has passed since; of runs elsewhere the newest."""
    passed: dict[str, int] = {}
    for check in facts.checks:
        if check.outcome == "passed" or (check.kind == "ci" and not check.bad):
            passed[check.kind] = max(passed.get(check.kind, 0), check.line)
    passed["run"] = max([passed.get("run", 0), *passed.values()])
    bad = [check for check in facts.checks if check.bad and check.line > passed.get(check.kind, 0)]
    newest = {check.kind: check for check in bad}
    return [check for check in bad if check.kind != "ci" or check is newest["ci"]]


def top_worth(words: AgentWords) -> int:
    """The worth of the most telling sentence."""
    return max((worth for _, worth, _ in words.sentences), default=0)
