"""What the agent's closing words leave for the next session: an offer, what was left by its word, or nothing that is known.

A request whose answer stands in the document is no next step. What an earlier closing message called left is told with the
deed that came after it; what was carried out since is not told at all.
"""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Line, Said, Value, said
from butler.capabilities.session_log.facts import AgentWords, Facts
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_replies import is_offer, units_of
from butler.maids.handover_wording import anchor, ends_in_words, is_row, last_request, last_words
from butler.maids.late_patterns import late
from butler.maids.session_log_words import tokens_of

_NEXT = "NEXT_ACTION"
_LEFT = late(
    r"\b(?:what(?:['’]s| is) left|left to do|remaining (?:work|steps?|tasks?|items?)|once (?:\w+ ){0,4}merged|after (?:the |this )?(?:pr|merge)\b|when (?:you(?:['’]re| are) )?ready|"
    r"still (?:needs?|has|have) to|you(?:['’]ll| will)? (?:still )?need to|(?:is|are|was|were|has|have|did)(?: not|n['’]t) (?:yet )?(?:been )?(?:pushed|committed|merged|deployed|released|published|migrated|registered|wired)|"
    r"not yet (?:pushed|committed|merged|deployed|released|published|migrated|done|implemented)|next (?:steps?|actions?):)"
    r"|次(?:の|にやる)?(?:アクション|ステップ|手順|こと)(?:は|：|:)|残(?:り|作業|タスク)(?:は|：|:)|まだ(?:push|プッシュ|コミット|マージ|デプロイ|反映)|未(?:コミット|プッシュ|マージ|デプロイ)|còn (?:một |lại )|还(?:需要|没有)|尚未",
    re.I,
)
_TRIES = late(
    r"\byou can (?:try|fix|do|test|now)\b|\bplease (?:try|run|re-?run|test|check|restart|reload|confirm|send|share|verify)\b|^(?:now )?(?:try (?:again|it|to|this|running)\b|(?:re-?run|restart|reload)\b|test (?:it|this|that|again|with|by|on|in|the)\b)"
    r"|\blet me know (?:if|how|whether|what)\b|\btell me (?:if|what|whether|how)\b|\bsend me\b|\bpaste (?:the|me|your)\b"
    r"|試してみて|お試し|(?:試|再起動|再実行|実行|確認|再読み込み)し?て(?:ください|みて)|教えてください|你可以(?:这样|先|再|试|按|尝试)|请(?:你|您)?(?:重新|再|先|试|把|告诉|重启|运行|确认)|发给我|告诉我"
    r"|(?:해|시도해|확인해|실행해|보내)\s?(?:주세요|보세요)|알려\s?주세요",
    re.I,
)
"""A sentence that asks the person to try or to report something."""
_DRAFT = late(r"^\W*(?:Subject|Betreff|Objet|Asunto|件名|主题|主旨|제목)\W{0,3}[:：]", re.I)
_DEEDS = (
    (late(r"\bpush|プッシュ", re.I), "push"),
    (late(r"\bmerge|マージ|\bpr\b", re.I), "merge"),
    (late(r"\bcommit|コミット", re.I), "commit"),
)
_QUOTED = late(r"`([^`\n]{3,160})`")
_NAME = late(r"`[^`\n]{3,60}`")
_TURNS = 3
"""Closing messages before the last one in which something left is looked for."""
_MOST = 2
_OFFERS = 2
_SAME_WORDS = 3
"""Distinctive words that a later request shares with what was left: the person came back to it."""


def add_offer(desk: Desk, pen: Pen, facts: Facts) -> None:
    """The last offers of the words at the end with what each leads to, a message written out, what the person is to try."""
    words = _closing(facts)
    if words is None:
        return
    units, at_line = units_of(words), anchor(words.line)
    draft = next((one for one in units if _DRAFT.match(one)), "")
    if draft:
        desk.add(_NEXT, "next", (2, -1, 0), _form(87, "next_draft", text=pen.line(draft, 160), anchor=at_line))
    offers = [at for at, one in enumerate(units) if is_offer(one)][-_OFFERS:]
    for rank, at in enumerate(offers):
        words_of = pen.line(_whole(units, at), 320)
        desk.add(_NEXT, "next", (2, -1, 1 + rank), _form(86 + rank, "next_offer", text=words_of, anchor=at_line))
    tried = next((at for at, one in enumerate(units) if _TRIES.search(one) and not is_offer(one)), None)
    if tried is not None and not offers:
        steps = pen.line(_whole(units, tried), 320)
        desk.add(_NEXT, "next", (2, -1, 9), _form(85, "next_tried", text=steps, anchor=at_line))


def add_left(desk: Desk, pen: Pen, facts: Facts) -> None:
    """What the closing messages before the last one called left, where nothing shows that it was done since."""
    last = last_words(facts)
    before = [one for one in facts.words if one.final and not one.by and one is not last][-_TURNS:]
    found: list[tuple[AgentWords, str]] = []
    for words in before:
        units = units_of(words)
        told = [at for at, text in enumerate(units) if _LEFT.search(text) and not is_row(text) and not is_offer(text)]
        found += [(words, _whole(units, at)) for at in told[-1:] if not _came_up_again(words, _whole(units, at), facts)]
    for at, (words, text) in enumerate(found[-_MOST:]):
        deed = _deed_after(words.line, facts)
        more: dict[str, Value] = {"deed": anchor(deed)} if deed else {}
        key = "next_said_before" if deed else "next_said_left"
        desk.add(
            _NEXT, "next", (6, -9, at), _form(72 + at, key, text=pen.line(text, 300), anchor=anchor(words.line), **more)
        )


def add_nothing(desk: Desk, facts: Facts, missing: tuple[Said, ...]) -> None:
    """Where nothing else is next: that the person has to say it; ``missing``: what keeps or sends the work and was not seen."""
    words, last = _closing(facts), last_request(facts)
    if words is not None and last is not None and not desk.holds(_NEXT):
        key = "next_pending" if desk.holds("BLOCKED / PENDING") else "next_nothing"
        more: dict[str, Value] = {"missing": missing} if missing and key == "next_nothing" else {}
        key = "next_unsent" if more else key
        forms = _form(88, key, anchor=anchor(last.line), words=anchor(words.line), **more)
        desk.add(_NEXT, "next", (9, 999), forms)


def _whole(units: list[str], at: int) -> str:
    """A sentence with the first of what it leads to."""
    return " / ".join([units[at], *(units[at + 1 : at + 5] if units[at].endswith((":", "：")) else ())])


def is_closed(facts: Facts) -> bool:
    """Whether the agent's closing words follow the last request."""
    return _closing(facts) is not None


def _closing(facts: Facts) -> AgentWords | None:
    """The words with which the agent ended after the last request; None where it was still at work."""
    words, last = last_words(facts), facts.requests[-1] if facts.requests else None
    if words is None or last is None or words.line <= last.line or (facts.turn_open and not ends_in_words(facts)):
        return None
    if not words.final or words.line <= max(facts.last_action_line, facts.last_look_line):
        return None
    return words


def _came_up_again(words: AgentWords, text: str, facts: Facts) -> bool:
    """Whether what was left was done since, as far as commands tell, or the person spoke of it again."""
    since = words.line
    ran = [step for line, step in facts.steps if line > since] + [move for line, move in facts.moves if line > since]
    for quoted in _QUOTED.findall(text):
        head = " ".join(quoted.split()[:2])
        if any(head in step for step in ran):
            return True
    done = {
        "push": any(line > since for line, _ in facts.pushes) or facts.in_step > since,
        "commit": any(one.line > since for one in facts.standing),
        "merge": any("merge" in step for step in ran),
    }
    if any(done[name] for pattern, name in _DEEDS if pattern.search(text)):
        return True
    names = _NAME.findall(text)
    told = [" ".join(units_of(one)) for one in facts.words if one.line > since and one.final and not one.by]
    if names and any(all(name in later for name in names) for later in told):
        return True
    mine = tokens_of(text)
    return any(len(mine & tokens_of(one.text)) >= _SAME_WORDS for one in facts.requests if one.line > since)


def _deed_after(line: int, facts: Facts) -> int:
    """The first commit, push or edit after a line; 0 where there is none."""
    deeds = [one.line for one in facts.standing] + [at for at, _ in facts.pushes]
    deeds += [one.last_line for one in facts.files if one.edits]
    return min((at for at in deeds if at > line), default=0)


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
