"""Which document handover_read gives: the one that was asked for, else the newest snapshot, else the newest automatic one."""

from __future__ import annotations

from typing import Any

from butler.capabilities.handover.automatic import asked_for, automatic_names, newer_than, with_automatic
from butler.capabilities.handover.backend import Library
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput, NotFound
from butler.house import House
from butler.naming import AutoName, HandoverName, IssueId, subject_of
from butler.phrases import say
from butler.records import dataclass


@dataclass(frozen=True, slots=True)
class Chosen:
    """The document to read, the library that holds it, and sentences about how it was found."""

    library: Library
    name: HandoverName
    warnings: tuple[str, ...] = ()

    @property
    def automatic(self) -> bool:
        """Whether it is no snapshot."""
        return isinstance(self.name, AutoName)


def choose_document(
    house: House, caller: Caller, library: Library, issue: IssueId | None, handover_id: str | None
) -> Chosen:
    """The document that a call means.

    Raises:
        NotFound: ``handover_not_found``, ``automatic_not_found``, ``no_handover``.
        InvalidInput: ``invalid_handover_id``, ``handover_arguments``.
        Unreadable: every handover that was meant is damaged or empty.
    """
    if handover_id is None:
        return _newest(house, caller, library, issue)
    auto = asked_for(automatic_names(library.project), handover_id, issue)
    if auto is not None:
        return Chosen(with_automatic(library, auto), auto)
    name = library.named(handover_id)
    if issue is not None and name.issue != issue:
        raise InvalidInput("handover_arguments", issue=issue, id=name.id)
    return Chosen(library, name)


def _newest(house: House, caller: Caller, library: Library, issue: IssueId | None) -> Chosen:
    """By issue; without one the caller's own issue where it has a handover, else the newest whatever its kind.

    One that cannot be read is passed over, and said; so is an automatic document that is newer.
    """
    language, (names, warnings) = house.settings.language, _by_worth(house, caller, library, issue)
    if not names:
        return _automatic(house, library, issue)
    name, skipped = library.first_readable(names)
    told = [*warnings, *(say("warning_unreadable", language, file=file) for file in skipped)]
    newer = newer_than(automatic_names(library.project), name, issue, caller.session_id)
    if newer is not None:
        facts = {"at": newer.created.isoformat(), "brain": newer.client, "id": newer.id}
        told.append(say("automatic_newer", language, **facts))
    return Chosen(library, name, tuple(told))


def _by_worth(
    house: House, caller: Caller, library: Library, issue: IssueId | None
) -> tuple[list[HandoverName], list[str]]:
    from butler.work_record_backend import current_work

    names = [name for name in library.places if issue is None or name.issue == issue]
    if issue is not None:
        return names, []
    try:
        work = current_work(house, caller)
    except ButlerError as problem:
        return names, [problem.message(house.settings.language)]
    if work is not None and work.issue_id is not None:
        names.sort(key=lambda name: name.issue != work.issue_id)
    return names, []


def _automatic(house: House, library: Library, issue: IssueId | None) -> Chosen:
    """The newest automatic document, where there is no snapshot."""
    language, name = house.settings.language, newer_than(automatic_names(library.project), None, issue, None)
    if name is None:
        near: dict[str, Any] = library.missing(subject_of(issue)).facts
        known = near["known"] if near["near"] else say("none_exist", language)
        subject = say("this_project", language) if issue is None else subject_of(issue)
        raise NotFound("no_handover", subject=subject, near=near["near"], known=known)
    facts = {"at": name.created.isoformat(), "brain": name.client}
    return Chosen(with_automatic(library, name), name, (say("automatic_alone", language, **facts),))
