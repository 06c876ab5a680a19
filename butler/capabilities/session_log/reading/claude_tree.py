"""The parent chain of a Claude Code log, used for two things only: copies, and prompts that a person took back.

Following ``parentUuid`` loses parallel tool results and everything after a parent that was never written, so the
story is told in file order. A copied line has the uuid of its original. A prompt whose parent stands before an
earlier prompt was typed after going back: what came between stands on an abandoned branch.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

Key: TypeAlias = int | str
_LENGTH = 36


class Tree:
    """Remembers, for each record read, how many prompts its branch held (one number of its own per record, and one shared)."""

    STATE: ClassVar[tuple[str, ...]] = ("_prompts_at", "_prompts", "_siblings", "_held")

    def __init__(self) -> None:
        self._prompts_at: dict[Key, int] = {}
        self._prompts: list[int] = []
        self._siblings: dict[Key, int] = {}
        self._held = 0

    def is_copy(self, uuid: str) -> bool:
        """Whether a record with this uuid was read before; remembers it otherwise."""
        try:
            key: Key = int(uuid.replace("-", ""), 16) if len(uuid) == _LENGTH else uuid
        except ValueError:
            key = uuid
        known = self._prompts_at
        count = len(known)
        known.setdefault(key, self._held)
        return len(known) == count

    def holds(self, uuid: str) -> bool:
        """Whether a record with this uuid was read."""
        return key_of(uuid) in self._prompts_at

    def prompt(self, line: int, uuid: str, parent: str) -> int | None:
        """Add a prompt; the line where the branch that it abandons began, or None where it abandons nothing."""
        place = self._place(parent)
        abandoned = self._prompts[place] if place < len(self._prompts) else None
        del self._prompts[place:]
        self._prompts.append(line)
        if parent:
            self._siblings.setdefault(key_of(parent), place)
        self._held = self._prompts_at[key_of(uuid)] = len(self._prompts)
        return abandoned

    def _place(self, parent: str) -> int:
        """How many prompts of the present branch stand before a prompt with this parent."""
        present = len(self._prompts)
        if not parent:
            return present
        key = key_of(parent)
        place = self._siblings.get(key)
        if place is None:
            place = self._prompts_at.get(key, present)
        return min(place, present)


def key_of(uuid: str) -> Key:
    """A uuid as the number that it spells (half the memory of its text); any other id as it is."""
    if len(uuid) != _LENGTH:
        return uuid
    try:
        return int(uuid.replace("-", ""), 16)
    except ValueError:
        return uuid
