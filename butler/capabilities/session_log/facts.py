"""What the session-log maid folds out of the entries of one log: small, frozen, every line with its anchor.

Texts are reduced while folding (never cut inside a word, so no half of a secret survives) and still unredacted: whoever
prints them redacts first. ``line`` is the 1-based line of the log, the anchor ``[L<line>]``. Where earlier parts of the
session's story were read too, a line is the number of ``part_line``, which keeps the order of the story; ``anchor_of`` says
it as an anchor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from butler.capabilities.session_log.facts_git import CommitFact, FileFact, HelperWork, Operation
from butler.records import dataclass

RequestKind: TypeAlias = Literal["prompt", "queued", "slash", "shell", "rejection", "answer", "verdict", "goal"]
RequestState: TypeAlias = Literal["open", "answered", "done", "superseded"]
Outcome: TypeAlias = Literal["passed", "failed", "unknown", "running"]
Verdict: TypeAlias = Literal["contradicted", "refuted", "unproven", "old"]

__all__ = [
    "AgentOrder",
    "AgentWords",
    "Check",
    "Claim",
    "CommitFact",
    "Decision",
    "Facts",
    "FileFact",
    "HelperWork",
    "Operation",
    "Outcome",
    "Part",
    "Plan",
    "Probe",
    "Request",
    "RequestKind",
    "RequestState",
    "Sent",
    "SessionFacts",
    "Step",
    "Trouble",
    "Verdict",
    "anchor_of",
    "own_line",
    "part_and_line",
    "part_line",
]

_PART = 10**12
"""More lines than any file has."""
_PARTS = 100
"""More parts than any story has (``sources.MOST_SOURCES``)."""


def part_line(part: int, line: int) -> int:
    """One number for a line of one part of a story: the parts (1: the log itself) in the order in which they happened."""
    return (_PARTS - part) * _PART + line


def part_and_line(line: int) -> tuple[int, int]:
    """The part and its line that a number of ``part_line`` stands for; a plain line is one of the log itself."""
    return (_PARTS - line // _PART, line % _PART) if line >= _PART else (1, line)


def own_line(line: int) -> int:
    """The line without its part."""
    return part_and_line(line)[1]


def anchor_of(line: int) -> str:
    """What a line is called between the brackets of its anchor: ``L12``, in an earlier part ``S2:L12``."""
    part, own = part_and_line(line)
    return f"L{own}" if part == 1 else f"S{part}:L{own}"


@dataclass(frozen=True, slots=True)
class Request:
    """Words of the person, verbatim but for collapsed pastes.

    ``asked`` is the agent's question that a short reply answers. ``state`` is ``done`` only with ``evidence`` (words
    and line), ``answered`` when its turn ended with the agent's words at ``evidence_line`` (no proof), ``superseded``
    when the request at ``evidence_line`` revokes it in words, or says it anew after it was broken off. ``repeats``
    counts equal ones. ``trivial``: a bare go-ahead ("yes", "continue"). ``refused``: the call that words of a refusal declined.
    """

    line: int
    at: str | None
    text: str
    kind: RequestKind = "prompt"
    asked: str = ""
    state: RequestState = "open"
    evidence: str = ""
    evidence_line: int | None = None
    repeats: int = 1
    trivial: bool = False
    size: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class AgentOrder:
    """What another agent of a team (``by``) wrote to this one, which is often its whole task."""

    line: int
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class AgentWords:
    """Words of the agent, its sentences by worth for a reader who resumes.

    ``by`` names another speaker: a subagent, or ``compaction`` for the summary of what came before the log.
    ``final`` when they end a turn. ``sentences`` are (position, worth, text); joined by position they are the text.
    """

    line: int
    at: str | None
    final: bool
    sentences: tuple[tuple[int, int, str], ...]
    size: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The last run of one distinct check (test, lint, types, build, format, ci, or a script of the project).

    ``outcome`` is ``unknown`` where the exit code is missing or masked (``masked`` says how; ``viewer``: a log of a run
    elsewhere was looked at). ``counts`` are the run's
    own summary lines (``bad``: they tell of failures, or the run failed), ``failing`` the failing tests it names. ``stale`` when files were edited after it. ``unclear_runs``: of the runs those of which nothing tells how they ended.
    """

    line: int
    kind: str
    text: str
    outcome: Outcome
    exit_code: int | None = None
    masked: str = ""
    counts: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    runs: int = 1
    failed_runs: int = 0
    bad: bool = False
    edited_after: int | None = None
    unclear_runs: int = 0
    kinds: tuple[str, ...] = ()
    within: int = 0
    within_line: int = 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that failed: a command, a patch, a tool; what it printed and what was done next.

    ``words`` is what the agent said right after. ``then`` are the next different steps. ``mended`` is the line where
    the same thing worked later, None while it never did. ``alike``: the ``repeats`` are different commands that failed in the same way.
    """

    line: int
    text: str
    errors: tuple[str, ...]
    exit_code: int | None = None
    kind: str = "command"
    words: str = ""
    then: tuple[str, ...] = ()
    mended: int | None = None
    repeats: int = 1
    files: int = 1
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A task or message that the agent gave to another agent, shortened to a line."""

    line: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Probe:
    """The last answer of a command that shows a state: git status, gh pr view, a tracker, a version."""

    line: int
    text: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """An explicit choice of the person: an answer to a question, an approved or refused plan."""

    line: int
    kind: Literal["answer", "approved", "refused"]
    question: str
    text: str
    path: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """What the agent said about a result, beside what the log shows.

    ``verdict``: ``contradicted`` (the last run failed, or printed something else), ``refuted`` (true then, a later run failed),
    ``unproven`` (masked, running or never run), ``old`` (the work tree changed after the run it rests on, at ``changed_line``).
    ``kind``: of check, or the deed (``commit``, ``push``, ``pr``, ``issue`` …). ``shown``: what a run with a hidden exit code counted,
    when it counts no failure. ``exit_code`` and ``told``: of the evidence, what it printed. ``about``: the issue that is spoken of.
    """

    line: int
    text: str
    verdict: Verdict
    kind: str
    evidence: str = ""
    evidence_line: int | None = None
    shown: str = ""
    exit_code: int | None = None
    told: str = ""
    changed_line: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the plan in its last state."""

    text: str
    state: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The agent's own plan as it stood last, or the goal the client tracks."""

    line: int
    steps: tuple[Step, ...] = ()
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """Who, where, with what: the environment as the log names it.

    ``work_folder`` is where most of the edited files lie (``cwd`` or another folder that the session used, such as a
    worktree); paths of files are relative to it where they can be. ``permission_mode``: how freely the client let the agent act
    last, as the log names it (approval policy and sandbox, permission mode).
    """

    agent: str = "unknown"
    session_id: str | None = None
    model: str | None = None
    client_version: str | None = None
    cwd: str | None = None
    branch: str | None = None
    head: str | None = None
    thread: str = "main"
    title: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    folders: tuple[str, ...] = ()
    work_folder: str | None = None
    branches: tuple[str, ...] = ()
    permission_mode: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """An earlier part of the session's story, as far as it was read (see ``models.Source``, whose words these are).

    ``path`` is the one to show (home written ``~``). ``bytes`` and ``lines`` are those that belong to the story, ``skipped``
    the lines of them that could not be read. ``left_at`` is when the next file went on. Of turns that were taken back,
    ``withdrawn_from`` is their first line (a number of ``part_line``), with how many ``commands`` and ``edits`` they held.
    """

    number: int
    kind: Literal["fork", "revert", "copy"]
    rollout_id: str
    session_id: str | None = None
    path: str = ""
    bytes: int = 0
    lines: int = 0
    skipped: int = 0
    left_at: str | None = None
    withdrawn_from: int | None = None
    commands: int = 0
    edits: int = 0
    copied_until: int | None = None
    problem: str = ""

    @property
    def read(self) -> bool:
        """Whether its entries are among the facts (a copy's are those of the log itself)."""
        return not self.problem and self.kind != "copy"


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything folded out of one log, or of the parts of one story (``parts``: the earlier ones, the nearest first).

    ``listed``: (line, path) of files that git's own output shows as changed and no edit of this log explains (subagents,
    programs, the person); ``dirty``: those that a status showed, not a diff or a commit; ``deleted``: those that it showed as deleted. ``no_repository``: the line where git said last that there is none, 0 where it worked. ``moves``: (line, command) of what changed the repository or its tracker beside commits and pushes. ``turns_told``: the log records where turns begin, so an open one was worked on. ``pages``: addresses that were fetched from the web, with the first line that came back; ``searches``: words that it was searched for. ``answered``: addresses that commands called and that answered well, with the last such line. ``last_look_line``: where the agent opened a file last. ``bypasses``: (line, ``hooks`` or ``force``, git command) of what ran no hooks or overwrote a remote branch. ``in_step``: the last line where git said that the branch and its remote are the same. ``out``: lines where work was given to subagents after the agent's last words and had not come back. ``handovers_read``: ids of the handovers that the session read, in order. ``spread``: texts over several lines that may hold secrets, as they stood, for the redactor to
    learn from; never printed. ``dropped`` counts by name what the bounds left out.
    """

    session: SessionFacts = field(default_factory=SessionFacts)
    first_line: int = 0
    last_line: int = 0
    since_line: int = 0
    requests: tuple[Request, ...] = ()
    words: tuple[AgentWords, ...] = ()
    decisions: tuple[Decision, ...] = ()
    plan: Plan | None = None
    goal: str = ""
    goal_status: str = ""
    checks: tuple[Check, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    claims: tuple[Claim, ...] = ()
    files: tuple[FileFact, ...] = ()
    commits: tuple[CommitFact, ...] = ()
    pushes: tuple[tuple[int, str], ...] = ()
    links: tuple[tuple[int, str], ...] = ()
    steps: tuple[tuple[int, str], ...] = ()
    moves: tuple[tuple[int, str], ...] = ()
    sent: tuple[Sent, ...] = ()
    orders: tuple[AgentOrder, ...] = ()
    helped: tuple[HelperWork, ...] = ()
    pages: tuple[tuple[int, str, str], ...] = ()
    searches: tuple[tuple[int, str], ...] = ()
    answered: tuple[tuple[int, str], ...] = ()
    probes: tuple[Probe, ...] = ()
    versions: tuple[tuple[int, str], ...] = ()
    ports: tuple[tuple[int, str], ...] = ()
    instructions: tuple[tuple[int, str], ...] = ()
    compactions: tuple[int, ...] = ()
    aborted: tuple[int, ...] = ()
    operation: Operation | None = None
    in_step: int = 0
    bypasses: tuple[tuple[int, str, str], ...] = ()
    listed: tuple[tuple[int, str], ...] = ()
    dirty: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    no_repository: int = 0
    withdrawn: int = 0
    last_action: str = ""
    last_action_line: int = 0
    last_look_line: int = 0
    last_action_result: str = ""
    turn_open: bool = False
    turns_told: bool = False
    handovers_read: tuple[str, ...] = ()
    out: tuple[int, ...] = ()
    spread: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    parts: tuple[Part, ...] = field(default=(), repr=False)

    @property
    def standing(self) -> tuple[CommitFact, ...]:
        """The commits that were not taken back, replaced or reverted later (a rebased one stands under another hash)."""
        return tuple(one for one in self.commits if one.undone in ("", "rebase"))

    def own(self, line: int) -> int:
        """The number that a line of the log itself has here; 0 stays the beginning of everything."""
        return part_line(1, line) if line and self.last_line >= _PART else line

    def position(self, line: int) -> int:
        """The line counted from the beginning of the story."""
        part, own = part_and_line(line)
        return own + sum(one.lines for one in self.parts if one.number > part and one.read)
