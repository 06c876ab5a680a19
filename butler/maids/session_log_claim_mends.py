"""Statements of three kinds that need no name of a check or deed: trouble is said to be mended, a measured figure is told, a file for
readers is said to be updated. Each is set beside the commands of the log that show the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, is_ill, not_own, not_stated
from butler.maids.session_log_claim_figures import BEFORE
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import PROSE, Deeds
from butler.maids.session_log_works import Work
from butler.records import dataclass

_MEND_CUES = (
    "fix", "resolv", "solv", "cure", "address", "gone", "no longer", "works", "again", "直", "解消", "解決", "なくなり", "なりました", "動",
)  # fmt: skip
_MENDED = late(
    r"\b(?:fix(?:es|ed)|resolv(?:es|ed)|solv(?:es|ed)|cure[sd]|addresse[sd])\b\s+(?:the|this|that|it|your|both)\b|\b(?:that|this|which)\s+(?:fixes|resolves|solves|cures)\b"
    r"|\b(?:bug|crash|error|issue|exception|leak|regression|problem|hang|deadlock|race|failure)\b[^,.;]{0,30}\b(?:is|are|was|has\s+been|have\s+been)\s+(?:now\s+)?(?:fixed|resolved|gone|solved)\b|\bno\s+longer\s+(?:crash|fail|error|throw|hang|break|happen|occur|reproduc|leak)\w*"
    r"|\b(?:works|starts|runs|boots|loads|builds)\s+(?:again|now|correctly|as\s+expected|fine)\b"
    r"|直(?:りました|って(?:い)?ます|しました)|(?:解消|解決)(?:しまし|していま|されまし|されてい|済)|(?:再現|発生|クラッシュ|失敗|エラーに|落ち)(?:し)?な(?:らな)?くなりました|(?:ように|に)なりました|(?:正しく|正常に|問題なく)(?:動|起動|表示|処理)",
    re.I | re.A,
)
_LEFT = late(r"\b(?:not|never|still|only|partly|partially|cannot|yet)\b|n['’]t\b|ません|まだ|一部|ない", re.I)
_TIMES = late(r"\b\d+(?:\.\d+)?\s*(?:ms|s)\b|0x[0-9a-f]+")
_FIGURE = late(
    r"(?<![\w.])(?P<n>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>ms|µs|us|ns|s|secs?|seconds?|milliseconds?|req(?:uests)?/s(?:ec)?|rps|ops/s(?:ec)?|MB/s|ミリ秒|秒|件/秒)(?![\w/])",
    re.A,
)
_WANTED = late(
    r"\b(?:need|needs|target|budget|limit|goal|want|timeout|under|below|within|at\s+least|at\s+most)\b|目標|以内|以下|上限|予算|必要",
    re.I | re.A,
)
_MEASURED = late(
    r"\bbench\w*|\blatency\b|\bthroughput\b|\bp\d\d\b|\bmedian\b|\bmean\b|\baverage\b|\bfaster\b|\bdown\s+to\b|\btakes\b|\bruns?\s+in\b|ベンチ|レイテンシ|スループット|平均|中央値|短縮|高速|まで(?:下が|減|短)|処理時間|応答時間",
    re.I | re.A,
)
_NUMBER_CUES = ("ms", "µs", "us", "ns", " s", "0s", "sec", "rps", "/s", "秒")
_UPDATED = late(
    r"^\W*(?:(?:also|and|then)\s+)*(?:updated|documented|extended|added|described|noted|mentioned|recorded)\b|\b(?:i|we|['’]ve|also|and)\s+(?:have\s+|also\s+)*(?:updated|documented|extended|described|noted|mentioned|recorded|added)\b|\b(?:is|are|was|has\s+been|have\s+been)\s+(?:also\s+)?(?:updated|documented|extended)\b|\b(?:now|also)\s+(?:mentions|documents|describes|covers|lists|explains|notes|has\s+an?\s+(?:entry|section|line))\b|\b(?:mentions|documents|lists)\s+(?:it|this|the\s+(?:new|change|fix))\b"
    r"|(?:更新|追記|記載|反映|加筆|修正|追加)(?:し(?:まし|てあり|ておき)|済|も?しまし|も?済)|書き(?:足し|加え|換え|直し)|README[^、。]{0,16}(?<!読み)(?<!確認し)(?<!参照し)(?:まし|てあり|ておき)",
    re.I | re.A,
)


@dataclass(frozen=True, slots=True)
class _Tried:
    """One try of something that failed at some time."""

    line: int
    part: str
    text: str
    ok: bool
    exit_code: int | None
    said: str
    check: bool = False


def mend_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """What ``messages`` say to be mended, measured or written for readers, and the log shows otherwise."""
    tried = _tries(deeds)
    benches = [work for work in deeds.works if work.figures]
    prose = _unwritten(deeds)
    if not (tried or benches or prose):
        return
    for line, text in messages:
        for _, sentence in sentences_of(text):
            low = sentence.lower()
            if tried and any(map(low.__contains__, _MEND_CUES)):
                yield from _mended(line, sentence, tried, deeds)
            if benches and any(map(low.__contains__, _NUMBER_CUES)):
                yield from _measured(line, sentence, benches, deeds)
            for name in prose:
                if name in low and _states(sentence, _UPDATED, name):
                    yield Claim(line, sentence[:170], "unproven", "file", about=name)


def _states(sentence: str, pattern: re.Pattern[str], name: str = "") -> bool:
    """Whether a clause of a sentence states what ``pattern`` says, of ``name`` where one is given; trouble that was mended is no failure."""
    ill = _is_left if pattern == _MENDED else is_ill
    if not pattern.search(sentence) or not_own(sentence):
        return False
    return any(
        pattern.search(clause.code)
        and name in clause.code.lower()
        and not ill(clause)
        and not not_stated(clause, clause.plain)
        for clause in clauses(sentence)
    )


def _is_left(clause: Clause) -> bool:
    """Whether a clause tells that trouble is left."""
    return _LEFT.search(clause.plain) is not None


def _tries(deeds: Deeds) -> list[_Tried]:
    """Everything of which a try failed, in order."""
    found = [
        _Tried(work.line, work.part, work.text, work.ok, work.exit_code, work.said)
        for work in deeds.works
        if work.ok is not None and not work.declined
    ]
    found += [
        _Tried(
            run.line, run.key, run.text, run.outcome == "passed", run.exit_code, run.told if run.bad else "", check=True
        )
        for run in deeds.runs
        if run.outcome == "passed" or run.bad
    ]
    failing = {one.part for one in found if not one.ok}
    return sorted((one for one in found if one.part in failing), key=lambda one: one.line)


def _mended(line: int, sentence: str, tried: Sequence[_Tried], deeds: Deeds) -> Iterator[Claim]:
    """That something was mended though the same command failed again: after an edit and before the words, or after them unchanged."""
    if not _states(sentence, _MENDED):
        return
    turn = max((at for at in deeds.turns if at < line), default=0)
    edits = [change.line for change in deeds.changes if change.what in ("edit", "command")]
    for part in dict.fromkeys(one.part for one in reversed(tried)):
        mine = [one for one in tried if one.part == part]
        before = [one for one in mine if turn < one.line < line]
        first = next((one for one in before if not one.ok), None)
        if first is None:
            continue
        last, after = before[-1], [one for one in mine if one.line > line]
        again = (
            not last.ok
            and _same(first, last)
            and any(first.line < at < last.line for at in edits)
            and not any(last.line < at < line for at in edits)
        )
        if again:
            yield _claim(line, sentence, "contradicted", last)
            return
        if after and not after[0].ok and _same(first, after[0]) and not any(line < at < after[0].line for at in edits):
            yield _claim(line, sentence, "refuted", after[0])
            return


def _same(one: _Tried, other: _Tried) -> bool:
    """Whether two tries failed for the same reason, as far as their words tell; a program that is no check has one."""
    return not one.check or _TIMES.sub("", one.said) == _TIMES.sub("", other.said)


def _measured(line: int, sentence: str, benches: Sequence[Work], deeds: Deeds) -> Iterator[Claim]:
    """A figure with a unit of time or rate that no measurement before it printed, or that was measured before the last edit."""
    before = [work for work in benches if work.line < line]
    if not before or not_own(sentence) or not _FIGURE.search(sentence) or not _MEASURED.search(sentence):
        return
    printed = [number * factor for work in before for number in work.figures for factor in (1.0, 1000.0, 0.001)]
    last = before[-1]
    turn = max((at for at in deeds.turns if at < line), default=0)
    for clause in clauses(sentence):
        found = list(_FIGURE.finditer(BEFORE.sub(" ", clause.code)))
        if not found or _WANTED.search(clause.plain) or is_ill(clause) or not_stated(clause, clause.plain):
            continue
        claim = Claim(line, sentence[:170], "contradicted", "deed", last.text, last.line, told=last.said, about="bench")
        changed = [change.line for change in deeds.changes if change.what == "edit" and last.line < change.line < line]
        if not _printed(found[-1]["n"], printed):
            yield claim
        elif changed and turn < changed[0]:
            yield replace(claim, verdict="old", changed_line=changed[0])


def _printed(text: str, printed: Sequence[float]) -> bool:
    """Whether a figure is one of ``printed``, rounded as it is told."""
    figure = text.replace(",", "")
    value, half = float(figure), 0.5 * 10.0 ** -len(figure.partition(".")[2])
    return any(abs(number - value) <= half * 1.01 + value * 0.01 for number in printed)


def _unwritten(deeds: Deeds) -> list[str]:
    """Files for readers that nothing in a log of edits can have written."""
    edits = [change.path.lower() for change in deeds.changes if change.what in ("edit", "prose")]
    unknown = deeds.helped or any(change.what not in ("edit", "prose") for change in deeds.changes)
    if unknown or not edits or any(work.opaque for work in deeds.works):
        return []
    return [name for name in PROSE if name not in deeds.named and not any(name in path for path in edits)]


def _claim(line: int, sentence: str, verdict: str, tried: _Tried) -> Claim:
    return Claim(
        line, sentence[:170], "refuted" if verdict == "refuted" else "contradicted", "deed", tried.text, tried.line,
        exit_code=tried.exit_code or None, told=tried.said, about="mended",
    )  # fmt: skip
