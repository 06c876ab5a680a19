"""``butler hook`` as a client runs it: a process with JSON on stdin, which never troubles its client."""

from __future__ import annotations

import json
import subprocess

import pytest

from butler.commands.hook import job_environment
from butler.hooks.reports import hook_report
from butler.house import Start
from butler.install.hooking import group
from butler.settings import RULES
from tests.hooks.sessions_on_disk import Hooks, Session, wait_until


def session(hooks: Hooks, number: int, client: str = "claude-code") -> Session:
    return Session(hooks.home, hooks.repository.top, number, client)


@pytest.mark.parametrize(
    ("words", "content"),
    [
        (["Stop"], b"no json"),
        (["Stop", "--client", "nobody"], b"{}"),
        (["Stop", "--unknown"], b""),
        (["SessionStart"], b'{"session_id": "s"}'),
        ([], b"{}"),
    ],
)
def test_whatever_is_told_the_client_sees_nothing(hooks, words, content):
    assert hooks.run(content, *words).stdout == b""


def test_a_hook_that_failed_says_when_and_why_to_the_doctor_alone(hooks):
    (hooks.repository.top / "session_logs").symlink_to(hooks.home)
    assert hooks.say(session(hooks, 1).turn("Add prices."), "SessionStart", source="startup") is None
    (report,) = hook_report(Start(environment={}, home=hooks.home))
    assert (report.client, report.event) == ("claude-code", "SessionStart")
    assert report.at is not None and report.error is not None and "not_regular" in report.error


def test_the_work_goes_on_in_the_background_and_by_our_own_package(hooks):
    hooks.repository.write("butler/__init__.py", "raise SystemExit('the project ran')\n")
    assert hooks.say(session(hooks, 1).turn("Add prices."), "Stop") is None
    wait_until(lambda: len(hooks.automatic) == 1)
    wait_until(lambda: "job" in {one.event for one in hook_report(Start(environment={}, home=hooks.home)) if one.at})
    shown = hooks.say(session(hooks, 2), "SessionStart", source="startup")
    assert shown is not None and "Add prices." in shown
    assert hooks.errors() == []


def test_the_document_is_made_by_the_settings_of_the_clients_own_environment():
    given = {rule.variable: "1" for rule in RULES.values() if rule.variable} | {"CODEX_HOME": "/c", "TOKEN": "no"}
    assert job_environment({**given, "BUTLER_MAX_TOKENS": ""}) == {
        name: value for name, value in given.items() if name not in {"TOKEN", "BUTLER_MAX_TOKENS"}
    }


@pytest.mark.parametrize("stdout", [">&-", ">/dev/full"])
def test_a_client_that_takes_no_answer_sees_no_error(hooks, stdout):
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    script = f'"$@" {stdout}; echo $? >&2'
    ran = subprocess.run(
        ["/bin/sh", "-c", script, "sh", *hooks.command("hook", "SessionStart", "--client", "claude-code")],
        input=json.dumps(session(hooks, 2).event("SessionStart", "startup")).encode(),
        cwd=hooks.home, env=hooks.environment(), capture_output=True, check=False,
    )  # fmt: skip
    assert ran.stderr == b"0\n"


def test_nothing_is_written_in_a_folder_that_is_no_project(hooks):
    plain = hooks.home / "downloads"
    plain.mkdir()
    assert hooks.say(Session(hooks.home, plain, 1).turn("Hello."), "Stop") is None
    assert list(plain.iterdir()) == [] and not (hooks.home / ".local").exists()


@pytest.mark.parametrize(
    ("words", "setting", "installed", "works"),
    [
        ((), "auto: false\n", True, False),
        (("--plugin",), "", False, False),
        (("--plugin",), "auto: true\n", False, True),
        (("--plugin",), "auto: true\n", True, False),
    ],
)
def test_a_plugin_works_only_when_asked_for_and_never_beside_an_installation(hooks, words, setting, installed, works):
    if installed:
        settings = hooks.home / ".claude/settings.json"
        settings.parent.mkdir()
        settings.write_text(json.dumps({"hooks": {"Stop": [group("butler", "Stop", "claude-code")]}}))
    config = hooks.home / ".config/butler/config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(setting)
    hooks.say(session(hooks, 1).turn("Add prices."), "SessionStart", *words, source="startup")
    assert (hooks.home / ".local/share/butler/hooks/claude-code-SessionStart.json").exists() is works


def test_what_butler_itself_starts_runs_no_hooks(hooks):
    hooks.say(session(hooks, 1).turn("Add prices."), "Stop", BUTLER_HOOKS="off")
    assert not (hooks.home / ".local").exists()


def test_a_client_that_keeps_stdin_open_waits_less_than_a_second_for_the_end(hooks):
    with subprocess.Popen(
        hooks.command("hook", "SessionEnd", "--client", "codex"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=hooks.environment(),
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stdout.read() == b""
        assert process.wait() == 0
    assert "_TooLate" in hooks.errors()[0]["error"]


@pytest.mark.slow
def test_two_clients_at_once_leave_a_document_each(hooks):
    both = [
        session(hooks, number, client).turn(f"Work of {client}.")
        for number, client in ((1, "codex"), (2, "claude-code"))
    ]
    running = [
        subprocess.Popen(
            hooks.command("hook", "PreCompact", "--client", one.client), stdin=subprocess.PIPE, env=hooks.environment()
        )
        for one in both * 4
    ]
    for process, one in zip(running, both * 4, strict=True):
        process.communicate(json.dumps(one.event("PreCompact")).encode())
    wait_until(lambda: len(hooks.automatic) == 2)
    assert [path.name for path in (hooks.repository.top / "session_logs/handover").iterdir()] == ["auto"]
