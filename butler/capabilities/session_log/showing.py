"""Entries as plain values for an answer: every text without secrets and control characters, within a byte limit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler.capabilities.session_log.models import Command, Entry, FileRead, ReadReceipt, Source
from butler.maids.suspicious_worker import kinds_in
from butler.maids.text_worker import clip, one_line, visible
from butler.phrases import Language, say

if TYPE_CHECKING:
    from butler.capabilities.session_log.sessions import SessionChoice
    from butler.house import House

ANSWER_BYTES = 34_000
"""Most bytes of the entries of one answer; the envelope around them stays within the 36,000 of a tool result."""
_TEXT_LIMITS = (12_000, 6_000, 3_000, 1_500, 700, 300)
_RARELY_TRUE = frozenset({"by_person", "background"})
_SAID = frozenset({"answer", "words"})
"""Fields of entries that hold what a person said."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Shower:
    """Turns texts and entries of one answer into what may be shown; equal secrets get equal numbers."""

    def __init__(self, house: House, source: int = 1) -> None:
        self._source = f"S{source}:" if source > 1 else ""
        self._redactor = house.redactor()

    def learn(self, texts: Iterable[str]) -> None:
        """Know the secrets of ``texts`` wherever they stand in what is shown."""
        for text in texts:
            self._redactor.learn(text)

    def line(self, text: str, limit: int = 200) -> str:
        """One short plain line: for titles and first requests."""
        return one_line(self._redactor.redact(text), limit)

    def text(self, text: str, limit: int | None = None) -> str:
        """Text with its line breaks."""
        shown = visible(self._redactor.redact(text))
        return shown if limit is None else clip(shown, limit, tail=limit // 3)

    def values(self, item: Any) -> dict[str, Any]:
        """A dataclass as plain values; only fields that hold something."""
        return self._fields(item, None)

    def entry(self, entry: Entry, limit: int | None = None) -> dict[str, Any]:
        """One entry: its kind, anchor and every field that holds something."""
        kind = _CAMEL.sub("_", type(entry).__name__).lower()
        rest = self._fields(entry, limit)
        if "kind" in rest:
            rest["change"] = rest.pop("kind")
        return {"anchor": f"[{self._source}L{entry.line}]", "kind": kind, **rest}

    def _fields(self, item: Any, limit: int | None) -> dict[str, Any]:
        found = {}
        for field in fields(item):
            value = getattr(item, field.name)
            if not _holds_nothing(field.name, value):
                found[field.name] = self._value(value if field.name != "outline" else self._outline(value), limit)
        return found

    def _outline(self, outline: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
        """The lines of a document without secrets, each read under its heading."""
        texts = self._redactor.redact("\n\n".join(text for _, text in outline)).split("\n\n")
        return tuple(zip((worth for worth, _ in outline), texts, strict=True)) if len(texts) == len(outline) else ()

    def _value(self, value: Any, limit: int | None) -> Any:
        if isinstance(value, str):
            return self.text(value, limit)
        if isinstance(value, Mapping):
            return {self.text(str(key)): self._value(item, limit) for key, item in value.items()}
        if isinstance(value, tuple):
            return [self._value(item, limit) for item in value]
        return self._fields(value, limit) if is_dataclass(value) else value


def source_values(house: House, source: Source, shower: Shower) -> dict[str, Any]:
    """An earlier part of a session's story as values; the path with the home folder written ``~``."""
    found = shower.values(source)
    if source.path:
        found["path"] = shower.text(house.shown(Path(source.path)))
    return found


def receipt_values(house: House, receipt: ReadReceipt, shower: Shower, *, listed: int = 5) -> dict[str, Any]:
    """A receipt as values: its counts, the first ``listed`` skipped places, and everything noteworthy as sentences."""
    found = shower.values(replace(receipt, told=(), notes=(), skipped=receipt.skipped[:listed]))
    sentences = receipt_sentences(receipt, house.settings.language)
    return found | {"notes": [shower.text(sentence, 500) for sentence in sentences]}


def receipt_sentences(receipt: ReadReceipt, language: Language) -> tuple[str, ...]:
    """What a reader has to know about a read, in words: gaps, unknown records, compactions, missing parents, notes."""
    said: list[str] = []
    if receipt.skipped_count:
        reasons = ", ".join(dict.fromkeys(place.reason for place in receipt.skipped))
        said.append(say("receipt_skipped", language, count=receipt.skipped_count, reasons=reasons))
    if receipt.unknown_types:
        types = ", ".join(list(receipt.unknown_types)[:5])
        said.append(say("receipt_unknown", language, count=sum(receipt.unknown_types.values()), types=types))
    if receipt.compactions:
        said.append(say("receipt_compactions", language, count=receipt.compactions))
    if receipt.parents_missing:
        said.append(say("receipt_parents", language, rollouts=", ".join(receipt.parents_missing)))
    said += [say(note.key, language, **note.facts) for note in receipt.told]
    return tuple(said)


def _holds_nothing(name: str, value: object) -> bool:
    """Whether a field tells nothing; ``ok`` and ``approved`` tell something when they are False."""
    return value is None or (isinstance(value, str | tuple) and not value) or (value is False and name in _RARELY_TRUE)


def size_of(value: object) -> int:
    """Bytes of a value as compact JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))


def fitting(shower: Shower, entries: Sequence[Entry], room: int = ANSWER_BYTES) -> list[dict[str, Any]]:
    """As many of ``entries``, from the first on, as fit into ``room`` bytes; long texts are shortened before any is left out."""
    whole: list[dict[str, Any]] = []
    left = room
    before: Entry | None = None
    for entry in entries:
        shown = shower.entry(entry)
        if isinstance(entry, FileRead) and isinstance(before, Command) and entry.line in (before.line, before.end_line):
            shown.pop("text", None)  # the command's output says it
        before = before if isinstance(entry, FileRead) else entry
        left -= size_of(_shortened(shown, _TEXT_LIMITS[-1])) + 1
        if left < 0:
            break
        whole.append(shown)
    if size_of(whole) <= room:
        return _judged(whole)
    for limit in _TEXT_LIMITS:
        shorter = [_shortened(item, limit) for item in whole]
        if size_of(shorter) <= room:
            break
    return _judged(shorter)


def _judged(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries, with ``suspicious`` where what is shown reads like an order to an agent and no person said it."""
    for entry in entries:
        own = _SAID | ({"text"} if entry.get("speaker") == "person" else set())
        found = kinds_in(_texts({name: value for name, value in entry.items() if name not in own}))
        if found:
            entry["suspicious"] = list(found)
    return entries


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _shortened(value: Any, limit: int) -> Any:
    if isinstance(value, str):
        return clip(value, limit, tail=limit // 3)
    if isinstance(value, list):
        return [_shortened(item, limit) for item in value[:40]]
    if isinstance(value, Mapping):
        return {key: _shortened(item, limit) for key, item in value.items()}
    return value


def session_values(house: House, choice: SessionChoice, shower: Shower) -> dict[str, Any]:
    """A chosen session as values: which, why, and what else there was."""
    return {
        "agent": choice.agent,
        "session_id": choice.session_id,
        "log": shower.text(house.shown(choice.path)),
        "why": choice.why,
        "reason": choice.reason(house.settings.language),
        "of_this_project": choice.of_this_project,
        "last_at": choice.last_at,
        "next_best": [
            {
                "agent": item.brain.name,
                "session_id": item.session_id,
                "last_at": item.last_at,
            }
            for item in choice.next_best
        ],
        "left_out": dict(choice.left_out),
    }
