"""``butler task create|get|list|update|record|history|handoff|delete``: the journal's tools for people, same rights."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from butler.calling import call
from butler.capability import tools_of
from butler.commands.arguments import Run, add_command, add_group
from butler.commands.journal_options import add_journal
from butler.commands.running import SHELL, Surroundings
from butler.commands.work import show_values
from butler.envelope import Envelope
from butler.errors import InvalidInput
from butler.phrases.journal import EXPECTED, STATUS_WORDS
from butler.refusing import error
from butler.terminal import Terminal

_LISTS = ("constraints", "findings", "evidence", "actions", "results", "pending_items")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the commands."""
    group = add_group(parser)
    create = _command(group, "create", "create a Task", _writing("task_create"))
    create.add_argument("title", metavar="TITLE")
    _add_fields(create)
    _task(_command(group, "get", "show a Task as it is now", _get))
    listing = _command(group, "list", "list or search Tasks, last changed first", _list)
    listing.add_argument("--status", metavar="STATUS", help=", ".join(STATUS_WORDS))
    listing.add_argument("--query", metavar="WORDS", help="only Tasks in which all the words occur")
    listing.add_argument("--cursor", metavar="CURSOR", help="next_cursor of the page before")
    update = _task(_command(group, "update", "change the given fields of a Task", _writing("task_update")))
    update.add_argument("--title", metavar="TEXT")
    _add_fields(update)
    _add_revision(update)
    record = _task(_command(group, "record", "add an event to a Task's history", _writing("task_record")))
    record.add_argument("text", metavar="TEXT")
    record.add_argument("--kind", metavar="WORD", help="default: note")
    record.add_argument("--claim", metavar="CLAIM", help="verified (needs --evidence), inferred (default), proposed")
    record.add_argument("--evidence", metavar="TEXT", action="append", help="may be given several times")
    _add_write(record)
    _add_revision(record)
    history = _task(_command(group, "history", "show a Task's events, 10 a page", _history))
    history.add_argument("--cursor", metavar="CURSOR", help="next_cursor of the page before")
    _task(_command(group, "handoff", "print the Markdown memo of a Task", _handoff))
    delete = _task(_command(group, "delete", "delete a Task and its events", _writing("task_delete")))
    _add_write(delete)
    _add_revision(delete)


def _command(group: Any, name: str, summary: str, run: Run) -> argparse.ArgumentParser:
    parser = add_command(group, name, summary, run)
    add_journal(parser)
    return parser


def _task(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("task_id", metavar="TASK_ID")
    return parser


def _add_fields(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--goal", metavar="TEXT")
    parser.add_argument("--status", metavar="STATUS", help=", ".join(STATUS_WORDS))
    for name in _LISTS:
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="TEXT",
            action="append",
            help="one entry; repeatable; '' alone for an empty list",
        )
    parser.add_argument(
        "--related-issues",
        metavar="JSON",
        action="append",
        help="one object with provider, connection_id, project_id, issue_id, url?; repeatable; '' alone for an empty list",
    )
    _add_write(parser)


def _add_write(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent-id", metavar="NAME", help="who writes, for display")
    parser.add_argument("--operation-id", metavar="ID", help="of this write; the same again does nothing more")


def _add_revision(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--expected-revision", metavar="N", type=int, required=True, help="the revision that you read")


def _call(surroundings: Surroundings, name: str, arguments: Mapping[str, Any]) -> Envelope:
    """Call a tool of the journal, offered or not: one that is not allowed says itself why."""
    tool = next(tool for tool in tools_of(surroundings.staff.rooms["journal"]) if tool.name == name)
    given = {key: value for key, value in arguments.items() if value is not None}
    return call(tool, SHELL, given, start=surroundings.start, staff=surroundings.staff)


def _writing(tool: str) -> Run:
    names = ("task_id", "title", "goal", "status", *_LISTS, "kind", "claim", "text", "agent_id", "expected_revision")

    def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
        given = {name: getattr(options, name, None) for name in names}
        given |= {name: _entries(given[name]) for name in _LISTS}
        known = options.operation_id
        given["operation_id"] = surroundings.start.new_id() if known is None else known
        try:
            given["related_issues"] = _issues(getattr(options, "related_issues", None))
        except InvalidInput as problem:
            return surroundings.finish(error(problem, surroundings.language))
        return surroundings.finish(_call(surroundings, tool, given), _show_receipt)

    return run


def _entries(given: list[str] | None) -> list[str] | None:
    """A list as it was given; one empty entry alone stands for an empty list."""
    return [] if given == [""] else given


def _issues(given: list[str] | None) -> list[Any] | None:
    given = _entries(given)
    if not given:
        return given
    from butler.capabilities.journal.wire import load

    try:
        found = [load(text.encode()) for text in given]
    except ValueError:
        found = [None]
    if not all(isinstance(item, dict) for item in found):
        raise InvalidInput("journal_bad_value", what="--related-issues", expected=EXPECTED["object"])
    return found


def _show_receipt(terminal: Terminal, data: Mapping[str, Any]) -> None:
    for warning in data["warnings"]:
        terminal.line(f"! {warning}", "yellow")


def _get(surroundings: Surroundings, options: argparse.Namespace) -> int:
    answer = _call(surroundings, "task_get", {"task_id": options.task_id})
    return surroundings.finish(answer, lambda terminal, data: show_values(terminal, data["task"]))


def _list(surroundings: Surroundings, options: argparse.Namespace) -> int:
    given = {"status": options.status, "query": options.query, "cursor": options.cursor}

    def show(terminal: Terminal, data: Mapping[str, Any]) -> None:
        rows = [
            [task["task_id"], _word(task["status"], surroundings), str(task["revision"]), task["title"]]
            for task in data["tasks"]
        ]
        terminal.table(("task", "status", "revision", "title"), rows)
        _show_more(terminal, data)

    return surroundings.finish(_call(surroundings, "task_list", given), show)


def _word(status: str, surroundings: Surroundings) -> str:
    return STATUS_WORDS[status].say(surroundings.language)


def _history(surroundings: Surroundings, options: argparse.Namespace) -> int:
    def show(terminal: Terminal, data: Mapping[str, Any]) -> None:
        for event in data["events"]:
            show_values(terminal, {f"r{event['revision']}": event})
        _show_more(terminal, data)

    given = {"task_id": options.task_id, "cursor": options.cursor}
    return surroundings.finish(_call(surroundings, "task_history", given), show)


def _show_more(terminal: Terminal, data: Mapping[str, Any]) -> None:
    if data["next_cursor"]:
        terminal.line(f"--cursor '{data['next_cursor']}'")


def _handoff(surroundings: Surroundings, options: argparse.Namespace) -> int:
    answer = _call(surroundings, "task_handoff", {"task_id": options.task_id})
    if surroundings.as_json or answer.status == "error":
        return surroundings.finish(answer)
    surroundings.terminal.document(answer.data["memo"])
    return 0
