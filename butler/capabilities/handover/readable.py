"""An answer of handover_read as a Brain reads it: a few plain lines, then the Markdown of the document as it is.

All of ours stands in front: what follows a document could be swallowed by a fence that a hand left open in it, and a
reader that splits by sections would count it as part of the last one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from butler.envelope import Document, Envelope
from butler.errors import InvalidInput
from butler.maids.text_worker import quoted
from butler.phrases import Language, say

FORMATS = ("markdown", "json")
_LONGEST_FILE = 400


def wants_json(given: str | None) -> bool:
    """Whether the ``format`` of a call asks for the envelope itself.

    Raises:
        InvalidInput: ``invalid_format``.
    """
    chosen = (given or FORMATS[0]).strip().lower()
    if chosen not in FORMATS:
        raise InvalidInput("invalid_format", known=", ".join(FORMATS))
    return chosen == "json"


def call_text(tool: str, arguments: Mapping[str, Any]) -> str:
    """A call as one writes it: ``handover_read(issue_id=49)``."""
    given = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())
    return f"{tool}({given})"


def readable(
    envelope: Envelope, changes: Sequence[str], notes: Sequence[str], file: str, language: Language
) -> Document:
    """The answer with its text.

    Args:
        envelope: the answer for programs; its ``snapshot`` becomes the text behind the lines of ours.
        changes: what changed since, most urgent first, each one safe line.
        notes: the warnings, each one safe line.
        file: where the document lies.
        language: that of our own lines.
    """
    data = envelope.data
    named = {"id": data["handover_id"], "brain": data["source_brain"], "at": data["created_at"]}
    title = [say("read_title", language, **named, file=quoted(file, _LONGEST_FILE))]
    if "section" in data:
        facts = {"name": data["section"], "part": data["part"], "parts": data["parts"]}
        title.append(say("read_section", language, **facts, names=", ".join(data["sections"])))
    parts = ["\n".join(title)]
    parts.append(_list(say("brief_changed", language), changes or [say("brief_fresh", language)]))
    if notes:
        parts.append(_list(say("read_notes", language), notes))
    parts.append("\n".join(_ways_on(data, language)))
    head = "\n\n".join(parts)
    return Document(envelope.status, envelope.summary, data, envelope.error, f"{head}\n\n---\n\n{data['snapshot']}")


def as_it_is(envelope: Envelope) -> Document:
    """The answer whose ``snapshot`` says all of that itself."""
    return Document(envelope.status, envelope.summary, envelope.data, envelope.error, envelope.data["snapshot"])


def _list(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"{title}:", *(f"- {line}" for line in lines)])


def _ways_on(data: Mapping[str, Any], language: Language) -> list[str]:
    then = data["next_recommended"]
    said = [say("read_next", language, call=call_text(then["tool"], then["args"]))]
    if data["others"]:
        said.append(say("read_others", language, ids=", ".join(data["others"])))
    return said
