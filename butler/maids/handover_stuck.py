"""What the session last tried to put on record or send away, and did not: a commit, push, pull request, deployment.

A reader takes silence for success, and "none" under BLOCKED for a free way. So the last failed try of each kind is told, of the
session and of its subagents, until one of its kind went through, however that one was written.
"""

from __future__ import annotations

from butler.capabilities.session_log.facts import Facts, Trouble
from butler.maids.late_patterns import late

_KINDS = {
    "commit": late(r"\bgit\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*commit\b(?!\S)"),
    "push": late(r"\bgit\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*push\b"),
    "merge": late(r"\bgit\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:merge|rebase|cherry-pick)\b(?!-)(?!\s+--(?:abort|quit))"),
    "pull_request": late(r"\b(?:gh\s+pr|glab\s+mr)\s+(?:create|merge)\b"),
    "release": late(
        r"\bgh\s+release\s+create\b|\b(?:npm|pnpm|yarn|bun|cargo|poetry|uv)\s+publish\b|\btwine\s+upload\b|\bdocker\s+push\b"
        r"|\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?deploy\b|\b(?:kubectl|terraform)\s+apply\b"
        r"|(?<!npx )\b(?:vercel|fly|flyctl|firebase|serverless|sls|wrangler|netlify|cdk|gcloud|eas)\s[^;&|\n]*\bdeploy\b"
    ),
}
_NOTHING_TO_DO = (
    "nothing to commit",
    "no changes added",
    "nothing added to commit",
    "already exists",
    "Everything up-to-date",
)
"""What git and gh say of a try that had nothing to do."""


def stuck(facts: Facts) -> dict[str, Trouble]:
    """By kind, the last failed try that no later one of its kind made good."""
    found: dict[str, Trouble] = {}
    for one in facts.troubles:
        if one.kind == "denied" or any(word in error for error in one.errors for word in _NOTHING_TO_DO):
            continue
        for kind, pattern in _KINDS.items():
            if pattern.search(one.text):
                found[kind] = one
    return {kind: one for kind, one in found.items() if one.mended is None and not _went_through(facts, kind, one.line)}


def _went_through(facts: Facts, kind: str, line: int) -> bool:
    """Whether something of a kind worked after ``line``, or in the very command that failed at something else."""
    if kind == "commit":
        return any(one.line >= line for one in facts.commits)
    if kind == "push":
        return max([facts.in_step, *(at for at, _ in facts.pushes)]) >= line
    if kind == "merge" and any(one.line > line for one in facts.commits):
        return True
    if kind == "pull_request" and any(at > line and "/pull/" in link for at, link in facts.links):
        return True
    failed = {one.text for one in facts.troubles if one.mended is None}
    return any(
        at > line and text not in failed and _KINDS[kind].search(text) for at, text in (*facts.steps, *facts.moves)
    )
