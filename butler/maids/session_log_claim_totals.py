"""Numbers that are told of what the last command of a turn printed, by its own labels or as the whole of what it counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause
from butler.maids.session_log_counts import Count, number, stems_of_words
from butler.maids.session_log_figures import Print

_NUMBER = late(
    r"(?<![\w.,/:#@=+-])\d[\d,]*(?![\w.,/:-]*\d)(?!\s?(?:[%％]|ms\b|s\b|[kKMG]i?B|秒|分|時|日|月|年|sec|min|hour|day|week))"
)
_LABEL = late(r"[A-Za-z][\w -]*?(?:\(s\))?[ \t]*(?:[:=]|\.{3,}:)[ \t]*\d")
_TELLS = late(
    r"\b(?:is|are|was|were|now|gives?|gave|scores?|scored|reports?|reported|shows?|showed|has|have|gets?|got|reach\w*|at|counts?|counted|came|comes|stands?|hits?)\b|[はがも:：]",
    re.I | re.A,
)
_MADE = late(
    r"\b(?:set|sets|setting|rais\w+|increas\w+|lower\w*|decreas\w+|chang\w+|limit\w*|max\w*|min\w*|default\w*|configur\w*|up\s+to|target|goal|wait\w*|every|per|add\w*|remov\w*|new|more|fewer|first|last|each|of\s+(?:them|which)|from|about|around|version|port|line|step|phase|issue|pr)\b|設定|変更|上限|下限|目標|追加|削除|増や|減ら|約|ほど|以上|以下|うち",
    re.I | re.A,
)
_WHOLE = late(
    r"\ball\s+(?:the\s+)?(?P<n>\d[\d,]*)\s+(?:[a-z]+\s+)?[a-z]+s\b|\b(?P<m>\d[\d,]*)\s+(?:[a-z]+\s+)?[a-z]+s\s+(?:in\s+total|altogether|overall)\b|(?P<j>\d[\d,]*)\s*(?:件|行|個|本|人|台|枚|社|[ァ-ヴー]{2,6})(?:を|が|は|の)?\s*(?:すべて|全て|全部|とも)|(?:全|計|合計|全部で)\s*(?P<k>\d[\d,]*)\s*(?:件|行|個|本|人|台|枚|社|[ァ-ヴー]{2,6})",
    re.I | re.A,
)
_TOTAL = late(
    r"\b(?:to|total(?:l?ing|s|\s+of)?|at)\s+(\d+)\s+(?:\w+\s+)?(?:tests|specs)\b|テスト(?:は|が|も)?(?:合計|計|全部で|全)\s*(\d+)\s*(?:件|本|個)",
    re.I,
)
"""How many tests there are."""
_PASSED = frozenset(("pass",))
_TESTS = late(r"\b(?:tests?|specs?|checks?|cases?|suites?)\b|テスト|ケース|チェック", re.I)
_LEAST, _NEAR = 10, 2


def unlike(clause: Clause, shown: Sequence[Print], told: frozenset[int], moved: int) -> tuple[Print, str] | None:
    """The last command (of ``shown``) with its words where a clause tells another number of the same; ``told``: the numbers of the message."""
    last = shown[-1]
    if last.line < moved or not last.counted:
        return None
    printed = {one.value for print_ in shown for one in print_.counted}
    for judge in (_tests,) if _MADE.search(clause.plain) else (_labelled, _whole, _tests):
        counted = judge(clause, last, printed)
        if counted is not None and counted.value not in told:
            return last, counted.text
    return None


def _labelled(clause: Clause, last: Print, printed: set[int]) -> Count | None:
    """What stands behind a label that a clause names beside one other number."""
    numbers = [number(one) for one in _NUMBER.findall(clause.plain)]
    if len(numbers) != 1 or numbers[0] in printed or not _TELLS.search(clause.plain):
        return None
    words = frozenset().union(*(stems_of_words(word) for word in re.findall(r"[A-Za-z]{3,}", clause.plain)))
    mine = [one for one in last.counted if one.stems and one.stems <= words and _LABEL.match(one.text)]
    return mine[0] if len(mine) == 1 else None


def _whole(clause: Clause, last: Print, printed: set[int]) -> Count | None:
    """A count of the same size as one that is told of the whole and printed nowhere."""
    found = _WHOLE.search(clause.plain)
    if found is None or _TESTS.search(clause.plain):
        return None
    value = number(next(one for one in found.groups() if one))
    mine = [one for one in last.counted if one.stems and value < one.value * _NEAR and one.value < value * _NEAR]
    return mine[0] if value >= _LEAST and value not in printed and len(mine) == 1 else None


def _tests(clause: Clause, last: Print, printed: set[int]) -> Count | None:
    """How many tests passed where another number of all of them is told."""
    found = _TOTAL.search(clause.plain)
    if found is None or last.kind != "test" or int(found[1] or found[2]) in printed:
        return None
    mine = [one for one in last.counted if one.stems == _PASSED]
    return mine[0] if len(mine) == 1 and len(last.counted) == 1 else None
