"""The front desk: answers the first questions of a client from kept answers, exactly as the live server would.

What it is sure of it answers; everything else waits for the live server, in order. The request that opens the connection
decides the protocol era (as in the MCP library): it is answered here and goes to the live server all the same, so that the
server knows its client; the server's own answer to it is then taken out of the stream once. After anything unusual at the
opening the desk closes and only passes on. It touches nothing outside: lines in, lines out.
"""

from __future__ import annotations

import json

from butler.launcher.answers import UNKNOWN_VERSION
from butler.launcher.lines import is_request_id, result_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from butler.launcher.answers import Answers

META: Final = "io.modelcontextprotocol/"
VERSION, CLIENT, CAPABILITIES = META + "protocolVersion", META + "clientInfo", META + "clientCapabilities"
INITIALIZE: Final = "initialize"
_CLIENT_TEXTS = ("name", "title", "version", "description", "websiteUrl")


class Desk:
    """One client at the desk.

    Attributes:
        given: the result that was sent for each (protocol version, method), to be compared with the live server's.
        echo: the id whose next answer by the live server the client has had already; None when there is none.
        waiting: ids of requests that were passed on.
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._version: str | None = None
        self._open = True
        self.given: dict[tuple[str, str], bytes] = {}
        self.echo: str | int | None = None
        self.waiting: list[str | int] = []

    def take(self, message: dict[str, Any]) -> tuple[bytes | None, bool]:
        """Look at the client's next message: the answer to send now, if any, and whether the live server must see it."""
        if "method" not in message:
            return None, True
        if not is_request_id(message.get("id")):
            return None, not self._cancels_what_is_answered(message)
        opens = self._version is None
        answer = self._answer(message) if self._open else None
        if answer is None:
            self._open = self._open and not opens and message["method"] != INITIALIZE
            self.waiting.append(message["id"])
            return None, True
        if opens:
            self.echo = message["id"]
        return answer, opens

    def close(self) -> None:
        """Answer nothing any more: the live server is there."""
        self._open = False

    def _cancels_what_is_answered(self, message: dict[str, Any]) -> bool:
        asked = (message.get("params") or {}).get("requestId")
        return bool(message["method"] == "notifications/cancelled" and self.echo is not None and asked == self.echo)

    def _answer(self, message: dict[str, Any]) -> bytes | None:
        if not set(message) <= {"jsonrpc", "id", "method", "params"}:
            return None
        method, parameters = message["method"], message.get("params") or {}
        version = self._negotiated(method, parameters) if self._version is None else self._continued(method, parameters)
        if version is None:
            return None
        name, known = version
        result = self._answers.get((name, method))
        if result is None:
            return None
        self._version = known
        self.given[name, method] = result
        return result_line(message["id"], result)

    def _negotiated(self, method: str, parameters: dict[str, Any]) -> tuple[str, str] | None:
        """The version under which the opening request is answered, and the connection's from then on."""
        if method != INITIALIZE:
            version = _modern(parameters)
            return None if version is None else (version, version)
        wanted = parameters.get("protocolVersion")
        if not (
            isinstance(wanted, str)
            and _is_client(parameters.get("clientInfo"))
            and _are_capabilities(parameters.get("capabilities"))
            and _is_meta(parameters.get("_meta", {}))
        ):
            return None
        if (wanted, method) in self._answers:
            return wanted, wanted
        other = self._answers.get((UNKNOWN_VERSION, method))
        return None if other is None else (UNKNOWN_VERSION, json.loads(other)["protocolVersion"])

    def _continued(self, method: str, parameters: dict[str, Any]) -> tuple[str, str] | None:
        """The version under which a later request is answered; None where it does not fit the connection's era."""
        assert self._version is not None
        if method == INITIALIZE or (self._version, method) not in self._answers:
            return None
        if (self._version, INITIALIZE) not in self._answers:
            fits = _modern(parameters) == self._version
        else:
            fits = set(parameters) <= {"_meta"} and _is_meta(parameters.get("_meta", {}))
            fits = fits and VERSION not in parameters.get("_meta", {})
        return (self._version, self._version) if fits else None


def _modern(parameters: dict[str, Any]) -> str | None:
    """The version of a request that carries the whole envelope of 2026-07-28 and nothing else."""
    meta = parameters.get("_meta")
    if set(parameters) != {"_meta"} or not isinstance(meta, dict) or not _is_meta(meta):
        return None
    if {name for name in meta if name.startswith(META)} - {VERSION, CLIENT, CAPABILITIES}:
        return None
    if not (_is_client(meta.get(CLIENT)) and _are_capabilities(meta.get(CAPABILITIES))):
        return None
    version = meta.get(VERSION)
    return version if isinstance(version, str) else None


def _is_meta(meta: object) -> bool:
    return isinstance(meta, dict) and ("progressToken" not in meta or is_request_id(meta["progressToken"]))


def _is_client(client: object) -> bool:
    """Whether this is surely a client's name and version as MCP wants them."""
    if not isinstance(client, dict) or not {"name", "version"} <= set(client) <= set(_CLIENT_TEXTS):
        return False
    return all(isinstance(value, str) for value in client.values())


def _are_capabilities(capabilities: object) -> bool:
    """Whether these are surely a client's capabilities: names with settings, which are truth values or settings."""
    if not isinstance(capabilities, dict):
        return False
    return all(
        isinstance(settings, dict) and all(isinstance(value, (bool, dict)) for value in settings.values())
        for settings in capabilities.values()
    )
