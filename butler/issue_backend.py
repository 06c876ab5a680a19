"""Issues: what one is, the port to wherever they are kept, and which source a project uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from butler.errors import InvalidInput
from butler.looking import is_folder
from butler.naming import IssueId
from butler.paths import CONFIG_FOLDER, Project
from butler.records import dataclass
from butler.settings import Settings

DEFAULT_FOLDER = f"{CONFIG_FOLDER}/issues"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment on an issue."""

    author: str
    at: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue as its source holds it; texts are foreign data. ``source`` names where it came from."""

    id: IssueId
    title: str
    state: str
    body: str
    source: str
    labels: tuple[str, ...] = ()
    url: str | None = None
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class UnreadableIssue:
    """One file (or record) that a list had to leave out: its plain name, the 1-based line and the key, if known, why."""

    file: str
    reason: str
    line: int | None = None
    key: str | None = None


class IssueList(list[Issue]):
    """Issues, and what could not be read beside them; a source may also list plain issues."""

    def __init__(self, issues: Iterable[Issue] = (), unreadable: Iterable[UnreadableIssue] = ()) -> None:
        super().__init__(issues)
        self.unreadable = tuple(unreadable)


class IssueSource(Protocol):
    """A place that keeps issues. Reading never changes anything."""

    name: str

    def read(self, issue_id: IssueId) -> Issue | None:
        """One issue; None when this source holds no texts at all (source ``none``).

        Raises:
            NotFound: ``issue_not_found`` with ``near`` (the nearest ids).
            Unreadable: ``issue_unreadable`` with the line and key.
        """

    def list(self, *, state: str | None = None, query: str | None = None) -> Sequence[Issue]:
        """All issues, by id; ``state`` must be equal, ``query`` occurs in id, title, labels or body (any case)."""


@dataclass(frozen=True, slots=True)
class IssueSourceKind:
    """How a source is opened: one module of ``butler.issue_sources`` (or a plugin) offers one as ``SOURCE``."""

    name: str
    open: Callable[[Project, str], IssueSource]


def open_issue_backend(settings: Settings, project: Project, kinds: Mapping[str, IssueSourceKind]) -> IssueSource:
    """The issue source of a project: the configured one, else ``.butler/issues`` where it exists, else ``none``.

    Raises:
        InvalidInput: ``issue_source_unknown`` names the known ones.
    """
    folder = settings.issue_folder or DEFAULT_FOLDER
    name = settings.issue_source
    if name is None:
        name = "markdown_folder" if settings.issue_folder or is_folder(project.root / folder) else "none"
    if name not in kinds:
        raise InvalidInput("issue_source_unknown", source=name, known=", ".join(sorted(kinds)))
    return kinds[name].open(project, folder)
