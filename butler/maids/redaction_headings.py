"""Pairs under a heading that says what they are: ``## Login data (user / password)`` over ``- admin / …``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_runs import places_of
from butler.maids.redaction_values import is_placeholder, is_reference, looks_made, looks_mixed

_PARTS = Literals(
    "/ password", "/password", "/ pass", "/ pw", "/ secret", "/パスワード", "/ パスワード", "／パスワード"
)
_SAYS = late(
    r"(?i)(?:\buser(?:[ _-]?(?:name|id))?|\blogin|\baccount|\be-?mail|\bname|\bid|ユーザー?(?:名|ID)?|アカウント|ログイン(?:名|ID)?)"
    r"[ \t]{0,3}[/／][ \t]{0,3}(?:password|pass(?:phrase|code|wd)?|pw|secret|パスワード)\b[ \t]{0,3}[)）:：*]{0,5}[ \t]{0,3}$"
)
_ROW = late(
    r"\+?[ \t]{0,8}(?:[-*+•]|\d{1,3}[.)])?[ \t]{0,4}`?[\w.@+\-]{1,80}`?[ \t]{0,3}[/／][ \t]{0,3}`?(?P<v>[^\s`]{4,200})`?[ \t]{0,4}$"
)
_ROWS = 40
_LONGEST = 300


def paired_values(look: Glance) -> Iterator[Span]:
    """Yield the second part of each row below a line that ends with ``user / password``."""
    text, done = look.text, 0
    for at in sorted({at for literal in look.saying(_PARTS) for at in places_of(literal, look.low)}):
        if at < done:
            continue
        end = text.find("\n", at, at + _LONGEST)
        if end >= 0 and _SAYS.search(text[max(text.rfind("\n", 0, at) + 1, at - _LONGEST) : end]) is not None:
            for span in _rows(text, end + 1):
                done = span.end
                yield span


def _rows(text: str, at: int) -> Iterator[Span]:
    """The rows from ``at`` on, up to the first line that is none and not blank."""
    for _ in range(_ROWS):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)][:_LONGEST]
        row = _ROW.match(line)
        if row is None and line.strip(" \t+"):
            return
        if row is not None and _is_value(row["v"]):
            yield Span(at + row.start("v"), at + row.end("v"), "password")
        if end < 0:
            return
        at = end + 1


def _is_value(value: str) -> bool:
    return (looks_mixed(value) or looks_made(value)) and not is_placeholder(value) and not is_reference(value)


HEADINGS: tuple[Callable[[Glance], Iterator[Span]], ...] = (paired_values,)
