"""Text out of Claude Code records: what a content holds, and cutting that keeps head and tail."""

from __future__ import annotations

import re
from typing import Any

OUTPUT_LIMIT = 16 * 1024
"""Most bytes (UTF-8) of one command's output that an entry holds."""
WORDS_LIMIT = 64 * 1024
"""Most bytes (UTF-8) of one person's or agent's message that an entry holds."""
_MARK_ROOM = 64


def text_of(content: Any) -> str:
    """The readable text of a message or tool result content: a string, or a list of blocks (images are left out)."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [block["text"] for block in content if isinstance(block, dict) and isinstance(block.get("text"), str)]
    return "\n".join(parts)


def content_of(message: Any) -> Any:
    """The content of a message: a string or a list of blocks (``parts`` in logs that copied this shape)."""
    fields = table(message)
    return fields["content"] if "content" in fields else fields.get("parts")


def clip(text: str, limit: int = OUTPUT_LIMIT) -> str:
    """``text`` in at most ``limit`` bytes: its head and tail, with a line between them that says what was left out."""
    if len(text) * 4 <= limit or (len(text) <= limit and text.isascii()):
        return text
    raw = text.encode("utf-8", errors="surrogatepass")
    if len(raw) <= limit:
        return text
    room = (limit - _MARK_ROOM) // 2
    head = raw[:room].decode("utf-8", errors="ignore")
    tail = raw[-room:].decode("utf-8", errors="ignore")
    return f"{head}\n[… {len(raw) - 2 * room} bytes left out …]\n{tail}"


def first_line(text: str, limit: int = 200) -> str:
    """The first line that holds something, at most ``limit`` characters."""
    stripped = text.lstrip()
    end = stripped.find("\n")
    return (stripped if end < 0 else stripped[:end]).rstrip()[:limit]


def words(value: Any) -> str:
    """``value`` if it is a string, else the empty string (fields of a log may hold anything)."""
    return value if isinstance(value, str) else ""


def stamp(record: dict[str, Any]) -> str | None:
    """The record's time as the client wrote it, or None."""
    return words(record.get("timestamp")) or None


def table(value: Any) -> dict[str, Any]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def rows(value: Any) -> list[dict[str, Any]]:
    """The objects in ``value`` if it is a list, else none."""
    if not isinstance(value, list):
        return []
    if len(value) == 1:
        return value if isinstance(value[0], dict) else []
    return [item for item in value if isinstance(item, dict)]


def tag(text: str, name: str) -> str:
    """What stands between ``<name>`` and ``</name>`` the first time, stripped; empty where there is no such pair."""
    start = text.find(f"<{name}>")
    if start < 0:
        return ""
    start += len(name) + 2
    end = text.find(f"</{name}>", start)
    return (text[start:] if end < 0 else text[start:end]).strip()


def number(value: Any) -> int | None:
    """``value`` as a whole number where it is one or spells one, else None; booleans are no numbers."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value) else None
