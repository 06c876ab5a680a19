"""Installing and uninstalling: every file is arranged first, shown, and only then written, all under one lock.

The record is written before the files when something is put in, and after them when it is taken out: whoever is killed in
between can run the same command again.
"""

from __future__ import annotations

import dataclasses
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from butler import storage
from butler.errors import Conflict, NotFound, Refused, Unavailable
from butler.install import Entry
from butler.install.arranging import Arranged, arrange
from butler.install.ledger import FILE, FileState, Installed, Ledger, read_ledger, real
from butler.looking import is_there, names_in
from butler.records import dataclass

LOCK = "installs.lock"
STARTS = "start"
LIMIT = 64 * 1024 * 1024
"""Bytes of a client's file; ``.claude.json`` of a long life has some megabytes."""
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Change:
    """One file of an installation: where the user sees it, where it lies, its bytes now, how it should be, and the
    permission bits that it gets where it is made."""

    file: Path
    lies_at: Path
    content: bytes | None
    arranged: Arranged
    mode: int

    @property
    def is_any(self) -> bool:
        """Whether the file is written, made or removed."""
        return self.arranged.content != self.content


@dataclass(frozen=True, slots=True)
class View:
    """What a person sees: a path as it may be printed, and the changes before the first of them is made."""

    path: Callable[[Path], str] = str
    changes: Callable[[Sequence[Change]], None] = lambda changes: None


def install(data: Path, wish: Installed, *, view: View, dry: bool = False) -> list[Change]:
    """Have a client's entries stand in its files; nothing is done where they do already.

    Args:
        data: the user's data folder, for the record.
        wish: what to install.
        view: how it is shown.
        dry: work everything out and write nothing.

    Raises:
        ButlerError: a file cannot be read or written, or something in it is in the way (`arrange`); nothing was written.
    """
    with _held(data, dry) as made:
        ledger = _opened(data, made, sweep=not dry)
        old = [one for one in ledger.installed if one.key == wish.key]
        others = [one for one in ledger.installed if one.key != wish.key]
        new = dataclasses.replace(ledger, installed=(*others, wish), folders=tuple(made))
        taken = [entry for one in old for entry in one.entries]
        changes = _changes(new, [*wish.entries, *taken], taken, view)
        view.changes(changes)
        if not dry:
            _write(changes, before=lambda states: _keep(data, new, states))
        return changes


def uninstall(
    data: Path,
    which: Callable[[Installed], bool],
    looks: Sequence[Entry],
    *,
    view: View,
    dry: bool = False,
) -> list[Change]:
    """Take out the installations that ``which`` picks, and what in the places of ``looks`` looks like Butler's.

    Raises:
        ButlerError: as `install`.
    """
    with _held(data, dry) as made:
        ledger = _opened(data, made, sweep=not dry)
        gone = [one for one in ledger.installed if which(one)]
        left = tuple(one for one in ledger.installed if not which(one))
        new = dataclasses.replace(ledger, installed=left, folders=tuple(made))
        taken = [*(entry for one in gone for entry in one.entries), *looks]
        changes = _changes(new, taken, taken, view)
        view.changes(changes)
        if not dry:
            _write(changes, after=lambda states: _keep(data, new, states))
            if gone and not left:
                _forget_starts(data)
        return changes


def _changes(ledger: Ledger, touched: Iterable[Entry], taken: Iterable[Entry], view: View) -> list[Change]:
    """Each file that is touched, as it should be; refused before the first byte is written where one cannot be."""
    touched = list(touched)
    files = {real(entry.file): entry.file for entry in touched}
    modes = {real(entry.file): entry.mode for entry in touched}
    changes = []
    for lies_at, file in files.items():
        content = _read(lies_at)
        there = [entry for entry in taken if real(entry.file) == lies_at]
        arranged = arrange(view.path(file), content, ledger.files.get(str(lies_at)), ledger.wanted(lies_at), there)
        change = Change(file, lies_at, content, arranged, modes[lies_at])
        if change.is_any:
            _refuse_unwritable(lies_at, view.path(file))
        changes.append(change)
    return changes


def _read(path: Path) -> bytes | None:
    try:
        return storage.read_bytes(path, limit=LIMIT)
    except NotFound:
        return None


def _refuse_unwritable(path: Path, name: str) -> None:
    """Refuse a file that its user protected, although its folder would allow to replace it."""
    try:
        status = path.stat()
        closed = not status.st_mode & 0o222 or os.geteuid() not in {0, status.st_uid}
        closed = closed or not stat.S_ISREG(status.st_mode) or not os.access(path.parent, os.W_OK)
    except FileNotFoundError:
        missing = missing_folders(path.parent)
        closed = not os.access(missing[0].parent if missing else path.parent, os.W_OK | os.X_OK)
    except OSError:
        closed = True
    if closed:
        raise Refused("install_read_only", what=name)


def _write(
    changes: Sequence[Change],
    *,
    before: Callable[[dict[str, FileState | None]], None] | None = None,
    after: Callable[[dict[str, FileState | None]], None] | None = None,
) -> None:
    states: dict[str, FileState | None] = {}
    for change in changes:
        state = change.arranged.state
        if state is not None and (missing := missing_folders(change.lies_at.parent)):
            state = dataclasses.replace(state, folders=tuple(map(str, missing)))
        states[str(change.lies_at)] = state
    if before is not None:
        before(states)
    for change in changes:
        storage.sweep_temporaries(change.lies_at.parent)
        if change.is_any:
            _write_one(change)
    if after is not None:
        after(states)


def _write_one(change: Change) -> None:
    path, content = change.lies_at, change.arranged.content

    def is_the_same() -> None:
        if _read(path) != change.content:
            raise Conflict("install_file_moved", what=path.name)

    is_the_same()
    if content is None:
        storage.remove_file(path)
        return
    if change.content is None:
        missing = missing_folders(path.parent)
        if missing:
            storage.make_folder(missing[0].parent, *(folder.name for folder in missing))
        storage.write_kept(path, content, change.mode, last=is_the_same).close()
        return
    status = path.stat()
    owner = status.st_uid, status.st_gid
    storage.write_kept(path, content, stat.S_IMODE(status.st_mode), owner, is_the_same).close()


def missing_folders(folder: Path) -> list[Path]:
    """The folders that have to be made so that ``folder`` is there, outermost first."""
    found: list[Path] = []
    while not is_there(folder):
        found.insert(0, folder)
        folder = folder.parent
    return found


def _keep(data: Path, ledger: Ledger, states: dict[str, FileState | None]) -> None:
    """Write the record; where nothing is installed any more it goes, with the folders that were made for it and the files."""
    for name, state in states.items():
        old = ledger.files.get(name)
        if state is None and old is not None and not is_there(Path(name)):
            _remove_folders(old.folders)
    files = {**ledger.files, **{name: state for name, state in states.items() if state is not None}}
    files = {name: state for name, state in files.items() if states.get(name, state) is not None}
    if ledger.installed or files:
        storage.write_atomic(data / FILE, dataclasses.replace(ledger, files=files).bytes())
        return
    storage.remove_file(data / FILE)


def _forget_starts(data: Path) -> None:
    """Remove the answers that servers keep for a quick start: where no client is left, nobody needs them."""
    folder = data / STARTS
    for name in names_in(folder):
        if name.endswith(".answers"):
            storage.remove_file(folder / name)
    storage.remove_folder(folder)


def _opened(data: Path, made: list[str], *, sweep: bool) -> Ledger:
    """The record; the folders that were made for it before are those to remove with it. What a killed one left goes."""
    if sweep:
        storage.sweep_temporaries(data)
    ledger = read_ledger(data)
    made[:] = ledger.folders or made
    return ledger


def _free(data: Path, made: Sequence[str]) -> None:
    """Where nothing is recorded, neither the lock nor the folders that were made for it stay (waiting locks look again).

    Done once, as the last thing under the lock: what lies at its path after that is another one's.
    """
    if not is_there(data / FILE):
        storage.remove_file(data / LOCK)
        _remove_folders(made)


def _remove_folders(folders: Sequence[str]) -> None:
    for folder in reversed(folders):
        if not storage.remove_folder(Path(folder)):
            return


@contextmanager
def _held(data: Path, dry: bool) -> Iterator[list[str]]:
    """Hold the record's lock; gives the folders that were made for it. A dry run writes nothing, not even a lock."""
    if dry:
        yield []
        return
    with ExitStack() as stack:
        made = _lock(data, stack)
        try:
            yield made
        finally:
            _free(data, made)


def _lock(data: Path, stack: ExitStack) -> list[str]:
    """Take the lock. Another uninstallation may remove its folder at any moment before: then once more."""
    for left in reversed(range(_TRIES)):
        made = [str(folder) for folder in missing_folders(data)]
        try:
            storage.make_data_folder(data)
            stack.enter_context(storage.locked(data / LOCK))
        except Unavailable as problem:
            if not left or problem.code != "not_writable":
                raise
        else:
            break
    return made
