"""``butler handover prepare|read|brief|list|check``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from butler.commands.arguments import add_command, add_group
from butler.commands.journal_options import add_journal
from butler.commands.running import SHELL, Surroundings
from butler.envelope import Envelope, ok
from butler.errors import ButlerError, InvalidInput
from butler.house import House
from butler.phrases import say
from butler.refusing import error
from butler.terminal import Terminal

MAX_NOTES = 64 * 1024


def add(parser: argparse.ArgumentParser) -> None:
    """Add the commands."""
    group = add_group(parser)
    prepare = add_command(group, "prepare", "write a handover of a session for the next agent", _prepare)
    prepare.add_argument("--issue", metavar="ID", help="the issue that the work is about (49, #49, ABC-7)")
    prepare.add_argument(
        "--notes",
        metavar="TEXT|@FILE|-",
        help="what the log does not say; lines may start with decision:, next:, blocked:, risk: …",
    )
    prepare.add_argument(
        "--session-log", metavar="FILE", help="read this log instead of the newest session of the project"
    )
    prepare.add_argument("--session", metavar="ID", help="read the session with this id (or its first characters)")
    prepare.add_argument(
        "--since", metavar="WHERE", help="start of DISCOVERY: session (default), mark, last_handover or a line number"
    )
    prepare.add_argument("--target-brain", metavar="NAME", help="who is to read it (default: any)")
    prepare.add_argument(
        "--max-tokens", metavar="N", type=int, help="budget of the document (default 4000, at least 800)"
    )
    prepare.add_argument("--print", dest="preview", action="store_true", help="print the document and save nothing")
    add_journal(prepare)
    read = add_command(group, "read", "show the newest handover of an issue, of the project, or one by its id", _read)
    read.add_argument("--issue", metavar="ID")
    read.add_argument("--handover", metavar="HANDOVER_ID", help="auto: the newest automatic document")
    read.add_argument("--section", metavar="NAME", help="only this section (a long one: NAME 2 for its second part)")
    add_journal(read, writes=False)
    brief = add_command(group, "brief", "show the gist of a handover in at most 6,000 characters", _brief)
    brief.add_argument("--issue", metavar="ID")
    brief.add_argument("--handover", metavar="HANDOVER_ID")
    add_journal(brief, writes=False)
    add_command(group, "list", "list saved handovers", _list).add_argument("--query", metavar="TEXT")
    check = add_command(group, "check", "check a document's sections", _check)
    check.add_argument("file", metavar="FILE")


def _prepare(surroundings: Surroundings, options: argparse.Namespace) -> int:
    try:
        arguments = _arguments(options)
    except ButlerError as problem:
        return surroundings.finish(error(problem, surroundings.language))
    if not options.preview:
        answer = surroundings.tool("handover_prepare", arguments)
        return surroundings.finish(answer, lambda terminal, data: _show_prepared(surroundings, terminal, data))
    answer = surroundings.house(lambda house: _draft(house, arguments))
    if surroundings.as_json or answer.status == "error":
        return surroundings.finish(answer)
    surroundings.terminal.document(answer.data["document"])
    return 0


def _arguments(options: argparse.Namespace) -> dict[str, Any]:
    session = options.session
    if options.session_log is not None:
        if session is not None:
            raise InvalidInput("session_given_twice")
        session = str(Path(options.session_log).expanduser().absolute())
    given = {
        "issue_id": options.issue,
        "notes": _notes(options.notes),
        "session": session,
        "since": options.since,
        "max_tokens": options.max_tokens,
        "language": getattr(options, "language", None),
        "target_brain": options.target_brain,
    }
    return {name: value for name, value in given.items() if value is not None}


def _notes(given: str | None) -> str | None:
    """The notes themselves, the content of ``@FILE``, or standard input for ``-``."""
    if given is None or not (given == "-" or given.startswith("@")):
        return given
    try:
        if given == "-":
            content = sys.stdin.buffer.read(MAX_NOTES + 1)
        else:
            with Path(given[1:]).expanduser().open("rb") as file:
                content = file.read(MAX_NOTES + 1)
        if len(content) > MAX_NOTES:
            raise InvalidInput("notes_too_large", limit=MAX_NOTES)
        return content.decode("utf-8-sig")
    except OSError as problem:
        raise InvalidInput("notes_unreadable", reason=problem.strerror or type(problem).__name__) from problem
    except UnicodeDecodeError as problem:
        raise InvalidInput("notes_unreadable", reason="not UTF-8") from problem


def _draft(house: House, arguments: Mapping[str, Any]) -> Envelope:
    from butler.capabilities.handover.gathering import draft, prepare_request

    made = draft(house, SHELL, prepare_request(house, **arguments))
    return ok(made.name.id, {"document": made.text, "handover_id": made.name.id, "warnings": list(made.warnings)})


def _show_prepared(surroundings: Surroundings, terminal: Terminal, data: Mapping[str, Any]) -> None:
    for warning in data.get("warnings", ()):
        terminal.line(f"! {warning}", "yellow")
    issue = data["issue_id"]
    sentence = say(
        "cli_next_sentence",
        surroundings.language,
        arguments="()" if issue is None else f"(issue_id={issue!r})".replace("'", '"'),
        latest=data["latest_file"],
    )
    places = {"snapshot": data["snapshot_file"], "latest": data["latest_file"]}
    terminal.line(say("cli_prepared", surroundings.language, sentence=sentence, **places))


def _read(surroundings: Surroundings, options: argparse.Namespace) -> int:
    arguments = {"issue_id": options.issue, "handover_id": options.handover, "section": options.section}
    answer = surroundings.tool("handover_read", arguments)
    return surroundings.finish(answer, _show_read)


def _show_read(terminal: Terminal, data: Mapping[str, Any]) -> None:
    for warning in data.get("warnings", ()):
        terminal.line(f"! {warning}", "yellow")
    terminal.line()
    terminal.document(data["snapshot"])


def _brief(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Prints the brief alone, so that what starts a session can take it as it is."""
    arguments = {"issue_id": options.issue, "handover_id": options.handover, "section": "brief"}
    answer = surroundings.tool("handover_read", arguments)
    if surroundings.as_json or answer.status == "error":
        return surroundings.finish(answer)
    surroundings.terminal.document(answer.data["snapshot"])
    return 0


def _list(surroundings: Surroundings, options: argparse.Namespace) -> int:
    return surroundings.finish(surroundings.tool("handover_list", {"query": options.query}), _show_list)


def _show_list(terminal: Terminal, data: Mapping[str, Any]) -> None:
    """The columns that say something: the last ones, worktree and title, are left out where no handover has one."""
    columns = {
        "handover": "handover_id",
        "created": "created_at",
        "from": "brain",
        "title": "title",
        "worktree": "worktree",
    }
    rows = [[str(row.get(key) or "") for key in columns.values()] for row in data["handovers"]]
    for name in ("worktree", "title"):
        if list(columns)[-1] == name and not any(row[-1] for row in rows):
            rows = [row[:-1] for row in rows]
            del columns[name]
    terminal.table(columns, rows)
    if autos := data["automatic"]:
        shown = [[str(one[key]) for key in ("handover_id", "created_at", "brain")] for one in autos]
        terminal.table(("automatic", "created", "from"), shown)


def _check(surroundings: Surroundings, options: argparse.Namespace) -> int:
    from butler.capabilities.handover.checking import check_file

    try:
        answer = check_file(Path(options.file), surroundings.language)
    except ButlerError as problem:
        answer = error(problem, surroundings.language)
    return surroundings.finish(answer)
