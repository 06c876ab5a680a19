"""What other agents of a team wrote to this one: often the whole task of a session in which no person speaks."""

from __future__ import annotations

from dataclasses import replace

from butler.capabilities.session_log.models import Message, SessionInfo
from butler.maids.session_log_worker import gather
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


def told(*texts: str):
    entries = [SessionInfo(1, None, "claude-code", "s", "/home/ann/shop")]
    entries += [Message(line, None, "system", text, "notification") for line, text in enumerate(texts, 2)]
    return gather(entries).orders


def message(text: str, by: str = "team-lead") -> str:
    return f'<teammate-message teammate_id="{by}" color="blue">\n{text}\n</teammate-message>'


def test_the_order_of_a_teammate_is_kept_with_its_sender():
    (order,) = told(message("You work ONLY in services/bot/.\nTASK 1: raise aiogram to 3.25."))
    assert (order.line, order.by) == (2, "team-lead")
    assert order.text == "You work ONLY in services/bot/.\nTASK 1: raise aiogram to 3.25."


def test_notices_of_the_client_between_teammates_are_no_orders():
    assert (
        told(message('{"type":"idle_notification","from":"tests"}'), "<task-notification>x</task-notification>") == ()
    )


def test_several_in_one_line_are_several_and_an_unclosed_one_counts():
    orders = told(message("one") + message("two", "tests") + '<teammate-message teammate_id="lead">three')
    assert [(order.by, order.text) for order in orders] == [("team-lead", "one"), ("tests", "two"), ("lead", "three")]


def test_of_many_the_first_and_the_newest_stay():
    orders = told(*(message(f"order {number}") for number in range(40)))
    assert [order.text for order in orders] == [f"order {number}" for number in (0, 1, 2, 35, 36, 37, 38, 39)]


def test_an_order_stands_in_the_document_under_its_sender():
    entries = [SessionInfo(1, None, "claude-code", "s", "/home/ann/shop")]
    entries.append(
        Message(2, None, "system", message("Work ONLY in services/bot/.\nTASK 1: raise aiogram."), "notification")
    )
    state = sections(replace(materials(Story()), facts=gather(entries)))["CURRENT_STATE"]
    assert "### What other agents of the team wrote to this one\n- [L2] team-lead:\n" in state
    assert "  Work ONLY in services/bot/.\n  TASK 1: raise aiogram.\n" in state
