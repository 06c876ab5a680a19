"""Values that stand alone on a line under their label: headings, forms, what a page shows once.

Between the label and its value may stand empty lines, a rule, the fence of a code block; the lines may be quoted, numbered or
lines of a diff. A label that goes on as a sentence asks for a value that is random by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_judging import is_secret
from butler.maids.redaction_names import NameClass
from butler.maids.redaction_sayings import told_value
from butler.maids.redaction_values import (
    is_digest,
    is_placeholder,
    is_reference,
    looks_random,
    looks_worded,
    names_a_secret,
)
from butler.maids.redaction_words import is_told

_REACH = 140
"""How far behind the name its line may go on."""
_MARGIN = r"(?:[\w./\-]{1,100}:\d{1,6}:|[ \t]{0,8}\d{1,6}(?:\t|→|: ))?[ \t>|+]{0,16}"
"""What may stand before a line: the place that ``grep`` tells, a number, an indent, the mark of a quote or of a diff."""
_UNDER = late(
    rf"(?:\r?\n{_MARGIN}(?:```\w{{0,12}}|~~~|[-=~─]{{3,60}}|<(?:pre|code|p|div)>)?[ \t]{{0,8}}(?=\r?\n)){{0,4}}"
    rf"\r?\n{_MARGIN}(?:[*\-+][ \t])?(?:<(?:pre|code|p|b|strong|div)>)?[\"'`*]{{0,3}}(?P<v>[^\s\"'`<>]{{6,1200}})[\"'`*]{{0,3}}"
    r"(?:</\w{1,8}>)?[ \t]{0,4}(?=\r?\n|$)"
)
_BEFORE = late(
    rf"(?:^|\n){_MARGIN}(?:<\w{{1,8}}>|[#*_\[\-]{{1,6}}[ \t]{{0,4}}|\d{{1,3}}[.)][ \t])?[*_`\"']{{0,3}}"
    r"(?:(?:here(?:'s| is| are)|this is|that is|copy|save|note|and|use|i|we|my|your|the|an?|new|old|first|shown?) ){0,4}(?:[\w\-]{1,20} ){0,3}$",
    2,
)
_AFTER = late(
    r"[*_\]\"'`)]{0,3}(?:</\w{1,8}>)?[ \t]{0,2}(?:\([^()\n]{0,60}\)|[(（][^()（）\n]{0,40}[)）])?(?: (?:for|of|to|on)(?: [\w.@\-]{1,30}){1,4}|(?: [a-z']{1,10}){0,4} (?:is|are|needs?|want(?:ed)?))?"
    r"[ \t]{0,2}[:：]?[*_#]{0,4}[ \t]{0,4}\r?$"
)
_AFTER_JAPANESE = late(
    r"[】」』］]?(?:[(（][^()（）\n]{0,40}[)）])?(?:は|が)?(?:、|以下|次|こちら|下記|これ|下|に|の|通り|とおり|値|内容|です|なります|でございます|だ)*[:：。]?[*_#`]{0,4}[ \t　]{0,4}\r?$"
)
_SPEAKS_OF_ANOTHER = late(
    r"(?i)\b(?:commit|sha\d*|hash\w*|digest|checksum|fingerprint|ids?|uuid|file|path|version|error|test|count)\b"
)
_WORDS = late(r"[A-Za-z]{3,}")
_ENDS = (":", "：", ".", "!", "。", "！")
Label = Literal["", "label", "sentence"]


def told_further_on(text: str, start: int, end: int, name: str, name_class: NameClass) -> Iterator[Span]:
    """Yield the value that a sentence about the name at ``start:end`` tells, or the line below it."""
    told = told_value(text, end, name_class) if text[end : end + 1] in (" ", ",") else None
    below = told or value_below(text, start, end, name, name_class)
    if below is not None:
        yield below


def value_below(text: str, start: int, end: int, name: str, name_class: NameClass) -> Span | None:
    """The value on a line of its own under the line of the name at ``start:end``.

    Args:
        text: the whole text.
        start: where the name begins.
        end: where it ends.
        name: the name with its owner (``API_token``).
        name_class: what the name promises.

    Returns:
        Its span, or None where the next line with words is no secret.
    """
    line_end = text.find("\n", end, end + _REACH)
    if line_end < 0 or name_class == "query":
        return None
    found = _UNDER.match(text, line_end - (text[line_end - 1 : line_end] == "\r"))
    if found is None:
        return None
    label = _label(text, start, end, line_end)
    value = found["v"].rstrip("*") if text[found.start("v") - 1] == "*" else found["v"]
    if not label or not _is_shown(value, name, name_class, label):
        return None
    kind = {"key": "secret_key", "token": "token"}.get(name_class, "password")
    return Span(found.start("v"), found.start("v") + len(value), kind)


def _label(text: str, start: int, end: int, line_end: int) -> Label:
    """What the line of a name is to the line below it."""
    rest = text[end:line_end]
    if not text[start:end].isascii():
        return "label" if _AFTER_JAPANESE.match(rest) else ""
    if _AFTER.match(rest) and _BEFORE.search(text, max(0, start - 120), start):
        return "label"
    begin = text.rfind("\n", max(0, start - _REACH), start) + 1
    if not rest.rstrip(" \t\r*_").endswith(_ENDS) or _SPEAKS_OF_ANOTHER.search(text, begin, line_end):
        return ""
    return "sentence"


def _is_worded(value: str) -> bool:
    """Whether a value is words with a number that no software knows."""
    return looks_worded(value) and not any(map(is_told, _WORDS.findall(value)))


def _is_shown(value: str, name: str, name_class: NameClass, label: Label) -> bool:
    """Whether a word under a label is its value."""
    if is_placeholder(value) or is_reference(value) or names_a_secret(value) or value[-1] in ":;,({[":
        return False
    if label == "sentence":
        made = looks_random(value) and not is_digest(value)
        return len(value) >= 12 and (
            made or (is_digest(value) and len(value) in (32, 40, 48, 64) and name_class == "token")
        )
    return is_secret(value, name, name_class, "said") or (name_class == "token" and _is_worded(value))
