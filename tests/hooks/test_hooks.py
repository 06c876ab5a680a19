"""What the hooks show a model and what they keep on disk."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from butler.capabilities.handover.automatic import automatic_names, save_automatic
from butler.capability import Caller
from butler.errors import ButlerError
from butler.hooks.living import Process, client_process, is_gone
from butler.hooks.reports import MOST_ERRORS, hook_report, note_error
from butler.hooks.sessions import Seen
from butler.hooks.stop import PAUSE, is_due
from butler.maids.document_check import check_document
from butler.maids.handover_brief import BRIEF_LIMIT
from butler.naming import auto_name, parse_auto_file
from butler.paths import find_project
from tests.hooks.sessions_on_disk import Hooks, Session

CLIENTS = ["claude-code", "codex"]


def session(hooks: Hooks, number: int, client: str = "claude-code", branch: str = "main") -> Session:
    return Session(hooks.home, hooks.repository.top, number, client, branch)


def died() -> Process:
    """A process that is no more."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return Process(ended.pid)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("client", CLIENTS)
def test_a_stop_leaves_one_document_and_the_next_session_is_shown_its_brief(hooks, client):
    first = session(hooks, 1, client).turn("Refuse a second reservation of the same copy.")
    assert hooks.fire(first, "SessionStart", "startup") is None
    assert hooks.fire(first, "Stop") is None
    (document,) = hooks.automatic
    text = document.read_text()
    assert f"handover_id: auto-project-{client}-{first.id}\n" in text and "mode: auto\n" in text
    assert not check_document(text)
    shown = hooks.fire(session(hooks, 2, client), "SessionStart", "startup")
    assert shown is not None and "Refuse a second reservation of the same copy." in shown
    assert shown.startswith("Butler shows") and "never an order" in shown
    assert len(shown) <= BRIEF_LIMIT


def test_a_long_document_is_shown_in_the_room_that_there_is(hooks):
    one = session(hooks, 1)
    for number in range(60):
        one.turn(f"Request {number}: " + "the price of every copy has to be shown in euros and in yen. " * 4)
    hooks.fire(one, "Stop")
    shown = hooks.fire(session(hooks, 2), "SessionStart", "startup")
    assert shown is not None and BRIEF_LIMIT - 600 < len(shown) <= BRIEF_LIMIT
    assert 'handover_read(handover_id="auto-' in shown


def test_git_sees_nothing_of_automatic_documents(hooks):
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    assert hooks.repository.git("status", "--porcelain", "--untracked-files=all") == ""
    assert [path.name for path in (hooks.repository.top / "session_logs/handover").iterdir()] == ["auto"]


def test_the_next_document_of_a_session_takes_the_place_of_the_one_before(hooks):
    one = session(hooks, 1).turn("Add prices.")
    hooks.fire(one, "Stop")
    one.turn("Now in euros.")
    hooks.fire(one, "Stop", later=5)
    assert "Now in euros." not in hooks.automatic[0].read_text()
    hooks.fire(one, "PreCompact", later=5)
    (document,) = hooks.automatic
    assert "Now in euros." in document.read_text()
    shown = hooks.fire(one, "SessionStart", "compact")
    assert shown is not None and "Now in euros." in shown and "your own session" in shown


def test_a_log_that_has_not_grown_is_not_read_again(hooks):
    one = session(hooks, 1).turn("Add prices.")
    hooks.fire(one, "Stop")
    before = hooks.automatic[0].read_bytes()
    hooks.fire(one, "Stop")
    assert hooks.automatic[0].read_bytes() == before


def test_a_session_in_which_nobody_asked_anything_leaves_nothing(hooks):
    hooks.fire(session(hooks, 1), "SessionEnd")
    empty = session(hooks, 2, "codex")
    empty.turn("Hello.")
    empty.log.write_text(empty.log.read_text().splitlines()[0] + "\n")
    hooks.fire(empty, "SessionEnd")
    assert hooks.automatic == []


def test_a_resumed_session_is_told_only_what_others_wrote_since(hooks):
    one = session(hooks, 1).turn("Add prices.")
    assert hooks.fire(one, "SessionStart", "resume") is None
    hooks.fire(one, "Stop")
    assert hooks.fire(one, "SessionStart", "resume") is None
    hooks.fire(session(hooks, 2, "codex").turn("Now in yen."), "Stop")
    shown = hooks.fire(one, "SessionStart", "resume")
    assert shown is not None and "Now in yen." in shown


def test_a_session_that_was_compacted_without_a_document_is_told_nothing(hooks):
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    assert hooks.fire(session(hooks, 2).turn("Else."), "SessionStart", "compact") is None


def test_a_session_on_the_branch_of_another_issue_is_told_nothing(hooks):
    hooks.repository.git("switch", "-q", "-c", "issue-49-refuse")
    hooks.fire(session(hooks, 1, branch="issue-49-refuse").turn("Refuse it."), "Stop")
    assert hooks.fire(session(hooks, 2), "SessionStart", "startup") is not None
    hooks.repository.git("switch", "-q", "-c", "issue-52-cancel")
    assert hooks.fire(session(hooks, 3), "SessionStart", "startup") is None


def test_another_worktree_is_told_nothing_and_has_its_own_branch(hooks):
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    other = hooks.repository.top.parent / "other"
    hooks.repository.git("worktree", "add", "-q", str(other))
    assert hooks.fire(Session(hooks.home, other, 2), "SessionStart", "startup") is None
    from butler.hooks.session_start import branch_now

    assert branch_now(other) == "other" and branch_now(hooks.repository.top) == "main"


def prepare(hooks: Hooks, one: Session, notes: str) -> None:
    """A snapshot by hand."""
    from butler.capabilities.handover.tools import HandoverTools

    hooks.now += timedelta(seconds=60)
    caller = Caller(one.client, one.id)
    HandoverTools(hooks.house()).handover_prepare(caller, notes=notes, session=str(one.log))


def test_a_snapshot_is_shown_and_a_newer_automatic_document_only_named(hooks):
    prepare(hooks, session(hooks, 1).turn("Add prices."), "next: ask for the currency")
    folder = hooks.repository.top / "session_logs/handover"
    before = files_of(folder)
    other = session(hooks, 2).turn("What time is it?")
    hooks.fire(other, "Stop")
    shown = hooks.fire(session(hooks, 3), "SessionStart", "startup")
    assert shown is not None and "ask for the currency" in shown and "What time is it?" not in shown
    assert f'handover_read(handover_id="auto-project-claude-code-{other.id}")' in shown
    assert files_of(folder) == before


def test_an_automatic_document_of_the_session_that_wrote_the_snapshot_takes_its_place(hooks):
    one = session(hooks, 1).turn("Add prices.")
    prepare(hooks, one, "next: ask for the currency")
    hooks.fire(one.turn("Now in euros."), "Stop")
    shown = hooks.fire(session(hooks, 2), "SessionStart", "startup")
    assert shown is not None and "Now in euros." in shown and "nobody added notes" in shown


def test_a_newer_snapshot_is_shown_alone(hooks):
    one = session(hooks, 1).turn("Add prices.")
    hooks.fire(one, "Stop")
    prepare(hooks, one, "next: ask for the currency")
    shown = hooks.fire(session(hooks, 2), "SessionStart", "startup")
    assert shown is not None and "ask for the currency" in shown and "auto-" not in shown


def test_a_session_whose_client_died_is_picked_up_at_the_next_start(hooks):
    one = session(hooks, 1, "codex").turn("Add prices.")
    hooks.client = died()
    assert hooks.fire(one, "SessionStart", "startup") is None
    hooks.client = None
    shown = hooks.fire(session(hooks, 2), "SessionStart", "startup")
    assert shown is not None and f"The codex session {one.id} died without an end" in shown
    assert "Add prices." in hooks.automatic[0].read_text()
    shown = hooks.fire(session(hooks, 3), "SessionStart", "startup")
    assert shown is not None and "Add prices." in shown and "died" not in shown


def test_a_log_that_cannot_be_read_any_more_keeps_no_other_session_from_being_picked_up(hooks):
    lost, good = session(hooks, 1).turn("Lost."), session(hooks, 2).turn("Add prices.")
    lost.log.write_text("\0\0\0")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as client:
        hooks.client = Process(client.pid)
        for one in (lost, good):
            hooks.fire(one, "SessionStart", "startup")
    hooks.client = None
    with pytest.raises(ButlerError):
        hooks.fire(session(hooks, 3), "SessionStart", "startup")
    assert [path.name for path in hooks.automatic] == [f"project_claude-code_{good.id}.md"]
    hooks.fire(session(hooks, 4), "SessionStart", "startup")


def test_a_session_that_still_runs_is_said_to(hooks):
    import os

    hooks.client = client_process({}, os.getpid())
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    shown = hooks.fire(session(hooks, 2), "SessionStart", "startup")
    assert shown is not None and "is still running" in shown


def test_the_end_of_a_session_writes_what_the_pause_left_out_and_forgets_it(hooks):
    one = session(hooks, 1).turn("Add prices.")
    hooks.fire(one, "Stop")
    assert len(list(hooks.home.glob(".local/share/butler/projects/*/hooks/*.json"))) == 1
    hooks.fire(one.turn("Now in euros."), "SessionEnd", later=1)
    assert "Now in euros." in hooks.automatic[0].read_text()
    assert list(hooks.home.glob(".local/share/butler/projects/*/hooks/*.json")) == []


def test_a_subagent_leaves_no_document_and_is_told_nothing(hooks):
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    agent = session(hooks, 2, "codex")
    agent.lines[0]["payload"]["source"] = {"subagent": {"thread_spawn": {"parent_thread_id": "p", "depth": 1}}}
    agent.turn("Look at the tests.")
    assert hooks.fire(agent, "SessionStart", "startup") is None
    hooks.fire(agent, "Stop")
    assert len(hooks.automatic) == 1


def test_failures_are_kept_for_the_doctor_without_secrets_and_bounded(start):
    secret = "ghp_" + "Zx9" * 12
    for number in range(MOST_ERRORS + 5):
        note_error(start, "codex", "Stop", ValueError(f"{number} {secret} {start.home}/x"))
    text = (start.user.data / "hooks/errors.jsonl").read_text()
    assert len(text.splitlines()) == MOST_ERRORS
    assert secret not in text and str(start.home) not in text
    (report,) = hook_report(start)
    assert (report.client, report.event, report.at) == ("codex", "Stop", None)
    assert report.error is not None and report.error.startswith("ValueError")


def test_failures_are_kept_without_what_the_user_calls_secret(start):
    start.user.config_file.parent.mkdir(parents=True, exist_ok=True)
    start.user.config_file.write_text("redact:\n  ticket: 'TICKET-[0-9]+'\n", encoding="utf-8")
    note_error(start, "codex", "Stop", ValueError("TICKET-4711 is closed"))
    start.user.config_file.write_text("redact: [", encoding="utf-8")
    note_error(start, "codex", "Stop", ValueError("DB_PASSWORD=" + "maple-orbit" + "-27"))
    text = (start.user.data / "hooks/errors.jsonl").read_text()
    assert "TICKET-4711" not in text and "[REDACTED:ticket:1]" in text
    assert "maple-orbit" not in text and len(text.splitlines()) == 2


def test_a_later_document_is_never_replaced_by_one_begun_earlier(hooks):
    project = find_project(hooks.repository.top, home=hooks.home)
    late = datetime(2026, 6, 3, 12, tzinfo=UTC)
    text = "## METADATA\n\n```yaml\ncreated_at: '{at}'\n```\n"
    for at, kept in ((late, True), (late - timedelta(seconds=5), False), (late + timedelta(seconds=5), True)):
        assert save_automatic(project, auto_name(7, at, "codex", "s-1"), text.format(at=at.isoformat())) is kept
    (only,) = automatic_names(project)
    assert only.created == late + timedelta(seconds=5) and only.issue == 7


def test_a_clock_that_was_set_back_loses_nothing(hooks):
    one = session(hooks, 1)
    hooks.fire(one.turn("Add prices."), "Stop")
    hooks.fire(one.turn("Add taxes."), "PreCompact", later=-7200)
    (document,) = hooks.automatic
    assert "Add taxes." in document.read_text()


def test_a_link_in_the_place_of_the_folder_is_neither_read_nor_written(hooks):
    hooks.fire(session(hooks, 1).turn("Add prices."), "Stop")
    auto = hooks.repository.top / "session_logs/handover/auto"
    auto.rename(hooks.home / "elsewhere")
    auto.symlink_to(hooks.home / "elsewhere")
    assert automatic_names(find_project(hooks.repository.top, home=hooks.home)) == ()
    with pytest.raises(ButlerError, match="link"):
        hooks.fire(session(hooks, 2).turn("Add prices."), "Stop")


@pytest.mark.parametrize(
    "name", ["issue-49_codex_a-1.md", "project_claude-code_019a.md", "issue-A_b_codex_s.md", "project_x_s.md"]
)
def test_names_of_automatic_files_are_read_back(name):
    found = parse_auto_file(name, datetime(2026, 6, 3, tzinfo=UTC))
    assert found is not None and found.file == f"auto/{name}"


@pytest.mark.parametrize(
    "name", ["issue-49_latest.md", "x.md", "issue-_codex_s.md", "project_Codex_s.md", ".gitignore"]
)
def test_other_files_are_no_automatic_documents(name):
    assert parse_auto_file(name, datetime(2026, 6, 3, tzinfo=UTC)) is None


def test_a_strange_session_id_becomes_a_plain_name():
    name = auto_name(None, datetime(2026, 6, 3, tzinfo=UTC), "codex", "../../etc")
    assert "/" not in name.session and ".." not in name.session


def test_a_stop_is_due_after_the_pause_and_after_a_clock_went_back():
    seen = Seen("codex", "s", "/l", "/r", worked_at=1000.0)
    assert is_due(None, 0.0)
    assert not is_due(seen, 1000.0 + PAUSE - 1)
    assert is_due(seen, 1000.0 + PAUSE)
    assert is_due(seen, 10.0)


def test_a_process_is_known_by_its_beginning_too():
    import os

    me = client_process({}, os.getpid())
    assert me is not None and not is_gone(me)
    if me.began:
        assert is_gone(Process(me.number, me.began + "1"))
    assert is_gone(died())
