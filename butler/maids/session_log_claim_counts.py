"""Statements of how many there are, most of all that there are none, set beside what the commands of the turn counted.

"0 pending", "nothing is destroyed", 「削除されるリソースはありません」: what is counted is told by stems of words, whatever the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, has_japanese, not_own, not_stated
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_claim_totals import unlike
from butler.maids.session_log_counts import Count, number, stem, stems_of_words
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_figures import Print, lead
from butler.records import dataclass

_CUES = (
    "no ",
    "zero",
    "none",
    "nothing",
    "without",
    "not a single",
    "free of",
    "ゼロ",
    "なし",
    "無し",
    "ません",
    "ない",
    "なく",
)
_DIGIT = late(r"\d", re.A)
_NONE_OF = late(
    r"\b(?:no|zero|0|without(?:\s+any)?|not\s+a\s+single|free\s+of)\s+(?P<np>[a-z][\w-]*(?:\s+[a-z][\w-]*){0,4})"
    r"|\bnothing\s+(?:is\s+|was\s+|gets?\s+|got\s+|are\s+|has\s+been\s+|left\s+to\s+|to\s+(?:be\s+)?|still\s+|stays?\s+)+(?P<verb>[a-z]+)|\b(?:none|nothing)\s+(?P<bare>[a-z]+ed|pending|missing)\b"
    r"|(?P<label>\b[a-z][\w-]*(?:\s+[a-z][\w-]*){0,2})\s*(?:(?:is|are|stays?)\s+(?:now\s+)?(?:at\s+)?|[:=]\s*)(?:0|zero|none)\b(?!\.\d|[\d%])",
    re.I | re.A,
)
_NONE_OF_JA = late(
    r"(?P<np>[^、。\s「」]{1,24}?)\s*(?:は|も|が|:|：|=)?\s*(?:もう|一切|すでに|既に|1\s*件も|ひとつも|一つも)?\s*(?:残って(?:い)?ません|出て(?:い)?ません|見つかりません|検出されません|発生して(?:い)?ません|含まれ(?:て(?:い)?)?ません|(?:さ)?れて(?:い)?ません|(?:さ)?れません|ありません|いません|ございません|なくなり|なし|無し|ゼロ|[0０]\s*(?:件|個|行|本|つ|台)?(?![\d.%])|ない(?=です|$|こと))",
    re.A,
)
_SOME = late(r"(?<![\w.,/:#@=+-])(?P<n>\d[\d,]*)\s+(?P<np>[a-z][\w-]*(?:\s+[a-z][\w-]*){0,3})", re.I | re.A)
_LABELLED = late(
    r"(?P<np>\b[a-z][\w-]*(?:\s+[a-z][\w-]*)?)\s*(?:(?:is|are)\s+(?:now\s+)?(?:at\s+)?|[:=]\s*)(?P<n>\d[\d,]*)(?!\.\d|[\d%:/-]|\s*[a-z])|\bscores?\s+(?:an?\s+)?(?P<m>\d+)\s+(?:for|in|on)\s+(?P<what>[a-z][\w-]*(?:\s+[a-z]+)?)",
    re.I | re.A,
)
_SOME_JA = late(
    r"(?P<np>[^、。\s\d「」]{1,16}?)\s*(?:数|件数)?(?:は|が|も|:|：|=)?\s*(?<![\d.-])(?P<n>\d[\d,]*)\s*(?:件|個|行|本|台)?(?![\d.%]|\w*[秒分時月日年])",
    re.A,
)
_JA = tuple(
    (word, stem(name))
    for pair in ["脆弱性=vulnerability", "警告=warning", "ワーニング=warning", "重複=duplicate", "競合=conflict", "コンフリクト=conflict", "削除=destroy", "破棄=destroy", "追加=add", "作成=add", "変更=change", "更新=change", "スキップ=skip", "保留=skip", "ペンディング=skip", "未適用=skip", "リンク切れ=broken", "未使用=unused", "欠落=missing", "不足=missing", "欠け=missing", "漏れ=missing", "シークレット=leak", "秘密=leak", "再起動=restart", "非推奨=deprecated", "未翻訳=untranslated", "孤立=orphan", "不一致=mismatch", "循環=circular", "失敗=fail", "エラー=error", "指摘=issue", "違反=violation", "問題=problem", "置換=replace", "レコード=record", "マイグレーション=migration", "テスト=test", "重大=critical", "深刻=critical", "行=row", "ドリフト=drift", "未解決=unresolved", "古い=outdated", "タイムアウト=timeout", "拒否=reject", "ファイル=file", "スペック=spec", "高=high", "リンク=link", "パッケージ=package", "ジョブ=job", "ホスト=host"]
    for word, _, name in (pair.partition("="),)
)  # fmt: skip
"""Japanese words with the stem of what an output calls the same."""
_SOFT = frozenset(
    map(
        stem,
        [
            "test",
            "spec",
            "example",
            "case",
            "request",
            "resource",
            "host",
            "record",
            "check",
            "severity",
            "finding",
            "vulnerability",
            "issue",
            "suite",
            "scenario",
            "advisory",
            "package",
            "dependency",
            "code",
            "instance",
            "level",
            "score",
            "violation",
            "link",
        ],
    )
)
"""Words that only say of what kind of thing a count is."""
_SEVERE = frozenset(("low", "medium", "high", "critical", "info", "unknown"))
_TROUBLE = frozenset(
    map(
        stem,
        ["error", "warning", "issue", "problem", "finding", "violation", "offense", "failure", "diagnostic", "hint"],
    )
)
_FINDINGS = _TROUBLE - {"error", stem("failure")}
"""What linters find, by whatever name."""
_NEW = late(
    r"\b(?:new|newly|other|further|additional|extra|longer|need|reason|way|one|idea|doubt|matter|change[sd]?\s+(?:to|in|for|needed|were|was|required))\b|新|他|必要|影響|追加の",
    re.I | re.A,
)
_PART = late(
    r"\b(?:of\s+(?:them|these|those|the|which)|because|each|another|more|first|last|fix\w*|resolv\w*|add(?:s|ed|ing)|remov\w*|ignor\w*|suppress\w*|split\w*|into|took|takes|every|per|at\s+(?:least|most)|about|around|or)\b|うち|修正|直し|解消|無視|ずつ|別|約|以上|以下|以内|未満|目標|[~≈<>≤≥]",
    re.I | re.A,
)
_STATES = late(
    r"\b(?:now|shows?|showed|reports?|reported|total|only|just|down\s+to|contains?|has|have|prints?|printed|counts?|counted|returns?|returned|touched|affected|wrote|holds?|came\s+out|lists?|listed|matched|(?:im|ex)ported|processed|migrated|loaded|inserted|deleted|updated|converted|synced|uploaded|downloaded|indexed|scanned|sent)\b|\ball\s+\d",
    re.I | re.A,
)
_ROW = frozenset(("row",))
_WROTE = ("UPDATE ", "DELETE ", "INSERT ")
"""What a database says of the rows that it wrote: of all of them."""
_VAGUE = frozenset(
    map(
        stem,
        [
            "test",
            "file",
            "line",
            "commit",
            "step",
            "place",
            "time",
            "case",
            "function",
            "module",
            "way",
            "thing",
            "minute",
            "second",
            "hour",
            "day",
            "ms",
            "kb",
            "mb",
        ],
    )
)
"""Words of which there are many sorts: what one command counts of them is not what another sentence tells."""
_LEFT = late(
    r"\bno\s+[\w-]+(?:\s+[\w-]+)?\s+(?:are\s+|is\s+|were\s+)?(?:left|remain\w*)\b|\bno(?:ne|thing)\s+(?:is\s+|are\s+)?(?:left|remain\w*)\b|(?:0|ゼロ)\s*(?:件|行|個)|残って(?:い)?ません",
    re.I | re.A,
)
_COUNTED = late(
    r"(?<![\w.,/:#@=+-])(\d[\d,]*)\s+(?:[a-z][\w-]*\s+)?(?:records?|rows?|entries|items?|lines?|hits?|matches|occurrences?|users?|orders?|results?|objects?|keys|documents?|jobs?|messages|products?)\b|(?<![\d.])(\d[\d,]*)\s*(?:件|行|個|レコード)",
    re.I | re.A,
)
_WORD_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_SMALL_NUMBER = late(r"\b(" + "|".join(_WORD_NUMBERS[1:]) + r")\b(?=\s+[a-z])", re.I)
_NUMBERS = late(r"(?<![\w.,])\d[\d,]*(?![\w.,]*\d)")
_MANY = 4


@dataclass(frozen=True, slots=True)
class _Told:
    """So many of what ``stems`` tell are said to be there."""

    value: int
    stems: frozenset[str]
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class _Scene:
    """A message and what the commands of its turn printed before it; ``numbers``: all that it tells; ``moved``: the last change."""

    line: int
    shown: Sequence[Print]
    numbers: frozenset[int]
    moved: int


def count_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """The sentences of ``messages`` that count otherwise than the last command that counted the same."""
    if not deeds.prints:
        return
    for line, text in messages:
        if not _may_count(text):
            continue
        turn = max((at for at in deeds.turns if at < line), default=0)
        shown = [one for one in deeds.prints if turn < one.line < line]
        if not shown:
            continue
        moved = max((at.line for at in deeds.changes if at.what != "prose" and at.line < line), default=0)
        plain = _SMALL_NUMBER.sub(lambda found: str(_WORD_NUMBERS.index(found[1].lower())), text)
        scene = _Scene(line, shown, frozenset(number(one) for one in _NUMBERS.findall(plain)), moved)
        for _, sentence in sentences_of(text):
            if _may_count(sentence) and not not_own(sentence) and (claim := _of_sentence(sentence, scene)) is not None:
                yield claim


def _may_count(text: str) -> bool:
    """Whether a text holds a number or a word for none."""
    low = text.lower()
    return (
        any(map(low.__contains__, _CUES)) or _DIGIT.search(text) is not None or _SMALL_NUMBER.search(text) is not None
    )


def _of_sentence(sentence: str, scene: _Scene) -> Claim | None:
    every = [(clause, list(_told_in(clause))) for clause in clauses(sentence)]
    for clause, told in every:
        if not_stated(clause, _unstopped(clause.plain)):
            continue
        for one in told:
            against = _against(one, clause, scene, [other for _, others in every for other in others])
            if against is not None:
                shown, counted = against
                return Claim(
                    scene.line,
                    sentence[:170],
                    "contradicted",
                    "figure",
                    shown.text[:90],
                    shown.line,
                    told=counted[:120],
                )
    for clause, _ in every:
        if not_stated(clause, clause.plain):
            continue
        alone = _lonely(clause, scene)
        other = (alone, str(alone.alone)) if alone else unlike(clause, scene.shown, scene.numbers, scene.moved)
        if other is not None:
            last, words = other
            return Claim(
                scene.line, sentence[:170], "contradicted", "figure", last.text[:90], last.line, told=words[:120]
            )
    return None


_EXPECTED = late(r"\b(?:pending|todos?|examples?|(?<=failed\s)requests?)\b", re.I)


def _unstopped(text: str) -> str:
    """A clause without the words that make a plan of it and are what was counted here."""
    return _EXPECTED.sub(" ", text)


def _told_in(clause: Clause) -> Iterator[_Told]:
    """What a clause counts."""
    if has_japanese(clause.plain):
        for found in _NONE_OF_JA.finditer(clause.code):
            if stems := _ja_stems(found["np"]):
                yield _Told(0, stems)
        for found in _SOME_JA.finditer(clause.code):
            if stems := _ja_stems(found["np"]):
                yield _Told(number(found["n"]), stems)
    text = clause.code.replace("`", " ").replace("(s)", "")
    for found in _NONE_OF.finditer(text):
        words = found["np"] or found["verb"] or found["bare"] or found["label"]
        if not _NEW.search(found[0]) and (stems := stems_of_words(words)):
            yield _Told(0, stems)
    plain = _SMALL_NUMBER.sub(lambda found: str(_WORD_NUMBERS.index(found[1].lower())), text)
    for found in _SOME.finditer(plain):
        if stems := stems_of_words(found["np"]):
            yield _Told(number(found["n"]), stems)
    for found in _LABELLED.finditer(plain):
        if stems := stems_of_words(found["np"] or found["what"]):
            yield _Told(number(found["n"] or found["m"]), stems, labelled=True)


def _ja_stems(words: str) -> frozenset[str]:
    return frozenset() if _NEW.search(words) else frozenset(name for word, name in _JA if word in words)


def _fits(told: frozenset[str], counted: Count) -> bool:
    """Whether two counts are of the same: what one names more is no more than a kind of thing, or leads the line of the other."""
    if not told & counted.stems:
        return False
    return (told - counted.stems - counted.near) <= _SOFT and (counted.stems - told) <= (_SOFT | _SEVERE)


def _against(told: _Told, clause: Clause, scene: _Scene, all_told: Sequence[_Told]) -> tuple[Print, str] | None:
    """The last command that counted the same and another number of it, with its words."""
    fits = [(one, counted) for one in scene.shown for counted in one.counted if _fits(told.stems, counted)]
    if not fits and told.stems <= _FINDINGS:
        linted = [one for one in scene.shown if one.kind == "lint"]
        fits = [(one, counted) for one in linted for counted in one.counted if counted.stems <= _FINDINGS]
    if not fits or fits[-1][0].line < scene.moved:
        return None
    last = fits[-1][0]
    if _again(last, scene) or not _is_about(told, clause, last, scene):
        return None
    mine = [counted for one, counted in fits if one is last]
    if told.value == 0 and (each := _more_than_none(mine, scene)):
        return None if _PART_ZERO.search(clause.plain) else (last, each)
    values = {counted.value for _, counted in fits}
    if (
        told.stems == _ROW
        and mine[-1].text.startswith(_WROTE)
        and told.value not in values | scene.numbers.difference((told.value,))
    ):
        return last, mine[-1].text
    if told.value in values or len(values) >= _MANY or _PART.search(clause.plain) or values & scene.numbers:
        return None
    return (last, mine[-1].text) if _is_whole(told, clause, last, scene, all_told) else None


def _is_whole(told: _Told, clause: Clause, last: Print, scene: _Scene, all_told: Sequence[_Told]) -> bool:
    """Whether a number is told of all that the last command counted: beside others that it printed, or as a state."""
    for other in all_told:
        fits = [one for one in last.counted if _fits(other.stems, one)]
        if other.stems != told.stems and other.value and any(other.value == one.value for one in fits):
            return True
    if last is not scene.shown[-1] or not any(told.stems == one.stems for one in last.counted):
        return False
    return told.labelled or (told.stems.isdisjoint(_VAGUE) and _STATES.search(clause.plain) is not None)


_PART_ZERO = late(
    r"\b(?:of\s+(?:them|these|those|which)|if|unless|only\s+with|my\s+(?:change|diff)\w*|in\s+(?:my|the\s+new|the\s+changed))\b|持つ|以外|(?<!削)除(?!去)|のうち|のない",
    re.I | re.A,
)


def _more_than_none(mine: Sequence[Count], scene: _Scene) -> str:
    """The words of a count above 0; none where the last one is 0, or the message tells of it."""
    each = [one for one in mine if one.each]
    ill = next((one for one in each if one.value), None) if each else (mine[-1] if mine[-1].value else None)
    return ill.text if ill is not None and ill.value not in scene.numbers else ""


def _again(last: Print, scene: _Scene) -> bool:
    """Whether the same command ran again behind the one that counted."""
    return any(one.line > last.line and lead(one.text) == lead(last.text) for one in scene.shown)


def _is_about(told: _Told, clause: Clause, last: Print, scene: _Scene) -> bool:
    """Whether trouble that is denied is that of the check that printed it: named, or the last thing that ran."""
    listed = [found["program"] for found in lexicon.SUBJECT.finditer(clause.plain) if found["program"]]
    if listed and not any(name.lower().split()[-1] in last.text.lower() for name in listed):
        return False
    if told.stems <= _TROUBLE:
        checked = last.kind in ("lint", "types", "build", "test") or any(one.each for one in last.counted)
        return last is scene.shown[-1] and checked
    return True


_ANSWER = late(r"(?<![\w.:/-])([1-5]\d\d)(?![\w.:/-]|\s*(?:ms|件|個|MB|kB))", re.A)
"""What a server answered."""


def _lonely(clause: Clause, scene: _Scene) -> Print | None:
    """The last command where it printed a number alone, of which a clause tells another."""
    last = scene.shown[-1]
    if last.alone is None or last.line < scene.moved or last.alone in scene.numbers or _PART.search(clause.plain):
        return None
    numbers = [number(one or other) for one, other in _COUNTED.findall(clause.code)]
    if "http_code" in last.text:
        numbers = [int(one) for one in _ANSWER.findall(clause.code)]
    none = _LEFT.search(clause.code) is not None
    if none:
        return last if last.alone else None
    return last if len(numbers) == 1 and numbers[0] != last.alone else None
