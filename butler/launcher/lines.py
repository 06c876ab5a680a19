"""One line that a client sent: a JSON-RPC message, nothing, or what must be refused.

The MCP library drops what it cannot read and leaves the client waiting; JSON-RPC 2.0 (section 5) wants an answer: -32700
for what is no JSON, -32600 for JSON that is no message, each with the request's id where it can be told, else null.
Only cheap modules of the standard library are imported: this runs before anything else of the server is loaded.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

PARSE_ERROR: Final = (-32700, "Parse error")
INVALID_REQUEST: Final = (-32600, "Invalid Request")
INTERNAL_ERROR: Final = -32603
DEPTH: Final = 200
"""Levels of arrays and objects inside a message that the MCP library still reads (pydantic-core 2.50, measured)."""


class Refused(ValueError):
    """A line that is no message. ``answer`` is the line to send back."""

    def __init__(self, problem: tuple[int, str], request_id: object = None) -> None:
        super().__init__(problem[1])
        self.answer = error_line(request_id, *problem)


def read_message(line: bytes) -> dict[str, Any] | None:
    """The message of a line (its end included or not); None for a blank one.

    Bytes that are no UTF-8 are replaced, as the MCP library does. What it cannot read is refused: half of a surrogate pair,
    and what is nested deeper than `DEPTH`.

    Raises:
        Refused: the line is no message that a server could take in.
    """
    text = line.decode("utf-8", "replace").strip()
    if not text:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(PARSE_ERROR) from None
    if not isinstance(message, dict):
        raise Refused(INVALID_REQUEST)
    if ("\\u" in text and not _is_unicode(text, message)) or _is_too_deep(text, message):
        raise Refused(PARSE_ERROR, _told_id(message))
    if not _is_envelope(message):
        raise Refused(INVALID_REQUEST, _told_id(message))
    return message


def is_request_id(value: object) -> bool:
    """Whether MCP takes the value for the id of a request: a text or a whole number."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def result_line(request_id: object, result: bytes) -> bytes:
    """The answer to a request; ``result`` is JSON as the server writes it."""
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}\n' % (_json(request_id), result)


def error_line(request_id: object, code: int, message: str) -> bytes:
    """The answer that refuses a request."""
    return b'{"jsonrpc":"2.0","id":%b,"error":{"code":%d,"message":%b}}\n' % (_json(request_id), code, _json(message))


def notification_line(method: str) -> bytes:
    """A notification without parameters."""
    return b'{"jsonrpc":"2.0","method":%b}\n' % _json(method)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8")


def _is_unicode(text: str, message: dict[str, Any]) -> bool:
    if "\\ud" not in text.lower():
        return True
    try:
        _json(message)
    except UnicodeEncodeError:
        return False
    return True


def _is_too_deep(text: str, message: dict[str, Any]) -> bool:
    if text.count("[") + text.count("{") <= DEPTH:
        return False
    level: list[Any] = [message]
    for _ in range(DEPTH + 1):
        inside = (value for outer in level for value in (outer.values() if isinstance(outer, dict) else outer))
        level = [value for value in inside if isinstance(value, (dict, list))]
    return bool(level)


def _told_id(message: dict[str, Any]) -> object:
    told = message.get("id")
    if "method" not in message or not is_request_id(told):
        return None  # the id of an answer is one of ours: to refuse it would end a request of the client
    try:
        _json(told)
    except UnicodeEncodeError:
        return None
    return told


def _is_envelope(message: dict[str, Any]) -> bool:
    """Whether the MCP library would take the message in, as request, notification or answer."""
    if message.get("jsonrpc") != "2.0":
        return False
    given = message.get("id")
    if "method" not in message:
        return isinstance(message.get("result"), dict) or isinstance(message.get("error"), dict)
    parameters = message.get("params")
    known = given is None or is_request_id(given)
    return known and isinstance(message["method"], str) and (parameters is None or isinstance(parameters, dict))
