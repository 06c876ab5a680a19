"""What came after words of the agent that a reader would otherwise take as they stand: a short mark behind them.

Words are true when they are said, if at all. So a mark tells what the log shows later: that the person denied them, that the
same error came again, that the agent took them back, that a file of which they say something is wrong was edited or deleted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache

from butler.capabilities.handover.models import Said, Value, said
from butler.capabilities.session_log.facts import AgentWords, Check, Claim, Facts, FileFact, Request
from butler.maids.handover_budget import Pen
from butler.maids.handover_claims import marked
from butler.maids.handover_turns import Turn, turned, turns_of
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late
from butler.maids.session_log_paths import is_prose
from butler.maids.session_log_words import tokens_of
from butler.records import dataclass

_OBJECTS = late(
    r"\W*(?:(?:u+[hm]+|hm+|er+m*|well|but|wait|ok(?:ay)?|sorry|oh|ah)\b[\s,.…]*)*(?:no[,.]? (?:it|that|this|they|you|there)\b.{0,40}(?:n['’]?t\b|\bnot\b|\bwrong\b)|(?:that|this|it)(?:['’]s| is)? (?:not (?:true|right|correct|working|fixed|what i)|wrong|incorrect|false)\b|you(?:['’]re| are) wrong|"
    r"(?:it|that|this) (?:doesn['’]?t|didn['’]?t|does not|did not) work|(?:still|it still) (?:fails?|failing|broken|not working|doesn['’]?t)\b|not true\b|(?:no[,.]? )?i (?:meant|mean)\b|you broke\b)"
    r"|(?:いや|いえ)[、,]|違います|違う(?:よ|、|。|$)|(?:まだ)?(?:動き|直り|でき)(?:ません|てい(?:ない|ません))|không (?:phải|đúng)|sai rồi|(?:ko|không),? ý tôi là|不对|不是这样|还是不行",
    re.I,
)
"""How a person denies what the agent said last, at the beginning of the reply."""
_COMPLAINS = late(
    r"^(?![^\n.!]{0,120}\?)[^\n]{0,60}(?:\b(?:it|everything|that|this|app|page|build)(?: is|['’]s)? (?:still )?broken (?:now|again)\b|\bstill (?:get|see|have|there|the same)\b|\bi(?:['’]ve| have)? already (?:restarted|reloaded|re-?ran|rebuilt|tried|updated|installed)\b)"
    r"|^[^\n?？]{0,40}(?:壊れ(?:た|ました|てい)|まだ(?:出|残って|同じ|駄目|ダメ|だめ)|変わ(?:らない|りません|っていません)|そういう意味ではな|もう(?:再起動|試し|やり)(?:し|まし))"
    r"|^(?!.{0,30}(?:([行能可好要])不\1|吗|[?？]))[^\n]{0,30}(?:坏了|整坏|还在[呢啊]?|还是(?:不|没|一样|报)|没(?:有?用(?!的)|反应|生效|变化)|点不了|用不了|(?:已经?|都)(?:重启|试)过|我(?:说的|的意思)是)",
    re.I,
)
"""How a person tells that what the agent told does not hold, before any question."""
_REPORTS = late(
    r"\b(?:does|did|is|are|do)(?:n['’]?t| not) (?:work|fixed|show|start|load)|\bnot (?:working|fixed)\b|\b(?:broken|fails?|failing)\b|\bstill (?:get|see|have|there|the same|not|doesn)|\balready (?:restarted|reloaded|re-?ran|rebuilt|tried|updated|installed)\b"
    r"|壊れ|まだ|(?:動|直)(?:き|い|り|っ)|変わ(?:ら|り|っ)|(?:再起動|試|や)(?:し|り)|坏了|整坏|还[在是]|没(?:有?用|反应|生效|变化)|点不了|用不了|(?:重启|试)过",
    re.I,
)
"""What such a reply tells of what happened: the words may have been right and something else amiss."""
_BUT = late(
    r"\W*(?:but|no|nope|why|still|actually|that|it|however)\b|\W*(?:但|可|不|还|为什么|怎么|那为什么|でも|しかし|いや|なぜ|どうして|けど|nhưng|sao|không|ko )",
    re.I,
)
_CONCEDES = late(
    r"\W*(?:ah,? |oh,? |yes,? |hm+,? )?(?:you(?:['’]re| are) (?:absolutely |completely |quite )?right\b|good catch\b|fair point\b|my mistake\b|(?:おっしゃる|ご指摘の)(?:通り|とおり)|(?:対|对)[，,。]|你(?:说得|判断)对|bạn (?:nói )?đúng)",
    re.I,
)
"""How an agent takes what the person set against its words."""
_ERROR_LINE = late(r"\b(?:\w*error|fail(?:ed|ure)?|exception|fatal|panic)\b|エラー|失敗", re.I)
_ERROR_WORDS = ("error", "fail", "exception", "fatal", "panic", "エラー", "失敗")
_DIGITS = late(r"\d+")
_TELLING_LINE = 24
"""Characters of an error line that is the same only when the error is."""
_TAKES_BACK = late(
    r"\b(?:i was (?:wrong|mistaken)|my (?:mistake|bad)\b|my (?:earlier|previous|first|last|initial) [^.]{0,80}\b(?:was|were|missed|overlooked|is|are)\b|i (?:had |have )?(?:missed|overlooked|misread|misdiagnosed|misunderstood|wrongly|incorrectly)\b)"
    r"|(?:先ほど|さきほど|さっき|前回|以前)の[^。]{0,60}(?:誤り|間違|不正確|漏れ|不十分|足り)|(?:私|こちら|当方)の(?:ミス|誤り|間違い|見落とし)|見落として(?:い|お)|誤解してい|訂正します"
    r"|我(?:之前|刚才|前面|上次)[^。]{0,60}(?:漏|错|误|不对|只(?:验证|检查))|是我的(?:错|失误)|我(?:搞|弄|判断|看|理解)错",
    re.I,
)
"""How an agent says that it was wrong before."""
_BACK = 6
"""Closing messages before one that takes back among which it is looked for what is meant."""
_SHARED = 3
"""Distinctive words that words about a thing share with later words about it."""
_ILL = late(
    r"\b(?:missing|invalid|broken|wrong|incorrect|fail(?:s|ed|ing|ures?)?|lacks?|disabled|bugs?|issues?|problems?|errors?|stale|unused|hard-?coded|currently|cannot|never|no longer|still)\b|\b(?:does|do|is|are|was|has|have|can|will|would)(?:n['’]t| not)\b"
    r"|無効|不足|不備|不整合|違反|誤り|欠け|壊れ|失敗|ありません|いません|できません|ていない|未(?:対応|実装|設定|作成|存在|更新|登録|検証|解決)|(?:修正|更新|対応|変更)が必要|バグ|問題|弱い|見逃"
    r"|(?<!有)没有|缺少|需要(?:更新|修|改|补|添加)|错误|失败|不对|无效|还没|尚未|不一致|chưa|lỗi|lệch|thiếu",
    re.I,
)
"""Words that say that something is not as it should be, or is so for now."""
_TURNS_OUT = late(
    r"\b(?:actually|in fact|turns? out|turned out|after all|already|not the (?:cause|problem|issue))\b|実は|実際(?:に)?は|すでに|既に|原因ではな|其实|实际上|已经|不是原因",
    re.I,
)
"""Words that tell how something really is."""
_SENTENCES = late(r"(?<=[.!?。！？])\s*")
_FAILS = late(r"\b(?:fail(?:s|ed|ing|ures?)?|broken|errors?|red)\b|失敗|エラー|未完了|失败|报错|lỗi", re.I)
_KIND_WORDS = {
    "test": late(r"\btests?\b|テスト|测试", re.I),
    "build": late(r"\bbuilds?\b|\bcompil|ビルド|コンパイル|构建|编译", re.I),
    "lint": late(r"\blint", re.I),
    "types": late(r"\btypes?\b|\btype-?check|型", re.I),
}
_FILE = late(r"(?<![\w@])(?:[\w.@~-]+[/\\])*[\w@-]*\.?[\w-]+\.[A-Za-z]\w{0,9}\b|(?<![\w/])\.[A-Za-z][\w.-]{2,30}\b")
_CODE = late(r"`[^`\n]*`")
_FIRST_ONLY = late(
    r"\b(?:ba|z|k|da)?sh -n(?: [^\s`;|&-][^\s`;|&]*){2,}|\bnode (?:--check|-c)(?: [^\s`;|&-][^\s`;|&]*){2,}"
)
"""A syntax check that reads its first file and takes the others as arguments of that: bash(1), node(1)."""
_CHECKERS = ("sh -n ", "node -")
_NAMED_FILES = 2
_REMEMBERED = 4096
"""Sentences about which it is remembered what they say."""


@dataclass(frozen=True, slots=True)
class Later:
    """What the log shows after words: by the line of the words, the line of what came."""

    denied: Mapping[int, int]
    reported: Mapping[int, int]
    again: Mapping[int, int]
    taken_back: Mapping[int, int]
    turned: Mapping[int, int]
    files: Mapping[str, FileFact]
    edits: Sequence[int]
    asked: Sequence[int]
    chosen: Mapping[int, int]
    passed: Sequence[Check]
    ends: Sequence[tuple[int, str]]
    lost: Mapping[int, tuple[str, int]]

    def told(
        self, pen: Pen, claims: Sequence[Claim], line: int, sentences: Sequence[str], *, on_the_way: bool = False
    ) -> Value:
        """The words at ``line`` as they are shown: ``sentences`` with the marks behind them; ``on_the_way``: they end no turn."""
        told: set[str] = set()
        marks = {one: mark for one in sentences if (mark := self._mark(pen, line, one, told)) is not None}
        if on_the_way and not marks and (edit := self._edit_after(line)):
            ill = [one for one in sentences if _is_ill(one)]
            marks = {one: said("words_then", anchor=anchor(edit)) for one in ill[-1:]}
        elif on_the_way and not marks:
            marks = {
                one: said("words_end", anchor=anchor(end)) for one in sentences if (end := self._turned_out(line, one))
            }
        for one in () if marks else sentences:
            if (check := self._passed_after(line, one)) is not None:
                marks[one] = said("words_passed", command=pen.code(check.text, 60), anchor=anchor(check.line))
                break
        text: Value = marked(pen, claims, line, sentences, marks)
        behind = {
            "reply_objected": self.denied,
            "reply_reported": self.reported,
            "words_again": self.again,
            "words_taken_back": self.taken_back,
            "words_turned": self.turned,
        }
        for key, lines in behind.items():
            if at := lines.get(line):
                return said(key, text=text, anchor=anchor(at))
        if line in self.lost:
            name, at = self.lost[line]
            return said("words_lost", text=text, name=pen.code(name, 60), anchor=anchor(at))
        if on_the_way and line in self.chosen:
            return said("words_decided", text=text, anchor=anchor(self.chosen[line]))
        return text

    def _turned_out(self, line: int, sentence: str) -> int:
        """The closing words of the turn where they say how what a sentence calls wrong really is; 0 where they do not."""
        if not _is_ill(sentence):
            return 0
        end, text = next((one for one in self.ends if one[0] > line), (0, ""))
        turn = bisect_right(self.asked, line)
        if not end or (turn < len(self.asked) and self.asked[turn] < end):
            return 0
        mine = tokens_of(sentence)
        return end if any(len(mine & tokens_of(one)) >= 1 for one in _turns_out(text)) else 0

    def _passed_after(self, line: int, sentence: str) -> Check | None:
        """A check that a sentence calls failing, and that passed after it had failed."""
        later = [one for one in self.passed if one.line > line]
        return next((one for one in later if _about(one, sentence)), None) if later and _fails(sentence) else None

    def _edit_after(self, line: int) -> int:
        """The next edit after ``line`` that no later one of its file followed, in the same turn; 0 where there is none."""
        at, turn = bisect_right(self.edits, line), bisect_right(self.asked, line)
        end = self.asked[turn] if turn < len(self.asked) else None
        found = self.edits[at] if at < len(self.edits) else 0
        return found if end is None or found < end else 0

    def _mark(self, pen: Pen, line: int, sentence: str, told: set[str]) -> Said | None:
        """What belongs behind one sentence: files deleted since, those edited since of which it says something is wrong.

        ``told``: the files that the same words have a mark for already.
        """
        gone: dict[str, int] = {}
        edited: dict[str, int] = {}
        for name in _files_in(sentence):
            path = name.replace("\\", "/").removeprefix("./")
            file = self.files.get(path.rsplit("/", 1)[-1])
            if (
                file is None
                or file.last_line <= line
                or file.path in told
                or not f"/{file.path}".endswith(f"/{path.lstrip('/')}")
            ):
                continue
            if file.action in ("delete", "gone"):
                if "/" in path or "/" not in file.path:
                    gone[file.path] = file.last_line
            elif file.action != "restored" and not is_prose(file.path) and _is_ill(sentence):
                edited[file.path] = file.last_line
        if found := gone or edited:
            told.update(found)
            shown = sorted(found.items(), key=lambda item: (item[1], item[0]))[-_NAMED_FILES:]
            paths = ", ".join(f"{pen.code(path.rsplit('/', 1)[-1], 80)} {anchor(at)}" for path, at in shown)
            return said("words_gone" if gone else "words_edited", paths=paths)
        program = _FIRST_ONLY.search(sentence) if any(map(sentence.__contains__, _CHECKERS)) else None
        return said("words_first_only", program=pen.code(program[0].split()[0], 20)) if program else None


def _about(check: Check, sentence: str) -> bool:
    """Whether a sentence speaks of a check, by its command or its kind."""
    return check.text in sentence or (
        check.kind in _KIND_WORDS and _KIND_WORDS[check.kind].search(sentence) is not None
    )


@lru_cache(maxsize=_REMEMBERED)
def _files_in(sentence: str) -> tuple[str, ...]:
    """What a sentence names that looks like a file; the same one stands in several forms of a line."""
    return tuple(_FILE.findall(sentence)) if "." in sentence else ()


@lru_cache(maxsize=_REMEMBERED)
def _fails(sentence: str) -> bool:
    return _FAILS.search(sentence) is not None


@lru_cache(maxsize=_REMEMBERED)
def _turns_out(text: str) -> tuple[str, ...]:
    """The sentences that say how something really is."""
    return tuple(one for one in _SENTENCES.split(text) if _TURNS_OUT.search(one))


@lru_cache(maxsize=_REMEMBERED)
def _is_ill(sentence: str) -> bool:
    return _ILL.search(_CODE.sub(" ", sentence)) is not None


def later_of(facts: Facts) -> Later:
    """What came after the agent's words in a log."""
    answered = objections(facts)
    told = {one.line: one.text for one in facts.requests}
    reported = {line: at for line, at in answered.items() if _REPORTS.search(told[at][:160])}
    denied = {line: at for line, at in answered.items() if line not in reported}
    again = {line: at for line, at in _same_error_again(facts).items() if line not in answered}
    names: dict[str, FileFact] = {}
    for one in facts.files:
        if one.edits:
            name = one.path.rsplit("/", 1)[-1]
            names[name] = one if name not in names else FileFact(name)  # two of one name: neither is meant for sure
    edits = sorted(one.last_line for one in facts.files if one.edits)
    asked = [one.line for one in facts.requests]
    passed = [one for one in facts.checks if one.outcome == "passed" and one.failed_runs]
    ends = [(one.line, _text(one)) for one in facts.words if one.final and not one.by]
    return Later(
        denied,
        reported,
        again,
        _taken_back(facts),
        _turned(facts),
        names,
        edits,
        asked,
        _before_choices(facts),
        passed,
        ends,
        _lost(facts),
    )


def _turned(facts: Facts) -> dict[int, int]:
    """Words about what the person gave up later, each with the line where they changed direction."""
    turns = turns_of(facts)
    before = [one for one in facts.words if one.line < turns[-1].line] if turns else []
    asked_in = {one.line for one in _last_before(facts, turns)}
    found = {one.line: turned(turns, one.line, _text(one)) for one in before if one.line not in asked_in}
    return {line: at for line, at in found.items() if at}


def _last_before(facts: Facts, turns: Sequence[Turn]) -> list[AgentWords]:
    """The words right before each change: they weigh or propose the new way."""
    own = [one for one in facts.words if not one.by]
    lines = [one.line for one in own]
    return [own[at - 1] for turn in turns if (at := bisect_left(lines, turn.line))]


def _lost(facts: Facts) -> dict[int, tuple[str, int]]:
    """Closing words after an edit that a search before the next ones did not find in its file any more: its name and line."""
    finals = _finals(facts)
    found: dict[int, tuple[str, int]] = {}
    for edit, name, line in (one for file in facts.files for one in file.lost):
        at = bisect_left(finals, edit)
        if at < len(finals) and finals[at] < line:
            found.setdefault(finals[at], (name, line))
    return found


def _before_choices(facts: Facts) -> dict[int, int]:
    """The last words before each answer to a question with options, with its line: they weigh what was not yet chosen."""
    lines = [one.line for one in facts.words if not one.by]
    chosen = [one.line for one in facts.decisions if one.kind == "answer" and one.options]
    return {lines[at - 1]: line for line in reversed(chosen) if (at := bisect_left(lines, line))}


def objections(facts: Facts) -> dict[int, int]:
    """Lines of closing words that the person's next words deny, each with the line of the denial."""
    found: dict[int, int] = {}
    finals, opening = _finals(facts), _answers(facts)
    for one in facts.requests:
        at = bisect_left(finals, one.line)
        if not at or one.kind == "answer" or one.asked:
            continue
        if denies(one.text) or (_BUT.match(one.text) and _CONCEDES.match(opening.get(one.line, ""))):
            found.setdefault(finals[at - 1], one.line)
    return found


def _answers(facts: Facts) -> dict[int, str]:
    """How the closing words to each request begin, by its line."""
    lines = [one.line for one in facts.requests]
    found: dict[int, str] = {}
    for words in facts.words:
        at = bisect_left(lines, words.line)
        if at and words.final and not words.by and words.sentences:
            found.setdefault(lines[at - 1], words.sentences[0][2][:80])
    return found


def denies(text: str) -> bool:
    """Whether a reply begins by denying what was said before it."""
    return bool(_OBJECTS.match(text[:300]) or _COMPLAINS.search(text[:120]))


def speaks_later(one: Request, facts: Facts, since: int) -> int:
    """The line of the first closing words after ``since`` that speak of what a request asked for; 0 where none do."""
    mine = tokens_of(one.text)
    for words in facts.words:
        if words.final and not words.by and words.line > since:
            shared = len(mine & tokens_of(_text(words)))
            if shared >= _SHARED and shared * 5 >= 2 * len(mine):
                return words.line
    return 0


def _finals(facts: Facts) -> list[int]:
    return [one.line for one in facts.words if one.final and not one.by]


def _text(words: AgentWords) -> str:
    return " ".join(sentence for _, _, sentence in words.sentences)


def _same_error_again(facts: Facts) -> dict[int, int]:
    """Closing words between two requests that show the same line of an error: what they told did not mend it."""
    found: dict[int, int] = {}
    finals = _finals(facts)
    shown = [_error_lines(one.text) for one in facts.requests]
    for number, (before, one) in enumerate(zip(facts.requests, facts.requests[1:], strict=False)):
        at = bisect_left(finals, one.line)
        if at and before.line < finals[at - 1] and shown[number] & shown[number + 1]:
            found[finals[at - 1]] = one.line
    return found


def _error_lines(text: str) -> frozenset[str]:
    """The lines of an error in a text, without their numbers."""
    low = text.lower()
    if not any(map(low.__contains__, _ERROR_WORDS)):
        return frozenset()
    long = (line for line in text.splitlines() if len(line) >= _TELLING_LINE)
    lines = (_DIGITS.sub("", line).strip() for line in long if _ERROR_LINE.search(line))
    return frozenset(line for line in lines if len(line) >= _TELLING_LINE)


def _taken_back(facts: Facts) -> dict[int, int]:
    """Closing words that the agent called wrong later, each with the line where it did."""
    found: dict[int, int] = {}
    finals = [one for one in facts.words if one.final and not one.by]
    for at, words in enumerate(finals):
        back = " ".join(text for _, _, text in words.sentences if _TAKES_BACK.search(text))
        mine = tokens_of(back)
        shared = [(len(mine & tokens_of(_text(one))), one.line) for one in finals[max(0, at - _BACK) : at]]
        best = max(shared, default=(0, 0))
        if back and best[0] >= _SHARED:
            found.setdefault(best[1], words.line)
    return found
