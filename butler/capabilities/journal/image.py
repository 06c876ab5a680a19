"""The file as text: one line for each Task, each Task's Events and each ledger entry, so that one update writes and
checks only what it changed.

An `Image` is a journal together with its lines. ``changed`` makes anew the lines of one Task; ``read_image`` takes from
an earlier image everything whose line is still the same and parses the rest as strictly as a whole file. A file in
another layout (the owner's own tools, a formatter) is read whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field, fields
from itertools import zip_longest
from typing import Any

from butler.capabilities.journal.models import Change, Event, Journal, Receipt, Task
from butler.capabilities.journal.wire import EventWire, Problem, TaskWire, agree, checked, load, read_journal, receipts
from butler.records import dataclass

_HEAD = b'{"schema_version":1,\n"tasks":{\n'
_EVENTS = b'\n},\n"events":{\n'
_OPERATIONS = b'\n},\n"operations":{\n'
_TAIL = b"\n}}\n"
_NEXT = b",\n"
_CHUNK = 1000
"""Ledger lines parsed at once; other threads get their turn in between."""

_TASK_FIELDS = tuple(item.name for item in fields(Task))
_EVENT_FIELDS = tuple(item.name for item in fields(Event))
_ISSUE_FIELDS = ("provider", "connection_id", "project_id", "issue_id", "url")


@dataclass(frozen=True, slots=True)
class Image:
    """A journal and its lines; ``operations`` holds all ledger lines as they stand in the file."""

    journal: Journal = field(default_factory=Journal)
    tasks: Mapping[str, bytes] = field(default_factory=dict)
    events: Mapping[str, bytes] = field(default_factory=dict)
    operations: bytes = b""

    def changed(self, change: Change) -> Image:
        """The image after ``change``; all other lines are kept as they are."""
        key, tasks, events = change.task_id, dict(self.tasks), dict(self.events)
        if change.task is None:
            del tasks[key], events[key]
        else:
            tasks[key] = keyed(key, task_values(change.task))
            new = dump(event_values(change.event))
            old = events.get(key)
            events[key] = dump(key) + b":[" + new + b"]" if old is None else old[:-1] + b"," + new + b"]"
        line = keyed(change.key, receipt_values(change.receipt))
        operations = self.operations + _NEXT + line if self.operations else line
        return Image(self.journal.changed(change), tasks, events, operations)

    def content(self) -> bytes:
        """The bytes of the file."""
        tasks, events = _NEXT.join(self.tasks.values()), _NEXT.join(self.events.values())
        return b"".join((_HEAD, tasks, _EVENTS, events, _OPERATIONS, self.operations, _TAIL))


def image_of(journal: Journal) -> Image:
    """The image of a journal, every line made anew."""
    return Image(
        journal,
        {key: keyed(key, task_values(task)) for key, task in journal.tasks.items()},
        {key: keyed(key, [event_values(item) for item in items]) for key, items in journal.events.items()},
        _NEXT.join(keyed(key, receipt_values(receipt)) for key, receipt in journal.operations.items()),
    )


def task_values(task: Task) -> dict[str, Any]:
    """A Task as JSON values."""
    values = {name: getattr(task, name) for name in _TASK_FIELDS}
    if task.related_issues is not None:
        values["related_issues"] = [{n: getattr(item, n) for n in _ISSUE_FIELDS} for item in task.related_issues]
    return values


def event_values(event: Event) -> dict[str, Any]:
    """An Event as JSON values."""
    return {name: getattr(event, name) for name in _EVENT_FIELDS}


def receipt_values(receipt: Receipt) -> dict[str, Any]:
    """A ledger entry as JSON values."""
    return {
        "args_sha256": receipt.args_sha256,
        "task_id": receipt.task_id,
        "revision": receipt.revision,
        "deleted": receipt.deleted,
    }


def dump(value: Any) -> bytes:
    """Compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")


def keyed(key: str, value: Any) -> bytes:
    """One member of an object: ``"key":value``."""
    return dump(key) + b":" + dump(value)


def read_image(content: bytes, user_id: str, known: Image | None = None) -> Image:
    """The image of a file's bytes.

    Args:
        known: an image of an earlier state of the same file; what is the same there is not checked again.

    Raises:
        Problem: the file is damaged, or belongs to another profile.
        Unreadable: ``journal_newer``, ``journal_is_export``.
    """
    try:
        return _by_lines(content, user_id, known or Image())
    except Problem:
        journal = read_journal(content)
        agree(journal, user_id)
        return image_of(journal)


def _by_lines(content: bytes, user_id: str, known: Image) -> Image:
    task_part, event_part, operations = _parts(content)
    tasks, task_lines = _read_tasks(task_part, known)
    events, event_lines = _read_events(event_part, known)
    journal = Journal(tasks, events, _read_operations(operations, known))
    agree(journal, user_id, [key for key in tasks if not _same(key, journal, known.journal)] if known.tasks else None)
    return Image(journal, task_lines, event_lines, operations)


def _same(key: str, journal: Journal, known: Journal) -> bool:
    return journal.tasks[key] is known.tasks.get(key) and journal.events.get(key) is known.events.get(key)


def _parts(content: bytes) -> tuple[bytes, bytes, bytes]:
    """The lines of the three sections."""
    if not (content.startswith(_HEAD) and content.endswith(_TAIL)):
        raise Problem("other_layout")
    middle, last = content.find(_EVENTS, len(_HEAD) - 1), content.rfind(_OPERATIONS)
    end = len(content) - len(_TAIL)
    if middle < 0 or last < middle + len(_EVENTS) - 1 or end < last + len(_OPERATIONS) - 1:
        raise Problem("other_layout")
    return (
        content[len(_HEAD) : middle],
        content[middle + len(_EVENTS) : last],
        content[last + len(_OPERATIONS) : end],
    )


def _lines(part: bytes) -> list[bytes]:
    return part.split(_NEXT) if part else []


def _member(line: bytes) -> tuple[str, Any]:
    """The one member in a line."""
    found: dict[str, Any] = load(b"{" + line + b"}")
    if len(found) != 1:
        raise Problem("other_layout")
    return next(iter(found.items()))


def _read_tasks(part: bytes, known: Image) -> tuple[dict[str, Task], dict[str, bytes]]:
    by_line = {line: key for key, line in known.tasks.items()}
    tasks: dict[str, Task] = {}
    lines = _lines(part)
    for line in lines:
        key = by_line.get(line)
        if key is not None:
            tasks[key] = known.journal.tasks[key]
        else:
            key, value = _member(line)
            tasks[key] = checked(TaskWire, value).plain()
    return tasks, _paired(tasks, lines)


def _read_events(part: bytes, known: Image) -> tuple[dict[str, tuple[Event, ...]], dict[str, bytes]]:
    by_line = {line: key for key, line in known.events.items()}
    events: dict[str, tuple[Event, ...]] = {}
    lines = _lines(part)
    for line, (old_key, old) in zip_longest(lines, known.events.items(), fillvalue=("", b"")):
        if isinstance(line, tuple):
            break  # fewer lines than before
        key = by_line.get(line)
        if key is not None:
            events[key] = known.journal.events[key]
        elif len(old) > 1 and line.startswith(old[:-1] + b",") and line.endswith(b"]"):
            added = _events(load(b"[" + line[len(old) :]))
            if not added:
                raise Problem("other_layout")  # a comma with nothing behind it is no JSON
            events[old_key] = (*known.journal.events[old_key], *added)
        else:
            key, value = _member(line)
            events[key] = _events(value)
    return events, _paired(events, lines)


def _events(values: Any) -> tuple[Event, ...]:
    if not isinstance(values, list):
        raise Problem("other_layout")
    return tuple(checked(EventWire, value).plain() for value in values)


def _read_operations(part: bytes, known: Image) -> Mapping[str, Receipt]:
    """The ledger: entries are only ever added at the end, so what stood there before is taken over."""
    old = known.operations
    if part == old or not part:
        return known.journal.operations if part == old else {}
    appended = bool(old) and part.startswith(old + _NEXT)
    whole = dict(known.journal.operations) if appended else {}
    lines = (part[len(old) + len(_NEXT) :] if appended else part).split(_NEXT)
    for at in range(0, len(lines), _CHUNK):
        chunk = _NEXT.join(lines[at : at + _CHUNK])
        new = receipts(load(b"{" + chunk + b"}"))
        if not new or not whole.keys().isdisjoint(new):
            raise Problem("other_layout")
        whole.update(new)
    return whole


def _paired(found: Mapping[str, Any], lines: list[bytes]) -> dict[str, bytes]:
    """Lines by key; a key that stands in two lines is a problem."""
    if len(found) != len(lines):
        raise Problem("other_layout")
    return dict(zip(found, lines, strict=True))
