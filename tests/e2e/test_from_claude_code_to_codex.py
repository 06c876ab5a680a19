"""From Claude Code to Codex, in Japanese: what one hands over, the other's model reads and hands on, by both kinds of tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.e2e.documents import metadata, part, times
from tests.e2e.scripted_model import Call, Say
from tests.e2e.with_clients import (
    CODE_MODE,
    Scene,
    answer_in,
    claude_call,
    codex_call,
    needs_clients,
    script_call,
)

pytestmark = needs_clients

LATEST = "issue-49_latest.md"
REQUEST = "issue 49 を直してください。CSV の書き出しは変えないでください。「二重予約」は必ず断ること。"
DECISION = "予約済みの本には ReservationError を投げ、False は返しません"
NEXT = "cancel() で順番待ちの先頭の人に本を回します"
OPEN = "順番待ちの上限を十人にするかどうか"
NOTES = f"決定: {DECISION}\n次: {NEXT}\n未確定: {OPEN}\n事実: 棚の在庫は三冊です"
PLANTED = {
    "DECISION": (DECISION, REQUEST),
    "NEXT_ACTION": (NEXT,),
    "BLOCKED / PENDING": (f"未確定: {OPEN}",),
}


@dataclass(frozen=True, slots=True)
class Taken:
    """A session of Codex that took over: what lay on disk before and after, what its model was sent."""

    session: str
    before: Mapping[str, bytes]
    read: str
    prepared: str
    after: Mapping[str, bytes]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("日本語の家"))


@pytest.fixture(scope="module")
def handed_over(scene: Scene) -> tuple[str, str]:
    """The id of a session of Claude Code, and the handover that it wrote."""
    script = [
        Say("まず履歴を見ます。", [Call("Bash", {"command": "git log --oneline -1", "description": "履歴を見る"})]),
        Say(calls=[claude_call("handover_prepare", issue_id=49, notes=NOTES, language="ja")]),
        Say("引き継ぎました。"),
    ]
    with scene.claude(script, asked=REQUEST) as (session, model):
        answer = answer_in(model.last_tool_result())
    assert answer["status"] == "ok", answer
    return session, answer["data"]["handover_id"]


@pytest.fixture(scope="module", params=["classic tools", "code mode"])
def taken(scene: Scene, handed_over: tuple[str, str], request: pytest.FixtureRequest) -> Taken:
    """Codex reads the newest handover and hands its own work on."""
    assert handed_over
    call, words = (codex_call, ()) if request.param == "classic tools" else (script_call, CODE_MODE)
    given: Mapping[str, Any] = {"issue_id": 49, "language": "ja", "notes": f"次: 試験を書きます({request.param})"}
    script = [Say(calls=[call("handover_read")]), Say(calls=[call("handover_prepare", **given)]), Say("続けました。")]
    before = scene.handovers()
    with scene.codex(script, *words, asked="続けてください。") as (session, model):
        read, prepared = model.tool_results()
    return Taken(session, before, read, prepared, scene.handovers())


def test_the_document_of_claude_code_says_in_japanese_what_was_asked_and_told(
    scene: Scene, handed_over: tuple[str, str]
) -> None:
    session, handover = handed_over
    text = scene.handover(handover)
    assert handover.endswith("-claude-code")
    assert metadata(text)["session"]["id"] == session
    assert REQUEST in part(text, "CURRENT_STATE")
    for section, words in {**PLANTED, "DECISION": (DECISION,), "DISCOVERY": ("棚の在庫は三冊です",)}.items():
        assert [times(one, part(text, section)) for one in words] == [1] * len(words), section


def test_the_model_of_codex_reads_that_document_as_it_lies_there(taken: Taken) -> None:
    head, shown = taken.read.split("\n\n---\n\n", 1)
    assert shown.rstrip("\n").endswith(taken.before[LATEST].decode().rstrip("\n"))
    assert "\nHandover issue-49-" in head and "truncated" not in taken.read


def test_codex_goes_on_from_it_and_everything_planted_is_there_once_with_where_it_came_from(
    scene: Scene, handed_over: tuple[str, str], taken: Taken
) -> None:
    session, first = handed_over
    data = answer_in(taken.prepared)["data"]
    assert data["session"]["id"] == taken.session != session
    text = scene.handover(data["handover_id"])
    assert metadata(text)["based_on"] == metadata(taken.before[LATEST].decode())["handover_id"]
    assert taken.after[LATEST].decode() == text
    for section, words in PLANTED.items():
        for one in words:
            lines = [line for line in part(text, section).splitlines() if one in line]
            assert len(lines) == 1 and lines[0].endswith(f"(引き継ぎ元: {first})"), (section, lines)


def test_reading_and_handing_on_change_no_handover_that_lay_there(taken: Taken) -> None:
    kept = {name: text for name, text in taken.before.items() if name not in {LATEST, "index.json"}}
    assert kept.items() <= taken.after.items()
    assert len(taken.after) == len(taken.before) + 1
