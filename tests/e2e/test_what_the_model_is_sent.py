"""What the model of each real client is sent by handover_read: the document as readable lines, whole."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.e2e.scripted_model import Call, Say
from tests.e2e.with_clients import (
    CODE_MODE,
    ROOT,
    Scene,
    answer_in,
    claude_call,
    codex_call,
    needs_clients,
    script_call,
)

pytestmark = needs_clients

LONG = "".join(
    f'- 事実 {number}: 予約は二重にならず、価格は "整数" のまま扱います [L{number}]\n' for number in range(230)
)
"""With it a document has about 28,000 bytes; as JSON, twice, code mode would cut its middle out."""
UNKNOWN = "issue-1-20260603T094500Z-codex"
ASKED: Mapping[str, Mapping[str, Any]] = {
    "document": {},
    "envelope": {"format": "json"},
    "refusal": {"handover_id": UNKNOWN},
}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("sent"))


@pytest.fixture(scope="module")
def document(scene: Scene) -> str:
    """The text of a long handover."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(scene.clients.home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "butler", "handover", "prepare", "--notes", "next: hand the copy on"]
    subprocess.run(command, cwd=scene.project, env=environment, check=True, capture_output=True)
    files = sorted((scene.project / "session_logs" / "handover").glob("project_*.md"))
    text = files[0].read_text(encoding="utf-8").replace("## DECISION\n", f"{LONG}\n## DECISION\n", 1)
    for file in files:
        file.write_text(text, encoding="utf-8")
    return text


@pytest.fixture(scope="module")
def sent(scene: Scene, document: str) -> Mapping[tuple[str, str], str]:
    """What each client's model was sent for each call."""
    assert document
    found: dict[tuple[str, str], str] = {}
    with scene.claude(script(claude_call)) as (_, model):
        found |= {("claude", name): words for name, words in zip(ASKED, model.tool_results(), strict=True)}
    with scene.codex(script(codex_call)) as (_, model):
        found |= {("codex", name): words for name, words in zip(ASKED, model.tool_results(), strict=True)}
    shown = {"text": "r.content[0].text", "whole": "r"}
    calls = [script_call("handover_read", said) for said in shown.values()]
    calls.append(script_call("handover_read", "r.structuredContent.data.handover_id", format="json"))
    with scene.codex([*(Say(calls=[call]) for call in calls), Say("Read.")], *CODE_MODE) as (_, model):
        found |= {("script", name): words for name, words in zip([*shown, "id"], model.tool_results(), strict=True)}
    return found


def script(call: Any) -> list[Say]:
    """One call of handover_read after the other."""
    calls: list[Call] = [call("handover_read", **arguments) for arguments in ASKED.values()]
    return [*(Say(calls=[one]) for one in calls), Say("Read.")]


@pytest.mark.parametrize("seen", [("claude", "document"), ("codex", "document"), ("script", "text")])
def test_the_model_reads_lines_and_the_whole_document(sent: Mapping[Any, str], document: str, seen: Any) -> None:
    before, found, _ = sent[seen].partition(document)
    assert found
    assert "Handover project-" in before and "\nChanged since it was written:\n- " in before
    assert "structuredContent" not in sent[seen] and '{"status"' not in sent[seen]


def test_the_whole_result_of_a_script_holds_a_long_document_once(sent: Mapping[Any, str]) -> None:
    whole = sent["script", "whole"]
    assert whole.count("## CODEBASE_ANCHORS") == 1
    assert "truncated" not in whole and len(whole.encode()) < 40_000


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_a_program_may_ask_for_the_envelope(sent: Mapping[Any, str], document: str, client: str) -> None:
    data = answer_in(sent[client, "envelope"])["data"]
    assert data["snapshot"].endswith(document)
    assert data["next_recommended"] == {"tool": "work_observe", "args": {}}


def test_a_script_reads_the_envelope_as_an_object(sent: Mapping[Any, str]) -> None:
    assert sent["script", "id"].splitlines()[-1].startswith("project-")


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_a_refusal_reaches_the_model_with_its_code_and_hint(sent: Mapping[Any, str], client: str) -> None:
    error = answer_in(sent[client, "refusal"])["error"]
    assert error["code"] == "handover_not_found"
    assert error["hint"]
