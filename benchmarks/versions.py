"""What is read out of a folder of session logs, by client version: ``python -m benchmarks.versions FOLDER... [--files]``.

One row per client and version: files, messages of the person, commands with known and unknown exit codes, file changes,
plans, failures, skipped places, unknown record types. ``--files`` prints one row per file instead.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from butler.capabilities.session_log.formats import SessionLogFormat
from butler.capabilities.session_log.models import (
    Command,
    Entry,
    Failure,
    FileChange,
    Message,
    PlanState,
    SessionInfo,
    StateChange,
)
from butler.capabilities.session_log.opening import open_text, read_head
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder
from butler.errors import ButlerError
from butler.house import hire_staff

COLUMNS = (
    "files",
    "lines",
    "person",
    "commands",
    "exit known",
    "exit unknown",
    "changes",
    "plans",
    "failures",
    "skipped",
    "unknown types",
)
_ENDINGS = (".jsonl", ".zst", ".stdout", ".txt", ".json")


def main(arguments: list[str]) -> int:
    """Read every log under the folders and print the table."""
    parser = argparse.ArgumentParser(prog="benchmarks.versions", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--files", action="store_true", help="one row per file")
    options = parser.parse_args(arguments)
    formats = sorted(hire_staff().formats.values(), key=lambda item: (item.rank, item.name))
    rows: dict[tuple[str, str], Counter[str]] = {}
    for path in _logs(options.folders):
        try:
            name, version, counts = look(path, formats)
        except ButlerError as problem:
            name, version, counts = "not read", problem.code, Counter(files=1)
        key = (name, path.name if options.files else version)
        rows.setdefault(key, Counter()).update(counts)
    _print(rows)
    return 0


def look(path: Path, formats: Iterable[SessionLogFormat]) -> tuple[str, str, Counter[str]]:
    """The format, the client version (the first that the log names) and the counts of one log."""
    stream, _ = open_text(path)
    with stream:
        head = read_head(stream)
        stream.seek(0)
        reader = next((item for item in formats if item.recognises(head)), None)
        if reader is None:
            return "unknown", "?", Counter(files=1)
        builder = ReceiptBuilder(reader.name)
        versions: list[str] = []
        counts: Counter[str] = Counter(files=1)
        for entry in latest_states(reader.entries(raw_lines(stream, builder), builder)):
            versions += _version(entry)
            counts.update(_counted(entry))
    receipt = builder.build()
    counts.update({"lines": receipt.lines, "skipped": receipt.skipped_count})
    counts["unknown types"] = sum(receipt.unknown_types.values())
    return reader.name, versions[0] if versions else "-", counts


def latest_states(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, each command once in its last state."""
    commands: dict[str, Command] = {}
    for entry in entries:
        if isinstance(entry, Command) and entry.call_id:
            commands[entry.call_id] = entry
        else:
            yield entry
    yield from commands.values()


def _version(entry: Entry) -> list[str]:
    if isinstance(entry, SessionInfo):
        return [entry.client_version] if entry.client_version else []
    return [entry.value] if isinstance(entry, StateChange) and entry.name == "client_version" else []


def _counted(entry: Entry) -> list[str]:
    match entry:
        case Message(speaker="person"):
            return ["person"]
        case Command(exit_code=None):
            return ["commands", "exit unknown"]
        case Command():
            return ["commands", "exit known"]
        case FileChange():
            return ["changes"]
        case PlanState():
            return ["plans"]
        case Failure():
            return ["failures"]
        case _:
            return []


def _logs(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        found = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        yield from (path for path in found if path.is_file() and path.suffix in _ENDINGS)


def _print(rows: dict[tuple[str, str], Counter[str]]) -> None:
    print("| client | version | " + " | ".join(COLUMNS) + " |")
    print("|---|---|" + "---:|" * len(COLUMNS))
    for (name, version), counts in sorted(rows.items(), key=lambda row: (row[0][0], _numbers(row[0][1]), row[0][1])):
        print(f"| {name} | {version} | " + " | ".join(str(counts[column]) for column in COLUMNS) + " |")
    total: Counter[str] = Counter()
    for counts in rows.values():
        total.update(counts)
    print("| all | | " + " | ".join(str(total[column]) for column in COLUMNS) + " |")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("-", maxsplit=1)[0].split(".") if part.isdecimal())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
