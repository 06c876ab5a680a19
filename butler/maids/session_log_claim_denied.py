"""What the person's next words deny: that it is not so, or what they saw instead.

Words that say no are few; most people tell what happened ("it resets when I reload"). Such an observation is told by its shape: a short
statement of the person's that is no wish, question or praise, about something tried or going wrong, or about the very thing that was claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_retracted_words as cues
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import has_japanese
from butler.maids.session_log_claim_retracted import asserts, stems_of_text
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import Deeds

_ANSWERS = 6
"""How many of the person's newest words are looked at."""
_SEEN = 160
"""Most characters of an observation."""
_WISH = late(
    r"\b(?:please|can\s+(?:you|we)|could\s+(?:you|we)|let['’]?s|should(?:n['’]t)?|must(?:n['’]t)?|shall|want\w*|need\w*|would|prefer|like\s+to|make|add|use|also|too|next|mind|worr\w*|hurry|rush|thanks?|thank|agree\w*|fine|good|great|nice|perfect|works|working\s+now|lgtm|approved?|go\s+ahead|remember|later|tomorrow|today|tonight|by\s+the\s+way|btw|fyi|just\s+so|decid\w*|customers?\s+asked|requires?|required|maybe|perhaps|might|will|going\s+to|hope|think|guess|instead\s+of|rather|too\s+(?:many|much|few|little|long|short|big|small)|sure|hold\s+on|idea)\b|[,.;]\s*(?:skip|leave|drop|keep|stop|revert|list|let|go|put|move|change|rename|merge|push|commit|ship|try|use|do)\s|^\W*(?:yes|ok(?:ay)?|sure|stop|run|do|try|look|check|fix|show|write|update|remove|change|explain|why|how|what|where|which|who)\b|(?:^|[.,;]\s*)(?:so\s+|and\s+|but\s+)?(?:where|what|why|how|which|who|when)\s+(?:is|are|do|does|did|was|can|should|about|if)\b|[?？]\s*$"
    r"|かもしれ|聞いてみ|気が(?:する|します)|まあ|と思|んじゃな|でしょう|だろう|(?:多|少な|短|長|大き|小さ)(?:すぎ|い(?:ので|かも|と思))|はず|ください|下さい|お願い|たい(?:です)?(?:けど)?[。!！]*$|ほしい|欲しい|しよう|ましょう|(?<=[しいっんけげせべてめれえ])て(?:ね|よ)?[。!！]*$|必要|なくて(?:も)?(?:いい|よい|大丈夫)|で(?:いい|良い|よい)|(?<=[ァ-ヴー一-龥A-Za-z])[でにをへ][。!！]*$|不要|いらない|要らない|大丈夫|問題(?:な|あり)|(?<![A-Za-z])OK|ありがと|助か|(?:前|以前|元)の[^、。]{1,12}では|(?:今|これ)まで(?:は|の)|よさそう|良さそう|完璧|直りました|直った|動きました|動いた|治った|確認できた|了解|承知|なるほど|方針|仕様では|ことにし|べき|ついでに|次は|明日|後で|あとで|べつに",
    re.I,
)
"""Words of a wish, a question, praise or another matter."""
_BIDS = late(
    r"[,.;]\s*(?!(?:i|it|we|they|he|she|you|and|but|so|on|in|at|for|with|from|to|as|then|now|still|only|not|is|are|was|all|when|if|after|before|because|since|while|even|though|like|without|by|of|until|where)\b)[a-z]+(?<!ed)(?<!s)(?<!ing)\s+(?:it|them|this|that|those|the|an?)\b",
    re.I,
)
"""An order behind a statement: a bare verb with what it is for."""
_TRIED = late(
    r"\b(?:when|if|after|once|whenever|as\s+soon\s+as|every\s+time|each\s+time)\s+(?:i|we|you|it|the|a|an)\b|\b(?:i|we)\s+(?:just\s+|can\s+|only\s+|now\s+|still\s+|even\s+)*(?:see(?!\W*$|[.,;])|measured?|counted|read|hit|saw|get|got|tried|checked|looked|opened|clicked|reloaded|ran|find|found|notice\w*|count\w*)\b|\bon\s+my\s+\w+|\bit\s+(?:shows|says|gives|returns|prints|displays|goes|opens|sends|takes)\b|\b(?:logs?|console|dashboard|monitor\w*|sentry|grafana|profiler|devtools|tab)\s+(?:still\s+)?(?:shows?|says?|has|prints?|lists?)\b|^\W*i\s+(?:just\s+)?(?!need|want)(?:\w+ed|put|did|hit|cut|got|set|let|ran|saw|went|took|sent|made|had|left|lost|typed)\b|^\W*(?:ran|tried|tested|checked|clicked|opened|reloaded|looked|got|getting|seeing|waited)\b|^\W*mine\b|\bjust\s+\w+ed\b|^\W*[a-z]+ing\s|\bjust\s+(?:tried|checked|ran|got|saw)\b"
    r"|(?:したら|ったら|いたら|んだら|きたら|みたら|ると|すと|くと|だと|ても|でも|のに)(?=.)|見え|見ると|試し|(?:ログ|コンソール)(?:を|に|で|は)|画面(?:を|に|で|は)|手元",
    re.I,
)
"""Words of somebody who looked."""
_AMISS = late(
    r"\b(?:(?<!there is )(?<!there are )no|(?<!there is )(?<!there are )not|never|none|zero|nothing|nobody|still|again|wrong|instead|twice|double\w*|same|old|missing|empty|blank|stuck|slow\w*|errors?|fail\w*|crash\w*|lost|loses|gone|duplicate\w*|hangs?|freez\w*|frozen|broken|breaks?|resets?|disappear\w*|kicked|dropped|logged\s+out|stale|off|cut|overlap\w*|timeouts?|undefined|null|NaN|(?:it|this|that)\s+only|i\s+(?:measure|get|see|count|read)\w*\s+[\d.]+\w*|skips|ignores|misses|invalid|unknown|every\s+(?:single\s+)?time|panic\w*|forever|endless\w*|never|flicker\w*|jumps?|jumped|clip\w*|cropped|leak\w*|climb\w*|grows?|grew|spins?|spinner|exceptions?|denied|refused|unreadable|garbled|[45]\d\d)\b|n['’]t\b"
    r"|(?<!は)ない|(?<!は)(?<!はあり)ません|なかった|やっぱり|やはり|相変わらず|結局|まだ|また(?!は)|毎回|二回|２回|2回|二重|二通|重複|逆|違|空(?:です|の|っぽ|に)|真っ白|遅い|消え|戻[りっる]|止ま|固ま|出ます|出てる|出てます|出る|エラー|失敗|落ち|ずれ|崩れ|古い|変わら|同じ|ままで?|(?:前|以前|元)より|切れ[るてま]|欠け|はみ出|重な[るっり]|途切|かぶ[るっり]|になって(?:る|い|し)|かかって|ダメ|だめ|無理|弾かれ|来な|何も|パニック|ぐるぐる|増え続|漏れ|重い|化け",
    re.I,
)
"""Words of trouble."""
_BARE = late(r"^\W*(?!agreed|approved|loved|liked|needed)[a-z]{2,}ed\b", re.I)
"""A deed of the person's own, without "I"."""
_QUOTED = late(r"「[^」]*」|\"[^\"]*\"|'[^']{3,}'")
_ABOUT_IT = late(
    r"^\W*(?:(?:hm+|huh|well|but|no|sorry|odd|strange|weird)\W+)*(?:it|that|this|they|there|nothing|nobody|no\s+\w+|still|same|the|my|our|now|on|in|when|if|after|only|every\w*|[a-z]+s|(?:[\w-]+\s+){1,3}(?:is|are|was|were|still|shows?|gets?|does|did|has|says?|returns?|throws?))\b",
    re.I,
)
"""How a statement about a thing begins."""
_IT = late(r"^\W*(?:(?:hm+|well|but|no)\W+)*(?:it|they|that|this)\s+(?!is\b|['’]s)\w+", re.I)
_MILD = late(
    r"\bnot\s+(?:too\s+|so\s+|that\s+|at\s+all\s+)?(?:bad|terrible|urgent|important|necessary|sure|yet)\b|\bno\s+(?:\w+\s+)?(?:problem|need|issue|reason|rush)s?\b|\b(?:not|nothing|none)\s+(?:now|else|here|more|from\s+me)\b|^\W*no\W*$",
    re.I,
)
"""Denials that tell of no trouble."""
_OTHERS = late(
    r"\b(?:colleagues?|boss|manager|legal|marketing|he|she)\b[^.]{0,16}\b(?:says?|said|thinks?|wants?|likes?|told|asked|prefers?)\b|\b(?:i|we)\s+(?:only\s+|never\s+|do\s+not\s+|don['’]t\s+)*(?:have|like|liked|support|ship|use|care|own)\b|^\W*we\s+(?!see|saw|get|got|still|can|found|noticed|lost)\w+|好み|好き|嫌い|使って(?:い)?ない|(?:さん|部|チーム)(?:が|は|から)",
    re.I,
)
"""What others want, or what is so anyhow."""
_PASTED = late(
    r"^(?:[^\n]{0,40}[:：\n]\s*)?(?:Traceback \(most|(?:Uncaught\s+)?(?:[\w.]+)?(?:Error|Exception)\b:|panic:|npm ERR!|error\[E\d+\]|error:|fatal:|FAILED |thread '[\w-]+' panicked|Segmentation fault|Unhandled)",
)
"""An error as a program prints it."""
_BRIEF = 40
_TERSE = 32
_CURT = 48
_IS_SO_JA = late(r"(?:てる|ている|ています|てます|なる|なります|った|ました)(?:よ|ね|が|けど|んですが)?[。!！…\s]*$")
_LASTS_JA = late(
    r"(?:(?<![しい])|(?<=動作し)|(?<=機能し)|(?<=対応し)|(?<=表示し)|(?<=反映し)|(?<=維持し)|(?<=保持し)|(?<=起動し)|(?<=応答し))ます(?=[。\s]*$)"
)
"""How a thing behaves: no plan where it ends what was done."""
_WHEN_JA = late(r"^[^、。]{1,16}[るすくぐつぶむうぬ]と(?![きこもいの思])、?")
"""When a thing behaves so: no explanation where it ends what was done."""
_DOES_JA = late(r"します(?=[。\s]*$)")
_ENDS_JA = late(
    r"(?:た|る|う|く|す|つ|い|ます|ません|です|でした|だ|まま)(?:よ|ね|な|が|けど|んだけど|んですが|のですが|んだが|けれど)*[。!！…\s]*$|(?:エラー|例外|失敗|タイムアウト)[。!！…\s]*$"
)
_DOES_FIRST = late(
    r"^\W*(?:i\s+|we\s+)?(?:added|changed|moved|renamed|updated|edited|wrote|created|refactored|switched)\b|^[^、。]*を[^、。をはがも]{1,14}ました\W*$",
    re.I,
)


def denied_claims(
    messages: Sequence[tuple[int, str]], asked: Sequence[tuple[int, str]], deeds: Deeds
) -> Iterator[Claim]:
    """What was said last before a person's short words that it is not so, with nothing changed since."""
    last = messages[-1][0] if messages else 0
    for line, words in asked[-_ANSWERS:]:
        before = [one for one in messages if one[0] < line]
        if not before or any(before[-1][0] < at < line for at, _ in asked):
            continue
        worked_on = any(line < change.line < last for change in deeds.changes)
        if worked_on and not _is_told_ill(messages[-1][1]):
            continue
        sentence = _said_no(words, before[-1][1])
        if not sentence and _worked(deeds, before[-1][0]):
            sentence = _saw_otherwise(words, before[-1][1])
        if sentence:
            told = words.strip()[: cues.FAR]
            yield Claim(before[-1][0], sentence[:170], "refuted", "denied", told=told, evidence_line=line)


def _worked(deeds: Deeds, line: int) -> bool:
    """Whether the turn of a message changed or did anything that could be seen."""
    turn = max((at for at in deeds.turns if at < line), default=0)
    does = (one for one in deeds.events if one.what in ("push", "merge", "pr merge", "release") and one.ok)
    return any(turn < one.line < line for kept in (deeds.changes, deeds.works, does) for one in kept)


def _said_no(words: str, message: str) -> str:
    """The sentence of a message that is said to be mended, of words that say no."""
    first = words.strip()[: cues.FAR]
    low = first.lower()
    if (
        not any(map(low.__contains__, cues.NO_CUES))
        or cues.ASKS.search(first)
        or cues.PLEASED.search(first)
        or not cues.ANSWERED_NO.search(first)
    ):
        return ""
    told = [one for _, one in sentences_of(message) if asserts(one) and cues.MENDED.search(one)]
    shared = stems_of_text(words[:600])
    return max(told, key=lambda one: len(stems_of_text(one) & shared), default="")


def _saw_otherwise(words: str, message: str) -> str:
    """The sentence of a message that an observation speaks against; empty where the words are none."""
    first = words.strip()
    pasted = _PASTED.match(first) is not None
    if first.startswith(("[", "<")):
        return ""
    own = _QUOTED.sub(" ", first)
    others = (_WISH, _BIDS, _OTHERS, cues.ASKS, cues.PLEASED)
    if not pasted and (len(first) > _SEEN or any(one.search(own) for one in others)):
        return ""
    mine = [
        (one, _WHEN_JA.sub("", _LASTS_JA.sub("ている", one)))
        for _, one in sentences_of(message)
        if not _DOES_FIRST.match(one)
    ]
    told = [one for one, read in mine if asserts(read)] or [one for one, read in mine if asserts(read, anyhow=True)]
    told = told or [one for _, one in sentences_of(message) if asserts(_DOES_JA.sub("している", one), anyhow=True)]
    his = stems_of_text(first)
    if not told or not (pasted or _observes(first, any(stems_of_text(one) & his for one in told))):
        return ""
    return max(reversed(told), key=lambda one: len(stems_of_text(one) & his) + bool(cues.MENDED.search(one)))


def _observes(words: str, shares: bool) -> bool:
    """Whether words tell what was seen; ``shares``: they name what was claimed."""
    tried, amiss = _TRIED.search(words) is not None, _AMISS.search(_MILD.sub(" ", words)) is not None
    if has_japanese(words):
        seen = (amiss and (tried or len(words) < _BRIEF)) or (shares and (amiss or tried))
        told = _ENDS_JA.search(words) is not None or (amiss and len(words) < _TERSE)
        return told and (seen or (shares and _IS_SO_JA.search(words) is not None))
    if shares and (tried or amiss or _IT.match(words) or _BARE.match(words)):
        return True
    about = _IT.match(words) or _BARE.match(words) or (len(words) < _CURT and _ABOUT_IT.match(words))
    return amiss and (tried or len(words) < _TERSE or about is not None)


def _is_told_ill(message: str) -> bool:
    """Whether a message ends in trouble that it says to last."""
    told = sentences_of(message)[-2:]
    return any(cues.LASTS.search(sentence) for _, sentence in told)
