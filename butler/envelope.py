"""The one shape that every tool and command answers in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Any, ClassVar, Literal

from butler.records import dataclass

RESULT_LIMIT = 36_000
"""Bytes of one result: Codex cuts the middle out above 40,000 bytes in code mode (measured with 0.171.0)."""


@dataclass(frozen=True, slots=True)
class ErrorPart:
    """What was wrong: ``code`` for programs, ``message`` and ``hint`` for people and agents."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}  # for the schema that MCP clients are shown

    code: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """``status`` for the machine, ``summary`` for the Brain, ``data`` for both, ``error`` only when refused."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}  # for the schema that MCP clients are shown

    status: Literal["ok", "error"]
    summary: str
    data: dict[str, Any] = field(default_factory=dict)
    error: ErrorPart | None = None

    def wire(self) -> dict[str, Any]:
        """The envelope as JSON values; ``error`` is left out when there is none.

        Raises:
            TypeError: something in ``data`` is no JSON value.
        """
        values = {"status": self.status, "summary": self.summary, "data": _json_value(self.data)}
        return {**values, "error": asdict(self.error)} if self.error else values


@dataclass(frozen=True, slots=True)
class Document(Envelope):
    """An answer that a Brain reads as Markdown: ``text`` is all that its client shows it, ``data`` is for programs.

    Both clients show a model only the structured part of a result where there is one, as one escaped line of JSON
    (measured with Codex 0.171.0 and Claude Code 2.1.332), so such an answer travels without one.
    """

    text: str = ""


def sent_bytes(envelope: Envelope) -> int:
    """Bytes of an answer in the longest form in which a client may show it whole: Codex's code mode prints text as JSON."""
    shown = _as_json(envelope.text) if isinstance(envelope, Document) else compact(envelope)
    return len(shown.encode("utf-8", "replace"))


def _json_value(value: Any) -> Any:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _json_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(item) for item in value]
    raise TypeError(f"{type(value).__name__} is no JSON value")


def compact(envelope: Envelope) -> str:
    """The envelope as compact JSON, as it goes over the wire."""
    return _as_json(envelope.wire())


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def ok(summary: str, data: dict[str, Any], *, then: tuple[str, dict[str, Any]] | None = None) -> Envelope:
    """Answer that the work is done; ``then`` is the tool (and its arguments) that is best called next."""
    if then is not None:
        data = {**data, "next_recommended": {"tool": then[0], "args": then[1]}}
    return Envelope(status="ok", summary=summary, data=data)
