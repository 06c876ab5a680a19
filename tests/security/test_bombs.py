"""Inputs made to eat time or memory: each is refused or read within bounds, in a process of its own with a memory limit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.security.scene import Scene

ROOT = Path(__file__).parents[2]
MEMORY = 256 * 1024 * 1024
SECONDS = 10
"""Of processor time, far above the second that the design asks for: a slow machine is no fault; ``benchmarks`` measures."""
pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

RUNNER = """
import resource, sys
code = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_CPU, (code, code + 1))
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
from butler.cli import main
try:
    done = main(sys.argv[3:])
finally:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]
    print("PEAK", peak, file=sys.stderr)
sys.exit(done)
"""
ADDRESSES = 1024 * 1024 * 1024
"""Of address space (threads and shared libraries reserve more than they use); the peak in memory is checked by itself."""


class Bounded:
    """Runs commands with limits."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def run(self, *arguments: str, seconds: int = SECONDS) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-c", RUNNER, str(seconds), str(ADDRESSES), *arguments],
            cwd=self.scene.project,
            env={"PATH": os.environ["PATH"], "HOME": str(self.scene.home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
            capture_output=True,
            text=True,
            timeout=seconds * 4,
            check=False,
        )
        assert done.returncode in {0, 1}, (done.returncode, done.stderr[-2000:])
        assert "Traceback" not in done.stderr, done.stderr[-2000:]
        assert "internal_error" not in done.stdout
        peak = int(done.stderr.rsplit("PEAK ", 1)[1].split()[0]) * 1024
        assert peak <= MEMORY, f"{peak // 1024 // 1024} MiB"
        return done


@pytest.fixture
def bounded(tmp_path: Path) -> Bounded:
    scene = Scene(tmp_path)
    scene.issue(49, "Prices", "List the prices.")
    scene.codex([("words", "Now list the prices.")])
    return Bounded(scene)


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


@pytest.mark.parametrize("name", YAML)
def test_a_yaml_bomb_in_the_configuration(bounded: Bounded, name: str) -> None:
    (bounded.scene.project / ".butler/config.yaml").write_text(YAML[name])
    bounded.run("handover", "list")


@pytest.mark.parametrize("name", YAML)
def test_a_yaml_bomb_in_an_issue(bounded: Bounded, name: str) -> None:
    (bounded.scene.issues / "50.md").write_text(f"---\nid: 50\n{YAML[name]}---\n\nbody\n")
    bounded.run("issue", "list")
    bounded.run("handover", "prepare", "--issue", "50", "--print")


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


@pytest.mark.parametrize("name", JSON)
def test_a_json_bomb_in_a_log(bounded: Bounded, name: str) -> None:
    log = next((bounded.scene.home / ".codex").rglob("*.jsonl"))
    log.write_text(log.read_text() + JSON[name] + "\n")
    bounded.run("handover", "prepare", "--print")
    bounded.run("session-log", "read")


@pytest.mark.parametrize(
    "name", ["deep lists", "deep objects", "duplicate keys", "huge integer", "not a number", "quotes"]
)
def test_a_json_bomb_in_our_own_files(bounded: Bounded, name: str) -> None:
    bounded.run("handover", "prepare")
    bounded.run("work", "start", "--issue", "49")
    bounded.run("session-log", "mark", "x")
    files = [bounded.scene.project / "session_logs/handover/index.json"]
    files += list((bounded.scene.home / ".local").rglob("*.json"))
    for file in files:
        file.write_text(JSON[name])
    bounded.run("handover", "list")
    bounded.run("handover", "prepare")


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


@pytest.mark.parametrize("name", WALLS)
def test_no_pattern_runs_away_on_a_log(bounded: Bounded, name: str) -> None:
    text = WALLS[name]
    bounded.scene.codex([(place, text) for place in ("words", "agent", "command", "output", "edit", "plan")])
    bounded.run("handover", "prepare", "--print")


@pytest.mark.parametrize("name", WALLS)
def test_no_pattern_runs_away_on_issues_notes_and_marks(bounded: Bounded, name: str) -> None:
    text = WALLS[name]
    bounded.scene.issue(49, text[:20_000].replace("\x00", ""), text, text)
    notes = bounded.scene.top / "notes.txt"
    notes.write_text(text[:20_000])
    bounded.run("handover", "prepare", "--issue", "49", "--notes", f"@{notes}")
    bounded.run("handover", "read", "--issue", "49")


def test_notes_have_a_limit(bounded: Bounded) -> None:
    notes = bounded.scene.top / "notes.txt"
    notes.write_text("x " * 50_000_000)
    done = bounded.run("handover", "prepare", "--notes", f"@{notes}")
    assert done.returncode == 1


def test_the_name_of_the_reader_has_a_limit(bounded: Bounded) -> None:
    assert bounded.run("handover", "prepare", "--target-brain", "x" * 64).returncode == 0
    assert bounded.run("handover", "prepare", "--target-brain", "x" * 65).returncode == 1


def test_many_issues_are_listed_within_bounds_or_refused(bounded: Bounded) -> None:
    for number in range(12_000):
        (bounded.scene.issues / f"{number + 100}.md").touch()
    done = bounded.run("issue", "list", "--json")
    assert len(done.stdout) < 5_000_000


@pytest.mark.parametrize("size", [2_000_000, 40_000_000])
def test_a_huge_issue_is_refused(bounded: Bounded, size: int) -> None:
    (bounded.scene.issues / "49.md").write_text("---\nid: 49\n---\n" + "x" * size)
    bounded.run("handover", "prepare", "--issue", "49")


def test_a_line_of_200_megabytes_is_streamed(bounded: Bounded) -> None:
    log = next((bounded.scene.home / ".codex").rglob("*.jsonl"))
    with log.open("ab") as file:
        file.write(b'{"type":"event_msg","payload":{"type":"user_message","message":"')
        for _ in range(200):
            file.write(b"x" * 1_000_000)
        file.write(b'"}}\n')
    done = bounded.run("handover", "prepare", "--print")
    assert "Now list the prices" in done.stdout


def test_a_packed_log_that_unpacks_to_gigabytes_is_refused_or_bounded(bounded: Bounded) -> None:
    log = next((bounded.scene.home / ".codex").rglob("*.jsonl"))
    packed = log.with_name(log.name + ".zst")
    block = b"\x28\xb5\x2f\xfd\x84\x60\x00\x00\x00\x40"  # frame head: window and a content size of gigabytes
    rle = ((128 * 1024) << 3 | 1 << 1).to_bytes(3, "little") + b"x"
    packed.write_bytes(block + rle * 20_000)
    bounded.run("handover", "prepare", "--print", "--session-log", str(packed))
    bounded.run("session-log", "list", "--all")


def test_a_tree_of_100_000_files_is_looked_at_in_time(bounded: Bounded) -> None:
    for folder in range(100):
        place = bounded.scene.project / f"d{folder}"
        place.mkdir()
        for number in range(1_000):
            (place / f"{number}").touch()
    bounded.run("work", "observe")
    bounded.run("handover", "prepare")


def test_a_huge_change_in_git_is_cut(bounded: Bounded) -> None:
    repository = bounded.scene.repository
    repository.write("big.txt", "".join(f"line {at}\n" for at in range(400_000)))
    repository.commit("big")
    repository.write("big.txt", "".join(f"other {at}\n" for at in range(400_000)))
    repository.write("wide.txt", "x" * 30_000_000)
    bounded.run("handover", "prepare")


def test_many_sessions_are_looked_through_in_time(bounded: Bounded) -> None:
    log = next((bounded.scene.home / ".codex").rglob("*.jsonl"))
    for number in range(5_000):
        name = log.name.replace("00000000000a", f"{number + 100:012x}")
        log.with_name(name).write_text(log.read_text().replace("00000000000a", f"{number + 100:012x}"))
    bounded.run("session-log", "list")
    bounded.run("handover", "prepare")


@pytest.mark.parametrize("name", WALLS)
def test_redaction_time_grows_with_the_text_and_not_with_its_square(name: str) -> None:
    program = textwrap.dedent(
        """
        import sys, time, json
        from butler.maids.redaction_worker import Redactor
        from butler.maids.text_worker import visible, one_line, fence
        text = json.load(sys.stdin)
        for work in (lambda t: Redactor().redact(t), visible, lambda t: one_line(t, 10**6), fence):
            def took(t):
                begun = time.process_time(); work(t); return time.process_time() - begun
            small, large = min(took(text[: len(text) // 4]) for _ in range(3)), took(text)
            assert large < 0.05 or large < small * 4 * 4, (small, large)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(WALLS[name]),
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-600:]


def test_there_are_at_least_twenty_bombs() -> None:
    tests: list[Callable[..., None]] = [one for name, one in globals().items() if name.startswith("test_")]
    assert len(tests) + len(YAML) + len(JSON) + len(WALLS) >= 20
