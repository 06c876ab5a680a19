"""HANDOFF_PROMPT: three to eight lines that a person could paste.

Outside text in it is one quoted line of at most 200 characters; nothing out of tools, web pages, issue bodies or an
agent's prose stands here.
"""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Group, Line, Materials, Said, Section, said
from butler.maids.handover_budget import Pen
from butler.maids.handover_carried import Carried
from butler.maids.handover_task import decided
from butler.maids.handover_turns import turned_document, turns_of
from butler.maids.handover_wording import anchor, in_force, last_request
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes
from butler.maids.session_log_words import is_bare_consent

_ADVICE = late(r"\s*\((?:Recommended|推奨)\)\s*$", re.I)
_ESCAPED = late(r"\\([!-/:-@\[-`{-~])")
_WRITER = late(r" — (?:notes|mark) \([^()]{1,60}\)$")
_PATHS = 3
_TEXT = 120
"""Characters of the next action or request: it stands whole further up."""
_DECISIONS = 3

_NO_GIT = late(
    r"(?:不要|禁止|不得|别|never|do not|don[’']?t|must not)[^\n。.]{0,24}\bgit\b[^\n。.]{0,12}(?:命令|操作|コマンド|commands?|operations?)|\bgit\s*(?:コマンド|操作)[^\n。]{0,12}(?:禁止|しない|使わない)",
    re.I,
)


def prompt_section(
    materials: Materials, pen: Pen, notes: list[tuple[str, Notes]], carried: Carried, *, has_next: bool = True
) -> Section:
    """The section, never empty; ``has_next``: NEXT_ACTION holds a line."""
    lines = [_resume(materials, pen), _read(materials, pen)]
    paths = _paths(materials)
    if paths:
        lines.append(said("prompt_paths", paths=", ".join(pen.code(path, 180) for path in paths)))
    decisions = [note.text for _, found in notes for note in found.of("decision")]
    told = in_force(materials.facts) if materials.facts is not None else []
    last = last_request(materials.facts) if materials.facts is not None else None
    told = [one for one in told if last is None or last.state == "open" or one.line != last.line]  # told as answered
    answers = [(_ADVICE.sub("", one.text), one.line) for one in told if not is_bare_consent(one.text)]
    kept = [_WRITER.sub("", _ESCAPED.sub(r"\1", text)) for text, _ in carried.decisions]
    elsewhere = [(text, 0) for text in (*decisions, *decided(materials.task), *kept)]
    for text, line in [*elsewhere, *answers][:_DECISIONS]:
        at = said("at", anchor=anchor(line)) if line else ""  # its question stands under DECISION
        lines.append(said("prompt_decision", text=pen.code(text, 180), at=at))
    earlier = materials.facts is not None and any(part.read for part in materials.facts.parts)
    lines += [
        _first(materials, pen, notes, has_next=has_next),
        *_rules(materials),
        _checking(materials, earlier=earlier),
    ]
    return Section("HANDOFF_PROMPT", (Group("", tuple(Line(one) for one in lines)),))


def _checking(materials: Materials, *, earlier: bool) -> Said:
    """What to check first: git, where there is one."""
    facts = materials.facts
    if facts is not None and facts.no_repository and materials.work.git is None:
        return said("prompt_check_no_git", anchor=anchor(facts.no_repository))
    if _rules(materials):
        return said("prompt_check_files")
    return said("prompt_check_parts" if earlier else "prompt_check")


def _rules(materials: Materials) -> list[Said]:
    """The standing rule against git, where there is one: the next line speaks of git."""
    rules = materials.facts.instructions if materials.facts is not None else ()
    line = next((line for line, text in rules if _NO_GIT.search(text)), None)
    return [] if line is None else [said("prompt_no_git", anchor=anchor(line))]


def _read(materials: Materials, pen: Pen) -> Said:
    """The document, and the Task that it belongs to."""
    if materials.task is None:
        return said("prompt_read", id=materials.meta.handover_id)
    return said("prompt_read_task", id=materials.meta.handover_id, task=pen.code(materials.task.task.task_id, 120))


def _resume(materials: Materials, pen: Pen) -> Said:
    issue, meta = materials.issue, materials.meta
    if issue is not None:
        return said(
            "prompt_issue_titled",
            id=_id(issue.id),
            title=pen.code(issue.title, 160),
            project=pen.code(meta.project, 80),
        )
    if meta.issue_id is not None:
        return said("prompt_issue", id=_id(meta.issue_id), project=pen.code(meta.project, 80))
    return said("prompt_project", project=pen.code(meta.project, 80))


def _id(value: int | str) -> str:
    return f"#{value}" if isinstance(value, int) else value


def _paths(materials: Materials) -> list[str]:
    if materials.facts is None:
        return []
    edited = [one for one in materials.facts.files if one.edits and one.action not in ("delete", "gone")]
    turns = turns_of(materials.facts)
    return [one.path for one in edited if not turned_document(turns, one)][:_PATHS]


def _first(materials: Materials, pen: Pen, notes: list[tuple[str, Notes]], *, has_next: bool) -> Said:
    """The first next action that came from notes or a person."""
    for _, found in notes:
        for note in found.of("next"):
            return said("prompt_next", text=pen.code(note.text, _TEXT))
    if materials.facts is not None:
        last = last_request(materials.facts)
        if last is not None and last.state in ("open", "answered"):
            key = "prompt_request" if last.state == "open" else "prompt_request_last"
            return said(key, text=pen.code(last.text, _TEXT), anchor=anchor(last.line))
    return said("prompt_next_section" if has_next else "prompt_nothing")
