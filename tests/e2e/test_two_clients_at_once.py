"""Both clients at once, in one folder and in two worktrees: no handover is lost, and each model reads its own again."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass

import pytest

from tests.e2e.clients import LIMIT
from tests.e2e.documents import metadata, part
from tests.e2e.scripted_model import Call, Json, Say, ScriptedModel, Step, last_result
from tests.e2e.with_clients import Scene, answer_in, claude_call, codex_call, needs_clients

pytestmark = needs_clients

ROUNDS = 3
CALLS: Mapping[str, Callable[..., Call]] = {"claude": claude_call, "codex": codex_call}


@dataclass(frozen=True, slots=True)
class Both:
    """What the two clients did: where, the answers of their calls by client, their sessions, and all files by folder."""

    folders: Mapping[str, Scene]
    prepared: Mapping[str, Sequence[Json]]
    read: Mapping[str, Sequence[str]]
    sessions: Mapping[str, str]


def script(client: str, gate: threading.Barrier) -> Iterator[Step]:
    """Hand over when the other one does, then read what was written; as often as there are rounds."""
    call = CALLS[client]

    def together(number: int) -> Callable[[Json], Say]:
        def prepare(_: Json) -> Say:
            gate.wait(LIMIT)
            return Say(calls=[call("handover_prepare", issue_id=49, notes=f"next: {client} {number}")])

        return prepare

    def own(body: Json) -> Say:
        return Say(calls=[call("handover_read", handover_id=answer_in(last_result(body))["data"]["handover_id"])])

    for number in range(ROUNDS):
        yield from (together(number), own)
    yield Say("Done.")


def run_both(folders: Mapping[str, Scene]) -> Both:
    """Both clients, each in its folder, each round at the same moment."""
    gate = threading.Barrier(2)

    def run(client: str) -> tuple[str, list[str]]:
        scene = folders[client]
        start: Callable[..., AbstractContextManager[tuple[str, ScriptedModel]]] = getattr(scene, client)
        with start(script(client, gate), asked=f"Work of {client}.") as (session, model):
            return session, model.tool_results()

    with ThreadPoolExecutor(2) as pool:
        done = dict(zip(folders, pool.map(run, folders), strict=True))
    return Both(
        folders,
        {client: [answer_in(words)["data"] for words in results[::2]] for client, (_, results) in done.items()},
        {client: results[1::2] for client, (_, results) in done.items()},
        {client: session for client, (session, _) in done.items()},
    )


@pytest.fixture(scope="module", params=["one folder", "two worktrees"])
def both(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Both:
    """The clients' runs."""
    folder = tmp_path_factory.mktemp("both")
    scene = Scene(folder)
    other = scene
    if request.param == "two worktrees":
        tree = folder / "bookshop-two"
        subprocess.run(["git", "worktree", "add", "-q", "-b", "two", str(tree)], cwd=scene.project, check=True)
        other = scene.beside(tree)
    return run_both({"claude": scene, "codex": other})


def test_each_handover_is_on_disk_as_its_session_made_it(both: Both) -> None:
    for client, answers in both.prepared.items():
        assert len({one["handover_id"] for one in answers}) == ROUNDS
        for number, answer in enumerate(answers):
            text = both.folders[client].handover(answer["handover_id"])
            assert metadata(text)["session"]["id"] == both.sessions[client]
            assert f"{client} {number} — notes" in part(text, "NEXT_ACTION")
            assert f"Work of {client}." in part(text, "CURRENT_STATE")


def test_each_model_read_the_document_that_it_had_handed_over(both: Both) -> None:
    for client, answers in both.prepared.items():
        for answer, words in zip(answers, both.read[client], strict=True):
            assert both.folders[client].handover(answer["handover_id"]).rstrip("\n") in words


def test_each_handover_names_one_that_lay_there_as_previous_back_to_the_first(both: Both) -> None:
    """Not by stamp alone: who waits for the other's lock may write an earlier second after a later one."""
    previous = {one["handover_id"]: one["previous"] for answers in both.prepared.values() for one in answers}
    assert len(previous) == 2 * ROUNDS
    assert len({_moment(handover) for handover in previous}) == len(previous)
    for handover in previous:
        row = [handover]
        while (before := previous[row[-1]]) is not None and before not in row:
            row.append(before)
        assert before is None, row
    assert list(previous.values()).count(None) == 1


def test_latest_is_the_newest_of_its_folder_and_the_index_knows_all_of_it(both: Both) -> None:
    for client, scene in both.folders.items():
        files = scene.handovers()
        in_folder = [one["id"] for one in json.loads(files["index.json"])["handovers"]]
        ours = {one["handover_id"] for one in both.prepared[client]}
        assert ours <= set(in_folder) and len(in_folder) == len(files) - 2
        assert files["issue-49_latest.md"].decode() == scene.handover(max(in_folder, key=_moment))


def _moment(handover: str) -> tuple[str, int]:
    """Where an id stands in time: its second, and its number within it."""
    stamp, number = re.fullmatch(r"issue-49-(\d{8}T\d{6}Z)-(?:claude-code|codex)(?:-(\d+))?", handover).groups()
    return stamp, int(number or 1)
