"""Which tools a code-mode script calls, read from its text: JavaScript is scanned, never executed.

A call is ``tools.NAME(argument)``; its argument is read when it is a literal (object, array, text, template without
expressions), a constant that was bound to one, a sum of texts, or ``[…].join(text)``. Anything else is ``UNKNOWN``: the
reader gives up on that value alone. Strings, templates, comments and regular expressions never hide or fake a call.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any, Final

from butler.records import dataclass

MAX_SOURCE = 512 * 1024
"""Longest script, in characters, that is read; a longer one is treated as one without readable calls."""

_MAX_DEPTH = 60
_MAX_WORK = 1_000_000
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)")
_GAP = r"(?:\s+|//[^\n]*|/\*.*?(?:\*/|\Z))"
_SPACE = re.compile(f"{_GAP}+", re.DOTALL)
_CALL = re.compile(
    rf"{_GAP}*+(?:\.{_GAP}*+([A-Za-z_$][\w$]*)|\[\s*[\"']([\w$-]+)[\"']\s*\]){_GAP}*+\(",
    re.DOTALL,
)
_BINDING = re.compile(r"\s+([A-Za-z_$][\w$]*)\s*=(?![=>])")
_JOIN = re.compile(r"\s*\.\s*join\s*\(")
_TRIM = re.compile(r"\s*\.\s*(?:trim|trimEnd|trimStart|toString)\s*\(\s*\)")
_PLAIN = re.compile(r"[^\"'`/\w$]+")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "undefined": None}


class _TooMuchWork(Exception):
    """The script is built so that reading it would take very long."""


@dataclass(frozen=True, slots=True, repr=False)
class _Unknown:
    """The value of an expression that only running the script would give."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()


@dataclass(frozen=True, slots=True)
class NestedCall:
    """One ``tools.NAME(…)`` of a script; ``argument`` is its first argument (None where there is none)."""

    name: str
    argument: Any


def nested_calls(source: str) -> list[NestedCall]:
    """The tool calls in ``source``, in its order."""
    if "tools" not in source or len(source) > MAX_SOURCE:
        return []
    return _Scanner(source).scan()


class _Scanner:
    """Walks a script once, collecting constants and tool calls."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.names: dict[str, Any] = {}
        self.calls: list[NestedCall] = []
        self._work = 0

    def scan(self) -> list[NestedCall]:
        """Find the calls; of a script that is too costly to read, those that were found so far."""
        with contextlib.suppress(_TooMuchWork):
            self._walk()
        return self.calls

    def _walk(self) -> None:
        source, position, size = self.source, 0, len(self.source)
        before = ""
        while position < size:
            character = source[position]
            if character in "\"'`":
                position = self._text(position)[1]
                before = '"'
            elif character == "/":
                position, before = self._slash(position, before)
            elif match := _IDENTIFIER.match(source, position):
                position, before = self._word(match, before)
            elif match := _PLAIN.match(source, position):
                position = match.end()
                before = match.group().rstrip()[-1:] or before
            else:
                position += 1
                before = character

    def _spend(self, work: int) -> None:
        """Account for characters that are read again and again in nested values."""
        self._work += work
        if self._work > _MAX_WORK:
            raise _TooMuchWork

    def _slash(self, position: int, before: str) -> tuple[int, str]:
        """Step over a comment, a regular expression, or a division sign."""
        if space := _SPACE.match(self.source, position):
            return space.end(), before
        if not before or before in "(,=:[!&|?{};+-*<>":
            return self._regex(position), '"'
        return position + 1, "/"

    def _regex(self, position: int) -> int:
        """The end of the regular expression that begins at ``position``."""
        source, at, in_class = self.source, position + 1, False
        while at < len(source) and source[at] != "\n":
            character = source[at]
            if character == "\\":
                at += 1
            elif character == "[":
                in_class = True
            elif character == "]":
                in_class = False
            elif character == "/" and not in_class:
                return at + 1
            at += 1
        return position + 1

    def _word(self, match: re.Match[str], before: str) -> tuple[int, str]:
        """Handle an identifier: a constant's binding, a tool call, or nothing. Gives where to go on, and after what."""
        word, end = match.group(), match.end()
        if word in ("const", "let", "var") and (binding := _BINDING.match(self.source, end)):
            self.names[binding[1]] = self._value(binding.end(), 0)[0]
            return binding.end(), "="
        if word == "tools" and before != "." and (call := _CALL.match(self.source, end)):
            start = call.end()
            closed = self.source[self._space(start) : self._space(start) + 1] == ")"
            argument = None if closed else self._value(start, 0)[0]
            self.calls.append(NestedCall(call[1] or call[2], argument))
            return start, "("
        return end, "a"

    def _space(self, position: int) -> int:
        match = _SPACE.match(self.source, position)
        return match.end() if match else position

    def _value(self, position: int, depth: int) -> tuple[Any, int]:
        """The value of the expression at ``position`` and where it ends; ``UNKNOWN`` runs on to the expression's end."""
        self._spend(8)
        value, end = self._operand(self._space(position), depth)
        while value is not UNKNOWN:
            end = self._space(end)
            following = self.source[end : end + 1]
            if following == "+" and isinstance(value, str):
                other, end = self._operand(self._space(end + 1), depth)
                value = value + other if isinstance(other, str) else UNKNOWN
            elif following in ("", ",", ";", ")", "]", "}", ":") or self._new_statement(end):
                return value, end
            else:
                value = UNKNOWN
        return UNKNOWN, self._skip(position)

    def _new_statement(self, position: int) -> bool:
        """Whether a line break before ``position`` ends the expression (automatic semicolon)."""
        gap = self.source[max(position - 200, 0) : position].rstrip(" \t")
        return gap.endswith("\n") and bool(_IDENTIFIER.match(self.source, position))

    def _operand(self, position: int, depth: int) -> tuple[Any, int]:
        """One literal or known constant with its ``.join`` or ``.trim``."""
        source = self.source
        character = source[position : position + 1]
        if depth > _MAX_DEPTH or not character:
            return UNKNOWN, position
        if character in "\"'`":
            value, end = self._text(position)
        elif character == "{":
            value, end = self._object(position, depth)
        elif character == "[":
            value, end = self._array(position, depth)
        elif number := _NUMBER.match(source, position):
            return _number(number.group()), number.end()
        elif source.startswith("String.raw`", position):
            value, end = self._text(position + 10, raw=True)
        elif word := _IDENTIFIER.match(source, position):
            value = _WORDS.get(word.group(), self.names.get(word.group(), UNKNOWN))
            end = word.end()
        else:
            return UNKNOWN, position
        return self._method(value, end, depth)

    def _method(self, value: Any, end: int, depth: int) -> tuple[Any, int]:
        """Apply ``.join(text)`` and ``.trim()``; any other member or call makes the value unknown."""
        if isinstance(value, list) and (join := _JOIN.match(self.source, end)):
            glue, end = self._value(join.end(), depth + 1)
            known = all(isinstance(one, str) for one in value)
            closed = self.source[end : end + 1] == ")"
            if not (known and closed and isinstance(glue, str)):
                return UNKNOWN, end
            value, end = glue.join(value), end + 1
        while isinstance(value, str) and (trim := _TRIM.match(self.source, end)):
            value, end = value.strip(), trim.end()
        return (UNKNOWN, end) if self.source[end : end + 1] in (".", "(", "[", "?") else (value, end)

    def _object(self, position: int, depth: int) -> tuple[Any, int]:
        """An object literal; a key whose value is unknown keeps ``UNKNOWN``, a spread makes the object unknown."""
        found: dict[str, Any] = {}
        at = self._space(position + 1)
        while at < len(self.source) and self.source[at] != "}":
            key, at = self._key(at)
            if key is None:
                return UNKNOWN, at
            at = self._space(at)
            if self.source[at : at + 1] == ":":
                found[key], at = self._value(at + 1, depth + 1)
            elif self.source[at : at + 1] in (",", "}"):
                found[key] = self.names.get(key, UNKNOWN)
            else:
                return UNKNOWN, at
            at = self._comma(at)
        return (found, at + 1) if at < len(self.source) else (UNKNOWN, at)

    def _key(self, position: int) -> tuple[str | None, int]:
        if self.source[position] in "\"'":
            value, end = self._text(position)
            return (value, end) if isinstance(value, str) else (None, end)
        match = _IDENTIFIER.match(self.source, position)
        return (match.group(), match.end()) if match else (None, position)

    def _array(self, position: int, depth: int) -> tuple[Any, int]:
        """An array literal."""
        found: list[Any] = []
        at = self._space(position + 1)
        while at < len(self.source) and self.source[at] != "]":
            if self.source.startswith("...", at):
                return UNKNOWN, at
            value, end = self._value(at, depth + 1)
            if end <= at:
                return UNKNOWN, at
            found.append(value)
            at = self._comma(end)
        return (found, at + 1) if at < len(self.source) else (UNKNOWN, at)

    def _comma(self, position: int) -> int:
        at = self._space(position)
        return self._space(at + 1) if self.source[at : at + 1] == "," else at

    def _text(self, position: int, *, raw: bool = False) -> tuple[Any, int]:
        """A text or template literal; a template with an expression that is no known text is ``UNKNOWN``."""
        source, quote = self.source, self.source[position]
        pieces: list[str] = []
        known, at = True, position + 1
        while at < len(source):
            character = source[at]
            if character == quote:
                return (_joined(pieces) if known else UNKNOWN), at + 1
            if character == "\\" and not raw:
                piece, at = _escape(source, at + 1)
                pieces.append(piece)
            elif quote == "`" and source.startswith("${", at):
                value, end = self._value(at + 2, 1)
                known = known and isinstance(value, str)
                pieces.append(value if isinstance(value, str) else "")
                at = end + 1 if source[end : end + 1] == "}" else at + 2
            elif character == "\n" and quote != "`":
                return UNKNOWN, at
            else:
                end = _run(source, at, quote)
                pieces.append(source[at:end])
                at = end
        return UNKNOWN, at

    def _skip(self, position: int) -> int:
        """The end of the expression at ``position``: the next ``,`` ``;`` or closing bracket at its own level."""
        source, at, level = self.source, self._space(position), 0
        while at < len(source):
            character = source[at]
            if character in "\"'`":
                at = self._quoted(at)
                continue
            if character in "([{":
                level += 1
            elif character in ")]}":
                if level == 0:
                    break
                level -= 1
            elif character in ",;" and level == 0:
                break
            at = max(self._space(at), at + 1) if character == "/" else at + 1
        self._spend(at - position)
        return at

    def _quoted(self, position: int) -> int:
        """The end of the quoted text at ``position``, without reading what stands in it."""
        quote, at = self.source[position], position + 1
        while at < len(self.source):
            if self.source[at] == "\\":
                at += 1
            elif self.source[at] == quote or (self.source[at] == "\n" and quote != "`"):
                return at + 1
            at += 1
        return at


_RUNS = {quote: re.compile(rf"[^\\{quote}\n$]+") for quote in "\"'`"}


def _run(source: str, position: int, quote: str) -> int:
    """The end of the plain characters at ``position`` (at least one)."""
    match = _RUNS[quote].match(source, position)
    return match.end() if match else position + 1


def _escape(source: str, position: int) -> tuple[str, int]:
    """The character that the escape after a backslash at ``position`` stands for, and where it ends."""
    character = source[position : position + 1]
    if character == "u" and source[position + 1 : position + 2] == "{":
        end = source.find("}", position)
        return _code_point(source[position + 2 : end]), max(end, position) + 1
    if character in ("u", "x"):
        width = 4 if character == "u" else 2
        digits = source[position + 1 : position + 1 + width]
        return _code_point(digits), position + 1 + width
    if character == "\r" and source[position + 1 : position + 2] == "\n":
        return "", position + 2
    return _ESCAPES.get(character, character), position + 1


def _joined(pieces: list[str]) -> str:
    """The pieces as one text; escaped surrogate pairs become their character, lone surrogates a replacement character."""
    value = "".join(pieces)
    if value.isascii():
        return value
    return value.encode("utf-16", errors="surrogatepass").decode("utf-16", errors="replace")


def _code_point(digits: str) -> str:
    """The character of a hexadecimal code point; a replacement character where it is none."""
    try:
        code = int(digits, 16)
    except ValueError:
        return "\ufffd"
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _number(digits: str) -> int | float:
    """The number that ``digits`` write."""
    plain = digits.replace("_", "")
    if plain.lower().lstrip("-").startswith("0x"):
        return int(plain, 16)
    return float(plain) if any(mark in plain for mark in ".eE") else int(plain)
