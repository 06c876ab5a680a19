"""The next steps that the agent's own words name, and the checks by hand that an approved plan asks for.

The words that end a log often say best what comes next: a heading with a list under it, what was not done yet, what waits for
something else, what the person is to change. They are told as the agent's word, with their line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.capabilities.handover.models import Line, Value, said
from butler.capabilities.session_log.facts import AgentWords, Facts
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_open import open_questions
from butler.maids.handover_replies import is_offer, units_of
from butler.maids.handover_wording import anchor, is_row
from butler.maids.late_patterns import late

_NEXT = "NEXT_ACTION"
_ANNOUNCED = late(
    r"\b(?:next(?: step)?s?\b|remains? (?:to|open|undone|unfixed|for)\b|remaining (?:work|steps?|tasks?|items?|issues?|todos?|gaps?|risks?)|still (?:needs?|has to|have to)\b|left to|not yet|i(?:'ll| will)\b|i'?m going to|(?:i|we|you) (?:still )?need to|let me|recommend(?:ed)?\b|i(?:'d| would)? suggest\b|then (?:i|we|continue|rerun))|^suggested next"
    r"|次に|次の|次は|残り|必要です|推奨|提案|これから|いただければ|してください",
    re.I,
)
_UNDONE = late(
    r"\bnot (?:\S+ ){1,5}yet\b|\b(?:did|have|has|is|are|was|were)(?: not|n['’]t) (?:\S+ ){0,2}(?:spawn|start|run\b|commit|push|merg|deploy|publish|releas|migrat|wir)\w*|\bto finish\b|\bstill to (?:do|be)\b|\byou can now\b"
    r"|\b(?:after|once|when|until) [^.]{3,60}\b(?:lands?|(?:is|are|gets?) (?:merged|in|live|approved))\b|\bi(?:['’]d| would) (?:close|merge|ship|release|deploy|open)\b"
    r"|この後|残(?:タスク|作業|件|課題)|未(?:対応|実施|着手|コミット|プッシュ|マージ|デプロイ)|まだ[^。]{0,30}(?:ていません|ありません|ません)"
    r"|^(?:请|把|然后|最后)|^将\s?[`「“]|尚未|还没|下一步|未(?:提交|推送|测试)|bước tiếp theo|\bchưa (?:được )?(?:commit|push|chạy|test|deploy)|다음 단계|아직",
    re.I,
)
"""What closing words call undone, waiting for something, or for the person to do."""
_HEAD = late(
    r"(?:\bnext(?: steps?| actions?)?|\bremaining(?: \w+)?|\bnot (?:yet )?done(?: yet)?|\bstill (?:to do|open)|\bto finish(?: \w+){0,4}|\bto-?dos?|\bfollow-?ups?|\bwhat(?:['’]s| is) left|\b(?:left|open) (?:to do|items?)|\byou can now"
    r"|次(?:の(?:ステップ|アクション|手順|作業)|にやること|は)|残(?:り|タスク|作業|件|課題)|未(?:対応|実施|完了)(?:項目|事項)?|この後(?:の作業)?|今後(?:の(?:作業|対応|課題))?|下一步|接下来|待办|剩余\S{0,4}|bước tiếp theo|còn lại|다음 단계|남은 \S{1,6})[^.。:：]{0,24}[:：]?$",
    re.I,
)
"""A heading whose list is what comes next."""
_LATER = late(
    r"\b(?:next(?: steps?)?\b|remain(?:s|ing)|left to|not yet|still (?:need|has|have)|later|then i(?:'ll| will)?)|次に|次の|残り|未",
    re.I,
)
_PLAN_CHECKS = late(
    r"#{1,6}\s.*(?:verif|test|manual|acceptance|validation|検証|確認|テスト|验证|测试)|\*\*.*(?:verif|test plan|検証|確認).*\*\*:?\s*$",
    re.I,
)
_HEADING = late(r"#{1,6}\s|\*\*[^*]+\*\*:?\s*$")
_BY_HAND = late(r"\bmanual(?:ly)?\b|\bby hand\b|\bin (?:the|a) browser\b|手動|手で|目視|実機|ブラウザ|手动|实机", re.I)
_ITEM = late(r"\s*(?:[-*+]|\d{1,2}[.)])\s+(?:\[ \]\s*)?")
_TITLE = 60
"""Characters of a line that may be a heading without a colon."""
_UNDER = 6
"""Items told under a heading."""
_MOST = 4


def add_announced(desk: Desk, pen: Pen, facts: Facts) -> None:
    """What the agent said last that it would do or that is left, as its word."""
    since = facts.requests[-1].line if facts.requests else 0
    own = [one for one in facts.words if not one.by][-4:]
    asked = " ".join(open_questions(facts)[1])
    found: list[tuple[int, str]] = []
    for words in [one for one in own if one.line > since] or own[-1:]:
        told = _closing_steps(words) if words.final else _between(words, words is own[-1], facts)
        found += [(words.line, text) for text in told if text not in asked and not text.rstrip().endswith(("?", "？"))]
    for at, (line, text) in enumerate(found[-_MOST:]):
        forms = _form(78 + at, "next_announced", text=pen.line(text, 400), anchor=anchor(line))
        desk.add(_NEXT, "next", (6, at), forms)


def _closing_steps(words: AgentWords) -> Iterator[str]:
    """The steps that closing words name: lists under a heading of such, and sentences that say so."""
    units = units_of(words)
    at = 0
    while at < len(units):
        text = units[at]
        at += 1
        if is_row(text) or is_offer(text):
            continue
        if text.endswith((":", "：")) or len(text) <= _TITLE:
            under = _listed(units, at) if _HEAD.search(text) else []
            if under:
                at += len(under)
                more = f" … +{len(under) - _UNDER}" if len(under) > _UNDER else ""
                yield " / ".join([text, *under[:_UNDER]]) + more
                continue
        if not text.endswith((":", "：")) and (_ANNOUNCED.search(text) or _UNDONE.search(text)):
            yield text


def _listed(units: list[str], at: int) -> list[str]:
    """The units from ``at`` up to the next line that leads on or offers something."""
    end = next(
        (n for n in range(at, len(units)) if units[n].endswith((":", "：", "?", "？")) or is_offer(units[n])),
        len(units),
    )
    return units[at:end]


def _between(words: AgentWords, last: bool, facts: Facts) -> Iterator[str]:
    """What words between two actions announce, where they are the last ones and no action followed."""
    for _, worth, text in words.sentences if last else ():
        if worth < 1 or is_row(text) or not _ANNOUNCED.search(text):
            continue
        if not _carried_out(text, words.line, facts):
            yield text


def _carried_out(text: str, line: int, facts: Facts) -> bool:
    """Whether an announcement between two actions was followed by one: then it is a story, no next step."""
    return line < facts.last_action_line and not _LATER.search(text)


def add_manual_checks(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Checks by hand that the approved plan lists: no command can show them, so a reader has to know of them."""
    plan = next((one for one in reversed(facts.decisions) if one.kind == "approved"), None)
    items = list(_by_hand(plan.question)) if plan is not None else []
    if plan is None or not items:
        return
    if any(_BY_HAND.search(text) for one in facts.words if one.line > plan.line for _, _, text in one.sentences):
        return
    text = pen.line(" / ".join(items[:_MOST]), 360)
    desk.add(_NEXT, "next", (6, 90), _form(77, "next_manual", text=text, anchor=anchor(plan.line)))


def _by_hand(plan: str) -> Iterator[str]:
    """The items under a plan's headings of checks that only a person or a browser can do, each with what it leads to."""
    inside, lines = False, [line for line in plan.splitlines() if line.strip()]
    for at, line in enumerate(lines):
        if _HEADING.match(line):
            inside = bool(_PLAN_CHECKS.match(line))
        elif inside and _ITEM.match(line) and _BY_HAND.search(line):
            text = _bare(line)
            deeper = _deeper(lines, at) if text.endswith((":", "：")) else []
            yield " ".join([text, "; ".join(deeper)]) if deeper else text


def _deeper(lines: list[str], at: int) -> list[str]:
    """The items right under a line that are set further in."""
    depth = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth and end <= at + _UNDER:
        end += 1
    return [_bare(line) for line in lines[at + 1 : end]]


def _bare(line: str) -> str:
    """An item without its bullet, number or box."""
    return _ITEM.sub("", line, count=1).strip()


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
