"""Fetching a long handover whole in parts, and finding words in many."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from butler.capabilities.handover.models import SECTIONS
from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.envelope import RESULT_LIMIT, Envelope, sent_bytes
from butler.errors import NotFound
from butler.house import House
from butler.naming import name_handover

CODEX = Caller("codex")


def prepare(house: House, **arguments: Any) -> str:
    """Write a handover; its id."""
    return str(HandoverTools(house).handover_prepare(CODEX, **arguments).data["handover_id"])


def read(house: House, **arguments: Any) -> Envelope:
    """Read as a program and as a Brain does; never more than one result may hold."""
    for form in ("markdown", "json"):
        answer = HandoverTools(house).handover_read(CODEX, **arguments, format=form)
        assert sent_bytes(answer) <= RESULT_LIMIT
    return answer


def listed(house: House, query: str) -> dict[str, Any]:
    """What handover_list answers."""
    return HandoverTools(house).handover_list(CODEX, query=query).data


def parts(house: House, section: str) -> str:
    """A whole section, fetched by following the recommended next calls."""
    answer = read(house, section=section)
    text = answer.data["snapshot"]
    for _ in range(answer.data["parts"] - 1):
        following = answer.data["next_recommended"]
        assert following["tool"] == "handover_read"
        answer = read(house, **following["args"])
        text += answer.data["snapshot"]
    assert answer.data["next_recommended"]["tool"] == "work_observe"
    return text


def rewritten(house: House, **bodies: str) -> str:
    """Put long bodies into the sections of the newest handover, as a hand would; the file's text."""
    name = prepare(house)
    file = house.project.handovers / f"project_{name.split('-', 1)[1].replace('-', '_')}.md"
    text = file.read_text(encoding="utf-8")
    for section, body in bodies.items():
        text = text.replace(f"## {section}\n", f"## {section}\n\n{body}\n", 1)
    file.write_text(text, encoding="utf-8")
    return text


class TestSections:
    def test_one_section_is_given_alone_with_the_keys_of_every_answer(self, house):
        name = prepare(house, notes="decision: prices are integers")
        data = read(house, section="decision").data
        assert data["snapshot"].startswith("## DECISION\n") and "prices are integers" in data["snapshot"]
        assert "\n## " not in data["snapshot"]
        assert (data["handover_id"], data["section"], data["part"], data["parts"]) == (name, "DECISION", 1, 1)
        assert data["sections"] == list(SECTIONS)
        assert data["handoff_prompt"] == read(house).data["handoff_prompt"]

    @pytest.mark.parametrize(
        "asked", ["BLOCKED / PENDING", "blocked_pending", "## Blocked / Pending", " blocked-pending 1 "]
    )
    def test_names_are_taken_in_any_case_and_spelling(self, house, asked):
        prepare(house)
        assert read(house, section=asked).data["section"] == "BLOCKED / PENDING"

    @pytest.mark.parametrize("asked", ["DISCOVERIES", "", "DISCOVERY 2", "DISCOVERY 0", "x" * 500, "\0"])
    def test_what_is_not_there_is_refused_with_the_names_there_are(self, house, asked):
        prepare(house)
        with pytest.raises(NotFound) as caught:
            read(house, section=asked)
        assert caught.value.code == "section_not_found"
        assert "DISCOVERY" in caught.value.hint("en") and "DISCOVERY" in caught.value.hint("ja")

    def test_all_sections_together_are_the_whole_document(self, house):
        prepare(house, notes="next: go on\nfact: 値段は整数")
        whole = read(house).data["snapshot"]
        assert "".join(parts(house, section) for section in SECTIONS) == whole

    @pytest.mark.parametrize(
        "line",
        [
            "- a plain line of words\n",
            "- 長い日本語の行がここに並びます。\n",
            '- "quoted" \\ and\ttabs\n',
            "- 😀\u00e9\n",
        ],
    )
    def test_a_long_section_comes_in_parts_that_add_up(self, house, line):
        text = rewritten(house, DISCOVERY=line * 6000, DECISION=line * 900)
        assert len(text.encode()) > RESULT_LIMIT
        start = text.index("## DISCOVERY")
        assert parts(house, "DISCOVERY") == text[start : text.index("## DECISION")]
        assert any("section" in warning for warning in read(house).data["warnings"])

    def test_a_fence_is_closed_at_a_cut_and_opened_again(self, house):
        rewritten(house, DISCOVERY="````\n" + "## HANDOFF_PROMPT\n" * 3000 + "````\n")
        assert read(house).data["snapshot"]
        answer = read(house, section="DISCOVERY")
        assert answer.data["parts"] > 1
        assert answer.data["snapshot"].endswith("\n````\n")
        second = read(house, section="DISCOVERY 2").data
        assert second["snapshot"].startswith("````\n") and second["section"] == "DISCOVERY"

    def test_a_line_and_a_prompt_of_any_length_fit(self, house):
        rewritten(house, DISCOVERY="あ" * 30_000, HANDOFF_PROMPT="go on\n" * 7_000)
        assert "あ" * 30_000 in parts(house, "DISCOVERY").replace("\n", "")
        assert read(house, section="RISKS").data["handoff_prompt"] == ""
        assert parts(house, "HANDOFF_PROMPT").count("go on") == 7_000


class TestSearch:
    @pytest.fixture
    def shelf(self, house) -> House:
        """Three handovers."""
        prepare(house, notes="fact: the price list is empty, see load_prices")
        prepare(house, notes="fact: 価格表が空です。端数は丸めません")
        prepare(house, notes="fact: ﾃｽﾄ runs with ＡＢＣ")
        return house

    @pytest.mark.parametrize(
        ("query", "line"),
        [
            ("price list", "the price list"),
            ("LIST price", "the price list"),
            ("load_prices", "load"),
            ("格表が空", "価格表"),
            ("丸め 価格表", "端数"),
            ("テスト", "runs with"),
            ("abc", "runs with"),
        ],
    )
    def test_words_are_found_in_any_order_case_and_width(self, shelf, query, line):
        found = listed(shelf, query)
        assert found["total"] == 1
        assert line in found["handovers"][0]["match"]

    @pytest.mark.parametrize("query", ["price tag", "価格票", "丸め list"])
    def test_every_word_must_be_there(self, shelf, query):
        assert listed(shelf, query)["total"] == 0

    def test_an_id_is_found_and_no_query_lists_all(self, shelf):
        assert listed(shelf, "PROJECT-2026")["total"] == listed(shelf, " ")["total"] == 3

    def test_a_thousand_handovers_are_searched_and_read(self, house):
        prepare(house, notes="fact: the oldest one knows 端数")
        folder = house.project.handovers
        text = next(folder.glob("project_2*.md")).read_text(encoding="utf-8").replace("端数", "others")
        for at in range(1, 1000):
            name = name_handover(None, house.now() + timedelta(minutes=at), "codex")
            (folder / name.file).write_text(text, encoding="utf-8")
        assert [listed(house, "端数")["total"], listed(house, "others")["total"]] == [1, 999]
        assert read(house).data["handover_id"] != listed(house, "端数")["handovers"][0]["handover_id"]
