"""Which process a hook's client is, and whether it still runs: a session whose client is gone ended without saying so.

Read from ``/proc`` (proc(5): ``stat`` holds the parent's id and the start in ticks since boot). Where there is none, only
what the client tells by itself (``CLAUDE_PID``) is known.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from butler.records import dataclass

_SHELLS = {"sh", "bash", "dash", "zsh", "fish", "ksh", "busybox", "env", "timeout", "nice"}
_MOST_STEPS = 8


@dataclass(frozen=True, slots=True)
class Process:
    """A process: its id, and when it started (so that a later one with the same id is another); empty where unknown."""

    number: int
    began: str = ""


@dataclass(frozen=True, slots=True)
class _Status:
    name: str
    parent: int
    began: str


def client_process(environment: Mapping[str, str], parent: int) -> Process | None:
    """The client that runs this hook: what it tells itself, else the first ancestor that is no shell; None where unknown."""
    told = environment.get("CLAUDE_PID", "")
    if told.isdecimal() and _is_ancestor(int(told), parent):
        return _process(int(told))
    for _ in range(_MOST_STEPS):
        status = _status(parent)
        if parent <= 1 or status is None:
            return None
        if status.name not in _SHELLS:
            return Process(parent, status.began)
        parent = status.parent
    return None


def _is_ancestor(number: int, parent: int) -> bool:
    """Whether ``number`` is above us; taken on trust where the system does not show who is."""
    if _status(parent) is None:
        return True
    for _ in range(_MOST_STEPS):
        if parent == number:
            return True
        status = _status(parent)
        if parent <= 1 or status is None:
            return False
        parent = status.parent
    return False


def _process(number: int) -> Process:
    status = _status(number)
    return Process(number, status.began if status else "")


def is_gone(process: Process) -> bool:
    """Whether the process has ended."""
    status = _status(process.number)
    if status is not None:
        return bool(process.began) and status.began != process.began
    try:
        os.kill(process.number, 0)  # signal 0 only asks
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _status(number: int) -> _Status | None:
    try:
        content = Path(f"/proc/{number}/stat").read_bytes()
    except OSError:
        return None
    head, _, rest = content.rpartition(b")")
    fields = rest.split()
    name = head.partition(b"(")[2].decode("utf-8", "replace")
    if len(fields) < 20 or fields[0] in {b"Z", b"X"}:
        return None
    return _Status(name, int(fields[1]), fields[19].decode("ascii", "replace"))
