"""Reading a Claude Code log: which records count, in which order, and an account of those that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from typing import Any, ClassVar, TypeAlias

from butler.capabilities.session_log.models import Entry, Thread
from butler.capabilities.session_log.reading.claude_heads import PASSED_TYPES, wanted
from butler.capabilities.session_log.reading.claude_story import Story
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.state import Part, give_back, keep

STATE_TYPES = frozenset({"summary", "custom-title", "ai-title", "permission-mode", "pr-link", "relocated"})
"""Records that only set a named state."""
TOLD_TYPES = frozenset({"user", "assistant", "system", "attachment", "queue-operation"})
"""Records that tell the story."""
_LOOK_AHEAD = 64
_MOST_HELD = 512
_Numbered: TypeAlias = tuple[int, dict[str, Any]]
_Teller: TypeAlias = Callable[[int, dict[str, Any]], Iterator[Entry]]


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
        for line, record in records(wanted(lines, self._receipt), self._receipt):
            if self._held is None:
                yield from self._told(line, record)
                continue
            self._held.append((line, record))
            thread = self._thread(record)
            if thread is not None:
                yield from self._decided(thread)

    def rest(self) -> Iterator[Entry]:
        """The entries that only the end of the log completes; the reader stays as it is."""
        twin = Reader(self._receipt)
        shared = {"tree"} if self._held is None else set()  # the tree of a long log is big, and is only asked
        kept = keep(self.parts)
        give_back(twin.parts, {name: part if name in shared else deepcopy(part) for name, part in kept.items()})
        yield from twin._end()

    def _end(self) -> Iterator[Entry]:
        if self._held is not None:
            yield from self._decided("subagent" if self._side_seen else "main")
        yield from self._story.end()
        if self._sidechain:
            self._receipt.note("log_sidechain", count=self._sidechain)
        if self._story.calls.orphans:
            self._receipt.note("log_orphans", count=self._story.calls.orphans)

    def _thread(self, record: dict[str, Any]) -> Thread | None:
        """Whether the log is a main one or a subagent's, once that can be told."""
        if self._held is not None and len(self._held) >= _MOST_HELD:
            return "subagent" if self._side_seen else "main"
        if record.get("type") not in ("user", "assistant"):
            return None
        if record.get("isSidechain") is not True:
            return "main"
        self._side_seen += 1
        return "subagent" if self._side_seen >= _LOOK_AHEAD else None

    def _decided(self, thread: Thread) -> Iterator[Entry]:
        """Tell what was held back."""
        held, self._held = self._held or [], None
        self._story.decide(thread)
        for line, record in held:
            yield from self._told(line, record)

    def _told(self, line: int, record: dict[str, Any]) -> Iterator[Entry]:
        story = self._story
        kind = record.get("type")
        tell = self._tellers.get(kind) if isinstance(kind, str) else None
        uuid = record.get("uuid")
        if tell is None:
            _left_out(kind, self._receipt)
        elif isinstance(uuid, str) and uuid and story.tree.is_copy(uuid):
            self._receipt.pass_over("copy of an earlier record")
        elif story.thread == "main" and record.get("isSidechain") is True:
            self._sidechain += 1
        else:
            yield from story.session.observe(line, record)
            yield from tell(line, record)


def entries(lines: Iterable[tuple[int, bytes]], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of a whole log, in file order."""
    reader = Reader(receipt)
    yield from reader.feed(lines)
    yield from reader.rest()


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
