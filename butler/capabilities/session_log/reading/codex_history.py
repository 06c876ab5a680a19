"""Where the story of a Codex rollout begins, when that is another file: forks and reverts by reference, forks by copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from butler.capabilities.session_log.formats import EarlierPart, LogHead
from butler.capabilities.session_log.reading.codex_values import mapping, optional


def earlier_part(head: LogHead) -> EarlierPart | None:
    """What the first ``session_meta`` refers to (``history_base``), or whose lines a fork copied behind it."""
    metas = [found for record in head.objects if (found := _meta(record))]
    if not metas:
        return None
    own = optional(metas[0].get("id"))
    base = mapping(metas[0].get("history_base"))
    rollout = optional(base.get("thread_id"))
    if rollout is not None:
        return EarlierPart(rollout, _count(base.get("end_byte_offset")), _count(base.get("end_ordinal_exclusive")))
    copied = next((other for meta in metas[1:] if (other := optional(meta.get("id"))) not in (None, own)), None)
    return EarlierPart(copied, None, copied=True) if copied else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def told(line: bytes) -> bytes:
    """What a line says, without its time and number: a copy is stamped anew."""
    at = line.find(b'"payload"')
    return line[at:].rstrip() if at >= 0 else line.rstrip()


def _meta(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return mapping(record.get("payload")) if record.get("type") == "session_meta" else None
