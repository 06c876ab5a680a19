"""From document to Markdown: its layout, the words of a language, secret marks numbered by first appearance."""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.capabilities.handover.models import SECTIONS, Group, HandoverDocument, Line, Said, Value
from butler.phrases import Language, catalogue
from butler.phrases.document import WORDS
from butler.phrases.handover_task import WORDS as TASK_WORDS
from butler.yaml_text import dump_compact

_WITHOUT_HEADING = frozenset({"next", "pending", "risks"})
"""Groups that are the whole of their section."""

_MARK = re.compile(r"\[REDACTED:([A-Za-z0-9_]{1,40}):(\d{1,9})\]")


def render(document: HandoverDocument) -> str:
    """The Markdown text of a document, ending with one newline."""
    return renumbered("".join(_parts(document))).rstrip("\n") + "\n"


def _parts(document: HandoverDocument) -> Iterator[str]:
    """The text section by section; every word stands in the phrases, every foreign part was escaped by the desk's pen."""
    sections = {section.name: section for section in document.sections}
    for name in SECTIONS:
        yield f"## {name}\n\n"
        if name == "METADATA":
            yield f"```yaml\n{dump_compact(dict(document.metadata))}```\n\n"
            continue
        if not sections[name].groups:
            yield f"{say(Said('none'), document.language)}\n\n"
        for group in sections[name].groups:
            yield from _group(group, "" if name == "HANDOFF_PROMPT" else "- ", document.language)


def _group(group: Group, lead: str, language: Language) -> Iterator[str]:
    if group.key and group.key not in _WITHOUT_HEADING:
        yield f"### {say(Said(f'group_{group.key}'), language)}\n"
    for number, line in enumerate(group.lines, 1):
        yield f"{_line(line, f'{number}. ' if group.numbered else lead, language)}\n"
    yield "\n"


def say(value: Value, language: Language) -> str:
    """A phrase with its facts, in a language."""
    if isinstance(value, tuple):
        return ("、" if language == "ja" else "; ").join(filter(None, (say(one, language) for one in value)))
    if not isinstance(value, Said):
        return str(value)
    phrase = WORDS.get(value.key) or TASK_WORDS.get(value.key) or catalogue()[1][value.key]
    return phrase.say(language, **{name: say(fact, language) for name, fact in value.facts})


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
    if not line.block:
        return f"{lead}{text}"
    pad = " " * len(lead)
    block = "\n".join(f"{pad}{one}" if one else "" for one in line.block.split("\n"))
    return f"{lead}{text}\n{block}"
