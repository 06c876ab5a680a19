"""Statements judged by how things stand when a message is written, not by words of success: what it says of a check or deed whose last try in
the turn failed, hid its end or is older than an edit.

A sentence is one if the check is its subject and something is said of it as a state: behind a verb that only links, or behind a mark. It is
none where the message tells of trouble anywhere, counts what failed, or only says where the check lies or what it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim, Verdict
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids import session_log_claim_retracted_words as cues
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, has_japanese, not_own, not_stated
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_runs import Run
from butler.records import dataclass

_KINDS = ("test", "lint", "types", "format", "build")
_ALSO = {"types": ("types", "build"), "build": ("build", "types")}
_NOT_ILL = late(
    r"\b(?:no|zero|0|none|nothing|not\s+(?:a|one)(?:\s+single)?|without)\b[^,.;]{0,40}?\b(?:red|fail\w*|broke\w*|errors?|warnings?|complain\w*|crash\w*|findings?|issues?|problems?|unhappy|regress\w*)\b",
    re.I,
)
"""Trouble that is denied."""
_TROUBLE = late(
    r"\bfail|\bbroke|\bred\b|\berror|\bwarning|\bcomplain|\bfinding|\bissue|\bproblem|\boffen[cs]e|\bviolation|\bleft\s+over\b|\breject|\bdenied|\brefus|\bconflict|\bcrash|\bunable|\bcannot|\bblocked|\bskipp|\bflak|\btim(?:ed|es)\s+out|\bstill\b|\bremain|\bexcept|\bbut\b|\bhowever|\bunrelated|\bpre-?existing|\bsandbox|\bnetwork|\bmissing|n['’]t\b|\bnot\b(?!\s+(?:only|chang|affect|touch|need|depend))|\bother\s+than|\btoo\s+(?:slow|long)|\binterrupt|\babort"
    r"|失敗|落ち|エラー|警告|できません|できな|できず|未|拒否|競合|残|赤|(?-i:NG)|ただし|ません|なかった|ものの|途中|中断|スキップ|タイムアウト|原因|既存の(?:失敗|不具合|問題|バグ)|もともと|以前から",
    re.I,
)
"""One of these words, undenied: the message tells of trouble, and what it says is not looked at here."""
_LINKS = late(
    r"\s*(?:(?:now|all|both|also|again|still|just|there|here|too)\s+)*(?:is|are|was|were|stays?|stayed|remains?|comes?|came|goes|go|went|looks?|looked|turns?|turned|gets?|got|ends?|ended|finish(?:es|ed)|exit(?:s|ed)|sails?|sailed|breez(?:es|ed)|reports?|reported|returns?|returned|shows?|showed|agrees?|agreed|likes?|liked|accepts?|accepted|approves?|approved|holds?|held|behaves?|says?|gives?|gave|has|have|had|runs?|ran|check(?:s|ed)?\s+out|clear(?:s|ed)?)\b(?P<rest>[^,;]*)",
    re.I,
)
_MARKED = late(
    r"\s*(?:結果|results?|status|状況)?\s*(?:\([^)]*\)\s*)?(?::|：|=|—|–|→|->|\||-\s|\()\s*(?P<rest>(?:all\s+)?(?:\d+|no\b|zero\b|none\b|nothing\b|empty\b|exit\s|全|計).*)",
    re.I,
)
_LINKS_JA = late(
    r"(?:結果|側|自体|実行|確認)?\s*(?:は|も|が|とも)(?P<rest>[^、。]{1,40}?(?:ました|でした|てい?ます|た|です|だ|済み?|なし)(?:\W*$|(?=[。、])))"
)
_NO_STATE = late(
    r"\b(?:located|defined|written|organi[sz]ed|configured|described|structured|split|grouped|named|kept|based|driven|parametri[sz]ed|mocked|stored|generated|added|updated|extended|included|rewritten|moved|renamed|removed|deleted|skipped|required|optional|separate|similar|used|using|covered|part\s+of|about|for\s+(?:the|each|every|both)|in\s+(?:`|\u2027|the\s+(?:same|new))|under\b|run\s+(?:by|via|with|on|in)|called|two|three|several|many|more|new|changed|adjusted|set\s+up|slow\w*|needed|needs?|able|meant|there\s+to)\b"
    r"|追加|作成|実装|修正|変更|更新|記述|書[いき]|移|分[けか]|構成|層|種類|置[いき]|あります|使[いっ]|必要|対象|設定|用意|予定|動かし|実行(?:し|され)|見直|整理|直し|削除|種|別|含",
    re.I,
)
"""What is made, moved or named is no state."""
_MADE = late(
    r"\s*(?:now\s+|all\s+|also\s+|both\s+)*(?!(?:satisfied|pleased|passed|finished|completed|cleared|fixed|settled|unaffected|delighted|resolved)\b)\w+(?<!e)ed\b",
    re.I,
)
_SEEN_JA = late(r"ことを?(?:確認|検証)(?:済み?)?(?:です|でした)?\W*$")
"""What was confirmed, in the short form of a list: elsewhere it may be a step."""
_IMPLIED = late(
    r"\W*(?:the\s+|our\s+|and\s+)*(?:[\w.-]+\s+){1,2}?(?:now\s+|still\s+|again\s+|also\s+)*(?:(?P<build>(?:builds|compiles|bundles)(?!\s+(?:on|upon|the|a|an|its|into|to|from)\b))|(?P<lint>lints)|(?P<types>type-?checks))\b"
    r"|\W*(?:(?:all|both|every|each)\s+(?:[\w-]+\s+){1,3}?|(?:the\s+)?(?:[\w-]+\s+){0,2}[\w-]+(?<!t)s\s+)(?:now\s+|still\s+|again\s+)*(?:(?P<builds>build|compile)|(?P<lints>lint)|(?P<checks>type-?check))\b",
    re.I,
)
"""A verb that names a check itself, of any thing."""
_UNBROKEN = late(
    r"\W*(?:(?:i|we)\s+(?:can\s+)?(?:also\s+)?(?:confirm(?:ed)?|verified|checked)\s+(?:that\s+)?)?nothing\s+(?:else\s+)?(?:is\s+|was\s+|got\s+|has\s+been\s+)?(?:broke|breaks|broken|regressed|affected|harmed)\b|[^、。]{0,8}(?:何も|他は|ほかは|既存機能は)?壊れて(?:い)?ません",
    re.I,
)
"""That nothing is broken, which the tests tell."""
_IMPLIES = {"builds": "build", "lints": "lint", "checks": "types"}
_UNHURT = late(
    r"\s*(?:are|is|were|was|stay\w*|remain\w*)?\s*(?:n['’]t|not|un)\s*(?:affected|broken|impacted|harmed|disturbed|bothered)\b",
    re.I,
)
_NOUN_END = late(r"(?<!まし)(?:です|だ)\W*$")
_NOUN_JA = late(r"[A-Za-z0-9でにをへ]|\u2027")
_UNHURT_JA = late(r"(?:へ|に)?の?(?:悪)?影響(?:は|も)?(?:一切)?(?:なく|なし|ない|あり?ません|出て)")
_LEADS = late(
    r"(?:\W*(?:i|we)(?:['’]ve|\s+have)?\s+(?:also\s+|then\s+)?(?:double-?|re-?)?(?:checked|confirmed|verified|validated|tested)(?:\s+that)?\s+)?\W*(?:(?:the|all|every|both|our|my|its|this|full|whole|entire|unit|integration|end-to-end|local|existing|new|now|and|also|so|with\s+(?:that|this)|production|release|final|updated|affected|relevant|verification|verified|result|status|confirmed|checked|after\s+that|\d+)\W+)*(?:[\w-]+\s+)?",
    re.I,
)
_LEADS_JA = late(r"[^、。はがをにで]{0,14}")
_NONE_IS = late(r"\W*(?:no|not\s+(?:a|one)(?:\s+single)?|none\s+of\s+the|zero)\s+(?:\w+\s+)?$", re.I)
_SHORT = 24
_PROVEN = late(
    r"\b(?:confirmed|verified|validated|checked|proven|backed|covered)\b[^.;]{0,24}\b(?:by|with|via|through|using|against|in)\b[^.;]{0,30}$|(?:テスト|検査|チェック|ビルド|lint|リント|スイート)\S{0,6}(?:で|により|によって)(?:も)?[^、。]{0,6}(?:確かめ|確認(?:し|済|でき)|検証(?:し|済)|裏付け|済ま|担保)",
    re.I,
)
"""That something was confirmed by a check that stands behind these words."""
_NUMBER = late(r"(?<![\w.,])\d{1,6}(?![\w.,]*\d)")


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a kind of check stands when a message is written."""

    kinds: tuple[str, ...]
    verdict: Verdict
    run: Run
    changed: int | None = None


def standing_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """The sentences of ``messages`` that tell of a check as in order though its last run in the turn of an edit does not show it."""
    for line, text in messages:
        turn = max((at for at in deeds.turns if at < line), default=0)
        edits = [one.line for one in deeds.changes if turn < one.line < line and one.what in ("edit", "command")]
        stands = list(_standings(deeds, turn, line)) if edits and _ends_turn(deeds, line) else []
        if not stands:
            continue
        sentences = [sentence for _, sentence in sentences_of(text)]
        if any(_tells_trouble(sentence, stands) for sentence in sentences):
            continue
        for sentence in sentences:
            against = None if not_own(sentence) else _of_sentence(sentence, stands)
            if against is not None:
                run, code = against.run, against.run.exit_code if against.run.outcome == "failed" else None
                yield Claim(
                    line, sentence[:170], against.verdict, run.kind, run.text, run.line, exit_code=code,
                    told=" ".join(run.told.split())[:200] if run.bad else "", changed_line=against.changed,
                )  # fmt: skip


def _ends_turn(deeds: Deeds, line: int) -> bool:
    """Whether nothing was done behind a message before the person spoke again."""
    turn = next((at for at in deeds.turns if at > line), 1 << 62)
    after = (one.line for kept in (deeds.runs, deeds.changes, deeds.events, deeds.works) for one in kept)
    return not any(line < at < turn for at in after)


def _standings(deeds: Deeds, turn: int, line: int) -> Iterator[_Standing]:
    """The kinds of checks whose last run between two lines does not show that they are well."""
    mine = [run for run in deeds.runs if turn < run.line < line]
    for kind in _KINDS:
        runs = [run for run in mine if run.kind == kind]
        if not runs or any(run.umbrella and run.outcome == "passed" and run.line > runs[-1].line for run in mine):
            continue
        last = runs[-1]
        well = [run.line for run in runs if run.outcome == "passed"]
        changed = [one.line for one in deeds.changes if last.line < one.line < line and one.what in ("edit", "command")]
        kinds = _ALSO.get(kind, (kind,))
        if last.bad:
            if not (changed or well):
                yield _Standing(kinds, "contradicted", last)
        elif last.outcome == "unknown":
            if not well:
                yield _Standing(kinds, "unproven", last)
        elif last.outcome == "passed" and changed:
            other = [run.kind for run in mine if run.kind in kinds and run.kind != kind]
            yield _Standing((kind,) if other else kinds, "old", last, changed[0])


def _tells_trouble(sentence: str, stands: Sequence[_Standing]) -> bool:
    """Whether a sentence tells of trouble, or counts what failed."""
    text = cues.CALM.sub(_NOT_ILL.sub(" ", lexicon.NEGATED.sub(" ", lexicon.WAS_ILL.sub(" ", sentence))))
    if _TROUBLE.search(text) or sentence.endswith(("?", "？")):
        return True
    ill = {stand.run.tally.failed or stand.run.tally.errors for stand in stands if stand.verdict == "contradicted"}
    return any(int(number) in ill for number in _NUMBER.findall(sentence)) and not lexicon.OF_ALL.search(sentence)


def _of_sentence(sentence: str, stands: Sequence[_Standing]) -> _Standing | None:
    """What speaks against a sentence."""
    above: _Standing | None = None
    for clause in clauses(sentence):
        if not_stated(clause, _SEEN_JA.sub("", clause.plain)):
            continue
        for found in lexicon.SUBJECT.finditer(clause.plain):
            stand = _of_subject(found, stands)
            if stand is None:
                continue
            if _is_state(clause, found):
                return stand
            above = stand
        said = _IMPLIED.match(clause.plain)
        kind = _IMPLIES.get(said.lastgroup or "", said.lastgroup) if said else None
        stand = next((one for one in stands if kind in one.kinds), None)
        if stand is not None:
            return stand
        if stands[0].run.kind == "test" and _UNBROKEN.match(clause.plain):
            return stands[0]
        if above is not None and _adds_state(clause):
            return above
    return None


def _adds_state(clause: Clause) -> bool:
    """Whether a clause without a subject says of the one before it that all is well."""
    text = clause.plain.strip()
    if _NOT_ILL.match(text):
        return True
    return len(text) <= _SHORT and not lexicon.SUBJECT.search(text) and lexicon.WELL.search(text) is not None


def _tells_well(text: str) -> bool:
    return lexicon.WELL.search(text) is not None or lexicon.NEGATED.search(text) is not None


def _of_subject(found: re.Match[str], stands: Sequence[_Standing]) -> _Standing | None:
    """How that stands which a subject names; a program only what it ran."""
    kind = found.lastgroup or ""
    if kind == "program":
        words = found[0].lower().split()
        return next((one for one in stands if all(word in one.run.part.lower() for word in words)), None)
    return next((one for one in stands if kind in one.kinds), None)


def _is_state(clause: Clause, subject: re.Match[str]) -> bool:
    """Whether a clause says of its subject how it stands."""
    text = clause.plain
    before, behind = text[: subject.start()], subject.end()
    marked = _MARKED.match(text.replace("`", " "), behind)
    if marked is not None and not _NO_STATE.search(marked["rest"]):
        return True
    if has_japanese(text) and (
        _UNHURT_JA.match(text, behind) or _PROVEN.search(text) or (_SEEN_JA.search(text) and _tells_well(text))
    ):
        return True
    if has_japanese(text) and _LEADS_JA.fullmatch(before):
        said = _LINKS_JA.match(text, behind)
        if said is None or _NO_STATE.search(said["rest"]):
            return False
        name = _NOUN_END.sub("", said["rest"])
        return name == said["rest"] or not _NOUN_JA.search(name)
    if _PROVEN.search(before) or (_UNHURT.match(text, behind) and _LEADS.fullmatch(before)):
        return True
    said = _LINKS.match(text, behind)
    if said is None or not (_LEADS.fullmatch(before) or _NONE_IS.fullmatch(before)):
        return False
    if subject[0].lower() == "types" or _MADE.match(said["rest"]):
        return False
    whole = said["rest"].strip(" .!") or said[0].strip().lower().startswith(
        ("agree", "hold", "approv", "clear", "check")
    )
    return bool(whole) and not _NO_STATE.search(said["rest"])
