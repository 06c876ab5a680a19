"""Delegated work as the log of the parent shows it: spawned agents, and what comes back from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from butler.capabilities.session_log.models import Subagent
from butler.capabilities.session_log.reading.codex_commands import Call
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_values import (
    REQUEST_LIMIT,
    clip,
    mapping,
    optional,
    parsed,
    text,
)
from butler.records import dataclass

AgentState = Literal["started", "finished", "failed", "unknown"]

_SEALED = "gAAAA"
_RESULT_LIMIT = 12 * REQUEST_LIMIT
_STATES: dict[str, AgentState] = {
    "completed": "finished",
    "errored": "failed",
    "shutdown": "finished",
    "not_found": "failed",
    "running": "started",
    "pending_init": "started",
}


@dataclass(slots=True)
class Agents:
    """Tells delegated work; the same agent comes again when its result is known."""

    STATE: ClassVar[tuple[str, ...]] = ("_known",)
    log: CodexLog
    _known: dict[str, Subagent] = field(default_factory=dict)

    def spawned(self, call: Call, answer: str) -> None:
        """A ``spawn_agent`` call got its answer."""
        arguments = mapping(call.arguments)
        reply = mapping(parsed(answer))
        task = text(arguments.get("message"))
        name = text(arguments.get("task_name")) or text(reply.get("nickname")) or text(arguments.get("agent_type"))
        session = optional(reply.get("agent_id"))
        before = self._known.get(call.call_id)
        agent = Subagent(
            line=call.line,
            at=call.at,
            call_id=call.call_id,
            task="" if task.startswith(_SEALED) else clip(task, REQUEST_LIMIT),
            name=name,
            session_id=session or (before.session_id if before else None),
            state="started" if reply else "failed",
            result="" if reply else clip(answer, REQUEST_LIMIT),
        )
        self._tell(agent, text(reply.get("task_name")) or name)

    def activity(self, item: Mapping[str, Any], call: Call | None) -> None:
        """A ``SubAgentActivity`` item (or event): the thread that belongs to a call."""
        call_id = text(item.get("id")) or text(item.get("event_id"))
        session = optional(item.get("agent_thread_id"))
        path = text(item.get("agent_path"))
        if item.get("kind") != "started" or not call_id:
            return
        arguments = mapping(call.arguments) if call is not None else {}
        task = text(arguments.get("message"))
        self._tell(
            Subagent(
                line=call.line if call is not None else self.log.line,
                at=call.at if call is not None else self.log.at,
                call_id=call_id,
                task="" if task.startswith(_SEALED) else clip(task, REQUEST_LIMIT),
                name=text(arguments.get("task_name")) or path.rsplit("/", 1)[-1],
                session_id=session,
                state="started",
            ),
            path,
        )

    def statuses(self, answer: object) -> None:
        """The answer of ``wait`` or ``close_agent``: ``{"status": {id: {"completed": text}}}`` or one status."""
        status = mapping(parsed(answer)).get("status")
        for name, value in mapping(status).items():
            if name in _STATES:
                continue
            self.status(name, value)

    def status(self, name: str, value: object) -> None:
        """One agent's status, by its thread id or path."""
        kind, result = _status(value)
        known = self._known.get(name)
        if kind in ("started", "unknown") or (known is not None and known.state == kind and known.result == result):
            return
        self._tell(
            Subagent(
                line=known.line if known else self.log.line,
                at=self.log.at,
                call_id=known.call_id if known else name,
                task=known.task if known else "",
                name=known.name if known else name.rsplit("/", 1)[-1],
                session_id=known.session_id if known else (None if "/" in name else name),
                state=kind,
                result=clip(result, _RESULT_LIMIT),
                end_line=self.log.line,
            ),
            name,
        )

    def notified(self, body: str) -> None:
        """A ``<subagent_notification>``: ``{"agent_id" | "agent_path", "status"}``."""
        note = mapping(parsed(body))
        name = text(note.get("agent_path")) or text(note.get("agent_id"))
        if name:
            self.status(name, note.get("status"))

    def _tell(self, agent: Subagent, path: str) -> None:
        if self._known.get(agent.call_id) == agent:
            return
        for key in (agent.call_id, agent.session_id, path):
            if key:
                self._known[key] = agent
        self.log.emit(agent)


def _status(value: object) -> tuple[AgentState, str]:
    """State and result out of ``"running"``, ``{"completed": text}``, ``{"errored": text}``."""
    if isinstance(value, str):
        return _STATES.get(value, "unknown"), ""
    for key, result in mapping(value).items():
        return _STATES.get(key, "unknown"), text(result)
    return "unknown", ""
