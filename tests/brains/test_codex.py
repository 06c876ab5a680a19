"""What Codex tells, and where its rollouts lie."""

from __future__ import annotations

from pathlib import Path

from butler.brains.codex import BRAIN

UUID = "019a0000-0000-7000-8000-00000000000"


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def test_the_log_home_is_codex_home_or_the_dot_folder(tmp_path: Path) -> None:
    assert BRAIN.log_home({}, tmp_path) == tmp_path / ".codex"
    assert BRAIN.log_home({"CODEX_HOME": "/x"}, tmp_path) == Path("/x")


def test_dated_flat_and_archived_rollouts_are_found_and_nothing_else(tmp_path: Path) -> None:
    dated = touch(tmp_path / f"sessions/2026/06/03/rollout-2026-06-03T09-00-00-{UUID}1.jsonl")
    flat = touch(tmp_path / f"sessions/rollout-2025-05-09-{UUID}2.jsonl")
    archived = touch(tmp_path / f"archived_sessions/rollout-2026-06-01T09-00-00-{UUID}3.jsonl")
    touch(tmp_path / "sessions/2026/06/03/rollout-x.jsonl.tmp")
    touch(tmp_path / "sessions/2026/06/03/notes.jsonl")
    found = {file.path: file.session_id for file in BRAIN.log_files(tmp_path, ())}
    assert found == {dated: f"{UUID}1", flat: f"{UUID}2", archived: f"{UUID}3"}


def test_a_second_file_of_a_reverted_thread_has_the_threads_id(tmp_path: Path) -> None:
    touch(tmp_path / f"sessions/2026/06/03/rollout-2026-06-03T09-00-00-{UUID}1_{UUID}9.jsonl")
    assert [file.session_id for file in BRAIN.log_files(tmp_path, ())] == [f"{UUID}1"]


def test_a_plain_twin_wins_over_the_packed_file(tmp_path: Path) -> None:
    plain = touch(tmp_path / f"sessions/2026/06/03/rollout-2026-06-03T09-00-00-{UUID}1.jsonl")
    touch(plain.with_name(plain.name + ".zst"))
    alone = touch(tmp_path / f"sessions/2026/06/02/rollout-2026-06-02T09-00-00-{UUID}2.jsonl.zst")
    found = {file.path: file.packed for file in BRAIN.log_files(tmp_path, ())}
    assert found == {alone: True, plain: False}


def test_a_missing_home_holds_no_logs(tmp_path: Path) -> None:
    assert list(BRAIN.log_files(tmp_path / "none", ())) == []


def test_the_call_tells_session_and_the_only_workspace() -> None:
    turn = {"session_id": "s", "workspaces": {"/work/shop": {"has_changes": True}}}
    facts = BRAIN.call_facts({"sessionId": "s", "threadId": "t", "x-codex-turn-metadata": turn}, {})
    assert (facts.session_id, facts.tool_use_id, facts.folder) == ("s", None, Path("/work/shop"))


def test_several_workspaces_tell_no_folder_and_odd_values_tell_nothing() -> None:
    facts = BRAIN.call_facts({"x-codex-turn-metadata": {"workspaces": {"/a": {}, "/b": {}}}, "threadId": "t"}, {})
    assert (facts.session_id, facts.folder) == ("t", None)
    for odd in (None, 3, "{", [], {"workspaces": 3, "session_id": 4}):
        facts = BRAIN.call_facts({"sessionId": 7, "x-codex-turn-metadata": odd}, {})
        assert (facts.session_id, facts.folder) == (None, None)
