"""What every command shares when it runs: its surroundings, calling a tool, and printing the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from butler.calling import answering, call, find_tool
from butler.capability import Caller
from butler.envelope import Envelope
from butler.errors import Unavailable
from butler.house import House, Staff, Start
from butler.phrases import Language
from butler.records import dataclass
from butler.refusing import error
from butler.terminal import Terminal

SHELL = Caller(client="command-line")
"""Who calls from a shell; the writer of notes is then printed as the command line."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How the command was started and where it prints."""

    start: Start
    staff: Staff
    terminal: Terminal
    language: Language
    as_json: bool

    def tool(self, name: str, arguments: Mapping[str, Any]) -> Envelope:
        """Call one tool of a room as the command line; None arguments are left out."""
        tool = find_tool(name, self.start, self.staff)
        if tool is None:  # its room could not be loaded; why stands on stderr
            return error(Unavailable("internal_error"), self.language)
        given = {key: value for key, value in arguments.items() if value is not None}
        return call(tool, SHELL, given, start=self.start, staff=self.staff)

    def house(self, work: Callable[[House], Envelope]) -> Envelope:
        """Do ``work`` in the project's house, with refusals answered as an envelope."""
        return answering(work, start=self.start, staff=self.staff)

    def finish(self, envelope: Envelope, show: Callable[[Terminal, Mapping[str, Any]], None] | None = None) -> int:
        """Print an answer (JSON when asked for); the exit code is 0 for ok and 1 for a refusal."""
        return self.terminal.finish(envelope, show, as_json=self.as_json)
