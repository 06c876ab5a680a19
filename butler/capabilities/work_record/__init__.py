"""The work record room: live git state, work sessions, issues."""

from __future__ import annotations

from butler.capability import Capability


def _tools() -> type:
    from butler.capabilities.work_record.tools import WorkRecordTools

    return WorkRecordTools


CAPABILITY = Capability("work_record", "Shows live git state, keeps work sessions, lists and reads issues.", _tools)
