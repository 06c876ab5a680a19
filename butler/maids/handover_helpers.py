"""What subagents say that they changed and no edit of this log shows: a line for each report."""

from __future__ import annotations

from butler.capabilities.handover.models import Line, Said, said
from butler.capabilities.session_log.facts import Facts, HelperWork
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_wording import anchor

_MOST = 8
_SHORT = 4


def add_helpers(desk: Desk, pen: Pen, facts: Facts) -> None:
    """The newest reports, each file once, where it was named last."""
    lead = f"{(facts.session.work_folder or facts.session.cwd or '-').rstrip('/')}/"
    known = {one.path for one in facts.files if one.edits}
    made = {one.hash[:7] for one in facts.commits if one.hash}
    for rank, one in enumerate(reversed(facts.helped[-_MOST:])):
        files = [
            path for path in (name.removeprefix(lead).removeprefix("./") for name in one.files) if path not in known
        ]
        known.update(files)
        commits = [hash_ for hash_ in one.commits if hash_[:7] not in made]
        made.update(hash_[:7] for hash_ in commits)
        if (files or commits) and one.line > facts.since_line:
            forms = [
                Form(worth - 3 * rank, Line(_said(pen, one, files[:most], commits)))
                for worth, most in ((66, _SHORT), (54, 14))
            ]
            desk.add("DISCOVERY", "words", (one.line, 900), *forms)


def _said(pen: Pen, one: HelperWork, files: list[str], commits: list[str]) -> Said:
    parts: list[str | Said] = []
    if files:
        parts.append(", ".join(pen.code(path, 140) for path in files))
    if commits:
        parts.append(said("helper_commits", hashes=", ".join(hash_[:9] for hash_ in commits)))
    return said("helper_work", name=pen.line(one.name, 60), what=tuple(parts), anchor=anchor(one.line))
