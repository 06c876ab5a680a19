"""Observed work on real repositories, and the work sessions of several callers."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from butler import issue_sources, plugins, work_sessions
from butler.capabilities.work_record.models import FileState, GitState, WorkState
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput, NotFound, Refused, Unreadable
from butler.house import House, Staff
from butler.issue_backend import IssueSourceKind
from butler.work_record_backend import current_work, finish_work, start_work, work_observe
from tests.repositories import Repository, new_repository

CODEX = Caller("codex", "s-1")
OTHER_CODEX = Caller("codex", "s-2")
CLAUDE = Caller("claude-code")


@pytest.fixture(scope="session")
def staff() -> Staff:
    """Nobody but the issue sources."""
    sources = plugins.collect(
        plugins.built_in(issue_sources, "SOURCE", IssueSourceKind), (), IssueSourceKind, lambda item: None
    )
    return Staff({}, {}, {}, sources.items)


@pytest.fixture
def repository(project: Path) -> Repository:
    made = new_repository(project)
    made.commit("first", a__py="def one():\n    return 1\n")
    return made


def seen(state: WorkState) -> GitState:
    assert state.git is not None, state
    return state.git


def test_a_folder_without_git_says_so(house: House) -> None:
    assert work_observe(house) == WorkState(None, "no_git")


def test_a_missing_git_is_said(repository: Repository, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    state = work_observe(house)

    assert (state.git, state.absent) == (None, "git_missing")


def test_a_repository_that_cannot_be_looked_at_says_why(repository: Repository, house: House) -> None:
    (repository.top / ".git" / "index").write_bytes(b"nonsense")

    state = work_observe(house)

    assert (state.absent, state.detail and state.detail.key) == ("git_failed", "git_damaged")


def test_a_bare_repository_is_no_working_tree(project: Path, open_at: Callable[..., House]) -> None:
    Repository(project).git("init", "-q", "--bare")

    assert work_observe(open_at()).absent == "no_git"


def test_an_unborn_branch_has_files_and_no_commit(project: Path, open_at: Callable[..., House]) -> None:
    new_repository(project).write("a.py", "x")

    git = seen(work_observe(open_at(), since_time="2026-01-01T00:00:00Z"))

    assert (git.branch, git.head, git.untracked, git.commits_since) == ("main", None, ("a.py",), None)


def test_a_clean_commit_is_shown_whole(repository: Repository, house: House) -> None:
    git = seen(work_observe(house))

    assert (git.head_subject, git.head_at, git.dirty) == ("first", "2026-06-03T10:01:00+09:00", False)
    assert [commit.files for commit in git.recent] == [("a.py",)]
    assert (git.commits_since, git.worktree, git.stash, git.operation, git.cut) == (None, None, 0, None, ())


def test_a_detached_head_and_a_stash_are_seen(repository: Repository, house: House) -> None:
    repository.write("a.py", "y")
    repository.git("stash", "-q")
    repository.git("checkout", "-q", "--detach")

    state = work_observe(house)

    assert (seen(state).branch, seen(state).stash) == (None, 1)
    assert [item.key for item in state.recommendations] == ["advice_stash", "advice_detached"]


def _fight(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    repository.commit("side one", b__txt="b")
    repository.commit("side two", a__py="side\n")
    repository.git("checkout", "-q", "main")
    repository.commit("main two", a__py="main\n")


def test_a_merge_with_conflicts_is_seen(repository: Repository, house: House) -> None:
    _fight(repository)
    repository.git("merge", "side", good=(1,))

    state = work_observe(house)

    assert (seen(state).operation, seen(state).conflicts) == ("merge", ("a.py",))
    assert [item.key for item in state.recommendations][:2] == ["advice_conflicts", "advice_operation"]


def test_a_rebase_with_conflicts_is_seen_with_its_step(repository: Repository, house: House) -> None:
    _fight(repository)
    repository.git("checkout", "-q", "side")
    repository.git("rebase", "main", good=(1,))

    git = seen(work_observe(house))

    assert (git.operation, git.operation_step, git.conflicts, git.branch) == ("rebase", "2/2", ("a.py",), None)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("cherry-pick", "side"), "cherry-pick"),
        (("revert", "--no-edit", "HEAD~1"), "revert"),
        (("bisect", "start"), "bisect"),
    ],
)
def test_other_operations_are_seen(repository: Repository, house: House, command: tuple[str, ...], name: str) -> None:
    _fight(repository)
    repository.commit("main three", a__py="main again\n")
    repository.git(*command, good=(0, 1))

    assert seen(work_observe(house)).operation == name


def _with_origin(repository: Repository, tmp_path: Path) -> Repository:
    origin = tmp_path / "origin.git"
    repository.git("clone", "-q", "--bare", str(repository.top), str(origin))
    repository.git("remote", "add", "origin", str(origin))
    repository.git("fetch", "-q")
    repository.git("branch", "-q", "--set-upstream-to=origin/main")
    return repository


def test_ahead_behind_and_diverged_are_counted(repository: Repository, house: House, tmp_path: Path) -> None:
    _with_origin(repository, tmp_path)
    repository.commit("second", b__txt="b")
    repository.git("push", "-q")
    repository.git("reset", "-q", "--hard", "HEAD~1")
    behind = work_observe(house)
    repository.commit("other", c__txt="c")
    diverged = work_observe(house)
    repository.git("reset", "-q", "--hard", "origin/main")
    repository.commit("third", d__txt="d")
    ahead = work_observe(house)

    assert [(seen(s).ahead, seen(s).behind) for s in (behind, diverged, ahead)] == [(0, 1), (1, 1), (1, 0)]
    advice = [s.recommendations[0].key for s in (behind, diverged, ahead)]
    assert advice == ["advice_pull", "advice_diverged", "advice_push"]


def test_an_upstream_that_is_gone_is_seen(repository: Repository, house: House, tmp_path: Path) -> None:
    _with_origin(repository, tmp_path).git("update-ref", "-d", "refs/remotes/origin/main")

    state = work_observe(house)

    assert (seen(state).upstream, seen(state).ahead) == ("origin/main", None)
    assert state.recommendations[0].key == "advice_upstream_gone"


def test_the_remote_is_shown_without_user_and_home(repository: Repository, house: House) -> None:
    word = "hunter" + "2"
    repository.git("remote", "add", "origin", f"https://aki:{word}@example.com/shop.git")
    first = seen(work_observe(house)).remote
    repository.git("remote", "set-url", "origin", str(house.start.home / "mirror"))

    assert (first, seen(work_observe(house)).remote) == ("https://example.com/shop.git", "~/mirror")


def test_renames_and_unusual_names_come_through(repository: Repository, house: House) -> None:
    names = ("a b.py", "倉庫.py", "line\nfeed.py", "-rf", 'quote".py')
    repository.git("mv", "a.py", "moved.py")
    for name in names:
        repository.write(name, name)

    git = seen(work_observe(house))

    assert git.staged == (FileState("moved.py", "R.", "a.py"),)
    assert set(git.untracked) == set(names)


def test_thousands_of_untracked_files_are_bounded_and_counted(repository: Repository, house: House) -> None:
    for number in range(2_000):
        (repository.top / f"{number:05}.txt").touch()

    git = seen(work_observe(house))

    assert (len(git.untracked), git.cut) == (200, ("untracked:1800",))


def test_our_own_files_and_commits_do_not_count(repository: Repository, house: House) -> None:
    start = repository.git("rev-parse", "HEAD")
    repository.write("session_logs/handover/project_latest.md", "x")
    repository.commit("handover")
    repository.write("session_logs/handover/index.json", "{}")
    repository.write(".butler/config.yaml", "language: ja\n")

    git = seen(work_observe(house, since_head=start))

    assert (git.dirty, git.commits_since) == (False, ())
    assert git.head_subject == "handover"
    assert [commit.subject for commit in git.recent] == ["first"]


def test_a_project_in_a_subfolder_has_its_own_folders_and_sees_the_whole_tree(
    repository: Repository, open_at: Callable[..., House]
) -> None:
    repository.write("pkg/.butler/config.yaml", "language: en\n")
    repository.write("pkg/session_logs/x.md", "x")
    repository.write("session_logs/x.md", "x")
    repository.write("pkg/b.py", "b")

    git = seen(work_observe(open_at(repository.top / "pkg")))

    assert git.untracked == ("pkg/b.py",)


def test_files_and_commits_of_every_project_in_the_tree_are_no_work(
    repository: Repository, open_at: Callable[..., House]
) -> None:
    repository.write("pkg/.butler/config.yaml", "language: en\n")
    repository.write("lib/session_logs/x.py", "x = 1\n")
    repository.commit("work")
    for place in ("", "pkg/"):
        repository.write(f"{place}session_logs/handover/index.json", "{}")
    repository.commit("handovers")
    for place in ("", "pkg/", "lib/"):
        repository.write(f"{place}session_logs/handover/x.md", "x")

    for folder in (repository.top, repository.top / "pkg"):
        git = seen(work_observe(open_at(folder)))
        assert git.untracked == ("lib/session_logs/handover/x.md",)
        assert [commit.subject for commit in git.recent] == ["work", "first"]


def test_a_worktree_is_named(repository: Repository, open_at: Callable[..., House], tmp_path: Path) -> None:
    side = tmp_path / "home" / "work" / "side"
    repository.git("worktree", "add", "-q", str(side), "-b", "side")

    git = seen(work_observe(open_at(side)))

    assert (git.branch, git.worktree, git.other_worktrees) == ("side", "side", 1)


def test_a_shallow_clone_says_that_its_history_is_cut(
    repository: Repository, open_at: Callable[..., House], tmp_path: Path
) -> None:
    repository.commit("second", b__txt="b")
    clone = tmp_path / "home" / "work" / "clone"
    repository.git("clone", "-q", "--depth", "1", f"file://{repository.top}", str(clone))

    assert seen(work_observe(open_at(clone))).cut == ("history:shallow",)


def test_commits_since_a_head_or_a_time_stand_oldest_first(repository: Repository, house: House) -> None:
    start = repository.git("rev-parse", "HEAD")
    repository.commit("second", b__txt="b")
    repository.commit("third", c__txt="c")

    def subjects(**since: str) -> list[str] | None:
        commits = seen(work_observe(house, **since)).commits_since
        return None if commits is None else [commit.subject for commit in commits]

    assert subjects(since_head=start) == ["second", "third"]
    assert subjects(since_time="2026-06-03T01:02:30Z") == ["third"]
    assert subjects(since_head="b2" * 20, since_time="2026-06-03T10:01:30+09:00") == ["second", "third"]
    assert subjects(since_head=repository.git("rev-parse", "HEAD")) == []


@pytest.mark.parametrize("value", ["--output=x", "HEAD", "yesterday", "", "9999-99-99", "\0", "now; rm"])
def test_a_start_that_is_none_is_not_known(repository: Repository, house: House, value: str) -> None:
    assert seen(work_observe(house, since_head=value, since_time=value)).commits_since is None
    assert not (repository.top / "x").exists()


def test_symbols_of_committed_and_uncommitted_changes_are_named_when_asked(
    repository: Repository, house: House
) -> None:
    start = repository.git("rev-parse", "HEAD")
    repository.commit("second", b__py="class Shelf:\n    def put(self):\n        return 1\n")
    repository.write("a.py", "def one():\n    return 2\n")
    repository.write(".butler/x.py", "def ours(): ...\n")

    git = seen(work_observe(house, since_head=start, symbols=True))

    assert {item.path: item.names for item in git.symbols} == {"a.py": ("one",), "b.py": ("Shelf", "put")}
    assert seen(work_observe(house)).symbols == ()


def test_symbols_since_a_time_hold_what_was_committed_since(repository: Repository, house: House) -> None:
    repository.commit("second", b__py="def two():\n    return 2\n")

    git = seen(work_observe(house, since_time="2026-06-03T01:01:30Z", symbols=True))

    assert [item.path for item in git.symbols] == ["b.py"]


def test_what_damaged_objects_hide_is_unknown_and_the_rest_is_told(repository: Repository, house: House) -> None:
    head = repository.git("rev-parse", "HEAD")
    repository.commit("second", b__txt="b")
    repository.write("c.txt", "c")
    (repository.top / ".git" / "objects" / head[:2] / head[2:]).unlink()

    git = seen(work_observe(house))

    assert (git.branch, git.untracked) == ("main", ("c.txt",))
    assert git.cut == ("commits:unknown",)


def test_looking_writes_nothing(repository: Repository, house: House) -> None:
    os.utime(repository.top / "a.py", (1, 1))
    before = {path: path.read_bytes() for path in house.start.home.rglob("*") if path.is_file()}

    work_observe(house, caller=CODEX, symbols=True)
    current_work(house, CODEX)

    assert {path: path.read_bytes() for path in house.start.home.rglob("*") if path.is_file()} == before


def test_a_work_session_remembers_where_it_began(repository: Repository, house: House) -> None:
    begun = start_work(house, CODEX, "#49", None)
    head = repository.git("rev-parse", "HEAD")
    repository.commit("second", b__txt="b")

    state = work_observe(house, caller=CODEX)

    assert state.session == begun.session == current_work(house, CODEX)
    assert (begun.session.issue_id, begun.session.branch_at_start, begun.session.head_at_start) == (49, "main", head)
    assert [commit.subject for commit in seen(state).commits_since or ()] == ["second"]


def test_work_begins_without_git(house: House) -> None:
    assert start_work(house, CODEX, None, None).session.head_at_start is None


def test_a_session_belongs_to_one_calling_session(house: House) -> None:
    first = start_work(house, CODEX, 1, None).session
    second = start_work(house, OTHER_CODEX, 2, None).session

    assert current_work(house, CODEX) == first
    assert current_work(house, OTHER_CODEX) == second
    assert current_work(house, Caller("codex", "s-3")) is None
    assert current_work(house, CLAUDE) is None


def test_worktrees_share_their_work_sessions(
    repository: Repository, house: House, open_at: Callable[..., House]
) -> None:
    side = house.start.home / "work" / "side"
    repository.git("worktree", "add", "-q", str(side), "-b", "side")

    begun = start_work(open_at(), CODEX, 1, None).session

    assert current_work(open_at(side), CODEX) == begun


def test_a_caller_that_cannot_be_told_apart_gets_the_only_open_session_of_its_client(house: House) -> None:
    first = start_work(house, CODEX, 1, None).session
    alone = current_work(house, Caller("codex"))
    start_work(house, OTHER_CODEX, 2, None)

    assert alone == first
    assert current_work(house, Caller("codex")) is None


def test_a_session_without_an_id_is_never_given_to_a_caller_with_one(house: House) -> None:
    start_work(house, Caller("codex"), 1, None)

    assert current_work(house, CODEX) is None


def test_starting_again_replaces_the_open_session(house: House) -> None:
    first = start_work(house, CODEX, 1, None).session
    again = start_work(house, CODEX, 2, None)

    assert again.replaced is not None
    assert again.replaced.id == first.id
    assert current_work(house, CODEX) == again.session


def test_the_handover_gives_the_issue_and_is_remembered(house: House) -> None:
    house.project.handovers.mkdir(parents=True)
    (house.project.handovers / "issue-49_20260603T004500Z_codex.md").write_text("x")
    session = start_work(house, CODEX, None, "issue-49-20260603T004500Z-codex").session

    assert (session.issue_id, session.based_on) == (49, "issue-49-20260603T004500Z-codex")


@pytest.mark.parametrize(("issue", "handover"), [("../x", None), (None, "../x"), (True, None), ("a" * 65, None)])
def test_hostile_ids_are_refused_and_nothing_is_written(house: House, issue: Any, handover: Any) -> None:
    with pytest.raises(InvalidInput):
        start_work(house, CODEX, issue, handover)

    assert not house.user.data.exists()


def test_an_unknown_issue_of_a_configured_source_is_refused(project: Path, open_at: Callable[..., House]) -> None:
    (project / ".butler" / "issues").mkdir(parents=True)
    house = open_at()

    with pytest.raises(NotFound) as caught:
        start_work(house, CODEX, 49, None)

    assert caught.value.code == "issue_not_found"
    assert current_work(house, CODEX) is None


def test_finishing_keeps_the_notes_and_closes(house: House) -> None:
    begun = start_work(house, CODEX, 1, None).session

    done = finish_work(house, CODEX, "merged")

    assert (done.id, done.finish_notes, done.finished_at) == (begun.id, "merged", house.now().isoformat())
    assert current_work(house, CODEX) is None
    with pytest.raises(NotFound) as caught:
        finish_work(house, CODEX, "")
    assert caught.value.code == "work_not_open"


def test_finishing_without_any_session_makes_no_file(house: House) -> None:
    with pytest.raises(NotFound):
        finish_work(house, CODEX, "")

    assert not house.user.data.exists()


def test_too_long_notes_are_refused_and_the_session_stays_open(house: House) -> None:
    start_work(house, CODEX, 1, None)

    with pytest.raises(InvalidInput):
        finish_work(house, CODEX, "あ" * (work_sessions.MAX_NOTES // 3 + 1))

    assert current_work(house, CODEX) is not None


def test_the_file_is_private_and_beside_the_repository(repository: Repository, house: House) -> None:
    start_work(house, CODEX, 1, None)

    file = house.project_data / work_sessions.FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(house.project_data.stat().st_mode) == 0o700
    assert not file.is_relative_to(repository.top)


def _content(**change: Any) -> dict[str, Any]:
    session = {
        "id": "work-1", "client": "codex", "started_at": "2026-06-03T12:00:00+09:00", "session_id": None,
        "issue_id": 1, "based_on": None, "branch_at_start": None, "head_at_start": None, "finished_at": None,
        "finish_notes": "",
    }  # fmt: skip
    return {"version": 1, "sessions": [session | change]}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "work_sessions_damaged"),
        ("{", "work_sessions_damaged"),
        ("[]", "work_sessions_damaged"),
        ('{"version": 1}', "work_sessions_damaged"),
        ('{"version": 1, "version": 1, "sessions": []}', "work_sessions_damaged"),
        ('{"version": NaN, "sessions": []}', "work_sessions_damaged"),
        ("[" * 100_000, "work_sessions_damaged"),
        ("<<<<<<< ours", "work_sessions_damaged"),
        (json.dumps(_content(issue_id="../x")), "work_sessions_damaged"),
        (json.dumps(_content(issue_id=True)), "work_sessions_damaged"),
        (json.dumps(_content(client=None)), "work_sessions_damaged"),
        (json.dumps(_content(more=1)), "work_sessions_damaged"),
        ('{"version": 2, "whatever": 1}', "work_sessions_newer"),
    ],
)
def test_a_damaged_or_newer_file_is_refused_and_left_untouched(house: House, content: str, code: str) -> None:
    house.project_data.mkdir(parents=True)
    file = house.project_data / work_sessions.FILE
    file.write_text(content)

    for call in (
        lambda: start_work(house, CODEX, 1, None),
        lambda: finish_work(house, CODEX, ""),
        lambda: current_work(house, CODEX),
    ):
        with pytest.raises(Unreadable) as caught:
            call()
        assert caught.value.code == code
    assert file.read_text() == content


def test_a_link_in_place_of_the_file_is_refused(house: House, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("keep")
    house.project_data.mkdir(parents=True)
    (house.project_data / work_sessions.FILE).symlink_to(victim)

    with pytest.raises(Refused):
        start_work(house, CODEX, 1, None)

    assert victim.read_text() == "keep"


def test_what_is_written_is_read_back(house: House) -> None:
    start_work(house, Caller("codex", "日本\udcff"), "ABC-7", None)
    file = house.project_data / work_sessions.FILE

    assert work_sessions.dump(work_sessions.parse(file.read_bytes())) == file.read_bytes()


def test_old_finished_sessions_are_trimmed_before_open_ones(house: House) -> None:
    finished = {"finished_at": "2026-06-03T12:30:00+09:00"}
    old = [{**_content(id="work-open", client="claude-code")["sessions"][0]}]
    old += [
        _content(id=f"work-{number}", **finished)["sessions"][0] for number in range(work_sessions.MAX_SESSIONS - 1)
    ]
    house.project_data.mkdir(parents=True)
    file = house.project_data / work_sessions.FILE
    file.write_text(json.dumps({"version": 1, "sessions": old}))

    started = [start_work(house, Caller("codex", name), 1, None).session.id for name in ("s-1", "s-2")]

    ids = [item.id for item in work_sessions.parse(file.read_bytes())]
    assert ids == ["work-open", *(f"work-{number}" for number in range(2, work_sessions.MAX_SESSIONS - 1)), *started]


def _begin(house: House, number: int) -> None:
    for step in range(5):
        start_work(house, Caller("codex", f"s-{number}-{step}"), number, None)


def test_several_agents_at_once_lose_nothing(house: House) -> None:
    context = multiprocessing.get_context("fork")
    agents = [context.Process(target=_begin, args=(house, number)) for number in range(4)]
    for agent in agents:
        agent.start()
    for agent in agents:
        agent.join()

    assert [agent.exitcode for agent in agents] == [0] * 4
    for number in range(4):
        for step in range(5):
            found = current_work(house, Caller("codex", f"s-{number}-{step}"))
            assert found is not None
            assert found.issue_id == number


def test_observing_with_a_damaged_file_of_sessions_is_refused_only_where_a_session_is_asked_for(
    repository: Repository, house: House
) -> None:
    house.project_data.mkdir(parents=True)
    (house.project_data / work_sessions.FILE).write_text("{")

    assert work_observe(house).git is not None
    with pytest.raises(ButlerError):
        work_observe(house, caller=CODEX)


def test_a_tree_that_takes_too_long_is_shown_without_untracked_files(
    repository: Repository, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("a.py", "changed")
    repository.write("new.py", "x")
    monkeypatch.setattr("butler.git.STATUS_SECONDS", 0.0)

    git = seen(work_observe(house))

    assert ([item.path for item in git.unstaged], git.untracked, git.cut) == (["a.py"], (), ("untracked:unknown",))
