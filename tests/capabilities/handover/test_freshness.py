"""What handover_read says first: how the present differs from the snapshot, on real git repositories."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capabilities.journal.backend import open_journal
from butler.capability import Caller
from butler.house import House
from butler.work_record_backend import start_work
from tests.capabilities.handover.conftest import CODEX_SESSION

CODEX = Caller("codex")
CLAUDE = Caller("claude-code")


def later(house: House, minutes: int) -> House:
    """The same house some minutes later."""
    now = house.now() + timedelta(minutes=minutes)
    return replace(house, start=replace(house.start, now=lambda: now))


def prepare(house: House, caller: Caller = CODEX, **arguments: Any) -> str:
    """Write a handover; its id."""
    return str(HandoverTools(house).handover_prepare(caller, **arguments).data["handover_id"])


def read(house: House, **arguments: Any) -> dict[str, str]:
    """What handover_read finds changed: texts by code."""
    answer = HandoverTools(house).handover_read(CLAUDE, **arguments)
    found = {one["code"]: one["text"] for one in answer.data["freshness"]}
    lines = answer.summary.splitlines()[1:]
    assert len(lines) <= 3
    assert all(any(text in line for line in lines) for text in found.values())
    return found


def appended(log: Path, *payloads: dict[str, Any]) -> None:
    """Go on with a Codex log."""
    with log.open("a", encoding="utf-8") as file:
        for at, payload in enumerate(payloads, 30):
            record = {
                "timestamp": f"2026-06-03T01:10:{at}.000Z",
                "ordinal": at,
                "type": "event_msg",
                "payload": payload,
            }
            file.write(json.dumps(record) + "\n")


def item(**found: Any) -> dict[str, Any]:
    """One finished item of a Codex turn."""
    return {"type": "item_completed", "thread_id": CODEX_SESSION, "turn_id": "t2", "item": found}


def asked(text: str) -> dict[str, Any]:
    """A request of the person."""
    return item(type="UserMessage", id="u9", content=[{"type": "text", "text": text}])


def ran(command: str, project: Path) -> dict[str, Any]:
    """A finished command."""
    return item(
        type="CommandExecution", id="call_9", command=["/bin/bash", "-lc", command], cwd=f"file://{project}",
        exit_code=0, status="completed", aggregated_output="",
    )  # fmt: skip


def called_prepare() -> dict[str, Any]:
    """The agent's own call of handover_prepare."""
    return item(
        type="McpToolCall", id="call_8", server="butler", tool="handover_prepare", status="completed", arguments={},
        result={"content": []},
    )  # fmt: skip


@pytest.fixture
def log(codex_log: Callable[..., Path]) -> Path:
    """The Codex log of the shop."""
    return codex_log()


@pytest.fixture
def shop(repository, log, open_at) -> House:
    """The house of a git project with issue 49 and a Codex log."""
    return open_at()


NOTES = "file: shop/prices.py: the list"


class TestAFreshSnapshot:
    def test_it_reports_nothing(self, shop):
        prepare(shop, issue_id=49, notes=NOTES)
        assert read(shop) == {}

    def test_committed_it_reports_nothing(self, shop, repository):
        prepare(shop, issue_id=49, notes=NOTES)
        repository.commit("keep the handover")
        assert repository.git("log", "--format=%s", "-1") == "keep the handover"
        assert read(shop) == {}

    def test_of_a_tree_with_uncommitted_work_it_reports_nothing(self, shop, repository):
        repository.write("shop/prices.py", "PRICES = {1: 2}\n")
        repository.write("notes.txt", "new\n")
        prepare(shop, issue_id=49, notes=NOTES)
        repository.git("add", "session_logs")
        repository.git("commit", "-q", "-m", "only the handover")
        assert read(shop) == {}

    def test_in_a_clone_without_index_and_log_it_reports_nothing(self, shop, repository, home, open_at, log):
        prepare(shop, issue_id=49, notes=NOTES)
        (shop.project.handovers / "index.json").unlink()
        repository.commit("keep the handover")
        repository.git("clone", "-q", str(repository.top), str(home / "clone"))
        log.unlink()
        assert read(open_at(home / "clone")) == {}

    def test_without_git_it_reports_nothing(self, house):
        prepare(house, notes="next: begin")
        assert read(house) == {}

    def test_on_an_unborn_branch_it_reports_nothing(self, shop, repository):
        shutil.rmtree(repository.top / ".git")
        repository.git("init", "-q", "-b", "main")
        prepare(shop, notes=NOTES)
        assert read(shop) == {}

    def test_on_a_detached_head_it_reports_nothing(self, shop, repository):
        repository.git("checkout", "-q", "--detach")
        prepare(shop, notes=NOTES)
        assert read(shop) == {}

    def test_reading_changes_nothing_on_disk(self, shop, repository):
        prepare(shop, issue_id=49, notes=NOTES)
        repository.commit("more", new__txt="x")
        before = {path: path.stat().st_mtime_ns for path in repository.top.rglob("*")}
        read(shop)
        assert before == {path: path.stat().st_mtime_ns for path in repository.top.rglob("*")}


class TestCommitsSince:
    def test_they_are_counted_with_the_newest_subject(self, shop, repository):
        prepare(shop, issue_id=49)
        repository.commit("first", a__txt="1")
        repository.commit("keep", **{"session_logs/note__md": "x"})
        repository.commit("second", b__txt="2")
        found = read(shop)
        assert set(found) == {"commits"}
        assert "2" in found["commits"] and "second" in found["commits"] and "git log" in found["commits"]

    def test_the_first_commit_of_an_unborn_branch_counts(self, shop, repository):
        shutil.rmtree(repository.top / ".git")
        repository.git("init", "-q", "-b", "main")
        prepare(shop)
        repository.commit("begin anew")
        assert "begin anew" in read(shop)["commits"]

    def test_a_commit_that_was_reset_away_is_said(self, shop, repository):
        repository.commit("second", a__txt="1")
        prepare(shop)
        repository.git("reset", "-q", "--hard", "HEAD~1")
        assert "not part of HEAD" in read(shop)["history"]

    def test_a_commit_that_this_repository_never_had_is_unknown(self, shop, repository):
        prepare(shop)
        shutil.rmtree(repository.top / ".git")
        repository.git("init", "-q", "-b", "main")
        repository.commit("another history")
        found = read(shop)
        assert "does not have" in found["unknown"] and "commits" not in found

    def test_git_that_is_gone_is_unknown(self, shop, repository, open_at):
        prepare(shop)
        shutil.rmtree(repository.top / ".git")
        assert "no git here" in read(open_at())["unknown"]


class TestAnchoredFiles:
    def test_a_changed_file_is_named(self, shop, repository):
        repository.write("shop/prices.py", "PRICES = {1: 2}\n")
        prepare(shop, issue_id=49, notes=NOTES)
        repository.write("shop/prices.py", "PRICES = {1: 3}\n")
        found = read(shop)
        assert "changed shop/prices.py" in found["files"]
        assert "shop/prices.py" in found["uncommitted"]

    def test_a_file_that_went_is_gone(self, shop, repository):
        prepare(shop, issue_id=49, notes=NOTES)
        repository.git("rm", "-q", "shop/prices.py")
        repository.commit("drop it")
        assert "gone shop/prices.py" in read(shop)["files"]

    @pytest.mark.parametrize("committed", [True, False])
    def test_a_moved_file_is_found_by_its_content(self, shop, repository, committed):
        prepare(shop, issue_id=49, notes=NOTES)
        (repository.top / "shop/prices.py").rename(repository.top / "shop/list.py")
        if committed:
            repository.commit("rename")
        assert "shop/prices.py → shop/list.py" in read(shop)["files"]

    def test_touching_or_committing_the_same_content_is_no_change(self, shop, repository):
        repository.write("shop/prices.py", "PRICES = {1: 2}\n")
        prepare(shop, issue_id=49, notes=NOTES)
        repository.commit("as it was handed over")
        assert set(read(shop)) == {"commits", "uncommitted"}

    def test_without_the_index_git_tells_of_a_clean_snapshot(self, shop, repository):
        prepare(shop, issue_id=49, notes=NOTES)
        (shop.project.handovers / "index.json").unlink()
        repository.git("mv", "shop/prices.py", "shop/list.py")
        assert "shop/prices.py → shop/list.py" in read(shop)["files"]

    def test_without_the_index_a_dirty_snapshot_is_unknown(self, shop, repository):
        repository.write("shop/prices.py", "PRICES = {1: 2}\n")
        prepare(shop, issue_id=49, notes=NOTES)
        (shop.project.handovers / "index.json").unlink()
        found = read(shop)
        assert set(found) == {"unknown"}
        assert "1 of the files" in found["unknown"] and "uncommitted" in found["unknown"]

    def test_without_git_hashes_tell(self, house):
        (house.project.root / "list.py").write_text("A = 1\n")
        prepare(house, notes="file: list.py: all prices")
        (house.project.root / "list.py").write_text("A = 2\n")
        assert "list.py" in read(house)["files"]

    def test_the_index_names_no_path_and_a_path_outside_is_never_read(self, shop, home):
        (home / "outside.txt").write_text("x")
        prepare(shop, notes=f"{NOTES}\nfile: ../../outside.txt: no\nfile: {home}/outside.txt: no")
        row = json.loads((shop.project.handovers / "index.json").read_text())["handovers"][0]
        assert len(row["anchors"].split()) == 1
        assert "prices" not in row["anchors"]


class TestBranchAndWorktree:
    def test_another_branch_is_said(self, shop, repository):
        prepare(shop)
        repository.git("checkout", "-q", "-b", "side")
        found = read(shop)
        assert set(found) == {"branch"}
        assert "main" in found["branch"] and "side" in found["branch"]

    def test_a_head_that_is_detached_since_is_said(self, shop, repository):
        prepare(shop)
        repository.git("checkout", "-q", "--detach")
        assert "(detached)" in read(shop)["branch"]

    def test_a_snapshot_of_another_worktree_is_said(self, shop, repository, home, open_at):
        side = home / "work" / "side"
        repository.git("worktree", "add", "-q", "-b", "side", str(side))
        prepare(shop, issue_id=49)
        found = read(open_at(side))
        assert "~/work/shop" in found["worktree"] and "side" in found["branch"]


class TestUncommittedWork:
    def test_clean_then_and_dirty_now(self, shop, repository):
        prepare(shop)
        repository.write("new.py", "x = 1\n")
        assert "new.py" in read(shop)["uncommitted"]

    def test_dirty_then_and_clean_now(self, shop, repository):
        repository.write("new.py", "x = 1\n")
        prepare(shop)
        (repository.top / "new.py").unlink()
        assert "git stash list" in read(shop)["uncommitted"]

    def test_dirty_then_and_otherwise_dirty_now(self, shop, repository):
        repository.write("new.py", "x = 1\n")
        prepare(shop)
        repository.write("new.py", "x = 2\n")
        assert "others than then" in read(shop)["uncommitted"]

    def test_staging_the_same_content_is_no_difference(self, shop, repository):
        repository.write("new.py", "x = 1\n")
        prepare(shop)
        repository.git("add", "new.py")
        assert read(shop) == {}


class TestTheSessionWentOn:
    def test_a_new_request_and_what_was_done_are_counted_with_their_first_line(self, shop, log, project):
        prepare(shop)
        end = len(log.read_text().splitlines())
        appended(log, {"type": "task_started", "turn_id": "t2"}, asked("Now the tax"), ran("make tax", project))
        found = read(shop)["activity"]
        assert "requests: 1; commands: 1" in found
        assert f"session_log_read(session={CODEX_SESSION}, line={end + 2})" in found

    def test_the_rest_of_the_turn_that_wrote_the_handover_does_not_count(self, shop, log, project):
        start = {"type": "task_started", "turn_id": "t2"}
        appended(log, start, asked("Prepare the handover"), called_prepare())
        prepare(shop)
        appended(log, ran("git add session_logs", project), {"type": "task_complete", "turn_id": "t2"})
        assert read(shop) == {}

    def test_the_call_may_be_written_after_the_snapshot(self, shop, log, project):
        appended(log, {"type": "task_started", "turn_id": "t2"}, asked("Prepare the handover"))
        prepare(shop)
        appended(log, called_prepare(), ran("git add .", project), {"type": "task_complete", "turn_id": "t2"})
        assert read(shop) == {}

    def test_work_after_a_snapshot_that_the_turn_did_not_write_counts(self, shop, log, project):
        appended(log, {"type": "task_started", "turn_id": "t2"}, asked("Add the tax"))
        prepare(shop)
        appended(log, ran("make tax", project))
        assert "commands: 1" in read(shop)["activity"]

    def test_leaving_the_client_is_no_request(self, shop, claude_log):
        log = claude_log()
        prepare(shop, CLAUDE)
        record = json.loads(log.read_text().splitlines()[0])
        record |= {"uuid": "00000009-0000-4000-8000-000000000000"}
        record["message"]["content"] = "<command-name>/exit</command-name>\n<command-args></command-args>"
        log.write_text(log.read_text() + json.dumps(record) + "\n")
        assert read(shop) == {}

    def test_a_log_that_is_gone_says_nothing(self, shop, log):
        prepare(shop)
        log.unlink()
        assert read(shop) == {}

    @pytest.mark.parametrize("place", ["/home/elsewhere/.codex/sessions/log.jsonl", "relative.jsonl", "~/../x", "null"])
    def test_a_log_of_another_machine_says_nothing(self, shop, place):
        made = shop.project.handovers / f"project_{prepare(shop).split('-', 1)[1].replace('-', '_')}.md"
        text = made.read_text()
        line = next(line for line in text.splitlines() if "log:" in line)
        made.write_text(text.replace(line, line.split("log:")[0] + f"log: {place}"))
        assert read(shop) == {}

    def test_a_log_that_cannot_be_read_is_unknown(self, shop, log):
        prepare(shop)
        log.write_bytes(b"\0" * (log.stat().st_size + 10))
        assert "its log cannot be read" in read(shop)["unknown"]


class TestOtherHandovers:
    def test_a_newer_one_of_the_same_subject_is_named(self, shop):
        first = prepare(shop, issue_id=49)
        newest = prepare(later(shop, 1), issue_id=49)
        prepare(later(shop, 2))
        assert newest in read(shop, handover_id=first)["newer"]
        assert read(shop, handover_id=newest) == {}

    def test_a_session_that_began_before_the_previous_one_diverged(self, shop, claude_log):
        first = prepare(shop, issue_id=49)
        start_work(shop, CLAUDE, None, first)
        claude_log()
        second = prepare(later(shop, 1), issue_id=49, notes="next: the other way")
        third = prepare(later(shop, 2), CLAUDE, issue_id=49)
        assert second in read(shop, handover_id=third)["diverged"]

    def test_two_sessions_that_began_from_the_same_one_diverged(self, shop, claude_log):
        first = prepare(shop, issue_id=49)
        start_work(shop, CLAUDE, None, first)
        claude_log()
        second = prepare(later(shop, 1), CLAUDE, issue_id=49)
        assert read(shop, handover_id=second) == {}
        claude_log().write_text(claude_log().read_text().replace("8000-000000000002", "8000-000000000003"))
        third = prepare(later(shop, 2), CLAUDE, issue_id=49)
        assert second in read(shop, handover_id=third)["diverged"]
        assert third in read(shop, handover_id=second)["diverged"]

    def test_several_handovers_of_one_session_do_not_diverge(self, shop, claude_log):
        first = prepare(shop, issue_id=49)
        start_work(shop, CLAUDE, None, first)
        claude_log()
        prepare(later(shop, 1), CLAUDE, issue_id=49)
        prepare(later(shop, 2), CLAUDE, issue_id=49)
        assert read(shop, issue_id=49) == {}


class TestTheTask:
    def test_a_task_that_moved_on_is_said(self, shop, open_at, monkeypatch):
        from butler.capabilities.journal.tools import JournalTools

        house = open_at(profile="p", project="shop", allow_journal_write=True)
        tools = JournalTools(house)
        made = tools.task_create(CODEX, title="Prices", goal="A list", operation_id="op-1").data
        made = made.get("task", made)
        name = prepare(house)
        file = house.project.handovers / f"project_{name.split('-', 1)[1].replace('-', '_')}.md"
        task = f"task: {{id: {made['task_id']}, revision: {made['revision']}}}"
        file.write_text(file.read_text().replace("based_on:", f"{task}\nbased_on:", 1))
        assert "task" not in read(house)
        tools.task_record(
            CODEX, task_id=made["task_id"], expected_revision=made["revision"], operation_id="op-2",
            kind="finding", claim="inferred", text="found one",
        )  # fmt: skip
        now = open_journal(house).task(made["task_id"]).task.revision
        assert f"from revision {made['revision']} to {now}" in read(house)["task"]
        assert "task" not in read(shop)


class TestHowItIsSaid:
    def test_many_findings_take_three_lines_and_both_languages(self, shop, repository, open_at):
        prepare(shop, notes=NOTES)
        repository.git("checkout", "-q", "-b", "side")
        repository.commit("more", a__txt="1")
        repository.write("shop/prices.py", "PRICES = {3: 4}\n")
        assert list(read(shop)) == ["branch", "commits", "files", "uncommitted"]
        assert "ブランチ" in read(open_at(language="ja"))["branch"]

    def test_a_subject_is_shown_and_never_a_secret(self, shop, repository):
        prepare(shop)
        token = "ghp_" + "a1B2" * 9
        repository.commit(f"use {token} \u202e now", a__txt="1")
        said = read(shop)["commits"]
        assert token not in said and "\u202e" not in said and "REDACTED" in said
