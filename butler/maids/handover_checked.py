"""What came after the last run of a check: edits, a commit, a run of its kind that passed.

An edit ages a check only where it may matter to it. A linter that was given paths is not touched by an edit elsewhere; of a test or
a build nobody can say what it reads beside the paths it names, so such an edit is told as what it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from butler.capabilities.handover.models import Said, said
from butler.capabilities.session_log.facts import Check, Facts
from butler.maids.handover_wording import anchor, outdated_by, passed_since
from butler.maids.late_patterns import late
from butler.maids.session_log_paths import is_prose

_READS_ITS_PATHS = ("lint", "format")
_PATH = late(r"(?:\./)?(?P<path>[\w@.-]+(?:/[\w@.-]+)+|[\w@.-]+/|[\w@-]+\.[A-Za-z]\w{0,5})(?:::\S*)?")
_EVERYTHING = (".", "./", "...", "./...", "*")
_SETTING = late(
    r"(?<!\S)(?:-[pcCfb]|--(?:project|config|prefix|cwd|dir|build|manifest-path|file|rootdir|filter|workspace))(?=[ =])"
)
"""Options whose value says where the files to read are told."""
_SHELL = late(r"[;&|<>]")


def came_after(check: Check, facts: Facts, *, failing: bool) -> Iterator[Said]:
    """What is told behind a check; ``failing``: it failed last, and none of its kind passed since."""
    again = check.within_line > check.line
    if check.edited_after and check.kind != "ci" and not again and (key := _edited(check, facts)):
        yield said(key)
    if check.bad and (deed := outdated_by(check, facts)):
        yield said("check_before", deed=anchor(deed))
    if check.bad and not failing and (passed := passed_since(check, facts)):
        yield said("check_passed_since", anchor=anchor(passed))


def _edited(check: Check, facts: Facts) -> str:
    """The words for edits after a check; empty where it read none of the files."""
    named = paths_named(check.text)
    later = [one.path for one in facts.files if one.edits and one.last_line > check.line and not is_prose(one.path)]
    if not named or not later or any(_lies_in(path, named) for path in later):
        return "check_edited"
    return "" if check.kind in _READS_ITS_PATHS else "check_edited_elsewhere"


def paths_named(command: str) -> tuple[str, ...]:
    """The files and folders that a check was given; none where it may have read others too (all, several commands, cut short)."""
    if _SHELL.search(command) or "…" in command:
        return ()
    found: list[str] = []
    words = command.split()
    if _SETTING.search(command):
        return ()
    for word in words[1:]:
        if word in _EVERYTHING:
            return ()
        if word.startswith("-"):
            continue
        one = _PATH.fullmatch(word.strip("'\""))
        if one is not None:
            found.append(one["path"].removesuffix("/...").rstrip("/"))
    return tuple(found)


def _lies_in(path: str, named: tuple[str, ...]) -> bool:
    whole = f"/{path}/"
    return any(f"/{one}/" in whole for one in named)
