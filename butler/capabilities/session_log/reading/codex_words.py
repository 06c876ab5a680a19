"""Whose words a Codex user-role message holds: a person's, or context that the client put there.

Every content item is judged for itself, since one message may hold both. Source of the markers: the client's own list of
contextual fragments (a text is one when it begins with the fragment's opening and ends with its closing mark).
"""

from __future__ import annotations

from typing import Any, Literal

from butler.capabilities.session_log.reading.codex_values import mapping, sequence, text
from butler.records import dataclass

WordsKind = Literal["person", "instructions", "shell", "notification", "context"]

_TAGS = (
    "environment_context",
    "turn_aborted",
    "skill",
    "codex_internal_context",
    "goal_context",
    "hook_prompt",
    "recommended_plugins",
    "user_action",
    "permissions instructions",
    "collaboration_mode",
    "model_switch",
    "personality_spec",
    "multi_agent_mode",
    "image",
)
_WARNINGS = (
    "warning: apply_patch was requested via",
    "warning: the maximum number of unified exec processes",
    "warning: your account was flagged",
)
_REQUEST_MARK = "## My request for Codex:"
_EDITOR_MARKS = (
    "# Context from my IDE setup:",
    "# Files mentioned by the user:",
    "# Applications mentioned by the user:",
)


@dataclass(frozen=True, slots=True)
class Words:
    """One content item: what kind it is, and its text."""

    kind: WordsKind
    text: str


def kind_of(value: str) -> WordsKind:
    """Judge one text by its opening and closing marks."""
    body = value.strip()
    if not body or body[0] not in "<#wW":
        return "person"
    lower = body[:200].lower()
    if lower.startswith("# agents.md instructions") and body[-20:].lower().endswith("</instructions>"):
        return "instructions"
    if lower.startswith("<user_instructions>"):
        return "instructions"
    if lower.startswith("<user_shell_command>"):
        return "shell"
    if lower.startswith("<subagent_notification>"):
        return "notification"
    if lower.startswith(_WARNINGS):
        return "context"
    return "context" if lower.startswith("<") and _is_fragment(lower, body[-60:].lower()) else "person"


def _is_fragment(start: str, end: str) -> bool:
    if start in ("<image>", "</image>") or start.startswith("<image name="):
        return True
    for tag in _TAGS:
        if start.startswith(f"<{tag}"):
            return end.endswith(f"</{tag}>")
    if start.startswith("<external_"):
        name = start[1:].partition(">")[0].partition(" ")[0]
        return end.endswith(f"</{name}>")
    return False


def words_of(payload: dict[str, Any]) -> list[Words]:
    """The content items of a user-role message, each with its kind; the client's own item kinds win where it wrote them."""
    content = payload.get("content")
    if isinstance(content, str):
        return [Words(kind_of(content), content)]
    marks = mapping(payload.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds")
    kinds = sequence(marks)
    found = []
    for index, raw in enumerate(sequence(content)):
        value = text(mapping(raw).get("text"))
        if value:
            found.append(Words(_kind(text(kinds[index]) if index < len(kinds) else "", value), value))
    return found


def _kind(mark: str, value: str) -> WordsKind:
    judged = kind_of(value)
    if judged != "person" or mark in ("", "unknown", "user.text"):
        return judged
    return "person" if mark.startswith("user.") else "context"


def request_of(value: str) -> str:
    """A person's prompt without the context that an editor put before it."""
    if not value.lstrip().startswith(_EDITOR_MARKS):
        return value
    at = value.rfind(_REQUEST_MARK)
    return value[at + len(_REQUEST_MARK) :].strip() if at >= 0 else value


def instructions_of(value: str) -> str:
    """The standing instructions inside their wrapper."""
    body = value.strip()
    for opening, closing in (("<INSTRUCTIONS>", "</INSTRUCTIONS>"), ("<user_instructions>", "</user_instructions>")):
        start, end = body.find(opening), body.rfind(closing)
        if 0 <= start < end:
            return body[start + len(opening) : end].strip()
    return body


def between(value: str, opening: str, closing: str) -> str:
    """What stands between two marks, stripped; empty where they are not both there."""
    start = value.find(opening)
    end = value.find(closing, start + len(opening)) if start >= 0 else -1
    return value[start + len(opening) : end].strip("\n") if end >= 0 else ""
