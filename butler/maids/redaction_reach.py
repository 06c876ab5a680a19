"""How far the value reaches that a syntax found behind a name, and whether it is a secret.

`redaction_assignments` finds names and tries the syntaxes; what a match of one holds is cut and judged here.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_judging import Proof, is_secret
from butler.maids.redaction_labels import value_below
from butler.maids.redaction_names import NameClass, promised
from butler.maids.redaction_sayings import is_told_value
from butler.maids.redaction_settings import TAG
from butler.maids.redaction_syntaxes import (
    ELEMENT,
    ENVIRONMENT_VALUE,
    FLAG,
    JAPANESE_PROSE,
    LITERAL_GROUPS,
    NAMED_COMMANDS,
    NARROW,
    NEXT_CELL,
    PART,
    QUERY_VALUE,
    URL_VALUE,
    WORD_VALUE,
)
from butler.maids.redaction_values import is_sentence, looks_chosen, looks_made, looks_scrambled, looks_worded
from butler.maids.redaction_words import is_told

_TRAILING = ".,;:!?)*_"
_ESCAPED_END = late(r"\\{1,4}[nrt]|\\{1,15}[\"']")
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}
_FORM = late(r"[\w.\-]{1,40}=[^&=]{1,200}&[\w.\-]{1,40}=")
_PLAIN_WORD = late(r"(?=.{6})[a-z]{3,40}\d{0,4}")
_KIND = {"key": "secret_key", "short": "password", "query": "token"}
_VARIABLES = ("TF_VAR_", "ORG_GRADLE_PROJECT_", "npm_config_", "CARGO_", "GIT_CONFIG_")
_SCHEME = late(
    r"(?i)(?:Bearer|Basic|Token|ApiKey|Bot|Negotiate|NTLM|SSWS|Digest|GenieKey|Splunk|OAuth|Key|JWT|AWS|Hawk)[ \t]{1,3}(?=\S{4})"
)
"""The word of an HTTP scheme before its credentials: it stays."""
_USER = late(r"[\w.@\-]{1,64}:(?=[^\s/:]{4})")
_PAIRS = ("userpwd", "auth", "credentials", "credential", "creds", "userpass", "login")
"""Names of a user with a password behind a colon."""
_CONNECTION = late(r"@|\w=|://")
"""A connection string: other rules know the password in it."""
_JAPANESE_PASSWORDS = ("パス", "暗証", "合言葉", "密码", "密碼", "口令", "비밀번호", "암호", "ログイン", "認証情報")
_VALUE_GROUPS = frozenset((*LITERAL_GROUPS, "wide"))
_WHOLE = (ELEMENT, PART, TAG, NEXT_CELL)
"""Syntaxes that tell themselves how far the value reaches."""

_LINE_HEAD = late(r"(?:[ \t+>\-]{0,20}|[ \t]{0,8}(?:\d{1,6}(?:\t|→|: ))?[ \t]{0,12})(?:export |set |SET |ENV |ARG )?")
_NO_REST = late(r" [/／] |[=\"'`\\(\[<>]|://|: |[ \t](?:#|//|--|&&|\|\|)|\||\$\{")
_PARTED = late(r"[;,&#{}@ ]+")
_LETTERS = late(r"[A-Za-z]{3,}")
_LONGEST_LINE = 300


def value_of(found: re.Match[str]) -> tuple[str, int, bool]:
    """The value of a match, where it begins, and whether it stood in quotes."""
    group = found.lastgroup or ""
    if group not in _VALUE_GROUPS:  # nearly all patterns end with their values
        group = next((one for one in LITERAL_GROUPS if found.groupdict().get(one) is not None), "wide")
    return found[group], found.start(group), group != "wide"


def assigned(text: str, start: int, name: str, found: re.Match[str], name_class: NameClass) -> Span | None:
    """The value of an assignment; how far an unquoted one reaches depends on what it stands in."""
    value, at, in_quotes = value_of(found)
    before = text[start - 1 : start]
    in_query = before in ("?", "&", "#", ";") and found["sep"] == "=" and start > 0
    if name_class == "query" and not in_query:
        return None
    if not in_quotes and _in_test_id(text, start):
        return _parameter(value, at, name_class)
    if in_quotes:
        is_docstring = found["break"] and text[at - 3 : at] in ('"""', "'''")
        return None if is_docstring else _span(value, at, name, name_class, "literal")
    if name.strip("-").lower().endswith(("authorization", "auth")) and not (
        name == "_auth" or name.isupper() or in_query
    ):
        return None
    glued = found["sep"] == "=" and found["close"] is None and found.start("wide") == found.end("sep")
    environment = glued and (name.isupper() or name.startswith(_VARIABLES)) and not in_query
    reach = NARROW
    if in_query or environment:
        reach = QUERY_VALUE if in_query and before != ";" else ENVIRONMENT_VALUE
    narrow = reach.match(text, at)
    if narrow is None or (not environment and text[narrow.end() : narrow.end() + 1] in ("(", "[")):
        return None
    if text[max(0, start - 2) : start] == "${":
        return None
    whole = _to_the_line_end(text, start, at, narrow.end()) if name_class in ("password", "token") else None
    if whole is not None:
        return Span(at, at + len(whole), name_class)
    apart = found.start("wide") > found.end("sep") or found["sep"] == "："
    if (
        name_class == "short"
        and not glued
        and not (apart and (looks_made(narrow[0]) or narrow[0].isdigit() or _is_short_password(name, narrow[0])))
    ):
        return None
    if environment or (not found["break"] and _is_whole_line(text, start, narrow)):
        return _span(_closed(narrow[0]), at, name, name_class, "literal")
    loose = in_query or name.startswith("--") or _ends_line(text, narrow.end())
    told = (name_class == "token" and (glued or not (name.isalpha() and name.islower()))) or (
        name_class == "password" and glued
    )
    return _span(
        _trimmed(narrow[0]), at, name, name_class, "assigned" if (loose or told) and not found["break"] else "said"
    )


def _to_the_line_end(text: str, start: int, at: int, stop: int) -> str | None:
    """The rest of a configuration line whose value begins at ``at``, where the usual end at ``stop`` lies within it.

    The line holds nothing but name and value, and one of its pieces looks chosen: signs and spaces belong to the value.
    """
    begin = text.rfind("\n", max(0, start - 40), start) + 1
    if (begin == 0 and start > 40) or not _LINE_HEAD.fullmatch(text, begin, start):
        return None
    line = text[at : at + _LONGEST_LINE].partition("\n")[0].rstrip(" \t\r,;")
    rest = line[stop - at :]
    if len(rest) < 2 or _NO_REST.search(rest) or any(map(is_told, _LETTERS.findall(line))):
        return None
    glued = text[at - 1] == "="
    if (" " in rest and (glued or text[start] == "-")) or is_sentence(line):
        return None
    pieces = _PARTED.split(rest if glued else line)
    return line if len(pieces) <= 6 and any(is_told_value(one, "password", quoted=False) for one in pieces) else None


def _closed(value: str) -> str:
    """``value`` up to an escaped line end, without a closing bracket that it does not open."""
    cut = _ESCAPED_END.search(value) if "\\" in value else None
    value = value[: cut.start()] if cut is not None and cut.start() >= 4 else value
    while value[-1:] in _BRACKETS and _BRACKETS[value[-1]] not in value:
        value = value[:-1]
    return value


def _trimmed(value: str) -> str:
    """``value`` without what belongs to the sentence or the data around it."""
    value = _closed(value).rstrip(_TRAILING)
    return value[:-1] if value[-1:] == "/" and looks_worded(value[:-1]) else value  # the end of ``s/…/…/``


def _is_short_password(name: str, value: str) -> bool:
    """Whether ``pw: value`` holds words with a number (and is no ``PASS: TestName``)."""
    if name.lower() not in ("pw", "pass", "psk") or value[:4] == "Test":
        return False
    return looks_worded(value) or looks_scrambled(value) or (looks_chosen(value) and sum(map(str.isdigit, value)) > 2)


_PARAMETER = late(r"[^\s\"'`\[\]&;<>]{4,600}")


def _parameter(value: str, at: int, name_class: NameClass) -> Span | None:
    """The value among the parameters of a test, up to their bracket: one that is told by its look, no sample."""
    found = _PARAMETER.match(value)
    if found is None:
        return None
    told = is_told_value(found[0], "password", quoted=False) if name_class == "password" else looks_made(found[0])
    return Span(at, at + found.end(), _KIND.get(name_class, name_class)) if told else None


def _in_test_id(text: str, start: int) -> bool:
    """Whether the name at ``start`` stands in the id of a test (``test_a.py::test_b[password=short]``)."""
    word = text[max(0, start - 120) : start].rpartition("\n")[2].rpartition(" ")[2]
    return "::" in word and "[" in word


def _is_whole_line(text: str, start: int, value: re.Match[str]) -> bool:
    """Whether name and value are a line of a configuration file, the value one lower-case word of six or more."""
    line_start = text.rfind("\n", max(0, start - 40), start) + 1
    if line_start == 0 and start > 40:
        return False
    begins = not text[line_start:start].strip(" \t+->")
    ends = text[value.end() : value.end() + 2].lstrip("\r")[:1] in ("", "\n")
    return begins and ends and bool(_PLAIN_WORD.fullmatch(value[0])) and promised(value[0]) is None


def _ends_line(text: str, end: int) -> bool:
    """Whether only punctuation of data formats stands between ``end`` and the end of the line."""
    return not text[end : end + 8].partition("\n")[0].strip(" \t\r,;}\"'")


def judged(
    found: re.Match[str], name: str, name_class: NameClass, proof: Proof, pattern: re.Pattern[str] | None = None
) -> Span | None:
    """The value of a match of ``pattern`` if it is a secret."""
    value, at, in_quotes = value_of(found)
    if not in_quotes and not any(pattern is whole for whole in _WHOLE):
        reach = URL_VALUE if name in NAMED_COMMANDS else WORD_VALUE
        narrow = reach.match(value) if pattern is not FLAG or value[0] != "-" else None
        if narrow is None or value[narrow.end() : narrow.end() + 1] in ("(", "[") or _FORM.match(value):
            return None
        value, proof = narrow[0].rstrip(_TRAILING), "assigned" if proof == "literal" else proof
    elif in_quotes and proof == "beside" and name_class == "password":
        proof = "said"
    return _span(value, at, name, name_class, proof)


def _span(value: str, at: int, name: str, name_class: NameClass, proof: Proof) -> Span | None:
    """The span of ``value`` if it is a secret."""
    before = _SCHEME.match(value) if name_class in ("token", "short") and " " in value else None
    if name.lower().endswith(_PAIRS):
        before = _USER.match(value)
    elif name.lower().endswith("dsn") and _CONNECTION.search(value):
        return None
    if before is not None:
        value, at = value[before.end() :], at + before.end()
    if is_secret(value, name, name_class, proof):
        return Span(at, at + len(value), _KIND.get(name_class, name_class))
    return None


def japanese_value(text: str, end: int, name: str) -> Span | None:
    """The value behind a Japanese name that ends at ``end``: quoted in brackets, or a run of ASCII that looks made."""
    found = JAPANESE_PROSE.match(text, end)
    name_class: NameClass = "password" if name.startswith(_JAPANESE_PASSWORDS) else "token"
    if name in ("キー", "鍵"):
        name_class = "key"
    if found is None:
        return value_below(text, end - len(name), end, name, name_class)
    value, at, in_quotes = value_of(found)
    if not in_quotes:
        value = (URL_VALUE.match(value) or [""])[0].rstrip(_TRAILING + "([{<")
    return _span(value, at, name, name_class, "literal" if in_quotes else "said")
