"""What editors and hooks told the agent beside its messages: problems of files, and hooks that objected or failed.

Shapes of the 2.1 clients: ``diagnostics`` holds ``files`` of ``{uri, diagnostics: [{message, severity, range, source}]}``;
``hook_blocking_error`` holds ``blockingError.blockingError``, ``hook_non_blocking_error`` a program's ``stderr``.
"""

from __future__ import annotations

from typing import Any

from butler.capabilities.session_log.models import Failure
from butler.capabilities.session_log.reading.claude_text import clip, number, rows, table, words

KINDS = ("diagnostics", "hook_blocking_error", "hook_non_blocking_error")
_TOLD = ("Error", "Warning")
"""Severities that are told; hints and information are not."""
_MOST = 8
_LIMIT = 2048


def told(line: int, at: str | None, attached: dict[str, Any]) -> Failure | None:
    """The failure that an attachment of one of ``KINDS`` tells, or None where it tells nothing."""
    if attached.get("type") == "diagnostics":
        return _diagnosed(line, at, attached)
    blocking = words(table(attached.get("blockingError")).get("blockingError"))
    text = (blocking or words(attached.get("stderr")) or words(attached.get("stdout"))).strip()
    name = words(attached.get("hookName")) or words(attached.get("hookEvent"))
    return Failure(line, at, f"hook {name}".strip(), clip(text, _LIMIT)) if text else None


def _diagnosed(line: int, at: str | None, attached: dict[str, Any]) -> Failure | None:
    """The errors and warnings of all files in one failure, each on a line."""
    found: list[str] = []
    names: dict[str, None] = {}
    for file in rows(attached.get("files")):
        name = words(file.get("uri")).removeprefix("file://").rsplit("/", 1)[-1]
        for one in rows(file.get("diagnostics")):
            if one.get("severity") in _TOLD and (message := " ".join(words(one.get("message")).split())):
                names[name] = None
                row = number(table(table(one.get("range")).get("start")).get("line"))
                where = f"{name}:{row + 1}" if row is not None else name
                found.append(
                    " ".join(filter(None, (where, words(one.get("source")), f"{one['severity'].lower()}:", message)))
                )
    if not found:
        return None
    return Failure(line, at, f"diagnostics {', '.join(list(names)[:4])}", clip("\n".join(found[:_MOST]), _LIMIT))
