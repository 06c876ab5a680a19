"""``butler install`` and ``butler uninstall``: register the MCP server with a client, and take that back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from butler import plugins
from butler.commands.arguments import add_single
from butler.commands.running import Surroundings
from butler.envelope import Envelope, ok
from butler.errors import ButlerError, InvalidInput
from butler.house import Start
from butler.install import Asked, Client, Entry, clients
from butler.install.ledger import Installed
from butler.install.program import rehearse, server_program
from butler.install.registering import Change, View, install, uninstall
from butler.paths import Project, find_project, shown
from butler.phrases import say
from butler.refusing import error
from butler.terminal import Terminal

OPTIONS = ("approve", "auto", "required")
_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_KEYS = {
    "install": ("install_done", "install_nothing", "install_dry"),
    "uninstall": ("uninstall_done", "uninstall_nothing", "uninstall_dry"),
}


def known_clients() -> dict[str, Client]:
    """The clients that Butler can be registered with, by name."""
    return {client.name: client for client in plugins.built_in(clients, "CLIENT", Client)}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``install``."""
    add_single(parser, "install", run_install)
    _add_shared(parser, "user (default), project, or local (Claude Code: this project, for you alone)")
    parser.add_argument("--approve", action="store_true", help="let the client call Butler's tools without asking you")
    parser.add_argument(
        "--auto", action="store_true", help="hooks too: a brief at each start, automatic documents of each session"
    )
    parser.add_argument(
        "--required", action="store_true", help="Codex: wait for Butler before the first request, stop where it fails"
    )


def add_uninstall(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``uninstall``."""
    add_single(parser, "uninstall", run_uninstall)
    _add_shared(
        parser, "only this one; project and local: of the present project (default: wherever butler install wrote)"
    )


def _add_shared(parser: argparse.ArgumentParser, scope: str) -> None:
    parser.add_argument("client", choices=sorted(known_clients()), help="the client")
    parser.add_argument("--scope", choices=("user", "local", "project"), help=scope)
    parser.add_argument("--dry-run", action="store_true", help="show the changes, write nothing")


def run_install(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Register the server; a second time there is nothing to do."""

    def work() -> Envelope:
        client = known_clients()[options.client]
        scope = options.scope or "user"
        wanted = frozenset(name for name in OPTIONS if getattr(options, name))
        for name in sorted(wanted - client.options):
            raise InvalidInput("install_option_unknown", option=f"--{name}", client=client.name)
        asked = _asked(surroundings.start, client, scope, wanted)
        wish = Installed(client.name, scope, client.place(asked), tuple(client.entries(asked)))
        changes = install(surroundings.start.user.data, wish, view=_view(surroundings), dry=options.dry_run)
        notes = [say(key, surroundings.language) for key in client.remarks(asked)]
        if not options.dry_run and not rehearse(asked.command, client.passes(asked.environment), asked.home):
            notes.append(say("install_start_failed", surroundings.language, command=asked.command))
        return _answer(surroundings, options, "install", changes, notes)

    return _finish(surroundings, work)


def run_uninstall(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Take out what was installed: everywhere, or of one scope."""

    def work() -> Envelope:
        client, start = known_clients()[options.client], surroundings.start
        only = _place(start, client, options.scope) if options.scope else None

        def which(one: Installed) -> bool:
            return one.client == client.name and only in {None, (one.scope, one.place)}

        scopes = [scope for scope in client.scopes if options.scope in {None, scope}]
        looks = list(_looked_at(start, client, scopes))
        changes = uninstall(start.user.data, which, looks, view=_view(surroundings), dry=options.dry_run)
        return _answer(surroundings, options, "uninstall", changes, [])

    return _finish(surroundings, work)


def _looked_at(start: Start, client: Client, scopes: Sequence[str]) -> Iterator[Entry]:
    """Where an installation of which there is no record would stand: for the user, and in the present project."""
    for scope in scopes:
        try:
            project = None if scope == "user" else _project(start)
        except ButlerError:
            continue
        yield from client.entries(Asked(scope, "", start.environment, start.home, project, client.options))


def _asked(start: Start, client: Client, scope: str, wanted: frozenset[str]) -> Asked:
    project = _project_of(start, client, scope)
    command = server_program(sys.argv[0], sys.executable)
    return Asked(scope, command, start.environment, start.home, project, wanted)


def _place(start: Start, client: Client, scope: str) -> tuple[str, str]:
    """A scope of a client, and what it is about here."""
    project = _project_of(start, client, scope)
    return scope, client.place(Asked(scope, "", start.environment, start.home, project))


def _project_of(start: Start, client: Client, scope: str) -> Project | None:
    if scope not in client.scopes:
        raise InvalidInput("install_scope_unknown", scope=scope, client=client.name)
    return None if scope == "user" else _project(start)


def _project(start: Start) -> Project:
    return find_project(start.flags_folder or start.folder, home=start.home)


def _view(surroundings: Surroundings) -> View:
    """Shows the changes before they are made; with ``--json`` they stand in the answer."""
    home = surroundings.start.home

    def changes(found: Sequence[Change]) -> None:
        for told in _told(found, home):
            for line in () if surroundings.as_json else told["diff"].splitlines():
                surroundings.terminal.line(line, _STYLES.get(line[:1], ""))
        surroundings.terminal.flush()

    return View(lambda path: shown(path, home), changes)


def _finish(surroundings: Surroundings, work: Callable[[], Envelope]) -> int:
    try:
        answer = work()
    except ButlerError as problem:
        answer = error(problem, surroundings.language)
    return surroundings.finish(answer, _show)


def _answer(
    surroundings: Surroundings, options: argparse.Namespace, deed: str, changes: Sequence[Change], notes: Sequence[str]
) -> Envelope:
    files = _told(changes, surroundings.start.home)
    key = _KEYS[deed][1 if not files else 2 if options.dry_run else 0]
    data = {"client": options.client, "dry_run": options.dry_run, "files": files, "notes": list(notes)}
    return ok(say(key, surroundings.language, client=options.client), data)


def _told(changes: Sequence[Change], home: Path) -> list[dict[str, str]]:
    """What happens to each file: its differing pieces alone, so that no line of the user's is printed."""
    from butler.maids.redaction_worker import redact  # late: it is heavy, and a second installation needs none

    told = []
    for change in changes:
        if not change.is_any:
            continue
        name = shown(change.file, home)
        if change.lies_at != change.file:
            name = f"{name} -> {shown(change.lies_at, home)}"
        action = "removed" if change.arranged.content is None else "made" if change.content is None else "changed"
        lines = [
            f"--- {'/dev/null' if action == 'made' else name}",
            f"+++ {'/dev/null' if action == 'removed' else name}",
        ]
        for piece in change.arranged.pieces:
            lines.append(f"@@ line {piece.line} @@")
            lines += [f"{piece.sign}{line}" for line in redact(piece.text)[0].splitlines()]
        told.append({"file": shown(change.file, home), "action": action, "diff": "\n".join(lines)})
    return told


def _show(terminal: Terminal, data: Mapping[str, Any]) -> None:
    for note in data["notes"]:
        terminal.line(note)
