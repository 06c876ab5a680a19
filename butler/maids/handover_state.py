"""CURRENT_STATE: issue, git, requests, plan, commits, where it stopped."""

from __future__ import annotations

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import AgentWords, Facts
from butler.capabilities.work_record.models import GitState
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_claims import settled
from butler.maids.handover_commits import add_commits
from butler.maids.handover_left_out import with_left_out
from butler.maids.handover_overtaken import Later
from butler.maids.handover_plan import add_plan
from butler.maids.handover_replies import best_words, units_of
from butler.maids.handover_requests import add_requests
from butler.maids.handover_unseen import unseen
from butler.maids.handover_wording import (
    anchor,
    ends_in_words,
    flat,
    last_line,
    last_reply,
    last_request,
    last_words,
    written_since,
)
from butler.maids.notes_worker import Notes
from butler.maids.session_log_shorten import shorten_request
from butler.maids.session_log_works import hides
from butler.phrases import error_text

NAME = "CURRENT_STATE"
_LAST_WORDS = ((92, 350), (86, 800), (79, 1800), (56, 3200))
"""Worth and characters of the agent's last words, from short to long."""
_WROTE = 3


def add_state(desk: Desk, pen: Pen, materials: Materials, notes: list[tuple[str, Notes]], later: Later) -> None:
    """All pieces of CURRENT_STATE; ``later``: what came after the agent's words."""
    for at, (writer, found) in enumerate(notes):
        for number, text in enumerate(found.plain):
            desk.add(NAME, "notes", (at, number), _form(100, "note", writer=writer, text=pen.line(text, 500)))
        for number, (wrong, right) in enumerate(found.suggestions):
            line = said("note_label", wrong=pen.code(wrong), right=pen.code(right))
            desk.add(NAME, "notes", (at, 1000 + number), Form(96, Line(line)))
    _issue(desk, pen, materials)
    _git(desk, pen, materials)
    if materials.facts is None:
        desk.add(NAME, "log", (0,), _form(96, materials.log.absent or "no_log_found"))
        return
    add_requests(desk, pen, materials, materials.facts, later)
    _orders(desk, pen, materials.facts)
    add_plan(desk, pen, materials.facts)
    add_commits(desk, pen, materials)
    _stopped(desk, pen, materials, materials.facts, later)


def _orders(desk: Desk, pen: Pen, facts: Facts) -> None:
    """What other agents of the team wrote; the whole task where no person asked for anything."""
    worths = (70, 56, 40) if facts.requests else (97, 88, 66)
    for at, order in enumerate(facts.orders):
        parts = {"anchor": anchor(order.line), "by": pen.line(order.by, 60)}
        forms = []
        for worth, limit in zip(worths, (300, 1000, 3000), strict=True):
            text = shorten_request(order.text, limit)
            if "\n" in text:
                forms.append(Form(worth, Line(said("order", **parts, text=""), pen.block(text, limit + 100))))
            else:
                forms.append(_form(worth, "order", **parts, text=pen.line(text, limit + 100)))
        desk.add(NAME, "orders", (at,), *forms)


def _issue(desk: Desk, pen: Pen, materials: Materials) -> None:
    issue = materials.issue
    if issue is None:
        if materials.meta.issue_id is not None:
            desk.add(NAME, "issue", (0,), _form(96, materials.issue_absent or "issue_no_source"))
        return
    head = said(
        "issue_head",
        id=f"#{issue.id}" if isinstance(issue.id, int) else str(issue.id),
        title=pen.line(issue.title, 200),
        state=pen.line(issue.state, 40),
    )
    if not issue.body.strip():
        desk.add(NAME, "issue", (0,), Form(96, Line(head)))
        return
    forms = [
        Form(worth, Line(head, pen.block(shorten_request(pen.clean(issue.body), limit), limit + 200)))
        for worth, limit in ((94, 500), (80, 1200), (55, 2600), (35, 6000))
    ]
    desk.add(NAME, "issue", (0,), *forms)
    for at, comment in enumerate(issue.comments[-4:]):
        text = pen.line(comment.text, 400)
        desk.add(
            NAME, "issue", (1, at), _form(50 + at, "issue_comment", author=pen.line(comment.author, 60), text=text)
        )


def _git(desk: Desk, pen: Pen, materials: Materials) -> None:
    git = materials.work.git
    if materials.log.other_folder:
        desk.add(NAME, "git", (0,), _form(92, "git_other", path=pen.code(materials.log.other_folder, 200)))
        return
    if git is None:
        desk.add(NAME, "git", (0,), Form(60, Line(git_absence(pen, materials))))
        return
    desk.add(NAME, "git", (0,), Form(92, Line(_git_line(pen, git))))
    last = materials.facts.session.branch if materials.facts is not None else None
    if last and git.branch and last != git.branch:
        desk.add(NAME, "git", (2,), _form(86, "git_log_branch", branch=pen.code(last)))
    changed = [state.path for state in (*git.staged, *git.unstaged)]
    paths = list(dict.fromkeys([*git.conflicts, *changed, *git.untracked]))
    if paths:
        short = ", ".join(pen.code(path, 120) for path in paths[:6])
        more = ", ".join(pen.code(path, 120) for path in paths[:30])
        rest = len(paths)
        desk.add(
            NAME, "git", (1,),
            Form(88, Line(said("git_files", count=rest, files=short + _etc(rest - 6)))),
            Form(62, Line(said("git_files", count=rest, files=more + _etc(rest - 30)))),
        )  # fmt: skip


def git_absence(pen: Pen, materials: Materials) -> Said:
    """Why there is no git state, with git's own trouble where there was one."""
    absent, detail = materials.work.absent or "no_git", materials.work.detail
    if absent != "git_failed" or detail is None:
        return said(absent)
    reason = error_text(detail.key, materials.meta.language, dict(detail.facts))[0]
    return said("git_failed_because", reason=pen.line(reason, 200))


def _git_line(pen: Pen, git: GitState) -> Said:
    branch: Value = pen.code(git.branch) if git.branch else said("git_detached")
    parts: list[str | Said] = []
    if git.head:
        subject = pen.line(git.head_subject, 100)
        parts.append(
            said("git_head", head=git.head[:9], subject=subject)
            if subject
            else said("git_head_only", head=git.head[:9])
        )
    else:
        parts.append(said("git_no_commit"))
    if git.upstream:
        parts.append(
            said("git_upstream", upstream=pen.code(git.upstream), ahead=git.ahead or 0, behind=git.behind or 0)
        )
    parts.append(
        said("git_dirty", staged=len(git.staged), changed=len(git.unstaged), untracked=len(git.untracked))
        if git.dirty
        else said("git_clean")
    )
    if git.worktree:
        parts.append(said("git_worktree", name=pen.code(git.worktree)))
    return said("git_line", branch=branch, rest=tuple(parts))


def _looked(desk: Desk, pen: Pen, facts: Facts) -> None:
    """The file that was opened after the last action: the agent was past that one already."""
    line = facts.last_look_line
    path = next((one.path for one in facts.files if line == one.last_line and not one.edits), "")
    if path and line > facts.last_action_line > 0:
        desk.add(NAME, "stopped", (1, 1), _form(91, "last_look", path=pen.code(path, 200), anchor=anchor(line)))


def _stopped(desk: Desk, pen: Pen, materials: Materials, facts: Facts, later: Later) -> None:
    if facts.requests:
        key = "stopped_words" if ends_in_words(facts) else "stopped_open" if facts.turn_open else "stopped_ended"
        reply = last_reply(facts) if facts.turn_open else None
        one = reply or last_request(facts) or facts.requests[-1]
        what = said("what_reply" if reply else "what_request", anchor=anchor(one.line))
        desk.add(NAME, "stopped", (0,), _form(93, key, what=what, last=last_line(materials)))
    if facts.last_action:
        action = pen.code(facts.last_action, 140)
        nothing = said("result_hidden" if hides(facts.last_action) else "result_unknown")
        result = pen.line(facts.last_action_result, 260) if facts.last_action_result else nothing
        desk.add(
            NAME,
            "stopped",
            (1,),
            _form(92, "last_action", action=action, result=result, anchor=anchor(facts.last_action_line)),
        )
    _looked(desk, pen, facts)
    for at, given in enumerate([one for one in facts.sent if one.line in facts.out][-3:]):
        told: dict[str, Value] = {"name": pen.line(given.name, 60), "text": pen.line(given.text, 160)}
        wrote = written_since(facts, given.line)
        if wrote:
            told["files"] = ", ".join(f"{pen.code(one.path, 120)} {anchor(one.last_line)}" for one in wrote[:_WROTE])
        key = "stopped_out_wrote" if wrote else "stopped_out"
        desk.add(NAME, "stopped", (1, at), _form(88, key, anchor=anchor(given.line), **told))
    missing = unseen(facts)
    if missing is not None:
        desk.add(NAME, "stopped", (3,), Form(91, Line(missing)))
    last = last_words(facts)
    if last is not None:
        forms = [Form(worth, Line(_last_words(pen, materials, last, limit, later))) for worth, limit in _LAST_WORDS]
        desk.add(NAME, "stopped", (2,), *forms)


def _last_words(pen: Pen, materials: Materials, last: AgentWords, limit: int, later: Later) -> Said:
    """The agent's last words, with the mark of what speaks against them."""
    facts = materials.facts or Facts()
    sentences = best_words(last, limit)
    if sentences and not sentences[-1].endswith(units_of(last)[-1]):
        sentences[-1] += " …"
    text = later.told(pen, settled(facts, materials.issue), last.line, sentences)
    return said("last_words", text=with_left_out(text, last, sentences), anchor=anchor(last.line))


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))


def _etc(left: int) -> str:
    return f", … +{left}" if left > 0 else ""


__all__ = ["add_state", "flat"]
