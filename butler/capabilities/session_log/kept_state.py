"""The state of a half-read log as bytes that hold no secret, and back.

What reader and fold remember is written with ``pickle``, read back with a reader that knows nothing but our own inert
classes: no function of anybody is ever called. A secret is never written: in its place stands where the log has it
(offset, length, how often it is escaped there), so that what comes back is what was there, and only for somebody who can
read the log. Which texts are secrets, the redactor of the documents says.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from butler.maids.redaction_worker import Redactor
from butler.records import dataclass

MOST_SECRETS = 200
"""Different secrets that are looked up in the log; a state with more is not kept: each costs a search of the whole log."""

_OURS = (
    "butler.capabilities.session_log.reading.",
    "butler.capabilities.session_log.models",
    "butler.capabilities.session_log.facts",
    "butler.maids.session_log_",
)
_PLAIN = frozenset(
    {("collections", name) for name in ("Counter", "OrderedDict", "defaultdict", "deque")}
    | {("builtins", name) for name in ("bool", "dict", "frozenset", "int", "list", "set", "str", "tuple")}
)
_MOST_ESCAPES = 2
_ROUNDS = 6
_SHORTEST = 5
"""Characters; nothing shorter is a secret to the redactor."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a log holds a text: ``length`` bytes from ``offset``, JSON-escaped ``escapes`` times (a call's arguments are JSON in JSON)."""

    offset: int
    length: int
    escapes: int

    def text(self, raw: bytes) -> str:
        """The text that ``raw``, the bytes of this place, stands for. Raises ``ValueError`` where they stand for none."""
        text = raw.decode("utf-8")
        for _ in range(self.escapes):
            text = json.loads(f'"{text}"', strict=False)
        return text


@dataclass(frozen=True, slots=True)
class Frozen:
    """A state as bytes: the ``body``, the ``mark`` that stands for a secret in it, and where the log has each secret."""

    body: bytes
    mark: str
    secrets: tuple[Place, ...]


def needles(text: str) -> Iterable[tuple[int, bytes]]:
    """The ways in which a log can hold ``text``: how often it is escaped, and the bytes."""
    seen = set()
    for ascii_only in (False, True):
        found = text
        for escapes in range(_MOST_ESCAPES + 1):
            raw = found.encode("utf-8", "surrogatepass")
            if raw not in seen:
                seen.add(raw)
                yield escapes, raw
            found = json.dumps(found, ensure_ascii=ascii_only)[1:-1]


def freeze(
    parts: Sequence[object], redactor: Redactor, find: Callable[[list[str]], list[Place] | None]
) -> Frozen | None:
    """The bytes of a state; None where it holds a secret that ``find`` does not find in the log, or too many.

    Args:
        parts: objects of our own modules, and plain ones; no two parts share what changes.
        redactor: fresh; it says which texts are secrets.
        find: where the log has each of some texts; None where it does not have one of them.
    """
    texts = _texts_of(parts)
    mark = _unused(texts)
    hidden, values = _hidden(texts, redactor, mark)
    del texts
    if len(values) > MOST_SECRETS:
        return None
    places = find(values)
    if places is None:
        return None
    body = io.BytesIO()
    for part in parts:
        _Writer(body, hidden.get).dump(part)
    return Frozen(body.getvalue(), mark, tuple(places))


def thaw(frozen: Frozen, values: Iterable[str], parts: int) -> list[Any]:
    """The first ``parts`` of the state of which ``frozen`` was made; ``values`` are the texts at its places.

    Raises:
        pickle.UnpicklingError: the body holds something else than a state of ours. ValueError, EOFError: it is damaged.
    """
    body, texts = io.BytesIO(frozen.body), list(values)
    return [_Reader(body, frozen.mark, texts).load() for _ in range(parts)]


class _Nowhere:
    """What is written here takes no room: a long log's state is not held a second time to see its texts."""

    def write(self, content: bytes) -> int:
        return len(content)


class _Writer(pickle.Pickler):
    """Writes a state; ``stands_for`` gives what is written in the place of a text, or None."""

    def __init__(self, file: io.BytesIO | _Nowhere, stands_for: Callable[[str], str | None]) -> None:
        super().__init__(file, protocol=5)
        self._stands_for = stands_for

    def persistent_id(self, item: Any) -> str | None:
        return self._stands_for(item) if type(item) is str else None


class _Reader(pickle.Unpickler):
    """Reads a state; a class that is not ours, and any function, is refused."""

    def __init__(self, file: io.BytesIO, mark: str, values: list[str]) -> None:
        super().__init__(file)
        self._mark = mark
        self._values = values

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _PLAIN and not module.startswith(_OURS):
            raise pickle.UnpicklingError("not a class of ours")
        found = super().find_class(module, name)
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError("not a class of ours")
        return found

    def persistent_load(self, pid: Any) -> str:
        first, *rest = str(pid).split(self._mark)
        parts = [first]
        for piece in rest:
            number, _, after = piece.partition("]")
            parts += [self._values[int(number)], after]
        return "".join(parts)


def _texts_of(parts: Sequence[object]) -> list[str]:
    """Every different text in ``parts``, in the order in which it is written."""
    seen: dict[str, None] = {}

    def note(text: str) -> None:
        seen.setdefault(text)

    for part in parts:
        _Writer(_Nowhere(), note).dump(part)
    return list(seen)


def _unused(texts: Iterable[str]) -> str:
    """The start of a mark that looks redacted to the redactor and stands in none of the ``texts``."""
    all_texts = "\0".join(text for text in texts if "[REDACTED:kept_" in text)
    number = 0
    while f"[REDACTED:kept_{number}:" in all_texts:
        number += 1
    return f"[REDACTED:kept_{number}:"


def _hidden(texts: list[str], redactor: Redactor, mark: str) -> tuple[dict[str, str], list[str]]:
    """The texts that hold secrets with marks in their place, and the secrets by the number in their mark."""
    suspects = [text for text in texts if len(text) > _SHORTEST and redactor.spans(text)]
    for text in suspects:
        redactor.learn(text)
    known = redactor.known
    numbers: dict[str, int] = {}
    hidden = {}
    for text in dict.fromkeys([*suspects, *(text for text in texts if any(piece in text for piece in known))]):
        without = _without_secrets(text, redactor, mark, numbers)
        if without != text:
            hidden[text] = without
    return hidden, list(numbers)


def _without_secrets(text: str, redactor: Redactor, mark: str, numbers: dict[str, int]) -> str:
    for _ in range(_ROUNDS):
        spans = redactor.spans(text)
        if not spans:
            break
        parts, at = [], 0
        for start, end, _kind in spans:
            number = numbers.setdefault(text[start:end], len(numbers))
            parts += [text[at:start], f"{mark}{number}]"]
            at = end
        text = "".join([*parts, text[at:]])
    return text


def as_values(frozen: Frozen) -> Mapping[str, Any]:
    """What stands beside the body: JSON values."""
    return {"mark": frozen.mark, "secrets": [[one.offset, one.length, one.escapes] for one in frozen.secrets]}
