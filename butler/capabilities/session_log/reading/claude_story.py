"""The story that Claude Code's records tell, one method for each kind of record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from butler.capabilities.session_log.models import (
    Boundary,
    Channel,
    Command,
    Entry,
    Failure,
    FileRead,
    Message,
    PlanState,
    PlanVerdict,
    Thread,
    Withdrawn,
)
from butler.capabilities.session_log.reading.claude_background import Background
from butler.capabilities.session_log.reading.claude_queue import Queue, Queued
from butler.capabilities.session_log.reading.claude_session import Session
from butler.capabilities.session_log.reading.claude_tasks import TaskBoard
from butler.capabilities.session_log.reading.claude_text import (
    WORDS_LIMIT,
    clip,
    content_of,
    rows,
    stamp,
    table,
    text_of,
    words,
)
from butler.capabilities.session_log.reading.claude_tools import ToolCalls
from butler.capabilities.session_log.reading.claude_tree import Tree
from butler.capabilities.session_log.reading.claude_words import Said, classify_queued, plan_request, said
from butler.capabilities.session_log.reading.state import Part

_REASONING_LIMIT = 4 * 1024
_SYSTEM_IGNORED = frozenset(
    {
        "agents_killed",
        "away_summary",
        "bridge_status",
        "file_snapshot",
        "informational",
        "init",
        "memory_saved",
        "microcompact_boundary",
        "model_refusal_fallback",
        "permission_retry",
        "scheduled_task_fire",
        "session_start",
        "status",
        "stop_hook_summary",
        "thinking",
    }
)
_NO_ANSWER = ("No response requested.", "(no content)")


class Story:
    """Turns records into entries; holds what must be remembered between them, and nothing of what was told."""

    STATE: ClassVar[tuple[str, ...]] = ("thread", "_shell", "_api_error")

    def __init__(self, unknown: Callable[[object], None]) -> None:
        self.thread: Thread = "main"
        self.session = Session()
        self.tree = Tree()
        self.background = Background()
        self.calls = ToolCalls(TaskBoard(), self.background)
        self._queue = Queue()
        self._shell = ""
        self._unknown = unknown
        self._api_error = ""

    @property
    def parts(self) -> dict[str, Part]:
        """Whatever remembers something between two records."""
        return {
            "story": self,
            "session": self.session,
            "tree": self.tree,
            "background": self.background,
            "calls": self.calls,
            "tasks": self.calls.board,
            "queue": self._queue,
        }

    def decide(self, thread: Thread) -> None:
        """Say whether this is a main log or a subagent's, before the first record is told."""
        self.thread = self.session.thread = thread

    def user(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        """Results of tools, or words."""
        content = content_of(record.get("message"))
        results = [block for block in rows(content) if block.get("type") == "tool_result"]
        if not results:
            yield from self.session.permission(line, record)
            yield from self._words(line, record, said(record))
            return
        extra = record.get("toolUseResult") if len(results) == 1 else None
        for block in results:
            yield from self.calls.finish(line, record, block, extra)
        if any(words(block.get("text")).startswith("[Request interrupted") for block in rows(content)):
            yield Boundary(line, stamp(record), "turn_aborted")

    def _words(self, line: int, record: dict[str, Any], found: Said) -> Iterator[Entry]:
        at, text = stamp(record), clip(found.text, WORDS_LIMIT)
        if found.kind == "prompt":
            yield from self._prompt(line, record, text)
        elif found.kind == "slash":
            self._queue.delivered(found.text)
            yield Message(line, at, "person", text, "slash_command")
        elif found.kind == "shell":
            self._shell = text
            yield Message(line, at, "person", text, "shell")
        elif found.kind == "shell_output":
            yield Command(
                line,
                at,
                f"shell-{line}",
                self._shell,
                output=clip(found.text),
                cwd=self.session.cwd,
                end_line=line,
                by_person=True,
            )
        elif found.kind == "notification":
            self._queue.delivered(found.text)
            yield from self.background.notified(line, at, found.text)
        elif found.kind == "summary":
            yield Message(line, at, "system", text, "compaction_summary")
        elif found.kind == "plan":
            yield PlanVerdict(line, at, text, approved=True)
            yield Message(line, at, "person", clip(plan_request(record, found.text), WORDS_LIMIT))
        elif found.kind == "interrupted":
            yield Boundary(line, at, "turn_aborted")

    def _prompt(self, line: int, record: dict[str, Any], text: str) -> Iterator[Entry]:
        at = stamp(record)
        if self.thread == "subagent":  # the first words in a subagent's file are those of the agent that started it
            yield Message(line, at, "agent", text, "injected")
            return
        abandoned = self.tree.prompt(line, words(record.get("uuid")), words(record.get("parentUuid")))
        if abandoned is not None:
            yield Withdrawn(line - 1, at, abandoned)
        self._queue.delivered(text)
        yield Message(line, at, "person", text)

    def assistant(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        """An agent's words, thoughts and calls: one line for each block of its answer."""
        for queued in self._queue.undelivered():
            yield from self._queued(queued)
        message = table(record.get("message"))
        if record.get("isApiErrorMessage") or message.get("model") == "<synthetic>":
            yield from self._failed_answer(line, record, text_of(content_of(message)).strip())
            return
        yield from self.session.model(line, record, message.get("model"))
        content = content_of(message)
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        for block in rows(content):
            yield from self._block(line, record, message, block)

    def _block(
        self, line: int, record: dict[str, Any], message: dict[str, Any], block: dict[str, Any]
    ) -> Iterator[Entry]:
        kind = block.get("type")
        turn = words(message.get("id")) or None
        if kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
            self.calls.start(line, record, block, self.session.cwd)
        elif kind == "text":
            text = words(block.get("text")).strip()
            if text and text not in _NO_ANSWER:
                channel: Channel = "final" if message.get("stop_reason") == "end_turn" else "commentary"
                yield Message(line, stamp(record), "agent", clip(text, WORDS_LIMIT), channel, turn)
        elif kind == "thinking":
            thought = words(block.get("thinking")).strip()
            if thought:
                yield Message(line, stamp(record), "agent", clip(thought, _REASONING_LIMIT), "reasoning", turn)

    def _failed_answer(self, line: int, record: dict[str, Any], text: str) -> Iterator[Entry]:
        """An error that the client wrote in the place of an answer."""
        if text and text not in _NO_ANSWER:
            self._api_error = ""
            yield Failure(line, stamp(record), words(record.get("error")) or "api_error", clip(text, 4096), "api")

    def system(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        """Points in the session's life, errors of the API, and commands that the client handled by itself."""
        kind, at = words(record.get("subtype")), stamp(record)
        if kind == "compact_boundary":
            trigger = words(table(record.get("compactMetadata")).get("trigger"))
            yield Boundary(line, at, "compaction", trigger or words(record.get("content")))
        elif kind == "turn_duration":
            yield Boundary(line, at, "turn_finished")
        elif kind in ("api_error", "api_refusal", "error"):
            yield from self._api_failure(line, record, kind)
        elif kind == "local_command":
            heard = {"message": {"content": record.get("content")}}
            yield from self._words(line, {**record, **heard}, said(heard))
        elif kind not in _SYSTEM_IGNORED:
            self._unknown(f"system/{kind}")

    def _api_failure(self, line: int, record: dict[str, Any], kind: str) -> Iterator[Entry]:
        """An error of the API; retries that say the same are told once."""
        error = table(record.get("error"))
        cause = table(error.get("cause")) or table(record.get("cause"))
        text = (
            words(record.get("apiRefusalExplanation"))
            or words(error.get("formatted"))
            or words(table(table(error.get("error")).get("error")).get("message"))
            or words(error.get("message"))
            or words(cause.get("code"))
            or words(record.get("content"))
        )
        status = error.get("status")
        told = " ".join(str(part) for part in (status, text) if part) or kind
        if told != self._api_error:
            self._api_error = told
            yield Failure(line, stamp(record), kind, clip(told, 4096), "api")

    def attachment(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        """What the client put beside the messages: queued words, files, standing instructions, reminders of tasks."""
        attached = table(record.get("attachment"))
        kind, at = attached.get("type"), stamp(record)
        if kind == "queued_command":
            yield from self._delivered_late(line, record, attached)
        elif kind == "file":
            if path := words(attached.get("filename")):
                yield FileRead(line, at, path)
        elif kind in ("nested_memory", "instructions"):
            for file in rows(attached.get("files")) or [table(attached.get("content"))]:
                if text := words(file.get("content")):
                    yield Message(
                        line,
                        at,
                        "system",
                        clip(f"{words(file.get('path')) or words(attached.get('path'))}\n{text}"),
                        "injected",
                    )
        elif kind == "plan_mode":
            yield from self.session.plan_file(line, record, attached.get("planFilePath"))
        elif kind == "task_reminder" and self.calls.board.listed(attached.get("content"), ""):
            yield PlanState(line, at, self.calls.board.steps())

    def _delivered_late(self, line: int, record: dict[str, Any], attached: dict[str, Any]) -> Iterator[Entry]:
        """A queued text that the agent was given while it worked."""
        text = text_of(attached.get("prompt")).strip()
        if not text or self._queue.delivered(text, late=True):
            return
        origin = table(attached.get("origin")).get("kind") or table(record.get("origin")).get("kind")
        if attached.get("commandMode") == "task-notification" or origin not in (None, "human", "cli"):
            yield from self.background.notified(line, stamp(record), text)
        elif not attached.get("isMeta"):
            yield from self._queued(Queued(line, stamp(record), text))

    def _queued(self, queued: Queued) -> Iterator[Entry]:
        """A queued text, as a message of whoever it is from."""
        found = classify_queued(queued.text)
        if found.kind == "notification":
            yield from self.background.notified(queued.line, queued.at, queued.text)
        elif found.kind in ("prompt", "slash"):
            channel: Channel = "queued" if found.kind == "prompt" else "slash_command"
            yield Message(queued.line, queued.at, "person", clip(found.text, WORDS_LIMIT), channel)

    def queue_operation(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        """A text entered or left the queue; nothing is told until its delivery is known."""
        self._queue.operation(line, stamp(record), words(record.get("operation")), text_of(record.get("content")))
        yield from ()

    def end(self) -> Iterator[Entry]:
        """What is known only when the log ends."""
        for queued in self._queue.rest():
            yield from self._queued(queued)
        yield from self.calls.unanswered()
        yield from self.session.titles(self.tree)
