"""Writing the summary of one session under ``session_logs/snapshots``, and from which line on it looks."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from butler.capabilities.session_log.facts import Facts, anchor_of
from butler.capabilities.session_log.marks import marks_of
from butler.capabilities.session_log.opening import open_log
from butler.capabilities.session_log.sessions import SessionChoice
from butler.capabilities.session_log.story import line_in, placed, story_facts
from butler.errors import ButlerError, InvalidInput
from butler.naming import STAMP, IssueId, client_name
from butler.paths import shown_log
from butler.phrases import say
from butler.storage import locked, make_folder, sweep_temporaries, write_atomic
from butler.work_sessions import sessions_in

if TYPE_CHECKING:
    from butler.house import House


def since_line(
    house: House, choice: SessionChoice, since: int | str | None, facts: Facts | None = None
) -> tuple[int, str]:
    """The line that ``since`` means, as one of the ``facts`` of the session, and the word for what it came to.

    ``session`` (default) is line 0; ``mark`` the last mark of the session; ``last_handover`` the line at which the newest
    handover of this session ended (both ``session`` where there is none); a number is itself.

    Raises:
        InvalidInput: ``invalid_since`` for anything else.
    """
    word = str("session" if since is None else since).strip().lower() or "session"
    line: int | None = None
    facts = facts or Facts()
    if word == "mark":
        line = max((mark.line for mark in placed(marks_of(house, choice.session_id), facts)), default=None)
    elif word == "last_handover":
        from butler.capabilities.handover.backend import open_library

        last = open_library(house.project).last_read_of(choice.session_id)
        line = None if last is None else line_in(facts, *last)
    elif word.isascii() and word.isdigit() and len(word) < 10:
        return facts.own(int(word)), word
    elif word != "session":
        raise InvalidInput("invalid_since")
    return (0, "session") if line is None else (line, word)


def write_summary(house: House, choice: SessionChoice, since: int | str | None) -> tuple[Path, str]:
    """Summarise a session and save the document; returns its path and text.

    Raises:
        ButlerError: the log cannot be opened, ``since`` cannot be used, or the document cannot be written.
    """
    from butler.maids.session_log_summary_worker import part_text, summarize  # late: who reads handovers needs neither

    with open_log(house, choice.path) as log:
        facts = story_facts(house, log)
        receipt = log.receipt
    first, word = since_line(house, choice, since, facts)
    facts = replace(facts, since_line=first)
    if first > facts.own(receipt.lines):
        raise InvalidInput("invalid_since")
    redactor = house.redactor()
    metadata = {
        "format_version": 1,
        "project": house.project_name,
        "agent": choice.agent,
        "session_id": choice.session_id or "unknown",
        "issue": _issue_of(house, choice.session_id),
        "model": facts.session.model or "unknown",
        "log": shown_log(choice.path, house.start.home),
        "log_format": receipt.format,
        "lines": f"1-{receipt.lines}",
        "sources": "; ".join(part_text(part) for part in facts.parts) or None,
        "since": word if word == "session" else f"{word} ({anchor_of(first)})",
        "created_at": house.now().isoformat(timespec="seconds"),
        "entries": sum(receipt.entries.values()),
        "skipped": receipt.skipped_count,
        "language": house.settings.language,
    }
    marks = placed(marks_of(house, choice.session_id), facts)
    for spread in (*facts.spread, *(mark.note for mark in marks)):
        redactor.learn(spread)
    text = summarize(
        facts,
        marks,
        metadata,
        words=partial(_say, house),
        redact=redactor.redact,
    )
    return _save(house, choice, text), text


def _issue_of(house: House, session_id: str | None) -> IssueId | None:
    """The issue that the newest work session of this session named; None where there is none or nobody can tell."""
    try:
        begun = sessions_in(house.project_data) if session_id else ()
    except ButlerError:
        return None
    named = (one.issue_id for one in reversed(begun) if one.session_id == session_id and one.issue_id is not None)
    return next(named, None)


def _say(house: House, key: str, /, **facts: object) -> str:
    return say(key, house.settings.language, **facts)


def _save(house: House, choice: SessionChoice, text: str) -> Path:
    folder = make_folder(house.project.root, *house.project.summaries.relative_to(house.project.root).parts)
    session = re.sub(r"[^A-Za-z0-9-]+", "-", choice.session_id or choice.path.stem)[:80].strip("-") or "session"
    stem = f"{client_name(choice.agent)}-{session}_{house.now().astimezone(UTC).strftime(STAMP)}"
    with locked(folder / ".summaries.lock") as held:
        sweep_temporaries(folder)
        path = folder / f"{stem}.md"
        number = 1
        while path.exists() or path.is_symlink():
            number += 1
            path = folder / f"{stem}-{number}.md"
        held.check()
        write_atomic(path, text.encode("utf-8", "replace"))
    return path
