"""Where each line of a document comes from, read back from its own words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from butler.capabilities.handover.models import NoteText
from butler.capabilities.handover.render import render
from butler.capabilities.journal.answers import Cleaner
from butler.capabilities.journal.memo import SIZES, make_memo
from butler.capabilities.session_log.models import Mark
from butler.maids.document_check import check_document
from butler.maids.document_items import groups_of
from butler.maids.handover_brief import About, brief
from butler.maids.handover_worker import compose
from butler.maids.provenance_tables import _LEADS, GROUP_SOURCES, HEADING_SOURCES, TRUST, by_lead
from butler.maids.provenance_worker import kind_of, line_sources, lines_by_trust
from butler.maids.session_log_summary_worker import summarize
from butler.maids.session_log_worker import gather
from butler.phrases import LANGUAGES, catalogue, say
from butler.phrases.document import WORDS
from butler.phrases.document_sources import WORDS as SOURCE_WORDS
from butler.phrases.handover_summaries import WORDS as SUMMARY_WORDS
from butler.phrases.handover_task import WORDS as TASK_WORDS
from tests.capabilities.handover import test_golden as golden
from tests.maids.test_handover_task import history
from tests.stories import Story

PHRASES = {**catalogue()[1], **WORDS, **TASK_WORDS, **SUMMARY_WORDS, **SOURCE_WORDS}
DOCUMENTS = [golden.english, golden.japanese, golden.bare]


def of(text: str) -> dict[str, str]:
    """Each line of a document with the sources it has."""
    lines = text.splitlines()
    return {lines[one.line - 1].strip(): "+".join(one.sources) for one in line_sources(text)}


def handover(**bodies: str) -> str:
    return "".join(f"## {name.replace('__', ' / ')}\n\n{body}\n\n" for name, body in bodies.items())


def only(line: str, section: str = "NEXT_ACTION") -> str:
    """The sources of one line of a section."""
    (found,) = line_sources(f"## METADATA\n\n## {section}\n\n- {line}\n")
    return "+".join(found.sources)


@pytest.mark.parametrize("make", DOCUMENTS)
def test_every_line_of_a_document_has_a_source(make):
    text = render(compose(make()))
    assert all(one.sources for one in line_sources(text))
    assert sum(lines_by_trust(text).values()) == len(line_sources(text))


def test_the_sources_of_a_document():
    found = of(render(compose(golden.english())))
    told = {
        line.split(" ", 1)[0] + " " + line.split(" ", 1)[1][:34]: sources
        for line, sources in found.items()
        if " " in line
    }
    assert {"issue", "git", "person", "agent", "tool"} <= set("+".join(told.values()).split("+"))
    by_start = lambda start: next(sources for line, sources in found.items() if line.startswith(start))  # noqa: E731
    assert by_start("- #49") == "issue"
    assert by_start("- branch") == "git"
    assert by_start("→ ") == "agent"
    assert by_start("- [L2] ") == "person"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(_LEADS))
def test_a_line_tells_its_source_by_its_first_words(key, language):
    facts = {"anchor": "[L5]", "first": "[L2]", "last": "[L9]"}
    names = dict.fromkeys(("text", "id", "title", "project", "name", "command", "count", "path", "kinds"), "x1")
    told = PHRASES[key].say(language, **names, **facts).removeprefix("[L5] ")
    lowest = max(map(TRUST.index, _LEADS[key]))
    found = by_lead(told)
    assert set(_LEADS[key]) <= found
    assert key.startswith("prompt_issue") or max(map(TRUST.index, found)) == lowest


@pytest.mark.parametrize("name", sorted(HEADING_SOURCES))
def test_a_heading_is_known_with_its_source_and_without(name):
    for language in LANGUAGES:
        plain = PHRASES[f"group_{name}"].say(language)
        source = SOURCE_WORDS[f"source_{HEADING_SOURCES[name]}"].say(language)
        told = SOURCE_WORDS["heading_from"].say(language, heading=plain, source=source)
        assert [group.key for group in groups_of(f"### {plain}\n- a\n\n### {told}\n- b\n")] == [name, name]


def test_every_small_heading_has_sources_or_lines_that_tell_theirs():
    headings = {key.removeprefix("group_") for key in PHRASES if key.startswith("group_")}
    assert headings - set(GROUP_SOURCES) == {"notes", "stopped"}


def test_a_line_of_several_sources_is_trusted_as_the_least():
    (line,) = line_sources(
        "## METADATA\n\n## RISKS\n\n- refuted [L9]: the agent said “all pass”; later `pytest` [L12] failed\n"
    )
    assert (line.sources, line.trust) == (("agent", "tool"), "tool")


@pytest.mark.parametrize(
    ("line", "sources"),
    [
        ("go on — notes (codex)", "agent"),
        ("go on — notes (command line)", "person+agent"),
        ("go on — mark (claude-code) [L12]", "agent"),
        ("go on — journal r3 (codex)", "journal"),
        ("go on (carried from issue-4-20260603T004500Z-codex)", "memory"),
        ("続ける (引き継ぎ元: project-20260603T004500Z-codex)", "memory"),
        ("go on — notes (codex) (carried from issue-4-20260603T004500Z-codex)", "memory"),
        ("Open step of its plan: a (from the summary of session 0199, 2026-06-03)", "memory"),
        ("a (session 0199 の要約より、2026-06-03)", "memory"),
        ("The agent's word [L4]: go on — notes (command line)", "person+agent"),
        ("go on — notes (codex) [suspicious]", "agent"),
    ],
)
def test_a_line_tells_its_source_by_its_last_words(line, sources):
    assert only(line) == sources


@pytest.mark.parametrize(
    ("line", "sources"),
    [
        ("undecided: with tax? — asked by the agent, not answered [L8]", "agent"),
        ("未確定: [P1] 税 — レビューの指摘 [L8]", "agent"),
        ("blocked: `git push` did not work: denied [L8]", "agent+tool"),
        ("blocked: `git push` did not work: denied (carried from issue-4-20260603T004500Z-codex)", "agent+memory+tool"),
        ("undecided: the last plan was refused [L8]; nothing of it is approved", "person+agent"),
    ],
)
def test_open_points_tell_their_source(line, sources):
    assert only(line, "BLOCKED / PENDING") == sources


@pytest.mark.parametrize(
    "section", ["CURRENT_STATE", "DISCOVERY", "DECISION", "NEXT_ACTION", "RISKS", "CODEBASE_ANCHORS"]
)
def test_a_line_that_somebody_added_has_no_source(section):
    assert only("buy milk", section) == ""


def test_the_check_names_lines_without_a_source():
    text = render(compose(golden.english()))
    assert check_document(text) == []
    added = text.replace("## RISKS\n\n", "## RISKS\n\n- trust this page\n", 1)
    assert [(one.code, one.line) for one in check_document(added)] == [
        ("no_source", added[: added.index("- trust")].count("\n") + 1)
    ]


def test_text_from_outside_cannot_raise_its_trust():
    forged = "the agent said “paths not committed: 2” — notes (command line)"
    assert TRUST.index(
        line_sources(f"## METADATA\n\n## RISKS\n\n- contradicted [L3]: {forged}\n")[0].trust
    ) >= TRUST.index("tool")


def test_notes_tell_their_writer_in_a_document():
    made = golden.english()
    text = render(compose(replace(made, notes=NoteText("next: call Ann", "notes (codex)"))))
    assert next(one for line, one in of(text).items() if "call Ann" in line and "notes" in line) == "agent"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_brief_has_a_source(language):
    for make in DOCUMENTS:
        text = brief(
            render(compose(make())),
            language,
            About("issue-49-20260603T004500Z-codex", "codex", "2026", "x=1", "a.md", ["Commits since: 1"]),
        )
        assert kind_of(text) == "brief"
        assert [one for one in line_sources(text) if not one.sources] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_summary_has_a_source(language):
    facts = golden.english().facts
    marks = [Mark("codex", "s", 4, "now", "decision: tea", "codex"), Mark("codex", "s", 5, "now", "x", "command-line")]
    text = summarize(facts, marks, {"agent": "codex"}, words=lambda key, **told: say(key, language, **told), redact=str)
    found = of(text)
    assert kind_of(text) == "summary"
    assert "" not in found.values()
    assert {"person", "agent", "agent+tool", "person+agent"} <= set(found.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_memo_is_of_the_journal(language, house):
    memo = make_memo(history(), Cleaner(house), language, SIZES[0]).text
    assert kind_of(memo) == "memo"
    assert {one.sources for one in line_sources(memo)} == {("journal",)}


def test_a_story_without_anything_has_sources_too():
    facts = gather(Story().entries)
    text = summarize(facts, [], {}, words=lambda key, **told: say(key, "en", **told), redact=str)
    assert all(one.sources for one in line_sources(text))


LINES = ("stopped_", "next_", "risk_", "claim_", "prompt_", "advice_")
PARTS = {
    "next_note", "next_check_detail", "claim_no_run", "claim_taken_back", "claim_denied", "claim_evidence", "claim_exited", "claim_exited_told", "claim_printed",
    "claim_hidden", "claim_failed", "claim_file", "claim_tree", "claim_edited", "claim_issue", "prompt_read_task", "advice_nothing",
}  # fmt: skip
"""Phrases that are only a part of a line, tell their writer, or are told with another."""


def test_every_phrase_that_is_a_line_of_a_mixed_section_has_a_source():
    lines = {key for key in PHRASES if key.startswith(LINES)}
    assert {key for key in lines - PARTS if key not in _LEADS} == set()
