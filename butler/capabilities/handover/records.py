"""What is kept about each saved handover: one entry of ``index.json``, and how it is read back.

Identity (id, file, issue) comes from the file's name, the rest from its METADATA; so the index can be rebuilt from the
files. Only ``sha256``, the hash as first written, and the fingerprints (``anchors``, ``work``, ``said``) cannot: when the
index was lost they are None, never guessed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from butler.capabilities.handover.fingerprints import Fingerprints
from butler.errors import ButlerError
from butler.maids.document_check import metadata
from butler.naming import HandoverName, IssueId, client_name, parse_handover_file, parse_handover_id
from butler.records import dataclass

INDEX_VERSION = 1
_LATER = ("anchors", "work", "said")
"""Fields that an index written before them does not have."""
_HEAD = re.compile(r"[0-9a-f]{7,64}", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One line of the index.

    ``sha256`` is the hash of the file as it was written, ``content_sha256`` the hash of the content that the other
    fields were read from: they differ when the file was edited after it was written. ``size`` is in bytes.
    """

    id: str
    file: str
    issue: IssueId | None
    brain: str
    created_at: str
    head: str | None
    sha256: str | None
    based_on: str | None
    previous: str | None
    size: int
    content_sha256: str
    anchors: str | None = None
    work: str | None = None
    said: str | None = None

    @property
    def fingerprints(self) -> Fingerprints:
        """The hashes of what the handover rested on when it was written."""
        return Fingerprints(self.anchors, self.work, self.said)

    @property
    def edited(self) -> bool | None:
        """Whether the file was edited after it was written; None when nobody knows."""
        return None if self.sha256 is None else self.sha256 != self.content_sha256

    @property
    def name(self) -> HandoverName:
        """The parts of the id."""
        return parse_handover_id(self.id)


@dataclass(frozen=True, slots=True)
class Index:
    """``index.json`` as it lies on disk: entries by file, and why they may not be used or written.

    ``state`` is ``good``, ``missing``, ``damaged`` (rebuilt by the next write) or ``newer`` (left alone).
    """

    entries: Mapping[str, IndexEntry]
    state: str = "good"


def digest(content: bytes) -> str:
    """SHA-256 of a file's content, hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def newest_first(names: Iterable[HandoverName]) -> list[HandoverName]:
    """Handovers by stamp, then number, then id, newest first; file times never count."""
    return sorted(names, key=lambda name: (name.stamp, name.number, name.id), reverse=True)


def read_entry(
    name: HandoverName,
    content: bytes,
    known: IndexEntry | None,
    *,
    sha256: str | None = None,
    fingerprints: Fingerprints = Fingerprints(),  # noqa: B008 (frozen)
) -> IndexEntry:
    """The entry of a snapshot's ``content``; what ``known`` was read from the same bytes is not read again.

    ``sha256`` and ``fingerprints`` are given by the writer of a new snapshot; otherwise only ``known`` can tell them.
    """
    seen = digest(content)
    if known is not None and known.content_sha256 == seen and known.size == len(content):
        return known
    facts = _metadata(content)
    git, client = facts.get("git"), facts.get("source_brain")
    rested = fingerprints if known is None else known.fingerprints
    return IndexEntry(
        id=name.id,
        file=name.file,
        issue=name.issue,
        brain=client_name(client) if isinstance(client, str) else name.client,
        created_at=_time(facts.get("created_at"), name),
        head=_matching(_HEAD, git.get("head") if isinstance(git, dict) else None),
        sha256=sha256 if known is None else known.sha256,
        based_on=_handover_id(facts.get("based_on")),
        previous=_handover_id(facts.get("previous")),
        size=len(content),
        content_sha256=seen,
        anchors=rested.anchors,
        work=rested.work,
        said=rested.said,
    )


def _metadata(content: bytes) -> Mapping[str, Any]:
    try:
        return metadata(content.decode("utf-8", "replace"))
    except ButlerError:
        return {}


def _matching(pattern: re.Pattern[str], value: object) -> str | None:
    return value if isinstance(value, str) and pattern.fullmatch(value) else None


def _handover_id(value: object) -> str | None:
    try:
        return parse_handover_id(value).id if isinstance(value, str) else None
    except ButlerError:
        return None


def _time(value: object, name: HandoverName) -> str:
    """The time with its offset as METADATA tells it, as long as it is the one in the name."""
    try:
        told = datetime.fromisoformat(value) if isinstance(value, str) else name.created
        same = told.astimezone(UTC).replace(microsecond=0) == name.created
    except (ValueError, OverflowError):
        same = False
    return str(value) if same and isinstance(value, str) else name.created.isoformat()


def dump_index(entries: Iterable[IndexEntry]) -> bytes:
    """``index.json``: one entry per line, oldest first, so that the same snapshots give the same bytes."""
    ordered = sorted(entries, key=lambda entry: (entry.name.stamp, entry.name.number, entry.id))
    lines = ",\n".join(json.dumps(asdict(entry), ensure_ascii=False) for entry in ordered)
    return f'{{"format_version": {INDEX_VERSION}, "handovers": [\n{lines}\n]}}\n'.encode()


def parse_index(content: bytes | None) -> Index:
    """What ``index.json`` says. Anything wrong with it makes it ``damaged`` as a whole: the files know better."""
    if content is None:
        return Index({}, "missing")
    try:
        value = json.loads(content)
        version, rows = value["format_version"], value["handovers"]
        if isinstance(version, int) and version > INDEX_VERSION:
            return Index({}, "newer")
        entries = {entry.file: entry for entry in map(_entry, rows)}
    except (ValueError, TypeError, KeyError, RecursionError, ButlerError):
        return Index({}, "damaged")
    return Index(entries)


def _entry(row: Mapping[str, Any]) -> IndexEntry:
    """One strict entry. Raises ValueError, TypeError, KeyError or ButlerError for anything that we did not write."""
    known = {field.name: row[field.name] for field in fields(IndexEntry) if field.name not in _LATER}
    entry = IndexEntry(**known | {name: row.get(name) for name in _LATER})
    name = parse_handover_file(entry.file)
    good = (
        name is not None
        and (entry.id, entry.issue) == (name.id, name.issue)
        and entry.brain == client_name(entry.brain)
        and entry.created_at == _time(entry.created_at, name)
        and entry.head == _matching(_HEAD, entry.head)
        and entry.sha256 == _matching(_SHA256, entry.sha256)
        and _matching(_SHA256, entry.content_sha256) is not None
        and (entry.based_on, entry.previous) == (_handover_id(entry.based_on), _handover_id(entry.previous))
        and type(entry.size) is int
        and entry.fingerprints.good
    )
    if not good:
        raise ValueError("not an index entry of ours")
    return entry
