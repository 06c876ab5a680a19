"""What Claude Code tells, and where its logs lie."""

from __future__ import annotations

from pathlib import Path

from butler.brains.claude_code import BRAIN

UUID = "019a0000-0000-7000-8000-00000000000"


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def names(home: Path, *folders: Path) -> list[tuple[str, bool]]:
    return [(file.session_id, file.main) for file in BRAIN.log_files(home, folders)]


def test_the_log_home_is_the_config_dir_or_the_dot_folder(tmp_path: Path) -> None:
    assert BRAIN.log_home({}, tmp_path) == tmp_path / ".claude"
    assert BRAIN.log_home({"CLAUDE_CONFIG_DIR": "/x"}, tmp_path) == Path("/x")


def test_sessions_are_main_and_subagent_files_are_not(tmp_path: Path) -> None:
    touch(tmp_path / f"projects/-w-shop/{UUID}1.jsonl")
    touch(tmp_path / f"projects/-w-shop/{UUID}1/subagents/agent-a.jsonl")
    touch(tmp_path / f"projects/-w-shop/{UUID}1/subagents/workflows/wf_1/agent-b.jsonl")
    touch(tmp_path / f"projects/-w-shop/{UUID}1/subagents/journal.jsonl")
    touch(tmp_path / "projects/-w-shop/agent-old.jsonl")
    touch(tmp_path / "projects/-w-shop/resume-head.jsonl")
    assert sorted(names(tmp_path)) == [
        (f"{UUID}1", True),
        ("agent-a", False),
        ("agent-b", False),
        ("agent-old", False),
    ]


def test_folders_narrow_by_the_clients_own_folder_names(tmp_path: Path) -> None:
    touch(tmp_path / f"projects/-w-my-shop--a-b-----/{UUID}1.jsonl")
    touch(tmp_path / f"projects/-w-other/{UUID}2.jsonl")
    assert names(tmp_path, Path("/w/my_shop/@a b/日本語.")) == [(f"{UUID}1", True)]
    assert names(tmp_path, Path("/w/my_shop")) == [(f"{UUID}1", True)]
    assert names(tmp_path, Path("/w/nothing")) == []


def test_a_long_folder_name_is_narrowed_by_its_first_200_characters(tmp_path: Path) -> None:
    folder = Path("/" + "a" * 300)
    touch(tmp_path / f"projects/-{'a' * 199}-1abcde/{UUID}1.jsonl")
    assert names(tmp_path, folder) == [(f"{UUID}1", True)]


def test_the_call_tells_its_tool_use_and_the_environment_the_rest() -> None:
    environment = {"CLAUDE_CODE_SESSION_ID": "s", "CLAUDE_PROJECT_DIR": "/work/shop"}
    facts = BRAIN.call_facts({"claudecode/toolUseId": "toolu_1"}, environment)
    assert (facts.session_id, facts.tool_use_id, facts.folder) == ("s", "toolu_1", Path("/work/shop"))
    facts = BRAIN.call_facts({"claudecode/toolUseId": 3}, {"CLAUDE_PROJECT_DIR": "relative"})
    assert (facts.session_id, facts.tool_use_id, facts.folder) == (None, None, None)
