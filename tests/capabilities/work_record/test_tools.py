"""The five tools, called as the facade calls them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.work_record import CAPABILITY
from butler.capability import Caller, tools_of
from butler.envelope import RESULT_LIMIT, Envelope, compact
from butler.house import Start
from butler.tool_schema import argument_hints, description_of
from tests.repositories import Repository, new_repository

Ask = Callable[..., Envelope]
PutIssue = Callable[[str, str], Path]
PERSON = Caller("command-line")


@pytest.fixture
def repository(project: Path) -> Repository:
    made = new_repository(project)
    made.commit("first", a__py="1")
    return made


def good(envelope: Envelope) -> dict[str, Any]:
    assert envelope.status == "ok", envelope
    assert len(compact(envelope).encode()) <= RESULT_LIMIT
    assert set(envelope.data["next_recommended"]) == {"tool", "args"}
    return envelope.data


def code(envelope: Envelope) -> str:
    assert envelope.error is not None, envelope
    assert envelope.error.hint
    return envelope.error.code


def test_tools_say_in_200_characters_when_to_call_them() -> None:
    tools = list(tools_of(CAPABILITY))

    assert [tool.name for tool in tools] == ["work_start", "work_observe", "work_finish", "issue_list", "issue_read"]
    assert [tool.name for tool in tools if tool.writes] == ["work_start", "work_finish"]
    assert all(40 <= len(description_of(tool)) <= 200 for tool in tools), [len(description_of(t)) for t in tools]
    assert argument_hints(tools[0]) == {
        "issue_id": "default: the issue of handover_id.",
        "handover_id": "the handover you go on from.",
    } or set(argument_hints(tools[0])) == {"issue_id", "handover_id", "task_id"}


def test_a_piece_of_work_from_start_to_finish(repository: Repository, ask: Ask, put_issue: PutIssue) -> None:
    put_issue("49-twice.md", "---\ntitle: A reservation can be made twice\n---\nbody\n")

    started = ask("work_start", issue_id="#49")
    repository.commit("second", b__py="2")
    repository.write("c.py", "3")
    observed = good(ask("work_observe"))
    finished = good(ask("work_finish", notes="half of it"))

    data = good(started)
    assert data["session"]["issue_id"] == 49
    assert data["issue"]["title"] == "A reservation can be made twice"
    assert (data["git"]["branch"], data["replaced"]) == ("main", None)
    assert data["next_recommended"] == {"tool": "work_observe", "args": {}}
    assert [commit["subject"] for commit in observed["git"]["commits_since"]] == ["second"]
    assert observed["git"]["untracked"] == ["c.py"]
    assert observed["session"]["id"] == data["session"]["id"]
    assert observed["recommendations"] == ["Commit or stash 1 changed file: c.py."]
    assert observed["next_recommended"] == {"tool": "handover_prepare", "args": {}}
    assert (finished["commits"], finished["session"]["finished_at"]) == (1, "2026-06-03T12:00:00+09:00")
    assert finished["next_recommended"] == {"tool": "handover_prepare", "args": {"issue_id": 49}}
    assert code(ask("work_finish")) == "work_not_open"


def test_a_start_on_an_issue_with_a_handover_recommends_reading_it(project: Path, ask: Ask) -> None:
    handovers = project / "session_logs" / "handover"
    handovers.mkdir(parents=True)
    (handovers / "issue-49_latest.md").write_text("x")
    (handovers / "issue-49_20260603T004500Z_codex.md").write_text("x")

    fresh = good(ask("work_start", issue_id=49))
    going_on = good(ask("work_start", handover_id="issue-49-20260603T004500Z-codex"))

    assert fresh["next_recommended"] == {"tool": "handover_read", "args": {"issue_id": 49}}
    assert going_on["next_recommended"]["tool"] == "work_observe"
    assert (going_on["session"]["issue_id"], going_on["session"]["based_on"]) == (49, "issue-49-20260603T004500Z-codex")


def test_a_second_start_says_what_it_replaced(ask: Ask) -> None:
    first = good(ask("work_start", issue_id=1))
    second = ask("work_start", issue_id=2)

    assert good(second)["replaced"] == first["session"]["id"]
    assert first["session"]["id"] in second.summary


def test_observing_without_a_session_recommends_a_start(repository: Repository, ask: Ask) -> None:
    data = good(ask("work_observe"))

    assert (data["session"], data["next_recommended"]["tool"]) == (None, "work_start")
    assert [commit["subject"] for commit in data["git"]["recent"]] == ["first"]


def test_observing_without_git_says_so(ask: Ask) -> None:
    envelope = ask("work_observe")

    assert (good(envelope)["git"], envelope.data["absent"]) == (None, "no_git")
    assert "git" in envelope.summary


def test_a_repository_that_cannot_be_looked_at_gives_the_reason(repository: Repository, ask: Ask) -> None:
    (repository.top / ".git" / "index").write_bytes(b"nonsense")

    data = good(ask("work_observe"))

    assert (data["absent"], data["reason"]) == ("git_failed", "git cannot read the repository's index.")


def test_foreign_text_is_shown_without_secrets_and_hidden_characters(repository: Repository, ask: Ask) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    repository.git("checkout", "-q", "-b", "safe\u202egnp.exe")
    repository.commit(f"\x1b[31mred {token}")
    repository.write("new\x1b[2J\nline.py", "x")

    text = compact(ask("work_observe"))

    assert token not in text
    assert "[REDACTED:" in text
    assert "\u202e" not in text
    assert "⟦U+202E⟧" in text
    assert "\\u001b" not in text
    assert "\\n" not in text


def test_names_that_are_no_text_reach_the_wire(repository: Repository, ask: Ask) -> None:
    repository.write("bad\udcff.py", "x")

    assert "bad⟦U+DCFF⟧.py" in compact(ask("work_observe"))


def test_thousands_of_files_with_long_names_fit_one_answer(repository: Repository, ask: Ask) -> None:
    for number in range(1_000):
        (repository.top / f"{'倉庫' * 35}{number:05}.txt").touch()

    data = good(ask("work_observe"))

    assert data["git"]["untracked"]
    assert f"untracked:{1_000 - 200}" in data["git"]["cut"]


def test_a_person_sees_every_file_that_was_kept(repository: Repository, ask: Ask) -> None:
    for number in range(150):
        (repository.top / f"{number:05}.txt").touch()

    assert len(ask("work_observe", PERSON).data["git"]["untracked"]) == 150


def test_notes_are_kept_without_secrets(ask: Ask, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    good(ask("work_start"))
    good(ask("work_finish", notes=f"token {token}"))

    kept = [file.read_text() for file in tmp_path.rglob("work_sessions.json")]
    assert len(kept) == 1
    assert token not in kept[0]


@pytest.mark.parametrize("issue", ["../../x", "/etc/passwd", "a\0b", "x" * 300, "con", "４９", "", "-rf"])
def test_hostile_issue_ids_are_refused_without_echo(ask: Ask, issue: str) -> None:
    for name in ("work_start", "issue_read"):
        envelope = ask(name, issue_id=issue)

        assert code(envelope) == "invalid_issue_id"
        assert not issue or issue not in compact(envelope)


def test_an_issue_is_read(ask: Ask, put_issue: PutIssue) -> None:
    put_issue("49.md", "---\ntitle: Twice\nlabels: [bug]\n---\nbody\n\n## Comments\n### Aki, 2026-06-03\nseen\n")

    envelope = ask("issue_read", issue_id=49)

    assert good(envelope)["issue"] == {
        "id": 49,
        "title": "Twice",
        "state": "open",
        "labels": ["bug"],
        "url": None,
        "source": "markdown_folder",
        "body": "body",
        "comments": [{"author": "Aki", "at": "2026-06-03", "text": "seen"}],
        "comments_left_out": 0,
    }
    assert envelope.summary == "Issue 49: Twice"


def test_a_long_issue_is_cut_in_the_middle_and_keeps_the_newest_comments(ask: Ask, put_issue: PutIssue) -> None:
    comments = "".join(f"### Aki, 2026-06-{day:02}\n{'倉' * 1_000}\n" for day in range(1, 31))
    put_issue("49.md", f"begin\n{'棚' * 100_000}\nend\n\n## Comments\n{comments}")

    issue = good(ask("issue_read", issue_id=49))["issue"]

    assert issue["body"].startswith("begin")
    assert issue["body"].endswith("end")
    assert issue["comments"][-1]["at"] == "2026-06-30"
    assert issue["comments_left_out"] + len(issue["comments"]) == 30
    assert len(ask("issue_read", PERSON, issue_id=49).data["issue"]["comments"]) == 30


def test_secrets_in_an_issue_are_replaced(ask: Ask, put_issue: PutIssue) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    put_issue(
        "49.md", f"---\ntitle: t {token}\nlabels: [{token}]\n---\nuse {token}\n\n## Comments\n### {token}\n{token}\n"
    )

    for envelope in (ask("issue_read", issue_id=49), ask("issue_list"), ask("work_start", issue_id=49)):
        assert envelope.status == "ok"
        assert token not in compact(envelope)


def test_an_unknown_issue_names_the_nearest(ask: Ask, put_issue: PutIssue) -> None:
    put_issue("48.md", "x")

    for name in ("issue_read", "work_start"):
        envelope = ask(name, issue_id=49)

        assert code(envelope) == "issue_not_found"
        assert "48" in envelope.error.hint  # type: ignore[union-attr]


def test_an_unreadable_issue_names_file_line_and_key(ask: Ask, put_issue: PutIssue) -> None:
    put_issue("49.md", "---\nid: 49\ntitle: [x]\n---\n")

    envelope = ask("issue_read", issue_id=49)

    assert code(envelope) == "issue_unreadable"
    assert "49.md:3 [title]" in envelope.summary
    assert (envelope.data["file"], envelope.data["line"], envelope.data["key"]) == ("49.md", 3, "title")


def test_without_a_source_ids_are_good_and_texts_are_not_there(ask: Ask) -> None:
    listed = ask("issue_list")

    assert code(ask("issue_read", issue_id=49)) == "issue_source_none"
    assert (good(listed)["source"], listed.data["issues"], listed.data["total"]) == ("none", [], 0)
    assert ".butler/issues" in listed.summary
    assert good(ask("work_start", issue_id=49))["issue"] is None


def test_a_list_is_filtered_counted_and_names_what_it_left_out(ask: Ask, put_issue: PutIssue) -> None:
    put_issue("1.md", "---\nstate: closed\n---\n")
    put_issue("2.md", "shelf")
    put_issue("3.md", "---\nbroken")

    data = good(ask("issue_list"))

    assert [issue["id"] for issue in data["issues"]] == [1, 2]
    assert data["unreadable"] == [
        {"file": "3.md", "line": 1, "key": None, "reason": "the front matter has no closing ---"}
    ]
    assert data["next_recommended"] == {"tool": "issue_read", "args": {"issue_id": 1}}
    assert [issue["id"] for issue in good(ask("issue_list", state="open", query="SHELF"))["issues"]] == [2]


def test_a_long_list_is_cut_and_counted(ask: Ask, put_issue: PutIssue) -> None:
    for number in range(1, 301):
        put_issue(f"{number}.md", f"---\ntitle: {'倉庫の棚' * 40}\n---\n")

    data = good(ask("issue_list"))

    assert 0 < len(data["issues"]) < 100
    assert (data["total"], data["left_out"]) == (300, 300 - len(data["issues"]))
    assert len(ask("issue_list", PERSON).data["issues"]) == 300


def test_answers_are_japanese_where_japanese_is_set(ask: Ask, put_issue: PutIssue, project: Path) -> None:
    put_issue("1.md", "x")
    (project / ".butler" / "config.yaml").write_text("language: ja\n")

    assert ask("work_start", issue_id=1).summary.startswith("issue 1 の作業セッション")
    assert "近い id: 1" in ask("issue_read", issue_id=2).error.hint  # type: ignore[union-attr]


def test_another_folder_is_another_project(ask: Ask, start: Start) -> None:
    other = start.home / "work" / "other"
    other.mkdir()
    good(ask("work_start", issue_id=1))

    there = Caller("codex", "s-1", folder=other)

    assert good(ask("work_observe", there))["session"] is None


def test_a_start_from_a_handover_that_is_not_there_names_the_nearest_and_begins_nothing(
    project: Path, ask: Ask
) -> None:
    handovers = project / "session_logs" / "handover"
    handovers.mkdir(parents=True)
    (handovers / "issue-49_20260603T004500Z_codex.md").write_text("x")

    answer = ask("work_start", handover_id="issue-49-20260603T004501Z-codex")

    assert code(answer) == "handover_not_found"
    assert "issue-49-20260603T004500Z-codex" in answer.error.hint
    assert good(ask("work_observe"))["session"] is None


@pytest.mark.parametrize("name", ["issue-50_20260603T004500Z_codex.md", "project_20260603T004500Z_codex.md"])
def test_a_start_with_an_issue_and_a_handover_of_another_is_refused(project: Path, ask: Ask, name: str) -> None:
    handovers = project / "session_logs" / "handover"
    handovers.mkdir(parents=True)
    (handovers / name).write_text("x")

    answer = ask("work_start", issue_id=49, handover_id=name.removesuffix(".md").replace("_", "-"))

    assert code(answer) == "handover_arguments"
    assert good(ask("work_observe"))["session"] is None


def test_a_list_names_the_files_that_it_could_not_read(ask: Ask, put_issue: PutIssue) -> None:
    for number in range(7):
        put_issue(f"{number}.md", "---\nid: [\n---\n")

    summary = ask("issue_list").summary

    assert "7 files could not be read: 0.md, 1.md, 2.md, 3.md, 4.md, …" in summary
