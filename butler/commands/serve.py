"""``butler serve``: the MCP server over stdin and stdout (the same as ``butler-mcp``)."""

from __future__ import annotations

import argparse
from typing import Any

from butler.commands.running import Surroundings, add_command, add_journal


def add(groups: Any) -> None:
    """Add the command."""
    add_journal(add_command(groups, "serve", "run the MCP server on stdin and stdout (what a client starts)", run))


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Serve until the client closes the connection."""
    from butler.mcp_facade import serve

    serve(surroundings.start, surroundings.staff)
    return 0
