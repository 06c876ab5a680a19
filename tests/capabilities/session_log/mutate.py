"""Damaged logs by rule: ``python -m tests.capabilities.session_log.mutate [--count 500] [--format NAME]``.

Each format's small log is damaged in one of many ways (cut, spliced, NULs, wrong bytes, deep nesting, a 64 MB line, a
missing head, broken parents, ...), written to a file and read. Reported: exceptions, intact lines that were not read,
damage that the receipt does not tell, and the peak memory of the process. The same arguments damage the same way.

Whether a line was read is told by a word that only this line holds: it must stand in some entry.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from butler.capabilities.session_log.formats import SessionLogFormat
from butler.capabilities.session_log.models import ReadReceipt
from butler.capabilities.session_log.opening import open_text, read_head
from butler.capabilities.session_log.reading.lines import raw_lines
from butler.capabilities.session_log.reading.receipt import ReceiptBuilder

FORMATS = (
    "codex_jsonl",
    "claude_code_jsonl",
    "codex_exec_json",
    "claude_stream_json",
    "role_content_jsonl",
    "plain_text",
)
SAMPLES = Path(__file__).parent / "formats"
PROBES = 24
LONG = 64 << 20
EVERY_LONG = 50
"""One mutation in so many is the 64 MB line: it takes seconds."""
_SHORT = 9
_WORD = re.compile(rb"probe\d{4}end")


def probe(name: str, number: int) -> bytes:
    """A line of the format that holds a word of its own."""
    word = f"probe{number:04d}end"
    stamp = f"2026-03-02T10:00:{number % 60:02d}.000Z"
    said: dict[str, Any]
    if name == "plain_text":
        return f"User: {word}\n".encode()
    if name == "role_content_jsonl":
        said = {"role": "user", "content": word}
    elif name == "codex_exec_json":
        said = {"type": "item.completed", "item": {"id": f"p{number}", "type": "agent_message", "text": word}}
    elif name == "codex_jsonl":
        said = {"timestamp": stamp, "type": "event_msg", "payload": {"type": "user_message", "message": word}}
    else:
        content = [{"type": "text", "text": word}]
        message = {"id": f"m{number}", "role": "assistant", "model": "m", "content": content}
        ids = {"uuid": f"p{number}", "parentUuid": f"p{number - 1}", "sessionId": "s", "session_id": "s"}
        said = {"type": "assistant", **ids, "isSidechain": False, "timestamp": stamp, "message": message}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def base(name: str) -> list[bytes]:
    """The sample of the format with probes between its lines."""
    sample = next((SAMPLES / name).glob("sample.*")).read_bytes().splitlines(keepends=True)
    probes = [probe(name, number) for number in range(PROBES)]
    lines: list[bytes] = []
    for at, line in enumerate(sample):
        lines += [line, *probes[at :: len(sample)]]
    return lines


@dataclass
class Damaged:
    """A damaged log: its lines, the words that must still be read, whether the receipt must tell of damage.

    ``refusable``: the format may refuse the file as binary data.
    """

    lines: list[bytes]
    told: bool = False
    lost: set[bytes] = field(default_factory=set)
    long_at: int | None = None
    long_size: int = 0
    refusable: bool = False

    def lose(self, *lines: bytes) -> None:
        """These lines are damaged: their words need not be read."""
        self.lost.update(word for line in lines for word in _WORD.findall(line))


Mutation = Callable[[random.Random, list[bytes], bool], Damaged]


def cut_tail(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """The client is in the middle of its last line."""
    lines = lines[: max(at for at, line in enumerate(lines) if len(line) > _SHORT) + 1]
    end = lines[-1]
    found = Damaged([*lines[:-1], end[: chance.randrange(1, len(end) - 2)]], told=records)
    found.lose(end)
    return found


def bad_line(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """A line that is no JSON in the middle."""
    at = chance.randrange(1, len(lines))
    bad = chance.choice(
        [b"{not json}\n", b"}{\n", b'{"type":\n', b"[\n", b"null\n", b"7\n", b'"x"\n', b"[]\n", b"\xff\xfe\n"]
    )
    return Damaged([*lines[:at], bad, *lines[at:]], told=records)


def nul_run(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """NULs on a line of their own or before a record."""
    at = chance.randrange(1, len(lines))
    own = chance.random() < 0.5
    run = b"\x00" * chance.choice([1, 7, 4096]) + (b"\n" if own else b"")
    return Damaged(
        [*lines[:at], run + (b"" if own else lines[at]), *lines[at + (not own) :]],
        told=records and own,
        refusable=not records,
    )


def two_records(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """A newline between two records is missing."""
    at = chance.randrange(1, len(lines) - 1)
    return Damaged([*lines[:at], lines[at].rstrip(b"\n") + lines[at + 1], *lines[at + 2 :]])


def half_and_whole(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """Half of a record with the next one whole behind it."""
    at = chance.choice([at for at in range(1, len(lines) - 1) if len(lines[at]) > _SHORT])
    cut = lines[at][: chance.randrange(3, len(lines[at]) - 3)]
    found = Damaged([*lines[:at], cut + lines[at + 1], *lines[at + 2 :]], told=records)
    found.lose(lines[at])
    return found


def _in_probe(chance: random.Random, lines: list[bytes], extra: bytes) -> Damaged:
    at = chance.choice([at for at, line in enumerate(lines) if _WORD.search(line)])
    changed = _WORD.sub(lambda word: word[0] + extra, lines[at])
    return Damaged([*lines[:at], changed, *lines[at + 1 :]])


def odd_characters(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """Characters that other readers take for the end of a line."""
    odd = chance.choice(["\u2028", "\u2029", "\x85", "\u2028\u2029"])
    return _in_probe(chance, lines, odd.encode())


def wrong_bytes(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """Bytes that are no UTF-8."""
    return _in_probe(chance, lines, chance.choice([b"\xff", b"\xc3", b"\xe3\x81", b"\xed\xa0\xbd"]))


def lone_surrogate(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """Half of an emoji."""
    return _in_probe(chance, lines, chance.choice([b"\\ud83d", b"\\ude00", b"\\ud83d\\ud83d"]))


def deep_nesting(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """A record that is 2,000 deep."""
    at = chance.randrange(1, len(lines))
    deep = b'{"type":"user","message":' + b'{"a":[' * 1000 + b"1" + b"]}" * 1000 + b"}\n"
    return Damaged([*lines[:at], deep, *lines[at:]])


def missing_head(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """The first lines are gone, or the middle of the first one is where the file begins."""
    gone = chance.randrange(1, 4)
    found = Damaged(lines[gone:])
    if chance.random() < 0.5:
        found = Damaged([lines[gone - 1][len(lines[gone - 1]) // 2 :], *lines[gone:]], told=records)
    found.lose(*lines[:gone])
    return found


_LINKS = re.compile(rb'"(?:parentUuid|parent_id|call_id|tool_use_id|uuid|id|turn_id|thread_id)":"([^"]*)"')


def broken_links(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """Ids that lead nowhere."""
    changed = [
        _LINKS.sub(
            lambda link: link[0].replace(link[1], b"x%d" % chance.randrange(10**9), 1) if link[1] else link[0], line
        )
        if chance.random() < 0.4
        else line
        for line in lines
    ]
    return Damaged(changed)


def flipped_byte(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """One byte of one line is another."""
    at = chance.choice([at for at in range(1, len(lines)) if len(lines[at]) > _SHORT])
    line = bytearray(lines[at])
    line[chance.randrange(len(line) - 1)] = chance.choice(b'"{}\\x00[]:,\xff')
    found = Damaged([*lines[:at], bytes(line).replace(b"\n", b" ").rstrip() + b"\n", *lines[at + 1 :]])
    found.lose(lines[at])
    return found


def repeated_and_moved(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """Lines written twice, or in another order."""
    moved = list(lines)
    one, other = chance.randrange(1, len(lines)), chance.randrange(1, len(lines))
    moved[one], moved[other] = moved[other], moved[one]
    moved.insert(chance.randrange(1, len(moved)), chance.choice(lines))
    return Damaged(moved)


def other_ends(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """A byte order mark, CRLF, empty lines, no last newline."""
    found = [line.rstrip(b"\n") + b"\r\n" for line in lines] if chance.random() < 0.5 else list(lines)
    found.insert(chance.randrange(1, len(found)), b"\n \n")
    found[-1] = found[-1].rstrip(b"\r\n")
    return Damaged([b"\xef\xbb\xbf" + found[0], *found[1:]])


def long_line(chance: random.Random, lines: list[bytes], records: bool) -> Damaged:
    """A record whose words have 64 MB, which is more than a line may have; or 15 MB, which is read."""
    size = chance.choice([LONG, LONG, LONG // 4])
    places = range(1, len(lines)) if records else _before_a_speaker(lines)
    return Damaged(list(lines), told=size == LONG, long_at=chance.choice(places), long_size=size)


def _before_a_speaker(lines: list[bytes]) -> list[int]:
    """Places before a new speaker: what shares a message with a long line, a fence too, is cut with it."""
    heads = (at for at in range(1, len(lines)) if lines[at].startswith(b"User:"))
    return [at for at in heads if sum(line.startswith(b"```") for line in lines[:at]) % 2 == 0]


MUTATIONS: tuple[Mutation, ...] = (
    cut_tail,
    bad_line,
    nul_run,
    two_records,
    half_and_whole,
    odd_characters,
    wrong_bytes,
    lone_surrogate,
    deep_nesting,
    missing_head,
    broken_links,
    flipped_byte,
    repeated_and_moved,
    other_ends,
)


@dataclass
class Report:
    """What reading damaged logs of one format gave."""

    count: int = 0
    intact: int = 0
    read: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    @property
    def clean(self) -> bool:
        """No exception, nothing intact lost, nothing damaged untold."""
        return not self.problems


def run(name: str, count: int, folder: Path, *, long: bool = True, seed: int = 1) -> Report:
    """Damage the log of a format ``count`` times and read each."""
    reader: SessionLogFormat = importlib.import_module(f"butler.capabilities.session_log.formats.{name}").FORMAT
    chance = random.Random(f"{name} {seed}")
    lines, report = base(name), Report()
    for number in range(count):
        mutation = MUTATIONS[number % len(MUTATIONS)]
        if long and number % EVERY_LONG == EVERY_LONG - 1:
            mutation = long_line
        damaged = mutation(chance, lines, name != "plain_text")
        path = folder / f"{name}.log"
        _write(path, name, damaged)
        _judge(report, f"{mutation.__name__} #{number}", reader, path, damaged)
    return report


def _judge(report: Report, what: str, reader: SessionLogFormat, path: Path, damaged: Damaged) -> None:
    report.count += 1
    if damaged.refusable and not _recognised(reader, path):
        return
    wanted = {word for line in damaged.lines for word in _WORD.findall(line)} - damaged.lost
    report.intact += len(wanted)
    try:
        seen, receipt = _read(reader, path)
    except Exception as error:
        report.problems[f"{what}: {type(error).__name__}: {error}"[:200]] += 1
        return
    lost = sorted(word.decode() for word in wanted if word not in seen)
    report.read += len(wanted) - len(lost)
    if lost:
        report.problems[f"{what}: not read: {', '.join(lost[:5])}"] += 1
    if damaged.told and not (receipt.skipped_count or receipt.unknown_types):
        report.problems[f"{what}: damage not told"] += 1


def _recognised(reader: SessionLogFormat, path: Path) -> bool:
    stream, _ = open_text(path)
    with stream:
        return reader.recognises(read_head(stream))


def _read(reader: SessionLogFormat, path: Path) -> tuple[set[bytes], ReadReceipt]:
    stream, _ = open_text(path)
    builder = ReceiptBuilder(reader.name)
    seen: set[bytes] = set()
    with stream:
        if not reader.recognises(read_head(stream)):
            raise AssertionError("not recognised any more")
        stream.seek(0)
        for entry in reader.entries(raw_lines(stream, builder), builder):
            builder.count(entry)
            seen.update(_WORD.findall(repr(entry).encode("utf-8", "replace")))
    return seen, builder.build()


def _write(path: Path, name: str, damaged: Damaged) -> None:
    with path.open("wb") as file:
        for at, line in enumerate(damaged.lines):
            if at == damaged.long_at:
                _write_long(file.write, name, damaged.long_size)
            file.write(line)


def _write_long(write: Callable[[bytes], Any], name: str, size: int) -> None:
    """A record of the format whose words have ``size`` bytes, written in pieces."""
    start, _, end = probe(name, 9999).partition(b"probe9999end")
    write(start)
    for _ in range(size >> 20):
        write(b"x" * (1 << 20))
    write(end)


def _rows(names: list[str], count: int, long: bool) -> Iterator[str]:
    yield "| format | mutations | intact lines | of them read | problems | peak MB |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name in names:
        command = [sys.executable, "-m", __spec__.name if __spec__ else "", "--one", name, "--count", str(count)]
        done = subprocess.run([*command, *([] if long else ["--short"])], capture_output=True, text=True, check=False)
        yield done.stdout.strip() or f"| {name} | failed: {done.stderr.strip()[-200:]} |"


def main(arguments: list[str]) -> int:
    """Print one row per format; 1 where something was lost, untold or raised."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--format", choices=FORMATS)
    parser.add_argument("--short", action="store_true", help="without the 64 MB line")
    parser.add_argument("--one", choices=FORMATS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one is None:
        rows = list(_rows([options.format] if options.format else list(FORMATS), options.count, not options.short))
        print("\n".join(rows))
        return int(any("| 0 |" not in row for row in rows[2:]))
    with tempfile.TemporaryDirectory() as folder:
        report = run(options.one, options.count, Path(folder), long=not options.short)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    total = sum(report.problems.values())
    print(f"| {options.one} | {report.count} | {report.intact} | {report.read} | {total} | {peak} |")
    for problem in report.problems:
        print(f"  {problem}")
    return int(not report.clean)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
