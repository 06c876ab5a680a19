"""Running one tool for one caller: the same path for MCP calls and for the command line."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from butler.capability import Caller, Capability, Tool, tools_of
from butler.envelope import RESULT_LIMIT, Envelope, sent_bytes
from butler.errors import ButlerError, Unavailable
from butler.house import House, Staff, Start, language_here, open_house
from butler.refusing import error


def offered_tools(start: Start, staff: Staff) -> list[Tool]:
    """The tools that the rooms offer with these flags, room by room; a room that fails to load is reported on stderr."""
    return list(_offered(staff.rooms.values(), start))


def find_tool(name: str, start: Start, staff: Staff) -> Tool | None:
    """The offered tool of that name. Rooms are asked one after the other, those that share the name's first word first,
    and no further than needed: asking loads a room.
    """
    word = name.partition("_")[0]
    rooms = sorted(staff.rooms.values(), key=lambda room: room.name.partition("_")[0] != word)
    return next((tool for tool in _offered(rooms, start) if tool.name == name), None)


def _offered(rooms: Iterable[Capability], start: Start) -> Iterator[Tool]:
    for room in rooms:
        tools: list[Tool] = []
        try:
            tools += tools_of(room, start.flags)
        except Exception as failure:  # noqa: BLE001 (one room must not take the house down)
            print(f"butler: room {room.name} is closed: {type(failure).__name__}: {failure}", file=sys.stderr)  # noqa: T201
        yield from tools


def call(tool: Tool, caller: Caller, arguments: Mapping[str, Any], *, start: Start, staff: Staff) -> Envelope:
    """Run one tool in the house of the caller's project; every refusal and every bug becomes an envelope."""
    return answering(lambda house: _run(tool, house, caller, arguments), start=start, staff=staff, folder=caller.folder)


def answering(work: Callable[[House], Envelope], *, start: Start, staff: Staff, folder: Path | None = None) -> Envelope:
    """Do ``work`` in the house of a project; a refusal is answered in its language, a bug is logged whole on stderr and
    answered without its details.
    """
    try:
        return work(open_house(start, staff, folder))
    except ButlerError as problem:
        return error(problem, language_here(start, folder))
    except Exception:  # noqa: BLE001 (a bug is logged whole on stderr and answered without its details)
        traceback.print_exc(file=sys.stderr)
        return error(Unavailable("internal_error"), language_here(start, folder))


def _run(tool: Tool, house: House, caller: Caller, arguments: Mapping[str, Any]) -> Envelope:
    room = house.staff.rooms[tool.room].load()(house)
    envelope: Envelope = tool.function(room, caller, **arguments)
    if not caller.is_person and (size := sent_bytes(envelope)) > RESULT_LIMIT:
        raise Unavailable("result_too_large", size=size, limit=RESULT_LIMIT)
    return envelope
