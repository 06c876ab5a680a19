"""Issue ids, handover ids and file names, both ways.

``issue-49-20260603T004500Z-codex`` is the id of ``issue-49_20260603T004500Z_codex.md``; without an issue the first part
is ``project``. Stamps are UTC. Two in one second get ``-2``, ``-3`` after the stamp's client.
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime

from butler.errors import InvalidInput
from butler.records import dataclass

STAMP = "%Y%m%dT%H%M%SZ"
AUTO = "auto"
"""The folder of automatic documents, and what a reader calls the newest of them."""
_ISSUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_CLIENT = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_ID = re.compile(
    r"(?P<subject>project|issue-(?P<issue>[A-Za-z0-9][A-Za-z0-9_-]{0,63}?))"
    r"(?P<s1>[-_])(?P<stamp>\d{8}T\d{6}Z)(?P<s2>[-_])(?P<client>[a-z0-9]+(?:-[a-z0-9]+)*?)(?:-(?P<n>[2-9]|[1-9]\d{1,3}))?",
    re.ASCII,
)
_AUTO = re.compile(
    r"(?:project|issue-(?P<issue>[A-Za-z0-9_-]{1,64}))_(?P<client>[a-z0-9-]{1,32})_(?P<session>[A-Za-z0-9-]{1,64})\.md",
    re.ASCII,
)
_WINDOWS_RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}
_NOT_AN_ISSUE = {"latest"}

IssueId = int | str


def parse_issue_id(value: IssueId | None) -> IssueId | None:
    """``49``, ``"49"`` and ``"#49"`` are the issue 49; other ids match ``[A-Za-z0-9][A-Za-z0-9_-]{0,63}``.

    Returns an int for a number, else the id as given; None for None.

    Raises:
        InvalidInput: ``invalid_issue_id`` for anything else (paths, NUL, over-long, reserved names).
    """
    if value is None:
        return None
    if isinstance(value, bool):
        raise InvalidInput("invalid_issue_id")
    if isinstance(value, int):
        if not 0 <= value < 10**18:
            raise InvalidInput("invalid_issue_id")
        return value
    text = value.removeprefix("#")
    if _NUMBER.fullmatch(text):
        return int(text)
    if not _ISSUE.fullmatch(text) or text.lower() in _WINDOWS_RESERVED | _NOT_AN_ISSUE:
        raise InvalidInput("invalid_issue_id")
    return text


def client_name(raw: str | None) -> str:
    """A client's short name in ids: ``[a-z0-9-]``, at most 32 characters, else ``unknown``."""
    text = re.sub(r"[^a-z0-9]+", "-", (raw or "").lower()).strip("-")[:32].strip("-")
    text = re.sub(r"-(?=[0-9-]*$)", "", text)  # "-2" at the end of an id counts handovers of one second
    return text if _CLIENT.fullmatch(text) else "unknown"


@dataclass(frozen=True, slots=True)
class HandoverName:
    """The parts of a handover's id; ``number`` is 1, or 2, 3, ... for further ones in the same second."""

    issue: IssueId | None
    stamp: str
    client: str
    number: int = 1

    @property
    def subject(self) -> str:
        """``issue-49`` or ``project``."""
        return subject_of(self.issue)

    @property
    def id(self) -> str:
        """The handover_id."""
        return f"{self.subject}-{self.stamp}-{self.client}{self._suffix}"

    @property
    def file(self) -> str:
        """The snapshot's file name."""
        return f"{self.subject}_{self.stamp}_{self.client}{self._suffix}.md"

    @property
    def created(self) -> datetime:
        """The time in the stamp, UTC."""
        return datetime.fromisoformat(self.stamp)

    @property
    def _suffix(self) -> str:
        return "" if self.number == 1 else f"-{self.number}"


@dataclass(frozen=True, slots=True)
class AutoName(HandoverName):
    """The name of an automatic document: its session takes the place of the stamp, so that the next one has the same."""

    session: str = ""

    @property
    def id(self) -> str:
        """What a reader gives as ``handover_id``."""
        return f"{AUTO}-{self.subject}-{self.client}-{self.session}"

    @property
    def file(self) -> str:
        """The file, from the folder of handovers."""
        return f"{AUTO}/{self.subject}_{self.client}_{self.session}.md"


def auto_name(issue: IssueId | None, at: datetime, client: str, session: str) -> AutoName:
    """The name of the automatic document of a session for an issue (None: of the project), made at ``at``."""
    known = re.fullmatch(r"[A-Za-z0-9-]{1,64}", session, re.ASCII)
    text = session if known else hashlib.sha256(session.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return AutoName(issue, at.astimezone(UTC).strftime(STAMP), client_name(client), 1, text)


def parse_auto_file(file: str, at: datetime) -> AutoName | None:
    """The parts of the name of a file in ``auto/`` that tells that it was made at ``at``; None for any other file."""
    found = _AUTO.fullmatch(file)
    try:
        name = auto_name(parse_issue_id(found["issue"]), at, found["client"], found["session"]) if found else None
    except (InvalidInput, OverflowError):
        return None
    return name if name is not None and name.file == f"{AUTO}/{file}" else None


def subject_of(issue: IssueId | None) -> str:
    """``issue-49`` or ``project``: the first part of every name."""
    return "project" if issue is None else f"issue-{issue}"


def latest_file(issue: IssueId | None) -> str:
    """File name of the latest copy."""
    return f"{subject_of(issue)}_latest.md"


def name_handover(issue: IssueId | None, at: datetime, client: str, number: int = 1) -> HandoverName:
    """The name of a handover made at ``at`` (any offset; names hold UTC)."""
    return HandoverName(issue, at.astimezone(UTC).strftime(STAMP), client_name(client), number)


def parse_handover_id(text: str) -> HandoverName:
    """The parts of a handover_id.

    Raises:
        InvalidInput: ``invalid_handover_id`` when it is none.
    """
    name = _parse(text, "-")
    if name is None or name.id != text:
        raise InvalidInput("invalid_handover_id")
    return name


def parse_handover_file(file: str) -> HandoverName | None:
    """The parts of a snapshot's file name, or None for any other file (latest copies too)."""
    name = _parse(file.removesuffix(".md"), "_") if file.endswith(".md") else None
    return name if name is not None and name.file == file else None


def _parse(text: str, separator: str) -> HandoverName | None:
    found = _ID.fullmatch(text) if len(text) <= 160 else None
    if found is None or found["s1"] != separator or found["s2"] != separator:
        return None
    try:
        issue = parse_issue_id(found["issue"])
        name = HandoverName(issue, found["stamp"], found["client"], int(found["n"] or 1))
        _ = name.created
    except (InvalidInput, ValueError):
        return None
    return name if client_name(name.client) == name.client else None
