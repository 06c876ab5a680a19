"""What handover_prepare was asked, checked before anything is read."""

from __future__ import annotations

import re

from butler.errors import InvalidInput
from butler.house import House
from butler.naming import IssueId, client_name, parse_issue_id
from butler.phrases import LANGUAGES, Language
from butler.records import dataclass
from butler.settings import MAX_TOKENS, MIN_TOKENS

NOTES_LIMIT = 64 * 1024
"""Bytes of the notes of one call."""
_LONGEST_BRAIN = 64
STARTS = ("session", "mark", "last_handover")
_LINE = re.compile(r"\[?L?([1-9][0-9]{0,8})\]?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PrepareRequest:
    """The checked arguments; ``since`` is one of ``STARTS`` or a 1-based line."""

    language: Language
    max_tokens: int
    issue_id: IssueId | None = None
    notes: str = ""
    session: str | None = None
    since: str | int = "session"
    target_brain: str = "any"


def prepare_request(
    house: House,
    *,
    issue_id: int | str | None = None,
    notes: str | None = None,
    session: str | None = None,
    since: str | int | None = None,
    max_tokens: int | None = None,
    language: str | None = None,
    target_brain: str | None = None,
) -> PrepareRequest:
    """Check the arguments of handover_prepare.

    Raises:
        InvalidInput: ``invalid_issue_id``, ``too_large`` (notes, target_brain), ``invalid_since``, ``invalid_max_tokens``,
            ``invalid_language``.
    """
    return PrepareRequest(
        language=_language(house, language),
        max_tokens=_tokens(house, max_tokens),
        issue_id=parse_issue_id(issue_id),
        notes=_notes(notes),
        session=session.strip() if session and session.strip() else None,
        since=_since(since),
        target_brain=_brain(target_brain),
    )


def _brain(given: str | None) -> str:
    if given and len(given) > _LONGEST_BRAIN:
        raise InvalidInput("too_large", what="target_brain", size=len(given), limit=_LONGEST_BRAIN)
    return client_name(given) if given else "any"


def _language(house: House, given: str | None) -> Language:
    if given is None:
        return house.settings.language
    for language in LANGUAGES:
        if given == language:
            return language
    raise InvalidInput("invalid_language", known=", ".join(LANGUAGES))


def _tokens(house: House, given: int | None) -> int:
    if given is None:
        return house.settings.max_tokens
    if isinstance(given, bool) or not MIN_TOKENS <= given <= MAX_TOKENS:
        raise InvalidInput("invalid_max_tokens", least=MIN_TOKENS, most=MAX_TOKENS)
    return given


def _notes(given: str | None) -> str:
    text = (given or "").strip()
    if (size := len(text.encode("utf-8", "replace"))) > NOTES_LIMIT:
        raise InvalidInput("too_large", what="notes", size=size, limit=NOTES_LIMIT)
    return text


def _since(given: str | int | None) -> str | int:
    text = str("session" if given is None else given).strip()
    if text in STARTS:
        return text
    if isinstance(given, bool) or (line := _LINE.fullmatch(text)) is None:
        raise InvalidInput("invalid_since")
    return int(line[1])
