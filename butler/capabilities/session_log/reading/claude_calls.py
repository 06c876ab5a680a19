"""One tool call and its result, as the readers of the single tools see them."""

from __future__ import annotations

from typing import Any, Literal

from butler.capabilities.session_log.models import Entry, Failure, Message
from butler.capabilities.session_log.reading.claude_refusals import Refusal
from butler.capabilities.session_log.reading.claude_text import WORDS_LIMIT, clip
from butler.records import dataclass


@dataclass(slots=True)
class Call:
    """A ``tool_use`` block: where it stands, and what was asked."""

    line: int
    at: str | None
    call_id: str
    name: str
    asked: dict[str, Any]
    cwd: str | None


@dataclass(slots=True)
class Result:
    """A ``tool_result`` block: ``text`` as the model saw it, ``extra`` the client's own ``toolUseResult``.

    ``extra`` is an object, a string, a list or None (mostly absent in subagent files). ``refusal`` is set where an
    error result says that the call did not run.
    """

    line: int
    at: str | None
    text: str
    failed: bool
    extra: Any
    refusal: Refusal | None


def refusal_words(result: Result, out: list[Entry]) -> None:
    """What the person said while refusing, as a message of the person."""
    if result.refusal and result.refusal.words:
        words = clip(result.refusal.words, WORDS_LIMIT)
        out.append(Message(result.line, result.at, "person", words, "rejection"))


def failure(call: Call, result: Result, what: str, error_kind: Literal["tool", "patch"] = "tool") -> Failure:
    """The failure that an error result stands for; ``what`` names the call in one line."""
    refusal = result.refusal
    text = clip(refusal.reason if refusal else result.text, 4096)
    if refusal is None or refusal.kind == "not_run":
        return Failure(result.line, result.at, what, text, error_kind)
    return Failure(result.line, result.at, what, text, "denied" if refusal.kind == "denied" else "cancelled")
