"""The only module that starts a program: argument lists, a timeout, a bounded output, a clean environment."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from butler.errors import Unavailable

TIMEOUT = 5.0
"""Seconds; on 1,556 files git status needs 0.2 s at worst, a hostile repository must not hold a call longer."""

MAX_OUTPUT = 4 * 1024 * 1024
"""Bytes of standard output that are kept; more is cut and said."""

PASSED_ON = ("PATH", "HOME", "XDG_CONFIG_HOME", "SYSTEMROOT", "TMPDIR")


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
    program = shutil.which(command[0])
    if program is None:
        raise Unavailable("program_missing", program=command[0])
    clean = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    clean |= {"LC_ALL": "C"} | dict(environment or {})
    try:
        done = subprocess.run(
            [program, *command[1:]],
            cwd=folder,
            env=clean,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable("timed_out", what=command[0], seconds=f"{seconds:g}") from error
    except OSError as error:
        raise Unavailable("program_missing", program=command[0]) from error
    return Finished(
        done.returncode,
        done.stdout[:MAX_OUTPUT],
        done.stderr[:4096].decode("utf-8", "replace"),
        len(done.stdout) > MAX_OUTPUT,
    )
