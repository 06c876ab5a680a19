"""The clients that call us, one module each, each offering one ``BRAIN``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from butler.records import dataclass


@dataclass(frozen=True, slots=True)
class CallFacts:
    """What a client tells with a call: session, tool use and folder; all may be unknown."""

    session_id: str | None = None
    tool_use_id: str | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class LogFile:
    """A session log on disk, before it is opened.

    ``session_id`` is the id in its name; ``main`` False for subagent and side files; ``packed`` for ``.zst``;
    ``modified`` is the file time (seconds), only ever used to skip old files quickly, never to choose. ``part`` orders
    the files of one session where its client writes several: the greatest is the one in force. ``parent`` is the session
    that a subagent's file lies under, where its place tells.
    """

    path: Path
    session_id: str
    size: int
    modified: float
    main: bool = True
    packed: bool = False
    part: str = ""
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Brain:
    """One client.

    Attributes:
        name: short name in ids.
        client_names: MCP clientInfo names it uses.
        log_format: name of its session log format.
        log_home: its log home from the environment and the home folder (``CODEX_HOME`` or ``~/.codex``, ...).
        log_files: its log files under that home, without opening them; ``folders`` narrows to projects where names allow it.
        call_facts: what a call's ``_meta`` and the server's environment say.
        retention: days after which the client deletes or packs a log that is not written, and which (``deletes``, ``packs``).
        kept_days: the days that the user set instead, out of the client's own settings under its log home.
        running: the sessions whose process the client noted under its log home, and whether that process is alive.
        describes: what a subagent's log is about, out of a file beside it.
        in_parts: whether it writes several files of one session (``LogFile.part``).
        by_folder: whether the names of its files may tell a project, so that ``log_files`` can narrow.
    """

    name: str
    client_names: tuple[str, ...]
    log_format: str
    log_home: Callable[[Mapping[str, str], Path], Path]
    log_files: Callable[[Path, tuple[Path, ...]], Iterable[LogFile]]
    call_facts: Callable[[Mapping[str, Any], Mapping[str, str]], CallFacts]
    retention: tuple[int, str]
    kept_days: Callable[[Path], int | None] = lambda home: None
    running: Callable[[Path], Mapping[str, bool]] = lambda home: {}
    describes: Callable[[Path], str | None] = lambda path: None
    in_parts: bool = False
    by_folder: bool = True
