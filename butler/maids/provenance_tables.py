"""Which line of a document comes from where: by its small heading, else by the words that it begins or ends with.

A line is told by our own words alone: what came from outside never stands in front of them where they decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, TypeAlias

from butler.maids.late_patterns import late
from butler.phrases import Phrase
from butler.phrases.document_sources import WORDS as SOURCE_WORDS
from butler.phrases.wording import phrase_of

Source: TypeAlias = Literal["butler", "person", "git", "journal", "agent", "memory", "issue", "tool"]
"""``butler``: said by us, without a word from outside. ``memory``: an earlier handover or a saved summary.
``tool``: what a client's log records of commands, files and pages, whoever wrote the text in them."""

TRUST: tuple[Source, ...] = ("butler", "person", "git", "journal", "agent", "memory", "issue", "tool")
"""The sources, the most trusted first: the later, the more people can have written the text."""

HEADING_SOURCES: Mapping[str, Source] = {
    "git": "git",
    "commits": "tool",
    "environment": "tool",
    "checks": "tool",
    "troubles": "tool",
    "probes": "tool",
    "steps": "agent",
    "documents": "agent",
    "papers": "tool",
    "edited": "tool",
    "read": "tool",
    "named": "issue",
}
"""Small headings whose own words do not tell the source of what stands under them: it is printed behind them."""

GROUP_SOURCES: Mapping[str, tuple[Source, ...]] = {
    "task": ("journal",),
    "issue": ("issue",),
    "log": ("butler",),
    "git": ("git",),
    "requests": ("person",),
    "orders": ("agent",),
    "plan": ("agent",),
    "commits": ("tool",),
    "summary": ("memory",),
    "environment": ("tool",),
    "checks": ("agent", "tool"),
    "troubles": ("agent", "tool"),
    "words": ("agent",),
    "documents": ("agent",),
    "papers": ("tool",),
    "probes": ("agent", "tool"),
    "steps": ("agent",),
    "person": ("person",),
    "carried": ("memory",),
    "edited": ("git", "tool"),
    "read": ("tool",),
    "named": ("agent", "issue"),
    # the brief of a handover
    "changed": ("git", "tool"),
    "state": ("git", "agent", "tool"),
    "rest": ("butler",),
}
"""What stands under a small heading (``key`` of its phrase), and under the headings of a brief."""

SUMMARY_SOURCES: Mapping[str, tuple[Source, ...]] = {
    "METADATA": ("tool",),
    "REQUESTS": ("person",),
    "DECISIONS": ("person",),
    "AGENT_WORDS": ("agent",),
    "CHECKS": ("agent", "tool"),
    "FAILURES": ("agent", "tool"),
    "FILES": ("agent", "tool"),
    "COMMITS": ("agent", "tool"),
    "PLAN": ("agent",),
}
"""The sections of a session's summary; MARKS tell their writers."""

METADATA_SOURCES: Mapping[str, tuple[Source, ...]] = {
    "project": ("git",),
    "issue": ("issue",),
    "session": ("tool",),
    "git": ("git",),
    "task": ("journal",),
    "summaries": ("memory",),
}
"""Keys of METADATA that hold text from outside; the others are ours."""

_AGENT: tuple[Source, ...] = ("agent",)
_RUN: tuple[Source, ...] = ("agent", "tool")
_TOOL: tuple[Source, ...] = ("tool",)
_GIT: tuple[Source, ...] = ("git",)
_PERSON: tuple[Source, ...] = ("person",)
_SHELL: tuple[Source, ...] = ("person", "agent")
"""A note from a shell: whether a person or an agent typed it, nobody can tell."""
_OURS: tuple[Source, ...] = ("butler",)

_LEADS: Mapping[str, tuple[Source, ...]] = {
    "stopped_open": _TOOL,
    "stopped_words": _TOOL,
    "stopped_ended": _TOOL,
    "stopped_out": _AGENT,
    "stopped_out_wrote": _RUN,
    "next_out": _RUN,
    "next_manual": _AGENT,
    "last_action": _RUN,
    "last_look": _TOOL,
    "last_words": _AGENT,
    "unseen": _TOOL,
    "goal": _AGENT,
    "note_label": _AGENT,
    "next_doing": _AGENT,
    "next_step": _AGENT,
    "next_step_old": _AGENT,
    "next_step_doubt": _AGENT,
    "next_steps_more": _AGENT,
    "next_request": _PERSON,
    "next_request_ended": _PERSON,
    "next_nothing": _TOOL,
    "next_pending": _TOOL,
    "next_unsent": _TOOL,
    "next_offer": _AGENT,
    "next_draft": _AGENT,
    "next_tried": _AGENT,
    "next_said_left": _AGENT,
    "next_said_before": _AGENT,
    "next_check_before": _RUN,
    "risk_failing_old": _TOOL,
    "decision_none": _TOOL,
    "next_reply": _PERSON,
    "next_last_action": _RUN,
    "next_check": _RUN,
    "next_check_edited": _RUN,
    "next_rerun": _RUN,
    "next_announced": _AGENT,
    "next_operation": _TOOL,
    "next_plan_refused": _PERSON,
    "next_ask": _AGENT,
    "pending_plan": ("person", "agent"),
    "risk_other_folder": _TOOL,
    "risk_unconfirmed": _OURS,
    "risk_part_missing": _TOOL,
    "risk_taken_back": _TOOL,
    "risk_copied": _TOOL,
    "risk_copied_somewhere": _TOOL,
    "risk_gaps": _OURS,
    "risk_operation": _GIT,
    "risk_operation_log": _TOOL,
    "risk_conflicts": _GIT,
    "risk_diverged": _GIT,
    "risk_dirty": _GIT,
    "risk_stash": _GIT,
    "risk_secrets": _OURS,
    "risk_suspicious": _OURS,
    "risk_compaction": _TOOL,
    "risk_aborted": _TOOL,
    "risk_uncommitted": _TOOL,
    "risk_failing": _TOOL,
    "claim_contradicted": _RUN,
    "claim_refuted": _RUN,
    "claim_unproven": _RUN,
    "claim_old": _RUN,
    "claim_masked": _RUN,
    "no_git": _GIT,
    "git_missing": _GIT,
    "git_failed": _GIT,
    "git_failed_because": _GIT,
    "decision_orders": _PERSON,
    "prompt_issue_titled": ("git", "issue"),
    "prompt_issue": _GIT,
    "prompt_project": _GIT,
    "prompt_read": _OURS,
    "prompt_paths": _TOOL,
    "prompt_decision": ("person", "journal", "agent", "memory"),
    "prompt_next": _SHELL,
    "prompt_request": _PERSON,
    "prompt_request_last": _PERSON,
    "prompt_next_section": _OURS,
    "prompt_nothing": _OURS,
    "prompt_no_git": _TOOL,
    "prompt_check": _OURS,
    "prompt_check_files": _OURS,
    "prompt_check_no_git": _OURS,
    "commits_own": _OURS,
    "prompt_check_parts": _OURS,
    "advice_conflicts": _GIT,
    "advice_operation": _GIT,
    "advice_operation_step": _GIT,
    "advice_commit": _GIT,
    "advice_stash": _GIT,
    "advice_detached": _GIT,
    "advice_upstream_gone": _GIT,
    "advice_diverged": _GIT,
    "advice_pull": _GIT,
    "advice_push": _GIT,
}
"""Lines that their first words tell, by phrase."""

_OMISSIONS = ("none", "section_cut", "summary_more", "summary_none", "lines_left_out", "brief_more_lines", "brief_long")

_ANCHOR = r"\[(?:S\d{1,3}:)?L\d{1,9}\]"
_HANDED = r"[\w.:-]{1,120}"
SUFFIXES: tuple[tuple[re.Pattern[str], tuple[Source, ...]], ...] = (
    (late(rf"(?:^| )— (?:notes|mark) \(command line\)(?: {_ANCHOR})?$"), _SHELL),
    (late(rf"(?:^| )— (?:notes|mark) \((?!command line\))[^()]{{1,80}}\)(?: {_ANCHOR})?$"), _AGENT),
    (late(r"(?:^| )— journal(?: r\d{1,9})?(?: ?\([^()]{1,120}\)){0,2}$"), ("journal",)),
    (late(rf"\((?:carried from|引き継ぎ元:) {_HANDED}\)$"), ("memory",)),
    (late(rf"\(from the summary of session {_HANDED}, [^()]{{1,120}}\)$"), ("memory",)),
    (late(rf"\(session {_HANDED} の要約より、[^()]{{1,120}}\)$"), ("memory",)),
    (late(rf"(?:^| )— (?:review finding|レビューの指摘) {_ANCHOR}$"), _AGENT),
    (late(rf"(?:^| )— (?:asked by the agent, not answered|エージェントの質問、未回答) {_ANCHOR}$"), _AGENT),
    (late(rf"^(?:blocked|ブロック): .*{_ANCHOR}$"), _RUN),
)
"""How a line ends that was written by somebody, was asked, or comes out of an earlier document."""

_WITHIN: Mapping[str, tuple[tuple[re.Pattern[str], tuple[Source, ...]], ...]] = {
    "requests": (
        (late(r"\((?:asked|質問|refused|拒否された呼び出し): "), _AGENT),
        (late(r"[:：] → "), _AGENT),
    ),
    "person": ((late(r"^(?:asked “|質問「|plan (?:approved|refused)|計画を(?:承認|却下))"), _AGENT),),
    "troubles": ((late(r"agent: “|エージェント:「"), _AGENT),),
    "risks": ((late(r"the issue source says|イシュー元で"), ("issue",)),),
    "prompt": ((late(r"Its Task in the journal|Journal の Task は"), ("journal",)),),
    "git": ((late(r"^(?:the log was last on|ログの最後の)"), _TOOL),),
}
_BLOCKED = late(r"^(?:blocked|ブロック): .*(?:did not work|が成功していない): ")


def within(group: str, line: str) -> set[Source]:
    """Sources that words inside a line of a group add."""
    found = {source for pattern, sources in _WITHIN.get(group, ()) if pattern.search(line) for source in sources}
    return found | (set(_RUN) if _BLOCKED.search(line) else set())


def by_suffix(line: str) -> set[Source]:
    """Sources that the end of a line tells."""
    return {source for pattern, sources in SUFFIXES if pattern.search(line) for source in sources}


def by_lead(line: str) -> set[Source]:
    """Sources that the first words of a line tell; a line that begins like several has all of theirs."""
    return {source for pattern, sources in _lead_patterns() if pattern.match(line) for source in sources}


def is_ours(line: str) -> bool:
    """Whether a line only says that there is nothing, or that something was left out."""
    return any(pattern.fullmatch(line) for pattern in _omissions())


@cache
def _lead_patterns() -> tuple[tuple[re.Pattern[str], tuple[Source, ...]], ...]:
    return tuple((pattern, sources) for key, sources in _LEADS.items() for pattern in _beginnings(phrase_of(key)))


def _beginnings(phrase: Phrase) -> Iterable[re.Pattern[str]]:
    """How a line of a phrase begins: up to its first text from outside; a short one may stand before its first words."""
    for told in _spelled(phrase):
        parts = [part for part in _PARTS.split(told.removeprefix("{anchor} ")) if part]
        begins = not _PARTS.fullmatch(parts[0])
        pattern, told_by = "" if begins else ".{0,300}?", 0
        for part in parts if begins else parts[1:]:
            if part == "{anchor}":
                pattern += _ANCHOR
            elif not _PARTS.fullmatch(part):
                pattern += re.escape(part)
                told_by += len(part.strip())
            elif told_by >= _TELLING:
                break
            else:
                pattern += ".{0,300}?"
        yield re.compile(pattern.removesuffix("\\ "))


def _spelled(phrase: Phrase) -> Iterable[str]:
    """The phrase in each language, a number's noun as of one and as of several."""
    return dict.fromkeys(_COUNTED.sub(rf"{{\1}} {noun}", told) for told in phrase for noun in (r"\2", r"\3"))


_COUNTED = late(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
_PARTS = late(r"(\{\w+\})")
_TELLING = 7
"""Characters of our own that tell a phrase from the others."""


@cache
def _omissions() -> tuple[re.Pattern[str], ...]:
    found = []
    for key in _OMISSIONS:
        for told in _spelled(phrase_of(key)):
            parts = re.split(r"(\{\w+\})", told.strip())
            found.append(re.compile("".join(".{0,400}" if part[:1] == "{" else re.escape(part) for part in parts)))
    return tuple(found)


def headings_of(key: str, phrase: Phrase) -> Iterable[str]:
    """How the heading of a group is written in each language: as of old, and with its source."""
    yield from phrase
    if key in HEADING_SOURCES:
        sources = SOURCE_WORDS[f"source_{HEADING_SOURCES[key]}"]
        for form, heading, source in zip(SOURCE_WORDS["heading_from"], phrase, sources, strict=True):
            yield form.format(heading=heading, source=source)
