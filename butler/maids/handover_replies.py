"""The sentences of an agent's message that a reader resumes from, as whole units: a line that leads on keeps what it leads to.

What ends a turn says what was done, what was found and what was left undone; those sentences count more there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from butler.capabilities.session_log.facts import AgentWords
from butler.maids.handover_left_out import open_at
from butler.maids.late_patterns import late
from butler.maids.session_log_worth import is_link, without_number

_PRINTED_ERROR = late(r"\b\w*(?:Error|Exception)\b:|\berror: |\bnil value\b|\bundefined\b|\bpanic:|\bfatal:|:\d+: ")

_INTENT = late(
    r"(?:確認|実行|整理|具体化|追加|修正|削除|更新|作成|反映|検証|調査|実装|共有|統一|配線|精査|把握|適用|分割|移動|変更|見|試|進め|行い|直し|読み|調べ|始め|入り|揃え|切り替え)(?:し|て)?(?:ます|いきます)。?$"
    r"|^(?:next )?i[’'](?:ll|m (?:now |also )?(?:check|look|read|open|inspect|trac|writ|start|us|go))\w*\b|^using `|^(?:接下来|现在|下一步)?我(?:会|将|先|再|来|现在|要)(?:把|去|对|用|看|查|改|做|在|将|读|确认|检查|继续)",
    re.I,
)
_DID = late(
    r"(?:^|[|:] ?)(?:i |we )?(?:also )?(?:added|blocked|caught|changed|closed|corrected|created|deferred|deleted|dropped|filed|fixed|implemented|kept|killed|launched|merged|moved|opened|posted|"
    r"pushed|reframed|removed|renamed|replaced|replied|reran|restored|reverted|rewrote|saved|set|skipped|spawned|split|started|stopped|stripped|switched|updated|wrote)\b"
    r"|\b(?:is|are|was|were)(?: now| still| already)? (?:running|killed|spawned|started|stopped|launched|deployed|scheduled|queued)\b|(?:起動|停止|実行)(?:中|済み)"
    r"|\b(?:passed|passes|all (?:\w+ )?tests pass)\b|(?:しました|済み(?:です)?|に変更|を(?:追加|削除|変更|修正))。?$"
    r"|已经?(?:改|删|加|修|完成|提交|更新|移|清)|(?:했|하였|되었|됐)습니다|(?:^|[ |])đã (?:thêm|đổi|sửa|xo|tách|chạy|build|chỉnh|cập)",
    re.I,
)
_UNDONE = late(
    r"\b(?:did ?n[o']t|do not|not (?:yet|done|created|run|pushed|committed|covered|implemented|part)|nothing (?:was|is|has)|deferred|unresolved|remaining|next ready|no longer|left (?:alone|as)|only\b.{0,40}\bunblocked)\b"
    r"|未(?:実施|実行|対応|確認|解決)|していません|残タスク|残り|保留|見送り|尚未|还没|暂不|没有(?:运行|测试|提交|修改)|않았|못했|미(?:완료|실행|확인)|남아|\bchưa\b",
    re.I,
)
_EXCEPTION = late(
    r"\b(?:did|have|has|was|were|is|are)(?: not|n['’]t) (?:yet )?(?:been )?([a-z]{4,})|([一-鿿ァ-ヶー]{2,})(?:は|を)?(?:まだ)?(?:して|され)(?:いま|い|ま)せん",
    re.I,
)
"""A sentence that says what was left out of something: with the verb of it."""
_CAUSE = late(
    r"\b(?:because|root cause|caused? by|due to|the (?:issue|problem|cause) (?:is|was)|tests? expects?)\b|原因|(?:ため|から)です|ために|因为|由于|关键|때문|원인|nguyên nhân|\bvì\b",
    re.I,
)
_FILLER = late(
    r"(?:(?:all|now)\s+)?(?:done|perfect|great|updated|fixed|passes|passed|good|excellent|complete[d]?|green|ready|sure|understood|完了|了解|承知)\W*(?:です|しました)?\W*",
    re.I,
)
_SAYS_NOTHING = late(
    r"(?:(?:all|everything|now|both|it(?:['’]s| is| all)?)\s+)*(?:verified|confirmed|checked|validated|tested|clean|green|looks? good|good|fine|correct)\W*|(?:すべて|全て)?(?:確認|検証)(?:できました|済みです|しました)。?|全部(?:通过|正常|验证通过)。?",
    re.I,
)
"""A verdict without what it is about: among other sentences it would be read of all of them."""
_IN_FLIGHT = late(
    r"\b\d+ (?:tasks? )?(?:done|completed?)\b.{0,80}\b(?:in progress|pending|running|left)\b|\| (?:running|in progress|pending|queued)\s*$|\b(?:still|now) running\b|\bwaiting (?:for|on)\b|\brunning in (?:parallel|the background)\b"
    r"|(?:待ち|待機|監視|実行中|作業中)(?:の?状態)?[^。]{0,20}(?:です|ます)。?$|正在(?:运行|执行|等待)",
    re.I,
)
"""How far work in flight had come: a later message tells more."""
_GOES_ON = late(
    r"\b(?:is|are) still (?:working|running|at it|going|in progress)\b|まだ(?:作業|実行|調査)(?:中|を続けて)|还在(?:运行|处理|进行)",
    re.I,
)
"""That work of another goes on."""
_MEASURED = late(r": ?\d")
_BEGINS = late(
    r"(?:(?:now|ok(?:ay)?|good|great|perfect|first|next|then|so)\b[,.!]? )?(?:let me|i(?:['’]ll| will| need to)\b)|(?:では|まず|次に).{0,40}(?:します|見ます|進めます)。?$",
    re.I,
)
_RANKED = late(
    r"\W*(?:(?:C|I|S|M|H|L|P|CR|NIT|F|R)-?\d{1,2}\b\s*[:.：)]|(?:critical|high|important|major|medium|low|minor|blocker|重大|高|中|低)\b\W{0,4}[:：|(])",
    re.I,
)
"""A finding of a review with its rank."""
_LEADS_ON = late(r"以下[のに]|次の(?:手順|よう|順)|(?:here(?:['’]s| is| are)|the following)\b", re.I)
_INSTRUCTS = late(
    r"(?:確認|停止|終了|起動|実行|再読込|指定)(?:（[^（）]{0,60}）)?。?$|(?:確認|実行|対応)してください。$"
)
_OFFERS = late(
    r"(?:^|[.,;:—–-] )(?:if you(?:['’]d| would)? (?:want|like|prefer|wish|need)|nếu (?:bạn |anh |chị )?(?:muốn|cần)|必要(?:なら|であれば|でしたら|に応じて)|よければ|(?:ご)?希望(?:が?あれば|なら|でしたら)|如果(?:你|您)?(?:想|需要|愿意|希望)|需要的话|"
    r"si (?:quieres|deseas|prefieres|vous (?:voulez|souhaitez))|wenn (?:du|sie) (?:möchtest|willst|magst|wünschen|möchten))\b"
    r"|원하시면|필요하시면|\bif you (?:want|like|prefer|wish)[.!]?$|\b(?:happy|glad) to \w+.{0,120}\bif\b",
    re.I,
)
"""A sentence in which the agent offers what it has not done."""
_TURNS_ROUND = late(
    r"\b(?:if|unless|when|would|could|should|recommend\w*|suggest\w*|options?|alternatives?|not|never|without|missing|remain\w*|to-?do|next|need(?:s|ed)?|before|plan(?:ned)?|later|future|instead|risks?|limitations?|skipped|deferred)\b"
    r"|場合|未|次|残|推奨|提案|案|予定|なら|nếu|cần|chưa|nên|如果|建议|需要|未",
    re.I,
)
"""A line that leads on whose words change what stands under it: a condition, an advice, what is not done."""
_UNDER = 8
"""Lines that stand under one that leads on."""
_OVER = 400
"""Characters by which closing words may grow so that an exception does not stand without its rule."""
_ENDS = ".!?。！？`)）:："
_WORDS_OF_A_SENTENCE = 7
_TITLE = 20
"""Characters of a line without a full stop that is a small heading rather than a sentence."""
_LONGEST_UNIT = 320
_DEEP = 14
"""Sentences of a closing message after which it goes into details."""


_Unit: TypeAlias = tuple[int, int, int, str]


def best_words(words: AgentWords, limit: int, least: int = 0, done: Collection[str] = ()) -> list[str]:
    """The units worth most, within ``limit`` characters, in their order; gaps are marked. ``done``: items taken up since."""
    kept: dict[int, tuple[str, int]] = {}
    room = limit
    opening, units = _opening(words, limit), _units(words)
    for position, end, worth, text in sorted(
        units, key=lambda one: (one[0] != opening, one[3] in done, -one[2], one[0])
    ):
        if worth < least or (len(text) > room and kept) or (len(units) > 1 and _SAYS_NOTHING.fullmatch(text)):
            continue
        kept[position] = (text, end)
        room -= len(text) + 1
    _with_leads(words, kept, room)
    if words.final and not words.by:
        _with_rules(units, kept, room + _OVER)
    parts: list[str] = []
    before = -1
    for position in sorted(kept):
        text, end = kept[position]
        if _leads_on(text) and end + 1 not in kept:
            continue
        parts.append(f"… {text}" if parts and position != before + 1 else text)
        before = end
    return parts


def _opening(words: AgentWords, limit: int) -> int:
    """The position of the sentence that opens closing words, often the answer itself; -1 where it only leads on or is long."""
    first = next(iter(_units(words)), None) if words.final and not words.by else None
    if first is None or len(first[3]) * 2 > limit or first[2] < 2 or first[3].endswith((":", "：")):
        return -1
    return first[0]


def _with_leads(words: AgentWords, kept: dict[int, tuple[str, int]], room: int) -> None:
    """Puts the line before what it leads to where it changes the meaning of that; without room for it that goes too."""
    lead: _Unit | None = None
    for unit in _units(words):
        position, _, _, text = unit
        if text.endswith((":", "：")):
            lead = unit if is_offer(text) or _TURNS_ROUND.search(text) else None
        elif lead is not None and position > lead[1] + _UNDER:
            lead = None
        elif lead is not None and position in kept and lead[0] not in kept:
            if len(lead[3]) < room or len(kept) == 1:
                kept[lead[0]] = (lead[3], position - 1)
                room -= len(lead[3]) + 1
            else:
                del kept[position]


def _with_rules(units: Sequence[_Unit], kept: dict[int, tuple[str, int]], room: int) -> None:
    """Beside what was not done, what was done of the same kind: "did not spawn B" alone reads as if nothing runs."""
    for position, _, _, text in units:
        verb = _EXCEPTION.search(text) if position in kept else None
        if verb is None:
            continue
        stem = next(group for group in verb.groups() if group).lower()[:5]
        rule = [at for at, one in enumerate(units) if one[0] != position and _of_kind(stem, one[3])]
        missing = [one for at in rule for one in _with_items(units, at) if one[0] not in kept]
        if sum(len(one[3]) + 1 for one in missing) <= room:
            kept.update({one[0]: (one[3], one[1]) for one in missing})
            room -= sum(len(one[3]) + 1 for one in missing)


def _of_kind(stem: str, text: str) -> bool:
    """Whether a sentence tells of the same deed, and does not deny it."""
    return stem in text.lower() and not _EXCEPTION.search(text)


def _with_items(units: Sequence[_Unit], at: int) -> list[_Unit]:
    """A unit, and where it leads on the items that follow it."""
    if not units[at][3].endswith((":", "：")):
        return [units[at]]
    end = at + 1
    while end < len(units) and end <= at + _UNDER and _is_item(units[end][3]):
        end += 1
    return list(units[at:end])


def _is_item(text: str) -> bool:
    """Whether a line looks like an item of a list rather than the next paragraph."""
    return not text.endswith((".", "。", ":", "：", "!", "?"))


def is_offer(text: str) -> bool:
    """Whether a sentence offers something that is not done."""
    return bool(_OFFERS.search(text))


def units_of(words: AgentWords) -> list[str]:
    """The sentences of a message in order, each lead with the code that it leads to."""
    return [text for _, _, _, text in _units(words)]


def best_unit(words: AgentWords) -> list[str]:
    """The unit worth most, unless it only says that something is ready."""
    units = [one for one in _units(words) if not _FILLER.fullmatch(one[3])]
    return [max(units, key=lambda one: (one[2], -one[0]))[3]] if units else []


def top_worth(words: AgentWords) -> int:
    """The worth of the most telling unit."""
    return max((worth for _, _, worth, _ in _units(words)), default=0)


def only_in_flight(words: AgentWords) -> bool:
    """Whether a message says nothing but that work goes on."""
    units = [text for text in units_of(words) if not _FILLER.fullmatch(text)]
    return bool(units) and all(_IN_FLIGHT.search(text) or _GOES_ON.search(text) for text in units)


def told(words: AgentWords, worth: int, text: str) -> int:
    """The worth of a sentence where it stands: between actions an intention is soon carried out, and what is in flight arrives."""
    if words.final:
        return worth
    if not words.by and _IN_FLIGHT.search(text):
        return 0
    return worth if not _INTENT.search(text) else max(0, worth - 5)


@lru_cache(maxsize=512)
def _units(words: AgentWords) -> tuple[_Unit, ...]:
    """Sentences, each lead with the code it leads to: (first position, last position, worth, text)."""
    return tuple(_joined(words))


def _joined(words: AgentWords) -> Iterator[_Unit]:
    gains = _gains(words)
    held: _Unit | None = None
    for position, worth, text in words.sentences:
        value = told(words, worth, text) + gains.get(position, 0)
        if held is not None and _belongs(held, position, text):
            held = (held[0], position, max(held[2], value) + 2 * (held[0] == held[1]), f"{held[3]} {text}")
            continue
        if held is not None:
            yield held
        held = (position, position, value, text)
    if held is not None:
        yield held


def _leads_on(text: str) -> bool:
    """Whether a line says nothing but that something follows."""
    return text.endswith((":", "：")) and (len(text.split()) < _WORDS_OF_A_SENTENCE or bool(_LEADS_ON.match(text)))


def _is_title(text: str) -> bool:
    """Whether a short line without a full stop, number or code is a small heading."""
    most = _TITLE if not text.isascii() else _TITLE * 3 // 2
    return (
        len(text) < most
        and text[-1] not in _ENDS
        and "`" not in text
        and "，" not in text
        and not any(map(str.isdigit, text))
    )


def _belongs(held: _Unit, position: int, text: str) -> bool:
    """Whether a piece of code stands right under the line that leads to it."""
    shows = without_number(text).startswith(("`", "http")) or (held[3].endswith("`") and is_link(text))
    linked = held[1] > held[0] and held[3].endswith("`") and (text.endswith("`") or is_link(text))
    leads = held[3].endswith((":", "：")) or linked or is_link(held[3].rsplit(" ", 1)[-1])
    return leads and position == held[1] + 1 and shows and len(held[3]) + len(text) < _LONGEST_UNIT


def _gains(words: AgentWords) -> dict[int, int]:
    """What a sentence gains by its place and kind at the end of a turn, or in the report of a subagent."""
    if not words.final and words.by in ("", "compaction"):
        return {}
    gains: dict[int, int] = {}
    opens = True
    open_gains = open_at(words)
    for at, (position, _, written) in enumerate(words.sentences):
        text = without_number(written)
        leads_on = _leads_on(text)
        if _FILLER.fullmatch(text):
            gains[position] = 0
            continue
        gain = 0
        if opens and not leads_on:
            gain = 3 if at else 5
        opens = leads_on
        if text.startswith("`") and _PRINTED_ERROR.search(text):
            gain += 8
        if not leads_on or _DID.search(text):
            gain += 4 * bool(_DID.search(text)) + 6 * bool(_UNDONE.search(text)) + 3 * bool(_CAUSE.search(text))
        row = " | " in text
        if position in open_gains:
            gains[position] = max(gain, 0) + open_gains[position]
            continue
        gain -= (
            3 * (at >= _DEEP and not row) + 3 * (row and not words.final and not _MEASURED.search(text)) - 2 * (at < 3)
        )
        gain += 3 * (_RANKED.match(text) is not None)
        gain -= 5 * _is_title(text) + 5 * bool(_LEADS_ON.match(text)) + 4 * bool(_INSTRUCTS.search(text))
        gains[position] = gain if not _BEGINS.match(text) else min(gain, 0) - 4
    return gains
