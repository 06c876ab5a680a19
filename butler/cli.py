"""The command line: parse, call the same functions as the tools, print. Exit code 0, 1 (refused) or 2 (usage)."""

from __future__ import annotations

import argparse
import atexit
import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from butler import __version__, launcher
from butler.commands.arguments import StrictParser, add_commands, add_common

if TYPE_CHECKING:
    from butler.commands.running import Surroundings
    from butler.house import Start
    from butler.terminal import Terminal

OUTPUT_ERRORS = {errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF}
"""What writing to a full, closed or vanished standard output gives."""
_NEW_OBJECTS = 100_000
"""A command makes little garbage that only the collector finds: it looks after so many new objects, some 10 MB (not 700)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if arguments is None and words[:1] != ["serve"]:
        _collect_rarely()
    if words[:1] == ["hook"] and not {"-h", "--help"} & set(words):
        from butler.commands import hook  # before everything that could fail: a client must not notice

        return hook.main(words[1:])
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if words[:1] == ["serve"] and arguments is None:
        launcher.begin(words[1:])
    try:
        return _run(_parser().parse_args(words))
    finally:
        launcher.end()


def _collect_rarely() -> None:
    """A command is over before its garbage matters: it is looked for rarely, and at the end, where all is let go, not at all."""
    gc.set_threshold(_NEW_OBJECTS)
    atexit.register(gc.freeze)


def _run(options: argparse.Namespace) -> int:
    """Do what was asked. The house is imported here: ``--version``, ``--help`` and wrong usage need none of it."""
    from butler.commands.running import Surroundings
    from butler.errors import ButlerError, Unavailable
    from butler.house import hire_staff, language_here, user_settings
    from butler.refusing import error
    from butler.terminal import Terminal

    terminal = Terminal.standard(os.environ)
    as_json = getattr(options, "json", False)
    try:
        start = _start(options, terminal)
        language = language_here(start)
        staff = hire_staff(user_settings(start).plugins)
        surroundings = Surroundings(start, staff, terminal, language, as_json)
        code: int = options.run(surroundings, options) if hasattr(options, "run") else _welcome(surroundings)
        terminal.flush()
        return code
    except ButlerError as problem:
        return terminal.finish(error(problem, getattr(options, "language", "en")), as_json=as_json)
    except OSError as problem:
        if problem.errno not in OUTPUT_ERRORS:
            raise
        refused = Unavailable("not_writable", what="stdout", reason=problem.strerror)
        return terminal.give_up(error(refused, getattr(options, "language", "en")))


def _parser() -> argparse.ArgumentParser:
    parser = StrictParser(
        prog="butler",
        description="Hand coding work from one agent session to the next without loss.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"butler {__version__}")
    add_common(parser)
    add_commands(parser)
    return parser


def _start(options: argparse.Namespace, terminal: Terminal) -> Start:
    import dataclasses

    from butler.errors import InvalidInput
    from butler.house import Start, language_here
    from butler.phrases import say

    names = ("project_dir", "language", "max_tokens", "profile", "project", "allow_journal_write")
    flags = {name: getattr(options, name, None) for name in names}
    data = getattr(options, "data_dir", None)
    try:
        home, folder = Path.home(), Path.cwd()
    except RuntimeError as problem:
        raise InvalidInput("home_unknown") from problem
    except OSError as problem:
        raise InvalidInput("project_missing") from problem
    start = Start(flags=flags, home=home, folder=folder, data_folder=Path(data).absolute() if data else None)

    def announce(size: int) -> None:
        terminal.progress(say("cli_reading", language_here(start), size=size // 1_000_000))

    return dataclasses.replace(start, progress=announce)


def _welcome(surroundings: Surroundings) -> int:
    from butler.phrases import say

    surroundings.terminal.line(say("cli_welcome", surroundings.language, version=__version__))
    return 0
