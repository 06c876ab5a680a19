"""Codex CLI: a table in ``config.toml``; what it means was seen with the client 0.171.0.

``env_vars`` names what Codex would keep from the server otherwise (it passes on HOME, LANG, PATH and TERM): never values.
``required`` makes Codex wait for the server before the first request, and fail where it does not start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from butler.brains.codex import log_home
from butler.install import PROGRAM, Asked, Client, Entry, is_ours
from butler.install.hooking import AUTO, hook_entries

ENV_VARS = ("CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
KEYS = ("command", "args", "env_vars", "required", "default_tools_approval_mode")


def place(asked: Asked) -> str:
    """The project of the project scope."""
    return str(asked.project.root) if asked.scope == "project" and asked.project else ""


def entries(asked: Asked) -> Sequence[Entry]:
    """The server's table, for the user or for the project; where asked for the hooks."""
    folder = Path(place(asked)) / ".codex" if place(asked) else log_home(asked.environment, asked.home)
    command = PROGRAM if asked.scope == "project" else asked.command
    value = server(command, required="required" in asked.options, approve="approve" in asked.options)
    mode = 0o644 if asked.scope == "project" else 0o600
    return (
        Entry(
            folder / "config.toml",
            ("mcp_servers", "butler"),
            value,
            format="toml",
            keys=KEYS,
            ours=looks_like_ours,
            mode=mode,
        ),
        *hook_entries(asked, log_home(asked.environment, asked.home), "codex"),
    )


def server(command: str, *, required: bool = False, approve: bool = False) -> dict[str, Any]:
    """The table's values."""
    value: dict[str, Any] = {"command": command, "env_vars": list(ENV_VARS)}
    if required:
        value["required"] = True
    if approve:
        value["default_tools_approval_mode"] = "approve"
    return value


def looks_like_ours(value: Any) -> bool:
    """Whether a table is one that `server` makes, for some program of that name."""
    if not isinstance(value, dict) or not is_ours(value.get("command")):
        return False
    own = {name: value[name] for name in value if name in KEYS}
    made = server(value["command"], required="required" in own, approve="default_tools_approval_mode" in own)
    return own == made


def remarks(asked: Asked) -> Sequence[str]:
    """A project's configuration counts only once its folder is trusted."""
    hooks = ("install_hooks", "install_hooks_trust") if AUTO in asked.options else ()
    return ("install_codex_project" if asked.scope == "project" else "install_codex_asks", *hooks)


def passes(environment: Mapping[str, str]) -> Mapping[str, str]:
    """The language and the variables of ``ENV_VARS``."""
    return {name: environment[name] for name in (*ENV_VARS, "LANG", "LC_ALL") if name in environment}


CLIENT = Client(
    name="codex",
    scopes=("project", "user"),
    options=frozenset({"approve", "required", AUTO}),
    place=place,
    entries=entries,
    remarks=remarks,
    passes=passes,
)
