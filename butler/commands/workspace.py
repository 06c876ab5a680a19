"""``butler workspace-export`` and ``butler workspace-import``: the journal of one Project as a file to keep, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from butler.capabilities.journal.backend import open_journal, writable_journal
from butler.capabilities.journal.models import Journal
from butler.commands.journal_options import add_journal
from butler.commands.running import Surroundings, add_command
from butler.envelope import Envelope, ok
from butler.house import House
from butler.phrases import say
from butler.storage import write_atomic


def add(groups: Any) -> None:
    """Add the commands."""
    export = add_command(groups, "workspace-export", "write the journal of one Project into a file", _export)
    add_journal(export, required=True, writes=False)
    export.add_argument("--output", metavar="FILE", required=True, help="replaced when it exists")
    restore = add_command(groups, "workspace-import", "bring an export back: all of it or nothing", _import)
    add_journal(restore, required=True)
    restore.add_argument("--input", metavar="FILE", required=True)


def _export(surroundings: Surroundings, options: argparse.Namespace) -> int:
    target = Path(options.output).expanduser().absolute()

    def work(house: House) -> Envelope:
        from butler.capabilities.journal.transfer import export_bytes

        part = open_journal(house).export()
        write_atomic(target, export_bytes(part))
        return _answer("journal_exported", house, part, target)

    return surroundings.finish(surroundings.house(work))


def _import(surroundings: Surroundings, options: argparse.Namespace) -> int:
    source = Path(options.input).expanduser().absolute()

    def work(house: House) -> Envelope:
        from butler.capabilities.journal.transfer import read_export_file

        store = writable_journal(house)
        part = read_export_file(source, house.shown(source))
        store.restore(part)
        answer = _answer("journal_imported", house, part, source)
        if not (decisions := sum(len(task.user_decisions or ()) for task in part.tasks.values())):
            return answer
        said = say("journal_imported_decisions", house.settings.language, count=decisions)
        return ok(f"{answer.summary} {said}", {**answer.data, "user_decisions": decisions})

    return surroundings.finish(surroundings.house(work))


def _answer(said: str, house: House, part: Journal, file: Path) -> Envelope:
    counts = {
        "tasks": len(part.tasks),
        "events": sum(len(events) for events in part.events.values()),
        "operations": len(part.operations),
    }
    shown = house.shown(file)
    return ok(say(said, house.settings.language, file=shown, **counts), {**counts, "file": shown})
