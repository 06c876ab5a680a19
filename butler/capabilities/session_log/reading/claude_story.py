"""The story that Claude Code's records tell, one method for each kind of record."""

from __future__ import annotations

from collections.abc import Callable
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
    StateChange,
    Thread,
    Withdrawn,
)
from butler.capabilities.session_log.reading import claude_diagnostics
from butler.capabilities.session_log.reading.claude_background import Background
from butler.capabilities.session_log.reading.claude_edits import EDITORS
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
from butler.capabilities.session_log.reading.papers import read_by_tool
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
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_SPOKEN = ("text", "thinking")
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
        self.helpers = ToolCalls(TaskBoard(), self.background)
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
            "helpers": self.helpers,
            "tasks": self.calls.board,
            "queue": self._queue,
        }

    def decide(self, thread: Thread) -> None:
        """Say whether this is a main log or a subagent's, before the first record is told."""
        self.thread = self.session.thread = thread

    def user(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """Results of tools, or words."""
        content = content_of(record.get("message"))
        blocks = rows(content)
        results = [block for block in blocks if block.get("type") == "tool_result"]
        if not results:
            self.session.permission(line, record, out)
            self._words(line, record, said(record), out)
            return
        extra = record.get("toolUseResult") if len(results) == 1 else None
        for block in results:
            self.calls.finish(line, record, block, extra, out)
        if len(blocks) > len(results) and any(_interrupts(block) for block in blocks):
            out.append(Boundary(line, stamp(record), "turn_aborted"))

    def _words(self, line: int, record: dict[str, Any], found: Said, out: list[Entry]) -> None:
        at, text, kind = stamp(record), clip(found.text, WORDS_LIMIT), found.kind
        if kind == "prompt":
            self._prompt(line, record, text, out)
        elif kind == "slash":
            self._queue.delivered(found.text)
            out.append(Message(line, at, "person", text, "slash_command"))
        elif kind == "shell":
            self._shell = text
            out.append(Message(line, at, "person", text, "shell"))
        elif kind == "shell_output":
            out.append(self._person_ran(line, at, found.text))
        elif kind == "notification":
            self._queue.delivered(found.text)
            self.background.notified(line, at, found.text, out)
        elif kind == "summary":
            out.append(Message(line, at, "system", text, "compaction_summary"))
        elif kind == "plan":
            out.append(PlanVerdict(line, at, text, approved=True))
            out.append(Message(line, at, "person", clip(plan_request(record, found.text), WORDS_LIMIT)))
        elif kind == "interrupted":
            out.append(Boundary(line, at, "turn_aborted"))

    def _person_ran(self, line: int, at: str | None, output: str) -> Command:
        cwd = self.session.cwd
        return Command(
            line, at, f"shell-{line}", self._shell, output=clip(output), cwd=cwd, end_line=line, by_person=True
        )

    def _prompt(self, line: int, record: dict[str, Any], text: str, out: list[Entry]) -> None:
        at = stamp(record)
        if self.thread == "subagent":  # the first words in a subagent's file are those of the agent that started it
            out.append(Message(line, at, "agent", text, "injected"))
            return
        abandoned = self.tree.prompt(line, words(record.get("uuid")), words(record.get("parentUuid")))
        if abandoned is not None:
            out.append(Withdrawn(line - 1, at, abandoned))
        self._queue.delivered(text)
        out.append(Message(line, at, "person", text))

    def assistant(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """An agent's words, thoughts and calls: one line for each block of its answer."""
        if self._queue.leaving > 0:
            for queued in self._queue.undelivered():
                self._queued(queued, out)
        message = record.get("message")
        if not isinstance(message, dict):
            return
        model = message.get("model")
        if model == "<synthetic>" or record.get("isApiErrorMessage"):
            self._failed_answer(line, record, text_of(content_of(message)).strip(), out)
            return
        if model != self.session.model_name:
            self.session.model(line, record, model, out)
        content = content_of(message)
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        at = stamp(record)
        for block in rows(content):
            kind = block.get("type")
            if kind in _CALLS:
                self.calls.start(line, at, block, self.session.cwd)
            elif kind in _SPOKEN:
                self._spoken(line, at, message, block, out)

    def _spoken(
        self, line: int, at: str | None, message: dict[str, Any], block: dict[str, Any], out: list[Entry]
    ) -> None:
        turn = words(message.get("id")) or None
        if block["type"] == "thinking":
            if thought := words(block.get("thinking")).strip():
                out.append(Message(line, at, "agent", clip(thought, _REASONING_LIMIT), "reasoning", turn))
            return
        text = words(block.get("text")).strip()
        if text and text not in _NO_ANSWER:
            channel: Channel = "final" if message.get("stop_reason") == "end_turn" else "commentary"
            out.append(Message(line, at, "agent", clip(text, WORDS_LIMIT), channel, turn))

    def _failed_answer(self, line: int, record: dict[str, Any], text: str, out: list[Entry]) -> None:
        """An error that the client wrote in the place of an answer."""
        if text and text not in _NO_ANSWER:
            self._api_error = ""
            what = words(record.get("error")) or "api_error"
            out.append(Failure(line, stamp(record), what, clip(text, 4096), "api"))

    def system(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """Points in the session's life, errors of the API, and commands that the client handled by itself."""
        kind, at = words(record.get("subtype")), stamp(record)
        if kind == "compact_boundary":
            trigger = words(table(record.get("compactMetadata")).get("trigger"))
            out.append(Boundary(line, at, "compaction", trigger or words(record.get("content"))))
        elif kind == "turn_duration":
            out.append(Boundary(line, at, "turn_finished"))
        elif kind in ("api_error", "api_refusal", "error"):
            self._api_failure(line, record, kind, out)
        elif kind == "local_command":
            heard = {"message": {"content": record.get("content")}}
            self._words(line, {**record, **heard}, said(heard), out)
        elif kind not in _SYSTEM_IGNORED:
            self._unknown(f"system/{kind}")

    def _api_failure(self, line: int, record: dict[str, Any], kind: str, out: list[Entry]) -> None:
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
            out.append(Failure(line, stamp(record), kind, clip(told, 4096), "api"))

    def attachment(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """What the client put beside the messages: queued words, files, standing instructions, reminders of tasks."""
        attached = table(record.get("attachment"))
        kind, at = attached.get("type"), stamp(record)
        if kind == "queued_command":
            self._delivered_late(line, record, attached, out)
        elif kind == "file":
            if path := words(attached.get("filename")):
                told = table(table(attached.get("content")).get("file"))
                paper = read_by_tool(path, told, "", limited=False)
                out.append(FileRead(line, at, path, paper.text, paper.lines))
        elif kind == "edited_text_file":
            if path := words(attached.get("filename")):
                out.append(StateChange(line, at, "edited_outside", path))
        elif kind in ("nested_memory", "instructions"):
            for file in rows(attached.get("files")) or [table(attached.get("content"))]:
                if text := words(file.get("content")):
                    shown = clip(f"{words(file.get('path')) or words(attached.get('path'))}\n{text}")
                    out.append(Message(line, at, "system", shown, "injected"))
        elif kind in claude_diagnostics.KINDS:
            if (failure := claude_diagnostics.told(line, at, attached)) is not None:
                out.append(failure)
        elif kind == "plan_mode":
            self.session.plan_file(line, record, attached.get("planFilePath"), out)
        elif kind == "task_reminder" and self.calls.board.listed(attached.get("content"), ""):
            out.append(PlanState(line, at, self.calls.board.steps()))

    def _delivered_late(self, line: int, record: dict[str, Any], attached: dict[str, Any], out: list[Entry]) -> None:
        """A queued text that the agent was given while it worked."""
        text = text_of(attached.get("prompt")).strip()
        if not text or self._queue.delivered(text, late=True):
            return
        origin = table(attached.get("origin")).get("kind") or table(record.get("origin")).get("kind")
        if attached.get("commandMode") == "task-notification" or origin not in (None, "human", "cli"):
            self.background.notified(line, stamp(record), text, out)
        elif not attached.get("isMeta"):
            self._queued(Queued(line, stamp(record), text), out)

    def _queued(self, queued: Queued, out: list[Entry]) -> None:
        """A queued text, as a message of whoever it is from."""
        found = classify_queued(queued.text)
        if found.kind == "notification":
            self.background.notified(queued.line, queued.at, queued.text, out)
        elif found.kind in ("prompt", "slash"):
            channel: Channel = "queued" if found.kind == "prompt" else "slash_command"
            out.append(Message(queued.line, queued.at, "person", clip(found.text, WORDS_LIMIT), channel))

    def progress(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """What a subagent changed, as the older client told its progress: edits, commits and pushes."""
        told = table(table(record.get("data")).get("message"))
        for block in rows(content_of(told.get("message"))):
            kind = block.get("type")
            if kind == "tool_use" and _changes(block):
                self.helpers.start(line, stamp(record), block, self.session.cwd)
            elif kind == "tool_result" and self.helpers.waits_for(block):
                self.helpers.finish(line, told, block, None, out)

    def queue_operation(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """A text entered or left the queue; nothing is told until its delivery is known."""
        self._queue.operation(line, stamp(record), words(record.get("operation")), text_of(record.get("content")))

    def end(self, out: list[Entry]) -> None:
        """What is known only when the log ends."""
        for queued in self._queue.rest():
            self._queued(queued, out)
        self.calls.unanswered(out)
        self.session.titles(self.tree, out)


_OF_GIT = ("git commit", "git push", "git status", "gh pr create")
"""Commands of a subagent that tell what became of its work."""


def _changes(block: dict[str, Any]) -> bool:
    """Whether a subagent's call edits a file, commits, pushes, opens a pull request or asks git what is changed."""
    if words(block.get("name")) in EDITORS:
        return True
    command = words(table(block.get("input")).get("command"))
    return any(name in command for name in _OF_GIT)


def _interrupts(block: dict[str, Any]) -> bool:
    return words(block.get("text")).startswith("[Request interrupted")
