"""How much the sentences of an agent tell a reader who resumes: findings, choices, results, what is left to do.

A long log holds thousands of messages, so what a word already decides is not searched for: each cue has words that settle
it, words that make it possible, and a pattern that is only asked in the second case. Japanese, Chinese, Korean and Vietnamese
are only looked for where a line is not plain ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.session_log_words import (
    FENCE,
    identifiers,
    plain_sentence,
    safe_cut,
    without_keys,
    word_set,
    words_among,
    words_in,
)
from butler.records import dataclass

_MESSAGE = 30_000
"""Characters of a message that are looked at."""
SENTENCES = 80
"""Sentences of a message that are kept."""
_LOOKED_AT = 240
"""Sentences of a long report among which the most telling ones are kept."""
_SPLIT = late(r"(?<=[.!?])\s+(?=[A-Z`*\"'(\[])|(?<=[。！？])\s*|\n+")
_SPLIT_LATIN = late(r"\s(?:(?<=[.!?]\s)\s*(?=[A-Z`*\"'(\[])|(?<=\n)\n*)")
"""The same without Japanese stops; beginning with a space it is searched for much faster."""


@dataclass(frozen=True, slots=True)
class _Cue:
    """A kind of sentence: ``sure`` words settle it; ``hints`` and ``stem`` (both lower case) make ``english`` possible."""

    sure: frozenset[bytes]
    hints: frozenset[bytes]
    stem: re.Pattern[str] | None
    english: re.Pattern[str]
    foreign: re.Pattern[str]

    def found(self, line: str, low: str, words: frozenset[bytes], *, plain: bool) -> bool:
        """Whether ``line`` (``low``: in lower case, ``words``: its cue words, ``plain``: no other language) is of this kind."""
        if not self.sure.isdisjoint(words):
            return True
        if not plain and self.foreign.search(line):
            return True
        if self.hints.isdisjoint(words) and (self.stem is None or not self.stem.search(low)):
            return False
        return bool(self.english.search(line))


_FINDING = _Cue(
    word_set(
        "because confirmed found discovered actually however but only failed fails fail error conflict missing stale "
        "instead therefore verified cannot isnt doesnt didnt wasnt couldnt wont"
    ),
    word_set(
        "root cause caused due problem issue bug reason culprit fix turns rather so ruled not isn doesn didn wasn can "
        "couldn won"
    ),
    None,
    late(
        r"\b(?:root cause|caused? by|due to|the (?:problem|issue|bug|reason|culprit|fix|cause) (?:is|was)|turns out|"
        r"isn'?t|doesn'?t|didn'?t|wasn'?t|can(?:'t|not)|couldn'?t|won'?t|rather than|so (?:that|the|we|it|i)|ruled out|"
        r"not the)\b",
        re.I,
    ),
    late(
        r"原因|ため|判明|確認|失敗|エラー|できない|できません|ではなく|未|不足|問題|見つか|結果|つまり"
        r"|訂正|食い違|纠正|更正|说错|差异|不一致|정정|차이|问题|失败|错误|没有|不是|而是|发现|关键|其实|因为|由于|不能|无法|原来|说明|문제|원인|실패|오류|없(?:음|다|습|었)|아니|발견|때문|불가|누락"
        r"|\b(?:lỗi|nguyên nhân|vấn đề|không phải|phát hiện|thiếu|vì)\b",
    ),
)
_CHOICE = _Cue(
    word_set("decision chose chosen keep keeping kept move moved moving stay stays precedence separate"),
    word_set("ill ll going will now"),
    late("decid|choos|replac|renam|remov|reject|preserv|deprecat|switch|validat|reus"),
    late(
        r"\b(?:decid\w+|choos\w+|i'?ll (?:keep|use|resolve|take|go with|treat|make|move|leave|drop|rename|reject)|"
        r"going (?:to|with)|will (?:keep|use|stay|remain|be)|replac\w+|renam\w+|remov\w+|reject\w*|preserv\w+|"
        r"deprecat\w+|now uses?|switch\w*|validat\w+|reus\w+)\b",
        re.I,
    ),
    late(
        r"方針|採用|決定|変更しました|修正しました|追加しました|削除|置き換え|統一|対応しました|推奨|選択"
        r"|改成|改为|改用|换成|删除|删掉|去掉|保留|决定|采用|替换|统一|选择|변경|수정|삭제|유지|결정|채택|교체|제거|추가했|\b(?:đổi|sửa|xo[áa]|xóa|giữ|thay|tách|chuyển)\b",
    ),
)
_RESULT = _Cue(
    word_set("pr branch commit committed pushed merged draft uncommitted untracked"),
    word_set("test tests green passing pull"),
    late(r"[\d#]|[a-f]{7}"),
    late(
        r"\b\d+\s*(?:pass(?:ed|ing)?|fail(?:ed|ures?|ing)?|tests?|errors?|warnings?|issues?|files?|commits?|s\b|ms\b|%|件)"
        r"|#\d+|\b[0-9a-f]{7,12}\b|\btests? pass|\b(?:all|is|are) (?:green|passing)\b|\bpull request\b",
        re.I,
    ),
    late(
        r"プルリク|ブランチ|コミット|プッシュ|テスト|ビルド|测试|编译|构建|通过|提交|推送|分支|테스트|빌드|통과|커밋|푸시|브랜치|\bđã (?:chạy|build|pass|commit|push)\b"
    ),
)
_NEXT = _Cue(
    word_set("next remain remains remaining todo pending blocked"),
    word_set("do still left yet waiting you please want like should know"),
    late(r"recommend|suggest|\?$"),
    late(
        r"\b(?:to do|still (?:need|has|have)|left to|not yet|waiting (?:for|on)|"
        r"you can|please (?:run|try|reload|restart)|want me to|would you like|should i|let me know|recommend\w*|suggest\w*)\b|\?$",
        re.I,
    ),
    late(
        r"次に|次の|残り|未実施|未実行|未対応|必要です|してください|しますか|ますか|でしょうか|推奨|提案|再度|いただければ"
        r"|接下来|下一步|剩余|还需要|需要|建议|请|是否|다음|남은|필요|권장|하세요|주세요|할까요|추천|\b(?:tiếp theo|còn lại|cần|nên|bạn có muốn|chưa)\b"
    ),
)
_SETTLED = word_set("decision decided decide chose chosen reject rejected rejecting")
_TRIED = word_set("attempt attempted revert reverted reverting worse tried approach")
_CUES = ((_FINDING, 4), (_CHOICE, 3), (_RESULT, 3), (_NEXT, 3))
_CUE_WORDS = frozenset[bytes]().union(*(words for cue, _ in _CUES for words in (cue.sure, cue.hints)))
_TELLING = _SETTLED.union(_TRIED, *(cue.sure for cue, _ in _CUES))
_FOREIGN = late("[\u3040-\u9fff\uac00-\ud7a3\u00e0-\u1ef9]")
"""Every pattern of these rules that is not English needs one of these."""
_SEVERE_HINT = late("P[0-3]|critical|blocker|regression|vulnerab|data loss|重大|未準拠|不具合|要改善")
_SEVERE = late(
    r"\[P[0-3]\]|\bP[0-3]\b|\b(?:critical|blocker|regression|vulnerab\w+|data loss)\b|重大|未準拠|不具合|要改善"
)
_DIFF = late(r"(?:diff --git |index [0-9a-f]{6}|@@ |\+\+\+ |--- |[+\-]\s{2,})")
_NARRATION = late(
    r"(?:now |ok(?:ay)?,? |good[.,!]? |great[.,!]? |perfect[.,!]? |first,? |next,? |then )*"
    r"(?:let me|let's|i'?ll (?:now |first |also )?(?:check|look|read|run|search|start|find|see|explore|inspect|verify|open|examine|update|add|"
    r"create|use|write)|i'?m (?:now |also )?(?:check|read|look|runn|search|open|inspect|find|wait|rerunn|start|us)\w*|i need to|now (?:i|let)|"
    r"now (?:update|rename|add|fix|create|do|check|run|replace|wire|write)\b|(?:still |just |now )*waiting (?:for|on)|"
    r"running|checking|reading|looking|here'?s|good question|good catch|done|sure)\b",
    re.I,
)
_NARRATION_JA = late(
    r"(?:では|まず|続いて|次に|これから)?.{0,30}(?:確認します|見ます|実行します|調べます|読みます|進めます|始めます|開始します)"
    r"|(?:好的?，?|现在，?)?(?:我(?:先|来|再|会|准备|去|接着|接下来|现在)|让我|接下来我|先)(?!.{0,60}(?:发现|因为|问题|原因))|.{0,80}(?:하겠습니다|보겠습니다|확인합니다|진행합니다)[.]?$|(?:Mình|Tôi) (?:sẽ|đang)\b"
)
_SETS_OUT = late(
    r"(?:now |ok(?:ay)?,? |good[.,!]? |great[.,!]? |perfect[.,!]? |first,? |next,? |then )*(?:let me\b(?! know)|let's (?:check|look|read|run|see)\b|i(?:['’]ll| will) (?:now |first |also )?(?:check|look|read|run|search|"
    r"start|find|see|explore|inspect|verify|open|examine|update|add|create|write|fix)\b|now (?:i|let)\b)[^?]*$",
    re.I,
)
_NAMED = late(r"[`_/]|\.[A-Za-z_]|[a-z][A-Z]")


_TURNS_BACK = late(
    r"(?:^|(?<=[\n.!?。] ))(?:actually,? |oh,? |hm+,? |but )?(?:no,? )?(?:wait\b(?=\s*(?:[,.!:—–…-]|actually|no\b|$))|let me reconsider|scratch that|on second thought)|(?:^|(?<=[\n。]))(?:いや、|待って|やっぱり違|不对|等等，)",
    re.I | re.M,
)
_TURNS = ("ait", "econsider", "ratch that", "cond thought", "いや", "待って", "違", "不对", "等等")
_TAKEN_BACK = 3
"""Sentences before one that turns back which it takes back."""


_NUMBERED = late(r"\d{1,2}[.)]\s+\S")
_NUMBER = late(r"\d{1,2}[.)]")
_NUMBER_OF = late(r"\s*(\d{1,2})[.)]\s+")
_ITEM_NUMBER = late(r"\(\d{1,2}\) ")
_IN_BOLD = late(r"\*\*(?:[^*\n]{14,}|[^*\n]*[\u3040-\u9fff\uac00-\ud7a3][^*\n]{6,})\*\*")
_LINKS = frozenset(("to", "with", "into", "by", "→", "改为", "改成", "换成", "为", "から", "へ", "に"))
"""What stands alone between two pieces of code and says which one replaces the other."""
LONG_LIST = 4
"""Numbered items from which on they keep their numbers, and a list shown in part says how many it has."""
_BOLD = 2
_ITEM = 4
"""More worth of an item of a numbered list: such lists are what the next words choose from or go through."""


def sentences(text: str) -> tuple[tuple[int, int, str], ...]:
    """The sentences of an agent's message: (position, worth 0-20, text); code blocks and tables reduced."""
    told = list(_told(text, _LOOKED_AT))
    items = sum(_NUMBERED.match(piece) is not None for piece, _ in told)
    lists, long = items > 1, items >= LONG_LIST
    found = [
        (at, min(20, worth(line) + _raised(piece, lists=lists)), safe_cut(_numbered(piece, line, lists=long), 420))
        for at, (piece, line) in enumerate(told)
    ]
    if any(map(text.__contains__, _TURNS)) and _TURNS_BACK.search(text):
        found = _kept_thoughts(found)
    if len(found) > SENTENCES:
        found = sorted(sorted(found, key=lambda one: -one[1])[:SENTENCES])
    return tuple(found)


def _raised(piece: str, *, lists: bool) -> int:
    """What the writing of a sentence adds to its worth: an item of a numbered list, words in bold."""
    return _ITEM * bool(lists and _NUMBERED.match(piece)) + _BOLD * (
        "**" in piece and _IN_BOLD.search(piece) is not None
    )


def _numbered(piece: str, line: str, *, lists: bool) -> str:
    """A sentence, an item of a numbered list with its number: later words call it by that."""
    found = _NUMBER_OF.match(piece) if lists else None
    return line if found is None else f"({found[1]}) {line}"


def without_number(sentence: str) -> str:
    """A sentence without the number of its list."""
    return _ITEM_NUMBER.sub("", sentence, count=1) if sentence[:1] == "(" else sentence


def _kept_thoughts(found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The sentences with those worth nothing that the next ones take back ("wait, let me reconsider")."""
    back = [at for at, _, text in found if _TURNS_BACK.match(text)]
    return [
        (at, 0 if any(at <= turn <= at + _TAKEN_BACK for turn in back) else worth, text) for at, worth, text in found
    ]


def sets_out(sentence: str) -> bool:
    """Whether a sentence announces what the agent does at once: words that end so were followed by a deed, or cut off before it."""
    return bool(
        _SETS_OUT.match(sentence) or (not sentence.isascii() and _NARRATION_JA.fullmatch(sentence.rstrip("。")))
    )


def plain_sentences(text: str, most: int = SENTENCES) -> Iterator[str]:
    """The same sentences, whole and not weighed: plain text, the first ``most``."""
    return (line for _, line in _told(text, most))


def _told(text: str, most: int) -> Iterator[tuple[str, str]]:
    """Each sentence as it was written (with the number of its list, which ends like a sentence), and plain."""
    count, number = 0, ""
    for piece in pieces(without_code(text)):
        if _NUMBER.fullmatch(piece):
            number = f"{piece} "
            continue
        line, written, number = plain_sentence(piece), number + piece, ""
        if (len(line) < 4 and not is_link(line)) or (piece.lstrip().startswith(("|", "│")) and not worth(line)):
            continue
        yield written, line
        count += 1
        if count >= most:
            break


def without_code(text: str) -> str:
    """A message as far as it is looked at; keys and most of the code left out."""
    text = without_keys(text[:_MESSAGE])
    return FENCE.sub(lambda found: "\n" + _code(found[1]) + "\n", text) if "```" in text else text


def is_link(sentence: str) -> bool:
    """Whether a piece only says that what follows it replaces what stands before it."""
    return sentence.rstrip(":：") in _LINKS


def is_foreign(text: str) -> bool:
    """Whether there is anything in a text that a pattern of another language could find: Japanese, Chinese, Korean, Vietnamese."""
    return not text.isascii() and _FOREIGN.search(text) is not None


def pieces(text: str) -> list[str]:
    """``text`` split where sentences and lines end."""
    stops = not text.isascii() and ("。" in text or "！" in text or "？" in text)
    return (_SPLIT if stops else _SPLIT_LATIN).split(text)


def speaks(text: str) -> bool:
    """Whether a message surely has sentences, told by its first line; False where one must look."""
    first = text.split("\n", 1)[0]
    return (
        not first.startswith(("|", "│"))
        and not ("```" in first or "](" in first or "PRIVATE KEY" in first)
        and _LETTERS.search(first) is not None
    )


_LETTERS = late(r"[A-Za-z]{4}")


def telling(text: str) -> int:
    """A rough worth of a whole message, from single words: what to keep when there are too many to look at."""
    text = text[:4000]
    value = min(4, text.count("`") // 2)
    told = words_among(text, _TELLING)
    if told:
        for cue, weight in _CUES:
            if not cue.sure.isdisjoint(told):
                value += weight
        value += 4 * (not _SETTLED.isdisjoint(told)) + 4 * (not _TRIED.isdisjoint(told))
    if is_foreign(text):
        for cue, weight in _CUES:
            if cue.foreign.search(text):
                value += weight
    return value


def worth(line: str) -> int:
    """How much a sentence tells a reader who resumes: findings, choices, results, what is left; narration tells little."""
    if _DIFF.match(line):
        return 0
    low = line.lower()
    plain = not is_foreign(line)
    words = _CUE_WORDS.intersection(words_in(line))
    value = 0
    for cue, weight in _CUES:
        if cue.found(line, low, words, plain=plain):
            value += weight
    if _SEVERE_HINT.search(line) and _SEVERE.search(line):
        value += 4
    if _NAMED.search(line):
        value += min(4, identifiers(line))
    if _NARRATION.match(line) or (not plain and _NARRATION_JA.match(line)):
        value //= 2
        value -= 1
    if line.endswith((":", "：")):
        value -= 2
    if len(line) < 25 and value < 3:
        value -= 2
    return max(0, min(20, value))


_CODE_LINES = 3


def _code(block: str) -> str:
    lines = [line for line in block.splitlines() if line.strip()]
    kept = [safe_cut(line.strip(), 160) for line in lines[:_CODE_LINES]]
    if len(lines) > _CODE_LINES:
        kept[-1] += " …"
    return "\n".join(f"`{line}`" for line in kept)
