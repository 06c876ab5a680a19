"""The sessions that hooks have seen and whose end they have not: one small file each in the user's data folder.

``{"client", "session_id", "log", "root", "process", "began", "worked_at"}``. A file that cannot be read is no session. The
file goes when the session has ended, or when what it left was picked up.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from butler.errors import ButlerError
from butler.hooks.living import Process, is_gone
from butler.hooks.telling import CLIENTS, Told
from butler.house import House
from butler.jotting import jot
from butler.looking import names_in
from butler.records import dataclass
from butler.storage import make_data_folder, read_bytes, remove_file

FOLDER = "hooks"
MOST_SESSIONS = 200
_SMALL = 16 * 1024


@dataclass(frozen=True, slots=True)
class Seen:
    """One session: its log, the working tree, its client's process, and when its document was last begun (seconds)."""

    client: str
    session_id: str
    log: str
    root: str
    process: int = 0
    began: str = ""
    worked_at: float = 0.0

    @property
    def file(self) -> str:
        """The name of its file."""
        key = hashlib.sha256(f"{self.client}/{self.session_id}".encode("utf-8", "surrogateescape")).hexdigest()
        return f"{self.client}-{key[:24]}.json"

    @property
    def gone(self) -> bool:
        """Whether its client's process is known and has ended."""
        return self.process > 0 and is_gone(Process(self.process, self.began))


def first_seen(house: House, told: Told, process: Process | None) -> Seen:
    """The session of an event that is told now."""
    number, began = (process.number, process.began) if process else (0, "")
    return Seen(told.client, told.session_id, str(told.log), str(house.project.root), number, began)


def seen_sessions(house: House) -> list[Seen]:
    """All sessions of this repository that are not known to have ended, by the names of their files."""
    folder = house.project_data / FOLDER
    names = [name for name in names_in(folder) if name.endswith(".json")][:MOST_SESSIONS]
    return [seen for name in names if (seen := _read(folder / name)) is not None]


def seen_before(house: House, told: Told) -> Seen | None:
    """What is kept of the session of an event."""
    found = _read(house.project_data / FOLDER / first_seen(house, told, None).file)
    return found if found is not None and found.session_id == told.session_id else None


def left_behind(house: House) -> list[Seen]:
    """The sessions of this working tree whose client is gone although they never ended."""
    root = str(house.project.root)
    return [seen for seen in seen_sessions(house) if seen.root == root and seen.gone]


def remember(house: House, seen: Seen) -> None:
    """Keep a session.

    Raises:
        ButlerError: the data folder cannot be written.
    """
    data = house.user.data
    folder = make_data_folder(data, *house.project_data.relative_to(data).parts, FOLDER)
    jot(folder / seen.file, json.dumps(asdict(seen)).encode("utf-8"))


def forget(house: House, seen: Seen) -> None:
    """Drop a session that has ended.

    Raises:
        ButlerError: the file cannot be removed.
    """
    remove_file(house.project_data / FOLDER / seen.file)


def _read(path: Path) -> Seen | None:
    try:
        values: Any = json.loads(read_bytes(path, limit=_SMALL))
        seen = Seen(**values)
    except (ButlerError, ValueError, TypeError, RecursionError):
        return None
    texts = (seen.client, seen.session_id, seen.log, seen.root, seen.began)
    good = all(isinstance(text, str) for text in texts) and seen.client in CLIENTS and type(seen.process) is int
    return seen if good and isinstance(seen.worked_at, (int, float)) and seen.file == path.name else None
