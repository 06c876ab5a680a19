"""What a person typed while the agent was working, where the log may hold it only as a queue operation.

A queued text is written as ``enqueue``. It is delivered as a ``user`` line (after ``dequeue``), as an attachment
(after ``remove``, since 2.1.90), or, in older versions, as nothing at all but the ``remove``. So an enqueued text is
held until its delivery was seen, or could have been seen: delivery is written before the agent's next words.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple


class Queued(NamedTuple):
    """A queued text and where it was enqueued."""

    line: int
    at: str | None
    text: str


class Queue:
    """The texts that wait for their delivery, in the order in which they were typed."""

    STATE: ClassVar[tuple[str, ...]] = ("_waiting", "_told", "leaving")

    def __init__(self) -> None:
        self._waiting: dict[str, Queued] = {}
        self._told: set[str] = set()
        self.leaving = 0
        """How many texts left the queue and were not delivered yet."""

    def operation(self, line: int, at: str | None, name: str, text: str) -> None:
        """Take in one queue operation."""
        if name == "enqueue":
            if text.strip():
                self._waiting.setdefault(text.strip(), Queued(line, at, text.strip()))
        elif name == "popAll":  # taken back into the input line: what is sent after that is written again
            self._waiting.clear()
            self.leaving = 0
        else:
            self.leaving += 1
            if named := self._waiting.pop(text.strip(), None):  # newer clients say which one leaves
                self._waiting = {named.text: named, **self._waiting}

    def delivered(self, text: str, late: bool = False) -> bool:
        """Note that ``text`` came; True where a late delivery repeats what was told before.

        One delivery may join several queued texts, each on its own lines.
        """
        text = text.strip()
        framed = f"\n{text}\n"
        for waiting in [key for key in self._waiting if f"\n{key}\n" in framed]:
            del self._waiting[waiting]
            self.leaving -= 1
        if late and text in self._told:
            self._told.discard(text)
            return True
        return False

    def undelivered(self) -> list[Queued]:
        """Texts that left the queue and were not delivered by the time the agent speaks again."""
        if self.leaving <= 0:
            return []
        count, self.leaving = self.leaving, 0
        keys = list(self._waiting)[:count]
        self._told.update(keys)
        return [self._waiting.pop(key) for key in keys]

    def rest(self) -> list[Queued]:
        """Every text that still waits (at the end of the log)."""
        rest = list(self._waiting.values())
        self._waiting.clear()
        return rest
