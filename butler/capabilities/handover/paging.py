"""One section of a handover as an answer; a long one in parts, so that any document can be fetched whole.

``section`` is a name in any case and spelling of its separators, and the number of a part: ``discovery``,
``blocked_pending``, ``DISCOVERY 2``. The parts of an unchanged document are always the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from butler.capabilities.handover.fitting import bar_after, sections_of
from butler.envelope import Envelope, ok
from butler.errors import NotFound
from butler.maids.document_check import suggest_section

PART_BYTES = 20_000
"""Bytes of one part as JSON; freshness, prompt and the other keys of the answer come on top and stay below 16,000."""
PROMPT_BYTES = 4_000
"""A prompt that a hand made longer is only given with its own section."""
_ASKED = re.compile(r"\s*(?P<name>.*?)(?:[\s#:]+(?P<part>[1-9][0-9]{0,4}))?\s*", re.DOTALL)


def section_answer(summary: str, data: dict[str, Any], wanted: str) -> Envelope:
    """The answer with one part of one section as its ``snapshot``.

    Args:
        summary: the first words of the answer.
        data: the answer of the whole document, its text in ``snapshot``.
        wanted: what the call asked for.

    Raises:
        NotFound: ``section_not_found`` with the nearest name and the known ones.
    """
    sections = sections_of(data["snapshot"])
    name, number = _asked(wanted, list(sections))
    parts = list(_parts(sections[name]))
    if number > len(parts):
        raise _missing(wanted, list(sections))
    shown = section_data(data, parts[number - 1], name, number, len(parts))
    following = {"handover_id": data["handover_id"], "section": f"{name} {number + 1}"}
    return ok(summary, shown, then=("handover_read", following) if number < len(parts) else ("work_observe", {}))


def section_data(data: dict[str, Any], text: str, name: str, part: int = 1, parts: int = 1) -> dict[str, Any]:
    """The answer of the whole document, in ``data``, with ``text`` in its place: a part of a section, or the brief."""
    prompt = data["handoff_prompt"]
    return data | {
        "snapshot": text,
        "handoff_prompt": prompt if _size(prompt) <= PROMPT_BYTES else "",
        "section": name,
        "part": part,
        "parts": parts,
        "sections": list(sections_of(data["snapshot"]))[:20],
    }


def _asked(wanted: str, names: list[str]) -> tuple[str, int]:
    """The section that is meant, and the part of it."""
    found = _ASKED.fullmatch(wanted[:200])
    plain = {_plain(name): name for name in names}
    if found is None or (name := plain.get(_plain(found["name"]))) is None:
        raise _missing(wanted, names)
    return name, int(found["part"] or 1)


def _plain(name: str) -> str:
    return re.sub(r"[\s_/-]+", "_", name.strip("# ").upper())


def _missing(wanted: str, names: list[str]) -> NotFound:
    near = suggest_section(wanted[:80])
    return NotFound("section_not_found", near=near if near in names else "-", known=", ".join(names[:20]) or "-")


def _parts(text: str) -> Iterator[str]:
    """``text`` in pieces of at most `PART_BYTES`, cut between lines; a fence is closed at a cut and opened again."""
    bar, piece, size = "", "", 0
    for line in _lines(text):
        cost = _size(line)
        if piece and size + cost > PART_BYTES:
            yield f"{piece}{bar}\n" if bar else piece
            piece = f"{bar}\n" if bar else ""
            size = _size(piece)
        piece, size, bar = piece + line, size + cost, bar_after(line, bar)
    yield piece


def _lines(text: str) -> Iterator[str]:
    """The lines of ``text``; one that is too long for a part in pieces."""
    longest = PART_BYTES // 12
    for line in text.splitlines(keepends=True):
        if _size(line) <= PART_BYTES // 2:
            yield line
        else:
            yield from (line[at : at + longest] for at in range(0, len(line), longest))


def _size(text: str) -> int:
    return len(json.dumps(text, ensure_ascii=False).encode("utf-8", "replace"))
