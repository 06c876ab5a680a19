"""What a shortening of the agent's words must not hide: what they leave open or passed over, and how many items a list has.

The half of a closing message that says what was done reads as if all were. So the sentences that tell of what is open, of a check
that was skipped, of a makeshift, come first where words are shortened, with the list under a heading of such; and where some of
them still find no room the shortened words say how many.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from butler.capabilities.handover.models import Said, Value, said
from butler.capabilities.session_log.facts import AgentWords
from butler.maids.late_patterns import late
from butler.maids.session_log_words import tokens_of
from butler.maids.session_log_worth import LONG_LIST

_OPEN = late(
    r"--no-verify\b|--force\b|--no-hooks?\b|\|\| true\b|\b(?:bypass(?:ed|ing)|bypass (?:the |initial |all )?(?:hooks?|checks?|lint\w*|tests?|review)|skipp(?:ed|ing) (?:the |this |that |for|it|because|since|as|on)|was skipped|were skipped|work-?arounds?|temporar(?:ily|y (?:fix|hack|solution|measure))|stubbed|stopgap|TODOs?|FIXME)\b"
    r"|\b(?:remaining|remains?|untested|unverified|unresolved|unfinished|incomplete|outstanding|deferred|postponed|out of scope|follow-?ups?|still (?:needs?|has to|have to|to do|to be|open|missing|fail\w*|broken|pending))\b"
    r"|\bleft (?:to do|open|out|undone|unfixed|alone|as is|for (?:later|now|you|a))\b|\b(?:future|later|separate|next) (?:work|consideration|improvement|pr|effort|pass|change|task|issue|ticket|iteration)s?\b|\bknown (?:issues?|limitations?|gaps?|problems?)\b|\bpre-existing\b"
    r"|\b(?:not|n['’]t|never|neither) (?:yet |been |actually |fully |manually |possible to |able to |it |them |any |the |run |a )*(?:tested|test|tests|verified|verify|checked|covered|implemented|done|finished|pushed|push|committed|commit|merged|deployed|fixed|fix|addressed|handled|wired|included|updated|migrated|run|reproduced?|confirmed|validated|started|supported|touched)\b"
    r"|\bdisabl(?:ed|es|ing) (?:the |this |that )?(?:\w+ )?(?:hooks?|checks?|tests?|lint\w*|rules?|warnings?|validation|auth\w*)\b"
    r"|未(?:対応|実施|実行|着手|確認|検証|解決|完了|実装|修正|反映|テスト|コミット|プッシュ|マージ|デプロイ)|残(?:り(?!ませ|は(?:あり|な))|って(?:いる|います|おり)|タスク|作業|課題|件)|スキップし(?:ま|てい)|暫定|仮(?:実装|対応|の)|迂回|回避策|見送|保留(?:し|に(?:し|な)|中|扱い)|先送り|後回し|無効(?:化|に)し|まだ[^。]{0,20}(?:てい|できて|して)(?:ません|ない)|(?:テスト|確認|検証|実行|コミット|プッシュ|対応|実装|修正|反映|デプロイ)(?:は|を|が)?(?:し|でき)てい(?:ません|ない)|今後の(?:課題|対応|検討)|別(?:PR|途|タスク|チケット)"
    r"|(?:尚未|还没有?|暂(?:不|时不|未))(?:测|验证|提交|推送|实现|处理|完成|修|做|改|跑|运行|覆盖|支持)|(?:暂时|先)?(?:跳过|绕过)了|剩余(?:的)?(?:工作|任务|问题|步骤|事项|项)|待办|待(?:处理|完善|测试|确认)|未(?:完成|测试|提交|推送|实现|处理|验证|覆盖)|临时方案|还需要|\bchưa (?:được )?(?:commit|push|chạy|test|deploy|kiểm|sửa|làm|xong)|còn lại|tạm thời|아직|남은|건너뛰|임시|미(?:완료|구현|확인)",
    re.I,
)
"""What is open, skipped, put off, or done in a makeshift way."""
_NOTHING_OPEN = late(
    r"\b(?:no|nothing|none|zero|without(?: any)?|any|0)\b (?:\w+ ){0,2}?(?:(?:is|are|was) )?(?:remain\w*|left|skipped|todos?|work-?arounds?|follow-?ups?|outstanding|unresolved|known|untested|pre-existing|deferred|disabled)"
    r"|\bno longer\b|^\W*(?:also )?(?:removed|replaced|resolved|fixed|dropped|deleted|eliminated|closed)\b|(?:残り|未対応|TODO|残件|残課題)[^。]{0,8}(?:なし|ありません|ゼロ|0件)|(?:没有|无)(?:剩余|遗留|未)",
    re.I,
)
"""The same words where they say that nothing is open, or that it was done away with."""
_OPEN_HEAD = late(
    r"\b(?:to-?dos?|known (?:issues?|limitations?|gaps?)|limitations?|caveats?|open (?:questions?|items?|points?|issues?)|follow-?ups?|not (?:done|covered|tested|included|implemented|changed|yet)|left (?:to do|open|out)|what(?:['’]s| is) left|remaining|outstanding|pending|deferred|skipped|out of scope|future (?:work|consideration\w*|improvements?))\b"
    r"|残|未(?:対応|実施|完了|確認|検証|解決|着手)|今後の(?:課題|対応)|注意点|制限(?:事項)?|見送|保留|待办|遗留|剩余|尚未|còn lại|남은",
    re.I,
)
"""What a heading says whose list is open."""
_NUMBER = late(r"\((\d{1,2})\) ")
_PARTED = (" - ", " – ", " — ", ": ", "：", " | ")
_HEAD = 60
"""Characters of a line that may be a heading without a colon."""
_TOLD, _LISTED = 6, 4
"""What a sentence gains that tells of something open, and an item of a list of such: as much as one of what was done, or more."""
_UNDER = 8
"""Items looked at under a heading."""
_SAME, _PART = 3, 0.4
"""Distinctive words, and the part of an item's, that a later text shares with an item that it takes up."""


@lru_cache(maxsize=512)
def open_at(words: AgentWords) -> Mapping[int, int]:
    """What sentences gain, by position: those that tell of something open or passed over, the items under a heading of such."""
    found: dict[int, int] = {}
    sentences = words.sentences
    for at, (position, _, text) in enumerate(sentences):
        if _heads(text) and (items := list(_items(sentences[at + 1 : at + 1 + _UNDER]))):
            found.update(dict.fromkeys([position, *items], _LISTED))
        if is_open(text):
            found[position] = _TOLD
    return MappingProxyType(found)


def is_open(text: str) -> bool:
    """Whether a sentence tells of something open, skipped or makeshift."""
    return _OPEN.search(text) is not None and not _NOTHING_OPEN.search(text)


def _heads(text: str) -> bool:
    """Whether a line is the heading of what is open."""
    short = text.endswith((":", "：")) or (len(text) <= _HEAD and text[-1] not in ".。!?！？`)")
    return short and _OPEN_HEAD.search(text) is not None and not _NOTHING_OPEN.search(text)


def _items(sentences: Sequence[tuple[int, int, str]]) -> Iterator[int]:
    """The positions of the lines that go on like the first one: with a number, in two parts, or as plain ones."""
    shape = None
    for position, _, text in sentences:
        mine = "number" if _NUMBER.match(text) else next((sign for sign in _PARTED if sign in text), "")
        shape = mine if shape is None else shape
        if mine != shape or text.endswith((":", "：")):
            return
        yield position


def left_out(words: AgentWords, shown: Sequence[str]) -> Said | None:
    """What the shortened words do not show: how many sentences on what is open, and how many items a list has; None where nothing."""
    text = "\n".join(shown)
    is_open_at = open_at(words)
    missing = sum(position in is_open_at and one not in text for position, _, one in words.sentences)
    lists = [(sum(one in text for one in items), len(items)) for items in lists_of(words)]
    cut = next(((here, of) for here, of in lists if of >= LONG_LIST and 0 < here < of), None)
    if cut is not None and missing:
        return said("cut_items_open", shown=cut[0], of=cut[1], count=missing)
    if cut is not None:
        return said("cut_items", shown=cut[0], of=cut[1])
    return said("cut_open", count=missing) if missing else None


def with_left_out(text: Value, words: AgentWords, shown: Sequence[str]) -> Value:
    """Shortened words with what they leave out behind them."""
    missing = left_out(words, shown)
    return text if missing is None else said("spoken_end", text=text, mark=missing)


def lists_of(words: AgentWords) -> Iterator[list[str]]:
    """The numbered lists of a message, each with its items."""
    items: list[str] = []
    for _, _, text in words.sentences:
        found = _NUMBER.match(text)
        if found is None:
            continue
        if items and int(found[1]) != len(items) + 1:
            yield items
            items = []
        items.append(text)
    if items:
        yield items


def taken_up(words: AgentWords, later: Collection[frozenset[str]]) -> frozenset[str]:
    """The items of long lists that a later text takes up; ``later``: the distinctive words of each later request and closing."""
    return frozenset(
        item
        for items in lists_of(words)
        if len(items) >= LONG_LIST
        for item in items
        if (mine := tokens_of(item)) and any(_shares(mine, one) for one in later)
    )


def _shares(mine: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(mine & other)
    return shared >= _SAME and shared >= _PART * len(mine)
