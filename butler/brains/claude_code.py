"""Claude Code: where its session logs lie and what it tells with a call.

Logs: ``projects/<slug of the folder>/<session id>.jsonl``; subagents write ``<session id>/subagents/**/agent-*.jsonl``
(older versions ``agent-*.jsonl`` beside the session). A slug loses characters and is never decoded: it only narrows the
first look. Facts of the client 2.1.332.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from butler.brains import Brain, CallFacts, LogFile
from butler.looking import files_below, is_folder, names_in

_SESSION = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_AGENT = re.compile(r"agent-.*\.jsonl")
_SLUG_LIMIT = 200
_SMALL = 256 * 1024
_MOST_NOTES = 200
DELETED_AFTER_DAYS = 30
"""``cleanupPeriodDays`` of the client when nobody set it."""


def log_home(environment: Mapping[str, str], home: Path) -> Path:
    """``CLAUDE_CONFIG_DIR``, else ``~/.claude``."""
    given = environment.get("CLAUDE_CONFIG_DIR")
    return Path(given) if given else home / ".claude"


def log_files(home: Path, folders: tuple[Path, ...] = ()) -> Iterator[LogFile]:
    """Every session log, by path; with ``folders`` only those whose slug may stand for one of them or a folder inside."""
    starts = tuple(_slug(folder) for folder in folders)
    for place in _folders(home / "projects"):
        if starts and not place.name.startswith(starts):
            continue
        names = names_in(place)
        for name in names:
            stem = name.removesuffix(".jsonl")
            main = bool(_SESSION.fullmatch(stem))
            asked = stem != name and (main or name.startswith("agent-"))
            if asked and (found := _log_file(place / name, main)) is not None:
                yield found
        for name in (name for name in names if not name.endswith(".jsonl")):
            for inner, agent in files_below(place / name / "subagents"):
                if _AGENT.fullmatch(agent) and (found := _log_file(inner / agent, False, name)) is not None:
                    yield found


def _folders(shelf: Path) -> list[Path]:
    return [place for name in names_in(shelf) if is_folder(place := shelf / name)]


def _log_file(path: Path, main: bool, parent: str = "") -> LogFile | None:
    try:
        status = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return LogFile(path, path.stem, status.st_size, status.st_mtime, main=main, parent=parent)


def _slug(folder: Path) -> str:
    """How the client's name for a folder begins: UTF-16 units outside ``[a-zA-Z0-9]`` become ``-``, then 200 characters.

    Behind the 200th character the client puts a hash, which a first look does not need.
    """
    units = str(folder).encode("utf-16-le", "surrogatepass")
    codes = (units[at] | units[at + 1] << 8 for at in range(0, len(units), 2))
    return "".join(chr(code) if code < 128 and chr(code).isalnum() else "-" for code in codes)[:_SLUG_LIMIT]


def call_facts(meta: Mapping[str, Any], environment: Mapping[str, str]) -> CallFacts:
    """The tool-use id of the call, and the session and folder of the server's environment (stale after ``/clear``)."""
    tool_use = meta.get("claudecode/toolUseId")
    folder = environment.get("CLAUDE_PROJECT_DIR")
    return CallFacts(
        session_id=environment.get("CLAUDE_CODE_SESSION_ID") or None,
        tool_use_id=tool_use if isinstance(tool_use, str) and tool_use else None,
        folder=Path(folder) if folder and Path(folder).is_absolute() else None,
    )


def kept_days(home: Path) -> int | None:
    """``cleanupPeriodDays`` of the user's ``settings.json``, the only key of it that is looked at; None where it is not set."""
    days = _small_object(home / "settings.json").get("cleanupPeriodDays")
    return days if isinstance(days, int) and not isinstance(days, bool) and days >= 1 else None


def running(home: Path) -> dict[str, bool]:
    """The sessions of ``sessions/<pid>.json`` and whether that process is there; after a kill its note stays."""
    found: dict[str, bool] = {}
    for path in _notes(home / "sessions"):
        session = _small_object(path).get("sessionId")
        if isinstance(session, str) and path.stem.isdecimal():
            found[session] = found.get(session, False) or _alive(int(path.stem))
    return found


def describes(path: Path) -> str | None:
    """The description in ``agent-<id>.meta.json`` beside a subagent's log."""
    said = _small_object(path.with_suffix(".meta.json")).get("description")
    return said if isinstance(said, str) and said.strip() else None


def _notes(folder: Path) -> list[Path]:
    return [folder / name for name in names_in(folder) if name.endswith(".json")][:_MOST_NOTES]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)  # signal 0 only asks
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _small_object(path: Path) -> Mapping[str, Any]:
    """The JSON object in a small plain file; empty where there is none."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return {}
        with path.open("rb") as file:
            found = json.loads(file.read(_SMALL))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


BRAIN = Brain(
    name="claude-code",
    client_names=("claude-code",),
    log_format="claude_code_jsonl",
    log_home=log_home,
    log_files=log_files,
    call_facts=call_facts,
    retention=(DELETED_AFTER_DAYS, "deletes"),
    kept_days=kept_days,
    running=running,
    describes=describes,
)
