"""Secrets out of text: each value is replaced by ``[REDACTED:kind:n]``, everything else stays as it was.

One `Redactor` serves one document: equal secrets get equal numbers, numbered by first appearance. Rules stand in
`redaction_rules` (values known by their form) and `redaction_assignments` (values known by their name). Redacting twice
changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from butler.maids.late_patterns import late
from butler.maids.redaction_asked import ASKED
from butler.maids.redaction_assignments import assignment_spans
from butler.maids.redaction_calls import CALLS
from butler.maids.redaction_commands import command_credentials, set_by_commands
from butler.maids.redaction_files import FILES
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Seen
from butler.maids.redaction_handed import HANDED
from butler.maids.redaction_headings import HEADINGS
from butler.maids.redaction_keys import KEYS
from butler.maids.redaction_options import option_values
from butler.maids.redaction_places import PLACES
from butler.maids.redaction_printed import printed_values
from butler.maids.redaction_prose import PROSE
from butler.maids.redaction_rules import (
    PlainWords,
    is_evidence,
    long_words,
    merged,
    provider_spans,
)
from butler.maids.redaction_runs import Known, places_of, starts_here
from butler.maids.redaction_sayings import SAYINGS
from butler.maids.redaction_scanners import SCANNERS
from butler.maids.redaction_second import Engine, judged
from butler.maids.redaction_structures import STRUCTURES, after_marks, dotted_tokens, with_wrapped_lines
from butler.maids.redaction_tables import table_values
from butler.maids.redaction_turned import TURNED
from butler.maids.redaction_values import MARK, looks_chosen, looks_random, looks_worded
from butler.maids.redaction_vendors import paired_tokens
from butler.maids.redaction_views import View, around, asked, joined, unescaped, unpainted
from butler.maids.redaction_words import is_kept
from butler.records import dataclass

_MARKED = late(r"\[REDACTED:([A-Za-z0-9_]{1,40}):(\d{1,9})\]")
_ROUNDS = 6
_NEARBY = 350
"""How far around a mark, or a place that is read otherwise, the rules look again: further than any value from its name."""
_RULES: tuple[Callable[[Glance], Iterator[Span]], ...] = (
    *STRUCTURES, *KEYS, *PROSE, *SAYINGS, *ASKED, *CALLS, command_credentials, set_by_commands, option_values, assignment_spans, table_values, *FILES, printed_values,
    *HANDED, *PLACES, *TURNED, *SCANNERS, *HEADINGS,
)  # fmt: skip
_TELLING_KINDS = frozenset({"recovery_code", "kubernetes_secret"})
_GAP = late(r"\s")
_PIECE = late(r"[^\s\"'`\\]{8,}")


@dataclass(frozen=True, slots=True)
class Redaction:
    """How many different secrets of one kind were replaced."""

    kind: str
    count: int


class Redactor:
    """Replaces the secrets of one document; keeps which value got which mark.

    ``extra_patterns``: further (kind, regular expression) pairs of the user's own configuration; the group ``v`` or
    the whole match is the value. ``allowed``: values that must stay. ``engine``: looks besides our own rules.
    """

    def __init__(
        self,
        extra_patterns: Sequence[tuple[str, str]] = (),
        allowed: Sequence[str] = (),
        engine: Engine | None = None,
    ) -> None:
        self._engine = engine
        self._extra = tuple(
            (re.sub(r"[^A-Za-z0-9_]", "_", kind)[:40], re.compile(pattern)) for kind, pattern in extra_patterns
        )
        self._allowed = frozenset(allowed)
        self._marks: dict[str, str] = {}
        self._learnt: dict[str, str] = {}
        self._values = Known()
        self._numbers: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._plain_words = PlainWords()
        self._seen: Seen = {}

    def redact(self, text: str) -> str:
        """Return ``text`` with the exact span of every secret replaced by its mark: once more where marks bring words nearer."""
        spans = self._found(text)
        for _ in range(_ROUNDS):
            if not spans:
                return text
            text = self._replaced(text, spans)
            spans = self._kept(text, after_marks(Glance(text))) or self._found(text)
        return text

    def learn(self, text: str) -> None:
        """Know the secrets of ``text`` wherever they, or whole lines of them, stand later; nothing is counted yet."""
        spans = self._found(text)
        for start, end, kind in spans:
            for piece in _PIECE.findall(text, start, end):
                if _is_telling(piece) or kind in _TELLING_KINDS or (kind != "password" and len(piece) >= 32):
                    self._learn(piece, kind)
        marked = _with_marks(text, spans) if spans else ""
        for start, end, kind in after_marks(Glance(marked)):
            self._learn(marked[start:end], kind)

    def _learn(self, value: str, kind: str) -> None:
        self._learnt.setdefault(value, kind)
        self._values.add(value)

    @property
    def known(self) -> Sequence[str]:
        """The pieces of secrets that were learnt, by which they are known again."""
        return list(self._learnt)

    def counts(self) -> tuple[Redaction, ...]:
        """Return how many different secrets were replaced so far, by kind, sorted by kind."""
        return tuple(Redaction(kind, count) for kind, count in sorted(self._counts.items()))

    def spans(self, text: str) -> list[Span]:
        """The secrets of ``text`` in order, free of overlaps, of earlier marks and of allowed values; nothing is counted."""
        return self._found(text)

    def is_clean(self, text: str) -> bool:
        """Whether ``learn`` would do nothing with ``text``: it holds no secret, and no mark of an older document."""
        return MARK not in text and not self._found(text)

    def _found(self, text: str) -> list[Span]:
        """The secrets of ``text`` in order, free of overlaps, of earlier marks and of allowed values."""
        return self._kept(text, self._all_spans(text))

    def _kept(self, text: str, found: Iterable[Span]) -> list[Span]:
        """``found`` and what is known again, in order, free of overlaps, of earlier marks and of allowed values."""
        spans = merged(chain(found, self._known_again(text)))
        if spans and MARK in text:
            marks = list(_MARKED.finditer(text))
            for mark in marks:  # of an older document: its numbers are taken
                self._numbers[mark[1]] = max(self._numbers.get(mark[1], 0), int(mark[2]))
            spans = _apart(spans, [mark.span() for mark in marks])
        return [span for span in spans if text[span.start : span.end] not in self._allowed]

    def _all_spans(self, text: str) -> Iterator[Span]:
        """Every candidate in ``text``, the most telling kinds first."""
        plain = unpainted(_MARKED.sub(_unnamed, text) if MARK in text else text)
        yield from plain.carried(with_wrapped_lines(plain.text, self._rule_spans(plain.text)))
        if self._engine is not None:
            yield from plain.carried(judged(plain.text, self._engine(plain.text)))
        queries = asked(plain.text)
        if queries is not None:
            within = queries.carried(self._rule_spans(queries.text))
            yield from plain.carried(span for span in within if not _GAP.search(plain.text, span.start, span.end))
        meant = unescaped(plain.text)
        for view in (joined(plain.text), meant, meant.joined() if meant is not None else None):
            if view is not None:
                yield from plain.carried(self._spans_of(view))

    def _spans_of(self, view: View) -> Iterator[Span]:
        """What the rules find around the places where ``view`` leaves something out."""
        for at, piece in around(view.text, view.starts[1:], _NEARBY):
            for start, end, kind in self._rule_spans(piece):
                if end > start:
                    yield Span(view.original(at + start), view.original(at + end - 1) + 1, kind)

    def _rule_spans(self, text: str) -> Iterator[Span]:
        """What the rules find in a text as its reader sees it."""
        look = Glance(text, self._seen)
        words = long_words(look)
        if words:
            yield from provider_spans(text, words, self._plain_words)
            yield from dotted_tokens(text, words)
            yield from paired_tokens(text, words)
        for rules in _RULES:
            yield from rules(look)
        for kind, pattern in self._extra:
            group = "v" if "v" in pattern.groupindex else 0
            yield from (Span(*found.span(group), kind) for found in pattern.finditer(text) if found[group])

    def _known_again(self, text: str) -> Iterator[Span]:
        """Values that were secrets elsewhere in the document, wherever they stand as a whole word."""
        for value in self._values.within(text):
            kind = "secret" if value in self._marks else self._learnt[value]
            if kind == "secret" and not _is_telling(value):
                continue
            for at in places_of(value, text):
                if starts_here(text, at) and not text[at + len(value) : at + len(value) + 1].isalnum():
                    yield Span(at, at + len(value), kind)

    def _replaced(self, text: str, spans: Iterable[Span]) -> str:
        """``text`` with ``spans`` (in order) replaced by the marks of their values."""
        parts: list[str] = []
        at = 0
        for start, end, kind in spans:
            parts += [text[at:start], self._mark(text[start:end], kind)]
            at = end
        return "".join([*parts, text[at:]])

    def _mark(self, value: str, kind: str) -> str:
        """The mark of ``value``: the one it has, else a new one of ``kind``."""
        value = value if value.isalnum() else unpainted(value).text
        mark = self._marks.get(value)
        if mark is None:
            number = self._numbers[kind] = self._numbers.get(kind, 0) + 1
            self._counts[kind] = self._counts.get(kind, 0) + 1
            mark = self._marks[value] = f"{MARK}{kind}:{number}]"
            self._values.add(value)
        return mark


def _unnamed(mark: re.Match[str]) -> str:
    """A mark whose kind says nothing: what stands beside ``password`` in one of ours is no password."""
    return f"{MARK}{'x' * len(mark[1])}:{mark[2]}]"


def _with_marks(text: str, spans: Sequence[Span]) -> str:
    """``text`` with a mark of no number for each span: what was broken off shows itself behind one."""
    ends = [0, *(span.end for span in spans)]
    kept = [text[at : span.start] for at, span in zip(ends, spans, strict=False)]
    return "".join(part + f"{MARK}token:0]" for part in kept) + text[ends[-1] :]


def _is_telling(value: str) -> bool:
    """Whether a secret is told by its look alone: random, or chosen with three digits; no word that stands elsewhere too."""
    if len(value) < 8 or is_evidence(value):
        return False
    chosen = looks_chosen(value) and sum(map(str.isdigit, value)) >= 3
    return chosen or looks_random(value) or looks_worded(value) or is_kept(value)


def _apart(spans: list[Span], taken: list[tuple[int, int]]) -> list[Span]:
    """The ``spans`` that touch none of ``taken``; both are in order and free of overlaps."""
    result, at = [], 0
    for span in spans:
        while at < len(taken) and taken[at][1] <= span.start:
            at += 1
        if at == len(taken) or taken[at][0] >= span.end:
            result.append(span)
    return result


def redact(text: str) -> tuple[str, tuple[Redaction, ...]]:
    """Return ``text`` without its secrets, and how many of each kind were replaced."""
    redactor = Redactor()
    return redactor.redact(text), redactor.counts()
