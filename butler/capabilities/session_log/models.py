"""What a session log says, whichever client wrote it: one closed union of entries.

Every entry carries ``line``, the 1-based line of the log it was read from (its anchor ``[L<line>]``), and ``at``,
the ISO-8601 time as the client wrote it, or None where the line holds no time. Readers emit entries in file order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from butler.records import dataclass

Thread: TypeAlias = Literal["main", "subagent", "review", "internal", "unknown"]
Speaker: TypeAlias = Literal["person", "agent", "system", "unknown"]
Channel: TypeAlias = Literal[
    "typed",  # a person's prompt
    "queued",  # typed while the agent was working
    "slash_command",  # name and arguments of a command that the person ran
    "shell",  # a person's own ``!command``
    "rejection",  # words given while refusing a tool call or a plan
    "commentary",  # an agent's words between its actions
    "final",  # an agent's last words of a turn, where the client says so
    "reasoning",  # readable reasoning summary of an agent
    "compaction_summary",  # written by a model when the context was compacted: never a person's words
    "notification",  # a task or subagent notification
    "injected",  # instructions that the client put into the context (AGENTS.md, environment, hooks)
    "note",  # plain text without a known speaker
]


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """Who wrote the log and where. The first one identifies the session; later ones only add what was unknown."""

    line: int
    at: str | None = None
    agent: str = "unknown"
    session_id: str | None = None
    cwd: str | None = None
    branch: str | None = None
    head: str | None = None
    model: str | None = None
    client_version: str | None = None
    thread: Thread = "main"
    parent_id: str | None = None
    forked_from: str | None = None
    originator: str | None = None


@dataclass(frozen=True, slots=True)
class StateChange:
    """A named state that changed; the last one wins.

    ``name`` is one of ``cwd``, ``branch``, ``model``, ``client_version``, ``title``, ``pull_request`` (value: URL),
    ``permission_mode``, ``plan_file``, ``edited_outside`` (value: a file that the client saw changed by somebody else).
    """

    line: int
    at: str | None
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Message:
    """Words of a person, an agent or the client. ``turn`` groups the parts of one answer where the log has an id."""

    line: int
    at: str | None
    speaker: Speaker
    text: str
    channel: Channel = "typed"
    turn: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A person's answer to a question that the agent asked through its question tool."""

    line: int
    at: str | None
    question: str
    answer: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """A plan text shown to the person, and whether it was approved. ``words`` is what the person said with it."""

    line: int
    at: str | None
    text: str
    approved: bool
    words: str = ""
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A program that the agent ran. The same ``call_id`` may come again with a later state: the last one wins.

    ``exit_code`` is None where the log holds none; it is never derived from the text of the output. ``line`` is the
    line of the call, ``end_line`` the line of the result (None while there is none).
    """

    line: int
    at: str | None
    call_id: str
    text: str
    exit_code: int | None = None
    output: str = ""
    state: Literal["finished", "running", "declined", "aborted", "unanswered", "not_run"] = "finished"
    cwd: str | None = None
    end_line: int | None = None
    by_person: bool = False
    background: bool = False


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file that an edit tool or patch touched. ``excerpt`` holds the first changed lines, ``+``/``-`` marked.

    ``path`` is as the log writes it (absolute, or relative to ``cwd``). ``ok`` False: the edit was refused or failed
    and ``error`` says why. ``whole``: the file was written anew and the log does not say what it held before.
    """

    line: int
    at: str | None
    path: str
    action: Literal["add", "update", "delete", "move"]
    ok: bool = True
    moved_to: str | None = None
    added: int | None = None
    removed: int | None = None
    excerpt: str = ""
    error: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class FileRead:
    """One file that the agent opened with a read tool, or one document that a command printed.

    ``text``: of a document for people, what it says, bounded (``reading/papers.py``); ``lines``: which lines of it that is,
    where it is not all of it (``1-40``).
    """

    line: int
    at: str | None
    path: str
    text: str = ""
    lines: str = ""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of the agent's own plan, todo or task list."""

    text: str
    state: Literal["pending", "in_progress", "completed", "deleted", "unknown"]


@dataclass(frozen=True, slots=True)
class PlanState:
    """The whole plan as it stood after this line (readers fold single-task updates into the whole list)."""

    line: int
    at: str | None
    steps: tuple[PlanStep, ...]
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that the client tracks (Codex goals)."""

    line: int
    at: str | None
    objective: str
    status: str


@dataclass(frozen=True, slots=True)
class ToolUse:
    """Any other tool call: MCP, web search, question, unknown. ``request`` and ``result`` are shortened text."""

    line: int
    at: str | None
    call_id: str
    name: str
    request: str = ""
    result: str = ""
    ok: bool | None = None
    end_line: int | None = None


@dataclass(frozen=True, slots=True)
class Subagent:
    """A delegated piece of work as the parent's log shows it; may come again with a later state.

    ``line`` is the line where it was given away, ``end_line`` the one where its end is told (None while it is not).
    """

    line: int
    at: str | None
    call_id: str
    task: str
    name: str = ""
    session_id: str | None = None
    state: Literal["started", "finished", "failed", "unknown"] = "unknown"
    result: str = ""
    end_line: int | None = None


@dataclass(frozen=True, slots=True)
class Boundary:
    """A point in the session's life."""

    line: int
    at: str | None
    kind: Literal[
        "turn_started",
        "turn_finished",
        "turn_aborted",
        "compaction",
        "resumed",
        "review_started",
        "review_finished",
        "ended",
    ]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Entries from ``from_line`` up to this line stand on an abandoned branch (rewound prompt, rolled-back turns).

    What they did to the disk still happened; what the person asked there no longer holds.
    """

    line: int
    at: str | None
    from_line: int


@dataclass(frozen=True, slots=True)
class Failure:
    """Something went wrong outside a command: a tool error without exit code, an API error, a refused tool call."""

    line: int
    at: str | None
    what: str
    text: str
    kind: Literal["tool", "patch", "api", "denied", "cancelled"] = "tool"


Entry: TypeAlias = (
    SessionInfo
    | StateChange
    | Message
    | Answer
    | PlanVerdict
    | Command
    | FileChange
    | FileRead
    | PlanState
    | Goal
    | ToolUse
    | Subagent
    | Boundary
    | Withdrawn
    | Failure
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A note set at a line of a session; kept by us beside the log, never in it. ``writer`` is who called."""

    agent: str
    session_id: str
    line: int
    at: str
    note: str
    writer: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """One line, or part of a line, that could not be read."""

    line: int
    reason: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """Another file that holds an earlier part of the session's story: the parent of a fork, the log before a revert.

    Entries never say which file they are from: each file is read as a log of its own (``OpenLog.sources`` lists them,
    ``open_source`` opens one), so whoever joins them keeps the number. Its anchors are ``[S<number>:L<line>]``.

    Attributes:
        number: 2 for the nearest parent, 3 for its parent, and so on; 1 is the log itself.
        kind: ``fork`` and ``revert`` refer to the first ``until`` bytes of the file; a ``copy`` (older forks) has them
            inside the log itself, up to its line ``copied_until``.
        rollout_id: the id by which the log names the file.
        session_id: that of the file, where it was found.
        path: the file; empty where it is missing.
        until: how many bytes of its text belong to the story.
        last_line: how many lines those are.
        withdrawn_from: of a revert, the first line of the turns that were taken back (they stay in the file; what they
            did to the disk still happened); None where nothing follows.
        copied_until: of a copy, the last line of the log that repeats the source; None where that cannot be told.
        problem: why it cannot be read: ``missing``, ``changed`` (no line ends at ``until``), ``unreadable``, ``cycle``,
            ``too_deep``; empty where it can.
    """

    number: int
    kind: Literal["fork", "revert", "copy"]
    rollout_id: str
    session_id: str | None = None
    path: str = ""
    until: int = 0
    last_line: int = 0
    withdrawn_from: int | None = None
    copied_until: int | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something said about a read: a key of the phrases and its facts."""

    key: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadReceipt:
    """What was read: the honest account beside the entries.

    ``skipped`` lists at most 50 places; ``skipped_count`` counts all. ``unknown_types`` counts records whose type the
    reader does not know (ignored, never guessed). ``passed_over`` counts records of known types that no handover needs
    (token counts, encrypted content, copies of what was read). ``entries`` counts by class name. ``bytes`` and
    ``lines`` are those of the file as read. ``notes`` are said in English, ``told`` are the same ones by phrase key.
    ``compactions`` were crossed; ``parents_missing`` names the files of the story's beginning that could not be read.
    """

    format: str
    bytes: int = 0
    lines: int = 0
    entries: Mapping[str, int] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    skipped_count: int = 0
    unknown_types: Mapping[str, int] = field(default_factory=dict)
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()
    passed_over: Mapping[str, int] = field(default_factory=dict)
    told: tuple[Note, ...] = ()
    compactions: int = 0
    parents_missing: tuple[str, ...] = ()
