"""The only module that starts a program: argument lists, a timeout, a bounded output, a clean environment."""

from __future__ import annotations

import os
import select
import selectors
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Generic, TypeVar

from butler.errors import Unavailable
from butler.records import dataclass

TIMEOUT = 5.0
"""Seconds; on 1,556 files git status needs 0.2 s at worst, a hostile repository must not hold a call longer."""

MAX_OUTPUT = 4 * 1024 * 1024
"""Bytes of standard output that are kept; more is cut and said."""

T = TypeVar("T")

MAX_ERRORS = 4096
_CHUNK = 64 * 1024

PASSED_ON = ("PATH", "HOME", "XDG_CONFIG_HOME", "SYSTEMROOT", "TMPDIR")
NO_HOOKS = "BUTLER_HOOKS"
"""Set to ``off`` for every program that we start: a client that it may start in turn runs none of our hooks."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended: exit code, output (bytes, cut at ``MAX_OUTPUT``), error text."""

    code: int
    output: bytes
    errors: str
    cut: bool = False


def run(
    command: Sequence[str], *, folder: Path, environment: Mapping[str, str] | None = None, seconds: float = TIMEOUT
) -> Finished:
    """Run ``command`` in ``folder`` without a shell and without input.

    The program sees only the variables of ``PASSED_ON``, ``LC_ALL=C`` and ``environment``.

    Raises:
        Unavailable: ``program_missing``, or ``timed_out`` after ``seconds`` (the program is killed).
    """
    program = _program(command)
    try:
        return _finish(_start([program, *command[1:]], folder, _clean(environment)), seconds)
    except subprocess.TimeoutExpired as error:
        raise Unavailable("timed_out", what=command[0], seconds=f"{seconds:g}") from error
    except OSError as error:
        raise Unavailable("program_missing", program=command[0]) from error


def detach(command: Sequence[str], *, folder: Path, environment: Mapping[str, str]) -> None:
    """Start ``command`` in a session of its own, without any stream, and do not wait: it outlives this process.

    It sees only the variables of ``PASSED_ON`` and ``environment``.

    Raises:
        Unavailable: ``program_missing``.
    """
    try:
        subprocess.Popen(
            [_program(command), *command[1:]],
            cwd=folder,
            env=_clean(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise Unavailable("program_missing", program=command[0]) from error


class Later(Generic[T]):
    """Work that has begun in a thread of its own: programs that do not need each other run at the same time."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._thread = threading.Thread(target=self._run, name="butler-later", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found: T = self._work()
        except BaseException as failure:  # noqa: BLE001 (raised where the value is asked for)
            self._failure = failure

    def value(self) -> T:
        """What the work gave, once it is done; its exception is raised here."""
        self._thread.join()
        if (failure := getattr(self, "_failure", None)) is not None:
            raise failure
        return self._found


class Streaming:
    """The output of a program that is still running, read piece by piece: memory holds one piece at most."""

    def __init__(self, program: subprocess.Popen[bytes], what: str, seconds: float) -> None:
        assert program.stdout is not None and program.stderr is not None
        self._program = program
        self._pipe = program.stdout
        self._errors = _Drain(program.stderr, MAX_ERRORS)
        self._what, self._seconds = what, seconds
        self._deadline = time.monotonic() + seconds

    def read(self, size: int = _CHUNK) -> bytes:
        """At most ``size`` bytes; empty at the end of the output.

        Raises:
            Unavailable: ``timed_out`` when nothing comes before the time is up.
        """
        ready, _, _ = select.select([self._pipe], [], [], max(self._deadline - time.monotonic(), 0))
        if not ready:
            raise Unavailable("timed_out", what=self._what, seconds=f"{self._seconds:g}")
        return self._pipe.read(size)

    def end(self) -> Finished:
        """How the program ended, once its output was read to the end (``output`` is empty then)."""
        try:
            self._program.wait(max(self._deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired as error:
            raise Unavailable("timed_out", what=self._what, seconds=f"{self._seconds:g}") from error
        self._errors.ended(self._deadline)
        return Finished(self._program.returncode, b"", self._errors.kept.decode("utf-8", "replace"))


@contextmanager
def stream(command: Sequence[str], *, source: IO[bytes], folder: Path, seconds: float = 60.0) -> Iterator[Streaming]:
    """Run ``command`` as ``run`` does, with the open file ``source`` as its input, and read its output while it runs.

    A program that is not at its end when the block is left is killed with its children.

    Raises:
        Unavailable: ``program_missing``; ``timed_out`` out of ``read`` and ``end``.
    """
    program = _program(command)
    try:
        running = _start([program, *command[1:]], folder, _clean(None), source.fileno())
    except OSError as error:
        raise Unavailable("program_missing", program=command[0]) from error
    with running:
        try:
            yield Streaming(running, command[0], seconds)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


def _program(command: Sequence[str]) -> str:
    program = shutil.which(command[0])
    if program is None:
        raise Unavailable("program_missing", program=command[0])
    return program


def _clean(more: Mapping[str, str] | None) -> dict[str, str]:
    clean = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return clean | {"LC_ALL": "C", NO_HOOKS: "off"} | dict(more or {})


def _start(
    command: list[str], folder: Path, environment: Mapping[str, str], source: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=source,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
    )


def _finish(program: subprocess.Popen[bytes], seconds: float) -> Finished:
    """Wait for the end while both pipes are emptied; after ``seconds`` the program and its children are killed.

    Everybody who holds the pipes must let go of them in time.
    """
    assert program.stdout is not None and program.stderr is not None
    output, errors = _Kept(MAX_OUTPUT), _Kept(MAX_ERRORS)
    deadline = time.monotonic() + seconds
    with program:
        try:
            if not _emptied({program.stdout: output, program.stderr: errors}, deadline):
                raise subprocess.TimeoutExpired(program.args, seconds)
            program.wait(max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            raise
    return Finished(program.returncode, bytes(output.kept), errors.kept.decode("utf-8", "replace"), output.cut)


class _Kept:
    """The first ``limit`` bytes of what a pipe gives: however much a program prints, memory stays bounded."""

    def __init__(self, limit: int) -> None:
        self.kept = bytearray()
        self.cut = False
        self._limit = limit

    def add(self, chunk: bytes) -> None:
        """Keep what there is room for."""
        room = self._limit - len(self.kept)
        self.cut = self.cut or len(chunk) > room
        self.kept += chunk[:room]


def _emptied(pipes: Mapping[IO[bytes], _Kept], deadline: float) -> bool:
    """Read all pipes to their ends at the same time; False when the time is up before."""
    with selectors.DefaultSelector() as waiting:
        for pipe, kept in pipes.items():
            waiting.register(pipe, selectors.EVENT_READ, kept)
        while waiting.get_map():
            ready = waiting.select(max(deadline - time.monotonic(), 0))
            if not ready:
                return False
            for key, _ in ready:
                if chunk := os.read(key.fd, _CHUNK):
                    key.data.add(chunk)
                else:
                    waiting.unregister(key.fileobj)
    return True


class _Drain(threading.Thread):
    """Empties a pipe beside its reader's other work, keeping the first ``limit`` bytes."""

    def __init__(self, pipe: IO[bytes], limit: int) -> None:
        super().__init__(name="butler-drain", daemon=True)
        self._pipe = pipe
        self._found = _Kept(limit)
        self.start()

    @property
    def kept(self) -> bytearray:
        """What was kept so far."""
        return self._found.kept

    def run(self) -> None:
        """Read to the end."""
        with suppress(OSError, ValueError):  # closed over our head after the time was up
            while chunk := self._pipe.read(_CHUNK):
                self._found.add(chunk)

    def ended(self, deadline: float) -> bool:
        """Whether everybody who held the pipe let go of it before ``deadline`` (or just now)."""
        self.join(max(deadline - time.monotonic(), 0.1))
        return not self.is_alive()
