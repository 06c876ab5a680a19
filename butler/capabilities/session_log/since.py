"""The entries of a log after some line, read from where a reading was kept: a long log need not be read for its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from butler.capabilities.session_log.models import Entry
from butler.capabilities.session_log.opening import OpenLog
from butler.maids.session_log_turns import TurnSoFar

if TYPE_CHECKING:
    from butler.house import House

LONG = 20_000_000
"""Bytes; of a shorter log no reading is kept: reading it takes no longer than keeping it."""


def entries_since(
    house: House, log: OpenLog, is_before: Callable[[TurnSoFar], bool]
) -> tuple[Iterable[Entry], TurnSoFar | None]:
    """The entries of ``log``, which was opened and not read yet; of a long one those behind a kept reading alone.

    Args:
        house: whose readings are asked.
        log: the log.
        is_before: whether nothing of what a kept reading has read is wanted.

    Returns:
        The entries, and what those that are left out tell (None: none is).
    """
    if log.can_go_on and log.size >= LONG:
        from butler.capabilities.session_log.kept_readings import KeptReading, Reading  # late: few logs are so long

        kept = KeptReading(house, log.path, log.format.name, log.plain, log.size).load(1)
        match kept:
            case Reading(offset, [{"turn": TurnSoFar() as turn, "reader": dict(reader)}]) if is_before(turn):
                if log.go_on(offset, reader):
                    return log.entries, turn
    return log.entries, None
