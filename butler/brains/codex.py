"""Codex CLI: where its rollouts lie and what it tells with a call.

Rollouts: ``sessions/YYYY/MM/DD/rollout-<local start>-<thread id>.jsonl`` (flat under ``sessions/`` before 2025-07-17),
``archived_sessions/`` after archiving, ``.jsonl.zst`` after packing; after a revert a second file of the same thread,
``…-<thread id>_<rollout id>.jsonl``. Facts of the clients 0.42.0 to 0.171.0.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from butler.brains import Brain, CallFacts, LogFile
from butler.looking import files_below, is_there

_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_NAME = re.compile(rf"rollout-.*?(?P<thread>{_UUID})(?:_(?P<rollout>{_UUID}))?\.jsonl(?:\.zst)?")
_FOLDERS = ("sessions", "archived_sessions")
PACKED_AFTER_DAYS = 7


def log_home(environment: Mapping[str, str], home: Path) -> Path:
    """``CODEX_HOME``, else ``~/.codex``."""
    given = environment.get("CODEX_HOME")
    return Path(given) if given else home / ".codex"


def log_files(home: Path, folders: tuple[Path, ...] = ()) -> Iterator[LogFile]:
    """Every rollout, by path; the names tell no project, so ``folders`` narrows nothing.

    A packed rollout is left out while its plain twin lies beside it. Which threads are main ones stands only in the files.
    """
    for shelf in _FOLDERS:
        for place, name in files_below(home / shelf):
            if name.startswith("rollout-") and (found := _log_file(place, name)) is not None:
                yield found


def _log_file(place: Path, name: str) -> LogFile | None:
    packed = name.endswith(".zst")
    if not packed and not name.endswith(".jsonl"):
        return None
    path = place / name
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or (packed and is_there(path.with_suffix(""))):
            return None
    except OSError:
        return None
    known = _NAME.fullmatch(name)
    session_id = known["thread"] if known else name.removeprefix("rollout-").split(".jsonl")[0]
    part = (known["rollout"] or known["thread"]) if known else ""
    return LogFile(path, session_id, status.st_size, status.st_mtime, packed=packed, part=part)


def call_facts(meta: Mapping[str, Any], environment: Mapping[str, str]) -> CallFacts:
    """``_meta.sessionId`` (the root thread's id, also in a subagent's call), else ``threadId``; the only workspace."""
    turn = _turn(meta.get("x-codex-turn-metadata"))
    session = _text(meta.get("sessionId")) or _text(turn.get("session_id"))
    session = session or _text(meta.get("threadId")) or _text(turn.get("thread_id"))
    workspaces = turn.get("workspaces")
    places = [place for place in workspaces if isinstance(place, str)] if isinstance(workspaces, dict) else []
    folder = Path(places[0]) if len(places) == 1 and Path(places[0]).is_absolute() else None
    return CallFacts(session_id=session, folder=folder)


def _turn(value: object) -> Mapping[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return {}
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


BRAIN = Brain(
    name="codex",
    client_names=("codex-mcp-client", "codex"),
    log_format="codex_jsonl",
    log_home=log_home,
    log_files=log_files,
    call_facts=call_facts,
    retention=(PACKED_AFTER_DAYS, "packs"),
    in_parts=True,
    by_folder=False,
)
