"""What a document takes from a Task: which section, which label, whose word, and what is left to the journal."""

from __future__ import annotations

from dataclasses import replace

from butler.capabilities.handover.models import LogSource, Materials, Meta
from butler.capabilities.handover.render import render
from butler.capabilities.journal.models import Event, Task, TaskHistory
from butler.capabilities.work_record.models import WorkState
from butler.maids.document_check import check_document, handoff_prompt, metadata, split_sections
from butler.maids.handover_worker import compose
from butler.maids.redaction_worker import Redactor
from butler.maids.text_worker import estimate_tokens

AT = "2026-06-03T00:45:00.000Z"
TASK = Task(
    task_id="task-1", user_id="me", project_id="shop", title="Price list", goal="Every price is listed",
    constraints=("Never round",), status="running", related_issues=None, agent_id="codex", findings=("Prices are strings",),
    evidence=("shop/prices.py line 3",), actions=("Read the table",), results=("The list is printed",),
    pending_items=("Which currency?", "blocked: no access to the tax table", "推奨採用: 税込で表示する"),
    user_decisions=("Keep two digits", "Only euro"), revision=1, created_at=AT, updated_at=AT,
)  # fmt: skip
EVENTS = (
    ("create", "inferred", "", None),
    ("note", "verified", "All 12 tests pass", ("pytest run 7", "ci/8")),
    ("finding", "inferred", "The rounding is in `total()`", None),
    ("note", "proposed", "Use decimals", None),
    ("update", "inferred", "status: planned -> running", None),
    ("user_decision", "user_decision", "Only euro", None),
    ("handover", "verified", "project_20260603T004500Z_codex.md", ("project_20260603T004500Z_codex.md", "sha256:0")),
)


def history(task: Task = TASK, events=EVENTS) -> TaskHistory:
    made = tuple(
        Event(f"task-1.{number}", "task-1", "codex:s-1", kind, claim, text, evidence, AT)
        for number, (kind, claim, text, evidence) in enumerate(events, 1)
    )
    return TaskHistory(replace(task, revision=len(made)), made)


def materials(task: TaskHistory | None, **more) -> Materials:
    meta = Meta("shop", "codex", "2026-06-03T09:45:00+09:00", "project-20260603T004500Z-codex")
    made = Materials(meta, Redactor(), WorkState(None, "no_git"), log=LogSource(absent="no_log_found"), task=task)
    return replace(made, **more)


def text_of(found: Materials) -> str:
    text = render(compose(found))
    assert check_document(text) == []
    return text


def sections(found: Materials) -> dict[str, str]:
    return {section.name: section.body for section in split_sections(text_of(found))}


def lines(body: str) -> list[str]:
    return [line for line in body.splitlines() if line.startswith("- ")]


def test_each_field_and_event_stands_in_its_section_with_claim_and_writer():
    found = sections(materials(history()))
    assert lines(found["CURRENT_STATE"])[:5] == [
        "- Task task-1, revision 7, running: Price list — journal",
        "- goal: Every price is listed — journal",
        "- constraint: Never round — journal",
        "- Inferred or recorded by an agent (result): The list is printed — journal",
        "- Inferred or recorded by an agent (action): Read the table — journal",
    ]
    assert lines(found["DISCOVERY"]) == [
        "- Inferred or recorded by an agent (finding): Prices are strings — journal",
        "- Inferred or recorded by an agent (evidence): shop/prices.py line 3 — journal",
        "- Verified, with evidence: All 12 tests pass (evidence: pytest run 7; ci/8) — journal r2 (codex:s-1)",
        "- Inferred or recorded by an agent (finding): The rounding is in `total()` — journal r3 (codex:s-1)",
        "- Proposed: Use decimals — journal r4 (codex:s-1)",
    ]
    assert lines(found["DECISION"]) == [
        "- Keep two digits — journal (decided by the person)",
        "- Only euro — journal r6 (decided by the person)",
    ]
    assert lines(found["BLOCKED / PENDING"]) == [
        "- undecided: Which currency? — journal",
        "- blocked: no access to the tax table — journal",
        "- recommended: 税込で表示する — journal",
    ]


def test_the_same_in_japanese():
    meta = replace(materials(None).meta, language="ja")
    found = sections(materials(history(), meta=meta))
    assert "- Task task-1、revision 7、進行中: Price list — journal" in found["CURRENT_STATE"]
    assert (
        "- 根拠付きの確認記録: All 12 tests pass(根拠: pytest run 7; ci/8) — journal r2 (codex:s-1)"
        in found["DISCOVERY"]
    )
    assert "- エージェントの推測・記録(調査): Prices are strings — journal" in found["DISCOVERY"]
    assert "- 提案: Use decimals — journal r4 (codex:s-1)" in found["DISCOVERY"]
    assert "- Only euro — journal r6 (利用者の確定事項)" in found["DECISION"]
    assert lines(found["BLOCKED / PENDING"]) == [
        "- 未確定: Which currency? — journal",
        "- ブロック: no access to the tax table — journal",
        "- 推奨採用: 税込で表示する — journal",
    ]


def test_metadata_names_the_task_and_its_revision_only_where_there_is_one():
    assert metadata(text_of(materials(history())))["task"] == {"id": "task-1", "revision": 7}
    assert "task" not in metadata(text_of(materials(None)))


def test_what_the_person_decided_is_in_force_in_the_prompt():
    prompt = handoff_prompt(text_of(materials(history())))
    assert "In force: `Only euro`" in prompt and "In force: `Keep two digits`" in prompt
    assert "Use decimals" not in prompt and "Which currency" not in prompt


def test_the_prompt_names_the_task():
    prompt = handoff_prompt(text_of(materials(history())))
    assert "Its Task in the journal is `task-1`: see task_get, name it to work_start." in prompt
    assert "journal" not in handoff_prompt(text_of(materials(None)))


def test_texts_are_one_escaped_line_without_secrets():
    secret = "ghp_" + "A1b2" * 9
    task = replace(TASK, goal=f"## RISKS\n- use {secret}\n</x> \u202eabc", findings=("a\n# b",), pending_items=None)
    text = text_of(materials(history(task)))
    assert secret not in text and "\u202e" not in text
    assert "goal: " in text and text.count("\n## RISKS\n") == 1 and "\n# b" not in text


def test_lists_that_nobody_gave_and_empty_texts_leave_no_line():
    bare = replace(
        TASK, goal=" ", constraints=None, findings=(), evidence=None, actions=None, results=("", " "), pending_items=("",),
        user_decisions=None,
    )  # fmt: skip
    found = sections(materials(history(bare, EVENTS[:1])))
    assert lines(found["CURRENT_STATE"])[0] == "- Task task-1, revision 1, running: Price list — journal"
    assert "journal" not in "".join(lines(found["CURRENT_STATE"])[1:])
    assert not any(lines(found[name]) for name in ("DISCOVERY", "DECISION", "BLOCKED / PENDING"))


def test_a_long_history_stays_within_the_budget_and_says_that_more_is_in_the_journal():
    events = [
        ("note", "verified", f"Step {number} is done " + "and the table holds " * 15, ("run",)) for number in range(400)
    ]
    small = materials(history(events=events), max_tokens=2000)
    text = text_of(small)
    assert estimate_tokens(text) <= 2000 * 1.1
    assert "Step 399" in text and "Step 2 " not in text
    assert "entries of this Task that are not here: 300; see task_get and task_history — journal" in text
    assert "DISCOVERY" in metadata(text)["receipt"]["cut"]


def test_lines_of_the_task_are_told_anew_and_not_carried_a_second_time():
    before = text_of(materials(history()))
    meta = replace(
        materials(None).meta, handover_id="project-20260603T004600Z-codex", based_on="project-20260603T004500Z-codex"
    )
    settled = replace(TASK, pending_items=("Which currency?",))
    found = sections(materials(history(settled), meta=meta, based_on_text=before))
    assert lines(found["BLOCKED / PENDING"]) == ["- undecided: Which currency? — journal"]
    assert found["DECISION"].count("Only euro") == 1
    closed = sections(materials(None, meta=meta, based_on_text=before))
    assert (
        "Only euro — journal r6 (decided by the person) (carried from project-20260603T004500Z-codex)"
        in closed["DECISION"]
    )
    assert "no access to the tax table — journal (carried from" in closed["BLOCKED / PENDING"]


def test_carried_lines_of_another_task_stay_unless_they_say_the_same():
    before = text_of(materials(history()))
    meta = replace(
        materials(None).meta, handover_id="project-20260603T004600Z-codex", based_on="project-20260603T004500Z-codex"
    )
    other = replace(TASK, task_id="task-2", pending_items=("Which currency?",), user_decisions=("Only euro",))
    found = sections(materials(history(other, EVENTS[:1]), meta=meta, based_on_text=before))
    assert found["BLOCKED / PENDING"].count("Which currency") == 1
    assert "Keep two digits — journal (decided by the person) (carried from" in found["DECISION"]
    assert found["DECISION"].count("Only euro") == 1


def test_the_same_task_gives_the_same_bytes():
    assert text_of(materials(history())) == text_of(materials(history()))
