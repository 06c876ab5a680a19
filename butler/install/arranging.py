"""One file: from its present text, what Butler did to it before and what should stand in it, to its new text. Pure.

Where the file is still as Butler left it, what was put in is taken out by its place, so the file before comes back to the
byte. Where somebody wrote it anew since, exactly Butler's entries are taken out and the rest stays as it is. Every step is
proved on the parsed values before and after.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from butler.errors import Conflict, InvalidInput, Unreadable
from butler.install import Entry, json_span, toml_span
from butler.install.ledger import FileState, Placed
from butler.install.spans import Insertion, Misfit, Span, cut, only_more, put, value_at
from butler.records import dataclass

EDITORS: Mapping[str, ModuleType] = {"json": json_span, "toml": toml_span}


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that goes (``-``) or comes (``+``), and the line of the file at which it does."""

    sign: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Arranged:
    """A file as it should be: its bytes (None: it should not be there), the record, and the pieces that differ."""

    content: bytes | None
    state: FileState | None
    pieces: tuple[Piece, ...]


def arrange(
    name: str, content: bytes | None, state: FileState | None, wanted: Sequence[Entry], taken: Sequence[Entry] = ()
) -> Arranged:
    """The file with exactly ``wanted`` of Butler's entries in it.

    Args:
        name: of the file, for refusals.
        content: its bytes, None where it is not there.
        state: what Butler did to it before.
        wanted: the entries that should stand in it.
        taken: entries to take out where they look like Butler's, recorded or not.

    Raises:
        Unreadable: ``install_file_unreadable``. Conflict: ``install_entry_foreign``, ``install_entry_changed``.
        InvalidInput: ``install_no_room``, ``install_not_text``.
    """
    editor = EDITORS[(*wanted, *taken)[0].format]
    text = _text(name, content)
    document = _parsed(editor, name, text)
    if _is_settled(document, state, wanted, taken):
        return Arranged(content, state, ())
    _refuse_others(name, document, state, wanted, taken)
    work = _Work(editor, name, text, document)
    if not work.undo(content, state):
        work.take_recorded(state)
    work.take_unrecorded((*wanted, *taken))
    gone = content is None or (state is not None and state.before is None and _is_nothing(work.text))
    base = work.bytes()
    for entry in wanted:
        work.add(entry)
    if not work.placed:
        return Arranged(None if gone else base, None, _different(work.pieces))
    record = FileState(
        None if gone else _hash(base),
        _hash(work.bytes()),
        tuple(work.steps),
        tuple(work.placed),
        state.folders if state else (),
    )
    return Arranged(work.bytes(), record, _different(work.pieces))


class _Work:
    """A text on its way, and what was done to it."""

    def __init__(self, editor: ModuleType, name: str, text: str, document: Any) -> None:
        self.text = text
        self.pieces: list[Piece] = []
        self.steps: list[tuple[int, int]] = []
        self.placed: list[Placed] = []
        self._editor = editor
        self._name = name
        self._found = document  # as the file was before anything was done: what others added to our entries stays

    def undo(self, content: bytes | None, state: FileState | None) -> bool:
        """Take out every step by its place; False, and nothing done, where the file is no longer as it was left."""
        if content is None or state is None or _hash(content) != state.after:
            return False
        text = self.text
        pieces = []
        for at, length in reversed(state.steps):
            pieces.append(Piece("-", _line(text, at), text[at : at + length]))
            text = text[:at] + text[at + length :]
        if _hash(text.encode()) != (state.before or _hash(b"")):
            return False
        self.text, self.pieces = text, pieces
        return True

    def take_recorded(self, state: FileState | None) -> None:
        """Take out what is recorded, wherever it stands now."""
        for one in reversed(state.placed if state else ()):
            self._remove(one)

    def take_unrecorded(self, entries: Sequence[Entry]) -> None:
        """Take out what looks like Butler's where ``entries`` stand or want to stand."""
        for entry in entries:
            found = value_at(self._editor.parse(self.text), entry.path)
            if entry.element:
                values = [value for value in found if entry.ours(value)] if isinstance(found, list) else []
            else:
                values = [found] if entry.ours(found) or matches(entry, found) else []
            for value in values:
                self._remove(Placed(entry.path, value, entry.element, len(entry.path)))

    def _remove(self, one: Placed) -> None:
        spans: list[Span] = self._editor.remove(
            self.text, one.path, one.value, element=one.element, existed=one.existed
        )
        if not spans:
            return
        old = self.text
        self.pieces += [Piece("-", _line(old, span.start), old[span.start : span.end]) for span in spans]
        self.text = cut(old, spans)
        self._prove(self.text, old, one.path, one.element)

    def add(self, entry: Entry) -> None:
        """Put an entry in, unless its element is there already: then it is the user's own."""
        document = self._editor.parse(self.text)
        if entry.element and entry.value in (value_at(document, entry.path) or ()):
            return
        value = entry.value if entry.element else {**entry.value, **self._extras(entry)}
        try:
            step: Insertion = self._editor.insert(self.text, entry.path, value, element=entry.element)
        except Misfit as problem:
            raise InvalidInput("install_no_room", what=self._name, name=str(problem)) from problem
        new = put(self.text, step)
        self._prove(self.text, new, entry.path, entry.element)
        if not entry.element and value_at(self._editor.parse(new), entry.path) != value:
            raise InvalidInput("install_no_room", what=self._name, name=".".join(entry.path))
        self.pieces.append(Piece("+", _line(new, step.at), step.text))
        self.steps.append((step.at, len(step.text)))
        self.placed.append(Placed(entry.path, entry.value, entry.element, step.existed))
        self.text = new

    def _extras(self, entry: Entry) -> dict[str, Any]:
        """Keys of our own member that somebody else added, for example an approval that the client wrote down."""
        found = value_at(self._found, entry.path)
        return {key: found[key] for key in found if key not in entry.keys} if isinstance(found, dict) else {}

    def _prove(self, less: str, more: str, path: Sequence[str], element: bool) -> None:
        try:
            proved = only_more(self._editor.parse(less), self._editor.parse(more), path, element=element)
        except ValueError:
            proved = False
        if not proved:
            raise InvalidInput("install_no_room", what=self._name, name=".".join(path))

    def bytes(self) -> bytes:
        """The text as it would be written."""
        try:
            return self.text.encode()
        except UnicodeEncodeError as problem:
            raise InvalidInput("install_not_text", what=self._name) from problem


def matches(entry: Entry, found: Any) -> bool:
    """Whether the member found at an entry's path says what the entry wants; keys of others do not matter."""
    return isinstance(found, dict) and {key: found[key] for key in found if key in entry.keys} == entry.value


def is_as_placed(old: Placed, found: Any, keys: Sequence[str]) -> bool:
    """Whether Butler's keys of a member are still as it wrote them."""
    return isinstance(found, dict) and {key: found[key] for key in found if key in keys} == old.value


def _is_settled(document: Any, state: FileState | None, wanted: Sequence[Entry], taken: Sequence[Entry]) -> bool:
    """Whether nothing is to be done: all that is wanted is there, and nothing that is not."""
    if not all(_is_there(document, entry) for entry in wanted):
        return False
    names = {(entry.path, entry.element) for entry in wanted}
    elements = [(entry.path, entry.value) for entry in wanted if entry.element]
    for one in state.placed if state else ():
        if (one.path, one.element) not in names or (one.element and (one.path, one.value) not in elements):
            return False
    return not any(_stands(document, entry) for entry in taken if (entry.path, entry.element) not in names)


def _is_there(document: Any, entry: Entry) -> bool:
    found = value_at(document, entry.path)
    return isinstance(found, list) and entry.value in found if entry.element else matches(entry, found)


def _stands(document: Any, entry: Entry) -> bool:
    """Whether something that looks like Butler's stands there."""
    found = value_at(document, entry.path)
    if entry.element:
        return isinstance(found, list) and any(entry.ours(value) for value in found)
    return bool(entry.ours(found))


def _refuse_others(
    name: str, document: Any, state: FileState | None, wanted: Sequence[Entry], taken: Sequence[Entry]
) -> None:
    """Refuse where a member that Butler did not write, or that somebody changed since, would be overwritten or removed.

    What nobody recorded and looks foreign is in the way of ``wanted`` alone; it is not taken out.
    """
    recorded = {one.path: one for one in (state.placed if state else ()) if not one.element}
    for number, entry in enumerate((*wanted, *taken)):
        found = value_at(document, entry.path)
        if entry.element or found is None or matches(entry, found) or entry.ours(found):
            continue
        old = recorded.get(entry.path)
        if old is None and number < len(wanted):
            raise Conflict("install_entry_foreign", what=name, name=".".join(entry.path))
        if old is not None and not is_as_placed(old, found, entry.keys):
            raise Conflict("install_entry_changed", what=name, name=".".join(entry.path))


def _parsed(editor: ModuleType, name: str, text: str) -> Any:
    try:
        return editor.parse(text)
    except (ValueError, RecursionError) as problem:
        kind = "TOML" if editor is toml_span else "JSON"
        raise Unreadable("install_file_unreadable", what=name, kind=kind) from problem


def _text(name: str, content: bytes | None) -> str:
    try:
        return (content or b"").decode()
    except UnicodeDecodeError as problem:
        raise Unreadable("install_file_unreadable", what=name, kind="UTF-8") from problem


def _is_nothing(text: str) -> bool:
    return text.strip("\ufeff \t\r\n") in {"", "{}"}


def _different(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Without what was taken out and put in again."""
    gone = [piece.text for piece in pieces if piece.sign == "-"]
    come = [piece.text for piece in pieces if piece.sign == "+"]
    same = {text for text in gone if text in come}
    return tuple(piece for piece in pieces if piece.text not in same)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
