"""The journal under many writers, kills and failing system calls, with the history of every call checked afterwards.

    python -m tests.capabilities.journal.torture load --updates 8000 --processes 16 --threads 8
    python -m tests.capabilities.journal.torture writers
    python -m tests.capabilities.journal.torture kill --kills 1000
    python -m tests.capabilities.journal.torture faults
    python -m tests.capabilities.journal.torture busy --calls 200

Each prints its figures and ends with 1 when a promise was broken. ``writers`` is 16 processes with one writer each, 50 updates
each, on a journal of 64 KiB. The tests run shorter forms of the same.
"""

from tests.capabilities.journal.torture.calls import broken
from tests.capabilities.journal.torture.failing_calls import WRITING_CALLS, faults
from tests.capabilities.journal.torture.frozen_holder import busy
from tests.capabilities.journal.torture.kills import kill
from tests.capabilities.journal.torture.many_writers import load, ticker

__all__ = ["WRITING_CALLS", "broken", "busy", "faults", "kill", "load", "ticker"]
