"""The hooks that ``butler install --auto`` puts into a client's file: one element for each event, beside the user's own.

Both clients read the same shape (seen with Codex 0.171.0 and Claude Code 2.1.332): ``hooks.<Event>`` is a list of groups,
each with a list of commands that a shell runs. They are the user's, whatever the scope of the server: a project's file
would run programs for everybody who opens it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from butler.errors import ButlerError
from butler.install import Asked, Entry
from butler.storage import read_bytes

AUTO = "auto"
"""The option that asks for them."""
SECONDS = {"SessionStart": 10, "PreCompact": 10, "Stop": 10, "SessionEnd": 3}
"""How long a client lets each hook run; they end by themselves long before."""
FILES = {"codex": "hooks.json", "claude-code": "settings.json"}
"""The file below each client's own folder that holds the user's hooks."""
_LIMIT = 4 * 1024 * 1024
_SILENTLY = " || exit 0"
"""A program that is gone (a removed or moved venv) is no error that a client shows at each turn; doctor names it."""
_OURS = re.compile(
    r"(?:.*/)?butler'? hook (?:SessionStart|PreCompact|Stop|SessionEnd) --client (?:codex|claude-code)(?: \|\| exit 0)?",
    re.DOTALL,
)


def hook_entries(asked: Asked, folder: Path, client: str) -> Sequence[Entry]:
    """The entries of the hooks in the client's own folder, where they are asked for."""
    if AUTO not in asked.options:
        return ()
    file = folder / FILES[client]
    program = str(Path(asked.command).with_name("butler")) if asked.command else "butler"
    return [
        Entry(file, ("hooks", event), group(program, event, client), element=True, ours=is_our_hook)
        for event in SECONDS
    ]


def stands_in(folder: Path, client: str) -> bool:
    """Whether an installation put our hooks into the client's own file; what cannot be read holds none."""
    try:
        return f" --client {client}".encode() in read_bytes((folder / FILES[client]).resolve(), limit=_LIMIT)
    except (OSError, RuntimeError, ButlerError):
        return False


def group(program: str, event: str, client: str) -> dict[str, Any]:
    """One group: what runs at an event."""
    command = f"{shlex.quote(program)} hook {event} --client {client}{_SILENTLY}"
    return {"hooks": [{"type": "command", "command": command, "timeout": SECONDS[event]}]}


def is_our_hook(value: Any) -> bool:
    """Whether a group holds nothing but a hook that Butler wrote."""
    hooks = value.get("hooks") if isinstance(value, dict) else None
    if not isinstance(hooks, list) or len(hooks) != 1 or not isinstance(hooks[0], dict):
        return False
    command = hooks[0].get("command")
    return isinstance(command, str) and _OURS.fullmatch(command) is not None
