"""Git's bytes become what is known."""

from __future__ import annotations

import pytest

from butler.capabilities.work_record.models import Commit, FileState, GitState, Recommendation
from butler.maids import work_record_worker as worker
from butler.maids.work_record_worker import Ours

HEAD = "a1" * 20
BLOBS = f"100644 100644 100644 {HEAD} {HEAD}"
CLEAN = f"# branch.oid {HEAD}\0# branch.head main\0"
HERE = Ours()


def status(*entries: str, head: str = CLEAN) -> bytes:
    return (head + "".join(f"{entry}\0" for entry in entries)).encode("utf-8", "surrogateescape")


def commit(*files: str, subject: str = "work", number: int = 1) -> Commit:
    return Commit(f"{number:040x}", subject, "2026-06-03T10:00:00+09:00", files)


def test_a_clean_tree_is_not_dirty() -> None:
    state = worker.read_status(status(), HERE)

    assert (state.branch, state.head, state.dirty, state.upstream) == ("main", HEAD, False, None)


def test_an_unborn_branch_has_no_head() -> None:
    state = worker.read_status(b"# branch.oid (initial)\0# branch.head main\0", HERE)

    assert (state.branch, state.head) == ("main", None)


def test_a_detached_head_has_no_branch() -> None:
    state = worker.read_status(status(head=f"# branch.oid {HEAD}\0# branch.head (detached)\0"), HERE)

    assert (state.branch, state.head) == (None, HEAD)


def test_ahead_and_behind_come_from_the_upstream() -> None:
    head = f"{CLEAN}# branch.upstream origin/main\0# branch.ab +2 -3\0"

    state = worker.read_status(status(head=head), HERE)

    assert (state.upstream, state.ahead, state.behind) == ("origin/main", 2, 3)


def test_an_upstream_that_is_gone_has_no_counts() -> None:
    state = worker.read_status(status(head=f"{CLEAN}# branch.upstream origin/main\0"), HERE)

    assert (state.upstream, state.ahead, state.behind) == ("origin/main", None, None)


def test_staged_unstaged_both_untracked_and_conflicting_files_are_told_apart() -> None:
    state = worker.read_status(
        status(
            f"1 A. N... {BLOBS} new.py",
            f"1 .M N... {BLOBS} old.py",
            f"1 MM N... {BLOBS} both.py",
            f"u UU N... 100644 100644 100644 100644 {HEAD} {HEAD} {HEAD} fight.py",
            "? loose.txt",
            "! ignored.txt",
        ),
        HERE,
    )

    assert [item.path for item in state.staged] == ["new.py", "both.py"]
    assert [item.path for item in state.unstaged] == ["old.py", "both.py"]
    assert (state.untracked, state.conflicts, state.dirty) == (("loose.txt",), ("fight.py",), True)


def test_a_rename_keeps_where_the_file_came_from() -> None:
    state = worker.read_status(status(f"2 R. N... {BLOBS} R100 to.py", "from.py", "? next.txt"), HERE)

    assert state.staged == (FileState("to.py", "R.", "from.py"),)
    assert state.untracked == ("next.txt",)


@pytest.mark.parametrize(
    "path", ["a b.py", "倉庫/棚.py", "line\nfeed", "# branch.head x", "tab\t", "2 R. x", "bad\udcff"]
)
def test_unusual_names_come_through_as_they_are(path: str) -> None:
    state = worker.read_status(status(f"1 .M N... {BLOBS} {path}", f"? {path}"), HERE)

    assert state.unstaged == (FileState(path, ".M"),)
    assert state.untracked == (path,)


@pytest.mark.parametrize(
    ("prefix", "path", "ours"),
    [
        ("", "session_logs/handover/x.md", True),
        ("", ".butler/issues/1.md", True),
        ("", "session_logs_old/x.md", False),
        ("", "pkg/session_logs/x.md", False),
        ("pkg", "pkg/session_logs/x.md", True),
        ("pkg", "session_logs/x.md", True),
        ("pkg", "pkg2/.butler/x", True),
        ("pkg", "pkg2/session_logs/x.md", False),
        ("", "other/deep/session_logs/x.md", True),
        ("pkg", "other/deep/session_logs/handover/x.md", True),
        ("", "other/session_logs/x.md", False),
        ("", "src/butler.py", False),
        ("a/b", "a/b/.butler/config.yaml", True),
    ],
)
def test_our_folders_are_those_of_every_project_in_the_tree(prefix: str, path: str, ours: bool) -> None:
    assert Ours(prefix, is_project=lambda place: place == "other/deep").holds(path) is ours


def test_our_own_files_are_not_work() -> None:
    state = worker.read_status(
        status(
            f"1 M. N... {BLOBS} session_logs/handover/index.json",
            f"u UU N... 100644 100644 100644 100644 {HEAD} {HEAD} {HEAD} .butler/issues/2.md",
            "? .butler/config.yaml",
        ),
        HERE,
    )

    assert not state.dirty


def test_a_file_that_moved_into_our_folders_is_gone_and_one_that_moved_out_is_there() -> None:
    state = worker.read_status(
        status(
            f"2 R. N... {BLOBS} R100 session_logs/notes.md",
            "notes.md",
            f"2 R. N... {BLOBS} R100 plan.md",
            ".butler/plan.md",
            f"2 R. N... {BLOBS} R100 .butler/b.md",
            "session_logs/a.md",
        ),
        HERE,
    )

    assert state.staged == (FileState("notes.md", "D."), FileState("plan.md", "R.", ".butler/plan.md"))


def test_long_lists_are_cut_and_counted() -> None:
    state = worker.read_status(status(*(f"? {number:05}.txt" for number in range(10_000))), HERE)

    assert len(state.untracked) == worker.MAX_FILES
    assert state.cut == (f"untracked:{10_000 - worker.MAX_FILES}",)


def test_an_output_that_was_cut_loses_its_broken_entry_and_says_so() -> None:
    state = worker.read_status(status("? whole.txt") + b"? brok", HERE, cut=True)

    assert (state.untracked, state.cut) == (("whole.txt",), ("status:more",))


def test_files_that_were_not_asked_for_are_unknown() -> None:
    assert worker.read_status(status(), HERE, untracked_listed=False).cut == ("untracked:unknown",)


@pytest.mark.parametrize("entry", ["1 .M", "2 R.", "u UU x", "1", "x", "?"])
def test_a_broken_entry_is_no_file(entry: str) -> None:
    state = worker.read_status(status(entry), HERE)

    assert not (state.staged or state.unstaged or state.conflicts)


LOG = f"\0\0{'3' * 40}\0T3\0third\0\na.py\0b c.py\0\0\0{'2' * 40}\0T2\0\0\0\0{'1' * 40}\0T1\0first\0\n\nodd\0".encode()


def test_a_log_gives_commits_with_and_without_files_and_subjects() -> None:
    assert worker.read_log(LOG) == [
        Commit("3" * 40, "third", "T3", ("a.py", "b c.py")),
        Commit("2" * 40, "", "T2", ()),
        Commit("1" * 40, "first", "T1", ("\nodd",)),
    ]


@pytest.mark.parametrize("length", range(len(LOG)))
def test_a_log_that_ends_anywhere_is_read_without_inventing_anything(length: int) -> None:
    whole = worker.read_log(LOG)

    assert worker.read_log(LOG[:length], cut=True) == whole[: len(worker.read_log(LOG[:length], cut=True))]


def test_commits_of_nothing_but_our_files_are_no_work_and_merges_are() -> None:
    commits = [commit("session_logs/x.md", "a.py"), commit(".butler/config.yaml"), commit()]

    assert [item.files for item in worker.work_commits(commits, HERE)] == [("a.py",), ()]


def test_commits_since_stand_oldest_first_and_are_cut() -> None:
    newest = [commit("a.py", number=number) for number in range(worker.MAX_COMMITS + 1, 0, -1)]

    state = worker.with_commits(GitState("main", HEAD), newest[:9], newest, HERE)

    assert state.commits_since is not None
    assert (state.commits_since[0].hash, len(state.commits_since)) == (f"{2:040x}", worker.MAX_COMMITS)
    assert state.cut == ("commits_since:more",)
    assert len(state.recent) == worker.RECENT


def test_the_subject_of_head_is_told_even_when_it_is_no_work() -> None:
    state = worker.with_commits(GitState("main", HEAD), [commit(".butler/x", subject="ours")], None, HERE)

    assert (state.head_subject, state.recent, state.commits_since) == ("ours", (), None)


DIFF = """diff --git a/shelf.py b/shelf.py
index 1..2 100644
--- a/shelf.py
+++ b/shelf.py
@@ -10 +10,2 @@ def put(self, book):
-    old
+    new
++++ b/forged.py
@@ -20,0 +22,3 @@ class Shelf:
+    async def take(self):
+        pass
+@@ -1 +1 @@ def forged():
diff --git "a/\\346\\243\\232\\n.c" "b/\\346\\243\\232\\n.c"
--- "a/\\346\\243\\232\\n.c"
+++ "b/\\346\\243\\232\\n.c"
@@ -1 +1 @@ static int count(int from)
-a
+b
diff --git a/gone.py b/gone.py
--- a/gone.py
+++ /dev/null
@@ -1,2 +0,0 @@ def before():
-def gone():
-    pass
"""


def test_symbols_come_from_hunk_headers_and_added_definitions_and_cannot_be_forged() -> None:
    found = {item.path: item.names for item in worker.read_symbols(DIFF.encode())}

    assert found == {"shelf.py": ("put", "Shelf", "take"), "棚\n.c": ("count",)}


def test_symbols_are_bounded() -> None:
    lines = "".join(f"+def f{number}():\n" for number in range(50))
    found = worker.read_symbols(f"+++ b/a.py\n@@ -0,0 +1,50 @@\n{lines}".encode())

    assert len(found[0].names) == worker.MAX_SYMBOLS


def test_a_remote_is_shown_without_user_and_password() -> None:
    word = "hunter" + "2"

    assert worker.clean_remote(f"https://aki:{word}@example.com/shop.git") == "https://example.com/shop.git"
    assert worker.clean_remote("git@example.com:aki/shop.git") == "git@example.com:aki/shop.git"


def keys(state: GitState) -> list[str]:
    return [item.key for item in worker.advise(state)]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (GitState("main", HEAD), ["advice_nothing"]),
        (GitState("main", None), ["advice_nothing"]),
        (GitState("main", HEAD, untracked=("a",)), ["advice_commit"]),
        (GitState("main", HEAD, conflicts=("a",), operation="merge"), ["advice_conflicts", "advice_operation"]),
        (GitState(None, HEAD, operation="rebase", operation_step="2/5"), ["advice_operation_step"]),
        (GitState(None, HEAD), ["advice_detached"]),
        (GitState("main", HEAD, stash=1), ["advice_stash"]),
        (GitState("main", HEAD, upstream="o/m", ahead=2, behind=0), ["advice_push"]),
        (GitState("main", HEAD, upstream="o/m", ahead=0, behind=2), ["advice_pull"]),
        (GitState("main", HEAD, upstream="o/m", ahead=1, behind=2), ["advice_diverged"]),
        (GitState("main", HEAD, upstream="o/m"), ["advice_upstream_gone"]),
        (GitState("main", HEAD, upstream="o/m", ahead=0, behind=0), ["advice_nothing"]),
    ],
)
def test_advice_follows_from_the_state(state: GitState, expected: list[str]) -> None:
    assert keys(state) == expected


def test_advice_to_commit_names_the_first_files_and_counts_each_once() -> None:
    changed = tuple(FileState(name, "MM") for name in "abcd")
    state = GitState("main", HEAD, staged=changed, unstaged=changed, untracked=("e",))

    assert worker.advise(state) == (Recommendation("advice_commit", (("files", "a, b, c, …"), ("count", "5"))),)


def test_a_count_over_cut_lists_is_a_lower_bound() -> None:
    state = GitState("main", HEAD, untracked=("a",), cut=("untracked:7",))

    assert dict(worker.advise(state)[0].facts)["count"] == "1+"
