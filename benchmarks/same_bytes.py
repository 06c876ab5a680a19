"""Same inputs, same bytes: ``python -m benchmarks.same_bytes [--processes 100] [--each 1] [--seed N] [LOG...]``.

Handovers of one log of each client (the recorded demo sessions, or the given logs) are prepared in many processes, each
with a ``PYTHONHASHSEED`` of its own, under one clock and one source of ids. Every document and its brief must be the same,
byte for byte. Exit code 1 where one differs: the first lines that do are printed with the two hash seeds.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import environment
from butler.capabilities.handover.gathering import draft, prepare_request
from butler.capability import Caller
from butler.demo.build import build_project, write_log
from butler.house import House, Start, hire_staff, open_house
from butler.maids.handover_brief import About, brief

CLIENTS = ("codex", "claude-code")
CLOCK = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
NOTES = "decision: CSV stays as it is\nnext: hand the copy to the waiting list\nリスク: 予約の重複\nblocked: review of the fix"
SHOWN = 12
SECONDS = 300
VARIANTS = (("en", 4000), ("ja", 1500))


def lay_out(folder: Path) -> list[tuple[Path, Path]]:
    """The demo's projects below ``folder`` and their logs."""
    found = []
    for client in CLIENTS:
        project = build_project(folder / client / "bookshop", session=client)
        found.append((project, write_log(project, folder / client / "log.jsonl", session=client)))
    return found


def documents(project: Path, log: Path, home: Path) -> dict[str, str]:
    """What is computed from one log: each document and its brief, by name."""
    start = Start(environment={}, home=home, folder=project, now=lambda: CLOCK, new_id=lambda: "0" * 32)
    house = open_house(start, hire_staff(), project)
    made: dict[str, str] = {}
    for language, tokens in VARIANTS:
        text = _document(house, log, language, tokens)
        about = About("id", "codex", "2026-12-01", "issue_id=49", "file")
        made |= {
            f"{language} {tokens}": text,
            f"{language} {tokens} brief": brief(text, house.settings.language, about),
        }
    return made


def _document(house: House, log: Path, language: str, tokens: int) -> str:
    request = prepare_request(
        house,
        issue_id=49 if house.issues.name != "none" else None,
        notes=NOTES,
        session=str(log),
        max_tokens=tokens,
        language=language,
    )
    return draft(house, Caller("command-line"), request).text


def child(pairs: Sequence[tuple[Path, Path]], home: Path, each: int, *, whole: bool) -> None:
    """Print, for each of ``each`` rounds, the hashes (or the texts) of all documents as one JSON line."""
    for _ in range(each):
        made = {f"{log} {name}": text for project, log in pairs for name, text in documents(project, log, home).items()}
        shown = made if whole else {name: hashlib.sha256(text.encode()).hexdigest() for name, text in made.items()}
        print(json.dumps(shown))


def rounds(
    pairs: Sequence[tuple[Path, Path]], home: Path, seed: int, each: int = 1, *, whole: bool = False
) -> list[Mapping[str, str]]:
    """The rounds of one process with its hash seed."""
    words = [word for project, log in pairs for word in (str(project), str(log))]
    command = [
        sys.executable,
        "-m",
        "benchmarks.same_bytes",
        "--child",
        str(each),
        *(["--whole"] if whole else []),
        "--home",
        str(home),
    ]
    env = environment(home) | {"PYTHONHASHSEED": str(seed)}
    done = subprocess.run([*command, *words], env=env, capture_output=True, timeout=SECONDS, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(pairs: Sequence[tuple[Path, Path]], home: Path, processes: int, each: int, seed: int) -> list[str]:
    """What differs between the rounds of all processes; empty where every byte is the same."""
    seeds = random.Random(seed).sample(range(2**32), processes)
    first = rounds(pairs, home, seeds[0], each)
    wanted = first[0]
    for at in seeds:
        for found in first if at == seeds[0] else rounds(pairs, home, at, each):
            if found != wanted:
                return [f"hash seeds {seeds[0]} and {at} differ", *_lines(pairs, home, seeds[0], at)]
    return []


def _lines(pairs: Sequence[tuple[Path, Path]], home: Path, one: int, other: int) -> list[str]:
    """The first lines that differ under two hash seeds."""
    texts = [rounds(pairs, home, seed, whole=True)[0] for seed in (one, other)]
    differing = [name for name in texts[0] if texts[0][name] != texts[1].get(name)]
    if not differing:
        return ["only now and then: run it again with --each"]
    one_text, other_text = (text[differing[0]].splitlines() for text in texts)
    return [differing[0], *list(difflib.unified_diff(one_text, other_text, lineterm="", n=0))[:SHOWN]]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--processes", type=int, default=100)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--seed", type=int, default=49, help="of the hash seeds themselves")
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--whole", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        pairs = list(zip(options.logs[::2], options.logs[1::2], strict=True))
        child(pairs, options.home, options.child, whole=options.whole)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve() / "home"
        home.mkdir()
        built = lay_out(home)
        pairs = [(built[0][0], log.resolve()) for log in options.logs] or built
        problems = compare(pairs, home, options.processes, options.each, options.seed)
    print("\n".join(problems) or f"{options.processes * options.each} times the same bytes, {len(pairs)} logs")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
