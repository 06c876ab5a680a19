"""Where the person changed direction, and what was said or written about the replaced thing before that.

A plan, a finding or an answer of the given-up way reads like one in force when nothing says which way it belongs to. A change is
taken only from the person: their words that drop or replace something, or their yes to the question whether to do so. What was
said before is marked only where it speaks of what that question or those words name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from butler.capabilities.session_log.facts import Decision, Facts, FileFact, Request
from butler.maids.late_patterns import late
from butler.maids.session_log_shorten import is_paste
from butler.maids.session_log_words import tokens_of
from butler.records import dataclass

_DROPS = late(
    r"\b(?:forget (?:about )?(?:it|that|this|the)|(?:scrap|drop|ditch|abandon) (?:it|that|this|the|our)\b(?! ?[(`\"“])|\b(?:let['’]?s|we (?:will|should)|i want to|please) (?:use|go with|take|do|build|make|try) [^.\n]{2,60} instead of\b|let['’]?s not\b|(?:new|another|different) (?:approach|direction)|change of (?:plan|direction|approach)|"
    r"(?:let['’]?s|we (?:should|will)|i want to) (?:pivot|switch|move) (?:to|away)|pivot to|instead of (?:that|this|the|using|going)\b|\w+ instead\W*$|throw (?:it|that|this|the \w+) (?:away|out)|start over)"
    r"|(?:を|は|の)(?:やめ(?:て|よう|ます|る)|取りやめ|破棄|なし(?:で|に))|(?:^|[、。])やめ(?:て|よう)|方針(?:を)?(?:変更|転換)|白紙に|代わりに|別の(?:方法|やり方|アプローチ|方式)(?:で|に)"
    r"|换(?:个|一个)(?:方案|思路|方式|做法)|换成(?!功)|改用|不(?:要|再)用|放弃|推倒重来",
    re.I | re.M,
)
_REPLACES = late(
    r"\b(?:replac\w+|drop(?:ping)?|scrap\w*|switch(?:ing)? (?:to|from|away)|abandon\w*|give up on|instead of|pivot\w*|new direction|start over|throw away)\b"
    r"|置き換え|乗り換え|切り替え|破棄|やめて|代わりに|方針(?:変更|転換)|替换|放弃|改用|换成",
    re.I,
)
_YES = late(
    r"\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|definitely|absolutely|agreed|go (?:ahead|for it)|do it|please do|right)\b|\W*(?:はい|うん|お願い|そうして|それで|了解|賛成|好|可以|是|行|嗯)",
    re.I,
)
_SENTENCE = late(r"(?<=[.!?。！？])\s*|\n+")
_LONGEST = 900
"""Characters of a request whose words may change the direction: longer ones are specifications or pastes."""
_SHARED = 2
_SHARED_FOREIGN = 4
"""Distinctive words (pairs of characters where they are not Latin) by which something belongs to what was replaced."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A change of direction: the line of the person's words, and the distinctive words of what they are about."""

    line: int
    names: frozenset[str]


def turns_of(facts: Facts) -> tuple[Turn, ...]:
    """The changes of direction in a log, in order."""
    first = facts.requests[0].line if facts.requests else 0
    found = [_by_words(one) for one in facts.requests if one.line > first and not one.trivial and one.kind != "answer"]
    found += [_by_answer(one) for one in facts.decisions if one.kind == "answer"]
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.line))


def turned(turns: Sequence[Turn], line: int, text: str) -> int:
    """The line of the first change of direction after ``line`` that is about what ``text`` speaks of; 0 where none is."""
    later = [one for one in turns if one.line > line]
    mine = tokens_of(text) if later else frozenset()
    return next((one.line for one in later if _shares(one.names, mine)), 0)


def turned_document(turns: Sequence[Turn], file: FileFact) -> int:
    """The same for a document, by its path and the lines that are kept of it."""
    if not turns or not file.outline:
        return 0
    return turned(turns, file.last_line, "\n".join([file.path, *(text for _, text in file.outline)]))


def _shares(names: frozenset[str], mine: frozenset[str]) -> bool:
    shared = names & mine
    latin = sum(one.isascii() for one in shared)
    return latin >= _SHARED or len(shared) + latin >= _SHARED_FOREIGN


def _by_words(one: Request) -> Turn | None:
    """The person's own words that drop something: the sentences that do, and those right before them."""
    if len(one.text) > _LONGEST or not _DROPS.search(one.text) or is_paste(one.text):
        return None
    parts = [part for part in _SENTENCE.split(one.text) if part.strip()]
    told = [" ".join(parts[max(0, at - 1) : at + 1]) for at, part in enumerate(parts) if _DROPS.search(part)]
    return Turn(one.line, tokens_of(" ".join(told)))


def _by_answer(one: Decision) -> Turn | None:
    """A yes to the question whether to replace something, or an answer that says so itself."""
    if (_REPLACES.search(one.question) and _YES.match(one.text)) or _DROPS.search(one.text[:_LONGEST]):
        return Turn(one.line, tokens_of(f"{one.question} {one.text[:_LONGEST]}"))
    return None
