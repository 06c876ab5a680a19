"""What the documents say that the session wrote: plans, specifications, reports. Their words are the agent's, unchecked."""

from __future__ import annotations

import re

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


def _tells(one: FileFact) -> bool:
    """Whether a document is the session's own: not the client's plan, which stands elsewhere, nor a list of changes."""
    return _OF_THE_CLIENT.search(one.path) is None
