"""``butler workspace-export`` and ``butler workspace-import``: the journal of one Project as a file to keep, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from butler.commands.arguments import add_single
from butler.commands.journal_options import add_journal
from butler.commands.running import Surroundings
from butler.envelope import Envelope, ok
from butler.house import House
from butler.phrases import say

if TYPE_CHECKING:
    from butler.capabilities.journal.models import Journal


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``workspace-export``."""
    add_single(parser, "workspace-export", _export)
    add_journal(parser, required=True, writes=False)
    parser.add_argument("--output", metavar="FILE", required=True, help="replaced when it exists")


def add_import(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``workspace-import``."""
    add_single(parser, "workspace-import", _import)
    add_journal(parser, required=True)
    parser.add_argument("--input", metavar="FILE", required=True)


def _export(surroundings: Surroundings, options: argparse.Namespace) -> int:
    target = Path(options.output).expanduser().absolute()

    def work(house: House) -> Envelope:
        from butler.capabilities.journal.backend import open_journal
        from butler.capabilities.journal.transfer import write_export_file

        part = open_journal(house).export()
        write_export_file(target, part, house.user.data)
        return _answer("journal_exported", house, part, target)

    return surroundings.finish(surroundings.house(work))


def _import(surroundings: Surroundings, options: argparse.Namespace) -> int:
    source = Path(options.input).expanduser().absolute()

    def work(house: House) -> Envelope:
        from butler.capabilities.journal.backend import writable_journal
        from butler.capabilities.journal.transfer import read_export_file

        store = writable_journal(house)
        part = read_export_file(source, house.shown(source))
        store.restore(part)
        answer = _answer("journal_imported", house, part, source)
        if not (decisions := _decisions(part)):
            return answer
        said = say("journal_imported_decisions", house.settings.language, count=decisions)
        return ok(f"{answer.summary} {said}", {**answer.data, "user_decisions": decisions})

    return surroundings.finish(surroundings.house(work))


def _decisions(part: Journal) -> int:
    """How many decisions of a person an export holds, in lists and Events, each of a Task once."""
    found = {(task.task_id, text) for task in part.tasks.values() for text in task.user_decisions or ()}
    events = (event for events in part.events.values() for event in events if event.claim == "user_decision")
    return len(found | {(event.task_id, event.text) for event in events})


def _answer(said: str, house: House, part: Journal, file: Path) -> Envelope:
    counts = {
        "tasks": len(part.tasks),
        "events": sum(len(events) for events in part.events.values()),
        "operations": len(part.operations),
    }
    shown = house.shown(file)
    return ok(say(said, house.settings.language, file=shown, **counts), {**counts, "file": shown})
