"""Which syntaxes may hold the value of a name, told by what stands around the name: the others are not tried."""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.redaction_judging import SHORT_PASSWORDS, Proof
from butler.maids.redaction_names import NameClass
from butler.maids.redaction_syntaxes import (
    ALIGNED,
    ASKED,
    BEFORE_SPACE,
    BESIDE,
    CALL,
    CELL,
    ELEMENT,
    FALLBACK,
    FIELD,
    FLAG,
    KEYED,
    LISTED,
    NAMED_COMMANDS,
    NEXT_ARGUMENT,
    NEXT_CELL,
    PAIR_OF_TERMS,
    PARENTHESIS,
    PART,
    SAID,
    SETTERS,
    SQL,
)

_FALLS_BACK = frozenset("\"')] \t|?o")
_ENDS = frozenset("\"'\r\n")
_CELL_ENDS = frozenset("`*\"' \t|│,")
_SAYS = frozenset(" \t\"'`*:=-→")
_CELL_OF_MARKUP = frozenset("<:：\n")
"""With one of these a syntax begins behind a name."""
_FIELD_REACH = 700
_SETTING = ("set", "setx", "setenv", "env", "arg", "define", "export", "put", "create", "add")
"""The last word before a name that is set, flags aside."""
_SAID_ALONE = frozenset({"pin code", "pw", "PW", "psk", "PSK", "AUTH"})
_Choice = tuple[re.Pattern[str], Proof]


def syntaxes(text: str, start: int, end: int, name_class: NameClass) -> Iterator[_Choice]:
    """The patterns that fit what stands around the name at ``start:end``, and what each proves about a literal in it."""
    name, before, after = text[start:end], text[max(0, start - 100) : start], text[end : end + 1]
    yield from _told_before(name, before, name_class)
    if after == "(":
        yield CALL, "said"
    if after in _FALLS_BACK:
        yield FALLBACK, "literal"
    if name in _SAID_ALONE:
        yield BESIDE, "beside"
    if name_class == "short":
        yield from _of_short(name, before, after)
        return
    yield from _told_behind(text, end, name, before)
    if name_class == "key":
        yield SAID, "said"
        return
    yield from _of_words(text, end, name, name_class)


def _told_before(name: str, before: str, name_class: NameClass) -> Iterator[_Choice]:
    """The patterns that fit by what stands before the name."""
    is_flag = name[0] == "-" and (name_class != "short" or name.islower())
    if (
        is_flag
        or before[-2:] in ("/", " /", "\t/")
        or name in NAMED_COMMANDS
        or (before[-1:] in (" ", "\t") and _sets(before))
        or (before[-1:] in ("/", ":") and KEYED.search(before))
    ):
        yield FLAG, "literal"
    if (
        before.endswith(("<", "<key>"))
        or (before[-1:] in ("'", '"') and "<" in before[-60:])
        or before[-40:].rpartition("<")[2].endswith(":")
    ):
        yield ELEMENT, "literal"


def _sets(before: str) -> bool:
    """Whether a name that stands after ``before`` is set to what follows it."""
    low = before.lower()
    if not any(map(low.__contains__, SETTERS)):
        return False
    words = low.split()
    last = next((word for word in reversed(words) if word[0] != "-"), "")
    named = any(word.endswith(("login", "user")) for word in words[-3:-1])
    return (named or last.endswith(_SETTING) or "config set" in low) and BEFORE_SPACE.search(before) is not None


def _of_short(name: str, before: str, after: str) -> Iterator[_Choice]:
    """The patterns for words that also mean something else."""
    if name.lower() in SHORT_PASSWORDS and before.endswith(('"', "'")):
        yield FIELD, "literal"
    if name.lower() in SHORT_PASSWORDS and after == " ":
        yield SAID, "beside"


def _told_behind(text: str, end: int, name: str, before: str) -> Iterator[_Choice]:
    """The patterns that fit by what stands behind the name."""
    after = text[end : end + 1]
    if after in ("'", '"'):
        yield NEXT_ARGUMENT, "literal" if name.isupper() or name[0] == "-" else "said"
        yield LISTED, "said"
    if after == "," and before[-1:] == "{":
        yield PAIR_OF_TERMS, "assigned"
    if after in _CELL_OF_MARKUP:
        yield NEXT_CELL, "said"
    if text.startswith((" (", "（"), end):
        yield PARENTHESIS, "said"
    if after == "?" and name.isupper():
        yield ASKED, "said"
    if text.find("alue", end, end + _FIELD_REACH) >= 0 or text.find("efault", end, end + _FIELD_REACH) >= 0:
        yield FIELD, "literal"


def _of_words(text: str, end: int, name: str, name_class: NameClass) -> Iterator[_Choice]:
    """The patterns of forms, tables and sentences."""
    after = text[end : end + 1]
    if after in _ENDS:
        yield PART, "literal"
    if name_class == "password" and after in (" ", "\t"):
        yield SQL, "literal" if name.isupper() else "said"
    if after in _CELL_ENDS:
        yield CELL, "said"
    if after in _SAYS or after.isalpha():
        yield SAID, "said"
        yield BESIDE, "beside"
    if text.startswith(("  ", "\t", " \t"), end):
        yield ALIGNED, "said"
