"""The hard rules of instruction files (AGENTS.md, CLAUDE.md and their like): what must and must not be done.

A long file is not cut from its front: of every section the lines that command or forbid are kept, the strongest first,
until the room is used up; a file without such lines is shortened as any long text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.session_log_shorten import shorten_request
from butler.maids.session_log_words import safe_cut, without_keys

_HARD = late(
    r"\b(?:must(?: not)?|never|always|do not|don'?t|only|prefer(?:red)?|avoid|required?|forbidden|not allowed|without|instead of|before|unless|mandatory|"
    r"shall|should(?: not|n't)?|no \w+ing|smallest)\b"
    r"|禁止|必ず|しない(?:こと|で)?|するな|べき|せよ|厳守|優先|不要|以外|必须|必須|不要|不得|严禁|只能|只走|优先|尽量|每次|每个|除非|务必|最小|禁|không được|phải|luôn",
    re.I,
)
_LABELLED = late(r"^\**+[^\s:：`*][^:：`\n]{1,30}\**[:：]\**\s*\S")
_PLACES = late(
    r"(?P<address>\b(?:localhost|127\.0\.0\.1)(?::\d+)?|\bports?\b.{0,30}\d{2,5}|(?:端口|ポート).{0,30}\d{2,5})"
    r"|`(?:[A-Za-z]:\\|[~/][\w.-]+/)|`(?:\./|(?:npm|pnpm|yarn|bun|npx|make|cargo|go|uv|pytest|docker|mvn|gradle|dotnet|poetry|just|task|composer|php|rake|mix|flutter|terraform|kubectl)\s)",
    re.I,
)
"""Addresses, places and commands that nobody can guess."""
_HEADING = late(r"^\s*(?:#{1,6}\s+|【)(?P<name>.+)$")
_WRAP = late(r"^\s*</?\w[\w-]*>\s*$|^# AGENTS\.md instructions for ")
_SENTENCE = late(r"(?<=[.!?;])\s+(?=[A-Z`*(])|(?<=[。！？；])")
_RULE = 170
_SAYS = 6
"""Characters of a sentence that is more than a word."""
LEFT_OUT = "…"


def hard_rules(text: str, limit: int = 2400) -> str:
    """The rules of ``text`` in their order, one per line, at most about ``limit`` characters; strongest first to stay.

    The last line is ``LEFT_OUT`` where something of the text is not there.
    """
    text = without_keys(text[:60_000]).strip()
    told = list(_rules(text))
    rules = [one for one in told if one[1]]
    if not rules:
        return shorten_request(text, min(limit, 900))
    kept: set[int] = set()
    room = limit
    for at in sorted(range(len(rules)), key=lambda index: (rules[index][0], index)):
        if len(rules[at][1]) < room:
            kept.add(at)
            room -= len(rules[at][1]) + 1
    shown = [rules[at][1] for at in sorted(kept)]
    return "\n".join([*shown, LEFT_OUT] if len(kept) < len(told) else shown)


def _rules(text: str) -> Iterator[tuple[int, str]]:
    """(rank, rule): the first rules of each section come first, stronger words before weaker ones; empty for what is no rule."""
    section, seen = "", 0
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if fenced or _WRAP.match(line) or not line.strip():
            continue
        found = _HEADING.match(line)
        if found:
            section, seen = found["name"].strip("*#】 \t"), 0
            continue
        for sentence in _SENTENCE.split(line.strip().lstrip("-*+•|0123456789.) ")):
            strength = len(_HARD.findall(sentence)) + bool(_LABELLED.match(sentence)) + _places(sentence)
            if len(sentence.strip()) < _SAYS:
                continue
            if not strength:
                yield 0, ""
                continue
            lead = f"{safe_cut(section, 60)}: " if section and not seen else ""
            seen += 1
            yield (min(seen, 6) - 2 * min(strength, 3), lead + safe_cut(" ".join(sentence.split()), _RULE))


def _places(sentence: str) -> int:
    """What a sentence adds to its strength by telling where something is or how it is run."""
    found = None if sentence.rstrip().endswith("|") else _PLACES.search(sentence)  # a row of a table is no rule
    return 0 if found is None else 3 if found["address"] else 1
