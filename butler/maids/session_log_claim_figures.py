"""Statements with a figure set beside the figures that the commands of the turn printed: sizes, times, versions, ports, how many.

A figure is doubted only where the turn printed figures of its family and none of those that are told: what is planned, allowed, saved or
a part of the whole is no such statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, not_own, not_stated
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_figures import MOST_PRINTS, Figure, Print, figures_in

_CUE = late(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.I | re.A)
_WANTED = late(
    r"\b(?:limit\w*|budget|goal|target|max\w*|min\w*|allow\w*|timeout|quota|up\s+to|at\s+(?:least|most)|less\s+than|more\s+than|under|over|below|above|within|every|per(?!\s+(?:request|call|item|op|iteration|row|test|file|query)\b)|about\s+to|wait\w*|retr\w+|default|instead\s+of)\b|上限|下限|制限|目標|以内|以下|以上|未満|最大|最小|既定|ごと|毎|間隔|待",
    re.I | re.A,
)
_LESS = late(
    r"\b(?:sav(?:es?|ed|ing)|by|less|smaller|faster|slower|bigger|larger|shaved|cut|reduc\w+|gain\w*|difference)\b(?!\s+to\b)|短縮|削減|減(?:り|ら|少)|差|分だけ|ぶん",
    re.I | re.A,
)
"""How much less or more it became."""
_PART = late(
    r"\b(?:of\s+(?:them|these|those|the|which)|because|due|caused|each|another|other|new|more|first|last|fix\w*|resolv\w*|add\w*|remov\w*|auto\w*|ignor\w*|suppress\w*|split\w*|into|in\s+`|for\s+)\b|うち|修正|直|追加|解消|減|無視|抑制|ずつ|新|他|別|のため",
    re.I | re.A,
)
"""A part of what was counted, or what was done about it."""
_TAKES = late(
    r"\b(?:tests?|suite|specs?|build|compil\w+|it|run|pipeline|job|everything)\b[^.;]{0,40}\b(?:takes?|took|runs?|ran|finish\w*|complet\w*|builds?|done|down\s+to|pass\w*|goes)\b|(?:テスト|ビルド|スイート|実行|処理|全体)[^。、]{0,20}(?:終わ|かか|完了|まで|で(?:通|済))",
    re.I | re.A,
)
_CHANGED = late(r"\b(?:chang\w+|touch\w*|modif\w+)\b|\b(?:commit|diff)\b|変更|コミット", re.I)
_APART = late(r"\b(?:not|behind|ahead|missing|other|apart|diverg\w+)\b|遅れ|進ん|分岐|ない", re.I)
_ALL = 100.0
_STANDS = late(r"\b(?:is|are|was|at|to|now|has|shows?|reports?|only|just)\b|[:：=はが]|まで|です", re.I)
_COVERED = late(r"\bcover\w*|カバレッジ|網羅", re.I)
"""What is judged by the runs that measured it."""
_SERVES = late(
    r"\b(?:up|live|listen\w*|serv(?:es|ed|ing)|run(?:s|ning)|available|reachable|open|started|answers|responds)\b|待ち受け|起動|公開|動い|稼働|アクセス",
    re.I,
)
_HOLDS = late(
    r"\b(?:is|are|was|weighs?|measures?|comes?|came|shrinks?|shrank|down|drops?|dropped|now|has|grew|stays?)\b|[はが]|まで|です|なり",
    re.I | re.A,
)
_LEFT = late(
    r"\b(?:only|just|still|left|remain\w*|reports?|reported|finds?|found|shows?|is|are|has|have)\b|だけ|のみ|残|です|ある|あり",
    re.I | re.A,
)
_VERSIONED = late(
    r"\b(?P<who>version|package|project|crate|gem|library|app|module|it|we|release)\b[^.;,]{0,20}?\b(?:is|are|at|on|to)\s+(?:now\s+)?(?:at\s+|on\s+|version\s+)*v?(?P<n>\d+(?:\.\d+)+)\b"
    r"|\b(?P<what>[A-Za-z][\w.+-]*?)(?:\.js)?\s+(?:(?:is|are)\s+(?:now\s+)?(?:[a-z]+ed\s+)?(?:at\s+|on\s+|to\s+)?(?:version\s+)?|(?:は|が|を)\s*)?v?(?P<m>\d+(?:\.\d+)*)(?!\w|[%/]|\.\d|\s*(?:%|件|個|秒|tests?|files?|of\b|times?|kB|MB|ms|s\b))"
    r"|(?:バージョン|パッケージ)(?:は|が|を)?\s*v?(?P<j>\d+(?:\.\d+)+)",
    re.I | re.A,
)
_LINKED = late(r"\b(?:is|are|at|to)\b|[はがを]", re.I)
BEFORE = late(
    r"\b(?:instead\s+of|rather\s+than|(?:down\s+|up\s+)?from)\s+\d[\d.,]*\s?[a-zA-Z%]*|\d[\d.,]*\s?(?:ms|s|[kKMG]i?B|秒|件|個|%)\s*(?:から|だった)",
    re.A,
)
"""A figure of the time before."""
_MILD = late(
    r"(?<=た)のは|\binstead\s+of\b|(?<=[\dBbsS%件個秒分])\s*まで|だけ|のみ|(?:終わり|かかり|済み|完了し|動き|通り)ます|\b(?:only|just)\b",
    re.I,
)
"""Words that make it no plan of a figure."""
_RUNNERS = {
    "nodejs": "node",
    "python3": "python",
    "golang": "go",
    "rust": "rustc",
    "postgresql": "psql",
    "postgres": "psql",
}
_NUMBER = late(r"(?<![\w.,])\d[\d,]*(?![\w.,]*\d)")
_NEAR_ENOUGH = {"size": 0.03, "time": 0.06, "percent": 0.02}


def figure_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """The sentences of ``messages`` with a figure that the commands of their turn did not print, though they printed its like."""
    if not deeds.prints:
        return
    first = deeds.prints[0].line if len(deeds.prints) >= MOST_PRINTS else 0
    for line, text in messages:
        turn = max((at for at in deeds.turns if at < line), default=0)
        shown = [one for one in deeds.prints if turn < one.line < line]
        if not shown or turn < first:
            continue
        for _, sentence in sentences_of(text):
            if _CUE.search(sentence) and not not_own(sentence):
                yield from _of_sentence(line, sentence, shown)


def _of_sentence(line: int, sentence: str, shown: Sequence[Print]) -> Iterator[Claim]:
    for clause in clauses(sentence):
        plain = _MILD.sub(" ", clause.plain)
        if not _CUE.search(clause.code) or _WANTED.search(plain) or not_stated(clause, plain):
            continue
        against = _wrong_version(clause, shown) or _wrong_figure(clause, sentence, shown)
        if against is not None:
            told = next(one.text for one in against.figures)
            kind = "figure"
            yield Claim(line, sentence[:170], "contradicted", kind, against.text[:90], against.line, told=told)
            return


def _wrong_figure(clause: Clause, sentence: str, shown: Sequence[Print]) -> Print | None:
    """The last command that printed figures of a family of which a clause tells another one."""
    told: dict[str, list[Figure]] = {}
    for figure in figures_in(BEFORE.sub(" ", clause.code)):
        told.setdefault(figure.family, []).append(figure)
    for family, figures in told.items():
        if family == "version" or not _is_whole(family, clause):
            continue
        printing = [one for one in shown if any(_counts(family, one, known) for known in one.figures)]
        known = [known for one in printing for known in one.figures if _counts(family, one, known)]
        numbers = {float(one.replace(",", "")) for one in _NUMBER.findall(sentence)}
        told_too = family not in _NEAR_ENOUGH and any(one.value in numbers for one in known)
        if family == "percent" and (any(one.value == _ALL for one in figures) or printing[-1:] != [shown[-1]]):
            continue
        if printing and not told_too and not any(_alike(figure, one) for figure in figures for one in known):
            last = printing[-1]
            mine = tuple(one for one in last.figures if one.family == family)
            return Print(last.line, last.kind, last.text, "", mine)
    return None


def _is_whole(family: str, clause: Clause) -> bool:
    """Whether a clause tells how it is, of all of it."""
    text = clause.plain
    if family in ("size", "time"):
        fits = _TAKES if family == "time" else _HOLDS
        return fits.search(text) is not None and _LESS.search(text) is None
    if family == "port":
        return _SERVES.search(text) is not None
    if family == "percent":
        return _STANDS.search(text) is not None and not any(one.search(text) for one in (_LESS, _PART, _COVERED))
    return _counts_whole(family, text)


def _counts_whole(family: str, text: str) -> bool:
    """Whether a clause counts all of a thing as it is."""
    if (
        _PART.search(text)
        or (family == "file" and not _CHANGED.search(text))
        or (family == "commit" and _APART.search(text))
    ):
        return False
    return family not in _STATES or _LEFT.search(text) is not None


_STATES = frozenset(("trouble", "vulnerability", "commit"))


def _counts(family: str, printed: Print, figure: Figure) -> bool:
    """Whether a printed figure can be what a statement of ``family`` rests on."""
    if figure.family != family:
        return False
    if family == "file":
        return figure.text.endswith("changed")
    if family == "commit":
        return figure.text.endswith("commits")
    return family != "trouble" or printed.kind in ("lint", "types", "build")


def _alike(one: Figure, other: Figure) -> bool:
    share = _NEAR_ENOUGH.get(one.family, 0.0)
    half = 0.5 * one.value / max(_digits(one), 1.0) if share else 0.0
    return abs(one.value - other.value) <= max(half, other.value * share, one.value * share)


def _digits(figure: Figure) -> float:
    """The figure as it is written, in its last place: a rounding error is half of one."""
    found = re.search(r"\d[\d,]*(?:\.(\d+))?", figure.text)
    return float(found[0].replace(",", "")) * 10.0 ** len(found[1] or "") if found else 1.0


def _wrong_version(clause: Clause, shown: Sequence[Print]) -> Print | None:
    """The last command that printed another version of what a clause names."""
    for found in _VERSIONED.finditer(clause.plain):
        said = found["n"] or found["m"] or found["j"]
        what = (found["what"] or "").lower()
        program = _RUNNERS.get(what, what)
        asking = [one for one in shown if one.asks_version]
        mine = [one for one in asking if _is_of(program, one) or (_LINKED.search(found[0]) and _lists(program, one))]
        printed = [figure for one in mine for figure in one.figures if figure.family == "version"]
        if printed and not any(f"{figure.text}.".startswith(f"{said}.") for figure in printed):
            return Print(mine[-1].line, mine[-1].kind, mine[-1].text, "", (printed[-1],))
    return None


def _lists(program: str, shown: Print) -> bool:
    """Whether a command asked a package manager for ``program``."""
    return bool(program) and program in shown.text.lower().split()[2:]


def _is_of(program: str, shown: Print) -> bool:
    """Whether a command asked for the version of ``program``; without one: of the package."""
    if program:
        return shown.text.lower().startswith((f"{program} ", f"{program}3 "))
    return (
        "package" in shown.text
        or "pkg " in shown.text
        or "setup" in shown.text
        or "Cargo" in shown.text
        or "project" in shown.text
    )
