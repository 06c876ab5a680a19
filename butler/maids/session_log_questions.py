"""What a short reply answers: the agent's newest list of options that has the one it names, else the agent's last question.

Code, drawings and quoted text hold no questions and no options.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from butler.maids.late_patterns import late
from butler.maids.session_log_words import asks, plain_sentence, safe_cut, tokens_of

MESSAGES = 8
"""The agent's messages, the newest last, in which an option is looked for."""
_NUMBERED = 3
"""Those in which a number is: numbered lists stand in many messages that offer nothing."""
_FENCE = late(r"```[^\n]*\n.*?(?:```|\Z)", re.S)
_DRAWN = late(r"[│┌┐└┘├┤┬┴┼─━═║▼▲]{2}|^\s*[│┃║]|^\s*>")
_OPTION = late(
    r"(?:[-*•]\s+|#{1,6}\s+)?(?:[|(\[]\s*)?(?:(?:Option|Question|Q|案|候補|選択肢|方案|質問|问题)\s*)?(?P<mark>\d{1,2}|[A-Ea-e])\s*(?:[)\].:|：．、]|\s[-–—]\s)",
    re.I,
)
_LONG_OPTION = late(
    r"(?:[-*•]\s+)?(?:Option|案|候補|選択肢|方案)\s*(?P<mark>\d{1,2}|[A-Ea-e])\s*(?:$|[:：.)—–-])", re.I
)
_TITLED = late(
    r"(?:#{1,6}\s+)?(?:Question|Decision|Point|Q|决策|決定|論点|论点|質問|问题|確認事項|検討事項)\s*(?:点|事項)?\s*(?P<mark>\d{1,2}|[一二三四五六七八九十])\s*(?:$|[:：.、)—–-]|\s)",
    re.I,
)
_COUNTED = {mark: str(at) for at, mark in enumerate("一二三四五六七八九十", 1)}
_FIRST = late(
    r"^[\s(\[#]*(?:option |案|候補|選択肢|方案)?(?:\d{1,2}(?:\s*[.)\]]?\s*$|\s*[,、。!！]|\s*[でがをに]|[.)\]]?\s+"
    r"(?:is|and|or|please|sounds|looks|for|with|but|then)\b)"
    r"|[A-E](?:\s*(?:$|[^\w\s])|\s*(?=[^\x00-\x7f])|\s+(?:is|and|or|please|sounds|looks|for|with|but|then|it)\b))",
    re.I,
)
_NAMED = late(r"\b(?:option|with|choose|pick|take|do|number|prefer|案|候補|方案)\s*#?(?:\d{1,2}|[A-E])\b")
_MARKS = late(r"(?<![A-Za-z0-9_.])(\d{1,2}|[A-E]|[a-e](?=\W*$))(?![A-Za-z0-9_]|\.\w)")
_ASKING = late(r"[?？]\s*$|ますか|でしょうか|どちら|選んで|教えてください")
_LEADS = late(
    r"[?？]|\b(?:do|would|should|shall|could) (?:you|i|we)\b|\b(?:which|prefer|choose|pick)\b|ますか|でしょうか|どちら|どれ|選",
    re.I,
)
_OFFERS = late(r"\boptions?\b|\bchoices?\b|案|選択肢", re.I)
_ADVISING = late(r"^(?:recommended|recommendation)\b|^推奨", re.I)
_ITEM = late(r"(?:^\s*|(?<=[\s。.;；,，、)）]))(?P<mark>\d{1,2})(?:\s?[.、)）:：](?!\d)|\s[-–—]\s)\s*")
_OR = late(r"[,—–-]?\s+or\b|それとも|あるいは|还是|還是|\bhay (?:là)?|\boder\b|\bou\b", re.I)
_ORS = (" or ", "それとも", "あるいは", "还是", "還是", "hay ", " oder ", " ou ")
_AT_THE_END = 700
"""Characters at the end of a message in which its last question stands."""
_SENTENCE = late(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_CHOICE = 160
"""Characters of the sentence in which a person chooses."""
_PAIRS = 2
"""Numbered answers that make a reply one to a list of questions."""
_LONGEST = 1500
_TITLE = 40
"""Characters under which a numbered line is the title of a question."""
_SHORT = 60


class Asked(NamedTuple):
    """A question and the text of the options that the reply names; empty where there is none."""

    question: str = ""
    chosen: str = ""


def asked_by(messages: Sequence[str], reply: str) -> Asked:
    """What ``reply`` answers among the agent's ``messages``, the newest last."""
    named = len(reply) < _SHORT and (_FIRST.match(reply) or _NAMED.search(reply))
    marks = _MARKS.findall(reply)[:4] if named else []
    if marks:
        most = _NUMBERED if marks[0].isdigit() else MESSAGES
        for message in reversed(messages[-most:]):
            found = _offered(_lines(message), [mark.upper() for mark in marks])
            if found is not None:
                return found
    last = messages[-1] if messages else ""
    if not last or not asks(last):
        return Asked()
    lines = _lines(last)
    questions = [line for line in lines if _is_question(line)]
    if not questions and marks:
        questions = [line for line in lines if _ADVISING.search(line) and len(line) > 14]
    if reply.rstrip().endswith(("?", "？")):  # a question of the person answers none of the agent's
        return Asked()
    return Asked(_said(" / ".join(dict.fromkeys(questions[-2:]))) if questions else "")


def answered_by_number(messages: Sequence[str], reply: str) -> tuple[tuple[str, str], ...]:
    """(question, answer) for each numbered part of a reply that answers a numbered list of the agent's; empty where it does not."""
    parts = _numbered(reply)
    for message in reversed(messages[-2:]) if len(parts) >= _PAIRS else ():
        lines = _lines(message)
        for options in reversed(_lists(lines)):
            marks = sorted(at for mark, at in options.items() if mark.isdigit())
            if all(mark in options for mark in parts):
                return tuple(
                    (_said(_whole(lines, options[mark], marks)), safe_cut(text, 400)) for mark, text in parts.items()
                )
    return ()


def chosen_in_words(messages: Sequence[str], reply: str) -> Asked:
    """The agent's last question "A or B?" and the first sentence of a reply that names one of the two in its words; else nothing."""
    last = messages[-1][-_AT_THE_END:] if messages else ""
    if not any(map(last.casefold().__contains__, _ORS)) or reply[:_CHOICE].rstrip().endswith(("?", "？")):
        return Asked()
    lines = _lines(last)
    question = next((line for line in reversed(lines) if _is_question(line)), "")
    said = safe_cut(_SENTENCE.split(reply.strip(), maxsplit=1)[0], _CHOICE)
    sides = [tokens_of(part) for part in _OR.split(question)]
    if len(sides) != 2 or not said or said.rstrip().endswith(("?", "？")):
        return Asked()
    own = tokens_of(said) - (sides[0] & sides[1])
    named = [own & (side - other) for side, other in (sides, sides[::-1])]
    one_side = bool(named[0]) != bool(named[1])
    return Asked(_said(question), said) if one_side and 2 * max(map(len, named)) >= len(own) else Asked()


def is_numbered(reply: str) -> bool:
    """Whether a reply is a numbered list of its own: it picks no option by its first number."""
    return len(_numbered(reply)) >= _PAIRS


def _numbered(reply: str) -> dict[str, str]:
    """The parts of a reply that is numbered from its beginning, in order from 1 (or the first that it answers)."""
    found = list(_ITEM.finditer(reply[:_LONGEST]))
    if not found or found[0].start() > 0:
        return {}
    parts: dict[str, str] = {}
    begins, mark = found[0].end(), found[0]["mark"]
    for one in found[1:]:
        if int(one["mark"]) != int(mark) + 1:
            continue
        parts[mark] = reply[begins : one.start()].strip()
        begins, mark = one.end(), one["mark"]
    parts[mark] = reply[begins:_LONGEST].strip()
    return {number: " ".join(text.split()) for number, text in parts.items() if text}


def _whole(lines: list[str], at: int, marks: list[int]) -> str:
    """A numbered question: its line, and of a short title the question under it."""
    if len(lines[at]) >= _TITLE or _is_question(lines[at]):
        return lines[at].lstrip("# ")
    end = next((mark for mark in marks if mark > at), len(lines))
    asking = next((line for line in lines[at + 1 : end] if _is_question(line)), "")
    return f"{lines[at].lstrip('# ')} {asking}".strip()


def _lines(message: str) -> list[str]:
    """The lines in which an agent speaks for itself."""
    text = _FENCE.sub("\n", message)
    lines = (line.strip().replace("**", "") for line in text.splitlines() if not _is_drawn(line))
    return [line for line in lines if line]


def _is_drawn(line: str) -> bool:
    """Whether a line is part of a drawing or a quotation."""
    return line.lstrip()[:1] == ">" if line.isascii() else _DRAWN.search(line) is not None


def _offered(lines: list[str], marks: list[str]) -> Asked | None:
    """The newest list that offers the first mark, at least two long; None where there is none."""
    return next((found for options in reversed(_lists(lines)) if (found := _chosen(lines, options, marks))), None)


def _lists(lines: list[str]) -> list[dict[str, int]]:
    """The lists of a message, each with the line of every mark; a mark that comes again begins another list."""
    found: list[dict[str, int]] = [{}]
    for at, line in enumerate(lines):
        if (option := _OPTION.match(line) or _LONG_OPTION.match(line) or _TITLED.match(line)) is None:
            continue
        mark = _COUNTED.get(option["mark"], option["mark"].upper())
        if mark in found[-1]:
            found.append({})
        found[-1][mark] = at
    return found


def _chosen(lines: list[str], options: dict[str, int], marks: list[str]) -> Asked | None:
    """What the marks choose of one list."""
    alike = [at for mark, at in options.items() if mark.isdigit() == marks[0].isdigit()]
    if marks[0] not in options or len(alike) < 2:
        return None
    question = _question(lines, min(alike))
    if marks[0].isdigit() and not question:
        return None
    chosen = [_said(lines[options[mark]]) for mark in marks if mark in options]
    return Asked(question, safe_cut(" / ".join(dict.fromkeys(chosen)), 300))


def _question(lines: list[str], first: int) -> str:
    """The words that offer a list: those right before it, else the question after it, else the last one before."""
    lead = lines[first - 1] if first else ""
    if _LEADS.search(lead) and lead.rstrip(" _*").endswith((":", "：", "?", "？", "。")):
        return _said(lead)
    after = next((line for line in lines[first + 1 :] if _is_question(line)), "")
    before = next((line for line in reversed(lines[:first]) if _is_question(line)), "")
    return _said(after or (lead if _OFFERS.search(lead) else before))


def _is_question(line: str) -> bool:
    return line.rstrip(" _*").endswith(("?", "？")) or (not line.isascii() and bool(_ASKING.search(line)))


def _said(line: str) -> str:
    return safe_cut(plain_sentence(line), 300)
