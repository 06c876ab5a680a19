"""Whole files or none, one writer at a time, never through a link."""

import multiprocessing
import os
import stat
import subprocess
import sys
import threading
import time

import pytest

from butler import storage
from butler.errors import ButlerError


def add_one(old):
    return str(int(old or b"0") + 1).encode()


def count_up(folder, times):
    for _ in range(times):
        storage.update_locked(folder / "n", folder / "n.lock", add_one, limit=100)


def test_what_is_found_out_at_the_last_moment_prevents_the_replacing(tmp_path):
    (tmp_path / "x").write_bytes(b"old")

    def last():
        assert len(list(tmp_path.iterdir())) == 2  # the new file lies beside, whole
        raise ValueError

    with pytest.raises(ValueError):
        storage.write_kept(tmp_path / "x", b"new", last=last)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_no_update_of_many_processes_and_threads_is_lost(tmp_path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=count_up, args=(tmp_path, 25)) for _ in range(3)]
    workers += [threading.Thread(target=count_up, args=(tmp_path, 25)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert (tmp_path / "n").read_bytes() == b"150"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["n", "n.lock"]


def test_files_and_folders_are_private(tmp_path):
    folder = storage.make_folder(tmp_path, "a", "b")
    storage.update_locked(folder / "n", folder / "n.lock", add_one, limit=100)

    assert stat.S_IMODE((folder / "n").stat().st_mode) == stat.S_IMODE((folder / "n.lock").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700


@pytest.fixture
def frozen_holder(tmp_path):
    """Another process that holds ``x.lock`` until it is told to end."""
    code = f"import fcntl, sys; f = open({str(tmp_path / 'x.lock')!r}, 'a'); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"
    holder = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    holder.stdout.readline()
    yield holder
    holder.communicate()


def test_a_frozen_holder_is_answered_busy_and_that_caller_never_writes_later(tmp_path, frozen_holder):
    with pytest.raises(ButlerError) as refused, storage.locked(tmp_path / "x.lock", seconds=0.2):
        raise AssertionError("the lock was given twice")
    assert refused.value.code == "busy"

    frozen_holder.communicate()
    with storage.locked(tmp_path / "x.lock", seconds=5):
        storage.write_atomic(tmp_path / "x", b"mine")
    assert (tmp_path / "x").read_bytes() == b"mine"


def test_a_caller_whose_deadline_passed_inside_the_lock_writes_nothing(tmp_path):
    with pytest.raises(ButlerError) as refused, storage.locked(tmp_path / "x.lock", seconds=0.05) as held:
        time.sleep(0.1)
        held.check()

    assert refused.value.code == "busy"


def test_a_lock_file_that_is_deleted_meanwhile_does_not_let_two_in(tmp_path):
    inside, lock = [], tmp_path / "x.lock"

    def enter():
        with storage.locked(lock):
            inside.append(1)
            assert len(inside) == 1
            inside.pop()

    with storage.locked(lock):
        lock.unlink()
    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lock.exists()


@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder"])
def test_nothing_but_a_plain_file_is_read_or_replaced(tmp_path, kind):
    outside, target = tmp_path / "outside", tmp_path / "target"
    outside.write_text("keep")
    {
        "link": lambda: target.symlink_to(outside),
        "dangling link": lambda: target.symlink_to(tmp_path / "nowhere"),
        "pipe": lambda: os.mkfifo(target),
        "folder": lambda: target.mkdir(),
    }[kind]()

    for attempt in (lambda: storage.read_bytes(target, limit=100), lambda: storage.write_atomic(target, b"x")):
        with pytest.raises(ButlerError) as refused:
            attempt()
        assert refused.value.code == "not_regular"
    assert outside.read_text() == "keep"
    assert not (tmp_path / "nowhere").exists()


def test_a_lock_file_that_is_a_link_is_not_followed(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("keep")
    (tmp_path / "x.lock").symlink_to(victim)

    with pytest.raises(ButlerError), storage.locked(tmp_path / "x.lock", seconds=1):
        pass
    assert victim.read_text() == "keep"


@pytest.mark.parametrize("kind", ["link", "file"])
def test_no_part_of_a_folder_of_ours_may_be_a_link_or_a_file(tmp_path, kind):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    if kind == "link":
        (tmp_path / "session_logs").symlink_to(elsewhere)
    else:
        (tmp_path / "session_logs").write_text("x")

    with pytest.raises(ButlerError) as refused:
        storage.make_folder(tmp_path, "session_logs", "handover")
    assert refused.value.code == "not_regular"
    assert not list(elsewhere.iterdir())


def test_a_file_over_the_limit_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(b"x" * 11)

    with pytest.raises(ButlerError) as refused:
        storage.read_bytes(tmp_path / "x", limit=10)
    assert refused.value.code == "too_large"


def test_a_failed_replace_leaves_the_old_file_and_no_temporary(tmp_path, monkeypatch):
    storage.write_atomic(tmp_path / "x", b"old")
    full = OSError(28, "No space left on device")

    def fail(_descriptor):
        raise full

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ButlerError) as refused:
        storage.write_atomic(tmp_path / "x", b"new")

    assert refused.value.code == "not_writable"
    assert "No space left" in refused.value.message("en")
    assert (tmp_path / "x").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_temporaries_of_a_killed_writer_are_swept(tmp_path):
    code = (
        "import os, sys; from pathlib import Path; from butler import storage; os.fsync = lambda d: os._exit(9); "
        f"storage.write_atomic(Path({str(tmp_path)!r}) / 'x', b'new')"
    )
    killed = subprocess.run([sys.executable, "-c", code], check=False)

    assert killed.returncode == 9
    assert len(list(tmp_path.iterdir())) == 1
    storage.sweep_temporaries(tmp_path)
    assert not list(tmp_path.iterdir())
