"""Which session is this session?"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.session_log.backend import NoSession, SessionChoice, choose_session, settled
from butler.capability import Caller
from butler.errors import InvalidInput, NotFound, Refused
from butler.house import House
from butler.work_record_backend import current_work, finish_work, start_work

SHELL = Caller("command-line")
CODEX = Caller("codex")
CLAUDE = Caller("claude-code")


def chosen(house: House, caller: Caller, session: str | None = None) -> SessionChoice:
    found = choose_session(house, caller, session)
    assert isinstance(found, SessionChoice)
    return found


def test_no_log_at_all_is_a_normal_absence(house: House) -> None:
    found = choose_session(house, SHELL)
    assert isinstance(found, NoSession)
    assert found.reason("en") and found.reason("ja")


def test_the_newest_by_its_last_line_wins_over_a_newer_file_time(house: House, logs: Any, project: Path) -> None:
    old = logs.claude(project, 1, "2026-05-01")
    new = logs.claude(project, 2, "2026-05-02")
    os.utime(new, (1, 1))
    os.utime(old, (2_000_000_000, 2_000_000_000))
    found = chosen(house, CLAUDE)
    assert found.path == new
    assert found.why == "chosen_newest"
    assert [item.session_id for item in found.next_best] == [logs.uuid(1)]


def test_a_state_line_without_a_time_at_the_end_does_not_hide_the_last_time(
    house: House, logs: Any, project: Path
) -> None:
    logs.claude(project, 1, "2026-05-01")
    new = logs.claude(project, 2, "2026-05-02")
    with new.open("a") as file:
        file.write('{"type":"last-prompt","lastPrompt":"x","sessionId":"s"}\n' * 800)
    assert chosen(house, CLAUDE).path == new


def test_the_command_line_sees_both_clients_and_a_client_only_its_own(house: House, logs: Any, project: Path) -> None:
    claude = logs.claude(project, 1, "2026-05-01")
    codex = logs.codex(project, 2, "2026-05-02")
    assert chosen(house, SHELL).path == codex
    assert chosen(house, CLAUDE).path == claude
    assert chosen(house, CODEX).agent == "codex"


@pytest.mark.parametrize(
    "source",
    [
        {"subagent": {"thread_spawn": {"parent_thread_id": "p", "depth": 1}}},
        {"subagent": "review"},
        {"subagent": {"other": "guardian"}},
        {"internal": "memory"},
    ],
)
def test_a_thread_that_is_no_main_one_is_never_chosen(house: House, logs: Any, project: Path, source: Any) -> None:
    main = logs.codex(project, 1, "2026-05-01")
    logs.codex(project, 2, "2026-05-02", source=source)
    found = chosen(house, CODEX)
    assert found.path == main
    assert found.left_out == {"subagent": 1}


def test_a_subagent_file_of_claude_code_is_never_chosen(house: House, logs: Any, project: Path) -> None:
    main = logs.claude(project, 1, "2026-05-01")
    logs.write(
        main.with_suffix("") / "subagents" / "agent-a1.jsonl",
        [{**record, "isSidechain": True} for record in logs.claude_records(project, 1, "2026-05-09")],
    )
    found = chosen(house, CLAUDE)
    assert found.path == main
    assert found.left_out == {"subagent": 1}


def test_another_folders_log_is_left_out_and_counted(house: House, logs: Any, project: Path, home: Path) -> None:
    (home / "work" / "other").mkdir()
    logs.codex(home / "work" / "other", 1, "2026-05-09")
    mine = logs.codex(project, 2, "2026-05-01")
    found = chosen(house, CODEX)
    assert found.path == mine
    assert found.left_out == {"other_folder": 1}
    assert found.of_this_project is True


def test_a_folder_with_a_longer_name_is_another_folder(house: House, logs: Any, project: Path) -> None:
    logs.claude(f"{project}-old", 1, "2026-05-09")
    assert isinstance(choose_session(house, CLAUDE), NoSession)


def test_a_linked_folder_is_the_folder_it_leads_to(house: House, logs: Any, project: Path, home: Path) -> None:
    (home / "link").symlink_to(project)
    log = logs.claude(home / "link", 1, "2026-05-01")
    assert chosen(house, CLAUDE).path == log


def test_a_subfolder_belongs_to_the_project(house: House, logs: Any, project: Path) -> None:
    (project / "src").mkdir()
    log = logs.claude(project / "src", 1, "2026-05-01")
    assert chosen(house, CLAUDE).path == log


@pytest.mark.parametrize("sign", [".git", ".butler"])
def test_a_project_inside_the_project_is_another_one(house: House, logs: Any, project: Path, sign: str) -> None:
    (project / "inner" / sign).mkdir(parents=True)
    logs.claude(project / "inner", 1, "2026-05-01")
    assert isinstance(choose_session(house, CLAUDE), NoSession)


def test_worktrees_of_one_repository_are_together(
    open_at: Callable[..., House], logs: Any, project: Path, home: Path
) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(project), *words], check=True, capture_output=True)

    git("init", "-q")
    git("-c", "user.name=n", "-c", "user.email=n@example.org", "commit", "-q", "--allow-empty", "-m", "x")
    git("worktree", "add", "-q", str(home / "work" / "tree"), "-b", "side")
    log = logs.codex(home / "work" / "tree", 1, "2026-05-01")
    assert chosen(open_at(project), CODEX).path == log


def test_an_id_its_start_and_a_file_name_a_session_of_any_folder(house: House, logs: Any, home: Path) -> None:
    other = home / "elsewhere"
    log = logs.codex(other, 7, "2026-05-01")
    for session in (logs.uuid(7), logs.uuid(7).upper(), logs.uuid(7)[:-1], str(log), f"~/{log.relative_to(home)}"):
        found = chosen(house, CLAUDE, session)
        assert found.path == log
        assert found.of_this_project is False
        assert found.session_id == logs.uuid(7)


def test_a_start_that_two_sessions_share_is_ambiguous_and_lists_them(house: House, logs: Any, project: Path) -> None:
    logs.codex(project, 1, "2026-05-01")
    logs.claude(project, 2, "2026-05-01")
    with pytest.raises(InvalidInput) as caught:
        choose_session(house, SHELL, "019a0000")
    assert caught.value.code == "session_ambiguous"
    assert logs.uuid(1) in caught.value.hint("en") and logs.uuid(2) in caught.value.hint("ja")


@pytest.mark.parametrize("session", ["no-such-id", "", "a\0b", "x" * 300])
def test_an_unknown_session_is_refused_with_the_nearest(house: House, logs: Any, project: Path, session: str) -> None:
    logs.codex(project, 1, "2026-05-01")
    with pytest.raises(NotFound) as caught:
        choose_session(house, SHELL, session)
    assert caught.value.code == "session_not_found"


def test_a_missing_file_is_said_to_be_missing(house: House) -> None:
    with pytest.raises(NotFound) as caught:
        choose_session(house, SHELL, "/no/such/file.jsonl")
    assert caught.value.code == "log_missing"


def test_an_archived_log_is_found_by_the_id_in_its_old_path(house: House, logs: Any, project: Path, home: Path) -> None:
    log = logs.codex(project, 1, "2026-05-01")
    archive = home / ".codex" / "archived_sessions"
    archive.mkdir()
    moved = log.rename(archive / log.name)
    found = chosen(house, SHELL, str(log))
    assert (found.path, found.why) == (moved, "chosen_by_moved")


def test_the_session_that_codex_tells_wins_over_a_newer_one(house: House, logs: Any, project: Path) -> None:
    told = logs.codex(project, 1, "2026-05-01")
    logs.codex(project, 2, "2026-05-02")
    found = chosen(house, Caller("codex", session_id=logs.uuid(1)))
    assert (found.path, found.why) == (told, "chosen_by_client")


def test_a_told_session_without_a_log_is_an_absence_and_never_another_session(
    house: House, logs: Any, project: Path
) -> None:
    logs.codex(project, 2, "2026-05-02")
    found = choose_session(house, Caller("codex", session_id=logs.uuid(1)))
    assert isinstance(found, NoSession)
    assert found.why == "no_session_told"


def test_the_tool_use_id_wins_over_a_stale_session_id(house: House, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-02")
    after_clear = logs.claude(project, 2, "2026-05-01")
    found = chosen(house, Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_2"))
    assert (found.path, found.why) == (after_clear, "chosen_by_call")


def test_a_call_of_a_subagent_belongs_to_its_session(house: House, logs: Any, project: Path) -> None:
    main = logs.claude(project, 1, "2026-05-01")
    logs.claude(project, 3, "2026-05-08")
    inner = [{**record, "isSidechain": True} for record in logs.claude_records(project, 1, "2026-05-09")]
    text = json.dumps(inner).replace("toolu_1", "toolu_inner")
    logs.write(main.with_suffix("") / "subagents" / "agent-a1.jsonl", json.loads(text))
    found = chosen(house, Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_inner"))
    assert (found.path, found.why) == (main, "chosen_by_call")


def test_a_call_that_no_log_holds_is_that_of_the_session_the_client_names_unconfirmed(
    house: House, logs: Any, project: Path
) -> None:
    own = logs.claude(project, 1, "2026-05-01")
    logs.claude(project, 2, "2026-05-02")
    found = chosen(house, Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_unseen"))
    assert (found.path, found.why, found.unconfirmed) == (own, "chosen_by_client", True)
    assert "unconfirmed" in found.reason("en") and "未確認" in found.reason("ja")


def test_a_named_session_of_another_folder_or_none_gives_the_newest_unconfirmed(
    house: House, logs: Any, project: Path, home: Path
) -> None:
    (home / "elsewhere").mkdir()
    logs.claude(home / "elsewhere", 1, "2026-05-03")
    newest = logs.claude(project, 2, "2026-05-02")
    for session in (logs.uuid(1), None):
        found = chosen(house, Caller("claude-code", session_id=session, tool_use_id="toolu_unseen"))
        assert (found.path, found.why, found.unconfirmed) == (newest, "chosen_newest", True)
        assert "unconfirmed" in found.reason("en")


def test_the_caller_is_settled_by_the_log_that_holds_its_call(house: House, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-02")
    logs.claude(project, 2, "2026-05-01")
    stale = Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_2")
    assert settled(house, stale).session_id == logs.uuid(2)
    unseen = Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_unseen")
    assert settled(house, unseen) == unseen
    assert settled(house, CODEX) == CODEX


def test_after_clear_work_sessions_are_those_of_the_session_that_calls(house: House, logs: Any, project: Path) -> None:
    logs.claude(project, 1, "2026-05-02")
    logs.claude(project, 2, "2026-05-01")
    before = Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_1")
    cleared = Caller("claude-code", session_id=logs.uuid(1), tool_use_id="toolu_2")
    first = start_work(house, before, 49, None)
    assert current_work(house, cleared) is None
    second = start_work(house, cleared, 50, None)
    assert (first.session.session_id, second.session.session_id) == (logs.uuid(1), logs.uuid(2))
    assert second.replaced is None
    assert (current_work(house, before).issue_id, current_work(house, cleared).issue_id) == (49, 50)  # type: ignore[union-attr]
    assert finish_work(house, cleared, "").issue_id == 50
    assert current_work(house, before) is not None


def test_the_log_homes_follow_the_environment(
    open_at: Callable[..., House], start: Any, logs: Any, project: Path, home: Path
) -> None:
    logs.home = home / "elsewhere"
    log = logs.codex(project, 1, "2026-05-01")
    house = open_at()
    assert isinstance(choose_session(house, CODEX), NoSession)
    house.start.environment["CODEX_HOME"] = str(home / "elsewhere" / ".codex")  # type: ignore[index]
    assert chosen(house, CODEX).path == log


def test_a_damaged_log_is_counted_as_unreadable(house: House, logs: Any, project: Path) -> None:
    log = logs.codex(project, 1, "2026-05-01")
    log.with_name(f"rollout-2026-05-02T09-00-00-{logs.uuid(2)}.jsonl").write_bytes(b"\0\0\0")
    found = chosen(house, CODEX)
    assert (found.path, found.left_out) == (log, {"unreadable": 1})


class TestFilesOfAnyKind:
    """A Brain names files by itself, so over MCP only session logs and texts of the project are read."""

    @pytest.fixture
    def outside(self, home: Path) -> Path:
        file = home / "letter.txt"
        file.write_text("User: my own letter\n")
        return file

    def test_a_text_outside_the_project_is_refused_to_a_brain_and_read_for_a_person(
        self, house: House, outside: Path
    ) -> None:
        with pytest.raises(Refused) as caught:
            choose_session(house, CLAUDE, str(outside))
        assert caught.value.code == "log_not_allowed"
        assert "command line" in caught.value.hint("en")
        assert chosen(house, SHELL, str(outside)).path == outside

    def test_what_no_format_knows_is_refused_without_a_word_of_it(self, house: House, home: Path) -> None:
        file = home / "config.json"
        file.write_text('{"auth": {"host": 1}}\n')
        with pytest.raises(Refused) as caught:
            choose_session(house, CODEX, str(file))
        assert "auth" not in caught.value.message("en") + caught.value.hint("en")

    def test_a_text_of_the_project_is_read_but_no_link_out_of_it(
        self, house: House, project: Path, outside: Path
    ) -> None:
        (project / "talk.txt").write_text("User: hello\n")
        (project / "link.txt").symlink_to(outside)
        assert chosen(house, CLAUDE, "talk.txt").path == project / "talk.txt"
        with pytest.raises(Refused):
            choose_session(house, CLAUDE, "link.txt")

    def test_a_session_log_of_another_folder_is_read_for_a_brain(self, house: House, logs: Any, home: Path) -> None:
        (home / "elsewhere").mkdir()
        log = logs.claude(home / "elsewhere", 1, "2026-05-03")
        assert chosen(house, CODEX, str(log)).path == log


def test_a_path_with_detours_is_shown_without_them_unless_a_link_makes_it_another_file(
    house: House, logs: Any, project: Path, home: Path
) -> None:
    log = logs.claude(project, 1, "2026-05-03")
    (home / "deep" / "er").mkdir(parents=True)
    (project / "link").symlink_to(home / "deep" / "er")
    assert chosen(house, SHELL, f"{log.parent}/../{log.parent.name}/./{log.name}").path == log
    (home / "deep" / log.name).write_bytes(log.read_bytes())
    behind = chosen(house, SHELL, f"{project}/link/../{log.name}").path
    assert behind.resolve() == home / "deep" / log.name


def test_a_flat_log_that_names_its_folder_only_in_a_message_belongs_to_that_folder(
    house: House, tmp_path: Path
) -> None:
    context = "<environment_context>\n  <cwd>/workspaces/elsewhere</cwd>\n</environment_context>"
    records: list[dict[str, Any]] = [
        {"id": "64d3aa5a-0239-4852-b489-87620e9ff701", "timestamp": "2025-08-29T08:03:49.064Z", "instructions": None},
        {"record_type": "state"},
        *(
            {"type": "message", "id": None, "role": "user", "content": [{"type": "input_text", "text": text}]}
            for text in (context, "List the prices.")
        ),
    ]
    log = tmp_path / "rollout.jsonl"
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    found = chosen(house, SHELL, str(log))
    assert found.of_this_project is False
    assert found.cwd == "/workspaces/elsewhere"
