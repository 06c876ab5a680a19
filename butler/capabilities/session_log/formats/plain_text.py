"""Plain text: a pasted or exported conversation. Speakers are taken from heads that say so and never invented.

Heads are ``User:``, ``**Assistant**:``, ``## User``, ``_**User (time)**_`` and, in a copy of a terminal session, the
clients' own marks. Inside a code fence there are no heads. Text without a head is one note of an unknown speaker.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import field

from butler.capabilities.session_log.formats import LogHead, RawLine, SessionLogFormat, looks_like_json
from butler.capabilities.session_log.models import Channel, Entry, Message, SessionInfo, Speaker
from butler.capabilities.session_log.reading.codex_values import WORDS_LIMIT, clip
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.maids.text_worker import visible
from butler.records import dataclass

_PERSON = ("User", "Human", "You", "ユーザー", "人間")
_AGENT = ("Assistant", "AI", "Claude", "Codex", "ChatGPT", "Agent", "アシスタント")
_CLIENT = ("System", "Tool")
_NAMES = "|".join((*_PERSON, *_AGENT, *_CLIENT))
_COLON_HEAD = re.compile(rf"(?:#+\s*)?\**(?P<name>{_NAMES})\**\s*[:：]\**\s*(?P<rest>.*)")
_TITLE_HEAD = re.compile(rf"#+\s*\**(?P<name>{_NAMES})\**\s*(?P<rest>)")
_DATED_HEAD = re.compile(rf"_\*\*(?P<name>{_NAMES})\b[^*]*\*\*_\s*(?P<rest>.*)")
_TERMINAL_HEAD = re.compile(r"(?P<name>[>❯›●⏺•]) (?P<rest>.*)")
_TERMINAL_PERSON = frozenset(">❯›")
_TERMINAL_SIGNS = re.compile(r"[⏺●•] ")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_FIRST_LINES = 400
_HELD_CHARACTERS = 1024 * 1024
_CONTROL = bytes({*range(32)} - {0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B})


def recognises(head: LogHead) -> bool:
    """Whether the start is text and no JSON, whole or broken; binary data has NULs inside or many control characters."""
    start = head.start.lstrip(b"\x00\xef\xbb\xbf").rstrip(b"\x00")
    if not start.strip() or head.objects or b"\0" in start or looks_like_json(start):
        return False
    return sum(map(start.count, (bytes([code]) for code in _CONTROL))) * 100 <= len(start)


def entries(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[Entry]:
    """One message per head, or one note where there is none."""
    decoded = _decoded(lines, receipt)
    first = list(itertools.islice(decoded, _FIRST_LINES))
    reader = _Reader(terminal=sum(bool(_TERMINAL_SIGNS.match(line)) for _, line in first) > 0)
    begun = False
    for message in reader.read(itertools.chain(first, decoded)):
        if not begun:
            begun = True
            yield SessionInfo(message.line, thread="unknown")
        yield message
    if begun and not reader.found_a_head:
        receipt.note("log_no_speaker")


def _decoded(lines: Iterable[RawLine], receipt: ReceiptBuilder) -> Iterator[tuple[int, str]]:
    """The lines as visible text: UTF-8, else cp932, else latin-1; what was used is said."""
    is_utf8 = False
    for number, raw in lines:
        line = raw.rstrip(b"\r\n").lstrip(b"\x00")
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        text, encoding = _decode(line, is_utf8)
        if encoding == "utf-8":
            is_utf8 = is_utf8 or not text.isascii()
        elif encoding == "utf-8 with replacements":
            receipt.skip(number, "invalid UTF-8", len(raw))
        else:
            receipt.encoding = encoding
            receipt.note("log_encoding", encoding=encoding)
        yield number, visible(text)


def _decode(line: bytes, is_utf8: bool) -> tuple[str, str]:
    """The text of a line and its encoding; in a file that is UTF-8 so far a bad byte is replaced, not reinterpreted."""
    try:
        return line.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        if is_utf8:
            return line.decode("utf-8", "replace"), "utf-8 with replacements"
    try:
        return line.decode("cp932"), "cp932"
    except UnicodeDecodeError:
        return line.decode("latin-1"), "latin-1"


@dataclass(slots=True)
class _Words:
    """The words that are being collected."""

    line: int
    speaker: Speaker
    channel: Channel
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, text: str) -> None:
        """Keep a line while there is room."""
        if self.size < _HELD_CHARACTERS:
            self.lines.append(text)
        self.size += len(text) + 1

    def message(self) -> Message | None:
        """The message, or None where nothing was said."""
        words = "\n".join(self.lines).strip()
        return Message(self.line, None, self.speaker, clip(words, WORDS_LIMIT), self.channel) if words else None


class _Reader:
    """Splits lines at heads outside of code fences."""

    def __init__(self, *, terminal: bool) -> None:
        self._terminal = terminal
        self._fence = ""
        self.found_a_head = False

    def read(self, lines: Iterable[tuple[int, str]]) -> Iterator[Message]:
        words: _Words | None = None
        for number, line in lines:
            head = None if self._in_fence(line) else self._head(line)
            if head is not None:
                self.found_a_head = True
                if words is not None and (message := words.message()):
                    yield message
                speaker, channel, rest = head
                words = _Words(number, speaker, channel)
                words.add(rest)
            elif words is not None:
                words.add(line)
            elif line.strip():
                words = _Words(number, "unknown", "note")
                words.add(line)
        if words is not None and (message := words.message()):
            yield message

    def _in_fence(self, line: str) -> bool:
        """Whether the line stands in a code fence or is one of its bars."""
        found = _FENCE.match(line)
        bar = found[1] if found else ""
        if self._fence:
            if bar.startswith(self._fence) and not line.strip().strip(bar[0]):
                self._fence = ""
            return True
        self._fence = bar
        return bool(bar)

    def _head(self, line: str) -> tuple[Speaker, Channel, str] | None:
        found = _COLON_HEAD.fullmatch(line) or _TITLE_HEAD.fullmatch(line) or _DATED_HEAD.fullmatch(line)
        if found is None and self._terminal:
            found = _TERMINAL_HEAD.fullmatch(line)
        if found is None:
            return None
        name, rest = found["name"], found["rest"]
        if name in _PERSON or name in _TERMINAL_PERSON:
            return "person", "typed", rest
        if name in _CLIENT:
            return "system", "injected", rest
        return "agent", "final", rest


FORMAT = SessionLogFormat("plain_text", "unknown", 1000, recognises, entries, any_text=True)
