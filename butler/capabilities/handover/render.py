"""From document to Markdown: the template, the words of a language, secret marks numbered by first appearance."""

from __future__ import annotations

import re
from functools import cache

import jinja2

from butler.capabilities.handover.models import SECTIONS, HandoverDocument, Line, Said, Value
from butler.maids.provenance_tables import HEADING_SOURCES
from butler.phrases import Language
from butler.phrases.wording import phrase_of
from butler.yaml_text import dump_compact

_MARK = re.compile(r"\[REDACTED:([A-Za-z0-9_]{1,40}):(\d{1,9})\]")


def render(document: HandoverDocument) -> str:
    """The Markdown text of a document, ending with one newline."""
    text = _template().render(
        names=SECTIONS,
        metadata=dump_compact(dict(document.metadata)),
        sections={section.name: section for section in document.sections},
        word=lambda key: say(Said(key), document.language),
        heading=lambda key: _heading(key, document.language),
        line=lambda line, lead: _line(line, lead, document.language),
    )
    return renumbered(text).rstrip("\n") + "\n"


@cache
def _template() -> jinja2.Template:
    """Strict: a missing name is an error; no HTML escaping, since this is Markdown of escaped parts."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("butler.capabilities.handover", "templates"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701 (Markdown, every part is escaped by the desk's pen)
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.clear()
    return environment.get_template("handover.md.j2")


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
