"""Reading a document back."""

from __future__ import annotations

import pytest

from butler.capabilities.handover.models import SECTIONS
from butler.maids.document_check import METADATA_KEYS, check_document, handoff_prompt, metadata, split_sections

HEAD = "".join(f"{key}: {1 if key == 'format_version' else 'x'}\n" for key in METADATA_KEYS)


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
    assert codes("## FORMAT_NOTES\n\nx\n\n" + document()) == ["too_early"]


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


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", ">>>>>>> theirs", "||||||| base", "<<<<<<<"])
def test_marks_of_a_merge_are_found_outside_of_fences_alone(mark):
    assert codes(document(DECISION=f"- a\n{mark}\n- b")) == ["merge_mark"]
    assert codes(document(DECISION=f"```\n{mark}\n```")) == []


def test_a_merge_around_a_whole_section_is_found():
    text = document().replace("## RISKS\n", "<<<<<<< HEAD\n## RISKS\n\na\n=======\n## RISKS\n\nb\n>>>>>>> theirs\n")
    assert set(codes(text)) == {"merge_mark", "twice"}


def test_text_before_the_first_section_is_found_and_blank_lines_are_not():
    assert codes(f"\n\n{document()}") == []
    (finding,) = check_document(f"\nhello\n\n{document()}")
    assert (finding.code, finding.line) == ("text_before", 2)


@pytest.mark.parametrize("version", ["2", "99", "x", "true", "1.5", "[1]"])
def test_a_format_version_that_nobody_knows_is_found(version):
    head = HEAD.replace("format_version: 1", f"format_version: {version}")
    assert codes(document(METADATA=f"```yaml\n{head}```")) == ["format_version"]


@pytest.mark.parametrize("character", ["\0", "\x1b[31m", "\u202e", "\u2028", "\x85", "\x0b"])
def test_hidden_and_control_characters_are_found_with_their_line(character):
    text = document(DECISION=f"- a{character}b")
    (finding,) = check_document(text)
    assert (finding.code, finding.line) == ("hidden_character", text.split("- a")[0].count("\n") + 1)


def test_line_ends_of_windows_are_no_hidden_characters():
    assert check_document(document().replace("\n", "\r\n")) == []


def test_format_notes_may_stand_once_and_last():
    assert codes(document() + "## FORMAT_NOTES\n\nx\n") == []
    assert codes(document() + "## FORMAT_NOTES\n\nx\n## FORMAT_NOTES\n\ny\n") == ["too_early"]
    early = document().replace("## RISKS\n", "## FORMAT_NOTES\n\nx\n\n## RISKS\n")
    assert [(one.code, one.name) for one in check_document(early)] == [("too_early", "FORMAT_NOTES")]
