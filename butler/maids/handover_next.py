"""NEXT_ACTION and RISKS."""

from __future__ import annotations

import re
from collections.abc import Sequence

from butler.capabilities.handover.models import Line, Materials, Value, said
from butler.capabilities.session_log.facts import Facts, Part, part_line
from butler.maids.handover_announced import add_announced, add_manual_checks
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_carried import CARRIED_WORTH, Carried
from butler.maids.handover_claims import add_claim_risks
from butler.maids.handover_closing import add_left, add_nothing, add_offer, is_closed
from butler.maids.handover_left_open import is_left_open, worth_of
from butler.maids.handover_open import open_questions, refused_plan
from butler.maids.handover_plan import add_next_steps
from butler.maids.handover_state import git_absence
from butler.maids.handover_unseen import unsent
from butler.maids.handover_wording import (
    anchor,
    ends_in_words,
    failing_now,
    last_reply,
    last_request,
    outdated_by,
    written_since,
)
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes
from butler.maids.session_log_shorten import shorten_request

NEXT = "NEXT_ACTION"
RISKS = "RISKS"
_NO_COMMIT = late(
    r"\b(?:do not|don[’']?t|never|not) (?:\w+ ){0,2}commit|\bwithout committing|\bno commits?\b|コミット(?:は|を)?(?:まだ)?(?:しない|するな|不要|せず)|不要提交|别提交|暂不提交",
    re.I,
)
_REFUSED = late(r"user doesn't want to|rejected by (?:the )?user|user (?:rejected|declined)|declined", re.I)


def add_next(desk: Desk, pen: Pen, materials: Materials, notes: list[tuple[str, Notes]], carried: Carried) -> None:
    """All pieces of NEXT_ACTION, in the order that the design gives: notes, plan, request, checks, observed state."""
    for at, (writer, found) in enumerate(notes):
        for number, note in enumerate(found.of("next")):
            desk.add(
                NEXT, "next", (0, at, number), _form(100, "next_note", text=pen.line(note.text, 400), writer=writer)
            )
    for at, (text, origin) in enumerate(carried.next):
        order = (9, at) if is_left_open(text) else (1, at)
        desk.add(NEXT, "next", order, _form(worth_of(text, CARRIED_WORTH), "carried", text=text, id=origin))
    if materials.facts is not None:
        _from_log(desk, pen, materials.facts)
    for at, advice in enumerate(() if materials.log.other_folder else materials.work.recommendations):
        if advice.key == "advice_nothing" or (advice.key == "advice_commit" and _forbids_commit(materials.facts)):
            continue
        facts = {name: pen.line(value, 120) for name, value in advice.facts}
        desk.add(NEXT, "next", (7, at), _form(74, advice.key, **facts))
    if materials.facts is not None:
        forbidden = materials.facts.no_repository or _forbids_commit(materials.facts)
        add_nothing(desk, materials.facts, () if forbidden else unsent(materials.facts))


def _forbids_commit(facts: Facts | None) -> bool:
    """Whether the person's last request that speaks of commits says not to make one."""
    told = (
        [one.text for one in facts.requests if "commit" in one.text.lower() or "コミット" in one.text] if facts else []
    )
    return bool(told) and bool(_NO_COMMIT.search(told[-1]))


def _from_log(desk: Desk, pen: Pen, facts: Facts) -> None:
    """From the log: what stopped, the current request with its checks, then the plan and what is older."""
    if facts.operation is not None:
        name = facts.operation.name
        desk.add(NEXT, "next", (1, 1000), _form(90, "next_operation", name=name, anchor=anchor(facts.operation.line)))
    _waiting(desk, pen, facts)
    add_next_steps(desk, pen, facts)
    _last_action(desk, pen, facts)
    last, reply = last_request(facts), last_reply(facts)
    if reply is not None and facts.turn_open and not is_closed(facts):
        chosen = next((one.text for one in reversed(facts.decisions) if one.line == reply.line), reply.text)
        text = pen.line(shorten_request(pen.clean(chosen), 110), 120)
        desk.add(NEXT, "next", (3,), _form(88, "next_reply", text=text, anchor=anchor(reply.line)))
    elif last is not None and last.state in ("open", "answered") and (_failing(facts) or not is_closed(facts)):
        text = pen.line(shorten_request(pen.clean(last.text), 110), 120)
        key = "next_request" if facts.turn_open and not ends_in_words(facts) else "next_request_ended"
        desk.add(NEXT, "next", (3,), _form(88, key, text=text, anchor=anchor(last.line)))
    _checks(desk, pen, facts)
    add_announced(desk, pen, facts)
    add_manual_checks(desk, pen, facts)
    add_offer(desk, pen, facts)
    add_left(desk, pen, facts)


def _failing(facts: Facts) -> bool:
    """Whether a check fails in the very state that the work is in: words alone close nothing then."""
    return any(not (one.edited_after or outdated_by(one, facts)) for one in failing_now(facts))


def _waiting(desk: Desk, pen: Pen, facts: Facts) -> None:
    """What the person has to say first: about a refused plan, to the agent's question."""
    plan = refused_plan(facts)
    if plan is not None:
        desk.add(NEXT, "next", (2, -3), _form(91, "next_plan_refused", anchor=anchor(plan.line)))
    for at, given in enumerate([one for one in facts.sent if one.line in facts.out][-2:]):
        wrote = written_since(facts, given.line)[:2]
        if wrote:
            files = ", ".join(f"{pen.code(one.path, 120)} {anchor(one.last_line)}" for one in wrote)
            words = _form(89, "next_out", name=pen.line(given.name, 60), files=files, anchor=anchor(given.line))
            desk.add(NEXT, "next", (2, -1, 20 + at), words)
    line, questions = open_questions(facts)
    if questions:
        text = pen.line(questions[-1], 160)
        desk.add(NEXT, "next", (2, -2), _form(90, "next_ask", anchor=anchor(line), text=text))


def _last_action(desk: Desk, pen: Pen, facts: Facts) -> None:
    """An action at the end that failed: it stands in the way of everything else."""
    failed = next(
        (one for one in reversed(facts.troubles) if one.mended is None and one.text == facts.last_action), None
    )
    checks = {check.text for check in facts.checks}
    if failed is None or failed.line < facts.last_action_line or failed.kind == "denied" or failed.text in checks:
        return
    if any(_REFUSED.search(error) for error in failed.errors):
        return
    error = pen.line(failed.errors[0], 200) if failed.errors else said("result_unknown")
    words = _form(89, "next_last_action", command=pen.code(failed.text, 120), error=error, anchor=anchor(failed.line))
    desk.add(NEXT, "next", (2, -1), words)


def _checks(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Checks that fail, then the last one that is older than an edit of code."""
    for at, check in enumerate(failing_now(facts)[-4:]):
        names = check.failing[:3]
        detail: Value = ""
        if names or check.errors:
            told = ", ".join(pen.code(name, 140) for name in names) or pen.line(check.errors[-1], 200)
            detail = said("next_check_detail", names=told)
        key = "next_check_edited" if check.edited_after and check.kind != "ci" else "next_check"
        deed = outdated_by(check, facts)
        if deed:
            key, detail = "next_check_before", said("failed_before", deed=anchor(deed), detail=detail)
        words = _form(80, key, command=pen.code(check.text, 120), detail=detail, anchor=anchor(check.line))
        desk.add(NEXT, "next", (4, at), words)
    newer = {kind for check in facts.checks if not check.edited_after for kind in (check.kind, *check.kinds)}
    stale = [
        one
        for one in facts.checks
        if not one.bad and one.edited_after and one.kind in ("test", "build", "types") and one.kind not in newer
    ]
    for check in stale[-1:]:
        words = _form(62, "next_rerun", command=pen.code(check.text, 110), anchor=anchor(check.line))
        desk.add(NEXT, "next", (5,), words)


def add_risks(desk: Desk, pen: Pen, materials: Materials, notes: list[tuple[str, Notes]]) -> None:
    """All pieces of RISKS."""
    for at, (writer, found) in enumerate(notes):
        for number, note in enumerate(found.of("risk")):
            desk.add(RISKS, "risks", (0, at, number), _form(100, "note", writer=writer, text=pen.line(note.text, 400)))
    _git_risks(desk, pen, materials)
    if materials.log.other_folder:
        desk.add(RISKS, "risks", (2, 0), _form(95, "risk_other_folder"))
    if materials.log.unconfirmed:
        reason = pen.line(materials.log.unconfirmed, 300)
        desk.add(RISKS, "risks", (2, 2), _form(95, "risk_unconfirmed", reason=reason))
    skipped = materials.log.receipt.skipped_count if materials.log.receipt is not None else 0
    skipped += sum(part.skipped for part in materials.facts.parts) if materials.facts is not None else 0
    if skipped:
        desk.add(RISKS, "risks", (2, 1), _form(70, "risk_gaps", count=skipped))
    if materials.facts is not None:
        _part_risks(desk, pen, materials.facts.parts)
        add_claim_risks(desk, pen, materials)
        _log_risks(desk, pen, materials.facts)


def _git_risks(desk: Desk, pen: Pen, materials: Materials) -> None:
    git = materials.work.git
    if materials.log.other_folder:
        return
    if git is None:
        if materials.work.absent in {"git_failed", "git_missing"}:
            desk.add(RISKS, "risks", (1, 0), Form(93, Line(git_absence(pen, materials))))
        return
    if git.operation:
        step = pen.line(git.operation_step or "", 60)
        desk.add(RISKS, "risks", (1, 0), _form(95, "risk_operation", name=git.operation, step=step))
    if git.conflicts:
        desk.add(
            RISKS,
            "risks",
            (1, 1),
            _form(94, "risk_conflicts", files=", ".join(pen.code(path) for path in git.conflicts[:8])),
        )
    if git.ahead and git.behind:
        desk.add(RISKS, "risks", (1, 2), _form(90, "risk_diverged", ahead=git.ahead, behind=git.behind))
    if git.dirty:
        count = len({*(one.path for one in (*git.staged, *git.unstaged)), *git.untracked, *git.conflicts})
        desk.add(RISKS, "risks", (1, 3), _form(84, "risk_dirty", count=count))
    if git.stash:
        desk.add(RISKS, "risks", (1, 4), _form(80, "risk_stash", count=git.stash))


def _part_risks(desk: Desk, pen: Pen, parts: Sequence[Part]) -> None:
    """What of the session's story is missing, was taken back, or stands in its log as a copy."""
    for part in parts:
        rollout = pen.code(part.rollout_id, 90)
        if part.kind == "copy":
            key = "risk_copied" if part.copied_until else "risk_copied_somewhere"
            ends = [anchor(part_line(part.number - 1, line)) for line in (2, part.copied_until or 0)]
            words = _form(72, key, first=ends[0], last=ends[1], rollout=rollout)
            desk.add(RISKS, "risks", (2, 3, part.number), words)
        elif part.problem:
            why = said(f"part_{part.problem}")
            desk.add(RISKS, "risks", (2, 4, part.number), _form(96, "risk_part_missing", rollout=rollout, why=why))
        elif part.withdrawn_from is not None:
            facts: dict[str, Value] = {"edits": part.edits, "commands": part.commands}
            words = _form(94, "risk_taken_back", anchor=anchor(part.withdrawn_from), **facts)
            desk.add(RISKS, "risks", (2, 5, part.number), words)


def _log_risks(desk: Desk, pen: Pen, facts: Facts) -> None:
    if facts.operation is not None:
        files = ", ".join(pen.code(path, 100) for path in facts.operation.files[:8]) or said("unknown")
        words = _form(
            92, "risk_operation_log", name=facts.operation.name, files=files, anchor=anchor(facts.operation.line)
        )
        desk.add(RISKS, "risks", (1, 9), words)
    if facts.compactions:
        desk.add(
            RISKS,
            "risks",
            (4, 0),
            _form(75, "risk_compaction", count=len(facts.compactions), anchor=anchor(facts.compactions[-1])),
        )
    if facts.aborted:
        desk.add(
            RISKS,
            "risks",
            (4, 1),
            _form(58, "risk_aborted", anchors=" ".join(anchor(line) for line in facts.aborted[-3:])),
        )
    uncommitted = [one for one in facts.files if one.edits and one.committed is False]
    if uncommitted and facts.standing:
        words = _form(82, "risk_uncommitted", count=len(uncommitted), anchor=anchor(facts.standing[-1].line))
        desk.add(RISKS, "risks", (4, 2), words)
    open_checks = failing_now(facts)
    if open_checks:
        old = sum(bool(outdated_by(one, facts) or (one.edited_after and one.kind != "ci")) for one in open_checks)
        key = "risk_failing_old" if old else "risk_failing"
        desk.add(RISKS, "risks", (4, 3), _form(64, key, count=len(open_checks), old=old))


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
