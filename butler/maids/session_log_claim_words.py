"""From an agent's message to the statements about results in it: what is said of which check or deed, by a small grammar.

A statement is a subject (a kind of check, a program) beside a word of success in one clause, table row or list item, or the words of a
deed. Plans, conditions, guesses, questions, quotations, other people's words and what is told to have failed are no statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_acts import ACT_CUES, ACTS, CURED, FIXED, PADDING
from butler.maids.session_log_claim_clauses import (
    ALSO_WORDS,
    CODE,
    FILL,
    IF_JA,
    SMALL,
    Clause,
    clauses,
    has_japanese,
    not_own,
    not_stated,
    only_names,
    tells_failure,
)
from butler.maids.session_log_claim_left import left_in
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_claim_statement import Statement, words_of
from butler.maids.session_log_claim_topics import done_in, told_ill
from butler.maids.session_log_topics import topics_in

_JOIN = late(
    r"\s*(?:[,/&+・、|]|\band\b|\bas\s+well\s+as\b|\bplus\b|と|も|や|及び|および)?\s*(?:(?:the|all|every|full|unit|integration|both)\s+)*(?:は|も|が)?\s*[`|/・,]?\s*",
    re.I,
)
_MADE = late(
    r"\b(?:added|adds?|created|updated|wrote|written|writes|covers?|cover(?:ed|ing)|fixed|refactored|changed|extended|adjusted|moved|removed|renamed|rewritten|use[sd]?|using|called|which|that|who|for\s+the|needs?|needed|requires?|wants?)\b|追加|作成|実装|修正|変更|削除|更新|記述|設計|書[いき]|改名|移行|分割|用"
)
_AHEAD = late(
    r"\s*(?:(?:all|every|its|their|own|the|of|for|in|on|across|from|both|full|whole|entire|unit|integration|existing|ran|run|built|rebuilt|compiled|executed|completed|finished|my|our|[:：→=-])\s*){0,4}\d*\s*",
    re.I,
)
_WHOLE = late(r"\b(?:all|every|everything|whole|entire|full)\b|全(?!体図)|すべて|ともに", re.I)
_NUMBER = late(
    r"(?<![\w.#/-])(\d[\d,]*)\s*(?:[\w-]+\s+)?(?:tests?|specs?|examples?|cases?|passed|passing|件|ケース)", re.I
)
_LANGUAGE = late(r"typescript|docker", re.I)
"""Names that stand in lists of what a thing is made of."""
_APART = late(r"なので|ので|ため|から|環境|場合|ステップ|ジョブ|コマンド|設定|フロー|の標準|統合")
"""Between a Japanese subject and a word of success: something else is spoken of."""
_NEAR = late(r"\s*(?:は|も|が|を|に|まで|:|：|\||is|was|has|now)?\s*(?:now|無事に?|すべて|全て|正常に)?\s*")
_PRONOUN = late(r"(?:and\s+)?(?:they|it|all(?:\s+of\s+them)?|both|these|those)\b", re.I)
_OWN_CHECK = late(
    r"\b[a-z]+\s+(?:check|scan|probe|validation|audit)$|(?:構文|文法|疎通|整合性)(?:の)?(?:チェック|確認|検査)(?:は|も|が)?$",
    re.I,
)
"""A clause that names a check of its own kind: not that of the clause before."""
_RAN_JA = late(
    r"(?:実行|実施|回|流|走ら)(?:し|せ)(?:て|まし|、|$)|(?:実行|実施|確認|検証)済|(?:通|試)し(?:て|、|$)|\b(?:ran|re-?ran|executed)\b",
    re.I,
)
"""The clause before says that the check was run."""
_ALL_JA = late(r"すべて|全て|全部")
_ARTICLE = late(r"\b(?:an?|some|any|each|another|for\s+the)\s*$", re.I)
_PERCENT = late(r"(\d{1,3}(?:\.\d+)?)\s*(?:[%％]|percent\b|パーセント)", re.I)
_WEAK = late(r"完了|済み|でき|しました|complete|finish|done", re.I)
"""Words that say of a build alone that it went well: tests may be completed and fail."""
_VAGUE = late(r"everything\b", re.I)
_FIRM = late(r"green|pass|clean|succe|緑|グリーン|成功|パス|通|OK", re.I)
_ALSO_TELL = (
    "pass", "green", "no ", "zero", "none", "nothing", "without", "fix", "resolv", "clear", "stable", "flak", "cured", "compil", "build", "built", "lint",
    "format", "check", "fail", "only", "just", "0 ", "clean", "succe", "✅", "/", "not ",
)  # fmt: skip
"""Words that tell of a check that is not named, or of one named above."""
_STILL = late(r"\bstill\s+(?:fail|red|broken|error)|まだ(?:失敗|落ち)|依然", re.I)
"""Of a state of the past that lasts."""
_BARE = late(r"committed|pushed|merged|tagged|or\b.*", re.I)
"""A verb alone in an enumeration says nothing of a deed of one's own."""
_DENIED = late(r"\s*[:：|]\s*(?:no\b|none|nothing|n/a|[—–-]|未|いいえ|まだ|なし)", re.I)
_NONE = late(r"\b(?:no|without(?:\s+an?)?|any|an\s+un)\s*$", re.I)
_PUSHED = late(r"push|プッシュ", re.I)
_REF = late(r"git\s.*|[\w-]+(?:/[\w.-]+)*|#?\d+|v?\d+(?:\.\d+)+[\w.-]*")
"""Code that names a branch, a tag, an issue or a git command."""
_MARKS = frozenset("✅✓✔☑🟢💚")


@lru_cache(maxsize=256)
def statements(
    line: int,
    text: str,
    *,
    files: bool = True,
    topics: frozenset[str] = frozenset(),
    stems: frozenset[str] = frozenset(),
    made: bool = False,
    leads: frozenset[str] = frozenset(),
) -> tuple[Statement, ...]:
    """The statements about results in one message, in order, each thing said of one subject once; of ``files``, of ``topics`` and of other
    deeds (``made``: writing too) whose sentences hold one of ``stems`` only if asked; ``leads``: what may be named of commands."""
    found: list[Statement] = []
    ill: set[str] = set()
    sentences = sentences_of(text)
    for label, sentence in sentences:
        low = sentence.lower()
        mine = topics_in(low, topics)
        if lexicon.may_state(low, files=files) and (files or _may_tell(label, sentence, low, leads)):
            found += _of_sentence(line, label, sentence, ill, files=files)
        deeds = any(map(low.__contains__, stems))
        if mine or deeds:
            found += done_in(line, sentence, mine, deeds=deeds, made=made)
    if told := frozenset(one.name for one in found if one.kind == "topic"):
        for _, sentence in sentences:
            ill.update(f"topic {name}" for name in told_ill(sentence, topics_in(sentence.lower(), told)))
    if any(one.kind == "deed" for one in found) and any(tells_failure(sentence) for _, sentence in sentences):
        found = [one for one in found if one.kind != "deed"]
    seen: dict[tuple[object, ...], Statement] = {}
    for one in found:
        seen.setdefault((one.text, one.kind, one.name, one.words if one.kind == "topic" else None), one)
    return tuple(replace(one, admits=True) if _admitted(one, ill) else one for one in seen.values())


def _may_tell(label: str, sentence: str, low: str, leads: frozenset[str]) -> bool:
    """Whether a sentence may be about a check, a deed or a command by its first words; of Japanese nothing is left out."""
    return bool(
        any(map(low.__contains__, _ALSO_TELL))
        or lexicon.SUBJECT.search(sentence)
        or (label and lexicon.SUBJECT.search(label))
        or any(map(low.__contains__, leads))
        or has_japanese(sentence)
        or any(map(f" {low} ".__contains__, ACT_CUES))
    )


def _admitted(one: Statement, ill: set[str]) -> bool:
    """Whether the same message tells of a failure of what a statement is about."""
    if one.kind == "topic":
        return f"topic {one.name}" in ill
    return one.kind in ill or "all" in ill or (one.kind in ("all", "ci") and bool(ill))


def _of_sentence(line: int, label: str, sentence: str, ill: set[str], *, files: bool) -> Iterator[Statement]:
    """The statements of one sentence; kinds of which it tells a failure go to ``ill``."""
    if not_own(sentence):
        return
    if files:
        yield from _written(line, sentence)
    yield from left_in(line, sentence)
    above = ""
    opened = False
    for at, clause in enumerate(clauses(sentence)):
        if at and ", or " in sentence and _BARE.fullmatch(clause.plain.strip(" .!")):
            continue
        if IF_JA.search(clause.plain):
            return
        if not_stated(clause, clause.plain) or (opened and clause.follows):
            if _STILL.search(clause.plain):
                ill.update(one.kind for one in _checks(line, "", clause, above or label, ill))
            opened = True
            continue
        opened = False
        shown = sentence if len(sentence) <= 170 else clause.text
        yield from _deeds(line, shown, clause)
        yield from _checks(line, shown, clause, above or label, ill)
        if lexicon.SUBJECT.search(clause.plain):
            above = clause.plain


def _written(line: int, sentence: str) -> Iterator[Statement]:
    """A file that a whole sentence says to be there."""
    if lexicon.OPEN.search(sentence) or lexicon.ILL.search(sentence) or not lexicon.MADE.search(sentence):
        return
    for found in lexicon.PATHS.finditer(sentence):
        yield Statement(line, sentence, "file", found["code"] or found["bare"])


def _deeds(line: int, shown: str, clause: Clause) -> Iterator[Statement]:
    """What a clause says was done to the repository."""
    low = f" {clause.code.lower()} "
    asked = [(kind, pattern) for kind, cues, pattern in ACTS if any(map(low.__contains__, cues))]
    if not asked:
        return
    code = PADDING.sub("", clause.code)
    bare = CODE.sub(lambda span: span[0] if _REF.fullmatch(span[1]) else FILL * len(span[0]), code)
    for kind, pattern in asked:
        found = pattern.search(bare)
        if found is None:
            continue
        if _NONE.search(code[: found.start()]):
            continue
        rest = code[: found.start()] + " " + code[found.end() :]
        denied = _DENIED.match(code[found.end() :])
        if denied or lexicon.ILL.search(lexicon.NEGATED.sub(" ", rest)):
            return
        name = next((value for key, value in sorted(found.groupdict().items()) if key.startswith("name") and value), "")
        words = words_of(clause.text)
        yield Statement(line, shown, kind, name, words=words)
        if kind == "tag" and _PUSHED.search(found[0]):
            yield Statement(line, shown, "push", words=words)


def _checks(line: int, shown: str, clause: Clause, above: str, ill: set[str]) -> Iterator[Statement]:
    """What a clause says of checks."""
    text = lexicon.WAS_ILL.sub(lambda found: FILL * len(found[0]), clause.plain)
    spans = [found.span() for found in lexicon.NEGATED.finditer(text)]
    rest = lexicon.NEGATED.sub(lambda found: FILL * len(found[0]), text)
    subjects = list(lexicon.SUBJECT.finditer(text))
    fixed = FIXED.search(clause.plain)
    if fixed is None and lexicon.ILL.search(lexicon.ALL_WELL.sub(" ", rest)):
        if _PUSHED.search(rest):
            ill.add("push")
        ill.update(map(_kind, subjects) if subjects else ("test",) if _NUMBER.search(text) else ())
        if not subjects and re.search(r"\bfail|失敗|落ち", rest):
            ill.add("test")
        return
    words, whole = words_of(clause.text), bool(_WHOLE.search(text))
    covered = next((one for one in subjects if one.lastgroup == "coverage"), None)
    figures = _PERCENT.findall(text)
    if covered is not None and figures:
        yield Statement(line, shown, "coverage", figure=float(figures[-1]), whole=whole, words=words)
        return
    counted = lexicon.IMPLIES_TEST.search(rest)
    count = _count(counted, text)
    told: dict[tuple[str, str], bool] = {}
    for start, end in [*spans, *_wells(rest, subjects)]:
        for subject in _about(text, subjects, start, end, above):
            told.setdefault(subject, counted is not None and counted.start() <= start < counted.end())
    if not told and not subjects and (spans or lexicon.WELL.search(rest)):
        yield Statement(line, shown, "command", clause.text.lower(), words=words)
    if counted is not None and not told:
        told[_above(above, "test")] = True
    if not told and lexicon.ALL_WELL.search(rest):
        told["all", ""] = False
    if fixed is not None and not told:
        told[_mended(text, subjects)] = False
    cured = not told and CURED.search(clause.code) is not None
    if cured:
        told["test", ""] = False
    bare = cured or (
        bool(spans)
        and not subjects
        and counted is None
        and not (above and (_RAN_JA.search(above) or (only_names(above) and not _APART.search(above))))
    )
    for (kind, name), only in told.items():
        yield Statement(
            line, shown, kind, name, count if kind in ("test", "script", "all") else None,
            counted=only and not whole, whole=whole, words=words, bare=bare,
        )  # fmt: skip


def _wells(text: str, subjects: list[re.Match[str]]) -> list[tuple[int, int]]:
    """Where words of success stand; a bare mark counts where the clause says nothing else."""
    found = [one.span() for one in lexicon.WELL.finditer(text)]
    words = [span for span in found if text[span[0]] not in _MARKS]
    if words or not found:
        return words
    left = "".join(one for one in text if one not in _MARKS)
    return (
        found
        if subjects
        and not _LANGUAGE.fullmatch(subjects[0][0])
        and len(SMALL.sub("", lexicon.SUBJECT.sub("", left))) <= 2
        else []
    )


def _about(text: str, subjects: list[re.Match[str]], start: int, end: int, above: str) -> list[tuple[str, str]]:
    """Which checks a word of success at ``start`` to ``end`` is about."""
    word = text[start:end]
    inside = [one for one in subjects if start <= one.start() < end]
    if inside:
        return _named([*_chain(text, [one for one in subjects if one.end() <= start]), *inside], word)
    before = [one for one in subjects if one.end() <= start]
    if before and _kind(before[-1]) == "all":
        if implied := _implied(word):
            return [(implied, "")]
        if len(before) == 1 and _ALL_JA.match(before[0][0]) and (known := _above(above, ""))[0]:
            return [known]
        before = before[:-1] or before
    if before:
        gap = text[before[-1].end() : start]
        return _named(_chain(text, before), word) if _fits(before[-1], gap, word) else []
    after = next((one for one in subjects if one.start() >= end), None)
    if after is not None and not _ARTICLE.search(text[:start]):
        return _named([after], word) if _AHEAD.fullmatch(text[end : after.start()]) and not _WEAK.match(word) else []
    if implied := _implied(word):
        return [(implied, "")]
    lead = text[:start].strip()
    if (
        len(lead) > 24
        or _ARTICLE.search(text[:start])
        or (_MADE.search(above) and not _PRONOUN.match(lead))
        or _WEAK.match(word)
        or word[:1] in _MARKS
        or _OWN_CHECK.search(lead)
    ):
        return []
    known = _above(above, "test" if re.search(r"fail|regress|失敗|落ち|回帰|退行|デグレ", word, re.I) else "")
    return [known] if known[0] else []


def _fits(subject: re.Match[str], gap: str, word: str) -> bool:
    """Whether a word of success behind a subject is said of it."""
    if _ARTICLE.search(gap) and not re.match(r"success|pass", word, re.I):
        return False
    if len(gap) > 48 or _MADE.search(gap) or _APART.search(gap):
        return False
    if not _WEAK.match(word):
        return True
    kind = _kind(subject)
    return bool(_NEAR.fullmatch(gap)) and (kind == "build" or (kind == "format" and word.startswith("済")))


def _implied(word: str) -> str:
    """The kind of check that a verb names itself."""
    verb = word.rsplit(None, 1)[-1]
    if re.match(r"compil|builds?$|(?:re)?built", verb, re.I):
        return "build"
    if re.match(r"type-?checks?$", verb, re.I):
        return "types"
    if re.match(r"lints?$", verb, re.I):
        return "lint"
    if re.match(r"pass", word, re.I) and re.match(r"tests?|suites?|specs?", verb, re.I):
        return "test"
    return "format" if re.search(r"formatted", word, re.I) else ""


def _chain(text: str, before: list[re.Match[str]]) -> list[re.Match[str]]:
    """The last subject and those that are joined with it."""
    chain = before[-1:]
    for one in reversed(before[:-1]):
        if not _JOIN.fullmatch(text[one.end() : chain[0].start()]):
            break
        chain.insert(0, one)
    return chain


def _named(subjects: list[re.Match[str]], word: str) -> list[tuple[str, str]]:
    return [
        (_kind(one), _name(one))
        for one in subjects
        if one.lastgroup != "coverage" and not (_VAGUE.match(one[0]) and not _FIRM.search(word))
    ]


def _kind(subject: re.Match[str]) -> str:
    """The kind of check that a subject names."""
    if subject.lastgroup != "program":
        return subject.lastgroup or ""
    known = next((kind for kind, group in lexicon.PROGRAM_KINDS if subject[group]), "script")
    return ALSO_WORDS.get(subject[0].lower(), known) if known == "script" else known


def _name(subject: re.Match[str]) -> str:
    if subject.lastgroup == "program":
        return " ".join(subject[0].lower().split())
    return "docker" if re.search(r"image|イメージ", subject[0], re.I) else ""


def _above(text: str, otherwise: str) -> tuple[str, str]:
    """The subject that a label or the clause before names."""
    found = [one for one in lexicon.SUBJECT.finditer(text) if one.lastgroup not in ("coverage", "all")]
    return (_kind(found[-1]), _name(found[-1])) if found else (otherwise, "")


def _mended(text: str, subjects: list[re.Match[str]]) -> tuple[str, str]:
    """What trouble was mended: of the named check, else of any."""
    if subjects:
        return _kind(subjects[-1]), _name(subjects[-1])
    return "trouble", ""


def _count(found: re.Match[str] | None, text: str) -> int | None:
    """How many tests a clause says passed."""
    if found is not None:
        for key in ("k", "n", "c", "j", "e"):
            if found[key]:
                return int(found[key].replace(",", ""))
    number = _NUMBER.search(text) or lexicon.OF_ALL.search(text)
    return int(number[1].replace(",", "")) if number else None
