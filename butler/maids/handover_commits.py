"""Commits in CURRENT_STATE: what the log tells of them beside what git has of them now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import CommitFact, Facts, Request
from butler.capabilities.work_record.models import Commit, Place
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_wording import anchor

_SECTION = "CURRENT_STATE"
_MANY_FILES = 20
"""A commit of so many files is worth a look at what it took along."""

_BYPASSES = 4
"""Lines of one command, and commands, that passed over hooks or overwrote a branch, which are told."""


def beside_git(facts: Facts, places: Mapping[str, Place], subjects: Collection[str] = ()) -> Facts:
    """The facts with what git says of the log's commits: one that is gone proves no request done.

    Args:
        places: by the commits' hashes as the log tells them; those that stand in HEAD's history are not in it.
        subjects: of commits in that history: one of them may be the same commit, rebased or picked under another hash.
    """
    if not places:
        return facts
    commits = tuple(one if one.subject in subjects else _placed(one, places.get(one.hash)) for one in facts.commits)
    gone = {one.line for one in commits if one.undone == "gone"}
    return replace(facts, commits=commits, requests=tuple(_unproven(one, gone) for one in facts.requests))


def _placed(one: CommitFact, place: Place | None) -> CommitFact:
    return one if place is None or one.undone else replace(one, undone=place)


def _unproven(one: Request, gone: set[int]) -> Request:
    by_commit = one.state == "done" and one.evidence.startswith("commit")
    return replace(one, state="answered") if by_commit and one.evidence_line in gone else one


def add_commits(desk: Desk, pen: Pen, materials: Materials) -> None:
    """Commits that git or the log shows, pushes and links."""
    facts, git = materials.facts, materials.work.git
    known = list((git.commits_since or ()) if git and not materials.log.other_folder else ())
    told = facts.commits if facts is not None else ()
    for at, one in enumerate(known):
        if not any(_same_commit(commit, one) for commit in told):
            desk.add(
                _SECTION,
                "commits",
                (0, at),
                _form(74, "commit_seen", hash=one.hash[:9], subject=pen.line(one.subject, 110)),
            )
    if facts is None:
        return
    count = len(told)
    for at, commit in enumerate(told):
        seen = next((one for one in known if _same_commit(commit, one)), None)
        before = next((one.hash for one in told[:at] if _taken_again(one, commit)), "")
        short = _commit(pen, commit, seen, before=before)
        worth = 82 if count - at <= 4 else 52
        brief = [Form(68, Line(_commit(pen, commit, seen, most=40)))] if worth < 68 else []
        desk.add(
            _SECTION,
            "commits",
            (1, at),
            *brief,
            Form(worth, Line(short)),
            Form(60, Line(_commit(pen, commit, seen, full=True, before=before))),
        )
    if told and any(one.by not in ("", "review", "compaction") for one in facts.words):
        desk.add(_SECTION, "commits", (1, count), _form(64, "commits_own"))
    _bypasses(desk, pen, facts)
    for at, (line, ref) in enumerate(facts.pushes[-3:]):
        desk.add(_SECTION, "commits", (2, at), _form(66, "push", ref=pen.code(ref, 120), anchor=anchor(line)))
    for at, (line, link) in enumerate(facts.links[-6:]):
        desk.add(_SECTION, "commits", (3, at), _form(76, "link", url=pen.line(link, 200), anchor=anchor(line)))


def _bypasses(desk: Desk, pen: Pen, facts: Facts) -> None:
    """What ran without hooks, and what overwrote a remote branch: a line for each kind."""
    for at, kind in enumerate(("hooks", "force")):
        lines: dict[str, list[int]] = {}
        for line, what, text in facts.bypasses:
            if what == kind and line > facts.since_line:
                lines.setdefault(text, []).append(line)
        told = [f"{pen.code(text, 60)} {' '.join(map(anchor, own[-_BYPASSES:]))}" for text, own in lines.items()]
        if told:
            desk.add(_SECTION, "commits", (2, -2 + at), _form(80, f"bypass_{kind}", what=", ".join(told[-_BYPASSES:])))


def _same_commit(told: CommitFact, seen: Commit) -> bool:
    """Whether the log's commit is the one that git shows."""
    return seen.hash.startswith(told.hash[:7]) if told.hash else seen.subject == told.subject


def _taken_again(earlier: CommitFact, later: CommitFact) -> bool:
    """Whether a standing commit was made once more under another hash: on another branch, by a cherry-pick."""
    known = earlier.hash and later.hash and earlier.hash != later.hash and not (earlier.undone or later.undone)
    return bool(known) and earlier.subject == later.subject


def _commit(
    pen: Pen, commit: CommitFact, seen: Commit | None, *, full: bool = False, before: str = "", most: int = 110
) -> Said:
    """A commit once, with what the log and git know of it; ``before``: the commit that it repeats."""
    hash_ = commit.hash or (seen.hash if seen is not None else "")
    key = ("commit_pushed" if commit.pushed else "commit") if hash_ else "commit_told"
    facts: dict[str, Value] = {
        "hash": hash_[:9],
        "subject": pen.line(commit.subject, most),
        "anchor": anchor(commit.line),
    }
    facts["body"] = said("commit_body", text=pen.line(commit.body, 300)) if full and commit.body else ""
    if before:
        facts["subject"] = said("commit_again", subject=facts["subject"], hash=before[:9])
    if commit.files >= _MANY_FILES:
        facts["subject"] = said("commit_files", subject=facts["subject"], count=commit.files)
    if commit.undone and seen is None:
        key, facts["how"] = "commit_undone", said(f"undone_{commit.undone}", anchor=anchor(commit.undone_line))
    return said(key, **facts)


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
