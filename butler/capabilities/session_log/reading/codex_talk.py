"""Who said what in a Codex log, each message once, though most are written twice (as an event or item, and as a record).

A person's words: the event or item is the evidence. A user-role record waits for it; where none follows before the agent
acts, the record itself is told (files without events). An agent's words: whichever copy comes first is told, the other is
recognised by its text. The last message of a turn is ``final``, where the client does not say so itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from butler.capabilities.session_log.models import Channel, Command, Message, PlanVerdict
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_outputs import read_text
from butler.capabilities.session_log.reading.codex_session import SessionFacts
from butler.capabilities.session_log.reading.codex_values import (
    OUTPUT_LIMIT,
    WORDS_LIMIT,
    clip,
    mapping,
    optional,
    sequence,
    text,
)
from butler.capabilities.session_log.reading.codex_words import (
    Words,
    between,
    instructions_of,
    kind_of,
    request_of,
    words_of,
)
from butler.records import dataclass

Source = Literal["event", "record"]

_PHASES: dict[str, Channel] = {
    "final_answer": "final",
    "final": "final",
    "commentary": "commentary",
    "partial_answer": "commentary",
}
_APPROVAL = "Implement the plan."
_WITH_PLAN = "PLEASE IMPLEMENT THIS PLAN:"
"""What the client sends for the person where a plan is approved in a session of its own or by its button."""
_NEW_LINE = "\n"
_PLAN_TAGS = ("<proposed_plan>", "</proposed_plan>")


@dataclass(slots=True)
class _Candidate:
    """Words of a user-role record that wait for their event."""

    line: int
    at: str | None
    text: str


class Talk:
    """Tells messages and remembers where a person's turns begin."""

    STATE: ClassVar[tuple[str, ...]] = (
        "_candidates",
        "_told",
        "_unmatched",
        "_held",
        "_instructions",
        "_plan",
        "_turn_line",
        "starts",
    )

    def __init__(self, log: CodexLog, facts: SessionFacts, notify: Callable[[str], None]) -> None:
        self._log = log
        self._facts = facts
        self._notify = notify
        self._candidates: list[_Candidate] = []
        self._told: deque[str] = deque(maxlen=4)
        self._unmatched: dict[Source, deque[str]] = {"event": deque(maxlen=32), "record": deque(maxlen=32)}
        self._held: tuple[Message, Channel | None, Source] | None = None
        self._instructions: set[str] = set()
        self._plan = ""
        self._turn_line: int | None = None
        self.starts: list[int] = []

    def person_event(self, words: str) -> None:
        """Take a person's words from an event or item."""
        words = words.strip()
        if not words or kind_of(words) != "person":
            return
        first = self._candidates[0] if self._candidates else None
        self._candidates.clear()
        if words in self._told:
            self._told.remove(words)
            return
        self._tell_person(first.line if first else self._log.line, first.at if first else self._log.at, words)
        self._told.append(words)

    def person_record(self, payload: dict[str, Any]) -> None:
        """Take a user-role record: each content item for itself."""
        for words in words_of(payload):
            if words.kind == "person":
                self._wait(words.text.strip())
            else:
                self._context(words)

    def agent(self, words: str, source: Source, phase: object = None) -> None:
        """Take an agent's words."""
        words = words.strip()
        if not words:
            return
        if _PLAN_TAGS[0] in words:
            words = self._without_plan(words)
            if not words:
                return
        channel = _PHASES.get(text(phase))
        other: Source = "record" if source == "event" else "event"
        if words in self._unmatched[other]:
            self._unmatched[other].remove(words)
            self._learn_phase(words, channel)
            return
        self.settle()
        self._unmatched[source].append(words)
        message = Message(self._log.line, self._log.at, "agent", clip(words, WORDS_LIMIT), "commentary", self._log.turn)
        self._held = (message, channel, source)

    def reasoning(self, payload: Mapping[str, Any]) -> None:
        """Take a readable reasoning summary."""
        parts = sequence(payload.get("summary")) or sequence(payload.get("content"))
        words = "\n".join(value for part in parts if (value := text(mapping(part).get("text")).strip()))
        self.settle()
        if words:
            self._log.emit(
                Message(self._log.line, self._log.at, "agent", clip(words, WORDS_LIMIT), "reasoning", self._log.turn)
            )

    def plan(self, words: str) -> None:
        """Take the text of a plan that the agent shows in plan mode; its second copy is left out."""
        words = words.strip()
        if words and words != self._plan:
            self.settle()
            self._plan = words
            self._log.emit(
                Message(self._log.line, self._log.at, "agent", clip(words, WORDS_LIMIT), "final", self._log.turn)
            )

    def settle(self) -> None:
        """The agent goes on: what waits can wait no longer."""
        self._told.clear()
        if self._candidates:
            for one in self._candidates:
                self._tell_person(one.line, one.at, one.text)
            self._candidates.clear()
        if self._held is not None:
            self._release("commentary")

    def turn_begins(self) -> None:
        """A turn starts: an answer that was held back belongs to the turn before; a person's words go on waiting."""
        if self._held is not None:
            self._release("commentary")
        self._turn_line = self._log.line

    def turn_aborted(self) -> None:
        """A turn was interrupted. Where its prompt never reached the file, the turn still counts for a later rollback."""
        if self._turn_line is not None and not self._candidates:
            self.starts.append(self._turn_line)
        self._turn_line = None
        self.turn_over(finished=False)

    def turn_over(self, *, finished: bool) -> None:
        """A turn ended: the message that was held back is its last. A person's words go on waiting for their event."""
        if self._held is not None:
            self._release("final" if finished else "commentary")
        for waiting in self._unmatched.values():
            waiting.clear()

    def compacted(self, summary: str) -> None:
        """A compaction: the record that holds its summary is no answer of the agent."""
        if self._held is not None and self._held[2] == "record" and self._held[0].text in summary:
            self._held = None
        self.settle()

    def withdraw(self, turns: int) -> int | None:
        """Take back the last ``turns`` turns of the person; the line where the first of them began."""
        if turns <= 0 or not self.starts:
            return None
        if turns > len(self.starts):
            self._log.receipt.note("log_rolled_back", line=self._log.line)
        first = self.starts[-turns:][0]
        del self.starts[-turns:]
        return first

    def _without_plan(self, words: str) -> str:
        """Tell the plan inside ``words``; give what stands around it."""
        before, _, rest = words.partition(_PLAN_TAGS[0])
        plan, closed, after = rest.partition(_PLAN_TAGS[1])
        if not closed:
            return words
        self.plan(plan)
        return f"{before.strip()}\n{after.strip()}".strip()

    def _tell_person(self, line: int, at: str | None, words: str) -> None:
        if self._held is not None:
            self._release("final")
        for waiting in self._unmatched.values():
            waiting.clear()
        request = request_of(words)
        self.starts.append(line)
        self._turn_line = None
        if request.strip() == _APPROVAL and self._plan:
            self._log.emit(PlanVerdict(line, at, clip(self._plan, WORDS_LIMIT), approved=True))
        elif request.startswith(_WITH_PLAN):
            plan = request.removeprefix(_WITH_PLAN).strip()
            self._log.emit(PlanVerdict(line, at, clip(plan, WORDS_LIMIT), approved=True))
            request = f"{_WITH_PLAN} {plan.partition(_NEW_LINE)[0]}"
        self._log.emit(Message(line, at, "person", clip(request, WORDS_LIMIT), "typed", self._log.turn))

    def _wait(self, words: str) -> None:
        if words in self._told:
            self._told.remove(words)
        elif words:
            self._candidates.append(_Candidate(self._log.line, self._log.at, words))

    def _release(self, otherwise: Channel) -> None:
        if self._held is None:
            return
        message, channel, _ = self._held
        self._held = None
        channel = channel or otherwise
        self._log.emit(message if channel == message.channel else replace(message, channel=channel))

    def _learn_phase(self, words: str, channel: Channel | None) -> None:
        if channel and self._held is not None and self._held[1] is None and self._held[0].text == words:
            self._held = (self._held[0], channel, self._held[2])

    def _context(self, words: Words) -> None:
        """Words that the client put there."""
        if words.kind == "instructions":
            body = instructions_of(words.text)
            if body and body not in self._instructions:
                self._instructions.add(body)
                self._log.emit(
                    Message(self._log.line, self._log.at, "system", clip(body, WORDS_LIMIT), "injected", self._log.turn)
                )
        elif words.kind == "notification":
            self._notify(between(words.text, "<subagent_notification>", "</subagent_notification>"))
        elif words.kind == "shell":
            self._person_command(words.text)
        elif "<cwd>" in words.text:
            self._facts.found_cwd(between(words.text, "<cwd>", "</cwd>").strip())
            names = ("approval_policy", "sandbox_mode")
            self._facts.found_permission([between(words.text, f"<{name}>", f"</{name}>").strip() for name in names])

    def _person_command(self, words: str) -> None:
        """A ``!command`` of the person, unless an item told it already."""
        command = between(words, "<command>", "</command>").strip()
        if command in self._log.person_commands:
            self._log.person_commands.remove(command)
            return
        result = between(words, "<result>", "</result>")
        lines = [row for row in result.split("\n") if not row.startswith("Duration: ")]
        output = read_text("\n".join(lines))
        self._log.emit(
            Command(
                line=self._log.line,
                at=self._log.at,
                call_id=f"person-L{self._log.line}",
                text=command,
                exit_code=output.exit_code,
                output=clip(output.text, OUTPUT_LIMIT),
                cwd=self._log.cwd,
                end_line=self._log.line,
                by_person=True,
            )
        )


def message_text(content: object) -> str:
    """The text of a message's content, whatever its parts are called."""
    if isinstance(content, str):
        return content
    parts = [part["text"] for part in sequence(content) if isinstance(part, dict) and optional(part.get("text"))]
    return parts[0] if len(parts) == 1 else "\n".join(parts)
