"""Which lines of a Claude Code log are worth parsing: decided by the head of the line, and only where that is safe.

A record's own ``type`` can be told from its first bytes in two shapes: it is the first key, or it stands before any
nested object. A quote inside a JSON string is always escaped, so an unescaped ``"type":"progress"`` that no ``{``
precedes is the record's own type. Lines that may hold more than one record, or that do not end like one, are parsed
all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

_PASSED = frozenset(
    {
        b"agent-color",
        b"agent-name",
        b"agent-setting",
        b"api-request",
        b"api-request-blob",
        b"api-request-resumed",
        b"api-request-shape",
        b"artifact-autoreact-ledger",
        b"artifact-comment-monitor",
        b"atis-latch",
        b"attribution-snapshot",
        b"bridge-session",
        b"content-replacement",
        b"continued-in",
        b"cost-state",
        b"derived-from",
        b"dev-mods",
        b"ended-by-model",
        b"file-history-delta",
        b"file-history-snapshot",
        b"fork-context-ref",
        b"frame-link",
        b"history-suppression",
        b"host-row",
        b"hybrid-organization",
        b"isolation-latch",
        b"last-prompt",
        b"memory-mode",
        b"mode",
        b"observer-ref",
        b"progress",
        b"repl-mode",
        b"resume-head-vouch",
        b"session-owner",
        b"tag",
        b"tools-used",
        b"worktree-state",
    }
)
PASSED_TYPES = frozenset(name.decode() for name in _PASSED)
"""Record types that no handover needs (the table of the 2.1.332 client; ``progress`` ended with 2.1.79)."""
STATE_TYPES = frozenset({"summary", "custom-title", "ai-title", "permission-mode", "pr-link", "relocated"})
"""Records that only set a named state."""
TOLD_TYPES = frozenset({"user", "assistant", "system", "attachment", "queue-operation"})
"""Records that tell the story."""
_PASSED_ATTACHMENTS = frozenset(
    {
        b"agent_listing_delta",
        b"companion_intro",
        b"deferred_tools_delta",
        b"environment",
        b"hook_additional_context",
        b"hook_success",
        b"invoked_skills",
        b"mcp_instructions_delta",
        b"model",
        b"prompt_snapshot",
        b"remote_session_change",
        b"session_context",
        b"silent_turn_reminder",
        b"skill_listing",
        b"total_tokens_reminder",
    }
)
_RECORD_STARTS = (b'{"parentUuid"', b'{"type":"user"', b'{"type":"assistant"')
_HEAD = 1200
_TYPE = b'"type":"'
_TOLD = (b"user", b"assi", b"mess")  # a message before the record's own type: no passed type has one
_TYPE_FIRST = (b'{"type":"', b'{"type": "')
_PROGRESS = b'"type":"progress"'
_OF_AN_AGENT = b'"agent_progress"'
_WORK = (
    b'"name":"Write"', b'"name":"Edit"', b'"name":"MultiEdit"', b'"name":"NotebookEdit"', b"git commit", b"git push",
    b"created successfully", b"updated successfully", b"overwritten successfully", b"has been updated", b" file changed",
    b" files changed", b"git status", b"On branch ", b"gh pr create", b"/pull/", b'"is_error":true',
)  # fmt: skip
"""What stands in the progress of a subagent that changes something or asks git for it, or in the answer to that."""
_ATTACHMENT = b'"attachment":{"type":"'


def wanted(lines: Iterable[tuple[int, bytes]], receipt: ReceiptBuilder) -> Iterator[tuple[int, bytes]]:
    """The lines that must be parsed; the others are told to ``receipt`` as passed over."""
    for numbered in lines:
        line = numbered[1]
        at = line.find(_TYPE, 1, _HEAD) + len(_TYPE)
        if line[at : at + 4] in _TOLD:
            yield numbered
            continue
        kind = passed_type(line)
        if kind is None or not _is_one_whole_record(line) or (kind == "progress" and _is_work(line)):
            yield numbered
        else:
            receipt.pass_over(kind)


def passed_type(line: bytes) -> str | None:
    """The type of a record that no handover needs, or None where the line must be parsed."""
    if line.startswith(_TYPE_FIRST):
        start = 9 if line[8] == 34 else 10
        name = line[start : line.find(b'"', start, start + 60)]
        return name.decode() if name in _PASSED else None
    at = line.find(_ATTACHMENT, 1, 260)
    if at > 0:
        start = at + len(_ATTACHMENT)
        name = line[start : line.find(b'"', start, start + 60)]
        return "attachment" if name in _PASSED_ATTACHMENTS and line.find(b"{", 1, at) < 0 else None
    at = line.find(_PROGRESS, 1, _HEAD)
    return "progress" if at > 0 and line.find(b"{", 1, at) < 0 else None


def _is_work(line: bytes) -> bool:
    """Whether a progress record may tell of a subagent that changed something."""
    return _OF_AN_AGENT in line and any(mark in line for mark in _WORK)


def _is_one_whole_record(line: bytes) -> bool:
    """Whether the line looks like exactly one complete record (a doubtful line is parsed instead)."""
    return (
        line[:1] == b"{"
        and line[-3:].rstrip().endswith(b"}")
        and line.find(b'}{"') < 0
        and not any(_begins_again(line, mark) for mark in _RECORD_STARTS)
    )


def _begins_again(line: bytes, mark: bytes) -> bool:
    """Whether the start of a record stands where no value of a record can begin (a cut line with another behind it)."""
    at = line.find(mark, 1)
    while at > 0:
        if line[at - 1] not in b":,[":
            return True
        at = line.find(mark, at + 1)
    return False
