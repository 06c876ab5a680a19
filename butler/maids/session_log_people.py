"""What the person said and what the agent said, folded in order and bounded."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from butler.capabilities.session_log.facts import AgentOrder, AgentWords, Decision, Request, RequestKind
from butler.capabilities.session_log.models import Answer, Message, PlanVerdict, Speaker, Withdrawn
from butler.maids.late_patterns import late
from butler.maids.session_log_instructions import hard_rules
from butler.maids.session_log_plan_text import shorten_plan
from butler.maids.session_log_questions import (
    MESSAGES,
    Asked,
    answered_by_number,
    asked_by,
    chosen_in_words,
    is_numbered,
)
from butler.maids.session_log_requests import Evidence, corrects, judged
from butler.maids.session_log_shorten import shorten_request
from butler.maids.session_log_words import (
    consents,
    is_interrupt,
    is_trivial,
    limits_in,
    person_text,
    picks_option,
    safe_cut,
)
from butler.maids.session_log_worth import sentences, speaks, telling
from butler.records import dataclass

_REQUESTS = 300
_WORDS = 260
_HELD = 390
"""Messages that are held before those beyond ``_WORDS`` are thinned out at once."""
_HELD_TEXT = 30_000
_FIRST = 4000
_LATER = 1600
_KINDS: dict[str, RequestKind] = {
    "typed": "prompt", "queued": "queued", "slash_command": "slash", "shell": "shell", "rejection": "rejection", "note": "prompt",
}  # fmt: skip
_SKILLS = late(r"^## Skills\b", re.M)
_CLIENT_COMMAND = late(
    r"/(?:clear|compact|model|exit|quit|cost|login|logout|config|status|resume|mcp|permissions|doctor|context|usage|effort|rewind|ide|help|memory|"
    r"rate-limit-options|upgrade|feedback|bug|privacy-settings|extra-usage|stats|insights|todos|tasks|skills|export|rename|copy|btw|output-style|statusline|"
    r"install-github-app|keybindings|sandbox|remote-control|mobile|desktop|chrome|add-dir|agents|hooks|plugin|release-notes|terminal-setup|vim|theme|fast)\b"
)
_SENDER = late(r'\bteammate_id="([^"]+)"')
_FIRST_ORDERS, _LAST_ORDERS = 3, 5
_NO_INSTRUCTIONS = late(r"^\s*(?:## Skills|<(?:environment|skills|permissions|collaboration))", re.I)


@dataclass(slots=True)
class Spoken:
    """One message of the agent, its sentences weighed when somebody asks: most of a long log is thinned out before."""

    line: int
    at: str | None
    final: bool
    text: str
    size: int
    by: str = ""
    _sentences: tuple[tuple[int, int, str], ...] | None = None
    _rough: float | None = None

    @property
    def sentences(self) -> tuple[tuple[int, int, str], ...]:
        """As ``AgentWords.sentences``."""
        if self._sentences is None:
            self._sentences = sentences(self.text)
        return self._sentences

    def worth(self) -> tuple[bool, int]:
        """How long it should stay: whether it ends a turn, and its best sentence."""
        return self.final, max(worth for _, worth, _ in self.sentences)

    def rough_worth(self) -> float:
        """The same, told by single words: what tells much in few words stays, and a little more what ends a turn."""
        if self._rough is None:
            self._rough = telling(self.text) / (1 + self.size / 600)
        return self._rough + 2 * self.final

    def frozen(self) -> AgentWords:
        """As a fact."""
        return AgentWords(self.line, self.at, self.final, self.sentences, self.size, self.by)


class People:
    """Requests, decisions, the agent's words and instructions of one log; bounded."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.decisions: list[Decision] = []
        self.instructions: dict[str, int] = {}
        self.orders: list[AgentOrder] = []
        self.dropped: dict[str, int] = {}
        self.withdrawn = 0
        self._words: list[Spoken] = []
        self._long = False
        self._seen: dict[str, int] = {}
        self._refused = ""
        self._said: list[str] = []
        self.turns_begun = False
        self.broken = self.spoke = 0
        self._last: tuple[int, str, str | None] = (0, "", None)

    def message(self, entry: Message) -> bool:
        """One message; True when it is a request of the person."""
        if entry.speaker == "agent" and entry.channel != "compaction_summary":
            if entry.channel in ("commentary", "final", "note"):
                self._agent(entry)
            return False
        if entry.channel == "compaction_summary":
            if not self.requests:
                self.told(entry.line, entry.at, entry.text, "compaction")
            return False
        if entry.channel == "notification":
            self._ordered(entry)
        if entry.channel == "injected" or entry.speaker == "system":
            self._injected(entry)
            return False
        if _is_person(entry.speaker, entry.channel):
            return self._person(entry)
        return False

    def turn_finished(self) -> None:
        """The turn ended: the agent's last words were its final ones."""
        self._mark_final()

    def _mark_final(self) -> None:
        if self._words and not self._words[-1].by and self._words[-1].line > self.broken:
            self._words[-1].final = True

    def _ended(self) -> bool:
        """Whether an end of the turn of the last request is known: what the agent said later answers a notice of its client."""
        asked = self.requests[-1].line if self.requests else 0
        return any(one.final for one in takewhile(lambda one: one.line > asked, reversed(self._words)))

    def answer(self, entry: Answer) -> None:
        """An answer to the agent's question tool: a request and a decision."""
        question = safe_cut(" ".join(entry.question.split()), 400)
        text = safe_cut(person_text(entry.answer), _LATER)
        options = tuple(safe_cut(" ".join(one.split()), 120) for one in entry.options[:6])
        self.decisions.append(Decision(entry.line, "answer", question, text, options=options))
        self._add(Request(entry.line, entry.at, text, "answer", asked=question, size=len(entry.answer)))

    def verdict(self, entry: PlanVerdict) -> None:
        """A plan that was approved or refused, with the person's words."""
        plan = shorten_plan(entry.text, 4000)
        words = safe_cut(person_text(entry.words), _LATER)
        kind = "approved" if entry.approved else "refused"
        self.decisions.append(
            Decision(entry.line, "approved" if entry.approved else "refused", plan, words, entry.path)
        )
        if words and not (kind == "approved" and is_trivial(words)):
            self._add(Request(entry.line, entry.at, words, "verdict", size=len(entry.words)))

    def withdraw(self, entry: Withdrawn) -> None:
        """What the person said on an abandoned branch no longer holds."""
        kept = [one for one in self.requests if not entry.from_line <= one.line <= entry.line]
        self.withdrawn += len(self.requests) - len(kept)
        self.requests = kept
        self.decisions = [one for one in self.decisions if not entry.from_line <= one.line <= entry.line]
        self._words = [one for one in self._words if not entry.from_line <= one.line <= entry.line]

    def spoken(self) -> tuple[AgentWords, ...]:
        """The agent's words in order; the last message before a request counts as final."""
        self._thin_by_worth()
        return tuple(one.frozen() for one in self._words)

    def judged(self, evidence: Evidence) -> tuple[Request, ...]:
        """The requests with their states."""
        self._thin_requests()
        return judged(self.requests, evidence)

    def _agent(self, entry: Message) -> None:
        text = entry.text.strip()
        if len(text) < 4:
            return
        self.spoke = entry.line
        self._said = [*self._said[1 - MESSAGES :], text[-6000:]]
        self._keep(Spoken(entry.line, entry.at, entry.channel == "final", text[:_HELD_TEXT], len(text)))

    def told(self, line: int, at: str | None, text: str, by: str) -> None:
        """Words of somebody else than the agent: a subagent's result, a summary."""
        self._keep(Spoken(line, at, False, text[:_HELD_TEXT], len(text), by))

    def _keep(self, words: Spoken) -> None:
        if not (speaks(words.text) or words.sentences):
            return
        self._words.append(words)
        if len(self._words) > _HELD:
            self._thin_roughly()

    def _thin_roughly(self) -> None:
        """Drops the least telling of the older words, many at once; final ones stay longest."""
        self._long = True
        older = range(len(self._words) - _WORDS // 2)
        weights = {at: self._words[at].rough_worth() for at in older}
        gone = set(sorted(older, key=weights.__getitem__)[: len(self._words) - _WORDS])
        self._words = [one for at, one in enumerate(self._words) if at not in gone]
        self._drop("words", len(gone))

    def _thin_by_worth(self) -> None:
        """Drops the words beyond the bound as if they had come one by one: each time the weakest of the older ones."""
        if len(self._words) <= _WORDS:
            return
        if self._long:
            self._thin_roughly()
            return
        kept: list[tuple[tuple[bool, int], Spoken]] = []
        for one in self._words:
            kept.append((one.worth(), one))
            if len(kept) > _WORDS:
                del kept[min(range(_WORDS // 2), key=lambda at: kept[at][0])]
                self._drop("words")
        self._words = [one for _, one in kept]

    def _person(self, entry: Message) -> bool:
        if is_interrupt(entry.text):
            return False
        text = person_text(entry.text)
        if not text or (entry.channel == "slash_command" and _CLIENT_COMMAND.match(text)):
            return False
        if not self.turns_begun and entry.channel not in ("queued", "rejection") and not self._ended():
            self._mark_final()
        kind = _KINDS.get(entry.channel, "prompt")
        limit = _FIRST if not self.requests else _LATER
        replies = consents(text) or (corrects(text) and not text.rstrip().endswith(("?", "？")))
        short = len(text) < (600 if replies else 100) and kind in ("prompt", "queued")
        asked, chosen = asked_by(self._said, text) if short else Asked()
        listed = text[:1].isdigit() and kind in ("prompt", "queued") and is_numbered(text)
        pairs = answered_by_number(self._said, text) if listed else ()
        self.decisions += [Decision(entry.line, "answer", question, answer) for question, answer in pairs]
        if listed:
            asked, chosen = Asked()
        picked = bool(chosen) or (bool(asked) and picks_option(text))
        if picked or (asked and replies):
            answer = f"{text} = {chosen}" if chosen else text
            self.decisions.append(Decision(entry.line, "answer", asked, safe_cut(answer, 400)))
        elif not listed and kind in ("prompt", "queued") and (choice := chosen_in_words(self._said, text)).chosen:
            self.decisions.append(Decision(entry.line, "answer", *choice))
        self._add(
            Request(
                entry.line,
                entry.at,
                shorten_request(text, limit),
                "answer" if picked else kind,
                asked="" if asked and replies and not picked else asked,
                trivial=is_trivial(text) or text.startswith("[template "),
                size=len(text),
                refused=self._refused if entry.channel == "rejection" else "",
            ),
            entry.text,
        )
        return True

    def refuses(self, what: str) -> None:
        """A call of the agent that the person declined; the words that come with it follow."""
        self._refused = what

    def _add(self, request: Request, whole: str = "") -> None:
        key = _same(f"{request.asked} {whole or request.text}")
        at = self._seen.get(key)
        if at is not None and not request.trivial:
            for index in range(len(self.requests) - 1, -1, -1):
                if self.requests[index].line == at:
                    known = self.requests[index]
                    self.requests[index] = replace(known, repeats=known.repeats + 1)
                    return
        self._seen[key] = request.line
        self.requests.append(request)
        if len(self.requests) > _REQUESTS + _REQUESTS // 3:
            self._thin_requests()
        if len(self._seen) > 2 * _REQUESTS:
            kept = {one.line for one in self.requests}
            self._seen = {known: line for known, line in self._seen.items() if line in kept}

    def _thin_requests(self) -> None:
        """Drops go-aheads, then what sets the fewest limits for its length; the first ten and the newest half stay."""
        many = len(self.requests) - _REQUESTS
        if many <= 0:
            return
        middle = range(10, len(self.requests) - _REQUESTS // 2)
        weights = {at: _limits(self.requests[at]) for at in middle}
        gone = set(sorted(middle, key=weights.__getitem__)[:many])
        self.requests = [one for at, one in enumerate(self.requests) if at not in gone]
        self._drop("requests", len(gone))

    def _ordered(self, entry: Message) -> None:
        """Keeps the first and the newest of what other agents of a team wrote; notices of the client are JSON."""
        for part in entry.text.split("<teammate-message")[1:]:
            head, _, rest = part.partition(">")
            by, text = _SENDER.search(head[:400]), rest.partition("</teammate-message>")[0].strip()
            if text and not text.startswith("{"):
                self.orders.append(AgentOrder(entry.line, by[1] if by else "", safe_cut(text, _FIRST)))
        del self.orders[_FIRST_ORDERS:-_LAST_ORDERS]

    def _injected(self, entry: Message) -> None:
        if len(self.instructions) >= 3 or entry.channel != "injected" or _NO_INSTRUCTIONS.match(entry.text):
            return
        text = _SKILLS.split(entry.text[:40_000])[0]
        self.instructions.setdefault(hard_rules(text), entry.line)

    def _drop(self, what: str, count: int = 1) -> None:
        self.dropped[what] = self.dropped.get(what, 0) + count


def _limits(request: Request) -> float:
    """How much a request sets limits: its words that do, by its length; a bare go-ahead is worth least."""
    return -1.0 if request.trivial else _limits_of(request.text)


@lru_cache(maxsize=_REQUESTS)
def _limits_of(text: str) -> float:
    return min(4, limits_in(text)) / (1 + len(text) / 400)


def _same(text: str) -> str:
    """What is equal for equal texts, whitespace apart: the text, a digest of a long one."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 100 else hashlib.sha256(flat.encode("utf-8", "surrogatepass")).hexdigest()


def _is_person(speaker: Speaker, channel: str) -> bool:
    return speaker == "person" and channel in _KINDS
