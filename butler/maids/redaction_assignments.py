"""Names with values: ``NAME=value`` and the like in shells, code, JSON, YAML, XML, SQL, headers and prose.

A name is found by a literal hint, widened to the whole identifier, judged by `redaction_names`, then the syntaxes are
tried in order at its end. Each pattern is anchored and bounded: the cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.redaction_names import HINTS, JAPANESE, NameClass, classify
from butler.maids.redaction_rules import Span, is_evidence
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

_QUOTED = r"""(?:[rRbBuU]{1,2}|@)?(?:(?P<q>["'`])(?P<quoted>(?:\\.|(?!(?P=q))[^\\\n]){1,600}+)(?P=q)|(?P<e>\\{1,15}["'])(?P<escaped>[^"'\n]{1,600}?)(?=\\{1,15}["'])|[“「『](?P<curly>[^”」』\n]{1,200})[”」』])"""
_BREAK = r"(?:[ \t]{0,80}\\?(?:\r?\n|\\{1,4}n)[+\-> ]?[ \t]{0,80})"
_TYPE = r"""(?:[ \t]{0,8}(?::[ \t]{0,4}|[ \t])(?:&'static[ \t]|const[ \t])?[*&]?[A-Za-z_][\w.:<>|?\[\]]{0,40}(?:[ \t]?\|[ \t]?\w{1,20})?\[?\]?[ \t]{0,8}(?==|:=))?"""
_SEPARATOR = r"(?P<sep>:=|=>|===?|!==?|\?=|\+=|=|:|：|＝|->|→)"
_ASSIGN = re.compile(
    r"(?P<close>\\{0,15}[\"'`]|\*\*)?\]?\)?"
    + _TYPE
    + r"[ \t]{0,40}"
    + _SEPARATOR
    + r"(?:\*\*)?[ \t]{0,80}(?P<break>[|>]?[+\-]?"
    + _BREAK
    + r")?\(?"
    r"(?:" + _QUOTED + r"|(?P<wide>[^\s\"'`]{1,600}))"
)
_NARROW = re.compile(r"[^\s\"'`,;&<>()\[\]{}|\\「」『』。、）]{1,600}")
_URL_VALUE = re.compile(r"[^\s\"'`&<>]{1,600}")
_NEXT_ARGUMENT = re.compile(r"[\"'][ \t]{0,4},[ \t]{0,4}(?:\"value\"[ \t]{0,4}:[ \t]{0,4})?" + _QUOTED)
_VALUE_FIELD = re.compile(
    r"[\"']?[ \t]{0,4},?\s{0,40}[+\-]?\s{0,40}(?:[\"']?(?:value|default|Value|defaultValue|content)[\"']?[ \t]{0,4}[:=][ \t]{0,4})(?:"
    + _QUOTED
    + r"|(?P<wide>[^\s\"'`]{1,600}))"
)
_FLAG = re.compile(r"(?:[ \t]{1,8}|" + _BREAK + r")(?:" + _QUOTED + r"|(?P<wide>[^\s\"'`]{1,600}))")
_ELEMENT = re.compile(
    r"(?:[ \t][^<>\n]{0,100})?>\s{0,20}(?:<!\[CDATA\[)?(?P<wide>[^<>\n\]]{1,600}?)\s{0,20}(?:\]\]>)?</"
)
_CELL = re.compile(r"[`*\"']{0,2}[ \t]{0,20}[|\t│][ \t]{0,20}[`*]{0,2}(?P<wide>[^\s|`│]{1,300})")
_SQL = re.compile(r"[ \t]{1,4}(?:=[ \t]{0,4}|AS[ \t]{1,4}|BY[ \t]{1,4})?'(?P<quoted>[^'\n]{1,200})'", re.IGNORECASE)
_PROSE = re.compile(
    r"(?:s? (?:for|of|on|to|in) [\w.@/:\-]{1,40}(?: [\w.@\-]{1,30})?)?[\"'`*]{0,2}[ \t]{0,4}"
    r"(?:(?:is|was|were|are|be|now|to|as|will be|set to|changed to|it is|it's|ist|es|est|é|è|это|:|=|->)[ \t]{1,4}(?:now |still |just |currently |set to )?|[ \t])"
    r"(?:" + _QUOTED + r"|(?P<wide>[^\s\"'`]{1,300}))",
    re.IGNORECASE,
)
_JA_PROSE = re.compile(
    r"[ 　]{0,2}(?:[(（][^)）\n]{0,40}[)）])?(?:の値|の中身|文字列)?[ 　]{0,2}(?:には|では|とは|は|が|を|に|も|って|として|：|:|＝|=|→|是|为|는|은)?[ 　、]{0,3}"
    r"(?:[「『“\"'`（(](?P<quoted>[!-~]{3,200}?)[」』”\"'`）)]|(?P<wide>[!-~]{4,200}))"
)
_BEFORE_SPACE = re.compile(
    r"(?i)(?:\bset(?:x|env)?(?: -[a-z]{1,3}| --\w{1,10}){0,3}|\bENV|\bARG|\bexport|\blogin \S{1,80}|\buser \S{1,80}|\bconfig set\b.{0,40}|\bsecrets? (?:set|put|create).{0,60}|requirepass|\bmasterauth)[ \t]{1,8}$"
)


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
    found = _ASSIGN.match(text, end)
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
    if text[start:end].startswith("-") or before.endswith("/") or _BEFORE_SPACE.search(before):
        yield _FLAG, False
    if before.endswith("<") or before[-40:].rpartition("<")[2].endswith(":"):
        yield _ELEMENT, False
    yield _NEXT_ARGUMENT, False
    yield _VALUE_FIELD, False
    yield _SQL, False
    yield _CELL, True
    yield _PROSE, True


def _value(found: re.Match[str]) -> tuple[str, int, bool]:
    """The value of a match, where it begins, and whether it stood in quotes."""
    for group in ("quoted", "escaped", "curly"):
        if group in found.re.groupindex and found[group] is not None:
            return found[group], found.start(group), True
    return found["wide"], found.start("wide"), False


def _assigned(text: str, start: int, name: str, found: re.Match[str], name_class: NameClass) -> Span | None:
    """The value of an assignment; how far an unquoted one reaches depends on what it stands in."""
    value, at, in_quotes = _value(found)
    if in_quotes:
        return _span(value, at, name, name_class, strict=False, in_quotes=True)
    if name.strip("-").lower().endswith(("authorization", "auth")) or " " in value:
        return None
    before = text[start - 1 : start]
    is_environment = (
        found["sep"] == "=" and found["close"] is None and name.isupper() and found.start("wide") == found.end("sep")
    )
    if before in ("?", "&") or (before == ";" and found["sep"] == "="):
        narrow = re.compile(r"[^\s\"'`&;<>#]{1,600}").match(text, at)
    elif is_environment and before not in ("&", "?"):
        narrow = re.compile(r"[^\s\"'`;]{1,600}").match(text, at)
    else:
        narrow = _NARROW.match(text, at)
    if narrow is None:
        return None
    follows = text[narrow.end() : narrow.end() + 1]
    if not is_environment and follows in ("(", "[") and follows:
        return None
    loose = is_environment or before in ("?", "&", ";", "-") or name.startswith("--") or _ends_line(text, narrow.end())
    strict = bool(found["break"]) or not loose
    return _span(narrow[0], at, name, name_class, strict=strict, in_quotes=is_environment)


def _ends_line(text: str, end: int) -> bool:
    """Whether only punctuation of data formats stands between ``end`` and the end of the line."""
    return not text[end : end + 8].partition("\n")[0].strip(" \t\r,;}\"'")


def _judged(found: re.Match[str], name: str, name_class: NameClass, *, strict: bool) -> Span | None:
    """The value of a match if it is a secret."""
    value, at, in_quotes = _value(found)
    if not in_quotes:
        narrow = _NARROW.match(value)
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
    found = _JA_PROSE.match(text, end)
    if found is None:
        return None
    value, at, in_quotes = _value(found)
    narrow = value if in_quotes else (_URL_VALUE.match(value) or [""])[0]
    return _span(narrow, at, "パスワード", "password", strict=not in_quotes, in_quotes=in_quotes)
