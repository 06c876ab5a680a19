"""Folding a log, and of a long one that was folded before only what came since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from butler.capabilities.session_log.kept_readings import KeptReading, Reading
from butler.capabilities.session_log.kept_state import freeze
from butler.capabilities.session_log.opening import OpenLog
from butler.capabilities.session_log.reading.state import Kept
from butler.maids.session_log_worker import Fold

if TYPE_CHECKING:
    from butler.house import House

LONG = 20_000_000
"""Bytes; of a shorter log no reading is kept: reading it takes no longer than keeping it."""
KEPT_AGAIN = 4_000_000
"""New bytes after which a reading is kept anew: what keeping costs (secrets are looked for) is spread over so many."""


def fold_log(house: House, log: OpenLog) -> Fold:
    """The fold over all entries of ``log``, which was opened and not read yet.

    What is kept of a long log changes nothing but the time that this takes; so does its loss.

    Raises:
        Unreadable: see ``OpenLog.entries``.
    """
    fold = Fold()
    if log.can_go_on and log.size >= LONG:
        fold = _with_kept(house, log, fold)
    take = fold.take
    for entry in log.entries:
        take(entry)
    return fold


def _with_kept(house: House, log: OpenLog, fold: Fold) -> Fold:
    """The fold as it was kept (``log`` then goes on from there), else ``fold``; and it is kept anew where that is worth it."""
    keeper, offset = KeptReading(house, log.path, log.format.name, log.plain, log.size), 0
    kept = keeper.load()
    match kept:
        case Reading(start, {"fold": Fold() as found, "reader": dict(reader)}) if log.go_on(start, reader):
            fold, offset = found, start

    def keep(end: int, reader: Kept) -> None:
        if offset and end - offset < KEPT_AGAIN:
            return
        redactor = house.redactor()
        fold.spread.forget(redactor.is_clean)
        frozen = freeze({"fold": fold, "reader": reader}, redactor, lambda texts: keeper.places_of(texts, end))
        if frozen is not None:
            keeper.save(end, frozen)

    log.at_last_line(keep)
    return fold
