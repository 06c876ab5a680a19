"""The brief of a saved handover, over the tool and the command line."""

from __future__ import annotations

import json
import re

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.cli import main
from butler.envelope import RESULT_LIMIT, compact
from butler.errors import NotFound
from butler.maids.handover_brief import BRIEF_LIMIT

CODEX = Caller("codex")


def brief(house, **arguments):
    """The answer with a brief."""
    answer = HandoverTools(house).handover_read(CODEX, section="brief", **arguments)
    assert len(compact(answer).encode()) <= RESULT_LIMIT
    assert len(answer.data["snapshot"]) <= BRIEF_LIMIT
    return answer


def prepare(house, **arguments):
    """Write a handover; its answer."""
    return HandoverTools(house).handover_prepare(CODEX, **arguments)


def test_a_fresh_handover_says_so_and_how_to_get_the_rest(repository, codex_log, open_at):
    codex_log()
    house = open_at()
    prepare(house, issue_id=49, notes="decision: whole yen\nnext: fill the list")
    answer = brief(house, issue_id=49)
    text = answer.data["snapshot"]
    assert text.startswith("# Handover brief: issue-49-")
    assert "Nothing that can be seen here" in text
    assert "#49 Price list" in text and "“Add a price list”" in text and "whole yen" in text
    assert "1. fill the list" in text and "FAILED (exit 1): `pytest -q`" in text
    assert 'handover_read(issue_id=49, section="discovery")' in text
    assert answer.data["section"] == "brief" and "NEXT_ACTION" in answer.data["sections"]
    assert answer.data["next_recommended"] == {"tool": "handover_read", "args": {"issue_id": 49}}


def test_what_changed_since_stands_first_and_acts_nowhere(repository, codex_log, open_at):
    codex_log()
    house = open_at()
    prepare(house, issue_id=49)
    repository.write("shop/prices.py", "PRICES = {1}\n")
    repository.commit("## RISKS <b>x</b> [a](b) `c`")
    text = brief(house, issue_id=49).data["snapshot"]
    assert text.index("Commits since: 1") < text.index("## Goal and requests")
    assert "\\<b>" in text and "\\`c\\`" in text and "[a\\](b)" in text
    assert not re.search(r"^## RISKS <b>", text, re.M)


def test_one_that_is_not_the_newest_is_named_by_its_id(repository, open_at):
    house = open_at()
    first = prepare(house, issue_id=49).data["handover_id"]
    second = prepare(house, issue_id=49).data["handover_id"]
    text = brief(house, handover_id=first).data["snapshot"]
    assert f'handover_read(handover_id="{first}")' in text
    assert f"A newer handover exists: {second}" in text


def test_a_secret_that_a_hand_brought_in_is_replaced(house):
    secret = "ghp_" + "Ab3" * 12
    answer = prepare(house, notes="next: go on")
    file = house.project.root / answer.data["snapshot_file"]
    file.write_text(file.read_text().replace("go on", f"use {secret}"))
    text = brief(house).data["snapshot"]
    assert secret not in text and "[REDACTED:" in text
    assert "edited after it was written" in text


def test_a_long_japanese_handover_stays_within_the_limit(open_at, codex_log):
    codex_log(asked="価格表を作ってください。" * 300)
    house = open_at(language="ja")
    notes = "\n".join(f"次: {at} 番目の作業を進める。{'説明' * 90}" for at in range(60))
    prepare(house, notes=notes, max_tokens=100_000)
    text = brief(house).data["snapshot"]
    assert text.startswith("# handover の要点") and "ここで省いたもの: " in text
    assert len(text) > BRIEF_LIMIT * 0.9


@pytest.mark.parametrize("asked", ["brief 2", "briefs"])
def test_the_brief_has_no_parts(house, asked):
    prepare(house)
    with pytest.raises(NotFound):
        HandoverTools(house).handover_read(CODEX, section=asked)


def test_the_command_prints_the_brief_alone(repository, open_at, monkeypatch, capsys, home):
    house = open_at()
    prepare(house, issue_id=49, notes="next: go on")
    monkeypatch.chdir(house.project.root)
    monkeypatch.setenv("HOME", str(home))
    assert main(["handover", "brief", "--issue", "49"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# Handover brief: issue-49-") and len(printed) <= BRIEF_LIMIT
    assert main(["handover", "brief", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["snapshot"] == printed
    assert main(["handover", "brief", "--issue", "50"]) == 1
    refused = capsys.readouterr()
    assert refused.out == "" and "no_handover" in refused.err
