"""What documents say: those that the session wrote (the agent's words, unchecked), then the newest ones that it only read.

What a file says that was read is data: it is printed as what a tool showed, in the room that nothing else asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.capabilities.handover.models import Line, Value, said
from butler.capabilities.session_log.facts import Facts, FileFact
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_turns import turned_document, turns_of
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late
from butler.maids.session_log_documents import chosen

_MOST = 6
_LENGTHS = ((280, 58), (700, 50), (1600, 38), (3200, 24), (6000, 12))
"""Characters and worth, from short to long: the long ones only fill what nothing else asks for."""
_THE_WORK = 8
"""More worth where documents are most of what was written."""
_GIVEN_UP = 24
"""Less worth of a document that is about what the person gave up since."""
_OF_THE_CLIENT = late(
    r"(?:^|/)\.(?:claude|codex)/(?:plans|todos|projects)/|(?:^|/)(?:CHANGELOG|LICENSE|MEMORY)\b", re.I
)

_READ = 4
_READ_LENGTHS = ((300, 40), (700, 30), (1600, 18), (3200, 10), (6000, 5))
"""The same of a document that was only read."""
_KEPT_FOR_LATER = late(
    r"(?:^|[/\\])(?:memory|notes?|plans?|todos?|hand-?(?:off|over)s?|decisions?|status|adrs?)(?:[/\\]|[-_.][^/\\]*$|$)"
    r"|(?:memory|notes?|plan|todo|hand-?(?:off|over)|decisions?|status|progress)\.\w+$",
    re.I,
)
"""Documents that were written for whoever goes on."""
_FOR_EVERYBODY = late(
    r"(?:^|[/\\])(?:README|CHANGE(?:LOG|S)|HISTORY|LICEN[CS]E|CONTRIBUTING|CODE_OF_CONDUCT|NOTICE|SECURITY)\b", re.I
)
_MORE = 16
_LESS = 10


def add_documents(desk: Desk, pen: Pen, facts: Facts) -> None:
    """One piece for each of the newest documents that stand."""
    edited = [one for one in facts.files if one.edits and one.action not in ("delete", "gone", "restored")]
    found = [one for one in edited if one.outline and one.last_line > facts.since_line and _tells(one)][:_MOST]
    more = _THE_WORK if 2 * len(found) >= len(edited) else 0
    turns = turns_of(facts)
    for at, one in enumerate(found):
        gone = turned_document(turns, one)
        told: dict[str, Value] = {"path": pen.code(one.path, 160), "anchor": anchor(one.last_line)}
        head = Line(said("document_turned", **told, turn=anchor(gone)) if gone else said("document", **told))
        less = _GIVEN_UP if gone else 0
        forms = []
        for limit, worth in _LENGTHS:
            text = chosen(one.outline, limit)
            forms.append(Form(max(1, worth + more - less - 5 * at), Line(head.said, pen.block(text, limit + 400))))
        desk.add("DISCOVERY", "documents", (at,), *forms)
    _add_read(desk, pen, facts, wrote=bool(edited))


def _add_read(desk: Desk, pen: Pen, facts: Facts, *, wrote: bool) -> None:
    """One piece for each of the newest documents that were only read; worth more where nothing was written."""
    read = [one for one in facts.files if one.outline and not one.edits and one.read_line > facts.since_line]
    for at, one in enumerate(sorted(read, key=lambda one: -one.read_line)[:_READ]):
        later = _KEPT_FOR_LATER.search(one.path) is not None
        more = _MORE if later or not wrote else -_LESS if _FOR_EVERYBODY.search(one.path) else 0
        desk.add_growing("DISCOVERY", "papers", (at,), _read_forms(pen, one, more - 3 * at))


def _read_forms(pen: Pen, one: FileFact, more: int) -> Iterator[Form]:
    """A document that was only read, in several lengths; ``more`` worth than they have by themselves."""
    told: dict[str, Value] = {"path": pen.code(one.path, 160), "anchor": anchor(one.read_line)}
    head = said("document_part", **told, lines=one.read_lines) if one.read_lines else said("document", **told)
    for limit, worth in _READ_LENGTHS:
        yield Form(max(1, worth + more), Line(head, pen.block(chosen(one.outline, limit), limit + 400)))


def _tells(one: FileFact) -> bool:
    """Whether a document is the session's own: not the client's plan, which stands elsewhere, nor a list of changes."""
    return _OF_THE_CLIENT.search(one.path) is None
