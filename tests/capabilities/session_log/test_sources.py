"""Stories that begin in another file: forks and reverts by reference, forks by copy, parents archived, packed or gone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log.backend import SessionChoice, choose_session, list_sessions, open_log, open_source
from butler.capabilities.session_log.models import Message
from butler.capabilities.session_log.tools import SessionLogTools
from butler.capability import Caller
from butler.errors import NotFound
from butler.house import House

SHELL = Caller("command-line")
DAY = "2026-05-01"


def records_of(logs: Any, project: Path, number: int, asked: str, base: dict[str, Any] | None = None) -> list[Any]:
    records = logs.codex_records(project, number, DAY, asked)
    if base is not None:
        records[0]["payload"]["history_base"] = base
    return records


def rollout(logs: Any, name: str, records: list[Any], folder: str = "sessions/2026/05/01") -> Path:
    return logs.write(logs.home / ".codex" / folder / f"rollout-{DAY}T09-00-00-{name}.jsonl", records)


def base(logs: Any, number: int, path: Path, lines: int) -> dict[str, Any]:
    end = sum(map(len, path.read_bytes().splitlines(keepends=True)[:lines]))
    return {"thread_id": logs.uuid(number), "end_ordinal_exclusive": lines, "end_byte_offset": end}


@pytest.fixture
def parent(logs: Any, project: Path) -> Path:
    later = logs.codex_records(project, 1, DAY, "Only the parent went on")[1:]
    return rollout(logs, logs.uuid(1), [*records_of(logs, project, 1, "Begin the list"), *later])


@pytest.fixture
def child(logs: Any, project: Path, parent: Path) -> Path:
    return rollout(logs, logs.uuid(2), records_of(logs, project, 2, "Go on", base(logs, 1, parent, 6)))


def requests(log: Any) -> list[str]:
    return [entry.text for entry in log.entries if isinstance(entry, Message) and entry.speaker == "person"]


def first_source(house: House, path: Path) -> Any:
    with open_log(house, path) as log:
        return log.sources[0]


def test_a_fork_by_reference_names_its_parent_and_opens_only_what_it_took(
    house: House, parent: Path, child: Path
) -> None:
    with open_log(house, child) as log:
        assert requests(log) == ["Go on"]
        (source,) = log.sources
        assert log.receipt.parents_missing == ()
    assert (source.number, source.kind, source.path, source.last_line) == (2, "fork", str(parent), 6)
    with open_source(house, source) as earlier:
        assert requests(earlier) == ["Begin the list"]


def test_a_parent_in_the_archive_is_found(house: House, home: Path, parent: Path, child: Path) -> None:
    archive = home / ".codex" / "archived_sessions"
    archive.mkdir()
    shutil.move(parent, archive / parent.name)
    assert first_source(house, child).path == str(archive / parent.name)


def test_a_packed_parent_is_read_up_to_the_byte_of_its_text(house: House, logs: Any, parent: Path, child: Path) -> None:
    packed = logs.packed(parent)
    source = first_source(house, child)
    assert (source.path, source.last_line) == (str(packed), 6)
    with open_source(house, source) as earlier:
        assert requests(earlier) == ["Begin the list"]


def test_a_missing_parent_is_said_in_the_receipt(house: House, logs: Any, parent: Path, child: Path) -> None:
    parent.unlink()
    with open_log(house, child) as log:
        assert requests(log) == ["Go on"]
        assert log.receipt.parents_missing == (logs.uuid(1),)
        (source,) = log.sources
    with pytest.raises(NotFound) as refused:
        open_source(house, source)
    assert refused.value.code == "source_missing"


def test_a_parent_that_was_rewritten_since_is_cut_by_the_numbers_of_its_lines(
    house: House, parent: Path, child: Path
) -> None:
    parent.write_bytes(
        parent.read_bytes().replace(b'"ordinal": ', b'"ordinal":').replace(b"checked", b"checked and moved")
    )
    lines = [line.replace(b'"ordinal":', b'"ordinal":1') for line in parent.read_bytes().splitlines(keepends=True)[6:]]
    parent.write_bytes(b"".join([*parent.read_bytes().splitlines(keepends=True)[:6], *lines]))
    source = first_source(house, child)
    assert (source.problem, source.last_line) == ("", 6)
    with open_source(house, source) as earlier:
        assert requests(earlier) == ["Begin the list"]


def test_a_parent_that_was_rewritten_without_numbers_is_not_cut_in_the_middle_of_a_line(
    house: House, parent: Path, child: Path
) -> None:
    parent.write_bytes(parent.read_bytes().replace(b'"ordinal"', b'"number"').replace(b"checked", b"checked and moved"))
    assert first_source(house, child).problem == "changed"


def test_a_chain_is_followed_to_its_beginning(house: House, logs: Any, project: Path, child: Path) -> None:
    last = rollout(logs, logs.uuid(3), records_of(logs, project, 3, "And on", base(logs, 2, child, 6)))
    with open_log(house, last) as log:
        assert [(item.number, item.rollout_id) for item in log.sources] == [(2, logs.uuid(2)), (3, logs.uuid(1))]


def test_a_circle_of_parents_ends(house: House, logs: Any, project: Path) -> None:
    end = {"end_ordinal_exclusive": 0, "end_byte_offset": 0}
    for number, other in ((1, 2), (2, 1)):
        rollout(logs, logs.uuid(number), records_of(logs, project, number, "x", {"thread_id": logs.uuid(other), **end}))
    path = rollout(logs, logs.uuid(3), records_of(logs, project, 3, "x", {"thread_id": logs.uuid(1), **end}))
    with open_log(house, path) as log:
        assert [item.problem for item in log.sources] == ["", "", "cycle"]


def test_a_chain_without_end_is_cut(house: House, logs: Any, project: Path) -> None:
    for number in range(1, 30):
        far = {"thread_id": logs.uuid(number + 1), "end_byte_offset": 0}
        path = rollout(logs, logs.uuid(number), records_of(logs, project, number, "x", far))
    first = path.with_name(path.name.replace(logs.uuid(29), logs.uuid(1)))
    with open_log(house, first) as log:
        assert log.sources[-1].problem == "too_deep"


@pytest.mark.parametrize("end", [None, "9", True, -1])
def test_a_reference_without_a_usable_end_is_not_followed(
    house: House, logs: Any, project: Path, parent: Path, end: Any
) -> None:
    strange = {"thread_id": logs.uuid(1), "end_byte_offset": end}
    path = rollout(logs, logs.uuid(2), records_of(logs, project, 2, "x", strange))
    assert first_source(house, path).problem == "changed"


@pytest.fixture
def reverted(logs: Any, project: Path, parent: Path) -> Path:
    name = f"{logs.uuid(1)}_{logs.uuid(9)}"
    return rollout(logs, name, records_of(logs, project, 1, "Do it otherwise", base(logs, 1, parent, 6)))


def test_after_a_revert_the_newer_file_is_the_session(house: House, logs: Any, parent: Path, reverted: Path) -> None:
    for named in (None, logs.uuid(1)):
        found = choose_session(house, SHELL, named)
        assert isinstance(found, SessionChoice)
        assert found.path == reverted
    listed, left_out = list_sessions(house)
    assert [item.first_request for item in listed] == ["Do it otherwise"]
    assert left_out == {"reverted": 1}


def test_reverted_turns_are_named_as_withdrawn_and_never_mixed(house: House, parent: Path, reverted: Path) -> None:
    source = first_source(house, reverted)
    assert (source.kind, source.last_line, source.withdrawn_from) == ("revert", 6, 7)
    with open_source(house, source) as earlier:
        assert requests(earlier) == ["Begin the list"]


def test_reading_the_older_file_by_name_says_what_was_taken_back(house: House, parent: Path, reverted: Path) -> None:
    answer = SessionLogTools(house).session_log_read(SHELL, session=str(parent), line=1, count=50)
    assert answer.data["session"]["reverted_by"] == {"log": house.shown(reverted), "from_line": 7}
    lines = [entry["line"] for entry in answer.data["entries"] if entry.get("withdrawn")]
    assert lines and min(lines) >= 7


def test_an_anchor_of_a_second_source_is_opened_by_its_number(house: House, logs: Any, child: Path) -> None:
    tools = SessionLogTools(house)
    answer = tools.session_log_read(SHELL, session=f"{logs.uuid(2)}:S2", line=3, count=1)
    assert [entry["anchor"] for entry in answer.data["entries"]][-1] == "[S2:L3]"
    assert answer.data["entries"][-1]["text"] == "Begin the list"
    assert answer.data["session"]["sources"][0]["last_line"] == 6
    assert answer.data["next_recommended"]["args"]["session"] == f"{logs.uuid(2)}:S2"
    with pytest.raises(NotFound) as refused:
        tools.session_log_read(SHELL, session=f"{logs.uuid(2)}:S7", line=3)
    assert refused.value.code == "no_such_source"


def test_a_copied_beginning_is_told_by_its_content_not_by_its_times(house: House, logs: Any, project: Path) -> None:
    lines = records_of(logs, project, 1, "Begin the list")
    parent = rollout(logs, logs.uuid(1), lines)
    own = records_of(logs, project, 2, "Go on")
    copies = [{**line, "timestamp": "2026-05-02T00:00:00.000Z", "ordinal": 99} for line in lines]
    path = rollout(logs, logs.uuid(2), [own[0], *copies, *own[1:]])
    source = first_source(house, path)
    assert (source.kind, source.path, source.copied_until, source.last_line) == ("copy", str(parent), 7, 6)


def test_a_copy_whose_parent_is_gone_misses_nothing(house: House, logs: Any, project: Path) -> None:
    lines = records_of(logs, project, 1, "Begin the list")
    own = records_of(logs, project, 2, "Go on")
    path = rollout(logs, logs.uuid(2), [own[0], *lines, *own[1:]])
    with open_log(house, path) as log:
        assert requests(log) == ["Begin the list", "Go on"]
        assert log.receipt.parents_missing == ()
        assert [(item.kind, item.problem) for item in log.sources] == [("copy", "missing")]


@pytest.mark.parametrize("name", ["", "1", "000000000001", "../x", "*", "rollout"])
def test_a_strange_name_of_a_parent_leads_to_no_file(
    house: House, logs: Any, project: Path, parent: Path, name: str
) -> None:
    strange = {"thread_id": name, "end_byte_offset": 0}
    path = rollout(logs, logs.uuid(2), records_of(logs, project, 2, "x", strange))
    with open_log(house, path) as log:
        assert all(item.problem == "missing" for item in log.sources)


def test_the_receipt_speaks_both_languages(open_at: Any, logs: Any, parent: Path, child: Path) -> None:
    parent.unlink()
    said = {}
    for language in ("en", "ja"):
        tools = SessionLogTools(open_at(language=language))
        answer = tools.session_log_read(SHELL, session=str(child))
        said[language] = answer.data["session"]["receipt"]["notes"]
    assert any("missing" in note for note in said["en"])
    assert any("見つかりません" in note for note in said["ja"])
    assert json.dumps(said)
