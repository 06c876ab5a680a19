"""Statements that something was done to the repository or the tracker, judged by the commands that did it or failed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from butler.capabilities.session_log.facts import Claim, Verdict
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_statement import Statement
from butler.maids.session_log_deed_records import Change, Event
from butler.maids.session_log_deeds import Deeds

_DONE_BY: dict[str, tuple[str, ...]] = {
    "commit": ("commit",),
    "push": ("push",),
    "remote": ("push",),
    "pr": ("pr create",),
    "merge": ("merge", "pr merge", "pull"),
    "rebase": ("rebase", "pull"),
    "tag": ("tag", "release"),
    "issue": ("issue close",),
    "issue create": ("issue create",),
    "revert": ("revert",),
    "cherry-pick": ("cherry-pick",),
    "stash": ("stash",),
    "switch": ("switch", "checkout"),
}
_ALSO_BY: dict[str, tuple[str, ...]] = {
    "commit": ("merge", "cherry-pick", "revert", "am", "rebase"),
    "push": ("pr create", "release"),
    "merge": ("rebase", "cherry-pick"),
    "revert": ("commit", "reset"),
    "cherry-pick": ("commit", "am", "apply", "merge", "rebase"),
    "stash": ("commit", "restore", "apply"),
}
"""What makes a statement true besides, when it worked."""
_REWRITES = ("rebase", "reset")
_FIRST_PERSON = ("merged", "i merged", "i've merged", "マージ", "main へ", "mainへ", "main に")
_PASSING = ("revert", "cherry-pick", "stash", "switch")
"""Deeds that only a failure of their own speaks against: they are often parts of lines that hide how they ended."""
_SILENT = ("remote", "rebase", "issue create", *_PASSING)
"""Deeds that may be done in ways that no rule knows: that none is seen says nothing."""
_HASH = late(r"\b(?=[a-f]*\d)[0-9a-f]{7,40}\b")
_SHOWN_BY = {"tree": ("status", "commit"), "push": ("push",), "commit": ("commit",)}
_AS_A_RULE = late(r"\b(?:are|is|get|gets)\s+committed\b(?!\W*$|\s+now)|コミットされ(?:ます|る)", re.I)
"""How it is done, where nothing was changed that could have been committed."""
_OF_RELEASE = late(
    r"v?\d+\.\d|\b(?:release|version|commit|git|push\w*|remote|head|main)\b|リリース|バージョン|コミット|プッシュ|リモート",
    re.I,
)
"""A tag of git, not of a text."""
_EVERYTHING = late(r"\b(?:all|everything|up[\s-]to[\s-]date|in\s+sync)\b|すべて|全て|全部", re.I)
_UNDOES = ("stash", "reset", "restore", "checkout", "clean", "switch")


def deed_claim(one: Statement, deeds: Deeds) -> Claim | None:
    """What the log says against the statement that a deed was done, or None."""
    if one.kind == "file":
        return _unwritten(one, deeds)
    if one.kind == "tree":
        return _unclean(one, deeds)
    if one.kind == "command":
        return _failed(one, deeds)
    before = [event for event in deeds.events if event.line < one.line]
    turn = max((line for line in deeds.turns if line < one.line), default=0)
    done = [event for event in before if event.what in _DONE_BY[one.kind]]
    if one.kind == "tag":
        done = [event for event in done if event.rest or event.what != "tag"]
    recent = [event for event in done if event.line > turn] or done[-1:]
    if not recent:
        return _never_done(one, deeds, before)
    last = recent[-1]
    if one.kind in _PASSING and last.ok is not False:
        return None
    if last.ok is None:
        return _claim(one, "unproven", last)
    if last.ok:
        return _pushed_before(one, deeds, last) if one.kind in ("push", "remote") else _taken_back(one, deeds, last)
    if _made_up_for(one, last, before, recent):
        return None
    return _claim(one, "contradicted", last)


def outlived(one: Statement, deeds: Deeds) -> Claim | None:
    """What held and does no more since a later turn: a clean tree before an edit, all pushed before a commit, a hash made anew."""
    turn = next((line for line in deeds.turns if line > one.line), None)
    if turn is None:
        return None
    since: Event | Change | None = None
    if one.kind == "tree":
        edits = [change for change in deeds.changes if change.line > turn and change.what in ("edit", "prose")]
        since = next((change for change in edits if _is_left(change, deeds.events)), None)
    elif one.kind == "push" and _EVERYTHING.search(one.text):
        made = [event for event in deeds.events if event.line > turn and event.ok is not False]
        pushed = max((event.line for event in made if event.what == "push"), default=0)
        since = next((event for event in made if event.what == "commit" and event.ok and event.line > pushed), None)
    elif one.kind == "commit" and _HASH.search(one.text):
        first = next(
            (event for event in deeds.events if event.line > turn and event.what == "commit" and event.ok), None
        )
        since = first if first is not None and "--amend" in first.rest else None
    shown = [
        event
        for event in deeds.events
        if event.line < one.line and event.ok and event.what in _SHOWN_BY.get(one.kind, ())
    ]
    if since is None or not shown:
        return None
    return replace(_claim(one, "old", shown[-1]), changed_line=since.line)


def _made_up_for(one: Statement, last: Event, before: Sequence[Event], recent: Sequence[Event]) -> bool:
    """Whether a deed that failed last was done all the same."""
    if one.kind == "commit" and any(event.ok for event in recent):
        return True
    others = _ALSO_BY.get(one.kind, ())
    if one.kind == "merge":
        others = (*others, "commit")
    return any(event.ok and event.line > last.line and event.what in others for event in before)


def _never_done(one: Statement, deeds: Deeds, before: Sequence[Event]) -> Claim | None:
    """Nobody did it in this log: worth a word where it is said plainly and nothing else can have done it."""
    if any(event.ok is not False and event.what in _ALSO_BY.get(one.kind, ()) for event in before):
        return None
    if one.kind == "issue":
        return Claim(one.line, one.text, "unproven", "issue", about=one.name)
    if one.kind == "tag" and not _OF_RELEASE.search(one.text):
        return None
    if deeds.helped or one.kind in _SILENT or (one.kind in ("pr", "merge") and deeds.looked_far):
        return None
    if one.kind == "commit" and not deeds.changes and _AS_A_RULE.search(one.text):
        return None
    if one.kind == "merge" and not one.text.lower().startswith(_FIRST_PERSON):
        return None
    return Claim(one.line, one.text, "unproven", one.kind)


def _taken_back(one: Statement, deeds: Deeds, done: Event) -> Claim | None:
    """A deed that was undone later: a commit or merge by a reset, an issue that was opened again, a tag of a commit made anew."""
    for event in deeds.events:
        later = event.line > one.line and one.kind in ("commit", "merge")
        if event.line <= done.line or event.ok is False or later:
            continue
        anew = event.what == "commit" and "--amend" in event.rest
        reset = event.what == "reset" and any(mark in event.rest for mark in ("~", "^", "ORIG_HEAD"))
        undone = (
            (one.kind in ("commit", "merge") and reset)
            or (one.kind == "merge" and event.what == "revert")
            or (one.kind == "tag" and (anew or reset))
            or (one.kind == "issue" and event.what == "issue reopen")
        )
        if any(other.what == done.what and other.ok and other.line > event.line for other in deeds.events):
            continue
        if undone:
            return Claim(one.line, one.text, "old", one.kind, done.text, done.line, changed_line=event.line)
    return None


def _pushed_before(one: Statement, deeds: Deeds, push: Event) -> Claim | None:
    """A push that lies before the commit was made anew, or in an earlier turn before further commits."""
    after = [event for event in deeds.events if event.line > push.line and event.ok is not False]
    if any(event.what == "push" and event.ok for event in after):
        return None
    for event in after:
        anew = event.what in _REWRITES or (event.what == "commit" and "--amend" in event.rest)
        if anew or (event.what == "commit" and event.line < one.line and not one.admits):
            return Claim(
                one.line,
                one.text,
                "old",
                "push",
                push.text,
                push.line,
                exit_code=push.exit_code,
                changed_line=event.line,
            )
    return None


def _failed(one: Statement, deeds: Deeds) -> Claim | None:
    """A command named by its own words that failed last."""
    for ended in reversed(deeds.commands):
        if ended.line < one.line and re.search(rf"(?<![\w-]){re.escape(ended.lead)}(?![\w-])", one.name):
            return Claim(
                one.line, one.text, "contradicted", "command", ended.text, ended.line, exit_code=ended.exit_code, told=ended.said
            )  # fmt: skip
    return None


def _unwritten(one: Statement, deeds: Deeds) -> Claim | None:
    """A file that is said to be written though its change was refused and never made."""
    made = {change.path for change in deeds.changes}
    for line, path in reversed(deeds.refused):
        named = path == one.name or path.endswith(f"/{one.name}") or one.name.endswith(f"/{path}")
        if one.name and line < one.line and named and path not in made:
            return Claim(one.line, one.text, "contradicted", "file", path, line)
    return None


def _unclean(one: Statement, deeds: Deeds) -> Claim | None:
    """A work tree that is said to be clean while an edited file was not committed."""
    events = [event for event in deeds.events if event.line < one.line]
    turn = max((line for line in deeds.turns if line < one.line), default=0)
    edits = [change for change in deeds.changes if turn < change.line < one.line and change.what in ("edit", "prose")]
    status = next((event for event in reversed(events) if event.what == "status" and event.ok is not None), None)
    moved = max((change.line for change in edits), default=0)
    settled = max(
        (event.line for event in events if event.what in ("commit", "stash", "reset", "clean", "restore")), default=0
    )
    if status is not None and status.line >= max(moved, settled):
        return None if status.ok else _claim(one, "contradicted", status)
    left = next((change for change in reversed(edits) if _is_left(change, events)), None)
    if left is None:
        return None
    return Claim(one.line, one.text, "contradicted", "tree", left.path, left.line)


def _is_left(change: Change, events: Sequence[Event]) -> bool:
    """Whether an edit surely went into no commit and was not taken back."""
    if change.path.startswith(("/", "..", "~")):
        return False
    after = [event for event in events if event.line > change.line and event.ok is not False]
    if any(event.what in _UNDOES for event in after):
        return False
    for at, event in enumerate(after):
        if event.what != "commit":
            continue
        if _commits_all(event.rest) or change.path in event.rest:
            return False
        adds = [one.rest for one in after[:at] if one.what == "add"]
        if not adds or any(_adds(rest, change.path) for rest in adds):
            return False
    return True


def _commits_all(rest: str) -> bool:
    return any(
        word == "--all" or (word.startswith("-") and not word.startswith("--") and "a" in word) for word in rest.split()
    )


def _adds(rest: str, path: str) -> bool:
    """Whether ``git add`` with these arguments stages ``path``."""
    for word in rest.replace('"', "").replace("'", "").split():
        if word in ("-A", "--all", "-u", ".", ":/", "--update") or "*" in word or "$" in word:
            return True
        if path == word or path.startswith(word.rstrip("/") + "/") or path.endswith("/" + word):
            return True
    return False


def _claim(one: Statement, verdict: Verdict, event: Event) -> Claim:
    return Claim(
        one.line,
        one.text,
        verdict,
        one.kind,
        event.text,
        event.line,
        exit_code=event.exit_code,
        told=event.said,
        about=one.name,
    )
