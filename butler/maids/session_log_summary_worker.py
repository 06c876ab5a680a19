"""The summary of one session log: fixed sections, smaller than a handover, every line with its anchor.

Same facts, same text. Section names never change; the words between them come from the caller in the language wanted.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from butler.capabilities.session_log.facts import (
    Check,
    CommitFact,
    Decision,
    Facts,
    FileFact,
    Part,
    Request,
    Trouble,
    anchor_of,
)
from butler.capabilities.session_log.models import Mark
from butler.maids.late_patterns import late
from butler.maids.suspicious_worker import suspicious_kinds
from butler.maids.text_worker import fence, one_line, visible

SECTIONS = (
    "METADATA", "REQUESTS", "DECISIONS", "AGENT_WORDS", "CHECKS", "FAILURES", "FILES", "COMMITS", "PLAN", "MARKS",
)  # fmt: skip
_MOST = {
    "REQUESTS": 30, "DECISIONS": 20, "AGENT_WORDS": 8, "CHECKS": 12, "FAILURES": 12, "FILES": 30, "COMMITS": 20,
    "PLAN": 30, "MARKS": 30,
}  # fmt: skip
_OF_PERSONS = {"REQUESTS", "DECISIONS"}
SEAL_DIGITS = 16
_SEAL = late(r"^seal: '?([0-9a-f]{16})'?$", re.MULTILINE)
_UNSEALED = "0" * SEAL_DIGITS
_PLAIN = late(r"[A-Za-z0-9~/](?:[A-Za-z0-9 _./+-]|:(?! )){0,300}")
_REQUEST, _WORDS, _SHORT = 240, 300, 160


class Words(Protocol):
    """Gives the phrase of a key in the document's language."""

    def __call__(self, key: str, /, **facts: object) -> str:
        """The phrase, its placeholders filled."""


def summarize(
    facts: Facts,
    marks: Iterable[Mark],
    metadata: Mapping[str, object],
    *,
    words: Words,
    redact: Callable[[str], str],
) -> str:
    """The summary document of a session.

    Args:
        facts: what the session-log maid gathered; agent's words, checks and failures before ``facts.since_line`` are left out.
        marks: notes set in the session.
        metadata: plain values for METADATA, in their order.
        words: the phrases ``summary_*``.
        redact: replaces secrets; every text passes through it.
    """
    rows = _Rows(facts, words, redact)
    body = {
        "REQUESTS": [rows.request(item) for item in facts.requests if not item.trivial],
        "DECISIONS": [rows.decision(item) for item in facts.decisions],
        "AGENT_WORDS": rows.agent_words(),
        "CHECKS": [rows.check(item) for item in facts.checks if item.line >= facts.since_line],
        "FAILURES": [rows.trouble(item) for item in facts.troubles if item.line >= facts.since_line],
        "FILES": [rows.file(item) for item in facts.files if item.edits],
        "COMMITS": [rows.commit(item) for item in facts.commits],
        "PLAN": rows.plan(),
        "MARKS": [row for item in marks for row in rows.mark(item)],
    }
    for name in body.keys() - _OF_PERSONS:
        body[name] = [rows.judged(row) for row in body[name]]
    parts = [f"# {words('summary_title')}", "## METADATA", rows.metadata({**metadata, "seal": _UNSEALED})]
    for name in SECTIONS[1:]:
        parts += [f"## {name}", rows.section(body[name], _MOST[name])]
    text = "\n\n".join(parts) + "\n"
    return _SEAL.sub(f"seal: '{_digest(text)}'", text, count=1)


def is_as_written(text: str) -> bool | None:
    """Whether a summary is as it was written, by the seal in its METADATA (a short hash of everything else).

    The seal tells what a hand changed later; it is no signature. None where there is no seal.
    """
    plain = text.replace("\r\n", "\n")
    found = _SEAL.search(plain)
    if found is None:
        return None
    return _digest(plain) == found[1]


def _digest(text: str) -> str:
    unsealed = _SEAL.sub(f"seal: '{_UNSEALED}'", text, count=1)
    return hashlib.sha256(unsealed.encode("utf-8", "surrogatepass")).hexdigest()[:SEAL_DIGITS]


def part_text(part: Part) -> str:
    """An earlier part of a story for METADATA: its number, how it belongs to the log, its file, what was read of it."""
    file = part.path or part.rollout_id
    if part.kind == "copy":
        child = "this log" if part.number == 2 else f"S{part.number - 1}"
        copied = f"lines 2-{part.copied_until} of {child} repeat it" if part.copied_until else f"{child} begins with it"
        return f"S{part.number} copy, {copied}: {file}"
    if part.problem:
        return f"S{part.number} {part.kind}, {part.problem}: {file}"
    return f"S{part.number} {part.kind}, {part.lines} lines {part.bytes} bytes skipped {part.skipped}: {file}"


def _scalar(value: object) -> str:
    """A value as one YAML scalar: plain where it can be, else quoted as JSON."""
    text = visible(str(value), keep_newlines=False)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


class _Rows:
    """The lines of the document."""

    def __init__(self, facts: Facts, words: Words, redact: Callable[[str], str]) -> None:
        self._facts = facts
        self._words = words
        self._redact = redact

    def line(self, text: str, limit: int = _SHORT) -> str:
        return one_line(self._redact(text), limit)

    def metadata(self, values: Mapping[str, object]) -> str:
        rows = [f"{name}: {_scalar(value)}" for name, value in values.items() if value is not None]
        return fence(self._redact("\n".join(rows)), "yaml")

    def section(self, rows: list[str], most: int) -> str:
        """The rows of a section: the last ones where there are too many, with how many are missing."""
        if not rows:
            return self._words("summary_none")
        missing = len(rows) - most
        head = [f"- {self._words('summary_more', count=missing)}"] if missing > 0 else []
        return "\n".join([*head, *(f"- {row}" for row in rows[-most:])])

    def judged(self, row: str) -> str:
        """A row with a mark where it reads like an order to an agent."""
        return f"{row} {self._words('suspicious')}" if suspicious_kinds(row) else row

    def request(self, item: Request) -> str:
        state = self._words(f"summary_{item.state}")
        asked = f" ({self._words('summary_asked')}: {self.line(item.asked)})" if item.asked else ""
        evidence = f" [{anchor_of(item.evidence_line)}]" if item.evidence_line else ""
        return f"[{anchor_of(item.line)}] {state}{evidence}: {self.line(item.text, _REQUEST)}{asked}"

    def decision(self, item: Decision) -> str:
        asked = f" ({self._words('summary_asked')}: {self.line(item.question)})" if item.question else ""
        text = f": {self.line(item.text, _REQUEST)}" if item.text else ""
        return f"[{anchor_of(item.line)}] {self._words(f'summary_{item.kind}')}{text}{asked}"

    def commit(self, item: CommitFact) -> str:
        undone = (
            f" ({self._words(f'undone_{item.undone}', anchor=f'[{anchor_of(item.undone_line)}]')})"
            if item.undone
            else ""
        )
        return f"[{anchor_of(item.line)}] {item.hash[:9] or '-'} {self.line(item.subject)}{undone}"

    def agent_words(self) -> list[str]:
        rows = []
        for item in self._facts.words:
            if item.final and item.line >= self._facts.since_line:
                text = " ".join(sentence for _, _, sentence in sorted(item.sentences))
                rows.append(f"[{anchor_of(item.line)}] {self.line(text, _WORDS)}")
        return rows

    def check(self, item: Check) -> str:
        code = self._words("summary_exit", code="?" if item.exit_code is None else item.exit_code)
        outcome = self._words(f"summary_{item.outcome}")
        counts = f"; {self.line('; '.join(item.counts))}" if item.counts else ""
        masked = f"; {self._words('summary_masked', how=self.line(item.masked))}" if item.masked else ""
        stale = f"; {self._words('summary_stale', anchor=anchor_of(item.edited_after))}" if item.edited_after else ""
        return f"[{anchor_of(item.line)}] {outcome}: {self.line(item.text)} ({code}{counts}{masked}{stale})"

    def trouble(self, item: Trouble) -> str:
        errors = f": {self.line(' / '.join(item.errors), _WORDS)}" if item.errors else ""
        mended = f"; {self._words('summary_mended', anchor=anchor_of(item.mended))}" if item.mended else ""
        return f"[{anchor_of(item.line)}] {self.line(item.text)}{errors}{mended}"

    def file(self, item: FileFact) -> str:
        size = f" +{item.added} -{item.removed}" if item.added or item.removed else ""
        moved = f" -> {self.line(item.moved_to)}" if item.moved_to else ""
        return f"[{anchor_of(item.last_line)}] {self.line(item.path)}{moved} ({item.action}{size})"

    def plan(self) -> list[str]:
        plan = self._facts.plan
        if plan is None:
            return []
        return [f"[{anchor_of(plan.line)}] {self.line(step.state)}: {self.line(step.text)}" for step in plan.steps]

    def mark(self, item: Mark) -> list[str]:
        """A row for each line of the note, for each may have a label of its own."""
        head = f"[{anchor_of(item.line)}] {self.line(item.writer)}"
        return [f"{head}: {self.line(line, _WORDS)}" for line in item.note.splitlines() if line.strip()]
