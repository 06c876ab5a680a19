"""What a Brain may ask of the work record room: begin, look, finish; list and read issues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from butler.capabilities.work_record import answers
from butler.capabilities.work_record.models import GitState, WorkSession, WorkState
from butler.capability import Caller, reads, writes
from butler.envelope import Envelope, ok
from butler.errors import NotFound
from butler.house import House
from butler.looking import is_file
from butler.naming import parse_issue_id
from butler.phrases import say
from butler.work_record_backend import finish_work, start_work, work_observe

_ABSENT = {"no_git": "work_seen_no_git", "git_missing": "work_seen_git_missing", "git_failed": "work_seen_git_failed"}

_MOST_NAMED = 5
"""Files that a summary names."""


class WorkRecordTools:
    """The tools of one house; made anew for each call."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._clean = answers.Cleaner(house)

    @writes
    def work_start(
        self,
        caller: Caller,
        issue_id: int | str | None = None,
        handover_id: str | None = None,
        task_id: str | None = None,
    ) -> Envelope:
        """Begin a work session: sets the default issue of this session and marks where the work starts. Call it when you
        take up an issue or a handover.

        Args:
            issue_id: default: the issue of handover_id.
            handover_id: the handover you go on from.
            task_id: its Task in the journal.

        Returns:
            ``session``, ``replaced`` (the open session that this one ended), ``issue``, ``git``, ``recommendations``.

        Raises:
            InvalidInput: ``invalid_issue_id``, ``invalid_handover_id``, ``handover_arguments``.
            NotFound: ``issue_not_found``, ``issue_folder_missing``, ``handover_not_found``.
            NotFound: ``task_not_found`` with near ids, ``deleted``.
            Refused: ``journal_not_open`` where a Task is named.
            Unreadable: ``issue_unreadable``, ``issue_id_twice``, ``work_sessions_damaged``, ``work_sessions_newer``.
            Unavailable: ``busy``, ``not_writable``.
        """
        house, clean = self._house, self._clean
        begun = start_work(house, caller, issue_id, handover_id, task_id)
        state = work_observe(house)
        data = {
            "session": answers.session_values(begun.session, clean),
            "replaced": begun.replaced.id if begun.replaced else None,
            "issue": answers.issue_of(house, begun.session, clean),
            "git": None if state.git is None else answers.git_brief(state.git, clean),
            "absent": state.absent,
            "recommendations": answers.advice_values(house, state, clean),
        }
        return ok(self._started(begun.session, begun.replaced), data, then=self._after_start(begun.session))

    @reads
    def work_observe(self, caller: Caller) -> Envelope:
        """Show live git state, the commits of this work session and what is best done next. Call it before you go on from a
        handover and before you stop. Reading changes nothing.

        Returns:
            ``git``, ``absent``, ``reason``, ``session``, ``recommendations``.

        Raises:
            Unreadable: ``work_sessions_damaged``, ``work_sessions_newer``.
        """
        house = self._house
        state = work_observe(house, caller=caller)
        then: tuple[str, dict[str, Any]] = ("handover_prepare", {}) if state.session else ("work_start", {})

        def answer(count: int) -> Envelope:
            return ok(self._seen(state), answers.state_values(house, state, self._clean, count), then=then)

        return answers.fitted(caller, answers.COUNTS, answers.MOST, answer)

    @writes
    def work_finish(self, caller: Caller, notes: str | None = None) -> Envelope:
        """End the work session of this session. Call it when the issue is done or given up; to hand over unfinished work
        call handover_prepare first.

        Args:
            notes: how it ended.

        Returns:
            ``session``, ``git``, ``commits`` (how many since the start; None: not known), ``recommendations``.

        Raises:
            NotFound: ``work_not_open``.
            InvalidInput: ``too_large`` notes.
            Unreadable: ``work_sessions_damaged``, ``work_sessions_newer``.
            Unavailable: ``busy``, ``not_writable``.
        """
        house, clean = self._house, self._clean
        redactor = house.redactor()
        session = finish_work(house, caller, redactor.redact(notes or ""))
        state = work_observe(house, session.head_at_start, session.started_at)
        since = state.git.commits_since if state.git else None
        data = {
            "session": answers.session_values(session, clean),
            "git": None if state.git is None else answers.git_brief(state.git, clean),
            "commits": None if since is None else len(since),
            "recommendations": answers.advice_values(house, state, clean),
        }
        summary = say("work_finished", house.settings.language, id=session.id)
        return ok(summary, data, then=("handover_prepare", _issue_argument(session)))

    @reads
    def issue_list(self, caller: Caller, state: str | None = None, query: str | None = None) -> Envelope:
        """List the project's issues. Call it to find an issue's id.

        Args:
            state: for example open.
            query: text in id, title, labels or body.

        Returns:
            ``source``, ``issues``, ``total``, ``left_out`` (of ``total``, not shown), ``unreadable`` (files left out).

        Raises:
            NotFound: ``issue_folder_missing``.
            Unreadable: ``issue_folder_too_large``, ``file_unreadable``.
            Refused: ``issue_folder_outside``.
        """
        house, clean = self._house, self._clean
        found = house.issues.list(state=state, query=query)
        unreadable = getattr(found, "unreadable", ())

        def answer(count: int) -> Envelope:
            data = {
                "source": house.issues.name,
                "issues": [answers.issue_brief(issue, clean) for issue in found[:count]],
                "total": len(found),
                "left_out": max(len(found) - count, 0),
                "unreadable": answers.unreadable_values(unreadable[:count], clean),
                "unreadable_total": len(unreadable),
            }
            return ok(self._listed(len(found), [item.file for item in unreadable]), data, then=then)

        then = ("issue_read", {"issue_id": found[0].id}) if found else ("work_observe", {})
        return answers.fitted(caller, (100, *answers.COUNTS), answers.MOST, answer)

    @reads
    def issue_read(self, caller: Caller, issue_id: int | str) -> Envelope:
        """Read one issue with its body and comments.

        Args:
            issue_id: 49, #49 or a name.

        Returns:
            ``issue``; long texts are cut in the middle, older comments are counted in ``comments_left_out``.

        Raises:
            InvalidInput: ``invalid_issue_id``.
            NotFound: ``issue_not_found`` with the nearest ids, ``issue_source_none``, ``issue_folder_missing``.
            Unreadable: ``issue_unreadable`` with file, line and key; ``issue_id_twice``; ``issue_folder_too_large``.
            Refused: ``issue_folder_outside``.
        """
        house = self._house
        wanted = parse_issue_id(issue_id)
        assert wanted is not None
        issue = house.issues.read(wanted)
        if issue is None:
            raise NotFound("issue_source_none")
        title = self._clean.line(issue.title)
        summary = say("issue_shown", house.settings.language, id=issue.id, title=title)
        if kinds := answers.issue_suspicions(issue):
            told = ", ".join(say(f"suspicious_{kind}", house.settings.language) for kind in kinds)
            summary += " " + say("issue_suspicious", house.settings.language, kinds=told)

        def answer(size: tuple[int, int]) -> Envelope:
            data = {"issue": answers.issue_values(issue, self._clean, *size)}
            return ok(summary, data, then=("work_start", {"issue_id": issue.id}))

        return answers.fitted(caller, answers.ISSUE_SIZES, (answers.MOST, answers.MOST), answer)

    def _started(self, session: WorkSession, replaced: WorkSession | None) -> str:
        language = self._house.settings.language
        key = "work_started" if session.issue_id is None else "work_started_issue"
        said = say(key, language, id=session.id, issue=session.issue_id)
        return said if replaced is None else f"{said} {say('work_replaced', language, id=replaced.id)}"

    def _after_start(self, session: WorkSession) -> tuple[str, dict[str, Any]]:
        if session.based_on is None and is_file(self._house.project.latest(session.issue_id)):
            return "handover_read", _issue_argument(session)
        return "work_observe", {}

    def _seen(self, state: WorkState) -> str:
        language = self._house.settings.language
        if state.git is None:
            return say(_ABSENT.get(state.absent or "", "work_seen_git_failed"), language)
        return say("work_seen", language, **self._seen_facts(state.git))

    def _seen_facts(self, git: GitState) -> dict[str, Any]:
        changed = {item.path for item in (*git.staged, *git.unstaged)} | set(git.untracked) | set(git.conflicts)
        more = any(
            entry.startswith(("staged:", "unstaged:", "untracked:", "conflicts:", "status:")) for entry in git.cut
        )
        return {
            "branch": self._clean.line(git.branch) or "-",
            "head": (git.head or "-")[:12],
            "changes": f"{len(changed)}{'+' if more else ''}",
        }

    def _listed(self, count: int, unreadable: Sequence[str]) -> str:
        language = self._house.settings.language
        if self._house.issues.name == "none":
            return say("issues_no_source", language)
        said = say("issues_listed", language, count=count)
        if not unreadable:
            return said
        named = [self._clean.line(file) or "" for file in unreadable[:_MOST_NAMED]]
        files = ", ".join([*named, "…"] if len(unreadable) > _MOST_NAMED else named)
        return f"{said} {say('issues_unreadable', language, count=len(unreadable), files=files)}"


def _issue_argument(session: WorkSession) -> dict[str, Any]:
    return {} if session.issue_id is None else {"issue_id": session.issue_id}
