"""An issue source with one issue."""

from butler.errors import NotFound
from butler.issue_backend import Issue, IssueSourceKind


class Weather:
    """The source."""

    name = "weather_issues"

    def read(self, issue_id):
        """The one issue."""
        if issue_id != 7:
            raise NotFound("issue_not_found", issue_id=issue_id, near=["7"])
        return Issue(7, "Rain", "open", "It rains.", self.name)

    def list(self, *, state=None, query=None):
        """The one issue."""
        return [self.read(7)]


SOURCE = IssueSourceKind("weather_issues", lambda project, folder: Weather())
