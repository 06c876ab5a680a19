"""What waits for the person at the end: a question or offer of the agent, a plan that was refused; and the orders given.

A question at the end of a turn is open when nobody answered it, whether the client records ends of turns or not. Its options
are told with it: without them the next session can only ask again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from butler.capabilities.session_log.facts import AgentWords, Decision, Facts, Request
from butler.maids.handover_requests import orders, shown_requests
from butler.maids.handover_wording import is_row, last_words
from butler.maids.late_patterns import late

_ASKS = late(r"[?？](?=[\s\"'”’」』)*_]|$)|ますか|でしょうか|want me to|would you like|let me know", re.I)
_OFFERS = late(
    r"\b(?:options?|choices|alternatives|would you like|do you want|want me to|which|either)\b[^:：]{0,80}[:：]$|(?:選択肢|どちら|いずれか|どれ|案)[^:：]{0,40}[:：]$",
    re.I,
)
_CODE = late(r"`[^`\n]*`")
_CHOOSES = late(r"\bwhich\b|どちら|どれ|いずれ", re.I)
_WANTS = late(
    r"\bi(?:['’]d like| want| prefer)\b|したい|tôi muốn|\bquiero\b|\bich (?:will|möchte)\b|\bje (?:veux|préfère)\b|хочу|我(?:想|要)",
    re.I,
)
_HOW = late(
    r"\bhow (?:do|can|could|should|would|to)\b|\bwhat(?:['’]s| is) the (?:best )?way to\b|どう(?:すれば|したら|やれば|やって)|方法(?:を教え|は[?？]?$)|怎么(?!了)|如何|怎样|어떻게"
    r"|\blàm (?:ntn|thế nào|sao|cách nào)\b|\bnhư thế nào\b|\bntn\b|\bcómo (?:puedo|se)\b|\bwie (?:kann|soll|mache) ich\b|\bcomment (?:faire|puis)",
    re.I,
)
"""How somebody asks for a way of doing something, with or without a question mark."""
_OPTIONS = 4
_ROOM = 420


def open_questions(facts: Facts) -> tuple[int, list[str]]:
    """The line of the agent's last words where they ask or offer something, and what: a question, or options."""
    last = last_words(facts)
    if last is None or not facts.requests or last.line <= facts.requests[-1].line:
        return 0, []
    if not last.final and last.line <= facts.last_action_line:
        return 0, []
    return last.line, _asked(last)


def refused_plan(facts: Facts) -> Decision | None:
    """The last plan, where the person refused it and nothing was edited since."""
    verdicts = [one for one in facts.decisions if one.kind in ("approved", "refused")]
    if not verdicts or verdicts[-1].kind != "refused":
        return None
    since = verdicts[-1].line
    later = any(one.line > since and one.kind == "prompt" for one in facts.requests)
    return None if later or any(one.edits and one.last_line > since for one in facts.files) else verdicts[-1]


def deciding_requests(facts: Facts) -> list[Request]:
    """Requests that order or choose something and hold, newest first; answers stand among the decisions already."""
    answers = {one.line for one in facts.decisions}
    shown = [one for one in shown_requests(facts)[1:] if one.line not in answers and one.state != "superseded"]
    return [one for one in reversed(shown) if one.kind != "slash" and orders(one) and not _only_asks(one)]


def _only_asks(one: Request) -> bool:
    """Whether a request says what somebody wants, and then asks about it or how to do it: nothing is ordered yet."""
    if not one.text.rstrip(" \"'」』”").endswith(("?", "？")) and not _HOW.search(one.text):
        return False
    return not orders(replace(one, text=_WANTS.sub(" ", one.text)))


def _asked(last: AgentWords) -> list[str]:
    texts = [text for _, _, text in last.sentences if not is_row(text)]
    lead = next((at for at, text in enumerate(texts) if _OFFERS.search(text)), None)
    if lead is not None and lead + 1 < len(texts):
        return [f"{texts[lead]} {_within(texts[lead + 1 : lead + 1 + _OPTIONS])}"]
    questions = [at for at, text in enumerate(texts) if _ASKS.search(_CODE.sub("", text))]
    if not questions:
        return []
    if _CHOOSES.search(texts[questions[-1]]) and questions[-1]:
        before = texts[max(0, questions[-1] - 3) : questions[-1]]
        return [f"{_within(before)} — {texts[questions[-1]]}"]
    return [texts[at] for at in questions[-2:]]


def _within(texts: Sequence[str]) -> str:
    """As many of the texts as there is room for."""
    kept: list[str] = []
    for text in texts:
        if kept and sum(map(len, kept)) + len(text) > _ROOM:
            break
        kept.append(text)
    return " / ".join(kept)
