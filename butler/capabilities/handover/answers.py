"""The answers of the handover room but that of reading: every key of the owner's example, and ours beside them.

Nothing leaves here before it went through redaction once more, whoever wrote the file since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler.capabilities.handover.automatic import automatic_names, listed_row
from butler.capabilities.handover.backend import Library, SavedHandover
from butler.capabilities.handover.searching import best_line, holds_all, wanted_words
from butler.envelope import Envelope, ok
from butler.errors import ButlerError
from butler.house import House
from butler.maids.document_check import handoff_prompt, metadata
from butler.maids.document_items import without_mark
from butler.maids.text_worker import visible
from butler.naming import HandoverName
from butler.phrases import say

if TYPE_CHECKING:
    from butler.capabilities.handover.gathering import Gathered

MODE = "core"
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
        "task": None if task is None else {**task, "id": cleaned(house, task["id"])[0]},
        "receipt": dict(metadata(saved.text).get("receipt") or {}),
        "warnings": [*warnings, *(say(key, language) for key in saved.warnings)],
    }
    summary = say("handover_prepared", language, id=name.id)
    if known is not None:
        summary = f"{summary}\n{say('nothing_new', language, id=known)}"
    return ok(summary, data, then=("handover_read", then))


def worktree_of(house: House, library: Library, name: HandoverName) -> str | None:
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
    autos = [listed_row(name) for name in automatic_names(library.project) if holds_all(name.id, wanted)]
    data = {"handovers": rows, "total": total, "automatic": autos[:MOST_LISTED], "warnings": warnings}
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
        "title": _short(cleaned(house, title)[0]) if isinstance(title, str) else None,
        "brain": entry.brain,
        "created_at": entry.created_at,
        "file": file_name(house, found.snapshot),
        "worktree": worktree_of(house, library, name),
        "edited": entry.edited,
    }
    if holds_all(name.id, wanted):
        return row
    match = best_line(cleaned(house, found.text)[0], wanted)
    return None if match is None else {**row, "match": _short(match)}


def _short(text: str) -> str:
    """One short line; the mark of what reads like an order stays behind it."""
    flat = " ".join(text.split())
    if len(flat) <= LINE_LIMIT:
        return flat
    mark = flat[len(without_mark(flat)) :]
    return flat[: LINE_LIMIT - 1 - len(mark)] + "…" + mark


def cleaned(house: House, text: str) -> tuple[str, int]:
    """The text without secrets and hidden characters, and how many secrets a later hand had brought in."""
    redactor = house.redactor()
    clean = visible(redactor.redact(text))
    return clean, sum(found.count for found in redactor.counts())
