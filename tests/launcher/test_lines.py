"""What a client sends, line by line: a message, nothing, or something that is refused with an answer."""

import json

import pytest
from mcp_types import jsonrpc_message_adapter

from butler.launcher.lines import Refused, error_line, notification_line, read_message, result_line


def refused(line: bytes):
    with pytest.raises(Refused) as problem:
        read_message(line)
    answer = json.loads(problem.value.answer)
    return answer["error"]["code"], answer["id"]


@pytest.mark.parametrize("line", [b"\n", b"", b"  \r\n"])
def test_a_blank_line_is_nothing(line):
    assert read_message(line) is None


@pytest.mark.parametrize(
    "line", [b"nonsense\n", b'{"jsonrpc":"2.0","id":1,"method":"ping"', b"{'a':1}\n", b"[" * 100_000 + b"\n"]
)
def test_what_is_no_json_is_answered_with_a_parse_error(line):
    assert refused(line) == (-32700, None)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"5", None),
        (b"[]", None),
        (b'[{"jsonrpc":"2.0","id":9,"method":"ping"}]', None),
        (b'{"id":8,"method":"ping"}', 8),
        (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', "a"),
        (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 7),
        (b'{"jsonrpc":"2.0","id":7,"method":5}', 7),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None),
        (b'{"jsonrpc":"2.0","id":3}', None),
        (b'{"jsonrpc":"2.0","id":3,"result":5}', None),
    ],
)
def test_json_that_is_no_message_is_answered_as_an_invalid_request(line, told):
    assert refused(line) == (-32600, told)


def test_half_a_surrogate_pair_cannot_be_sent_on_and_is_answered():
    half = b'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"a","arguments":{"notes":"cut \\uD83D"}}}'

    assert refused(half) == (-32700, 4)
    assert refused(b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}') == (-32700, None)
    whole = read_message(b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":"\\ud83d\\ude00"}}')
    assert whole["params"] == {"a": "\N{GRINNING FACE}"}


def test_what_is_nested_deeper_than_the_library_reads_is_answered():
    def line(depth):
        return b'{"jsonrpc":"2.0","id":6,"method":"ping","params":{"a":%b%b}}' % (b"[" * depth, b"]" * depth)

    def is_read(text):
        try:
            return bool(jsonrpc_message_adapter.validate_json(text, by_name=False))
        except ValueError:
            return False

    deepest = max(depth for depth in range(150, 250) if is_read(line(depth)))
    assert read_message(line(deepest))["id"] == 6
    assert refused(line(deepest + 1)) == (-32700, 6)
    wide = b'{"jsonrpc":"2.0","id":6,"method":"ping","params":{"a":[%b]}}' % b",".join([b"[{}]"] * 500)
    assert read_message(wide)["id"] == 6


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n',
        b'{"jsonrpc":"2.0","id":"\xe3\x81\x82","method":"ping","params":null}\n',
        b'{"jsonrpc":"2.0","id":"\xff","method":"ping"}\n',
        b'{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}\n',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n',
        b'{"jsonrpc":"2.0","id":1,"result":{}}\n',
        b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n',
    ],
)
def test_requests_notifications_and_answers_are_messages(line):
    assert read_message(line)["jsonrpc"] == "2.0"


def test_answers_are_one_line_of_utf_8():
    assert result_line("あ\n", b'{"a":1}') == '{"jsonrpc":"2.0","id":"あ\\n","result":{"a":1}}\n'.encode()
    assert error_line(None, -1, "だめ") == '{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"だめ"}}\n'.encode()
    assert json.loads(notification_line("a/b")) == {"jsonrpc": "2.0", "method": "a/b"}
