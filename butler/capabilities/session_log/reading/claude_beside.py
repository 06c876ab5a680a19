"""What Claude Code keeps beside a log: the full output of a command whose log holds only a preview.

Such an output lies in ``<session id>/tool-results/<id>.txt``. Only the name of that file is taken from the log, never a
path: nothing outside the session's own folder is opened, no link is followed, and only the end of the file is read.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from butler.capabilities.session_log.models import Command, Entry

TAIL = 8 * 1024
"""Bytes of the end of a full output that an entry gets: where test runners and compilers sum up."""
_PREVIEW = "<persisted-output>"
_SAVED = re.compile(r"Full output saved to: \S*?[/\\]tool-results[/\\]([A-Za-z0-9_-][A-Za-z0-9._-]{0,120}\.txt)")


def completer(log: Path) -> Callable[[Entry], Entry]:
    """What adds the end of the kept output to a failed command of ``log`` that holds only its preview."""
    folder = _folder(log)

    def completed(entry: Entry) -> Entry:
        if type(entry) is not Command or entry.exit_code == 0 or not entry.output.startswith(_PREVIEW):
            return entry
        found = _SAVED.search(entry.output)
        end = _end_of(folder, found[1]) if found else ""
        return replace(entry, output=f"{entry.output}\n[… the end of the full output …]\n{end}") if end else entry

    return completed


def _folder(log: Path) -> Path:
    """The folder of the session's kept outputs; a subagent's log lies inside that of its session."""
    session = next((place.parent for place in log.parents if place.name == "subagents"), log.with_suffix(""))
    return session / "tool-results"


def _end_of(folder: Path, name: str) -> str:
    """The end of a plain file that lies in ``folder`` itself; empty where there is none."""
    try:
        if any(place.is_symlink() for place in (folder, folder.parent)):
            return ""
        handle = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                return ""
            file.seek(max(status.st_size - TAIL, 0))
            return file.read(TAIL).decode("utf-8", errors="replace").lstrip("\ufffd").strip()
    except OSError:
        return ""
