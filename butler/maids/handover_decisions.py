"""DECISION and BLOCKED / PENDING: explicit choices only, with who made them; open lines always with a label."""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import Facts
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_carried import CARRIED_WORTH, Carried
from butler.maids.handover_choices import agrees_to, fate_of
from butler.maids.handover_open import deciding_requests, open_questions, refused_plan
from butler.maids.handover_requests import shown_requests
from butler.maids.handover_stuck import stuck
from butler.maids.handover_wording import anchor, steers_turn
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes
from butler.maids.session_log_plan_text import shorten_plan

DECISION = "DECISION"
PENDING = "BLOCKED / PENDING"
_AT_THE_END = 10**15
_ASKED_AFTER = 4
_OVERTAKEN = 160
"""Characters of an answer that a later one replaced."""
_TRIES = 2
"""Kinds of failed tries that are told: the newest."""
_FINDING = late(r"(?P<rank>\[P[0-3]\])\**\s*(?P<title>(?:\\++\"?|[^\"\\\n])+?)(?=(?<!\\)\"|\n|$)")
_PUTS_OFF = late(
    r"\b(?:for now|not now|not yet|later|another time|leave (?:it|that|this))\b|暂时|先不|以后|稍后|今は|あとで|後で|後回し|今回は|tạm thời|để sau",
    re.I,
)
"""Words that put a finding off: it stays open."""
_NAMED_FILE = late(r"(?<![\w.-])([\w.-]+\.[A-Za-z]\w{0,5})\b")


def add_decisions(desk: Desk, pen: Pen, materials: Materials, notes: list[tuple[str, Notes]], carried: Carried) -> None:
    """All pieces of DECISION and BLOCKED / PENDING."""
    for at, (writer, found) in enumerate(notes):
        for number, note in enumerate(found.of("decision", "rejected")):
            key = "decision_note" if note.label == "decision" else "rejected_note"
            desk.add(DECISION, "notes", (at, number), _form(100, key, writer=writer, text=pen.line(note.text, 500)))
        for number, note in enumerate(found.of("recommended", "tentative", "undecided", "blocked")):
            words = _form(
                100, f"pending_{note.label}", text=pen.line(note.text, 500), source=said("from_writer", writer=writer)
            )
            desk.add(PENDING, "pending", (0, at, number), words)
    for at, (text, origin) in enumerate(carried.decisions):
        desk.add(DECISION, "carried", (at,), _form(CARRIED_WORTH, "carried", text=text, id=origin))
    for at, (text, origin) in enumerate(carried.pending):
        desk.add(PENDING, "pending", (2, at), _form(CARRIED_WORTH, "carried", text=text, id=origin))
    if materials.facts is not None:
        _choices(desk, pen, materials.facts)
        _orders(desk, materials.facts)
        if materials.facts.requests and not desk.holds(DECISION):
            desk.add(DECISION, "person", (_AT_THE_END,), _form(68, "decision_none"))
        _pending(desk, pen, materials.facts)
        _blocked(desk, pen, materials.facts)
        _findings(desk, pen, materials.facts)


def _choices(desk: Desk, pen: Pen, facts: Facts) -> None:
    decisions = facts.decisions
    plans = [one for one in decisions if one.kind == "approved"]
    for at, one in enumerate(decisions):
        if one.kind == "answer" and (
            one.text.rstrip().endswith(("?", "？"))
            or (one.options and steers_turn(one.text) and not agrees_to(one.text))
        ):
            continue
        if one.kind == "answer":
            _answered(desk, pen, facts, at)
            continue
        newest = bool(plans) and one is plans[-1]
        key = "decision_plan" if one.kind == "approved" else "decision_plan_refused"
        told: dict[str, Value] = {
            "anchor": anchor(one.line),
            "path": said("plan_path", path=pen.code(one.path, 160)) if one.path else "",
            "words": said("plan_words", text=pen.line(one.text, 400)) if one.text else "",
            "later": _asked_after(facts, one.line) if newest else "",
        }
        lengths = ((160, 86), (500, 74), (1300, 52), (2400, 46), (4000, 34)) if newest else ((120, 70),)
        if one.kind == "refused":
            lengths = ((100, 78),)
        text = one.question if newest else one.question.split("\n", 1)[0]
        forms = [Form(worth, _plan(pen, key, text, limit, told)) for limit, worth in lengths]
        desk.add(DECISION, "person", (one.line, at), *forms)


def _asked_after(facts: Facts, line: int) -> Said | str:
    """The requests after a plan: the work went on to them, the plan did not."""
    lines = [one.line for one in shown_requests(facts) if one.line > line and one.kind != "slash" and not one.trivial]
    if not lines:
        return ""
    more = f" … +{len(lines) - _ASKED_AFTER}" if len(lines) > _ASKED_AFTER else ""
    return said("plan_later", anchors=" ".join(anchor(one) for one in lines[:_ASKED_AFTER]) + more)


def _answered(desk: Desk, pen: Pen, facts: Facts, at: int) -> None:
    """An answer with what became of it, and the options beside it: turned down, or merely offered where it was none of them."""
    one, decisions = facts.decisions[at], facts.decisions
    fate = fate_of(one, decisions[at + 1 :], facts.requests)
    key, later = ("decided_anew", fate.anew) if fate.anew else ("decided_further", fate.further)
    told: dict[str, Value] = {
        "question": said("asked", question=pen.line(one.question, 220)) if one.question else "",
        "answer": pen.line(one.text, _OVERTAKEN if fate.anew else 400),
        "anchor": said(key, at=anchor(one.line), later=anchor(later)) if later else anchor(one.line),
    }
    forms = [Form(86 - min(20, len(decisions) - 1 - at), Line(said("decision_answer", **told)))]
    options = () if later else fate.rejected[:5]
    if options:
        shown = ", ".join(pen.line(option, 80) for option in options)
        forms.append(Form(52, Line(said("decision_answer_of", rejected=shown, **told))))
    desk.add(DECISION, "person", (one.line, at), *forms)


def _plan(pen: Pen, key: str, text: str, limit: int, facts: dict[str, Value]) -> Line:
    """A plan on one line while it is short, else in a fence."""
    shown = shorten_plan(pen.clean(text), limit)
    if limit <= 160:
        return Line(said(key, text=": " + pen.line(shown, limit + 20), **facts))
    return Line(said(key, text=":", **facts), pen.block(shown, limit + 200))


def _orders(desk: Desk, facts: Facts) -> None:
    """Which of the requests above decide something: their words stand there."""
    found = deciding_requests(facts)
    if found:
        forms = [
            Form(worth, Line(said("decision_orders", anchors=" ".join(anchor(one.line) for one in found[:most]))))
            for most, worth in ((8, 68), (24, 50))
        ]
        desk.add(DECISION, "person", (_AT_THE_END,), *forms)


def _pending(desk: Desk, pen: Pen, facts: Facts) -> None:
    """A plan that was refused last, and the agent's question that nobody answered."""
    plan = refused_plan(facts)
    if plan is not None:
        words = said("plan_words", text=pen.line(plan.text, 300)) if plan.text else ""
        path = said("plan_path", path=pen.code(plan.path, 160)) if plan.path else ""
        desk.add(
            PENDING, "pending", (1, -1), _form(90, "pending_plan", anchor=anchor(plan.line), path=path, words=words)
        )
    line, questions = open_questions(facts)
    source = said("from_agent_question", anchor=anchor(line))
    for at, question in enumerate(questions):
        words = pen.line(question, 500)
        desk.add(PENDING, "pending", (1, at), _form(86, "pending_undecided", text=words, source=source))


def _blocked(desk: Desk, pen: Pen, facts: Facts) -> None:
    """What keeps the work from being kept, leaving the machine or going on: a commit, push … that never worked, a limit at the end."""
    tries = sorted({one.line: one for one in stuck(facts).values()}.values(), key=lambda one: -one.line)[:_TRIES]
    tries += [one for one in facts.troubles[-1:] if one.kind == "api" and one.line >= facts.last_line - 2]
    for at, one in enumerate(tries):
        error = pen.line(" / ".join(dict.fromkeys([*one.errors[:1], *one.errors[-1:]])), 260)
        text = said("blocked_by", command=pen.code(one.text, 120), error=error)
        desk.add(
            PENDING,
            "pending",
            (3, at),
            _form(84, "pending_blocked", text=text, source=said("at", anchor=anchor(one.line))),
        )


def _findings(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Findings of a review whose files nobody edited since."""
    edited = {one.path.rsplit("/", 1)[-1]: one.last_line for one in facts.files if one.edits}
    last_edit = max(edited.values(), default=0)
    open_: dict[str, tuple[int, str, int]] = {}
    for words in facts.words:
        text = "\n".join(sentence for _, _, sentence in words.sentences)
        found = list(_FINDING.finditer(text))
        for at, one in enumerate(found):
            rest = text[one.end() : found[at + 1].start() if at + 1 < len(found) else one.end() + 1200]
            named = [name for name in _NAMED_FILE.findall(one["title"] + rest) if name in edited]
            touched = max((edited[name] for name in named), default=last_edit)
            title = " ".join(one["title"].replace("\\", "").split())
            open_.pop(title[:40], None)
            judged = next(
                (
                    choice
                    for choice in facts.decisions
                    if choice.line > words.line and one["rank"][1:3] in choice.question
                ),
                None,
            )
            if touched < words.line and (judged is None or _PUTS_OFF.search(judged.text[:80])):
                open_[title[:40]] = (words.line, f"{one['rank']} {title}", judged.line if judged is not None else 0)
    for at, (line, text, put_off) in enumerate(list(open_.values())[-4:]):
        source = said("from_review", anchor=anchor(line))
        if put_off:
            source = said("from_review_put_off", anchor=anchor(line), later=anchor(put_off))
        key = "pending_tentative" if put_off else "pending_undecided"
        desk.add(PENDING, "pending", (4, at), _form(80 - at, key, text=pen.line(text, 260), source=source))


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
