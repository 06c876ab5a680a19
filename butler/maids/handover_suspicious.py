"""Lines of the document whose text from outside reads like an order to an agent: each is marked, and RISKS names them.

A person's own words are never marked: requests, answers, and notes from a shell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from butler.capabilities.handover.models import Group, Line, Said, Section, Value, said
from butler.maids.late_patterns import late
from butler.maids.suspicious_worker import KINDS, Kind, kinds_in

RISKS = "RISKS"
PROMPT = "HANDOFF_PROMPT"
_MOST_PLACES = 8
_PERSON: Mapping[str, frozenset[str]] = {
    "quoted": frozenset({"text"}),
    "plan_words": frozenset({"text"}),
    "summary_request": frozenset({"text"}),
    "summary_decision": frozenset({"text"}),
    "decision_answer": frozenset({"answer"}),
    "decision_answer_of": frozenset({"answer"}),
    "next_request": frozenset({"text"}),
    "next_request_ended": frozenset({"text"}),
    "prompt_request": frozenset({"text"}),
    "prompt_request_last": frozenset({"text"}),
    "prompt_decision": frozenset({"text"}),
    "prompt_next": frozenset({"text"}),
    "task_decision": frozenset({"text"}),
}
"""Facts of a phrase that are a person's words."""
_WRITTEN_BY_A_SHELL = late(r"(?:notes|mark) \(command line\)")
_CARRIED_WORDS = late(r"[“「]|[^:：]{1,40}[:：] [“「]")
_ANCHOR = late(r"\[(?:S\d{1,3}:)?L\d{1,9}\]")


def with_suspicions(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with their suspicious lines marked, and a line of RISKS that names them; the same where there are none."""
    kinds: set[Kind] = set()
    places: list[str] = []
    found = tuple(_marked(section, kinds, places) for section in sections)
    if not kinds:
        return tuple(sections)
    told = tuple(said(f"suspicious_{kind}") for kind in KINDS if kind in kinds)
    shown = list(dict.fromkeys(places))
    more = [f"… +{len(shown) - _MOST_PLACES}"] if len(shown) > _MOST_PLACES else []
    line = Line(said("risk_suspicious", kinds=told, places=" ".join([*shown[:_MOST_PLACES], *more])))
    return tuple(_with_risk(section, line) if section.name == RISKS else section for section in found)


def _with_risk(section: Section, line: Line) -> Section:
    lines = section.groups[0].lines if section.groups else ()
    return replace(section, groups=(Group("risks", (line, *lines)), *section.groups[1:]))


def _marked(section: Section, kinds: set[Kind], places: list[str]) -> Section:
    groups = []
    for group in section.groups:
        lines = []
        for line in group.lines:
            found = kinds_in(_foreign(line))
            kinds.update(found)
            if found:
                places.append(_place(line.said, section.name))
            lines.append(replace(line, suspicious=True) if found else line)
        groups.append(replace(group, lines=tuple(lines)))
    return replace(section, groups=tuple(groups))


def _foreign(line: Line) -> Iterator[str]:
    """The texts of a line that no person of this session wrote."""
    if not line.said.key.startswith("request"):
        yield line.block
    yield from _texts(line.said)
    yield from _texts(line.after)


def _texts(value: Value) -> Iterator[str]:
    if isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, Said):
        facts = dict(value.facts)
        if _by_person(facts):
            return
        hidden = _PERSON.get(value.key, frozenset())
        for name, fact in value.facts:
            if name not in hidden:
                yield from _texts(fact)
    else:
        yield str(value)


def _by_person(facts: Mapping[str, Value]) -> bool:
    """Whether a line is a note from a shell, or carries a person's quoted words."""
    writer = facts.get("writer") or facts.get("source")
    if isinstance(writer, Said):
        writer = dict(writer.facts).get("writer", "")
    if isinstance(writer, str) and _WRITTEN_BY_A_SHELL.match(writer):
        return True
    text = facts.get("text")
    return (
        "id" in facts
        and isinstance(text, str)
        and (bool(_CARRIED_WORDS.match(text)) or bool(_WRITTEN_BY_A_SHELL.search(text)))
    )


def _place(told: Said, section: str) -> str:
    """The anchor of a line, else its section."""
    anchor = dict(told.facts).get("anchor")
    if isinstance(anchor, str) and anchor:
        return anchor
    found = next((match for text in _texts(told) if (match := _ANCHOR.search(text))), None)
    return found[0] if found else section
