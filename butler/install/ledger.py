"""What Butler put into the files of clients: enough to take it out again to the byte, and nothing of the files themselves.

``installs.json`` in the user's data folder holds who asked for which entries, and for each file the SHA-256 of its text
before and after, where and how long the pieces are that Butler put in, and the folders it had to make.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from butler.errors import NotFound, Unreadable
from butler.install import Entry
from butler.records import dataclass
from butler.storage import read_bytes

FILE = "installs.json"
VERSION = 1
_LIMIT = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry that stands in a file; ``existed`` of the containers that lead to it were there before."""

    path: tuple[str, ...]
    value: Any
    element: bool
    existed: int


@dataclass(frozen=True, slots=True)
class FileState:
    """What Butler did to one file.

    ``before`` and ``after`` are SHA-256 of its bytes, ``before`` None for a file that was made; ``steps`` are (place, length)
    of what was put in, in that order; ``folders`` those that were made for it, outermost first.
    """

    before: str | None
    after: str
    steps: tuple[tuple[int, int], ...]
    placed: tuple[Placed, ...]
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Installed:
    """One installation: a client, a scope, the folder it is about (empty: the whole user), and its entries."""

    client: str
    scope: str
    place: str
    entries: tuple[Entry, ...]

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes a second installation the same one."""
        return self.client, self.scope, self.place


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything that is installed. ``folders`` were made for Butler's own data, outermost first."""

    installed: tuple[Installed, ...] = ()
    files: Mapping[str, FileState] = field(default_factory=dict)
    folders: tuple[str, ...] = ()

    def wanted(self, file: Path) -> tuple[Entry, ...]:
        """All entries that should stand in a file (its real path), each once."""
        found: list[Entry] = []
        for one in self.installed:
            found += [entry for entry in one.entries if real(entry.file) == file and entry not in found]
        return tuple(found)

    def bytes(self) -> bytes:
        """As it is written."""
        document = {
            "version": VERSION,
            "folders": list(self.folders),
            "installed": [_installed_out(one) for one in self.installed],
            "files": {name: _state_out(state) for name, state in sorted(self.files.items())},
        }
        return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "surrogatepass")


def real(file: Path) -> Path:
    """Where a file really lies: links are followed, also where nothing is there yet.

    Raises:
        Unreadable: ``file_unreadable``: the links lead in a circle.
    """
    try:
        return file.resolve()
    except (OSError, RuntimeError) as problem:
        raise Unreadable("file_unreadable", what=file.name, reason=os.strerror(errno.ELOOP)) from problem


def read_ledger(data: Path) -> Ledger:
    """What is installed, as the user's data folder says; empty where nothing was.

    Raises:
        Unreadable: ``installs_unreadable``.
    """
    try:
        raw = read_bytes(data / FILE, limit=_LIMIT)
    except NotFound:
        return Ledger()
    try:
        return _ledger_in(json.loads(raw.decode("utf-8", "surrogatepass")))
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Unreadable("installs_unreadable") from problem


def _ledger_in(document: Any) -> Ledger:
    if document["version"] != VERSION:
        raise ValueError("version")
    return Ledger(
        tuple(_installed_in(one) for one in document["installed"]),
        {str(name): _state_in(state) for name, state in document["files"].items()},
        _texts(document["folders"]),
    )


def _installed_out(one: Installed) -> dict[str, Any]:
    entries = [
        {
            "file": str(entry.file),
            "format": entry.format,
            "path": list(entry.path),
            "value": entry.value,
            "element": entry.element,
            "keys": list(entry.keys),
            "mode": entry.mode,
        }
        for entry in one.entries
    ]
    return {"client": one.client, "scope": one.scope, "place": one.place, "entries": entries}


def _installed_in(one: Any) -> Installed:
    entries = tuple(
        Entry(
            Path(entry["file"]),
            _texts(entry["path"]),
            entry["value"],
            element=bool(entry["element"]),
            format=str(entry["format"]),
            keys=_texts(entry["keys"]),
            mode=int(entry["mode"]),
        )
        for entry in one["entries"]
    )
    return Installed(str(one["client"]), str(one["scope"]), str(one["place"]), entries)


def _state_out(state: FileState) -> dict[str, Any]:
    return {
        "before": state.before,
        "after": state.after,
        "steps": [list(step) for step in state.steps],
        "placed": [[list(one.path), one.value, one.element, one.existed] for one in state.placed],
        "folders": list(state.folders),
    }


def _state_in(state: Any) -> FileState:
    return FileState(
        state["before"],
        str(state["after"]),
        tuple((int(at), int(length)) for at, length in state["steps"]),
        tuple(
            Placed(_texts(path), value, bool(element), int(existed))
            for path, value, element, existed in state["placed"]
        ),
        _texts(state["folders"]),
    )


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)
