"""A glance at a log says what a full look would say; where it cannot, the log is looked at."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log import surveying
from butler.capabilities.session_log.backend import SessionChoice, choose_session, sessions_answer
from butler.capabilities.session_log.glancing import glance
from butler.capabilities.session_log.listing import listed
from butler.capabilities.session_log.peeking import peek
from butler.capability import Caller
from butler.house import House, Staff

DAYS = ("2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02")
SHELL = Caller("command-line")
CALLERS = (SHELL, Caller("codex"), Caller("claude-code"))


def codex_shapes(logs: Any, places: Mapping[str, Path], number: int, day: str) -> Iterator[list[Any]]:
    """Logs of Codex, the usual one and odd ones."""
    usual = logs.codex_records(places["project"], number, day)
    meta = usual[0]["payload"]
    moved = {"timestamp": f"{day}T09:30:00.000Z", "type": "turn_context", "payload": {"cwd": str(places["project"])}}
    long = {
        "timestamp": f"{day}T09:20:00.000Z",
        "type": "event_msg",
        "payload": {"type": "other", "text": "x" * 90_000},
    }
    spawned = {"subagent": {"thread_spawn": {"parent_thread_id": logs.uuid(number - 1), "depth": 1}}}
    environment = f"<environment_context><cwd>{places['project']}</cwd></environment_context>"
    told = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": environment}]}
    yield usual
    for place in ("elsewhere", "inside", "link", "longer", "own"):
        yield logs.codex_records(places[place], number, day)
    sources: tuple[Any, ...] = (
        spawned,
        {"internal": "memory"},
        {"subagent": "review"},
        {"subagent": {"thread_spawn": {}}},
    )
    for source in sources:
        yield logs.codex_records(places["project"], number, day, source=source)
    elsewhere = logs.codex_records(places["elsewhere"], number, day)
    yield [*elsewhere, moved]
    yield [moved, *elsewhere]
    yield [*elsewhere, long, long, moved, *([long] * 4)]
    yield [elsewhere[0], moved, *([long] * 4)]
    yield [*elsewhere, {**usual[0], "type": "response_item", "payload": told}]
    yield [{**usual[0], "payload": {key: value for key, value in meta.items() if key != "cwd"}}, moved, *usual[1:]]
    yield [{**usual[0], "timestamp": "yesterday"}, *usual[1:]]
    yield [*usual, {"type": "event_msg", "payload": {"type": "token_count"}}]
    yield [{"id": logs.uuid(number), "timestamp": f"{day}T09:00:00Z", "instructions": None}, {**told, "id": "m"}]
    yield [usual[1], *usual]
    yield ["{broken"]


def claude_shapes(logs: Any, places: Mapping[str, Path], number: int, day: str) -> Iterator[list[Any]]:
    """Main logs of Claude Code, the usual one and odd ones."""
    usual = logs.claude_records(places["project"], number, day)
    elsewhere = logs.claude_records(places["elsewhere"], number, day)
    base = {"sessionId": logs.uuid(number), "timestamp": f"{day}T08:59:00.000Z"}
    aside = [{**record, "isSidechain": True, "uuid": f"side-{at}"} for at, record in enumerate(usual)]
    queued = {"type": "queue-operation", "operation": "enqueue", "content": "Go on", **base}
    long = {**usual[3], "message": {**usual[3]["message"], "content": [{"type": "text", "text": "y" * 90_000}]}}
    yield usual
    yield elsewhere
    yield [{"type": "summary", "summary": "Prices", "leafUuid": "x"}, *usual]
    yield [{"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}, queued, *usual]
    yield [queued, *elsewhere]
    yield [*aside, *usual]
    yield aside
    yield [queued]
    yield [*elsewhere, {"type": "relocated", "relocatedCwd": str(places["project"]), **base}]
    yield [{"type": "relocated", "relocatedCwd": str(places["project"]), **base}, *elsewhere]
    yield [*elsewhere, {**usual[0], "uuid": "later"}]
    yield [
        *elsewhere,
        long,
        {**long, "uuid": "b"},
        {**usual[3], "uuid": "c"},
        *({**long, "uuid": f"d{at}"} for at in "12"),
    ]
    yield [*usual, {"type": "custom-title", "customTitle": "Prices", "sessionId": logs.uuid(number)}]
    yield [{**record, "sessionId": logs.uuid(number + 500)} for record in usual]
    yield [{**usual[0], "timestamp": "soon"}, *usual[1:]]
    yield [{"type": "attachment", "attachment": {"type": "hook_success"}, **base, "cwd": "/", "uuid": "hook"}, *usual]
    yield [{**usual[0], "cwd": '/café/\u2028"\\'}, *usual[1:]]
    yield [{"type": "user", "message": 7, "sessionId": 8, "cwd": 9}, *usual]


@pytest.fixture
def places(home: Path, project: Path) -> Mapping[str, Path]:
    """Folders that a log may name: the project, one inside, a link to it, another, a longer name, a project inside."""
    found = {
        "project": project,
        "inside": project / "src",
        "elsewhere": home / "work" / "elsewhere",
        "longer": project.with_name(f"{project.name}-two"),
        "own": project / "vendored",
        "link": home / "link",
    }
    for name in ("inside", "elsewhere", "longer", "own"):
        found[name].mkdir(parents=True)
    found["link"].symlink_to(project)
    (found["own"] / ".butler").mkdir()
    (found["own"] / ".butler" / "config.yaml").write_text("")
    return found


@pytest.fixture
def furnished(home: Path, logs: Any, places: Mapping[str, Path]) -> list[Path]:
    """Some hundred logs of both clients in every shape, their file times and ages mixed; one session was reverted."""
    order, written = random.Random(7), []
    number = 100
    for day in DAYS:
        for shape in codex_shapes(logs, places, number, day):
            number += 1
            folder = home / ".codex" / ("archived_sessions" if number % 9 == 0 else "sessions") / Path(*day.split("-"))
            written.append(_write(folder / f"rollout-{day}T09-00-00-{logs.uuid(number)}.jsonl", shape))
        for shape in claude_shapes(logs, places, number, day):
            number += 1
            slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(places["project"]))
            folder = home / ".claude" / "projects" / (slug if number % 3 else "-elsewhere")
            written.append(_write(folder / f"{logs.uuid(number)}.jsonl", shape))
            agent = folder / logs.uuid(number) / "subagents" / "agent-a.jsonl"
            written += [_write(agent, shape)] if number % 7 == 0 else []
    newer = written[0].with_name(f"{written[0].stem}_{logs.uuid(900)}.jsonl")
    written.append(_write(newer, logs.codex_records(places["project"], 101, DAYS[0])))
    for path in written:
        stamp = 1_780_000_000 + order.randrange(10 * 86_400)
        os.utime(path, (stamp, stamp))
    return written


def _write(path: Path, lines: list[Any]) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line, separators=(",", ":")) for line in lines]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def without_glances(house: House) -> House:
    """The same house with formats that offer no glance: every log is looked at in full."""
    formats = {name: replace(found, glance=None) for name, found in house.staff.formats.items()}
    return replace(house, staff=replace(house.staff, formats=formats))


def chosen(house: House, caller: Caller) -> tuple[Any, ...]:
    choice = choose_session(house, caller)
    if not isinstance(choice, SessionChoice):
        return (choice,)
    others = [(item.file.path, item.session_id, item.last_at) for item in choice.next_best]
    return (
        choice.path,
        choice.session_id,
        choice.last_at,
        choice.cwd,
        others,
        dict(choice.left_out),
        choice.reason("en"),
    )


def test_the_list_and_the_choice_are_those_of_full_looks(house: House, furnished: list[Path]) -> None:
    full = without_glances(house)
    for everywhere in (False, True):
        answer = sessions_answer(house, everywhere=everywhere)
        assert answer.data == sessions_answer(full, everywhere=everywhere).data
        assert answer.summary == sessions_answer(full, everywhere=everywhere).summary
    assert {"other_folder", "subagent", "unreadable", "reverted"} <= set(sessions_answer(house).data["left_out"])
    for caller in CALLERS:
        assert chosen(house, caller) == chosen(full, caller)


def test_every_log_is_told_as_a_full_look_tells_it_or_not_at_all(furnished: list[Path], staff: Staff) -> None:
    told = 0
    for path in furnished:
        reader = staff.formats["codex_jsonl" if path.name.startswith("rollout-") else "claude_code_jsonl"]
        seen, look = glance(path, reader, None), peek(path, reader)
        if seen is None:
            continue
        told += 1
        assert look is not None
        assert (seen.first.session_id, seen.first.thread) == (look.info.session_id, look.info.thread)
        assert (seen.first.cwd, seen.last_at) == (look.cwds[0], look.last_at)
        assert (seen.first.first_at, seen.first.first_id) == (look.first_at, look.first_id)
        for own in look.cwds:
            again = glance(path, reader, own.__eq__)
            assert again is None or again.here
    assert told > len(furnished) / 2


def test_only_the_shown_logs_are_looked_at_in_full(house: House, logs: Any, project: Path) -> None:
    for number in range(90):
        logs.codex(project, number, DAYS[number % 4])
    usual, readings = house.staff.formats["codex_jsonl"], []

    def counting(*given: Any) -> Any:
        readings.append(1)
        return usual.entries(*given)

    formats = {**house.staff.formats, "codex_jsonl": replace(usual, entries=counting)}
    answer = sessions_answer(replace(house, staff=replace(house.staff, formats=formats)))
    assert (len(answer.data["sessions"]), answer.data["left_out"]) == (50, {"older": 40})
    assert len(readings) == 50


def test_a_log_that_went_away_after_the_glance_is_counted_as_unreadable(house: House, logs: Any, project: Path) -> None:
    path = logs.codex(project, 1, DAYS[0])
    logs.codex(project, 2, DAYS[0])
    found = surveying.survey(house, house.staff.brains.values(), every=True)
    path.unlink()
    rows, left_out = listed(house, found)
    assert ([row.session_id for row in rows], left_out) == ([logs.uuid(2)], {"unreadable": 1})


def test_of_too_many_logs_it_is_said_how_many_were_looked_into(
    open_at: Any, logs: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(9):
        path = logs.codex(project, number, DAYS[0])
        os.utime(path, (1_780_000_000 + number, 1_780_000_000 + number))
    monkeypatch.setattr(surveying, "MOST_GLANCES", 4)
    english, japanese = (sessions_answer(open_at(language=language)) for language in ("en", "ja"))
    assert english.data["left_out"] == {"not_looked": 5}
    assert "4 logs were looked into; 5 more" in english.summary
    assert "4 件の中を見ました" in japanese.summary and "5 件は見ていません" in japanese.summary
    assert "5 that were written earlier" in english.data["chosen"]["reason"]
    assert "5 件は見ていません" in japanese.data["chosen"]["reason"]
