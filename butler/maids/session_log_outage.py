"""Failures of the model's service: over as soon as the agent speaks or acts again; a turn that ends in one has no answer."""

from __future__ import annotations

from butler.capabilities.session_log.models import (
    Command,
    Entry,
    Failure,
    FileChange,
    FileRead,
    Message,
    Subagent,
    ToolUse,
)
from butler.maids.session_log_actions import Actions

_ACTS = (Command, FileChange, FileRead, Subagent, ToolUse)
_SPOKEN = ("commentary", "final")


class Outage:
    """The failures that nothing of the agent came after yet.

    ``line``: that of the last one, 0 while there is none; ``turns``: lines where turns ended in one.
    """

    def __init__(self) -> None:
        self.line = 0
        self.turns: list[int] = []
        self._keys: list[str] = []
        self._before: tuple[int, str, str | Command | ToolUse] = (0, "", "")

    def begins(self, entry: Failure, actions: Actions) -> None:
        """A failure, before ``actions`` are told of it."""
        if not self.line:
            self._before = actions.last
        self.line = entry.line
        if "refusal" not in entry.what:  # a refused request stays refused, whatever is answered to the next one
            self._keys.append(f"{entry.kind}\0{entry.what}")

    def ends_by(self, entry: Entry, actions: Actions) -> None:
        """An entry after a failure: where the agent speaks or acts, a retry has worked, and the failure is no last action."""
        spoken = isinstance(entry, Message) and entry.speaker == "agent" and entry.channel in _SPOKEN
        if entry.line <= self.line or not (spoken or isinstance(entry, _ACTS)):
            return
        for key in self._keys:
            actions.troubles.worked(key, entry.line)
        if actions.last[0] == self.line:
            actions.last = self._before
        self.line = 0
        self._keys.clear()
