"""What a client tells a hook on stdin, as far as Butler uses it, and what a hook answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from butler.records import dataclass

CLIENTS = ("codex", "claude-code")
EVENTS = ("SessionStart", "PreCompact", "Stop", "SessionEnd")
"""The events that Butler answers; ``SubagentStop`` is none of them, a subagent's work is told by its session."""
SOURCES = ("startup", "resume", "clear", "compact")
MAKE, FINISH, PICK_UP = "make", "finish", "pick-up"
"""Jobs of the background: the document of a session; the same and the session has ended; those of sessions that died."""
_ROLLOUT = "rollout-"


@dataclass(frozen=True, slots=True)
class Told:
    """One event: whose session, its log, the folder it works in; ``source`` says how it starts, at SessionStart only."""

    event: str
    client: str
    session_id: str
    log: Path
    folder: Path
    source: str = ""


@dataclass(frozen=True, slots=True)
class Hooked:
    """What a hook does: the words for the model, and the work that goes on in the background (a job's arguments)."""

    context: str | None = None
    work: tuple[str, ...] = ()


def read_told(content: bytes, event: str, client: str | None) -> Told | None:
    """What the client told; None where there is nothing for us: another event, a subagent, a session without a log.

    ``client`` None: told by the name of the log, for a hook that both clients run.

    Raises:
        ValueError: this is no JSON object.
    """
    values = json.loads(content)
    if not isinstance(values, dict):
        raise ValueError("stdin holds no JSON object")
    session, log, folder = (_text(values, name) for name in ("session_id", "transcript_path", "cwd"))
    if not (session and log and folder) or _text(values, "hook_event_name") not in {"", event}:
        return None
    if _text(values, "agent_id") or "subagents" in PurePath(log).parts or PurePath(log).name.startswith("agent-"):
        return None
    name = client or ("codex" if PurePath(log).name.startswith(_ROLLOUT) else "claude-code")
    return Told(event, name, session, Path(log), Path(folder), _text(values, "source"))


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) and "\0" not in value else ""


def answer(told: Told, hooked: Hooked) -> bytes:
    """What is printed for the client: nothing, or its JSON with the words for the model (the same shape in both)."""
    if hooked.context is None:
        return b""
    said = {"hookEventName": told.event, "additionalContext": hooked.context}
    return json.dumps({"hookSpecificOutput": said}, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
