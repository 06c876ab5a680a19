"""The session-log maid: one fold over the entries of a log, from events to facts.

Deterministic and without any model: the same entries give the same facts. Memory is bounded whatever the length of the
log; what the bounds left out is counted in ``Facts.dropped``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from butler.capabilities.session_log.facts import AgentWords, CommitFact, Facts, Plan, SessionFacts, Step
from butler.capabilities.session_log.models import (
    Answer,
    Boundary,
    Command,
    Entry,
    Failure,
    FileChange,
    FileRead,
    Goal,
    Message,
    PlanState,
    PlanVerdict,
    SessionInfo,
    StateChange,
    Subagent,
    ToolUse,
    Withdrawn,
)
from butler.maids.session_log_actions import Actions
from butler.maids.session_log_claims import MESSAGES, judged
from butler.maids.session_log_files import Files
from butler.maids.session_log_handovers import handover_read_by
from butler.maids.session_log_outage import Outage
from butler.maids.session_log_outputs import branch, links, output_of, ports
from butler.maids.session_log_people import People
from butler.maids.session_log_requests import Evidence
from butler.maids.session_log_spread import Spread
from butler.maids.session_log_words import safe_cut
from butler.maids.session_log_worth import sets_out

_STEPS = 60
_MESSAGE = 8_000
_HANDOVERS = 50
_FAILED_TASK = re.compile(r"\b(?:failed|unable|denied|cannot|could not|error|exit code [1-9])\b|失敗|できません", re.I)


def gather(entries: Iterable[Entry], *, since_line: int = 0) -> Facts:
    """Fold ``entries`` (in file order) into facts.

    ``since_line`` is kept in the facts: it moves where DISCOVERY begins; requests, decisions, plan and files always come
    from the whole session.
    """
    fold = Fold()
    for entry in entries:
        fold.take(entry)
    return fold.facts(since_line)


class Fold:
    """The state of the fold: one collector per theme, in plain attributes, so that it can be kept and gone on with."""

    def __init__(self) -> None:
        self.people = People()
        self.files = Files()
        self.actions = Actions(self.files)
        self.session = SessionFacts()
        self.spread = Spread()
        self.plan: Plan | None = None
        self.goal = ("", "")
        self.said: list[tuple[int, str]] = []
        self.folders: dict[str, None] = {}
        self.compactions: list[int] = []
        self.aborted: list[int] = []
        self.outage = Outage()
        self.turn_open = False
        self.looked = 0
        self.handovers_read: list[str] = []
        self._failed_task = 0
        self.first = self.last = 0
        self._pending: dict[str, Command] = {}
        self._ended: str | None = None

    def take(self, entry: Entry) -> None:
        """One entry."""
        line = entry.line
        self.first = self.first or line
        self.last = max(self.last, line)
        if entry.at is not None:
            if self._ended is None:
                self.session = replace(self.session, started_at=self.session.started_at or entry.at)
            self._ended = entry.at
        self.spread.take(entry)
        if self.outage.line:
            self.outage.ends_by(entry, self.actions)
        taker = _TAKERS.get(type(entry))
        if taker is not None:
            taker(self, entry)

    def settle(self) -> None:
        """Does what was put off, so that the state holds no whole outputs and texts that will never be asked for."""
        self.spread.settle()
        self.actions.checks.settle()
        self.actions.deeds.settle()

    def __getstate__(self) -> dict[str, Any]:
        self.settle()
        return self.__dict__

    def facts(self, since_line: int) -> Facts:
        """The facts so far."""
        for command in self._pending.values():
            self.actions.command(command)
        used = sorted(self.actions.folders, key=lambda folder: (-self.actions.folders[folder], folder))
        work_folder = self.files.work_folder([folder.rstrip("/") for folder in [*self.folders, *used]])
        files, commits, pushes = self.files.result(work_folder)
        actions = self.actions
        last = actions.last_action()
        words, closed, turn_open = self._words(last[0])
        return Facts(
            session=replace(self._session(), work_folder=work_folder or None),
            first_line=self.first,
            last_line=self.last,
            since_line=since_line,
            requests=self.people.judged(self._evidence(commits, pushes, words, closed)),
            words=words,
            decisions=tuple(self.people.decisions[-80:]),
            plan=self.plan,
            goal=self.goal[0],
            goal_status=self.goal[1],
            checks=actions.results(),
            troubles=actions.troubles.result(),
            claims=judged(self.said, self.actions.deeds, [(one.line, one.text) for one in self.people.requests]),
            files=files,
            commits=commits,
            pushes=pushes,
            links=actions.linked(),
            steps=actions.steps(),
            **actions.moves.told(),
            probes=tuple(sorted(actions.probes.values(), key=lambda probe: probe.line)),
            versions=tuple((line, name) for name, line in actions.versions.items()),
            ports=tuple((line, name) for name, line in actions.ports.items()),
            instructions=tuple((line, text) for text, line in self.people.instructions.items()),
            compactions=tuple(self.compactions[-20:]),
            aborted=tuple(self.aborted[-20:]),
            **self.files.told_by_git(work_folder),
            withdrawn=self.people.withdrawn,
            orders=tuple(self.people.orders),
            last_action_line=last[0],
            last_look_line=self.looked,
            last_action=last[1],
            last_action_result=safe_cut(last[2], 400),
            turn_open=turn_open,
            turns_told=self.people.turns_begun,
            handovers_read=tuple(self.handovers_read),
            out=tuple(line for line in sorted(self.actions.moves.out.values()) if line > self.people.spoke),
            spread=self.spread.texts(files),
            dropped=self._dropped(),
        )

    def _dropped(self) -> dict[str, int]:
        counts = {
            **self.people.dropped,
            **self.actions.dropped,
            "checks": self.actions.checks.dropped,
            "troubles": self.actions.troubles.dropped,
            "files": self.files.dropped,
        }
        return {name: count for name, count in sorted(counts.items()) if count}

    def _words(self, acted: int) -> tuple[tuple[AgentWords, ...], int, bool]:
        """The agent's words, the last line where no turn is open there, else 0, and whether one is open.

        A message that the client calls the last of its turn ends it. Where a log does not tell where turns begin, it need
        not tell where they end either (Claude Code does of long ones only): its last words close the request, but whether
        the agent waited then is not known.
        """
        words = self.people.spoken()
        asked = self.people.requests[-1].line if self.people.requests else 0
        acted = max(acted, self.looked, *self.actions.moves.out.values())
        behind = bool(words) and not words[-1].by and words[-1].line > max(acted, asked)
        behind = behind and (words[-1].final or not sets_out(words[-1].sentences[-1][2]))
        if self.turn_open and behind and words[-1].final:
            return words, self.last, False
        if self.turn_open and behind and not self.people.turns_begun:
            return (*words[:-1], replace(words[-1], final=True)), self.last, True
        return words, 0 if self.turn_open else self.last, self.turn_open

    def _evidence(
        self,
        commits: tuple[CommitFact, ...],
        pushes: tuple[tuple[int, str], ...],
        words: tuple[AgentWords, ...],
        closed: int,
    ) -> Evidence:
        standing = tuple(one for one in commits if one.undone in ("", "rebase"))
        return Evidence(
            standing, tuple(line for line, _ in pushes), tuple(sorted(self.actions.links_first.values())), self.plan,
            tuple(one for one in words if one.final and not one.by), tuple(sorted(self.files.edits())),
            (*self.aborted, *self.outage.turns), closed,
        )  # fmt: skip

    def _session(self) -> SessionFacts:
        branches = [name for name, _ in sorted(self.actions.branches.items(), key=lambda item: item[1])]
        branch = branches[-1] if branches else self.session.branch
        return replace(
            self.session,
            ended_at=self._ended,
            branch=branch,
            folders=tuple(list(self.folders)[:8]),
            branches=tuple(dict.fromkeys([*([self.session.branch] if self.session.branch else []), *branches]))[-6:],
        )

    def _info(self, entry: SessionInfo) -> None:
        old = self.session
        self.session = replace(
            old,
            agent=old.agent if old.agent != "unknown" else entry.agent,
            session_id=old.session_id or entry.session_id,
            cwd=old.cwd or entry.cwd,
            branch=old.branch or entry.branch,
            head=old.head or entry.head,
            model=old.model or entry.model,
            client_version=old.client_version or entry.client_version,
            thread=entry.thread if not old.session_id else old.thread,
        )
        if entry.cwd:
            self._folder(entry.cwd)
        if entry.branch and not self.files.history.branch:
            self.files.history.on(entry.branch)

    def _state(self, entry: StateChange) -> None:
        if entry.name in ("branch", "model", "client_version", "title", "permission_mode"):
            self.session = replace(self.session, **{entry.name: entry.value})  # type: ignore[arg-type]
            if entry.name == "branch":
                self.actions.on_branch(entry.value, entry.line)
        elif entry.name == "cwd":
            self._folder(entry.value)
        elif entry.name == "edited_outside":
            self.files.changed_outside(entry.line, entry.value)
        elif entry.name == "pull_request":
            self.actions.links[entry.value] = entry.line

    def _folder(self, path: str) -> None:
        self.files.folder = self.files.folder or path.rstrip("/")
        self.session = self.session if self.session.cwd else replace(self.session, cwd=path)
        if len(self.folders) < 50:
            self.folders.setdefault(path)

    def _message(self, entry: Message) -> None:
        if entry.channel == "rejection":
            self.people.refuses(self.actions.declined(entry.line))
        if self.people.message(entry):
            self.turn_open = True
            if "HEAD -> " in entry.text or "On branch " in entry.text:
                name = branch(output_of(entry.text[:20_000]), 400)
                if name:
                    self.actions.on_branch(name, entry.line)
            self.actions.deeds.asked(entry.line)
            for address in ports(entry.text[:8000]):
                self.actions.port(address, entry.line)
            for link in links(entry.text[:8000]):
                self.actions.links.setdefault(link, entry.line)
            return
        if entry.channel == "notification":
            self._notified(entry)
        elif entry.speaker == "agent" and entry.channel in ("commentary", "final", "note"):
            self.actions.troubles.words(entry.text)
            self._said(entry)

    def _said(self, entry: Message) -> None:
        """Keeps what the agent said newest: it may have to be judged."""
        self.said.append((entry.line, entry.text[:_MESSAGE]))
        if len(self.said) > 2 * MESSAGES:
            del self.said[:-MESSAGES]

    def _notified(self, entry: Message) -> None:
        """A subagent or background task that reports a failure."""
        head = entry.text[:1500]
        if _FAILED_TASK.search(head):
            first, _, rest = head.partition("\n")
            error = safe_cut(" ".join(rest.split()), 300)
            errors = (error,) if error else ()
            self.actions.troubles.add(entry.line, safe_cut(first, 150), f"task\0{first}", errors, kind="subagent")
            self._failed_task = entry.line

    def _answer(self, entry: Answer) -> None:
        self.people.answer(entry)
        self.turn_open = True

    def _verdict(self, entry: PlanVerdict) -> None:
        self.people.verdict(entry)

    def _withdraw(self, entry: Withdrawn) -> None:
        self.said = [one for one in self.said if not entry.from_line <= one[0] <= entry.line]
        self.people.withdraw(entry)

    def _read(self, entry: FileRead) -> None:
        self._took_up(entry)
        self.looked = max(self.looked, entry.line)
        self.files.read(entry)

    def _tool(self, entry: ToolUse) -> None:
        self._took_up(entry)
        self._until(entry.end_line)
        self.actions.tool(entry)

    def _until(self, line: int | None) -> None:
        """A later line of the log belongs to an entry."""
        if line is not None and line > self.last:
            self.last = line

    def _took_up(self, entry: FileRead | ToolUse | Command) -> None:
        found = handover_read_by(entry)
        if found is not None:
            self.handovers_read = [*self.handovers_read, found][-_HANDOVERS:]

    def _command(self, entry: Command) -> None:
        self._took_up(entry)
        self._until(entry.end_line)
        if entry.state == "running":
            self._pending[entry.call_id] = entry
            if len(self._pending) > 50:
                self.actions.command(self._pending.pop(next(iter(self._pending))))
            return
        self._pending.pop(entry.call_id, None)
        if entry.cwd:
            self.actions.folders[entry.cwd] = self.actions.folders.get(entry.cwd, 0) + 1
        self.actions.command(entry)

    def _plan(self, entry: PlanState) -> None:
        steps = tuple(Step(safe_cut(" ".join(one.text.split()), 300), one.state) for one in entry.steps[:_STEPS])
        if steps or self.plan is None:
            self.plan = Plan(entry.line, steps, safe_cut(" ".join(entry.explanation.split()), 300))

    def _goal(self, entry: Goal) -> None:
        self.goal = (safe_cut(entry.objective, 1200), entry.status)

    def _subagent(self, entry: Subagent) -> None:
        self.actions.moves.sent(entry.call_id, entry.line, entry.name or "subagent", entry.task)
        self.actions.deeds.helped = True
        line = entry.end_line or entry.line
        self._until(entry.end_line)
        self.actions.moves.gave(entry)
        if entry.state == "finished" and len(entry.result) > 40:
            self.people.told(line, entry.at, entry.result, (entry.name or "subagent")[:60])
        elif entry.state == "failed" and line != self._failed_task:
            text = safe_cut(" ".join(entry.result.split()), 400)
            self.actions.troubles.add(
                line,
                f"{entry.name} {safe_cut(entry.task, 150)}".strip(),
                f"agent\0{entry.call_id}",
                (text,) if text else (),
                kind="subagent",
            )

    def _boundary(self, entry: Boundary) -> None:
        if entry.kind == "turn_finished":
            if self.outage.line:
                self.outage.turns.append(entry.line)
                self.people.broken = entry.line
            self.people.turn_finished()
            self.turn_open = False
        elif entry.kind == "turn_started":
            self.turn_open = self.people.turns_begun = True
        elif entry.kind == "turn_aborted":
            self.aborted.append(entry.line)
            self.people.broken = entry.line
            self.turn_open = False
        elif entry.kind == "compaction":
            self.compactions.append(entry.line)
        elif entry.kind == "review_finished" and entry.text.strip():
            self.people.told(entry.line, entry.at, entry.text, "review")

    def _failure(self, entry: Failure) -> None:
        if entry.kind == "api":
            self.outage.begins(entry, self.actions)
        self.actions.failure(entry)


_TAKERS: dict[type, Callable[[Fold, Any], None]] = {
    SessionInfo: Fold._info,
    StateChange: Fold._state,
    Message: Fold._message,
    Answer: Fold._answer,
    PlanVerdict: Fold._verdict,
    Command: Fold._command,
    FileChange: lambda fold, entry: fold.actions.edit(entry),
    FileRead: Fold._read,
    PlanState: Fold._plan,
    Goal: Fold._goal,
    ToolUse: Fold._tool,
    Subagent: Fold._subagent,
    Boundary: Fold._boundary,
    Withdrawn: Fold._withdraw,
    Failure: Fold._failure,
}
