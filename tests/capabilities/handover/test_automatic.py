"""Reading and listing with automatic documents beside the snapshots."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.handover.automatic import MOST_KEPT, automatic_names, save_automatic
from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput, NotFound
from butler.house import House
from butler.naming import IssueId, auto_name

CODEX = Caller("codex")
LATE = datetime(2026, 6, 3, 5, tzinfo=UTC)
"""Two hours after the standing clock of the tests."""
DOCUMENT = """## METADATA

```yaml
format_version: 1
project: shop
source_brain: {client}
mode: auto
created_at: '{at}'
handover_id: {id}
session:
  agent: {client}
  id: {session}
```

## CURRENT_STATE

Words of {session}.
"""


def keep(
    house: House, session: str, *, issue: IssueId | None = None, at: datetime = LATE, client: str = "codex"
) -> str:
    name = auto_name(issue, at, client, session)
    facts = {"client": client, "at": at.isoformat(), "id": name.id, "session": session}
    assert save_automatic(house.project, name, DOCUMENT.format(**facts))
    return name.id


def read(house: House, caller: Caller = CODEX, **arguments: Any) -> dict[str, Any]:
    return HandoverTools(house).handover_read(caller, format="json", **arguments).data


def prepare(house: House, issue: IssueId | None = None) -> str:
    return HandoverTools(house).handover_prepare(CODEX, issue_id=issue, notes="next: go on").data["handover_id"]


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_snapshot_is_given_and_a_newer_automatic_document_named(house):
    snapshot, auto = prepare(house), keep(house, "s-1")
    answer = read(house)
    assert answer["handover_id"] == snapshot
    assert f'handover_read(handover_id="{auto}")' in answer["warnings"][0]
    assert "2026-06-03T05:00:00+00:00" in answer["warnings"][0]
    assert auto not in answer["others"]


@pytest.mark.parametrize("caller", [CODEX, Caller("codex", "s-1")])
def test_an_older_document_and_the_callers_own_are_not_named(house, caller):
    snapshot = prepare(house)
    keep(house, "s-1", at=LATE if caller.session_id else LATE - timedelta(days=1))
    answer = read(house, caller)
    assert answer["handover_id"] == snapshot and not any("automatic" in one for one in answer["warnings"])


def test_without_a_snapshot_the_automatic_document_is_given_and_said(house):
    auto = keep(house, "s-1")
    answer = read(house)
    assert answer["handover_id"] == auto and "There is no snapshot" in answer["warnings"][0]
    assert answer["snapshot_file"] == "session_logs/handover/auto/project_codex_s-1.md"
    assert "Words of s-1." in answer["snapshot"]
    assert not any("edited" in one or "latest" in one for one in answer["warnings"])


def test_one_is_asked_for_by_auto_or_by_its_id(house):
    prepare(house, 49)
    old, new = keep(house, "s-1", issue=49), keep(house, "s-2", at=LATE + timedelta(hours=1))
    assert read(house, handover_id="auto")["handover_id"] == new
    assert read(house, handover_id="auto", issue_id=49)["handover_id"] == old
    assert read(house, handover_id=old)["issue_id"] == 49
    with pytest.raises(InvalidInput) as refused:
        read(house, handover_id=old, issue_id=50)
    assert refused.value.code == "handover_arguments"
    with pytest.raises(NotFound) as missing:
        read(house, handover_id="auto-project-codex-nobody")
    assert missing.value.code == "automatic_not_found" and missing.value.facts["near"] == [new, old]


def test_the_brief_of_an_automatic_document_names_the_call_that_gives_it(house):
    auto = keep(house, "s-1", issue=49)
    text = HandoverTools(house).handover_read(CODEX, handover_id="auto", section="brief").data["snapshot"]
    assert f'handover_read(handover_id="{auto}")' in text


def test_a_newer_snapshot_is_told_to_the_reader_of_an_automatic_document(house):
    keep(house, "s-1", at=LATE - timedelta(days=1))
    snapshot = prepare(house)
    answer = read(house, handover_id="auto")
    assert any(snapshot in finding["text"] for finding in answer["freshness"] if finding["code"] == "newer")


def test_the_list_shows_them_apart(house):
    snapshot, auto = prepare(house), keep(house, "s-1", issue=49)
    answer = HandoverTools(house).handover_list(CODEX).data
    assert [row["handover_id"] for row in answer["handovers"]] == [snapshot] and answer["total"] == 1
    (row,) = answer["automatic"]
    assert row == {
        "handover_id": auto,
        "issue_id": 49,
        "brain": "codex",
        "created_at": "2026-06-03T05:00:00+00:00",
        "session": "s-1",
    }


def test_reading_and_listing_change_nothing_on_disk(house):
    prepare(house)
    keep(house, "s-1")
    before = files_below(house.project.root)
    for arguments in ({}, {"handover_id": "auto"}):
        read(house, **arguments)
    HandoverTools(house).handover_list(CODEX)
    assert files_below(house.project.root) == before


def test_a_snapshot_knows_nothing_of_automatic_documents(house):
    first = prepare(house)
    keep(house, "s-1")
    second = HandoverTools(house).handover_prepare(CODEX, notes="next: further").data
    assert second["previous"] == first
    assert "auto" not in (house.project.handovers / "index.json").read_text()


def test_damaged_documents_are_passed_over(house):
    keep(house, "s-1")
    folder = house.project.handovers / "auto"
    (folder / "project_codex_s-2.md").write_bytes(b"\xff\xfe")
    (folder / "project_codex_s-3.md").write_text("no document")
    (folder / "project_codex_s-4.md").symlink_to(folder / "project_codex_s-1.md")
    assert read(house, handover_id="auto")["handover_id"] == "auto-project-codex-s-1"


def test_the_oldest_go_when_there_are_too_many(house):
    for number in range(MOST_KEPT + 2):
        keep(house, f"s-{number}", at=LATE + timedelta(minutes=number))
    names = automatic_names(house.project)
    assert len(names) == MOST_KEPT
    assert names[-1].session == "s-2"


def test_a_link_in_the_place_of_the_folder_is_refused_before_anything_is_written(house):
    house.project.handovers.mkdir(parents=True)
    (house.project.handovers / "auto").symlink_to(house.project.root)
    with pytest.raises(ButlerError):
        keep(house, "s-1")
    assert [path.name for path in house.project.root.iterdir()] == ["session_logs"]
