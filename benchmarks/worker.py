"""One measured piece of work in a process of its own: ``python -m benchmarks.worker WHAT FILE``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from butler.capabilities.session_log.models import Entry


def floor(path: Path) -> int:
    """The floor: the standard library's ``json.loads`` on every line."""
    count = 0
    with path.open("rb", buffering=1 << 20) as file:
        for line in file:
            json.loads(line)
            count += 1
    return count


def orjson_floor(path: Path) -> int:
    """The deeper floor: ``orjson.loads`` on every line (only where orjson is installed)."""
    import orjson

    count = 0
    with path.open("rb", buffering=1 << 20) as file:
        for line in file:
            orjson.loads(line)
            count += 1
    return count


def read(path: Path) -> dict[str, int]:
    """Every entry that the reader gives, counted by kind."""
    return _read(path, gather=False)


def gather(path: Path) -> dict[str, int]:
    """Every entry, folded into facts."""
    return _read(path, gather=True)


def _read(path: Path, *, gather: bool) -> dict[str, int]:
    from collections import deque

    from butler.capabilities.session_log.models import Message
    from butler.capabilities.session_log.opening import open_log
    from butler.house import Start, hire_staff, open_house

    start = Start(environment={}, home=path.parent / "home", folder=path.parent, data_folder=path.parent / "data")
    person = 0

    def counted(entries: Iterable[Entry]) -> Iterator[Entry]:
        nonlocal person
        for entry in entries:
            person += type(entry) is Message and entry.speaker == "person"
            yield entry

    with open_log(open_house(start, hire_staff()), path) as log:
        if gather:
            from butler.maids.session_log_worker import gather as fold

            fold(counted(log.entries))
        else:
            deque(counted(log.entries), maxlen=0)
        return {**log.receipt.entries, "person": person, "skipped": log.receipt.skipped_count}


if __name__ == "__main__":
    work = {"floor": floor, "orjson": orjson_floor, "read": read, "gather": gather}[sys.argv[1]]
    print(json.dumps(work(Path(sys.argv[2]))))
