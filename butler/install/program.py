"""Which ``butler-mcp`` belongs to this installation, and which version another one is."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path

from butler import process
from butler.errors import ButlerError, Unavailable
from butler.install import PROGRAM
from butler.looking import is_file

_PATIENCE = 60.0
"""Seconds for one start; two are usual, and a busy machine needs many."""


def server_program(started_as: str, interpreter: str) -> str:
    """The absolute path of the server beside the running ``butler``, links as they are: they outlive an upgrade.

    Args:
        started_as: the program that was started (``sys.argv[0]``).
        interpreter: the running Python.

    Raises:
        Unavailable: ``install_no_program``.
    """
    for place in _places(started_as, interpreter):
        if is_file(place) and os.access(place, os.X_OK):
            return str(place)
    raise Unavailable("install_no_program")


def _places(started_as: str, interpreter: str) -> Iterator[Path]:
    """Beside the command (``~/.local/bin`` for pipx, uv and ``pip --user``), beside Python (a venv), where pip puts scripts."""
    if Path(started_as).name == "butler":
        found = started_as if os.sep in started_as else shutil.which(started_as)
        if found:
            yield Path(found).absolute().with_name(PROGRAM)
    yield Path(interpreter).absolute().with_name(PROGRAM)
    yield Path(sysconfig.get_path("scripts")) / PROGRAM


def rehearse(server: str, environment: Mapping[str, str], folder: Path) -> bool:
    """Start the server once as a client would, without a word to it; False where it fails.

    It keeps its first answers on its way out, so that the first session that a client begins has them at once.
    """
    as_given = {"LC_ALL": "", **environment}  # Python under LC_ALL=C is another one, whose answers do not count
    try:
        return process.run([server], folder=folder, environment=as_given, seconds=_PATIENCE).code == 0
    except ButlerError:
        return False


def find_command(command: str, search: str | None) -> Path | None:
    """Where a command of a configuration lies; None where it is not there or may not be started."""
    found = shutil.which(command, path=search)
    return Path(found).absolute() if found else None


def version_of(server: Path) -> str | None:
    """The version that the ``butler`` beside a server says; None where it does not tell."""
    beside = server.resolve().with_name("butler")
    if not is_file(beside):
        return None
    try:
        told = process.run([str(beside), "--version"], folder=Path("/"))
    except ButlerError:
        return None
    name, _, version = told.output.decode("utf-8", "replace").strip().partition(" ")
    return version if told.code == 0 and name == "butler" and version else None
