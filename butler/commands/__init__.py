"""The command line's commands, one module per group: each adds its arguments and prints what the same functions answer.

``COMMANDS`` are the name plates: a module is imported when its command stands on the line, so that no command pays for
the others.
"""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, tuple[str, str]] = {
    "handover": ("handover:add", "prepare, read, list and check handovers"),
    "session-log": ("session_log:add", "list, read, mark and summarise session logs"),
    "work": ("work:add", "start, observe and finish a piece of work"),
    "issue": ("issue:add", "list and read the project's issues"),
    "task": ("task:add", "the Task Journal: what is being done, on what evidence"),
    "workspace-export": ("workspace:add_export", "write the journal of one Project into a file"),
    "workspace-import": ("workspace:add_import", "bring an export back: all of it or nothing"),
    "serve": ("serve:add", "run the MCP server on stdin and stdout (what a client starts)"),
    "rooms": ("rooms:add", "list rooms, tools, log formats, issue sources and plugins"),
    "init": ("init:add", "set this project up: .butler/config.yaml, an example issue, .gitignore lines"),
    "install": ("install:add", "register Butler with a client: codex or claude-code"),
    "uninstall": ("install:add_uninstall", "take out what `butler install` wrote, to the byte"),
    "doctor": ("doctor:add", "show what Butler finds here: logs, git, configuration, handovers"),
    "hook": ("hook:add", "what a client runs when a session starts, stops, is compacted or ends"),
    "demo": ("demo:add", "see a real session log become a handover, in a scratch project"),
}
"""Each command's module in this package, its function that adds the arguments, and one line for ``--help``."""
