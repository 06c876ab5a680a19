"""Closing words of a turn that tell of success alone, though what the turn did last failed and nothing made up for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from butler.capabilities.session_log.facts import Claim
from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import clauses, not_own, not_stated, tells_failure
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_claim_words import statements
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_programs import word_set
from butler.maids.session_log_topics import topics_in
from butler.maids.session_log_works import Work

_ONLY_RAN = late(r"\W*(?:i|we)\s+(?:then\s+|also\s+)?(?:re-?)?(?:ran|executed|tried|started|used)\b", re.I)
_TELLS_OF = late(
    r"\b(?:how|which|where|why|what)\s+(?:the|an?|it|to|they|we|[a-z]+s?)\b|(?:ため|から)(?:です|$)|(?:ごと|夜間|毎[日晩週朝]|定期)(?:に|的)?",
    re.I,
)
"""What a text explains is no result."""
_ASKS = late(
    r"\S+\s+(?:\S+\s+)?(?:--help|help|--version)(?:\s|$)|(?:\S*/)?(?:curl(?:\.exe)?|wget|https?|xh|nc|ping)\b|(?:npm|pnpm|yarn|pip3?|cargo|gem|brew|gh|glab)\s+(?:\w+\s+)?(?:view|info|show|search|ls|list|outdated)\b"
)
_SENDS = late(r"\s(?:-X\s*(?:POST|PUT|PATCH|DELETE)|--request|-d\b|--data\S*|-F\b)")
_ANY = frozenset(("",))
_OBJECT = late(r"\d{2}|[\w-]{2,}[./][\w-]+|^[a-z][\w]{5,}$", re.A)
"""A word of a command that names what it works on: a path, a number, a branch."""
_WORD = late(r"[A-Za-z][\w-]+", re.A)
_TOOLS = word_set("python python3 node npm npx pnpm yarn bun git docker make bash sh zsh go cargo cd sudo uv poetry")
"""Programs that do many things: their name alone says little."""
_COMMON = word_set("run the and origin main all exec sh bash npx src app up to in of it is now")
_HEDGES = late(
    r"\b(?:but|however|although|though|instead|exists?|already|unless|until|yet|blocked|skip\w*|manual\w*|by\s+hand|could|would|need\w*|next|pending|waiting)\b|が、|引っかか|ため(?:です|$)|からです|ただし|代わり|手動|既に|すでに|必要|未|残",
    re.I | re.A,
)
"""Words of a message that may tell of trouble in a way of its own."""
_ADMITS = late(r"引っかか|つまず|要ります|[がは]要る|\bneeds?\s|\bon\s+purpose\b|わざと", re.I)
"""Words of trouble that is known."""
_MADE_FIRST = late(
    r"^\W*(?:i\s+)?(?:added|wrote|created|changed|updated|edited|set|moved|renamed)\b|(?:追加|変更|作成|修正|設定)しました",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Failed:
    """What a turn did last, which failed."""

    line: int
    text: str
    exit_code: int | None
    said: str
    topics: frozenset[str] = frozenset()
    kind: str = ""


def closing_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """For each turn whose last deed failed: the last thing that its closing words say to be done, beside that deed."""
    starts = [*deeds.turns, 1 << 62]
    for begin, end in zip([0, *deeds.turns], starts, strict=True):
        mine = [one for one in messages if begin < one[0] < end]
        failed = _last_failed(deeds, begin, mine[-1][0]) if mine else None
        if failed is None or failed.line < _last_but_one(mine):
            continue
        edited = any(begin < change.line < end for change in deeds.changes)
        told = statements(*mine[-1], files=False, stems=_ANY, made=not edited)
        done = [one.text for one in told if one.kind == "deed" and not _TELLS_OF.search(one.text)] or _asserted(
            mine[-1][1], failed
        )
        if done and not _ADMITS.search(mine[-1][1]):
            yield Claim(
                mine[-1][0], _nearest(mine[-1][1], failed, done[-1]), "unproven", "deed", failed.text, failed.line, exit_code=failed.exit_code, told=failed.said
            )  # fmt: skip


def _asserted(text: str, failed: _Failed) -> list[str]:
    """The sentences of a message that tells of no trouble which are about what failed: they name its object or its topic."""
    sentences = [sentence for _, sentence in sentences_of(text)]
    if any(
        sentence.endswith(("?", "？")) or _HEDGES.search(sentence) or tells_failure(sentence) for sentence in sentences
    ):
        return []
    words = failed.text.lower().split()
    objects = {word.strip("'\"") for word in words[1:] if _OBJECT.search(word)}
    program = words[0] if words and words[0] not in _COMMON | _TOOLS else ""
    found = []
    for sentence in sentences:
        low = sentence.lower()
        named = bool(program) and program in _WORD.findall(low)
        mine = (
            named or any(word in low for word in objects) or not failed.topics.isdisjoint(topics_in(low, failed.topics))
        )
        stated = any(not not_stated(one, one.plain) for one in clauses(sentence))
        made = _MADE_FIRST.search(sentence) or _TELLS_OF.search(sentence)
        if mine and stated and not not_own(sentence) and not made:
            found.append(sentence[:170])
    return found


def _nearest(text: str, failed: _Failed, otherwise: str) -> str:
    """The last stated sentence of a message that names what failed by a word of its command."""
    words = {word.lower() for word in _WORD.findall(failed.text)} - _COMMON
    found = otherwise
    for _, sentence in sentences_of(text):
        low = sentence.lower()
        named = any(word in words for word in _WORD.findall(low)) or (
            failed.kind and any(one.lastgroup == failed.kind for one in lexicon.SUBJECT.finditer(sentence))
        )
        ran = _ONLY_RAN.match(sentence) and not lexicon.WELL.search(sentence)
        if named and not ran and not _MADE_FIRST.search(sentence) and not not_own(sentence):
            found = sentence[:170]
    return found


def _counts(work: Work) -> bool:
    """Whether a command failed by its exit code, and not by looking whether something answers."""
    return work.ok is False and bool(work.exit_code) and not (_ASKS.match(work.part) and not _SENDS.search(work.part))


def _last_but_one(messages: Sequence[tuple[int, str]]) -> int:
    """The line of the message before the last: what failed before it may have been told there."""
    return messages[-2][0] if len(messages) > 1 else 0


def _last_failed(deeds: Deeds, begin: int, end: int) -> _Failed | None:
    """The last deed between two lines, if it failed."""
    found: list[tuple[int, _Failed | None]] = [
        (work.line, _Failed(work.line, work.text, work.exit_code, work.said, work.topics) if _counts(work) else None)
        for work in deeds.works
        if begin < work.line < end
    ]
    found += [
        (event.line, _Failed(event.line, event.text, event.exit_code, event.said) if event.ok is False else None)
        for event in deeds.events
        if begin < event.line < end
        and (
            event.what not in ("status", "add", "switch", "checkout") or (event.ok is False and "fatal:" in event.said)
        )
    ]
    edited = any(begin < change.line < end for change in deeds.changes)
    found += [
        (
            run.line,
            _Failed(run.line, run.text, run.exit_code, "", kind=run.kind)
            if (edited or run.kind in ("run", "build")) and run.outcome == "failed"
            else None,
        )
        for run in deeds.runs
        if begin < run.line < end
    ]
    found += [(change.line, None) for change in deeds.changes if begin < change.line < end]
    return max(found, key=lambda one: (one[0], one[1] is None))[1] if found else None
