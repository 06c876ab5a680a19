"""Statements that something was done (``session_log_topics``): found by its words beside a word of completion, judged by the last command
that is about the same, whatever the ecosystem; and what any other completed deed shares with a command that failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from butler.capabilities.session_log.facts import Claim, Verdict
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_acts import PADDING
from butler.maids.session_log_claim_clauses import (
    IF_JA,
    WHEN,
    Clause,
    clauses,
    has_japanese,
    is_ill,
    not_own,
    not_stated,
)
from butler.maids.session_log_claim_statement import Statement, words_of
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_programs import unwrapped, word_set
from butler.maids.session_log_topics import TOPICS
from butler.maids.session_log_works import Work

_LINK = r"(?:now\s+|all\s+|also\s+|both\s+|been\s+|successfully\s+|fully\s+|back\s+|again\s+|already\s+|then\s+|cleanly\s+|just\s+)*"
_DONE = late(
    rf"\b(?:is|are|was|were|has|have|been|now|got|i|we|['’]ve|also|then|and)\s+{_LINK}(?P<v>[a-z-]+ed|built|rebuilt|run|ran|sent|brought|taken|up|live|ready|available|healthy|reachable|listening|serving|gone|complete|done|clean|green|fine|good|ok|valid|current|in\s+place|in\s+sync|set\s+up|online|back|out|through|there)\b(?!\s+by\b)"
    rf"|^\W*{_LINK}(?P<w>[a-z-]+ed|ran|built|rebuilt|brought|took|sent)\b(?!\s+by\b)"
    r"|\b(?:is|are)\s+(?:now\s+)?[a-z]+ing\b[^.;]{0,40}\b(?:again|normally|correctly|properly|fine)\b|\b\w+\s+cleanly\b|\bnow\b[.!]?$|\bnow\s+[a-z]+s\b|\b(?:went|goes|came|comes)\s+(?:out|through|live|up|back|clean\w*|well|smooth\w*|fine|without)\b|\b(?:succeeded|succeeds|success\w*|finished|finishes|completed|completes|passes|passed|works|worked|responds?|answers|serves|listens|validates|builds|ran|runs\s+(?:fine|cleanly|again|on))\b|\breturn(?:s|ed)?\s+(?:\w+\s+)?(?:20\d|ok|healthy)\b"
    r"|\b(?:no|zero|0)\s+(?:\w+\s+)?(?:errors?|vulnerabilit\w+|issues?|problems?|changes|drift|findings?|downtime)\b|[✅✓✔]",
    re.I | re.A,
)
"""English words of completion; what they say to be made is looked at apart."""
_MAKING = word_set(
    "added wrote written created updated changed edited renamed removed refactored documented described fixed extended adjusted moved implemented"
    " configured prepared planned scheduled covered introduced replaced used named needed based related required supposed expected failed called"
    " defined declared designed typed marked scoped mentioned listed explained noted checked looked reviewed found investigated considered kept"
    " drafted rewrote switched dropped deleted split extracted merged committed pushed simplified cleaned tightened limited pinned wrapped guarded"
    " enabled disabled exposed passed-in moved aborted cancelled skipped stopped rejected blocked stuck red limited timed bed need speed seed feed embed shared"
)
_ALSO_MADE = {
    "install": frozenset(("updated", "added")), "sign": frozenset(("updated", "created")), "container": frozenset(("created", "updated")),
    "infra": frozenset(("created", "updated", "deleted")), "index": frozenset(("created", "updated")), "backup": frozenset(("created",)),
    "restore": frozenset(("created",)), "seed": frozenset(("created", "added")), "server": frozenset(("enabled",)),
    "docs": frozenset(("updated",)), "fetch": frozenset(("updated",)), "generate": frozenset(("updated", "created")),
}  # fmt: skip
_MADE_JA = late(
    r"(?<!再)作成|(?:追加|修正|変更)(?!版|後|分|点|箇所|済み?の)|実装|用意|記述|対応|書[いき]|見直|調整|直し|整理|削除|作り(?!直)|まとめ|移し|分け|置き換え|確認|調べ|統一|拡張|導入|改善|強化|最適化|分離|共通化|リファクタ|変え|設計|検討"
    r"|説明|報告|提案|把握|特定|再現|比較|参照|参考|使用|利用|採用|共有|記録|指定|依頼|調査|準備|コミット|プッシュ|マージ|設定し|ように(?!な[りっ])|未"
)
_DONE_JA = late(
    r"[^、。]{0,24}?(?:(?:無事に?|正常に|すべて|全て|一通り)?(?:しました|した(?=[。\s)]|$)|されました|されています|できました|できています|してあります|ています|てあります|し$|され$)|完了|成功(?!率)|終わ(?:り|っ)|済(?:み(?!の(?!内容|もの|版))|んで)"
    r"|(?:通|当た|上が|戻|直)(?:りました|って(?:い)?ます)|(?:当て|流し|流れ|入れ|入り|上げ|戻し|取り|取れ|起こし|立て|配り|回し)ました|返り?ました|動(?:きます|きました|いています)|なりました|最新(?:です|$)|正常(?:です|$)|(?:は|も)正常|問題(?:なし|なく|ありません)|有効です|健全|緑|グリーン|(?<![A-Za-z])OK(?![A-Za-z])"
    r"|(?:脆弱性|エラー|差分|異常)?(?:は|も)?(?:なし|ありません(?:でした)?|ゼロ|0\s*件)|[✅✓]"
    r"|(?:公開|起動|適用|デプロイ|投入|反映|復元)(?=[。)）]|$))"
)
"""What follows the name of a thing that is said to be done."""
_SEEN = frozenset(("server", "container", "health"))
"""What anybody may look at again with another program."""
_FIRM = late(
    r"\b(?:i|we|['’]ve|has\s+been|have\s+been|is\s+now|are\s+now)\s|\b(?:is|are|was|were)\s+(?:[a-z]+ed\s+and\s+)?[a-z]+ed\b(?!\s+by\b)|^\W*[a-z-]+ed\b|済|しました|されました|完了",
    re.I,
)
_NO_CHANGE = late(
    r"\b(?:no|zero|0)\s+(?:\w+\s+)?(?:changes?|drift|diff\w*)\b|\bis\s+(?:now\s+)?empty\b|\bin\s+sync\b|(?:変更|差分|ドリフト)(?:は|も|が)?\s*(?:なし|ありません|ゼロ|出(?:て(?:い)?)?ません|[0０]\s*件)|空(?:です|になり)",
    re.I | re.A,
)
"""That a plan would change nothing."""
_FIRM_TOPICS = frozenset(name for name, topic in TOPICS.items() if topic.firm)
_AGEING = frozenset(name for name, topic in TOPICS.items() if topic.ages)
_PART = late(r"[A-Za-z]{4,}")
_ENDING = late(r"(?:ations?|ments?|ions?|ings?|ers?|ied|ies|ed|es|s|e)$")
_COMMON = word_set(
    "test tests file files code line lines with from that this then also into have been were will when only same more most other each every after before"
    " run runs done make made added adds change changed changes fixed works work working update updated command commands script scripts project branch main"
    " local localhost http https json true false null none name user users home main check checks build python node bash exec docker shop echo config index"
    " data path root base type types value values default version output input option options error errors message list both still under over there here"
    " what which their they them used uses using please thanks first last next part side page pages left right full short long clean good fine ready"
    " bin lib src pkg app apps com org dev start started call called commit committed push pushed merge release set sets install installed npx npm yarn pnpm curl"
)


def done_in(
    line: int, sentence: str, topics: frozenset[str], *, deeds: bool, made: bool = False
) -> Iterator[Statement]:
    """What a sentence says to be done besides checks and git; ``made``: writing and changing are deeds as well."""
    if sentence.isascii() and not (_DONE.search(sentence) or any(_has_verb(name, sentence) for name in topics)):
        return
    if not_own(sentence):
        return
    for clause in clauses(sentence):
        plain = _read(clause)
        said = tuple(_topics_said(plain, topics))
        deed = deeds and completes(plain, made=made)
        if not (said or deed) or is_ill(clause):
            continue
        if IF_JA.search(clause.plain) or not_stated(clause, WHEN.sub(" ", clause.plain)):
            continue
        shown = sentence if len(sentence) <= 170 else clause.text
        words = words_of(clause.text)
        for name in said:
            yield Statement(line, shown, "topic", name, words=words)
        if deed:
            yield Statement(line, shown, "deed", words=words)


def told_ill(sentence: str, topics: frozenset[str]) -> Iterator[str]:
    """Those of ``topics`` of which a sentence tells a failure."""
    for clause in clauses(sentence) if topics else ():
        if is_ill(clause):
            plain = _read(clause)
            yield from (name for name in topics if TOPICS[name].noun.search(plain) or _has_verb(name, plain))


def _read(clause: Clause) -> str:
    """A clause as its topics are looked for: with its code where it is all English."""
    return PADDING.sub("", clause.code if clause.code.isascii() else clause.plain)


def _has_verb(name: str, plain: str) -> bool:
    verb = TOPICS[name].verb
    return verb is not None and verb.search(plain) is not None


def _topics_said(plain: str, topics: frozenset[str]) -> Iterator[str]:
    """Which of ``topics`` a clause says to be done."""
    done: list[str] | None = None
    for name in sorted(topics):
        topic = TOPICS[name]
        verb = topic.verb.search(plain) if topic.verb is not None else None
        if verb is not None and verb[0].isascii():
            yield name
            continue
        noun = topic.noun.search(plain)
        if noun is None:
            continue
        if any(_in_japanese(found, plain) for found in topic.noun.finditer(plain)):
            yield name
            continue
        if done is None:
            done = [(found["v"] or found["w"] or "").lower() for found in _DONE.finditer(plain)]
        allowed = _ALSO_MADE.get(name, frozenset())
        if any(word not in _MAKING or word in allowed for word in done) and not _made_first(done, allowed):
            yield name


def completes(plain: str, *, made: bool) -> bool:
    """Whether a clause says that something was completed; ``made``: also that something was written or changed."""
    if has_japanese(plain) and _DONE_JA.search(plain):
        return made or _MADE_JA.search(plain) is None
    done = [(found["v"] or found["w"] or "").lower() for found in _DONE.finditer(plain)]
    return bool(done) and (made or not _made_first(done, frozenset()))


def _made_first(done: Sequence[str], allowed: frozenset[str]) -> bool:
    """Whether the first thing that a clause says to be done is that something was written or changed."""
    return done[0] in _MAKING and done[0] not in allowed


def _in_japanese(noun: re.Match[str], plain: str) -> bool:
    """Whether Japanese words of completion follow a noun, none of making between."""
    found = _DONE_JA.match(plain, noun.end()) if has_japanese(plain) else None
    return found is not None and _MADE_JA.search(found[0]) is None


def asked_topics(deeds: Deeds) -> frozenset[str]:
    """The topics of which a statement could be wrong: something about them failed, hid how it ended or may be old, or nothing need have
    been done."""
    doubtful = (work.topics for work in deeds.works if work.ok is not True or work.said)
    ageing = (work.topics & _AGEING for work in deeds.works if work.topics) if deeds.changes else ()
    return _FIRM_TOPICS.union(*doubtful, *ageing)


def topic_claim(one: Statement, deeds: Deeds) -> Claim | None:
    """What the log says against the statement that something was done, or None."""
    if one.admits:
        return None
    pool = _about(one, [work for work in deeds.works if work.line < one.line])
    turn = max((line for line in deeds.turns if line < one.line), default=0)
    recent = [work for work in pool if work.line > turn] or pool[-1:]
    if not recent or all(work.declined for work in recent):
        return _never_done(one, deeds, turn, declined=bool(recent))
    last = next((work for work in reversed(recent) if work.ok is not None), recent[-1])
    if last.ok is None:
        return _claim(one, "unproven", last) if last.line > turn else None
    if last.ok is False:
        return None if _done_otherwise(deeds, last, one) else _claim(one, "contradicted", last)
    if last.said and _NO_CHANGE.search(one.text):
        return _claim(one, "contradicted", last)
    changed = next(
        (change for change in deeds.changes if change.what == "edit" and last.line < change.line < one.line), None
    )
    if TOPICS[one.name].ages and changed is not None and turn < changed.line:
        return replace(_claim(one, "old", last), changed_line=changed.line)
    return None


def topic_later(one: Statement, deeds: Deeds) -> Claim | None:
    """A command about the same that failed after the statement, and never worked since."""
    same = [work for work in deeds.works if one.name in work.topics]
    same = same if one.name in _SEEN else _about(one, same)
    after = [work for work in same if work.line > one.line and work.ok is not None]
    if not after or after[-1].ok:
        return None
    return _claim(one, "refuted", after[-1])


def stem_claim(one: Statement, deeds: Deeds) -> Claim | None:
    """A completed deed that shares its words with a command of the turn that failed, where the message tells of no failure at all."""
    turn = max((line for line in deeds.turns if line < one.line), default=0)
    works = [work for work in deeds.works if turn < work.line < one.line]
    mine = {_stem(word) for word in one.words if len(word) > 3 and word not in _COMMON}
    for work in reversed(works):
        shared = mine & stems_of(work.part)
        if work.ok is False and _binds(work, shared) and not _done_otherwise(deeds, work, one):
            return _claim(one, "contradicted", work)
        if work.ok and shared:
            return None
    return None


def _binds(work: Work, shared: frozenset[str] | set[str]) -> bool:
    """Whether the words that a statement shares with a command say what it does: two of them, or its program or first word."""
    return len(shared) > 1 or bool(shared & stems_of(" ".join(unwrapped(work.part)[:2])))


def _about(one: Statement, works: Sequence[Work]) -> list[Work]:
    """The works of a statement's topic, those that its words name where these tell some of them apart."""
    pool = [work for work in works if one.name in work.topics]
    telling = [word for word in one.words if len(word) > 2 and word not in _COMMON]
    named = [work for work in pool if any(word in work.part.lower() for word in telling)]
    return named if named and len(named) < len(pool) else pool


def _done_otherwise(deeds: Deeds, failed: Work, one: Statement) -> bool:
    """Whether something that shares words with a failed command, or a script that may do anything, worked after it."""
    mine = stems_of(failed.part)
    for work in deeds.works:
        if (
            failed.line < work.line < one.line
            and work.ok
            and (work.opaque or work.topics & failed.topics or mine & stems_of(work.part))
        ):
            return True
    return any(
        failed.line < run.line < one.line and run.outcome == "passed" and mine & stems_of(run.part)
        for run in deeds.runs
    )


def _never_done(one: Statement, deeds: Deeds, turn: int, *, declined: bool) -> Claim | None:
    """Nobody did it in this log: worth a word where it is said plainly and nothing else can have done it."""
    verb = TOPICS[one.name].verb
    vague = one.text.isascii() and verb is not None and not verb.search(one.text)
    silent = vague or deeds.helped or deeds.looked_far or not TOPICS[one.name].firm or not _FIRM.search(one.text)
    if not declined and (
        silent or any(work.opaque for work in deeds.works) or any(event.what == "push" for event in deeds.events)
    ):
        return None
    return Claim(one.line, one.text, "unproven", "deed", about=one.name)


def stems_of(part: str) -> frozenset[str]:
    """The stems of the words of a command."""
    return frozenset(_stem(word.lower()) for word in _PART.findall(part[:200]) if word.lower() not in _COMMON)


def _stem(word: str) -> str:
    short = _ENDING.sub("", word)
    return short if len(short) > 3 else word


def _claim(one: Statement, verdict: Verdict, work: Work) -> Claim:
    return Claim(
        one.line, one.text, verdict, "deed", work.text, work.line,
        exit_code=work.exit_code if work.ok is False else None, told=work.said, about=one.name,
    )  # fmt: skip
