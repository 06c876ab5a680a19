"""The front desk: what it answers itself, what it passes on, and when it closes."""

import json

import pytest

from butler.launcher.desk import Desk
from tests.launcher.talking import INITIALIZE, INITIALIZED, MODERN, asking

ANSWERS = {
    ("2025-06-18", "initialize"): b'{"protocolVersion":"2025-06-18"}',
    ("2025-06-18", "tools/list"): b'{"tools":[1]}',
    ("2025-06-18", "ping"): b"{}",
    ("2025-11-25", "initialize"): b'{"protocolVersion":"2025-11-25"}',
    ("2025-11-25", "tools/list"): b'{"tools":[2]}',
    ("-", "initialize"): b'{"protocolVersion":"2025-11-25"}',
    ("2026-07-28", "server/discover"): b'{"supportedVersions":["2026-07-28"]}',
    ("2026-07-28", "tools/list"): b'{"tools":[3]}',
}


@pytest.fixture
def desk():
    return Desk(ANSWERS)


def told(taken):
    """The result that the client is told at once, and whether the live server sees the message."""
    answer, goes_on = taken
    return json.loads(answer)["result"] if answer else None, goes_on


def opening(**changes):
    return asking(0, "initialize", **{**INITIALIZE, **changes})


def test_the_opening_request_is_answered_and_goes_to_the_live_server_too(desk):
    assert told(desk.take(opening())) == ({"protocolVersion": "2025-06-18"}, True)
    assert desk.echo == 0
    assert told(desk.take(INITIALIZED)) == (None, True)
    assert told(desk.take(asking(1, "tools/list", _meta={"progressToken": 0}))) == ({"tools": [1]}, False)
    assert told(desk.take(asking("2", "ping"))) == ({}, False)
    assert desk.waiting == []


def test_a_version_that_the_server_does_not_know_is_negotiated_as_the_server_does(desk):
    assert told(desk.take(opening(protocolVersion="2099-01-01")))[0] == {"protocolVersion": "2025-11-25"}
    assert told(desk.take(asking(1, "tools/list"))) == ({"tools": [2]}, False)


def test_the_modern_era_is_opened_by_any_request_with_the_whole_envelope(desk):
    assert told(desk.take(asking("a", "tools/list", modern=True))) == ({"tools": [3]}, True)
    assert told(desk.take(asking("b", "server/discover", modern=True)))[1] is False


def test_calls_wait_for_the_live_server_and_lists_are_answered_meanwhile(desk):
    desk.take(opening())

    assert told(desk.take(asking(1, "tools/call", name="x", arguments={}))) == (None, True)
    assert told(desk.take(asking(2, "tools/list"))) == ({"tools": [1]}, False)
    assert desk.waiting == [1]


@pytest.mark.parametrize(
    "request_",
    [
        asking(0, "tools/list"),
        asking(0, "ping"),
        asking(0, "server/discover"),
        asking(0, "initialize"),
        opening(clientInfo={"name": "x"}),
        opening(clientInfo={"name": 5, "version": "1"}),
        opening(capabilities={"roots": 5}),
        opening(capabilities={"roots": {"listChanged": "yes"}}),
        opening(protocolVersion=5),
        opening(_meta=5),
        {**opening(), "more": 1},
        asking(0, "server/discover", _meta={**MODERN, "io.modelcontextprotocol/logLevel": "info"}),
        asking(0, "server/discover", _meta={**MODERN, "io.modelcontextprotocol/protocolVersion": "2030-01-01"}),
        asking(0, "server/discover", _meta={**MODERN, "io.modelcontextprotocol/clientInfo": None}),
        asking(0, "server/discover", _meta={**MODERN, "progressToken": [1]}),
    ],
)
def test_after_an_opening_that_is_not_as_usual_everything_goes_to_the_live_server(desk, request_):
    assert told(desk.take(request_)) == (None, True)
    assert told(desk.take(opening())) == (None, True)
    assert told(desk.take(asking(1, "tools/list"))) == (None, True)
    assert desk.echo is None


def test_a_question_of_the_other_era_and_a_page_that_is_not_the_first_are_not_for_the_desk(desk):
    desk.take(opening())

    assert told(desk.take(asking(1, "tools/list", modern=True))) == (None, True)
    assert told(desk.take(asking(2, "tools/list", cursor="x"))) == (None, True)
    assert told(desk.take(asking(3, "tools/list"))) == ({"tools": [1]}, False)


def test_a_second_handshake_closes_the_desk(desk):
    desk.take(opening())

    assert told(desk.take(asking(1, "initialize", **INITIALIZE))) == (None, True)
    assert told(desk.take(asking(2, "tools/list"))) == (None, True)


def test_cancelling_what_is_answered_already_is_dropped_and_any_other_cancelling_goes_on(desk):
    desk.take(asking("d", "server/discover", modern=True))

    def cancel(number):
        return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}

    assert told(desk.take(cancel("d"))) == (None, False)
    assert told(desk.take(cancel("e"))) == (None, True)


def test_a_closed_desk_answers_nothing(desk):
    desk.take(opening())
    desk.close()

    assert told(desk.take(asking(1, "tools/list"))) == (None, True)
    assert told(desk.take({"jsonrpc": "2.0", "id": 7, "result": {}})) == (None, True)
