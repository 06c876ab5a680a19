"""A table put into TOML texts and taken out again, with every other byte as it was."""

from __future__ import annotations

from typing import Any

import pytest

from butler.install.spans import Misfit, cut, only_more, put
from butler.install.toml_span import insert, parse, remove

PATH = ("mcp_servers", "butler")
SERVER = {"command": "/opt/b/butler-mcp", "env_vars": ["CODEX_HOME"], "required": True}
TABLE = '[mcp_servers.butler]\ncommand = "/opt/b/butler-mcp"\nenv_vars = ["CODEX_HOME"]\nrequired = true\n'


def added(text: str, value: Any = SERVER) -> str:
    new = put(text, insert(text, PATH, value))
    assert only_more(parse(text), parse(new), PATH)
    return new


def without(text: str) -> str:
    return cut(text, remove(text, PATH, existed=1))


def test_a_table_stands_at_the_end_behind_a_blank_line() -> None:
    assert added('# mine\nmodel = "x"  # this one\n') == f'# mine\nmodel = "x"  # this one\n\n{TABLE}'
    assert added("") == TABLE
    assert added("a = 1\n\n") == f"a = 1\n\n{TABLE}"
    assert added("a = 1") == f"a = 1\n\n{TABLE}"


def test_line_breaks_are_those_of_the_file() -> None:
    new = added("a = 1\r\n[b]\r\nc = 2")
    assert new.count("\r\n") == new.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "a = 1\n",
        'a = """\n[mcp_servers.butler]\n"""\n',
        "a = '''\n# x '\n'''\nb = [\n  1, # ]\n  [2],\n]\n",
        '[mcp_servers.other]\ncommand = "x" # [mcp_servers.butler]\n',
        '[projects."/w/a b"]\ntrust_level = "trusted"\n[[x.y]]\nz = {a = "}", b = 1}\n',
        "[mcp_servers]\n",
        "\ufeffa = 1\n",
        "a = \"x\\\"#\"\n[b]\n'c d'.e = 'f'\n",
    ],
)
def test_what_was_put_in_is_taken_out_to_the_byte(text: str) -> None:
    assert without(added(text)) == text


def test_tables_behind_it_stay_as_they_are() -> None:
    text = f'a = 1\n\n{TABLE}\n# about the other\n[mcp_servers.other] # x\ncommand = "y"\n'
    assert without(text) == 'a = 1\n\n# about the other\n[mcp_servers.other] # x\ncommand = "y"\n'


def test_everything_below_the_table_goes_with_it_and_comments_of_others_stay() -> None:
    text = (
        f'{TABLE}# inside\ntool_timeout_sec = 9\n\n[mcp_servers.butler.tools."handover_read"]\napproval_mode = "approve"\n'
        '\n[tui]\n[mcp_servers."butler".env]\nA = "b"\n# last\n'
    )
    assert parse(without(text)) == {"tui": {}}
    assert "# last" in without(text)


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers.butler.command = "x"\nmcp_servers.butler.args = []\na = 1\n',
        '[mcp_servers]\nbutler = {command = "x"}\n',
        '[mcp_servers]\nbutler.command = "x"\n[a]\n',
    ],
)
def test_other_ways_to_write_the_table_are_found(text: str) -> None:
    assert not parse(without(text)).get("mcp_servers")


@pytest.mark.parametrize("text", ["mcp_servers = {}\n", "mcp_servers = 1\n", '[mcp_servers.butler]\ncommand="x"\n'])
def test_a_place_that_is_taken_or_closed_is_no_room(text: str) -> None:
    with pytest.raises(Misfit):
        insert(text, PATH, SERVER)


def test_values_are_written_so_that_they_are_read_again() -> None:
    value = {"s": 'a"\\\n\x7f日本', "n": 7, "l": ["x", ["y"]], "t": {"a b": {"c": False}}}
    assert parse(added("", value))["mcp_servers"]["butler"] == value
    for wrong in (1.5, None):
        with pytest.raises(Misfit):
            insert("", PATH, {"f": wrong})


@pytest.mark.parametrize(
    "line", ["t = 20.0", "t = 1e-3", "t = -inf", "d = 1979-05-27", "d = 07:32:00", "l = [1.5, {a = 2}]"]
)
def test_what_the_user_added_is_written_as_it_was_spelled(line: str) -> None:
    value = parse(f"{line}\n")
    assert added("", value) == f"[mcp_servers.butler]\n{line}\n"


def test_elements_are_not_put_into_toml() -> None:
    with pytest.raises(Misfit):
        insert("", PATH, "x", element=True)


@pytest.mark.parametrize("text", ["a = ", "[a", "a = 1\na = 2\n"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)
