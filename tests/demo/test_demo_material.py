"""The shipped demo: logs without a trace of vendor or machine, and a project that fits them to the commit."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from butler import demo
from butler.demo.build import begin_project, build_project, write_log
from butler.maids.redaction_worker import redact
from butler.process import run

ROOT = Path(__file__).parents[2]
LOGS = {"codex": demo.CODEX_LOG, "claude-code": demo.CLAUDE_CODE_LOG}
SESSIONS = sorted(LOGS)


def text_of(session: str) -> str:
    return LOGS[session].read_text(encoding="utf-8")


def words_of(value: object) -> list[str]:
    """Every text below a JSON value, keys included, unescaped; also those of JSON that stands in a text."""
    if isinstance(value, dict):
        return [word for pair in value.items() for item in pair for word in words_of(item)]
    if isinstance(value, list):
        return [word for item in value for word in words_of(item)]
    if isinstance(value, str):
        inner = words_of(json.loads(value)) if value.startswith("{") else []
        return [value, *inner]
    return []


def all_words(session: str) -> str:
    return "\n".join(word for line in text_of(session).splitlines() for word in words_of(json.loads(line)))


def commit_of(session: str) -> str:
    """The abbreviated hash that ``git log --oneline`` showed in the session after its commit."""
    found = set(re.findall(r"\b([0-9a-f]{7}) Refuse a second reservation of the same copy \(#49\)", text_of(session)))
    assert len(found) == 1
    return found.pop()


def git(project: Path, *arguments: str) -> str:
    finished = run(["git", *arguments], folder=project)
    assert finished.code == 0, finished.errors
    return finished.output.decode()


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_names_no_folder_but_that_of_the_project(session):
    paths = set(re.findall(r"(?<![\w.<:/*])/[A-Za-z_.][\w.-]*/[\w./-]*", all_words(session)))
    assert paths
    assert {path for path in paths if not path.startswith(demo.SESSION_FOLDER)} <= {"/bin/bash"}
    assert set(re.findall(r"file://[\w./-]*", all_words(session))) <= {f"file://{demo.SESSION_FOLDER}"}
    assert "record-demo" not in text_of(session)


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize(
    "trace",
    [
        r"Linux \d|Linux version|Darwin|osVersion|#\d+ SMP|\d\.\d+\.\d+-[a-z]+\d*-?v?\d",
        r"site-packages|pytest-\d|Python 3\.|python3\.\d|node_modules",
        r"Etc/|(?:Africa|America|Asia|Australia|Europe|Pacific)/[A-Z]|<timezone>(?!UTC<)",
        r"uname|hostname|/proc/|\.profile",
    ],
    ids=["kernel", "software", "time zone", "host"],
)
def test_a_log_does_not_describe_the_machine(session, trace):
    assert re.findall(trace, all_words(session)) == []


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_does_not_name_the_machine_that_tests_it(session):
    for name in {platform.node(), platform.release()} - {"", "localhost"}:
        assert not re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", all_words(session)), name


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_holds_no_prompt_of_a_vendor(session):
    phrases = (
        "You are Codex|You are a Claude agent|You are an agent working|You are powered by|system-reminder|IMPORTANT:|"
        "skills_instructions|permissions instructions|knowledge cutoff|ToolSearch|Co-Authored-By|Generated with"
    )
    assert re.findall(phrases, all_words(session)) == []
    for line in text_of(session).splitlines():
        record = json.loads(line)
        payload = record.get("payload", {})
        if (
            record["type"].startswith("api-request")
            or record["type"] == "attachment"
            or payload.get("role") == "developer"
        ):
            assert len(line) < 1_000, line


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_holds_no_address_of_a_person_and_nothing_sealed(session):
    assert set(re.findall(r"[\w.+-]+@(?!dataclass|pytest)[\w-]+\.[\w.]+", all_words(session))) <= {"dev@example.com"}
    assert re.findall(r"[A-Za-z0-9+/]{60,}", all_words(session)) == []
    assert re.findall(r'"(?:signature|encrypted_content)":"[^"]', text_of(session)) == []


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_holds_nothing_that_looks_like_a_secret(session):
    looks = (
        r"(?i)(?:api[_-]?key|secret|passw(?:or)?d|bearer|authorization)\W{1,4}\w|\bsk-|\bghp_|\bAKIA|-----BEGIN|\beyJ"
    )
    assert re.findall(looks, all_words(session)) == []
    assert redact(all_words(session))[1] == ()


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_is_small_and_every_line_is_json(session):
    content = LOGS[session].read_bytes()
    assert len(content) <= 120_000
    assert content.endswith(b"\n")
    assert all(isinstance(json.loads(line), dict) for line in content.removesuffix(b"\n").split(b"\n"))


@pytest.mark.parametrize("session", SESSIONS)
def test_the_project_is_at_the_commit_that_the_log_shows(session, tmp_path):
    project = build_project(tmp_path / "bookshop", run, session=session)
    assert git(project, "rev-parse", "HEAD").startswith(commit_of(session))
    assert git(project, "log", "--format=%an <%ae>").splitlines() == ["Dev <dev@example.com>"] * 3
    assert git(project, "status", "--short").splitlines() == [
        " M bookshop/reservations.py",
        " M tests/test_reservations.py",
    ]


@pytest.mark.parametrize("session", SESSIONS)
def test_the_commit_lies_between_the_first_and_the_last_line_of_the_log(session):
    times = [json.loads(line).get("timestamp") for line in text_of(session).splitlines()]
    recorded = json.loads((Path(demo.__file__).parent / "recorded.json").read_text(encoding="utf-8"))
    committed = recorded[session]["committed_at"][:19]
    assert min(time[:19] for time in times if time) <= committed <= max(time[:19] for time in times if time)


def test_the_session_begins_with_a_failing_test_and_ends_with_another(tmp_path):
    command = [
        sys.executable,
        "-I",
        "-c",
        "import sys, pytest; sys.path.insert(0, '.'); sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider']))",
    ]

    def failures(project: Path) -> list[str]:
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        return re.findall(r"FAILED \S+::(\w+)", done.stdout)

    begun = begin_project(tmp_path / "begun", run)
    assert failures(begun) == ["test_second_reservation_of_the_same_copy_is_refused"]
    ended = build_project(tmp_path / "ended", run)
    assert failures(ended) == ["test_cancelling_gives_the_copy_to_the_next_customer_who_waits"]


def test_the_project_has_both_issues_and_no_file_name_of_the_package_data(tmp_path):
    project = build_project(tmp_path / "bookshop", run)
    issues = sorted(path.name for path in (project / ".butler" / "issues").iterdir())
    assert issues == ["49-second-reservation.md", "52-cancelled-reservation.md"]
    assert (
        (project / ".butler" / "issues" / issues[0])
        .read_text(encoding="utf-8")
        .startswith("---\nid: 49\ntitle: Second")
    )
    assert [path for path in project.rglob("*.txt") if ".git" not in path.parts] == []


@pytest.mark.parametrize("session", SESSIONS)
def test_a_log_can_be_written_as_if_the_session_had_worked_in_the_scratch_folder(session, tmp_path):
    project = tmp_path / 'odd "name"'
    written = write_log(project, tmp_path / "log.jsonl", session=session).read_text(encoding="utf-8").splitlines()
    assert len(written) == len(text_of(session).splitlines())
    words = [word for line in written for word in words_of(json.loads(line))]
    assert str(project) in words
    assert not any(demo.SESSION_FOLDER in word for word in words)


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        build_project(tmp_path, run)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_settings_of_the_running_user_do_not_change_the_history(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    settings = "[user]\n\tname = Someone\n[commit]\n\tgpgsign = true\n[core]\n\tautocrlf = true\n[init]\n\tdefaultBranch = other\n"
    (home / ".gitconfig").write_text(settings, encoding="utf-8")
    monkeypatch.setenv("HOME", str(home))
    project = build_project(tmp_path / "bookshop", run)
    assert git(project, "rev-parse", "HEAD").startswith(commit_of("codex"))
    assert git(project, "branch", "--show-current") == "main\n"


def clean(tmp_path: Path, *records: object) -> list[dict]:
    log, cleaned = tmp_path / "log.jsonl", tmp_path / "cleaned.jsonl"
    log.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    rename = "--replace=/scratch/x/shop=/home/dev/shop"
    subprocess.run([sys.executable, ROOT / "scripts" / "clean_log", rename, log, cleaned], check=True)
    return [json.loads(line) for line in cleaned.read_text(encoding="utf-8").splitlines()]


def test_cleaning_keeps_every_line_and_what_was_said_and_done(tmp_path):
    said = {"type": "user", "message": {"role": "user", "content": "Fix /scratch/x/shop/a.py 直して"}, "uuid": "1"}
    ran = {
        "type": "event_msg",
        "payload": {"item": {"command": ["ls"], "cwd": "file:///scratch/x/shop", "exit_code": 1}},
    }
    first, second = clean(tmp_path, said, ran)
    assert first == {**said, "message": {"role": "user", "content": "Fix /home/dev/shop/a.py 直して"}}
    assert second["payload"]["item"] == {"command": ["ls"], "cwd": "file:///home/dev/shop", "exit_code": 1}


def test_cleaning_removes_prompts_machine_and_sealed_texts_and_says_so(tmp_path):
    prompt = "You are an agent. " * 20
    records = [
        {"type": "session_meta", "payload": {"id": "1", "base_instructions": {"text": prompt}}},
        {
            "type": "response_item",
            "payload": {"role": "developer", "content": [{"type": "input_text", "text": prompt}]},
        },
        {"type": "world_state", "payload": {"full": True, "state": {"timezone": prompt}}},
        {"type": "api-request-blob", "sessionId": "s", "message": {"content": prompt}},
        {
            "type": "attachment",
            "uuid": "u",
            "attachment": {"type": "environment", "osVersion": "Linux 9.9"},
            "rendered": [prompt],
        },
        {"type": "assistant", "message": {"content": [{"type": "thinking", "thinking": "Hm", "signature": "c2Vh"}]}},
        {"type": "user", "message": {"content": "on Linux 9.9.9-abc <timezone>Asia/Tokyo</timezone>"}},
    ]
    cleaned = clean(tmp_path, *records)
    whole = json.dumps(cleaned)
    assert len(cleaned) == len(records)
    assert [line["type"] for line in cleaned] == [record["type"] for record in records]
    assert not re.search(r"You are|9\.9|c2Vh|Tokyo", whole)
    assert whole.count("characters removed]") == 5
    assert cleaned[5]["message"]["content"][0]["thinking"] == "Hm"
