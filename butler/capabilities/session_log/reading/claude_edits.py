"""Files that the agent changed with its edit tools."""

from __future__ import annotations

from typing import Any, Literal

from butler.capabilities.session_log.models import FileChange
from butler.capabilities.session_log.reading.claude_calls import Call, Result
from butler.capabilities.session_log.reading.claude_text import clip, rows, table, words
from butler.capabilities.session_log.reading.prose import excerpt_characters, excerpt_size

EDITORS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit", "Update"})
_CHANGED = ("+", "-")
_CREATED = ("File created successfully", "Successfully created")


def changed(call: Call, path: str, result: Result) -> FileChange:
    """The change of the file at ``path`` that a call made, or why it made none."""
    if result.failed:
        reason = result.refusal.reason if result.refusal else result.text
        return FileChange(call.line, call.at, path, "update", False, error=clip(reason, 2048))
    extra = table(result.extra)
    patch = extra.get("structuredPatch")
    lines = _patch_lines(patch) or _asked_lines(call)
    added = len([True for line in lines if line[0] == "+"])
    most, longest = excerpt_size(path)
    counted = not call.asked.get("replace_all") or bool(patch)
    return FileChange(
        call.line,
        call.at,
        words(extra.get("filePath")) or path,
        _action(call, result, extra),
        True,
        None,
        added if counted else None,
        len(lines) - added if counted else None,
        "\n".join([line[:longest] for line in lines[:most]])[: excerpt_characters(path)],
        whole=call.name == "Write" and not patch,
    )


def path_of(call: Call) -> str:
    """The file that an edit call names, as the log writes it."""
    return words(call.asked.get("file_path")) or words(call.asked.get("notebook_path"))


def _action(call: Call, result: Result, extra: dict[str, Any]) -> Literal["add", "update"]:
    if extra.get("type") == "create" or (call.name == "Write" and result.text.startswith(_CREATED)):
        return "add"
    return "add" if call.name != "Write" and call.asked.get("old_string") == "" else "update"


def _patch_lines(patch: Any) -> list[str]:
    """The changed lines of a structured patch, with their ``+`` or ``-``."""
    found: list[str] = []
    for hunk in rows(patch):
        lines = hunk.get("lines")
        if isinstance(lines, list):
            found += [line for line in lines if isinstance(line, str) and line.startswith(_CHANGED)]
    return found


def _asked_lines(call: Call) -> list[str]:
    """The changed lines as the call asked for them, where the client kept no patch."""
    asked = call.asked
    if call.name in ("Write", "NotebookEdit"):
        return [f"+{line}" for line in _lines(words(asked.get("content")) or words(asked.get("new_source")))]
    edits = rows(asked.get("edits")) or [asked]
    return [line for edit in edits for line in _replaced(words(edit.get("old_string")), words(edit.get("new_string")))]


def _replaced(old: str, new: str) -> list[str]:
    """Removed and added lines of a replacement, without the lines that both texts share at start and end."""
    before, after = _lines(old), _lines(new)
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    before, after = before[start:], after[start:]
    while before and after and before[-1] == after[-1]:
        before.pop()
        after.pop()
    return [f"-{line}" for line in before] + [f"+{line}" for line in after]


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
