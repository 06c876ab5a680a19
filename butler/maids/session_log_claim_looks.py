"""Statements that looking around bears out or not: that a name is used nowhere, that nothing was skipped or warned of, that a tag was pushed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import clauses, not_own, not_stated
from butler.maids.session_log_claim_prints import NO_SKIPS, NO_WARNINGS
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deed_records import Search
from butler.maids.session_log_deeds import Deeds

_NOWHERE = late(
    r"\bno\s+(?:(?:more|other|remaining|further|leftover|stale|dead|old|existing|additional)\s+)*(?:[\w`.-]+\s+)?(?:references?|usages?|uses|occurrences?|mentions?|callers?|call\s+sites?|imports?|instances?|leftovers?|traces?|hits|matches)\b|\b(?:is|are)(?:n['’]t|\s+(?:no\s+longer|not|never))\s+(?:\w+\s+)?(?:used|referenced|imported|called|mentioned)\b|\b(?:is|are)\s+(?:now\s+)?unused\b"
    r"|\bnothing\s+(?:else\s+)?(?:references|uses|imports|calls|mentions)\b|\b(?:all|every)\s+(?:the\s+|of\s+the\s+|remaining\s+|old\s+)*(?:references?|usages?|uses|occurrences?|mentions?|callers?|call\s+sites?|imports?|instances?)\b[^.;]{0,60}\b(?:updated|renamed|replaced|removed|gone|migrated|converted|changed|switched)\b|\b(?:renamed|replaced|removed|migrated)\b[^.;]{0,60}\beverywhere\b"
    r"|(?:参照|使用箇所|利用箇所|呼び出し(?:元|箇所)?|使用|出現箇所|残存|インポート|import|残り|該当箇所)(?:は|も|が)?\s*(?:どこにも|もう|一切|1\s*件も)?\s*(?:残って(?:い)?(?:ません|ない)|ありません|なし|ゼロ|ない)|(?:使われて|使用されて|参照されて|利用されて|呼ばれて|インポートされて)(?:は)?(?:い)?(?:ません|ない)|(?:すべて|全て|全箇所)[^。、]{0,24}(?:置き換え|置換|リネーム|書き換え|改名|差し替え)(?:まし|し|済|て)",
    re.I | re.A,
)
_TAG_SENT = late(
    r"\btags?\b(?:[^.;]|\.(?=\d)){0,60}\b(?:on\s+(?:the\s+)?(?:remote|origin|github|gitlab|server)|pushed)\b|\bpushed\b(?:[^.;]|\.(?=\d)){0,40}\btags?\b|タグ[^。]{0,30}(?:プッシュ|push|リモート)",
    re.I | re.A,
)
_NAME = late(r"[A-Za-z_][\w.:-]*\w")
_NAMED = "\u2302"
_ABSENT = late(
    rf"\b(?:no|zero|without|nothing|free\s+of)\b[^.;,]{{0,24}}{_NAMED}|{_NAMED}\S*\s[^.;]{{0,30}}\b(?:gone|removed|eliminated|nowhere|no\s+longer\s+(?:there|present|exists?|appears?|used|referenced|in)|cleaned\s+up|deleted)\b"
    rf"|\b(?:all|every)\b[^.;,]{{0,20}}{_NAMED}\S*\s[^.;]{{0,20}}\b(?:resolved|done|addressed|fixed|handled|replaced|migrated|cleared)\b"
    rf"|{_NAMED}[^。]{{0,16}}?(?:残って(?:い)?(?:ません|ない)|ありません|なくなり|ゼロ|消え|消し|なし|[0０]\s*件|(?:すべて|全て|全部)\w{{0,4}}(?:削除|解消|除去|対応))",
    re.I,
)
"""A name that is said to be there no more."""
_IDENTIFIER = late(r"[a-z][A-Z]|[_\d.:]|^[A-Z]{4,}$")
"""A name that is no word of a sentence."""
_BUT = late(
    r"\b(?:one|single|only)\b.*\bno\s+other\b|\bother\b[^.;]*\bthan\b|\b(?:except|besides|apart\s+from|aside\s+from|outside)\b|以外|(?<!削)除(?!去)",
    re.I,
)
"""Used nowhere but here."""
_TAG = late(r"\bv?\d+\.\d+(?:\.\d+)*[\w.-]*\b")
_SENDS_TAGS = ("--tags", "--follow-tags", "--mirror", "--all", "refs/tags")
_CUES = (
    "reference", "usage", "used", "uses", "occurrence", "mention", "caller", "call site", "import", "instance", "leftover", "trace", "hits", "match", "unused", "everywhere", " no ", "gone", "removed", "left", "remain", "free of", "resolved", "addressed", "every ", "all ", "nothing", "any more", "anymore",
    "参照", "使用", "利用", "呼び出し", "呼ばれ", "使われ", "残", "置", "リネーム", "書き換え", "改名", "差し替え", "箇所", "インポート", "なし", "ません", "消",
)  # fmt: skip


def look_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """What ``messages`` say to be nowhere, not skipped or sent, and the log shows otherwise."""
    hits = frozenset(word for one in deeds.searches if one.found for word in one.words)
    sought = frozenset(word.lower() for word in hits)
    tags = [event for event in deeds.events if event.what == "tag" and event.rest and event.ok is not False]
    if not (hits or deeds.runs or tags):
        return
    for line, text in messages:
        for _, sentence in sentences_of(text):
            low = sentence.lower()
            if (
                any(map(low.__contains__, sought))
                and any(map(low.__contains__, _CUES))
                and (_NOWHERE.search(sentence) or _absent(sentence, hits))
            ):
                yield from _found(line, sentence, deeds)
            if deeds.runs and ("skip" in low or "warning" in low or "スキップ" in low or "警告" in low):
                yield from _printed(line, sentence, deeds)
            if tags and ("tag" in low or "タグ" in low) and _TAG_SENT.search(sentence):
                yield from _unsent(line, sentence, deeds)


def _absent(sentence: str, hits: frozenset[str]) -> bool:
    """Whether one of the names that a search found is said to be there no more."""
    low = sentence.lower()
    mine = (
        name
        for name in hits
        if name.lower() in low and (_IDENTIFIER.search(name) or f"`{name}`" in sentence or f"`{name}(" in sentence)
    )
    return any(_ABSENT.search(_unnamed(sentence, name)) for name in mine)


def _stated(sentence: str) -> bool:
    """Whether a sentence is one's own and no plan."""
    return not not_own(sentence) and not any(not_stated(one, one.plain) for one in clauses(sentence)[:1])


def _found(line: int, sentence: str, deeds: Deeds) -> Iterator[Claim]:
    """A name that is said to be used nowhere, though the last search for it, or the next, found it and nothing was changed between."""
    said = frozenset(word.lower().rstrip("s") for word in _NAME.findall(sentence))
    mine = [one for one in deeds.searches if _is_for(one, said)]
    if not mine or not _stated(_without(sentence, mine)) or _BUT.search(sentence):
        return
    before = [one for one in mine if one.line < line][-1:]
    after = [one for one in mine if one.line > line][:1]
    changes = [change.line for change in deeds.changes]
    if before and before[0].found and not any(before[0].line < at < line for at in changes):
        yield _claim(line, sentence, before[0], "contradicted")
    elif after and after[0].found and not any(line < at < after[0].line for at in changes):
        yield _claim(line, sentence, after[0], "refuted")


def _without(sentence: str, searches: Sequence[Search]) -> str:
    """A sentence without the names that were sought: "TODO" is no plan there."""
    for name in {word for one in searches for word in one.words}:
        sentence = _unnamed(sentence, name)
    return sentence


def _unnamed(sentence: str, name: str) -> str:
    """A sentence with a mark instead of a name that was sought, in whatever case it is written."""
    return re.sub(re.escape(name), _NAMED, sentence, flags=re.I)


def _is_for(one: Search, said: frozenset[str]) -> bool:
    """Whether a search was for a name that is ``said``, and what it found is that one of its names."""
    mine = {word.lower().rstrip("s") for word in one.words} & said
    found = one.found.lower()
    return bool(mine) and (len(one.words) == 1 or not found or any(word in found for word in mine))


def _printed(line: int, sentence: str, deeds: Deeds) -> Iterator[Claim]:
    """Skipped tests or warnings are denied in a sentence of their own, though the last run before it printed some."""
    skips, warns = NO_SKIPS.search(sentence), NO_WARNINGS.search(sentence)
    turn = max((at for at in deeds.turns if at < line), default=0)
    runs = [run for run in deeds.runs if turn < run.line < line and (warns or run.kind == "test")]
    subject = lexicon.SUBJECT.search(lexicon.NEGATED.sub(" ", sentence))
    if not (skips or warns) or not runs or not _stated(sentence):
        return
    last = runs[-1]
    if subject is not None and subject.lastgroup not in (last.kind, f"{last.kind}_program", "program"):
        return
    if (skips and last.tally.skipped) or (warns and last.tally.warnings and not skips):
        yield Claim(
            line, sentence[:170], "contradicted", last.kind, last.text, last.line,
            told=" ".join(last.counted.split())[:200] or " ".join(last.told.split())[:200],
        )  # fmt: skip


def _unsent(line: int, sentence: str, deeds: Deeds) -> Iterator[Claim]:
    """A tag that was made here and is said to be on the remote, though no push named it."""
    names = _TAG.findall(sentence)
    made = [event for event in deeds.events if event.what == "tag" and event.line < line]
    mine = [event for event in made if any(name in event.rest.split() for name in names)]
    pushes = [event for event in deeds.events if event.what in ("push", "release") and event.line < line]
    if not mine or deeds.helped or not _stated(sentence) or any(event.what == "release" for event in pushes):
        return
    later = [event for event in pushes if event.line >= mine[0].line]
    if any(_sends(event.rest, names) for event in later if event.ok is not False):
        return
    last = (later or mine)[-1]
    yield Claim(line, sentence[:170], "unproven", "tag", last.text, last.line, exit_code=last.exit_code or None)


def _sends(rest: str, names: Sequence[str]) -> bool:
    """Whether ``git push`` with these arguments sends one of the tags."""
    return (
        any(mark in rest for mark in _SENDS_TAGS)
        or any(name in rest for name in names)
        or "tag " in rest
        or "$" in rest
    )


def _claim(line: int, sentence: str, search: Search, verdict: str) -> Claim:
    return Claim(
        line, sentence[:170], "refuted" if verdict == "refuted" else "contradicted", "search", search.text, search.line, told=search.found
    )  # fmt: skip
