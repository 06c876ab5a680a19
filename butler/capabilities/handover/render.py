"""From document to Markdown: sections, groups and lines, the words of a language, secret marks numbered by first appearance."""

from __future__ import annotations

import re

from butler.capabilities.handover.models import SECTIONS, HandoverDocument, Line, Said, Section, Value
from butler.maids.provenance_tables import HEADING_SOURCES
from butler.phrases import Language
from butler.phrases.wording import phrase_of
from butler.yaml_text import dump_compact

_MARK = re.compile(r"\[REDACTED:([A-Za-z0-9_]{1,40}):(\d{1,9})\]")


_UNHEADED = {"", "next", "pending", "risks"}
"""Keys of groups that stand under their section without a heading of their own."""


def render(document: HandoverDocument) -> str:
    """The Markdown text of a document, ending with one newline."""
    sections = {section.name: section for section in document.sections}
    parts = []
    for name in SECTIONS:
        parts.append(f"## {name}\n\n")
        if name == "METADATA":
            parts.append(f"```yaml\n{dump_compact(dict(document.metadata))}```\n\n")
        else:
            parts.append(_section(sections[name], document.language))
    return renumbered("".join(parts)).rstrip("\n") + "\n"


def _section(section: Section, language: Language) -> str:
    """What stands under a section's name."""
    if not section.groups:
        return say(Said("none"), language) + "\n\n"
    parts = []
    for group in section.groups:
        if group.key not in _UNHEADED:
            parts.append(f"### {_heading(group.key, language)}\n")
        for number, line in enumerate(group.lines, 1):
            lead = f"{number}. " if group.numbered else "" if section.name == "HANDOFF_PROMPT" else "- "
            parts.append(_line(line, lead, language) + "\n")
        parts.append("\n")
    return "".join(parts)


def say(value: Value, language: Language) -> str:
    """A phrase with its facts, in a language."""
    if isinstance(value, tuple):
        return ("、" if language == "ja" else "; ").join(filter(None, (say(one, language) for one in value)))
    if not isinstance(value, Said):
        return str(value)
    return phrase_of(value.key).say(language, **{name: say(fact, language) for name, fact in value.facts})


def _heading(key: str, language: Language) -> str:
    """A small heading; where its words do not tell the source of its lines, that stands behind them."""
    heading = Said(f"group_{key}")
    if key not in HEADING_SOURCES:
        return say(heading, language)
    source = Said(f"source_{HEADING_SOURCES[key]}")
    return say(Said("heading_from", (("heading", heading), ("source", source))), language)


def renumbered(text: str) -> str:
    """``text`` with its secret marks numbered by first appearance, per kind."""
    numbers: dict[tuple[str, str], int] = {}
    counts: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        key = (found[1], found[2])
        if key not in numbers:
            counts[found[1]] = numbers[key] = counts.get(found[1], 0) + 1
        return f"[REDACTED:{found[1]}:{numbers[key]}]"

    return _MARK.sub(number, text)


def _line(line: Line, lead: str, language: Language) -> str:
    text = say(line.said, language).strip()
    if line.suspicious:
        first, *rest = text.split("\n")
        text = "\n".join([f"{first} {say(Said('suspicious'), language)}", *rest])
    if not line.block:
        return f"{lead}{text}"
    pad = " " * len(lead)
    block = "\n".join(f"{pad}{one}" if one else "" for one in line.block.split("\n"))
    after = say(line.after, language)
    return f"{lead}{text}\n{block}" + (f"\n{pad}{after}" if after else "")
