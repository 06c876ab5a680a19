"""``butler rooms``: which rooms, tools, log formats, issue sources and plugins this house has."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from butler.calling import offered_tools
from butler.commands.arguments import add_single
from butler.commands.running import Surroundings
from butler.envelope import ok
from butler.phrases import say
from butler.terminal import Terminal


def add(parser: argparse.ArgumentParser) -> None:
    """Add the command."""
    add_single(parser, "rooms", run)


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Print the house's inventory."""
    staff = surroundings.staff
    tools = offered_tools(surroundings.start, staff)
    data = {
        "rooms": [
            {
                "name": room.name,
                "summary": room.summary,
                "tools": [tool.name for tool in tools if tool.room == room.name],
            }
            for room in staff.rooms.values()
        ],
        "formats": sorted(staff.formats),
        "issue_sources": sorted(staff.issue_sources),
        "brains": sorted(staff.brains),
        "problems": [{"name": problem.name, "reason": problem.reason} for problem in staff.problems],
    }
    return surroundings.finish(ok(say("rooms_listed", surroundings.language, count=len(staff.rooms)), data), _show)


def _show(terminal: Terminal, data: Mapping[str, Any]) -> None:
    for room in data["rooms"]:
        terminal.line(f"{room['name']:14} {room['summary']}")
        terminal.line(f"{'':14} {', '.join(room['tools'])}", "dim")
    for kind in ("formats", "issue_sources", "brains"):
        terminal.line(f"{kind:14} {', '.join(data[kind])}")
    for problem in data["problems"]:
        terminal.line(f"{problem['name']:14} not loaded: {problem['reason']}", "yellow")
