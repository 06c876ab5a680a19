"""Exports of chat sites: many conversations in one file, of which the one updated last is read, and that is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from butler.capabilities.session_log.reading.codex_values import mapping, sequence, text
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.whole_json import Element

_UPDATED = ("update_time", "updated_at", "create_time", "created_at")


def is_conversation(value: Any) -> bool:
    """Whether the value is one conversation of an export (ChatGPT: ``mapping``; claude.ai: ``chat_messages``)."""
    return isinstance(mapping(value).get("mapping"), dict) or isinstance(mapping(value).get("chat_messages"), list)


def newest(elements: list[Element], receipt: ReceiptBuilder) -> Element | None:
    """The conversation that was updated last."""
    found = [element for element in elements if is_conversation(element.value)]
    if not found:
        return None
    if len(found) > 1:
        receipt.note("log_export", count=len(found))
    return max(found, key=lambda element: (_updated(element.value), -element.line))


def messages_of(conversation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages of a conversation in their order, without hidden ones."""
    if isinstance(conversation.get("mapping"), dict):
        yield from _chatgpt(conversation)
    else:
        for message in sequence(conversation.get("chat_messages")):
            if isinstance(message, dict):
                yield message


def _updated(conversation: dict[str, Any]) -> tuple[float, str]:
    """What orders conversations: epoch numbers or ISO texts."""
    for name in _UPDATED:
        value = conversation.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value), ""
        if isinstance(value, str) and value:
            return 0.0, value
    return float("-inf"), ""


def _chatgpt(conversation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The branch that ends in ``current_node`` (else in the newest leaf), from its root on."""
    nodes = mapping(conversation.get("mapping"))
    at = conversation.get("current_node")
    if not isinstance(at, str) or at not in nodes:
        at = _newest_leaf(nodes)
    branch: list[dict[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in nodes and at not in seen:
        seen.add(at)
        node = mapping(nodes[at])
        branch.append(mapping(node.get("message")))
        at = node.get("parent")
    for message in reversed(branch):
        if _is_shown(message):
            yield _readable(message)


def _newest_leaf(nodes: dict[str, Any]) -> str | None:
    leaves = [name for name, node in nodes.items() if not sequence(mapping(node).get("children"))]
    return max(leaves, key=lambda name: _updated(mapping(mapping(nodes[name]).get("message"))), default=None)


def _is_shown(message: dict[str, Any]) -> bool:
    hidden = mapping(message.get("metadata")).get("is_visually_hidden_from_conversation")
    return bool(message) and message.get("weight") != 0 and not hidden


def _readable(message: dict[str, Any]) -> dict[str, Any]:
    """The message with its content as plain parts."""
    content = mapping(message.get("content"))
    kind = text(content.get("content_type"))
    if kind == "thoughts":
        parts: list[Any] = []
    elif isinstance(content.get("parts"), list):
        parts = [part if isinstance(part, str) else {"type": "image"} for part in content["parts"]]
    else:
        parts = [text(content.get("text")) or text(content.get("result"))]
    return {**message, "content": parts}
