"""``butler hook EVENT``: what a client runs. Whatever happens, the client sees exit code 0 and at most one line of JSON."""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from butler.commands.arguments import add_single
from butler.process import NO_HOOKS

if TYPE_CHECKING:
    from butler.hooks.living import Process
    from butler.hooks.telling import Hooked, Told
    from butler.house import House, Start

SECONDS = {"SessionStart": 8.0, "PreCompact": 4.0, "Stop": 4.0, "SessionEnd": 0.9}
"""How long an event may take; the clients wait for us meanwhile (SessionEnd: Codex cuts at 3 s, we at less than one)."""
JOB_SECONDS = 300.0
MOST_INPUT = 4 * 1024 * 1024
_JOB = "job"
_FORWARDED = ("CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_DATA_HOME")
_RUN = "import sys; sys.path.append(sys.argv.pop(1)); from butler.cli import main; sys.exit(main())"


class _TooLate(BaseException):
    """The time is up; no ``except Exception`` on the way may swallow it."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the command; it is understood by `main`, this is for ``--help``."""
    add_single(parser, "hook", lambda surroundings, options: 0)
    parser.add_argument("event", choices=tuple(SECONDS), help="the client's event; its JSON is read from stdin")
    parser.add_argument(
        "--client", choices=("codex", "claude-code"), help="who calls (default: told by the log's name)"
    )
    parser.add_argument("--plugin", action="store_true", help="do nothing unless the setting auto is true")


def main(words: Sequence[str]) -> int:
    """Run the command with the words behind ``hook``; always 0."""
    client, event = _option(words, "--client") or "unknown", words[0] if words else "?"
    try:
        if os.environ.get(NO_HOOKS) == "off" and event != _JOB:
            return 0
        with _time_limit(JOB_SECONDS if event == _JOB else SECONDS.get(event, 1.0)):
            _job(words[1:]) if event == _JOB else _event(event, words)
    except BaseException as problem:  # noqa: BLE001 (nothing may reach the client)
        with suppress(BaseException):
            from butler.hooks.reports import note_error
            from butler.house import Start

            note_error(Start(), words[2] if event == _JOB and len(words) > 2 else client, event, problem)
    return 0


def _event(event: str, words: Sequence[str]) -> None:
    from butler.hooks.reports import note_run
    from butler.hooks.telling import CLIENTS, answer, read_told
    from butler.house import Start

    given = _option(words, "--client")
    if event not in SECONDS or given not in {None, *CLIENTS}:
        raise ValueError(f"butler hook does not know {event} of {given}")
    start = Start()
    told = read_told(_input(), event, given)
    if told is None:
        return
    house = _house(start, told.folder)
    if house is None or not _wanted(house, told.client, from_plugin="--plugin" in words):
        return
    note_run(start, told.client, event)
    hooked = _hooked(house, told)
    _print(answer(told, hooked))
    if hooked.work:
        _begin(house, hooked.work)


def _print(content: bytes) -> None:
    """Write to the client past Python's own buffer: what cannot be written would end the process with an error."""
    if content and sys.stdout is None:
        raise BrokenPipeError("stdout is closed")  # its number may be another file's
    left = memoryview(content)
    while left:
        left = left[os.write(sys.stdout.fileno(), left) :]


def _hooked(house: House, told: Told) -> Hooked:
    from butler.hooks.living import client_process

    return hook_of(told.event)(house, told, client_process(house.start.environment, os.getppid()))


def hook_of(event: str) -> Callable[[House, Told, Process | None], Hooked]:
    """The function of an event; only its module is loaded."""
    if event == "SessionStart":
        from butler.hooks.session_start import hook as found
    elif event == "PreCompact":
        from butler.hooks.pre_compact import hook as found
    elif event == "Stop":
        from butler.hooks.stop import hook as found
    else:
        from butler.hooks.session_end import hook as found
    return found


def _job(words: Sequence[str]) -> None:
    """Do background work: ``butler hook job JOB [CLIENT SESSION LOG]`` in the project's folder."""
    from butler.hooks.reports import note_run
    from butler.hooks.working import do_job
    from butler.house import Start

    with suppress(OSError):
        os.nice(10)
    start = Start()
    house = _house(start, Path.cwd())
    if house is not None:
        do_job(house, *words)
        note_run(start, words[1] if len(words) > 1 else "unknown", _JOB)  # an earlier failure is over


def _house(start: Start, folder: Path) -> House | None:
    """The house of the project; None where the folder can be no project, or is one of no kind that Butler writes into."""
    from butler.errors import InvalidInput, Refused
    from butler.house import hire_staff, open_house, user_settings

    staff = hire_staff(user_settings(start).plugins)
    try:
        house = open_house(start, staff, folder)
    except (InvalidInput, Refused) as problem:
        if problem.code in {"project_refused", "project_missing"}:
            return None
        raise
    project = house.project
    ours = project.git_top is not None or project.config_file.parent.is_dir() or project.handovers.is_dir()
    return house if ours else None


def _wanted(house: House, client: str, *, from_plugin: bool) -> bool:
    """Whether the user wants the work: a plugin's hooks only where he says so and no installation runs the same ones."""
    auto = house.settings.auto
    if not from_plugin or not auto:
        return auto is not False and not from_plugin
    from butler.install.hooking import stands_in

    return not stands_in(house.staff.brains[client].log_home(house.start.environment, house.start.home), client)


def _begin(house: House, work: Sequence[str]) -> None:
    """Start the background work: by this Python, our own package, never by what the project's folder offers."""
    import butler
    from butler.process import detach

    package = str(Path(butler.__file__).resolve().parents[1])
    environment = job_environment(house.start.environment)
    command = [sys.executable, "-P", "-c", _RUN, package, "hook", _JOB, *work]
    detach(command, folder=house.project.root, environment=environment)


def job_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What of the client's environment the work is given: where things lie, and every setting that holds there."""
    from butler.settings import RULES

    names = {*_FORWARDED, *(rule.variable for rule in RULES.values() if rule.variable)}
    return {name: value for name in sorted(names) if (value := environment.get(name))}


def _input() -> bytes:
    """All of stdin; a client that keeps it open costs no more than the event's time."""
    content = bytearray()
    handle = sys.stdin.buffer.fileno()
    while len(content) <= MOST_INPUT:
        select.select([handle], [], [])
        if not (chunk := os.read(handle, 65536)):
            return bytes(content)
        content += chunk
    raise ValueError("stdin is too long")


def _option(words: Sequence[str], name: str) -> str | None:
    return next((after for word, after in pairwise(words) if word == name), None)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_TooLate` inside the block when the time is up."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TooLate(f"took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
