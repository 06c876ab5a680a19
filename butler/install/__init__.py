"""Registering Butler with the clients: a list of entries over their files, put in and taken out without touching the rest.

A client (``clients/``, one module each) says which entries it needs; ``arranging`` works out each file's new text;
``ledger`` remembers what is needed to undo it to the byte, never a copy of a file; ``registering`` does it under one lock.
Butler edits the files itself instead of calling ``codex mcp add`` or ``claude mcp add``: those need the program to be
there, know neither ``env_vars`` nor ``alwaysLoad``, and what they change cannot be taken back to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from butler.paths import Project
from butler.records import dataclass

PROGRAM = "butler-mcp"
"""The MCP server that a client starts."""


def _never(value: Any) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that stands in a client's file because of Butler.

    Attributes:
        file: the file as the user names it (links are followed).
        path: the names that lead to it.
        value: the member's value, or with ``element`` one element of the array at ``path``.
        element: an array's element instead of an object's member.
        format: ``json`` or ``toml``.
        keys: the keys of a member that are Butler's to set; others found there are the user's or the client's and stay.
        ours: whether a value found at ``path`` was written by Butler, by its looks, where no record tells.
        mode: permission bits of the file where it has to be made.
    """

    file: Path
    path: tuple[str, ...]
    value: Any
    element: bool = False
    format: str = "json"
    keys: tuple[str, ...] = ()
    ours: Callable[[Any], bool] = field(default=_never, compare=False)
    mode: int = 0o600


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to have registered, and where.

    ``project`` is None where the scope needs none; ``command`` the server's program; ``options`` names of ``Client.options``.
    """

    scope: str
    command: str
    environment: Mapping[str, str]
    home: Path
    project: Project | None = None
    options: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Client:
    """How one client is told of Butler.

    Attributes:
        name: as the Brain's.
        scopes: in the order in which the client looks: the first that has an entry wins.
        options: what ``butler install`` may be asked for besides (``approve``, ``required``).
        place: the folder that a scope is about; empty for the whole user.
        entries: what has to stand in which file; the first one is the MCP server.
        remarks: keys of phrases that a user should read after an installation.
        passes: what of the user's environment reaches the server, as far as its start depends on it.
    """

    name: str
    scopes: tuple[str, ...]
    options: frozenset[str]
    place: Callable[[Asked], str]
    entries: Callable[[Asked], Sequence[Entry]]
    remarks: Callable[[Asked], Sequence[str]]
    passes: Callable[[Mapping[str, str]], Mapping[str, str]]


def is_ours(command: Any) -> bool:
    """Whether a command is Butler's server by its name."""
    return isinstance(command, str) and command.replace("\\", "/").rpartition("/")[2] == PROGRAM
