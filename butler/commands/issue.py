"""``butler issue list|read``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from butler.commands.arguments import add_command, add_group
from butler.commands.running import Surroundings
from butler.commands.work import show_values
from butler.terminal import Terminal


def add(parser: argparse.ArgumentParser) -> None:
    """Add the commands."""
    group = add_group(parser)
    listing = add_command(group, "list", "list issues", _list)
    listing.add_argument("--state", metavar="STATE", help="only issues in this state, for example open")
    listing.add_argument("--query", metavar="TEXT", help="only issues with this text in id, title, labels or body")
    add_command(group, "read", "show one issue", _read).add_argument("issue", metavar="ID")


def _list(surroundings: Surroundings, options: argparse.Namespace) -> int:
    return surroundings.finish(
        surroundings.tool("issue_list", {"state": options.state, "query": options.query}), _show_list
    )


def _show_list(terminal: Terminal, data: Mapping[str, Any]) -> None:
    rows = [[str(issue["id"]), str(issue.get("state", "")), str(issue.get("title", ""))] for issue in data["issues"]]
    terminal.table(("id", "state", "title"), rows)


def _read(surroundings: Surroundings, options: argparse.Namespace) -> int:
    return surroundings.finish(surroundings.tool("issue_read", {"issue_id": options.issue}), show_values)
