"""What the agent said about results, as the document tells it: lines of RISKS, and a mark behind the very sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import Claim, Facts
from butler.issue_backend import Issue
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_wording import anchor

_STRONG = ("contradicted", "refuted")
_WORTH = {"contradicted": 90, "refuted": 86, "old": 66, "unproven": 58}
_NOTHING: Mapping[str, Said] = MappingProxyType({})
_OPEN = ("open", "reopened", "in progress", "in_progress", "todo", "doing", "new")


def add_claim_risks(desk: Desk, pen: Pen, materials: Materials) -> None:
    """The lines of RISKS about what the agent said: the newest, those that are surely wrong first."""
    facts = materials.facts
    if facts is None:
        return
    claims = settled(facts, materials.issue)
    shown = [*_weak(facts, claims)[-2:], *_strong(claims)]
    for at, claim in enumerate(sorted(shown, key=lambda one: one.line)):
        worth = _WORTH[claim.verdict] - (5 - min(at, 5)) * 2
        desk.add("RISKS", "risks", (3, at), Form(worth, Line(_told(pen, claim))))


def settled(facts: Facts, issue: Issue | None) -> tuple[Claim, ...]:
    """The claims, those about the handover's issue judged by what its source says; of other issues nothing is known."""
    found = []
    for claim in facts.claims:
        if claim.kind != "issue" or claim.evidence:
            found.append(claim)
        elif issue is not None and claim.about in ("", str(issue.id)) and issue.state.strip().lower() in _OPEN:
            found.append(replace(claim, verdict="contradicted", about=str(issue.id), told=issue.state))
    return tuple(found)


def marked(
    pen: Pen,
    claims: Sequence[Claim],
    line: int,
    sentences: Sequence[str],
    later: Mapping[str, Said] = _NOTHING,
) -> Said | str:
    """Sentences of the agent's words at ``line``, those that are surely wrong with a mark behind them, or what came ``later`` to one."""
    mine = [one for one in _strong(claims) if one.line == line]
    at = next((at for at, text in enumerate(sentences) if text in later or _said_in(text, mine)), None)
    if at is None:
        return pen.lines(sentences)
    verdict = next((one.verdict for one in mine if _said_in(sentences[at], [one])), None)
    mark = later[sentences[at]] if verdict is None else said("spoken_doubt", verdict=said(f"verdict_{verdict}"))
    before, after = pen.lines(sentences[: at + 1]), sentences[at + 1 :]
    if not after:
        return said("spoken_end", text=before, mark=mark)
    return said("spoken_lines", text=before, mark=mark, rest=marked(pen, claims, line, after, later))


def _said_in(sentence: str, claims: Sequence[Claim]) -> bool:
    """Whether a sentence as it is shown holds one of the claims, or a row of a table the cells of one."""
    return any(claim.text in sentence or all(part in sentence for part in claim.text.split(" | ")) for claim in claims)


def _strong(claims: Sequence[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.verdict in _STRONG][-4:]


def _weak(facts: Facts, claims: Sequence[Claim]) -> list[Claim]:
    """Claims without proof that nothing has borne out since, one of each run."""
    shown = {check.kind: check.line for check in facts.checks if check.outcome == "passed"}
    found = [one for one in claims if one.verdict not in _STRONG and shown.get(one.kind, 0) <= one.line]
    return list({(one.verdict, one.kind, one.evidence_line): one for one in found}.values())


def _told(pen: Pen, claim: Claim) -> Said:
    """One line: the words, and what speaks against them."""
    facts: dict[str, Value] = {"text": pen.line(claim.text, 170), "anchor": anchor(claim.line)}
    if claim.verdict == "unproven" and claim.shown:
        counts = pen.line(claim.shown, 120)
        return said("claim_masked", **facts, evidence=_evidence(pen, claim), counts=counts)
    if claim.verdict == "old":
        return said("claim_old", **facts, evidence=_evidence(pen, claim), change=anchor(claim.changed_line or 0))
    return said(f"claim_{claim.verdict}", **facts, evidence=_against(pen, claim))


def _against(pen: Pen, claim: Claim) -> Said:
    """What the log, the work tree or the tracker says instead."""
    if claim.kind == "issue" and not claim.evidence:
        return said("claim_issue", id=pen.line(claim.about, 60), state=pen.line(claim.told, 40))
    if claim.kind in ("retracted", "denied"):
        key = "claim_taken_back" if claim.kind == "retracted" else "claim_denied"
        return said(key, told=pen.line(claim.told, 170), anchor=anchor(claim.evidence_line or 0))
    if not claim.evidence:
        return said("claim_no_run")
    if claim.kind in ("file", "tree", "edited") and claim.exit_code is None:
        key = f"claim_{claim.kind}"
        return said(key, path=pen.code(claim.evidence, 120), anchor=anchor(claim.evidence_line or 0))
    evidence = _evidence(pen, claim)
    if claim.verdict == "unproven" and claim.exit_code is None:
        return said("claim_hidden", evidence=evidence)
    told = pen.line(claim.told, 120)
    if claim.exit_code is None:
        return said("claim_printed", evidence=evidence, told=told) if told else said("claim_failed", evidence=evidence)
    key = "claim_exited_told" if told else "claim_exited"
    return said(key, evidence=evidence, code=claim.exit_code, told=told)


def _evidence(pen: Pen, claim: Claim) -> Said:
    return said("claim_evidence", command=pen.code(claim.evidence, 90), anchor=anchor(claim.evidence_line or 0))
