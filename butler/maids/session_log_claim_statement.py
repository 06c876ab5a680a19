"""What an agent states about a result: the one shape that finding and judging share."""

from __future__ import annotations

from butler.maids.late_patterns import late
from butler.records import dataclass

_WORD = late(r"[A-Za-z_][\w.-]+|[ァ-ヴー一-鿿]{2,}")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: that a check of ``kind`` (by ``name``, if a program or thing is named) went well, or that a deed was done;
    of ``left`` that no more than ``count`` tests fail.

    ``count``: how many tests are said to pass; ``whole``: all are; ``figure``: a percentage; ``counted``: no more is said than that
    so many passed; ``admits``: the same message tells of a failure of this kind; ``words``: those of the clause; ``bare``: trouble is
    denied without a word of what was checked. ``topic``: that something of topic ``name`` was done; ``deed``: that anything was.
    """

    line: int
    text: str
    kind: str
    name: str = ""
    count: int | None = None
    whole: bool = False
    figure: float | None = None
    counted: bool = False
    admits: bool = False
    words: frozenset[str] = frozenset()
    bare: bool = False


def words_of(text: str) -> frozenset[str]:
    """The words of a text, in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(text)[:60])
