"""Parsers: those of the first level fetch their arguments when they are named, and the options that all share."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from butler.commands import COMMANDS

if TYPE_CHECKING:
    from butler.commands.running import Surroundings

Run = Callable[["Surroundings", argparse.Namespace], int]

_OPTION = re.compile(r"--?[A-Za-z][A-Za-z-]{0,40}")
_VALUE = re.compile(r"(invalid (?:choice|\w+ value)): .*?( \(choose from [^()]*\))?\Z", re.DOTALL)
"""How argparse ends a message with the value that it does not take."""


class StrictParser(argparse.ArgumentParser):
    """Refuses what it does not know itself, so that the message names the command and its usage, not the first level's.

    What was typed may hold a secret or move a terminal's cursor: a message names options, never values.
    """

    def error(self, message: str) -> NoReturn:
        """Say what is wrong without the value, and end with 2."""
        super().error(_VALUE.sub(lambda found: found[1] + (found[2] or ""), message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; nothing may be left over."""
        found, left = super().parse_known_args(args, namespace)
        if left:
            names = [name for word in left if _OPTION.fullmatch(name := word.partition("=")[0])]
            words = len(left) - len(names)
            self.error(f"unrecognized arguments: {', '.join([*names, *([f'{words} unnamed'] if words else [])])}")
        return found, left


class LateParser(StrictParser):
    """The parser of one of ``COMMANDS``: its arguments are added by its module when the command stands on the line."""

    place: str | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, once the arguments are there."""
        if self.place is not None:
            place, self.place = self.place, None
            module, _, add = place.partition(":")
            getattr(importlib.import_module(f"butler.commands.{module}"), add)(self)
        return super().parse_known_args(args, namespace)


class _Behind(argparse.Action):
    """An option of single commands that stands in front of the command."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        name = self.option_strings[0]
        parser.error(f"{name} goes behind the command, for example: butler task list {name} …")


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add every command of ``COMMANDS`` by its name plate."""
    for flag in ("--profile", "--project", "--allow-journal-write"):
        parser.add_argument(flag, action=_Behind, nargs="?", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    groups = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=LateParser)
    for name, (place, summary) in COMMANDS.items():
        groups.add_parser(name, help=summary).place = place


def add_group(parser: argparse.ArgumentParser) -> Any:
    """The commands of a group: what `add_command` adds to."""
    return parser.add_subparsers(required=True, metavar="COMMAND", parser_class=StrictParser)


def add_command(group: Any, name: str, summary: str, run: Run) -> argparse.ArgumentParser:
    """A command of a group with the options that all share."""
    parser: argparse.ArgumentParser = group.add_parser(name, help=summary, description=summary, allow_abbrev=False)
    add_common(parser)
    parser.set_defaults(run=run)
    return parser


def add_single(parser: argparse.ArgumentParser, name: str, run: Run) -> argparse.ArgumentParser:
    """A command of the first level that has no commands of its own: as `add_command`, on the parser that is there."""
    parser.description = COMMANDS[name][1]
    parser.allow_abbrev = False
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
