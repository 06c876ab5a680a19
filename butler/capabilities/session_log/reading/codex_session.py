"""Identity and state of a Codex session: ``session_meta``, ``turn_context`` and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from butler.capabilities.session_log.models import SessionInfo, StateChange, Thread
from butler.capabilities.session_log.reading.codex_log import CodexLog
from butler.capabilities.session_log.reading.codex_values import mapping, optional, text

_FILLABLE = ("cwd", "branch", "head", "model", "client_version", "parent_id", "forked_from", "originator")


class SessionFacts:
    """Tells who the session is (the first record wins) and which of its states changed."""

    STATE: ClassVar[tuple[str, ...]] = ("_known", "_states")

    def __init__(self, log: CodexLog) -> None:
        self._log = log
        self._known: SessionInfo | None = None
        self._states: dict[str, str] = {}

    def meta(self, payload: Mapping[str, Any], at: str | None) -> None:
        """Take one ``session_meta`` (or the first line of a flat file)."""
        found = session_info(payload, self._log.line, at)
        known = self._known
        if known is None:
            self._note_base(payload)
            self._known = found
            self._log.emit(found)
            self._remember(found)
        elif found.session_id in (None, known.session_id):
            self._add_unknown(known, found)
        else:
            self._copied(known, found)

    def context(self, payload: Mapping[str, Any]) -> None:
        """Take a ``turn_context`` or applied settings: only what changed is told."""
        turn = optional(payload.get("turn_id"))
        self._log.turn = turn or self._log.turn
        cwd = optional(payload.get("cwd"))
        if cwd is not None:
            self._log.cwd = cwd
        self._change("cwd", cwd)
        self._change("model", optional(payload.get("model")))
        self._change("permission_mode", _permission(payload))

    def found_cwd(self, cwd: str) -> None:
        """Take the folder that an environment note names, where nothing else has named one."""
        if self._log.cwd is None and cwd:
            self._log.cwd = cwd
            self._change("cwd", cwd)

    def found_permission(self, parts: Sequence[str]) -> None:
        """Take the approval policy and sandbox that an environment note names, where no record tells them."""
        if "permission_mode" not in self._states:
            self._change("permission_mode", ", ".join(part for part in parts if part) or None)

    def title(self, name: str) -> None:
        """Take the session's title."""
        self._change("title", name or None)

    def _note_base(self, payload: Mapping[str, Any]) -> None:
        """Say where the story begins, if this file holds only the lines after a fork or revert."""
        base = mapping(payload.get("history_base"))
        if base:
            rollout, end = str(base.get("thread_id"))[:80], str(base.get("end_byte_offset"))[:20]
            self._log.receipt.note("log_history_before", rollout=rollout, end=end)

    def _change(self, name: str, value: str | None) -> None:
        if value is not None and self._states.get(name) != value:
            self._states[name] = value
            self._log.emit(StateChange(self._log.line, self._log.at, name, value))

    def _remember(self, info: SessionInfo) -> None:
        if info.cwd:
            self._log.cwd = info.cwd
            self._states["cwd"] = info.cwd

    def _add_unknown(self, known: SessionInfo, found: SessionInfo) -> None:
        """A repeat of the session's own meta: tell what the first one did not know."""
        news = {
            name: getattr(found, name)
            for name in _FILLABLE
            if getattr(known, name) is None and getattr(found, name) is not None
        }
        if news:
            self._known = replace(known, line=found.line, at=found.at, **news)
            self._log.emit(self._known)
            self._remember(self._known)

    def _copied(self, known: SessionInfo, found: SessionInfo) -> None:
        """Another session's meta inside this file: history that a fork copied."""
        self._log.receipt.note("log_copied", session=str(found.session_id)[:80], line=found.line)
        if known.forked_from is None:
            self._known = replace(known, line=found.line, at=found.at, forked_from=found.session_id)
            self._log.emit(self._known)


def session_info(payload: Mapping[str, Any], line: int, at: str | None) -> SessionInfo:
    """The identity that a ``session_meta`` payload tells."""
    git = mapping(payload.get("git"))
    source = payload.get("source")
    session = optional(payload.get("id")) or optional(payload.get("session_id"))
    base = optional(mapping(payload.get("history_base")).get("thread_id"))
    return SessionInfo(
        line=line,
        at=optional(payload.get("timestamp")) or at,
        agent="codex",
        session_id=session,
        cwd=optional(payload.get("cwd")),
        branch=optional(git.get("branch")),
        head=optional(git.get("commit_hash")),
        client_version=optional(payload.get("cli_version")),
        thread=_thread(source, text(payload.get("thread_source"))),
        parent_id=optional(payload.get("parent_thread_id")) or _spawned_by(source),
        forked_from=optional(payload.get("forked_from_id")) or (base if base != session else None),
        originator=optional(payload.get("originator")),
    )


def _thread(source: object, thread_source: str) -> Thread:
    """What kind of thread the ``source`` and ``thread_source`` fields name."""
    if isinstance(source, dict):
        if "internal" in source:
            return "internal"
        kind = source.get("subagent")
        if isinstance(kind, dict):
            return "subagent" if "thread_spawn" in kind else "internal"
        if isinstance(kind, str):
            return "review" if kind == "review" else "internal"
    if thread_source == "subagent":
        return "subagent"
    return "internal" if thread_source == "memory_consolidation" else "main"


def _spawned_by(source: object) -> str | None:
    spawn = mapping(mapping(mapping(source).get("subagent")).get("thread_spawn"))
    return optional(spawn.get("parent_thread_id"))


def _permission(payload: Mapping[str, Any]) -> str | None:
    """Approval policy and sandbox in one word each, as far as they are written."""
    sandbox = payload.get("sandbox_policy")
    kind = mapping(sandbox).get("type") or mapping(sandbox).get("mode") or sandbox
    profile = mapping(payload.get("active_permission_profile")).get("id") or mapping(
        payload.get("permission_profile")
    ).get("type")
    parts = [text(payload.get("approval_policy")), text(kind) or text(profile)]
    return ", ".join(part for part in parts if part) or None
