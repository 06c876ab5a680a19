"""Reading a handover document back: its sections, its METADATA, its prompt, and what is wrong with it.

A heading counts only outside of fences. Names must be exact; a near miss is refused and the right name suggested.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

from butler.capabilities.handover.models import FORMAT_VERSION, SECTIONS, TOLERATED_LAST
from butler.maids.late_patterns import late
from butler.maids.provenance_worker import read_sources
from butler.maids.text_worker import visible
from butler.records import dataclass
from butler.yaml_text import YamlProblem, load_mapping

_ORDER = (*SECTIONS, TOLERATED_LAST)
_MOST_NAMED = 5
"""Lines with hidden characters, and lines without a source, that are named."""

METADATA_KEYS = (
    "format_version", "project", "source_brain", "target_brain", "mode", "created_at", "handover_id", "session", "git",
    "language", "receipt",
)  # fmt: skip
_FENCE = late(r"^ {0,3}(?P<bar>`{3,}|~{3,})(?P<rest>[^\n]*)$")
_HEADING = late(r"##(?!#)(?P<name>.*)")
_MERGE = late(r"(?:<{7}|>{7}|\|{7})(?: .*)?")
_YAML = late(r"^```ya?ml[ \t]*\n(?P<body>.*?)^```[ \t]*$", re.M | re.S)


@dataclass(frozen=True, slots=True)
class FoundSection:
    """One ``## NAME`` part of a text: its 1-based heading line, and the text below the heading."""

    name: str
    line: int
    body: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. ``suggestion`` is the right name or empty.

    Codes: ``unknown_section``, ``missing_section``, ``wrong_order``, ``too_early``, ``twice``, ``heading_spelling``,
    ``open_fence``, ``metadata_missing``, ``metadata_unreadable``, ``metadata_key``, ``format_version``, ``prompt_empty``, ``text_before``,
    ``merge_mark``, ``hidden_character``, ``no_source``.
    """

    code: Literal[
        "unknown_section",
        "missing_section",
        "wrong_order",
        "too_early",
        "twice",
        "heading_spelling",
        "open_fence",
        "metadata_missing",
        "metadata_unreadable",
        "metadata_key",
        "format_version",
        "prompt_empty",
        "text_before",
        "merge_mark",
        "hidden_character",
        "no_source",
    ]
    line: int
    name: str = ""
    suggestion: str = ""


def split_sections(text: str) -> tuple[FoundSection, ...]:
    """The ``##`` parts of a text in order; what stands before the first is left out."""
    return _split(text).sections


def check_document(text: str) -> list[Finding]:
    """Everything that is wrong with a document, in the order of its lines; empty when it is good."""
    parts = _split(text)
    sections = parts.sections
    findings = [*_names(sections), *(Finding("merge_mark", line) for line in parts.merge_marks)]
    if parts.open_fence:
        findings.append(Finding("open_fence", parts.open_fence))
    if parts.before:
        findings.append(Finding("text_before", parts.before))
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    findings += [Finding("hidden_character", number) for number, line in lines if visible(line) != line][:_MOST_NAMED]
    if not findings:  # in a document of another shape no line says where it comes from
        untold = (Finding("no_source", one.line) for one in read_sources(text) if not one.sources)
        findings += islice(untold, _MOST_NAMED)
    by_name = {section.name: section for section in reversed(sections)}
    if "METADATA" in by_name:
        findings += _metadata(by_name["METADATA"])
    prompt = by_name.get("HANDOFF_PROMPT")
    if prompt is not None and not prompt.body.strip():
        findings.append(Finding("prompt_empty", prompt.line, "HANDOFF_PROMPT"))
    return sorted(findings, key=lambda one: (one.line, one.code, one.name))


def handoff_prompt(text: str) -> str:
    """The text of HANDOFF_PROMPT, empty where there is none."""
    return next((one.body.strip() for one in split_sections(text) if one.name == "HANDOFF_PROMPT"), "")


def metadata(text: str) -> Mapping[str, Any]:
    """The mapping of METADATA; empty where it is missing or cannot be read."""
    section = next((one for one in split_sections(text) if one.name == "METADATA"), None)
    found = _YAML.search(section.body) if section else None
    return _mapping(found["body"]) if found else {}


@lru_cache(maxsize=8)
def _mapping(text: str) -> Mapping[str, Any]:
    try:
        return load_mapping(text)[0]
    except YamlProblem:
        return {}


@dataclass(frozen=True, slots=True)
class _Parts:
    """A text by sections, and lines outside of fences: the first before all sections, marks of a merge, an open fence."""

    sections: tuple[FoundSection, ...]
    before: int = 0
    merge_marks: tuple[int, ...] = ()
    open_fence: int = 0


def _split(text: str) -> _Parts:
    found: list[tuple[str, int, list[str]]] = []
    merge_marks: list[int] = []
    bar, opened, before = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if bar:
            if fence and fence["bar"].startswith(bar) and not fence["rest"].strip():
                bar = ""
        elif fence and not (fence["bar"][0] == "`" and "`" in fence["rest"]):
            bar, opened = fence["bar"], number
        elif heading := _HEADING.match(line):
            found.append((heading["name"].strip() if line.startswith("## ") else line.strip(), number, []))
            continue
        elif _MERGE.fullmatch(line):
            merge_marks.append(number)
        if found:
            found[-1][2].append(line)
        elif line.strip():
            before = before or number
    sections = tuple(FoundSection(name, line, "\n".join(body)) for name, line, body in found)
    return _Parts(sections, before, tuple(merge_marks), opened if bar else 0)


def _names(sections: tuple[FoundSection, ...]) -> list[Finding]:
    findings: list[Finding] = []
    seen: dict[str, int] = {}
    place = -1
    for at, section in enumerate(sections):
        name = section.name
        if name in _ORDER:
            if name in seen:
                findings.append(Finding("twice", section.line, name))
            elif _ORDER.index(name) < place:
                findings.append(Finding("wrong_order", section.line, name))
            elif name == TOLERATED_LAST and at != len(sections) - 1:
                findings.append(Finding("too_early", section.line, name))
                continue
            place = max(place, _ORDER.index(name))
            seen.setdefault(name, section.line)
        else:
            meant = suggest_section(name)
            code: Literal["heading_spelling", "unknown_section"] = "heading_spelling" if meant else "unknown_section"
            findings.append(Finding(code, section.line, name[:80], meant))
    meant_here = {finding.suggestion for finding in findings}
    findings += [
        Finding("missing_section", 0, name) for name in SECTIONS if name not in seen and name not in meant_here
    ]
    return findings


def suggest_section(name: str) -> str:
    """The section that a wrong spelling means, or empty."""
    plain = re.sub(r"[\s_/-]+", "_", name.strip("# ").upper())
    known = {re.sub(r"[\s_/-]+", "_", one): one for one in (*SECTIONS, TOLERATED_LAST)}
    near = difflib.get_close_matches(plain, list(known), 1, 0.72)
    return known[near[0]] if near else ""


def _metadata(section: FoundSection) -> list[Finding]:
    found = _YAML.search(section.body)
    if found is None:
        return [Finding("metadata_missing", section.line, "METADATA")]
    try:
        keys, _ = load_mapping(found["body"])
    except YamlProblem as problem:
        return [Finding("metadata_unreadable", section.line + 1 + (problem.line or 0), "METADATA")]
    findings = [Finding("metadata_key", section.line, key) for key in METADATA_KEYS if key not in keys]
    version = keys.get("format_version", FORMAT_VERSION)
    if isinstance(version, bool) or version not in range(1, FORMAT_VERSION + 1):
        findings.append(Finding("format_version", section.line, str(version)[:40], str(FORMAT_VERSION)))
    return findings
