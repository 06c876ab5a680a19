"""The handover maid: materials in, document out. Pure: same materials, same document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from butler.capabilities.handover.models import (
    DEFAULT_MAX_TOKENS,
    Group,
    HandoverDocument,
    Line,
    Materials,
    Said,
    Section,
    Value,
    said,
)
from butler.capabilities.session_log.facts import Facts, Part, part_and_line
from butler.maids.handover_anchors import NAME as ANCHORS
from butler.maids.handover_anchors import add_anchors
from butler.maids.handover_budget import Desk, Form, Pen, cost_of
from butler.maids.handover_carried import CARRIED_WORTH, KEPT, carry
from butler.maids.handover_decisions import add_decisions
from butler.maids.handover_discovery import add_discovery
from butler.maids.handover_left_open import cut_names
from butler.maids.handover_next import add_next, add_risks
from butler.maids.handover_overtaken import later_of
from butler.maids.handover_prompt import prompt_section
from butler.maids.handover_state import add_state
from butler.maids.handover_summaries import add_summaries, summaries_metadata
from butler.maids.handover_suspicious import with_suspicions
from butler.maids.handover_task import add_task, task_metadata, without_task_lines
from butler.maids.handover_wording import anchor, last_line
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes, parse_notes
from butler.maids.session_log_summary_worker import part_text
from butler.maids.text_worker import estimate_tokens

GROUPS: dict[str, tuple[str, ...]] = {
    "CURRENT_STATE": (
        "notes",
        "task",
        "issue",
        "log",
        "git",
        "requests",
        "orders",
        "plan",
        "commits",
        "stopped",
        "summary",
    ),
    "DISCOVERY": (
        "notes",
        "task",
        "environment",
        "checks",
        "troubles",
        "words",
        "documents",
        "papers",
        "probes",
        "steps",
    ),
    "DECISION": ("notes", "person", "summary", "carried"),
    "NEXT_ACTION": ("next",),
    "BLOCKED / PENDING": ("pending",),
    "RISKS": ("risks",),
    "CODEBASE_ANCHORS": ("notes", "edited", "read", "named"),
}
_NUMBERED = frozenset({"next"})
_HEADINGS = {"en": 60, "ja": 110}
_PRICES_RUN_HIGH = 1.05
"""The desk's prices against o200k: of the documents of 177 logs in nine languages none came over 1.07 of its budget."""
_MOST_PARTS = 5
_NAME_COST = 5
"""Tokens of the name of one carried line in the receipt."""
_TOKENS_OF_A_NAME = 30
"""One name is told for so many tokens of the budget: 50 in a handover of 1,500."""
_MARK = late(r"\[REDACTED:([A-Za-z0-9_]{1,40}):(\d{1,9})\]")


def compose(materials: Materials) -> HandoverDocument:
    """The document of ``materials``, within their budget.

    METADATA and HANDOFF_PROMPT are always whole; the rest of the budget goes to what is worth most. Where secrets were
    found it is composed once more: a value that one text names as a secret may stand bare in an earlier one. For the same
    reason every form is made then, printed or not.
    """
    for text in _spread(materials):
        materials.redactor.learn(text)
    document = _composed(materials, whole=bool(materials.redactor.known))
    return _composed(materials, whole=True) if _secrets(document.sections) else document


def _spread(materials: Materials) -> Iterator[str]:
    """Texts that are printed in pieces, as they stood: a secret may reach over their lines."""
    yield from materials.facts.spread if materials.facts is not None else ()
    notes = [*materials.marks, *([materials.notes] if materials.notes is not None else [])]
    yield from (note.text for note in notes if "\n" in note.text)


def _composed(materials: Materials, *, whole: bool) -> HandoverDocument:
    pen = Pen(materials.redactor, _folders(materials))
    notes = _notes(materials)
    desk = Desk(whole=whole, language=materials.meta.language)
    carried = without_task_lines(carry(materials, pen, notes), materials, pen)
    later = later_of(materials.facts or Facts())
    add_state(desk, pen, materials, notes, later)
    add_discovery(desk, pen, materials, notes, later)
    add_decisions(desk, pen, materials, notes, carried)
    add_next(desk, pen, materials, notes, carried)
    add_risks(desk, pen, materials, notes)
    add_anchors(desk, pen, materials, notes)
    add_task(desk, pen, materials)
    add_summaries(desk, pen, materials)
    for at, (section, text, origin) in enumerate(carried.kept):
        form = Form(CARRIED_WORTH, Line(said("carried", text=text, id=origin)))
        desk.add(section, KEPT[section], (0, 900, at), form)
    prompt = prompt_section(materials, pen, notes, carried, has_next=desk.holds("NEXT_ACTION"))
    fixed = (
        _HEADINGS[materials.meta.language]
        + _tokens(_metadata(materials, pen, {}, 0, {}))
        + sum(cost_of(line, materials.meta.language) for group in prompt.groups for line in group.lines)
    )
    room = int(max(0, materials.max_tokens - fixed) * _PRICES_RUN_HIGH)
    sections, cut, shortened = desk.choose(room, GROUPS, _NUMBERED)
    missing = cut_names(carried.all, _carried_in(sections))
    if missing:  # the receipt names them, and that takes room too
        cost = _NAME_COST * len(missing) - materials.max_tokens // 20
        sections, cut, shortened = desk.choose(room - max(0, min(cost, room // 4)), GROUPS, _NUMBERED)
        missing = cut_names(carried.all, _carried_in(sections))[: materials.max_tokens // _TOKENS_OF_A_NAME]
    *body, prompt = with_suspicions((*_with_cuts(sections, cut), prompt))
    secrets = _secrets((*body, prompt))
    head = _metadata(materials, pen, dict(sorted(cut.items())), shortened, secrets)
    if missing:
        head["receipt"]["carried_cut"] = " ".join(missing)
    return HandoverDocument(materials.meta.language, head, (*_with_secrets(tuple(body), secrets), prompt))


def _carried_in(sections: Sequence[Section]) -> frozenset[str]:
    """The texts of the carried lines that are printed."""
    lines = (line.said for section in sections for group in section.groups for line in group.lines)
    return frozenset(str(dict(one.facts)["text"]) for one in lines if one.key == "carried")


def _with_cuts(sections: Sequence[Section], cut: Mapping[str, int]) -> tuple[Section, ...]:
    """CODEBASE_ANCHORS without a line says how many were cut."""
    return tuple(
        Section(one.name, (Group("", (Line(said("section_cut", count=cut[one.name])),)),))
        if one.name == ANCHORS and not one.groups and cut.get(one.name)
        else one
        for one in sections
    )


def _with_secrets(sections: tuple[Section, ...], secrets: Mapping[str, int]) -> tuple[Section, ...]:
    """RISKS says that secrets were removed."""
    if not secrets:
        return sections
    line = Line(said("risk_secrets", kinds=_pairs(secrets)))
    return tuple(
        Section(one.name, (Group("risks", (*(one.groups[0].lines if one.groups else ()), line)),))
        if one.name == "RISKS"
        else one
        for one in sections
    )


def _folders(materials: Materials) -> list[str]:
    """Folders that paths are shown relative to: the work folder, and the session's own where they are the same."""
    session = materials.facts.session if materials.facts is not None else None
    return [session.work_folder] if session is not None and session.work_folder else []


def _notes(materials: Materials) -> list[tuple[str, Notes]]:
    """Notes and marks taken apart, each with its writer; marks carry their anchor."""
    found = [materials.notes] if materials.notes is not None and materials.notes.text.strip() else []
    found += list(materials.marks)
    return [
        (one.writer if one.line is None else f"{one.writer} {anchor(one.line)}", parse_notes(one.text)) for one in found
    ]


def _metadata(
    materials: Materials, pen: Pen, cut: Mapping[str, int], shortened: int, secrets: Mapping[str, int]
) -> dict[str, Any]:
    meta, issue = materials.meta, materials.issue
    head: dict[str, Any] = {"format_version": meta.format_version, "project": pen.plain(meta.project)}
    if issue is not None:
        head["issue"] = {
            "id": issue.id,
            "title": pen.plain(issue.title),
            "state": pen.plain(issue.state),
            "url": pen.plain(issue.url),
        }
    elif meta.issue_id is not None:
        head["issue"] = {"id": meta.issue_id, "title": None, "state": None, "url": None}
    head |= {
        "source_brain": meta.source_brain,
        "target_brain": meta.target_brain,
        "mode": meta.mode,
        "created_at": meta.created_at,
        "handover_id": meta.handover_id,
        "session": _session(materials, pen),
        "git": _git(materials, pen),
        **task_metadata(materials, pen),
        **summaries_metadata(materials),
        "based_on": meta.based_on,
        "previous": meta.previous,
        **({"nothing_new_since": meta.nothing_new_since} if meta.nothing_new_since else {}),
        "language": meta.language,
        "receipt": _receipt(materials, cut, shortened, secrets),
    }
    return head


def _session(materials: Materials, pen: Pen) -> dict[str, Any] | None:
    facts = materials.facts
    if facts is None:
        return None
    first, whole = part_and_line(facts.first_line)
    told: dict[str, Any] = {
        "agent": materials.log.agent,
        "id": pen.plain(facts.session.session_id),
        "model": pen.plain(facts.session.model),
        "log": pen.plain(materials.log.path),
        "lines": f"{whole if first == 1 else 1}-{last_line(materials)}",
    }
    if facts.parts:
        told["sources"] = [pen.plain(part_text(part)) for part in _named(facts.parts, materials.max_tokens)]
    return told


def _named(parts: Sequence[Part], max_tokens: int) -> Sequence[Part]:
    """Of a long chain the nearest parts and the one where the story begins; in a small document fewer."""
    most = _MOST_PARTS if max_tokens >= DEFAULT_MAX_TOKENS else 2
    return parts if len(parts) <= most else (*parts[: most - 1], parts[-1])


def _git(materials: Materials, pen: Pen) -> dict[str, Any] | None:
    """What git shows here; of a log whose session worked in another folder that, and the branch there.

    Whether that other folder holds uncommitted work nobody looked at: it is unknown, whatever this one holds.
    """
    git = materials.work.git
    if git is None:
        return None
    value: dict[str, Any] = {"branch": pen.plain(git.branch), "head": git.head}
    if git.upstream:
        value |= {"upstream": pen.plain(git.upstream), "ahead": git.ahead, "behind": git.behind}
    value["dirty"] = "unknown" if materials.log.other_folder else git.dirty
    if materials.log.other_folder:
        value["log_elsewhere"] = True
        if materials.facts is not None and materials.facts.session.branch:
            value["log_branch"] = pen.plain(materials.facts.session.branch)
    return value


def _receipt(
    materials: Materials, cut: Mapping[str, int], shortened: int, secrets: Mapping[str, int]
) -> dict[str, Any]:
    receipt: dict[str, Any] = {"since": materials.meta.since, "max_tokens": materials.max_tokens}
    read = materials.log.receipt
    if read is not None:
        receipt["read"] = f"{read.format} {read.lines} lines {read.bytes} bytes skipped {read.skipped_count}"
    if secrets:
        receipt["redacted"] = _pairs(secrets)
    if cut:
        receipt["cut"] = _pairs(cut)
    if shortened:
        receipt["shortened"] = shortened
    if materials.facts is not None and materials.facts.dropped:
        receipt["dropped"] = _pairs(materials.facts.dropped)
    return receipt


def _pairs(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _tokens(head: Mapping[str, Any]) -> int:
    return estimate_tokens(repr(head)) + 70


def _secrets(sections: tuple[Section, ...]) -> dict[str, int]:
    """How many different secrets of each kind stand as marks in the sections."""
    marks: set[tuple[str, str]] = set()
    for section in sections:
        for group in section.groups:
            for line in group.lines:
                for text in _texts(line):
                    marks.update(_MARK.findall(text))
    return dict(sorted(Counter(kind for kind, _ in marks).items()))


def _texts(line: Line) -> list[str]:
    return [line.block, *_strings(line.said), *_strings(line.after)]


def _strings(value: Value) -> list[str]:
    if isinstance(value, Said):
        return [text for _, fact in value.facts for text in _strings(fact)]
    if isinstance(value, tuple):
        return [text for one in value for text in _strings(one)]
    return [str(value)]
