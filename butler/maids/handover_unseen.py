"""What the log does not show although edits or the person call for it: one line, from recorded commands alone.

A reader takes silence for success. So the line says of tests, lint, build, commit, push and pull request which were never
run, or not again after the last edit. Logs without commands of the agent prove nothing and get no such line.
"""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Said, said
from butler.capabilities.session_log.facts import Check, Facts, Trouble
from butler.maids.handover_stuck import stuck
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late
from butler.maids.session_log_commands import kind_of

_CODE = late(
    r"\.(?:c|cc|cpp|cs|css|dart|ex|go|h|hpp|html|java|jl|js|jsx|kt|lua|mjs|ml|php|pl|py|rb|rs|scala|sh|sql|svelte|swift|ts|tsx|vue|zig)$",
    re.I,
)
_ASKED = {
    "lint": late(r"\blint|リント", re.I),
    "build": late(r"\bbuild\b|ビルド", re.I),
    "pull_request": late(r"\b(?:pr|pull request|merge)\b|プルリク|マージ", re.I),
    "push": late(r"\bpush\b|プッシュ", re.I),
}
_OPENS = late(r"\b(?:gh|glab|tea)\s+(?:pr|mr)\s+(?:create|merge)\b|\bgit\s+(?:-C\s+\S+\s+)?merge\b|create_pull_request")
_MAY_CHECK = late(
    r"(?:^|[;&|]\s*)(?:(?:bash|sh|npx|uv run|poetry run)\s+)?(?:[\w.~-]*/)*(?:check|verify|test|ci|qa|make|just|tox|nox|pre-?commit)s?(?:\.\w+)?(?:\s|$)"
)
_CHECKS_ALL = late(
    r"(?:^|[;&|]\s*)(?:npm|pnpm|yarn|bun|deno|composer|task|rake|mise|poe|hatch|pdm)\s+(?:run\s+|task\s+)?(?:check|verify|validate|quality|qa|ci)(?:[:\s]|$)"
)
"""Scripts of a project that are named after checking in general: a linter is likely among what they run."""
_KINDS = ("test", "lint", "build")
_NOT_FOUND = 127
"""The exit code of a shell that found no such program."""
_STANDS_IN = ("run", "ci")
"""Kinds of runs that may hold tests, lint or a build without saying so."""


def unseen(facts: Facts) -> Said | None:
    """The line, or None where nothing is missing."""
    edits = [one for one in facts.files if one.edits]
    if not facts.last_action or not (edits or facts.checks or facts.commits):
        return None
    last = max((one.last_line for one in edits), default=0)
    code = max((one.last_line for one in edits if _CODE.search(one.path)), default=0)
    missing = [*_checks(facts, code, last), *_git(facts, last)]
    return said("unseen", what=tuple(missing)) if missing else None


def unsent(facts: Facts) -> tuple[Said, ...]:
    """The commit, push or pull request that the session's edits, or the person, call for and the log does not show."""
    return tuple(_git(facts, max((one.last_line for one in facts.files if one.edits), default=0)))


def _checks(facts: Facts, code: int, last: int) -> list[Said]:
    """Tests after edits of code; lint and build where the person speaks of them or an earlier run did; none of all after any edit."""
    if last and not facts.checks:
        ran = [(facts.last_action_line, facts.last_action), *facts.steps]
        return (
            []
            if any(_MAY_CHECK.search(text) for _, text in ran)
            else [_tried(said("unseen_never", what=said("unseen_any")), _not_started(facts, *_KINDS))]
        )
    found = []
    ran = [(facts.last_action_line, facts.last_action), *facts.steps]
    script = any(line > code and _MAY_CHECK.search(text) for line, text in ran)
    for kind in _KINDS:
        runs = [max(one.line, one.within_line) for one in facts.checks if kind in (one.kind, *one.kinds)]
        others = (*_STANDS_IN, "test") if kind == "build" else _STANDS_IN
        stand_in = script or any(one.kind in others for one in _later(facts, code))
        if kind == "lint":
            stand_in = stand_in or any(_CHECKS_ALL.search(one.text) for one in _later(facts, code))
        called_for = code if kind == "test" else code and _asked(facts, kind)
        if runs and code and max(runs) < code and not stand_in:
            found.append(said("unseen_after", what=said(f"unseen_{kind}"), anchor=anchor(code)))
        elif not runs and called_for and not stand_in:
            found.append(_tried(said("unseen_never", what=said(f"unseen_{kind}")), _not_started(facts, kind)))
    return found


def _not_started(facts: Facts, *kinds: str) -> Trouble | None:
    """The last try of a check of one of the kinds of which the shell said that there is no such program."""
    tries = (one for one in reversed(facts.troubles) if one.exit_code == _NOT_FOUND)
    return next((one for one in tries if kind_of(one.text) in kinds), None)


def _later(facts: Facts, line: int) -> list[Check]:
    """The checks that ran to an end after ``line``."""
    return [one for one in facts.checks if one.line > line and one.outcome != "running"]


def _git(facts: Facts, last_edit: int) -> list[Said]:
    """Commit, push, pull request: what edits or the person call for."""
    found = []
    commits = [one.line for one in facts.standing]
    pushes = [line for line, _ in facts.pushes]
    failed = stuck(facts)
    if not commits and last_edit and not facts.no_repository:
        found.append(_tried(said("unseen_never", what=said("unseen_commit")), failed.get("commit")))
    elif commits and last_edit > max(commits):
        missing = said("unseen_after", what=said("unseen_commit"), anchor=anchor(last_edit))
        found.append(_tried(missing, failed.get("commit")))
    if (commits or _asked(facts, "push")) and not pushes:
        found.append(_tried(said("unseen_never", what=said("unseen_push")), failed.get("push")))
    elif commits and pushes and max(commits) > max(pushes):
        missing = said("unseen_after", what=said("unseen_push"), anchor=anchor(max(commits)))
        found.append(_tried(missing, failed.get("push")))
    opened = any("/pull/" in link or "/merge_requests/" in link for _, link in facts.links)
    opened = opened or any(_OPENS.search(text) for _, text in facts.steps)
    if _asked(facts, "pull_request") and not opened:
        found.append(said("unseen_never", what=said("unseen_pull_request")))
    return found


def _tried(missing: Said, failed: Trouble | None) -> Said:
    """What is missing, with the try that failed."""
    return missing if failed is None else said("unseen_tried", what=missing, anchor=anchor(failed.line))


def _asked(facts: Facts, what: str) -> bool:
    return any(_ASKED[what].search(one.text[:2000]) for one in facts.requests)
