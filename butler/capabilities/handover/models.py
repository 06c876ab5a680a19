"""The handover document before it is words: materials that go in, sections that come out.

A document holds no sentence of its own: a ``Said`` names a phrase and brings its facts; the template says it in English
or Japanese. Every fact that came from outside is already redacted, escaped or fenced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from butler.naming import IssueId
from butler.records import dataclass

if TYPE_CHECKING:
    from butler.capabilities.journal.models import TaskHistory
    from butler.capabilities.session_log.facts import Facts
    from butler.capabilities.session_log.models import ReadReceipt
    from butler.capabilities.work_record.models import WorkState
    from butler.issue_backend import Issue

FORMAT_VERSION = 1
DEFAULT_MAX_TOKENS = 4000
SECTIONS = (
    "METADATA",
    "CURRENT_STATE",
    "DISCOVERY",
    "DECISION",
    "NEXT_ACTION",
    "BLOCKED / PENDING",
    "RISKS",
    "CODEBASE_ANCHORS",
    "HANDOFF_PROMPT",
)
TOLERATED_LAST = "FORMAT_NOTES"

Language: TypeAlias = Literal["en", "ja"]


class RedactorLike(Protocol):
    """What replaces secrets: see ``butler.maids.redaction_worker.Redactor``."""

    def redact(self, text: str) -> str:
        """``text`` with each secret replaced by its mark."""

    def learn(self, text: str) -> None:
        """Know the secrets of ``text`` wherever they stand later."""

    @property
    def known(self) -> Sequence[str]:
        """The pieces of secrets that were learnt."""


@dataclass(frozen=True, slots=True)
class NoteText:
    """Notes of one writer: ``writer`` is printed, for example ``notes (codex)``; ``line`` is the anchor of a mark."""

    text: str
    writer: str
    line: int | None = None
    person: bool = False


@dataclass(frozen=True, slots=True)
class LogSource:
    """Where the facts came from. ``path`` is the path to show (home written ``~``).

    ``other_folder``: the folder that the log belongs to when it is not this project's. ``absent``: a phrase key for why
    there is no log (``no_log_found``, ``log_not_given``), None when there is one. ``unconfirmed``: why this log was taken
    although no log holds the call that asked for the handover (empty where that is not so).
    """

    path: str | None = None
    receipt: ReadReceipt | None = None
    agent: str = "unknown"
    other_folder: str | None = None
    absent: str | None = None
    unconfirmed: str = ""


@dataclass(frozen=True, slots=True)
class Meta:
    """What METADATA says besides the materials. ``created_at`` is ISO-8601 with offset."""

    project: str
    source_brain: str
    created_at: str
    handover_id: str
    target_brain: str = "any"
    mode: str = "core"
    based_on: str | None = None
    previous: str | None = None
    language: Language = "en"
    since: str = "session"
    issue_id: IssueId | None = None
    nothing_new_since: str | None = None
    format_version: int = FORMAT_VERSION


@dataclass(frozen=True, slots=True)
class SummarySource:
    """A saved summary of a session: ``text`` is empty where it is damaged; ``own``: of this session, whose log is gone.

    ``created_at`` is ISO-8601 or its date alone; ``file`` is the path to show.
    """

    session_id: str
    created_at: str
    file: str
    text: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Materials:
    """Everything that one handover is computed from.

    ``issue_absent``: a phrase key for why there is no issue text. ``based_on_text``: the document that this session began
    from, whose still open lines are carried forward. ``known_paths``: paths of the repository, to mark those that were
    named but not opened; empty when nobody looked. ``task``: the Task that the work session named, in the open journal.
    ``before``: (id, document) of the handovers before ``based_on``, nearest first, where that one had no room for all it carried.
    ``own_before``: (id, document) of this session's newest earlier handover of the same subject and beginning.
    ``summaries``: of sessions whose logs are not read here, best first.
    """

    meta: Meta
    redactor: RedactorLike
    work: WorkState
    facts: Facts | None = None
    log: LogSource = field(default_factory=lambda: LogSource(absent="no_log_found"))
    issue: Issue | None = None
    issue_absent: str | None = None
    notes: NoteText | None = None
    marks: Sequence[NoteText] = ()
    based_on_text: str | None = None
    before: Sequence[tuple[str, str]] = ()
    own_before: tuple[str, str] | None = None
    known_paths: frozenset[str] = frozenset()
    max_tokens: int = DEFAULT_MAX_TOKENS
    task: TaskHistory | None = None
    summaries: Sequence[SummarySource] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """One phrase with its facts; a fact is text, a number, another phrase, or several (joined by a separator)."""

    key: str
    facts: tuple[tuple[str, Value], ...] = ()


Value: TypeAlias = "str | int | Said | tuple[str | Said, ...]"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a section, with an optional fenced block under it, and what follows the block.

    ``suspicious``: it reads like an order to an agent.
    """

    said: Said
    block: str = ""
    after: Value = ""
    suspicious: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under one small heading (``key`` of a phrase, or empty for none)."""

    key: str
    lines: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One section; ``groups`` empty prints the word for none."""

    name: str
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class HandoverDocument:
    """The whole document, in the order of ``SECTIONS``; METADATA is ``metadata``."""

    language: Language
    metadata: Mapping[str, Any]
    sections: tuple[Section, ...]


def said(key: str, **facts: Value) -> Said:
    """A phrase with its facts."""
    return Said(key, tuple(facts.items()))
