"""Inputs made to eat time or memory, and ``python -m tests.security.bombs [words…]``: what each costs, in a table.

Every bomb is planted in a scratch project and met by real commands, each in a process of its own with limits. A bomb is
refused or read; over one second of processor time (the start of Python not counted) or 256 MiB it is *over*, and the program ends with 1.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.security.scene import Scene

ROOT = Path(__file__).parents[2]
MEMORY = 256 * 1024 * 1024
SECOND = 1.0
"""Of processor time once Butler is loaded: the goal; the tests allow more, a slow machine is no fault."""
ADDRESSES = 1024 * 1024 * 1024
"""Of address space (threads and shared libraries reserve more than they use); the peak in memory is checked by itself."""

RUNNER = """
import os, resource, sys
code = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_CPU, (code, code + 1))
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
from butler.cli import main
begun = sum(os.times()[:4])
try:
    done = main(sys.argv[3:])
finally:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]
    print("PEAK", peak, "CPU", round(sum(os.times()[:4]) - begun, 2), file=sys.stderr)
sys.exit(done)
"""

_LAUGHS = "a: &a [x, x]\n" + "".join(
    f"{chr(98 + at)}: &{chr(98 + at)} [*{chr(97 + at)}, *{chr(97 + at)}]\n" for at in range(24)
)
YAML: dict[str, str] = {
    "aliases": _LAUGHS,
    "alias of itself": "a: &a [*a]\n",
    "merge keys": "a: &a {x: 1}\nb: {<<: *a}\n",
    "deep list": "project: " + "[" * 20_000 + "]" * 20_000 + "\n",
    "deep mapping": "project: " + "{a: " * 8_000 + "1" + "}" * 8_000 + "\n",
    "deep indentation": "".join(f"{' ' * at}a:\n" for at in range(300)),
    "many keys": "".join(f"k{at}: 1\n" for at in range(9_000)),
    "long list": "project: [" + "1, " * 20_000 + "]\n",
    "large": "project: " + "x" * 300_000 + "\n",
    "huge number": "max_tokens: " + "9" * 60_000 + "\n",
    "duplicate keys": "language: ja\n" * 2_000,
    "python object": "project: !!python/object/apply:os.system ['id']\n",
    "anchors": "".join(f"k{at}: &a{at} 1\n" for at in range(4_000)),
    "open quotes": "project: '" + "''" * 30_000 + "\n",
    "blanks": "project: x" + " " * 60_000 + "\n#" + " " * 1_000 + "\n",
}  # fmt: skip


JSON: dict[str, str] = {
    "deep lists": '{"type":"event_msg","payload":' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep objects": '{"a":' * 60_000 + "1" + "}" * 60_000,
    "open depth": '{"a":[' * 60_000,
    "duplicate keys": "{" + ",".join('"type":"x"' for _ in range(20_000)) + "}",
    "huge integer": '{"type":"event_msg","n":' + "9" * 500_000 + "}",
    "huge exponent": '{"type":"event_msg","n":1e999999999}',
    "not a number": '{"type":"event_msg","n":NaN,"m":-Infinity}',
    "surrogates": '{"type":"event_msg","t":"' + r"\ud800" * 50_000 + '"}',
    "many records in a line": '{"type":"x"}' * 50_000,
    "many broken records": '{"type":"x"' * 40_000,
    "escapes": '{"type":"event_msg","payload":{"type":"user_message","message":"' + r"\\\"" * 200_000 + '"}}',
    "nul bytes": "\x00" * 3_000_000,
    "quotes": '"' * 500_000,
}


# One text for each way in which a pattern could run away.
WALLS: dict[str, str] = {
    "one letter": "a" * 60_000,
    "blanks": " " * 60_000 + "x",
    "blanks after words": "password" + " " * 60_000,
    "equals": "=" * 60_000,
    "keys": "password=" * 6_000,
    "key and quotes": 'password="' * 6_000,
    "colons": "a:" * 30_000,
    "slashes": "/" * 60_000,
    "at signs": "://" + "a@" * 30_000,
    "urls": "https://a:" * 6_000,
    "dashes": "-" * 60_000,
    "dots": "eyJ" + "a." * 30_000,
    "base64": "QUJD" * 15_000,
    "hex": "0123456789abcdef" * 4_000,
    "escapes": "\x1b[" * 30_000,
    "open escapes": "\x1b]" + "x" * 60_000,
    "backslashes": "\\" * 60_000,
    "backticks": "` `` " * 12_000,
    "stars": "*_" * 30_000,
    "carriage returns": "x\r" * 30_000,
    "hidden": "\u200b" * 30_000,
    "newlines": "\n" * 60_000,
    "pem heads": ("-" * 5 + "BEGIN PRIVATE KEY" + "-" * 5 + "\n") * 2_000,
    "failing lines": "FAILED a::b\n" * 5_000,
    "quotes": "'\"" * 30_000,
    "commas": "a, " * 20_000,
    "brackets": "[" * 30_000 + "]" * 30_000,
    "japanese": "パスワード" * 12_000,
    "japanese colons": "パスワード：" * 10_000,
    "sentences": "It works. " * 6_000,
    "paths": "a/b.py " * 8_000,
    "numbers": "1 failed, " * 6_000,
    "diff": "+++ b/x\n@@ -1 +1 @@\n+x\n" * 3_000,
    "here documents": "cat <<A\n" * 6_000,
    "pipes": "a | " * 15_000,
    "substitutions": "$(" * 30_000,
    "ands": "a && " * 12_000,
    "labels": "decision: x\n" * 5_000,
}  # fmt: skip


OWN_FILES = ("deep lists", "deep objects", "duplicate keys", "huge integer", "not a number", "quotes")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one command took: seconds of processor time, bytes at its peak, its exit code, what it printed, how it ended."""

    seconds: float
    peak: int
    code: int
    out: str
    err: str


def run(scene: Scene, *arguments: str, seconds: int = 10) -> Cost:
    """``butler`` with limits, in a process of its own.

    Raises:
        AssertionError: it was ended by a limit, fell, or told of a fault of its own.
    """
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, str(seconds), str(ADDRESSES), *arguments],
        cwd=scene.project,
        env={"PATH": os.environ["PATH"], "HOME": str(scene.home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=seconds * 4,
        check=False,
    )
    assert done.returncode in {0, 1}, (done.returncode, done.stderr[-2000:])
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    assert "internal_error" not in done.stdout + done.stderr
    told = done.stderr.rsplit("PEAK ", 1)[1].split()
    return Cost(float(told[2]), int(told[0]) * 1024, done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True, slots=True)
class Bomb:
    """A name, how it is planted, and the commands that meet it."""

    name: str
    plant: Callable[[Scene], None]
    commands: tuple[tuple[str, ...], ...]


PREPARE = ("handover", "prepare")
SHOWN = (*PREPARE, "--print")


def new_scene(top: Path) -> Scene:
    """A project with an issue and a log."""
    scene = Scene(top)
    scene.issue(49, "Prices", "List the prices.")
    scene.codex([("words", "Now list the prices.")])
    return scene


def log_of(scene: Scene) -> Path:
    """The project's only log."""
    return next((scene.home / ".codex").rglob("*.jsonl"))


def all_bombs() -> Iterator[Bomb]:
    """Every bomb."""
    for name, text in YAML.items():
        yield Bomb(f"YAML in the configuration: {name}", _configures(text), (("handover", "list"),))
        yield Bomb(f"YAML in an issue: {name}", _files(text), (("issue", "list"), (*SHOWN, "--issue", "50")))
    for name, text in JSON.items():
        yield Bomb(f"JSON in a log: {name}", _logs(text), (SHOWN, ("session-log", "read")))
    for name in OWN_FILES:
        yield Bomb(f"JSON in our own files: {name}", _keeps(JSON[name]), (("handover", "list"), PREPARE))
    for name, text in WALLS.items():
        yield Bomb(f"text in a log: {name}", _tells(text), (SHOWN, ("session-log", "read")))
        read = ("handover", "read", "--issue", "49")
        yield Bomb(
            f"text in an issue and notes: {name}",
            _notes(text),
            ((*PREPARE, "--issue", "49", "--notes", "@../../../notes.txt"), read),
        )
    yield Bomb("notes of 100 MB", _large_notes, ((*PREPARE, "--notes", "@../../../notes.txt"),))
    yield Bomb("12,000 issues", _many_issues, (("issue", "list", "--json"),))
    for size in (2_000_000, 40_000_000):
        yield Bomb(f"an issue of {size // 1_000_000} MB", _large_issue(size), ((*PREPARE, "--issue", "49"),))
    yield Bomb("a line of 200 MB", _long_line, (SHOWN,))
    yield Bomb(
        "a packed log of gigabytes",
        _packed,
        ((*SHOWN, "--session-log", "packed.jsonl.zst"), ("session-log", "list", "--all")),
    )
    yield Bomb("a tree of 100,000 files", _tree, (("work", "observe"), PREPARE))
    yield Bomb("a change of 400,000 lines", _large_change, (PREPARE,))
    for client, count, there in (("codex", 5_000, "here"), ("claude", 5_000, "here"), ("codex", 20_000, "elsewhere")):
        plant = _many_sessions(client, count, there == "here")
        yield Bomb(f"{count:,} {client} sessions {there}", plant, (("session-log", "list"), PREPARE))


def _configures(text: str) -> Callable[[Scene], None]:
    return lambda scene: _write(scene.project / ".butler/config.yaml", text)


def _files(text: str) -> Callable[[Scene], None]:
    return lambda scene: _write(scene.issues / "50.md", f"---\nid: 50\n{text}---\n\nbody\n")


def _logs(text: str) -> Callable[[Scene], None]:
    return lambda scene: _write(log_of(scene), log_of(scene).read_text() + text + "\n")


def _keeps(text: str) -> Callable[[Scene], None]:
    def plant(scene: Scene) -> None:
        for command in (PREPARE, ("work", "start", "--issue", "49"), ("session-log", "mark", "x")):
            run(scene, *command)
        kept = [scene.project / "session_logs/handover/index.json", *(scene.home / ".local").rglob("*.json")]
        for file in kept:
            file.write_text(text)

    return plant


def _tells(text: str) -> Callable[[Scene], None]:
    def plant(scene: Scene) -> None:
        scene.codex([(place, text) for place in ("words", "agent", "command", "output", "edit", "plan")])

    return plant


def _notes(text: str) -> Callable[[Scene], None]:
    def plant(scene: Scene) -> None:
        scene.issue(49, text[:20_000].replace("\x00", ""), text, text)
        _write(scene.top / "notes.txt", text[:20_000])

    return plant


def _large_notes(scene: Scene) -> None:
    _write(scene.top / "notes.txt", "x " * 50_000_000)


def _many_issues(scene: Scene) -> None:
    for number in range(12_000):
        (scene.issues / f"{number + 100}.md").touch()


def _large_issue(size: int) -> Callable[[Scene], None]:
    return lambda scene: _write(scene.issues / "49.md", "---\nid: 49\n---\n" + "x" * size)


def _long_line(scene: Scene) -> None:
    with log_of(scene).open("ab") as file:
        file.write(b'{"type":"event_msg","payload":{"type":"user_message","message":"')
        for _ in range(200):
            file.write(b"x" * 1_000_000)
        file.write(b'"}}\n')


def _packed(scene: Scene) -> None:
    block = b"\x28\xb5\x2f\xfd\x84\x60\x00\x00\x00\x40"  # frame head: window and a content size of gigabytes
    rle = ((128 * 1024) << 3 | 1 << 1).to_bytes(3, "little") + b"x"
    for place in (log_of(scene).with_name(log_of(scene).name + ".zst"), scene.project / "packed.jsonl.zst"):
        place.write_bytes(block + rle * 20_000)


def _tree(scene: Scene) -> None:
    for folder in range(100):
        place = scene.project / f"d{folder}"
        place.mkdir()
        for number in range(1_000):
            (place / f"{number}").touch()


def _large_change(scene: Scene) -> None:
    repository = scene.repository
    repository.write("big.txt", "".join(f"line {at}\n" for at in range(400_000)))
    repository.commit("big")
    repository.write("big.txt", "".join(f"other {at}\n" for at in range(400_000)))
    repository.write("wide.txt", "x" * 30_000_000)


def _many_sessions(client: str, count: int, here: bool) -> Callable[[Scene], None]:
    def plant(scene: Scene) -> None:
        log = log_of(scene) if client == "codex" else scene.claude([("words", "Now list the prices.")])
        own = log.stem[-12:]
        text = log.read_text() if here else log.read_text().replace(str(scene.project), "/elsewhere")
        for number in range(count):
            session = f"{number + 100:012x}"
            log.with_name(log.name.replace(own, session)).write_text(text.replace(own, session))

    return plant


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="surrogatepass")


def met(bomb: Bomb, top: Path) -> tuple[float, int, str]:
    """Plant a bomb and meet it: the seconds and bytes of its dearest command, and the verdict."""
    scene = new_scene(top)
    bomb.plant(scene)
    try:
        costs = [run(scene, *command) for command in bomb.commands]
    except (AssertionError, subprocess.TimeoutExpired, IndexError):
        return 0.0, 0, "FELL"
    seconds, peak = max(one.seconds for one in costs), max(one.peak for one in costs)
    if seconds > SECOND or peak > MEMORY:
        return seconds, peak, "OVER"
    return seconds, peak, "refused" if all(one.code for one in costs) else "read"


def main(words: Sequence[str]) -> int:
    """Print the table of all bombs, or of those whose names hold one of the words."""
    bad = count = 0
    print(f"{'bomb':58} {'s CPU':>6} {'MiB':>5}  verdict")
    for bomb in all_bombs():
        if words and not any(word in bomb.name for word in words):
            continue
        with tempfile.TemporaryDirectory() as top:
            seconds, peak, verdict = met(bomb, Path(top))
        count, bad = count + 1, bad + verdict.isupper()
        print(f"{bomb.name[:58]:58} {seconds:6.2f} {peak / 1048576:5.0f}  {verdict}", flush=True)
    print(f"{count} bombs, over their limit or fallen: {bad}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
