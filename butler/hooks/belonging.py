"""Whether a kept document belongs to where a session starts: by issue, else by the branch it was written on. Pure."""

from __future__ import annotations

import re

from butler.naming import IssueId
from butler.records import dataclass

_IN_BRANCH = (
    re.compile(r"(?:^|[/_-])(?:issues?|gh|bug|ticket)[-_/#]?([0-9]{1,9})(?=$|[-_/.])", re.IGNORECASE),
    re.compile(r"(?:^|/)#?([0-9]{1,9})(?=[-_])"),
    re.compile(r"(?:^|[/_-])([A-Z][A-Z0-9]{1,9}-[0-9]{1,9})(?=$|[-_/.])"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where work is done: the issue it is about and the branch, both None where nobody knows."""

    issue: IssueId | None = None
    branch: str | None = None

    @property
    def subject(self) -> str | None:
        """The issue, else the one that the branch's name tells, in small letters."""
        if self.issue is not None:
            return str(self.issue).lower()
        found = next((hit for pattern in _IN_BRANCH if (hit := pattern.search(self.branch or ""))), None)
        return found[1].lower() if found else None


def belongs(document: Place, here: Place) -> bool:
    """Whether a document written at one place is told to a session that starts at another.

    One without an issue is everybody's. One of an issue belongs to the sessions of that issue; where a session's issue is
    not known, to those on the branch that it was written on.
    """
    theirs, ours = document.subject, here.subject
    if theirs is None or ours is not None:
        return theirs in {None, ours}
    return None in {document.branch, here.branch} or document.branch == here.branch
