"""What a room is: a name, one line of purpose, and a class whose marked methods are its tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from butler.records import dataclass

if TYPE_CHECKING:
    pass

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__butler_tool__"
_TEXT_MARK = "__butler_text__"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as far as the client says it; everything may be unknown.

    ``client`` is the short name used in ids (``codex``, ``claude-code``, another MCP client's name, ``unknown``, or
    ``command-line`` from the shell). ``folder`` is the project folder that the call names.
    """

    client: str = "unknown"
    session_id: str | None = None
    tool_use_id: str | None = None
    folder: Path | None = None
    protocol: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether the words come from a shell, where a person (or an agent's shell) typed them."""
        return self.client == "command-line"


@dataclass(frozen=True, slots=True)
class Capability:
    """One room of the house. Core rooms and third-party rooms are the same.

    ``load`` imports the tools class late, so that naming a room costs nothing at start. ``offers`` says, from the flags
    that the process was started with, whether a tool is there at all; what is not offered is not even registered.
    """

    name: str
    summary: str
    load: Callable[[], type]
    offers: Callable[[Tool, Mapping[str, Any]], bool] = lambda tool, flags: True


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that a Brain may ask for, and what the facade says about it (MCP tool annotations)."""

    name: str
    room: str
    function: Callable[..., Any]
    writes: bool
    idempotent: bool
    destructive: bool = False
    in_text: bool = False


@dataclass(frozen=True, slots=True)
class _Mark:
    writes: bool
    idempotent: bool
    destructive: bool = False


def reads(method: F) -> F:
    """Mark a method as a tool that changes nothing on disk."""
    setattr(method, _MARK, _Mark(writes=False, idempotent=True))
    return method


def writes(method: F) -> F:
    """Mark a method as a tool that writes files of ours; calling it twice writes twice."""
    setattr(method, _MARK, _Mark(writes=True, idempotent=False))
    return method


def repeats(method: F) -> F:
    """Mark a method as a tool that writes, and that does nothing more when it is called again with the same arguments."""
    setattr(method, _MARK, _Mark(writes=True, idempotent=True))
    return method


def deletes(method: F) -> F:
    """Mark a method as a tool that removes something of the user's; again with the same arguments it does nothing more."""
    setattr(method, _MARK, _Mark(writes=True, idempotent=True, destructive=True))
    return method


def in_text(method: F) -> F:
    """Mark a tool that answers with a `Document` unless its ``format`` is ``json``: it promises no structured answer."""
    setattr(method, _TEXT_MARK, True)
    return method


def tools_of(room: Capability, flags: Mapping[str, Any] | None = None) -> Iterator[Tool]:
    """The marked methods of a room's tools class in the order in which they are written; with ``flags`` only the
    offered ones.
    """
    for name, method in vars(room.load()).items():
        if (mark := getattr(method, _MARK, None)) is None:
            continue
        text = getattr(method, _TEXT_MARK, False)
        tool = Tool(name, room.name, method, mark.writes, mark.idempotent, mark.destructive, text)
        if flags is None or room.offers(tool, flags):
            yield tool
