"""The command line: parse, call the same functions as the tools, print. Exit code 0, 1 (refused) or 2 (usage)."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from butler import __version__
from butler.commands import demo, doctor, handover, init, issue, rooms, serve, session_log, task, work, workspace
from butler.commands.running import Surroundings, add_common
from butler.envelope import error
from butler.errors import ButlerError
from butler.house import Start, hire_staff, user_settings
from butler.phrases import Language, say
from butler.terminal import Terminal

GROUPS = (handover, session_log, work, issue, task, workspace, serve, rooms, init, doctor, demo)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    options = _parser().parse_args(arguments)
    terminal = Terminal.standard(os.environ)
    start = _start(options)
    as_json = getattr(options, "json", False)
    language: Language = "en"
    try:
        settings = user_settings(start)
        language = settings.language
        staff = hire_staff(settings.plugins)
    except ButlerError as problem:
        return terminal.finish(error(problem, getattr(options, "language", language)), as_json=as_json)
    surroundings = Surroundings(start, staff, terminal, language, as_json)
    if not hasattr(options, "run"):
        return _welcome(surroundings)
    code: int = options.run(surroundings, options)
    return code


def serve_main() -> int:
    """The ``butler-mcp`` command: ``butler serve`` with the same options."""
    return main(["serve", *sys.argv[1:]])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="butler", description="Hand coding work from one agent session to the next without loss."
    )
    parser.add_argument("--version", action="version", version=f"butler {__version__}")
    add_common(parser)
    groups = parser.add_subparsers(title="commands", metavar="COMMAND")
    for group in GROUPS:
        group.add(groups)
    return parser


def _start(options: argparse.Namespace) -> Start:
    flags = {
        "project_dir": getattr(options, "project_dir", None),
        "language": getattr(options, "language", None),
        "max_tokens": getattr(options, "max_tokens", None),
        "profile": getattr(options, "profile", None),
        "project": getattr(options, "project", None),
        "allow_journal_write": getattr(options, "allow_journal_write", False),
    }
    data = getattr(options, "data_dir", None)
    return Start(flags=flags, data_folder=Path(data).absolute() if data else None)


def _welcome(surroundings: Surroundings) -> int:
    surroundings.terminal.line(say("cli_welcome", surroundings.language, version=__version__))
    return 0
