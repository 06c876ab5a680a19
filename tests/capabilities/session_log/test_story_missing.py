"""Parts of a story that are missing, changed, empty or lead nowhere: each is said, and the rest is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.house import House
from tests.capabilities.session_log.rollouts import Session, document, facts_of, section

FIRST, SECOND, THIRD = "Begin the price list", "Sort the price list", "Print the price list"


@pytest.fixture
def session(logs: Any, project: Path) -> Callable[..., Session]:
    """A maker of sessions."""
    return lambda number, base=None: Session(logs, project, number, base)


@pytest.mark.parametrize(("language", "said"), [("en", "could not be read"), ("ja", "読めません")])
def test_a_missing_parent_is_one_line_of_the_risks(
    house: House, logs: Any, session: Any, language: str, said: str
) -> None:
    first = session(1).turn(FIRST).write()
    own = session(2, first.base()).turn(SECOND).write()
    first.path.unlink()
    text = document(house, own.path, language=language)
    (line,) = [line for line in section(text, "RISKS").splitlines() if logs.uuid(1) in line]
    assert said in line
    assert f"S2 fork, missing: {logs.uuid(1)}" in section(text, "METADATA")
    assert "[L3]" in section(text, "CURRENT_STATE")
    assert "S2:L" not in text


def test_what_lies_before_a_missing_part_of_a_chain_is_told_up_to_there(house: House, logs: Any, session: Any) -> None:
    first = session(1).turn(FIRST).write()
    second = session(2, first.base()).turn(SECOND).write()
    own = session(3, second.base()).turn(THIRD).write()
    first.path.unlink()
    text = document(house, own.path)
    assert "[S2:L3]" in section(text, "CURRENT_STATE")
    assert logs.uuid(1) in section(text, "RISKS")


@pytest.mark.parametrize(("language", "said"), [("en", "refers back"), ("ja", "戻ってくる")])
def test_a_circle_of_parents_is_said(house: House, logs: Any, session: Any, language: str, said: str) -> None:
    first = session(1).turn(FIRST).write()
    second = session(2, first.base()).turn(SECOND).write()
    first.records[0]["payload"]["history_base"] = {"thread_id": logs.uuid(2), "end_byte_offset": 0}
    first.write()
    own = session(3, second.base()).turn(THIRD).write()
    assert said in section(document(house, own.path, language=language), "RISKS")


def test_a_part_of_no_bytes_has_nothing_to_tell(house: House, logs: Any, session: Any) -> None:
    session(1).turn(FIRST).write()
    base = {"thread_id": logs.uuid(1), "end_ordinal_exclusive": 0, "end_byte_offset": 0}
    facts = facts_of(house, session(2, base).turn(SECOND).write().path)
    assert [one.text for one in facts.requests] == [SECOND]
    assert [part.problem for part in facts.parts] == [""]


def test_a_part_that_holds_no_entry_is_said_as_unreadable(house: House, session: Any) -> None:
    first = session(1).turn(FIRST)
    first.records = [{"type": "event_msg", "payload": {"type": "token_count"}}] * 2
    own = session(2, first.write().base()).turn(SECOND).write()
    facts = facts_of(house, own.path)
    assert [part.problem for part in facts.parts] == ["unreadable"]
    assert [one.text for one in facts.requests] == [SECOND]
    assert "[L4]" in section(document(house, own.path, since=2), "DISCOVERY")
    assert "[L4]" not in section(document(house, own.path, since=4), "DISCOVERY")


@pytest.mark.parametrize(("language", "said"), [("en", "too long"), ("ja", "長すぎます")])
def test_a_chain_without_end_is_said(house: House, session: Any, language: str, said: str) -> None:
    last = session(1).turn(FIRST).write()
    for number in range(2, 20):
        last = session(number, last.base()).turn(SECOND).write()
    text = document(house, last.path, language=language)
    assert said in section(text, "RISKS")
    assert FIRST not in text


@pytest.mark.parametrize(("language", "said"), [("en", "rewritten since"), ("ja", "書き換えられて")])
def test_a_parent_that_was_rewritten_is_said(house: House, session: Any, language: str, said: str) -> None:
    first = session(1).turn(FIRST).write()
    base = {**first.base(), "end_ordinal_exclusive": None, "end_byte_offset": 17}
    own = session(2, base).turn(SECOND).write()
    text = document(house, own.path, language=language)
    assert said in section(text, "RISKS")
    assert FIRST not in text
