"""Names with values: ``NAME=value`` and the like in shells, code, JSON, YAML, XML, SQL, headers and prose.

A name is found by a literal hint, widened to the whole identifier, judged by `redaction_names`, then the syntaxes are
tried in order at its end. Each pattern is anchored and bounded: the cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.redaction_names import HINTS, JAPANESE, NameClass, classify
from butler.maids.redaction_rules import Span, is_evidence
from butler.maids.redaction_syntaxes import (
    ASSIGN,
    BEFORE_SPACE,
    CELL,
    ELEMENT,
    ENVIRONMENT_VALUE,
    FIELD,
    FLAG,
    JAPANESE_PROSE,
    LITERAL_GROUPS,
    NAMED_COMMANDS,
    NARROW,
    NEXT_ARGUMENT,
    PART,
    PROSE,
    QUERY_VALUE,
    SQL,
    URL_VALUE,
)
from butler.maids.redaction_values import (
    MARK,
    is_digest,
    is_identifier,
    is_placeholder,
    is_reference,
    is_sentence,
    is_uuid,
    looks_random,
)

_NAME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.ñçàéłńśАБВ")
_NAME_LIMIT = 80
_CANDIDATE = re.compile("|".join(map(re.escape, sorted((*HINTS, *JAPANESE), key=len, reverse=True))))


def assignment_spans(text: str) -> Iterator[Span]:
    """Yield the values in ``text`` that stand behind a name which holds secrets."""
    lowered = text.replace("İ", "I").lower()
    done = 0
    for hint in _CANDIDATE.finditer(lowered):
        if hint.start() < done:
            continue
        if hint[0].isascii() or hint[0] in HINTS:
            start, end = _identifier(text, *hint.span())
            done = end
            name = text[start:end]
            name_class = classify(name.strip("-.")) if len(name) <= _NAME_LIMIT else None
            found = _find_value(text, start, end, name_class) if name_class else None
        else:
            done = hint.end()
            found = _japanese(text, hint.end())
        if found is not None:
            yield found


def _identifier(text: str, start: int, end: int) -> tuple[int, int]:
    """The bounds of the identifier around ``start:end``, at most 80 characters to each side."""
    low, high = max(0, start - _NAME_LIMIT), min(len(text), end + _NAME_LIMIT)
    while start > low and text[start - 1] in _NAME_CHARS:
        start -= 1
    while end < high and text[end] in _NAME_CHARS:
        end += 1
    while end > start and text[end - 1] in ".-":
        end -= 1
    return start, end


def _find_value(text: str, start: int, end: int, name_class: NameClass) -> Span | None:
    """The secret behind the name at ``start:end`` in the first syntax that holds one."""
    name = text[start:end]
    found = ASSIGN.match(text, end)
    if found is not None:
        span = _assigned(text, start, name, found, name_class)
        if span is not None:
            return span
    for pattern, strict in _syntaxes(text, start, end):
        found = pattern.match(text, end)
        span = _judged(found, name, name_class, strict=strict) if found else None
        if span is not None:
            return span
    return None


def _syntaxes(text: str, start: int, end: int) -> Iterator[tuple[re.Pattern[str], bool]]:
    """The patterns that fit what stands around the name, and whether the value must look random."""
    before = text[max(0, start - 100) : start]
    if text[start] == "-" or before.endswith("/") or text[start:end] in NAMED_COMMANDS or BEFORE_SPACE.search(before):
        yield FLAG, False
    if before.endswith("<") or before[-40:].rpartition("<")[2].endswith(":"):
        yield ELEMENT, False
    yield NEXT_ARGUMENT, False
    yield FIELD, False
    yield PART, False
    yield SQL, False
    yield CELL, True
    yield PROSE, True


def _value(found: re.Match[str]) -> tuple[str, int, bool]:
    """The value of a match, where it begins, and whether it stood in quotes."""
    for group in LITERAL_GROUPS:
        if group in found.re.groupindex and found[group] is not None:
            return found[group], found.start(group), True
    return found["wide"], found.start("wide"), False


def _assigned(text: str, start: int, name: str, found: re.Match[str], name_class: NameClass) -> Span | None:
    """The value of an assignment; how far an unquoted one reaches depends on what it stands in."""
    value, at, in_quotes = _value(found)
    if in_quotes:
        return _span(value, at, name, name_class, strict=False, in_quotes=True)
    if name.strip("-").lower().endswith(("authorization", "auth")):
        return None
    before = text[start - 1 : start]
    in_query = before in ("?", "&", "#", ";") and found["sep"] == "=" and bool(before)
    glued = found["sep"] == "=" and found["close"] is None and found.start("wide") == found.end("sep")
    environment = glued and name.isupper() and not in_query
    narrow = (QUERY_VALUE if in_query else ENVIRONMENT_VALUE if environment else NARROW).match(text, at)
    if narrow is None or (not environment and text[narrow.end() : narrow.end() + 1] in ("(", "[")):
        return None
    if text[start - 2 : start] == "${":
        return _span(narrow[0].lstrip("-"), at, name, name_class, strict=True, in_quotes=False)
    loose = environment or in_query or name.startswith("--") or _ends_line(text, narrow.end())
    return _span(
        narrow[0],
        at,
        name,
        "token" if in_query and name_class == "key" else name_class,
        strict=bool(found["break"]) or not loose,
        in_quotes=environment or (not found["break"] and _is_whole_line(text, start, narrow)),
    )


def _is_whole_line(text: str, start: int, value: re.Match[str]) -> bool:
    """Whether name and value are a line of a configuration file, the value one lower-case word of six or more."""
    line_start = text.rfind("\n", max(0, start - 40), start) + 1
    if line_start == 0 and start > 40:
        return False
    begins = not text[line_start:start].strip(" \t+->")
    ends = text[value.end() : value.end() + 2].lstrip("\r")[:1] in ("", "\n")
    return begins and ends and len(value[0]) >= 6 and value[0].isascii() and value[0].isalpha() and value[0].islower()


def _ends_line(text: str, end: int) -> bool:
    """Whether only punctuation of data formats stands between ``end`` and the end of the line."""
    return not text[end : end + 8].partition("\n")[0].strip(" \t\r,;}\"'")


def _judged(found: re.Match[str], name: str, name_class: NameClass, *, strict: bool) -> Span | None:
    """The value of a match if it is a secret."""
    value, at, in_quotes = _value(found)
    if not in_quotes:
        narrow = NARROW.match(value)
        if narrow is None or value[narrow.end() : narrow.end() + 1] in ("(", "["):
            return None
        value = narrow[0]
    return _span(value, at, name, name_class, strict=strict, in_quotes=in_quotes)


def _span(value: str, at: int, name: str, name_class: NameClass, *, strict: bool, in_quotes: bool) -> Span | None:
    """The span of ``value`` without its trailing punctuation, if it is a secret."""
    if not in_quotes:
        value = value.rstrip(".,;:!?)*_")
    if is_secret(value, name, name_class, strict=strict, in_quotes=in_quotes):
        return Span(at, at + len(value), name_class if name_class != "key" else "secret_key")
    return None


def is_secret(value: str, name: str, name_class: NameClass, *, strict: bool, in_quotes: bool) -> bool:
    """Whether ``value``, found behind ``name``, is a secret.

    ``strict``: the syntax alone proves nothing (prose), so the value must look random. ``in_quotes``: the syntax shows
    that it is a literal and no expression.
    """
    if len(value) < 4 or MARK in value or is_placeholder(value) or is_sentence(value):
        return False
    if _plain(value) == _plain(name) or (is_identifier(value) and classify(value[-80:]) is not None):
        return False
    if name_class == "password":
        return _is_password(value, strict=strict, in_quotes=in_quotes)
    if is_reference(value) or (strict and is_digest(value)):
        return False
    if name_class == "key":
        return len(value) >= 16 and looks_random(value) and not is_evidence(value)
    if is_uuid(value) or looks_random(value) or is_digest(value):
        return len(value) >= 6
    return in_quotes and not strict and len(value) >= 6 and not is_slug(value)


def is_slug(value: str) -> bool:
    """Whether ``value`` is one lower-case or capitalised word, or several parted by ``-``, ``_``, ``.`` or spaces."""
    return all(
        (part.isalpha() and (part.islower() or part.istitle() or part.isupper()) and len(part) < 16) or part.isdigit()
        for part in re.split(r"[-_. :/]", value)
        if part
    )


def _is_password(value: str, *, strict: bool, in_quotes: bool) -> bool:
    """A password may be any word where the syntax shows a literal; elsewhere it must mix characters."""
    if is_reference(value) and not (value.isdigit() and in_quotes):
        return False
    if strict and (is_digest(value) or not looks_random(value)):
        return False
    return in_quotes or not is_identifier(value) or looks_random(value)


def _plain(name: str) -> str:
    """``name`` without case and separators."""
    return re.sub(r"[\W_]", "", name).lower()


def _japanese(text: str, end: int) -> Span | None:
    """The value behind a Japanese name: quoted in brackets, or a run of ASCII that looks random."""
    found = JAPANESE_PROSE.match(text, end)
    if found is None:
        return None
    value, at, in_quotes = _value(found)
    narrow = value if in_quotes else (URL_VALUE.match(value) or [""])[0]
    return _span(narrow, at, "パスワード", "password", strict=not in_quotes, in_quotes=in_quotes)
