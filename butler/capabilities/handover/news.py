"""Whether a handover has anything new over the newest one, when both are of one session. Looking changes nothing.

What cannot be known (the index was lost, the file was edited, the log was rewritten) counts as new: a handover that says
"nothing new" must be right.
"""

from __future__ import annotations

from pathlib import Path

from butler.capabilities.handover.backend import FoundHandover, Library
from butler.capabilities.handover.fingerprints import NO_NOTES, Hasher, said_digest, work_now
from butler.capabilities.handover.models import Materials
from butler.capabilities.session_log.backend import entries_since, open_log
from butler.capabilities.work_record.models import GitState
from butler.errors import ButlerError
from butler.house import House
from butler.maids.freshness_worker import Then, account
from butler.maids.handover_news import only_own_calls

LOG_LIMIT = 64 * 1024 * 1024
"""Bytes of a log that is read once more for what came since; a longer one counts as new."""
GROWN_LIMIT = 1024 * 1024
"""Bytes by which a log may have grown: our own answers are far smaller."""


def nothing_new_since(house: House, library: Library, materials: Materials, log: Path | None) -> str | None:
    """The id of the newest handover of the same subject, where it is of this session and nothing is new since; else None.

    Args:
        house, library: of this call.
        materials: what the new handover is made of.
        log: the file that the facts were read from.
    """
    name = library.newest(materials.meta.issue_id)
    session = materials.facts.session.session_id if materials.facts is not None else None
    if name is None or log is None or session is None:
        return None
    try:
        found = library.open(name)
        then = account(found.text)
        same = (
            then.session_id == session
            and found.entry.edited is False
            and then.based_on == materials.meta.based_on
            and _same_words(found, materials)
            and _same_task(then, materials)
            and _same_work(house, found, then, materials.work.git)
            and _same_log(house, then, materials, log)
        )
    except ButlerError:
        return None
    return name.id if same else None


def words_digest(materials: Materials) -> str:
    """The short hashes of what people and agents wrote beside the log: issue, notes, marks."""
    issue = materials.issue
    texts: tuple[str, ...] = ()
    if issue is not None:
        texts = (issue.title, issue.state, issue.body, *(f"{one.author}\0{one.text}" for one in issue.comments))
    return said_digest(
        texts,
        [] if materials.notes is None else [materials.notes.text],
        [f"{mark.line}\0{mark.writer}\0{mark.text}" for mark in materials.marks],
    )


def _same_words(found: FoundHandover, materials: Materials) -> bool:
    """Whether the issue and the marks are the same, and no note came that the other has not."""
    kept, now = found.entry.said, words_digest(materials).split(".")
    if kept is None:
        return False
    issue, notes, marks = kept.split(".")
    return (issue, marks) == (now[0], now[2]) and now[1] in (notes, NO_NOTES)


def _same_task(then: Then, materials: Materials) -> bool:
    history = materials.task
    if history is None or then.task_revision is None:
        return history is None and then.task_id is None
    from butler.capabilities.journal.backend import moved_on

    return history.task.task_id == then.task_id and not moved_on(history, then.task_revision)


def _same_work(house: House, found: FoundHandover, then: Then, git: GitState | None) -> bool:
    if git is None or not then.git:
        return git is None and not then.git
    if (git.head, git.branch) != (then.head, then.branch) or then.dirty not in (git.dirty, None):
        return False
    kept = found.entry.work
    return then.dirty is git.dirty is False or (
        kept is not None and work_now(house.project.git_top, git, Hasher()) == kept
    )


def _same_log(house: House, then: Then, materials: Materials, log: Path) -> bool:
    """Whether the log is the same file, as long as then or longer by our own calls alone."""
    receipt = materials.log.receipt
    if receipt is None or materials.log.path != then.log:
        return False
    grown = receipt.bytes - then.log_bytes
    if grown == 0:
        return True
    if not 0 < grown <= GROWN_LIMIT or receipt.bytes > LOG_LIMIT:
        return False
    with open_log(house, log) as opened:
        entries, before = entries_since(house, opened, lambda turn: turn.end <= then.last_line)
        return only_own_calls(entries, then.last_line, before)
