"""``butler serve``: the MCP server over stdin and stdout (the same as ``butler-mcp``)."""

from __future__ import annotations

import argparse

from butler.commands.arguments import add_single
from butler.commands.journal_options import add_journal
from butler.commands.running import Surroundings
from butler.envelope import Envelope, ok
from butler.house import House


def add(parser: argparse.ArgumentParser) -> None:
    """Add the command."""
    add_journal(add_single(parser, "serve", run))


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Serve until the client closes the connection; a journal that cannot be opened as asked refuses the start."""
    from butler.mcp_facade import serve

    if any(surroundings.start.flags.get(flag) for flag in ("profile", "project", "allow_journal_write")):
        opened = surroundings.house(_opened)
        if opened.error is not None and opened.error.code in {"journal_not_open", "journal_bad_id"}:
            return surroundings.finish(opened)
    serve(surroundings.start, surroundings.staff)
    return 0


def _opened(house: House) -> Envelope:
    """Open the journal once: with writing allowed, temporary files that a killed writer left are removed."""
    from butler.capabilities.journal.backend import may_write, open_journal

    store = open_journal(house)
    if may_write(house):
        store.tidy()
    return ok("", {})
