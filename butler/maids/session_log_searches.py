"""Searches for plain names that found nothing: what was written before may not be in the file any more.

Read are single calls of ``rg``, ``grep`` and ``git grep`` without a pipe, and Claude Code's Grep tool. Only whole words of six
letters and more count; options that turn, limit or filter a search make it say nothing.
"""

from __future__ import annotations

import json
import re

from butler.capabilities.session_log.models import Command, ToolUse
from butler.maids.late_patterns import late
from butler.maids.session_log_commands import bare_command
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_paths import Named
from butler.maids.session_log_status import ran_in
from butler.records import dataclass

_PROGRAMS = ("rg ", "grep ", "egrep ", "git grep ")
_JOINED = late(r"[|;&<>\n`$]")
_PLAIN = late(r"(?:\\b)?(?P<name>[A-Za-z_]\w{5,})(?:\\b|\\?\()?")
_WORD = late(r"\"[^\"]*\"|'[^']*'|\S+")
_SIMPLE = late(r"-[niHhrRIEFPws]+|--(?:line-number|no-heading|fixed-strings|word-regexp|hidden|no-ignore|color=never)")
"""Options after which an empty answer still says that the words are nowhere."""
_CUT = "truncated"


@dataclass(frozen=True, slots=True)
class Search:
    """Names that a search in ``folder`` did not find and those that it did; ``paths`` empty: all below the folder."""

    folder: str
    missing: tuple[str, ...]
    found: tuple[str, ...]
    paths: tuple[str, ...] = ()

    def covers(self, path: str) -> bool:
        """Whether ``path`` (relative to the folder) was searched for certain."""
        if path in self.paths:
            return True
        hidden = path.startswith(".") or "/." in path
        return not hidden and (not self.paths or path in Named(self.paths))


def searched(entry: Command, text: str, folder: str, shown: Output) -> Search | None:
    """What a plain command looked for, where it missed a name; ``folder``: where the session works."""
    if entry.exit_code not in (0, 1) or not text.startswith(_PROGRAMS):
        return None
    folder = ran_in(entry.text, (entry.cwd or folder).rstrip("/")) or ""
    if not folder or _JOINED.search(bare_command(text)) or _CUT in shown.text:
        return None
    words = [word.strip("\"'") for word in _WORD.findall(text)]
    words = words[2:] if words[0] == "git" else words[1:]
    options = [word for word in words if word.startswith("-") and word != "--"]
    plain = [word for word in words if not word.startswith("-")]
    if not plain or any(not _SIMPLE.fullmatch(option) for option in options):
        return None
    output = shown.text if entry.exit_code == 0 else ""
    return _search(plain[0], folder, tuple(map(_tidy, plain[1:])), output)


def searched_by_tool(entry: ToolUse, folder: str) -> Search | None:
    """The same of the Grep tool: it says that it found nothing."""
    if entry.name != "Grep" or not entry.result.startswith(("No matches found", "No files found")):
        return None
    try:
        asked = json.loads(entry.request)
    except ValueError:
        return None
    if not isinstance(asked, dict) or asked.keys() & {"glob", "type", "head_limit", "offset"}:
        return None
    path = asked.get("path")
    return _search(str(asked.get("pattern", "")), folder, (_tidy(str(path)),) if path else (), "")


def _search(pattern: str, folder: str, paths: tuple[str, ...], output: str) -> Search | None:
    names = [found["name"] for part in re.split(r"\\?\|", pattern) if (found := _PLAIN.fullmatch(part))]
    missing = tuple(name for name in names if name.lower() not in output.lower())
    if not missing or any("*" in path for path in paths):
        return None
    lead = f"{folder}/"
    inside = tuple(path.removeprefix(lead) for path in paths if path not in (folder, "", "."))
    everywhere = not paths or len(inside) < len(paths)
    return Search(folder, missing, tuple(name for name in names if name not in missing), () if everywhere else inside)


def _tidy(path: str) -> str:
    return path.removeprefix("./").rstrip("/")
