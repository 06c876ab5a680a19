"""The Task Journal keeps what it was given; what it tells to a reader holds no planted secret and no foreign structure."""

from __future__ import annotations

from pathlib import Path

from tests.security.injected import bodies
from tests.security.planted import planted
from tests.security.planting import readable
from tests.security.scene import Scene
from tests.security.test_secrets_leave_every_artefact import KNOWN_MISSES
from tests.security.test_text_is_data import acting, rendered_headings

OPEN = ("--profile", "team", "--project", "shop")
WRITE = (*OPEN, "--allow-journal-write")


def test_no_answer_and_no_memo_of_the_journal_holds_a_planted_secret(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    chosen = [one for one in planted("journal") if one.kind not in KNOWN_MISSES][::6]
    made: list[str] = []
    for at, one in enumerate(chosen):
        created = scene.run(
            "task", "create", f"Task {at}", "--goal", one.text, "--operation-id", f"c{at}", *WRITE, "--json"
        )
        assert created.code == 0, created.text
        task = str(created.data["task_id"])
        arguments = ("--expected-revision", "1", "--operation-id", f"r{at}", "--evidence", one.text)
        recorded = scene.run("task", "record", task, one.text, *arguments, *WRITE, "--json")
        assert recorded.code == 0, recorded.text
        told = [created.text, recorded.text]
        for command in (("get", task), ("history", task), ("handoff", task)):
            told.append(scene.run("task", *command, *OPEN, "--json").text)
            told.append(scene.run("task", *command, *OPEN).text)
        assert any("[REDACTED:" in text for text in told), one.kind
        made += [one.kind for text in told for secret in one.secrets if readable(secret, text.replace("\\", ""))]
    listed = scene.run("task", "list", *OPEN, "--json").text.replace("\\", "")
    made += [one.kind for one in chosen for secret in one.secrets if readable(secret, listed)]
    assert not made


def test_a_memo_keeps_its_headings_whatever_the_journal_holds(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    shapes = set()
    for at, (name, text) in enumerate(list(bodies().items())[::6]):
        given = text.replace("\x00", "")
        arguments = ("--goal", given, "--findings", given, "--operation-id", f"c{at}")
        created = scene.run("task", "create", "Task", *arguments, *WRITE, "--json")
        assert created.code == 0, (name, created.text)
        task = str(created.data["task_id"])
        numbers = ("--expected-revision", "1", "--operation-id", f"r{at}", "--evidence", given)
        assert scene.run("task", "record", task, given, *numbers, *WRITE).code == 0
        memo = scene.run("task", "handoff", task, *OPEN).out
        shapes.add(tuple(rendered_headings(memo)))
        assert not acting(memo), name
    assert len(shapes) == 1
