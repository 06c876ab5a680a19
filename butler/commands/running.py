"""What every command shares: its surroundings, calling a tool, and printing the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from butler.calling import answering, call, offered_tools
from butler.capability import Caller
from butler.envelope import Envelope, error
from butler.errors import Unavailable
from butler.house import House, Staff, Start
from butler.phrases import Language
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
        tool = next((tool for tool in offered_tools(self.start, self.staff) if tool.name == name), None)
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


Run = Callable[[Surroundings, argparse.Namespace], int]


def add_command(group: Any, name: str, summary: str, run: Run) -> argparse.ArgumentParser:
    """A subcommand with the options that all share."""
    parser: argparse.ArgumentParser = group.add_parser(name, help=summary, description=summary, allow_abbrev=False)
    add_common(parser)
    parser.set_defaults(run=run)
    return parser


def add_common(parser: argparse.ArgumentParser) -> None:
    """``--project-dir``, ``--data-dir``, ``--language``, ``--json``; given anywhere on the line."""
    for flag, help_text in (
        ("--project-dir", "the project's folder (default: found from the present one)"),
        ("--data-dir", "where work sessions, marks and caches lie (default: the user's data folder)"),
    ):
        parser.add_argument(flag, metavar="DIR", default=argparse.SUPPRESS, help=help_text)
    parser.add_argument("--language", choices=("en", "ja"), default=argparse.SUPPRESS, help="of documents and messages")
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the envelope as JSON")
