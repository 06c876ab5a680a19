"""``butler session-log list|read|facts|mark|summarize``."""

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
    listing = add_command(group, "list", "list the sessions of this project", _list)
    listing.add_argument("--all", action="store_true", dest="everywhere", help="sessions of other folders too")
    read = add_command(group, "read", "show a session's entries, from an anchor line on", _read)
    read.add_argument("session", nargs="?", metavar="SESSION", help="id, first characters of an id, or a file")
    read.add_argument("--line", metavar="LINE", help="the anchor's line: 123 for [L123], S2:L45 for [S2:L45]")
    read.add_argument("--count", type=int, metavar="N", help="how many entries")
    facts = add_command(group, "facts", "show what Butler gathers from a session", _facts)
    facts.add_argument("session", nargs="?", metavar="SESSION")
    add_command(group, "mark", "set a note at the present line of the session", _mark).add_argument(
        "note", metavar="NOTE"
    )
    summary = add_command(group, "summarize", "write a summary of one session under session_logs/snapshots", _summarize)
    summary.add_argument("session", nargs="?", metavar="SESSION")
    summary.add_argument("--since", metavar="WHERE")


def _list(surroundings: Surroundings, options: argparse.Namespace) -> int:
    from butler.capabilities.session_log.backend import sessions_answer

    answer = surroundings.house(lambda house: sessions_answer(house, everywhere=options.everywhere))
    return surroundings.finish(answer, _show_list)


def _show_list(terminal: Terminal, data: Mapping[str, Any]) -> None:
    rows = [
        [
            str(session["agent"]),
            str(session["session_id"]),
            str(session["last_activity"] or "?"),
            str(session["state"]),
            _size(session["size"]),
            f"{session['then']} in {session['days_left']} d",
            _about(session),
        ]
        for session in data["sessions"]
    ]
    terminal.table(("agent", "session", "last activity", "state", "size", "client", "about"), rows)
    if data["chosen"]:
        terminal.line(f"{data['chosen']['session_id']}: {data['chosen']['reason']}", "dim")


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{size / 1000:.0f} kB"


def _about(session: Mapping[str, Any]) -> str:
    about = str(session["title"] or session["first_request"] or "")
    origin = f"fork of {session['fork_of']}: " if session["fork_of"] else ""
    children = f" ({session['subagent_count']} subagents)" if session["subagent_count"] else ""
    return f"{origin}{about}{children}"


def _read(surroundings: Surroundings, options: argparse.Namespace) -> int:
    arguments = {"session": options.session, "line": options.line, "count": options.count}
    return surroundings.finish(surroundings.tool("session_log_read", arguments), _show_entries)


def _show_entries(terminal: Terminal, data: Mapping[str, Any]) -> None:
    for entry in data["entries"]:
        head = " ".join(str(entry[key]) for key in ("anchor", "kind", "speaker", "at") if entry.get(key))
        terminal.line(head, "bold")
        rest = {key: value for key, value in entry.items() if key not in {"anchor", "kind", "speaker", "at", "line"}}
        show_values(terminal, rest, "  ")


def _facts(surroundings: Surroundings, options: argparse.Namespace) -> int:
    from butler.capabilities.session_log.backend import facts_answer
    from butler.commands.running import SHELL

    answer = surroundings.house(lambda house: facts_answer(house, SHELL, options.session))
    return surroundings.finish(answer, show_values)


def _mark(surroundings: Surroundings, options: argparse.Namespace) -> int:
    return surroundings.finish(surroundings.tool("session_log_mark", {"note": options.note}))


def _summarize(surroundings: Surroundings, options: argparse.Namespace) -> int:
    arguments = {"session": options.session, "since": options.since}
    return surroundings.finish(surroundings.tool("session_log_summarize", arguments), show_values)
