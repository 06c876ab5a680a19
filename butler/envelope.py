"""The one shape that every tool and command answers in."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from butler.errors import ButlerError
from butler.phrases import Language

RESULT_LIMIT = 36_000
"""Bytes of one result: Codex cuts the middle out above 40,000 bytes in code mode (measured with 0.171.0)."""


class ErrorPart(BaseModel):
    """What was wrong: ``code`` for programs, ``message`` and ``hint`` for people and agents."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    message: str
    hint: str


class Envelope(BaseModel):
    """``status`` for the machine, ``summary`` for the Brain, ``data`` for both, ``error`` only when refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: Literal["ok", "error"]
    summary: str
    data: dict[str, Any] = Field(default_factory=dict)
    error: ErrorPart | None = None

    def wire(self) -> dict[str, Any]:
        """The envelope as JSON values; ``error`` is left out when there is none."""
        return self.model_dump(mode="json", exclude_none=False, exclude=set() if self.error else {"error"})


def compact(envelope: Envelope) -> str:
    """The envelope as compact JSON, as it goes over the wire."""
    return json.dumps(envelope.wire(), ensure_ascii=False, separators=(",", ":"))


def ok(summary: str, data: dict[str, Any], *, then: tuple[str, dict[str, Any]] | None = None) -> Envelope:
    """Answer that the work is done; ``then`` is the tool (and its arguments) that is best called next."""
    if then is not None:
        data = {**data, "next_recommended": {"tool": then[0], "args": then[1]}}
    return Envelope(status="ok", summary=summary, data=data)


def error(problem: ButlerError, language: Language) -> Envelope:
    """Answer that the work was refused: the only place where an error becomes words for a Brain."""
    message, hint = problem.message(language), problem.hint(language)
    data = {name: value for name, value in problem.told(language).items() if _is_plain(value)}
    return Envelope(
        status="error",
        summary=message,
        data=data,
        error=ErrorPart(code=problem.code, message=message, hint=hint),
    )


def _is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_plain(item) for item in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(item) for key, item in value.items())
    return value is None or isinstance(value, (str, int, float, bool))
