"""Issues as Markdown files in one folder of the project (``.butler/issues`` unless configured otherwise).

Only plain ``*.md`` files directly in the folder count; ``README.md`` and names with a leading dot do not. Links are refused:
a repository must not show files from elsewhere. The format stands in `butler.maids.markdown_issue_worker`.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from butler.errors import ButlerError, NotFound, Refused, Unreadable
from butler.issue_backend import Issue, IssueList, IssueSourceKind, UnreadableIssue
from butler.maids.markdown_issue_worker import IssueProblem, issue_id, parse_issue
from butler.naming import IssueId
from butler.paths import Project
from butler.storage import read_bytes

MAX_FILES = 10_000
MAX_BYTES = 1024 * 1024
"""Of one issue; GitHub's own limit for a body is 65,536 characters."""

_NEAR = 5


class MarkdownFolder:
    """The issues of one folder."""

    name = "markdown_folder"

    def __init__(self, root: Path, folder: str) -> None:
        self._root = root
        self._folder = root / folder
        self._shown = folder

    def read(self, issue_id: IssueId) -> Issue:
        """The issue ``issue_id``.

        Raises:
            NotFound: ``issue_not_found`` with ``near``; ``issue_folder_missing``.
            Unreadable: ``issue_unreadable``, ``issue_id_twice``, ``issue_folder_too_large``; ``file_unreadable`` for a folder
                that may not be read.
            Refused: ``issue_folder_outside`` when the folder leads out of the project.
        """
        found: list[Path] = []
        others: list[IssueId] = []
        for file in self._files():
            own = _id_of(file)
            found += [file] if own == issue_id else []
            others += [own] if own is not None else []
        if not found:
            raise NotFound(
                "issue_not_found", issue_id=issue_id, near=", ".join(map(str, _nearest(issue_id, others))) or "-"
            )
        if len(found) > 1:
            names = ", ".join(file.name for file in found[:_NEAR])
            raise Unreadable("issue_id_twice", issue_id=issue_id, files=names)
        return _issue(found[0], self.name)

    def list(self, *, state: str | None = None, query: str | None = None) -> IssueList:
        """All issues by id, numbers first; files that cannot be read, or share an id, are named in ``unreadable``."""
        by_id: dict[IssueId, list[tuple[str, Issue]]] = defaultdict(list)
        unreadable: list[UnreadableIssue] = []
        for file in self._files():
            try:
                issue = _issue(file, self.name)
            except ButlerError as error:
                unreadable.append(_account(file, error))
            else:
                by_id[issue.id].append((file.name, issue))
        for own, group in by_id.items():
            if len(group) > 1:
                unreadable += [UnreadableIssue(name, f"the id {own} stands in {len(group)} files") for name, _ in group]
        issues = [group[0][1] for group in by_id.values() if len(group) == 1]
        chosen = (issue for issue in issues if _fits(issue, state, query))
        return IssueList(
            sorted(chosen, key=lambda issue: _order(issue.id)), sorted(unreadable, key=lambda item: item.file)
        )

    def _files(self) -> Sequence[Path]:
        try:
            folder = self._folder.resolve(strict=True)
            if not folder.is_relative_to(self._root):
                raise Refused("issue_folder_outside", folder=self._shown)
            names = sorted(entry.name for entry in folder.iterdir() if _counts(entry.name))
        except PermissionError as error:
            raise Unreadable("file_unreadable", what=self._shown, reason=error.strerror) from error
        except (OSError, RuntimeError) as error:
            raise NotFound("issue_folder_missing", folder=self._shown) from error
        if len(names) > MAX_FILES:
            raise Unreadable("issue_folder_too_large", folder=self._shown, count=len(names), limit=MAX_FILES)
        return [folder / name for name in names]


def _counts(name: str) -> bool:
    return name.endswith(".md") and not name.startswith(".") and name.lower() != "readme.md"


def _id_of(file: Path) -> IssueId | None:
    """The id of a file; that of its name where its content cannot be read, so that asking for it says why."""
    try:
        return issue_id(_content(file), file.stem)
    except ButlerError:
        pass
    except IssueProblem as problem:
        if problem.key == "id":
            return None
    try:
        return issue_id("", file.stem)
    except IssueProblem:
        return None


def _issue(file: Path, source: str) -> Issue:
    try:
        return parse_issue(_content(file), file.stem, source)
    except IssueProblem as problem:
        raise _unreadable(file, problem.reason, problem.line, problem.key) from problem


def _content(file: Path) -> str:
    try:
        return read_bytes(file, limit=MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(file, "not UTF-8", error.object.count(b"\n", 0, error.start) + 1, None) from error
    except ButlerError as error:
        raise _unreadable(file, error.message("en").rstrip("."), None, None) from error


def _unreadable(file: Path, reason: str, line: int | None, key: str | None) -> Unreadable:
    place = (f":{line}" if line else "") + (f" [{key}]" if key else "")
    return Unreadable("issue_unreadable", file=file.name, place=place, line=line, key=key, reason=reason)


def _account(file: Path, error: ButlerError) -> UnreadableIssue:
    return UnreadableIssue(file.name, error.facts["reason"], error.facts["line"], error.facts["key"])


def _fits(issue: Issue, state: str | None, query: str | None) -> bool:
    if state is not None and issue.state.casefold() != state.casefold():
        return False
    wanted = (query or "").casefold()
    return any(wanted in place.casefold() for place in (str(issue.id), issue.title, *issue.labels, issue.body))


def _order(own: IssueId) -> tuple[bool, int, str]:
    return (True, 0, own) if isinstance(own, str) else (False, own, "")


def _nearest(wanted: IssueId, known: Iterable[IssueId]) -> list[IssueId]:
    """Ids that look like ``wanted`` in any case; for a number without any, the numbers next to it."""
    by_text: dict[str, list[IssueId]] = defaultdict(list)
    for own in sorted(set(known), key=_order):
        by_text[str(own).casefold()].append(own)
    close = difflib.get_close_matches(str(wanted).casefold(), sorted(by_text), n=_NEAR, cutoff=0.5)
    if close or not isinstance(wanted, int):
        return [own for text in close for own in by_text[text]][:_NEAR]
    numbers = [own for group in by_text.values() for own in group if isinstance(own, int)]
    return sorted(sorted(numbers, key=lambda own: (abs(own - wanted), own))[:_NEAR])


def _open(project: Project, folder: str) -> MarkdownFolder:
    return MarkdownFolder(project.root, folder)


SOURCE = IssueSourceKind("markdown_folder", _open)
