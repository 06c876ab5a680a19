"""Reading a document back."""

from __future__ import annotations

import pytest

from butler.capabilities.handover.models import SECTIONS
from butler.maids.document_check import METADATA_KEYS, check_document, handoff_prompt, metadata, split_sections

HEAD = "".join(f"{key}: x\n" for key in METADATA_KEYS)


def document(**bodies: str) -> str:
    made = {name: bodies.get(name.split()[0], "none") for name in SECTIONS}
    made["METADATA"] = bodies.get("METADATA", f"```yaml\n{HEAD}```")
    return "".join(f"## {name}\n\n{body}\n\n" for name, body in made.items())


def codes(text: str) -> list[str]:
    return [finding.code for finding in check_document(text)]


def test_a_good_document_has_no_findings():
    assert check_document(document()) == []


def test_the_sections_come_in_order_with_their_text():
    sections = split_sections("before\n" + document(DECISION="- keep prices"))
    assert tuple(section.name for section in sections) == SECTIONS
    assert sections[3].body.strip() == "- keep prices"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("HANDIFF_PROMPT", "HANDOFF_PROMPT"),
        ("Handoff Prompt", "HANDOFF_PROMPT"),
        ("BLOCKED/PENDING", "BLOCKED / PENDING"),
        ("DECISIONS", "DECISION"),
        ("NEXT ACTION", "NEXT_ACTION"),
    ],
)
def test_a_wrong_spelling_is_refused_and_the_right_name_suggested(wrong, right):
    (finding,) = check_document(document().replace(f"## {right}\n", f"## {wrong}\n"))
    assert (finding.code, finding.name, finding.suggestion) == ("heading_spelling", wrong, right)


def test_an_unknown_section_is_named():
    text = document().replace("## RISKS", "## GROCERIES\n\nmilk\n\n## RISKS")
    assert [(finding.code, finding.name) for finding in check_document(text)] == [("unknown_section", "GROCERIES")]


def test_a_missing_a_doubled_and_a_misplaced_section_are_found():
    assert codes(document().replace("## RISKS\n", "")) == ["missing_section"]
    assert codes(document() + "## RISKS\n\nnone\n") == ["twice"]
    text = (
        document()
        .replace("## DECISION\n", "## X\n")
        .replace("## RISKS\n", "## DECISION\n")
        .replace("## X\n", "## RISKS\n")
    )
    assert "wrong_order" in codes(text)


def test_one_format_notes_after_the_last_section_is_tolerated():
    assert check_document(document() + "## FORMAT_NOTES\n\nx\n") == []
    assert codes("## FORMAT_NOTES\n\nx\n\n" + document()) == ["unknown_section"] or codes(
        "## FORMAT_NOTES\n\nx\n\n" + document()
    ) == ["heading_spelling"]


def test_a_heading_inside_a_fence_is_data():
    text = document(DISCOVERY="````text\n## HANDOFF_PROMPT\n```\n## RISKS\n````")
    assert check_document(text) == []
    assert handoff_prompt(text) == "none"


def test_a_fence_that_nothing_closes_is_found():
    assert "open_fence" in codes(document(HANDOFF_PROMPT="```\nx"))


def test_metadata_must_be_there_parse_and_have_its_keys():
    assert codes(document(METADATA="none")) == ["metadata_missing"]
    assert codes(document(METADATA="```yaml\na: [\n```")) == ["metadata_unreadable"]
    assert codes(document(METADATA=f"```yaml\n{HEAD.replace('receipt: x', '')}```")) == ["metadata_key"]


def test_metadata_is_given_as_a_mapping_or_empty():
    assert metadata(document())["mode"] == "x"
    assert metadata("no document") == {}
    assert metadata(document(METADATA="```yaml\na: [\n```")) == {}


def test_an_empty_prompt_is_found():
    assert codes(document(HANDOFF_PROMPT="")) == ["prompt_empty"]
