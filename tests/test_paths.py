"""Which project, and that no name leaves its folder."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from butler.errors import ButlerError, InvalidInput, Refused
from butler.paths import find_project, inside, meant_log, shown, shown_log


def git(folder, *command):
    subprocess.run(
        ["git", "-C", folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.com", *command],
        check=True,
        capture_output=True,
    )


@pytest.fixture
def home(tmp_path):
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def test_the_nearest_butler_folder_wins_over_the_git_top(home):
    top = home / "code"
    (top / "service" / ".butler").mkdir(parents=True)
    (top / "service" / "src").mkdir()
    git(home, "init", "-q", str(top))

    project = find_project(top / "service" / "src", home=home)

    assert project.root == top / "service"
    assert project.git_top == top
    assert project.git_common == top / ".git"


def test_without_a_butler_folder_the_git_top_is_the_project(home):
    (home / "code" / "a" / "b").mkdir(parents=True)
    git(home, "init", "-q", str(home / "code"))

    assert find_project(home / "code" / "a" / "b", home=home).root == home / "code"


def test_a_plain_folder_is_its_own_project(home):
    (home / "notes").mkdir()

    project = find_project(home / "notes", home=home)

    assert (project.root, project.git_top, project.git_common) == (home / "notes", None, None)


def test_worktrees_of_one_repository_share_their_key_and_keep_their_own_folders(home):
    main = home / "code"
    git(home, "init", "-q", "-b", "main", str(main))
    git(main, "commit", "-q", "--allow-empty", "-m", "first")
    git(main, "worktree", "add", "-q", str(home / "other"), "-b", "other")

    one, two = find_project(main, home=home), find_project(home / "other", home=home)

    assert one.git_common == two.git_common == main / ".git"
    assert one.key == two.key
    assert one.handovers != two.handovers


@pytest.mark.parametrize("place", ["home", "root", "plugin"])
def test_home_root_and_a_plugins_own_folder_are_no_project(home, place):
    plugin = home / "plugin"
    plugin.mkdir()
    start = {"home": home, "root": home.__class__("/"), "plugin": plugin}[place]

    with pytest.raises(Refused) as refused:
        find_project(start, home=home, never=[plugin])

    assert refused.value.code == "project_refused"
    assert str(home) not in refused.value.message("en")


def test_a_butler_folder_or_git_in_the_home_folder_makes_no_project_of_it(home):
    (home / ".butler").mkdir()
    git(home, "init", "-q", str(home))
    (home / "notes").mkdir()

    assert find_project(home / "notes", home=home).root == home / "notes"


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_folder_that_is_none_is_an_error(home, name):
    (home / "file").write_text("x")

    with pytest.raises(InvalidInput) as refused:
        find_project(home / name, home=home)

    assert refused.value.code == "project_missing"


@given(st.text(max_size=300))
def test_no_name_leaves_its_shelf(tmp_path_factory, name):
    shelf = tmp_path_factory.getbasetemp() / "shelf"
    try:
        path = inside(shelf, name)
    except ButlerError as refused:
        assert refused.code == "outside_folder"
    else:
        assert path.parent == shelf
        assert path.name == name


@pytest.mark.parametrize("folder", ["-shop", "", "s/-other-shop"])
def test_the_path_of_a_log_does_not_hold_the_name_of_the_home_folder(home, folder):
    dashed = "".join(one if one.isascii() and one.isalnum() else "-" for one in str(home))
    log = home / f".claude/projects/{dashed}{folder}/01.jsonl"

    written = shown_log(log, home)

    assert meant_log(written, home) == log
    assert folder.startswith("s") or written == f"~/.claude/projects/~{folder}/01.jsonl"


def test_the_home_folder_is_written_as_a_tilde(home):
    assert shown(home / "code" / "x.py", home) == "~/code/x.py"
    assert shown(str(home), home) == "~"
    assert shown(f"{home}work/x.py", home) == f"{home}work/x.py"
