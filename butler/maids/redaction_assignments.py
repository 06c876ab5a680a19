"""Names with values: ``NAME=value`` and the like in shells, code, JSON, YAML, XML, SQL, headers and prose.

A name is found by a literal hint, widened to the whole identifier, judged by `redaction_names`, then the syntaxes are
tried in order at its end. Each pattern is anchored and bounded: the cost is linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from butler.maids.late_patterns import late
from butler.maids.redaction_asked import ASKED_REACH, GIVERS, asked_value, begins_list, listed_values
from butler.maids.redaction_behind import may_have_fields, syntaxes
from butler.maids.redaction_calls import called_values
from butler.maids.redaction_code import code_around, code_before, word_lists
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_judging import names_a_phrase
from butler.maids.redaction_labels import told_further_on
from butler.maids.redaction_names import HINTS, JAPANESE, NameClass, classify, spaced
from butler.maids.redaction_nearby import Surroundings
from butler.maids.redaction_reach import assigned, japanese_value, judged, value_of
from butler.maids.redaction_settings import settings_around, value_before
from butler.maids.redaction_syntaxes import (
    ASSIGN,
    FIELD,
    PAIRED,
    WORDS,
)
from butler.maids.redaction_values import (
    MARK,
    is_sentence,
)

_NAME_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.ñçàéłńśöóøåАБВ"
_LENGTHS = {hint: len(hint.rstrip(" =:|\"'")) for hint in HINTS}
"""How much of a hint belongs to the name."""
_NAME_LIMIT = 80
_ASSIGNS = frozenset(" \t\\\"'`*&%[]):{}=<?!+|：＝")
_AFTER_SPACE = frozenset(":=<|!?+%：＝{[A*sSctvNV")
"""What an assignment goes on with behind a space: signs, and what types begin with."""
_LISTS = frozenset("\"'])=: \\")
_CALLS = frozenset("(,")
_FIELD_SIGNS = frozenset("\"' \t,;|:{}+-\n\r")
"""With one of these begins what leads to a field that holds the value."""
_OWNED_NAME = len("secret") + 3
"""Shorter names may have an owner before them."""
_RUN, _TRIES = 600, 24
"""At most so many names are judged in so many code points: text made of names alone would cost too much."""
_GETTER = late(r"^get_?")
_NO_ARGUMENTS = ("() {", "(): ", "() =>", "(){", "():")
_SETTER = late(r"^(?:set|with|use|add)_?")
_PAIR_NAMES = ("credentials", "credential", "creds", "cred")
_GOES_ON = late(
    r" (?=[a-z]{2})(?!(?:a[st]?|an?d?|are|by|changed|default|eq|es|est|for|from|fr|i[st]|in|ist|it|lautet|ne|now|o[fnr]|password|set|str|string|text"
    r"|char|varchar|to|using|value|var|war|was|were|will|with) )[a-z]{2,20}(?:[.,;]?[ \n]|[.,;]?$)(?![=:|&])"
)
"""A plain word behind a name: a sentence that only speaks of it."""
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
_ARN = late(r"\barn:[\w:/\-]{1,100}:$")

_BY_SIZE = Literals(*sorted((*HINTS, *JAPANESE), key=lambda hint: (-len(hint), hint)))
_BY_SIZE_ASCII = Literals(*(hint for hint in _BY_SIZE.all if hint.isascii()))


def _hints(look: Glance) -> Iterator[tuple[int, str]]:
    """Where a name may stand in the text: offsets and hints, in order, the longest at each place, without overlaps."""
    standing = look.saying(_BY_SIZE_ASCII if look.text.isascii() else _BY_SIZE)
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
    text, near = look.text, Surroundings(look.text)
    names: dict[tuple[str, str], tuple[str, NameClass | None]] = {}
    done = run_end = tries = 0
    for at, hint in _hints(look):
        if at < done:
            continue
        if at >= run_end:
            run_end, tries = at + _RUN, 0
        length = _LENGTHS.get(hint)
        if length is None:
            done = at + len(hint)
            yield from near.judged_behind(at, done, _japanese)
            continue
        start, done = _identifier(text, at, at + length)
        if text.startswith(MARK, start - len(MARK)):
            continue
        name = text[start:done]
        before = text[max(0, start - 20) : start] if len(name) < _OWNED_NAME else ""
        known = names.get((name, before))
        if known is None:
            known = names[name, before] = _promise(name, before)
        whole, name_class = known
        after = text[done : done + 1]
        if after in _CALLS:
            yield from called_values(text, done, whole)
        if name_class is None:
            name_class = _other_class(text, done, whole) if after == "(" else None
            if name_class is None and name[-1] not in "sS":
                continue
        elif tries >= _TRIES:
            continue
        tries += 1
        yield from _found_for(near, text, start, done)


def _promise(name: str, before: str) -> tuple[str, NameClass | None]:
    """``name`` with its owner, and what it promises."""
    whole = spaced(name.strip("-."), before)
    return whole, classify(whole) if len(name) <= _NAME_LIMIT else None


def _found_for(near: Surroundings, text: str, start: int, end: int) -> Iterable[Span]:
    """The secrets of the name at ``start:end``."""
    if near.only_words(end) and not names_a_phrase(text[start:end]):
        return ()
    return _about(text, start, end) if _looks_far(text, end) else near.judged(start, end, _about)


def _looks_far(text: str, end: int) -> bool:
    """Whether the value may stand further from the name that ends at ``end`` than the piece around it goes on."""
    after = text[end : end + 1]
    if after in _LISTS and _opens_list(text, end) and begins_list(text, end):
        return True
    leads = after in _FIELD_SIGNS or not after.isascii()
    return leads and may_have_fields(text, end) and FIELD.match(text, end) is not None


def _japanese(text: str, start: int, end: int) -> Iterator[Span]:
    """The value of the Japanese name at ``start:end``."""
    found = japanese_value(text, end, text[start:end])
    if found is not None:
        yield found


def _about(text: str, start: int, end: int) -> Iterator[Span]:
    """The secrets of the name at ``start:end``: what a sentence tells, the items of a list, or one value."""
    whole, name_class = _promise(text[start:end], text[max(0, start - 20) : start])
    if name_class is None:
        name_class = _other_class(text, end, whole)
    asks = text.find(":", end, end + ASKED_REACH) >= 0 or text.startswith(GIVERS, end)
    if name_class is not None:
        yield from told_further_on(text, start, end, whole, name_class)
    if text[end : end + 1] != " " or asks or not _GOES_ON.match(text, end):
        yield from _values(text, start, end, name_class, whole, asks=asks)


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
    low = max(0, start - _NAME_LIMIT)
    start = low + len(text[low:start].rstrip(_NAME_CHARS))
    behind = text[end : end + _NAME_LIMIT]
    end += len(behind) - len(behind.lstrip(_NAME_CHARS))
    return start, start + len(text[start:end].rstrip(".-"))


def _find_value(text: str, start: int, end: int, name_class: NameClass, whole: str, *, asks: bool) -> Span | None:
    """The secret behind the name at ``start:end`` (``whole``: with its owner) in the first syntax that holds one.

    ``asks``: the name may belong to a question.
    """
    name, after = text[start:end], text[end : end + 1]
    if after == " " and asks:
        asked = asked_value(text, end, start, name_class)
        if asked is not None:
            return asked
    if (asks and after == " " and _GOES_ON.match(text, end)) or (
        text[start - 1 : start] == ":" and _in_arn(text, start)
    ):
        return None
    assigns = after in _ASSIGNS and (after != " " or text[end : end + 96].lstrip(" \t")[:1] in _AFTER_SPACE)
    found = ASSIGN.match(text, end) if assigns else None
    if found is not None:
        if text.startswith(MARK, value_of(found)[1]):
            return None
        span = assigned(text, start, name, found, name_class)
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
        span = judged(paired, name, "password", "said") if paired else None
        if span is not None:
            return span
    turned = value_before(text, start) or code_before(text, start, end)
    if turned is not None:
        span = judged(turned, name, name_class, "assigned")
        if span is not None:
            return span
    told = whole if whole.lower() in _SAID_OWNED else name
    around = chain(settings_around(text, start, end, name_class), code_around(text, start, end, name_class))
    for pattern, proof in chain(syntaxes(text, start, end, name_class), around):
        found = pattern.match(text, end)
        span = judged(found, told, name_class, proof, pattern) if found else None
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


def _other_class(text: str, end: int, whole: str) -> NameClass | None:
    """What a getter or setter whose name ends at ``end`` promises."""
    if text[end : end + 1] != "(":
        return None
    return classify((_GETTER if text.startswith(_NO_ARGUMENTS, end) else _SETTER).sub("", whole))


def _listed(text: str, end: int, name: str) -> Iterator[Span]:
    """The items of the list behind the name that ends at ``end``, if one may begin there."""
    if _opens_list(text, end):
        yield from listed_values(text, end, name)
        yield from word_lists(text, end, name)


def _opens_list(text: str, end: int) -> bool:
    """Whether a list may begin behind ``end``."""
    behind = text[end : end + 14]
    return "[" in behind or "(" in behind or "{" in behind or ":\n" in behind


def _is_user(text: str, start: int, end: int) -> bool:
    """Whether the name at ``start:end`` stands in the place of a user in a URL."""
    return text.startswith("://", start - 3) and "@" in text[end : end + 300].partition("\n")[0]
