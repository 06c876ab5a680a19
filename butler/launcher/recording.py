"""The live server on the wire, and what it says at the start: asked when the line is quiet, compared, kept.

The answers are the live server's own bytes, one connection in memory for each protocol version that the MCP library knows.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import traceback
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import anyio

from butler.errors import ButlerError
from butler.launcher import Opening, loaded, opening
from butler.launcher.answers import UNKNOWN_VERSION, dump
from butler.launcher.desk import CAPABILITIES, CLIENT, INITIALIZE, VERSION
from butler.launcher.key import CODE, key_of
from butler.launcher.lines import notification_line
from butler.launcher.wire import Wire, attach
from butler.phrases import Language, say
from butler.storage import make_data_folder, remove_file, write_atomic

LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
QUIET = 1.0
"""Seconds without a word before the server is asked: no call of the client waits for that."""
KEPT_FILES = 20
"""Files of answers that stay: one for each way to start a server; the rest, unused the longest, goes."""
_ASKER = {"name": "butler", "version": "0"}
_RESULT = '"result":'


class Facade(Protocol):
    """What is used of FastMCP's server: its stdio loop, and the MCP library's server inside for questions in memory."""

    _mcp_server: Any

    def _lifespan_manager(self) -> AbstractAsyncContextManager[None]: ...

    async def run_stdio_async(self, show_banner: bool = True) -> None:
        """Answer over stdin and stdout until they are closed."""


def serve_on_wire(facade: Facade, language: Language) -> None:
    """Answer the client until it closes the connection, and keep what the server says at the start."""
    begun = opening()
    wire = (begun and begun.wire) or Wire()
    attach(wire)
    loaded()
    anyio.run(_serve, facade, _Keeper(facade, begun, wire, language))


async def _serve(facade: Facade, keeper: _Keeper) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(keeper.when_quiet)
        await facade.run_stdio_async(show_banner=False)
        tasks.cancel_scope.cancel()
    await keeper.at_the_end()


class _Keeper:
    """Keeps the answers of one server."""

    def __init__(self, facade: Facade, begun: Opening | None, wire: Wire, language: Language) -> None:
        self._facade = facade
        self._begun = begun
        self._wire = wire
        self._language = language
        self._done = begun is None or begun.place is None

    async def when_quiet(self) -> None:
        """Keep them as soon as nobody speaks."""
        while (left := self._wire.last_heard + QUIET - monotonic()) > 0:  # noqa: ASYNC110 (no event tells of silence)
            await anyio.sleep(left)
        await self._keep()

    async def at_the_end(self) -> None:
        """Keep them now where nothing is kept yet: the next start shall be quick."""
        if self._begun is not None and not self._begun.answers:
            await self._keep()

    async def _keep(self) -> None:
        if self._done or self._begun is None:
            return
        try:
            found = await ask(self._facade)
            self._done = True
            if found != (self._begun.answers or {}):
                await anyio.to_thread.run_sync(store, self._begun, found)
                self._tell(found)
        except ButlerError as problem:
            sys.stderr.write(f"butler: {problem.message(self._language)}\n")
        except Exception:  # noqa: BLE001 (what is kept must never take the server down)
            traceback.print_exc(file=sys.stderr)

    def _tell(self, found: Mapping[tuple[str, str], bytes]) -> None:
        """Tell the client that it was given something else than the server says, as far as its protocol allows."""
        given = self._wire.given
        other = [asked for asked, result in given.items() if found.get(asked) != result]
        if not other:
            return
        sys.stderr.write(f"butler: {say('start_changed', self._language)}\n")
        legacy = any(method == INITIALIZE for _, method in given)
        if legacy and any(method == "tools/list" for _, method in other):
            self._wire.send(notification_line("notifications/tools/list_changed"))


async def ask(facade: Facade) -> dict[tuple[str, str], bytes]:
    """What the server says to the questions of a start, by (protocol version, method); refusals are left out.

    `UNKNOWN_VERSION` stands for any version that the server does not know and answers with another one.
    """
    from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

    found: dict[tuple[str, str], bytes] = {}
    async with facade._lifespan_manager():
        for version in HANDSHAKE_PROTOCOL_VERSIONS:
            questions = [(INITIALIZE, _initialize(version)), *((method, {}) for method in ("ping", *LISTS))]
            found |= await _converse(facade, version, questions)
        found |= await _converse(facade, UNKNOWN_VERSION, [(INITIALIZE, _initialize(UNKNOWN_VERSION))])
        for version in MODERN_PROTOCOL_VERSIONS:
            meta = {"_meta": {VERSION: version, CLIENT: _ASKER, CAPABILITIES: {}}}
            found |= await _converse(facade, version, [(method, meta) for method in ("server/discover", *LISTS)])
    return found


def _initialize(version: str) -> dict[str, Any]:
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": _ASKER}


async def _converse(
    facade: Facade, version: str, questions: list[tuple[str, dict[str, Any]]]
) -> dict[tuple[str, str], bytes]:
    """Ask over one connection in memory; the results as the library writes them on stdout."""
    from mcp.shared.memory import create_client_server_memory_streams
    from mcp.shared.message import SessionMessage
    from mcp_types import JSONRPCRequest

    found = {}
    server = facade._mcp_server
    async with create_client_server_memory_streams() as (client, theirs), anyio.create_task_group() as tasks:
        tasks.start_soon(server.run, *theirs, server.create_initialization_options())
        for method, parameters in questions:
            request = JSONRPCRequest(jsonrpc="2.0", id=0, method=method, params=parameters)
            await client[1].send(SessionMessage(request))
            answer = await client[0].receive()
            assert isinstance(answer, SessionMessage)
            text = answer.message.model_dump_json(by_alias=True, exclude_unset=True)
            head, is_result, result = text.partition(_RESULT)
            if is_result and '"error"' not in head:
                found[version, method] = result.removesuffix("}").encode()
        tasks.cancel_scope.cancel()
    return found


def store(begun: Opening, found: Mapping[tuple[str, str], bytes]) -> None:
    """Write the answers, unless the state has changed since the process began: nobody knows then which one they are of.

    Raises:
        ButlerError: the file cannot be written.
    """
    if begun.place is None or key_of(begun.arguments, os.environ) != begun.key:
        return
    place = Path(begun.place)
    folder = make_data_folder(place.parent.parent, place.parent.name)
    write_atomic(place, dump(begun.key, found, loaded_elsewhere()))
    others = sorted((file for file in folder.glob("*.answers") if file != place), key=_age, reverse=True)
    for file in others[KEPT_FILES - 1 :]:
        remove_file(file)


def loaded_elsewhere() -> Iterator[str]:
    """Files of loaded modules that the key does not look at: neither ours, nor Python's, nor of an installed package."""
    paths = sysconfig.get_paths()
    known = tuple(f"{folder}{os.sep}" for folder in (CODE, *(paths[name] for name in _PYTHONS)))
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not file.startswith(known):
            yield str(Path(file).absolute())


_PYTHONS = ("stdlib", "platstdlib", "purelib", "platlib")


def _age(file: Path) -> float:
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0
