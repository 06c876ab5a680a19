"""The brief of a document: whole lines by worth, within its limit, saying what it left out."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from butler.capabilities.handover.render import render
from butler.maids.document_items import groups_of, open_fence
from butler.maids.handover_brief import BRIEF_LIMIT, About, brief
from butler.maids.handover_worker import compose
from tests.capabilities.handover.test_golden import english, japanese

ABOUT = About(
    "project-20260603T010000Z-codex", "codex", "2026-06-03T10:00:00+09:00", "issue_id=49", "session_logs/x.md"
)
BOTH = pytest.mark.parametrize("materials", [english, japanese], ids=["en", "ja"])


def document(materials, tokens=4000, **more):
    """A rendered document."""
    made = materials()
    return render(compose(replace(made, max_tokens=tokens, **more)))


def of_the_document(text, made):
    """The lines of a brief that are the document's, without those of its own."""
    own = re.compile(
        r"#|$|- (?:Nothing that|ここから|Left out|ここで|Nothing is left|省いたもの|The whole|全文|File|ファイル|What stands|\[L12\])|  …"
    )
    return [line for line in made.splitlines() if not own.match(line)]


@BOTH
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("tokens", [800, 4000, 100_000])
def test_every_line_is_one_of_the_document_and_none_is_cut(materials, language, tokens):
    text = document(materials, tokens)
    made = brief(text, language, ABOUT)
    known = set(text.splitlines())
    assert len(made) <= BRIEF_LIMIT
    assert of_the_document(text, made)
    assert [
        line for line in of_the_document(text, made) if line not in known and not line.strip().startswith("```")
    ] == []


@BOTH
def test_it_holds_goal_requests_end_next_decisions_and_the_failed_check(materials):
    made = brief(document(materials), "en", ABOUT)
    heads = re.findall(r"^## (.*)$", made, re.M)
    assert heads[:3] == ["Changed since it was written", "Goal and requests", "Where it stopped"]
    assert heads[-1] == "The rest"
    assert {"NEXT_ACTION", "DECISION", "RISKS", "Work tree and checks"} <= set(heads)


def test_the_first_and_the_last_request_and_the_contradiction_come_before_what_tells_less():
    text = document(english, 100_000)
    first, last = "- [L2] open: “first”", "- [L900] open: “last”"
    crowd = "\n".join(f"- [L{at}] open: “{'many words ' * 20}{at}”" for at in range(3, 60))
    text = re.sub(
        r"(### Requests of the person[^\n]*\n).*?\n\n", rf"\1{first}\n{crowd}\n{last}\n\n", text, count=1, flags=re.S
    )
    against = "- contradicted [L77]: the agent said “all pass” but `pytest` [L70] does not show it"
    text = text.replace("## RISKS\n\n", f"## RISKS\n\n{against}\n", 1)

    made = brief(text, "en", ABOUT)

    assert len(made) <= BRIEF_LIMIT
    assert all(line in made.splitlines() for line in (first, last, against))
    assert made.index(first) < made.index(last) < made.index(against)
    assert int(re.search(r"Left out here: CURRENT_STATE (\d+)", made)[1]) > 30


def test_a_line_that_is_too_long_is_named_by_its_anchor_and_its_length():
    long = f"- [L2] open: “{'なが' * 3000}”"
    text = re.sub(r"(### Requests of the person[^\n]*\n)", rf"\1{long}\n", document(english), count=1)

    made = brief(text, "en", ABOUT)

    assert f"- [L2] a line of {len(long)} characters, left out here" in made
    assert "Shortened here: 1" in made


def test_of_a_long_block_whole_lines_stay_and_its_fence_is_closed():
    block = "\n".join(["  ````text", *(f"  line {at} of it ```" for at in range(400)), "  ````"])
    text = document(english).replace("### Where it stopped\n", f"### Where it stopped\n- [L9] said:\n{block}\n", 1)

    made = brief(text, "en", ABOUT)

    shown = made[made.index("- [L9] said:") :].splitlines()
    end = shown.index("  ````")
    assert shown[1] == "  ````text" and shown[end - 1].endswith(" of it ```")
    assert shown[end + 1] == f"  … {400 - (end - 2)} more lines"
    bar = ""
    for line in made.splitlines():
        bar = open_fence(line, bar)
    assert bar == ""


def test_a_block_that_nobody_closed_ends_with_its_bullet():
    (group,) = groups_of("### Issue\n- #1 x (open)\n  ```text\n  body")
    assert group.key == "issue"
    assert group.items[0].whole.endswith("\n  ```")


@pytest.mark.parametrize("text", ["", "words\n", "## METADATA\n\n- x\n", "## RISKS\n\n```\n- not closed\n", "\x00" * 9])
def test_a_text_that_is_no_document_any_more_is_said(text):
    made = brief(text, "en", ABOUT)
    assert "handover_read(issue_id=49)" in made
    assert ("no handover document" in made) == ("METADATA" not in text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_many_long_changes_keep_it_within_its_limit(language):
    about = replace(ABOUT, changed=["変" * 900] * 11, warnings=["w" * 300] * 6)
    made = brief(document(japanese), language, about)
    assert len(made) <= BRIEF_LIMIT
    assert made.count("変" * 900) >= 1


def test_same_document_same_brief():
    text = document(japanese)
    assert brief(text, "ja", ABOUT) == brief(text, "ja", ABOUT)
