"""``butler demo``: a scratch project with a git history, an issue and a real session log becomes a handover."""

from __future__ import annotations

import argparse
import dataclasses
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from butler.calling import answering
from butler.commands.arguments import add_single
from butler.commands.running import Surroundings
from butler.envelope import Envelope, ok
from butler.errors import ButlerError, Refused, Unavailable
from butler.house import House, Start
from butler.phrases import say
from butler.refusing import error
from butler.terminal import Terminal

ISSUE = 49
CLIENTS = ("codex", "claude-code")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the command."""
    add_single(parser, "demo", run)
    parser.add_argument(
        "--folder", metavar="DIR", help="where to lay the project out (default: a new temporary folder)"
    )
    parser.add_argument(
        "--from", dest="client", choices=CLIENTS, default="codex", help="whose session log (default: codex)"
    )


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Build the project, prepare, read, and show the document and where it lies."""
    answer = show_off(surroundings, options.folder, options.client)
    return surroundings.finish(answer, _show)


def show_off(surroundings: Surroundings, folder: str | None, client: str) -> Envelope:
    """The demo's answer: the handover as ``handover_read`` gives it in a second step, and its places."""
    from butler.demo.build import build_project, write_log

    try:
        root = _scratch_folder(folder)
    except ButlerError as problem:
        return error(problem, surroundings.language)
    project = build_project(root / "bookshop", session=client)
    log = write_log(project, root / f"{client}.jsonl", session=client)
    flags = {**surroundings.start.flags, "project_dir": str(project)}
    start = dataclasses.replace(surroundings.start, flags=flags, data_folder=root / "data")
    prepared = _tool(surroundings, start, "handover_prepare", {"issue_id": ISSUE, "session": str(log)})
    if prepared.status == "error":
        return prepared
    read = _tool(surroundings, start, "handover_read", {"issue_id": ISSUE})
    if read.status == "error":
        return read
    return answering(lambda house: _report(house, root, read), start=start, staff=surroundings.staff)


def _tool(surroundings: Surroundings, start: Start, name: str, arguments: Mapping[str, Any]) -> Envelope:
    return dataclasses.replace(surroundings, start=start).tool(name, arguments)


def _report(house: House, root: Path, read: Envelope) -> Envelope:
    file = house.project.root / read.data["snapshot_file"]
    where = say("demo_where", house.settings.language, folder=root, file=file)
    return ok(say("demo_done", house.settings.language), {"where": where, "folder": str(root), **read.data})


def _scratch_folder(given: str | None) -> Path:
    if given is None:
        return Path(tempfile.mkdtemp(prefix="butler-demo-"))
    folder = Path(given).expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        used = any(folder.iterdir())
    except OSError as problem:
        raise Unavailable("not_writable", what=folder.name, reason=problem.strerror) from problem
    if used:
        raise Refused("demo_folder_used")
    return folder


def _show(terminal: Terminal, data: Mapping[str, Any]) -> None:
    terminal.line()
    terminal.document(data["snapshot"])
    terminal.line(data["where"], "bold")
