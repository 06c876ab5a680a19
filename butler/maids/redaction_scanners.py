"""What scanners for secrets print of what they found: the quoted, raw or framed value behind their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_runs import places_of
from butler.maids.redaction_values import is_placeholder, is_reference, looks_made

_ENTROPY, _FOUND = Literals("entropy"), Literals("secret", "credential")
_RAW = Literals("raw result:", "rawv2:", "raw value:", '"raw":', '"rawv2":')
_QUOTED = late(r"[^\n\"'`]{0,60}?(?P<q>[\"'`])(?P<v>[^\s\"'`]{8,300})(?P=q)")
_RAW_VALUE = late(r"[ \t]{0,8}[\"'`]?(?P<v>[^\s\"'`]{6,4000})")
_SAYS_FOUND = late(
    r"(?i)(?:(?:detected|found|potential|possible|hard-?coded|leaked|exposed|plaintext)[ \t]{1,3}(?:\w{1,12}[ \t]{1,3}){0,2}(?:secret|credential)s?\b"
    r"|(?:secret|credential)s?[ \t]{1,3}(?:\w{1,12}[ \t]{1,3}){0,2}(?:detected|found|leaked|exposed)\b)"
)
_FRAME = late(r"(?m)^[ \t]{0,8}>?[ \t]{0,8}\d{1,6}[ \t]{0,3}[|│][ \t]{0,40}(?P<line>\S[^\n]{5,400})$")
_WORD = late(r"[^\s\"'`,;()]{8,400}")
_BEFORE, _BEHIND = 60, 400


def _is_value(value: str) -> bool:
    return not is_placeholder(value) and not is_reference(value)


def scanned_values(look: Glance) -> Iterator[Span]:
    """Yield the values that a scanner printed with its finding."""
    if look.saying(_ENTROPY):
        yield from _behind(look, "entropy", _QUOTED)
    for literal in look.saying(_RAW):
        yield from _behind(look, literal, _RAW_VALUE)
    for literal in look.saying(_FOUND):
        yield from _framed(look, literal)


def _behind(look: Glance, literal: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    """The value right behind a word of a scanner."""
    for at in places_of(literal, look.low):
        found = pattern.match(look.text, at + len(literal))
        if found is not None and _is_value(found["v"]):
            yield Span(*found.span("v"), "secret")


def _framed(look: Glance, literal: str) -> Iterator[Span]:
    """What looks made in the lines of code, or between the quotes, that a finding shows."""
    text, done = look.text, 0
    for at in places_of(literal, look.low):
        says = _SAYS_FOUND.search(text, max(done, at - _BEFORE), at + _BEFORE)
        if at < done or says is None:
            continue
        done = says.end() + _BEHIND
        quoted = _QUOTED.match(text, says.end())
        if quoted is not None and _is_value(quoted["v"]) and looks_made(quoted["v"]):
            yield Span(*quoted.span("v"), "secret")
        for frame in _FRAME.finditer(text, says.end(), done):
            for word in _WORD.finditer(text, *frame.span("line")):
                if looks_made(word[0]) and _is_value(word[0]):
                    yield Span(*word.span(), "secret")


SCANNERS: tuple[Callable[[Glance], Iterator[Span]], ...] = (scanned_values,)
