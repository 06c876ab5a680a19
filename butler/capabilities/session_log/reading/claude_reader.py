"""Reading a Claude Code log: which records count, in which order, and an account of those that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, TypeAlias

from butler.capabilities.session_log.models import Entry, Thread
from butler.capabilities.session_log.reading.claude_heads import PASSED_TYPES, STATE_TYPES, wanted
from butler.capabilities.session_log.reading.claude_session import envelope
from butler.capabilities.session_log.reading.claude_story import Story
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import Part

_LOOK_AHEAD = 64
_MOST_HELD = 512
_Numbered: TypeAlias = tuple[int, dict[str, Any]]
_Teller: TypeAlias = Callable[[int, dict[str, Any], list[Entry]], None]


class Reader:
    """Reads the records of one log in file order; a call is told where its result was written, with the line of the call.

    A log without any main record is read as that of a subagent: main logs of 2.0 may begin with the sidechain of a
    warm-up, so some records are held back until that is decided. Lines that cannot be read, records of unknown type and
    those that were left out are told to ``receipt``.
    """

    STATE: ClassVar[tuple[str, ...]] = ("_held", "_side_seen", "_sidechain")

    def __init__(self, receipt: ReceiptBuilder) -> None:
        self._receipt = receipt
        self._story = Story(receipt.unknown)
        self._tellers = _tellers(self._story)
        self._held: list[_Numbered] | None = []
        self._side_seen = 0
        self._sidechain = 0

    @property
    def parts(self) -> dict[str, Part]:
        """Whatever remembers something between two lines."""
        return {"reader": self, **self._story.parts}

    def feed(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[Entry]:
        """The entries that these lines complete."""
        out: list[Entry] = []
        tell = self._tell
        for line, record in records(wanted(lines, self._receipt), self._receipt):
            if self._held is None:
                tell(line, record, out)
            else:
                self._hold(line, record, out)
            if out:
                yield from out
                out.clear()

    def end(self) -> list[Entry]:
        """The entries that only the end of the log completes; nothing may be read afterwards."""
        out: list[Entry] = []
        if self._held is not None:
            self._decided("subagent" if self._side_seen else "main", out)
        self._story.end(out)
        if self._sidechain:
            self._receipt.note("log_sidechain", count=self._sidechain)
        if self._story.calls.orphans:
            self._receipt.note("log_orphans", count=self._story.calls.orphans)
        return out

    def _hold(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """Hold a record back, until it can be told whether the log is a main one or a subagent's."""
        held = self._held if self._held is not None else []
        held.append((line, record))
        if len(held) >= _MOST_HELD:
            self._decided("subagent" if self._side_seen else "main", out)
        elif record.get("type") in ("user", "assistant"):
            if record.get("isSidechain") is not True:
                self._decided("main", out)
                return
            self._side_seen += 1
            if self._side_seen >= _LOOK_AHEAD:
                self._decided("subagent", out)

    def _decided(self, thread: Thread, out: list[Entry]) -> None:
        """Tell what was held back."""
        held, self._held = self._held or [], None
        self._story.decide(thread)
        for line, record in held:
            self._tell(line, record, out)

    def _tell(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        story = self._story
        kind = record.get("type")
        tell = self._tellers.get(kind) if isinstance(kind, str) else None
        uuid = record.get("uuid")
        if tell is None:
            _left_out(kind, self._receipt)
        elif isinstance(uuid, str) and uuid and story.tree.is_copy(uuid):
            self._receipt.pass_over("copy of an earlier record")
        elif record.get("isSidechain") is True and story.thread == "main":
            self._sidechain += 1
        else:
            if kind == "progress":
                self._receipt.pass_over(kind)
            if envelope(record) != story.session.seen:
                story.session.observe(line, record, out)
            tell(line, record, out)


def entries(lines: Iterable[tuple[int, bytes]], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of a whole log, in file order."""
    reader = Reader(receipt)
    yield from reader.feed(lines)
    yield from reader.end()


def _tellers(story: Story) -> dict[str, _Teller]:
    """What tells each type of record."""
    return {
        "user": story.user,
        "assistant": story.assistant,
        "system": story.system,
        "attachment": story.attachment,
        "queue-operation": story.queue_operation,
        "progress": story.progress,
        **dict.fromkeys(STATE_TYPES, story.session.state),
    }


def _left_out(kind: object, receipt: ReceiptBuilder) -> None:
    """Count a record that tells nothing."""
    if isinstance(kind, str) and kind in PASSED_TYPES:
        receipt.pass_over(kind)
    else:
        receipt.unknown(kind)
