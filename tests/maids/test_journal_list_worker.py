"""Finding Tasks, page by page."""

from dataclasses import replace

import pytest

from butler.capabilities.journal.models import Journal, Operation, Scope
from butler.errors import InvalidInput
from butler.maids.journal_list_worker import PAGE, page_of
from butler.maids.journal_worker import decide


def task(number, **fields):
    wish = Operation(
        action="create",
        operation_id=f"o{number}",
        args_sha256="0" * 64,
        agent_id="codex",
        fields={"title": f"Task {number}", **fields},
    )
    return decide(Journal(), Scope("me", "shop"), wish, f"2026-06-03T03:{number:02d}:00.000Z", f"t{number:02d}").task


def ids(page):
    return [item.task_id for item in page.tasks]


def test_the_last_changed_comes_first_and_pages_follow_without_gaps():
    tasks = [task(n) for n in range(50)]
    seen, cursor = [], None
    for _ in range(10):
        page = page_of(tasks, None, None, cursor)
        seen += ids(page)
        cursor = page.next_cursor
        if cursor is None:
            break

    assert seen == [f"t{n:02d}" for n in reversed(range(50))] and page.total == 50
    assert len(page_of(tasks, None, None, None).tasks) == PAGE


def test_tasks_of_the_same_time_are_in_no_page_twice():
    tasks = [replace(task(n), updated_at="2026-06-03T04:00:00.000Z") for n in range(25)]
    first = page_of(tasks, None, None, None)
    second = page_of(tasks, None, None, first.next_cursor)

    assert not set(ids(first)) & set(ids(second)) and len(ids(first)) + len(ids(second)) == 25


def test_the_status_filters():
    assert ids(page_of([task(1), task(2, status="running")], "running", None, None)) == ["t02"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("予約", ["t01"]),
        ("二重 予約", ["t01"]),
        ("ﾖﾔｸ", ["t02"]),
        ("RESERVE", ["t03"]),
        ("ｒｅｓｅｒｖｅ", ["t03"]),
        ("49", ["t03"]),
        ("none of it", []),
    ],
)
def test_words_are_found_in_any_width_and_case(query, found):
    tasks = [
        task(1, goal="二重の予約を断る"),
        task(2, findings=("ヨヤク表",)),
        task(3, results=("Reserve(49) refused",)),
    ]

    assert ids(page_of(tasks, None, query, None)) == found


def test_a_cursor_that_is_none_of_ours_is_refused():
    with pytest.raises(InvalidInput):
        page_of([task(1)], None, None, "elsewhere")
