"""Lines of the handover that this session began from, carried forward while they are open.

A carried line keeps its text and its first handover ("carried from <id>"), so that chains neither lose nor multiply it. Its
anchors are left out: they belong to another log. A line ends when

- words of the person or a note revoke it, or a note rejects it;
- a note says it again (then the new line stands), or a decision settles an open point;
- a note or the person says that it is done, a commit or a finished plan step names it;
- for a step of a plan or an unanswered request: the plan or the person of this session says it again.

What the budget of a handover cut is named in its receipt (``carried_cut``); those lines are taken from the handovers
before it, so that a small one loses nothing to the chain. A text ends only the line that it shares most words with, so that a neighbour of similar wording stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from butler.capabilities.handover.models import Language, Materials
from butler.maids.document_check import metadata, split_sections
from butler.maids.document_items import without_mark
from butler.maids.freshness_worker import account
from butler.maids.handover_budget import Pen
from butler.maids.handover_left_open import is_left_open, left_open, name_of, named_in, without_lead
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes
from butler.maids.session_log_words import tokens_of
from butler.records import dataclass

CARRIED_WORTH = 97
"""Carried lines go before nearly everything: one that the budget cuts would be lost to the whole chain after it."""

_MARKED = late(r"^(?P<text>.*?)(?<!\s)\s*\((?:carried from|引き継ぎ元:?) (?P<id>[\w-]+)\)\s*$")
_BULLET = late(r"^(?:[-*]|\d{1,3}\.)\s+")
_WRITER = late(r"\s+— (?:notes|marks?|メモ) \([^)]{1,60}\)(?: \[(?:S\d{1,3}:)?L\d{1,9}\])?$")
_LABEL = late(r"^(?:recommended|tentative|undecided|blocked|rejected|推奨採用|暫定|未確定|ブロック|却下)[:：]\s*", re.I)
_FROM_NOTES = late(
    r"(?:notes|marks?|メモ) \(|\((?:carried from|引き継ぎ元|from the summary of session|session \S{1,80} の要約より)"
)
_NOTES_ALONE = late(r"— (?:notes|メモ) \([^)]{1,60}\)$")
_FROM_SUMMARY = late(r"\s*\((?:from the summary of session|session \S{1,80} の要約より)[^)]{0,160}\)$")
_ANCHOR = late(r"\s*\[(?:S\d{1,3}:)?L\d{1,9}\]")
_REQUEST = late(
    r"^\[(?:S\d{1,3}:)?L\d{1,9}\] (?!done|superseded|完了|\[(?:S\d{1,3}:)?L\d+\] で撤回)[^“「]{0,80}?[:：]\s*(?P<text>[“「].*[”」])\s*$"
)
_STANDING = late(
    r"\b(?:never|always|do not|don'?t|must(?: not)?|may not|under no circumstances|only ever|at no point)\b"
    r"|絶対に|決して|必ず|禁止|しないで|触らないで|変えないで|変更しないで|使わないで|常に|だけを使",
    re.I,
)
_REVOKES = late(
    r"\b(?:never ?mind|forget (?:about|the|that|it)|scratch (?:that|the)|revoked?|revert(?:ed)?|undo|cancel(?:led|ed)?|withdrawn?|dropp?(?:ed)?|no longer|"
    r"not? (?:any ?more|needed)|any ?more|instead(?: of)?|changed my mind|obsolete|after all)\b"
    r"|取り消|取りやめ|中止|撤回|不要|やめ(?:て|ます|る|た)|なくてよい|ではなく|廃止",
    re.I,
)
_DONE = late(
    r"\b(?:done|finished|completed?|closed?|resolved|settled|fixed|implemented|works now|unblocked|answered)\b|済み|完了|終わ(?:り|った)|解決|直(?:り|した|った)|できました|決着",
    re.I,
)
_NOT_YET = late(
    r"\b(?:not|isn'?t|aren'?t|never|until|once|before|still|half|un(?:done|finished|resolved))\b|n't\b|まだ|未|ない|ません|前に",
    re.I,
)
_NAME = late(r"(?<![\w.])(?:[A-Za-z]{0,3}\d[\w.]*|[A-Za-z]{3,})")
_POINTS = late(
    r"^(?:orders and choices in the requests above|among the orders and choices above|上の依頼のうち指示|上の依頼の中の指示・選択|no choice is recorded as one|決定として記録されたものはありません|no answer to a question, no verdict|質問への回答や計画の承認はログにありません)"
)
"""A line that only says where to look in its own document: ``decision_orders``, ``decision_none``."""
_COURTESY = late(r"[,、]?\s*\b(?:please|kindly|thanks|thank you)\b[.!]?", re.I)
_FILLER = late(
    r"(?:the|and|for|with|that|this|from|are|was|were|has|have|had|its|not|but|into|then|when|which|who|will|can|may|must|"
    r"should|would|could|now|all|any|our|their|there|here|them|they|you|your|out|about|once|only|than)"
)
_MOST = 60
"""Lines of one section; more open points than that are no handover."""
_MOST_OF = 0.7
"""Part of a line's words that evidence must hold. "Write release() docs" holds 0.67 of "write release() tests"."""
_SAME = 0.8
"""Part of the words of two texts together that they share when they say the same."""
_HALF = 0.5
"""Part of a line's words that is enough where the other text says in words that something ended."""

KEPT = {"CURRENT_STATE": "notes", "DISCOVERY": "notes", "RISKS": "risks", "CODEBASE_ANCHORS": "notes"}
"""Sections whose notes hold within a session, and where they stand there."""

_Lines: TypeAlias = Sequence[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Carried:
    """Carried lines by section: (safe Markdown, the handover that wrote it first).

    ``kept`` are the other notes of this session's own earlier handover: (section, text, handover).
    """

    next: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    decisions: tuple[tuple[str, str], ...] = ()
    kept: tuple[tuple[str, str, str], ...] = ()

    @property
    def all(self) -> tuple[tuple[str, str], ...]:
        """The lines of all sections, what is lost least gladly first."""
        return (*self.decisions, *self.pending, *self.next)


@dataclass(frozen=True, slots=True)
class _Endings:
    """Words of this session that end lines: each a set of words of one text."""

    revoked: tuple[frozenset[str], ...]
    done: tuple[frozenset[str], ...]
    evidence: tuple[frozenset[str], ...]
    decided: tuple[frozenset[str], ...]
    again: tuple[frozenset[str], ...]
    retold: tuple[frozenset[str], ...]

    def told_again(self, lines: _Lines) -> set[int]:
        """Which steps and requests this session's own plan and person tell again."""
        return _same(self.retold, lines)

    def of_tasks(self, lines: _Lines) -> set[int]:
        """Which open NEXT_ACTION or BLOCKED / PENDING lines have ended."""
        return (
            _meant(self.revoked, lines, _HALF)
            | _meant(self.done, lines, _HALF)
            | _meant(self.evidence, lines, _MOST_OF)
            | _same(self.again, lines)
        )

    def of_points(self, lines: _Lines) -> set[int]:
        """The same for BLOCKED / PENDING, where a decision on the point ends it too."""
        return self.of_tasks(lines) | _meant(self.decided, lines, _HALF)

    def of_decisions(self, lines: _Lines) -> set[int]:
        """Which decisions are revoked, rejected or said again."""
        return _meant(self.revoked, lines, _HALF) | _same(self.decided, lines)


def carry(materials: Materials, pen: Pen, notes: list[tuple[str, Notes]]) -> Carried:
    """The still open lines of ``based_on``, and what the person forbade or demanded there once and for all.

    Where this session wrote a handover before, it knows what it closed of them: then they are taken from there, with its
    own notes where the new one has none.
    """
    if not materials.own_before and not (materials.based_on_text and materials.meta.based_on):
        return Carried()
    found = _with_cut(materials, pen)
    if not any(found.values()):
        return Carried(kept=_kept(materials, pen))
    endings = _endings(materials, notes)

    def lines(told: list[tuple[str, str]], ended: Callable[[_Lines], set[int]]) -> tuple[tuple[str, str], ...]:
        over = ended([_words(text) for text, _ in told])
        return tuple(dict.fromkeys(line for at, line in enumerate(told) if at not in over))[:_MOST]

    again = endings.told_again(
        [_words(text) if is_left_open(text) else frozenset() for text, _ in found["NEXT_ACTION"]]
    )
    return Carried(
        lines(found["NEXT_ACTION"], lambda words: endings.of_tasks(words) | again),
        lines(found["BLOCKED / PENDING"], endings.of_points),
        lines(found["DECISION"], endings.of_decisions),
        _kept(materials, pen),
    )


def _with_cut(materials: Materials, pen: Pen) -> dict[str, list[tuple[str, str]]]:
    """The lines of ``based_on`` by section, each with its origin, and those that it had no room for from before it."""
    language = materials.meta.language
    if materials.own_before is not None:
        source, text = materials.own_before
        found = _own(text, source, pen, with_notes=materials.notes is None)
    else:
        source, text = materials.meta.based_on or "", materials.based_on_text or ""
        found = _carriable(text, source, pen, language)
    missing = set(named_in(metadata(text).get("receipt")))
    missing -= {name_of(line) for told in found.values() for line, _ in told}
    for earlier, before in materials.before:
        if not missing:
            break
        for section, told in _carriable(before, earlier, pen, language).items():
            back = [(line, origin) for line, origin in told if name_of(line) in missing]
            found[section] += back
            missing -= {name_of(line) for line, _ in back}
    return found


def _kept(materials: Materials, pen: Pen) -> tuple[tuple[str, str, str], ...]:
    """The notes of this session's earlier handover that belong to no chain: they hold until new notes come."""
    if materials.own_before is None or materials.notes is not None:
        return ()
    handover, text = materials.own_before
    sections = {one.name: one.body for one in split_sections(text)}
    told = ((name, line) for name in KEPT for line in _bullets(sections.get(name, "")))
    lines = [(name, *_origin(pen.clean(line), handover)) for name, line in told if _is_note(line)]
    return tuple(dict.fromkeys(lines))[:_MOST]


def _is_note(line: str) -> bool:
    """Whether a line is one of notes, as it was written or carried."""
    found = _MARKED.match(line)
    return _NOTES_ALONE.search(found["text"] if found else line) is not None


def _own(text: str, handover: str, pen: Pen, *, with_notes: bool) -> dict[str, list[tuple[str, str]]]:
    """What an earlier handover of the same session carried, and the lines of its notes; the log tells the rest again."""
    sections = {one.name: one.body for one in split_sections(text)}

    def lines(name: str) -> list[str]:
        told = _bullets(sections.get(name, ""))
        return [line for line in told if _MARKED.match(line) or (with_notes and _NOTES_ALONE.search(line))]

    names = ("NEXT_ACTION", "BLOCKED / PENDING", "DECISION")
    return {name: [_origin(pen.clean(line), handover) for line in lines(name)] for name in names}


def _carriable(text: str, handover: str, pen: Pen, language: Language) -> dict[str, list[tuple[str, str]]]:
    """What a document holds that may be carried, by section: each line with the handover that said it first."""
    sections = {one.name: one.body for one in split_sections(text)}
    state = sections.get("CURRENT_STATE", "")
    explicit = [line for line in _bullets(sections.get("NEXT_ACTION", "")) if _FROM_NOTES.search(line)]
    standing = _standing(state)
    demanded = [_words(line) for line in standing]
    opened = [line for line in left_open(state, pen, language) if not _same(demanded, [_words(line)])]
    told = {
        "NEXT_ACTION": [*explicit, *opened],
        "BLOCKED / PENDING": _bullets(sections.get("BLOCKED / PENDING", "")),
        "DECISION": [*(line for line in _bullets(sections.get("DECISION", "")) if not _POINTS.match(line)), *standing],
    }
    return {name: [_origin(pen.clean(line), handover) for line in lines] for name, lines in told.items()}


def _bullets(body: str) -> list[str]:
    return [without_mark(_BULLET.sub("", line).strip()) for line in body.splitlines() if _BULLET.match(line)]


def _standing(body: str) -> list[str]:
    """Words of the person that hold beyond their task: what must always or never be done."""
    found = (_REQUEST.match(text) for text in _bullets(body))
    return [one["text"] for one in found if one is not None and _STANDING.search(one["text"])]


def _origin(text: str, otherwise: str) -> tuple[str, str]:
    """A line without its mark and foreign anchors, and the handover it was first carried from."""
    found = _MARKED.match(text)
    if found is not None:
        return found["text"], found["id"]
    return _ANCHOR.sub("", text).strip(), otherwise


def _endings(materials: Materials, notes: list[tuple[str, Notes]]) -> _Endings:
    labelled = [(one.label, one.text) for _, found in notes for one in found.labelled]
    plain = [text for _, found in notes for text in found.plain]
    facts, since = materials.facts, _since(materials)
    person = [one.text for one in facts.requests if one.state != "superseded" and one.line > since] if facts else []
    told = [*plain, *(text for label, text in labelled if label in ("fact", "decision", "rejected")), *person]
    evidence = [one.subject for one in facts.standing if one.line > since] if facts else []
    if facts is not None and facts.plan is not None and facts.plan.line > since:
        evidence += [step.text for step in facts.plan.steps if step.state == "completed"]
    open_again = ("next", "recommended", "tentative", "undecided", "blocked")
    return _Endings(
        revoked=_sets([*filter(_REVOKES.search, told), *(text for label, text in labelled if label == "rejected")]),
        done=_sets(text for text in told if _DONE.search(text) and not _NOT_YET.search(text)),
        evidence=_sets(evidence),
        decided=_sets(text for label, text in labelled if label in ("decision", "rejected")),
        again=_sets(text for label, text in labelled if label in open_again),
        retold=_sets(
            [*person, *(step.text for step in facts.plan.steps if facts.plan)] if facts and facts.plan else person
        ),
    )


def _since(materials: Materials) -> int:
    """The line up to which an earlier handover of this session has told already what ended."""
    if materials.own_before is None or materials.facts is None:
        return 0
    return materials.facts.own(account(materials.own_before[1]).last_line)


def _sets(texts: Iterable[str]) -> tuple[frozenset[str], ...]:
    return tuple(words for words in map(_words, texts) if words)


def _words(text: str) -> frozenset[str]:
    """The distinctive words of a line or text, without its mark, writer and label; plain words and short names with a digit count too."""
    found = _MARKED.match(text)
    bare = _FROM_SUMMARY.sub("", without_lead(found["text"] if found else text))
    bare = _LABEL.sub("", _WRITER.sub("", bare))
    bare = _COURTESY.sub("", _ANCHOR.sub("", bare))
    names = (name.lower() for name in _NAME.findall(bare))
    return tokens_of(bare) | {name for name in names if not _FILLER.fullmatch(name)}


def _meant(texts: _Lines, lines: _Lines, part: float) -> set[int]:
    """The lines that the texts are about: of each text those that share most with it, at least ``part`` of their words."""
    found: set[int] = set()
    for text in texts:
        shares = [_share(words, text) for words in lines]
        best = max(shares, default=0.0)
        if best >= part:
            found |= {at for at, share in enumerate(shares) if share == best}
    return found


def _share(words: frozenset[str], text: frozenset[str]) -> float:
    """How much of a line's words a text holds; at least two, and one word alone must be almost the whole text."""
    shared = len(words & text)
    if _of_others(words, text) or shared < min(2, len(words)) or (len(words) == 1 and len(text) > 3):
        return 0.0
    return shared / len(words) if words else 0.0


def _same(texts: _Lines, lines: _Lines) -> set[int]:
    """The lines that one of the texts says again: nearly all words of both are shared."""
    return {at for at, words in enumerate(lines) if any(_alike(words, text) for text in texts)}


def _alike(words: frozenset[str], text: frozenset[str]) -> bool:
    return bool(words) and not _of_others(words, text) and len(words & text) >= _SAME * len(words | text)


def _of_others(words: frozenset[str], text: frozenset[str]) -> bool:
    """Whether both name things by number (``c3``, ``#12``, ``v2``) and none of them is the same."""
    mine, its = ({word for word in one if any(sign.isdigit() for sign in word)} for one in (words, text))
    return bool(mine and its and not mine & its)
