"""Messages with a role and content: one per line, one conversation per line, or one JSON value as a whole file."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from butler.capabilities.session_log.formats import LogHead, RawLine, SessionLogFormat
from butler.capabilities.session_log.models import Entry, StateChange
from butler.capabilities.session_log.reading.codex_values import optional
from butler.capabilities.session_log.reading.exports import is_conversation, messages_of, newest
from butler.capabilities.session_log.reading.lines import records
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.capabilities.session_log.reading.role_content import Talk, is_message, time_of
from butler.capabilities.session_log.reading.whole_json import LISTS, read_whole

_WHOLE = re.compile(
    rb"\A[\xef\xbb\xbf\x00\s]*(?:\[\s*\{|\{)"
    rb'(?s:.*?)"(?:role|mapping|chat_messages|from|speaker|sender)"\s*:'
)
_ALLOWED_BEFORE = b" \t\r\n\x00\xef\xbb\xbf"


def recognises(head: LogHead) -> bool:
    """Whether messages with a role stand at the start: as lines, in a list of a line, or in one value over the whole file."""
    if any(_holds_messages(record) for record in head.objects):
        return True
    start = head.start.lstrip(_ALLOWED_BEFORE)
    return _is_whole(start) and _WHOLE.match(head.start) is not None


def _holds_messages(record: dict[str, Any]) -> bool:
    if is_message(record) or is_conversation(record):
        return True
    return any(_is_list_of_messages(record.get(name)) for name in LISTS)


def _is_list_of_messages(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) and is_message(item) for item in value[:20])


def _is_whole(start: bytes) -> bool:
    """Whether the first line opens a list of objects, or one object over several lines: no record by itself."""
    first = start.split(b"\n", 1)[0].strip()
    return (
        first == b"["
        or re.match(rb"\[\s*\{", first) is not None
        or (first.startswith(b"{") and first.endswith((b"{", b"[", b",", b":")))
    )


def entries(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """The entries of the messages; of an export with several conversations those of the newest."""
    source = iter(lines)
    blank: list[RawLine] = []
    for first in source:
        if first[1].strip(_ALLOWED_BEFORE):
            break
        blank.append(first)
    else:
        return
    everything = itertools.chain([*blank, first], source)
    if _is_whole(first[1].lstrip(_ALLOWED_BEFORE)):
        yield from _whole_file(everything, receipt)
    else:
        yield from _by_lines(everything, receipt)


def _by_lines(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    talk = Talk()
    for number, record in records(lines, receipt):
        yield from _record(talk, number, record, receipt)


def _record(talk: Talk, number: int, record: dict[str, Any], receipt: ReceiptBuilder) -> Iterator[Entry]:
    if is_conversation(record):
        yield from _conversation(talk, number, record, receipt)
    elif is_message(record):
        yield from talk.read(number, record)
    elif (found := next((record[name] for name in LISTS if isinstance(record.get(name), list)), None)) is not None:
        yield from talk.begin(number, record)
        for message in found:
            if isinstance(message, dict) and is_message(message):
                yield from talk.read(number, message)
    else:
        receipt.unknown(record.get("type", "record without a role"))


def _whole_file(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    whole = read_whole(lines, receipt)
    talk = Talk()
    export = newest(whole.elements, receipt)
    if export is not None:
        yield from _conversation(talk, export.line, export.value, receipt)
        return
    if whole.fields and whole.elements:
        yield from talk.begin(1, whole.fields)
    for line, value in whole.elements:
        if isinstance(value, dict):
            yield from _record(talk, line, value, receipt)
        else:
            receipt.skip(line, "not an object")


def _conversation(talk: Talk, line: int, record: dict[str, Any], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """One conversation of an export; all of its entries stand at its line."""
    yield from talk.begin(line, record)
    title = optional(record.get("title")) or optional(record.get("name"))
    if title is not None:
        yield StateChange(line, time_of(record), "title", title)
    for message in messages_of(record):
        if is_message(message):
            yield from talk.read(line, message)


FORMAT = SessionLogFormat("role_content_jsonl", "unknown", 50, recognises, entries)
