"""Any order of operations on the store, against a model that a reader can check in a minute."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from butler.capabilities.journal.image import image_of, read_image
from butler.capabilities.journal.models import CLAIMS, STATUSES
from butler.capabilities.journal.transfer import export_bytes, read_export_file
from butler.errors import ButlerError, Conflict
from tests.capabilities.journal.journals import STORES, do, forget

LISTS = ["constraints", "findings", "evidence", "actions", "results", "pending_items"]
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TITLE = st.sampled_from(["棚の整理", "Shelf", " "]) | TEXT
TEXTS = st.lists(TEXT, max_size=3)
PROJECTS = st.sampled_from(["shop", "shop", "shop", "other"])
SHM = Path("/dev/shm")


@dataclass
class Known:
    """What the model knows of one Task."""

    project: str
    status: str
    revision: int = 1
    fields: dict = field(default_factory=dict)
    events: list = field(default_factory=list)


class JournalMachine(RuleBasedStateMachine):
    kind = "json"

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp(prefix="butler-test-", dir=SHM if SHM.is_dir() else None))
        self.tasks: dict[str, Known] = {}
        self.deleted: dict[str, str] = {}
        self.sent: dict[tuple[str, str], tuple] = {}
        self.stores = self.opened()
        for project in ("shop", "other"):
            self.created(project, "Shelf", "planned", None)

    def teardown(self):
        shutil.rmtree(getattr(self, "folder", "/nonexistent"), ignore_errors=True)

    @rule()
    def reopen(self):
        """As another process would see it."""
        forget()
        self.stores = self.opened()

    def opened(self):
        return {name: STORES[self.kind](self.folder / "data", "me", name) for name in ("shop", "other")}

    def send(self, project, action, **arguments):
        """Send a wish; the refusal's code, or None after it was accepted."""
        operation_id = f"op{len(self.sent)}"
        try:
            applied = do(self.stores[project], action, operation_id=operation_id, **arguments)
        except ButlerError as problem:
            return problem.code
        self.sent[project, operation_id] = (action, arguments, applied.receipt)
        assert not applied.replayed
        return applied.receipt

    @rule(project=PROJECTS, title=TITLE, status=st.sampled_from(STATUSES), findings=st.none() | TEXTS)
    def create(self, project, title, status, findings):
        self.created(project, title, status, findings)

    def created(self, project, title, status, findings):
        answer = self.send(project, "create", title=title, status=status, findings=findings)
        if not title.strip():
            assert answer == "text_missing"
            return
        fields = {"title": title, "findings": None if findings is None else tuple(findings)}
        self.tasks[answer.task_id] = Known(project, status, 1, fields, [("create", "inferred")])

    def pick(self, data, project):
        mine = [key for key, known in self.tasks.items() if known.project == project]
        strange = [*(key for key in self.tasks if key not in mine), *self.deleted, "nowhere"]
        task_id = data.draw(st.sampled_from(mine * 4 + strange[-2:]))
        known = self.tasks.get(task_id)
        if known is None or known.project != project:
            gone = self.deleted.get(task_id) == project
            return task_id, None, "deleted" if gone else "task_not_found"
        return task_id, known, None

    def revision(self, data, known):
        return data.draw(
            st.sampled_from([known.revision] * 9 + [known.revision + 1, max(known.revision - 1, 0)])
            if known
            else st.just(1)
        )

    @rule(
        data=st.data(),
        project=PROJECTS,
        status=st.none() | st.sampled_from(STATUSES),
        name=st.sampled_from(LISTS),
        texts=TEXTS | st.none(),
    )
    def update(self, data, project, status, name, texts):
        task_id, known, code = self.pick(data, project)
        revision = self.revision(data, known)
        answer = self.send(
            project, "update", task_id=task_id, expected_revision=revision, status=status, **{name: texts}
        )
        if known is None:
            assert answer == code
        elif revision != known.revision:
            assert answer == "revision_conflict"
        elif status is None and texts is None:
            assert answer == "nothing_to_update"
        elif known.status in ("completed", "cancelled") and status not in (None, known.status, "running"):
            assert answer == "status_change"
        else:
            self.accept(known, answer, ("update", "inferred"))
            known.status = status or known.status
            if texts is not None:
                known.fields[name] = tuple(texts)

    @rule(
        data=st.data(),
        project=PROJECTS,
        text=TITLE,
        claim=st.none() | st.sampled_from(CLAIMS),
        evidence=st.none() | TEXTS,
    )
    def record(self, data, project, text, claim, evidence):
        task_id, known, code = self.pick(data, project)
        revision = self.revision(data, known)
        answer = self.send(
            project, "record", task_id=task_id, expected_revision=revision, text=text, claim=claim, evidence=evidence
        )
        if known is None:
            assert answer == code
        elif revision != known.revision:
            assert answer == "revision_conflict"
        elif claim == "user_decision":
            assert answer == "decision_needs_person"
        elif not text.strip():
            assert answer == "text_missing"
        elif claim == "verified" and not any(item.strip() for item in evidence or ()):
            assert answer == "evidence_missing"
        else:
            self.accept(known, answer, ("note", claim or "inferred"))

    @precondition(lambda self: len(self.tasks) > 1)
    @rule(data=st.data(), project=PROJECTS)
    def delete(self, data, project):
        task_id, known, code = self.pick(data, project)
        revision = self.revision(data, known)
        answer = self.send(project, "delete", task_id=task_id, expected_revision=revision)
        if known is None:
            assert answer == code
        elif revision != known.revision:
            assert answer == "revision_conflict"
        else:
            assert (answer.revision, answer.deleted) == (known.revision + 1, True)
            self.deleted[task_id] = project
            del self.tasks[task_id]

    def accept(self, known, receipt, event):
        known.revision += 1
        known.events.append(event)
        assert (receipt.revision, receipt.deleted) == (known.revision, False)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def resend(self, data):
        (project, operation_id), (action, arguments, receipt) = data.draw(st.sampled_from(list(self.sent.items())))
        applied = do(self.stores[project], action, operation_id=operation_id, **arguments)
        assert (applied.receipt, applied.replayed) == (receipt, True)
        try:
            do(self.stores[project], "create", operation_id=operation_id, title="other arguments")
        except Conflict as problem:
            assert problem.code == "operation_reused"
        else:
            raise AssertionError("an operation_id did two things")

    @rule(project=PROJECTS)
    def export_and_import(self, project):
        path = self.folder / "export.json"
        path.write_bytes(export_bytes(self.stores[project].export()))
        other = STORES[self.kind](self.folder / "copy", "me", project)
        other.restore(read_export_file(path, "x"))
        assert export_bytes(other.export()) == path.read_bytes()
        shutil.rmtree(self.folder / "copy")
        forget()
        if any(known.project == project for known in self.tasks.values()):
            try:
                self.stores[project].restore(read_export_file(path, "x"))
            except Conflict as problem:
                assert problem.code == "import_task_exists"
            else:
                raise AssertionError("an import wrote over a Task")

    @invariant()
    def the_store_holds_what_the_model_holds(self):
        for project, store in getattr(self, "stores", {}).items():
            mine = {key: known for key, known in self.tasks.items() if known.project == project}
            assert [task.task_id for task in store.tasks()] == list(mine)
            for task_id, known in mine.items():
                history = store.task(task_id)
                assert (history.task.status, history.task.revision) == (known.status, known.revision)
                assert {name: getattr(history.task, name) for name in known.fields} == known.fields
                assert [(event.kind, event.claim) for event in history.events] == known.events

    @invariant()
    def the_file_is_the_whole_journal_made_anew(self):
        path = getattr(self, "folder", Path("/nonexistent")) / "data/profiles/me/workspace/journal.json"
        if path.is_file():
            content = path.read_bytes()
            assert image_of(read_image(content, "me").journal).content() == content


def check(runs, steps):
    run_state_machine_as_test(
        JournalMachine,
        settings=settings(
            max_examples=runs, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_60_stories_agree_with_the_model():
    check(60, 25)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_500_stories_agree_with_the_model():
    check(500, 40)
