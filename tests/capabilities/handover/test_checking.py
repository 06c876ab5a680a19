"""``handover check``: right documents pass, every other spelling is refused with the right name."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from butler.capabilities.handover.checking import WORDS, check_file
from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput
from butler.maids.document_check import Finding
from butler.phrases import catalogue


@pytest.fixture
def document(house):
    """A real document of an empty project."""
    made = HandoverTools(house).handover_prepare(Caller("codex"), notes="next: begin").data
    return house.project.root / made["snapshot_file"]


def test_what_prepare_writes_is_good(document):
    answer = check_file(document, "en")
    assert (answer.status, answer.data["findings"]) == ("ok", [])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_misspelt_prompt_is_refused_and_the_right_name_suggested(document, language):
    document.write_text(document.read_text().replace("## HANDOFF_PROMPT", "## HANDIFF_PROMPT"))
    with pytest.raises(InvalidInput) as caught:
        check_file(document, language)
    assert caught.value.code == "document_refused"
    assert "HANDIFF_PROMPT" in caught.value.hint(language)
    assert "HANDOFF_PROMPT" in caught.value.hint(language)
    assert caught.value.facts["findings"][0]["suggestion"] == "HANDOFF_PROMPT"


def test_a_heading_without_its_space_is_shown_as_it_must_be_written(document):
    document.write_text(document.read_text().replace("## RISKS", "##RISKS"))
    with pytest.raises(InvalidInput) as caught:
        check_file(document, "en")
    assert "##RISKS must be written ## RISKS" in caught.value.hint("en")


def test_a_folder_is_named_even_where_its_path_has_no_name():
    with pytest.raises(ButlerError) as caught:
        check_file(Path("/"), "en")
    assert caught.value.message("en").startswith("/")


def test_every_kind_of_finding_has_words_in_both_languages():
    for code in get_args(get_type_hints(Finding)["code"]):
        phrase = catalogue()[1][WORDS[code]]
        assert phrase.en != phrase.ja


@pytest.mark.parametrize("make", ["missing", "folder", "binary", "empty"])
def test_what_is_no_document_is_refused(tmp_path, make):
    place = tmp_path / "x.md"
    {
        "missing": lambda: None,
        "folder": place.mkdir,
        "binary": lambda: place.write_bytes(b"\xff\xfe\x00"),
        "empty": place.touch,
    }[make]()
    with pytest.raises(ButlerError):
        check_file(place, "en")
