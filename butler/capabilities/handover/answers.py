"""The answers of the handover room: every key of the owner's examples, and ours beside them.

Nothing leaves here before it went through redaction once more, whoever wrote the file since.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler.capabilities.handover.backend import FoundHandover, Library, SavedHandover
from butler.capabilities.handover.fitting import fitted
from butler.capabilities.handover.paging import section_answer, section_data
from butler.capabilities.handover.searching import best_line, holds_all, wanted_words
from butler.capability import Caller
from butler.envelope import RESULT_LIMIT, Envelope, compact, ok
from butler.errors import ButlerError
from butler.house import House
from butler.maids.document_check import check_document, handoff_prompt, metadata
from butler.maids.freshness_worker import Stale, stale_lines
from butler.maids.redaction_worker import Redactor
from butler.maids.text_worker import one_line, visible
from butler.naming import HandoverName
from butler.phrases import say

if TYPE_CHECKING:
    from butler.capabilities.handover.gathering import Gathered

MODE = "core"
BRIEF = "brief"
"""The name under which handover_read gives the brief instead of a section."""
OTHERS = 5
MOST_LISTED = 20
MOST_PROBLEMS = 10
LINE_LIMIT = 160


def file_name(house: House, path: Path) -> str:
    """A path as answers name it: relative to the project, as the seed has it, else as it may be shown."""
    root = house.project.root
    return str(path.relative_to(root)) if path.is_relative_to(root) else house.shown(path)


def prepared(
    house: House,
    gathered: Gathered,
    saved: SavedHandover,
    warnings: Sequence[str],
    task: Mapping[str, Any] | None = None,
) -> Envelope:
    """The answer of handover_prepare.

    ``warnings`` are the sentences about what was gathered; ``task`` says what became of the Task of the work session.
    """
    name = saved.name
    language = gathered.language
    then = {"handover_id": name.id} if name.issue is None else {"issue_id": name.issue}
    known = gathered.nothing_new_since if saved.previous and saved.previous.id == gathered.nothing_new_since else None
    data = {
        "handover_id": name.id,
        "snapshot_file": file_name(house, saved.snapshot),
        "latest_file": file_name(house, saved.latest),
        "handoff_prompt": handoff_prompt(saved.text),
        "mode": MODE,
        "issue_id": name.issue,
        "source_brain": gathered.source_brain,
        "previous": saved.previous.id if saved.previous else None,
        "based_on": gathered.based_on,
        "nothing_new_since": known,
        "session": gathered.session,
        "task": None if task is None else {**task, "id": _clean(house, task["id"])[0]},
        "receipt": dict(metadata(saved.text).get("receipt") or {}),
        "warnings": [*warnings, *(say(key, language) for key in saved.warnings)],
    }
    summary = say("handover_prepared", language, id=name.id)
    if known is not None:
        summary = f"{summary}\n{say('nothing_new', language, id=known)}"
    return ok(summary, data, then=("handover_read", then))


def read_answer(
    house: House,
    caller: Caller,
    library: Library,
    name: HandoverName,
    *,
    by_id: bool,
    section: str | None = None,
    warnings: Sequence[str] = (),
) -> Envelope:
    """The answer of handover_read: what changed since first, then the document or one section of it.

    ``warnings`` are sentences about how the handover was found.

    A document that is too long for an answer loses lines, and says so; its sections can be fetched one by one, in parts.

    Raises:
        NotFound: ``section_not_found``.
    """
    from butler.capabilities.handover.freshness import freshness

    found = library.open(name)
    clean, count = _clean(house, found.text)
    warnings = [*warnings, *_read_warnings(house, found, count, by_id)]
    language = house.settings.language
    if found.entry.edited:
        clean = f"> {say('warning_edited', language)}\n\n{clean}"
    file = file_name(house, found.latest if found.latest_is_it and not by_id else found.snapshot)
    stale = freshness(house, library, found)
    data = {
        "handover_id": name.id,
        "freshness": [{"code": one.code, "text": _clean(house, one.text(language))[0]} for one in stale],
        "snapshot_file": file,
        "snapshot": clean,
        "handoff_prompt": handoff_prompt(clean),
        "issue_id": name.issue,
        "source_brain": found.entry.brain,
        "created_at": found.entry.created_at,
        "edited": found.entry.edited,
        "worktree": _worktree(house, library, name),
        "others": [other.id for other in library.places if other != name][:OTHERS],
        "warnings": warnings,
    }
    lines = [_clean(house, line)[0] for line in stale_lines(stale, language)]
    summary = "\n".join([say("handover_read", language, id=name.id), *lines])
    if section is not None and section.strip().lower() == BRIEF:
        return _brief(house, summary, data, found, stale, newest=library.newest(name.issue) == name)
    if section is not None:
        return section_answer(summary, data, section)
    return _fitting(house, caller, summary, data, file_name(house, found.snapshot))


def _brief(
    house: House, summary: str, data: dict[str, Any], found: FoundHandover, stale: Sequence[Stale], *, newest: bool
) -> Envelope:
    """The answer whose ``snapshot`` is the brief of the document."""
    from butler.maids.handover_brief import About, brief

    language, issue = house.settings.language, data["issue_id"]
    by_issue = newest and issue is not None
    arguments = {"issue_id": issue} if by_issue else {"handover_id": data["handover_id"]}

    def safe(text: str) -> str:
        clean = _clean(house, text)[0]
        return one_line(clean, len(clean))

    about = About(
        data["handover_id"],
        found.entry.brain,
        found.entry.created_at,
        ", ".join(f"{name}={json.dumps(value)}" for name, value in arguments.items()),
        _clean(house, data["snapshot_file"])[0],
        [_clean(house, one.markdown(language, safe))[0] for one in stale],
        [safe(warning) for warning in data["warnings"]],
    )
    shown = section_data(data, brief(data["snapshot"], language, about), BRIEF)
    return ok(summary, shown, then=("handover_read", arguments))


def _fitting(house: House, caller: Caller, summary: str, data: dict[str, Any], file: str) -> Envelope:
    """The envelope of ``data`` within the limit of one result; a person's terminal has none."""
    language = house.settings.language

    def answer(text: str, cut: dict[str, int] | None = None) -> Envelope:
        warnings = list(data["warnings"])
        if cut is not None:
            sections = ", ".join(name for name in cut if name) or "-"
            warnings.append(say("warning_cut", language, lines=sum(cut.values()), sections=sections, file=file))
        shown = {**data, "snapshot": text, "handoff_prompt": handoff_prompt(text), "warnings": warnings}
        return ok(summary, shown, then=("work_observe", {}))

    whole = answer(data["snapshot"])
    if caller.is_person or _size(whole) <= RESULT_LIMIT:
        return whole
    widest = {"CODEBASE_ANCHORS, BLOCKED / PENDING, CURRENT_STATE, HANDOFF_PROMPT, NEXT_ACTION, DISCOVERY": 10**6}
    text, cut = fitted(
        data["snapshot"],
        lambda shorter: _size(answer(shorter, widest)) <= RESULT_LIMIT,
        lambda lines: say("lines_left_out", language, lines=lines, file=file),
    )
    return answer(text, cut)


def _size(envelope: Envelope) -> int:
    return len(compact(envelope).encode("utf-8", "replace"))


def _read_warnings(house: House, found: FoundHandover, redacted: int, by_id: bool) -> list[str]:
    keys = []
    if found.entry.edited is not False:
        keys.append("warning_edited" if found.entry.edited else "warning_edited_unknown")
    if not by_id and not found.latest_is_it:
        keys.append("warning_latest_stale")
    if redacted:
        keys.append("warning_redacted")
    language = house.settings.language
    wrong = len(check_document(found.text))
    told = [say("warning_document", language, count=wrong, file=found.name.file)] if wrong else []
    return [*(say(key, language, count=redacted) for key in keys), *told]


def _worktree(house: House, library: Library, name: HandoverName) -> str | None:
    """Which other worktree holds the handover; None for the project's own folder."""
    return None if library.is_own(name) else house.shown(library.places[name].project.root)


def listed(house: House, library: Library, query: str | None) -> Envelope:
    """The answer of handover_list: newest first, at most ``MOST_LISTED``."""
    wanted = wanted_words(query)
    rows: list[dict[str, Any]] = []
    problems, total = list(library.problems), 0
    for name in library.places:
        try:
            if not _mentioned(library, name, wanted):
                continue
            row = _row(house, library, name, wanted) if len(rows) < MOST_LISTED else {}
        except ButlerError:
            problems.append(("warning_unreadable", name.file))
            continue
        if row is not None:
            total += 1
            rows += [row] if row else []
    language = house.settings.language
    warnings = [say(key, language, file=file) for key, file in problems[:MOST_PROBLEMS]]
    key = "handover_listed" if rows or wanted else "handover_listed_none"
    data = {"handovers": rows, "total": total, "warnings": warnings}
    then = ("handover_read", {"handover_id": rows[0]["handover_id"]}) if rows else ("handover_prepare", {})
    return ok(say(key, language, count=len(rows), total=total), data, then=then)


def _mentioned(library: Library, name: HandoverName, wanted: tuple[str, ...]) -> bool:
    """Whether the id or the file holds the words looked for, read as cheaply as that can be told."""
    return holds_all(name.id, wanted) or holds_all(library.content(name).decode("utf-8", "replace"), wanted)


def _row(house: House, library: Library, name: HandoverName, wanted: tuple[str, ...]) -> dict[str, Any] | None:
    """One row of the list; None when the words looked for stand only in what redaction takes out."""
    found = library.open(name)
    entry = found.entry
    issue = metadata(found.text).get("issue")
    title = issue.get("title") if isinstance(issue, dict) else None
    row = {
        "handover_id": entry.id,
        "issue_id": entry.issue,
        "title": _short(_clean(house, title)[0]) if isinstance(title, str) else None,
        "brain": entry.brain,
        "created_at": entry.created_at,
        "file": file_name(house, found.snapshot),
        "worktree": _worktree(house, library, name),
        "edited": entry.edited,
    }
    if holds_all(name.id, wanted):
        return row
    match = best_line(_clean(house, found.text)[0], wanted)
    return None if match is None else {**row, "match": _short(match)}


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= LINE_LIMIT else flat[: LINE_LIMIT - 1] + "…"


def _clean(house: House, text: str) -> tuple[str, int]:
    """The text without secrets and hidden characters, and how many secrets a later hand had brought in."""
    redactor = Redactor(house.settings.redact, house.settings.allow)
    clean = visible(redactor.redact(text))
    return clean, sum(found.count for found in redactor.counts())
