"""Kept handovers: nothing is lost, nothing is half-written, and what hands or crashes did is mended."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from butler.capabilities.handover.backend import SavedHandover, open_library, save_handover
from butler.capabilities.handover.records import digest, dump_index, parse_index, read_entry
from butler.errors import InvalidInput, NotFound, Refused, Unavailable, Unreadable
from butler.naming import HandoverName, IssueId, name_handover, parse_handover_file, parse_handover_id
from butler.paths import Project, find_project

FIRST = "issue-49-20260603T004500Z-codex"
START = datetime(2026, 6, 3, 0, 45, tzinfo=UTC)
Writer = Callable[[HandoverName, HandoverName | None], str]


def _document(name: HandoverName, previous: HandoverName | None, body: str) -> str:
    """A small handover document for the store, which only looks at METADATA."""
    return (
        "# Handover\n\n## METADATA\n```yaml\n"
        f"format_version: 1\nsource_brain: {name.client}\ncreated_at: '{name.created.isoformat()}'\n"
        f"handover_id: {name.id}\ngit:\n  head: {'a1' * 20}\n"
        f"based_on: null\nprevious: {previous.id if previous else 'null'}\n```\n\n"
        f"## CURRENT_STATE\n{body}\n"
    )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project folder without git."""
    root = tmp_path / "parcel"
    root.mkdir()
    return find_project(root, home=tmp_path / "home")


@pytest.fixture
def says() -> Callable[[str], Writer]:
    """Makes a writer of documents with a given body."""
    return lambda body="nothing special": lambda name, previous: _document(name, previous, body)


@pytest.fixture
def save(project: Project, says: Callable[[str], Writer]) -> Callable[..., SavedHandover]:
    """Saves a handover ``seconds`` after the first one."""

    def run(issue: IssueId | None = 49, seconds: int = 0, client: str = "codex", body: str = "x") -> SavedHandover:
        return save_handover(project, issue, START + timedelta(seconds=seconds), client, says(body))

    return run


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by name, without the lock."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != "index.lock"}


def index_of(project) -> dict[str, dict]:
    """The rows of index.json by id."""
    return {row["id"]: row for row in json.loads((project.handovers / "index.json").read_bytes())["handovers"]}


class TestSaving:
    def test_the_first_save_writes_the_three_files_of_the_design(self, project, save):
        saved = save()
        assert saved.name.id == FIRST
        assert sorted(tree(project.handovers)) == [
            "index.json",
            "issue-49_20260603T004500Z_codex.md",
            "issue-49_latest.md",
        ]
        assert saved.snapshot.read_text() == saved.latest.read_text() == saved.text

    def test_a_handover_without_an_issue_is_the_projects(self, project, save):
        save(issue=None)
        assert {"project_20260603T004500Z_codex.md", "project_latest.md"} < set(tree(project.handovers))

    def test_the_index_says_everything_that_the_design_lists(self, project, save):
        saved = save()
        row = index_of(project)[FIRST]
        assert {key: row[key] for key in ("file", "issue", "brain", "created_at", "head", "based_on", "previous")} == {
            "file": "issue-49_20260603T004500Z_codex.md",
            "issue": 49,
            "brain": "codex",
            "created_at": "2026-06-03T00:45:00+00:00",
            "head": "a1" * 20,
            "based_on": None,
            "previous": None,
        }
        assert row["size"] == len(saved.text.encode())
        assert row["sha256"] == row["content_sha256"]

    def test_handovers_of_one_second_are_numbered_over_all_clients(self, save):
        names = [save(client=client).name.id for client in ("codex", "codex", "claude-code")]
        assert names == [FIRST, f"{FIRST}-2", "issue-49-20260603T004500Z-claude-code-3"]

    def test_previous_is_the_newest_of_the_same_issue(self, save):
        save(issue=7)
        first, second = save(), save(seconds=1)
        assert (first.previous, second.previous) == (None, first.name)

    def test_a_clock_that_went_back_does_not_hide_the_newer_handover(self, project, save):
        newer = save(seconds=60)
        saved = save(seconds=0)
        assert saved.warnings == ("warning_not_newest",)
        assert saved.latest.read_text() == newer.text
        assert open_library(project).newest(49) == newer.name

    def test_file_times_never_decide_which_is_newest(self, project, save):
        old, new = save(), save(seconds=1)
        os.utime(old.snapshot, (2_000_000_000, 2_000_000_000))
        assert open_library(project).newest(49) == new.name

    def test_a_text_over_one_mebibyte_is_refused_and_nothing_is_left(self, project, save):
        with pytest.raises(InvalidInput, match="too large"):
            save(body="x" * 1024 * 1024)
        assert tree(project.handovers) == {}

    def test_lone_surrogates_are_written_as_escapes(self, save):
        assert "\\udcff" in save(body="\udcff").text


class TestCrashes:
    """A crash between any two writes leaves the files up to there; the next save mends the rest."""

    def test_a_crash_after_the_snapshot_is_mended(self, project, save):
        save()
        before = {name: (project.handovers / name).read_bytes() for name in ("issue-49_latest.md", "index.json")}
        lost = save(seconds=1)
        for name, content in before.items():
            (project.handovers / name).write_bytes(content)
        assert open_library(project).newest(49) == lost.name
        save(issue=7, seconds=2)
        assert (project.handovers / "issue-49_latest.md").read_text() == lost.text
        assert set(index_of(project)) == {FIRST, lost.name.id, "issue-7-20260603T004502Z-codex"}

    def test_a_crash_before_the_index_is_mended_with_an_unknown_hash(self, project, save):
        save()
        index = (project.handovers / "index.json").read_bytes()
        lost = save(seconds=1)
        (project.handovers / "index.json").write_bytes(index)
        save(seconds=2)
        rows = index_of(project)
        assert rows[lost.name.id]["sha256"] is None
        assert rows[FIRST]["sha256"] is not None

    def test_temporary_files_of_killed_writers_are_swept(self, project, save):
        save()
        (project.handovers / ".butler-tmp-dead").write_text("half")
        save(seconds=1)
        assert not list(project.handovers.glob(".butler-tmp-*"))

    @pytest.mark.parametrize("kept", [("index.json",), ("issue-49_latest.md",), ()])
    def test_lost_latest_or_index_come_back_the_same_as_when_rebuilt_from_nothing(self, project, save, kept):
        save(), save(seconds=1), save(issue="ABC-1", seconds=2), save(issue=None, seconds=3)
        rebuilt = project.root.parent / "rebuilt"
        shutil.copytree(project.root, rebuilt)
        other = find_project(rebuilt, home=project.root.parent / "home")
        for folder in (project.handovers, other.handovers):
            for path in [*folder.glob("*_latest.md"), folder / "index.json"]:
                if folder is other.handovers or path.name not in kept:
                    path.unlink()
        writer = lambda name, previous: "## METADATA\n"  # noqa: E731
        for place in (project, other):
            save_handover(place, 5, parse_handover_id(FIRST).created, "codex", writer)
        mine, theirs = tree(project.handovers), tree(other.handovers)
        if "index.json" in kept:
            rows = [replace(e, sha256=None) for e in parse_index(mine.pop("index.json")).entries.values()]
            assert rows == [replace(e, sha256=None) for e in parse_index(theirs.pop("index.json")).entries.values()]
        assert mine == theirs


class TestFullAndReadOnly:
    """A save that is refused leaves what was there, byte for byte."""

    def test_a_snapshot_that_cannot_be_written_changes_nothing(self, project, save):
        save(body="small")
        before = tree(project.handovers)
        with limited_file_size(100), pytest.raises(Unavailable) as caught:
            save(seconds=1)
        assert caught.value.code == "not_writable"
        assert tree(project.handovers) == before

    @pytest.mark.parametrize("blocked", ["issue-49_latest.md", "index.json"])
    def test_a_folder_in_the_way_is_seen_before_the_first_byte(self, project, save, blocked):
        save()
        (project.handovers / blocked).unlink()
        before = tree(project.handovers)
        (project.handovers / blocked).mkdir()
        with pytest.raises(Refused, match="not a regular file"):
            save(seconds=1)
        (project.handovers / blocked).rmdir()
        assert tree(project.handovers) == before

    def test_a_latest_copy_that_cannot_be_written_takes_the_snapshot_back(self, project, save):
        newest = save(seconds=60, body="long " * 1000)
        newest.latest.unlink()
        before = tree(project.handovers)
        with limited_file_size(2000), pytest.raises(Unavailable):
            save(seconds=0, body="s")
        assert tree(project.handovers) == before

    def test_an_index_that_cannot_grow_takes_snapshot_and_latest_back(self, project, save):
        for second in range(6):
            save(seconds=second, body="s")
        before = tree(project.handovers)
        with limited_file_size(len(before["index.json"]) + 10), pytest.raises(Unavailable) as caught:
            save(seconds=9, body="s")
        assert caught.value.code == "not_writable"
        assert tree(project.handovers) == before

    def test_a_folder_without_write_permission_is_said(self, project, save):
        if os.geteuid() == 0:
            pytest.skip("root may write everywhere")
        project.root.chmod(0o500)
        with pytest.raises(Unavailable, match="cannot be written"):
            save()
        project.root.chmod(0o700)


@contextmanager
def limited_file_size(size: int) -> Iterator[None]:
    """A real limit of the system on how large a written file may get: as on a full disk, but EFBIG instead of ENOSPC."""
    old_signal = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, old_signal)


class TestAtOnce:
    def test_two_threads_lose_nothing(self, project, save):
        with ThreadPoolExecutor(2) as pool:
            names = list(pool.map(lambda number: save(client=f"c{number % 2}").name.id, range(20)))
        assert len(set(names)) == 20
        assert set(index_of(project)) == set(names)

    def test_four_processes_of_25_saves_in_one_second_lose_nothing(self, project):
        code = textwrap.dedent("""
            import sys
            from datetime import UTC, datetime
            from pathlib import Path
            from butler.capabilities.handover.backend import save_handover
            from butler.paths import find_project
            project = find_project(Path(sys.argv[1]), home=Path("/nowhere"))
            for _ in range(25):
                at = datetime(2026, 6, 3, tzinfo=UTC)
                saved = save_handover(project, 49, at, sys.argv[2], lambda name, previous: f"# {name.id}\\n")
                print(saved.name.id)
        """)
        runs = [
            subprocess.Popen([sys.executable, "-c", code, project.root, f"c{n}"], stdout=subprocess.PIPE, text=True)
            for n in "abcd"
        ]
        said = [line for run in runs for line in run.communicate()[0].splitlines()]
        assert [run.returncode for run in runs] == [0] * 4
        assert len(set(said)) == 100
        assert set(index_of(project)) == set(said)
        assert sorted(parse_handover_id(one).number for one in said) == list(range(1, 101))
        newest = max(said, key=lambda one: parse_handover_id(one).number)
        assert (project.handovers / "issue-49_latest.md").read_text() == f"# {newest}\n"


class TestHands:
    """Edits, deletions and merge marks by hand."""

    def test_an_edited_snapshot_keeps_its_text_and_is_called_edited(self, project, save):
        saved = save()
        saved.snapshot.write_text(saved.text + "a line by hand\n")
        found = open_library(project).open(saved.name)
        assert found.entry.edited is True
        assert found.text.endswith("a line by hand\n")
        save(seconds=1)
        assert saved.snapshot.read_text().endswith("a line by hand\n")
        assert open_library(project).open(saved.name).entry.edited is True

    def test_an_untouched_snapshot_is_not_edited(self, project, save):
        saved = save()
        assert open_library(project).open(saved.name).entry.edited is False

    def test_without_the_index_nobody_knows_whether_it_was_edited(self, project, save):
        saved = save()
        (project.handovers / "index.json").unlink()
        assert open_library(project).open(saved.name).entry.edited is None
        save(seconds=1)
        assert open_library(project).open(saved.name).entry.edited is None

    def test_a_deleted_snapshot_leaves_the_index_and_gives_latest_to_the_one_before(self, project, save):
        first, second = save(), save(seconds=1)
        second.snapshot.unlink()
        assert open_library(project).newest(49) == first.name
        assert not open_library(project).open(first.name).latest_is_it
        save(issue=7, seconds=2)
        assert (project.handovers / "issue-49_latest.md").read_text() == first.text
        assert second.name.id not in index_of(project)

    @pytest.mark.parametrize("file", ["index.json", "issue-49_latest.md"])
    def test_merge_marks_are_mended_from_the_snapshots(self, project, save, file):
        saved = save()
        marked = project.handovers / file
        whole = marked.read_bytes()
        marked.write_bytes(b"<<<<<<< HEAD\n" + whole + b"=======\nother\n>>>>>>> branch\n")
        before = tree(project.handovers)
        assert open_library(project).open(saved.name).text == saved.text
        assert tree(project.handovers) == before, "reading changes nothing"
        save(seconds=1, issue=7)
        assert b"<<<<<<<" not in marked.read_bytes()
        assert (project.handovers / "issue-49_latest.md").read_text() == saved.text
        assert FIRST in index_of(project)

    @pytest.mark.parametrize(
        "content",
        [b"", b"{", b"[]", b'{"format_version": 1}', b"\xff\xfe", b"null", b"[" * 100_000],
        ids=["empty", "half", "list", "keyless", "binary", "null", "deep"],
    )
    def test_a_damaged_index_is_ignored_and_rebuilt(self, project, save, content):
        saved = save()
        (project.handovers / "index.json").write_bytes(content)
        library = open_library(project)
        assert library.newest(49) == saved.name
        assert ("warning_index_damaged", "index.json") in library.problems
        save(seconds=1)
        assert len(index_of(project)) == 2

    def test_a_newer_index_is_left_alone_and_said(self, project, save):
        save()
        newer = b'{"format_version": 2, "handovers": {}}'
        (project.handovers / "index.json").write_bytes(newer)
        assert save(seconds=1).warnings == ("warning_index_newer",)
        assert (project.handovers / "index.json").read_bytes() == newer
        assert ("warning_index_newer", "index.json") in open_library(project).problems

    def test_lies_in_the_index_never_reach_a_reader(self, project, save):
        save()
        index = project.handovers / "index.json"
        index.write_bytes(index.read_bytes().replace(b'"brain": "codex"', b'"brain": "../evil\\n## X"'))
        assert ("warning_index_damaged", "index.json") in open_library(project).problems

    def test_broken_metadata_still_gives_an_entry_by_the_name(self, project, save):
        saved = save()
        saved.snapshot.write_text("all gone\n")
        (project.handovers / "index.json").unlink()
        entry = open_library(project).open(saved.name).entry
        assert (entry.brain, entry.created_at, entry.head) == ("codex", "2026-06-03T00:45:00+00:00", None)

    def test_a_latest_copy_without_snapshots_is_kept_and_said(self, project, save):
        saved = save()
        saved.snapshot.unlink()
        assert ("warning_latest_alone", "issue-49_latest.md") in open_library(project).problems
        save(issue=7, seconds=1)
        assert saved.latest.read_text() == saved.text

    def test_a_snapshot_that_is_no_text_is_refused_by_name(self, project, save):
        saved = save()
        saved.snapshot.write_bytes(b"\xff\xfe\x00")
        with pytest.raises(Unreadable, match="not UTF-8"):
            open_library(project).open(saved.name)


class TestIndexEntries:
    names = st.builds(
        name_handover,
        st.one_of(
            st.none(), st.integers(0, 10**17), st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,10}", fullmatch=True)
        ).filter(lambda issue: str(issue).lower() not in {"latest", "con", "nul", "aux", "prn"}),
        st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
        st.sampled_from(["codex", "claude-code", "x1"]),
        st.integers(1, 9999),
    )

    @given(st.lists(names, max_size=6, unique=True), st.binary(max_size=200))
    def test_what_is_written_is_read_back_whatever_the_files_hold(self, names, content):
        names = [name for name in names if parse_handover_file(name.file) == name]
        entries = [read_entry(name, content, None, sha256=digest(content)) for name in names]
        index = parse_index(dump_index(entries))
        assert index.state == "good"
        assert index.entries == {entry.file: entry for entry in entries}
        assert dump_index(index.entries.values()) == dump_index(reversed(entries))

    @given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
    def test_any_bytes_are_an_index_or_damaged_never_a_crash(self, content):
        assert parse_index(content).state in {"good", "damaged", "newer"}


class TestLookups:
    def test_an_unknown_id_names_the_nearest_ones(self, project, save):
        save(), save(seconds=1)
        with pytest.raises(NotFound) as caught:
            open_library(project).named("issue-49-20260603T004502Z-codex")
        assert caught.value.facts["near"][0].startswith("issue-49-2026060")

    def test_newest_of_anything_crosses_issues(self, project, save):
        save()
        newest = save(issue=None, seconds=5)
        assert next(iter(open_library(project).places)) == newest.name
        assert open_library(project).newest(50) is None

    def test_an_empty_project_has_none_and_reading_makes_no_folder(self, project):
        assert dict(open_library(project).places) == {}
        assert not (project.root / "session_logs").exists()


class TestPlanted:
    """Links, pipes and folders where files of ours go."""

    @pytest.mark.parametrize("part", ["session_logs", "session_logs/handover"])
    def test_a_linked_folder_is_refused_by_readers_and_writers(self, project, save, tmp_path, part):
        outside = tmp_path / "outside"
        outside.mkdir()
        place = project.root / part
        place.parent.mkdir(exist_ok=True)
        place.symlink_to(outside)
        for act in (save, lambda: open_library(project)):
            with pytest.raises(Refused, match="not a regular file"):
                act()
        assert not list(outside.iterdir())

    def test_a_linked_snapshot_is_never_followed(self, project, save, tmp_path):
        save()
        victim = tmp_path / "victim.md"
        victim.write_text("secret words")
        (project.handovers / "issue-49_20260603T004501Z_codex.md").symlink_to(victim)
        library = open_library(project)
        assert [name.id for name in library.places] == [FIRST]
        assert ("warning_irregular", "issue-49_20260603T004501Z_codex.md") in library.problems
        assert save(seconds=1).name.number == 2
        assert victim.read_text() == "secret words"

    def test_a_pipe_as_latest_neither_blocks_nor_is_written(self, project, save):
        saved = save()
        saved.latest.unlink()
        os.mkfifo(saved.latest)
        assert open_library(project).open(saved.name).latest_is_it is False
        with pytest.raises(Refused, match="pipe"):
            save(seconds=1)

    @pytest.mark.parametrize("plant", [os.mkfifo, os.mkdir])
    def test_what_is_planted_as_the_lock_is_refused_at_once(self, project, save, plant):
        save()
        (project.handovers / "index.lock").unlink()
        plant(project.handovers / "index.lock")
        with pytest.raises(Refused, match="not a regular file"):
            save(seconds=1)

    def test_another_issues_planted_latest_does_not_stop_a_save(self, project, save, tmp_path):
        other = save(issue=7)
        other.latest.unlink()
        other.latest.symlink_to(tmp_path / "victim")
        save(seconds=1)
        assert not (tmp_path / "victim").exists()


class TestWorktrees:
    @pytest.fixture
    def worktrees(self, tmp_path):
        """A main working tree and a linked one."""
        main, side = tmp_path / "main", tmp_path / "side"
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
        identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]

        def git(*arguments: str) -> None:
            subprocess.run(["git", *identity, *arguments], check=True, env=environment, capture_output=True)

        git("init", "-q", str(main))
        git("-C", str(main), "commit", "-q", "--allow-empty", "-m", "begin")
        git("-C", str(main), "worktree", "add", "-q", str(side))
        home = tmp_path / "home"
        return find_project(main, home=home), find_project(side, home=home)

    def test_each_worktree_sees_the_others_handovers(self, worktrees, says):
        main, side = worktrees
        at = parse_handover_id(FIRST).created
        saved = save_handover(side, 49, at, "codex", says("from the side"))
        library = open_library(main)
        found = library.open(library.named(FIRST))
        assert (found.text, found.project.root) == (saved.text, side.root)
        assert not library.is_own(found.name)
        assert open_library(side).is_own(found.name)

    def test_a_committed_snapshot_in_both_is_one_and_the_own_one_wins(self, worktrees, says):
        main, side = worktrees
        at = parse_handover_id(FIRST).created
        save_handover(side, 49, at, "codex", says("x"))
        shutil.copytree(side.root / "session_logs", main.root / "session_logs")
        library = open_library(main)
        assert [name.id for name in library.places] == [FIRST]
        assert library.is_own(library.named(FIRST))

    def test_names_and_previous_look_over_the_fence(self, worktrees, says):
        main, side = worktrees
        at = parse_handover_id(FIRST).created
        first = save_handover(side, 49, at, "codex", says("x"))
        saved = save_handover(main, 49, at, "codex", says("y"), elsewhere=open_library(main).elsewhere())
        assert (saved.name.number, saved.previous) == (2, first.name)

    def test_a_gitdir_file_that_points_to_a_stranger_is_not_believed(self, worktrees, tmp_path, says):
        main, _ = worktrees
        stranger = tmp_path / "stranger"
        (stranger / ".git").mkdir(parents=True)
        save_handover(
            find_project(stranger, home=tmp_path / "home"), 49, parse_handover_id(FIRST).created, "x", says("s")
        )
        (main.git_common / "worktrees" / "side" / "gitdir").write_text(f"{stranger}/.git\n")
        assert dict(open_library(main).places) == {}
