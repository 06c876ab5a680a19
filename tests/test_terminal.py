"""What a shell prints: hints name the commands that a person can type, not the tools of a model."""

import pytest

from butler.cli import main
from butler.terminal import as_commands


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        ("handover_list shows all.", "`butler handover list` shows all."),
        ("Look at session_log_list and task_get.", "Look at `butler session-log list` and `butler task get`."),
        ("workspace_export makes one.", "`butler workspace-export` makes one."),
        ("近いもの: -。handover_list で一覧できます。", "近いもの: -。`butler handover list` で一覧できます。"),
    ],
)
def test_a_hint_names_the_command_that_does_what_the_tool_does(hint, shown):
    assert as_commands(hint) == shown


@pytest.mark.parametrize(
    "hint", ["Give handover_id or task_id.", "See session_logs/.", "session_log_read(line=3)", "work, init"]
)
def test_arguments_folders_and_calls_with_arguments_stay_as_they_are(hint):
    assert as_commands(hint) == hint


def test_every_command_that_a_hint_can_name_is_there(capsys):
    for tool in (
        "handover_prepare",
        "session_log_mark",
        "work_finish",
        "issue_read",
        "task_handoff",
        "workspace_import",
    ):
        words = as_commands(tool).strip("`").split()[1:]
        with pytest.raises(SystemExit) as ended:
            main([*words, "--help"])
        assert ended.value.code == 0
        assert f"usage: butler {' '.join(words)}" in capsys.readouterr().out
