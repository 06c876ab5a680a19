"""The log's commits, looked up in the repository as it is now."""

from __future__ import annotations

from butler.capabilities.handover.models import LogSource
from butler.capabilities.session_log.facts import Facts
from butler.capabilities.work_record.models import WorkState
from butler.git import Git
from butler.maids.handover_commits import beside_git
from butler.process import Later
from butler.work_record_backend import commits_now


def with_commits_looked_up(
    facts: Facts | None, log: LogSource, work: WorkState, opened: Later[Git] | None
) -> Facts | None:
    """The facts with what git has of their commits; as they are where there is no git or the log belongs to another folder."""
    if facts is None or opened is None or log.other_folder:
        return facts
    hashes = sorted({one.hash for one in facts.commits if one.hash and not one.undone})
    known = (*(work.git.commits_since or ()), *work.git.recent) if work.git is not None else ()
    return beside_git(facts, commits_now(opened, hashes), {one.subject for one in known})
