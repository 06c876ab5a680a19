"""Public faults of readers of exported chats, by the number of our list (docs/capabilities/session_log/bug_cases.md)."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from butler.capabilities.session_log.backend import open_log
from butler.capabilities.session_log.models import Message
from butler.capabilities.session_log.reading import whole_json
from butler.errors import ButlerError


def node(number, parent, text, role="user"):
    message = {"author": {"role": role}, "content": {"content_type": "text", "parts": [text]}, "create_time": number}
    return {"id": f"n{number}", "parent": parent, "children": [], "message": message}


def export(path, mapping, current):
    path.write_text(json.dumps([{"title": "t", "update_time": 9, "mapping": mapping, "current_node": current}]))
    return path


def words(house, path):
    with open_log(house, path) as log:
        return [entry.text for entry in log.entries if isinstance(entry, Message)]


def test_case_61_only_the_branch_in_force_is_read_and_a_circle_ends(house, tmp_path):
    mapping = {
        "n1": node(1, None, "Begin"),
        "n2": node(2, "n1", "Dead", "assistant"),
        "n3": node(3, "n1", "Live", "assistant"),
    }
    assert words(house, export(tmp_path / "a.json", mapping, "n3")) == ["Begin", "Live"]
    mapping["n1"]["parent"] = "n3"
    assert words(house, export(tmp_path / "b.json", mapping, "n3"))


def test_case_62_a_huge_export_costs_bounded_memory_or_is_refused(house, tmp_path, monkeypatch):
    path = tmp_path / "conversations.json"
    with path.open("w") as file:
        file.write("[")
        for number in range(24):
            mapping = {"n1": node(1, None, "x" * 1_000_000)}
            file.write(json.dumps({"title": str(number), "update_time": number, "mapping": mapping}) + ",")
        file.write(json.dumps({"title": "last", "update_time": 99, "mapping": {"n1": node(1, None, "Last")}}) + "]")
    tracemalloc.start()
    said = words(house, path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said == ["Last"]
    assert peak < 150_000_000
    monkeypatch.setattr(whole_json, "MAX_BYTES", 1000)
    with pytest.raises(ButlerError) as refused:
        words(house, path)
    assert refused.value.code == "log_no_entries"


@pytest.mark.parametrize("tail", ["", "]"])
def test_own_case_an_export_that_breaks_off_gives_what_is_whole_or_says_so(house, tmp_path, tail):
    whole = json.dumps({"title": "t", "update_time": 1, "mapping": {"n1": node(1, None, "Begin")}})
    path = tmp_path / "conversations.json"
    path.write_text("[" + whole + "," + whole[: len(whole) // 2] + tail)
    try:
        assert words(house, path) == ["Begin"]
    except ButlerError as refused:
        assert refused.code in {"log_no_entries", "log_unknown_format"}
