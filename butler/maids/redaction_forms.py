"""What a rule for a secret of a known form is, and how the tables of `redaction_rules` and `redaction_vendors` write one."""

from __future__ import annotations

import re
from typing import NamedTuple

from butler.maids.late_patterns import late
from butler.records import dataclass


class Span(NamedTuple):
    """One secret in a text: code points ``start`` to ``end`` (exclusive) and its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret.

    ``needles`` are literals that begin it (after 3 to 100 characters of ``left``, where given); ``pattern`` is matched where
    it begins and may name its value ``v``. ``loose`` asks for a random look besides, ``inside`` allows a letter or
    digit in front.
    """

    kind: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    left: str = ""
    loose: bool = False
    inside: bool = False


DIGITS = "0123456789"
HEX = DIGITS + "abcdefABCDEF"
ALNUM = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
W = r"[A-Za-z0-9_\-]"
END = r"(?![A-Za-z0-9])"
PERMITTED = ":*)"
"""The end of a permission rule for a command: ``Bash(mysql …:*)``."""


def form(
    kind: str,
    needles: str,
    body: str,
    *,
    left: str = "",
    loose: bool = False,
    inside: bool = False,
    alone: bool = False,
) -> Rule:
    """A rule whose pattern is one of the needles (parted by spaces), then ``body``; ``alone``: no sign of a name before."""
    words = tuple(needles.split())
    start = "(?:" + "|".join(map(re.escape, words)) + ")"
    lead = f"[{re.escape(left)}]{{3,100}}" if left else r"(?<![\w.\-/+])" if alone else ""
    return Rule(kind, words, late(lead + start + body, re.ASCII), left, loose, inside)
