"""Where each line of a document comes from: a handover, its brief, a session's summary, the memo of a Task.

A reader sees it in the headings and in the first or last words of a line; this maid reads the same words. A line with
several sources is trusted as the least trusted of them. A line of which nothing tells the source has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

from butler.capabilities.handover.models import SECTIONS, TOLERATED_LAST
from butler.maids.document_items import without_mark
from butler.maids.late_patterns import late
from butler.maids.provenance_tables import (
    GROUP_SOURCES,
    METADATA_SOURCES,
    SUMMARY_SOURCES,
    TRUST,
    Source,
    by_lead,
    by_suffix,
    headings_of,
    is_ours,
    within,
)
from butler.phrases import catalogue
from butler.phrases.document import WORDS
from butler.phrases.handover_summaries import WORDS as SUMMARY_WORDS
from butler.phrases.handover_task import WORDS as TASK_WORDS
from butler.records import dataclass

Kind: TypeAlias = Literal["handover", "brief", "summary", "memo"]

_FENCE = late(r" {0,4}(?P<bar>`{3,}|~{3,})(?P<rest>[^\n]*)")
_BULLET = late(r"(?:[-*]|\d{1,3}\.) ")
_ANCHORS = late(r"(?:\[(?:S\d{1,3}:)?L\d{1,9}\] ?)+")
_ANCHOR = late(r"\[(?:S\d{1,3}:)?L\d{1,9}\]")
_KEY = late(r"(?P<key>[a-z_]+):")
_MARK_WRITER = late(r"(?P<writer>[\w.-]{1,80}): ")
_BY_LINE: Mapping[str, str] = {
    "NEXT_ACTION": "next",
    "BLOCKED / PENDING": "pending",
    "RISKS": "risks",
    "HANDOFF_PROMPT": "prompt",
}
_MEMO = ("# Handoff memo", "# 引き継ぎメモ")


@dataclass(frozen=True, slots=True)
class LineSource:
    """One line with text: its 1-based number, its section, and its sources, the most trusted first (none: unknown)."""

    line: int
    section: str
    sources: tuple[Source, ...]

    @property
    def trust(self) -> Source | None:
        """The least trusted of its sources."""
        return self.sources[-1] if self.sources else None


def line_sources(text: str) -> tuple[LineSource, ...]:
    """The source of every line of a document but headings and empty ones, in order."""
    return tuple(read_sources(text))


def read_sources(text: str) -> Iterator[LineSource]:
    """As ``line_sources``, one after the other."""
    return _Reader(text).read()


def lines_by_trust(text: str) -> dict[str, int]:
    """How many lines of a document come from where, each counted as the least trusted of its sources."""
    counts = Counter(one.trust for one in line_sources(text))
    return {source: counts[source] for source in TRUST if counts[source]}


def kind_of(text: str) -> Kind:
    """What a document is, by its first line."""
    first = text.lstrip("\ufeff").lstrip().split("\n", 1)[0]
    phrases = catalogue()[1]
    if first.startswith(_MEMO):
        return "memo"
    if any(first.startswith(f"# {told.split('{')[0]}") for told in phrases["brief_title"]):
        return "brief"
    return "summary" if first.removeprefix("# ") in phrases["summary_title"] else "handover"


class _Reader:
    """Goes over the lines of one document; a line under another one has its sources until the next begins."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._kind = kind_of(text)
        self._section = self._group = self._bar = ""
        self._above: set[Source] = set()
        self._inside: set[Source] = set()

    def read(self) -> Iterator[LineSource]:
        """All lines with text."""
        for number, line in enumerate(self._text.splitlines(), 1):
            if not line.strip() or (not self._bar and self._is_heading(line)):
                continue
            found = {"journal"} if self._kind == "memo" else self._of(line)
            yield LineSource(number, self._section, tuple(one for one in TRUST if one in found))

    def _is_heading(self, line: str) -> bool:
        if line.startswith("### "):
            self._group = _groups().get(line[4:].strip(), "")
        elif line.startswith(("## ", "# ")):
            self._section = line.lstrip("#").strip()
            self._group = self._group_of(self._section)
        else:
            return False
        self._above = set()
        return True

    def _group_of(self, name: str) -> str:
        if self._kind == "brief" and name not in SECTIONS:
            return _brief_headings().get(name, "")
        return _BY_LINE.get(name, "person" if (self._kind, name) == ("brief", "DECISION") else "")

    def _of(self, line: str) -> set[Source]:
        fence = _FENCE.fullmatch(line)
        if self._bar:
            if fence is not None and fence["bar"].startswith(self._bar) and not fence["rest"].strip():
                self._bar = ""
            return self._metadata(line) if self._section == "METADATA" else self._inside
        if fence is not None and not (fence["bar"][0] == "`" and "`" in fence["rest"]):
            self._bar = fence["bar"]
            return {"butler"} if self._section == "METADATA" else self._inside
        if self._above and line.startswith("  "):
            return self._under(line)
        self._above = self._told(
            without_mark(_BULLET.sub("", line, count=1).strip()), bullet=_BULLET.match(line) is not None
        )
        self._inside = {"person"} if self._group == "requests" else self._above
        return self._above

    def _metadata(self, line: str) -> set[Source]:
        found = _KEY.match(line)
        if self._kind == "summary":
            return {"tool"}
        return set(METADATA_SOURCES.get(found["key"], ("butler",))) if found else {"butler"}

    def _under(self, line: str) -> set[Source]:
        """A line under a bullet: under a request the agent's closing words."""
        if is_ours(line.strip()):
            return {"butler"}
        asked = self._group == "requests" or (self._group == "goal" and "person" in self._above)
        return {"agent"} if asked else self._above

    def _told(self, line: str, *, bullet: bool) -> set[Source]:
        bare = _ANCHORS.sub("", line, count=1) if _ANCHORS.match(line) else line
        if is_ours(line):
            return {"butler"}
        if self._kind == "summary":
            return self._of_summary(bare)
        if self._section == TOLERATED_LAST:  # written by whoever had the file at hand
            return {"person", "agent"}
        group = self._goal(line) if self._group == "goal" else self._group
        if self._section == "METADATA" or (not bullet and group != "prompt"):
            return set()
        told = by_suffix(line)
        if group in _BY_WORDS:
            told |= by_lead(bare)
        if not told and group in _MIXED and _ANCHOR.search(line):
            told = {"agent", "tool"}
        default = set(GROUP_SOURCES.get(group, ()))
        if group == "commits" and bare == line:  # no line of a log shows it
            default = {"git"}
        return (told if told and group in _ONE_OR_OTHER else told | default) | within(group, bare)

    def _goal(self, line: str) -> str:
        """The group of a line under the goal of a brief: what is neither asked nor somebody's note is the issue."""
        if _ANCHORS.match(line) or by_lead(line):
            return "requests"
        return "notes" if by_suffix(line) else "issue"

    def _of_summary(self, bare: str) -> set[Source]:
        if self._section == "MARKS":
            found = _MARK_WRITER.match(bare)
            return {"person", "agent"} if found and found["writer"] == "command-line" else {"agent"} if found else set()
        asked = self._section == "DECISIONS" and any(f"({word}: " in bare for word in catalogue()[1]["summary_asked"])
        return {*SUMMARY_SOURCES.get(self._section, ()), *({"agent"} if asked else ())}


_BY_WORDS = frozenset({"", "notes", "stopped", "next", "pending", "risks", "prompt", "requests", "person"})
"""Groups whose lines tell their source by their first words."""
_MIXED = frozenset({"stopped", "next", "risks", "prompt"})
"""Groups where the anchor of a line that begins like no other tells that it comes out of the log: as little trusted as anything there."""
_ONE_OR_OTHER = frozenset({"person", "requests"})
"""Groups where a line that tells its own source has no other: a goal that the client keeps, a decision in the journal."""


@cache
def _groups() -> Mapping[str, str]:
    """The key of each small heading, in both languages, with and without its source."""
    named = {**WORDS, **TASK_WORDS, **SUMMARY_WORDS}
    keys = {key.removeprefix("group_"): phrase for key, phrase in named.items() if key.startswith("group_")}
    return {heading: key for key, phrase in keys.items() for heading in headings_of(key, phrase)}


@cache
def _brief_headings() -> Mapping[str, str]:
    keys = ("changed", "goal", "stopped", "state", "rest")
    return {heading: key for key in keys for heading in catalogue()[1][f"brief_{key}"]}
