"""What became of each request: ``done`` with evidence that a reader can open, ``superseded`` by words, else ``open``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from butler.capabilities.session_log.facts import CommitFact, Plan, Request
from butler.maids.session_log_words import tokens_of

_REVOKE = re.compile(
    r"\b(?:never ?mind|forget (?:about |that|it|the)|scratch that|revert (?:that|this|it|your)\b|undo (?:that|this|it|your)\b|cancel (?:that|this|it)\b|"
    r"no longer|not (?:any ?more|needed)|don'?t (?:do|need|use|want|add|make|implement|bother)\b[^.\n]{0,60}(?:any ?more|after all|instead|now)|on second thought|"
    r"changed my mind|drop (?:that|this|the idea)|let'?s not)\b"
    r"|やっぱり|取り消し|取りやめ|中止|撤回|なしで|不要になり|やめて|やめましょう|元に戻し|ではなくて?、",
    re.I,
)
_APPROVED = re.compile(
    r"^\W*(?:(?:it|that|this|now it|all)\s+works?|works(?: now| great| perfectly)?|perfect|looks? (?:good|great)|lgtm|great,? (?:that|it) work\w*|fixed now|"
    r"that fixed it|confirmed|動きました|動いた|直りました|解決しました|できました|問題ありません|問題なし|うまくいきました|接続できました|成功しました)\b",
    re.I,
)
_ASKS_COMMIT = re.compile(r"\bcommit\b|コミット", re.I)
_ASKS_PUSH = re.compile(r"\bpush\b|プッシュ", re.I)
_ASKS_MERGE = re.compile(r"\bmerge\b|マージ", re.I)
_ASKS_PR = re.compile(r"\b(?:pr|pull request)\b|プルリク", re.I)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that something is done: commits, and the lines of pushes and links, and the plan."""

    commits: tuple[CommitFact, ...] = ()
    pushes: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    plan: Plan | None = None


def judged(requests: Sequence[Request], evidence: Evidence) -> tuple[Request, ...]:
    """``requests`` with their states."""
    result = sorted(requests, key=lambda one: one.line)
    for at, one in enumerate(result):
        later = result[at + 1 :]
        result[at] = _superseded(one, later) or _done(one, later, evidence) or one
    return tuple(result)


def _superseded(one: Request, later: Sequence[Request]) -> Request | None:
    """The state when a later request of the person revokes this one in words and names what it revokes."""
    mine = tokens_of(one.text)
    for at, other in enumerate(later[:40]):
        found = _REVOKE.search(other.text)
        if not found or other.kind == "slash":
            continue
        near = other.text[max(0, found.start() - 200) : found.end() + 200]
        shared = mine & tokens_of(near)
        if len(shared) >= 2 or (at == 0 and len(other.text) < 80 and len(one.text) < 400):
            return replace(one, state="superseded", evidence_line=other.line)
    return None


def _done(one: Request, later: Sequence[Request], evidence: Evidence) -> Request | None:
    """The state when a reader can open what shows that it is done."""
    if one.size > 1200 or one.trivial:
        return None
    following = next((other for other in later if other.kind in ("prompt", "queued")), None)
    if following is not None and _APPROVED.search(following.text):
        return replace(one, state="done", evidence="person", evidence_line=following.line)
    end = following.line if following is not None else 1 << 60
    asked = _by_git(one, end, evidence)
    if asked is not None:
        return asked
    mine = tokens_of(one.text)
    for commit in evidence.commits:
        words = tokens_of(commit.subject)
        shared = mine & words
        if commit.line > one.line and len(shared) >= 2 and len(shared) * 2 >= min(len(words), len(mine)):
            return replace(one, state="done", evidence=f"commit {commit.hash[:9]}".strip(), evidence_line=commit.line)
    return _by_plan(one, mine, evidence.plan)


def _by_git(one: Request, end: int, evidence: Evidence) -> Request | None:
    """A short request to commit, push or open a pull request, answered by git in the same turn."""
    if len(one.text) > 200:
        return None
    needs: list[tuple[str, int | None]] = []
    if _ASKS_COMMIT.search(one.text):
        needs.append(
            ("commit", next((commit.line for commit in evidence.commits if one.line < commit.line < end), None))
        )
    if _ASKS_PUSH.search(one.text):
        needs.append(("push", next((line for line in evidence.pushes if one.line < line < end), None)))
    if _ASKS_PR.search(one.text):
        needs.append(("pull request", next((line for line in evidence.links if one.line < line < end), None)))
    if (
        not needs
        or _ASKS_MERGE.search(one.text)
        or any(line is None for _, line in needs)
        or "?" in one.text
        or "？" in one.text
    ):
        return None
    name, line = needs[-1]
    return replace(one, state="done", evidence=name, evidence_line=line)


def _by_plan(one: Request, mine: frozenset[str], plan: Plan | None) -> Request | None:
    if plan is None or plan.line < one.line:
        return None
    for step in plan.steps:
        words = tokens_of(step.text)
        shared = mine & words
        if step.state == "completed" and len(shared) >= 3 and len(shared) * 3 >= 2 * len(mine):
            return replace(one, state="done", evidence="plan", evidence_line=plan.line)
    return None
