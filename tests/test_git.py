"""Git on real repositories, hostile ones included."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest

from butler import git
from butler.errors import ButlerError, Refused, Unavailable, Unreadable
from tests.repositories import Repository, new_repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = new_repository(tmp_path / "shop")
    made.commit("first", a__py="def one():\n    return 1\n\n\ndef two():\n    return 2\n")
    return made


def test_a_status_names_branch_head_and_files(repository: Repository) -> None:
    repository.write("new.txt", "x")

    answer, listed = git.status(git.open_git(repository.top))

    assert listed
    assert b"# branch.head main\0" in answer.output
    assert answer.output.endswith(b"? new.txt\0")


def test_head_of_an_unborn_branch_has_no_commit(tmp_path: Path) -> None:
    assert git.head(git.open_git(new_repository(tmp_path / "empty").top)) == ("main", None)


def test_head_of_a_detached_head_has_no_branch(repository: Repository) -> None:
    repository.git("checkout", "-q", "--detach")

    assert git.head(git.open_git(repository.top)) == (None, repository.git("rev-parse", "HEAD"))


def test_only_full_hashes_of_this_repository_are_commits(repository: Repository) -> None:
    opened = git.open_git(repository.top)
    head = repository.git("rev-parse", "HEAD")

    assert git.has_commit(opened, head)
    assert not git.has_commit(opened, "a1" * 20)
    assert not git.has_commit(opened, head[:12])
    assert not git.has_commit(opened, "--output=/tmp/x")
    assert not git.has_commit(opened, repository.git("rev-parse", "HEAD^{tree}"))


def test_whether_head_holds_a_commit_is_unknown_where_one_is_missing(repository: Repository, tmp_path: Path) -> None:
    first = repository.git("rev-parse", "HEAD")
    repository.git("checkout", "-q", "-b", "aside")
    repository.write("aside.txt", "x")
    aside = repository.commit("aside")
    repository.git("checkout", "-q", "-")
    opened = git.open_git(repository.top)

    assert [git.contains(opened, one) for one in (first, aside, "a1" * 20)] == [True, False, None]
    assert git.contains(git.open_git(new_repository(tmp_path / "empty").top), first) is None


def test_what_was_opened_early_has_its_whole_time_again(repository: Repository) -> None:
    spent = replace(git.open_git(repository.top), deadline=0.0)

    with pytest.raises(Unavailable):
        git.status(spent)
    assert git.status(git.renewed(spent))[1]


def test_a_revision_that_is_no_hash_never_reaches_git(repository: Repository) -> None:
    opened = git.open_git(repository.top)
    for revision in ("HEAD", "--output=x", "-n1", "main"):
        with pytest.raises(ValueError, match="full hash"):
            git.diff(opened, revision)
        with pytest.raises(ValueError, match="full hash"):
            git.log(opened, limit=1, since=revision)
    assert not (repository.top / "x").exists()


def test_a_diff_names_the_function_around_by_the_languages_own_pattern(repository: Repository) -> None:
    base = repository.git("rev-parse", "HEAD")
    repository.write("b.py", "class Shelf:\n    def put(self):\n        pass\n\n        return 1\n")
    repository.commit("b")
    repository.write("b.py", "class Shelf:\n    def put(self):\n        pass\n\n        return 2\n")

    first = git.diff(git.open_git(repository.top), repository.git("rev-parse", "HEAD")).output

    assert b"def put(self):" in first
    assert b"+++ b/b.py" in git.diff(git.open_git(repository.top), base).output


def test_stashes_are_counted(repository: Repository) -> None:
    assert git.stashes(git.open_git(repository.top)) == 0
    for text in ("one", "two"):
        repository.write("a.py", text)
        repository.git("stash", "-q")

    assert git.stashes(git.open_git(repository.top)) == 2


def test_a_linked_worktree_knows_its_name_and_counts_the_others(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "-q", str(tmp_path / "side"), "-b", "side")

    linked, main = git.open_git(tmp_path / "side"), git.open_git(repository.top)

    assert (linked.worktree, main.worktree) == ("side", None)
    assert git.other_worktrees(linked) == git.other_worktrees(main) == 1


def test_a_missing_git_is_said(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    with pytest.raises(Unavailable) as caught:
        git.open_git(repository.top)

    assert caught.value.code == "program_missing"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
def test_a_repository_of_another_user_is_refused_with_its_reason(repository: Repository) -> None:
    for place in (repository.top, repository.top / ".git"):
        os.chown(place, 12345, 12345)

    with pytest.raises(Refused) as caught:
        git.open_git(repository.top)

    assert caught.value.code == "git_not_trusted"
    assert "safe.directory" in caught.value.hint("en")


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ("[core]\n\trepositoryformatversion = 0\n\tworktree = {elsewhere}\n", "git_elsewhere"),
        ("[core]\n\trepositoryformatversion = 0\n\tbare = true\n", "git_elsewhere"),
        ("[core\n", "git_damaged"),
    ],
)
def test_a_configuration_that_leads_elsewhere_or_nowhere_is_refused(
    repository: Repository, tmp_path: Path, config: str, code: str
) -> None:
    elsewhere = tmp_path / "private"
    elsewhere.mkdir()
    (repository.top / ".git" / "config").write_text(config.format(elsewhere=elsewhere))

    with pytest.raises(ButlerError) as caught:
        git.open_git(repository.top)

    assert caught.value.code == code
    assert str(tmp_path) not in caught.value.message("en")


def test_an_empty_dot_git_never_shows_the_repository_around_it(repository: Repository) -> None:
    inner = repository.top / "inner"
    (inner / ".git").mkdir(parents=True)

    with pytest.raises(Refused) as caught:
        git.open_git(inner)

    assert caught.value.code == "git_elsewhere"


def test_a_damaged_index_is_named(repository: Repository) -> None:
    (repository.top / ".git" / "index").write_bytes(b"nonsense")

    with pytest.raises(Unreadable) as caught:
        git.status(git.open_git(repository.top))

    assert caught.value.facts == {"what": "index"}


def test_git_variables_of_the_process_do_not_count(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other.top / ".git"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "touch ran")

    assert git.head(git.open_git(repository.top))[1] == repository.git("rev-parse", "HEAD")


def test_a_look_that_has_no_time_left_says_so(repository: Repository) -> None:
    with pytest.raises(Unavailable) as caught:
        git.open_git(repository.top, seconds=0)

    assert caught.value.code == "timed_out"


def test_a_pipe_in_the_configuration_costs_no_more_than_the_time_given(repository: Repository, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    repository.git("config", "include.path", str(tmp_path / "pipe"), good=(0,))

    with pytest.raises(Unavailable) as caught:
        git.open_git(repository.top, seconds=0.5)

    assert caught.value.code == "timed_out"


def test_the_parent_of_a_root_commit_is_none(repository: Repository) -> None:
    first = repository.git("rev-parse", "HEAD")
    second = repository.commit("second", b__txt="b")
    opened = git.open_git(repository.top)

    assert (git.parent(opened, second), git.parent(opened, first)) == (first, None)


def _plant(repository: Repository, traps: Path) -> None:
    """Everything in a repository that plain git would run; each trap would leave its name in ``traps``."""
    traps.mkdir()
    top = repository.top

    def trap(name: str) -> str:
        script = traps.parent / f"trap-{name}"
        script.write_text(f"#!/bin/sh\ntouch '{traps}/{name}'\ncat 2>/dev/null\n")
        script.chmod(0o755)
        return str(script)

    hooks = top / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"):
        (hooks / hook).write_text(f"#!/bin/sh\ntouch '{traps}/hook-{hook}'\n")
        (hooks / hook).chmod(0o755)
    settings = {
        "core.fsmonitor": trap("fsmonitor"),
        "core.pager": trap("pager"),
        "core.editor": trap("editor"),
        "core.sshCommand": trap("ssh"),
        "core.askPass": trap("askpass"),
        "core.gitProxy": trap("proxy"),
        "credential.helper": trap("credential"),
        "diff.external": trap("external"),
        "diff.trap.command": trap("driver"),
        "diff.trap.textconv": trap("textconv"),
        "diff.orderFile": trap("order"),
        "gpg.program": trap("gpg"),
        "log.showSignature": "true",
        "filter.trap.clean": trap("clean"),
        "filter.trap.smudge": trap("smudge"),
        "filter.process.process": trap("process"),
        "filter.trap.required": "true",
        "filter.a=b.clean": trap("equals"),
        "alias.status": f"!{trap('alias')}",
        "status.submoduleSummary": "true",
        "diff.submodule": "log",
        "color.ui": "always",
        "status.showUntrackedFiles": "no",
    }
    for key, value in settings.items():
        repository.git("config", key, value)
    included = top.parent / "included.cfg"
    included.write_text(f'[filter "included"]\n\tclean = {trap("included")}\n\tprocess = {trap("included-process")}\n')
    repository.git("config", "include.path", str(included))
    repository.git("config", "extensions.worktreeConfig", "true")
    repository.git("config", "--worktree", "filter.side.clean", trap("worktree"))


@pytest.fixture
def hostile(tmp_path: Path) -> tuple[Repository, Path]:
    """A repository that plain git must not be run in, and the folder where each planted program would leave a trace."""
    traps = tmp_path / "traps"
    inner = new_repository(tmp_path / "inner")
    inner.commit("inner", f__txt="1\n")
    made = new_repository(tmp_path / "hostile")
    kinds = {"trap": "a.txt", "a=b": "b.txt", "process": "c.txt", "included": "d.txt", "side": "e.txt"}
    made.write(".gitattributes", "".join(f"{file} filter={kind} diff=trap\n" for kind, file in kinds.items()))
    for file in kinds.values():
        made.write(file, "one\n")
    made.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.top), "module")
    made.commit("\x1b[31mred\x1b]0;title\x07 subject")
    made.git("checkout", "-q", "-b", "safe\u202egnp.exe")
    made.git("update-ref", "refs/heads/--output=planted", "HEAD")
    module = Repository(made.top / "module")
    _plant(made, traps)
    _module_trap(module, traps)
    for file in kinds.values():
        made.write(file, "two\n")
    made.write("module/f.txt", "2\n")
    made.write("untracked\x1b[2J.txt", "u")
    return made, traps


def _module_trap(module: Repository, traps: Path) -> None:
    script = traps.parent / "trap-module"
    script.write_text(f"#!/bin/sh\ntouch '{traps}/module'\n")
    script.chmod(0o755)
    module.git("config", "core.fsmonitor", str(script))


def _fingerprint(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_plain_git_falls_into_the_planted_traps(hostile: tuple[Repository, Path]) -> None:
    repository, traps = hostile

    for command in (("status",), ("diff", "HEAD"), ("-c", "diff.external=", "diff", "HEAD")):
        repository.git(*command, good=(0, 1, 128))

    ran = {trap.name for trap in traps.iterdir()}
    assert {"fsmonitor", "clean", "equals", "included-process", "worktree", "process", "external", "module"} <= ran


def test_nothing_of_a_hostile_repository_runs_and_nothing_is_written(hostile: tuple[Repository, Path]) -> None:
    repository, traps = hostile
    base = (repository.top / ".git" / "refs" / "heads" / "main").read_text().strip()
    before = _fingerprint(repository.top)

    opened = git.open_git(repository.top)
    status, _ = git.status(opened)
    log = git.log(opened, limit=5)
    changes = git.diff(opened, base)
    git.head(opened)
    git.stashes(opened)
    git.operation(opened)
    git.has_commit(opened, base)

    assert list(traps.iterdir()) == []
    assert _fingerprint(repository.top) == before
    assert not (repository.top / "planted").exists()
    assert b"branch.head safe\xe2\x80\xaegnp.exe" in status.output
    assert b"untracked\x1b[2J.txt" in status.output
    assert b"\x1b[31mred" in log.output
    assert b"+two" in changes.output
    assert b"\x1b[" not in changes.output


def test_a_configuration_with_endless_filters_is_refused(repository: Repository) -> None:
    with (repository.top / ".git" / "config").open("a") as config:
        config.writelines(f'[filter "f{number}"]\n\tclean = x\n' for number in range(401))

    with pytest.raises(Refused) as caught:
        git.open_git(repository.top)

    assert caught.value.code == "git_too_many_filters"


def test_a_submodule_at_another_commit_is_seen(tmp_path: Path) -> None:
    inner = new_repository(tmp_path / "inner")
    inner.commit("inner", f__txt="1\n")
    outer = new_repository(tmp_path / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.top), "module")
    outer.commit("outer")
    Repository(outer.top / "module").commit("moved", f__txt="2\n")

    assert b" module\0" in git.status(git.open_git(outer.top))[0].output


def test_a_shallow_clone_is_known(repository: Repository, tmp_path: Path) -> None:
    repository.commit("second", b__txt="b")
    repository.git("clone", "-q", "--depth", "1", f"file://{repository.top}", str(tmp_path / "clone"))

    assert git.open_git(tmp_path / "clone").shallow
    assert not git.open_git(repository.top).shallow
