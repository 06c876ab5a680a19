"""The brief of a saved handover: at most `BRIEF_LIMIT` characters for the start of a session. Pure.

It is made of whole lines of the document, in the order in which a reader needs them: what changed since, goal and
requests, where it stopped, what comes next, what is blocked, decisions, contradictions, and the state that tells most.
What did not fit is counted, with the way to it. Nothing is cut inside a line, so no anchor and no mark of a secret is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from butler.maids.document_check import metadata, split_sections
from butler.maids.document_items import Item, ItemGroup, groups_of
from butler.maids.late_patterns import late
from butler.maids.text_worker import quoted
from butler.phrases import Language, say
from butler.phrases.document import WORDS
from butler.phrases.document_sources import WORDS as SOURCE_WORDS
from butler.records import dataclass

BRIEF_LIMIT = 6_000
"""Characters, Japanese ones too: what a client's hook may print at the start of a session."""
_LONG_LINE = 1_200
"""Characters of one line that the brief may begin with; a longer one is named by its anchor first."""
_SHORT_BLOCK = 420
"""Characters of a bullet with a block under it, in its shorter form."""
_FIRST_CHANGES = 3
_HEADINGS = ("changed", "goal", "stopped", "NEXT_ACTION", "BLOCKED / PENDING", "DECISION", "RISKS", "state")
_COUNTED = ("CURRENT_STATE", "DISCOVERY", "DECISION", "NEXT_ACTION", "BLOCKED / PENDING", "RISKS", "CODEBASE_ANCHORS")
_LONGEST_FILE = 400
_ANCHORS = late(r"\[(?:S\d{1,3}:)?L\d{1,9}\]")
_SESSION = late(r"[\w.-]{4,80}", re.ASCII)
_FAILED = tuple(
    word.split("(")[0].split("{")[0].strip()
    for key in ("outcome_failed", "outcome_error", "outcome_counts", "outcome_counts_none")
    for word in WORDS[key]
)
_AGAINST = (*WORDS["verdict_contradicted"], *(told.split("(")[0].strip() for told in SOURCE_WORDS["risk_suspicious"]))


@dataclass(frozen=True, slots=True)
class About:
    """What the brief says about its document: safe words of the answer that it belongs to.

    ``changed`` are the findings, most urgent first, and ``warnings`` how the document was found, each one safe line;
    ``arguments`` those with which handover_read gives the whole document; ``file`` where it lies; ``lead`` is what is said
    before all else.
    """

    handover_id: str
    brain: str
    created_at: str
    arguments: str
    file: str
    changed: Sequence[str] = ()
    warnings: Sequence[str] = ()
    lead: str = ""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One candidate: where it is printed, the section that it comes from (empty for none), its forms by worth."""

    heading: str
    section: str
    forms: tuple[tuple[int, str], ...]


def brief(text: str, language: Language, about: About) -> str:
    """The brief of a document.

    Args:
        text: the saved document, secrets already replaced.
        language: that of the brief's own words; the lines keep the document's.
        about: what the answer knows besides.
    """
    sections = {one.name: groups_of(one.body) for one in split_sections(text)}
    pieces = [*_changes(about, language), *_document(sections, language)]
    page = _Page(sections, language, about, _session(text))
    room = BRIEF_LIMIT
    while True:
        made = page.text(pieces, _fill(pieces, room))
        if len(made) <= BRIEF_LIMIT or room <= 0:
            return made
        room -= len(made) - BRIEF_LIMIT


def _changes(about: About, language: Language) -> Iterator[_Piece]:
    for warning in about.warnings:
        yield _Piece("changed", "", ((100, f"- {warning}"),))
    for at, change in enumerate(about.changed or [say("brief_fresh", language)]):
        yield _Piece("changed", "", ((100 if at < _FIRST_CHANGES else 57, f"- {change}"),))


def _document(sections: dict[str, tuple[ItemGroup, ...]], language: Language) -> Iterator[_Piece]:
    """The candidates of all sections, in the order in which they are printed under each heading."""
    state = {group.key: group.items for group in sections.get("CURRENT_STATE", ())}
    found = {group.key: group.items for group in sections.get("DISCOVERY", ())}
    edited = [one for group in sections.get("CODEBASE_ANCHORS", ()) if group.key == "edited" for one in group.items]

    def pieces(heading: str, section: str, items: Iterable[Item], worths: Sequence[int]) -> Iterator[_Piece]:
        for item, worth in zip(items, worths, strict=False):
            yield _Piece(heading, section, _forms(item, worth, language))

    state_name = "CURRENT_STATE"
    for key, worths in (("task", (97, 96, 70, 60)), ("issue", (99, 30)), ("notes", _falling(96))):
        yield from pieces("goal", state_name, state.get(key, ()), worths)
    requests = state.get("requests", ())
    yield from pieces("goal", state_name, requests, _of_requests(requests))
    yield from pieces("stopped", state_name, state.get("stopped", ()), _falling(95))
    for name, best in (("NEXT_ACTION", 94), ("BLOCKED / PENDING", 92)):
        yield from pieces(name, name, _all(sections.get(name, ())), _falling(best))
    for group in sections.get("DECISION", ()):
        worths = _falling(90)[: len(group.items)]
        yield from pieces("DECISION", "DECISION", group.items, worths[::-1] if group.key == "person" else worths)
    risks = _all(sections.get("RISKS", ()))
    yield from pieces("RISKS", "RISKS", risks, [91 if _contradicts(one) else 58 for one in risks])
    yield from pieces("state", state_name, state.get("log", ()), (96,))
    yield from pieces("state", state_name, state.get("git", ()), (93, 89))
    checks = found.get("checks", ())
    yield from pieces("state", "DISCOVERY", checks, _of_checks(checks))
    commits = state.get("commits", ())
    yield from pieces("state", state_name, commits, _of_commits(len(commits)))
    yield from pieces("state", "CODEBASE_ANCHORS", edited, _falling(46)[:6])


def _falling(best: int) -> list[int]:
    """Worths of a list whose first lines tell most."""
    return [max(best - at, 40) for at in range(200)]


def _all(groups: Iterable[ItemGroup]) -> list[Item]:
    return [item for group in groups for item in group.items]


def _of_requests(requests: Sequence[Item]) -> list[int]:
    """The first and the last request tell most, then the newest; a goal that the client keeps comes with the first."""
    said = [at for at, item in enumerate(requests) if _ANCHORS.match(item.bare)]
    ends = {said[0], said[-1]} if said else set()
    return [
        97 if at in ends else 96 if at not in said else max(30, 62 - 2 * (said[-1] - at)) for at in range(len(requests))
    ]


def _of_checks(checks: Sequence[Item]) -> list[int]:
    """The last check that failed, then the others that did; one that passed tells little."""
    failed = [at for at, item in enumerate(checks) if _ANCHORS.sub("", item.bare).strip().startswith(_FAILED)]
    newest = max(failed, key=lambda at: _line(checks[at]), default=-1)
    return [93 if at == newest else 68 if at in failed else 34 for at in range(len(checks))]


def _of_commits(count: int) -> list[int]:
    """The last three commits tell where the work stands."""
    return [52 if at >= count - 3 else 20 for at in range(count)]


def _line(item: Item) -> tuple[int, int]:
    """The line of an item's first anchor; one of an earlier part of the story comes before all of the log itself."""
    found = re.match(r"\[(?:S(\d{1,3}):)?L(\d{1,9})\]", item.bare)
    return (0, 0) if found is None else (-int(found[1] or 1), int(found[2]))


def _contradicts(item: Item) -> bool:
    return _ANCHORS.sub("", item.bare).strip().startswith(_AGAINST)


def _forms(item: Item, worth: int, language: Language) -> tuple[tuple[int, str], ...]:
    """An item's lengths with their worth: named by its anchor, without most of its block, whole."""
    if len(item.first) > _LONG_LINE:
        anchor = " ".join(_ANCHORS.findall(item.bare[:80])[:1])
        named = f"- {say('brief_long', language, anchor=anchor, count=len(item.first)).strip()}"
        return ((worth, named), (worth - 36, item.whole))
    if len(item.whole) <= _SHORT_BLOCK or not item.rest:
        return ((worth, item.whole),)
    shorter, missing = item.shortened(_SHORT_BLOCK)
    if not missing:
        return ((worth, item.whole),)
    return ((worth, f"{shorter}\n  {say('brief_more_lines', language, count=missing)}"), (worth - 40, item.whole))


def _fill(pieces: Sequence[_Piece], room: int) -> list[int]:
    """The form that is taken of each piece, -1 for none: by worth, as long as there is room."""
    steps = sorted(
        (-worth, level, at) for at, piece in enumerate(pieces) for level, (worth, _) in enumerate(piece.forms)
    )
    taken = [-1] * len(pieces)
    opened: set[str] = set()
    for _, level, at in steps:
        piece = pieces[at]
        if taken[at] != level - 1:
            continue
        price = len(piece.forms[level][1]) + 1 - (len(piece.forms[level - 1][1]) + 1 if level else 0)
        price += 0 if piece.heading in opened else len(piece.heading) + 24
        if price <= room:
            room -= price
            taken[at] = level
            opened.add(piece.heading)
    return taken


@dataclass(frozen=True, slots=True)
class _Page:
    """Lays out what was taken; ``session`` is the one whose log the anchors belong to."""

    sections: dict[str, tuple[ItemGroup, ...]]
    language: Language
    about: About
    session: str | None

    def text(self, pieces: Sequence[_Piece], taken: Sequence[int]) -> str:
        """Title, headings with what was taken, and where the rest is."""
        about, chosen = self.about, [pair for pair in zip(pieces, taken, strict=True) if pair[1] >= 0]
        title = self.say("brief_title", id=about.handover_id, brain=about.brain, created_at=about.created_at)
        parts = [*([about.lead] if about.lead else []), f"# {title}"]
        for heading in _HEADINGS:
            lines = [piece.forms[level][1] for piece, level in chosen if piece.heading == heading]
            if lines:
                parts.append("\n".join([f"## {self.heading(heading)}", *lines]))
        rest = [f"- {line}" for line in self.rest(chosen)]
        return "\n\n".join([*parts, "\n".join([f"## {self.heading('rest')}", *rest])]) + "\n"

    def say(self, key: str, **facts: object) -> str:
        """One phrase in the brief's language."""
        return say(key, self.language, **facts)

    def heading(self, name: str) -> str:
        """The words of a heading; names of sections never change."""
        return self.say(f"brief_{name}") if name.islower() else name

    def rest(self, chosen: Sequence[tuple[_Piece, int]]) -> Iterator[str]:
        """What is not here, and how to get it."""
        if not any(self.sections.values()):
            yield self.say("brief_no_form")
        taken = Counter(piece.section for piece, _ in chosen)
        left = {name: len(_all(self.sections.get(name, ()))) - taken[name] for name in _COUNTED}
        counts = ", ".join(f"{name} {count}" for name, count in left.items() if count > 0)
        shortened = sum(level < len(piece.forms) - 1 for piece, level in chosen)
        told = [self.say("brief_left_out", sections=counts)] if counts else []
        told += [self.say("brief_shortened", count=shortened)] if shortened else []
        yield " ".join(told) or self.say("brief_nothing_left_out")
        yield self.say("brief_whole", arguments=self.about.arguments)
        if len(self.about.file) <= _LONGEST_FILE:
            yield self.say("brief_file", file=quoted(self.about.file, _LONGEST_FILE + 2))
        if self.session is not None:
            yield self.say("brief_anchor", session=self.session)


def _session(text: str) -> str | None:
    """The session whose log the anchors belong to."""
    told = metadata(text).get("session")
    found = told.get("id") if isinstance(told, dict) else None
    return found if isinstance(found, str) and _SESSION.fullmatch(found) else None
