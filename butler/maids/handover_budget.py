"""Candidates for the document, each with its worth in one or more lengths, and the budget that chooses.

A budget in tokens is filled from the highest worth down; a longer form of a piece is an upgrade with its own worth. What
did not fit is counted by section.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from butler.capabilities.handover.models import Group, Line, RedactorLike, Said, Section, Value
from butler.maids.late_patterns import late
from butler.maids.text_worker import estimate_tokens, fence, one_line, quoted, visible
from butler.phrases import Language
from butler.phrases.wording import phrase_of
from butler.records import dataclass

_FACT = late(r"\{\w+(?::[^{}|]*\|([^{}|]*))?\}")
_CODE = late(r"`[^`\n]{1,200}`")
_FENCES = late(r"`{3,}\w*")
_LEADS = late(r"^(?:>\s*+(?=\S)|(?:#{1,6}|[-*+]|\d{1,3}[.)])\s++)++")
_GROUP_COST = 7
_FILLS = 30
"""What is worth less only fills a document that has much room: it leaves the last part of the budget alone."""
_LEFT_ALONE = 0.03


@dataclass(frozen=True, slots=True)
class Form:
    """One length of a piece: its worth (0 to 100) and the line."""

    worth: int
    line: Line


class _Piece:
    """A piece with the forms that were asked for: few are ever reached, and making one is dear."""

    def __init__(
        self, section: str, group: str, order: tuple[int, ...], forms: Iterable[Form], language: Language
    ) -> None:
        self.language = language
        self.section = section
        self.group = group
        self.order = order
        self.forms: list[Form] = []
        self.costs: list[int] = []
        self._further = iter(forms)

    def reaches(self, level: int) -> bool:
        """Whether there are so many forms, the first being 0; worth never grows, a form like the one before is none."""
        forms = self.forms
        while len(forms) <= level:
            form = next(self._further, None)
            if form is None:
                return False
            worth = min(form.worth, forms[-1].worth) if forms else form.worth
            if not forms or form.line != forms[-1].line:
                forms.append(Form(worth, form.line))
                self.costs.append(cost_of(form.line, self.language))
        return True


class Pen:
    """Writes foreign text safely: redacted first, then shortened, then escaped."""

    def __init__(self, redactor: RedactorLike, folders: Sequence[str] = ()) -> None:
        self._redactor = redactor
        self._leads = [
            re.compile(_lead(folder), re.I if "\\" in folder else 0) for folder in folders if len(folder) > 1
        ]
        self._known: dict[str, str] = {}
        self._lines: dict[tuple[str, int, bool], str] = {}

    def clean(self, text: str) -> str:
        """``text`` without secrets."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._redactor.redact(text)
        return known

    def plain(self, text: str | None) -> str | None:
        """One visible line of at most 200 characters for METADATA; None stays None."""
        return None if text is None else " ".join(visible(self.clean(text), keep_newlines=False).split())[:200]

    def line(self, text: str, limit: int = 300, *, verbatim: bool = False) -> str:
        """One escaped line; code spans stay code spans. ``verbatim`` (it is printed in quotes): paths of the work folder do not
        become relative, a number or mark at the beginning stays."""
        asked = (text, limit, verbatim)
        known = self._lines.get(asked)
        if known is None:
            known = self._lines[asked] = self._line(text, limit, verbatim=verbatim)
        return known

    def _line(self, text: str, limit: int, *, verbatim: bool) -> str:
        clean = self.clean(text) if verbatim else self._trimmed(text)
        flat = " ".join(_FENCES.sub(" ", visible(clean)).replace("**", "").split())
        flat = flat if verbatim else _LEADS.sub("", flat)
        if len(flat) > limit:
            flat = _cut(flat, limit)
        parts: list[str] = []
        at = 0
        for found in _CODE.finditer(flat):
            parts += [_escaped(flat[at : found.start()], begins=at == 0 and not verbatim), quoted(found[0][1:-1], 220)]
            at = found.end()
        return "".join([*parts, _escaped(flat[at:], begins=at == 0 and not verbatim)])

    def lines(self, sentences: Sequence[str], limit: int = 440) -> str:
        """Several sentences, each on its own line under the first (one paragraph for a renderer)."""
        made = [self.line(one, limit) for one in sentences]
        return "\n  ".join(made)

    def code(self, text: str, limit: int = 160) -> str:
        """One line in a code span."""
        flat = " ".join(visible(self._trimmed(text)).split())
        return quoted(_cut(flat, limit) if len(flat) > limit else flat, limit + 20)

    def _trimmed(self, text: str) -> str:
        clean = self.clean(text)
        for lead in self._leads:
            clean = lead.sub("", clean)
        return clean

    def block(self, text: str, limit: int) -> str:
        """A fenced block."""
        clean = self.clean(text)
        return fence(_cut(clean, limit) if len(clean) > limit else clean)


def _lead(folder: str) -> str:
    """A pattern for ``folder`` as the beginning of a path, with either kind of separator where it is a Windows one."""
    if "\\" not in folder:
        return re.escape(folder.rstrip("/")) + "/"
    return r"[\\/]+".join(re.escape(part) for part in re.split(r"[\\/]+", folder.strip("\\/"))) + r"[\\/]+"


def _cut(text: str, limit: int) -> str:
    """``text`` cut at a space or after a Japanese character, never inside a redaction mark."""
    head = text[:limit]
    space = max(head.rfind(" "), head.rfind("\n"), *(head.rfind(mark) + 1 for mark in "。、"))
    head = head[:space] if space > limit * 2 // 3 else head
    opened = head.rfind("[REDACTED:")
    if opened >= 0 and "]" not in head[opened:]:
        head = head[:opened]
    if head.count("`") % 2:
        head += "`" if not head.endswith("`") else ""
    return head.rstrip() + " …"


def _escaped(text: str, *, begins: bool) -> str:
    """A visible text in one line; one that ``begins`` its line can begin no block either."""
    if not text.strip():
        return " " if text else ""
    lead = " " if text[0] == " " else ""
    tail = " " if text[-1] == " " else ""
    inner = text.strip()
    shown = one_line(inner, len(inner)) if begins else one_line("x" + inner, len(inner) + 1)[1:]
    return f"{lead}{shown}{tail}"


def cost_of(line: Line, language: Language) -> int:
    """About how many tokens a line takes in a language."""
    block = _text_cost(line.block) + _cost(line.after, language) + 2 if line.block else 0
    return _cost(line.said, language) + block + 2


def _cost(value: Value, language: Language) -> int:
    if isinstance(value, Said):
        return _own_words(value.key, language) + sum(_cost(fact, language) for _, fact in value.facts)
    if isinstance(value, tuple):
        return sum(_cost(one, language) + 1 for one in value)
    return _text_cost(str(value))


@lru_cache(maxsize=1024)
def _own_words(key: str, language: Language) -> int:
    """About how many tokens a phrase has without its facts."""
    phrase = phrase_of(key)
    return estimate_tokens(_FACT.sub(r"\1", phrase.ja if language == "ja" else phrase.en))


@lru_cache(maxsize=4096)
def _text_cost(text: str) -> int:
    """As ``estimate_tokens``: the forms of a piece hold the same texts."""
    return estimate_tokens(text)


class Desk:
    """Collects pieces and chooses among them, priced in a language.

    ``whole``: every form is made when its piece is added, chosen or not.
    """

    def __init__(self, *, whole: bool = True, language: Language = "en") -> None:
        self._pieces: list[_Piece] = []
        self._language = language
        self._whole = whole

    def add(self, section: str, group: str, order: Sequence[int], *forms: Form) -> None:
        """One piece: its forms from short to long, worth never growing with length."""
        self.add_growing(section, group, order, forms)

    def add_growing(self, section: str, group: str, order: Sequence[int], forms: Iterable[Form]) -> None:
        """As ``add``, with forms that are made while they are asked for."""
        made = list(forms) if self._whole else forms
        self._pieces.append(_Piece(section, group, tuple(order), made, self._language))

    def holds(self, section: str) -> bool:
        """Whether a piece for this section lies here."""
        return any(piece.section == section for piece in self._pieces)

    def choose(
        self, budget: int, groups: dict[str, tuple[str, ...]], numbered: frozenset[str]
    ) -> tuple[tuple[Section, ...], Counter[str], int]:
        """Sections with what fits into ``budget`` tokens, pieces left out by section, and pieces shortened."""
        taken = self._fill(budget)
        cut: Counter[str] = Counter()
        shortened = 0
        chosen: dict[tuple[str, str], list[tuple[tuple[int, ...], Line]]] = {}
        for index, piece in enumerate(self._pieces):
            level = taken[index]
            if level < 0:
                cut[piece.section] += 1
                continue
            shortened += piece.reaches(level + 1)
            chosen.setdefault((piece.section, piece.group), []).append((piece.order, piece.forms[level].line))
        sections = []
        for name, keys in groups.items():
            made = [
                Group(
                    key, tuple(line for _, line in sorted(chosen[name, key], key=lambda one: one[0])), key in numbered
                )
                for key in keys
                if (name, key) in chosen
            ]
            sections.append(Section(name, tuple(made)))
        return tuple(sections), cut, shortened

    def _fill(self, budget: int) -> list[int]:
        steps = sorted((-piece.forms[0].worth, 0, at) for at, piece in enumerate(self._pieces) if piece.reaches(0))
        taken = [-1] * len(self._pieces)
        opened: set[tuple[str, str]] = set()
        left = budget
        for at, (negative, level, index) in enumerate(steps):
            piece = self._pieces[index]
            price = piece.costs[level] - (piece.costs[level - 1] if level else 0)
            if not level and (piece.section, piece.group) not in opened:
                price += _GROUP_COST
            spare = budget * _LEFT_ALONE if -negative < _FILLS else 0
            if price > left - spare:
                continue
            left -= price
            taken[index] = level
            opened.add((piece.section, piece.group))
            if piece.reaches(level + 1):  # it is worth no more than this one: its turn comes later
                insort(steps, (-piece.forms[level + 1].worth, level + 1, index), at + 1)
        return taken
