"""No issue source: ids are still good for names, but there are no texts."""

from __future__ import annotations

from butler.issue_backend import Issue, IssueList, IssueSourceKind
from butler.naming import IssueId
from butler.paths import Project


class NoIssues:
    """Knows no issue and refuses no id."""

    name = "none"

    def read(self, issue_id: IssueId) -> Issue | None:
        """None: this source holds no texts."""
        return None

    def list(self, *, state: str | None = None, query: str | None = None) -> IssueList:
        """Nothing."""
        return IssueList()


def _open(project: Project, folder: str) -> NoIssues:
    return NoIssues()


SOURCE = IssueSourceKind("none", _open)
