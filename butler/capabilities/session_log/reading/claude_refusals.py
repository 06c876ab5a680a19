"""Calls that did not run: refused by a person or a rule, cancelled with a sibling, or refused by the client itself.

Claude Code writes these as ordinary error results; only their wording (unchanged since 1.0) and, in newer versions,
``toolDenialKind`` tell them from a tool that ran and failed. An MCP server, a web page or a command can write that
wording too, so the words in it are the person's only where the client itself vouches for them (``_vouched``).
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
_OWN_TEXT = frozenset(
    {
        *("Edit", "MultiEdit", "Write", "NotebookEdit", "Update", "TodoWrite"),
        *("TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "AskUserQuestion", "ExitPlanMode"),
    }
)
"""Tools whose error text is the client's own: nothing foreign stands at its beginning."""
_SHELLS = frozenset({"Bash", "PowerShell"})
_EXIT_CODE_FIRST = (2, 1, 0)
"""The version since which the client writes the exit code before whatever a failed command printed."""
_DENIALS_MARKED = (2, 1, 332)
"""A version that is known to mark each denial beside its text: from it on, no mark means no denial of a shell call."""
_INTERRUPTED = ("[Request interrupted by user", "<error>Command was aborted", "The user interrupted")


class Refusal(NamedTuple):
    """Why a call did not run, and what the person said with it."""

    kind: Literal["denied", "cancelled", "not_run", "interrupted"]
    reason: str
    words: str = ""


def refusal_of(tool: str, text: str, record: dict[str, Any]) -> Refusal | None:
    """The refusal that an error result of ``tool`` with ``text`` tells, or None where the tool ran and failed."""
    head = text[:400]
    if head.startswith("Exit code "):
        return None
    if head.startswith(_REJECTED):
        return _rejected(tool, text, record)
    if head.startswith("<tool_use_error>"):
        reason = text.removeprefix("<tool_use_error>").removesuffix("</tool_use_error>").strip()
        return Refusal("cancelled" if reason.startswith(_CANCELLED) else "not_run", reason)
    if head.startswith(_INTERRUPTED):
        return Refusal("interrupted", head.partition("\n")[0])
    refused = record.get("toolDenialKind") or table(record.get("permissionDecision")).get("decision") == "reject"
    if refused or any(mark in head for mark in _NOT_GRANTED):
        return Refusal("denied", text, words(record.get("userFeedback")))
    return None


def _rejected(tool: str, text: str, record: dict[str, Any]) -> Refusal:
    """A call that says that the person declined it; words that nobody vouches for stay in the tool's text."""
    reason, _, said = text.partition(_SAID)
    if said and not _vouched(tool, record):
        return Refusal("denied", text.partition(_NOTE)[0].strip())
    return Refusal("denied", reason.partition(". ")[0].strip(), said.partition(_NOTE)[0].strip())


def _vouched(tool: str, record: dict[str, Any]) -> bool:
    """Whether the words in a rejected call are the person's: a mark of the client beside the text says so, or the
    text can only be the client's and no such mark speaks against it."""
    kind = record.get("toolDenialKind")
    if kind:
        return kind == "user-rejected" or record.get("holdsPersonsWords") is True
    decision = table(record.get("permissionDecision"))
    if decision:
        return decision.get("decision") == "reject" and decision.get("source") in (None, "user_reject")
    return tool in _OWN_TEXT or (tool in _SHELLS and _EXIT_CODE_FIRST <= _version(record) < _DENIALS_MARKED)


def _version(record: dict[str, Any]) -> tuple[int, ...]:
    """The numbers of the client's version; empty where the record has none."""
    return tuple(
        int(part) for part in words(record.get("version")).split(".")[:3] if part.isdecimal() and len(part) < 9
    )
