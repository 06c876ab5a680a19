"""What stands in the clients' files now: for ``butler doctor``. Nothing is changed, and no program of a project is started."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from butler import __version__
from butler.errors import ButlerError
from butler.install import Asked, Client, is_ours
from butler.install.arranging import EDITORS
from butler.install.ledger import Installed, real
from butler.install.program import find_command, version_of
from butler.install.registering import LIMIT
from butler.install.spans import value_at
from butler.records import dataclass
from butler.storage import read_bytes


@dataclass(frozen=True, slots=True)
class Seen:
    """One finding: ``level`` as doctor's, the key of its phrase, and the facts for that."""

    level: str
    phrase: str
    facts: Mapping[str, Any]

    @property
    def code(self) -> str:
        """The finding's stable name."""
        return self.phrase.removeprefix("doctor_")


@dataclass(frozen=True, slots=True)
class Registration:
    """An MCP server named butler in one of a client's files."""

    scope: str
    file: Path
    value: Any


def look_at(client: Client, asked: Asked, installed: Sequence[Installed], own: str | None) -> Iterator[Seen]:
    """What one client knows of Butler, for the user and in the present project.

    Args:
        client: the client.
        asked: the surroundings; its scope and options do not matter.
        installed: what `butler install` recorded.
        own: this installation's server.
    """
    found: list[Registration] = []
    for scope in client.scopes:
        here = Asked(scope, "", asked.environment, asked.home, asked.project)
        if scope != "user" and asked.project is None:
            continue
        try:
            registration = _registration(client, here)
        except ValueError as problem:
            yield Seen("problem", "doctor_client_file_unreadable", {"client": client.name, "file": Path(str(problem))})
            continue
        if registration is not None:
            found.append(registration)
        elif any(one.key == (client.name, scope, client.place(here)) for one in installed):
            file = client.entries(here)[0].file
            yield Seen("note", "doctor_client_entry_gone", {"client": client.name, "scope": scope, "file": file})
    for one in found:
        yield from _judged(client, one, asked.environment.get("PATH"), own)
    if not found:
        yield Seen("note", "doctor_client_unregistered", {"client": client.name})
    if len(found) > 1:
        scopes = ", ".join(one.scope for one in found)
        yield Seen("note", "doctor_client_twice", {"client": client.name, "scopes": scopes, "first": found[0].scope})


def _registration(client: Client, here: Asked) -> Registration | None:
    """The server in the file of one scope; raises ValueError, with the file's path, where the file cannot be read."""
    entry = client.entries(here)[0]
    try:
        text = read_bytes(real(entry.file), limit=LIMIT).decode()
        value = value_at(EDITORS[entry.format].parse(text), entry.path)
    except (ButlerError, ValueError, RecursionError) as problem:
        if isinstance(problem, ButlerError) and problem.code == "file_missing":
            return None
        raise ValueError(str(entry.file)) from problem
    return None if value is None else Registration(here.scope, entry.file, value)


def _judged(client: Client, one: Registration, search: str | None, own: str | None) -> Iterator[Seen]:
    command = one.value.get("command") if isinstance(one.value, dict) else None
    facts = {"client": client.name, "scope": one.scope, "file": one.file, "command": str(command)}
    if not is_ours(command):
        yield Seen("note", "doctor_client_other_program", facts)
        return
    yield Seen("ok", "doctor_client_registered", facts)
    if one.value.get("enabled") is False:
        yield Seen("note", "doctor_client_disabled", facts)
    program = find_command(str(command), search)
    if program is None:
        yield Seen("problem", "doctor_client_command_missing", facts)
    elif not (own and os.path.realpath(program) == os.path.realpath(own)):
        by_a_project = one.scope == "project" and os.sep in str(command)
        version = None if by_a_project else version_of(program)
        if version is None:
            yield Seen("note", "doctor_client_version_unknown", facts)
        elif version != __version__:
            yield Seen("problem", "doctor_client_other_version", {**facts, "version": version, "own": __version__})
