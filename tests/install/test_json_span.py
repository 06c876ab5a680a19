"""Members and elements put into JSON texts and taken out again, with every other byte as it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from butler.install.json_span import insert, parse, remove
from butler.install.spans import Misfit, cut, only_more, put

SERVER = {"command": "/opt/b/butler-mcp", "args": []}
PATH = ("mcpServers", "butler")


def added(text: str, path: tuple[str, ...] = PATH, value: Any = SERVER, *, element: bool = False) -> str:
    step = insert(text, path, value, element=element)
    new = put(text, step)
    assert only_more(parse(text), parse(new), path, element=element)
    spans = remove(new, path, value, element=element, existed=step.existed)
    assert parse(cut(new, spans)) == parse(text)
    return new


def test_a_member_is_written_as_its_neighbours_are() -> None:
    text = '{\n\t"mcpServers": {\n\t\t"other": {"command": "x"}\n\t}\n}'
    assert added(text) == (
        '{\n\t"mcpServers": {\n\t\t"other": {"command": "x"},\n'
        '\t\t"butler": {\n\t\t\t"command": "/opt/b/butler-mcp",\n\t\t\t"args": []\n\t\t}\n\t}\n}'
    )


def test_a_document_on_one_line_stays_on_one_line() -> None:
    assert added('{"a":1,"mcpServers":{"x":{}}}') == (
        '{"a":1,"mcpServers":{"x":{},"butler":{"command":"/opt/b/butler-mcp","args":[]}}}'
    )
    assert added('{"a": 1}', ("b",), {}) == '{"a": 1, "b": {}}'


def test_line_breaks_are_those_of_the_file() -> None:
    new = added('{\r\n  "a": 1\r\n}\r\n')
    assert new.count("\r\n") == new.count("\n")
    assert new.endswith("}\r\n")


@pytest.mark.parametrize(
    "text", ["", "\n", "{}", "{ }", "{\n}\n", "\ufeff{}", '{"mcpServers": {}}', '{\n  "mcpServers": {}\n}']
)
def test_what_is_empty_is_filled(text: str) -> None:
    assert parse(added(text)) == {"mcpServers": {"butler": SERVER}}


def test_a_missing_file_becomes_a_document_with_a_last_newline() -> None:
    assert added("", ("a",), {}).endswith("}\n")


def test_numbers_escapes_and_the_order_of_others_stay() -> None:
    text = '{"n": 1234567890123456789012, "f": 1.50, "z": "\\u00e9\\/", "a": [1,2 , 3]}'
    assert added(text).startswith(text[:-1])


def test_containers_that_are_missing_are_made_and_go_again() -> None:
    text = '{\n  "projects": {\n    "/w/a": {\n      "x": 1\n    }\n  }\n}'
    path = ("projects", "/w/b", "mcpServers", "butler")
    step = insert(text, path, SERVER)
    assert step.existed == 1
    new = put(text, step)
    assert cut(new, remove(new, path, existed=step.existed)) == text


def test_a_container_that_others_use_stays() -> None:
    text = '{"mcpServers": {"butler": {}, "x": {}}}'
    assert cut(text, remove(text, PATH, existed=0)) == '{"mcpServers": {"x": {}}}'


def test_a_container_that_was_there_before_stays_though_it_is_empty() -> None:
    text = '{"mcpServers": {"butler": {}}}'
    assert cut(text, remove(text, PATH, existed=1)) == '{"mcpServers": {}}'
    assert cut(text, remove(text, PATH, existed=0)) == "{}"


@pytest.mark.parametrize("text", ['{"allow": ["a"]}', '{"allow": []}', "{}", '{\n "allow": [\n  "a",\n  "b"\n ]\n}'])
def test_an_element_is_put_behind_the_others_and_taken_out(text: str) -> None:
    new = added(text, ("allow",), "mcp__butler__*", element=True)
    assert parse(new)["allow"] == [*parse(text).get("allow", []), "mcp__butler__*"]


def test_an_element_in_the_middle_is_taken_out() -> None:
    hook = {"hooks": [{"type": "command", "command": "b"}]}
    text = json.dumps({"hooks": {"Stop": [{"x": 1}, hook, {"y": 2}]}}, indent=2)
    left = cut(text, remove(text, ("hooks", "Stop"), hook, element=True, existed=2))
    assert left == json.dumps({"hooks": {"Stop": [{"x": 1}, {"y": 2}]}}, indent=2)


def test_nothing_is_taken_out_where_nothing_is() -> None:
    assert remove('{"allow": ["a"]}', ("allow",), "b", element=True, existed=1) == []
    assert remove('{"allow": "a"}', ("allow",), "b", element=True, existed=1) == []
    assert remove("{}", PATH, existed=0) == []
    assert remove("", PATH, existed=0) == []


@pytest.mark.parametrize("text", ['{"mcpServers": null}', '{"mcpServers": [1]}', '{"mcpServers": "x"}'])
def test_something_else_on_the_way_is_no_room(text: str) -> None:
    with pytest.raises(Misfit):
        insert(text, PATH, SERVER)


def test_of_two_members_of_one_name_the_last_counts() -> None:
    assert parse(added('{"mcpServers": {"a": 1}, "mcpServers": {"b": 2}}'))["mcpServers"] == {"b": 2, "butler": SERVER}


@pytest.mark.parametrize("text", ["[]", "1", "{", '{"a": NaN}', '{"a": 1,}', "// x\n{}"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.text(max_size=4), JSON, max_size=4),
    st.sampled_from([None, 2, "\t", 0]),
    st.booleans(),
    st.lists(st.text(max_size=3), min_size=1, max_size=4),
)
def test_any_document_comes_back_to_the_byte(document: Any, indent: Any, escaped: bool, path: list[str]) -> None:
    text = json.dumps(document, indent=indent, ensure_ascii=escaped)
    try:
        step = insert(text, path, SERVER)
    except Misfit:
        return
    new = put(text, step)
    if not only_more(parse(text), parse(new), path):
        return  # the name is taken
    assert cut(new, remove(new, path, existed=step.existed)) == text
