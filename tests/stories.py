"""Sessions told as entries: what a reader would give, built by hand, one line of a log per step."""

from __future__ import annotations

from typing import Any

from butler.capabilities.session_log.models import (
    Answer,
    Boundary,
    Command,
    Entry,
    Failure,
    FileChange,
    FileRead,
    Message,
    PlanState,
    PlanStep,
    PlanVerdict,
    SessionInfo,
    Subagent,
    ToolUse,
    Withdrawn,
)

FOLDER = "/home/ann/shop"


class Story:
    """Tells a session step by step; each step stands on the next line."""

    def __init__(self, agent: str = "codex", branch: str = "main") -> None:
        self.entries: list[Entry] = []
        self.line = 0
        self._calls = 0
        self._add(
            SessionInfo, agent=agent, session_id="s-1", cwd=FOLDER, branch=branch, client_version="1.2.3", model="m-1"
        )

    def _add(self, entry: type[Any], /, **values: Any) -> int:
        self.line += 1
        self.entries.append(
            entry(line=self.line, at=f"2026-06-03T01:{self.line // 60:02d}:{self.line % 60:02d}Z", **values)
        )
        return self.line

    def asks(self, text: str, channel: str = "typed") -> int:
        """The person says something."""
        return self._add(Message, speaker="person", text=text, channel=channel)

    def says(self, text: str, *, final: bool = False) -> int:
        """The agent says something."""
        return self._add(Message, speaker="agent", text=text, channel="final" if final else "commentary")

    def ends(self, text: str) -> int:
        """The agent ends its turn with these words."""
        self.says(text, final=True)
        return self._add(Boundary, kind="turn_finished")

    def begins(self) -> int:
        """A log that records where turns begin begins one."""
        return self._add(Boundary, kind="turn_started")

    def runs(self, text: str, code: int | None = 0, output: str = "", **more: Any) -> int:
        """The agent runs a command."""
        self._calls += 1
        return self._add(Command, call_id=f"c{self._calls}", text=text, exit_code=code, output=output, **more)

    def edits(self, path: str, excerpt: str = "", added: int = 1, removed: int = 0, action: str = "update") -> int:
        """The agent edits a file."""
        return self._add(FileChange, path=path, action=action, added=added, removed=removed, excerpt=excerpt)

    def fails_to_edit(self, path: str, error: str) -> int:
        """An edit is refused."""
        return self._add(FileChange, path=path, action="update", ok=False, error=error)

    def reads(self, path: str, text: str = "", lines: str = "") -> int:
        """The agent opens a file; of a document with what it says."""
        return self._add(FileRead, path=path, text=text, lines=lines)

    def plans(self, *steps: tuple[str, str]) -> int:
        """The agent's plan as it stands now."""
        return self._add(PlanState, steps=tuple(PlanStep(text, state) for text, state in steps))  # type: ignore[arg-type]

    def answers(self, question: str, answer: str, *options: str) -> int:
        """The person answers the agent's question."""
        return self._add(Answer, question=question, answer=answer, options=options)

    def judges_plan(self, text: str, *, approved: bool, words: str = "") -> int:
        """The person approves or refuses a plan."""
        return self._add(PlanVerdict, text=text, approved=approved, words=words)

    def withdraws(self, from_line: int) -> int:
        """The person rewinds to before ``from_line``."""
        return self._add(Withdrawn, from_line=from_line)

    def breaks(self, what: str, text: str, kind: str = "tool") -> int:
        """A tool goes wrong."""
        return self._add(Failure, what=what, text=text, kind=kind)

    def uses(self, name: str, request: str, result: str = "") -> int:
        """Any other tool call."""
        return self._add(ToolUse, call_id=f"t{self.line}", name=name, request=request, result=result, ok=True)

    def told_before(self, text: str) -> int:
        """The summary of an earlier context at the start of a log."""
        return self._add(Message, speaker="system", text=text, channel="compaction_summary")

    def delegates(self, name: str, result: str) -> int:
        """A subagent that has finished."""
        return self._add(Subagent, call_id=f"s{self.line}", task="look", name=name, state="finished", result=result)

    def hands_out(self, name: str, task: str) -> int:
        """A subagent that was started and has not come back."""
        return self._add(Subagent, call_id=f"s{self.line}", task=task, name=name, state="started")

    def compacts(self) -> int:
        """The context is compacted."""
        return self._add(Boundary, kind="compaction")
