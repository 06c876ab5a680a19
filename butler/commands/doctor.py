"""``butler doctor``: what is found and what is missing; it changes nothing."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from butler import __version__, process
from butler.brains import Brain
from butler.capabilities.session_log.listing import leaving
from butler.capabilities.session_log.packed import can_unpack
from butler.commands.arguments import add_single
from butler.commands.install import known_clients
from butler.commands.running import Surroundings
from butler.envelope import Envelope, ok
from butler.errors import ButlerError
from butler.hooks.reports import hook_report
from butler.house import House
from butler.install import Asked
from butler.install.checking import look_at
from butler.install.hooking import FILES, stands_in
from butler.install.ledger import read_ledger
from butler.install.program import server_program
from butler.looking import closed_folders, is_folder
from butler.mounts import network_file_system
from butler.phrases import error_text, say
from butler.records import dataclass
from butler.terminal import Terminal
from butler.work_record_backend import work_observe

SOON_DAYS = 7
"""Days before a client deletes a log in which that is worth a line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``level``: ``ok``, ``note`` (good to know) or ``problem`` (needs a look)."""

    level: str
    code: str
    text: str


def add(parser: argparse.ArgumentParser) -> None:
    """Add the command."""
    add_single(parser, "doctor", run)


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Print every finding; exit code 1 when something needs a look."""
    answer = surroundings.house(examine)
    code = surroundings.finish(answer, _show)
    return code or int(any(finding["level"] == "problem" for finding in answer.data.get("findings", ())))


def examine(house: House) -> Envelope:
    """Look at everything; ``data.findings`` is a list of {level, code, text}."""
    findings = [*_house(house), *_git(house), *_settings(house), *_issues(house)]
    findings += [*_clients(house), *_logs(house), *_leaving(house), *_handovers(house), *_hooks(house)]
    problems = sum(finding.level == "problem" for finding in findings)
    language = house.settings.language
    summary = say("doctor_problems", language, count=problems) if problems else say("doctor_fine", language)
    rows = [{"level": f.level, "code": f.code, "text": f.text} for f in findings]
    return ok(summary, {"findings": rows, "problems": problems})


def _house(house: House) -> Iterator[Finding]:
    language = house.settings.language
    yield Finding("ok", "version", f"butler {__version__}, Python {platform.python_version()}")
    yield Finding(
        "ok",
        "project",
        say("doctor_project", language, name=house.project_name, folder=house.shown(house.project.root)),
    )
    yield Finding("ok", "data", say("doctor_data", language, folder=house.shown(house.user.data)))
    for folder in (house.user.data, house.project.root):
        if kind := network_file_system(folder):
            yield Finding(
                "problem", "network_disk", say("doctor_network", language, folder=house.shown(folder), kind=kind)
            )
    for problem in house.staff.problems:
        yield Finding("problem", "plugin", f"{problem.name}: {problem.reason}")


def _git(house: House) -> Iterator[Finding]:
    language = house.settings.language
    try:
        version = process.run(["git", "--version"], folder=house.project.root).output.decode("utf-8", "replace").strip()
    except ButlerError as problem:
        yield Finding("problem", problem.code, f"{problem.message(language)} {problem.hint(language)}")
        return
    yield Finding("ok", "git", version)
    if house.project.git_top is None:
        yield Finding("note", "no_repository", say("doctor_no_repository", language))
    elif (state := work_observe(house)).git is None:
        found = state.detail
        reason = error_text(found.key, language, dict(found.facts))[0] if found else state.absent
        yield Finding("problem", "git_failed", say("doctor_git_failed", language, reason=reason))


def _settings(house: House) -> Iterator[Finding]:
    set_ones = {name: source for name, source in house.settings.sources.items() if source != "default"}
    text = ", ".join(f"{name} ({source})" for name, source in sorted(set_ones.items()))
    key = "doctor_settings" if text else "doctor_settings_none"
    yield Finding("ok", "settings", say(key, house.settings.language, settings=text))


def _issues(house: House) -> Iterator[Finding]:
    language = house.settings.language
    if house.issues.name == "none":
        yield Finding("note", "no_issue_source", say("doctor_no_issue_source", language))
        return
    try:
        count = len(house.issues.list())
        yield Finding("ok", "issues", say("doctor_issues", language, source=house.issues.name, count=count))
    except ButlerError as problem:
        yield Finding("problem", problem.code, f"{problem.message(language)} {problem.hint(language)}")


def _clients(house: House) -> Iterator[Finding]:
    """Where the clients know Butler from, and whether what they would start is there."""
    start, language = house.start, house.settings.language
    try:
        installed = read_ledger(house.user.data).installed
    except ButlerError as problem:
        installed = ()
        yield Finding("problem", problem.code, f"{problem.message(language)} {problem.hint(language)}")
    try:
        own = server_program(sys.argv[0], sys.executable)
    except ButlerError:
        own = None
    asked = Asked("user", "", start.environment, start.home, house.project)
    for client in known_clients().values():
        for seen in look_at(client, asked, installed, own):
            facts = {name: house.shown(fact) if isinstance(fact, Path) else fact for name, fact in seen.facts.items()}
            facts["command"] = house.shown(facts.get("command", ""))
            yield Finding(seen.level, seen.code, say(seen.phrase, language, **facts))


def _logs(house: House) -> Iterator[Finding]:
    for brain in house.staff.brains.values():
        yield from _logs_of(house, brain)


def _logs_of(house: House, brain: Brain) -> Iterator[Finding]:
    language = house.settings.language
    home = brain.log_home(house.start.environment, house.start.home)
    shown = house.shown(home)
    if not is_folder(home):
        yield Finding("note", "no_log_home", say("doctor_no_log_home", language, brain=brain.name, folder=shown))
        return
    if closed := closed_folders(home):
        words = say("doctor_closed", language, brain=brain.name, count=len(closed), folder=house.shown(closed[0]))
        yield Finding("problem", "closed_folders", words)
    files = [file for file in brain.log_files(home, ()) if file.main]
    if not files:
        yield Finding("note", "no_logs", say("doctor_no_logs", language, brain=brain.name, folder=shown))
        return
    oldest = datetime.fromtimestamp(min(file.modified for file in files), UTC)
    age = max((house.now() - oldest).days, 0)
    usual, what = brain.retention
    days = brain.kept_days(home) or usual
    yield Finding(
        "ok",
        "logs",
        say("doctor_logs", language, brain=brain.name, count=len(files), folder=shown, age=age)
        + " "
        + say(f"doctor_retention_{what}", language, days=days),
    )
    if packed := sum(file.packed for file in files):
        key = "doctor_packed" if can_unpack() else "doctor_packed_unread"
        yield Finding("note", "packed_logs", say(key, language, brain=brain.name, count=packed))


def _leaving(house: House) -> Iterator[Finding]:
    """The sessions of this project whose logs their client deletes soon, unless somebody goes on with them."""
    language = house.settings.language
    soon = list(leaving(house, SOON_DAYS))
    for brain in house.staff.brains:
        if own := [(left, session) for name, left, session in soon if name == brain]:
            left, session = min(own)
            facts = {"brain": brain, "count": len(own), "days": SOON_DAYS, "session": session}
            yield Finding("note", "logs_leaving", say("doctor_leaving", language, left=left, **facts))


def _handovers(house: House) -> Iterator[Finding]:
    from butler.capabilities.handover.backend import open_library

    language = house.settings.language
    try:
        library = open_library(house.project)
    except ButlerError as problem:
        yield Finding("problem", problem.code, f"{problem.message(language)} {problem.hint(language)}")
        return
    yield Finding("ok", "handovers", say("doctor_handovers", language, count=len(library.places)))
    for key, file in library.problems:
        yield Finding("note", key, say(key, language, file=file))


def _hooks(house: House) -> Iterator[Finding]:
    """When each hook last ran, and what went wrong in it last; which client was given hooks and has run none."""
    reports = hook_report(house.start)
    for client, brain in sorted(house.staff.brains.items()):
        known = client in {one.client for one in reports if one.at}
        if (
            not known
            and client in FILES
            and stands_in(brain.log_home(house.start.environment, house.start.home), client)
        ):
            yield Finding(
                "note", "hooks_never_ran", say("doctor_hooks_never_ran", house.settings.language, client=client)
            )
    for one in reports:
        facts = {"client": one.client, "event": one.event, "at": one.at or "-"}
        if one.error is None:
            yield Finding("ok", "hook", say("doctor_hook", house.settings.language, **facts))
            continue
        facts |= {"error": one.error, "error_at": one.error_at or "-"}
        level = "note" if (one.at or "") > (one.error_at or "") else "problem"
        yield Finding(level, "hook_failed", say("doctor_hook_failed", house.settings.language, **facts))


def _show(terminal: Terminal, data: Mapping[str, Any]) -> None:
    marks = {"ok": ("ok", "green"), "note": ("--", ""), "problem": ("!!", "yellow")}
    for finding in data["findings"]:
        mark, style = marks[finding["level"]]
        terminal.line(f"{mark}  {finding['text']}", style)
