"""Plants secrets and look-alikes at every place of a scratch project, runs the real command line, and looks what is left.

``python -m tests.security.planting`` prints the table: what leaked where, and which harmless texts were touched.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from butler.commands.hook import hook_of
from butler.hooks.reports import note_error
from butler.hooks.telling import FINISH, Told
from butler.hooks.working import do_job
from butler.house import hire_staff, open_house
from tests.security.lookalikes import Lookalike, lookalikes
from tests.security.planted import Planted, planted
from tests.security.scene import STEP_BREAK, STEPS, Scene

GROUP = 43
"""Kinds that share one scratch project."""
WHOLE = "100000"
"""Tokens: nothing is cut."""


@dataclass
class Outcome:
    """``leaks``: for each kind the pairs (place where it was planted, artefact where it was read). ``planted`` counts."""

    planted: int = 0
    leaks: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    touched: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def readable(secret: str, text: str) -> bool:
    """Whether the secret, or half of a long one, can be read in ``text``, escapes of Markdown and JSON aside."""
    pieces = [secret]
    if len(secret) >= 24:
        half = len(secret) // 2
        pieces += [secret[:half], secret[half:]]
    return any(piece.replace("\\", "") in text for piece in pieces)


def artefacts(scene: Scene) -> Iterator[tuple[str, str]]:
    """Everything that a person or an agent can read after a session: (name, text without backslashes)."""
    for name, text in _runs(scene):
        yield name, text.replace("\\", "")
    for name, text in scene.written():
        yield re.sub(r"\d{8}T\d{6}Z|[0-9a-f-]{20,}", "*", name), text.replace("\\", "")


def _runs(scene: Scene) -> Iterator[tuple[str, str]]:
    for number in ("49", "50"):
        for language in ("en", "ja"):
            session = "01990000-0000-7000" if language == "en" else "01990000-0000-4000"
            arguments = ("--issue", number, "--session", session, "--max-tokens", WHOLE, "--language", language)
            yield "prepare --print", scene.run("handover", "prepare", *arguments, "--print").text
    yield "prepare", scene.run("handover", "prepare", "--issue", "49", "--max-tokens", WHOLE).text
    yield "prepare --json", scene.run("handover", "prepare", "--json", "--issue", "49").text
    yield "read", scene.run("handover", "read", "--issue", "49", "--json").text
    yield "brief", scene.run("handover", "brief", "--issue", "49", "--json").text
    yield "list", scene.run("handover", "list", "--query", "price").text
    yield "session-log list", scene.run("session-log", "list", "--json").text
    for session in ("01990000-0000-7000", "01990000-0000-4000"):
        yield "session-log read", "\n".join(read_whole(scene, session))
        yield "session-log facts", scene.run("session-log", "facts", session).text
        yield "session-log summarize", scene.run("session-log", "summarize", session, "--json").text
    yield "work observe", scene.run("work", "observe", "--json").text
    yield "work start", scene.run("work", "start", "--issue", "49").text
    yield "issue list", scene.run("issue", "list", "--json").text
    for number in ("49", "50"):
        yield "issue read", scene.run("issue", "read", number, "--json").text
    yield "hook SessionStart", _hooked(scene)
    yield "doctor", scene.run("doctor").text


def _hooked(scene: Scene) -> str:
    """Write the automatic documents of both clients' sessions; what the next session is told."""
    start = scene.start()
    house = open_house(start, hire_staff())
    for client, logs in (("codex", ".codex/sessions/**/*.jsonl"), ("claude-code", ".claude/projects/**/*.jsonl")):
        for log in sorted(scene.home.glob(logs)):
            do_job(house, FINISH, client, log.stem[-36:], str(log))
    told = Told(
        "SessionStart", "codex", "01990000-0000-7000-8000-0000000000ff", scene.home / "new.jsonl", scene.project
    )
    return str(hook_of("SessionStart")(house, told, None).context)


def read_whole(scene: Scene, session: str) -> Iterator[str]:
    """Every page of ``session_log_read``, its texts as they are."""
    line: int | None = 1
    while line is not None:
        data = scene.run("session-log", "read", session, "--line", str(line), "--count", "40", "--json").data
        yield "\n".join(_texts(data))
        line = data.get("next_line")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _kinds(group: slice, place: str) -> list[Planted]:
    """The kinds of a group with values of their own for one place, so that no find helps another."""
    return planted(place)[group]


def plant(scene: Scene, group: slice) -> list[tuple[str, Planted]]:
    """Plant the kinds of a group at every place that can hold them; what was planted where."""
    placed: list[tuple[str, Planted]] = []

    def at(place: str, chosen: Iterable[Planted]) -> list[Planted]:
        found = list(chosen)
        placed.extend((place, one) for one in found)
        return found

    for agent, write in (("codex", scene.codex), ("claude", scene.claude)):
        steps = [(step, one.text) for step in STEPS for one in at(f"{agent} {step}", _kinds(group, f"{agent}/{step}"))]
        steps.append(("plan", STEP_BREAK.join(one.text for one in at(f"{agent} plan", _kinds(group, f"{agent}/plan")))))
        write(steps)
    body = "\n\n".join(one.text for one in at("issue body", _kinds(group, "issue")))
    comment = "\n\n".join(one.text for one in at("comment", _kinds(group, "comment")))
    scene.issue(49, "Prices", body, comment)
    titles = [one for one in _kinds(group, "title") if one.one_line]
    scene.issue(50, "; ".join(one.text for one in at("issue title", titles)), "Nothing here.")
    _plant_in_git(scene, group, at)
    _tell(scene, group, at)
    return placed


def _plant_in_git(scene: Scene, group: slice, at: Any) -> None:
    repository = scene.repository
    for one in at("commit subject", [one for one in _kinds(group, "subject") if one.one_line]):
        repository.commit(f"Add {one.text}")
    names = [one for one in _kinds(group, "path") if one.bare and len(one.text) < 200]
    for one in at("file name", names):
        repository.write(f"keys/{one.text}.txt", "x\n")
    branches = [one for one in _kinds(group, "branch") if one.bare and len(one.text) < 200 and ":" not in one.text]
    for one in at("branch", [one for one in branches if not re.search(r"~|\.\.|\.$", one.text)][:1]):
        repository.git("checkout", "-q", "-b", f"wip/{one.text}")


def _tell(scene: Scene, group: slice, at: Any) -> None:
    """Notes of a handover (in a log of their own order) and marks."""
    for one in at("mark", _kinds(group, "mark")):
        scene.run("session-log", "mark", f"decision: {one.text}")
    notes = "\n".join(f"next: {one.text}" for one in at("notes", _kinds(group, "notes")))
    scene.run("handover", "prepare", "--notes", notes, "--max-tokens", WHOLE)
    scene.run("work", "finish", "--notes", notes)
    for one in at("hook error", _kinds(group, "hook")):
        note_error(scene.start(), "codex", "Stop", ValueError(one.text))


def leaks_of(scene: Scene, group: slice, outcome: Outcome) -> None:
    """Plant one group, look at every artefact, note what can still be read."""
    placed = plant(scene, group)
    found = list(artefacts(scene))
    outcome.planted += len(placed)
    for place, one in placed:
        for name, text in found:
            if any(readable(secret, text) for secret in one.secrets):
                outcome.leaks[one.kind].add((place, name))


def touches_of(scene: Scene, chosen: Sequence[Lookalike], place: str, outcome: Outcome) -> None:
    """Write harmless texts at one place of a log and note which were not kept word for word."""
    scene.codex([(place, one.text) for one in chosen])
    shown = "\n".join(read_whole(scene, "01990000-0000-7000"))
    for one in chosen:
        if not all(part in shown for part in one.keep):
            outcome.touched[one.kind].add(place)


def survey(top: Path, groups: Iterable[slice] | None = None) -> Outcome:
    """Everything, in scratch projects under ``top``."""
    outcome = Outcome()
    for number, group in enumerate(all_groups() if groups is None else groups):
        leaks_of(Scene(top / f"secrets{number}"), group, outcome)
    for place in ("output", "words", "agent"):
        touches_of(Scene(top / f"harmless-{place}"), lookalikes(place), place, outcome)
    return outcome


def all_groups() -> list[slice]:
    """The kinds in groups."""
    return [slice(first, first + GROUP) for first in range(0, len(planted("size")), GROUP)]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = survey(Path(folder))
    kinds = len(planted("size"))
    print(f"kinds {kinds}, planted {outcome.planted}, kinds that leaked somewhere {len(outcome.leaks)}")
    for kind, pairs in sorted(outcome.leaks.items(), key=lambda item: -len(item[1])):
        places = sorted({place for place, _ in pairs})
        print(f"  {kind}: {len(places)} places: {', '.join(places)}; in {json.dumps(sorted({a for _, a in pairs}))}")
    print(f"harmless {len(lookalikes('size'))}, touched {len(outcome.touched)}")
    for kind, where in sorted(outcome.touched.items()):
        print(f"  {kind}: {', '.join(sorted(where))}")


if __name__ == "__main__":
    main()
