"""Names with values: ``NAME=value`` and the like in shells, code, JSON, YAML, XML, SQL, headers and prose.

A name is found by a literal hint, widened to the whole identifier, judged by `redaction_names`, then the syntaxes are
tried in order at its end. Each pattern is anchored and bounded: the cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from butler.maids.late_patterns import late
from butler.maids.redaction_asked import ASKED_REACH, GIVERS, asked_value, listed_values
from butler.maids.redaction_behind import syntaxes
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance
from butler.maids.redaction_judging import Proof, is_secret, names_a_phrase
from butler.maids.redaction_labels import told_further_on, value_below
from butler.maids.redaction_names import HINTS, JAPANESE, NameClass, classify, spaced
from butler.maids.redaction_settings import TAG, settings_around, value_before
from butler.maids.redaction_syntaxes import (
    ASSIGN,
    ELEMENT,
    ENVIRONMENT_VALUE,
    FLAG,
    JAPANESE_PROSE,
    LITERAL_GROUPS,
    NARROW,
    NEXT_CELL,
    PAIRED,
    PART,
    QUERY_VALUE,
    URL_VALUE,
    WORD_VALUE,
    WORDS,
)
from butler.maids.redaction_values import (
    MARK,
    is_sentence,
    looks_chosen,
    looks_made,
    looks_scrambled,
    looks_worded,
)

_NAME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.ñçàéłńśöóøåАБВ")
_LENGTHS = {hint: len(hint.rstrip(" =:|\"'")) for hint in HINTS}
"""How much of a hint belongs to the name."""
_NAME_LIMIT = 80
_ASSIGNS = frozenset(" \t\\\"'`*&%[]):{=<?!+|：＝")
_LISTS = frozenset("\"'])=: \\")
_RUN, _TRIES = 600, 24
"""At most so many names are judged in so many code points: text made of names alone would cost too much."""
_GETTER = late(r"^get_?")
_NO_ARGUMENTS = ("() {", "(): ", "() =>", "(){", "():")
_SETTER = late(r"^(?:set|with|use|add)_?")
_TRAILING = ".,;:!?)*_"
_ESCAPED_END = late(r"\\{1,4}[nrt]|\\{1,15}[\"']")
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}
_FORM = late(r"[\w.\-]{1,40}=[^&=]{1,200}&[\w.\-]{1,40}=")
_PLAIN_WORD = late(r"(?=.{6})[a-z]{3,40}\d{0,4}")
_KIND = {"key": "secret_key", "short": "password", "query": "token"}
_PAIR_NAMES = ("credentials", "credential", "creds", "cred")
_GOES_ON = late(
    r" (?!(?:a[st]?|an?d?|are|by|changed|default|es|est|for|from|fr|i[st]|in|ist|it|lautet|now|o[fnr]|password|set|str|string|text"
    r"|char|varchar|to|using|value|var|war|was|were|will|with) )[a-z]{2,20}(?:[.,;]?[ \n]|[.,;]?$)(?![=:|&])"
)
"""A plain word behind a name: a sentence that only speaks of it."""
_VARIABLES = ("TF_VAR_", "ORG_GRADLE_PROJECT_", "npm_config_", "CARGO_", "GIT_CONFIG_")
_SAID_OWNED = frozenset(
    {
        "api_key",
        "access_key",
        "auth_key",
        "secret_key",
        "client_secret",
        "app_secret",
        "signing_secret",
        "webhook_secret",
        "shared_secret",
        "bot_token",
        "access_token",
        "auth_token",
        "deploy_key",
        "session_token",
        "license_key",
    }
)
_SCHEME = late(
    r"(?i)(?:Bearer|Basic|Token|ApiKey|Bot|Negotiate|NTLM|SSWS|Digest|GenieKey|Splunk|OAuth|Key|JWT|AWS|Hawk)[ \t]{1,3}(?=\S{4})"
)
"""The word of an HTTP scheme before its credentials: it stays."""
_ARN = late(r"\barn:[\w:/\-]{1,100}:$")
_JAPANESE_PASSWORDS = ("パス", "暗証", "合言葉", "密码", "密碼", "口令", "비밀번호", "암호", "ログイン", "認証情報")

_BY_SIZE = tuple(sorted((*HINTS, *JAPANESE), key=lambda hint: (-len(hint), hint)))
_BY_SIZE_ASCII = tuple(hint for hint in _BY_SIZE if hint.isascii())


def _hints(look: Glance) -> Iterator[tuple[int, str]]:
    """Where a name may stand in the text: offsets and hints, in order, the longest at each place, without overlaps."""
    standing = list(filter(look.may_say, _BY_SIZE_ASCII if look.text.isascii() else _BY_SIZE))
    lowered = look.low if standing else ""
    found: list[int] = []
    for rank, hint in enumerate(standing):
        at = lowered.find(hint)
        while at >= 0:
            found.append(at << 8 | rank)
            at = lowered.find(hint, at + 1)
    found.sort()
    done = 0
    for packed in found:
        at = packed >> 8
        if at >= done:
            hint = standing[packed & 255]
            done = at + len(hint)
            yield at, hint


def assignment_spans(look: Glance) -> Iterator[Span]:
    """Yield the values in the text that stand behind a name which holds secrets."""
    text = look.text
    done = run_end = tries = colon = 0
    for at, hint in _hints(look):
        if at < done:
            continue
        if at >= run_end:
            run_end, tries = at + _RUN, 0
        length = _LENGTHS.get(hint)
        if length is not None:
            start, done = _identifier(text, at, at + length)
            if text.startswith(MARK, start - len(MARK)):
                continue
            name = text[start:done]
            whole = spaced(name.strip("-."), text[max(0, start - 20) : start])
            name_class = classify(whole) if len(name) <= _NAME_LIMIT else None
            if name_class is None:
                name_class = _other_class(text, done, whole)
                if name_class is None and name[-1] not in "sS":
                    continue
            elif tries >= _TRIES:
                continue
            tries += 1
            if colon < done:
                colon = (text.find(":", done) + 1 or len(text) + ASKED_REACH) - 1
            asks = colon < done + ASKED_REACH or text.startswith(GIVERS, done)
            if name_class is not None:
                yield from told_further_on(text, start, done, whole, name_class)
            if text[done : done + 1] == " " and not asks and _GOES_ON.match(text, done):
                continue
            yield from _values(text, start, done, name_class, whole, asks=asks)
            continue
        done = at + len(hint)
        found = _japanese(text, done, hint)
        if found is not None:
            yield found


def _values(text: str, start: int, end: int, name_class: NameClass | None, whole: str, *, asks: bool) -> Iterator[Span]:
    """The secrets behind the name at ``start:end``: the items of a list, or one value.

    ``asks``: the name may belong to a question.
    """
    if text[start - 1 : start] == "/" and _is_user(text, start, end):
        return
    if text[end : end + 1] in _LISTS:
        yield from _listed(text, end, text[start:end])
    found = _find_value(text, start, end, name_class, whole, asks=asks) if name_class else None
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


def _find_value(text: str, start: int, end: int, name_class: NameClass, whole: str, *, asks: bool) -> Span | None:
    """The secret behind the name at ``start:end`` (``whole``: with its owner) in the first syntax that holds one.

    ``asks``: the name may belong to a question.
    """
    name, after = text[start:end], text[end : end + 1]
    if after == " " and asks:
        asked = asked_value(text, end, start, name_class)
        if asked is not None:
            return asked
    if (after == " " and _GOES_ON.match(text, end)) or (text[start - 1 : start] == ":" and _in_arn(text, start)):
        return None
    found = ASSIGN.match(text, end) if after in _ASSIGNS else None
    if found is not None:
        if text.startswith(MARK, _value(found)[1]):
            return None
        span = _assigned(text, start, name, found, name_class)
        if span is not None:
            return span
    return _further_on(text, start, end, name_class, whole) if name_class != "query" else None


def _further_on(text: str, start: int, end: int, name_class: NameClass, whole: str) -> Span | None:
    """The secret of the name at ``start:end`` that no plain assignment gives it."""
    name = text[start:end]
    worded = _worded(text, end, name)
    if worded is not None:
        return worded
    if name.lower().endswith(_PAIR_NAMES):
        paired = PAIRED.match(text, end)
        span = _judged(paired, name, "password", "said") if paired else None
        if span is not None:
            return span
    turned = value_before(text, start)
    if turned is not None:
        span = _judged(turned, name, name_class, "assigned")
        if span is not None:
            return span
    told = whole if whole.lower() in _SAID_OWNED else name
    around = settings_around(text, start, end, name_class)
    for pattern, proof in chain(syntaxes(text, start, end, name_class), around):
        found = pattern.match(text, end)
        span = _judged(found, told, name_class, proof, pattern) if found else None
        if span is not None:
            return span
    return None


def _in_arn(text: str, at: int) -> bool:
    """Whether an Amazon resource name leads up to ``at``."""
    start = max(0, at - 120)
    return text.find("arn:", start, at) >= 0 and _ARN.search(text, start, at) is not None


def _worded(text: str, end: int, name: str) -> Span | None:
    """The bare words of a wallet behind a name that holds them."""
    found = WORDS.match(text, end) if names_a_phrase(name) else None
    return None if found is None or is_sentence(found["v"]) else Span(*found.span("v"), "password")


def _value(found: re.Match[str]) -> tuple[str, int, bool]:
    """The value of a match, where it begins, and whether it stood in quotes."""
    for group in LITERAL_GROUPS:
        if group in found.re.groupindex and found[group] is not None:
            return found[group], found.start(group), True
    return found["wide"], found.start("wide"), False


def _assigned(text: str, start: int, name: str, found: re.Match[str], name_class: NameClass) -> Span | None:
    """The value of an assignment; how far an unquoted one reaches depends on what it stands in."""
    value, at, in_quotes = _value(found)
    before = text[start - 1 : start]
    in_query = before in ("?", "&", "#", ";") and found["sep"] == "=" and start > 0
    if (name_class == "query" and not in_query) or (not in_quotes and _in_test_id(text, start)):
        return None
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


def _closed(value: str) -> str:
    """``value`` up to an escaped line end, without a closing bracket that it does not open."""
    cut = _ESCAPED_END.search(value)
    value = value[: cut.start()] if cut is not None and cut.start() >= 4 else value
    while value[-1:] in _BRACKETS and _BRACKETS[value[-1]] not in value:
        value = value[:-1]
    return value


def _trimmed(value: str) -> str:
    """``value`` without what belongs to the sentence or the data around it."""
    return _closed(value).rstrip(_TRAILING)


def _is_short_password(name: str, value: str) -> bool:
    """Whether ``pw: value`` holds words with a number (and is no ``PASS: TestName``)."""
    if name.lower() not in ("pw", "pass", "psk") or value[:4] == "Test":
        return False
    return looks_worded(value) or looks_scrambled(value) or (looks_chosen(value) and sum(map(str.isdigit, value)) > 2)


def _other_class(text: str, end: int, whole: str) -> NameClass | None:
    """What a getter or setter whose name ends at ``end`` promises."""
    if text[end : end + 1] != "(":
        return None
    return classify((_GETTER if text.startswith(_NO_ARGUMENTS, end) else _SETTER).sub("", whole))


def _listed(text: str, end: int, name: str) -> Iterator[Span]:
    """The items of the list behind the name that ends at ``end``, if one may begin there."""
    behind = text[end : end + 14]
    if "[" in behind or "(" in behind or "{" in behind or ":\n" in behind:
        yield from listed_values(text, end, name)


def _is_user(text: str, start: int, end: int) -> bool:
    """Whether the name at ``start:end`` stands in the place of a user in a URL."""
    return text.startswith("://", start - 3) and "@" in text[end : end + 300].partition("\n")[0]


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
    return begins and ends and bool(_PLAIN_WORD.fullmatch(value[0])) and classify(value[0]) is None


def _ends_line(text: str, end: int) -> bool:
    """Whether only punctuation of data formats stands between ``end`` and the end of the line."""
    return not text[end : end + 8].partition("\n")[0].strip(" \t\r,;}\"'")


_WHOLE = frozenset({ELEMENT, PART, TAG, NEXT_CELL})
"""Syntaxes that tell themselves how far the value reaches."""


def _judged(
    found: re.Match[str], name: str, name_class: NameClass, proof: Proof, pattern: re.Pattern[str] | None = None
) -> Span | None:
    """The value of a match of ``pattern`` if it is a secret."""
    value, at, in_quotes = _value(found)
    if not in_quotes and pattern not in _WHOLE:
        narrow = WORD_VALUE.match(value) if pattern is not FLAG or value[0] != "-" else None
        if narrow is None or value[narrow.end() : narrow.end() + 1] in ("(", "[") or _FORM.match(value):
            return None
        value, proof = narrow[0].rstrip(_TRAILING), "assigned" if proof == "literal" else proof
    elif in_quotes and proof == "beside" and name_class == "password":
        proof = "said"
    return _span(value, at, name, name_class, proof)


def _span(value: str, at: int, name: str, name_class: NameClass, proof: Proof) -> Span | None:
    """The span of ``value`` if it is a secret."""
    scheme = _SCHEME.match(value) if name_class == "token" and " " in value else None
    if scheme is not None:
        value, at = value[scheme.end() :], at + scheme.end()
    if is_secret(value, name, name_class, proof):
        return Span(at, at + len(value), _KIND.get(name_class, name_class))
    return None


def _japanese(text: str, end: int, name: str) -> Span | None:
    """The value behind a Japanese name that ends at ``end``: quoted in brackets, or a run of ASCII that looks made."""
    found = JAPANESE_PROSE.match(text, end)
    name_class: NameClass = "password" if name.startswith(_JAPANESE_PASSWORDS) else "token"
    if name in ("キー", "鍵"):
        name_class = "key"
    if found is None:
        return value_below(text, end - len(name), end, name, name_class)
    value, at, in_quotes = _value(found)
    if not in_quotes:
        value = (URL_VALUE.match(value) or [""])[0].rstrip(_TRAILING + "([{<")
    return _span(value, at, name, name_class, "literal" if in_quotes else "said")
