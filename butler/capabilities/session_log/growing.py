"""Folding a log, and of a long one that was folded before only what came since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from butler.capabilities.session_log import since
from butler.capabilities.session_log.kept_readings import KeptReading, Reading
from butler.capabilities.session_log.kept_state import freeze
from butler.capabilities.session_log.opening import OpenLog
from butler.capabilities.session_log.reading.state import Kept
from butler.maids.session_log_turns import TurnSoFar
from butler.maids.session_log_worker import Fold

if TYPE_CHECKING:
    from butler.house import House

KEPT_AGAIN = 4_000_000
"""New bytes after which a reading is kept anew: what keeping costs (secrets are looked for) is spread over so many."""


def fold_log(house: House, log: OpenLog) -> Fold:
    """The fold over all entries of ``log``, which was opened and not read yet.

    What is kept of a long log changes nothing but the time that this takes; so does its loss.

    Raises:
        Unreadable: see ``OpenLog.entries``.
    """
    if not (log.can_go_on and log.size >= since.LONG):
        fold = Fold()
        take = fold.take
        for entry in log.entries:
            take(entry)
        return fold
    fold, turn = _with_kept(house, log)
    for entry in log.entries:
        fold.take(entry)
        turn.take(entry)
    return fold


def _with_kept(house: House, log: OpenLog) -> tuple[Fold, TurnSoFar]:
    """The fold and the turn as they were kept (``log`` then goes on from there), else new ones; kept anew where that is worth it."""
    fold, turn, offset = Fold(), TurnSoFar(), 0
    keeper = KeptReading(house, log.path, log.format.name, log.plain, log.size)
    kept = keeper.load(2)
    match kept:
        case Reading(start, [{"turn": TurnSoFar() as told, "reader": dict(reader)}, Fold() as found]):
            if log.go_on(start, reader):
                fold, turn, offset = found, told, start

    def keep(end: int, reader: Kept) -> None:
        if offset and end - offset < KEPT_AGAIN:
            return
        redactor = house.redactor()
        fold.spread.forget(redactor.is_clean)
        parts = [{"turn": turn, "reader": reader}, fold]  # who only wants what came since needs no fold
        frozen = freeze(parts, redactor, lambda texts: keeper.places_of(texts, end))
        if frozen is not None:
            keeper.save(end, frozen)

    log.at_last_line(keep)
    return fold, turn
