"""``butler work start|observe|finish``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from butler.commands.arguments import add_command, add_group
from butler.commands.journal_options import add_journal
from butler.commands.running import Surroundings
from butler.terminal import Terminal


def add(parser: argparse.ArgumentParser) -> None:
    """Add the commands."""
    group = add_group(parser)
    start = add_command(
        group, "start", "begin a piece of work: names its issue and the handover it goes on from", _start
    )
    start.add_argument("--issue", metavar="ID")
    start.add_argument("--handover", metavar="HANDOVER_ID")
    start.add_argument("--task", metavar="TASK_ID", help="its Task in the journal of --profile and --project")
    add_journal(start, writes=False)
    add_command(group, "observe", "show live git state and what is best done next", _observe)
    add_command(group, "finish", "end the piece of work", _finish).add_argument("--notes", metavar="TEXT")


def _start(surroundings: Surroundings, options: argparse.Namespace) -> int:
    arguments = {"issue_id": options.issue, "handover_id": options.handover, "task_id": options.task}
    return surroundings.finish(surroundings.tool("work_start", arguments))


def _observe(surroundings: Surroundings, options: argparse.Namespace) -> int:
    return surroundings.finish(surroundings.tool("work_observe", {}), show_values)


def _finish(surroundings: Surroundings, options: argparse.Namespace) -> int:
    return surroundings.finish(surroundings.tool("work_finish", {"notes": options.notes}))


def show_values(terminal: Terminal, data: Mapping[str, Any], indent: str = "") -> None:
    """Any answer as indented ``key: value`` lines; empty values are left out."""
    for key, value in data.items():
        if value in (None, "", [], {}) or key == "next_recommended":
            continue
        if isinstance(value, Mapping):
            terminal.line(f"{indent}{key}:")
            show_values(terminal, value, indent + "  ")
        elif isinstance(value, list):
            terminal.line(f"{indent}{key}:")
            for item in value:
                if isinstance(item, Mapping):
                    terminal.line(
                        f"{indent}  - " + ", ".join(f"{k}: {v}" for k, v in item.items() if v not in (None, "", []))
                    )
                else:
                    terminal.line(f"{indent}  - {item}")
        else:
            terminal.line(f"{indent}{key}: {value}")
