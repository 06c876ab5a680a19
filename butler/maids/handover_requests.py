"""The person's requests in CURRENT_STATE, each with the agent's closing words under it.

Every request keeps a short form before any of them gets long; orders, choices and the first requests are the last to go, then
what was pasted, and bits of a sentence sent by themselves (a client that sends at each line break). The newest say more.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import AgentWords, Claim, Facts, Request
from butler.maids.handover_broken import broken_off
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_claims import settled
from butler.maids.handover_left_out import taken_up, with_left_out
from butler.maids.handover_overtaken import Later
from butler.maids.handover_replies import best_unit, best_words, top_worth
from butler.maids.handover_wording import anchor, last_words
from butler.maids.late_patterns import late
from butler.maids.session_log_shorten import is_paste, shorten_request
from butler.maids.session_log_words import must_count, tokens_of
from butler.records import dataclass

_SECTION, _GROUP = "CURRENT_STATE", "requests"
_ORDERS = late(
    r"\b(?:from now\b|always|never|must(?: not)?|do not|don'?t|adopt(?:ed)?|i (?:chose|decided|prefer|want)|let'?s (?:go|use|drop|keep|bump|just|not)|"
    r"drop|instead of|no longer|in parallel|keep it|not the (?:appropriate|right)|rather than)\b"
    r"|\b(?:remember to|be sure to)\b|今後|これから|必ず|常に|絶対|しないで|禁止|採用|に決め|にします|したい|(?:候補|案|方針)\s*\w{0,3}\s*で(?:進めて|お願い|行)"
    r"|\b(?:tôi muốn|đừng|không được|luôn luôn|quiero|nhớ|hãy|siempre|nunca|ich (?:will|möchte)|immer|niemals|je (?:veux|préfère)|toujours|jamais|хочу|всегда|никогда)\b|我(?:想|要)|不要|必须|记得|务必",
    re.I,
)
_PRINTED = late(
    r"\s*(?:hint|error|fatal|remote|warning|note):|\s*! \[|(?:\([\w.-]+\) ?)?[\w.-]+@[\w.-]+[:~].{0,200}[$#%] ", re.I
)
"""What a terminal prints around git: its words order nothing."""
_SENTENCE = late(r"(?<=[.!?。！？])\s+|(?<=[。！？])|\n+")
_BIDS = late(
    r"\W*(?:(?:ok(?:ay)?|and|so|then|also|but)\b[ ,]*)*(?:can|could|would|will) (?:you|we)\b|\W*(?:please|let['’]?s)\b|.{0,200}(?:ください|もらえ|くれ|お願い)",
    re.I,
)
"""A question that is a request."""
_ASKS = late(r"[?？]\s*$|教えて(?:ください)?[。.]?\s*$|ますか[。.]?\s*$")
_WANTS_ANSWER = late(
    r"[?？]\s*$|(?:^|\n)(?:(?:so|and|but|ok(?:ay)?|h+m+|u+h+m*|oh|well|wait),? )*(?:what|why|how|which|where|when|do you|does|did|is|are|can|should)\b"
    r"|教えて|(?:ますか|ですか|なぜ|何故)|为什么|什么|啥|怎么|哪里|是否|[吗呢][。]?\s*$|(?:나요|까요|인가요|뭐야|왜)|\b(?:tại sao|là gì|thế nào|giải thích|khi nào)\b",
    re.I,
)
"""A request that is answered in words: those matter as much as what was done."""
_MARKED_KINDS = ("queued", "slash", "rejection", "verdict", "shell")
_SHORT = 120
_PROSE = 600
"""A person's own sentences up to this size are not shortened while there is room for anything of less worth."""
_NEWEST = 6
_LED_TO_EDITS = 6
"""What a closing message gains where its turn gave a file its last form."""
_MANY = 20
"""Requests that a document of the usual size has room for."""
_STRONG = 11
"""The worth of a closing sentence that names a cause and what was done."""
_LINE = 170
"""Characters of closing words under a request while room is short."""
_LEAST_TOLD = 66
"""What the first line of closing words is worth: more than a third line of others."""
_BRIEF = 400
"""Characters of closing words that say all in a line or two."""
_BARE = 80
"""Characters of a request that may need the question it answers to be understood."""
_TELLING = 6
"""The least worth of a sentence among them, but for the best one."""
_SOON = 6
"""Messages after a request among which one may answer it on the way."""
_SPEAKS_OF = 3
"""Distinctive words of a request that such a message has."""
_BIT = 24
"""Characters of a message that is only a part of one."""


@dataclass(frozen=True, slots=True)
class _Writer:
    """What writes a request with the closing words under it."""

    pen: Pen
    claims: Sequence[Claim]
    edits: Sequence[int]
    shared: Counter[int | None]
    later: Later
    broken: Mapping[int, Said]
    taken: Mapping[int, frozenset[str]]

    def request(self, one: Request, limit: int, reply: AgentWords | None = None, size: int = 0) -> Line:
        """A request in about ``limit`` characters, with at most ``size`` of the closing words."""
        pen = self.pen
        parts: dict[str, Value] = {"anchor": anchor(one.line), "state": _state(pen, one, self.broken.get(one.line))}
        text = shorten_request(pen.clean(one.text), limit)
        kind = f"request_{one.kind}" if one.kind in _MARKED_KINDS else "request"
        if one.asked and limit > _SHORT and len(one.text) < _BARE:
            parts["state"] = said("request_asked", state=parts["state"], question=pen.line(one.asked, 260))
        if one.refused:
            kind = "request"
            parts["state"] = said("request_refused", state=parts["state"], call=pen.code(one.refused, 120))
        if one.repeats > 1:
            kind, parts["times"] = "request_repeated", one.repeats
        words = self._reply(one, reply, size)
        if text.count("\n") >= 3 and len(text) > 240:
            return Line(said(kind, **parts, text=""), pen.block(text, limit + 400), words)
        quoted = said("quoted", text=pen.line(text, limit + 60, verbatim=True))
        return Line(said(kind, **parts, text=said("request_with_reply", text=quoted, reply=words) if words else quoted))

    def edited(self, one: Request, reply: AgentWords | None) -> bool:
        """Whether a file got its last form between a request and the words that closed it."""
        return reply is not None and bisect_left(self.edits, reply.line) > bisect_right(self.edits, one.line)

    def _then(self, one: Request, reply: AgentWords, text: Value) -> Value:
        """Closing words with the edit that came after them before the request was answered: they tell of the state before it."""
        at = bisect_right(self.edits, reply.line)
        end = (one.evidence_line or 0) if one.state in ("answered", "done") else 0
        if at == len(self.edits) or self.edits[at] >= end:
            return text
        return said("spoken_end", text=text, mark=said("words_then", anchor=anchor(self.edits[at])))

    def _reply(self, one: Request, reply: AgentWords | None, size: int) -> Said | str:
        """The closing words; their anchor where the state does not tell it."""
        least = _TELLING if size <= _LINE * 3 // 2 else 0
        if reply is not None:  # one turn for several requests has more to say
            size *= max(1, min(3, self.shared[reply.line]))
        done = self.taken.get(reply.line, frozenset()) if reply is not None else ()
        sentences = (best_words(reply, size, least, done) or best_unit(reply)) if reply is not None else []
        if reply is None or not sentences:
            return ""
        told = one.state == "answered" and one.evidence_line == reply.line
        text = self.later.told(self.pen, self.claims, reply.line, sentences, on_the_way=not reply.final)
        if reply.final:
            text = self._then(one, reply, with_left_out(text, reply, sentences))
        key = "reply" if reply.final else "reply_on_the_way"
        return said(key, anchor="" if told else f"{anchor(reply.line)} ", text=text)


def add_requests(desk: Desk, pen: Pen, materials: Materials, facts: Facts, later: Later) -> None:
    """All requests but bare go-aheads and picked options (those are decisions), and the goal that the client tracks."""
    shown = shown_requests(facts)
    replies = replies_of(facts)
    edits = sorted(one.last_line for one in facts.files if one.edits)
    shared = Counter(one.evidence_line for one in shown if one.state == "answered")
    writer = _Writer(
        pen, settled(facts, materials.issue), edits, shared, later, broken_off(facts), _taken(facts, replies)
    )
    first_real = next((at for at, one in enumerate(shown) if not one.trivial), 0)
    crowd = max(0, len(shown) - _MANY) // 4
    for at, one in enumerate(shown):
        last = len(shown) - 1 - at
        reply = replies.get(one.line)
        if at == first_real or not last:
            forms = _ends(writer, one, reply, first=at == first_real)
        else:
            strength = top_worth(reply) if reply is not None else 0
            strength += _LED_TO_EDITS * writer.edited(one, reply)
            forms = _middle(
                writer,
                one,
                reply,
                _worth(one, at - first_real, last, strength, crowd),
                last=last,
                crowd=crowd,
                strength=strength,
            )
        desk.add_growing(_SECTION, _GROUP, (one.line, at), forms)
    if facts.goal:
        status = pen.line(facts.goal_status, 30)
        goal = said("goal", text=pen.line(facts.goal, 500), status=status)
        desk.add(_SECTION, _GROUP, (0, -1), Form(90, Line(goal)))


def shown_requests(facts: Facts) -> list[Request]:
    """The requests that are printed."""
    return [one for one in facts.requests if one.kind != "answer" and not (one.trivial and one.size < 100)]


def orders(one: Request) -> bool:
    """Whether a request orders or chooses something in the person's own words."""
    if len(one.text) >= _SHORT // 2 and "[template " in one.text[-_SHORT:]:  # what was typed after a command
        return True
    if is_paste(one.text):
        return False
    own = "\n".join(line for line in one.text[:_PROSE].splitlines() if not _PRINTED.match(line))
    return any(_ORDERS.search(told) for told in _SENTENCE.split(own) if not _is_wondering(told))


def _is_wondering(sentence: str) -> bool:
    """Whether a sentence asks; one that asks the agent to do something orders it."""
    return sentence.rstrip(" \"'」』”").endswith(("?", "？")) and not _BIDS.match(sentence)


def replies_of(facts: Facts) -> dict[int, AgentWords]:
    """The closing words under each printed request, by its line; of one turn's requests the last has them.

    The agent's very last words are not among them: they stand where the work stopped. A request that came while the agent was
    at work has the words on the way that speak of it, where there are any.
    """
    finals = {one.line: one for one in facts.words if one.final and not one.by and one is not last_words(facts)}
    lines = sorted(line for line in finals if line > facts.since_line)
    said_at = sorted(one.line for one in facts.requests)
    found: dict[int, int] = {}
    for one in shown_requests(facts):
        at = bisect_right(said_at, one.line)
        end = said_at[at] if at < len(said_at) else facts.last_line + 1
        own = lines[bisect_right(lines, one.line) : bisect_left(lines, end)]
        if own:
            found[own[-1]] = one.line
        elif one.state == "answered" and one.evidence_line in finals and one.evidence_line > facts.since_line:
            found.setdefault(one.evidence_line, one.line)
            found[one.evidence_line] = max(found[one.evidence_line], one.line)
    told = {request: finals[line] for line, request in found.items()}
    return {**_on_the_way(facts, said_at, told), **told}


def _on_the_way(facts: Facts, said_at: list[int], told: Mapping[int, AgentWords]) -> dict[int, AgentWords]:
    """For requests without closing words of their own: the words before the next request that speak most of what they ask."""
    own = [one for one in facts.words if not one.by and not one.final and one.line > facts.since_line]
    lines = [one.line for one in own]
    found: dict[int, AgentWords] = {}
    for one in shown_requests(facts)[:-1]:
        if one.line in told or len(one.text) > _PROSE:
            continue
        at = bisect_right(said_at, one.line)
        end = said_at[at] if at < len(said_at) else facts.last_line + 1
        mine = tokens_of(one.text)
        between = own[bisect_right(lines, one.line) : bisect_left(lines, end)][:_SOON]
        ranked = [(len(mine & tokens_of(" ".join(text for _, _, text in words.sentences))), words) for words in between]
        best = max(ranked, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] >= _SPEAKS_OF:
            found[one.line] = best[1]
    return found


def _worth(one: Request, at: int, last: int, strength: int, crowd: int) -> int:
    """What the short form of a request between the first and the last is worth.

    In a crowd those whose answer tells much and those that order or choose stay; a question alone is the first to go.
    """
    text = one.text[:_PROSE]
    ordering = orders(one) or at <= 2
    worth = 86 - last // 3 if last < _NEWEST else 80 - min(10, (last - _NEWEST) // 4)
    if is_paste(one.text):
        worth -= 8 * (strength < _STRONG)
    elif not (crowd and _ASKS.search(text)):
        worth += min(9, 3 * must_count(text))
    worth += (14 if crowd else 8) * ordering + min(12 if crowd else 8, max(0, strength - 8))
    if last >= _NEWEST and not ordering:
        worth -= 6 * (len(text) < _BIT) + 4 * bool(_ASKS.search(text))
        worth -= min(12, crowd) if strength < _STRONG else 0
    worth -= 30 if (one.state == "superseded" and at > 2) or one.trivial else 0
    return min(95, worth)


def _ends(writer: _Writer, one: Request, reply: AgentWords | None, *, first: bool) -> Iterator[Form]:
    """The first and the last request: long, and longer while there is room."""
    top = 97 if first else 96
    whole = 66 if one.state == "superseded" else 95
    least = 160 if one.state == "superseded" else 300
    yield Form(top, writer.request(one, least))
    yield Form(whole, writer.request(one, 700))
    if reply is not None:
        yield Form(min(80, 66 + top_worth(reply)), writer.request(one, 700, reply, 200))
    size = 400 if reply is not None else 0
    (limit, less), (longest, least_less) = ((1500, 48), (3000, 62)) if is_paste(one.text) else ((1500, 34), (3000, 58))
    yield Form(top - less, writer.request(one, limit, reply, size))
    if reply is not None:
        yield Form(52, writer.request(one, limit, reply, size := 900))
    yield Form(top - least_less, writer.request(one, longest, reply, size))
    if reply is not None:
        yield Form(33, writer.request(one, longest, reply, 1800))
        yield Form(20, writer.request(one, longest, reply, 3600))


def _middle(
    writer: _Writer, one: Request, reply: AgentWords | None, worth: int, *, last: int, crowd: int, strength: int
) -> Iterator[Form]:
    """The others: a line, the closing words, the person's own sentences whole, then what was pasted and more words."""
    paste = is_paste(one.text)
    short = _SHORT if one.text.isascii() or paste else _SHORT * 2 // 3
    short *= 1 + (crowd > 0 and orders(one))
    full = 220 if paste else _PROSE
    yield Form(worth, writer.request(one, short))
    whole = 72 - 10 * paste
    if reply is None:
        yield Form(whole, writer.request(one, full))
        yield Form(worth - 36, writer.request(one, 1200))
        return
    brief = not crowd and reply.size <= _BRIEF
    asks = not paste and bool(_WANTS_ANSWER.search(one.text[:_PROSE]))
    told = 54 + 6 * brief + 3 * asks + min(16, strength) + (4 if last < _NEWEST else 0) - min(8, last // 4)
    if crowd and strength >= _STRONG:
        told = max(told, worth - 2)
    told = told if paste else max(told, _LEAST_TOLD + 4 * asks)
    more = told - 10 + (6 if last < _NEWEST else 0)
    line = _LINE if asks else _LINE * 2 // 3 if crowd else _LINE * 3 // 2 if brief else _LINE
    second = writer.request(one, short, reply, line) if told >= whole else writer.request(one, full)
    yield Form(max(told, whole), second)
    yield Form(min(told, whole), writer.request(one, full, reply, line))
    yield Form(more, writer.request(one, full, reply, 420))
    yield Form(more - 12, writer.request(one, full, reply, 800))
    yield Form(min(more - 6, worth - 36), writer.request(one, 1200, reply, 1200))
    yield Form(30, writer.request(one, 1600, reply, 2400))


def _taken(facts: Facts, replies: Mapping[int, AgentWords]) -> dict[int, frozenset[str]]:
    """By the line of closing words, the items of their lists that a later request or closing message takes up."""
    told = [(one.line, one.text) for one in facts.requests]
    told += [(one.line, " ".join(text for _, _, text in one.sentences)) for one in facts.words if one.final]
    words = [(line, tokens_of(text)) for line, text in told]
    return {
        reply.line: taken_up(reply, [mine for line, mine in words if line > reply.line]) for reply in replies.values()
    }


def _state(pen: Pen, one: Request, broken: Said | None = None) -> Said:
    """What became of a request; ``broken``: what is told of one whose turn was broken off."""
    if one.state == "done":
        name = f"evidence_{one.evidence}" if one.evidence in ("person", "plan", "push") else ""
        words: Value = said(name) if name else pen.line(one.evidence, 60)
        return said("state_done", evidence=words, anchor=anchor(one.evidence_line or one.line))
    if one.state == "answered" and one.evidence:
        return said("state_gone", evidence=pen.line(one.evidence, 60), anchor=anchor(one.evidence_line or one.line))
    if one.state in ("superseded", "answered"):
        return said(f"state_{one.state}", anchor=anchor(one.evidence_line or one.line))
    if one.kind == "shell":
        return said("state_ran")
    return said("state_open") if broken is None else broken
