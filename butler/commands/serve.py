"""``butler serve``: the MCP server over stdin and stdout (the same as ``butler-mcp``)."""

from __future__ import annotations

import argparse
from typing import Any

from butler.commands.journal_options import add_journal
from butler.commands.running import Surroundings, add_command
from butler.envelope import Envelope, ok
from butler.house import House


def add(groups: Any) -> None:
    """Add the command."""
    add_journal(add_command(groups, "serve", "run the MCP server on stdin and stdout (what a client starts)", run))


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Serve until the client closes the connection."""
    from butler.mcp_facade import serve

    if surroundings.start.flags.get("allow_journal_write"):
        surroundings.house(_tidied)
    serve(surroundings.start, surroundings.staff)
    return 0


def _tidied(house: House) -> Envelope:
    """Remove temporary files that a killed writer of the journal left."""
    from butler.capabilities.journal.backend import writable_journal

    writable_journal(house).tidy()
    return ok("", {})
