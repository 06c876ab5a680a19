"""File changes out of Codex patches: ``apply_patch`` text, recorded change sets, and patches inside shell commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Literal

from butler.capabilities.session_log.models import FileChange
from butler.capabilities.session_log.reading.codex_values import mapping, optional, text
from butler.capabilities.session_log.reading.prose import excerpt_characters, excerpt_size
from butler.records import dataclass

Action = Literal["add", "update", "delete", "move"]

_MARKS = ("+", "-")
BEGIN = "*** Begin Patch"
END = "*** End Patch"
_FILE_HEADS: tuple[tuple[str, Action], ...] = (
    ("*** Add File: ", "add"),
    ("*** Update File: ", "update"),
    ("*** Delete File: ", "delete"),
)
_MOVE = "*** Move to: "


@dataclass(slots=True)
class _Part:
    """One file of a patch while it is read."""

    path: str
    action: Action
    moved_to: str | None = None
    added: int = 0
    removed: int = 0
    excerpt: list[str] = field(default_factory=list)

    def take(self, rows: Iterable[str]) -> None:
        """Count the lines of the patch's body."""
        marked = [row for row in rows if row.startswith(_MARKS)]
        added = len([row for row in marked if row[0] == "+"])
        self.added += added
        self.removed += len(marked) - added
        most, longest = excerpt_size(self.path)
        self.excerpt += [row[:longest] for row in marked[: max(0, most - len(self.excerpt))]]

    def take_whole(self, content: str, mark: str) -> None:
        """Count the lines of a file that came or went as a whole."""
        if not content:
            return
        count = content.count("\n") + (not content.endswith("\n"))
        if mark == "+":
            self.added += count
        else:
            self.removed += count
        most, longest = excerpt_size(self.path)
        rows = content.split("\n", most)[: min(count, most)]
        self.excerpt += [(mark + row)[:longest] for row in rows]

    def change(self, line: int, at: str | None, ok: bool, error: str) -> FileChange:
        """The finished entry."""
        counted = self.action != "delete" or self.removed > 0
        return FileChange(
            line,
            at,
            self.path,
            "move" if self.moved_to and self.action == "update" else self.action,
            ok,
            self.moved_to,
            self.added if counted else None,
            self.removed if counted else None,
            "\n".join(self.excerpt)[: excerpt_characters(self.path)],
            error,
        )


def patch_changes(patch: str, line: int, at: str | None, *, ok: bool = True, error: str = "") -> list[FileChange]:
    """The files that an ``apply_patch`` text names, in its order."""
    parts: list[_Part] = []
    body: list[str] = []
    for row in patch.replace("\r\n", "\n").split("\n"):
        if not row.startswith("*** "):
            body.append(row)
            continue
        if row.startswith(_MOVE) and parts:
            parts[-1].moved_to = row[len(_MOVE) :].strip()
        for mark, action in _FILE_HEADS:
            if row.startswith(mark):
                _end(parts, body)
                parts.append(_Part(row[len(mark) :].strip(), action))
    _end(parts, body)
    return [part.change(line, at, ok, error) for part in parts if part.path]


def _end(parts: list[_Part], body: list[str]) -> None:
    """The body belongs to the last file; what stands before the first one is dropped."""
    if parts:
        parts[-1].take(body)
    body.clear()


def recorded_changes(
    changes: object, line: int, at: str | None, *, ok: bool = True, error: str = ""
) -> list[FileChange]:
    """The files of a ``changes`` map ``{path: {type, content | unified_diff, move_path}}`` (also ``{path: {"add": {…}}}``)."""
    found = []
    for path, raw in mapping(changes).items():
        value = mapping(raw)
        kind = text(value.get("type"))
        if not kind and len(value) == 1:
            kind, value = next((key, mapping(inner)) for key, inner in value.items())
        found.append(_recorded(path, kind, value).change(line, at, ok, error))
    return found


def _recorded(path: str, kind: str, value: Mapping[str, Any]) -> _Part:
    action: Action = "add" if kind == "add" else "delete" if kind == "delete" else "update"
    part = _Part(path, action, optional(value.get("move_path")))
    if action == "update":
        diff = text(value.get("unified_diff"))
        changed = diff[max(diff.find("@@"), 0) :].split("\n")
        part.take(_without_line_endings(changed) if "\r" in diff else changed)
    else:
        part.take_whole(text(value.get("content")), "+" if action == "add" else "-")
    return part


def _without_line_endings(changed: list[str]) -> list[str]:
    """The rows of a diff without pairs that differ in nothing but how the line ends (LF to CRLF or back)."""
    gone = Counter((row[1:].rstrip("\r"), row.endswith("\r")) for row in changed if row.startswith("-"))
    come = Counter((row[1:].rstrip("\r"), not row.endswith("\r")) for row in changed if row.startswith("+"))
    same = {"-": gone & come, "+": gone & come}
    kept = []
    for row in changed:
        pairs = same.get(row[:1])
        key = (row[1:].rstrip("\r"), row.endswith("\r") is (row[:1] == "-"))
        if pairs is not None and pairs[key] > 0:
            pairs[key] -= 1
        else:
            kept.append(row)
    return kept


def find_patch(command: str) -> str | None:
    """The patch text inside a shell command (here-document), or None."""
    start = command.find(BEGIN)
    if start < 0:
        return None
    end = command.find(END, start)
    return command[start : end + len(END)] if end >= 0 else command[start:]


def is_patch_alone(command: str) -> bool:
    """Whether the command does nothing but apply one patch."""
    start = command.lstrip()
    return start.startswith(("apply_patch", "applypatch", BEGIN)) and not command[command.rfind(END) :].count("&&")
