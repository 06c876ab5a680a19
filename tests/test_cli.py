"""The command line as a person meets it: exit codes, output, bad input."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from butler import __version__

ROOT = Path(__file__).parents[1]
FIRST = "Please refuse the second reservation of the same copy."
LOG = [
    {"timestamp": "2026-06-03T09:00:00.000Z", "type": "session_meta", "payload": {"id": "0199-a", "timestamp": "2026-06-03T09:00:00.000Z", "cwd": "@", "originator": "codex_exec", "cli_version": "0.171.0", "source": "exec"}},
    {"timestamp": "2026-06-03T09:00:01.000Z", "type": "event_msg", "payload": {"type": "user_message", "message": FIRST}},
    {"timestamp": "2026-06-03T09:00:02.000Z", "type": "response_item", "payload": {"type": "function_call", "name": "exec_command", "arguments": json.dumps({"cmd": "pytest -q"}), "call_id": "c1"}},
    {"timestamp": "2026-06-03T09:00:03.000Z", "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": "Wall time: 1.0 seconds\nProcess exited with code 1\nOutput:\nFAILED tests/test_shelf.py::test_second\n1 failed, 3 passed"}},
    {"timestamp": "2026-06-03T09:00:04.000Z", "type": "event_msg", "payload": {"type": "agent_message", "message": "One test still fails."}},
]  # fmt: skip


def log_lines(folder):
    text = "\n".join(json.dumps(line) for line in LOG) + "\n"
    return text.replace('"@"', json.dumps(str(folder)))


@pytest.fixture
def home(tmp_path):
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    (folder / ".butler/issues").mkdir(parents=True)
    (folder / ".butler/issues/49-second.md").write_text(
        "---\nid: 49\ntitle: Second reservation\nstate: open\n---\n\nMust be refused.\n"
    )
    return folder


@pytest.fixture
def butler(home, project):
    """Run ``python -m butler`` in the project with a scratch home; returns the finished process."""

    def run(*arguments, folder=project, given=None, **variables):
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PYTHONPATH": str(ROOT),
            "LANG": "C.UTF-8",
            **variables,
        }
        return subprocess.run(
            [sys.executable, "-m", "butler", *arguments],
            cwd=folder,
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return run


@pytest.fixture
def session(home, project):
    """A Codex session of this project in the log home."""
    folder = home / ".codex/sessions/2026/06/03"
    folder.mkdir(parents=True)
    path = folder / "rollout-2026-06-03T09-00-00-01990000-0000-7000-8000-00000000000a.jsonl"
    path.write_text(log_lines(project))
    return path


def test_butler_alone_says_what_it_can_do_and_the_next_step(butler):
    done = butler()

    assert (done.returncode, done.stderr) == (0, "")
    assert "butler demo" in done.stdout and "Next step" in done.stdout


def test_the_version(butler):
    assert butler("--version").stdout == f"butler {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["handover"],
        ["handover", "prepare", "--nonsense"],
        ["handover", "prepare", "--max-tokens", "many"],
    ],
)
def test_wrong_usage_exits_with_2(butler, arguments):
    assert butler(*arguments).returncode == 2


def test_print_writes_the_document_to_stdout_and_saves_nothing(butler, session, project, home):
    done = butler("handover", "prepare", "--issue", "49", "--notes", "next: write release()", "--print")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("## METADATA\n") or "\n## METADATA\n" in done.stdout
    assert FIRST in done.stdout and "test_second" in done.stdout and "write release()" in done.stdout
    assert not (project / "session_logs").exists()
    assert not (home / ".local").exists()


def test_prepare_then_read_list_and_check(butler, session, project):
    prepared = butler("handover", "prepare", "--issue", "#49")
    assert prepared.returncode == 0, prepared.stderr
    assert (
        "session_logs/handover/issue-49_latest.md" in prepared.stdout
        and "handover_read(issue_id=49)" in prepared.stdout
    )

    read = butler("handover", "read", "--issue", "49")
    assert FIRST in read.stdout

    listed = json.loads(butler("handover", "list", "--json").stdout)["data"]["handovers"]
    assert [row["handover_id"][:9] for row in listed] == ["issue-49-"]
    row = butler("handover", "list").stdout.splitlines()[1].split("\t")
    assert row == [listed[0][key] for key in ("handover_id", "created_at", "brain", "title")]

    checked = butler("handover", "check", "session_logs/handover/issue-49_latest.md")
    assert checked.returncode == 0, checked.stderr


def test_json_prints_the_envelope(butler, session):
    body = json.loads(butler("handover", "prepare", "--json").stdout)

    assert set(body) == {"status", "summary", "data"}
    assert body["data"]["issue_id"] is None and body["data"]["source_brain"] == "codex"


def test_notes_come_from_a_file_or_standard_input(butler, project, tmp_path):
    (tmp_path / "notes.md").write_text("決定: 錠は別ファイルにする\n")

    from_file = butler("handover", "prepare", "--notes", f"@{tmp_path / 'notes.md'}", "--print")
    from_input = butler("handover", "prepare", "--notes", "-", "--print", given="decision: one lock file\n")

    assert "錠は別ファイルにする" in from_file.stdout
    assert "one lock file" in from_input.stdout


def test_without_issue_git_or_log_the_notes_alone_make_a_handover(butler, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    done = butler("handover", "prepare", "--notes", "next: start here", "--print", folder=empty)

    assert done.returncode == 0, done.stderr
    assert "start here" in done.stdout


def unreadable(path):
    path.write_text("{}\n")
    path.chmod(0)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: None, "log_missing"),
        (lambda path: path.write_bytes(b""), "log_empty"),
        (lambda path: path.mkdir(), "log_not_regular"),
        (lambda path: os.mkfifo(path), "log_not_regular"),
        (lambda path: path.write_bytes(bytes(range(256)) * 40), "log_unknown_format"),
        (lambda path: path.write_text('{"type":"mode","mode":"normal","sessionId":"5e55"}\n' * 3), "log_no_entries"),
        pytest.param(
            unreadable, "log_unreadable", marks=pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
        ),
    ],
)
def test_a_log_that_cannot_be_read_is_refused_and_nothing_is_written(butler, project, tmp_path, make, code):
    log = tmp_path / "log.jsonl"
    make(log)

    done = butler("handover", "prepare", "--session-log", str(log), "--json")

    body = json.loads(done.stdout)
    assert (done.returncode, body["status"], body["error"]["code"]) == (1, "error", code)
    assert body["error"]["hint"]
    assert not (project / "session_logs").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--issue", "48"], "issue_not_found"),
        (["--issue", "../../x"], "invalid_issue_id"),
        (["--issue", "x" * 300], "invalid_issue_id"),
        (["--issue", "CON"], "invalid_issue_id"),
        (["--max-tokens", "10"], "settings_bad_value"),
        (["--since", "yesterday"], "invalid_since"),
        (["--session", "no-such-session"], "session_not_found"),
        (["--notes", "@/no/such/file"], "notes_unreadable"),
        (["--session", "a", "--session-log", "b"], "session_given_twice"),
    ],
)
def test_bad_arguments_are_refused_with_a_code_and_a_hint(butler, project, arguments, code):
    done = butler("handover", "prepare", *arguments, "--json")

    body = json.loads(done.stdout)
    assert (done.returncode, body["error"]["code"]) == (1, code)
    assert body["error"]["hint"] and body["error"]["message"]
    assert not (project / "session_logs").exists()


def test_an_unknown_issue_names_the_nearest_ones(butler):
    assert "49" in butler("handover", "prepare", "--issue", "48").stderr


def test_a_project_folder_that_cannot_be_one(butler, home):
    assert "project_refused" in butler("handover", "prepare", folder=home).stderr
    assert "project_refused" in butler("handover", "prepare", "--project-dir", "/").stderr
    assert "project_missing" in butler("handover", "prepare", "--project-dir", "/no/such/folder").stderr


def test_a_read_only_project_is_refused_and_nothing_is_half_written(butler, project):
    (project / "session_logs").write_text("in the way")

    done = butler("handover", "prepare")

    assert done.returncode == 1
    assert "session_logs" in done.stderr
    assert (project / "session_logs").read_text() == "in the way"


def test_a_damaged_configuration_names_line_and_key(butler, project):
    (project / ".butler/config.yaml").write_text("language: en\nlanguge: ja\n")

    done = butler("handover", "list")

    assert done.returncode == 1
    assert "languge" in done.stderr and "2" in done.stderr


def test_a_log_of_another_folder_is_used_when_given_and_said(butler, tmp_path):
    log = tmp_path / "other.jsonl"
    log.write_text(log_lines("/home/dev/elsewhere"))

    document = butler("handover", "prepare", "--session-log", str(log), "--print").stdout

    risks = document.split("## RISKS")[1].split("## CODEBASE_ANCHORS")[0]
    assert "another folder" in risks and "/home/dev/elsewhere" in document.split("## DISCOVERY")[0]


def test_a_misspelt_label_is_kept_as_a_plain_note_with_a_suggestion(butler):
    document = butler("handover", "prepare", "--notes", "desicion: keep it", "--print").stdout

    state = document.split("## CURRENT_STATE")[1].split("## DISCOVERY")[0]
    assert "desicion: keep it" in state and "`decision`" in state


def test_check_refuses_a_misspelt_section_and_suggests_the_right_one(butler, project):
    butler("handover", "prepare")
    latest = project / "session_logs/handover/project_latest.md"
    broken = project / "broken.md"
    broken.write_text(latest.read_text().replace("## HANDOFF_PROMPT", "## HANDIFF_PROMPT"))

    done = butler("handover", "check", str(broken))

    assert done.returncode == 1
    assert "HANDIFF_PROMPT" in done.stderr and "HANDOFF_PROMPT" in done.stderr


def test_init_sets_up_once_and_overwrites_nothing(butler, tmp_path):
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    (fresh / ".gitignore").write_text("*.pyc")

    first = butler("init", folder=fresh, LANG="ja_JP.UTF-8")
    (fresh / ".butler/config.yaml").write_text("language: en\n")
    second = butler("init", folder=fresh)

    assert first.returncode == second.returncode == 0
    assert "プロジェクト" in first.stdout
    assert (fresh / ".butler/config.yaml").read_text() == "language: en\n"
    assert (fresh / ".gitignore").read_text().startswith("*.pyc\n")
    assert (fresh / ".gitignore").read_text().count("index.json") == 1
    assert len(list((fresh / ".butler/issues").iterdir())) == 1


def test_doctor_says_what_is_found_and_changes_nothing(butler, session, project, home):
    before = sorted(path for path in [*project.rglob("*"), *home.rglob("*")])

    done = butler("doctor")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "codex: 1 session log in" in done.stdout and "claude-code: no log home" in done.stdout
    assert sorted(path for path in [*project.rglob("*"), *home.rglob("*")]) == before


def test_session_log_list_read_and_facts(butler, session):
    listed = json.loads(butler("session-log", "list", "--json").stdout)["data"]["sessions"]
    read = butler("session-log", "read", "--line", "2", "--count", "1", "--json")
    facts = butler("session-log", "facts")

    assert [(row["agent"], row["first_request"]) for row in listed] == [("codex", FIRST)]
    assert FIRST in read.stdout
    assert facts.returncode == 0 and FIRST in facts.stdout


def test_a_mark_and_a_summary(butler, session, project):
    marked = butler("session-log", "mark", "decision: keep the lock")
    summary = butler("session-log", "summarize", "--json")
    document = butler("handover", "prepare", "--print").stdout

    assert marked.returncode == 0, marked.stderr
    assert "keep the lock" in document.split("## DECISION")[1].split("## NEXT_ACTION")[0]
    assert summary.returncode == 0 and len(list((project / "session_logs/snapshots").glob("*.md"))) == 1


def test_work_start_gives_the_handover_its_issue(butler):
    started = butler("work", "start", "--issue", "49")
    prepared = json.loads(butler("handover", "prepare", "--json").stdout)["data"]
    observed = butler("work", "observe")
    finished = butler("work", "finish", "--notes", "done for today")

    assert started.returncode == observed.returncode == finished.returncode == 0
    assert prepared["issue_id"] == 49


def test_issues_are_listed_and_read(butler):
    assert "Second reservation" in butler("issue", "list").stdout
    assert "Must be refused." in butler("issue", "read", "49").stdout


def test_messages_are_japanese_when_asked(butler):
    assert (
        "見つかり" in butler("--language", "ja", "issue", "read", "48").stderr
        or "ありません" in butler("issue", "read", "48", "--language", "ja").stderr
    )


@pytest.mark.parametrize("client", ["codex", "claude-code"])
def test_the_demo_ends_with_a_handover_on_the_screen(butler, tmp_path, client):
    done = butler("demo", "--folder", str(tmp_path / "demo"), "--from", client)

    assert done.returncode == 0, done.stderr
    assert "## HANDOFF_PROMPT" in done.stdout and "ReservationError" in done.stdout
    assert (tmp_path / "demo/bookshop/session_logs/handover/issue-49_latest.md").exists()


def test_saved_files_are_private(butler, project):
    butler("handover", "prepare")

    for path in (project / "session_logs").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_piped_output_holds_no_escape_sequences(butler, session):
    assert "\x1b" not in butler("handover", "prepare", "--print").stdout


def test_since_without_a_log_is_said_to_have_no_effect(butler):
    assert any(
        "no effect" in warning
        for warning in json.loads(butler("handover", "prepare", "--since", "5", "--json").stdout)["data"]["warnings"]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("handover", "read", "--bogus", "VALUE"),
        ("handover", "read", "--bogus=VALUE"),
        ("rooms", "VALUE"),
        ("VALUE",),
        ("handover", "VALUE"),
        ("handover", "list", "--language", "VALUE"),
        ("handover", "prepare", "--max-tokens", "VALUE"),
        ("--VALUE", "rooms"),
    ],
)
def test_wrong_usage_names_no_value(butler, project, arguments):
    value = "\x1b[31mpass" + "word=hunter2Zq8x\u202e (choose from)"
    told = butler(*(word.replace("VALUE", value) for word in arguments))
    assert told.returncode == 2
    assert "error:" in told.stderr
    assert not any(part in told.stderr for part in ("hunter2", "\x1b", "\u202e"))
