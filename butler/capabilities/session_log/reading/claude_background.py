"""Work that goes on after its call returned: background commands and subagents, and how their end reaches the log.

The end comes as a ``<task-notification>`` (``user`` line, attachment or queue operation, perhaps twice), or as the
result of a call that asks for it (``TaskOutput``, ``BashOutput``).
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from hashlib import blake2b
from typing import ClassVar, NamedTuple

from butler.capabilities.session_log.models import Command, Entry, Message, Subagent
from butler.capabilities.session_log.reading.claude_calls import Call, Result
from butler.capabilities.session_log.reading.claude_shell import background_report
from butler.capabilities.session_log.reading.claude_text import clip, first_line, table, tag, text_of, words

AGENTS = frozenset({"Task", "Agent"})
REPORTS = frozenset({"TaskOutput", "BashOutput", "AgentOutputTool"})
STOPS = frozenset({"KillShell", "KillBash", "TaskStop"})
_ENDED = {"completed": "finished", "failed": "failed", "killed": "failed", "stopped": "failed", "error": "failed"}
_EXIT = re.compile(r"\(?exit code (-?\d{1,10})\)?")
_AGENT_ID = re.compile(r"\bagent(?:Id|_id): ?(\S+)")
_RESULT_LIMIT = 24 * 1024
_MOST_TOLD = 10_000


class _News(NamedTuple):
    """What was told of running work: its state in the client's word, the exit code if any, the output."""

    status: str
    code: int | None
    output: str


class Background:
    """The running work of a session, by the id of its task and of its call."""

    STATE: ClassVar[tuple[str, ...]] = ("_running", "_told")

    def __init__(self) -> None:
        self._running: dict[str, Command | Subagent] = {}
        self._told: set[bytes] = set()

    def watch(self, task_id: str, work: Command | Subagent) -> None:
        """Remember running work under the id of its task and of its call."""
        for key in (task_id, work.call_id):
            if key:
                self._running[key] = work

    def delegated(self, call: Call, result: Result | None, out: list[Entry]) -> None:
        """A subagent as its call, and its result if there is one, show it."""
        asked = call.asked
        work = Subagent(
            call.line,
            call.at,
            call.call_id,
            clip(words(asked.get("description")) or first_line(words(asked.get("prompt")))),
            words(asked.get("subagent_type")) or words(asked.get("name")),
            state="started",
        )
        if result is None:
            out.append(work)
            return
        extra = table(result.extra)
        found = _AGENT_ID.search(result.text)
        agent = words(extra.get("agentId")) or words(extra.get("agent_id")) or (found.group(1) if found else "")
        work = replace(work, session_id=agent or None)
        if result.failed:
            reason = result.refusal.reason if result.refusal else result.text
            out.append(replace(work, state="failed", result=clip(reason, _RESULT_LIMIT), end_line=result.line))
        elif _still_running(extra, result.text):
            self.watch(agent, work)
            out.append(work)
        else:
            text = text_of(extra.get("content")) or result.text
            out.append(replace(work, state="finished", result=clip(text, _RESULT_LIMIT), end_line=result.line))

    def reported(self, call: Call, result: Result, out: list[Entry]) -> None:
        """The present state of background work, as a call that asked for it was told."""
        if result.failed:
            return
        task, status, code, output = background_report(result.extra, result.text)
        asked = words(call.asked.get("task_id")) or words(call.asked.get("bash_id")) or words(call.asked.get("agentId"))
        self._settle((task, asked), result.line, _News(status, code, output), out)

    def stopped(self, call: Call, result: Result, out: list[Entry]) -> None:
        """Background work that the agent stopped."""
        asked = words(call.asked.get("task_id")) or words(call.asked.get("shell_id"))
        if not result.failed:
            self._settle((asked,), result.line, _News("killed", None, ""), out)

    def notified(self, line: int, at: str | None, text: str, out: list[Entry]) -> None:
        """A notification: itself as a message of the client, and the end of the work that it names."""
        key = blake2b(text.encode("utf-8", errors="surrogatepass"), digest_size=8).digest()
        if key in self._told:
            return
        if len(self._told) < _MOST_TOLD:
            self._told.add(key)
        task = tag(text, "task-id") or tag(text, "agent-id")
        summary, outcome = tag(text, "summary"), tag(text, "result")
        told = "\n".join(filter(None, (summary, outcome))) or _described(text)
        out.append(Message(line, at, "system", clip(told, _RESULT_LIMIT), "notification"))
        found = _EXIT.search(summary)
        code = int(found.group(1)) if found else None
        news = _News(tag(text, "status"), code, outcome)
        self._settle((task, tag(text, "tool-use-id")), line, news, out)

    def _settle(self, keys: tuple[str, ...], line: int, news: _News, out: list[Entry]) -> None:
        """Tell the new state of the work that one of ``keys`` names; ended work is forgotten."""
        work = next((self._running[key] for key in keys if key in self._running), None)
        if work is None:
            return
        ended = _ENDED.get(news.status)
        if ended:
            self._running = {key: other for key, other in self._running.items() if other.call_id != work.call_id}
        if isinstance(work, Subagent):
            if ended:
                state = "finished" if ended == "finished" else "failed"
                told = clip(news.output, _RESULT_LIMIT)
                out.append(replace(work, state=state, result=told, end_line=line))  # type: ignore[arg-type]
        elif ended or news.output:
            out.append(_command_now(work, line, news))


def _described(text: str) -> str:
    """What a notification without tags says: 2.1.47 queued a JSON object with a description and no state."""
    try:
        told = json.loads(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        told = None
    return words(table(told).get("description")) or text


def _command_now(work: Command, line: int, news: _News) -> Command:
    """The background command with what was told of it; a code that was not told stays unknown."""
    work = replace(work, output=clip(news.output) or work.output)
    if news.status not in _ENDED:
        return work
    state = "aborted" if news.status in ("killed", "stopped") else "finished"
    return replace(work, state=state, exit_code=news.code, end_line=line)  # type: ignore[arg-type]


def _still_running(extra: dict[str, object], text: str) -> bool:
    """Whether a subagent's call returned before its work was done."""
    if extra.get("isAsync") or extra.get("status") in ("async_launched", "teammate_spawned"):
        return True
    return not extra and text.startswith(("Async agent launched", "Spawned successfully"))
