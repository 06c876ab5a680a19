"""What a handover takes from the Task of its work session: each line with its claim and the writer ``journal``.

CURRENT_STATE gets goal, constraints, status, results and actions, DISCOVERY findings and Events by claim with their
evidence, DECISION what the person decided, BLOCKED / PENDING the open items. Events that the store wrote itself and those
of earlier handovers are left to ``task_history``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from butler.capabilities.handover.models import Line, Materials, Value, said
from butler.capabilities.journal.models import CLAIMS, HANDOVER_KIND, LISTS, OWN_KINDS, Event, Task, TaskHistory, Texts
from butler.errors import ButlerError
from butler.maids.document_check import metadata
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_carried import Carried
from butler.maids.late_patterns import late
from butler.maids.notes_worker import parse_notes

STATE = "CURRENT_STATE"
DISCOVERY = "DISCOVERY"
DECISION = "DECISION"
PENDING = "BLOCKED / PENDING"
GROUP = "task"
MOST = 100
"""Entries of one list of a Task, and Events of one claim, that a document can hold."""

LONGEST = 5_000
"""Characters of a text that are looked at; a line shows at most `LENGTHS`."""

LENGTHS = (240, 700)
_UPGRADE = 24
"""What the longer form of a line is worth less."""

_RECORDS = (
    (STATE, 3, 82, "results"),
    (STATE, 4, 58, "actions"),
    (DISCOVERY, 0, 78, "findings"),
    (DISCOVERY, 1, 60, "evidence"),
)
_EVIDENCE = 3
_LABELS = ("recommended", "tentative", "undecided", "blocked")
_LABEL = late(r"^(?:recommended|tentative|undecided|blocked|推奨採用|暫定|未確定|ブロック)[:：]\s*", re.IGNORECASE)
_FROM_TASK = late(r" — journal(?: r\d{1,9})?(?: \(.*\))?$")

_Numbered = tuple[int, Event]


def add_task(desk: Desk, pen: Pen, materials: Materials) -> None:
    """All pieces of the Task; nothing without one."""
    history = materials.task
    if history is None:
        return
    _state(desk, pen, history.task)
    _entries(desk, pen, history.task)
    left = _events(desk, pen, history) + _decisions(desk, pen, history)
    for at, text in enumerate(_texts(history.task.pending_items)[:MOST]):
        label, words = _labelled(text)
        forms = _forms(92 - min(30, at), pen, f"pending_{label}", words, source=said("task_source"))
        desk.add(PENDING, "pending", (2, MOST + at), *forms)
    left += sum(_surplus(getattr(history.task, name)) for name in LISTS)
    if left:
        desk.add(DISCOVERY, GROUP, (9,), Form(70, Line(said("task_more", count=left))))


def task_metadata(materials: Materials, pen: Pen) -> dict[str, Any]:
    """``task`` for METADATA; empty without a Task."""
    if materials.task is None:
        return {}
    task = materials.task.task
    return {"task": {"id": pen.plain(task.task_id), "revision": task.revision}}


def decided(history: TaskHistory | None) -> list[str]:
    """What the person decided, newest first."""
    if history is None:
        return []
    return [text[:LONGEST] for text, _ in reversed(_decided(history))]


def without_task_lines(carried: Carried, materials: Materials, pen: Pen) -> Carried:
    """The carried lines without those that the journal tells anew: it knows better what is still open."""
    history = materials.task
    if history is None:
        return carried
    same = _task_id(materials.based_on_text) == pen.plain(history.task.task_id)
    texts = [
        *(_labelled(text)[1] for text in _texts(history.task.pending_items)),
        *(text for text, _ in _decided(history)),
    ]
    told = {_line(pen, text, limit) for text in texts for limit in LENGTHS}

    def kept(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple(one for one in lines if not (_FROM_TASK.search(one[0]) and (same or _bare(one[0]) in told)))

    return replace(carried, pending=kept(carried.pending), decisions=kept(carried.decisions))


def _task_id(document: str | None) -> str | None:
    try:
        task = metadata(document or "").get("task")
    except ButlerError:
        return None
    return task.get("id") if isinstance(task, dict) else None


def _bare(line: str) -> str:
    return _LABEL.sub("", _FROM_TASK.sub("", line))


def _state(desk: Desk, pen: Pen, task: Task) -> None:
    status = said(f"task_status_{task.status}")
    head = said(
        "task_head",
        id=pen.line(task.task_id, 120),
        revision=task.revision,
        status=status,
        title=pen.line(task.title[:LONGEST], 200),
    )
    desk.add(STATE, GROUP, (0,), Form(96, Line(head)))
    if task.goal.strip():
        desk.add(STATE, GROUP, (1,), *_forms(95, pen, "task_goal", task.goal))
    for at, text in enumerate(_texts(task.constraints)[:MOST]):
        desk.add(STATE, GROUP, (2, at), *_forms(94 - min(40, at), pen, "task_constraint", text))


def _events(desk: Desk, pen: Pen, history: TaskHistory) -> int:
    """Events by claim; how many of them are too many to be shown at all."""
    left = 0
    for claim, worth in (("verified", 84), ("inferred", 68), ("proposed", 66)):
        events = [one for one in _told(history) if one[1].claim == claim]
        left += max(0, len(events) - MOST)
        for rank, (number, event) in enumerate(reversed(events[-MOST:])):
            facts = _event_facts(pen, number, event)
            forms = _forms(worth - min(30, rank), pen, "task_event", event.text, **facts)
            desk.add(DISCOVERY, GROUP, (2 + CLAIMS.index(event.claim), number), *forms)
    return left


def _entries(desk: Desk, pen: Pen, task: Task) -> None:
    """An agent's own records, in each list the later ones worth more."""
    for section, order, worth, name in _RECORDS:
        texts = _texts(getattr(task, name))[-MOST:]
        facts = {"claim": said("task_claim_inferred"), "what": said(f"task_{name}")}
        for at, text in enumerate(texts):
            rank = len(texts) - 1 - at
            desk.add(section, GROUP, (order, at), *_forms(worth - min(30, rank), pen, "task_entry", text, **facts))


def _decisions(desk: Desk, pen: Pen, history: TaskHistory) -> int:
    """What the person decided; how many are too many to be shown at all."""
    decisions = _decided(history)
    found = decisions[-MOST:]
    for at, (text, event) in enumerate(found):
        where: Value = "" if event is None else said("task_at", revision=event[0])
        evidence: Value = "" if event is None else _evidence(pen, event[1])
        rank = len(found) - 1 - at
        forms = _forms(96 - min(40, rank), pen, "task_decision", text, at=where, evidence=evidence)
        desk.add(DECISION, "person", (0, at), *forms)
    return len(decisions) - len(found)


def _decided(history: TaskHistory) -> list[tuple[str, _Numbered | None]]:
    """Decisions of the person, each once: those without an Event of their own first."""
    events = [one for one in enumerate(history.events, 1) if one[1].claim == "user_decision" and one[1].text.strip()]
    own = {event.text for _, event in events}
    bare = [text for text in _texts(history.task.user_decisions) if text not in own]
    return [*((text, None) for text in bare), *((event.text, (number, event)) for number, event in events)]


def _told(history: TaskHistory) -> list[_Numbered]:
    """The Events that agents recorded, with their revisions."""
    silent = (*OWN_KINDS, HANDOVER_KIND)
    return [one for one in enumerate(history.events, 1) if one[1].kind not in silent and one[1].text.strip()]


def _event_facts(pen: Pen, number: int, event: Event) -> dict[str, Value]:
    return {
        "claim": said(f"task_claim_{event.claim}"),
        "kind": "" if event.kind == "note" else said("task_event_kind", kind=pen.line(event.kind, 40)),
        "evidence": _evidence(pen, event),
        "revision": number,
        "agent": pen.line(event.agent_id[:LONGEST], 60),
    }


def _evidence(pen: Pen, event: Event) -> Value:
    """The first entries of an Event's evidence, the others counted."""
    given = _texts(event.evidence)
    if not given:
        return ""
    shown = "; ".join(_line(pen, text, 160) for text in given[:_EVIDENCE])
    more = f"; … +{len(given) - _EVIDENCE}" if len(given) > _EVIDENCE else ""
    return said("task_event_evidence", evidence=shown + more)


def _labelled(text: str) -> tuple[str, str]:
    """The label that an open item begins with, and its words; without one of the four it is undecided."""
    flat = " ".join(text.split())
    found = parse_notes(flat[:LONGEST]).labelled
    if len(found) == 1 and found[0].label in _LABELS:
        return found[0].label, found[0].text
    return "undecided", flat


def _forms(worth: int, pen: Pen, key: str, text: str, **facts: Value) -> list[Form]:
    return [
        Form(worth - less, Line(said(key, text=_line(pen, text, limit), **facts)))
        for limit, less in zip(LENGTHS, (0, _UPGRADE), strict=True)
    ]


def _line(pen: Pen, text: str, limit: int) -> str:
    return pen.line(text[:LONGEST], limit)


def _texts(given: Texts) -> list[str]:
    return [text for text in given or () if text.strip()]


def _surplus(given: Texts) -> int:
    return max(0, len(_texts(given)) - MOST)
