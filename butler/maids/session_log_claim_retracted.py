"""What the agent takes back: a later message tells that an earlier statement was wrong.

No name of a check or deed is needed: the words of the two are set beside each other. What was mended since is not told.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids import session_log_claim_retracted_words as cues
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, has_japanese, is_ill, not_own, not_stated, orders
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import Deeds


def retracted_claims(
    messages: Sequence[tuple[int, str]], asked: Sequence[tuple[int, str]], deeds: Deeds
) -> Iterator[Claim]:
    """The sentences of ``messages`` that a later one takes back, perhaps when the person doubts them (``asked``: line and text)."""
    failed, turns = _failures(deeds), [line for line, _ in asked]
    looks = sorted(one.line for kept in (deeds.prints, deeds.works, deeds.searches) for one in kept)
    for at in range(max(1, len(messages) - cues.LOOKED), len(messages)):
        line, text = messages[at]
        before = messages[max(0, at - cues.BACK) : at]
        spoke = _between(turns, before[-1][0], line)
        found = _by_words(before, asked, failed, (line, text), spoke=spoke)
        if found is None and spoke:
            found = _by_trouble(before[-1], (line, text), asked, failed, looks) or _flipped(text, before)
            found = None if found and any(found[0] < change.line < line for change in deeds.changes) else found
        if found is not None and not _made_good(deeds, found[0], line, messages):
            yield Claim(found[0], found[1][:170], "refuted", "retracted", told=found[2][:200], evidence_line=line)


_Found = tuple[int, str, str]
"""Line and sentence of what is taken back, and the sentence that does it."""


def _by_words(
    before: Sequence[tuple[int, str]],
    asked: Sequence[tuple[int, str]],
    failed: Sequence[int],
    back: tuple[int, str],
    *,
    spoke: bool,
) -> _Found | None:
    """What a message (``back``) takes back in words that say so, or that it is not so after all."""
    line, text = back
    low = text.lower()
    strong = any(map(low.__contains__, cues.CUES))
    weak = any(map(low.__contains__, cues.WEAK_CUES)) and (spoke or _between(failed, before[0][0], line))
    words = _words_that_take_back(text, strong=strong, weak=weak) if strong or weak else None
    if words is None and spoke:
        words = _says_no(text, before[-1][0], line, asked)
    if words is None:
        return None
    found = _taken_back(before, asked, failed, (line, text, words[0]), strong=words[1])
    return (*found, words[0]) if found else None


def _words_that_take_back(text: str, *, strong: bool, weak: bool) -> tuple[str, bool] | None:
    """The sentence of a message that takes something back, and whether it says that an own statement was wrong."""
    found = ""
    for _, sentence in sentences_of(text):
        if sentence.endswith(("?", "？")) or cues.SUPPOSED.match(sentence):
            continue
        if strong and cues.TAKEN_BACK.search(sentence):
            return sentence, True
        if (
            weak
            and not found
            and cues.NOT_SO.search(sentence)
            and not (not_own(sentence) or cues.MAYBE.search(sentence))
        ):
            found = sentence
    return (found, False) if found else None


def _by_trouble(
    said: tuple[int, str],
    back: tuple[int, str],
    asked: Sequence[tuple[int, str]],
    failed: Sequence[int],
    looks: Sequence[int],
) -> _Found | None:
    """What was said last, where the person asked to look whether it is, and the look failed or showed trouble of the same, which is told."""
    looked = next(
        (
            at
            for at, words in asked
            if said[0] < at < back[0] and len(words) < cues.FAR and cues.LOOKED_AGAIN.search(words)
        ),
        None,
    )
    if looked is None:
        return None
    ills = [one for _, one in sentences_of(back[1]) if any(is_ill(clause) for clause in clauses(one))]
    well = [one for _, one in sentences_of(said[1]) if asserts(one, anyhow=True)]
    mended = [one for one in well if cues.MENDED.search(one) and asserts(one)]
    if ills and mended and _between(failed, looked, back[0]):
        return said[0], mended[-1], ills[0]
    for ill in ills if _between(looks, looked, back[0]) else ():
        same = [one for one in well if stems_of_text(one) & stems_of_text(ill)]
        if same and not _CALMS.search(ill):
            return said[0], same[-1], ill
    return None


def _taken_back(
    before: Sequence[tuple[int, str]],
    asked: Sequence[tuple[int, str]],
    failures: Sequence[int],
    back: tuple[int, str, str],
    *,
    strong: bool,
) -> tuple[int, str] | None:
    """Line and sentence of what a message (``back``: its line, its text, the sentence that takes back) speaks against."""
    line, text, told = back
    person = " ".join(words for at, words in asked if before[-1][0] < at < line)
    ill = bool(person) and lexicon.ILL.search(person[:300]) is not None
    mine, sharp, his = stems_of_text(text), stems_of_text(told), stems_of_text(person[:600])
    best: tuple[float, int, str] | None = None
    for at, (said, words) in enumerate(reversed(before)):
        failed = _between(failures, said, line) or ill
        for _, sentence in sentences_of(words):
            stems = stems_of_text(sentence)
            shared = len(stems & mine) + 0.5 * len(stems & sharp) + 0.5 * len((stems & his) - mine)
            mended = cues.MENDED.search(sentence) is not None
            score = shared + mended + 0.5 * failed - 0.75 * at
            if strong:
                enough = shared >= 1 or mended
            else:
                near = mended and failed and at == 0 and (not person or cues.LOOKED_AGAIN.search(person) is not None)
                turned = (
                    bool(person)
                    and not stems.isdisjoint(sharp)
                    and (cues.AFTER_ALL.search(told) is not None or _flips(sentence, told))
                )
                enough = (
                    near
                    or turned
                    or (
                        failed
                        and (len(stems & sharp) >= cues.WANTS or (mended and at == 0 and not stems.isdisjoint(sharp)))
                    )
                )
            better = enough and (best is None or score > best[0])
            if better and asserts(sentence, anyhow=strong and len(stems & mine) > 1):
                best = (score, said, sentence)
    if best is None and strong and person:
        only = [one for _, one in sentences_of(before[-1][1]) if asserts(one, anyhow=True)]
        return (before[-1][0], only[0]) if len(only) == 1 else None
    return (best[1], best[2]) if best else None


def _flips(sentence: str, told: str) -> bool:
    """Whether what a sentence says to be so is denied in the same words, of the same thing."""
    if any(f"{verb}{no}" in told for verb in _HAPPENS.findall(sentence) for no in ("いません", "ません", "いなかった")):
        return True
    if any(
        re.search(f"{noun}(?:し|され|でき)?て(?:い)?(?:ません|ない|なかった)", told)
        for noun in _DID_JA.findall(sentence)
    ):
        return True
    if _none_is(sentence, told):
        return True
    denied = {_short(word.lower()) for word in _DENIES.findall(told)}
    theirs = stems_of_text(told)
    for clause in clauses(sentence) if denied else ():
        mine = stems_of_text(clause.text)
        if mine & denied and len(mine & theirs) >= cues.WANTS and not _NEGATION.search(clause.text) and _stated(clause):
            return True
    return False


def _none_is(sentence: str, told: str) -> bool:
    """Whether what a sentence says of none is told of one, in the same words."""
    if not _NONE.search(sentence) or _NONE.search(told) or _NEGATION.search(told) or not _AFFIRMS.search(told):
        return False
    return len(stems_of_text(sentence) & stems_of_text(told)) >= cues.WANTS


def _flipped(text: str, before: Sequence[tuple[int, str]]) -> _Found | None:
    """Line and sentence of an earlier message that a sentence of a later one denies in the same words, and that one."""
    denying = [
        one
        for _, one in sentences_of(text)
        if (_NEGATION.search(one) or _AFFIRMS.search(one))
        and not not_own(one)
        and not _FORBIDS.search(one)
        and not cues.SUPPOSED.match(one)
    ]
    denying = [one for one in denying if _DENIES.search(one) or _AFFIRMS.search(one) or has_japanese(one)]
    for said, words in reversed(before) if denying else ():
        for _, sentence in sentences_of(words):
            mine = stems_of_text(sentence)
            for told in denying:
                same = len(mine & stems_of_text(told)) >= cues.WANTS and _flips(sentence, told)
                if same and asserts(sentence, anyhow=True) and not _LOOKS.search(sentence):
                    return said, sentence, told
    return None


def _says_no(text: str, said: int, line: int, asked: Sequence[tuple[int, str]]) -> tuple[str, bool] | None:
    """The first sentence of a message that says no to the question whether it is surely so."""
    doubted = any(said < at < line and len(words) < cues.FAR and _SURE.search(words) for at, words in asked)
    first = next((one for _, one in sentences_of(text)), "")
    return (first, True) if doubted and _NO.match(text) else None


_NONE = late(r"^\W*(?:no|nothing|none|nobody)\b|\bno\s+(?:other|more|further)\b", re.I)
_AFFIRMS = late(r"\b(?:still|does|do|did|actually|after\s+all)\s+(?!not\b)\w+", re.I)
_CALMS = late(
    r"\b(?:no|without|not\s+a|zero)\s+\w+|\bnot\s+(?:only|affect|chang|need)|なく(?:なり|て)|問題(?:は|も)?(?:あり|な)",
    re.I,
)
"""Denials that may be good news."""
_DID_JA = late(r"([ァ-ヴー一-龥]{2,})(?:し|され|でき)(?:まし|てい?ま)")
_HAPPENS = late(r"(\w{1,3}[てで])(?:い)?ます")
_FORBIDS = late(
    r"^\W*(?:do\s+not|don['’]t|never)\b|\b(?:expected|by\s+design|on\s+purpose)\b|想定(?:通り|どおり)", re.I
)
_LOOKS = late(r"\b(?:i|we)(?:['’](?:m|re)|\s+(?:am|are))\s+\w+ing\b|\b(?:which|whether|when)\b", re.I)
_NEGATION = late(r"\b(?:not|never)\b|n['’]t\b|ません|なかった", re.I)
_DENIES = late(r"(?:\b(?:not|never)|n['’]t)\s+(?:yet\s+|really\s+|actually\s+|been\s+)*([a-z]{3,})", re.I)
_SURE = late(r"\b(?:sure|really|certain|correct|right|true)\b[^.]*\?|本当|確か(?:です|か)|間違いない", re.I)
_NO = late(
    r"^\W*(?:いえ[、,]|no\b(?!\s+(?:error|change|need|problem|issue|other|more|one))|いいえ|いや|すみません|申し訳)",
    re.I,
)


def asserts(sentence: str, *, anyhow: bool = False) -> bool:
    """Whether a sentence tells that something is so and well; ``anyhow``: that it is so."""
    if len(sentence) < 6 or not_own(sentence) or cues.TAKEN_BACK.search(sentence):
        return False
    told = clauses(sentence)
    well = anyhow or all(_is_well(one) for one in told)
    return well and any((anyhow or cues.SUCCESS.search(one.plain)) and _stated(one) for one in told)


def _stated(clause: Clause) -> bool:
    """Whether a clause is no plan, order or tale of the past."""
    return not (orders(clause.plain.strip(" -*`")) or not_stated(clause, clause.plain))


def _is_well(clause: Clause) -> bool:
    """Whether a clause tells of no trouble; that nothing is affected or that something fails no more is none."""
    return not is_ill(clause) or lexicon.ILL.search(lexicon.NEGATED.sub(" ", cues.CALM.sub(clause.plain))) is None


def stems_of_text(text: str) -> frozenset[str]:
    """The telling words of a text without their endings."""
    words = (word.lower().strip(".-") for word in cues.STEM.findall(text[:4000]))
    return frozenset(_short(word) for word in words if word not in cues.SMALL)


def _short(word: str) -> str:
    short = cues.SUFFIX.sub("", word) if word.isascii() and word.isalpha() else word
    return short if len(short) > 2 else word


def _failures(deeds: Deeds) -> list[int]:
    """The lines at which something failed, in order."""
    lines = [run.line for run in deeds.runs if run.bad]
    lines += [work.line for work in deeds.works if work.ok is False]
    lines += [event.line for event in deeds.events if event.ok is False]
    return sorted([*lines, *(ended.line for ended in deeds.commands)])


def _between(lines: Sequence[int], begin: int, end: int) -> bool:
    """Whether one of ``lines`` (in order) lies between two others."""
    at = bisect_right(lines, begin)
    return at < len(lines) and lines[at] < end


def _made_good(deeds: Deeds, begin: int, back: int, messages: Sequence[tuple[int, str]]) -> bool:
    """Whether what was taken back was mended: changed since it was said, with something that worked behind it and words after."""
    last = messages[-1][0]
    changes = [change.line for change in deeds.changes if begin < change.line < last]
    if not changes:
        return False
    well = [run.line for run in deeds.runs if run.outcome == "passed" and begin < run.line < last]
    well += [work.line for work in deeds.works if work.ok and begin < work.line < last]
    ill = [run.line for run in deeds.runs if run.bad and begin < run.line < last]
    ill += [work.line for work in deeds.works if work.ok is False and begin < work.line < last]
    worked = max(well, default=0)
    return worked > changes[0] and worked > max(ill, default=0) and (last > back or worked > changes[-1])
