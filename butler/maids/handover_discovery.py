"""DISCOVERY: checks, failures and dead ends, what the agent said, what state commands showed, the environment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import AgentWords, Check, Claim, Facts, Probe
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_checked import came_after
from butler.maids.handover_claims import settled
from butler.maids.handover_documents import add_documents
from butler.maids.handover_helpers import add_helpers
from butler.maids.handover_left_out import with_left_out
from butler.maids.handover_overtaken import Later
from butler.maids.handover_replies import best_words, only_in_flight, top_worth
from butler.maids.handover_requests import replies_of
from butler.maids.handover_troubles import add_troubles
from butler.maids.handover_wording import anchor, failing_now, last_words
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes
from butler.maids.session_log_answers import answered_later
from butler.maids.session_log_instructions import LEFT_OUT
from butler.maids.session_log_shorten import shorten_request

NAME = "DISCOVERY"
_GIVEN_UP = 16
"""Less worth of words about what the person gave up since."""
_SENT = ((64, 110), (46, 240))
"""Worth and characters of a message to another agent, short and longer."""
_MASKS = {
    "pipe": "mask_pipe",
    "or": "mask_or",
    "sequence": "mask_sequence",
    "background": "mask_background",
    "viewer": "mask_viewer",
}
_TREE = late(r"\bgit\s+(?:-C\s+\S+\s+)?(?:status|diff)\b")
_STAGED, _NOT_STAGED = late(r"[MADRCT] {2}\S"), late(r" [MADRCT] \S")
"""Lines of a short git status: what stands in the index alone, and in the work tree alone."""
_ISSUES = late(r"(?P<tool>bd|jira|linear|tea|az)\s+(?:\w+\s+)?(?:show|view|get|children)\s+(?P<rest>[^;&|<>]+)")
_ISSUE = late(r"(?<![\w-])[A-Za-z][\w]*-[\w.]+|#\d+")
_CLOSES = r"(?:\w+\s+)?(?:close|update|reopen|resolve|edit|done|transition|assign)"
_TRACKED = late(r"\b(?:gh|glab)\s+(pr|issue|mr)\s+view\s+(\d+)\b")
_TOLD_ABOVE = late(r"\bgit\s+(?:-C\s+\S+\s+)?(?:add|commit|push)\b")
_SECOND = late(
    r"\b(?:git (?:status|branch)|(?:gh|glab|tea|az) [a-z]+(?: [a-z]+\b)?|(?:bd|jira|linear) [a-z]+|docker (?:compose )?ps|kubectl get|systemctl status)"
)


def add_discovery(desk: Desk, pen: Pen, materials: Materials, notes: list[tuple[str, Notes]], later: Later) -> None:
    """All pieces of DISCOVERY; log facts only from after ``since_line``; ``later``: what came after the agent's words."""
    for at, (writer, found) in enumerate(notes):
        for number, note in enumerate(found.of("fact")):
            desk.add(NAME, "notes", (at, number), _form(100, "note", writer=writer, text=pen.line(note.text, 500)))
    facts = materials.facts
    if facts is None:
        return
    _environment(desk, pen, facts)
    _checks(desk, pen, facts)
    add_troubles(desk, pen, facts)
    _words(desk, pen, facts, (settled(facts, materials.issue), later))
    add_helpers(desk, pen, facts)
    add_documents(desk, pen, facts)
    _probes(desk, pen, facts)
    _steps(desk, pen, facts)


def _environment(desk: Desk, pen: Pen, facts: Facts) -> None:
    session = facts.session
    parts: list[str | Said] = []
    if session.cwd:
        parts.append(said("env_folder", path=pen.code(session.cwd, 200)))
    if session.work_folder and session.work_folder != session.cwd:
        parts.append(said("env_work_folder", path=pen.code(session.work_folder, 200)))
    if session.branch:
        parts.append(said("env_branch", branch=pen.code(session.branch, 120)))
    others = [name for name in session.branches if name != session.branch]
    if others:
        parts.append(said("env_before", branches=", ".join(pen.code(name, 80) for name in others[-3:])))
    if session.permission_mode and session.permission_mode != "default":
        parts.append(said("env_permissions", text=pen.line(session.permission_mode, 80)))
    if parts:
        desk.add(NAME, "environment", (0,), _form(90, "env", parts=tuple(parts)))
    named = {_same_folder(path) for path in (session.cwd, session.work_folder) if path}
    others = [path for path in session.folders if _same_folder(path) not in named]
    if others:
        desk.add(
            NAME,
            "environment",
            (1,),
            _form(64, "env_folders", paths=", ".join(pen.code(path, 160) for path in others[:4])),
        )
    versions = [name for _, name in facts.versions]
    if session.client_version:
        versions.insert(0, f"{session.agent} {session.client_version}")
    if versions:
        desk.add(
            NAME,
            "environment",
            (2,),
            _form(72, "env_versions", names=", ".join(pen.line(name, 60) for name in versions[:6])),
        )
    if facts.ports:
        text = ", ".join(f"{pen.code(name, 80)} {anchor(line)}" for line, name in facts.ports[:4])
        desk.add(NAME, "environment", (3,), _form(60, "env_ports", names=text))
    _pages(desk, pen, facts)
    for at, (line, text) in enumerate(facts.instructions[:2]):
        forms = [
            Form(
                worth,
                Line(_instructions(pen, line, text, limit)),
            )
            for worth, limit in ((66, 320), (64, 900), (44, 2400))
        ]
        desk.add(NAME, "environment", (4, at), *forms)


def _pages(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Pages that were fetched from the web and what it was searched for, the first ones; where there is room with what came back."""
    pages, forms = facts.pages, []
    for most, worth, gists in ((3, 58, False), (10, 40, False), (10, 26, True)) if pages else ():
        told = ", ".join(
            f"{pen.code(url, 130)} {anchor(line)}{f' “{pen.line(gist, 160)}”' if gists and gist else ''}"
            for line, url, gist in pages[:most]
        )
        more = f", … +{len(pages) - most}" if len(pages) > most else ""
        forms.append(_form(worth, "env_pages", pages=told + more))
    if forms:
        desk.add(NAME, "environment", (5,), *forms)
    if searches := facts.searches:
        forms = [
            _form(
                worth,
                "env_searches",
                words=", ".join(f"“{pen.line(words, 100)}” {anchor(line)}" for line, words in searches[:most]),
            )
            for most, worth in ((3, 48), (10, 30))
        ]
        desk.add(NAME, "environment", (6,), *forms)


def _instructions(pen: Pen, line: int, text: str, limit: int) -> Said:
    """Standing instructions in about ``limit`` characters; it is said when not all of them are there."""
    rules = text.removesuffix(f"\n{LEFT_OUT}")
    shown = _strongest(rules, limit)
    cut = rules != text or len(shown) < sum(map(len, rules.splitlines())) or "…" in rules
    key = "instructions_cut" if cut else "instructions"
    return said(key, text=pen.line(shown, limit + 40), anchor=anchor(line))


def _strongest(rules: str, limit: int) -> str:
    """Rules that fit, in their order; of many the shorter half-lines of each section stay."""
    lines = rules.splitlines()
    if sum(map(len, lines)) <= limit:
        return " / ".join(lines)
    return " / ".join(line for line in shorten_request(rules, limit).splitlines() if line != "[…]")


def _checks(desk: Desk, pen: Pen, facts: Facts) -> None:
    checks = [check for check in facts.checks if check.line > facts.since_line]
    now = failing_now(facts)
    newest: dict[str, int] = {}
    for check in checks:
        newest[check.kind] = check.line
    for at, check in enumerate(checks):
        rank = len(checks) - 1 - at
        worth = 86 if check.bad else 80 if check.outcome == "unknown" else 76
        worth -= 12 if check.bad and check not in now else 0
        worth += 5 if newest[check.kind] == check.line else -min(34, rank * 3)
        worth -= 14 if check.kind in ("format", "run") or (check.kind == "ci" and not check.bad) else 0
        after = tuple(came_after(check, facts, failing=check in now))
        desk.add_growing(NAME, "checks", (check.line,), _check_forms(pen, check, after, worth))


def _check_forms(pen: Pen, check: Check, after: tuple[Said, ...], worth: int) -> Iterator[Form]:
    yield Form(worth, Line(_check(pen, check, after, brief=True)))
    yield Form(worth - 8, Line(_check(pen, check, after)))


def _check(pen: Pen, check: Check, after: tuple[Said, ...], *, brief: bool = False) -> Said:
    tail: list[str | Said] = []
    counts = check.counts[-3:] if not check.failing else check.counts[-2:]
    counts = counts if not check.failing else tuple(one for one in counts if not one.startswith(("ok ", "PASS ")))
    if counts:
        tail.append("; ".join(pen.line(one, 140) for one in counts))
    if check.failing:
        names = check.failing[:4] if brief else check.failing
        tail.append(said("check_failing", names=", ".join(pen.code(name, 140) for name in names)))
    told = [one for one in check.errors if one not in counts] if check.bad else []
    errors = told[-1:] if brief else told[:3]
    if errors:
        tail.append(said("check_errors", errors=" / ".join(pen.line(one, 240) for one in errors)))
    if check.runs > 1:
        key = "check_runs_unclear" if check.unclear_runs else "check_runs"
        tail.append(said(key, runs=check.runs, failed=check.failed_runs, unclear=check.unclear_runs))
    if check.within:
        tail.append(said("check_within", count=check.within, anchor=anchor(check.within_line)))
    tail += after
    return said(
        "check", outcome=_outcome(check), command=pen.code(check.text, 150), tail=tuple(tail), anchor=anchor(check.line)
    )


def _outcome(check: Check) -> Said:
    code: Value = check.exit_code if check.exit_code is not None else said("no_exit_code")
    hidden = check.masked and check.exit_code is not None
    if check.outcome == "unknown" and check.bad:
        how = said(_MASKS.get(check.masked, "mask_pipe"))
        return said("outcome_counts", how=how) if hidden else said("outcome_counts_none")
    if check.outcome == "failed" and check.exit_code is None:
        return said("outcome_error")
    if check.outcome == "unknown" and check.exit_code is not None:
        return said("outcome_masked", how=said(_MASKS.get(check.masked, "mask_pipe")))
    return said(f"outcome_{check.outcome}", code=code)


_REPORTS = 2
"""The newest reports of subagents: where they do the work, these say how it stands."""


def _words(desk: Desk, pen: Pen, facts: Facts, judged: tuple[Sequence[Claim], Later]) -> None:
    above = {one.line for one in replies_of(facts).values()}
    spoken = [
        one
        for one in facts.words
        if one is not last_words(facts)
        and one.line > facts.since_line
        and one.line not in above
        and not (one.final and only_in_flight(one))
    ]
    begun = facts.position(facts.first_line)
    span = max(1, facts.position(facts.last_line) - begun)
    finals = [one for one in spoken if one.final]
    reports = [one for one in spoken if one.by not in ("", "review", "compaction")][-_REPORTS:]
    for at, one in enumerate(spoken):
        age = (facts.position(one.line) - begun) * 14 // span
        if one.by == "compaction":
            lengths: tuple[tuple[int, int], ...] = ((400, 78), (900, 62), (1800, 44))
            key = "summary_said"
        elif one.final:
            rank = len(finals) - 1 - finals.index(one)
            worth = 68 + min(10, top_worth(one) // 2) - min(22, rank * 2)
            lengths = ((260, worth), (600, worth - 16), (1200, worth - 34))
            key = "agent_final"
        elif one in reports:
            worth = 70 - 4 * (len(reports) - 1 - reports.index(one))
            lengths = ((260, worth), (600, worth - 10), (1200, worth - 26), (2200, 30))
            key = "subagent_said"
        else:
            top = top_worth(one)
            if top < 2:
                continue
            worth = 28 + 2 * top + age if top >= 4 else 20 + 2 * top
            lengths = ((200, worth), (420, worth - 10), *(((1000, 32),) if one.by else ()))
            key = "review_said" if one.by == "review" else "subagent_said" if one.by else "agent_said"
        less = _GIVEN_UP if one.line in judged[1].turned else 0
        if best_words(one, lengths[0][0], 2):
            lengths = tuple((limit, max(1, value - less)) for limit, value in lengths)
            desk.add_growing(NAME, "words", (one.line, at), _word_forms(pen, judged, key, one, lengths))


def _word_forms(
    pen: Pen, judged: tuple[Sequence[Claim], Later], key: str, one: AgentWords, lengths: Iterable[tuple[int, int]]
) -> Iterator[Form]:
    """The agent's words in several lengths: characters and worth of each."""
    for limit, worth in lengths:
        yield Form(worth, Line(_spoken(pen, judged, key, one, limit)))


def _spoken(pen: Pen, judged: tuple[Sequence[Claim], Later], key: str, one: AgentWords, limit: int) -> Said:
    (claims, later), words = judged, best_words(one, limit, 2)
    told = later.told(pen, () if one.by else claims, one.line, words, on_the_way=not (one.by or one.final))
    name: dict[str, Value] = {"name": pen.line(one.by, 60)} if key == "subagent_said" else {}
    if one.final or key == "subagent_said":
        told = with_left_out(told, one, words)
    return said(key, text=told, anchor=anchor(one.line), **name)


def _same_folder(path: str) -> str:
    """A folder by one name: on Windows upper and lower case, and both slashes, are the same."""
    return path.replace("/", "\\").lower() if path[1:2] == ":" else path


def _probes(desk: Desk, pen: Pen, facts: Facts) -> None:
    probes = [one for one in facts.probes if one.line > facts.since_line]
    newest = {_probe_kind(one.text): one.line for one in probes}
    for at, one in enumerate(probes):
        rank = len(probes) - 1 - at
        if _SECOND.search(one.text) and newest[_probe_kind(one.text)] != one.line:
            continue
        known = _SECOND.search(one.text) and newest[_probe_kind(one.text)] == one.line
        deed = _outdated(one, facts)
        later = answered_later(one.text, one.lines, one.line, facts.answered)
        worth = 74 - rank if known and not (deed or later) else 46 - rank * 2
        forms = [
            Form(
                max(10, worth + less),
                Line(
                    said(
                        "probe",
                        command=pen.code(one.text, 110),
                        lines=_lines(_shown(pen, one, count, limit), deed, later),
                        anchor=anchor(one.line),
                    )
                ),
            )
            for count, limit, less in ((4, 180, 0), (14, 600, -14))
        ]
        desk.add(NAME, "probes", (one.line, at), *forms)


def _shown(pen: Pen, probe: Probe, count: int, limit: int) -> Value:
    """The first lines of what a command showed, with a mark where there were more; those of a short status by what is staged."""
    rows = list(probe.lines)
    more = len(rows) > count
    staged = [row for row in rows if _STAGED.match(row)] if _TREE.search(probe.text) else []
    apart = [row for row in rows if _NOT_STAGED.match(row)] if _TREE.search(probe.text) else []
    if not (staged or apart):
        return _cut_rows(pen, rows, count, limit)
    other = [row for row in rows if row not in staged and row not in apart]
    parts: list[str | Said] = []
    for key, group in (("", other), ("status_staged", staged), ("status_not_staged", apart)):
        kept, count = group[: max(0, count)], count - len(group)
        text = pen.line(" ⏎ ".join(kept), limit) if kept else ""
        if text:
            parts.append(said(key, rows=text) if key else text)
    return (*parts, "…") if more else tuple(parts)


def _cut_rows(pen: Pen, rows: Sequence[str], count: int, limit: int) -> str:
    """The first rows in a line, with a mark where there were more."""
    text = pen.line(" ⏎ ".join(rows[:count]), limit)
    return f"{text} ⏎ …" if len(rows) > count and not text.endswith("…") else text


def _lines(lines: Value, deed: int, later: int) -> Value:
    if later:
        return said("probe_later", later=anchor(later), lines=lines)
    return said("probe_before", deed=anchor(deed), lines=lines) if deed else lines


def _outdated(probe: Probe, facts: Facts) -> int:
    """The line of a later deed that changed what a command showed: a commit after a status, a merge or close of what was looked at; else 0."""
    if _TREE.search(probe.text):
        return next((one.line for one in facts.commits if one.line > probe.line), 0)
    done = [*facts.moves, *facts.steps]
    if found := _TRACKED.search(probe.text):
        deed = rf"\b{found[1]}\s+(?:close|merge|reopen|ready|edit)\b[^;&|\n]*\b{found[2]}\b"
    elif found := _ISSUES.match(probe.text):
        names = "|".join(re.escape(name) for name in _ISSUE.findall(found["rest"]))
        deed = rf"^{found['tool']}\s+{_CLOSES}\b[^;&|\n]*(?<![\w-])(?:{names})(?![\w-])" if names else r"(?!)"
    else:
        return 0
    return min((line for line, text in done if line > probe.line and re.search(deed, text)), default=0)


def _steps(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Other commands that changed something, in order; checks stand above already."""
    checks = {check.text for check in facts.checks} | {one.text for one in facts.troubles}
    moves = {line: text for line, text in facts.moves if line > facts.since_line}
    steps = [
        (line, text)
        for line, text in dict(reversed(facts.steps)).items()
        if line > facts.since_line and text not in checks and line not in moves and not _TOLD_ABOVE.search(text)
    ]
    for rank, (line, text) in enumerate(sorted(moves.items(), reverse=True)):
        words = _form(62 - 2 * rank, "step", command=pen.code(text, 110), anchor=anchor(line))
        desk.add(NAME, "steps", (line,), words)
    for rank, one in enumerate(reversed(facts.sent)):
        whom: dict[str, Value] = {"name": pen.line(one.name, 60), "anchor": anchor(one.line)}
        brief, full = (
            _form(less - 2 * rank, "step_sent", text=pen.line(one.text, most), **whom) for less, most in _SENT
        )
        desk.add(NAME, "steps", (one.line, 1), brief, full)
    for rank, (line, text) in enumerate(steps[:40]):
        desk.add(
            NAME, "steps", (line,), _form(38 - rank // 2, "step", command=pen.code(text, 110), anchor=anchor(line))
        )


def _probe_kind(text: str) -> str:
    """What a state command shows: its program and first word."""
    found = _SECOND.search(text)
    return found[0] if found else " ".join(text.split()[:2])


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
