"""Claude Code: a member of ``mcpServers``; what it means was seen with the client 2.1.332.

The user's and the local scope (one project, for its user alone) stand in ``.claude.json``, beside ``~/.claude`` or in
``CLAUDE_CONFIG_DIR``; the project's in ``.mcp.json``. The local scope's key is the repository's own folder, for every
folder and worktree of it. ``alwaysLoad`` shows the tools from the first request on. Permission is the person's: it goes
into the user's own ``settings.json`` whatever the scope, and only when asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from butler.brains.claude_code import log_home
from butler.install import PROGRAM, Asked, Client, Entry, is_ours
from butler.install.hooking import AUTO, hook_entries

KEYS = ("type", "command", "args", "env", "alwaysLoad")
PERMISSION = "mcp__butler__*"


def place(asked: Asked) -> str:
    """The project that the scope is about."""
    if asked.project is None or asked.scope == "user":
        return ""
    if asked.scope == "project":
        return str(asked.project.root)
    common = asked.project.git_common
    whole = common.parent if common is not None and common.name == ".git" else asked.project.git_top
    return str(whole or asked.project.root)


def entries(asked: Asked) -> Sequence[Entry]:
    """The server; where asked for the permission to use it, and the hooks."""
    permission = (_permission(asked),) if "approve" in asked.options else ()
    return (_server(asked), *permission, *hook_entries(asked, _folder(asked), "claude-code"))


def _server(asked: Asked) -> Entry:
    given = asked.environment.get("CLAUDE_CONFIG_DIR")
    file, mode, command = (Path(given) if given else asked.home) / ".claude.json", 0o600, asked.command
    path: tuple[str, ...] = ("mcpServers", "butler")
    if asked.scope == "project":
        file, mode, command = Path(place(asked)) / ".mcp.json", 0o644, PROGRAM
    elif asked.scope == "local":
        path = ("projects", place(asked), *path)
    return Entry(file, path, server(command), keys=KEYS, ours=looks_like_ours, mode=mode)


def server(command: str) -> dict[str, Any]:
    """The member's value."""
    return {"type": "stdio", "command": command, "args": [], "env": {}, "alwaysLoad": True}


def _permission(asked: Asked) -> Entry:
    return Entry(_folder(asked) / "settings.json", ("permissions", "allow"), PERMISSION, element=True)


def _folder(asked: Asked) -> Path:
    return log_home(asked.environment, asked.home)


def looks_like_ours(value: Any) -> bool:
    """Whether a member is one that `server` makes, for some program of that name."""
    if not isinstance(value, dict) or not is_ours(value.get("command")):
        return False
    return {name: value[name] for name in value if name in KEYS} == server(value["command"])


def remarks(asked: Asked) -> Sequence[str]:
    """Who is asked what before the tools are used."""
    first = ("install_claude_project",) if asked.scope == "project" else ()
    hooks = ("install_hooks",) if AUTO in asked.options else ()
    return (*first, "install_claude_allowed" if "approve" in asked.options else "install_claude_asks", *hooks)


def passes(environment: Mapping[str, str]) -> Mapping[str, str]:
    """The whole environment, as it is."""
    return environment


CLIENT = Client(
    name="claude-code",
    scopes=("local", "project", "user"),
    options=frozenset({"approve", AUTO}),
    place=place,
    entries=entries,
    remarks=remarks,
    passes=passes,
)
