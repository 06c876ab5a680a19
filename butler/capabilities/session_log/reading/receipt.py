"""Keeping the account of a read while it runs."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from butler.capabilities.session_log.models import Boundary, Entry, Note, ReadReceipt, Skipped
from butler.phrases import catalogue, say

MAX_LISTED = 50
MAX_UNKNOWN_TYPES = 100


class ReceiptBuilder:
    """Counts what a reader read and could not read; ``build`` gives the frozen receipt. Its state can be kept (``state``)."""

    STATE: ClassVar[tuple[str, ...]] = (
        "bytes",
        "lines",
        "encoding",
        "_entries",
        "_skipped",
        "_skipped_count",
        "_unknown",
        "_notes",
        "_compactions",
        "_missing",
        "_passed_over",
    )

    def __init__(self, format_name: str) -> None:
        self.format = format_name
        self.bytes = 0
        self.lines = 0
        self.encoding = "utf-8"
        self._entries: Counter[str] = Counter()
        self._skipped: list[Skipped] = []
        self._skipped_count = 0
        self._unknown: Counter[str] = Counter()
        self._notes: dict[str, Note] = {}
        self._compactions = 0
        self._missing: dict[str, None] = {}
        self._passed_over: Counter[str] = Counter()

    def count(self, entry: Entry) -> None:
        """Count one entry that was given out."""
        self._entries[type(entry).__name__] += 1
        if type(entry) is Boundary and entry.kind == "compaction":
            self._compactions += 1

    def skip(self, line: int, reason: str, size: int = 0) -> None:
        """Count one place that could not be read, and list it while there is room."""
        self._skipped_count += 1
        if len(self._skipped) < MAX_LISTED:
            self._skipped.append(Skipped(line, reason, size))

    def unknown(self, record_type: object) -> None:
        """Count a record whose type this reader does not know."""
        name = str(record_type)[:60]
        if name in self._unknown or len(self._unknown) < MAX_UNKNOWN_TYPES:
            self._unknown[name] += 1

    def pass_over(self, record_type: str, count: int = 1) -> None:
        """Count records of a known type that no handover needs, so that they were not read further."""
        self._passed_over[record_type] += count

    def note(self, key: str, **facts: str | int) -> None:
        """Say something about the read once: a key of the phrases with its facts, or a text of a third party's format."""
        if key in catalogue()[1]:
            self._notes.setdefault(say(key, "en", **facts), Note(key, facts))
        else:
            self._notes.setdefault(key, Note("log_said", {"text": key}))

    def parent_missing(self, rollout_id: str) -> None:
        """Say that a file with the beginning of the story cannot be read."""
        self._missing.setdefault(rollout_id)

    def build(self) -> ReadReceipt:
        """The account so far."""
        return ReadReceipt(
            format=self.format,
            bytes=self.bytes,
            lines=self.lines,
            entries=dict(sorted(self._entries.items())),
            skipped=tuple(self._skipped),
            skipped_count=self._skipped_count,
            unknown_types=dict(sorted(self._unknown.items())),
            encoding=self.encoding,
            notes=tuple(self._notes),
            passed_over=dict(sorted(self._passed_over.items())),
            told=tuple(self._notes.values()),
            compactions=self._compactions,
            parents_missing=tuple(self._missing),
        )
