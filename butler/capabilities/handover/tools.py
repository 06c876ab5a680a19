"""What a Brain may ask of the handover room: prepare, read, list. Each loads what it needs when it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from butler.capabilities.handover.backend import open_library, save_handover
from butler.capability import Caller, in_text, reads, writes
from butler.envelope import Envelope
from butler.house import House
from butler.naming import HandoverName, parse_issue_id

if TYPE_CHECKING:
    from butler.capabilities.handover.requests import PrepareRequest


class HandoverTools:
    """The tools of one house; made anew for each call."""

    def __init__(self, house: House) -> None:
        self._house = house

    @writes
    def handover_prepare(  # noqa: PLR0917 (the arguments are the design's)
        self,
        caller: Caller,
        issue_id: int | str | None = None,
        notes: str | None = None,
        session: str | None = None,
        since: int | str | None = None,
        max_tokens: int | None = None,
        language: str | None = None,
        target_brain: str | None = None,
    ) -> Envelope:
        """Write a handover document of this session for the next agent. Call it before you stop, hit a limit or switch
        agents; put what the log does not say into notes.

        Args:
            issue_id: default: the issue of work_start, else a project handover.
            notes: lines may start with decision:, rejected:, fact:, next:, blocked:, undecided:, risk:, file:.
            session: id or file of another session log; default: this one.
            since: start of DISCOVERY: session, mark, last_handover or a line number.
            max_tokens: 800 or more.
            language: en or ja.
            target_brain: who is to read it.

        Raises:
            ButlerError: see the room's page; nothing was written then.
        """
        from butler.capabilities.handover.requests import prepare_request

        request = prepare_request(
            self._house,
            issue_id=issue_id,
            notes=notes,
            session=session,
            since=since,
            max_tokens=max_tokens,
            language=language,
            target_brain=target_brain,
        )
        return self._prepare(caller, request)

    def _prepare(self, caller: Caller, request: PrepareRequest) -> Envelope:
        from butler.capabilities.handover.answers import prepared
        from butler.capabilities.handover.fingerprints import fingerprints
        from butler.capabilities.handover.gathering import Draft, composed, gather_materials
        from butler.capabilities.handover.news import words_digest
        from butler.capabilities.handover.tasks import recorded
        from butler.capabilities.handover.worktrees import one_worktree_at_a_time

        house = self._house
        library = open_library(house.project)
        gathered = gather_materials(house, caller, request, library)
        said = words_digest(gathered.materials)
        drafts: list[Draft] = []

        def write(name: HandoverName, previous: HandoverName | None) -> str:
            drafts.append(composed(house, gathered, name, previous))
            return drafts[-1].text

        with one_worktree_at_a_time(house) as siblings:
            saved = save_handover(
                house.project,
                gathered.issue_id,
                gathered.created_at,
                gathered.source_brain,
                write,
                elsewhere=open_library(house.project).elsewhere() if siblings else (),
                rests_on=lambda text: fingerprints(house.project, text, gathered.materials.work.git, said),
            )
        task, told = recorded(house, caller, gathered, saved)
        return prepared(house, gathered, saved, (*drafts[-1].warnings, *told), task)

    @reads
    @in_text
    def handover_read(
        self,
        caller: Caller,
        issue_id: int | str | None = None,
        handover_id: str | None = None,
        section: str | None = None,
        format: str | None = None,
    ) -> Envelope:
        """Get the newest handover, of an issue if given, or one by its handover_id, and what changed since. Call it at
        the start of a session. Reading changes nothing. In a script print content[0].text of the result.

        Args:
            issue_id: default: the issue of work_start, else the newest handover of all.
            handover_id: one snapshot, as handover_list shows it; auto: the newest automatic document.
            section: only this one, for example discovery; brief: the gist of all.
            format: markdown (default) or json.

        Raises:
            NotFound: ``handover_not_found``, ``automatic_not_found``, ``no_handover``, ``section_not_found``.
            InvalidInput: ``invalid_issue_id``, ``invalid_handover_id``, ``handover_arguments``, ``invalid_format``.
            Unreadable: the handover, or every one that was meant, is damaged or empty.
        """
        from butler.capabilities.handover.finding import choose_document
        from butler.capabilities.handover.readable import wants_json
        from butler.capabilities.handover.reading import read_answer

        as_json = wants_json(format)
        library = open_library(self._house.project)
        chosen = choose_document(self._house, caller, library, parse_issue_id(issue_id), handover_id)
        return read_answer(
            self._house,
            caller,
            chosen.library,
            chosen.name,
            by_id=handover_id is not None or chosen.automatic,
            section=section,
            warnings=chosen.warnings,
            as_json=as_json,
        )

    @reads
    def handover_list(self, caller: Caller, query: str | None = None) -> Envelope:
        """List saved handovers, newest first, over all worktrees.

        Args:
            query: words to look for in ids, titles and texts.

        Raises:
            Refused: ``not_regular`` when a link lies where the folder should be.
        """
        from butler.capabilities.handover.answers import listed

        return listed(self._house, open_library(self._house.project), query)
