"""Export and import: the same bytes again, all or nothing, and the owner's statements in DuckDB."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from butler.capabilities.journal.backend import record_decision
from butler.capabilities.journal.image import image_of
from butler.capabilities.journal.models import MAX_BYTES, MAX_OPERATIONS, Event, Journal, Receipt
from butler.capabilities.journal.transfer import export_bytes, read_export_file, write_export_file
from butler.errors import NotFound, Refused, Unreadable
from tests.capabilities.journal.journals import BEGIN, ISSUE, do, json_store, new_task

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs/capabilities/journal"


@pytest.fixture
def store(tmp_path):
    return json_store(tmp_path / "data")


@pytest.fixture
def filled(store):
    """Three Tasks with eight Events, as in the owner's example; four of them are records."""
    first, second = (
        new_task(store, related_issues=[ISSUE], constraints=["短く"]),
        new_task(store, "Second", findings=[]),
    )
    new_task(store, "Third")
    for n, task_id in enumerate((first, second, first)):
        do(
            store,
            "record",
            task_id=task_id,
            expected_revision=1 + n // 2,
            text=f"seen {n}",
            claim="verified",
            evidence=["run 7", "短く"],
        )
    do(store, "record", task_id=second, expected_revision=2, text="perhaps", claim="proposed")
    do(store, "update", task_id=first, expected_revision=3, status="running")
    return store


def file_of(store, tmp_path, name="journal-export.json"):
    path = tmp_path / name
    path.write_bytes(export_bytes(store.export()))
    return path


def test_an_export_is_one_line_of_compact_json_with_lists_in_order_of_creation(filled, tmp_path):
    content = file_of(filled, tmp_path).read_bytes()
    whole = json.loads(content)

    assert content == json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    assert list(whole) == ["schema_version", "tasks", "events", "operations"]
    for part in ("tasks", "events"):
        times = [item["created_at"] for item in whole[part]]
        assert times == sorted(times)
    assert (len(whole["tasks"]), len(whole["events"]), len(whole["operations"])) == (3, 8, 8)
    assert whole["tasks"][0]["findings"] is None and whole["tasks"][1]["findings"] == []


def test_export_import_export_gives_the_same_bytes(filled, tmp_path):
    first = file_of(filled, tmp_path)
    other = json_store(tmp_path / "elsewhere")
    other.restore(read_export_file(first, "x"))

    assert export_bytes(other.export()) == first.read_bytes()
    assert other.tasks() == filled.tasks()


def test_a_clock_that_runs_backwards_does_not_mix_up_the_events(tmp_path):
    store = json_store(tmp_path / "data")
    times = iter(BEGIN - timedelta(seconds=n) for n in range(100))
    store._now = lambda: next(times)
    one, two = new_task(store), new_task(store, "Second")
    for n in range(1, 4):
        do(store, "record", task_id=one, expected_revision=n, text=f"one {n}")
        do(store, "record", task_id=two, expected_revision=n, text=f"two {n}")
    first = file_of(store, tmp_path)
    other = json_store(tmp_path / "elsewhere")
    other.restore(read_export_file(first, "x"))

    assert export_bytes(other.export()) == first.read_bytes()
    assert [e.text for e in other.task(one).events[1:]] == ["one 1", "one 2", "one 3"]


def test_an_export_that_could_not_come_back_is_not_written(filled, tmp_path):
    journal = tmp_path / "data/profiles/me/workspace/journal.json"
    whole = json.loads(journal.read_bytes())
    task_id = next(iter(whole["tasks"]))
    short = {name: value for name, value in whole["events"][task_id][0].items() if name != "evidence"}
    text = json.dumps({**short, "text": "x" * 300})
    count = (MAX_BYTES - 10_000) // (len(text) + 1)
    whole["tasks"][task_id]["revision"] = count
    content = json.dumps(whole).replace(json.dumps(whole["events"][task_id]), "[" + ",".join([text] * count) + "]")
    journal.write_text(content)
    target = tmp_path / "out.json"
    with pytest.raises(Refused) as refused:
        write_export_file(target, filled.export(), tmp_path / "data")

    assert len(content) < MAX_BYTES and refused.value.code == "export_too_large" and not target.exists()


def test_only_the_open_project_is_exported(filled, tmp_path):
    new_task(json_store(tmp_path / "data", project="other"), "Secret plan")

    assert b"Secret plan" not in export_bytes(filled.export())
    assert b'"other:' not in export_bytes(filled.export())


def test_a_journal_in_an_exports_place_is_refused_with_a_hint(filled, tmp_path):
    journal = tmp_path / "data/profiles/me/workspace/journal.json"
    with pytest.raises(Unreadable) as refused:
        read_export_file(journal, "journal.json")

    assert refused.value.code == "export_is_journal" and "workspace-export" in refused.value.hint("en")


def test_a_missing_export_is_said(tmp_path):
    with pytest.raises(NotFound):
        read_export_file(tmp_path / "none.json", "none.json")


def renamed(whole, task_id):
    """The export with another id for its first Task."""
    old = whole["tasks"][0]["task_id"]

    def named(record):
        return {**record, "task_id": task_id} if record["task_id"] == old else record

    return {**whole, "tasks": [named(t) for t in whole["tasks"]], "events": [named(e) for e in whole["events"]]}


@pytest.mark.parametrize(
    "change",
    [
        lambda w: {**w, "tasks": [*w["tasks"], w["tasks"][0]]},
        lambda w: {**w, "events": w["events"][1:]},
        lambda w: {**w, "events": [*w["events"], {**w["events"][0], "task_id": "ghost"}]},
        lambda w: {**w, "schema_version": 2},
        lambda w: {**w, "extra": 1},
        lambda w: {**w, "tasks": [{**w["tasks"][0], "unknown": 1}, *w["tasks"][1:]]},
        lambda w: {**w, "operations": []},
        lambda w: renamed(w, "evil\n\n# forged \x1b[31m"),
        lambda w: {**w, "tasks": [{**w["tasks"][0], "user_id": "me\n# forged"}, *w["tasks"][1:]]},
        lambda w: {k: v for k, v in w.items() if k != "operations"},
        lambda w: [w],
    ],
)
def test_a_damaged_export_is_refused(filled, tmp_path, change):
    path = file_of(filled, tmp_path)
    path.write_text(json.dumps(change(json.loads(path.read_bytes()))))
    with pytest.raises(Unreadable) as refused:
        read_export_file(path, "journal-export.json")

    assert refused.value.facts["file"] == "journal-export.json"


def statements(page):
    return re.findall(r"```sql\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def test_both_pages_hold_the_same_three_statements():
    assert statements("spec.md") == statements("仕様書.md") and len(statements("spec.md")) == 3


def ask(statement, path):
    import duckdb

    return duckdb.sql(statement.replace("'journal-export.json'", f"'{path}'")).fetchall()


def test_the_statements_run_in_duckdb_with_the_right_counts(filled, tmp_path):
    path = file_of(filled, tmp_path)
    counts, tasks, records = (ask(statement, path) for statement in statements("spec.md"))

    assert counts == [(1, 3, 8)]
    assert [(row[1], row[2], row[3], row[4]) for row in tasks] == [
        ("shop", "Refuse the second reservation", "running", 4),
        ("shop", "Second", "planned", 3),
        ("shop", "Third", "planned", 1),
    ]
    assert len(records) == 4 and sum(row[1] == "verified" for row in records) == 3
    assert records[0][3] == ["run 7", "短く"]


@pytest.mark.parametrize("count", [0, 1, 30])
def test_the_statements_run_on_small_exports_with_ids_of_every_kind(store, tmp_path, count):
    for number in range(count):
        new_task(store, operation_id=f"{number} 'a\"b.c\\d [0] {{}} $ 日本 É {'x' * 60}")
    path = file_of(store, tmp_path)

    assert [len(ask(statement, path)) for statement in statements("spec.md")] == [1, count, 0]


@pytest.mark.slow
def test_the_statements_run_in_duckdb_on_the_export_of_a_journal_at_its_limits(store, tmp_path):
    task_id = new_task(store, operation_id="one")
    journal = store.export()
    receipts = {f"shop:{n}": Receipt("0" * 64, task_id, 1) for n in range(MAX_OPERATIONS - 1)}
    events, number = list(journal.events[task_id]), 1
    size = len(image_of(Journal(journal.tasks, journal.events, receipts)).content())
    while size < MAX_BYTES - 4000:
        number += 1
        events.append(
            Event(
                f"{task_id}.{number}",
                task_id,
                "codex",
                "note",
                "verified",
                "x" * 1500,
                ("run 7",),
                "2026-06-03T03:00:00.000Z",
            )
        )
        size += 1800
    task = journal.tasks[task_id]
    grown = {task_id: type(task)(**{name: getattr(task, name) for name in type(task).__slots__} | {"revision": number})}
    content = image_of(Journal(grown, {task_id: tuple(events)}, {**receipts, **journal.operations})).content()
    (tmp_path / "data/profiles/me/workspace/journal.json").write_bytes(content)
    path = file_of(store, tmp_path)
    counts, tasks, records = (ask(statement, path) for statement in statements("spec.md"))

    assert MAX_BYTES * 0.9 < len(content) <= MAX_BYTES and path.stat().st_size < len(content)
    assert (counts, len(tasks), len(records)) == ([(1, 1, number)], 1, number - 1)


def test_a_persons_decision_travels_with_the_export(filled, tmp_path):
    task_id = filled.tasks()[2].task_id
    record_decision(filled, task_id, "use a lock file", 1, "d1")
    other = json_store(tmp_path / "elsewhere")
    other.restore(read_export_file(file_of(filled, tmp_path), "x"))

    assert other.task(task_id).task.user_decisions == ("use a lock file",)


def test_the_published_schemas_are_the_ones_that_the_code_reads():
    loader = SourceFileLoader("write_journal_schema", str(ROOT / "scripts/write_journal_schema"))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)

    for name, text in module.pages().items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, "run scripts/write_journal_schema"


def test_what_we_write_fits_the_published_schemas(filled, tmp_path):
    journal = tmp_path / "data/profiles/me/workspace/journal.json"
    for name, path in (("journal", journal), ("export", file_of(filled, tmp_path))):
        schema = json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        assert list(Draft202012Validator(schema).iter_errors(json.loads(path.read_bytes()))) == []
        assert list(Draft202012Validator(schema).iter_errors({**json.loads(path.read_bytes()), "extra": 1}))
