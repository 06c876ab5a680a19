"""Everything that one handover is computed from, read once: log, marks, issue, work, notes.

What is not there is an absence with its reason, never an error, unless the call named it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler.capabilities.handover.backend import Library, open_library
from butler.capabilities.handover.commits import with_commits_looked_up
from butler.capabilities.handover.lineage import chain_before, own_before
from butler.capabilities.handover.models import LogSource, Materials, Meta, NoteText, SummarySource
from butler.capabilities.handover.named_paths import known_paths
from butler.capabilities.handover.news import nothing_new_since
from butler.capabilities.handover.render import render
from butler.capabilities.handover.requests import PrepareRequest, prepare_request
from butler.capabilities.handover.summaries import summaries_of_issue, summary_of
from butler.capabilities.handover.tasks import task_of
from butler.capabilities.session_log.backend import (
    NoSession,
    SessionChoice,
    choose_session,
    line_in,
    marks_of,
    open_log,
    placed,
    story_facts,
)
from butler.capabilities.session_log.facts import Facts, own_line
from butler.capabilities.session_log.models import Mark
from butler.capabilities.work_record.models import WorkSession, WorkState
from butler.capability import Caller
from butler.errors import ButlerError, InvalidInput, NotFound
from butler.git import Git
from butler.house import House
from butler.issue_backend import Issue
from butler.maids.document_check import metadata
from butler.maids.handover_summaries import summary_head
from butler.maids.handover_worker import compose
from butler.maids.notes_worker import parse_notes
from butler.maids.redaction_worker import Redactor
from butler.naming import HandoverName, IssueId, client_name, name_handover
from butler.paths import shown_log
from butler.phrases import Language, say
from butler.process import Later
from butler.records import dataclass
from butler.work_record_backend import current_work, opening, work_observe

if TYPE_CHECKING:
    from butler.capabilities.journal.models import TaskHistory

__all__ = ["Draft", "Gathered", "composed", "draft", "gather_materials", "prepare_request"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A document that is not saved: its name, its text, and what the reader of the answer should know."""

    name: HandoverName
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """The materials of a handover that has no name yet.

    ``session`` is what the answer says about the log (None without one); ``warnings`` are sentences;
    ``nothing_new_since`` is the newest handover of the same subject where it already tells all this.
    """

    materials: Materials
    created_at: datetime
    session: dict[str, Any] | None
    warnings: tuple[str, ...] = ()
    nothing_new_since: str | None = None

    @property
    def issue_id(self) -> IssueId | None:
        """The issue that the handover is about."""
        return self.materials.meta.issue_id

    @property
    def source_brain(self) -> str:
        """Whose log was read, else who called."""
        return self.materials.meta.source_brain

    @property
    def based_on(self) -> str | None:
        """The handover that this session went on from."""
        return self.materials.meta.based_on

    @property
    def language(self) -> Language:
        """The language of the document and of the answer."""
        return self.materials.meta.language


def draft(house: House, caller: Caller, request: PrepareRequest) -> Draft:
    """The document that handover_prepare would write now, without writing anything.

    Raises:
        ButlerError: as handover_prepare.
    """
    library = open_library(house.project)
    gathered = gather_materials(house, caller, request, library)
    name = name_handover(gathered.issue_id, gathered.created_at, gathered.source_brain)
    return composed(house, gathered, name, library.newest(gathered.issue_id))


def composed(house: House, gathered: Gathered, name: HandoverName, previous: HandoverName | None) -> Draft:
    """The document of ``gathered`` under its name: pure computation, the same bytes each time."""
    redactor = house.redactor()
    before = previous.id if previous else None
    known = gathered.nothing_new_since if gathered.nothing_new_since == before else None
    meta = replace(gathered.materials.meta, handover_id=name.id, previous=before, nothing_new_since=known)
    text = render(compose(replace(gathered.materials, meta=meta, redactor=redactor)))
    count = _replaced(redactor)
    text = redactor.redact(_without_home(text, house.start.home))
    late = _replaced(redactor) - count
    told = (say("warning_redacted", gathered.language, count=late),) if late else ()
    return Draft(name, text, (*gathered.warnings, *told))


def _replaced(redactor: Redactor) -> int:
    return sum(found.count for found in redactor.counts())


def _without_home(text: str, home: Path) -> str:
    """The text with the running user's home folder written ``~`` wherever a path begins with it."""
    return re.sub(rf"(?<![\w.~-]){re.escape(str(home))}(?=/)", "~", text) if len(home.parts) > 1 else text


def gather_materials(house: House, caller: Caller, request: PrepareRequest, library: Library) -> Gathered:
    """Read everything that a handover needs.

    Raises:
        NotFound: an issue of a configured source or a session that the call names does not exist.
        Unreadable, Refused: a log that the call names cannot be read.
        InvalidInput: ``invalid_since`` for a line that the log does not have.
    """
    return _Gathering(house, caller, request, library).all()


class _Gathering:
    """One run over all sources; warnings are collected on the way."""

    def __init__(self, house: House, caller: Caller, request: PrepareRequest, library: Library) -> None:
        self.house = house
        self.caller = caller
        self.request = request
        self.library = library
        self.now = house.now()
        self.warnings: list[str] = []
        self.gone: SummarySource | None = None

    def all(self) -> Gathered:
        """Everything, in the order in which one source tells where to look in the next."""
        opened = opening(self.house)
        session = self._work_session()
        issue_id = self.request.issue_id
        if issue_id is None and session is not None:
            issue_id = session.issue_id
        issue, issue_absent = self._issue(issue_id)
        choice = self._choice(session)
        marks = self._marks(choice)
        facts, log = self._facts(choice)
        source = client_name(log.agent) if facts is not None else self._client()
        if facts is not None:
            marks = placed(marks, facts)
            facts = replace(facts, since_line=self._since(facts, [mark.line for mark in marks]))
        elif self.request.since != "session":
            self.warnings.append(say("warning_since_without_log", self.request.language))
        based_on = self._based_on(session, facts)
        own = own_before(self.library, issue_id, facts.session.session_id if facts is not None else None, based_on)
        work = self._work(session, facts, opened)
        materials = Materials(
            meta=self._meta(source, issue_id, based_on),
            redactor=Redactor(),
            work=work,
            facts=with_commits_looked_up(facts, log, work, opened),
            log=log,
            issue=issue,
            issue_absent=issue_absent,
            notes=self._notes(),
            marks=[self._mark(mark) for mark in marks],
            based_on_text=self._text_of(based_on),
            before=chain_before(self.library, own[1] if own is not None else self._text_of(based_on)),
            own_before=own,
            max_tokens=self.request.max_tokens,
            task=self._task(session),
            summaries=self._summaries(issue_id, facts, based_on),
        )
        materials = replace(materials, known_paths=known_paths(self.house.project.root, materials))
        place = None if isinstance(choice, NoSession) else choice.path
        known = nothing_new_since(self.house, self.library, materials, place)
        return Gathered(materials, self.now, self._session(choice, facts, log), tuple(self.warnings), known)

    def _client(self) -> str:
        """Who wrote the log that is gone, else who calls."""
        head = summary_head(self.gone.text) if self.gone is not None else None
        return self.caller.client if head is None else client_name(head.agent)

    def _meta(self, source: str, issue_id: IssueId | None, based_on: str | None) -> Meta:
        return Meta(
            project=self.house.project_name,
            source_brain=source,
            created_at=self.now.isoformat(timespec="seconds"),
            handover_id="",
            target_brain=self.request.target_brain,
            based_on=based_on,
            language=self.request.language,
            since=str(self.request.since),
            issue_id=issue_id,
        )

    def _warn(self, problem: ButlerError) -> None:
        self.warnings.append(problem.message(self.request.language))

    def _work_session(self) -> WorkSession | None:
        try:
            return current_work(self.house, self.caller)
        except ButlerError as problem:
            self._warn(problem)
            return None

    def _task(self, session: WorkSession | None) -> TaskHistory | None:
        """The Task that the work session named; why it cannot be told is a warning."""
        if session is None or session.task_id is None:
            return None
        try:
            return task_of(self.house, session.task_id)
        except ButlerError as problem:
            reason = problem.message(self.request.language)
            self.warnings.append(say("warning_task_left_out", self.request.language, reason=reason))
            return None

    def _issue(self, issue_id: IssueId | None) -> tuple[Issue | None, str | None]:
        """The issue, or the key of why there is no text."""
        if issue_id is None:
            return None, None
        try:
            issue = self.house.issues.read(issue_id)
        except ButlerError as problem:
            if self.request.issue_id is not None:
                raise
            self._warn(problem)
            return None, "issue_not_there"
        return issue, None if issue is not None else "issue_no_source"

    def _choice(self, work: WorkSession | None) -> SessionChoice | NoSession:
        """The session; where its log is gone (named by id, or known to the client or the work session) its summary."""
        named = self.request.session
        try:
            choice = choose_session(self.house, self.caller, named)
        except ButlerError as problem:
            self.gone = summary_of(self.house, named) if isinstance(problem, NotFound) else None
            if named is not None and self.gone is None:
                raise
            if self.gone is None:
                self._warn(problem)
            choice = NoSession("no_session_here")
        if named is None and isinstance(choice, NoSession):
            self.gone = summary_of(self.house, (work.session_id if work else None) or self.caller.session_id)
        if self.gone is not None and self.gone.text:
            told = {"session": self.gone.session_id, "file": self.gone.file}
            self.warnings.append(say("warning_log_gone", self.request.language, **told))
        if self.gone is None and isinstance(choice, NoSession) and choice.why == "no_session_told":
            self.warnings.append(choice.reason(self.request.language))
        return choice

    def _summaries(self, issue_id: IssueId | None, facts: Facts | None, based_on: str | None) -> list[SummarySource]:
        """The session's own summary where its log is gone, then those of other sessions of the issue."""
        own = [self.gone] if self.gone is not None else []
        mine = own[0].session_id if own else facts.session.session_id if facts is not None else self.caller.session_id
        others = summaries_of_issue(self.house, self.library, issue_id, mine, based_on)
        for one in (*own, *others):
            if not one.text:
                self.warnings.append(say("warning_summary_damaged", self.request.language, file=one.file))
        return [*own, *others]

    def _mark(self, mark: Mark) -> NoteText:
        """A mark as a note; of a log that is gone without its line."""
        line = None if self.gone is not None else mark.line
        return NoteText(mark.note, f"mark ({_writer(mark.writer)})", line, mark.writer == "command-line")

    def _marks(self, choice: SessionChoice | NoSession) -> tuple[Mark, ...]:
        try:
            if self.gone is not None:
                return marks_of(self.house, self.gone.session_id)
            return () if isinstance(choice, NoSession) else marks_of(self.house, choice.session_id)
        except ButlerError as problem:
            self._warn(problem)
            return ()

    def _facts(self, choice: SessionChoice | NoSession) -> tuple[Facts | None, LogSource]:
        if isinstance(choice, NoSession):
            gone = "log_gone" if self.gone is not None and self.gone.text else "log_gone_damaged"
            return None, LogSource(absent=choice.why if self.gone is None else gone)
        try:
            with open_log(self.house, choice.path) as log:
                facts = story_facts(self.house, log)
                receipt = log.receipt
        except ButlerError as problem:
            if self.request.session is not None:
                raise
            self._warn(problem)
            return None, LogSource(absent="log_not_usable")
        if choice.unconfirmed:
            self.warnings.append(say("warning_unconfirmed", self.request.language))
        elsewhere = choice.cwd if choice.of_this_project is False and choice.cwd else None
        return facts, LogSource(
            path=shown_log(choice.path, self.house.start.home),
            receipt=receipt,
            agent=choice.agent,
            other_folder=self.house.shown(elsewhere) if elsewhere else None,
            unconfirmed=choice.reason(self.request.language) if choice.unconfirmed else "",
        )

    def _since(self, facts: Facts, marks: list[int]) -> int:
        """The line after which DISCOVERY begins; 0 for the whole session."""
        since = self.request.since
        if isinstance(since, int):
            if since > max(own_line(facts.last_line), 1):
                raise InvalidInput("invalid_since")
            return facts.own(since)
        found: int | None
        found, absent = 0, ""
        if since == "mark":
            found, absent = max(marks, default=None), "warning_no_mark"
        elif since == "last_handover":
            last = self.library.last_read_of(facts.session.session_id)
            found, absent = last and line_in(facts, *last), "warning_no_last_handover"
        if found is None:
            self.warnings.append(say(absent, self.request.language))
        return min(found or 0, facts.last_line)

    def _based_on(self, session: WorkSession | None, facts: Facts | None) -> str | None:
        """What work_start named, else the last handover of another session that this one read."""
        if session is not None and self._text_of(session.based_on) is not None:
            return session.based_on
        mine = facts.session.session_id if facts else None
        known = {name.id for name in self.library.places}
        for handover_id in reversed(facts.handovers_read if facts else ()):
            origin = metadata(self._text_of(handover_id) or "").get("session") if handover_id in known else None
            if handover_id in known and not (mine and isinstance(origin, dict) and origin.get("id") == mine):
                return handover_id
        return None

    def _work(self, session: WorkSession | None, facts: Facts | None, opened: Later[Git] | None) -> WorkState:
        head, time = (session.head_at_start, session.started_at) if session else (None, None)
        if session is None and facts is not None:
            head, time = facts.session.head, facts.session.started_at
        state = work_observe(self.house, head, time, symbols=True, opened=opened)
        return replace(state, session=session)

    def _notes(self) -> NoteText | None:
        if not self.request.notes:
            return None
        for wrong, right in parse_notes(self.request.notes).suggestions:
            self.warnings.append(say("warning_note_label", self.request.language, wrong=wrong, right=right))
        return NoteText(self.request.notes, f"notes ({_writer(self.caller.client)})", person=self.caller.is_person)

    def _text_of(self, handover_id: str | None) -> str | None:
        if handover_id is None:
            return None
        try:
            return self.library.open(self.library.named(handover_id)).text
        except ButlerError as problem:
            self._warn(problem)
            return None

    def _session(self, choice: SessionChoice | NoSession, facts: Facts | None, log: LogSource) -> dict[str, Any] | None:
        if facts is None or isinstance(choice, NoSession):
            return None
        return {
            "agent": client_name(choice.agent),
            "id": choice.session_id,
            "log": log.path,
            "lines": own_line(facts.last_line),
            "chosen": choice.reason(self.request.language),
            "next_best": [other.session_id for other in choice.next_best],
        }


def _writer(client: str) -> str:
    return "command line" if client == "command-line" else client
