"""Reading a Claude Code log: which records count, in which order, and an account of those that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias

from butler.capabilities.session_log.models import Entry, Thread
from butler.capabilities.session_log.reading.claude_heads import PASSED_TYPES, wanted
from butler.capabilities.session_log.reading.claude_story import Story
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

STATE_TYPES = frozenset({"summary", "custom-title", "ai-title", "permission-mode", "pr-link", "relocated"})
"""Records that only set a named state."""
TOLD_TYPES = frozenset({"user", "assistant", "system", "attachment", "queue-operation"})
"""Records that tell the story."""
_LOOK_AHEAD = 64
_MOST_HELD = 512
_Numbered: TypeAlias = tuple[int, dict[str, Any]]
_Teller: TypeAlias = Callable[[int, dict[str, Any]], Iterator[Entry]]


def entries(lines: Iterable[tuple[int, bytes]], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of a log, in file order; a call stands where its result was written, with the line of the call.

    A log without any main record is read as that of a subagent. Lines that cannot be read, records of unknown type
    and those that were left out are told to ``receipt``.
    """
    thread, stream = _thread_of(records(wanted(lines, receipt), receipt))
    story = Story(thread, receipt.unknown)
    tellers = _tellers(story)
    sidechain = 0
    for line, record in stream:
        kind = record.get("type")
        tell = tellers.get(kind) if isinstance(kind, str) else None
        uuid = record.get("uuid")
        if tell is None:
            _left_out(kind, receipt)
        elif isinstance(uuid, str) and uuid and story.tree.is_copy(uuid):
            receipt.pass_over("copy of an earlier record")
        elif thread == "main" and record.get("isSidechain") is True:
            sidechain += 1
        else:
            yield from story.session.observe(line, record)
            yield from tell(line, record)
    yield from story.end()
    if sidechain:
        receipt.note("log_sidechain", count=sidechain)
    if story.calls.orphans:
        receipt.note("log_orphans", count=story.calls.orphans)


def _tellers(story: Story) -> dict[str, _Teller]:
    """What tells each type of record."""
    return {
        "user": story.user,
        "assistant": story.assistant,
        "system": story.system,
        "attachment": story.attachment,
        "queue-operation": story.queue_operation,
        **dict.fromkeys(STATE_TYPES, story.session.state),
    }


def _left_out(kind: object, receipt: ReceiptBuilder) -> None:
    """Count a record that tells nothing."""
    if isinstance(kind, str) and kind in PASSED_TYPES:
        receipt.pass_over(kind)
    else:
        receipt.unknown(kind)


def _thread_of(stream: Iterator[_Numbered]) -> tuple[Thread, Iterator[_Numbered]]:
    """Whether the log is a main one or a subagent's, and the stream as it was.

    Main logs of 2.0 may begin with the sidechain of a warm-up, so some records are looked at before deciding.
    """
    seen: list[_Numbered] = []
    sidechain = 0
    for numbered in stream:
        seen.append(numbered)
        record = numbered[1]
        if len(seen) >= _MOST_HELD:
            break
        if record.get("type") not in ("user", "assistant"):
            continue
        if record.get("isSidechain") is not True:
            return "main", chain(seen, stream)
        sidechain += 1
        if sidechain >= _LOOK_AHEAD:
            break
    return ("subagent" if sidechain else "main"), chain(seen, stream)
