"""How many of what an output counts: any number beside any words, "2 pending", "Plan: 1 to destroy", "HIGH: 3", "failed=1".

What is counted is told by the stems of its words, so that no list of programs is needed; words that mean the same have one stem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from butler.maids.late_patterns import late
from butler.maids.session_log_programs import word_set
from butler.records import dataclass

_NEXT = late(
    r"(?<![\w.,/:#@=+-])(\d[\d,]*)(?:/\d+)?[ \t]?(?:\([^)\n]{1,12}\)[ \t])?((?:[ \t]?(?:[A-Za-z][\w-]*|[(]s[)])){1,5})",
    re.A,
)
_LABELLED = late(
    r"\b([A-Za-z][\w-]*(?:[ \t][A-Za-z][\w-]*){0,3})(?:\(s\))?[ \t]*(?:[:=]|\.{3,}:)[ \t]*(\d[\d,]*)(?![\w:/%-]|\.\d)",
    re.A,
)
_NONE = late(r"\b[Nn]o[ \t]((?:[a-z][\w-]*[ \t]?){1,4})", re.A)
_REPLACED = late(r"^\s*#\s.*(?:will be destroyed|must be replaced)", re.M)
_FOOTER = late(r"\(1 row")
_HEADED = late(r"^([A-Za-z][A-Za-z -]{3,40}):?[ \t]*\n((?:[ \t]*[*•-] .+(?:\n|$))+)", re.M)
_RATE = late(r"http_req_failed\W+(\d+(?:\.\d+)?)%")
_ALONE = late(r"\s*(?:[\w \"]*\n[-+\s|]+\n)?\s*(\d[\d,]*)(?:[ \t]+\S*[./]\S*)?\s*(?:\(1 row\))?\s*", re.A)
_ROWS = late(r"^(?:UPDATE|DELETE|INSERT \d+) (\d+)$", re.M)
_UNAPPLIED = late(
    r"^[ \t]*down[ \t]+\d{6,}.*|^[ \t]*\[ \][ \t]+\d{3,}\w*|.*not (?:yet )?been applied.*|^\|.*\|[ \t]*Pending[ \t]*\|.*",
    re.M,
)
_CLASHES = late(r".*(?:, but you have \S+|, which is not installed|has unmet peer|ERESOLVE|incorrect peer).*")
_SPLIT = late(r"[^A-Za-z]+", re.A)
_STOPS = word_set(
    "in of for with from at on and or but are is was were have has had that which by per as than into so when while because if the out via"
)
_EMPTY = word_set(
    "to be s a an any known found total remaining more single left current currently now still all new have not yet been were there of the it them"
    " reported detected existing open other such actual"
)
_SAME = {
    "pend": "skip", "ignor": "skip", "todo": "skip", "skipp": "skip", "unappl": "skip", "delet": "destroy", "deletion": "destroy", "destro": "destroy", "replac": "destroy",
    "remov": "destroy", "creat": "add", "addition": "add", "updat": "change", "modifi": "change", "modif": "change", "chang": "change", "moderat": "medium", "failur": "fail",
    "duplication": "duplicat", "req": "request",
}  # fmt: skip
"""Stems that mean the same in what is counted."""
_ENDING = late(r"(?<=\w{3})(?:ies|ings?|ed|es|s|e|y)$")


@dataclass(frozen=True, slots=True)
class Count:
    """So many (``value``) of what ``stems`` tell; ``text``: as it stands there; ``each``: one of several, as of hosts; ``near``: the
    stems of the words that lead its line."""

    value: int
    stems: frozenset[str]
    text: str
    each: bool = False
    near: frozenset[str] = frozenset()


def counts_in(text: str) -> Iterator[Count]:
    """The counts of an output; a number that is all of it has ``ALONE`` for its words."""
    if (alone := _ALONE.fullmatch(text) if len(text) < 120 else None) is not None:
        yield Count(number(alone[1]), frozenset(), ALONE)
        return
    for found in _NEXT.finditer(text):
        stems = stems_of_words(found[2])
        if stems and not _FOOTER.match(text, found.start() - 1 if found.start() else 0):
            begin = text.rfind("\n", 0, found.start()) + 1
            near = stems_of_words(" ".join(_SPLIT.split(text[begin : found.start()])[:4]))
            yield Count(number(found[1]), stems, found[0].strip(), near=near)
    for found in _LABELLED.finditer(text) if ":" in text or "=" in text else ():
        counts = "=" in found[0] or not text[found.end() : found.end() + 2].strip(" \t").isalpha()
        if counts and (stems := stems_of_words(found[1])):
            yield Count(number(found[2]), stems, found[0].strip(), "=" in found[0])
    for found in _NONE.finditer(text) if "no " in text.lower() else ():
        if stems := stems_of_words(found[1]):
            yield Count(0, stems, found[0].strip())
    if "will be destroyed" in text or "must be replaced" in text:
        lines = _REPLACED.findall(text)
        yield Count(len(lines), frozenset(("destroy",)), lines[0].strip() if lines else "")
    for found in _ROWS.finditer(text) if "UPDATE " in text or "DELETE " in text or "INSERT " in text else ():
        yield Count(number(found[1]), frozenset(("row",)), found[0])
    yield from _listed(text)
    for found in _RATE.finditer(text) if "http_req_failed" in text else ():
        yield Count(1 if float(found[1]) else 0, frozenset(("fail", "request")), found[0].strip())


ALONE = "="
LISTS = ("\n* ", "\n- ", "\n• ", "\n  - ", "\n  * ")
"""What a list under a heading begins its lines with."""


def _listed(text: str) -> Iterator[Count]:
    """What an output lists one by one: migrations that were not applied, packages that do not fit each other."""
    for cues, pattern, stems in (
        (("down", "[ ]", "been applied", "Pending"), _UNAPPLIED, ("skip", "migration")),
        ((", but you have", ", which is not", "peer", "ERESOLVE"), _CLASHES, ("conflict",)),
    ):
        lines = pattern.findall(text) if any(map(text.__contains__, cues)) else []
        if lines:
            yield Count(len(lines), frozenset(stems), lines[0].strip()[:120])
    for found in _HEADED.finditer(text) if any(map(text.__contains__, LISTS)) else ():
        if stems_in := stems_of_words(found[1]):
            yield Count(found[2].strip().count("\n") + 1, stems_in, " ".join(found[0].split())[:120])


@lru_cache(maxsize=1024)
def stems_of_words(words: str) -> frozenset[str]:
    """The stems of the words up to the first that only joins."""
    stems = set[str]()
    for word in _SPLIT.split(words.lower()):
        if word in _STOPS:
            break
        if word and word not in _EMPTY:
            stems.add(stem(word))
    return frozenset(stems)


def stem(word: str) -> str:
    """A word in lower case without its ending; the same for words that mean the same."""
    short = _ENDING.sub("", word)
    return _SAME.get(short, short)


def number(text: str) -> int:
    """The number that digits and commas tell."""
    return int(text.replace(",", ""))
