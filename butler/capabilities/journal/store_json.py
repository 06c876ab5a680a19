"""The journal as one JSON file: `profiles/<profile>/workspace/journal.json` and `journal.lock` in the user's data folder.

A write holds the lock while it looks at the file, applies the rules, checks the limits on the new bytes and replaces the
file in one durable step; a caller that was answered ``busy`` never writes later. What was read or written last stays in
memory, and is used again while the file that it came from, kept open, is still the file at the path.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from butler import storage
from butler.capabilities.journal.image import Image, image_of, read_image
from butler.capabilities.journal.models import (
    MAX_BYTES,
    MAX_OPERATIONS,
    Applied,
    Journal,
    Operation,
    Scope,
    Task,
    TaskHistory,
    Usage,
)
from butler.capabilities.journal.wire import Problem, named
from butler.errors import ButlerError, NotFound, Refused, Unavailable
from butler.looking import is_folder
from butler.maids.journal_import_worker import merged
from butler.maids.journal_worker import decide, find, known_receipt
from butler.records import dataclass

FILE, LOCK = "journal.json", "journal.lock"
FOLDER = ("profiles", "workspace")
WAIT_SECONDS = 9.0
"""How long a write waits for the lock: its answer ``busy`` reaches the caller within 10 s."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a journal lies and for whom it is opened.

    Attributes:
        data: the user's data folder; made, like everything below it, by the first write.
        scope: for whom it is opened.
        shown: how messages name the file.
    """

    data: Path
    scope: Scope
    shown: str

    @property
    def folder(self) -> Path:
        """The workspace folder of the profile."""
        return self.data / FOLDER[0] / self.scope.user_id / FOLDER[1]


class JsonJournalStore:
    """`JournalStore` on one JSON file; as many as one likes in as many threads and processes."""

    def __init__(self, place: Place, now: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._place = place
        self._now = now
        self._new_id = new_id
        self._file = _file_of(place)

    def task(self, task_id: str) -> TaskHistory:
        """See `JournalStore.task`."""
        journal = self._file.read().journal
        task = find(journal, self._place.scope.project_id, task_id)
        return TaskHistory(task, journal.events[task_id])

    def tasks(self) -> tuple[Task, ...]:
        """See `JournalStore.tasks`."""
        project = self._place.scope.project_id
        return tuple(task for task in self._file.read().journal.tasks.values() if task.project_id == project)

    def usage(self) -> Usage:
        """See `JournalStore.usage`."""
        return self._file.usage()

    def export(self) -> Journal:
        """See `JournalStore.export`."""
        return self._file.read().journal.only(self._place.scope.project_id)

    def apply(self, operation: Operation, *, seconds: float = WAIT_SECONDS) -> Applied:
        """See `JournalStore.apply`; waits at most ``seconds`` for the lock."""
        place = self._place
        self._make_folder()
        with storage.locked(place.folder / LOCK, seconds=seconds) as held:
            storage.sweep_temporaries(place.folder)
            image = self._file.read()
            receipt = known_receipt(image.journal, place.scope.project_id, operation)
            if receipt is not None:
                return Applied(receipt, True, self._file.usage())
            change = decide(image.journal, place.scope, operation, stamp(self._now()), self._task_id())
            return Applied(change.receipt, False, self._write(image.changed(change), held))

    def restore(self, part: Journal, *, seconds: float = WAIT_SECONDS) -> Usage:
        """See `JournalStore.restore`; waits at most ``seconds`` for the lock."""
        place = self._place
        self._make_folder()
        with storage.locked(place.folder / LOCK, seconds=seconds) as held:
            storage.sweep_temporaries(place.folder)
            old = self._file.read().journal
            new = merged(old, part, place.scope)
            return self._file.usage() if new == old else self._write(image_of(new), held)

    def tidy(self, *, seconds: float = 1.0) -> None:
        """Remove what killed writers left; does nothing where there is no journal or somebody works on it."""
        folder = self._place.folder
        if is_folder(folder):
            with suppress(Unavailable), storage.locked(folder / LOCK, seconds=seconds):
                storage.sweep_temporaries(folder)

    def _write(self, image: Image, held: storage.Held) -> Usage:
        content = image.content()
        if len(content) > MAX_BYTES:
            raise Refused("journal_full", size=len(content), limit=MAX_BYTES)
        if len(image.journal.operations) > MAX_OPERATIONS:
            raise Refused("journal_ledger_full", count=MAX_OPERATIONS, limit=MAX_OPERATIONS)
        held.check()
        self._file.replace(image, content)
        return Usage(len(content), len(image.journal.operations))

    def _make_folder(self) -> None:
        storage.make_data_folder(self._place.data, FOLDER[0], self._place.scope.user_id, FOLDER[1])

    def _task_id(self) -> str:
        return f"task-{self._new_id()[:12]}"


def stamp(at: datetime) -> str:
    """A time as the journal writes it: UTC, milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _JournalFile:
    """One journal file of this process: the image that was read or written last, and the open file that it came from."""

    def __init__(self, path: Path, user_id: str, shown: str) -> None:
        self._path = path
        self._user_id = user_id
        self._shown = shown
        self._guard = threading.Lock()
        self._image = Image()
        self._size = 0
        self._kept: storage.KeptFile | None = None

    def read(self) -> Image:
        """The journal as it is now; a missing file reads as empty.

        Raises:
            Unreadable: ``journal_damaged``, ``journal_newer``, ``journal_is_export``, ``file_unreadable``.
            Refused: ``not_regular``. The file is left as it is.
        """
        with self._guard:
            if self._kept is None or not self._kept.is_at(self._path):
                self._load()
            return self._image

    def usage(self) -> Usage:
        """How full the journal is."""
        image = self.read()
        return Usage(self._size, len(image.journal.operations))

    def replace(self, image: Image, content: bytes) -> None:
        """Put ``content`` into the file's place; call it under the file's lock."""
        with self._guard:
            old, self._kept = self._kept, None
            try:
                self._kept = storage.write_kept(self._path, content)
                self._image, self._size = image, len(content)
            finally:
                if old is not None:
                    old.close()

    def _load(self) -> None:
        old, self._kept = self._kept, None
        if old is not None:
            old.close()
        try:
            content, kept = storage.read_kept(self._path, limit=MAX_BYTES)
            self._image = read_image(content, self._user_id, self._image)
        except NotFound:
            self._image, self._size = Image(), 0
            return
        except (Problem, ButlerError) as problem:
            raise named(problem, "journal_damaged", self._shown) from problem
        self._kept, self._size = kept, len(content)


_files: dict[tuple[str, str], _JournalFile] = {}
_files_guard = threading.Lock()


def _file_of(place: Place) -> _JournalFile:
    """The one `_JournalFile` of this process for a path and profile."""
    path = place.folder / FILE
    with _files_guard:
        return _files.setdefault((str(path), place.scope.user_id), _JournalFile(path, place.scope.user_id, place.shown))
