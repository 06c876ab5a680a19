"""Calls that did not run: refused by a person or a rule, cancelled with a sibling, or refused by the client itself.

Claude Code writes these as ordinary error results; only their wording (unchanged since 1.0) and, in newer versions,
``toolDenialKind`` tell them from a tool that ran and failed.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from butler.capabilities.session_log.reading.claude_text import table, words

_REJECTED = (
    "The user doesn't want to",
    "User rejected tool use",
    "The agent proposed a plan that was rejected by the user",
    "User declined to answer",
)
_NOT_GRANTED = (
    "you haven't granted it yet",
    " needs approval.",
    " has been denied",
    "hook blocking error",
    "was blocked by",
    "requires approval",
)
_CANCELLED = ("Sibling tool call errored", "Cancelled: parallel tool call")
_SAID = "the user said:"
_NOTE = "\n\nNote: The user's next message may contain"
_INTERRUPTED = ("[Request interrupted by user", "<error>Command was aborted", "The user interrupted")


class Refusal(NamedTuple):
    """Why a call did not run, and what the person said with it."""

    kind: Literal["denied", "cancelled", "not_run", "interrupted"]
    reason: str
    words: str = ""


def refusal_of(text: str, record: dict[str, Any]) -> Refusal | None:
    """The refusal that an error result with ``text`` tells, or None where the tool ran and failed."""
    head = text[:400]
    if head.startswith("Exit code "):
        return None
    if head.startswith(_REJECTED):
        reason, _, said = text.partition(_SAID)
        return Refusal("denied", reason.partition(". ")[0].strip(), said.partition(_NOTE)[0].strip())
    if head.startswith("<tool_use_error>"):
        reason = text.removeprefix("<tool_use_error>").removesuffix("</tool_use_error>").strip()
        return Refusal("cancelled" if reason.startswith(_CANCELLED) else "not_run", reason)
    if head.startswith(_INTERRUPTED):
        return Refusal("interrupted", head.partition("\n")[0])
    refused = record.get("toolDenialKind") or table(record.get("permissionDecision")).get("decision") == "reject"
    if refused or any(mark in head for mark in _NOT_GRANTED):
        return Refusal("denied", text, words(record.get("userFeedback")))
    return None
